"""Where bots think that take their time: in processes of their own, so that no table waits for another one's bot."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from random import Random
from typing import Any, NamedTuple

from eschaton.bots import Sight, make_bot
from eschaton.bots.levels import LEVELS
from eschaton.cardtext.carried import PackFile, laid
from eschaton.games import every_game
from eschaton.kernel.ask import Seat
from eschaton.kernel.game import Setup, find_game
from eschaton.kernel.machine import require_open, settle
from eschaton.kernel.match import Match
from eschaton.kernel.save import load, save

log = logging.getLogger("eschaton.server.thinkers")

START, PATIENCE = 30.0, 10.0
"""How many seconds a bot may take, the first one for the start of its process too; all levels are far quicker."""
END_SECONDS = 5.0
"""So long a server that ends waits for its processes."""


class Idea(NamedTuple):
    """What a bot has thought of, and whether it fell below its level: time ran out before its choice was clear."""

    answer: Any
    below: bool = False


def takes_time(kind: str) -> bool:
    """Whether a bot of this kind thinks ahead."""
    return kind in LEVELS


class Thinkers:
    """Processes for thinking, started when the first bot needs one."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or os.cpu_count() or 1
        self.pool: ProcessPoolExecutor | None = None
        self.patience = START

    async def answer(self, match: Match, packs: tuple[PackFile, ...], seat: Seat, kind: str, seed: int) -> Idea:
        """What a bot answers that sees what its seat sees now. Cancelled, it is begun no more, or thinks in vain."""
        work = (match.game.id, packs, match.record.setup, save(match.table), seat, kind, seed)
        try:
            return await self.asked(work)
        except BrokenProcessPool:
            log.warning("a thinking process was lost, and is replaced")
            return await self.asked(work)

    async def asked(self, work: tuple[Any, ...]) -> Idea:
        """Have work done by one of the processes. One that was killed takes all others along: then start them anew."""
        if self.pool is None:
            spawn = multiprocessing.get_context("spawn")
            self.pool = ProcessPoolExecutor(self.workers, spawn, begin_thinking)
            self.patience = START
        pool = self.pool
        try:
            async with asyncio.timeout(self.patience):
                answer = await asyncio.get_running_loop().run_in_executor(pool, thought, *work)
        except BrokenProcessPool:
            if self.pool is pool:
                self.give_up()
            raise
        self.patience = PATIENCE
        return answer

    def give_up(self) -> None:
        """Let all processes end; others take their places."""
        if self.pool is not None:
            self.pool.shutdown(wait=False, cancel_futures=True)
            self.pool = None

    def close(self) -> None:
        """End all processes at once, whatever they think about, and wait until they have: what they shared goes too."""
        pool, self.pool = self.pool, None
        if pool is None:
            return
        for process in list((pool._processes or {}).values()):
            process.kill()
        ending = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
        ending.start()
        ending.join(END_SECONDS)


def begin_thinking() -> None:
    """Know the games, leave an interrupt to the server, and the processor to whoever else wants it."""
    if hasattr(os, "nice"):
        os.nice(19)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    every_game()


def thought(
    game: str, packs: tuple[PackFile, ...], setup: Setup, data: bytes, seat: Seat, kind: str, seed: int
) -> Idea:
    """A bot's answer to the question open to a seat of a saved table."""
    rules = laid(find_game(game), packs)
    table = load(type(rules.table(setup)), data)
    ask = require_open(settle(table)).of(table, seat)
    if ask is None:
        raise LookupError(f"seat {seat} is not asked")
    bot = make_bot(kind, rules)
    answer = bot.answer(Sight(rules, table, seat), ask, Random(seed))
    return Idea(answer, getattr(bot, "hurried", False))
