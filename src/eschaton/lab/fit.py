"""Fits the weights of a game's outlook to games between rule-of-thumb players: `eschaton lab fit GAME`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from eschaton.bots import Sight, ThumbBot
from eschaton.kernel.ask import Ask, Seat
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.outlook import ANY_TABLE, Outlook, written
from eschaton.kernel.table import Table
from eschaton.lab.playout import Playout
from eschaton.lab.simulate import begin_worker

Floats = NDArray[np.float64]

EVERY = 10
"""Decisions between two positions of a game that are looked at."""
NOISE = (0.0, 0.05, 0.15)
"""How often a player answers at random, by turns of games: good positions alone do not show what a bad one is worth."""
RIDGE = 1.0
"""How strongly weights are drawn to 0: what is rare must not get wild numbers."""
TELLS = 5.0
"""As many positions as a whole game counts for: its positions are alike, and share one result."""
FOLDS = 5
STEPS = 40
ENOUGH = 1e-6


class Fit(msgspec.Struct, frozen=True, kw_only=True):
    """What to fit: game number i is played from the seed "SEED/i", with each number of players in turn."""

    game: str
    players: tuple[int, ...]
    games: int = 400
    seed: str = "fit"
    workers: int = 0


class FitPosition(NamedTuple):
    """What was read off a table, and for each column whether its chance came true."""

    game: int
    read: tuple[float, ...]
    came_true: dict[str, bool]


class FitQuality(msgspec.Struct, frozen=True):
    """How well a column's chances tell the result of games that were left out: losses in bits, shares of positions."""

    positions: int
    came_true: float
    loss: float
    loss_in_force: float
    loss_of_the_mean: float
    told: float
    """How often the likelier result came."""


class Fitted(msgspec.Struct, frozen=True):
    """The weights found, and how good they are."""

    weights: dict[str, tuple[float, ...]]
    quality: dict[str, FitQuality]
    games: int


class NoisyBot(ThumbBot):
    """Plays by rule of thumb, and now and then anything."""

    def __init__(self, game: Game, noise: float) -> None:
        super().__init__(game)
        self.noise = noise

    def answer(self, sight: Sight, ask: Ask, rng: Random) -> Any:
        """The advised answer, or any."""
        return ask.sample(rng) if self.noise and rng.random() < self.noise else super().answer(sight, ask, rng)


def outlook_of(game: Game) -> Outlook:
    """The outlook of a game; BadSetup if it has none."""
    if game.outlook is None:
        raise BadSetup(f"game: {game.title} has no outlook whose weights could be fitted")
    return game.outlook


def fit(job: Fit, progress: Callable[[int], None] | None = None) -> Fitted:
    """Play, fit, and test the fit on games that were left out."""
    game = find_game(job.game)
    outlook = outlook_of(game)
    for players in job.players:
        game.checked(players, {})
    if job.games < FOLDS:
        raise BadSetup(f"games: {job.games} is too few; play at least {FOLDS}")
    positions: list[FitPosition] = []
    for done, found in enumerate(played(job), 1):
        positions += found
        if progress is not None:
            progress(done)
    weights, quality = {}, {}
    for column in outlook.columns:
        known = [position for position in positions if column in position.came_true]
        if known:
            weights[column], quality[column] = fitted(outlook, column, known)
        else:
            weights[column] = outlook.weights[column]  # nobody of this kind was at any table
    return Fitted(weights, quality, job.games)


def played(job: Fit) -> Iterator[list[FitPosition]]:
    """The positions of all games, in their order."""
    jobs = [(job, number) for number in range(job.games)]
    workers = min(job.workers or os.cpu_count() or 1, job.games)
    if workers == 1:
        yield from map(positions_of, jobs)
        return
    with ProcessPoolExecutor(workers, get_context("spawn"), begin_worker) as pool:
        yield from pool.map(positions_of, jobs, chunksize=4)


