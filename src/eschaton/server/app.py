"""The application: everything put together, opened and closed in order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

from alembic.util import CommandError
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import Route, WebSocketRoute

from eschaton.kernel.errors import BadSetup
from eschaton.server.archive import Archive
from eschaton.server.bringing import Characters
from eschaton.server.database import engine_for, migrate, reason_of
from eschaton.server.endpoints import astray
from eschaton.server.films import Projector
from eschaton.server.gate import Gate
from eschaton.server.hall import Hall
from eschaton.server.http import Http
from eschaton.server.keeping import Keeping
from eschaton.server.leases import Keeper, Leases, Shared, locked
from eschaton.server.metrics import Metrics
from eschaton.server.notebook import Notebook
from eschaton.server.packs import Packs
from eschaton.server.pages import Headers, Pages
from eschaton.server.peers import Peers, port_of
from eschaton.server.proxies import FromProxies, Proxies
from eschaton.server.settings import Config, House
from eschaton.server.socket import Reception
from eschaton.server.storage import Store
from eschaton.server.tokens import Tokens
from eschaton.server.writer import Writer

log = logging.getLogger("eschaton.server")

SWEEP_EVERY = 15.0
EXPIRE_EVERY = 600.0
MEND_EVERY = 1.0
"""Tables that failed, or whose server is gone, are looked for so often, in seconds."""


def database_url(data: Path, database: str | None) -> str:
    """Where the tables are kept: the database named, or a file in the data folder."""
    if database:
        # psycopg 3 is the driver we bring; SQLAlchemy's own default is another.
        return database.replace("postgresql://", "postgresql+psycopg://", 1).replace(
            "postgres://", "postgresql+psycopg://", 1
        )
    data.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{data / 'eschaton.db'}"


def open_house(url: str, config: Config, address: str = "") -> House:
    """Open the database and everything that tables share; BadSetup if the database cannot be used.

    Other servers over the same database reach this one at an address of its own.
    """
    engine = engine_for(url)
    store = Store(engine)
    leases = leases_for(engine, address)
    try:
        migrate(engine)
        key = store.key(secrets.token_hex(32))
    except (SQLAlchemyError, CommandError) as error:
        raise unusable(engine, reason_of(error)) from None
    writer = Writer(engine)
    keeping = Keeping(store, writer, key, config)
    projector = Projector(store, writer, keeping)
    return House(config, store, writer, Tokens(key), Metrics(), projector, keeping, leases=leases)


def unusable(engine: Engine, reason: str) -> BadSetup:
    """That a database cannot be used, and why."""
    return BadSetup(f"database: cannot use {engine.url.render_as_string()}: {reason}")


def leases_for(engine: Engine, address: str) -> Leases:
    """How tables are kept over this database: by one server, which holds a lock, or by several."""
    if engine.dialect.name != "sqlite":
        return Shared(engine, address)
    file = engine.url.database
    try:
        return Leases(locked(Path(f"{file}.lock")) if file and file != ":memory:" else None)
    except OSError as error:
        raise unusable(engine, f"unable to open {error.filename}: {error.strerror}") from None


def make_app(url: str, config: Config | None = None, address: str = "") -> Starlette:
    """The application over a database; other servers over it reach this one at an address of its own."""
    house = open_house(url, config or Config(), address)
    proxies = Proxies(house.config.trusted_proxies)
    hall = Hall(house)
    reception = Reception(hall)
    archive = Archive(hall)
    pages = Pages(house.config.static)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(house.leases.begin, hall.lapse)
        sweeper = asyncio.create_task(repeat(hall.sweep, min(SWEEP_EVERY, max(0.05, house.config.idle / 2))))
        mender = asyncio.create_task(repeat(hall.mend, MEND_EVERY))
        expirer = asyncio.create_task(repeat(hall.expire, EXPIRE_EVERY))
        projector = asyncio.create_task(house.projector.run())
        waker = asyncio.create_task(hall.wake())
        try:
            yield
        finally:
            sweeper.cancel()
            mender.cancel()
            expirer.cancel()
            waker.cancel()
            house.projector.stop.set()
            projector.cancel()
            reception.close()
            await hall.close()
            await asyncio.to_thread(house.close)

    app = Starlette(
        routes=[
            *Http(hall).routes(),
            *archive.routes(),
            *Notebook(hall).routes(),
            *Packs(hall).routes(),
            *Characters(hall).routes(),
            WebSocketRoute("/api/tables/{table}/socket", reception.serve),
            Route("/{path:path}", pages.__call__, methods=["GET"]),
        ],
        middleware=[Middleware(FromProxies, proxies), *before_all(hall), Middleware(Headers)],
        exception_handlers={HTTPException: astray},
        lifespan=lifespan,
    )
    app.state.hall = hall
    app.state.archive = archive
    app.state.gate = Gate(house.config.most_connections, house.config.connections_each, proxies, port_of(address))
    return app


def before_all(hall: Hall) -> list[Middleware]:
    """What passes requests on to other servers, where there may be some."""
    leases, key = hall.house.leases, hall.house.tokens.key
    if not isinstance(leases, Shared):
        return []
    return [Middleware(Peers, hall=hall, key=key, me=Keeper(leases.id, leases.address))]


async def repeat(do: Callable[[], Awaitable[None]], seconds: float) -> None:
    """Do something from time to time."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await do()
        except SQLAlchemyError as error:
            log.warning("the database does not answer: %s", reason_of(error))
        except Exception:
            log.exception("what is done from time to time failed")
