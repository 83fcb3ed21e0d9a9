"""Answers put together one small choice at a time, so that every legal answer to every kind of question can be reached.

- choose: one pick.
- choose some: a pick for each option chosen, in any order, then done.
- assign: for one item after the other, a pick of its place.
- order: the first, the second and so on; the last follows by itself.
- amount: one pick, the number.

A pick is offered only if some legal answer begins with it, so no sequence of picks ends in a blind alley. What chance
is asked is put together in the same way: die by die, card by card.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from eschaton.kernel.ask import (
    Amount,
    Ask,
    Assign,
    Choose,
    ChooseSome,
    Order,
    Pick,
    Roll,
    Shuffle,
)
from eschaton.kernel.errors import Malformed, Refused
from eschaton.kernel.fit import Limit, place_all

Chosen = tuple[str, ...]
"""The picks made so far."""


def picks(ask: Ask, chosen: Chosen) -> list[str]:
    """What may be picked next."""
    match ask:
        case Choose(options=options):
            return [] if chosen else list(options)
        case ChooseSome(options=options):
            search, begun = Completion(ask), frozenset(chosen)
            return [key for key in options if key not in begun and search.possible(begun | {key})]
        case Assign():
            item = item_asked(ask, chosen)
            return [place for place in ask.places[item] if still_fits(ask, (*chosen, place))] if item else []
        case Order(options=options):
            return [key for key in options if key not in chosen]
        case Amount(least=least, most=most):
            return [] if chosen else [str(number) for number in range(least, most + 1)]
    raise Malformed(f"{type(ask).__name__} is no question to a seat")


def answer_so_far(ask: Ask, chosen: Chosen) -> Any:
    """The answer if no more is picked, legal or not."""
    match ask:
        case Choose():
            return chosen[0] if chosen else None
        case Amount():
            return int(chosen[0]) if chosen else None
        case Assign():
            return dict(zip(items(ask), chosen, strict=False))
    return list(chosen)


def is_legal(ask: Ask, chosen: Chosen) -> bool:
    """Whether the picks so far are a whole, legal answer."""
    try:
        ask.check(answer_so_far(ask, chosen))
    except Refused:
        return False
    return True


def settled(ask: Ask, chosen: Chosen) -> Chosen:
    """The picks with those added that are no choice any more; with them the answer may be whole."""
    while len(left := picks(ask, chosen)) == 1 and not is_legal(ask, chosen):
        chosen = (*chosen, left[0])
    return chosen


# Choose some.


class Completion:
    """Searches for a legal choice that begins with given picks; remembers where there is none."""

    def __init__(self, ask: ChooseSome) -> None:
        self.ask = ask
        self.most = min(ask.most, len(ask.options))
        self.weights = [weights_of(limit) for limit in ask.limits]
        self.hopeless: set[frozenset[str]] = set()

    def possible(self, chosen: frozenset[str]) -> bool:
        """Whether these picks, or these and some more, keep to the numbers and limits."""
        if len(chosen) > self.most or chosen in self.hopeless:
            return False
        helpful = self.helpful(chosen)
        if helpful is None or any(self.possible(chosen | {key}) for key in helpful if key not in chosen):
            return True
        self.hopeless.add(chosen)
        return False

    def helpful(self, chosen: frozenset[str]) -> Iterable[str] | None:
        """Keys of which a legal choice must have one more than these; None when these are legal as they are."""
        short: Iterable[str] | None = self.ask.options if len(chosen) < self.ask.least else None
        for limit, weights in zip(self.ask.limits, self.weights, strict=True):
            total = sum(weights.get(key, 0) for key in chosen)
            if total > limit.most:  # only what weighs less than nothing can still help
                return [key for key, weight in weights.items() if weight < 0]
            if total < limit.least:
                short = [key for key, weight in weights.items() if weight > 0]
        return short


def weights_of(limit: Limit) -> dict[str, int]:
    """What each key weighs under a limit."""
    return dict(zip(limit.keys, limit.weights or (1,) * len(limit.keys), strict=True))


# Assign.


def items(ask: Assign) -> list[str]:
    """The items that must be put somewhere."""
    return [item for item, places in ask.places.items() if places]


def item_asked(ask: Ask, chosen: Chosen) -> str:
    """The item whose place is picked next; empty when all have one, or when the question is another one."""
    if not isinstance(ask, Assign):
        return ""
    waiting = items(ask)
    return waiting[len(chosen)] if len(chosen) < len(waiting) else ""


def still_fits(ask: Assign, chosen: Chosen) -> bool:
    """Whether the items left find places when the first ones lie as picked."""
    placed = dict(zip(items(ask), chosen, strict=False))
    narrowed = {item: (placed[item],) if item in placed else places for item, places in ask.places.items()}
    return place_all(narrowed, ask.most) is not None


# Chance.

Drawn = tuple[int, ...]
"""The outcomes of chance so far: numbers of faces, cards or options."""


def outcomes(ask: Ask, drawn: Drawn) -> dict[int, float]:
    """What may come next, with how likely it is: a face of the next die, the next card of the pile, an option.

    Faces (or cards) of the same name are one outcome.
    """
    left = left_to_draw(ask, drawn)
    names = names_of_outcomes(ask, len(drawn)) if left else ()
    first: dict[Any, int] = {}
    found: dict[int, float] = {}
    for number in left:
        outcome = first.setdefault(names[number], number)
        found[outcome] = found.get(outcome, 0.0) + 1.0 / len(left)
    return found


def left_to_draw(ask: Ask, drawn: Drawn) -> list[int]:
    """The faces, cards or options among which the next is drawn, all equally likely; none when all is drawn."""
    match ask:
        case Roll(count=count):
            return list(range(len(ask.faces_of(len(drawn))))) if len(drawn) < count else []
        case Shuffle(items=cards):
            return [number for number in range(len(cards)) if number not in drawn]
        case Pick(options=options):
            return [] if drawn else list(range(len(options)))
    raise Malformed(f"{type(ask).__name__} is no question to chance")


def names_of_outcomes(ask: Ask, place: int = 0) -> Sequence[Any]:
    """What the numbers stand for, of this die or card. Cards are numbered by name, not by how they lie."""
    match ask:
        case Roll():
            return ask.faces_of(place)
        case Shuffle(items=cards):
            return sorted(cards)
        case Pick(options=options):
            return list(options)
    raise Malformed(f"{type(ask).__name__} is no question to chance")


def result(ask: Ask, drawn: Drawn) -> Any:
    """What chance answers with these outcomes; None while something is left to draw."""
    left = left_to_draw(ask, drawn)
    if isinstance(ask, Shuffle) and len(left) == 1:
        drawn, left = (*drawn, left[0]), []  # the last card is no chance any more
    if left:
        return None
    found = [names_of_outcomes(ask, place)[number] for place, number in enumerate(drawn)]
    return found[0] if isinstance(ask, Pick) else found
