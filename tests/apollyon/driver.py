"""Plays SCP: Apollyon in a test the way one talks about it: a position, what is rolled, done and expected.

    def test_plain_win(apollyon):
        game = apollyon(players=1).character("Ana", S0, "2/2").character("Bo", S0, "3/2")
        game.situation("slot.1", "euclid", tokens=2).next_anomaly("Thing", "euclid", "3/4")
        game.team(S0, "mtf-01", "Ana", "Bo").dice("3 6 1 4 2", "5", "2 5 3").plan(S0, "ana", "bo")
        game.investigate("slot.1")
        assert game.at("Thing") == "subdued"

**Position.** `apollyon(players, **options)` is a table after set-up with nothing on it: no Characters, no anomalies,
empty slots and pools, M as at the start. Any card can be conjured; it is known by its name in small letters.

    character("Ana", S0, "2/2", "leader 2", "scout", zone=…, medals=…, cogs=…, minions="1/1 1/1", …)
    anomaly("Thing", "keter", "4/5", zone="public" | "tc" | "ac" | "subdued", seat=…, tokens="space personnel", …)
    next_anomaly("Thing", "euclid", "3/4", damage="cog")      on top of its deck
    situation("slot.1", "euclid", cost=1, tokens=1, rewards={"resources": 1})      in a slot, or "top", "bottom"
    pool(S0, space=1, personnel=2)     masquerade(12)     broken()     director(S0, "scout")
    team(S0, "mtf-01", "Ana", "Bo")    these are in the MTF, in this order
    says("thing", "every contact", function)      a text, as a function of (table, use)
    text("thing", "Monthly: Lose 1 Masquerade.")   a text, as cards are written

**Play.** Rolls are scripted with `dice("3 6 1", "5")`, one string for each roll; `plan(S0, "ana", …)` gives answers in
order, each as soon as it is legal; whatever else is asked gets its neutral answer; one without is an error.

    play(step)  play_on()            a step to its end; on to the end of what is going on
    begin(step)                      up to its first question
    investigate("slot.1"), capture("thing"), scout(), intel(), growth()
    answer(S0, "ready")              answer the question now open

**Questions.** `waiting` is the step that asks, `offers(S0)` the keys S0 may answer, `refused(S0, …)` whether an answer
is refused, `asks(S0)` the question itself.

**Reading.** `who("ana")`, `what("thing")`, `at("ana")` (zone), `m`, `pool_of(S0)`, `events("medal")`, `table`.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

from eschaton.cardtext.box import FRONT
from eschaton.cardtext.pack import slug
from eschaton.cardtext.parse import parse_text
from eschaton.cardtext.stack import load_stack
from eschaton.games.apollyon import game_with
from eschaton.games.apollyon.box.cards import BOXES, CONTAINED, ApollyonBox
from eschaton.games.apollyon.box.components import ASSETS, TEAMS
from eschaton.games.apollyon.box.facts import KINDS, ApollyonLaid, Band, CharacterCard, Rewards, SituationCard
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.decks import turn_up_next, unknown_side_up
from eschaton.games.apollyon.rules.growth import GrowthPhase
from eschaton.games.apollyon.rules.intel import IntelPhase
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.scouting import Scouting
from eschaton.games.apollyon.rules.setup import laid_out
from eschaton.games.apollyon.rules.zones import minions_of
from eschaton.games.apollyon.state import Anomaly, Apollyon, Character, Situation
from eschaton.kernel.ask import CHANCE, NOBODY
from eschaton.kernel.save import normal
from eschaton.kernel.step import Step
from eschaton.kernel.window import Power, Use
from tests.driver import Driver as Base

S0, S1, S2, S3, S4, S5 = range(6)

STACK = load_stack(WORDS, [Path(__file__).with_name("small.toml")])
GAME = game_with(STACK, "apollyon-small", "SCP: Apollyon, a small box")
_numbers = itertools.count(1)


def key(name: str) -> str:
    """A card's id from its name."""
    return name if "#" in name else slug(name)


def ratings(stats: str) -> tuple[int, int]:
    """ "2/3" as Threat and Subdue."""
    threat, subdue = stats.split("/")
    return int(threat), int(subdue)


def bands(minions: str) -> tuple[Band, ...]:
    """ "1/1 0/2" as Minions."""
    return tuple(Band(*ratings(minion)) for minion in minions.split())


