"""Resampling: a table like this one in everything a seat knows, and random in everything it cannot know."""

from __future__ import annotations

from random import Random

from eschaton.kernel.ask import Seat, may_see
from eschaton.kernel.errors import RulesError
from eschaton.kernel.pile import Pile
from eschaton.kernel.save import copy
from eschaton.kernel.table import Table, piles

TRIES = 1000


def resample(table: Table, seat: Seat, rng: Random) -> Table:
    """A copy with everything this seat cannot know drawn anew, consistently with all it has seen."""
    for _ in range(TRIES):
        imagined = copy(table)
        deal_anew(imagined, seat, rng)
        imagined.imagine(seat, rng)
        if imagined.consistent(seat):
            return imagined
    raise RulesError(f"no table consistent with what seat {seat} knows was found in {TRIES} tries")


def deal_anew(table: Table, seat: Seat, rng: Random) -> None:
    """Permute the cards this seat does not know among equal backs; what it knows to be in a pile stays in that pile."""
    unknown: dict[str, list[tuple[Pile, int]]] = {}
    for pile in piles(table):
        for place, known in enumerate(pile.known):
            if not may_see(known, seat):
                unknown.setdefault(pile.back, []).append((pile, place))
    for places in unknown.values():
        fill(places, seat, rng)


def fill(places: list[tuple[Pile, int]], seat: Seat, rng: Random) -> None:
    """Deal the cards lying at these places anew among them."""
    homes: dict[int, list[tuple[str, int]]] = {}
    loose: list[tuple[str, int]] = []
    for pile, place in places:
        lying = (pile.cards[place], pile.inside[place])
        (homes.setdefault(id(pile), []) if may_see(pile.inside[place], seat) else loose).append(lying)
    loose.sort()  # the result must depend on nothing this seat does not know, not even on how the cards lie
    rng.shuffle(loose)
    for pile in {id(pile): pile for pile, _ in places}.values():
        here = [place for other, place in places if other is pile]
        kept = sorted(homes.get(id(pile), []))
        cards = kept + [loose.pop() for _ in range(len(here) - len(kept))]
        rng.shuffle(cards)
        for place, (card, inside) in zip(here, cards, strict=True):
            pile.cards[place] = card
            pile.inside[place] = inside
