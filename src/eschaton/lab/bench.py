"""How fast a game is on one core: medians of several runs over positions from whole random games."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from eschaton.bots import RandomBot
from eschaton.kernel.ask import CHANCE, Seat
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.machine import settle
from eschaton.kernel.save import copy, load, save
from eschaton.kernel.table import Table
from eschaton.kernel.view import view
from eschaton.lab.playout import Playout

RUNS = 5
POSITIONS = 60
SAMPLED_GAMES = 4


class Measured(msgspec.Struct):
    """The speed of one game."""

    players: int
    decisions_per_second: float
    copies_per_second: float
    save_microseconds: float
    restore_microseconds: float
    save_bytes: int
    view_microseconds: float


def usual_players(game: Game) -> int:
    """The number of players a game is measured with unless said: the middle one."""
    return game.players[len(game.players) // 2]


def bench(game: Game, players: int | None = None, seconds: float = 3.0) -> Measured:
    """Measure a game for about so many seconds."""
    setup = game.checked(usual_players(game) if players is None else players, {})
    positions = sampled(game, setup)
    saved = [save(table) for table in positions]
    seats = [viewer_of(copy(table)) for table in positions]
    kinds = [type(table) for table in positions]
    pairs = list(zip(positions, seats, strict=True))
    part = seconds / 8  # half of the time for decisions, the rest for the four others
    speeds = [decisions_per_second(game, setup, f"bench/{run}", 4 * part / RUNS) for run in range(RUNS)]
    each = part / RUNS
    copying = microseconds(copy, [(table,) for table in positions], each)
    return Measured(
        players=setup.players,
        decisions_per_second=round(statistics.median(speeds), 1),
        copies_per_second=round(1e6 / copying, 1),
        save_microseconds=round(microseconds(save, [(table,) for table in positions], each), 2),
        restore_microseconds=round(microseconds(load, list(zip(kinds, saved, strict=True)), each), 2),
        save_bytes=round(statistics.median(map(len, saved))),
        view_microseconds=round(microseconds(view, pairs, each), 2),
    )


def playout(game: Game, setup: Setup, seed: str) -> Playout:
    """A random game."""
    return Playout(game, setup, [RandomBot(game)], seed)


def sampled(game: Game, setup: Setup) -> list[Table]:
    """Positions spread evenly over some whole random games."""
    found: list[Table] = []
    for number in range(SAMPLED_GAMES):
        seen: list[Table] = []
        played = playout(game, setup, f"bench/positions/{number}")
        played.watch = lambda table, seen=seen: seen.append(copy(table))
        played.run()
        stride = max(1, len(seen) * SAMPLED_GAMES // POSITIONS)
        found += seen[::stride]
    return found


def viewer_of(table: Table) -> Seat:
    """The seat that is asked in a position; the first one when the game is over."""
    question = settle(table)
    return question.ask.seat if question is not None and question.ask.seat != CHANCE else 0


def decisions_per_second(game: Game, setup: Setup, seed: str, seconds: float) -> float:
    """Whole random games, set-up included, for some time."""
    decisions = number = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not number:
        played = playout(game, setup, f"{seed}/{number}")
        played.run()
        decisions += played.decisions
        number += 1
    return decisions / spent


def microseconds(work: Callable[..., object], cases: Sequence[tuple[Any, ...]], seconds: float) -> float:
    """The time the work takes on one case, the median of several runs; its results are not kept."""
    found = []
    for _ in range(RUNS):
        rounds = 0
        start = time.perf_counter()
        while (spent := time.perf_counter() - start) < seconds or not rounds:
            for case in cases:
                work(*case)
            rounds += 1
        found.append(1e6 * spent / (rounds * len(cases)))
    return statistics.median(found)
