"""Floors: how long a window lasts at least, drawn like a person's time.

Where several may act and people are among them, the time that passes would tell whether somebody could: a window in
which nobody can act would always be over at once. So every such window lasts as long as somebody might have taken to
pass: mostly a moment, now and then much longer. What is drawn depends on nothing but luck and what everybody knows.
"""

from __future__ import annotations

import math
from random import Random

LEAST_SECONDS, MEDIAN_SECONDS, MOST_SECONDS = 0.1, 0.15, 4.0
"""Half of all passes take no longer than the median: most are given without a thought, or ahead."""
SPREAD = 1.0
"""Of the logarithm of the time: one pass in ten takes more than 3.6 times the median, one in a hundred 10 times."""
ROUND_SECONDS = 14.0
"""What the floors of a round of the game may take together; when it is spent, all are the least."""
SHARE = 4
"""No floor takes more than one part in so many of what is left for the round."""


class Floors:
    """Draws the floors of a table."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.round: int | None = None
        self.left = ROUND_SECONDS

    def draw(self, round_: int) -> float:
        """The floor of the next window, in seconds; rounds are counted as the game itself does."""
        if round_ != self.round:
            self.round, self.left = round_, ROUND_SECONDS
        time = min(self.random.lognormvariate(math.log(MEDIAN_SECONDS), SPREAD), MOST_SECONDS)
        floor = max(LEAST_SECONDS, min(time, self.left / SHARE))
        self.left = max(0.0, self.left - floor)
        return floor
