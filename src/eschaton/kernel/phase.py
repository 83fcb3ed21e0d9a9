"""Phases in which all act at once, and say when they are ready.

Whoever is ready is asked no more; they may take it back unasked until all are (`taking_back` among a game's rules).
What another player does to them may take it back too (`touch`).
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
        """What this player may do, or to be ready."""
        if seat in self.ready:
            return None
        table.stand_still(True)
        try:
            options = self.actions(table, seat)
        finally:
            table.stand_still(False)
        options[READY] = None
        return Choose(seat, options, READY, rule=self.cited())

    def run(self, table: Any, answer: tuple[Seat, Any] | None) -> Follow:
        """Somebody acts or is ready; or all are."""
        if answer is None:
            return self.closed(table)
        seat, action = answer
        if action is None:
            self.ready.append(seat)
            return Stay()
        return self.act(table, action)


def touch(table: Any, seat: Seat) -> None:
    """Somebody has changed what this player has to decide: they are no longer ready."""
    for step in table.stack:
        if isinstance(step, Simultaneous) and seat in step.ready:
            step.ready.remove(seat)


class TakeBack(Step):
    """A player is not ready after all."""

    seat: Open[Seat]

    def run(self, table: Any) -> Follow:
        """Ask them again."""
        touch(table, self.seat)
        return None


def taking_back(table: Any, seat: Seat) -> dict[str, Step]:
    """Whoever is ready may take it back while others are not."""
    top = table.stack[-1] if table.stack else None
    return {NOT_READY: TakeBack(seat)} if isinstance(top, Simultaneous) and seat in top.ready else {}
