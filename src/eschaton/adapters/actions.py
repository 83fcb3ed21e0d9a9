"""Actions by number: a fixed range for a game, in which the same option has the same number wherever it can.

The first numbers are always the same: 0 say nothing, 1 that is all, 2 show me more. Every other move has a home among
the rest, found by hashing its name. When two moves offered together have one home, the one with the larger hash goes to
the next free number. More moves than there are numbers are offered page by page.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from eschaton.kernel.errors import BadSetup

DEFAULT_SIZE = 512
FEWEST = 8


class Move(NamedTuple):
    """One small choice: `what` is "pick" (a part of an answer), "free" (done unasked) or one of the three below."""

    what: str
    key: str = ""

    def __str__(self) -> str:
        return f"{self.what} {self.key}" if self.key else self.what


HOLD = Move("hold")
DONE = Move("done")
MORE = Move("more")
FIXED = (HOLD, DONE, MORE)


class Numbering:
    """The numbers of moves: `size` of them."""

    def __init__(self, size: int = DEFAULT_SIZE) -> None:
        if type(size) is not int or size < FEWEST:
            raise BadSetup(f"actions: expected a whole number of at least {FEWEST}, got {size!r}")
        self.size = size
        self.room = size - len(FIXED)

    def pages(self, moves: Sequence[Move]) -> int:
        """How many pages these moves fill."""
        return max(1, -(-sum(move not in FIXED for move in moves) // self.room))

    def numbered(self, moves: Sequence[Move], page: int = 0) -> dict[int, Move]:
        """The moves on one page, by number in ascending order."""
        found = {FIXED.index(move): move for move in moves if move in FIXED}
        free = [move for move in moves if move not in FIXED]
        if len(free) > self.room:
            found[FIXED.index(MORE)] = MORE
            free = free[page * self.room : (page + 1) * self.room]
        for move in sorted(free, key=hash_of) if len(free) > 1 else free:
            number = self.home(move)
            while number in found:
                number = number + 1 if number + 1 < self.size else len(FIXED)
            found[number] = move
        return dict(sorted(found.items()))

    def home(self, move: Move) -> int:
        """The number a move has unless another one has it."""
        return len(FIXED) + hash_of(move) % self.room


@functools.lru_cache(maxsize=65_536)
def hash_of(name: object) -> int:
    """A number that is the same for a name on every machine."""
    return int.from_bytes(hashlib.blake2b(str(name).encode(), digest_size=8).digest(), "big")
