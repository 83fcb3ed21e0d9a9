"""A record from a stranger, appraised and shown on the bench: nothing of it is unpacked or played where tables are."""

from __future__ import annotations

import hashlib

import msgspec
from msgspec.structs import replace

from eschaton.kernel import record as records
from eschaton.kernel.ask import Viewer
from eschaton.kernel.errors import BadRecord, EschatonError
from eschaton.kernel.film import Frame, frames, reel, viewers
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.match import verify
from eschaton.kernel.once import prepared
from eschaton.kernel.plain import is_plain
from eschaton.kernel.record import Record
from eschaton.server import web
from eschaton.server.bench import Bench, Overtaxed
from eschaton.server.films import frame_of, parts, playable
from eschaton.server.lobby import Refusal
from eschaton.server.news import encode
from eschaton.server.reel import some_frames
from eschaton.server.sight import naming

RECORD_BYTES = 8_000_000
"""The largest record that is taken."""
FILM_BYTES = 32_000_000
"""A film that it brings along unpacks to at most so much."""
LONGEST_NAME = 60


class Appraised(msgspec.Struct):
    """A record that can be kept and shown, or what is wrong with it (`field: message`)."""

    wrong: str = ""
    record: bytes = b""
    films: dict[str, bytes] = {}
    info: web.ReplayInfo | None = None


class Showing(msgspec.Struct):
    """What is to be shown of a record: some moments, through one viewer's eyes; of a film, if it brought one along."""

    record: bytes
    film: bytes | None
    viewer: Viewer
    first: int
    last: int


class Shown(msgspec.Struct):
    """Frames as they are sent, or why there are none."""

    wrong: str = ""
    frames: bytes = b""


# On the server's side.


async def appraised(bench: Bench, data: bytes, address: str) -> Appraised:
    """Have a record appraised; a refusal naming the field that is wrong."""
    try:
        found = msgspec.msgpack.decode(await bench.do("record", data, address), type=prepared(Appraised))
    except Overtaxed as error:
        raise Refusal("too-large", "record", f"{error}") from None
    if found.wrong:
        field, colon, message = found.wrong.partition(": ")
        raise Refusal("illegal", field if colon else "", message or found.wrong)
    return found


async def shown(bench: Bench, showing: Showing, address: str) -> bytes:
    """Have some moments of a record shown, as they are sent."""
    try:
        data = await bench.do("frames", msgspec.msgpack.encode(showing), address)
        found = msgspec.msgpack.decode(data, type=prepared(Shown))
    except Overtaxed as error:
        raise Refusal("unavailable", "match", f"{error}") from None
    if found.wrong:
        raise Refusal("unavailable", "match", found.wrong)
    return found.frames


# On the bench.


def appraise(data: bytes) -> bytes:
    """A record from elsewhere, if it is finished and can be shown; its id is made from what it says."""
    try:
        return msgspec.msgpack.encode(examined(data))
    except EschatonError as error:
        return msgspec.msgpack.encode(Appraised(wrong=str(error)))


def examined(data: bytes) -> Appraised:
    """Read, check and play a record."""
    record = records.from_bytes(data)
    if record.outcome is None:
        raise BadRecord("outcome: only a finished match can be kept")
    if len(record.entries) > find_game(record.game).limit:
        raise BadRecord("entries: too many")
    names = record.names
    if len(names) > record.setup.players or any(len(name) > LONGEST_NAME or not is_plain(name) for name in names):
        raise BadRecord("names: too many, too long, or with characters that cannot be seen")
    brought, record = record.films, replace(record, id="", films={}, snapshots=[])
    name = hashlib.sha256(records.to_bytes(record)).hexdigest()[:16]
    record = replace(record, id=name)
    films = films_of(record, brought)
    info = info_of(record, find_game(record.game))
    return Appraised(record=msgspec.json.encode(record), films=films, info=info)


def films_of(record: Record, brought: dict[str, bytes]) -> dict[str, bytes]:
    """The films to keep: none if the rules are here and can play it, else those that it brings along."""
    try:
        game = playable(record)
    except BadRecord:
        for viewer in viewers(record):
            check_film(record, reel(viewer), brought.get(reel(viewer), b""))
        return {reel(viewer): brought[reel(viewer)] for viewer in viewers(record)}
    try:
        for _ in frames(game, record, None, first=len(record.entries)):
            pass
    except Exception as error:  # whatever the rules make of nonsense
        raise BadRecord(f"entries: cannot be played: {error}"[:500]) from None
    return {}


def check_film(record: Record, name: str, film: bytes) -> None:
    """BadRecord unless every moment of the record is on the film."""
    found = parts(film, name, FILM_BYTES)
    if len(found) != len(record.entries) + 1:
        raise BadRecord("films: not as long as the record")
    for part in found:
        frame_of(part, name)


def info_of(record: Record, game: Game) -> web.ReplayInfo:
    """A match as the replay viewer introduces it."""
    return web.ReplayInfo(
        match=record.id,
        game=record.game,
        title=game.title,
        look=game.look,
        players=record.setup.players,
        names=record.names,
        moments=len(record.entries),
        outcome=record.outcome,
        fair=bool(record.deal.commitment),
        problems=verify(game, record),
    )


def show(order: bytes) -> bytes:
    """Some moments of a record."""
    wanted = msgspec.msgpack.decode(order, type=prepared(Showing))
    try:
        return msgspec.msgpack.encode(Shown(frames=encode(developed(wanted))))
    except EschatonError as error:
        return msgspec.msgpack.encode(Shown(wrong=str(error)))


def developed(wanted: Showing) -> web.Frames:
    """The wanted frames, with the one before them, which tells who acted."""
    record = records.from_bytes(wanted.record)
    before = max(0, wanted.first - 1)
    if wanted.film is not None:
        name = reel(wanted.viewer)
        cut = parts(wanted.film, name, FILM_BYTES)[before : wanted.last + 1]
        found: list[Frame] = [frame_of(part, name) for part in cut]
    else:
        game = playable(record)
        named = replace(game, name=naming(game, record.names))
        found = list(frames(named, record, wanted.viewer, before, wanted.last))
    shown = some_frames(record, found, before, wanted.first, wanted.last)
    return web.Frames(viewer=viewer_name(wanted.viewer), frames=shown)


def viewer_name(viewer: Viewer) -> str:
    """A viewer as the HTTP interface names them."""
    return "watcher" if viewer is None else "all" if viewer < 0 else str(viewer)
