"""Advice by step: which function answers the questions of which step, and how the best option is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, TypeVar

from eschaton.kernel.game import Advice

MindT = TypeVar("MindT")
Answer = Callable[[MindT, Any, Any, Random], Advice]
"""How the question of a step is answered. What a seat makes of the table is the game's mind."""


def best(options: Iterable[str], worth: Callable[[str], float], rng: Random) -> tuple[str, float]:
    """The option worth most, and what it is worth; one of those that are equal."""
    worths = {key: worth(key) + 1e-6 * rng.random() for key in options}
    key = max(worths, key=worths.__getitem__)
    return key, worths[key]