def tokens(listed: str) -> dict[str, int]:
    """ "space space personnel" as a count of each."""
    found = listed.split()
    return {kind: found.count(kind) for kind in ASSETS if kind in found}


def own_box(players: int) -> ApollyonBox:
    """A box of the small pack that a test may change."""
    whole = BOXES.box(f"{BOXES.lay(STACK, WORDS)}:{players}")
    return BOXES.keep(whole.opened(f"test {next(_numbers)}:{players}"))


class Driver(Base[Apollyon]):
    """A game in a test. See the module's docstring."""

    def __init__(self, players: int = 1, **options: Any) -> None:
        self.open_box(players, options)
        self.lay_out(players)

    def open_box(self, players: int, options: dict[str, Any]) -> None:
        """A table with a box of its own, before its first question."""
        self.box = own_box(players)
        super().__init__(normal(laid_out(GAME.checked(players, options), self.box.key)))

    @classmethod
    def dealt(cls, players: int, **options: Any) -> Driver:
        """The real set-up, before its first question."""
        game = cls.__new__(cls)
        game.open_box(players, options)
        return game

    def lay_out(self, players: int) -> None:
        """The position every test begins with."""
        table: Apollyon = self.table
        table.stack.clear()
        table.turn = 1
        turn_up_next(table)
        for site in table.sites:
            site.pool = dict.fromkeys(ASSETS, 0)
            site.director = table.directors.take(0)[0]
        table.forget()

    # Position.

    def character(self, name: str, seat: int, stats: str, *skills: str, **tokens: Any) -> Driver:
        piece = key(name)
        threat, subdue = ratings(stats)
        numbered = {skill.partition(" ")[0]: int(skill.partition(" ")[2] or 1) for skill in skills}
        minions = bands(tokens.pop("minions", ""))
        cost = tokens.pop("cost", {"personnel": 1})
        card: Any = CharacterCard(
            name=name,
            id=piece,
            threat=threat,
            subdue=subdue,
            cost=cost,
            skills=numbered,
            minions=minions,  # type: ignore[arg-type]
        )
        self.box.add(piece, card)
        if seat >= 0:
            self.table.characters[piece] = Character(seat, minions=minions_of(minions), **tokens)
        return self.edited()

    def anomaly_card(self, name: str, object_class: str, stats: str, **facts: Any) -> str:
        """Put an anomaly into the box."""
        piece = key(name)
        threat, subdue = ratings(stats)
        facts["minions"] = bands(facts.pop("minions", ""))
        if "cost" in facts:
            facts["containment"] = tokens(facts.pop("cost"))
        kind: Any = ApollyonLaid if object_class == "apollyon" else KINDS[object_class]
        self.box.add(piece, kind(name=name, id=piece, threat=threat, subdue=subdue, **facts))
        return piece

    def anomaly(
        self, name: str, object_class: str, stats: str, zone: str = "public", seat: int = -1, **given: Any
    ) -> Driver:
        state = {field: given.pop(field) for field in ("row", "study", "counters", "mtf", "moved") if field in given}
        held = tokens(given.pop("tokens", ""))
        piece = self.anomaly_card(name, object_class, stats, **given)
        minions = minions_of(self.box.anomalies[piece].minions)
        self.table.anomalies[piece] = Anomaly(zone, seat, tokens=held, minions=minions, **state)
        return self.edited()

    def next_anomaly(self, name: str, object_class: str, stats: str, **facts: Any) -> Driver:
        self.table.decks[object_class].put(self.anomaly_card(name, object_class, stats, **facts))
        return self.edited()

    def situation(
        self,
        place: str,
        object_class: str,
        cost: int = 1,
        tokens: int | None = None,
        rewards: dict[str, int] | None = None,
        danger: int = 1,
    ) -> Driver:
        piece = f"case-{next(_numbers)}"
        card: Any = SituationCard(
            name=piece,
            id=piece,
            danger=danger,
            masquerade_cost=cost,
            object_class=object_class,  # type: ignore[arg-type]
            rewards=Rewards(**(rewards or {})),
        )
        self.box.add(piece, card)
        pile = unknown_side_up(self.table, piece, NOBODY)
        if place == "top":
            if self.table.next_situation.cards:
                self.table.decks["situation"].put(self.table.next_situation.take()[0])
            self.table.next_situation = pile
        elif place == "bottom":
            self.table.decks["situation"].put(piece, at=0)
        else:
            self.table.situations[place] = Situation(pile, cost if tokens is None else tokens)
        return self.edited()

    def situations_dealt_next(self, *costs: int, object_class: str = "safe") -> Driver:
        """The deck from its top: Situations of these costs."""
        for cost in reversed(costs):
            self.situation("top", object_class, cost)
        return self.edited()

    def pool(self, seat: int, **assets: int) -> Driver:
        self.table.sites[seat].pool.update(assets)
        return self.edited()

    def masquerade(self, points: int) -> Driver:
        self.table.masquerade = points
        return self.edited()

    def broken(self) -> Driver:
        self.table.broken = True
        return self.edited()

    def team(self, seat: int, mtf: str, *names: str) -> Driver:
        for name in names:
            who = self.table.characters.pop(key(name))
            self.table.characters[key(name)] = who
            who.zone = mtf
        return self.edited()

    def says(
        self, piece: str, timing: str, effect: Callable[[Any, Use], Any], contained: bool = False, may: bool = False
    ) -> Driver:
        """A text as a function."""
        number = sum(power.startswith(f"{piece}/") for power in self.box.powers) + 1
        power = Power(key=f"{piece}/{number}", when=timing, effect=effect, mandatory=not may)
        self.box.empower(piece, [power], CONTAINED if contained else FRONT)
        return self.edited()

    def text(self, piece: str, lines: str, kind: str = "") -> Driver:
        """A text as cards are written, on a card of this kind."""
        kind = kind or ("character" if piece in self.table.characters else "euclid")
        self.box.say(piece, kind, parse_text(WORDS, lines))
        return self.edited()

    # Play.

    def dice(self, *rolls: str) -> Driver:
        self.script.extend([int(face) for face in roll.replace(",", " ").split()] for roll in rolls)
        return self

    def begin(self, *steps: Step) -> Driver:
        self.table.stack.clear()
        self.table.push(list(steps))
        self.edited().settle()
        return self

    def play(self, *steps: Step) -> Driver:
        return self.begin(*steps).play_on()

    def play_on(self, until: str = "") -> Driver:
        """On until a step of this name asks, or to the end of what is going on."""
        self.advance(lambda question: self.waiting == until)
        assert self.settle() is not None or not self.script, f"not rolled: {self.script}"
        return self

    def roll(self, faces: str) -> Driver:
        """The dice now asked for."""
        return self.answer(CHANCE, [int(face) for face in faces.split()])

    def investigate(self, place: str, *mtfs: str) -> Driver:
        return self.play(Resolve(place, list(mtfs or self.manned())))

    def capture(self, piece: str, *mtfs: str) -> Driver:
        return self.play(Capture(list(mtfs or self.manned()), anomaly=piece))

    def scout(self, *mtfs: str) -> Driver:
        return self.play(Scouting(list(mtfs or self.manned())))

    def intel(self) -> Driver:
        self.table.phase = "intel"
        return self.play(IntelPhase())

    def growth(self) -> Driver:
        """Up to the question what to do."""
        self.table.phase = "growth"
        return self.begin(GrowthPhase()).play_on(until="Growth")

    def manned(self) -> list[str]:
        """The MTFs that have Characters."""
        return [mtf for mtf, place in TEAMS.items() if place[0] < len(self.table.sites) and self.table.in_zone(*place)]

    # Reading.

    def who(self, name: str) -> Character:
        found: Character = self.table.characters[key(name)]
        return found

    def what(self, name: str) -> Anomaly:
        found: Anomaly = self.table.anomalies[key(name)]
        return found

    def at(self, name: str) -> str:
        """Where a Character or anomaly is: its zone, "discard", or nothing."""
        piece, table = key(name), self.table
        for shelf in (table.characters, table.anomalies):
            if piece in shelf:
                return str(shelf[piece].zone)
        return "discard" if any(piece in pile for pile in table.discards.values()) else ""

    @property
    def m(self) -> int:
        return int(self.table.masquerade)

    def pool_of(self, seat: int) -> dict[str, int]:
        return {kind: many for kind, many in self.table.sites[seat].pool.items() if many}
