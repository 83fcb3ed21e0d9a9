"""All tables of a server: loaded on demand, evicted when idle."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from sqlalchemy.exc import SQLAlchemyError

from eschaton.kernel.errors import EschatonError
from eschaton.ledger.lesson import lesson_of
from eschaton.server.actor import Actor, Closed
from eschaton.server.box import Box
from eschaton.server.characters import character_of
from eschaton.server.database import reason_of
from eschaton.server.desk import Desk
from eschaton.server.heard import Heard
from eschaton.server.keeping import TABLE_BYTES, Holding, write_holding
from eschaton.server.leases import Elsewhere
from eschaton.server.lobby import Lobby, Refusal, new_lobby
from eschaton.server.ondisk import Loaded
from eschaton.server.play import Play, reopen
from eschaton.server.protocol import Start
from eschaton.server.settings import House
from eschaton.server.shelf import of_record, of_table
from eschaton.server.storage import write_lobby, write_person
from eschaton.server.talk import Talk
from eschaton.server.tokens import fits, hashed
from eschaton.server.web import Joined, JoinTable, NewTable

log = logging.getLogger("eschaton.server.hall")

T = TypeVar("T")


class Hall:
    """The tables in memory, and the way to all others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.actors: dict[str, Actor] = {}
        self.locks: dict[str, asyncio.Lock] = {}
        self.failed: set[str] = set()
        self.lapsed = False
        """Whether other servers may have thought that this one is gone."""
        self.closing = False

    async def actor(self, table: str) -> Actor:
        """A table, loaded if need be; a refusal if there is none."""
        while True:
            actor = self.actors.get(table)
            if actor is not None and not actor.closed:
                return actor
            if self.closing:
                raise Refusal("unavailable", "table", "the server is shutting down")
            async with self.alone(table) as first:
                if first:
                    loaded = await self.load(table)
                    if loaded is None:
                        raise Refusal("not-found", "table", "there is no such table")
                    self.actors[table] = Actor(loaded.desk, self.house, self.load, loaded.epoch)

    @contextlib.asynccontextmanager
    async def alone(self, table: str) -> AsyncIterator[bool]:
        """Nobody else loads or evicts this table meanwhile; false if somebody has while we waited: then look again."""
        lock = self.locks.setdefault(table, asyncio.Lock())
        async with lock:
            if self.locks.get(table) is not lock:
                yield False
                return
            try:
                yield True
            finally:
                del self.locks[table]

    async def at(self, table: str, do: Callable[[Actor], Awaitable[T]]) -> T:
        """Do something at a table; if it leaves the memory that moment, fetch it again."""
        while True:
            actor = await self.actor(table)
            try:
                return await do(actor)
            except Closed:
                self.forget(actor)

    async def load(self, table: str) -> Loaded | None:
        """A table from the database, kept by us from now on; a refusal if that cannot be."""
        if len(table) > 32:
            return None
        self.house.keeping.used.add(table)
        try:
            return await asyncio.to_thread(load_desk, self.house, table)
        except Elsewhere:
            raise Refusal("unavailable", "table", "another server keeps this table; come again") from None
        except SQLAlchemyError as error:
            log.warning("a table cannot be loaded: %s", reason_of(error), extra={"table": table})
            raise Refusal("unavailable", "table", "the database does not answer; come again") from None

    async def create(self, request: NewTable, address: str = "", browser: str = "") -> Joined:
        """Open a new table, which is kept for this address."""
        lobby = opened(request)
        holding = await self.house.keeping.room(Holding("table", lobby.id, address, TABLE_BYTES, None, lobby.id))
        lobby.password = await asyncio.to_thread(hashed, request.password)
        host = lobby.admit(request.name, self.house.tokens.mark(lobby.id, browser))
        lobby.host = host.id
        lobby.sit(host.id, 0, request.number)
        if request.bots is not None or request.lesson:
            lobby.fill(request.bots or "thumb")
        if request.start:
            lobby.ready()
        ours = [write_person(lobby.id, host.id), write_holding(holding), *self.house.leases.claim(lobby.id)]
        await self.house.writer.write(write_lobby(lobby, new=True), *ours)
        actor = self.actors[lobby.id] = Actor(Desk(lobby), self.house, self.load, 1)
        self.house.metrics.count("tables_opened")
        log.info("a table was opened", extra={"table": lobby.id, "game": lobby.game})
        if request.start:
            await actor.hear(host.id, Start(), None)
        return self.joined(actor, host.id)

    async def join(self, table: str, request: JoinTable, token: str, browser: str = "") -> Joined:
        """Come to a table, or come back to it."""
        actor = await self.actor(table)
        known = self.house.tokens.read(token, table) if token else None
        if known is not None and actor.desk.lobby.guest(known) is not None:
            return self.joined(actor, known)
        if not await asyncio.to_thread(fits, actor.desk.lobby.password, request.password):
            raise Refusal("forbidden", "password", "that is not the password of this table")
        mark = self.house.tokens.mark(table, browser)
        wanted = (request.name, request.seat, request.watch, request.number, mark)
        person = await self.at(table, lambda actor: actor.change(lambda desk: desk.admit(*wanted)))
        return self.joined(await self.actor(table), person)

    def joined(self, actor: Actor, person: int) -> Joined:
        """A person's place, with the token that stands for it."""
        lobby = actor.desk.lobby
        token = self.house.tokens.give(lobby.id, person)
        return Joined(table=lobby.id, person=person, seats=lobby.seats_of(person), token=token)

    def lapse(self) -> None:
        """Other servers may have thought that this one is gone; called in any thread."""
        self.lapsed = True

    async def wake(self) -> None:
        """Load the tables at which the clock is running, when the server comes."""
        for table in await asyncio.to_thread(self.house.store.table_ids, "playing"):
            await self.wind(table)

    async def wind(self, table: str) -> None:
        """Load a table if the clock is running there, and no other server does."""
        lobby = await asyncio.to_thread(self.house.store.lobby, table)
        if lobby is not None and lobby.settings.time_limit and not lobby.paused:
            with contextlib.suppress(Refusal):
                await self.actor(table)

    async def mend(self) -> None:
        """Load again what failed, and what was left behind by a server that is gone."""
        for actor in [actor for actor in self.actors.values() if actor.closed]:
            self.forget(actor)
        if self.lapsed:
            await self.check_kept()
        for table in list(self.failed):
            if await asyncio.to_thread(self.house.leases.keeper, table) is None:
                try:
                    await self.actor(table)
                except Refusal as refusal:
                    if refusal.code == "unavailable":
                        continue
            self.failed.discard(table)
        for table in await asyncio.to_thread(self.house.leases.orphans):
            await self.wind(table)

    async def check_kept(self) -> None:
        """Let go of the tables that another server has taken, thinking that this one is gone."""
        self.lapsed = False
        try:
            lost = await asyncio.to_thread(self.house.leases.lost, set(self.actors))
        except SQLAlchemyError:
            self.lapsed = True
            raise
        for table in lost:
            actor = self.actors.get(table)
            if actor is not None:
                await actor.drop()
                self.forget(actor)

    # Leaving the memory.

    def forget(self, actor: Actor) -> None:
        """A closed table is no longer here."""
        table = actor.desk.lobby.id
        if actor.failed:
            self.failed.add(table)
        if self.actors.get(table) is actor:
            del self.actors[table]

    async def sweep(self) -> None:
        """Evict the tables that have been idle for long, and forget the closed ones."""
        now = time.monotonic()
        for actor in list(self.actors.values()):
            if actor.closed:
                self.forget(actor)
            elif actor.idle(now) > self.house.config.idle:
                await self.evict(actor)
        self.house.metrics.gauges["tables"] = len(self.actors)

    async def expire(self) -> None:
        """Forget what has been kept for long enough."""
        many = await self.house.keeping.expire(list(self.actors), self.house.clock.now())
        if many:
            log.info("%d things have expired", many)

    async def evict(self, actor: Actor) -> None:
        """Put a table out of the memory; who wants it meanwhile waits, and has it loaded once."""
        async with self.alone(actor.desk.lobby.id) as first:
            if first:
                await actor.close()
                await actor.disk.release()
                self.forget(actor)
                self.house.metrics.count("tables_evicted")

    async def close(self) -> None:
        """Close all tables, with a snapshot each."""
        self.closing = True
        await asyncio.gather(*(actor.close() for actor in self.actors.values()), return_exceptions=True)
        self.actors.clear()


