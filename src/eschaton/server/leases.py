"""Who keeps which table. Over SQLite there is one server; over PostgreSQL several share the tables, each kept by one.

A server that lives says so every few seconds. Whoever is asked for a table that nobody alive keeps takes it, and its
epoch rises: what an earlier keeper still wants to write is refused, because every write looks at the epoch first, in
its own transaction. So it does not matter how late, how slow or how wrong about the time a server is.
"""

from __future__ import annotations

import contextlib
import logging
import secrets
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO, NamedTuple

import sqlalchemy as sql
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from eschaton.kernel.errors import BadSetup
from eschaton.server.database import processes, reason_of, tables
from eschaton.server.storage import Job, OutOfStep, do

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

log = logging.getLogger("eschaton.server.leases")

BEAT_SECONDS = 1.5
"""How often a server says that it lives."""
LEASE_SECONDS = 5.0
"""For how long after that it is believed."""
FORGOTTEN_SECONDS = 3_600.0
"""After so long a server that has not left is struck off the list."""


class Keeper(NamedTuple):
    """A server: what it is called, and the address at which the others reach it (empty: not at all)."""

    id: str
    address: str


class Elsewhere(Exception):
    """Another server keeps the table."""


class Leases:
    """The tables of one server, which has its database to itself. It may hold a lock that keeps others away."""

    def __init__(self, lock: IO[bytes] | None = None) -> None:
        self.lock = lock

    def take(self, table: str) -> int:
        """Keep a table from now on: its epoch; Elsewhere if another server does. It blocks."""
        return 0

    def keeper(self, table: str) -> Keeper | None:
        """Another living server that keeps the table; None if there is none. It blocks."""
        return None

    def claim(self, table: str) -> list[Job]:
        """What makes a new table ours, written with it; its epoch is 1."""
        return []

    def fence(self, table: str, epoch: int) -> list[Job]:
        """What must come first in every write of a table: OutOfStep if another server keeps it by now."""
        return []

    def release(self, table: str, epoch: int) -> list[Job]:
        """What leaves a table to whoever wants it next."""
        return []

    def orphans(self) -> list[str]:
        """The tables at which a match is on and whose server lives no more; each is told of once. It blocks."""
        return []

    def lost(self, kept: set[str]) -> set[str]:
        """Those of the tables we thought we keep that another server has taken. It blocks."""
        return set()

    def begin(self, lapsed: Callable[[], None]) -> None:
        """From now on say that we live; `lapsed` is called when others may have thought we do not. It blocks."""

    def end(self) -> None:
        """Leave all tables to the others. It blocks."""
        if self.lock is not None:
            self.lock.close()


def locked(path: Path) -> IO[bytes]:
    """A lock that no other process has; BadSetup if one does. It ends with the process, however that ends."""
    file = path.open("ab")
    try:
        if sys.platform == "win32":
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        where = path.with_suffix("")
        raise BadSetup(
            f"data: another server is using {where}; stop it, or choose another folder with --data "
            "(several servers can share a PostgreSQL database: --database)"
        ) from None
    return file


