"""Characters on disk: whose each is, by a hash of its secret link, and which match it is in.

Whoever holds the link is the owner; the server cannot tell it from the hash. A character is in one match at a time, and
what a match makes of all who were in it is written together with the answer that ends it.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Mapping
from typing import Any

import msgspec
import sqlalchemy as sql
from msgspec.structs import replace
from sqlalchemy.engine import Connection

from eschaton.kernel.ask import Seat
from eschaton.kernel.campaign import Campaign, Place, come_home
from eschaton.kernel.match import Match
from eschaton.server.database import characters
from eschaton.server.storage import CAMPAIGN_KEPT_SECONDS, Job, OutOfStep, Store, do, renew

_json = msgspec.json.Encoder().encode
_campaign = msgspec.json.Decoder(Campaign)


def new_link() -> str:
    """A secret link to a character."""
    return secrets.token_urlsafe(24)


def owner_of(link: str) -> str:
    """What the server keeps of a link."""
    return hashlib.sha256(link.encode()).hexdigest()


def read(row: Any) -> Campaign:
    """A character as it is on disk."""
    at = Place(row.match_id, row.seat) if row.match_id is not None else None
    return replace(_campaign.decode(bytes(row.body)), at=at)


def character_of(store: Store, owner: str) -> Campaign | None:
    """The character of an owner. Blocks."""
    with store.engine.connect() as connection:
        row = connection.execute(sql.select(characters).where(characters.c.owner == owner)).first()
    return read(row) if row is not None else None


def owner_by_id(store: Store, character: str) -> str | None:
    """Whose a character is, by the id that it has everywhere. Blocks."""
    wanted = sql.select(characters.c.owner).where(characters.c.character_id == character)
    with store.engine.connect() as connection:
        return connection.execute(wanted).scalar()


def body_of(character: Campaign) -> bytes:
    """A character as it is kept; where it is stands beside it."""
    return _json(replace(character, at=None))


def write_character(owner: str, character: Campaign) -> Job:
    """Keep a new character; it fails if it is known already."""
    row = {"owner": owner, "character_id": character.id, "body": body_of(character)}
    return lambda connection: do(connection, characters.insert().values(**row))


def write_played_on(owner: str, known: Campaign, character: Campaign) -> Job:
    """Keep a character as it was played on elsewhere; OutOfStep if it is not as it was any more."""
    mine = (characters.c.owner == owner) & (characters.c.body == body_of(known)) & characters.c.match_id.is_(None)

    def job(connection: Connection) -> None:
        if connection.execute(characters.update().where(mine).values(body=body_of(character))).rowcount != 1:
            raise OutOfStep("the character has been played meanwhile")

    return job


def write_taken(owners: Mapping[Seat, str], match: str) -> Job:
    """Let characters be in a match from now on; OutOfStep if one has gone to another meanwhile."""

    def job(connection: Connection) -> None:
        for seat, owner in owners.items():
            free = (characters.c.owner == owner) & characters.c.match_id.is_(None)
            taken = characters.update().where(free).values(match_id=match, seat=seat)
            if connection.execute(taken).rowcount != 1:
                raise OutOfStep("a character has gone to another match")

    return job


def write_home(match: Match) -> Job:
    """Enter a finished match into all characters that are in it, and let them go, with the answer that ended it."""

    def job(connection: Connection) -> None:
        rows = connection.execute(sql.select(characters).where(characters.c.match_id == match.record.id)).all()
        for row, home in zip(rows, come_home(map(read, rows), match), strict=True):
            mine = characters.c.owner == row.owner
            do(connection, characters.update().where(mine).values(body=body_of(home), match_id=None))
            renew(connection, "character", row.owner, time.time() + CAMPAIGN_KEPT_SECONDS)

    return job


def write_release(match: str) -> Job:
    """A match will not be finished: who was in it is as before, and free."""
    left = characters.update().where(characters.c.match_id == match).values(match_id=None)
    return lambda connection: do(connection, left)
