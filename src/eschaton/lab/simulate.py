"""Many games between bots, in one process or several: the same seed gives the same outcomes either way."""

from __future__ import annotations

import multiprocessing
import os
import shlex
import signal
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import msgspec

from eschaton.bots import make_bots, seated
from eschaton.cardtext.carried import PackFile
from eschaton.games import every_game
from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadSetup, traced
from eschaton.kernel.game import Game, Setup, find_game
from eschaton.lab.packs import laid
from eschaton.lab.playout import Playout, Watch, all_of, conserving
from eschaton.lab.questions import AskedSeats
from eschaton.lab.tally import FailedGame, GameTally
from eschaton.lab.usage import CardWatch, idle_cards

Progress = Callable[[GameTally], None]
NOW_AND_THEN: Final = 50  # decisions between two counts of all pieces, unless every one is checked


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """What to simulate. Game number i is played from the seed "SEED/i"."""

    game: str
    players: int
    games: int = 100
    first: int = 0
    seed: str = "0"
    bots: tuple[str, ...] = ("random",)
    options: dict[str, Any] = {}
    packs: tuple[PackFile, ...] = ()
    check: bool = False
    questions: bool = False
    workers: int = 1

    def again(self, index: int) -> str:
        """The command that plays one of the games again."""
        words = ["eschaton", "simulate", self.game, "--players", str(self.players), "--seed", self.seed]
        words += ["--first", str(index), "--games", "1", "--bots", ",".join(self.bots)]
        if self.options:
            words += ["--options", *(f"{key}={str(value).lower()}" for key, value in self.options.items())]
        for pack in self.packs:
            words += ["--pack", pack.name]
        return shlex.join([*words, *["--check"] * self.check, *["--questions"] * self.questions])


class Report(msgspec.Struct, omit_defaults=True):
    """What a simulation found."""

    game: str
    players: int
    games: int
    decisions: int
    seconds: float
    decisions_per_second: float
    games_per_second: float
    outcomes: dict[str, dict[str, Any]]
    errors: list[FailedGame]
    questions: dict[str, dict[str, float]] = {}  # a turn of one seat, where they were counted
    cards: dict[str, Any] = {}  # those that never came up or never did anything, where a game lists its cards


def simulate(job: Job, progress: Progress | None = None) -> Report:
    """Play all games of a job; a game that fails is reported, not raised."""
    game, setup = prepared(job)
    seated(make_bots(job.bots, game), game.table(setup).people())  # wrong names are found before anything starts
    if job.questions and set(job.bots) != {"thumb"}:
        raise BadSetup("bots: questions are counted for seats that follow the hints; use thumb")
    if job.games < 1:
        raise BadSetup(f"games: {job.games} is too few; play at least 1")
    if job.workers < 0:
        raise BadSetup(f"workers: {job.workers} is too few; 0 is one for each core")
    if job.first < 0:
        raise BadSetup(f"first: {job.first} is too few; games are numbered from 0")
    total = GameTally()
    start = time.perf_counter()
    for part in parts(job):
        total.add(part)
        if progress is not None:
            progress(total)
    seconds = time.perf_counter() - start
    return Report(
        game=job.game,
        players=job.players,
        games=total.games,
        decisions=total.decisions,
        seconds=round(seconds, 3),
        decisions_per_second=round(total.decisions / seconds, 1),
        games_per_second=round(total.games / seconds, 1),
        outcomes=total.outcomes(),
        errors=total.errors,
        questions=total.questions_a_turn(),
        cards=idle_cards(game, total.usage),
    )


def prepared(job: Job) -> tuple[Game, Setup]:
    """The game of a job and its set-up."""
    game = laid(find_game(job.game), job.packs)
    return game, game.checked(job.players, job.options)


def parts(job: Job) -> Iterator[GameTally]:
    """The tallies of the job's chunks, in any order."""
    workers = min(job.workers or os.cpu_count() or 1, job.games)
    size = max(1, min(200, job.games // (workers * 8)))
    last = job.first + job.games
    chunks = [(job, first, min(first + size, last)) for first in range(job.first, last, size)]
    if workers == 1:
        yield from map(play_chunk, chunks)
        return
    # Spawned, not forked: the same on every system, and safe when the caller has threads.
    with multiprocessing.get_context("spawn").Pool(workers, begin_worker) as pool:
        yield from pool.imap_unordered(play_chunk, chunks)


def begin_worker() -> None:
    """Know the games, and leave an interrupt to the process that started this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    every_game()


def play_chunk(chunk: tuple[Job, int, int]) -> GameTally:
    """Play the games from one number up to another."""
    job, first, last = chunk
    game, setup = prepared(job)
    tally = GameTally()
    for index in range(first, last):
        play_one(job, game, setup, index, tally)
    return tally


def sides_of(played: Playout) -> dict[Seat, str]:
    """The role or party of each seat, where a game has them, with its bot where different bots play."""
    mixed = len({bot.name for bot in played.bots.values()}) > 1
    return {
        seat: f"{side}, {played.bots[seat].name}" if mixed else side
        for seat in played.people
        if (side := played.table.side(seat))
    }


def play_one(job: Job, game: Game, setup: Setup, index: int, tally: GameTally) -> None:
    """Play one game and count it; a defect of its rules is noted with how to see it again."""
    seed = f"{job.seed}/{index}"
    played: Playout | None = None
    tally.games += 1
    try:
        asked = AskedSeats(game) if job.questions else None
        played = Playout(game, setup, asked.bots if asked is not None else make_bots(job.bots, game), seed)
        watches: list[Watch] = [conserving(1 if job.check else NOW_AND_THEN)]
        if asked is not None:
            watches.append(asked)
        cards = CardWatch(game) if game.cards else None
        if cards is not None:
            watches.append(cards)
        played.watch = all_of(watches)
        played.run()
        if cards is not None:
            tally.usage.add(cards.counted())
        if asked is not None:
            tally.questions.add(asked.counted())
        tally.count(played.table.outcome, sides_of(played))
    except Exception as error:
        done = played.decisions if played else 0
        tally.errors.append(FailedGame(index, seed, traced(error), done, job.again(index)))
    tally.decisions += played.decisions if played else 0
