"""Ordeal: a game built to torture the kernel.

TOY-21 set-up, TOY-22 the turn, TOY-23 the check with its stages, TOY-24 losses, death and last words, TOY-25 the
masquerade that breaks in mid-resolution, TOY-26 powers that copy powers, TOY-27 lasting effects, TOY-28 changing
places, TOY-29 the guide. The heroes win together by glory, or lose by dying or when the days run out.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, cast

import msgspec

from eschaton.kernel.ask import EVERYONE, Ask, Choose, ChooseSome, Face, Option, Roll, Seat, in_turn, keys, only
from eschaton.kernel.effect import Lasting
from eschaton.kernel.game import Game, Setup, Switch
from eschaton.kernel.pile import Pile, face_down, face_up, hand, move
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step, Unwind
from eschaton.kernel.table import Kept, Open, Table
from eschaton.kernel.window import PASS, Power, Use, Window, before

STAGES = ("reroll", "upgrade", "downgrade", "flip")
COPIES = {"nudge": 4, "spite": 4, "gasp": 4, "echo": 3, "flee": 2, "charm": 3}
CARDS = [f"{kind}-{number}" for kind, many in COPIES.items() for number in range(1, many + 1)]
KIND = {card: card.partition("-")[0] for card in CARDS}
LIFE = 3
GLORY = 6
MASQUERADE = 8
BREAKS_AT = 4
TOKENS = 5
DIE = (1, 2, 3, 4, 5, 6)


class Hero(msgspec.Struct):
    """One hero. A dead hero has no powers any more, but keeps those of a window that was open."""

    seat: Open[Seat]
    hand: Open[Pile]
    charms: Open[Pile]
    life: Open[int] = LIFE
    dead: Open[bool] = False
    glory: Open[int] = 0
    tokens: Open[int] = TOKENS
    flask: Open[bool] = True


Powers = dict[str, list[Power]]
"""Powers by their timing."""


class Found(Kept):
    """The powers of all seats, real and possible, since cards last moved or somebody died."""

    hands = cast("list[Powers] | None", None)
    possible = cast("list[Powers] | None", None)


class Ordeal(Table, kw_only=True):
    """The table. The guide, if there is one, has the last seat and no hero."""

    home = __name__

    kept: Found = msgspec.field(default_factory=Found)
    heroes: Open[list[Hero]]
    deck: Open[Pile]
    discards: Open[Pile]
    days: Open[int]
    arbiter: Open[bool]
    guide: Open[Seat] = -1
    day: Open[int] = 0
    masquerade: Open[int] = MASQUERADE
    broken: Open[bool] = False
    spent: Open[int] = 0
    pool: Open[list[int]] = []

    def alive(self, seats: Iterable[Seat]) -> list[Seat]:
        """Those of these heroes who live."""
        return [seat for seat in seats if not self.heroes[seat].dead]

    def due(self) -> Follow:
        """Deaths and the broken masquerade happen at once (TOY-24.3, TOY-25.1)."""
        for hero in self.heroes:
            if hero.life <= 0 and not hero.dead:
                return Die(hero.seat)
        if self.masquerade <= BREAKS_AT and not self.broken:
            return BreakMasquerade()
        return None

    def clock(self) -> int:
        return self.day

    def measures(self) -> dict[str, float | dict[Seat, float]]:
        return {"masquerade": self.masquerade, "life": {hero.seat: hero.life for hero in self.heroes}}

    def free(self, seat: Seat) -> dict[str, Step]:
        """TOY-29.1: the guide edits the table, three times a turn; TOY-27.4: a hero drinks once a game."""
        turn = self.scope("Turn")
        if seat == self.guide:
            if not turn or self.used(turn, "edit") >= 3:
                return {}
            edits: dict[str, Step] = {"veil": Edit("veil", -1), "tear": Edit("tear", -1)}
            for hero in self.heroes:
                if not hero.dead and hero.life < LIFE:
                    edits[f"heal:S{hero.seat}"] = Edit("heal", hero.seat)
                if not hero.dead:
                    edits[f"hurt:S{hero.seat}"] = Edit("hurt", hero.seat)
            return edits
        hero = self.heroes[seat]
        return {"drink": Drink(seat)} if hero.flask and not hero.dead and hero.life < LIFE else {}

    def power(self, key: str) -> Power:
        """A power by its key."""
        return POWERS[key]

    def powers(self, seat: Seat, timing: str) -> list[Power]:
        """Everybody's own gear, what is in hand, and what every threat can force on the one who is checked."""
        hands = self.kept.hands
        if hands is None:
            hands = self.kept.hands = [NO_POWERS] * self.players_count
            for hero in self.heroes:
                if not hero.dead:
                    hands[hero.seat] = among(hero.seat, frozenset([KIND[card] for card in hero.hand.cards]))
        return hands[seat][timing]

    def possible_powers(self, seat: Seat, timing: str) -> list[Power]:
        """As if any card that does not lie face up were in a hand that is not empty."""
        possible = self.kept.possible
        if possible is None:
            possible = self.kept.possible = [NO_POWERS] * self.players_count
            unseen = self.kinds_unseen()
            for hero in self.heroes:
                if not hero.dead:
                    possible[hero.seat] = among(hero.seat, unseen if hero.hand.cards else frozenset())
        return possible[seat][timing]

    def kinds_unseen(self) -> frozenset[str]:
        """The kinds of cards of which not all lie face up."""
        seen = Counter([KIND[card] for pile in self.face_up_piles() for card in pile.cards])
        return frozenset([kind for kind, many in COPIES.items() if seen[kind] < many])

    def face_up_piles(self) -> list[Pile]:
        """Where cards lie for everybody to see."""
        return [self.discards, *(hero.charms for hero in self.heroes)]

    def touched(self, seat: Seat, window: Any) -> bool:
        """What is about a hero touches that hero."""
        step = self.find(window.about)
        return step is not None and step.seat == seat

    def derived_effects(self, name: str) -> Iterable[Lasting]:
        """TOY-27.1: a charm in play adds a die for as long as it lies there."""
        if name != "dice":
            return
        for hero in self.heroes:
            for card in hero.charms.cards:
                yield Lasting("dice", "add", 1, on=hero.seat, source=card)

    def holds(self, effect: Lasting) -> bool:
        """TOY-27.3: a veil lasts as long as the masquerade."""
        return effect.condition == "masquerade" and not self.broken

    def precedence(self, effects: list[Lasting]) -> list[Lasting]:
        """TOY-27.2: what sets a number comes first, then what adds; the higher rank later."""
        return sorted(effects, key=lambda effect: (effect.how == "add", effect.rank, effect.began))

    def inventory(self) -> Counter[str]:
        """Cards and tokens are finite."""
        found = super().inventory()
        found["token"] = self.spent + sum(hero.tokens for hero in self.heroes)
        return found

    def describe(self, key: str) -> Option:
        """Dice, heroes and cards are pieces."""
        what, _, rest = key.partition(":")
        if what == "die":
            place = int(rest)
            return Option(key, f"the {self.pool[place]}", (f"pool#{place}",))
        if key[:1] == "S" and key[1:].isdigit():
            return Option(key, f"Hero {key[1:]}", (f"heroes.{key[1:]}",))
        return Option(key, key.replace(":", " "), (key,) if key in CARDS else ())


