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
from eschaton.server.ondisk import Loaded, OnDisk
from eschaton.server.play import Play
from eschaton.server.pulse import Pulse, now
from eschaton.server.reporter import Reporter
from eschaton.server.settings import House
from eschaton.server.storage import Job
from eschaton.server.stream import COME_AGAIN, Connection
from eschaton.server.thinkers import Idea, takes_time

log = logging.getLogger("eschaton.server.table")

T = TypeVar("T")

SLOW = 0.005
"""Bots that think longer than this do so off the event loop."""


def not_written() -> Refusal:
    """What somebody is told whose message is not on disk."""
    return Refusal("unavailable", "", "the disk failed; nothing was changed")


class Closed(Exception):
    """The table has left the memory; fetch it again."""


class Actor:
    """A table in memory."""

    def __init__(
        self, desk: Desk, house: House, reload: Callable[[str], Awaitable[Loaded | None]], epoch: int = 0
    ) -> None:
        self.desk = desk
        self.house = house
        self.disk = OnDisk(house, desk.lobby.id, reload, epoch)
        self.reporter = Reporter(desk, house.config, house.clock)
        self.inbox: asyncio.Queue[Callable[[], Awaitable[None]]] = asyncio.Queue()
        self.alarm: asyncio.TimerHandle | None = None
        self.pulse = Pulse(house.config, Random(house.config.floors_from or None))
        self.tally = Tally()
        self.thinking: asyncio.Task[None] | None = None
        self.thinking_about: object = None
        self.busy_at = time.monotonic()
        self.closed = False
        self.failed = False
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
            self.stop()
            await self.disk.snapshot(self.desk)

        if not self.closed:
            await self.call(last)
            await self.task

    def stop(self) -> None:
        """Do nothing more."""
        self.closed = True
        if self.alarm is not None:
            self.alarm.cancel()
        if self.thinking is not None:
            self.thinking.cancel()

    def fail(self) -> None:
        """What is in memory may not be what is on disk: leave it at once; whoever was here comes again."""
        self.failed = True
        self.stop()
        self.reporter.hang_up(COME_AGAIN)

    async def drop(self) -> None:
        """Leave the memory without writing anything: another server keeps the table."""

        async def last() -> None:
            self.stop()
            self.reporter.hang_up(COME_AGAIN)

        if not self.closed:
            await self.call(last)
            await self.task

    # People.

    async def hear(self, person: int, message: said.ClientMessage, connection: Connection | None) -> None:
        """What a person says."""

        async def work() -> None:
            began = time.perf_counter()
            await self.obey(person, message, connection)
            self.tally.took(time.perf_counter() - began)

        await self.pulse.hush()
        await self.call(work)

    async def obey(self, person: int, message: said.ClientMessage, connection: Connection | None) -> None:
        """Carry out a message and answer it."""
        desk, reporter = self.desk, self.reporter
        if person == 0 or desk.lobby.guest(person) is None:
            problem = news.Problem(code="forbidden", re=message.ref, field="type", message="you only watch")
            if connection is not None:
                connection.send(news.encode(problem))
            return
        if desk.heard.knows(person, message.ref):
            reporter.reply(person, news.Done(re=message.ref))
            return
        try:
            desk.errand = await fetched(self.house, desk.lobby, message)
            desk.errand.host_away = reporter.away(desk.lobby.host) >= self.house.config.host_away
            desk.here = self.here()
            effects = desk.carry_out(person, message, self.house.clock.now())
        except Refusal as refusal:
            self.refuse(person, message.ref, refusal)
            return
        except EschatonError:
            log.exception("rules failed", extra={"table": desk.lobby.id, "match": desk.lobby.match})
            self.refuse(person, message.ref, Refusal("unavailable", "", "the rules failed here; nothing was changed"))
            return
        if not await self.write(effects.jobs):
            if not self.desk.heard.knows(person, message.ref):
                self.refuse(person, message.ref, not_written())
            elif not self.closed:  # it was written after all
                reporter.reply(person, news.Done(re=message.ref))
            return
        desk.heard.add(person, message.ref)
        self.tally.count("messages")
        reporter.reply(person, news.Done(re=message.ref))
        for reply in effects.replies:
            reporter.reply(person, reply)
        self.tell(effects)

    def here(self) -> set[int]:
        """Who is here, or was a moment ago: nobody is passed over because a line broke."""
        known, long = self.desk.lobby.people, self.house.config.host_away
        return {guest.id for guest in known if self.reporter.away(guest.id) < long}

    def refuse(self, person: int, ref: str, refusal: Refusal) -> None:
        """Say what is wrong."""
        self.tally.count("refusals")
        problem = news.Problem(code=refusal.code, re=ref, field=refusal.field, message=refusal.message)
        self.reporter.reply(person, problem)

    async def write(self, jobs: list[Job]) -> bool:
        """Put jobs on disk; if that fails, the table is as it is there before anything else happens."""
        try:
            await self.disk.write(jobs)
        except Exception:
            await self.return_to_disk()
            return False
        return True

    async def return_to_disk(self) -> None:
        """Forget what is in memory for what is on disk; if that cannot be had, leave the memory."""
        desk = await self.disk.read()
        if desk is None:
            self.fail()
            return
        self.desk = desk
        self.pulse.rest()  # bots and clocks must not hammer at a disk that fails
        self.reporter.show_anew(self.desk)

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
            self.desk.here = self.here()
            result, effects = do(self.desk)
            if not await self.write(effects.jobs):
                raise not_written()
            self.tell(effects)
            return result

        return await self.call(work)

    async def attach(self, connection: Connection, person: int, hello: said.Hello) -> None:
        """Somebody connects."""

        async def work() -> None:
            self.reporter.attach(connection, person, hello)
            self.tell_presence_if_due()

        await self.pulse.hush()
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
        return self.pulse.due(self.desk, set(self.reporter.present()))

    def set_alarm(self) -> None:
        """Wake up when bots or the clock are due."""
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None
        due = self.due()
        waits = [deadline - self.house.clock.now() for deadline in self.desk.deadlines().values()]
        if due is not None and self.thinking is None:
            waits.append(self.pulse.begins(due, bool(self.desk.bots_asked())) - now())
        presence = self.reporter.presence_due()
        if presence is not None:
            waits.append(presence - time.monotonic())
        if waits:
            loop = asyncio.get_running_loop()
            wait = max(0.0, min(waits), self.pulse.rest_until - now())
            self.alarm = loop.call_later(wait, self.inbox.put_nowait, self.tick)

    async def tick(self) -> None:
        """Bots answer, or the kernel for those who cannot act, or the clock for somebody who is late."""
        if self.closed:
            return
        self.tell_presence_if_due()
        due, bots = self.due(), bool(self.desk.bots_asked())
        if due is not None and self.thinking is None and self.pulse.begins(due, bots) <= now():
            if bots:
                self.thinking = asyncio.create_task(self.think(due))
            else:
                await self.close_moment([], 0.0, due)
        wall = self.house.clock.now()
        for seat, deadline in self.desk.deadlines().items():
            if deadline <= wall:
                await self.clock_answers(seat)

    async def think(self, due: float) -> None:
        """Let bots work out their answers, and have them entered when it is time. Meanwhile people are heard."""
        play, bots, began = self.desk.play, self.desk.lobby.bots(), now()
        assert play is not None
        self.thinking_about = play.moment()
        asked = self.desk.bots_asked()
        self.random.shuffle(asked)
        asks = [play.match.ask_id(seat) or "" for seat in asked]
        found = await asyncio.gather(*(self.consult(play, seat, bots[seat]) for seat in asked))
        answers, thinking = list(zip(asked, asks, found, strict=True)), now() - began
        await asyncio.sleep(self.pulse.begins(due, bots=False) - now())
        self.thinking_about = None  # from here on nothing can stop it

        async def work() -> None:
            self.thinking = None
            if not self.closed:
                await self.close_moment(answers, thinking, due)

        self.inbox.put_nowait(work)

    def stop_thinking_in_vain(self) -> None:
        """Whatever bots think about a question that has closed meanwhile is not wanted any more."""
        thinking, play = self.thinking, self.desk.play
        if thinking is None or self.thinking_about is None:
            return
        if play is None or self.due() is None or play.moment() != self.thinking_about:
            thinking.cancel()
            self.thinking = self.thinking_about = None

    def consult(self, play: Play, seat: Seat, kind: str) -> Awaitable[Idea]:
        """What a bot answers, knowing what its seat knows now; the advised or any legal answer if it fails."""
        ask, game, thinking = play.match.asks()[seat], play.match.game.id, self.house.thinking
        consulted, seed = play.consult(seat, kind, self.random), self.random.getrandbits(48)

        async def work() -> Idea:
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
                return Idea(ask.sample(self.random), takes_time(kind))
            took = time.perf_counter() - began
            thinking[game] = 0.9 * thinking.get(game, took) + 0.1 * took
            return Idea(answer, takes_time(kind))

        return work()

    async def close_moment(self, answers: list[tuple[Seat, str, Idea]], thinking: float, due: float) -> None:
        """Enter the answers of bots that are still wanted, go on if nobody else can act, and tell it in time."""
        play = self.desk.play
        if play is None or self.due() is None:
            return
        effects, moment, window, began = Effects(), play.moment(), play.together, now()
        try:
            effects.add(self.acted_unasked([seat for seat, _, _ in answers]))
            for seat, ask, idea in answers:
                if seat in self.desk.bots_asked() and play.moment() == moment and play.match.ask_id(seat) == ask:
                    effects.add(self.entered(seat, ask, idea, known=not window))
            if play.idle and play.moment() == moment:
                effects.add(self.desk.go_on(self.house.clock.now()))
        except EschatonError:
            log.exception("rules failed", extra={"table": self.desk.lobby.id, "match": self.desk.lobby.match})
            self.pulse.rest()
        if await self.write(effects.jobs):
            if window:
                self.pulse.took(thinking, now() - began)
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
                    return self.desk.act_for(seat, key, self.house.clock.now())
            except (EschatonError, Refusal):
                log.exception("a bot failed unasked", extra={"table": self.desk.lobby.id, "seat": seat})
        return Effects()

    def entered(self, seat: Seat, ask: str, idea: Idea, known: bool) -> Effects:
        """An answer that no person gave, with how well it was thought of; any legal one if that one is not."""
        self.tally.count("bot_answers")
        self.tally.count("bot_answers_below", idea.below)
        thinks = takes_time(self.desk.lobby.bots()[seat])
        noted = self.desk.note_form(seat, idea.below, known) if thinks else Effects()
        noted.add(self.answered(seat, ask, idea.answer))
        return noted

    def answered(self, seat: Seat, ask: str, answer: object) -> Effects:
        """An answer of a bot, entered; any legal one if that one is not."""
        try:
            return self.desk.enter_for(seat, ask, answer, self.house.clock.now())
        except Refusal as refusal:
            log.error("a bot failed: %s", refusal.message, extra={"table": self.desk.lobby.id, "seat": seat})
        assert self.desk.play is not None
        sample = self.desk.play.match.asks()[seat].sample(self.random)
        return self.desk.enter_for(seat, ask, sample, self.house.clock.now())

    async def clock_answers(self, seat: Seat) -> None:
        """The neutral answer for somebody who is late."""
        play, clock = self.desk.play, self.desk.lobby.clocks.get(seat)
        ask = play.match.asks().get(seat) if play is not None else None
        if play is None or ask is None or clock is None or play.match.ask_id(seat) != clock.ask:
            return
        effects = self.desk.enter_for(seat, clock.ask, ask.default(), self.house.clock.now())
        if await self.write(effects.jobs):
            self.tally.count("clock_answers")
            self.tell(effects)
