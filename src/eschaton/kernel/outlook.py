"""How likely each seat is to win, as the table lies: chances that are logistic in what is read off it.

The weights are data in a file beside the code that reads the table; `eschaton lab fit GAME` makes them. An outlook is
for players who imagine tables: on the true one it would tell what is hidden.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from math import exp
from operator import mul
from pathlib import Path
from typing import Any

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import RulesError

ANY_TABLE = "any table"
"""The first row of every file: what each chance is where everything that is read is 0."""
MOST = 30.0
"""Beyond this a chance is as good as certain."""


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """What a game's chances are read from, whose they are, and the weights.

    `features` names what `read` returns, in its order. `columns` names the chances: one for all where all win together,
    one for each side where there are sides. `cases` says, of a table in play, whose victory will show whether a
    column's chance was right; a column that means nobody there is left out. The rows of `judged` are set by hand and
    never fitted.
    """

    file: Path
    features: tuple[str, ...]
    columns: tuple[str, ...]
    read: Callable[[Any], Sequence[float]]
    cases: Callable[[Any], Mapping[str, Seat]]
    judged: frozenset[str] = frozenset()
    weights: Mapping[str, tuple[float, ...]] = {}

    def loaded(self) -> Outlook:
        """The same with the weights of its file."""
        return msgspec.structs.replace(self, weights=read_weights(self.file, (ANY_TABLE, *self.features), self.columns))

    def chance(self, column: str, read: Sequence[float]) -> float:
        """The chance that a column's weights give what was read off a table."""
        weights = self.weights[column]
        total = weights[0] + sum(map(mul, weights[1:], read))
        return 1.0 / (1.0 + exp(-max(-MOST, min(MOST, total))))


def read_weights(file: Path, rows: Sequence[str], columns: Sequence[str]) -> dict[str, tuple[float, ...]]:
    """The weights of a file by column; RulesError names the row that does not fit what is read."""
    found: dict[str, Any] = tomllib.loads(file.read_text("utf-8"))
    if found.get("columns") != list(columns):
        raise RulesError(f"{file.name}: columns: expected {list(columns)}, found {found.get('columns')}")
    table = found.get("weights", {})
    if list(table) != list(rows):
        wrong = next((row for row in (*rows, *table) if row not in table or row not in rows), "their order")
        raise RulesError(f"{file.name}: weights: {wrong!r} does not fit what is read off a table")
    for row, values in table.items():
        if len(values) != len(columns):
            raise RulesError(f"{file.name}: weights: {row!r} has {len(values)} numbers for {len(columns)} columns")
    return {column: tuple(float(table[row][at]) for row in rows) for at, column in enumerate(columns)}


def written(about: Sequence[str], rows: Sequence[str], weights: Mapping[str, Sequence[float]]) -> str:
    """A file of weights as it is read back, with what it is made from above it."""
    lines = [f"# {line}" for line in about]
    lines += [f"columns = {msgspec.json.encode(list(weights)).decode()}", "", "[weights]"]
    for at, row in enumerate(rows):
        values = ", ".join(f"{column[at] + 0.0:.2f}" for column in weights.values())
        lines.append(f"{msgspec.json.encode(row).decode()} = [{values}]".replace("-0.00", "0.00"))
    return "\n".join(lines) + "\n"
