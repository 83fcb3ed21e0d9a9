"""Questions that leave no choice."""

from __future__ import annotations

from typing import Any

from eschaton.kernel.ask import Amount, Ask, Assign, Choose, ChooseSome, Order


def is_forced(ask: Ask) -> bool:
    """Whether a seat's question has exactly one legal answer, as far as can be told without a search."""
    match ask:
        case Choose(options=options):
            return len(options) == 1
        case ChooseSome(options=options, least=least, most=most):
            return least >= len(options) or most <= 0
        case Order(options=options):
            return len(options) < 2
        case Amount(least=least, most=most):
            return least == most
        case Assign(places=places):
            return all(len(allowed) < 2 for allowed in places.values())
    return False


def forced_answer(ask: Ask) -> Any:
    """The only legal answer to a forced question."""
    return ask.default()
