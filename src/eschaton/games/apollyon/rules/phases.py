"""SA-11.2, SA-11.3, SA-Q-88: phases in which all act at once, and say when they are ready."""

from __future__ import annotations

from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Choose, Seat
from eschaton.kernel.phase import NOT_READY, NotReady, Simultaneous, may_take_back
from eschaton.kernel.step import Step


class SharedPhase(Simultaneous):
    """SA-11.2: all players act; the phase closes when everybody is ready."""

    def ask_of(self, table: Apollyon, seat: Seat) -> Choose | None:
        table.stand_still(True)
        try:
            return super().ask_of(table, seat)
        finally:
            table.stand_still(False)


class TakeBack(NotReady):
    """SA-11.3: a player is not ready after all."""


def taking_back(table: Apollyon, seat: Seat) -> dict[str, Step]:
    """Whoever is ready may take it back while others are not."""
    return {NOT_READY: TakeBack(seat)} if may_take_back(table, seat) else {}
