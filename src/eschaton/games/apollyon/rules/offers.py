"""SA-24.2, SA-Q-22: anomalies that are offered to other sites; and who is asked when all decide (SA-6.14)."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import SEAT_KEYS
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Seat
from eschaton.kernel.council import Decide
from eschaton.kernel.step import Follow, Stay


class Offer(Decide):
    """SA-24.2, SA-Q-22: an anomaly is offered to a site, whose player takes it or not; then to another.

    The options are sites. It always falls back on what nobody can refuse.
    """

    def waiting(self, table: Apollyon) -> list[Seat]:
        return self.still_to_agree(table, map(SEAT_KEYS.index, self.proposal))

    def refused(self, table: Apollyon, seat: Seat) -> Follow:
        table.say(self.rule, "offer refused", who=seat, anomaly=table.pending(self.to).anomaly)
        self.options = [site for site in self.options if site not in self.proposal]
        self.proposal = []
        return Stay() if self.options else self.decided(table, [self.fallback])

    def prompt(self, table: Apollyon) -> str:
        if not self.proposal:
            return self.about
        named = table.describe(table.pending(self.to).anomaly).label
        return f"{SEAT_KEYS[self.proposers[0]]} offers {named}. Do you take it to your site?"


def everybody(table: Apollyon) -> list[Seat]:
    """All players, the Administrator first."""
    return table.around(table.administrator)
