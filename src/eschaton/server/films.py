"""Films of finished matches: made gently when a match ends, or when somebody asks; kept, as rules may change."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
import zlib
from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from eschaton.kernel.ask import Viewer
from eschaton.kernel.errors import BadRecord, EschatonError
from eschaton.kernel.film import Frame, frames, reel, viewers
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.record import Record
from eschaton.server.keeping import Keeping, write_holding
from eschaton.server.lobby import Refusal
from eschaton.server.shelf import of_record
from eschaton.server.sight import naming
from eschaton.server.storage import Store, write_film
from eschaton.server.writer import Writer

log = logging.getLogger("eschaton.server.films")

MOST_BYTES = 256_000_000
"""A film of this server's own unpacks to at most so much."""
REST = 4.0
"""After a frame the projector rests this many times as long as it took, so that tables are not held up."""

_encode = msgspec.json.Encoder().encode
_cut = msgspec.json.Decoder(list[msgspec.Raw]).decode
_frame = msgspec.json.Decoder(Frame).decode


class Stopped(Exception):
    """The server is leaving; the film can be made another time."""


def packed(film: Iterable[Frame]) -> bytes:
    """A film as it is kept. It is packed frame by frame: a long one takes seconds, and tables must not wait for it."""
    packing = zlib.compressobj(6)
    done = [packing.compress(b"[")]
    for number, frame in enumerate(film):
        done.append(packing.compress((b"," if number else b"") + _encode(frame)))
    return b"".join([*done, packing.compress(b"]"), packing.flush()])


def parts(data: bytes, name: str, most: int = MOST_BYTES) -> list[msgspec.Raw]:
    """A film cut into frames that are not read yet; BadRecord if it is none, or unpacks to more than so many bytes."""
    try:
        return _cut(plain(data, name, most))
    except msgspec.MsgspecError as error:
        raise BadRecord(f"films.{name}: {error}") from None


def frame_of(part: msgspec.Raw, name: str) -> Frame:
    """One of them, read."""
    try:
        return _frame(part)
    except msgspec.MsgspecError as error:
        raise BadRecord(f"films.{name}: {error}") from None


def plain(data: bytes, name: str, most: int) -> bytes:
    """A film unpacked; BadRecord, before more than that was, if it is longer."""
    unpacking = zlib.decompressobj()
    try:
        found = unpacking.decompress(data, most)
    except zlib.error as error:
        raise BadRecord(f"films.{name}: {error}") from None
    if unpacking.unconsumed_tail or not unpacking.eof:
        raise BadRecord(f"films.{name}: too long, or cut off")
    return found


def playable(record: Record, rules: Game | None = None) -> Game:
    """The game, perhaps with packs, by which a record can be played again; BadRecord if its rules have changed."""
    game = rules or find_game(record.game)
    if record.version != game.version or record.setup.packs != game.packs:
        raise BadRecord(f"version: made by other rules than version {game.version} of {game.title}, and not filmed")
    return game


def shot(
    record: Record, viewer: Viewer, stop: threading.Event | None = None, rules: Game | None = None
) -> Iterator[Frame]:
    """Film a record through one viewer's eyes; with a way to be stopped, gently."""
    game = playable(record, rules)
    named = replace(game, name=naming(game, record.names))
    began = time.perf_counter()
    for frame in frames(named, record, viewer):
        yield frame
        if stop is not None:
            time.sleep(min(0.05, REST * (time.perf_counter() - began)))
            if stop.is_set():
                raise Stopped
            began = time.perf_counter()


class Projector:
    """Films matches that have ended, one after the other."""

    def __init__(self, store: Store, writer: Writer, keeping: Keeping) -> None:
        self.store = store
        self.writer = writer
        self.keeping = keeping
        self.queue: asyncio.Queue[str] = asyncio.Queue()
        self.stop = threading.Event()

    def ended(self, match: str) -> None:
        """Another match to be filmed."""
        self.queue.put_nowait(match)

    async def run(self) -> None:
        """Work until the server leaves."""
        while True:
            match = await self.queue.get()
            try:
                await self.film(match)
            except Stopped:
                return
            except Exception:
                log.exception("a match was not filmed", extra={"match": match})

    async def film(self, match: str) -> None:
        """Film a match through all eyes, and keep it."""
        found = await asyncio.to_thread(self.store.record, match)
        if found is None:
            return
        for viewer in viewers(found):
            data = await asyncio.to_thread(self.make, found, viewer)
            await self.keep(match, reel(viewer), data)

    async def keep(self, match: str, name: str, data: bytes) -> None:
        """Keep a film if there is room for it; without one a match can be shown for as long as its rules are here."""
        table = await asyncio.to_thread(self.store.table_of, match)
        if table is None:
            return
        try:
            holding = await self.keeping.room_at(table, "film", f"{match} {name}", len(data))
        except Refusal:
            return
        await self.writer.write(write_film(match, name, data), write_holding(holding))

    def make(self, record: Record, viewer: Viewer) -> bytes:
        """One film, gently."""
        try:
            return packed(shot(record, viewer, self.stop, of_record(self.store, record)))
        except EschatonError as error:
            raise BadRecord(f"{reel(viewer)}: {error}") from error
