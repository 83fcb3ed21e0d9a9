"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from eschaton.bots.sight import Sight
from eschaton.kernel.ask import Ask
from eschaton.kernel.machine import Act


class Bot(Protocol):
    """A player. Whatever it answers depends only on what it is given here, and on what it was given before."""

    name: str
    eager: float
    """How likely it is, at any decision, to consider what may be done unasked; 0: never."""

    reason: str
    """Why it has given its last answer, in a sentence; it tells what the seat knows. Empty: it cannot say."""

    def answer(self, sight: Sight, ask: Ask, rng: Random) -> Any:
        """A legal answer to the question."""
        ...

    def unasked(self, sight: Sight, offered: Sequence[str], rng: Random) -> Act | None:
        """One of the things it may do unasked (with its answer, if it carries one), or None."""
        ...