class Shared(Leases):
    """One of several servers over a PostgreSQL database. Time is the database's, the same for all."""

    def __init__(self, engine: Engine, address: str = "") -> None:
        super().__init__()
        self.engine = engine
        self.id = secrets.token_hex(8)
        self.address = address
        self.leaving = threading.Event()
        self.thread: threading.Thread | None = None

    def take(self, table: str) -> int:
        """Keep a table from now on, unless a living server does. What is being written there is waited for."""
        mine = sql.or_(tables.c.keeper.is_(None), tables.c.keeper == self.id, ~alive(tables.c.keeper))
        ours = {"keeper": self.id, "epoch": tables.c.epoch + 1, "updated": time.time()}  # used, so that none forgets it
        taking = tables.update().where(tables.c.id == table, mine).values(ours)
        with self.engine.begin() as connection:
            connection.execute(sql.text("set local lock_timeout = '4s'"))
            epoch = connection.execute(taking.returning(tables.c.epoch)).scalar()
        if epoch is None:
            keeper = self.keeper(table)
            if keeper is not None:
                raise Elsewhere(f"table {table} is kept by the server at {keeper.address}")
        return epoch or 0

    def keeper(self, table: str) -> Keeper | None:
        """Another living server that keeps the table."""
        chosen = sql.select(processes.c.id, processes.c.address).join(tables, tables.c.keeper == processes.c.id)
        living = (tables.c.id == table) & (processes.c.id != self.id) & (processes.c.until > NOW)
        with self.engine.connect() as connection:
            row = connection.execute(chosen.where(living)).first()
        return Keeper(*row) if row is not None else None

    def claim(self, table: str) -> list[Job]:
        """Keep a new table."""
        ours = tables.update().where(tables.c.id == table).values(keeper=self.id, epoch=1)
        return [lambda connection: do(connection, ours)]

    def fence(self, table: str, epoch: int) -> list[Job]:
        """OutOfStep if somebody else keeps the table by now; else nobody can take it until this is written."""
        ours = (tables.c.id == table) & (tables.c.keeper == self.id) & (tables.c.epoch == epoch)
        held = sql.select(tables.c.id).where(ours).with_for_update()

        def job(connection: Connection) -> None:
            if connection.execute(held).first() is None:
                raise OutOfStep(f"table {table}: another server keeps it by now")

        return [job]

    def release(self, table: str, epoch: int) -> list[Job]:
        """Leave a table to whoever wants it next."""
        ours = (tables.c.id == table) & (tables.c.keeper == self.id) & (tables.c.epoch == epoch)
        leaving = tables.update().where(ours).values(keeper=None)
        return [lambda connection: do(connection, leaving)]

    def orphans(self) -> list[str]:
        """The tables with a match on whose keeper lives no more; nobody keeps them then."""
        others = tables.c.keeper.is_not(None) & (tables.c.keeper != self.id)  # we live, however late we say so
        orphaned = (tables.c.phase == "playing") & others & ~alive(tables.c.keeper)
        freed = tables.update().where(orphaned).values(keeper=None).returning(tables.c.id)
        with self.engine.begin() as connection:
            return list(connection.execute(freed).scalars())

    def lost(self, kept: set[str]) -> set[str]:
        """Those that another server has taken."""
        with self.engine.connect() as connection:
            ours = connection.execute(sql.select(tables.c.id).where(tables.c.keeper == self.id)).scalars()
            return kept - set(ours)

    # Being alive.

    def begin(self, lapsed: Callable[[], None]) -> None:
        """Enter the list of servers, and say every few seconds that we live."""
        self.beat()
        self.thread = threading.Thread(target=self.live, args=(lapsed,), name="leases", daemon=True)
        self.thread.start()

    def live(self, lapsed: Callable[[], None]) -> None:
        """Say that we live, until we leave."""
        while not self.leaving.wait(BEAT_SECONDS):
            try:
                if self.beat():
                    lapsed()
            except SQLAlchemyError as error:
                log.warning("the database was not told that this server lives: %s", reason_of(error))

    def beat(self) -> bool:
        """Say that we live; whether others may have thought we do not."""
        until = NOW + LEASE_SECONDS
        me = processes.c.id == self.id
        with self.engine.begin() as connection:
            if connection.execute(processes.update().where(me, processes.c.until > NOW).values(until=until)).rowcount:
                return False
            connection.execute(processes.delete().where(sql.or_(me, processes.c.until < NOW - FORGOTTEN_SECONDS)))
            connection.execute(processes.insert().values(id=self.id, address=self.address, until=until))
        return True

    def end(self) -> None:
        """Leave the list: from now on nobody keeps our tables."""
        self.leaving.set()
        if self.thread is not None:
            self.thread.join()
        with contextlib.suppress(SQLAlchemyError), self.engine.begin() as connection:
            connection.execute(processes.delete().where(processes.c.id == self.id))


NOW = sql.cast(sql.func.extract("epoch", sql.func.clock_timestamp()), sql.Float)
"""What time it is by the database's clock, in seconds."""


def alive(keeper: sql.ColumnElement[str | None]) -> sql.ColumnElement[bool]:
    """Whether a server is believed to live."""
    return sql.exists().where(processes.c.id == keeper, processes.c.until > NOW)
