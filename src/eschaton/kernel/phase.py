"""Phases in which all act at once and say when they are ready.

Whoever is ready is asked no more; they may take it back unasked until all are. What somebody else does to them may take
it back too (`touch`).
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from eschaton.kernel.ask import Ask, Choose, Options, Seat, race
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

READY, NOT_READY = "ready", "not-ready"


class Simultaneous(Step):
    """All players act; the phase closes when everybody is ready."""

    ready: Open[list[Seat]] = []

    @abstractmethod
    def actions(self, table: Any, seat: Seat) -> Options:
        """What this player may do now: keys to what `act` gets, by default the step that follows."""

    def act(self, table: Any, action: Any) -> Follow:
        """Do what a player has chosen."""
        return Stay(action)

    def closed(self, table: Any) -> Follow:
        """What follows when all are ready."""
        return None

    def ask(self, table: Any) -> Ask | None:
        """Everybody who is not ready."""
        ready = self.ready
        waiting = [seat for seat in table.places if seat not in ready] if ready else list(table.places)
        if not waiting:
            return None
        return race(waiting, self.cited())

    def ask_of(self, table: Any, seat: Seat) -> Choose | None:
        """The actions of one who is not ready, and to be so."""
        if seat in self.ready:
            return None
        options = self.actions(table, seat)
        options[READY] = None
        return Choose(seat, options, READY, rule=self.cited())

    def run(self, table: Any, answer: tuple[Seat, Any] | None) -> Follow:
        """Somebody acts, or is ready; with all ready it is over."""
        if answer is None:
            return self.closed(table)
        seat, action = answer
        if action is None:
            self.ready.append(seat)
            return Stay()
        return self.act(table, action)


class NotReady(Step):
    """A player is not ready after all. A game derives one that cites its rule."""

    seat: Open[Seat]

    def run(self, table: Any) -> Follow:
        """The phase asks them again."""
        touch(table, self.seat)
        return None


def touch(table: Any, seat: Seat) -> None:
    """Something has changed for this player: they are no longer ready."""
    for step in table.stack:
        if isinstance(step, Simultaneous) and seat in step.ready:
            step.ready.remove(seat)


def may_take_back(table: Any, seat: Seat) -> bool:
    """Whether this player is ready while others are not."""
    top = table.stack[-1] if table.stack else None
    return isinstance(top, Simultaneous) and seat in top.ready
