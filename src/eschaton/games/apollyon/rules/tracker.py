"""SA-2: the Masquerade Tracker. Its thresholds fire by themselves, as soon as they are due."""

from __future__ import annotations

from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.step import End, Follow, Outcome


def exposure(table: Apollyon) -> Follow:
    """SA-2.8, SA-Q-7, SA-1.6, SA-31.8: the end at 0 comes before a break by the same payment, and before all else."""
    return End(Outcome((), "SA-2.8", "the Masquerade is gone")) if table.masquerade <= 0 else None


def pay_masquerade(table: Apollyon, points: int, rule: str, why: str = "") -> None:
    """Lower M, which never shows below 0 (SA-Q-7)."""
    if points > 0:
        table.masquerade = max(0, table.masquerade - points)
        table.say(rule, "masquerade paid", points=points, left=table.masquerade, why=why)


def gain_masquerade(table: Apollyon, points: int, rule: str, why: str = "") -> None:
    """SA-2.10: Raise M; it has no upper limit (SA-Q-7, SA-Q-86)."""
    if points > 0:
        table.masquerade += points
        table.say(rule, "masquerade gained", points=points, left=table.masquerade, why=why)
