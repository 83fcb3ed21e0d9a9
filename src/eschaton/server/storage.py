"""Tables, matches and chat on disk: one schema for SQLite and PostgreSQL. Entries are rows, appended as they happen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sql
from msgspec.structs import replace
from sqlalchemy.engine import Connection, Engine

from eschaton.cardtext.carried import PackFile
from eschaton.kernel.campaign import Campaign, come_back
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.match import Match
from eschaton.kernel.record import Entry, Record, Snapshot
from eschaton.server.lobby import Lobby
from eschaton.server.news import Said
from eschaton.server.play import Change

Job = Callable[[Connection], None]
"""Something to be written, with others in one transaction."""

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
    sql.Column("ref", sql.String(80), nullable=False),
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

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode
_lobby = msgspec.msgpack.Decoder(Lobby)
_record = msgspec.json.Decoder(Record)
_entry = msgspec.json.Decoder(Entry)
_snapshot = msgspec.msgpack.Decoder(Snapshot)
_said = msgspec.msgpack.Decoder(Said)
_campaign = msgspec.json.Decoder(Campaign)

KEPT_CHAT = 200
CAMPAIGN_KEPT_SECONDS = 365 * 24 * 3600.0
"""So long a campaign is kept after its last match."""


KINDS = ("sqlite", "postgresql+psycopg")


def engine_for(url: str) -> Engine:
    """An engine for a database address; SQLite is made durable: an answer on disk stays there."""
    try:
        kind = sql.make_url(url).drivername
    except sql.exc.ArgumentError:
        kind = ""
    if kind not in KINDS:
        raise BadSetup(f"database: expected postgresql://user@host/name or sqlite:///file, not {kind or 'this'!r}")
    engine = sql.create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    if engine.dialect.name == "sqlite":
        sql.event.listen(engine, "connect", make_durable)
    return engine


def make_durable(connection: Any, _: object) -> None:
    """Write-ahead log, flushed at every commit."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.execute("PRAGMA busy_timeout=10000")
    cursor.close()


def migrate(engine: Engine) -> None:
    """Bring the database to the schema of this version."""
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


class Origin(msgspec.Struct, frozen=True):
    """Where a finished match was played: at a table, or elsewhere, and then somebody has sent its record."""

    lobby: Lobby | None
    sent: bool


