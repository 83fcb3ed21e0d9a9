"""SA-Q-99: what strikes several sites is carried out one after the other, in an order the players choose."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Final

from eschaton.cardtext import data as d
from eschaton.cardtext.announce import ALL_IN_ORDER, IN_ORDER
from eschaton.games.apollyon.box.components import AC, SEAT_KEYS, TC
from eschaton.games.apollyon.rules.breach import BreachCheck, Cascade, can_breach, rows_at_risk
from eschaton.games.apollyon.rules.offers import everybody
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Choose, Option, Seat, keys
from eschaton.kernel.council import Council
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

CASCADES, CHECKS = "Whose Breach Cascade comes next?", "Whose Breach Check comes next?"
STRIKES: Final = {"suffer": CASCADES, "check": CHECKS}
"""Verbs of texts that strike sites, and the question which of several is the next."""


class Struck(Council):
    """SA-Q-99: which is struck next; the usual order is from the Administrator on."""

    usual: ClassVar[str] = IN_ORDER

    @abstractmethod
    def striking(self, table: Apollyon) -> dict[str, Seat]:
        """Those to whom anything can happen, and their sites: the order of the others does not matter."""

    @abstractmethod
    def which(self) -> str:
        """The question in words."""

    @abstractmethod
    def next_one(self, table: Apollyon, key: str) -> Step:
        """What strikes this one, who is then no longer among those left."""

    @abstractmethod
    def all_left(self, table: Apollyon) -> list[Step]:
        """What strikes all who are left, in the usual order."""

    def question(self, table: Apollyon) -> Choose | None:
        striking = self.striking(table)
        if len(striking) < 2:
            return None
        sites = set(striking.values())
        seat = sites.pop() if len(sites) == 1 else table.administrator
        return Choose(seat, keys([IN_ORDER, *striking]), IN_ORDER, rule="SA-Q-99", prompt=self.which())

    def concerned(self, table: Apollyon) -> Iterable[Seat]:
        return self.striking(table).values()

    def carried(self, table: Apollyon, key: str) -> Follow:
        return self.all_left(table) if key in ("", IN_ORDER) else Stay(self.next_one(table, key))

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, ALL_IN_ORDER) if key == IN_ORDER else table.describe(key)


class InAnyOrder(Struck):
    """SA-Q-99: Breach Cascades or Breach Checks of several sites."""

    left: Open[list[Cascade | BreachCheck]]

    def striking(self, table: Apollyon) -> dict[str, Seat]:
        return {
            self.key(step): step.seat if isinstance(step, Cascade) else table.anomalies[step.anomaly].seat
            for step in self.left
            if step.can_strike(table)
        }

    def which(self) -> str:
        return CASCADES if isinstance(self.left[0], Cascade) else CHECKS

    def key(self, step: Cascade | BreachCheck) -> str:
        """What a step strikes."""
        return SEAT_KEYS[step.seat] if isinstance(step, Cascade) else step.anomaly

    def next_one(self, table: Apollyon, key: str) -> Step:
        chosen = next(step for step in self.left if self.key(step) == key)
        self.left = [step for step in self.left if step is not chosen]
        return chosen

    def all_left(self, table: Apollyon) -> list[Step]:
        return [*self.left]


class ToldInAnyOrder(Struck):
    """SA-Q-99: each of several players is told by a text to do what strikes the own site. `to` is the text's step."""

    left: Open[list[Seat]]
    to: int
    do: d.Act

    def striking(self, table: Apollyon) -> dict[str, Seat]:
        return {SEAT_KEYS[seat]: seat for seat in self.left if self.can_strike(table, seat)}

    def can_strike(self, table: Apollyon, seat: Seat) -> bool:
        """Whether anything can happen at a site."""
        if self.do.verb == "suffer":
            return bool(rows_at_risk(table, seat))
        held = (piece for zone in (AC, TC) for piece in table.anomalies_in(zone, seat))
        return any(can_breach(table, piece) for piece in held)

    def which(self) -> str:
        return STRIKES[self.do.verb]

    def next_one(self, table: Apollyon, key: str) -> Step:
        seat = SEAT_KEYS.index(key)
        self.left.remove(seat)
        return self.telling(table, seat)

    def all_left(self, table: Apollyon) -> list[Step]:
        return [self.telling(table, seat) for seat in self.left]

    def telling(self, table: Apollyon, seat: Seat) -> Step:
        """A player does it."""
        told: Step = table.pending(self.to).child((self.do,), actor=seat)
        return told


def administrator_first(table: Apollyon, seats: Iterable[Seat]) -> list[Seat]:
    """Players in the order of seats, from the Administrator on."""
    return sorted(seats, key=everybody(table).index)


def checks(table: Apollyon, pieces: Iterable[str]) -> list[Step]:
    """Breach Checks that a text demands, from the Administrator's site on, or in the order that is chosen."""
    line = everybody(table)
    there = {piece: table.anomalies[piece].seat for piece in pieces if table.anomalies[piece].seat >= 0}
    found = [BreachCheck(piece) for piece in sorted(there, key=lambda piece: line.index(there[piece]))]
    return [InAnyOrder([*found])] if len(found) > 1 else [*found]
