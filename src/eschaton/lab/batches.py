"""A study in batches of games: what one worker plays at a time, wherever it is.

How a study falls into batches depends on nothing but the study, so what is kept does not depend on who played.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from eschaton.games import brought_along, installed
from eschaton.kernel.game import registered
from eschaton.lab.record import Rows, play_game
from eschaton.lab.study import Cell, Study
from eschaton.lab.tables import EVENTS, GAMES, as_parquet


class Batch(msgspec.Struct, frozen=True):
    """Games `first` up to `last` of one cell. `home` is the folder whose project may bring games along."""

    number: int
    at: int
    cell: Cell
    seed: str
    first: int
    last: int
    home: str


class BatchDone(msgspec.Struct, frozen=True):
    """A batch that has been played, as two Parquet files."""

    number: int
    count: int
    decisions: int
    errors: int
    games: bytes
    events: bytes


def batches(study: Study) -> Iterator[Batch]:
    """All batches of a study, in order."""
    number = 0
    home = str(Path.cwd())
    for at, cell in enumerate(study.cells):
        for first in range(0, cell.games, study.batch):
            yield Batch(number, at, cell, study.seed, first, min(first + study.batch, cell.games), home)
            number += 1


def play_batch(batch: Batch) -> BatchDone:
    """Play the games of a batch, in this process."""
    know_games(batch)
    game, setup = batch.cell.prepared()
    rows = Rows()
    for index in range(batch.first, batch.last):
        play_game(game, setup, batch.cell.seated(index), f"{batch.seed}/{index}", (batch.at, index), rows)
    return BatchDone(
        number=batch.number,
        count=batch.last - batch.first,
        decisions=rows.decisions,
        errors=sum(bool(row.error) for row in rows.games),
        games=as_parquet(rows.games, GAMES),
        events=as_parquet(rows.events, EVENTS),
    )


def know_games(batch: Batch) -> None:
    """A worker knows no games when it begins."""
    if all(game.id != batch.cell.game for game in registered()):
        installed()
        brought_along(Path(batch.home))
