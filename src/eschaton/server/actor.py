"""One actor per table: takes one thing at a time, writes it down, and only then tells anybody."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import TypeVar

from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import EschatonError
from eschaton.server import news
from eschaton.server import protocol as said
from eschaton.server.desk import Desk, Effects
from eschaton.server.lobby import Refusal
from eschaton.server.play import Change
from eschaton.server.reporter import Reporter
from eschaton.server.settings import House
from eschaton.server.storage import Job, write_change
from eschaton.server.stream import Connection
from eschaton.server.tokens import hashed

log = logging.getLogger("eschaton.server.table")

T = TypeVar("T")

SLOW = 0.005
"""Bots that think longer than this do so off the event loop."""
AFTER_FAILURE = 5.0
"""How long a bot rests after something failed, in seconds."""


class Closed(Exception):
    """The table has left the memory; fetch it again."""


class Actor:
    """A table in memory."""

    def __init__(self, desk: Desk, house: House, reload: Callable[[str], Awaitable[Desk | None]]) -> None:
        self.desk = desk
        self.house = house
        self.reload = reload
        self.reporter = Reporter(desk, house.config)
        self.inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self.alarm: asyncio.TimerHandle | None = None
        self.bot_due: float | None = None
        self.busy_at = time.monotonic()
        self.closed = False
        self.random = Random()
        self.task = asyncio.get_running_loop().create_task(self.run(), name=f"table {desk.lobby.id}")

    # The loop.

    async def run(self) -> None:
        """Take one thing at a time."""
        self.set_alarm()
        while not self.closed:
            work = await self.inbox.get()
            try:
                await work()
            except Exception:
                log.exception("a table failed", extra={"table": self.desk.lobby.id})
                self.bot_due = time.monotonic() + AFTER_FAILURE
            if not self.closed:
                self.set_alarm()
        while not self.inbox.empty():
            await self.inbox.get_nowait()()

    async def call(self, do: Callable[[], Awaitable[T]]) -> T:
        """Have something done in its turn. It is finished even if the caller goes away."""
        if self.closed:
            raise Closed
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def work() -> None:
            try:
                if self.closed:
                    raise Closed
                result = await do()
            except Exception as error:
                if not answer.done():
                    answer.set_exception(error)
            else:
                if not answer.done():
                    answer.set_result(result)

        self.busy_at = time.monotonic()
        self.inbox.put_nowait(work)
        return await answer

    async def close(self) -> None:
        """Leave the memory; everything is on disk already, but a snapshot makes coming back surer."""

        async def last() -> None:
            self.closed = True
            if self.alarm is not None:
                self.alarm.cancel()
            await self.snapshot()

        if not self.closed:
            await self.call(last)
            await self.task

    async def snapshot(self) -> None:
        """Store the table as it is, so that it can go on even under other rules."""
        if self.desk.play is None or self.desk.play.match.over or self.desk.lobby.phase != "playing":
            return
        match = self.desk.play.match
        entries = len(match.record.entries)
        if entries in self.desk.play.stored:
            return
        change = Change(entries, [], [match.snap()], len(match.log))
        try:
            await self.house.writer.write(write_change(match.record.id, change, entries))
        except Exception:
            log.exception("a snapshot could not be stored", extra={"table": self.desk.lobby.id})

    # People.

    async def hear(self, person: int, message: said.ClientMessage, connection: Connection | None) -> None:
        """What a person says."""

        async def work() -> None:
            began = time.perf_counter()
            await self.obey(person, message, connection)
            self.house.metrics.took(time.perf_counter() - began)

        await self.call(work)

    async def obey(self, person: int, message: said.ClientMessage, connection: Connection | None) -> None:
        """Carry out a message and answer it."""
        desk, reporter = self.desk, self.reporter
        if person == 0 or desk.lobby.guest(person) is None:
            problem = news.Problem(code="forbidden", re=message.ref, field="type", message="you only watch")
            if connection is not None:
                connection.send(news.encode(problem))
            return
        if desk.repeated(person, message.ref):
            reporter.reply(person, news.Done(re=message.ref))
            return
        if isinstance(message, said.Configure) and message.password is not None:
            desk.hashed = await asyncio.to_thread(hashed, message.password)
        reporter.gallery.clear()
        try:
            effects = desk.carry_out(person, message, time.time())
        except Refusal as refusal:
            self.refuse(person, message.ref, refusal)
            return
        except EschatonError:
            log.exception("rules failed", extra={"table": desk.lobby.id, "match": desk.lobby.match})
            self.refuse(person, message.ref, Refusal("unavailable", "", "the rules failed here; nothing was changed"))
            return
        if not await self.write(effects.jobs):
            self.refuse(person, message.ref, Refusal("unavailable", "", "the disk failed; nothing was changed"))
            return
        desk.remember(person, message.ref)
        self.house.metrics.count("messages")
        reporter.reply(person, news.Done(re=message.ref))
        for reply in effects.replies:
            reporter.reply(person, reply)
        self.tell(effects)

    def refuse(self, person: int, ref: str, refusal: Refusal) -> None:
        """Say what is wrong."""
        self.house.metrics.count("refusals")
        problem = news.Problem(code=refusal.code, re=ref, field=refusal.field, message=refusal.message)
        self.reporter.reply(person, problem)

    async def write(self, jobs: list[Job]) -> bool:
        """Put jobs on disk; if that fails, go back to what is there."""
        try:
            await self.house.writer.write(*jobs)
        except Exception:
            desk = await self.reload(self.desk.lobby.id)
            if desk is None:
                raise
            self.desk = desk
            self.reporter.adopt(desk)
            return False
        return True

    def tell(self, effects: Effects) -> None:
        """Tell everybody what has changed for them."""
        self.reporter.tell(effects)
        if effects.finished:
            self.house.projector.ended(self.desk.lobby.match)
        if effects.deleted:
            self.closed = True
            self.reporter.gone("the table was deleted")

    async def join(self, name: str, seat: Seat | None, watch: bool, number: str) -> int:
        """Let a new person in."""

        async def work() -> int:
            person, effects = self.desk.admit(name, seat, watch, number)
            if not await self.write(effects.jobs):
                raise Refusal("unavailable", "", "the disk failed; nothing was changed")
            self.tell(effects)
            return person

        return await self.call(work)

    async def attach(self, connection: Connection, person: int, hello: said.Hello) -> None:
        """Somebody connects."""

        async def work() -> None:
            self.reporter.attach(connection, person, hello)

        await self.call(work)

    async def detach(self, connection: Connection, person: int) -> None:
        """Somebody's connection ended."""

        async def work() -> None:
            self.reporter.detach(connection, person)

        try:
            await self.call(work)
        except Closed:
            return

    # Bots and clocks.

    def idle(self, now: float) -> float:
        """For how long nobody has been here and nothing is going on; 0 if somebody is."""
        waiting = self.next_bot() is not None or self.reporter.next_deadline() is not None
        if self.reporter.present() or not self.inbox.empty() or waiting:
            return 0.0
        return now - self.busy_at

    def next_bot(self) -> Seat | None:
        """A seat that a bot must answer for now."""
        desk = self.desk
        if desk.lobby.phase != "playing" or desk.lobby.paused or desk.play is None:
            return None
        bots = desk.lobby.bots()
        return next((seat for seat in desk.play.match.asks() if seat in bots), None) if bots else None

    def set_alarm(self) -> None:
        """Wake up when a bot or the clock is due."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        now = time.monotonic()
        if self.next_bot() is None:
            self.bot_due = None
        elif self.bot_due is None:
            self.bot_due = now + (self.house.config.bot_delay if self.reporter.present() else 0)
        due = [when for when in (self.bot_due, self.reporter.next_deadline()) if when is not None]
        if due:
            loop = asyncio.get_running_loop()
            self.alarm = loop.call_later(max(0.0, min(due) - now), self.inbox.put_nowait, self.tick)

    async def tick(self) -> None:
        """A bot answers, or the clock does for somebody who is late."""
        if self.closed:
            return
        now = time.monotonic()
        seat = self.next_bot()
        if seat is not None and self.bot_due is not None and self.bot_due <= now:
            self.bot_due = None
            await self.bot_answers(seat)
        for late, ask in self.reporter.late(now):
            await self.clock_answers(late, ask)

    async def bot_answers(self, seat: Seat) -> None:
        """One answer of a bot; if its advice fails, any legal one."""
        play = self.desk.play
        assert play is not None
        kind = self.desk.lobby.bots()[seat]
        game = play.match.game.id
        began = time.perf_counter()
        try:
            if self.house.thinking.get(game, 0) > SLOW:
                ask, answer = await asyncio.to_thread(play.bot_answer, seat, kind, self.random)
            else:
                ask, answer = play.bot_answer(seat, kind, self.random)
            took = time.perf_counter() - began
            self.house.thinking[game] = 0.9 * self.house.thinking.get(game, took) + 0.1 * took
            await self.enter_for(seat, ask, answer)
        except Exception:
            log.exception("a bot failed", extra={"table": self.desk.lobby.id, "seat": seat})
            ask, answer = play.bot_answer(seat, "random", self.random)
            await self.enter_for(seat, ask, answer)

    async def clock_answers(self, seat: Seat, ask: str) -> None:
        """The neutral answer for somebody who is late."""
        play = self.desk.play
        open_ask = play.match.asks().get(seat) if play is not None else None
        if play is not None and open_ask is not None and play.match.ask_id(seat) == ask:
            await self.enter_for(seat, ask, open_ask.default())

    async def enter_for(self, seat: Seat, ask: str, answer: object) -> None:
        """An answer that no person gave: written and told like any other."""
        self.reporter.gallery.clear()
        try:
            effects = self.desk.enter_for(seat, ask, answer)
        except Refusal as refusal:
            raise EschatonError(f"seat {seat}: {refusal.message}") from None
        if await self.write(effects.jobs):
            self.house.metrics.count("bot_answers")
            self.tell(effects)
