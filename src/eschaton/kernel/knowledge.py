"""Resampling: a table like this one in everything a seat knows, and random in everything it cannot know."""

from __future__ import annotations

from random import Random

from eschaton.kernel.ask import NOBODY, Together, Viewer, may_see
from eschaton.kernel.errors import RulesError
from eschaton.kernel.machine import SECRET
from eschaton.kernel.pile import Pile
from eschaton.kernel.save import copy
from eschaton.kernel.table import Table, piles

TRIES = 1000


def resample(table: Table, viewer: Viewer, rng: Random) -> Table:
    """A copy with everything this viewer cannot know drawn anew, consistently with all it has seen."""
    for _ in range(TRIES):
        imagined = copy(table)
        forget(imagined, viewer)
        deal_anew(imagined, viewer, rng)
        imagined.forget()  # what was found of the cards as they lay
        imagined.imagine(viewer, rng)
        for step in imagined.stack:
            step.imagine(imagined, viewer, rng)
        imagined.forget()
        if imagined.consistent(viewer):
            return imagined
    raise RulesError(f"no table consistent with what viewer {viewer} knows was found in {TRIES} tries")


def forget(table: Table, viewer: Viewer) -> None:
    """Leave out what only others know: sealed answers (they will be asked anew), standing passes, what was said."""
    table.events = []
    table.standing = {seat: said for seat, said in table.standing.items() if seat == viewer or said.open}
    table.wishes = {seat: wishes for seat, wishes in table.wishes.items() if seat == viewer}
    table.counts = {scope: counted for scope, counted in table.counts.items() if counted}
    for step in table.stack:
        if step.serial in table.given:
            ask = step.ask(table)
            if isinstance(ask, Together) and ask.mode in SECRET:
                given = table.given.pop(step.serial)
                if viewer is not None and viewer in given:
                    table.given[step.serial] = {viewer: given[viewer]}
    table.note_ends()  # of what is left


def deal_anew(table: Table, seat: Viewer, rng: Random) -> None:
    """Permute the cards this seat does not know among equal backs; what it knows to be in a pile stays in that pile."""
    unknown: dict[str, list[tuple[Pile, int]]] = {}
    for pile in piles(table):
        for place, known in enumerate(pile.known):
            if not may_see(known, seat):
                unknown.setdefault(pile.back, []).append((pile, place))
    for places in unknown.values():
        fill(places, seat, rng)


def fill(places: list[tuple[Pile, int]], seat: Viewer, rng: Random) -> None:
    """Deal the cards lying at these places anew among them."""
    homes: dict[int, list[tuple[str, int]]] = {}
    loose: list[tuple[str, int]] = []
    for pile, place in places:
        if may_see(pile.inside[place], seat):
            homes.setdefault(id(pile), []).append((pile.cards[place], pile.inside[place]))
        else:
            loose.append((pile.cards[place], NOBODY))  # what others know of it belongs to the place where it lies
    loose.sort()  # the result must depend on nothing this seat does not know, not even on how the cards lie
    rng.shuffle(loose)
    for pile in {id(pile): pile for pile, _ in places}.values():
        here = [place for other, place in places if other is pile]
        kept = sorted(homes.get(id(pile), []))
        cards = kept + [loose.pop() for _ in range(len(here) - len(kept))]
        rng.shuffle(cards)
        for place, (card, inside) in zip(here, cards, strict=True):
            pile.cards[place] = card
            pile.inside[place] = inside | pile.known[place]
