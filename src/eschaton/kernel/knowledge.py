"""Resampling: a table like this one in everything a seat knows, and random in everything it cannot know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random

from eschaton.kernel.ask import ALL_SEEING, NOBODY, Together, Viewer, may_see
from eschaton.kernel.errors import RulesError
from eschaton.kernel.machine import SECRET
from eschaton.kernel.pile import Pile, move
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


class Plot:
    """A pile with what a viewer does not know of it: where, which cards are in here anyhow, what may be dealt to it."""

    __slots__ = ("kept", "loose", "pile", "places", "seeds", "sorts")

    def __init__(self, pile: Pile, places: Sequence[int], viewer: Viewer, sort_of: Callable[[str], str]) -> None:
        self.pile = pile
        self.places = places
        self.kept: list[tuple[str, int]] = []
        if pile.told:
            lying = [(pile.cards[place], pile.told[place]) for place in places]
            self.kept = sorted((card, inside) for card, inside in lying if may_see(inside, viewer))
            self.loose = [card for card, inside in lying if not may_see(inside, viewer)]
        else:
            self.loose = [pile.cards[place] for place in places]
        self.sorts = sorted(map(sort_of, self.loose))
        self.seeds = list(pile.seeds)

    def bare(self) -> Counter[str]:
        """How many cards of each sort are loose in here beside the seeds; less than none of one that was found."""
        bare = Counter(self.sorts)
        bare.subtract(sort for _, sort in self.seeds)
        return bare

    def fill(self, cards: list[tuple[str, int]]) -> None:
        """Lay these cards, with who knows them to be in here, at the places that the viewer does not know."""
        pile = self.pile
        lying, inside, known = list(pile.cards), list(pile.inside), pile.known
        for place, (card, knowing) in zip(self.places, cards, strict=True):
            lying[place] = card
            inside[place] = knowing | known[place]
        pile.lay(lying, known, inside)


def unseen(pile: Pile, viewer: Viewer) -> Sequence[int]:
    """The places of cards whose faces this viewer does not know."""
    if not any(pile.known):
        return range(len(pile.cards)) if viewer != ALL_SEEING else ()
    return [place for place, audience in enumerate(pile.known) if not may_see(audience, viewer)]


def plots_by_back(table: Table, viewer: Viewer) -> list[list[Plot]]:
    """The piles of which this viewer does not know all; cards move among equal backs only."""
    found: dict[str, list[Plot]] = {}
    for pile in piles(table):
        places = unseen(pile, viewer)
        if places or pile.seeds:
            found.setdefault(pile.back, []).append(Plot(pile, places, viewer, table.sort_of))
    return list(found.values())


def deal_anew(table: Table, viewer: Viewer, rng: Random) -> None:
    """Permute the cards this viewer does not know among equal backs; what it knows to be in a pile stays in that pile.

    What everybody knows holds: every stock keeps its number of each sort, and a seeded pile has one of its group.
    """
    for plots in plots_by_back(table, viewer):
        sow(plots, rng)
        mix(plots, rng)
        deal(plots, table.sort_of, rng)


def sow(plots: list[Plot], rng: Random) -> None:
    """Draw anew, for every group that was seeded, in which pile which sort of it lies, as far as that can still be."""
    groups = unfound(plots)
    if not groups:
        return
    seeded = [plot for plot in plots if plot.seeds]
    bare = [plot.bare() for plot in seeded]
    for _ in range(TRIES):
        for members in groups:
            sorts = sorted(plot.seeds[at][1] for plot, at in members)
            rng.shuffle(sorts)
            for (plot, at), sort in zip(members, sorts, strict=True):
                plot.seeds[at] = (plot.seeds[at][0], sort)
        if all(holds(rest, plot.seeds) for plot, rest in zip(seeded, bare, strict=True)):
            break
    else:
        raise RulesError(f"no way in which {len(groups)} groups can have been seeded was found in {TRIES} tries")
    for plot, rest in zip(seeded, bare, strict=True):
        rest.update(sort for _, sort in plot.seeds)
        plot.sorts = sorted(rest.elements())
        plot.pile.seeds = tuple(plot.seeds)


def holds(bare: Counter[str], seeds: list[tuple[int, str]]) -> bool:
    """Whether these seeds explain every card that was found in a pile beyond those of its stock."""
    sown = Counter(sort for _, sort in seeds)
    return all(many + sown[sort] >= 0 for sort, many in bare.items())


def unfound(plots: list[Plot]) -> list[list[tuple[Plot, int]]]:
    """The seeds of each group that the viewer has not certainly found, by pile and place among its seeds."""
    groups: dict[int, list[tuple[Plot, int]]] = {}
    sorts: dict[int, set[str]] = {}
    for plot in plots:
        for at, (number, sort) in enumerate(plot.seeds):
            groups.setdefault(number, []).append((plot, at))
            sorts.setdefault(number, set()).add(sort)
    left = [[(plot, at) for plot, at in members if not found_in(plot, at, sorts)] for members in groups.values()]
    return [members for members in left if len({plot.seeds[at][1] for plot, at in members}) > 1]


def found_in(plot: Plot, at: int, sorts: Mapping[int, set[str]]) -> bool:
    """Whether so many cards of a seed's sort were found in a pile that every group that could have brought one has."""
    sort = plot.seeds[at][1]
    able = sum(sort in sorts[number] for number, _ in plot.seeds)
    return -plot.bare()[sort] == able


