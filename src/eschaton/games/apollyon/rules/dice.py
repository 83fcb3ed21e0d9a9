"""SA-8: dice. All have six sides; a 6 pops by its face, whatever the measure (SA-Q-13)."""

from __future__ import annotations

from collections.abc import Iterable

from eschaton.games.apollyon.box.components import DIE, POP
from eschaton.kernel.ask import Roll


def rolling(purpose: str, count: int, rule: str) -> Roll:
    """SA-8.1, SA-8.4: So many dice, from a random stream of this name."""
    return Roll(purpose, DIE, count, rule=rule)


def successes(faces: Iterable[int], measure: int) -> int:
    """SA-8.2: the dice that show the measure or more."""
    return sum(face >= measure for face in faces)


def pops(faces: Iterable[int]) -> int:
    """SA-8.7, SA-8.8, SA-8.9: the dice that show 6."""
    return sum(face == POP for face in faces)
