"""SA-26 to SA-28: Breach Checks, breaches and Breach Cascades. Each leads to the others, so they stand together."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import (
    AC,
    APOLLYON,
    BREACH_HOME,
    BREACH_MEASURE,
    GARRISON,
    MEASURE,
    MET,
    POP,
    PUBLIC,
    SAFE,
    SENTINEL,
    SPACE,
    TC,
    THAUMIEL,
)
from eschaton.games.apollyon.box.names import worded
from eschaton.games.apollyon.box.timings import BREACHED
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.containment import ContainAtOnce, to_temporary
from eschaton.games.apollyon.rules.dice import rolling
from eschaton.games.apollyon.rules.engagement import Encounter, Engagement
from eschaton.games.apollyon.rules.ratings import may, measure, minions_threat, skill, threat
from eschaton.games.apollyon.rules.zones import place_anomaly, vacate
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat, keys
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

HARMLESS_CLASSES = frozenset({SAFE, THAUMIEL})


def can_breach(table: Apollyon, piece: str) -> bool:
    """SA-Q-104: whether an anomaly may breach at all."""
    return bool(table.read(f"may breach:{piece}", None, table.box.anomalies[piece].can_breach))


# Breach Checks (section 28).


class BreachCheck(Step):
    """SA-28, SA-24.6, SA-28.2, SA-28.11, SA-28.13 to SA-28.15: in TC it breaches at once; in AC it rolls its Threat,
    die by die, against one Containment Token each.

    `aside` holds tokens that have failed; they still lie on the card, and stand again if it does not breach. Where none
    can be Destroyed (SA-28.8), they are all alike, and nobody is asked which stands.
    """

    anomaly: Open[str]
    dice: Open[int] = -1  # left to roll; -1 before it begins
    aside: Open[dict[str, int]] = {}
    token: Open[str] = ""  # the measure token

    def ask(self, table: Apollyon) -> Ask | None:
        if self.dice <= 0:
            return None
        standing = self.standing(table)
        if self.token or len(standing) == 1 or self.object_class(table) in HARMLESS_CLASSES:
            return rolling("breach check", 1, "SA-28.3")
        return Choose(self.seat(table), keys(standing), rule="SA-28.4")

    def prompt(self, table: Apollyon) -> str:
        return f"Which token stands against {table.describe(self.anomaly).label}?"

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, worded(key), (self.anomaly,))

    def standing(self, table: Apollyon) -> list[str]:
        """The kinds of its Containment Tokens of which one has not failed."""
        aside = self.aside
        return [kind for kind, many in table.anomalies[self.anomaly].tokens.items() if many > aside.get(kind, 0)]

    def can_strike(self, table: Apollyon) -> bool:
        """SA-Q-58, SA-Q-104: whether there is anything that could breach."""
        what = table.anomalies.get(self.anomaly)
        return what is not None and what.zone in (AC, TC) and can_breach(table, self.anomaly)

    def run(self, table: Apollyon, answer: str | list[int] | None) -> Follow:
        if isinstance(answer, list):
            return self.rolled(table, answer[0])
        if isinstance(answer, str):
            self.token = answer
            return Stay()
        if self.dice == 0:
            table.say("SA-28.12", "held", anomaly=self.anomaly)
            return None
        return self.begin(table)

    def begin(self, table: Apollyon) -> Follow:
        """Whether there is anything to roll (SA-Q-58, SA-Q-104)."""
        if not self.can_strike(table):
            return None
        what = table.anomalies[self.anomaly]
        table.say("SA-28.1", "breach check", anomaly=self.anomaly, who=what.seat)
        if what.zone == TC:
            return Breach(self.anomaly)
        self.dice = threat(table, self.anomaly) + minions_threat(table, self.anomaly)
        if self.dice and not self.standing(table):
            return Breach(self.anomaly)
        return Stay()

    def rolled(self, table: Apollyon, face: int) -> Follow:
        """SA-28.6, SA-28.7: a success makes the measure token fail; when none stands, it breaches.

        A pop Destroys the token, and does so by its face, whatever the measure (SA-Q-13).
        """
        token = self.token or self.standing(table)[0]
        self.token = ""
        self.dice -= 1
        failed = face >= self.measure(table)
        destroyed = self.destroys(table, token, face, failed)
        end = "is Destroyed" if destroyed else "fails" if failed else "holds"
        table.say("SA-28.3", "tested", anomaly=self.anomaly, token=token, face=face, end=end)
        if destroyed:
            tokens = table.anomalies[self.anomaly].tokens
            tokens[token] -= 1
            if not tokens[token]:
                del tokens[token]
        elif failed:
            self.aside[token] = self.aside.get(token, 0) + 1
        return Stay() if self.standing(table) else Breach(self.anomaly)

    def measure(self, table: Apollyon) -> int:
        """SA-28.5: by class; texts may change it for the site, or for this anomaly."""
        base = measure(table, "breach check", BREACH_MEASURE[self.object_class(table)], self.seat(table))
        return measure(table, "breach check", base, piece=self.anomaly)

    def seat(self, table: Apollyon) -> Seat:
        """Whose site it is at."""
        return table.anomalies[self.anomaly].seat

    def object_class(self, table: Apollyon) -> str:
        """The class of the anomaly."""
        return table.box.anomalies[self.anomaly].object_class

    def destroys(self, table: Apollyon, token: str, face: int, failed: bool) -> bool:
        """SA-28.7 to SA-28.10: whether a die Destroys the token; Space is immune unless the card says otherwise."""
        if token == SPACE and not table.box.anomalies[self.anomaly].destroys_space:
            return False
        name = self.object_class(table)
        return (name == APOLLYON and failed) or (face == POP and name not in HARMLESS_CLASSES)


# Breaches (section 26).


class Breach(Encounter):
    """SA-26, SA-26.5, SA-26.14, SA-26.15: an anomaly breaks out and engages the Garrison at once; then the Cascades
    it has triggered."""

    anomaly: Open[str]
    seat: Open[Seat] = -1
    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        if self.anomaly not in table.anomalies:
            return self.triggered()
        self.stage += 1
        return (self.break_out, self.fight, self.end)[self.stage - 1](table)

    def break_out(self, table: Apollyon) -> Follow:
        """SA-26.13: the Containment Tokens left go to the pool before anybody fights."""
        what = table.anomalies[self.anomaly]
        self.seat = what.seat
        what.breached = True
        vacate(table, self.anomaly)
        place_anomaly(table, self.anomaly, MET, rule="SA-26.1")
        table.say("SA-26.1", "breach", anomaly=self.anomaly, who=self.seat)
        return Stay(*announce(table, BREACHED, about=self.serial))

    def fight(self, table: Apollyon) -> Follow:
        """SA-26.1, SA-26.6: the Garrison fights with the Personnel, or nobody does.

        At home the anomaly's measure is higher and its pops trigger Cascades (SA-26.2, SA-26.4).
        """
        engagement = Engagement(
            self.anomaly,
            table.in_zone(self.seat, GARRISON),
            self.seat,
            self.serial,
            site=self.seat,
            cascading=True,
            anomaly_measure=MEASURE + BREACH_HOME,
        )
        return Stay(engagement)

    def end(self, table: Apollyon) -> Follow:
        """SA-26.9, SA-26.11, SA-26.12: Re-Contained, held by a Sentinel, or loose; the Cascades come after that."""
        follow: list[Step] = []
        if table.anomalies[self.anomaly].zone == MET:
            if self.subdued:
                to_temporary(table, self.anomaly, self.seat, "SA-26.9")
                follow.append(ContainAtOnce(self.anomaly, self.seat))
            elif any(skill(table, piece, SENTINEL) for piece in table.in_zone(self.seat, GARRISON)):
                to_temporary(table, self.anomaly, self.seat, "SA-33.17")
            else:
                place_anomaly(table, self.anomaly, PUBLIC, rule="SA-26.11")
        return [*follow, *self.triggered()]

    def triggered(self) -> list[Step]:
        """SA-Q-56: one Cascade after the other, each with all that follows from it."""
        return [Cascade(self.seat) for _ in range(self.cascades)]


# Breach Cascades (section 27).


class Cascade(Step):
    """SA-27, SA-27.6, SA-27.7: the site's player chooses a row of AC; a die is counted along it, and where it ends
    is a Breach Check."""

    seat: Open[Seat]
    row: Open[int] = -1

    def ask(self, table: Apollyon) -> Ask | None:
        if self.row >= 0:
            return rolling("cascade", 1, "SA-27.4")
        rows = rows_at_risk(table, self.seat)
        if len(rows) < 2:
            return rolling("cascade", 1, "SA-27.4") if rows else None
        options: Options = {f"row{at + 1}": at for at in rows}
        return Choose(self.seat, options, rule="SA-27.1", prompt="Which row does the Breach Cascade run along?")

    def run(self, table: Apollyon, answer: int | list[int] | None) -> Follow:
        if answer is None:
            table.say("SA-27.3", "fizzled", who=self.seat)
            return None
        if isinstance(answer, list):
            return self.counted(table, answer[0])
        self.row = answer
        return Stay()

    def can_strike(self, table: Apollyon) -> bool:
        """SA-27.2: whether anything can come of it."""
        return bool(rows_at_risk(table, self.seat))

    def counted(self, table: Apollyon, face: int) -> Follow:
        """SA-27.4, SA-27.5: from the left and round again, past those that have breached this turn."""
        row = self.row if self.row >= 0 else rows_at_risk(table, self.seat)[0]
        there = [piece for piece in table.rows(self.seat)[row] if not table.anomalies[piece].breached]
        hit = there[(face - 1) % len(there)]
        table.say("SA-27.4", "cascade", who=self.seat, face=face, anomaly=hit)
        return BreachCheck(hit)

    def describe(self, table: Apollyon, key: str) -> Option:
        row = table.rows(self.seat)[int(key.removeprefix("row")) - 1]
        return Option(key, f"Row {key.removeprefix('row')}", tuple(row))


def rows_at_risk(table: Apollyon, seat: Seat) -> list[int]:
    """SA-27.2, SA-Q-57: the rows with an anomaly that may breach and has not breached this turn."""
    if not may(table, "cascade", seat):
        return []
    return [
        at
        for at, row in enumerate(table.rows(seat))
        if any(not table.anomalies[piece].breached and can_breach(table, piece) for piece in row)
    ]
