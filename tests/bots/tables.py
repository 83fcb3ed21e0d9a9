"""Positions from random play, for bots to think about."""

from collections.abc import Iterator
from random import Random
from typing import Any

from eschaton.kernel.ask import CHANCE, Ask, Seat
from eschaton.kernel.game import Game
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.table import Table


def positions(game: Game, players: int, seed: str, often: float = 1.0, **options: Any) -> Iterator[tuple[Table, Ask]]:
    """Every question, or some of them, of a game played at random. The table may be looked at, but not changed."""
    table, rng = game.table(game.checked(players, options)), Random(seed)
    while (question := settle(table)) is not None:
        asks = question.asks(table)
        seat: Seat = rng.choice(list(asks))
        if seat != CHANCE and rng.random() < often:
            yield table, asks[seat]
        answer(table, question, seat, asks[seat].sample(rng))
