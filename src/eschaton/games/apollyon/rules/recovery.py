"""SA-29: the Recovery Phase, and the end of a turn."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import GARRISON, LOST, PUBLIC
from eschaton.games.apollyon.box.timings import END_OF_TURN, MONTHLY
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.finale import victory
from eschaton.games.apollyon.rules.masquerade import discount
from eschaton.games.apollyon.rules.ratings import masquerade_cost, may
from eschaton.games.apollyon.rules.tracker import pay_masquerade
from eschaton.games.apollyon.rules.zones import move_character
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

LOOSE = "what is loose"  # why M falls, in the log


class RecoveryPhase(Step):
    """SA-29, SA-2.5, SA-29.9: End of Turn effects; everybody heals and comes home; loose anomalies cost M; Monthly
    Effects; victory."""

    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        match self.stage:
            case 1:
                return Stay(*announce(table, END_OF_TURN))
            case 2:
                come_home(table)
                pay_masquerade(
                    table, cost_of_loose(table), "SA-29.5", LOOSE
                )  # SA-Q-64: a break comes before what follows
                return Stay()
            case 3:
                return Stay(*announce(table, MONTHLY))
        return victory(table)


def come_home(table: Apollyon) -> None:
    """SA-29.2, SA-29.3, SA-29.7, SA-24.3, SA-29.4: deflected cogs go, and all but the Lost heal and stand in their
    Garrisons."""
    table.missions.clear()
    for piece, who in list(table.characters.items()):
        who.deflected = 0
        if who.zone == LOST:
            continue  # SA-29.8
        if who.wounds and may(table, "heal", who.seat, piece):
            who.wounds = 0
        if who.zone != GARRISON:
            move_character(table, piece, GARRISON)
    table.say("SA-29.3", "home")


def cost_of_loose(table: Apollyon) -> int:
    """SA-29.5, SA-30.6, SA-30.7: the Masquerade Costs of all anomalies in the Public Zone, each 1 less once it is
    broken."""
    less = discount(table)
    return sum(max(0, masquerade_cost(table, piece) - less) for piece in table.anomalies_in(PUBLIC))
