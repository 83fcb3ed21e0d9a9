"""The clock on the wall, read once: from then on the machine's steady clock counts, so that nobody can set it back."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """What time it is, in seconds since 1970. A clock that is set while the server runs hurries no one at a table."""

    def __init__(self, wall: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic) -> None:
        self.steady = steady
        self.ahead = wall() - steady()

    def now(self) -> float:
        """The time."""
        return self.steady() + self.ahead
