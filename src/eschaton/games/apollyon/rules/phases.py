"""SA-11.2, SA-11.3, SA-Q-88: phases in which all act at once, and say when they are ready.

Whoever is ready is asked no more; they may take it back unasked until all are. What another player does to one's site
takes it back too.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Options, Seat, race
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

READY, NOT_READY = "ready", "not-ready"


class Simultaneous(Step):
    """SA-11.2: all players act; the phase closes when everybody is ready."""

    ready: Open[list[Seat]] = []

    @abstractmethod
    def actions(self, table: Apollyon, seat: Seat) -> Options:
        """What this player may do now: keys to what `act` gets, by default the step that follows."""

    def act(self, table: Apollyon, action: Any) -> Follow:
        """Do what a player has chosen."""
        return Stay(action)

    def closed(self, table: Apollyon) -> Follow:
        """What follows when all are ready."""
        return None

    def ask(self, table: Apollyon) -> Ask | None:
        ready = self.ready
        waiting = [seat for seat in table.places if seat not in ready] if ready else list(table.places)
        if not waiting:
            return None
        return race(waiting, self.cited())

    def ask_of(self, table: Apollyon, seat: Seat) -> Choose | None:
        if seat in self.ready:
            return None
        table.stand_still(True)
        try:
            options = self.actions(table, seat)
        finally:
            table.stand_still(False)
        options[READY] = None
        return Choose(seat, options, READY, rule=self.cited())

    def run(self, table: Apollyon, answer: tuple[Seat, Any] | None) -> Follow:
        if answer is None:
            return self.closed(table)
        seat, action = answer
        if action is None:
            self.ready.append(seat)
            return Stay()
        return self.act(table, action)


def touch(table: Apollyon, seat: Seat) -> None:
    """SA-Q-88: somebody has changed this player's site: they are no longer ready."""
    for step in table.stack:
        if isinstance(step, Simultaneous) and seat in step.ready:
            step.ready.remove(seat)


class TakeBack(Step):
    """SA-11.3: a player is not ready after all."""

    seat: Open[Seat]

    def run(self, table: Apollyon) -> Follow:
        touch(table, self.seat)
        return None


def taking_back(table: Apollyon, seat: Seat) -> dict[str, Step]:
    """Whoever is ready may take it back while others are not."""
    top = table.stack[-1] if table.stack else None
    return {NOT_READY: TakeBack(seat)} if isinstance(top, Simultaneous) and seat in top.ready else {}
