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
from eschaton.server.desk import Desk
from eschaton.server.effects import Effects
from eschaton.server.errand import fetched
from eschaton.server.lobby import Refusal
from eschaton.server.metrics import Tally
from eschaton.server.play import Change, Play
from eschaton.server.pulse import Pulse, now
from eschaton.server.reporter import NAMELESS, Reporter
from eschaton.server.settings import House
from eschaton.server.storage import Job, write_change
from eschaton.server.stream import Connection
from eschaton.server.thinkers import takes_time

log = logging.getLogger("eschaton.server.table")

T = TypeVar("T")

SLOW = 0.005
"""Bots that think longer than this do so off the event loop."""


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
        self.pulse = Pulse(house.config)
        self.tally = Tally()
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_about: object = None
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
                self.pulse.rest()
            if not self.closed:
                self.stop_thinking_in_vain()
                self.set_alarm()
                self.tally.tell(self.house.metrics, self.pulse.moment)
        self.tally.tell(self.house.metrics, None)
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
            if self.thinking is not None:
                self.thinking.cancel()
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
            self.tally.took(time.perf_counter() - began)

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
        try:
            desk.errand = await fetched(self.house, desk.lobby, message)
            desk.errand.host_away = reporter.away(desk.lobby.host) >= self.house.config.host_away
            desk.here = set(reporter.present())
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
        self.tally.count("messages")
        reporter.reply(person, news.Done(re=message.ref))
        for reply in effects.replies:
            reporter.reply(person, reply)
        self.tell(effects)

    def refuse(self, person: int, ref: str, refusal: Refusal) -> None:
        """Say what is wrong."""
        self.tally.count("refusals")
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
        about = {"table": self.desk.lobby.id, "match": self.desk.lobby.match}
        if effects.renewed:
            log.info("a match begins", extra={**about, "game": self.desk.lobby.game})
        if effects.finished:
            log.info("a match is over", extra=about)
            self.house.projector.ended(self.desk.lobby.match)
        if effects.deleted:
            log.info("a table was deleted", extra=about)
            self.closed = True
            self.reporter.gone("the table was deleted")

    async def change(self, do: Callable[[Desk], tuple[T, Effects]]) -> T:
        """Change the table without a message: it is written, and then told."""

        async def work() -> T:
            self.desk.here = set(self.reporter.present())
            result, effects = do(self.desk)
            if not await self.write(effects.jobs):
                raise Refusal("unavailable", "", "the disk failed; nothing was changed")
            self.tell(effects)
            return result

        return await self.call(work)

    async def attach(self, connection: Connection, person: int, hello: said.Hello) -> None:
        """Somebody connects."""

        async def work() -> None:
            if person == NAMELESS and self.reporter.watchers() >= self.house.config.most_watchers:
                raise Refusal("unavailable", "token", "as many watch this table already as can; join it, or try later")
            self.reporter.attach(connection, person, hello)
            self.tell_presence_if_due()

        await self.call(work)

    async def detach(self, connection: Connection, person: int) -> None:
        """Somebody's connection ended."""

        async def work() -> None:
            self.reporter.detach(connection, person)
            self.tell_presence_if_due()

        try:
            await self.call(work)
        except Closed:
            return

    def tell_presence_if_due(self) -> None:
        """Tell who has come and gone, unless everybody was told a moment ago: then soon."""
        due = self.reporter.presence_due()
        if due is not None and due <= time.monotonic():
            self.reporter.tell_presence()

    # Bots and clocks.

    def idle(self, at: float) -> float:
        """For how long nobody has been here and nothing is going on; 0 if somebody is."""
        waiting = self.due() is not None or self.thinking is not None or self.desk.deadlines()
        if self.reporter.present() or not self.inbox.empty() or waiting:
            return 0.0
        return at - self.busy_at

    def due(self) -> float | None:
        """When bots, or the kernel for those who cannot act, have answered; None if people must."""
        return self.pulse.due(self.desk, bool(self.reporter.present()))

    def set_alarm(self) -> None:
        """Wake up when bots or the clock are due."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        due = self.due()
        waits = [deadline - time.time() for deadline in self.desk.deadlines().values()]
        if due is not None and self.thinking is None:
            waits.append(due - self.pulse.lead - now())
        presence = self.reporter.presence_due()
        if presence is not None:
            waits.append(presence - time.monotonic())
        if waits:
            loop = asyncio.get_running_loop()
            self.alarm = loop.call_later(max(0.0, min(waits)), self.inbox.put_nowait, self.tick)

    async def tick(self) -> None:
        """Bots answer, or the kernel for those who cannot act, or the clock for somebody who is late."""
        if self.closed:
            return
        self.tell_presence_if_due()
        due = self.due()
        if due is not None and self.thinking is None and due - self.pulse.lead <= now():
            if self.desk.bots_asked():
                self.thinking = asyncio.create_task(self.think(due))
            else:
                await self.close_moment([], now(), due)
        wall = time.time()
        for seat, deadline in self.desk.deadlines().items():
            if deadline <= wall:
                await self.clock_answers(seat)

    async def think(self, due: float) -> None:
        """Let bots work out their answers, and have them entered. Meanwhile people are heard."""
        play, bots, began = self.desk.play, self.desk.lobby.bots(), now()
        assert play is not None
        self.thinking_about = play.moment()
        asked = self.desk.bots_asked()
        self.random.shuffle(asked)
        asks = [play.match.ask_id(seat) or "" for seat in asked]
        found = await asyncio.gather(*(self.consult(play, seat, bots[seat]) for seat in asked))
        answers = list(zip(asked, asks, found, strict=True))
        self.thinking_about = None  # from here on nothing can stop it

        async def work() -> None:
            self.thinking = None
            if not self.closed:
                await self.close_moment(answers, began, due)

        self.inbox.put_nowait(work)

    def stop_thinking_in_vain(self) -> None:
        """Whatever bots think about a question that has closed meanwhile is not wanted any more."""
        thinking, play = self.thinking, self.desk.play
        if thinking is None or self.thinking_about is None:
            return
        if play is None or self.due() is None or play.moment() != self.thinking_about:
            thinking.cancel()
            self.thinking = self.thinking_about = None

    def consult(self, play: Play, seat: Seat, kind: str) -> Awaitable[object]:
        """What a bot answers, knowing what its seat knows now; the advised or any legal answer if it fails."""
        ask, game, thinking = play.match.asks()[seat], play.match.game.id, self.house.thinking
        consulted, seed = play.consult(seat, kind, self.random), self.random.getrandbits(48)

        async def work() -> object:
            if takes_time(kind):
                try:
                    return await self.house.thinkers.answer(play.match, self.desk.box.laid.files, seat, kind, seed)
                except Exception:
                    log.exception("a bot thought in vain", extra={"table": self.desk.lobby.id, "seat": seat})
            began = time.perf_counter()
            try:
                answer = await asyncio.to_thread(consulted) if thinking.get(game, 0) > SLOW else consulted()
            except Exception:
                log.exception("a bot failed", extra={"table": self.desk.lobby.id, "seat": seat})
                return ask.sample(self.random)
            took = time.perf_counter() - began
            thinking[game] = 0.9 * thinking.get(game, took) + 0.1 * took
            return answer

        return work()

    async def close_moment(self, answers: list[tuple[Seat, str, object]], began: float, due: float) -> None:
        """Enter the answers of bots that are still wanted, go on if nobody else can act, and tell it in time."""
        play = self.desk.play
        if play is None or self.due() is None:
            return
        effects, moment, window = Effects(), play.moment(), play.together
        try:
            effects.add(self.acted_unasked([seat for seat, _, _ in answers]))
            for seat, ask, answer in answers:
                if seat in self.desk.bots_asked() and play.moment() == moment and play.match.ask_id(seat) == ask:
                    effects.add(self.entered(seat, ask, answer))
            if play.idle and play.moment() == moment:
                effects.add(self.desk.go_on(time.time()))
        except EschatonError:
            log.exception("rules failed", extra={"table": self.desk.lobby.id, "match": self.desk.lobby.match})
            self.pulse.rest()
        if await self.write(effects.jobs):
            if window:
                self.pulse.took(now() - began)
            await self.pulse.until(due)
            self.tell(effects)

    def acted_unasked(self, seats: list[Seat]) -> Effects:
        """What one of the bots that are asked does unasked, now and then; all then think about their questions anew."""
        play, bots = self.desk.play, self.desk.lobby.bots()
        for seat in seats:
            if play is None or seat not in bots:
                continue
            try:
                key = play.unasked(seat, bots[seat], self.random)
                if key is not None:
                    return self.desk.act_for(seat, key, time.time())
            except (EschatonError, Refusal):
                log.exception("a bot failed unasked", extra={"table": self.desk.lobby.id, "seat": seat})
        return Effects()

    def entered(self, seat: Seat, ask: str, answer: object) -> Effects:
        """An answer that no person gave; any legal one if that one is not."""
        self.tally.count("bot_answers")
        try:
            return self.desk.enter_for(seat, ask, answer, time.time())
        except Refusal as refusal:
            log.error("a bot failed: %s", refusal.message, extra={"table": self.desk.lobby.id, "seat": seat})
        assert self.desk.play is not None
        sample = self.desk.play.match.asks()[seat].sample(self.random)
        return self.desk.enter_for(seat, ask, sample, time.time())

    async def clock_answers(self, seat: Seat) -> None:
        """The neutral answer for somebody who is late."""
        play, clock = self.desk.play, self.desk.lobby.clocks.get(seat)
        ask = play.match.asks().get(seat) if play is not None else None
        if play is None or ask is None or clock is None or play.match.ask_id(seat) != clock.ask:
            return
        effects = self.desk.enter_for(seat, clock.ask, ask.default(), time.time())
        if await self.write(effects.jobs):
            self.tally.count("clock_answers")
            self.tell(effects)
