"""CD-Q-21: decision points: between two rolls, commitments, responses or dice, never in the middle of an effect."""

from __future__ import annotations

from eschaton.games.cult.powers import BEFORE_ROLL, COMMIT, RESOLVE, RESPONSE, ROLL, WRAITH_RESPONSE
from eschaton.games.cult.state import Cult
from eschaton.kernel.window import Window

WINDOWS = (BEFORE_ROLL, ROLL, COMMIT, RESPONSE, WRAITH_RESPONSE, RESOLVE)
STEPS = ("MarkPlayer", "Revive", "KrakenResult", "RollPhase", "Commit", "ResolvePhase")


def at_decision_point(table: Cult) -> bool:
    """Whether the open question stands between two atomic steps of a turn."""
    if not table.stack or table.active < 0:
        return False
    top = table.stack[-1]
    return top.timing in WINDOWS if type(top) is Window else type(top).__name__ in STEPS