def mix(plots: list[Plot], rng: Random) -> None:
    """Draw anew how many cards of each sort lie in which pile of a stock; what was seeded stays in its pile."""
    stocks: dict[str, list[Plot]] = {}
    for plot in plots:
        stocks.setdefault(plot.pile.stock, []).append(plot)
    for shared in stocks.values():
        if len(shared) < 2 or len({sort for plot in shared for sort in plot.sorts}) < 2:
            continue
        bare = [sorted(plot.bare().elements()) for plot in shared]
        bag = sorted(sort for sorts in bare for sort in sorts)
        rng.shuffle(bag)
        for plot, sorts in zip(shared, bare, strict=True):
            sown = Counter(plot.sorts)
            sown.subtract(sorts)
            plot.sorts = sorted([*sown.elements(), *(bag.pop() for _ in sorts)])


def deal(plots: list[Plot], sort_of: Callable[[str], str], rng: Random) -> None:
    """Deal the loose cards of each sort anew, as many to each pile as it has of it, and let them lie anywhere in it."""
    pools: dict[str, list[str]] = {}
    for card in sorted(card for plot in plots for card in plot.loose):  # by nothing this viewer does not know
        pools.setdefault(sort_of(card), []).append(card)
    for sort in sorted(pools):
        rng.shuffle(pools[sort])
    for plot in plots:
        # What others know of a card belongs to the place where it lies.
        cards = [*plot.kept, *((pools[sort].pop(), NOBODY) for sort in plot.sorts)]
        rng.shuffle(cards)
        plot.fill(cards)


def seed(table: Table, source: Pile, into: Sequence[Pile]) -> None:
    """Put the cards of a pile, whose order nobody knows, unseen into these piles, one into each.

    Everybody goes on knowing that each of them holds one of the group, as long as nothing leaves them unseen.
    """
    if len(source) != len(into):
        raise RulesError(f"{len(source)} cards cannot be seeded one into each of {len(into)} piles")
    weed(table)
    number = table.take_serial()
    for pile in into:
        card = move(source, pile)
        if len(into) > 1:
            pile.seeds += ((number, table.sort_of(card)),)


def weed(table: Table) -> None:
    """Forget of seeds what everybody has found out: they count like the other cards of their stock from now on."""
    for plots in plots_by_back(table, None):
        left = {(id(plot), at) for members in unfound(plots) for plot, at in members}
        for plot in plots:
            if plot.seeds:
                kept = [seed for at, seed in enumerate(plot.seeds) if (id(plot), at) in left]
                plot.pile.seeds = tuple(kept)