def opened(request: NewTable) -> Lobby:
    """A new table as it is asked for; a lesson says itself how many play, and by which options."""
    table = secrets.token_urlsafe(9)
    if not request.lesson:
        return new_lobby(table, request.game, request.players, request.options, request.settings)
    lesson = lesson_of(request.game)
    if lesson is None:
        raise Refusal("not-found", "lesson", "this game has no first game that teaches")
    lobby = new_lobby(table, request.game, lesson.players, lesson.options, request.settings)
    lobby.teaches = True
    return lobby


def load_desk(house: House, table: str) -> Loaded | None:
    """A table as it is in the database, at its open question; it is ours from now on. Elsewhere if another's."""
    store, now = house.store, house.clock.now()
    epoch = house.leases.take(table)
    lobby = store.lobby(table)
    if lobby is None:
        return None
    found = store.record(lobby.match) if lobby.match else None
    lobby.believe(now)
    play: Play | None = None
    if found is not None:
        try:
            play = reopen(lobby, found, of_record(store, found))
        except EschatonError:
            log.exception("a match cannot go on", extra={"table": table, "match": lobby.match})
    owners = [chair.character for chair in lobby.chairs if chair.character]
    brought = {owner: one for owner in owners if (one := character_of(store, owner)) is not None}
    box = Box(of_table(store, lobby), store.campaign(lobby.campaign) if lobby.campaign else None, brought)
    desk = Desk(lobby, play, Talk(*store.chat(table)), now, box, Heard(store.heard(table)))
    return Loaded(desk, epoch)
