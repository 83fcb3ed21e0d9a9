"""How well a bot plays, for people who only want to say easy or hard: a budget for thinking, and a share of whims."""

from __future__ import annotations

from typing import Final

import msgspec

from eschaton.bots.search import Budget


class Level(msgspec.Struct, frozen=True):
    """What a level means, in one sentence, and as numbers."""

    meaning: str
    budget: Budget
    noise: float


LEVELS: Final = {
    "easy": Level("thinks a moment, and one answer in five is a whim", Budget(20, seconds=0.5), 0.2),
    "medium": Level("thinks a little, and one answer in twenty is a whim", Budget(60, seconds=1.0), 0.05),
    "hard": Level("thinks as long as it helps, and has no whims", Budget(300, seconds=2.0), 0.0),
}