class Store:
    """Reading from the database, and the jobs that write to it."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    # Reading. These block: call them off the event loop.

    def key(self, fresh: str) -> str:
        """The server's own secret key; the first server to look makes it."""
        with self.engine.begin() as connection:
            found = connection.execute(sql.select(meta.c.value).where(meta.c.key == "key")).scalar()
            if found is None:
                connection.execute(meta.insert().values(key="key", value=fresh.encode()))
                return fresh
            return bytes(found).decode()

    def lobby(self, table: str) -> Lobby | None:
        """A table by its id."""
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(tables.c.body).where(tables.c.id == table)).scalar()
        return _lobby.decode(bytes(found)) if found is not None else None

    def table_ids(self, phase: str) -> list[str]:
        """All tables in a phase."""
        with self.engine.connect() as connection:
            return list(connection.execute(sql.select(tables.c.id).where(tables.c.phase == phase)).scalars())

    def record(self, match: str) -> tuple[Record, list[str]] | None:
        """A match by its id, and the refs of its entries."""
        with self.engine.connect() as connection:
            body = connection.execute(sql.select(matches.c.body).where(matches.c.id == match)).scalar()
            if body is None:
                return None
            rows = connection.execute(
                sql.select(entries.c.body, entries.c.ref).where(entries.c.match_id == match).order_by(entries.c.number)
            ).all()
            taken = connection.execute(
                sql.select(snapshots.c.body).where(snapshots.c.match_id == match).order_by(snapshots.c.at)
            ).scalars()
            kept = [_snapshot.decode(bytes(snapshot)) for snapshot in taken]
        record = _record.decode(bytes(body))
        played = [_entry.decode(bytes(row.body)) for row in rows]
        kept = [snapshot for snapshot in kept if snapshot.at <= len(played)]
        return replace(record, entries=played, snapshots=kept), [row.ref for row in rows]

    def finished(self, match: str) -> Origin | None:
        """Where a match comes from, if there is such a one and nobody plays it any more."""
        with self.engine.connect() as connection:
            row = connection.execute(sql.select(matches.c.table_id).where(matches.c.id == match)).first()
        if row is None:
            return None
        lobby = self.lobby(row.table_id) if row.table_id is not None else None
        if lobby is not None and lobby.match == match and lobby.phase == "playing":
            return None
        return Origin(lobby, row.table_id is None)

    def films(self, match: str) -> dict[str, bytes]:
        """All films of a match, by reel."""
        with self.engine.connect() as connection:
            rows = connection.execute(sql.select(films.c.reel, films.c.body).where(films.c.match_id == match)).all()
        return {row.reel: bytes(row.body) for row in rows}

    def film(self, match: str, reel: str) -> bytes | None:
        """A film of a match."""
        mine = (films.c.match_id == match) & (films.c.reel == reel)
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(films.c.body).where(mine)).scalar()
        return bytes(found) if found is not None else None

    def report(self, report: str) -> tuple[str, bytes] | None:
        """A report of a problem: its match and the file."""
        with self.engine.connect() as connection:
            row = connection.execute(
                sql.select(reports.c.match_id, reports.c.body).where(reports.c.id == report)
            ).first()
        return (row.match_id, bytes(row.body)) if row is not None else None

    def reports(self) -> list[tuple[str, bytes]]:
        """All reports of problems: id and file."""
        with self.engine.connect() as connection:
            rows = connection.execute(sql.select(reports.c.id, reports.c.body)).all()
        return [(row.id, bytes(row.body)) for row in rows]

    def notes(self, match: str, person: int) -> bytes | None:
        """What a person has noted in a match."""
        mine = (notes.c.match_id == match) & (notes.c.person == person)
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(notes.c.body).where(mine)).scalar()
        return bytes(found) if found is not None else None

    def packs(self, table: str) -> dict[str, PackFile]:
        """All packs that were ever brought to a table, by hash."""
        with self.engine.connect() as connection:
            rows = connection.execute(sql.select(packs).where(packs.c.table_id == table)).all()
        return {row.hash: PackFile(row.name, bytes(row.body).decode()) for row in rows}

    def table_of(self, match: str) -> str | None:
        """The table at which a match was played."""
        with self.engine.connect() as connection:
            return connection.execute(sql.select(matches.c.table_id).where(matches.c.id == match)).scalar()

    def campaign(self, campaign: str) -> Campaign | None:
        """A campaign by its id."""
        with self.engine.connect() as connection:
            return stored_campaign(connection, campaign)

    def chat(self, table: str) -> tuple[int, list[Said]]:
        """How many lines of chat there are, and the last of them."""
        mine = chat.c.table_id == table
        chosen = sql.select(chat.c.body).where(mine).order_by(chat.c.number.desc()).limit(KEPT_CHAT)
        with self.engine.connect() as connection:
            last = connection.execute(sql.select(sql.func.max(chat.c.number)).where(mine)).scalar()
            lines = [_said.decode(bytes(body)) for body in connection.execute(chosen).scalars()][::-1]
        return (0 if last is None else last + 1), lines


# Writing.


def write_lobby(lobby: Lobby, new: bool = False) -> Job:
    """Store a table."""
    row = {"phase": lobby.phase, "updated": time.time(), "body": _pack(lobby)}
    if new:
        return lambda connection: do(connection, tables.insert().values(id=lobby.id, **row))
    return lambda connection: do(connection, tables.update().where(tables.c.id == lobby.id).values(**row))


def delete_table(table: str) -> Job:
    """Forget a table and all its matches."""

    def job(connection: Connection) -> None:
        mine = sql.select(matches.c.id).where(matches.c.table_id == table)
        do(connection, entries.delete().where(entries.c.match_id.in_(mine)))
        do(connection, snapshots.delete().where(snapshots.c.match_id.in_(mine)))
        do(connection, films.delete().where(films.c.match_id.in_(mine)))
        do(connection, notes.delete().where(notes.c.match_id.in_(mine)))
        do(connection, reports.delete().where(reports.c.table_id == table))
        do(connection, packs.delete().where(packs.c.table_id == table))
        do(connection, matches.delete().where(matches.c.table_id == table))
        do(connection, chat.delete().where(chat.c.table_id == table))
        do(connection, holdings.delete().where((holdings.c.table_id == table) | mine_in_the_books))
        do(connection, tables.delete().where(tables.c.id == table))

    mine_in_the_books = (holdings.c.kind == "table") & (holdings.c.id == table)
    return job


