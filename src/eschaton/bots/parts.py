"""Answers and what they are made of: a choice of some options or an assignment has many parts, each worth a thought.

A search cannot try 2^12 subsets. It tries the advised answer first and then others that differ from the best one so far
in one part; the parts' own averages say which part to try (factored answers).
"""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.kernel.ask import Amount, Ask, Assign, Choose, ChooseSome, Order
from eschaton.kernel.errors import Refused

Key = str | int | tuple[Any, ...]
"""An answer as something that can be looked up."""
Part = tuple[str, Any]

TRIES = 8


def key_of(answer: Any) -> Key:
    """The key of an answer; a choice of some counts the same in any order, an order does not."""
    if isinstance(answer, dict):
        return tuple(sorted(answer.items()))
    if isinstance(answer, list):
        return tuple(answer)
    return answer  # type: ignore[no-any-return]


def tidy(ask: Ask, answer: Any) -> Any:
    """The answer in a form of which there is only one: chosen options in the order in which they are offered."""
    if isinstance(ask, ChooseSome):
        chosen = set(answer)
        return [name for name in ask.options if name in chosen]
    return answer


def plain_options(ask: Ask) -> list[Any] | None:
    """All answers where they can be listed; None where they are made of parts."""
    if isinstance(ask, Choose):
        return list(ask.options)
    if isinstance(ask, Amount):
        return list(range(ask.least, ask.most + 1))
    return None


def parts_of(ask: Ask, answer: Any) -> list[Part]:
    """What an answer is made of: each option in or out, each item's place, each option's place in the order."""
    if isinstance(ask, Assign):
        return list(answer.items())
    if isinstance(ask, ChooseSome):
        chosen = set(answer)
        return [(name, name in chosen) for name in ask.options]
    if isinstance(ask, Order):
        return [(name, place) for place, name in enumerate(answer)]
    return [("", answer)]


def neighbours(ask: Ask, answer: Any) -> list[tuple[Part, Any]]:
    """All answers that differ from this one in one part, legal or not, each with its new part."""
    if isinstance(ask, Assign):
        return [
            ((item, place), {**answer, item: place})
            for item in answer
            for place in ask.places[item]
            if place != answer[item]
        ]
    if isinstance(ask, ChooseSome):
        chosen = set(answer)
        return [
            ((name, name not in chosen), [other for other in ask.options if (other in chosen) != (other == name)])
            for name in ask.options
        ]
    if isinstance(ask, Order):
        return [((answer[place + 1], place), swapped(answer, place)) for place in range(len(answer) - 1)]
    return []


def swapped(order: list[str], place: int) -> list[str]:
    """The order with two neighbours exchanged."""
    return [*order[:place], order[place + 1], order[place], *order[place + 2 :]]


def legal(ask: Ask, answer: Any) -> bool:
    """Whether this may be answered."""
    try:
        ask.check(answer)
    except Refused:
        return False
    return True


def exchanged(ask: Ask, answer: Any, rng: Random) -> Any | None:
    """A legal answer with two parts changed, where no single change is legal (choose exactly two); or None."""
    steps = neighbours(ask, answer)
    for _ in range(TRIES if steps else 0):
        _, once = rng.choice(steps)
        further = neighbours(ask, once)
        twice = rng.choice(further)[1] if further else once
        if key_of(twice) != key_of(answer) and legal(ask, twice):
            return twice
    return None
