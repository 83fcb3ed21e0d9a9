"""The register of answers: which function answers the questions of which step; and how the best option is found."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from eschaton.games.cult.mind import Mind, View
from eschaton.kernel.game import Advice

Answers = Callable[[Mind, View, Any, Random], Advice]
ANSWERS: dict[str, Answers] = {}
"""How the question of a step is answered, by the step's name."""


def answers(*steps: str) -> Callable[[Answers], Answers]:
    """The decorated function answers the questions of these steps."""

    def known(found: Answers) -> Answers:
        for step in steps:
            ANSWERS[step] = found
        return found

    return known


def best(options: list[str], worth: Callable[[str], float], rng: Random) -> tuple[str, float]:
    """The option worth most; one of those that are equal."""
    worths = [worth(key) + 1e-6 * rng.random() for key in options]
    most = max(worths)
    return options[worths.index(most)], most


def who(key: str) -> str:
    """A seat in a reason."""
    return key.rstrip("+")