class SetUp(Step):
    """TOY-21.1: shuffle and deal two cards each."""

    def ask(self, table: Ordeal) -> Ask:
        return table.deck.asking("deck")

    def run(self, table: Ordeal, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        for hero in table.heroes:
            for _ in range(2):
                move(table.deck, hero.hand, to=only(hero.seat))
        return Turn(table.places[0])


class Turn(Step):
    """TOY-22.1: act, be checked, draw; then the next living hero."""

    seat: Open[Seat]
    phase: Open[int] = 0

    def run(self, table: Ordeal) -> Follow:
        self.phase += 1
        if self.phase == 1:
            return Stay(Act(self.seat))
        if self.phase == 2:
            return Stay(Check(self.seat))
        if self.phase == 3:
            return Stay(EndOfTurn(self.seat))
        after = table.alive(table.clockwise(self.seat)) or [self.seat]
        if table.places.index(after[0]) <= table.places.index(self.seat):
            table.day += 1
            if table.day >= table.days:
                return End(Outcome((), "TOY-22.6", "out of days"))
        return Turn(after[0])


class Act(Step):
    """TOY-22.2: lay out a charm, curse or bless somebody, change places, or nothing."""

    seat: Open[Seat]

    def ask(self, table: Ordeal) -> Ask:
        charms = [card for card in table.heroes[self.seat].hand.cards if KIND[card] == "charm"]
        others = table.alive(table.clockwise(self.seat))
        options: dict[str, tuple[str, Any]] = {card: ("charm", card) for card in sorted(charms)}
        options |= {f"curse:S{other}": ("curse", other) for other in others}
        options |= {f"places:S{other}": ("places", other) for other in others}
        if not table.used(0, "bless", self.seat):
            options["bless"] = ("bless", self.seat)
        return Choose(self.seat, {PASS: (PASS, None), **options}, PASS, rule="TOY-22.2")

    def run(self, table: Ordeal, chosen: tuple[str, Any]) -> Follow:
        what, value = chosen
        if what == "charm":
            held = table.heroes[self.seat].hand
            move(held, table.heroes[self.seat].charms, held.cards.index(value), to=EVERYONE)
            table.forget()
        elif what == "curse":
            table.last(Lasting("dice", "set", 2, on=value, source="curse", rank=1))
            table.effects = table.effects[-3:]
        elif what == "bless":
            table.count(0, "bless", self.seat)
            table.last(Lasting("dice", "add", 1, source="bless", until=table.scope("Turn")))
            table.last(Lasting("target", "add", -2, on=self.seat, source="veil", condition="masquerade"))
        elif what == "places":
            here, there = table.places.index(self.seat), table.places.index(value)
            table.places[here], table.places[there] = table.places[there], table.places[here]
            table.say("TOY-28.1", "places", who=self.seat, whom=value)
        return None


class Check(Step):
    """TOY-23.1: assemble, roll, change the dice stage by stage, evaluate."""

    seat: Open[Seat]
    phase: Open[int] = 0

    def run(self, table: Ordeal) -> Follow:
        self.phase += 1
        if self.phase == 1:
            return Stay(RollPool(self.seat, max(1, table.read("dice", self.seat, base=4))))
        if self.phase == 2:
            window = Window(
                "evaluate",
                [self.seat, *table.alive(table.clockwise(self.seat))],
                stages=STAGES,
                arbiter=self.seat if table.arbiter else -1,
                order="race" if table.arbiter else "turn",
                rule="TOY-23.3",
            )
            return Stay(*before(table, window, Evaluate(self.seat, table.read("target", self.seat, base=13))))
        table.pool = []
        return None


class RollPool(Step):
    """TOY-23.2: roll the pool."""

    seat: Open[Seat]
    many: Open[int]

    def ask(self, table: Ordeal) -> Ask:
        return Roll("pool", DIE, self.many, rule="TOY-23.2")

    def run(self, table: Ordeal, faces: list[Face]) -> Follow:
        table.pool = [int(face) for face in faces]
        table.say("TOY-23.2", "rolled", who=self.seat, faces=faces)
        return None


class ChooseDie(Step):
    """TOY-23.4: choose a die for a change."""

    seat: Open[Seat]
    change: Open[str]

    def ask(self, table: Ordeal) -> Ask:
        change = CHANGES[self.change]
        dice = [place for place, value in enumerate(table.pool) if change(value) in DIE]
        return Choose(self.seat, {PASS: None, **{f"die:{place}": place for place in dice}}, PASS, rule="TOY-23.4")

    def run(self, table: Ordeal, place: int | None) -> Follow:
        if place is None:
            return None
        if self.change == "reroll":
            return Reroll(place)
        table.pool[place] = CHANGES[self.change](table.pool[place])
        table.say("TOY-23.4", "changed", change=self.change, pool=list(table.pool))
        return None


class Reroll(Step):
    """TOY-23.5: roll one die again."""

    place: Open[int]

    def ask(self, table: Ordeal) -> Ask:
        return Roll("reroll", DIE, 1, rule="TOY-23.5")

    def run(self, table: Ordeal, faces: list[Face]) -> Follow:
        table.pool[self.place] = int(faces[0])
        return None


CHANGES: dict[str, Callable[[int], int]] = {
    "reroll": lambda value: value,
    "upgrade": lambda value: value + 1,
    "downgrade": lambda value: value - 1,
    "flip": lambda value: 7 - value,
}


class Evaluate(Step):
    """TOY-23.6: the three best dice against the target: glory, or a loss and a crack in the masquerade."""

    seat: Open[Seat]
    target: Open[int]

    def run(self, table: Ordeal) -> Follow:
        total = sum(sorted(table.pool)[-3:])
        table.say("TOY-23.6", "won" if total >= self.target else "failed", who=self.seat, total=total)
        if total >= self.target:
            table.heroes[self.seat].glory += 1
            if sum(hero.glory for hero in table.heroes) < GLORY:
                return None
            return End(Outcome(tuple(sorted(table.alive(table.places))), "TOY-22.6", "glory"))
        table.masquerade -= 1
        seats = [self.seat, *table.alive(table.clockwise(self.seat))]
        return before(table, Window("struck", seats, rule="TOY-24.1", frozen=True), Loss(self.seat, 1))


class Loss(Step):
    """TOY-24.2: lose life."""

    seat: Open[Seat]
    amount: Open[int]

    def run(self, table: Ordeal) -> Follow:
        table.heroes[self.seat].life -= self.amount
        table.say("TOY-24.2", "lost", who=self.seat, amount=self.amount)
        return None


class Die(Step):
    """TOY-24.3: a hero without life is dead at once; an open window stays open. On the own turn, it ends."""

    seat: Open[Seat]

    def run(self, table: Ordeal) -> Follow:
        hero = table.heroes[self.seat]
        hero.dead = True
        table.forget()
        hero.life = 0
        table.say("TOY-24.3", "died", who=self.seat)
        if not table.alive(table.places):
            return End(Outcome((), "TOY-22.6", "all are dead"))
        turn = table.nearest("Turn")
        if turn.seat == self.seat and not table.scope("Window"):
            turn.phase = 3
            return Unwind(Turn)
        return None


class BreakMasquerade(Step):
    """TOY-25.1: the first time it is at 4 or below, everybody spends half of their tokens, rounded down."""

    def ask(self, table: Ordeal) -> Ask | None:
        return in_turn(table.alive(table.places), "TOY-25.1") if table.broken else None

    def ask_of(self, table: Ordeal, seat: Seat) -> Ask:
        tokens = table.heroes[seat].tokens
        return ChooseSome(seat, keys(f"token:{n}" for n in range(tokens)), tokens // 2, tokens // 2, rule="TOY-25.2")

    def run(self, table: Ordeal, spent: dict[Seat, list[str]] | None) -> Follow:
        if spent is None:
            table.broken = True
            table.say("TOY-25.1", "broken")
            return Stay()
        for seat, tokens in spent.items():
            table.heroes[seat].tokens -= len(tokens)
            table.spent += len(tokens)
        return None


class EndOfTurn(Step):
    """TOY-22.5: draw a card; the discards are shuffled when the deck is empty."""

    seat: Open[Seat]

    def ask(self, table: Ordeal) -> Ask | None:
        return table.discards.asking("deck") if not table.deck.cards and table.discards.cards else None

    def run(self, table: Ordeal, order: list[str] | None) -> Follow:
        if order is not None:
            table.discards.shuffled(order)
            table.deck, table.discards = table.discards, table.deck
        if table.deck.cards:
            move(table.deck, table.heroes[self.seat].hand, to=only(self.seat))
            table.forget()
        return None


class Flee(Step):
    """TOY-22.4: the check and all that hangs on it are dropped, and the turn goes to its end."""

    def run(self, table: Ordeal) -> Follow:
        return Unwind(Turn)


class Drink(Step):
    """TOY-27.4: the flask heals one, at any time, once a game."""

    seat: Open[Seat]

    def run(self, table: Ordeal) -> Follow:
        table.heroes[self.seat].flask = False
        table.heroes[self.seat].life += 1
        table.say("TOY-27.4", "drank", who=self.seat)
        return None


class Edit(Step):
    """TOY-29.2: the guide heals, hurts, veils or tears."""

    what: Open[str]
    whom: Open[Seat]

    def run(self, table: Ordeal) -> Follow:
        table.count(table.scope("Turn"), "edit")
        if self.what == "heal":
            table.heroes[self.whom].life += 1
        elif self.what == "hurt":
            table.heroes[self.whom].life -= 1
        else:
            table.masquerade += 1 if self.what == "veil" else -1
        table.say("TOY-29.2", "edited", what=self.what, whom=self.whom)
        return None


class Copy(Step):
    """TOY-26.1: choose whose power to copy; a copy of a copying power copies again."""

    seat: Open[Seat]
    about: Open[int]
    not_again: Open[list[str]] = []

    def ask(self, table: Ordeal) -> Ask | None:
        usable = [key for key in COPIED if key not in self.not_again]
        return Choose(self.seat, {PASS: "", **keys(usable)}, PASS, rule="TOY-26.1") if usable else None

    def run(self, table: Ordeal, key: str | None) -> Follow:
        if not key:
            return None
        table.say("TOY-26.1", "copied", who=self.seat, power=key)
        if key in ("echo", "mimic"):
            return Copy(self.seat, self.about, [*self.not_again, key])
        return POWERS[key].effect(table, Use(self.seat, key, self.about))


def discard(table: Ordeal, use: Use) -> Follow:
    """A card's power is paid for by discarding it; which copy does not matter."""
    held = table.heroes[use.seat].hand
    card = min(card for card in held.cards if KIND[card] == use.power)
    move(held, table.discards, held.cards.index(card), to=EVERYONE)
    table.forget()
    return None


def change(kind: str) -> Callable[[Ordeal, Use], Follow]:
    """The effect of changing one die."""
    return lambda table, use: ChooseDie(use.seat, kind)


def slam(table: Ordeal, use: Use) -> Follow:
    """TOY-23.7: all dice are flipped."""
    table.pool = [7 - value for value in table.pool]
    table.say("TOY-23.7", "changed", change="flip", pool=list(table.pool))
    return None


def shudder(table: Ordeal, use: Use) -> Follow:
    """TOY-23.8: the best die is downgraded."""
    best = max(range(len(table.pool)), key=lambda place: table.pool[place])
    table.pool[best] = max(1, table.pool[best] - 1)
    table.say("TOY-23.8", "changed", change="downgrade", pool=list(table.pool))
    return None


def copies(table: Ordeal, use: Use) -> Follow:
    """TOY-26.1: copy another power."""
    return Copy(use.seat, use.about, [use.power])


def spite(table: Ordeal, use: Use) -> Follow:
    """TOY-24.4: the left neighbour suffers too."""
    others = table.alive(table.clockwise(use.seat))
    return Loss(others[0], 1) if others else None


def gasp(table: Ordeal, use: Use) -> Follow:
    """TOY-24.5: a loss is remembered; the masquerade cracks."""
    table.masquerade -= 1
    table.say("TOY-24.5", "gasped", who=use.seat)
    return None


def grit(table: Ordeal, use: Use) -> Follow:
    """TOY-24.6: nothing is lost, once a game."""
    table.amend(use.about, "TOY-24.6", amount=0)
    return None


def checked(table: Ordeal, use: Use) -> bool:
    """It is my check."""
    step = table.find(use.about)
    return step is not None and step.seat == use.seat


def struck(table: Ordeal, use: Use) -> bool:
    """The loss is still pending, and it is mine."""
    step = table.find(use.about)
    return step is not None and step.seat == use.seat and step.amount > 0


def forced(key: str, effect: Callable[[Ordeal, Use], Follow]) -> Power:
    """TOY-23.7, TOY-23.8: what the threat does to the dice of the one who is checked."""
    return Power(key=key, when="flip", effect=effect, condition=checked, mandatory=True, limit=1, per="Check")


POWERS = {
    power.key: power
    for power in (
        Power(key="frank", when="reroll", effect=change("reroll"), limit=1, per="Check"),
        Power(key="blade-up", when="upgrade", effect=change("upgrade"), limit=1, per="Check"),
        Power(key="blade-down", when="downgrade", effect=change("downgrade"), limit=1, per="Check"),
        Power(key="blade-flip", when="flip", effect=change("flip"), limit=1, per="Check"),
        Power(key="mimic", when="upgrade", effect=copies, limit=2, per="Turn", rule="TOY-26.1"),
        Power(key="nudge", when="upgrade", effect=change("upgrade"), cost=discard),
        Power(key="echo", when="flip", effect=copies, cost=discard, rule="TOY-26.1"),
        Power(key="flee", when="reroll", effect=lambda table, use: Flee(), cost=discard),
        forced("slam", slam),
        forced("shudder", shudder),
        Power(key="spite", when="struck", effect=spite, limit=1, per="Window", rule="TOY-24.4"),
        Power(key="gasp", when="struck", effect=gasp, limit=1, per="Window", rule="TOY-24.5"),
        Power(key="grit", when="struck", effect=grit, condition=struck, limit=1, per="", rule="TOY-24.6"),
    )
}
AT = {when: [power for power in POWERS.values() if power.when == when] for when in (*STAGES, "struck")}
NO_POWERS: Powers = {when: [] for when in AT}
FORCED = {power.key for power in POWERS.values() if power.mandatory}
GEAR = ({"frank", "grit"}, {"blade-up", "blade-down", "blade-flip"}, {"mimic", "grit"}, {"frank", "mimic"})


@functools.cache
def among(seat: Seat, held: frozenset[str]) -> Powers:
    """The powers of a seat that holds these kinds of cards."""
    mine = held | GEAR[seat % len(GEAR)] | FORCED
    return {when: [power for power in powers if power.key in mine] for when, powers in AT.items()}


COPIED = ("mimic", "echo", "frank", "blade-up", "blade-flip", "slam")


def setup(setup: Setup) -> Ordeal:
    """TOY-21: the table before the deal."""
    guide = setup.players - 1 if setup.options["guide"] else -1
    seats = [seat for seat in range(setup.players) if seat != guide]
    return Ordeal(
        players_count=setup.players,
        places=seats,
        heroes=[Hero(seat, hand("card", seat), face_up("card")) for seat in seats],
        deck=face_down("card", CARDS),
        discards=face_up("card"),
        days=3 if setup.options["short"] else 8,
        arbiter=setup.options["order"] == "arbiter",
        guide=guide,
        stack=[SetUp()],
    )


def refuse(setup: Setup) -> str | None:
    """A guide needs two heroes."""
    return "a guide needs two heroes" if setup.options["guide"] and setup.players < 3 else None


GAME = Game(
    id="toy-ordeal",
    title="Ordeal",
    version=3,
    players=(2, 3, 4),
    setup=setup,
    refuse=refuse,
    options=(
        Switch(key="short", title="Three days"),
        Switch(key="guide", title="The last seat guides"),
        Switch(key="order", title="Order of powers", default="arbiter", choices=("arbiter", "turn")),
    ),
    summary="Dice in stages, last words, copies of copies.",
    texts={
        "rolled": "{who:seat} rolls {faces}.",
        "changed": "{change}: the dice are {pool}.",
        "won": "{who:seat} wins with {total}.",
        "failed": "{who:seat} fails with {total}.",
        "lost": "{who:seat} loses {amount} life.",
        "died": "{who:seat} dies.",
        "broken": "The masquerade is broken.",
        "drank": "{who:seat} drinks.",
        "edited": "The guide decides: {what} {whom:seat}.",
        "copied": "{who:seat} copies {power}.",
        "gasped": "{who:seat} gasps.",
        "places": "{who:seat} and {whom:seat} change places.",
        "uses": "{who:seat} uses {power}.",
        "amended": "{step}: {field} is {new} instead of {old}.",
    },
    limit=5_000,
    together=True,
)
