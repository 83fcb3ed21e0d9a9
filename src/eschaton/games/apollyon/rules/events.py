"""SA-23: the Event Phase: the Event or the Apollyon, then transfer Counters, then Event Phase effects."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import (
    AC,
    AMNESTICS,
    AMNESTICS_MEASURE,
    EXPERT,
    GARRISON,
    PUBLIC,
    SAFE,
    SEAT_KEYS,
    TC,
    THAUMIEL,
)
from eschaton.games.apollyon.box.timings import EVENT, EVENT_PHASE
from eschaton.games.apollyon.options import EVENT_CARDS, EVENT_CHOICE, EVENT_DIE
from eschaton.games.apollyon.rules.announce import StepEffects, announce
from eschaton.games.apollyon.rules.breach import BreachCheck, Cascade, can_breach
from eschaton.games.apollyon.rules.decks import Drawing, draw
from eschaton.games.apollyon.rules.dice import rolling, successes
from eschaton.games.apollyon.rules.finale import GiantEngagement, apollyons_in, engages_all
from eschaton.games.apollyon.rules.offers import everybody
from eschaton.games.apollyon.rules.ratings import may, measure, skill
from eschaton.games.apollyon.rules.situations import DealSituation
from eschaton.games.apollyon.rules.strikes import InAnyOrder
from eschaton.games.apollyon.rules.study import scientists_study
from eschaton.games.apollyon.rules.tracker import gain_masquerade
from eschaton.games.apollyon.rules.zones import gain_character
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE, Ask, Choose, Option, Options, Seat, keys
from eschaton.kernel.council import Decide, Joint
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import PASS, Use

AMNESTICS_OF = "amnestics:"


class EventPhase(Joint):
    """SA-23, SA-31.3: an Event, or the Apollyon's engagement instead; then the checks of moved anomalies; then
    effects."""

    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        match self.stage:
            case 1:
                return Stay(*self.event(table))
            case 2:
                return Stay(*self.chosen())
            case 3:
                moved = [piece for piece, what in table.anomalies.items() if what.moved]
                return Stay(*(TransferCheck(piece) for piece in moved))
            case 4:
                return Stay(EventEffects())
        return None

    def event(self, table: Apollyon) -> list[Step]:
        """SA-23.1, SA-23.9, SA-Q-32: what this month brings."""
        loose = apollyons_in(table, PUBLIC)
        if loose:
            return [GiantEngagement(piece) for piece in loose if engages_all(table, piece)]
        if not may(table, "event"):
            table.say("SA-23.1", "no event")
            return []
        mode = table.options["event_mode"]
        if mode == EVENT_CHOICE:
            seats = everybody(table)
            about = "An Event card, or the Event Die?"
            return [Decide([EVENT_CARDS, EVENT_DIE], self.serial, seats, seats, about, "SA-Q-28", EVENT_CARDS)]
        self.decision = [mode]
        return []

    def chosen(self) -> list[Step]:
        """A card or the die."""
        mode = self.take_decision()
        return [DrawEvent()] if mode == EVENT_CARDS else [EventDie()] if mode == EVENT_DIE else []


class DrawEvent(Drawing):
    """SA-23.1: an Event card is drawn, carried out and discarded."""

    def deck(self, table: Apollyon) -> str:
        return "event"

    def drawn(self, table: Apollyon) -> Follow:
        piece = draw(table, "event")
        if not piece:
            return None
        table.discards["event"].put(piece, EVERYONE)
        table.say("SA-23.1", "event", card=piece)
        return announce(table, EVENT, sources=[piece], seat=table.administrator)


class EventDie(Step):
    """SA-23.1, SA-23.5, SA-34.3: the Event Die is rolled instead of a card."""

    def ask(self, table: Apollyon) -> Ask:
        return rolling("event die", 1, "SA-23.1")

    def run(self, table: Apollyon, faces: list[int]) -> Follow:
        face = faces[0]
        table.say("SA-23.1", "event die", face=face)
        many = table.players_count
        match face:
            case 1:
                return InAnyOrder([Cascade(seat) for seat in everybody(table)])  # SA-23.2
            case 2:
                return NameAnomalies(everybody(table), True)  # SA-23.3
            case 3:
                return NameAnomalies(everybody(table))  # SA-23.4
            case 4:
                return NameAnomalies(everybody(table)) if table.options["event_die_4"] == "as_3" else None  # SA-Q-29
            case 5:
                return [DealSituation() for _ in range(-(-many // 3))]  # SA-23.6
        return [HandOut() for _ in range(-(-many // 2))]  # SA-23.7


class NameAnomalies(Step):
    """SA-23.3, SA-23.4: each player names another anomaly; once the list is fixed (SA-Q-99), all check."""

    seats: Open[list[Seat]]
    dangerous: Open[bool] = False  # neither Safe nor Thaumiel, in AC or TC; otherwise: in TC
    named: Open[list[str]] = []

    def ask(self, table: Apollyon) -> Ask | None:
        found = self.eligible(table) if self.seats else []
        if self.are_all_named(table, found):
            return None
        return Choose(self.seats[0], keys(found), rule="SA-Q-30", prompt="Which anomaly makes a Breach Check?")

    def eligible(self, table: Apollyon) -> list[str]:
        """Those that may be named; such as cannot breach only when no other is left (SA-Q-104)."""
        found = [
            piece
            for piece, what in table.anomalies.items()
            if piece not in self.named and self.fits(table, piece, what.zone)
        ]
        return [piece for piece in found if can_breach(table, piece)] or found

    def are_all_named(self, table: Apollyon, found: list[str]) -> bool:
        """Whether there is nothing to choose: as many as there are will be named, or none of them can breach."""
        return len(found) <= len(self.seats) or not can_breach(table, found[0])

    def fits(self, table: Apollyon, piece: str, zone: str) -> bool:
        """SA-Q-30, SA-Q-31: whether an anomaly is of the sort that is looked for."""
        if not self.dangerous:
            return zone == TC
        return zone in (AC, TC) and table.box.anomalies[piece].object_class not in (SAFE, THAUMIEL)

    def run(self, table: Apollyon, piece: str | None) -> Follow:
        named = [piece] if piece is not None else self.eligible(table)[: len(self.seats)]
        if not named:
            return InAnyOrder([BreachCheck(named) for named in self.named])
        self.named += named
        self.seats = self.seats[len(named) :]
        return Stay()


class HandOut(Drawing, Joint):
    """SA-23.8: a Character from the deck joins the site the players name, On Vacation."""

    character: Open[str] = ""

    def deck(self, table: Apollyon) -> str:
        return "" if self.character else "character"

    def drawn(self, table: Apollyon) -> Follow:
        if self.character:
            seat = SEAT_KEYS.index(self.take_decision())
            table.aside.take(table.aside.cards.index(self.character))
            gain_character(table, self.character, seat)
            return None
        self.character = draw(table, "character")
        if not self.character:
            return None
        table.aside.put(self.character, EVERYONE)
        seats = everybody(table)
        names = [SEAT_KEYS[seat] for seat in seats]
        about = f"Who gets {table.describe(self.character).label}?"
        return Stay(Decide(names, self.serial, seats, seats, about, "SA-23.8", names[0]))


class TransferCheck(Step):
    """SA-23.14, SA-Q-22: an anomaly with a transfer Counter loses it and checks; one that has breached has none."""

    anomaly: Open[str]

    def run(self, table: Apollyon) -> Follow:
        what = table.anomalies.get(self.anomaly)
        if what is None or not what.moved:
            return None
        what.moved = False
        return BreachCheck(self.anomaly)


class EventEffects(StepEffects):
    """SA-23.12, SA-23.13: texts of the Event Phase, Scientists and Amnestics, in the order the players like.

    Scientists study as soon as they can; the usual order begins with Amnestics.
    """

    timing: Open[str] = EVENT_PHASE
    left: Open[list[str]] = []
    rolled: Open[list[str]] = []  # Characters that have rolled Amnestics, or will not
    studied: Open[list[str]] = []

    def run(self, table: Apollyon, answer: Use | Seat | None) -> Follow:
        scientists_study(table, self.studied)
        return super().run(table, answer)

    def is_mandatory(self, table: Apollyon, key: str) -> bool:
        return key.startswith(AMNESTICS_OF) or super().is_mandatory(table, key)

    def uses(self, table: Apollyon) -> dict[str, Use]:
        able = [seat for seat in everybody(table) if able_amnestics(table, seat, self.rolled)]
        rolls = [UseAmnestics(seat, f"{AMNESTICS_OF}{SEAT_KEYS[seat]}", self.serial) for seat in able]
        return {**{use.power: use for use in rolls}, **super().uses(table)}

    def describe(self, table: Apollyon, key: str) -> Option:
        if not key.startswith(AMNESTICS_OF):
            return super().describe(table, key)
        seat = key.removeprefix(AMNESTICS_OF)
        return Option(key, f"Amnestics of {seat}", tuple(able_amnestics(table, SEAT_KEYS.index(seat), self.rolled)))


def able_amnestics(table: Apollyon, seat: Seat, rolled: list[str]) -> list[str]:
    """The Garrisoned Characters of a site that have Amnestics and have not rolled yet."""
    return [piece for piece in table.in_zone(seat, GARRISON) if piece not in rolled and skill(table, piece, AMNESTICS)]


class UseAmnestics(Use):
    """SA-33.1, SA-Q-78: each Garrisoned Character of a site with Amnestics may roll, once. `about` is the effects."""

    def ask(self, table: Apollyon) -> Ask | None:
        left = able_amnestics(table, self.seat, table.pending(self.about).rolled)
        if not left:
            return None
        options: Options = {**keys(left), PASS: None}
        return Choose(self.seat, options, left[0], rule="SA-33.1", prompt="Who rolls Amnestics?")

    def run(self, table: Apollyon, piece: str | None = None) -> Follow:
        rolled = table.pending(self.about).rolled
        if piece is None:
            rolled += able_amnestics(table, self.seat, rolled)
            return None
        rolled.append(piece)
        return Stay(RollAmnestics(piece))


class RollAmnestics(Step):
    """SA-33.1: X dice at measure 4; each success gives 1 M. A 6 does no more than that (SA-8.13)."""

    character: Open[str]

    def ask(self, table: Apollyon) -> Ask:
        return rolling("amnestics", skill(table, self.character, AMNESTICS), "SA-33.1")

    def run(self, table: Apollyon, faces: list[int]) -> Follow:
        seat = table.characters[self.character].seat
        points = successes(faces, measure(table, "amnestics", AMNESTICS_MEASURE, seat))
        if len(faces) > 1:
            points += skill(table, self.character, EXPERT)  # SA-Q-71
        table.say("SA-33.1", "amnestics", character=self.character, faces=faces)
        gain_masquerade(table, points, "SA-33.1", self.character)
        return None
