"""What a seat believes: tables that agree with all it has seen, drawn the more often the better they explain it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from eschaton.bots.sight import Sight
from eschaton.kernel.save import load, save
from eschaton.kernel.table import Table

TABLES = 24
"""So many tables are imagined for one question."""
DRAWN = 40
"""Where a game says how well a table explains what was seen, they are the likelier ones of so many."""


Prepare = Callable[[Table], Table | None]
"""Plays a table on before it is thought about; None: that is not possible, so it is taken as it is."""


class Imagined:
    """One imagined table, saved, and what every seat may hope for on it before anything is answered."""

    __slots__ = ("base", "data", "kind")

    def __init__(self, table: Table, base: Sequence[float]) -> None:
        self.kind = type(table)
        self.data = save(table)
        self.base = base

    def table(self) -> Table:
        """The table, ready to be played on."""
        return load(self.kind, self.data)

    def prepare(self, prepare: Prepare) -> None:
        """Think of it as it will be a little later."""
        later = prepare(self.table())
        if later is not None:
            self.data = save(later)


class BelievedTable:
    """One imagined table, and the seed of all that chance and the others may do on it.

    Every answer's n-th try is played on the n-th scenario, so that answers are compared under the same luck, and at the
    same point: `end` is the page on which the first of them was weighed, and `turned` whether it had just come to it.
    """

    __slots__ = ("end", "first", "imagined", "seed", "turned")

    def __init__(self, imagined: Imagined, seed: int) -> None:
        self.imagined = imagined
        self.seed = seed
        self.end: tuple[Any, ...] | None = None
        self.turned = False
        self.first: Sequence[float] = ()  # what every seat could hope for there


class Belief:
    """The scenarios of one question, made as they are needed."""

    def __init__(self, sight: Sight, rng: Random) -> None:
        self.sight = sight
        self.rng = rng
        self.pool: list[Imagined] = []
        self.scenarios: list[BelievedTable] = []
        self.prepare: Prepare | None = None

    def begin_with(self, prepare: Prepare) -> None:
        """Prepare all tables, those to come too."""
        self.prepare = prepare
        for imagined in self.pool:
            imagined.prepare(prepare)

    def scenario(self, number: int) -> BelievedTable:
        """The scenario with this number. Tables come again after a while, but never with the same luck."""
        while number >= len(self.scenarios):
            place = len(self.scenarios) % TABLES
            if place >= len(self.pool):
                self.pool += map(self.imagined, self.draw())
            self.scenarios.append(BelievedTable(self.pool[place], self.rng.getrandbits(48)))
        return self.scenarios[number]

    def imagined(self, table: Table) -> Imagined:
        """A table with its hopes, prepared."""
        found = Imagined(table, self.hopes(table))
        if self.prepare is not None:
            found.prepare(self.prepare)
        return found

    def hopes(self, table: Table) -> Sequence[float]:
        """What every seat may hope for on a table; all results are counted from there, so that luck of the deal is not
        mistaken for a good answer."""
        worth = self.sight.game.worth
        return worth(table) if worth is not None else [0.0] * (max(table.people(), default=0) + 1)

    def draw(self) -> list[Table]:
        """Some more tables: as they come, or the likelier ones of more than are needed."""
        sight, likelihood = self.sight, self.sight.game.likelihood
        if likelihood is None:
            return [sight.imagine(self.rng)]
        tables = [sight.imagine(self.rng) for _ in range(DRAWN)]
        weights = [likelihood(table, sight.seat) for table in tables]
        chosen = spread_out(weights, TABLES, self.rng.random())
        self.rng.shuffle(chosen)
        return [tables[place] for place in chosen]


def spread_out(weights: Sequence[float], many: int, start: float) -> list[int]:
    """So many places drawn in proportion to their weights, evenly spread so that none is left to luck alone."""
    total = sum(weights)
    if total <= 0:
        return list(range(many))
    found: list[int] = []
    reached, place = weights[0], 0
    for number in range(many):
        mark = (number + start) * total / many
        while reached < mark and place + 1 < len(weights):
            place += 1
            reached += weights[place]
        found.append(place)
    return found
