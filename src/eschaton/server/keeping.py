"""What is kept for whom, how much of it, and until when: nobody can fill the disk, and nothing stays for ever.

Everything that people store counts against the address from which its table was opened, or from which it was sent. An
address is kept only as a keyed hash.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sql
from sqlalchemy.engine import Connection
from sqlalchemy.exc import SQLAlchemyError

from eschaton.server.database import campaigns, characters, entries, films, holdings, matches, reports, tables
from eschaton.server.lobby import Refusal
from eschaton.server.storage import Job, Store, delete_table, do
from eschaton.server.writer import Writer

if TYPE_CHECKING:
    from eschaton.server.settings import Config

TABLE_BYTES = 100_000
"""What a table counts for: its people, its chat, its notes."""
MATCH_BYTES = 300_000
"""What a match counts for while nobody can know how long it will be."""
CAMPAIGN_BYTES = 10_000
DAY_SECONDS = 24 * 3600.0
EXPIRED_AT_ONCE = 200
"""So many things are deleted in one transaction."""


class Holding(msgspec.Struct, frozen=True):
    """Something that is kept: for which address, how large, until when, and with which table it goes."""

    kind: str
    id: str
    address: str
    size: int
    expires: float | None = None
    table: str | None = None


class Keeping:
    """The books about everything that is kept."""

    def __init__(self, store: Store, writer: Writer, key: str, config: Config) -> None:
        self.store = store
        self.writer = writer
        self.key = key.encode()
        self.config = config
        self.used: set[str] = set()  # tables that were loaded since the last look

    def name(self, address: str) -> str:
        """An address as it is kept: the same one has the same name, and nobody can tell which it is."""
        return hmac.digest(self.key, address.encode(), hashlib.sha256).hex()[:16]

    async def room(self, wanted: Holding) -> Holding:
        """The holding as it is to be written, if there is room for it; else a refusal."""
        named = msgspec.structs.replace(wanted, address=self.name(wanted.address))
        return await self.looked_up(lambda: self.checked(named))

    async def room_at(self, table: str, kind: str, name: str, size: int, expires: float | None = None) -> Holding:
        """The same for something of a table, which counts for whoever opened it and goes with it unless it expires."""

        def look() -> Holding:
            return self.checked(Holding(kind, name, self.owner(table), size, expires, None if expires else table))

        return await self.looked_up(look)

    async def looked_up(self, look: Callable[[], Holding]) -> Holding:
        """Look into the books; a refusal if they cannot be read."""
        try:
            return await asyncio.to_thread(look)
        except SQLAlchemyError:
            raise Refusal("unavailable", "", "the database does not answer; nothing was changed") from None

    def owner(self, table: str) -> str:
        """For whom a table is kept; nobody in particular if it is older than these books."""
        mine = (holdings.c.kind == "table") & (holdings.c.id == table)
        with self.store.engine.connect() as connection:
            return connection.execute(sql.select(holdings.c.address).where(mine)).scalar() or ""

    def checked(self, wanted: Holding) -> Holding:
        """Refuse what there is no room for. Blocks."""
        total = sql.func.coalesce(sql.func.sum(holdings.c.size), 0)
        other = (holdings.c.kind != wanted.kind) | (holdings.c.id != wanted.id)
        with self.store.engine.connect() as connection:
            whole = connection.execute(sql.select(total).where(other)).scalar_one()
            mine = connection.execute(sql.select(total).where(other, holdings.c.address == wanted.address)).scalar_one()
        if wanted.address and mine + wanted.size > self.config.storage_each:
            raise Refusal("too-fast", "", "as much as it may is kept here for your address; delete tables, or wait")
        if whole + wanted.size > self.config.storage:
            raise Refusal("unavailable", "", "the server keeps as much as it can; ask who runs it")
        return wanted

    async def expire(self, in_use: list[str], now: float | None = None) -> int:
        """Forget what has expired, and tables that nobody has been at for long; how many things that were."""
        now = time.time() if now is None else now
        used, self.used = self.used | set(in_use), set()
        await self.writer.write(touch(sorted(used), now))
        last = now - self.config.keep_days * DAY_SECONDS
        old = await asyncio.to_thread(self.old, now, last)
        for kind, name in old:
            await self.writer.write(forget(kind, name, last))
        return len(old)

    def old(self, now: float, last: float) -> list[tuple[str, str]]:
        """Some of what has expired, and of the tables that were not used since. Blocks."""
        done = sql.select(holdings.c.kind, holdings.c.id).where(holdings.c.expires < now).limit(EXPIRED_AT_ONCE)
        stale = sql.select(tables.c.id).where(tables.c.updated < last).limit(EXPIRED_AT_ONCE)
        with self.store.engine.connect() as connection:
            found = [(row.kind, row.id) for row in connection.execute(done)]
            return found + [("table", table) for table in connection.execute(stale).scalars()]


def touch(table_ids: list[str], now: float) -> Job:
    """Note that these tables are in use."""
    return lambda connection: do(connection, tables.update().where(tables.c.id.in_(table_ids)).values(updated=now))


def write_holding(holding: Holding) -> Job:
    """Enter something into the books, in place of what was there."""

    def job(connection: Connection) -> None:
        strike(connection, holding.kind, holding.id)
        row = {"kind": holding.kind, "id": holding.id, "address": holding.address, "size": holding.size}
        do(connection, holdings.insert().values(**row, expires=holding.expires, table_id=holding.table))

    return job


def strike(connection: Connection, kind: str, name: str) -> None:
    """Out of the books."""
    do(connection, holdings.delete().where(holdings.c.kind == kind, holdings.c.id == name))


def forget(kind: str, name: str, last: float) -> Job:
    """Delete something that has expired, and strike it out; but no table that another server has come to use since."""

    def job(connection: Connection) -> None:
        match kind:
            case "table":
                used = sql.select(tables.c.id).where(tables.c.id == name, tables.c.updated >= last)
                if connection.execute(used.with_for_update()).first() is not None:
                    return
                delete_table(name)(connection)
            case "record":
                for rows in (entries, films):
                    do(connection, rows.delete().where(rows.c.match_id == name))
                do(connection, matches.delete().where(matches.c.id == name, matches.c.table_id.is_(None)))
            case "report":
                do(connection, reports.delete().where(reports.c.id == name))
            case "campaign":
                do(connection, campaigns.delete().where(campaigns.c.id == name))
            case "character":
                do(connection, characters.delete().where(characters.c.owner == name))
        strike(connection, kind, name)

    return job