def write_match(record: Record, table: str | None, new: bool = True) -> Job:
    """Store the head of a match: all but its entries and snapshots, which are rows of their own."""
    body = _json(replace(record, entries=[], snapshots=[], films={}))
    if new:
        return lambda connection: do(connection, matches.insert().values(id=record.id, table_id=table, body=body))
    return lambda connection: do(connection, matches.update().where(matches.c.id == record.id).values(body=body))


def write_change(match: str, change: Change, last: int, ref: str = "") -> Job:
    """Store what a change added to a match of `last` entries before, and forget what it took away."""
    rows = [
        {"match_id": match, "number": change.keep + place, "body": _json(entry), "ref": ref if place == 0 else ""}
        for place, entry in enumerate(change.entries)
    ]
    taken = [{"match_id": match, "at": snapshot.at, "body": _pack(snapshot)} for snapshot in change.snapshots]
    cut = change.keep < last

    def job(connection: Connection) -> None:
        if cut:
            do(connection, entries.delete().where(entries.c.match_id == match, entries.c.number >= change.keep))
            do(connection, snapshots.delete().where(snapshots.c.match_id == match, snapshots.c.at > change.keep))
        if rows:
            connection.execute(entries.insert(), rows)
        if taken:
            connection.execute(snapshots.insert(), taken)

    return job


def write_film(match: str, reel: str, data: bytes) -> Job:
    """Keep a film; a second one of the same is as good as the first."""

    def job(connection: Connection) -> None:
        do(connection, films.delete().where(films.c.match_id == match, films.c.reel == reel))
        if connection.execute(sql.select(matches.c.id).where(matches.c.id == match)).first() is not None:
            do(connection, films.insert().values(match_id=match, reel=reel, body=data))

    return job


def write_notes(match: str, person: int, data: bytes) -> Job:
    """Keep what a person has noted, in place of what it was."""

    def job(connection: Connection) -> None:
        do(connection, notes.delete().where(notes.c.match_id == match, notes.c.person == person))
        do(connection, notes.insert().values(match_id=match, person=person, body=data))

    return job


def write_report(report: str, table: str, match: str, data: bytes) -> Job:
    """Keep a report of a problem."""
    row = {"id": report, "table_id": table, "match_id": match, "body": data}
    return lambda connection: do(connection, reports.insert().values(**row))


def write_pack(table: str, digest: str, pack: PackFile) -> Job:
    """Keep a pack with its table; the same one again changes nothing."""

    def job(connection: Connection) -> None:
        mine = (packs.c.table_id == table) & (packs.c.hash == digest)
        if connection.execute(sql.select(packs.c.hash).where(mine)).first() is None:
            row = {"table_id": table, "hash": digest, "name": pack.name, "body": pack.text.encode()}
            do(connection, packs.insert().values(**row))

    return job


def stored_campaign(connection: Connection, campaign: str) -> Campaign | None:
    """A campaign as it is on disk."""
    found = connection.execute(sql.select(campaigns.c.body).where(campaigns.c.id == campaign)).scalar()
    return _campaign.decode(bytes(found)) if found is not None else None


def write_campaign(campaign: str, begun: Campaign) -> Job:
    """Keep a new campaign."""
    return lambda connection: do(connection, campaigns.insert().values(id=campaign, body=_json(begun)))


def renew(connection: Connection, kind: str, name: str, expires: float) -> None:
    """Keep something longer that was used."""
    mine = (holdings.c.kind == kind) & (holdings.c.id == name)
    do(connection, holdings.update().where(mine, holdings.c.expires.is_not(None)).values(expires=expires))


def write_return(campaign: str, match: Match) -> Job:
    """Enter a finished match into its campaign as it stands by then, together with the answer that ended it."""

    def job(connection: Connection) -> None:
        before = stored_campaign(connection, campaign)
        if before is not None:
            after = _json(come_back(before, match))
            do(connection, campaigns.update().where(campaigns.c.id == campaign).values(body=after))
            renew(connection, "campaign", campaign, time.time() + CAMPAIGN_KEPT_SECONDS)

    return job


def write_said(table: str, number: int, said: Said) -> Job:
    """Store a line of chat, and forget those that nobody is shown any more."""
    row = {"table_id": table, "number": number, "body": _pack(said)}

    def job(connection: Connection) -> None:
        do(connection, chat.insert().values(**row))
        do(connection, chat.delete().where(chat.c.table_id == table, chat.c.number <= number - KEPT_CHAT))

    return job


def do(connection: Connection, statement: sql.Executable) -> None:
    """Execute a statement for its effect."""
    connection.execute(statement)
