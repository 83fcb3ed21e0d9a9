"""Plays Cult of the Deep in a test the way one talks about it: a position, a turn, what is rolled, done and expected.

    def test_the_dies_owner_is_the_killer(cult):
        game = cult(players=5).with_life(S3=1).keeper(S3="Lamia").coins(S1="siren")
        game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4)
        game.respond(S1, "siren", "Dg", S3)
        game.resolve()
        assert game.dead(S3) and game.killer_of(S3) == S2 and game.keeper_of("Lamia") == S2

**Position.** `cult(players, **options)` is a table with the roles of the ledger's examples (S0 High Priest, then
Faithful, Cabalists, Heretic), 10 life each, Characters whose powers are optional, no Sigils, no coins, empty altars;
every other card lies where it belongs. With four players S4 is the automated High Priest, S0 to S3 are the others.
All of these change it, take seats as keywords, and return the game:

    with_life(S3=1)                    roles(S4="vengeful")              characters(S1="Guardian II")
    symbols(S2="Pa")                   (some harmless Character with that power symbol)
    sigils(S1="Portents")              watched() (the last player without a Sigil holds Portents)
    keeper(S3="Lamia", S1=["Kraken", "Sea Hydra"])
    coins(S1="siren siren chant")      kraken(S2=2)      marks(S3)
    wraith(S4="Drowned Choir")         wraith(S4=("Drowned Choir", "Bl Pa"))      with_dead(S2, S3)
    board(1, "Sirens", Co=1)           board(2, "Ancient Shadow", An=3, shadows=1)
    deck("Transmutation", "Kraken")    (next card first)

Cards are named as printed, or by id. `cult.dealt(players, roles=…, characters=…, rituals=…)` plays the real set-up.

**Play.** Nothing happens unless a test says so: windows are passed, dice kept, Kraken dice accepted, dice committed to
the first legal place, blood to its owner, dice resolved in the order they lie. A roll that was not scripted, or
a choice that was not planned and has no neutral answer, is an error that shows the question.

    turn(S2)                           begin this player's turn
    rolls("Dg Bl Bl Bl Bl")            the first roll (also a Wraith's); stops at the re-roll question
    rerolls("3 5", "DD DD")            re-roll dice 3 and 5
    commits(Dg=S4, Pa=[B1, S2])        faces to seats or boards, several in order of the dice; the rest by default
    respond(S1, "siren", "Dg", S3)     S1 uses this power in the window now open or coming; then answers with the rest
    chance([3, 2], [0])                the next rolls and shuffles, in order
    plan(S1, "guardian", S3)           S1 gives these answers in order, each as soon as it is legal
    resolve("An@S1 DD@S2")             to the end of the turn, resolving dice in this order
    go(until="ResponsePhase")          on until a step of this name asks (or is pending)
    answer(S1, …), act(S1, key)        answer the question now open; do something unasked

Where there is only one possible answer nobody is asked; a test may spell it out all the same, or leave it out.

A die is named by its key ("d1" is the first), its face ("Dg": the first that shows it) or face and place ("Dg@S4").

**Questions.** `asked` is the seat asked, `offers(S1)` the keys S1 may answer now, `places_of("Dg")` where the question
lets a die go, `refused(S1, …)` whether an answer is refused, `waiting` the name of the step that asks.

**Reading.** `life(S3)`, `dead(S3)`, `killer_of(S3)`, `keeper_of("Lamia")`, `coins_of(S1)` (as ("siren", "chant")),
`faces()`, `on(S2)` (faces lying there), `track(1, "Co")`, `ritual(1)`, `dice_of(S4)` (a Wraith's), `over`, `winners`,
`events("lost")`, `seen(S1)` (S1's view, None for a spectator's), `table`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any

from eschaton.games.cult import GAME
from eschaton.games.cult.box.cards import BOXES
from eschaton.games.cult.box.components import ROLE_CARDS, SEAT_KEYS, roles_in_game
from eschaton.games.cult.rules.dice import seat_at
from eschaton.games.cult.rules.rituals import leave_altar, place_ritual
from eschaton.games.cult.rules.turn import Play
from eschaton.games.cult.state import Cult, Player
from eschaton.kernel.ask import CHANCE, EVERYONE, Amount, Ask, Assign, ChooseSome, Pick, Roll, Shuffle, only
from eschaton.kernel.machine import Question, answer
from eschaton.kernel.pile import face_up
from tests.driver import Driver as Base

S0, S1, S2, S3, S4, S5, S6, S7 = range(8)
B1, B2, B3, B4 = "board1", "board2", "board3", "board4"

BASE = BOXES.box(BOXES.key(GAME.packs, 5))
"""The cards of the box."""

HARMLESS = (  # Characters whose powers are all optional; the first of each power symbol stands for it
    "guardian",
    "guardian-2",
    "assassin",
    "assassin-2",
    "bloodletter",
    "bloodletter-2",
    "tidecaller",
    "librarian-2",
)
LIFE = 10


def card(name: str) -> str:
    """The id of a card named as printed."""
    slug = name.lower().removesuffix(" ii").replace(" ", "-") + ("-2" if name.endswith(" II") else "")
    return slug.removeprefix("sigil-of-the-").removeprefix("sigil-of-")


def place(where: int | str) -> str:
    """A seat or a place as a place key."""
    return SEAT_KEYS[where] if isinstance(where, int) else where


def listed(names: str | Iterable[str]) -> list[str]:
    """One name or several."""
    return [names] if isinstance(names, str) else list(names)


class Driver(Base[Cult]):
    """A game in a test. See the module's docstring."""

    def __init__(self, players: int = 5, **options: Any) -> None:
        self.begin(players, options)
        self.lay_out(players)

    def begin(self, players: int, options: dict[str, Any]) -> None:
        """The set-up, before its first question."""
        super().__init__(GAME.table(GAME.checked(players, options)))
        self.order: list[str] = []
        self.turn_serial = 0

    @classmethod
    def dealt(cls, players: int, options: dict[str, Any] | None = None, **orders: list[str]) -> Driver:
        """The real set-up with these cards dealt first (roles, sigils, characters), and these rituals on the altars.

        With four players the automaton's Character is the last of those named.
        """
        game = cls.__new__(cls)
        game.begin(players, options or {})
        while not game.table.altars[0].ritual:
            question = game.question
            if isinstance(question.ask, Pick):
                answer(game.table, question, CHANCE, card(orders["characters"].pop()))
                continue
            assert isinstance(question.ask, Shuffle)
            purpose = question.ask.purpose
            wanted = [card(name) for name in orders.get({"ritual deck": "rituals"}.get(purpose, purpose), [])]
            rest = [item for item in question.ask.items if item not in wanted]
            answer(game.table, question, CHANCE, [*rest, *reversed(wanted)])
        game.settle()
        return game

    def lay_out(self, players: int) -> None:
        """The position every test begins with."""
        table: Cult = self.table
        first = HARMLESS[:players]
        characters = [*(name for name in table.characters.cards if name not in first), *reversed(first)]
        roles = [role for role in roles_in_game(table.n, table.options["heresy"]) if role in table.roles]
        answer(table, self.question, CHANCE, roles[::-1])
        answer(table, self.question, CHANCE, list(table.sigils.cards))
        if table.automata:
            answer(table, self.question, CHANCE, HARMLESS[players])
            characters.remove(HARMLESS[players])
        answer(table, self.question, CHANCE, characters)
        answer(table, self.question, CHANCE, list(table.deck.cards))
        self.settle()
        table.stack.clear()
        table.events.clear()
        table.dice.clear()
        for player in table.players:
            player.life, player.kraken = LIFE, 0
            if player.sigil.cards:
                table.sigils.put(player.sigil.take()[0])
        for altar in table.altars:
            table.deck.put(leave_altar(altar))
        table.active = -1
        self.log.clear()
        self.obvious.clear()
        table.forget()

    # Position.

    def player(self, seat: int | str) -> Player:
        """The player at a seat."""
        found: Player = self.table.players[seat if isinstance(seat, int) else seat_at(seat)]
        return found

    def with_life(self, **life: int) -> Driver:
        for seat, amount in life.items():
            self.player(seat).life = amount
        return self.edited()

    def roles(self, **roles: str) -> Driver:
        """Deal role kinds; the seats named get them, whoever had them takes what is left."""
        table: Cult = self.table
        pool = [player.role.take()[0] for player in table.players]
        dealt: dict[int, str] = {}
        for seat, kind in roles.items():
            found = next(role for role in [*pool, *ROLE_CARDS] if ROLE_CARDS[role] == kind)
            pool = [role for role in pool if role != found]
            dealt[seat_at(seat)] = found
        for player in table.players:
            role = dealt.get(player.seat) or pool.pop(0)
            player.role.put(role, only(player.seat) if ROLE_CARDS[role] != "high-priest" else EVERYONE)
            if ROLE_CARDS[role] == "high-priest":
                table.priest = player.seat
        return self.edited()

    def characters(self, **names: str) -> Driver:
        table: Cult = self.table
        for seat, name in names.items():
            wanted, player = card(name), self.player(seat)
            old = player.card.take()[0]
            for other in table.players:
                if wanted in other.card:
                    other.card.take()
                    other.card.put(old, EVERYONE)
                    break
            else:
                if wanted in table.characters:
                    table.characters.take(table.characters.cards.index(wanted))
                table.characters.put(old)
            player.card.put(wanted, EVERYONE)
        return self.edited()

    def symbols(self, **faces: str) -> Driver:
        """Give players harmless Characters with these power symbols (tests of symbols only: cards may repeat)."""
        for seat, face in faces.items():
            wanted = next(name for name in (*HARMLESS, *BASE.characters) if BASE.characters[name].power == face)
            self.player(seat).card = face_up("character", [wanted])
        return self.edited()

    def sigils(self, **names: str) -> Driver:
        table: Cult = self.table
        for seat, name in names.items():
            wanted = card(name)
            at = table.sigils.cards.index(wanted)
            self.player(seat).sigil.put(table.sigils.take(at)[0], only(seat_at(seat)))
        return self.edited()

    def watched(self) -> Driver:
        """Somebody holds Portents: whoever could use it at any moment of a Resolve phase is asked there."""
        seat = next(player.seat for player in self.table.players[::-1] if self.may_watch(player))
        return self.sigils(**{SEAT_KEYS[seat]: "Portents"})

    def may_watch(self, player: Player) -> bool:
        """Whether a player could hold one more Sigil."""
        return not player.sigil.cards and player.seat not in self.table.automata

    def keeper(self, **names: str | list[str]) -> Driver:
        for seat, kept in names.items():
            for name in listed(kept):
                self.player(seat).rituals.append(self.taken(name))
        return self.edited()

    def coins(self, **names: str) -> Driver:
        for seat, coins in names.items():
            player = self.player(seat)
            words = coins.split()
            player.siren, player.chant = words.count("siren"), words.count("chant")
        return self.edited()

    def kraken(self, **many: int) -> Driver:
        for seat, dice in many.items():
            self.player(seat).kraken = dice
        return self.edited()

    def marks(self, seat: int) -> Driver:
        self.table.marked = seat
        return self.edited()

    def wraith(self, **cards: str | tuple[str, str]) -> Driver:
        table: Cult = self.table
        for seat, named in cards.items():
            name, dice = named if isinstance(named, tuple) else (named, "")
            player = self.player(seat)
            table.wraiths.remove(card(name))
            player.wraith, player.alive, player.life = card(name), False, 0
            player.dice = dice.split() or list(BASE.wraiths[card(name)].dice)
            player.role.show(EVERYONE)
        return self.edited()

    def with_dead(self, *seats: int) -> Driver:
        """These players are Wraiths, whichever."""
        for seat in seats:
            self.wraith(**{SEAT_KEYS[seat]: self.table.wraiths[0]})
        return self.edited()

    def board(self, number: int, name: str, shadows: int = 0, **tracks: int) -> Driver:
        table: Cult = self.table
        altar = table.altars[number - 1]
        if altar.ritual:
            table.deck.put(leave_altar(altar), at=0)
        place_ritual(table, altar, self.taken(name))
        altar.tracks.update(tracks)
        altar.shadows = shadows
        table.events.clear()
        return self.edited()

    def deck(self, *names: str) -> Driver:
        """These rituals are drawn next, in this order."""
        for name in reversed(names):
            self.table.deck.put(self.taken(name))
        return self.edited()

    def taken(self, name: str) -> str:
        """A ritual taken from the deck."""
        wanted = card(name)
        at = self.table.deck.cards.index(wanted)
        return str(self.table.deck.take(at)[0])

    # Play.

    def turn(self, seat: int) -> Driver:
        table: Cult = self.table
        table.stack.clear()
        table.dice.clear()
        table.active = -1 if seat == table.priest else table.places[table.places.index(seat) - 1]
        table.push([Play()])
        question = self.settle()
        assert question is not None
        self.turn_serial = table.scope("Turn")
        return self

    def rolls(self, faces: str) -> Driver:
        self.advance(self.at_roll)
        answer(self.table, self.question, CHANCE, faces.split())
        self.settle()
        self.turn_serial = self.table.scope("Turn")
        return self

    def at_roll(self, question: Question) -> bool:
        """Whether the dice of the Roll phase are about to be rolled."""
        return self.waiting == "RollPhase" and isinstance(question.ask, Roll)

    def rerolls(self, dice: str, faces: str) -> Driver:
        prefix = "d" if self.player(self.table.active).alive else "w"
        answer(self.table, self.question, self.table.active, [f"{prefix}{number}" for number in dice.split()])
        assert isinstance(self.question.ask, Roll)
        answer(self.table, self.question, CHANCE, faces.split())
        self.settle()
        return self

    def commits(self, **faces: Any) -> Driver:
        """Commit the dice; then on to the next question. Dice that had only one place to go are there already."""
        self.advance(self.at_commit)
        question = self.settle()
        if question is not None and isinstance(question.ask, Assign) and self.waiting == "Commit":
            answer(self.table, question, self.table.active, self.commitments(question.ask, faces))
            self.settle()
        return self

    def at_commit(self, question: Question) -> bool:
        """Whether dice are about to be committed, or have been."""
        later = {"Commit", "ResponsePhase", "ResolvePhase"}
        return any(type(step).__name__ in later for step in self.table.stack)

    def commitments(self, ask: Assign, faces: dict[str, Any]) -> dict[str, str]:
        """Where each die goes: as told by its face, else by default."""
        told = {
            face: deque(place(where) for where in (wheres if isinstance(wheres, list) else [wheres]))
            for face, wheres in faces.items()
        }
        given = {}
        for key, places in ask.places.items():
            face = self.table.die(key).face
            queue = told.get(face)
            if queue:
                given[key] = queue.popleft()
            elif places:
                own = SEAT_KEYS[self.table.active]
                given[key] = own if own in places and face == "Bl" else places[0]
        assert not any(told.values()), f"not rolled: {told}"
        return given

    def respond(self, seat: int, power: str, *answers: Any) -> Driver:
        """Use a power in the window now open or coming, and answer what follows."""
        self.advance(lambda question: self.waiting == "Window" and card(power) in self.offers(seat))
        self.answer(seat, card(power))
        for given in answers:
            self.answer(seat, given)
        return self

    def meant(self, ask: Ask | None, given: Any) -> Any:
        """An answer in the words of a test as the question wants it."""
        if isinstance(given, list):
            return [self.meant(ask, item) for item in given]
        if isinstance(given, dict):
            return {self.meant(ask, key): place(where) for key, where in given.items()}
        if isinstance(ask, Amount):
            return given
        if isinstance(given, int):
            return SEAT_KEYS[given]
        if ask is None or given in ask.keys():  # noqa: SIM118
            return given
        face, _, where = given.partition("@")
        for die in self.table.dice:
            if die.id in ask.keys() and die.face == face and (not where or die.on == where):  # noqa: SIM118
                return die.id
        return card(given) if card(given) in ask.keys() else given  # noqa: SIM118

    def called(self, key: str) -> list[Any]:
        """A seat as such, a die by its face and place, a card by its name."""
        found: list[Any] = [key, *(seat for seat in range(8) if SEAT_KEYS[seat] == key)]
        die = self.table.die(key)
        return [*found, die.face, f"{die.face}@{die.on}"] if die is not None else found

    def go(self, until: str = "") -> Driver:
        """On until a step of this name asks or is pending; without a name to the next turn."""
        if until:
            self.advance(lambda question: any(type(step).__name__ == until for step in self.table.stack))
        else:
            self.advance(self.turn_over)
        return self

    def resolve(self, order: str = "") -> Driver:
        """To the end of the turn."""
        self.order = order.split()
        self.advance(self.turn_over)
        assert not self.order, f"not resolved: {self.order}"
        return self

    def turn_over(self, question: Question) -> bool:
        """Whether another turn has begun."""
        return self.table.scope("Turn") not in (0, self.turn_serial)

    def by_default(self, question: Question, ask: Any) -> Any:
        """What changes least."""
        name = type(question.step).__name__
        if isinstance(ask, ChooseSome):
            return ask.default()
        if isinstance(ask, Assign):
            return self.commitments(ask, {})
        if name == "ResolvePhase":
            return self.next_die(ask)
        if name == "Window" or ask.neutral:
            return ask.default()
        assert name == "BecomeWraith", self.open_choice(ask)
        return ask.default()

    def next_die(self, ask: Ask) -> str:
        """The next die in the order wished for."""
        if self.order:
            meant = self.meant(ask, self.order[0])
            if meant in ask.keys():  # noqa: SIM118
                self.order.pop(0)
                return str(meant)
        return next(iter(ask.keys()))

    # Questions.

    @property
    def asked(self) -> int:
        """The seat asked."""
        return self.question.ask.seat

    def places_of(self, die: str) -> list[str]:
        """Where the open question lets a die go."""
        ask = self.question.ask
        assert isinstance(ask, Assign)
        return list(ask.places[self.meant(ask, die)])

    # Reading.

    def life(self, seat: int) -> int:
        return self.player(seat).life

    def dead(self, seat: int) -> bool:
        return not self.player(seat).alive

    def killer_of(self, seat: int) -> int | None:
        """Who killed this player; None for nobody."""
        died = [event for event in self.log if event.key == "died" and event.args["who"] == seat]
        return died[-1].args["by"] if died and died[-1].args["by"] >= 0 else None

    def keeper_of(self, name: str) -> int | None:
        found = self.table.keeper_of(card(name))
        return int(found) if found >= 0 else None

    def coins_of(self, seat: int) -> tuple[str, ...]:
        player = self.player(seat)
        return ("siren",) * player.siren + ("chant",) * player.chant

    def faces(self) -> str:
        """The faces of the dice in play, in order."""
        return " ".join(die.face for die in self.table.dice)

    def on(self, where: int | str) -> list[str]:
        """The faces of the dice on a player or board."""
        return [die.face for die in self.table.dice if die.on == place(where)]

    def track(self, number: int, face: str) -> int:
        return int(self.table.altars[number - 1].tracks[face])

    def ritual(self, number: int) -> str:
        return str(self.table.altars[number - 1].ritual)

    def dice_of(self, seat: int) -> str:
        """A Wraith's unused dice."""
        return " ".join(self.player(seat).dice)
