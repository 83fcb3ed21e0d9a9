"""A register of advice: which function answers the questions of which step, and how the best option is found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any, Generic, TypeVar

from eschaton.kernel.game import Advice

MindT = TypeVar("MindT")
Answer = Callable[[MindT, dict[str, Any], Any, Random], Advice]


class Counsel(Generic[MindT]):
    """How the question of a step is answered, by the step's name. What a seat makes of the table is the game's mind."""

    def __init__(self) -> None:
        self.known: dict[str, Answer[MindT]] = {}

    def answers(self, *steps: str) -> Callable[[Answer[MindT]], Answer[MindT]]:
        """The decorated function answers the questions of these steps."""

        def learn(answer: Answer[MindT]) -> Answer[MindT]:
            for step in steps:
                self.known[step] = answer
            return answer

        return learn


def best(options: Iterable[str], worth: Callable[[str], float], rng: Random) -> tuple[str, float]:
    """The option worth most, and what it is worth; one of those that are equal."""
    worths = {key: worth(key) + 1e-6 * rng.random() for key in options}
    key = max(worths, key=worths.__getitem__)
    return key, worths[key]


def pending(view: dict[str, Any], step: str) -> dict[str, Any]:
    """The nearest pending step of this name, as the view shows it; empty if there is none."""
    return next((found for found in reversed(view["stack"]) if found["step"] == step), {})
