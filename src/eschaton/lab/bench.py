"""How fast a game is on one core, by processor time: the same work in many short slices, those of all games in turn.

Other work on the machine then disturbs all games alike and few slices of each, and the median passes it over. Run as a
program, this file measures for `eschaton bench --against`, with the code of whichever checkout comes first on the path.
"""

from __future__ import annotations

import functools
import json
import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from eschaton.bots import RandomBot
from eschaton.kernel.ask import CHANCE, Seat
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.machine import settle
from eschaton.kernel.save import copy, load, save
from eschaton.kernel.table import Table
from eschaton.kernel.view import view
from eschaton.lab.playout import Playout

SLICES = 15
POSITIONS = 60
SAMPLED_GAMES = 4
SHARES: Mapping[str, float] = {"decisions": 0.5, "copies": 0.2, "saves": 0.1, "restores": 0.1, "views": 0.1}
"""What is measured, and the share of the time each takes."""


class Measured(msgspec.Struct):
    """The speed of one game: medians; `spread` is half the distance of the quartiles, in percent of each median."""

    players: int
    decisions_per_second: float
    copies_per_second: float
    save_microseconds: float
    restore_microseconds: float
    save_bytes: int
    view_microseconds: float
    spread: dict[str, float] = {}


class Slice(NamedTuple):
    """A stretch of work: how much of it was done, in how many seconds of processor time."""

    units: int
    seconds: float

    @property
    def rate(self) -> float:
        """Units a second."""
        return self.units / max(self.seconds, 1e-9)


class Workload:
    """What is done with one game: always the same, so that two slices differ in speed alone."""

    def __init__(self, game: Game, players: int | None = None) -> None:
        self.game = game
        self.setup = game.checked(usual_players(game) if players is None else players, {})
        self.positions = self.sampled()
        self.saved = [save(table) for table in self.positions]
        kinds = [type(table) for table in self.positions]
        seats = [viewer_of(copy(table)) for table in self.positions]
        alone = [(table,) for table in self.positions]
        self.work: dict[str, tuple[Callable[..., object], Sequence[tuple[Any, ...]]]] = {
            "copies": (copy, alone),
            "saves": (save, alone),
            "restores": (load, list(zip(kinds, self.saved, strict=True))),
            "views": (view, list(zip(self.positions, seats, strict=True))),
        }

    def sampled(self) -> list[Table]:
        """Positions spread evenly over some whole random games."""
        found: list[Table] = []
        for number in range(SAMPLED_GAMES):
            seen: list[Table] = []
            played = self.playout(f"bench/positions/{number}")
            played.watch = lambda table, seen=seen: seen.append(copy(table))
            played.run()
            stride = max(1, len(seen) * SAMPLED_GAMES // POSITIONS)
            found += seen[::stride]
        return found

    def playout(self, seed: str) -> Playout:
        """A random game."""
        return Playout(self.game, self.setup, [RandomBot(self.game)], seed)

    def run(self, measure: str, times: int) -> Slice:
        """Do the work of a measure so many times."""
        start = time.process_time()
        units = self.decide(times) if measure == "decisions" else self.handle(measure, times)
        return Slice(units, time.process_time() - start)

    def decide(self, games: int) -> int:
        """Play whole random games, set-up included; the number of decisions."""
        decisions = 0
        for number in range(games):
            played = self.playout(f"bench/{number}")
            played.run()
            decisions += played.decisions
        return decisions

    def handle(self, measure: str, times: int) -> int:
        """Copy, save, restore or view every position so many times; how often in all."""
        work, cases = self.work[measure]
        for _ in range(times):
            for case in cases:
                work(*case)
        return times * len(cases)


def calibrated(work: Callable[[int], Slice], seconds: float) -> int:
    """How many times the work is to be done to last about so long; a first run warms everything up."""
    times, took = 1, work(1).seconds
    while (took := work(times).seconds) < seconds / 4 and times < 1 << 16:
        times *= 2
    return max(1, round(times * seconds / max(took, 1e-6)))


def bench(games: Sequence[Game], players: int | None = None, seconds: float = 3.0) -> dict[str, Measured]:
    """Measure games for about so many seconds each, a slice of each in turn."""
    loads = {game.id: Workload(game, players) for game in games}
    times = {
        (id_, measure): calibrated(functools.partial(load.run, measure), share * seconds / SLICES)
        for id_, load in loads.items()
        for measure, share in SHARES.items()
    }
    rates: dict[tuple[str, str], list[float]] = {key: [] for key in times}
    for _ in range(SLICES):
        for id_, measure in times:
            rates[id_, measure].append(loads[id_].run(measure, times[id_, measure]).rate)
    return {id_: measured(load, {measure: rates[id_, measure] for measure in SHARES}) for id_, load in loads.items()}


def measured(load: Workload, rates: Mapping[str, Sequence[float]]) -> Measured:
    """The medians of all slices of a game."""
    rate = {measure: statistics.median(found) for measure, found in rates.items()}
    return Measured(
        players=load.setup.players,
        decisions_per_second=round(rate["decisions"], 1),
        copies_per_second=round(rate["copies"], 1),
        save_microseconds=round(1e6 / rate["saves"], 2),
        restore_microseconds=round(1e6 / rate["restores"], 2),
        save_bytes=round(statistics.median(map(len, load.saved))),
        view_microseconds=round(1e6 / rate["views"], 2),
        spread={measure: spread(found) for measure, found in rates.items()},
    )


def spread(found: Sequence[float]) -> float:
    """Half the distance of the quartiles, in percent of the median."""
    low, middle, high = statistics.quantiles(found, n=4)
    return round(50 * (high - low) / middle, 1)


def usual_players(game: Game) -> int:
    """The number of players a game is measured with unless said: the middle one."""
    return game.players[len(game.players) // 2]


def viewer_of(table: Table) -> Seat:
    """The seat that is asked in a position; the first one when the game is over."""
    question = settle(table)
    return question.ask.seat if question is not None and question.ask.seat != CHANCE else 0


def serve_slices() -> None:
    """Measure what each line of standard input asks for: [game, players, measure, times]; answer in a line each."""
    from eschaton.games import every_game

    every_game()
    loads: dict[str, Workload] = {}
    for line in sys.stdin:
        name, players, measure, times = json.loads(line)
        if name not in loads:
            loads[name] = Workload(find_game(name), players)
        print(json.dumps(loads[name].run(measure, times)), flush=True)


if __name__ == "__main__":
    serve_slices()
