"""Any legal answer to a question as a client sees it, for programs that play without thinking."""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.kernel.ask import Amount, Ask, Assign, Choose, ChooseSome, Order
from eschaton.kernel.fit import Limit
from eschaton.kernel.once import convert


def asked(question: dict[str, Any]) -> Ask:
    """The question as the kernel would put it; the values of its options are unknown."""
    options: dict[str, Any] = {option["key"]: None for option in question["options"]}
    limits = question["limits"]
    match question["kind"]:
        case "Choose":
            return Choose(0, options)
        case "ChooseSome":
            further = convert(limits["limits"], tuple[Limit, ...])
            return ChooseSome(0, options, limits["least"], limits["most"], further)
        case "Assign":
            places = {item: tuple(allowed) for item, allowed in limits["places"].items()}
            return Assign(0, places, limits["most"])
        case "Order":
            return Order(0, options)
        case "Amount":
            return Amount(0, limits["least"], limits["most"])
    raise ValueError(f"kind: no question is of the kind {question['kind']!r}")


def guess(question: dict[str, Any], rng: Random) -> Any:
    """A legal answer."""
    return asked(question).sample(rng)
