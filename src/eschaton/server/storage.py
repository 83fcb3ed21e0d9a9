"""Tables, matches and chat on disk, read and written. Entries are rows, appended as they happen."""

from __future__ import annotations

import contextlib
import secrets
import time
from collections.abc import Callable

import msgspec
import sqlalchemy as sql
from msgspec.structs import replace
from sqlalchemy.engine import Connection, Engine

from eschaton.cardtext.carried import PackFile
from eschaton.kernel.campaign import Campaign, come_back
from eschaton.kernel.match import Match
from eschaton.kernel.record import Entry, Record, Snapshot
from eschaton.server.database import (
    campaigns,
    characters,
    chat,
    entries,
    films,
    heard,
    holdings,
    matches,
    meta,
    notes,
    packs,
    people,
    reports,
    snapshots,
    tables,
)
from eschaton.server.lobby import Lobby
from eschaton.server.news import Said
from eschaton.server.play import Change

Job = Callable[[Connection], None]
"""Something to be written, with others in one transaction."""

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
PROOF_BYTES = 65_536
"""As much as the largest change of a table."""
KEPT_HEARD = 50
"""Of each person so many messages are known to have been carried out, at least."""
SWEPT_EVERY = 10
"""After so many messages of a person the oldest are forgotten."""


class OutOfStep(Exception):
    """What was to be written does not follow what is on disk; the table must be loaded anew."""


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
        with self.engine.connect() as connection:
            found = connection.execute(sql.select(meta.c.value).where(meta.c.key == "key")).scalar()
        if found is None:
            with contextlib.suppress(sql.exc.IntegrityError), self.engine.begin() as connection:
                connection.execute(meta.insert().values(key="key", value=fresh.encode()))
            return self.key(fresh)  # what stands there now, whoever was first
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

    def record(self, match: str) -> Record | None:
        """A match by its id."""
        with self.engine.connect() as connection:
            body = connection.execute(sql.select(matches.c.body).where(matches.c.id == match)).scalar()
            if body is None:
                return None
            rows = connection.execute(
                sql.select(entries.c.body).where(entries.c.match_id == match).order_by(entries.c.number)
            ).scalars()
            played = [_entry.decode(bytes(row)) for row in rows]
            taken = connection.execute(
                sql.select(snapshots.c.body).where(snapshots.c.match_id == match).order_by(snapshots.c.at)
            ).scalars()
            kept = [_snapshot.decode(bytes(snapshot)) for snapshot in taken]
        record = _record.decode(bytes(body))
        kept = [snapshot for snapshot in kept if snapshot.at <= len(played)]
        return replace(record, entries=played, snapshots=kept)

    def heard(self, table: str) -> list[tuple[int, int, str]]:
        """The last messages of each person that were carried out at a table: who, the how many-th, and its ref."""
        chosen = sql.select(heard.c.person, heard.c.number, heard.c.ref).where(heard.c.table_id == table)
        with self.engine.connect() as connection:
            return [tuple(row) for row in connection.execute(chosen.order_by(heard.c.number))]

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
        do(connection, characters.update().where(characters.c.match_id.in_(mine)).values(match_id=None))
        do(connection, entries.delete().where(entries.c.match_id.in_(mine)))
        do(connection, snapshots.delete().where(snapshots.c.match_id.in_(mine)))
        do(connection, films.delete().where(films.c.match_id.in_(mine)))
        do(connection, notes.delete().where(notes.c.match_id.in_(mine)))
        do(connection, reports.delete().where(reports.c.table_id == table))
        do(connection, packs.delete().where(packs.c.table_id == table))
        do(connection, matches.delete().where(matches.c.table_id == table))
        for kept in (chat, people, heard, holdings):
            do(connection, kept.delete().where(kept.c.table_id == table))
        do(connection, tables.delete().where(tables.c.id == table))

    return job


def write_match(record: Record, table: str | None, new: bool = True) -> Job:
    """Store the head of a match: all but its entries and snapshots, which are rows of their own."""
    body = _json(replace(record, entries=[], snapshots=[], films={}))
    if new:
        return lambda connection: do(connection, matches.insert().values(id=record.id, table_id=table, body=body))
    return lambda connection: do(connection, matches.update().where(matches.c.id == record.id).values(body=body))


FOLLOWING = (
    entries.insert()
    .from_select(
        ["match_id", "number", "body"],
        sql.select(
            sql.bindparam("match_id", type_=sql.String),
            sql.bindparam("number", type_=sql.Integer),
            sql.bindparam("body", type_=sql.LargeBinary),
        ).where(
            sql.select(sql.func.coalesce(sql.func.max(entries.c.number), -1))
            .where(entries.c.match_id == sql.bindparam("match_id", type_=sql.String))
            .scalar_subquery()
            == sql.bindparam("number", type_=sql.Integer) - 1
        ),
    )
    .returning(entries.c.number)
)
"""An entry, if its number follows the last one on disk; else nothing."""


def write_change(match: str, change: Change, last: int) -> Job:
    """Store what a change added to a match of `last` entries before, and forget what it took away.

    OutOfStep unless there are just so many entries on disk.
    """
    rows = [
        {"match_id": match, "number": change.keep + place, "body": _json(entry)}
        for place, entry in enumerate(change.entries)
    ]
    taken = [{"match_id": match, "at": snapshot.at, "body": _pack(snapshot)} for snapshot in change.snapshots]
    cut = change.keep < last

    def job(connection: Connection) -> None:
        if cut:
            mine = entries.c.match_id == match
            gone = connection.execute(entries.delete().where(mine, entries.c.number >= change.keep)).rowcount
            if gone != last - change.keep:
                raise OutOfStep(
                    f"match {match}: {gone} entries to be taken back from {change.keep} on, not {last - change.keep}"
                )
            do(connection, snapshots.delete().where(snapshots.c.match_id == match, snapshots.c.at > change.keep))
        if rows and connection.execute(FOLLOWING, rows[0]).first() is None:
            raise OutOfStep(f"match {match}: entry {change.keep} does not follow the last on disk")
        if rows[1:]:
            connection.execute(entries.insert(), rows[1:])
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


def write_proof() -> Job:
    """Something that needs room on the disk, and takes the place of what it was: to prove that writing is possible."""
    fresh = meta.update().where(meta.c.key == "proof").values(value=secrets.token_bytes(PROOF_BYTES))
    return lambda connection: do(connection, fresh)


def write_person(table: str, person: int) -> Job:
    """Give a number to somebody who comes to a table; it fails if somebody has it."""
    return lambda connection: do(connection, people.insert().values(table_id=table, person=person))


def write_heard(table: str, person: int, number: int, ref: str) -> Job:
    """Note that a message was carried out, the how many-th of this person's."""

    def job(connection: Connection) -> None:
        do(connection, heard.insert().values(table_id=table, person=person, number=number, ref=ref))
        if number % SWEPT_EVERY == 0:
            mine = (heard.c.table_id == table) & (heard.c.person == person)
            do(connection, heard.delete().where(mine, heard.c.number <= number - KEPT_HEARD))

    return job


def do(connection: Connection, statement: sql.Executable) -> None:
    """Execute a statement for its effect."""
    connection.execute(statement)