def positions_of(task: tuple[Fit, int]) -> list[FitPosition]:
    """Play one game and look at it now and then; at the end it is known what came true."""
    job, number = task
    game = find_game(job.game)
    outlook = outlook_of(game)
    setup = game.checked(job.players[number % len(job.players)], {})
    noise = NOISE[number // len(job.players) % len(NOISE)]
    seen: list[tuple[tuple[float, ...], Mapping[str, Seat]]] = []
    calls = 0

    def watch(table: Table) -> None:
        nonlocal calls
        calls += 1
        if calls % EVERY == 0 and table.outcome is None and (cases := outlook.cases(table)):
            seen.append((tuple(outlook.read(table)), cases))

    playing = Playout(game, setup, [NoisyBot(game, noise)], f"{job.seed}/{number}", watch)
    playing.run()
    outcome = playing.table.outcome
    assert outcome is not None
    return [
        FitPosition(number, read, {column: game.won(outcome, seat) for column, seat in cases.items()})
        for read, cases in seen
    ]


class Sample(NamedTuple):
    """The positions of one column as numbers: what was read, what came true, how much each counts, of which game."""

    x: Floats
    y: Floats
    counts: Floats
    game: NDArray[np.int64]

    def part(self, which: NDArray[np.bool_]) -> Sample:
        """Only some of the positions."""
        return Sample(self.x[which], self.y[which], self.counts[which], self.game[which])


def sampled(column: str, positions: Sequence[FitPosition]) -> Sample:
    """The positions that say something of a column."""
    game = np.array([position.game for position in positions])
    x = np.array([(1.0, *position.read) for position in positions])
    y = np.array([position.came_true[column] for position in positions], dtype=float)
    return Sample(x, y, TELLS / np.bincount(game)[game], game)


def fitted(outlook: Outlook, column: str, positions: Sequence[FitPosition]) -> tuple[tuple[float, ...], FitQuality]:
    """The weights of one column, rounded as they are written, and how good such weights are on games left out."""
    all_ = sampled(column, positions)
    judged = np.array([row in outlook.judged for row in (ANY_TABLE, *outlook.features)])
    start = np.array(outlook.weights[column])
    chances = np.empty(len(all_.y))
    for fold in range(FOLDS):
        out = all_.game // len(NOISE) % FOLDS == fold
        if out.any():
            chances[out] = chance_of(all_.x[out], regression(all_.part(~out), start, judged))
    quality = FitQuality(
        positions=len(all_.y),
        came_true=round(float(all_.y.mean()), 3),
        loss=loss(chances, all_.y),
        loss_in_force=loss(chance_of(all_.x, start), all_.y),
        loss_of_the_mean=loss(np.full(len(all_.y), all_.y.mean()), all_.y),
        told=round(float(((chances > 0.5) == (all_.y > 0.5)).mean()), 3),
    )
    return tuple(round(float(weight), 2) for weight in regression(all_, start, judged)), quality


def regression(of: Sample, start: Floats, judged: NDArray[np.bool_]) -> Floats:
    """Logistic regression by Newton's steps; what is judged keeps its weight, all else is drawn to 0 a little."""
    weights = np.where(judged, start, 0.0)
    free = np.flatnonzero(~judged)
    x = of.x[:, free]
    ridge = np.full(len(free), RIDGE)
    ridge[0] = ENOUGH  # the mean of all tables is drawn nowhere
    for _ in range(STEPS):
        chances = chance_of(of.x, weights)
        slope = x.T @ (of.counts * (of.y - chances)) - ridge * weights[free]
        bend = (x.T * (of.counts * chances * (1 - chances))) @ x + np.diag(ridge)
        step = np.linalg.solve(bend, slope)
        weights[free] += step
        if np.abs(step).max() < ENOUGH:
            break
    return weights


def chance_of(x: Floats, weights: Floats) -> Floats:
    """The chances that weights give."""
    found: Floats = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
    return found


def loss(chances: Floats, came_true: Floats) -> float:
    """The mean loss of chances, in bits: 0 is knowing, 1 is a coin."""
    kept = np.clip(chances, 1e-9, 1 - 1e-9)
    return round(float(-np.mean(came_true * np.log2(kept) + (1 - came_true) * np.log2(1 - kept))), 4)


def file_of(game: Game, job: Fit, found: Fitted) -> str:
    """The file of weights, with the command that makes it again and how good they are."""
    outlook = outlook_of(game)
    players = ",".join(map(str, job.players))
    about = [
        f"Made by: eschaton lab fit {job.game} --players {players} --games {job.games} --seed {job.seed}",
        f"from {found.games} games of rules version {game.version}. On games left out, loss in bits (of the mean):",
        *(
            f"  {column}: {one.loss:.3f} ({one.loss_of_the_mean:.3f}), the likelier result in {100 * one.told:.0f} %"
            f" of {one.positions:,} positions"
            for column, one in found.quality.items()
        ),
    ]
    return written(about, (ANY_TABLE, *outlook.features), found.weights)
