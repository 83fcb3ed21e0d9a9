"""The database: one schema for SQLite and PostgreSQL, and how it is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import sqlalchemy as sql
from sqlalchemy.engine import Engine

from eschaton.kernel.errors import BadSetup

metadata = sql.MetaData()
meta = sql.Table(
    "meta",
    metadata,
    sql.Column("key", sql.String(64), primary_key=True),
    sql.Column("value", sql.LargeBinary, nullable=False),
)
tables = sql.Table(
    "tables",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("phase", sql.String(16), nullable=False),
    sql.Column("updated", sql.Float, nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
    sql.Column("keeper", sql.String(32), nullable=True, index=True),
    sql.Column("epoch", sql.Integer, nullable=False, server_default="0"),
)
matches = sql.Table(
    "matches",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("table_id", sql.String(32), nullable=True, index=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
entries = sql.Table(
    "entries",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
snapshots = sql.Table(
    "snapshots",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("at", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
chat = sql.Table(
    "chat",
    metadata,
    sql.Column("table_id", sql.String(32), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
films = sql.Table(
    "films",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("reel", sql.String(16), primary_key=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
reports = sql.Table(
    "reports",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("table_id", sql.String(32), nullable=False, index=True),
    sql.Column("match_id", sql.String(32), nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
notes = sql.Table(
    "notes",
    metadata,
    sql.Column("match_id", sql.String(32), primary_key=True),
    sql.Column("person", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
packs = sql.Table(
    "packs",
    metadata,
    sql.Column("table_id", sql.String(32), primary_key=True),
    sql.Column("hash", sql.String(64), primary_key=True),
    sql.Column("name", sql.String(80), nullable=False),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
campaigns = sql.Table(
    "campaigns",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
characters = sql.Table(
    "characters",
    metadata,
    sql.Column("owner", sql.String(64), primary_key=True),
    sql.Column("character_id", sql.String(32), nullable=False, unique=True),
    sql.Column("match_id", sql.String(32), nullable=True, index=True),
    sql.Column("seat", sql.Integer, nullable=False, server_default="0"),
    sql.Column("body", sql.LargeBinary, nullable=False),
)
"""People's characters: whose, by a hash of the link, known everywhere as what, in which match and on which seat."""
people = sql.Table(
    "people",
    metadata,
    sql.Column("table_id", sql.String(32), primary_key=True),
    sql.Column("person", sql.Integer, primary_key=True, autoincrement=False),
)
"""Every number that was ever given to somebody at a table: a token stands for one, so none is given twice."""
heard = sql.Table(
    "heard",
    metadata,
    sql.Column("table_id", sql.String(32), primary_key=True),
    sql.Column("person", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=False),
    sql.Column("ref", sql.String(64), nullable=False),
)
"""The last messages of each person that were carried out."""
holdings = sql.Table(
    "holdings",
    metadata,
    sql.Column("kind", sql.String(16), primary_key=True),
    sql.Column("id", sql.String(120), primary_key=True),
    sql.Column("address", sql.String(32), nullable=False, index=True),
    sql.Column("size", sql.BigInteger, nullable=False),
    sql.Column("expires", sql.Float, nullable=True, index=True),
    sql.Column("table_id", sql.String(32), nullable=True, index=True),
)
"""What is kept for whom: for which address (by a keyed hash), how large, until when, and with which table it goes."""
processes = sql.Table(
    "processes",
    metadata,
    sql.Column("id", sql.String(32), primary_key=True),
    sql.Column("address", sql.String(255), nullable=False),
    sql.Column("until", sql.Float, nullable=False),
)
"""The servers that share this database, where they are reached, and until when each is believed to live."""

IMPATIENT = {
    "connect_timeout": 5,
    "tcp_user_timeout": 8_000,
    "options": "-c idle_in_transaction_session_timeout=5000 -c statement_timeout=20000",
}
"""A PostgreSQL that does not answer is given up after seconds; so is a server that holds a row and does nothing."""
KINDS = ("sqlite", "postgresql+psycopg")


MIGRATING = 0x65736368
"""The number of the lock under which the schema is changed."""


def engine_for(url: str) -> Engine:
    """An engine for a database address; SQLite is made durable: an answer on disk stays there."""
    try:
        kind = sql.make_url(url).drivername
    except sql.exc.ArgumentError:
        kind = ""
    if kind not in KINDS:
        raise BadSetup(f"database: expected postgresql://user@host/name or sqlite:///file, not {kind or 'this'!r}")
    if kind != "sqlite":
        return sql.create_engine(url, pool_pre_ping=True, connect_args=IMPATIENT)
    engine = sql.create_engine(url)
    sql.event.listen(engine, "connect", make_durable)
    return engine


def make_durable(connection: Any, _: object) -> None:
    """Write-ahead log, flushed at every commit."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def reason_of(error: Exception) -> str:
    """Why something could not be done, in a line."""
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def migrate(engine: Engine) -> None:
    """Bring the database to the schema of this version."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        if engine.dialect.name != "sqlite":  # servers that start together take turns; a large table takes its time
            connection.execute(sql.text("set local statement_timeout = 0"))
            connection.execute(sql.select(sql.func.pg_advisory_xact_lock(MIGRATING)))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
