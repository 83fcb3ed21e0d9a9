"""What a bot is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol

from eschaton.kernel.ask import Ask

Look = Callable[[], dict[str, Any]]
"""Makes the seat's view when called; a bot that does not look costs nothing."""


class Bot(Protocol):
    """A player. Whatever it answers depends only on what it is given here, and on what it was given before."""

    name: str
    eager: float
    """How likely it is, at any decision, to consider what may be done unasked; 0: never."""

    def answer(self, look: Look, ask: Ask, rng: Random) -> Any:
        """A legal answer to the question."""
        ...

    def unasked(self, look: Look, offered: Sequence[str], rng: Random) -> str | None:
        """One of the things it may do unasked, or None."""
        ...
