"""Records, replays and reports over HTTP. Nothing of a match that is still being played can be had here."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from collections import OrderedDict
from typing import Any

import msgspec
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from eschaton.kernel import record as records
from eschaton.kernel.ask import ALL_SEEING, Viewer
from eschaton.kernel.errors import EschatonError
from eschaton.kernel.film import reel, viewers
from eschaton.kernel.game import find_game
from eschaton.kernel.record import Record
from eschaton.server import web
from eschaton.server.appraise import RECORD_BYTES, Showing, appraised, info_of, shown
from eschaton.server.endpoints import Endpoints, Gradual, answer, body_of, bulky, bytes_of, token_of
from eschaton.server.films import frame_of, packed, parts, shot
from eschaton.server.hall import Hall
from eschaton.server.keeping import DAY_SECONDS, Holding, write_holding
from eschaton.server.limits import Buckets, Few
from eschaton.server.lobby import Lobby, Refusal
from eschaton.server.news import encode
from eschaton.server.play import Change
from eschaton.server.reel import MOST_FRAMES, some_frames
from eschaton.server.shelf import of_record
from eschaton.server.socket import address_of
from eschaton.server.storage import write_change, write_film, write_match, write_report
from eschaton.server.turns import Turns

RECORD_KEPT_SECONDS = DAY_SECONDS
"""So long a record from elsewhere is kept after it was sent, or sent again."""
READ_AT_ONCE, READ_OF_ONE = 16, 2
"""So many records are in memory at most that strangers are sending, and so many of one address."""
SENT_AT_ONCE, SENT_OF_ONE = 4, 1
"""So many records with films are in memory at most that are sent to strangers, and so many to one address."""
FILMS_BYTES = 32_000_000
"""Films that are longer together, packed, are not sent along with a record."""
WAITING_OF_ONE = 16
"""So many requests of one address may wait for films to be made or unpacked."""
CACHED = 100
CACHED_FILMS = 2
"""Unpacked, the film of a long match takes more than a hundred megabytes."""


class Found(msgspec.Struct, frozen=True):
    """A record, and whether a stranger sent it."""

    record: Record
    uploaded: bool


class Archive(Endpoints):
    """What is kept of matches."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.store = hall.house.store
        self.uploads = Buckets(10 / 60, 10)
        self.films: OrderedDict[tuple[str, str], list[msgspec.Raw]] = OrderedDict()
        self.infos: OrderedDict[str, web.ReplayInfo] = OrderedDict()
        self.turns = Turns(WAITING_OF_ONE)
        self.reading = Few(READ_AT_ONCE, READ_OF_ONE)
        self.sending = Few(SENT_AT_ONCE, SENT_OF_ONE)

    def routes(self) -> list[Route]:
        """All of them."""
        return [
            self.route("/api/tables/{table}/record", self.record),
            self.route("/api/tables/{table}/report", self.take_report, "POST"),
            self.route("/api/reports/{report}", self.report),
            self.route("/api/records", self.upload, "POST"),
            self.route("/api/replays/{match}", self.replay),
            self.route("/api/replays/{match}/record", self.replay_record),
            self.route("/api/replays/{match}/frames", self.frames),
        ]

    # Records.

    async def record(self, request: Request) -> Response:
        """The record of a table's last match, when it is over."""
        lobby = (await self.hall.actor(request.path_params["table"])).desk.lobby
        self.may_see(request, lobby)
        if lobby.phase != "over" or not lobby.match:
            raise Refusal("conflict", "table", "the record can be had when the match is over")
        return await self.file(request, lobby.match)

    async def replay_record(self, request: Request) -> Response:
        """The record behind a replay."""
        return await self.file(request, request.path_params["match"])

    async def file(self, request: Request, match: str) -> Response:
        """A record to be kept; with its films, it can be shown even when the rules have changed."""
        found = await self.found(request, match)
        record = found.record
        strange = record.setup.packs != find_game(record.game).packs  # whoever has it may not have its packs
        if found.uploaded:
            record = replace(record, films=await asyncio.to_thread(self.store.films, match))
        elif "films" in request.query_params or strange:
            return await self.file_with_films(request, record)
        return await bulky(request, await asyncio.to_thread(records.to_bytes, record), file_name(record))

    async def file_with_films(self, request: Request, record: Record) -> Response:
        """A record with its films, which can be large: only a few are in memory at once, until they have been read."""
        with contextlib.ExitStack() as place:
            place.enter_context(self.sending.one_more(address_of(request)))
            films: dict[str, bytes] = {}
            for viewer in viewers(record):
                async with self.turns.wait(address_of(request), record.id):
                    films[reel(viewer)] = await self.kept_film(record, viewer)
                if sum(map(len, films.values())) > FILMS_BYTES:
                    if "films" in request.query_params:
                        raise Refusal("too-large", "films", "its films are too long to be sent; ask without them")
                    films = {}
                    break
            data = await asyncio.to_thread(records.to_bytes, replace(record, films=films))
            return Gradual(await bulky(request, data, file_name(record)), place.pop_all().close)

    async def found(self, request: Request, match: str) -> Found:
        """The record of a match that is over, for whoever may see it."""
        origin = await asyncio.to_thread(self.store.finished, match)
        if origin is None:
            raise Refusal("not-found", "match", "there is no such finished match")
        if origin.lobby is not None:
            self.may_see(request, origin.lobby)
        found = await asyncio.to_thread(self.store.record, match)
        if found is None:
            raise Refusal("not-found", "match", "there is no such finished match")
        return Found(found, uploaded=origin.sent)

    def may_see(self, request: Request, lobby: Lobby) -> None:
        """What was played behind a password is for the people who were let in."""
        person = self.hall.house.tokens.read(token_of(request), lobby.id)
        if lobby.password and (person is None or lobby.guest(person) is None):
            raise Refusal("forbidden", "token", "this was played at a locked table; only its people can see it")

    async def upload(self, request: Request) -> Response:
        """Keep a record from elsewhere, for a day."""
        self.limit(self.uploads, request)
        address = address_of(request)
        with self.reading.one_more(address):
            data = await bytes_of(request, RECORD_BYTES)
            found = await appraised(self.hall.house.bench, data, address)
        assert found.info is not None
        keeping, match = self.hall.house.keeping, found.info.match
        size = len(found.record) + sum(map(len, found.films.values()))
        holding = await keeping.room(Holding("record", match, address, size, time.time() + RECORD_KEPT_SECONDS))
        jobs = [write_holding(holding)]
        if await asyncio.to_thread(self.store.finished, match) is None:
            record = await asyncio.to_thread(records.from_bytes, found.record)
            change = Change(0, record.entries, record.snapshots, 0)
            films = [write_film(match, name, film) for name, film in found.films.items()]
            jobs += [write_match(record, None), write_change(match, change, 0), *films]
        await self.hall.house.writer.write(*jobs)
        keep(self.infos, match, found.info)
        return answer(found.info, 201)

    # Replays.

    async def replay(self, request: Request) -> Response:
        """About a match."""
        found = await self.found(request, request.path_params["match"])
        return answer(await self.info(request, found))

    async def info(self, request: Request, found: Found) -> web.ReplayInfo:
        """A match as the replay viewer introduces it."""
        record = found.record
        if record.id not in self.infos:
            if found.uploaded:
                films = await asyncio.to_thread(self.store.films, record.id)
                whole = await asyncio.to_thread(records.to_bytes, replace(record, films=films))
                info = (await appraised(self.hall.house.bench, whole, address_of(request))).info
                assert info is not None
            else:
                info = await asyncio.to_thread(lambda: info_of(record, of_record(self.store, record)))
            keep(self.infos, record.id, info)
        return self.infos[record.id]

    async def frames(self, request: Request) -> Response:
        """Some moments of a match through somebody's eyes."""
        found = await self.found(request, request.path_params["match"])
        record, query = found.record, request.query_params
        viewer = viewer_named(query.get("viewer", "watcher"), record)
        first = number(query.get("first", "0"), "first")
        last = min(number(query.get("last", str(first + MOST_FRAMES - 1)), "last"), first + MOST_FRAMES - 1)
        if found.uploaded:
            film = await asyncio.to_thread(self.store.film, record.id, reel(viewer))
            showing = Showing(await asyncio.to_thread(records.to_bytes, record), film, viewer, first, last)
            return await bulky(request, await shown(self.hall.house.bench, showing, address_of(request)))
        try:
            whole = await self.film(request, record, viewer)
            some = await asyncio.to_thread(some_of, record, whole, first, last)
        except EschatonError as error:
            raise Refusal("unavailable", "match", str(error)) from None
        body = web.Frames(viewer=query.get("viewer", "watcher"), frames=some)
        return await bulky(request, await asyncio.to_thread(encode, body))

    async def film(self, request: Request, record: Record, viewer: Viewer) -> list[msgspec.Raw]:
        """A film of a match that was played here, cut into frames."""
        key = record.id, reel(viewer)
        async with self.turns.wait(address_of(request), record.id):
            if key not in self.films:
                data = await self.kept_film(record, viewer)
                keep(self.films, key, await asyncio.to_thread(parts, data, key[1]), CACHED_FILMS)
            self.films.move_to_end(key)
            return self.films[key]

    async def kept_film(self, record: Record, viewer: Viewer) -> bytes:
        """A film of a match that was played here as it is kept: from the database, or made now."""
        key = record.id, reel(viewer)
        data = await asyncio.to_thread(self.store.film, *key)
        if data is None:
            data = await asyncio.to_thread(self.make, record, viewer)
            await self.hall.house.projector.keep(*key, data)
        return data

    def make(self, record: Record, viewer: Viewer) -> bytes:
        """A film that there was none of."""
        return packed(shot(record, viewer, rules=of_record(self.store, record)))

    # Reports.

    async def take_report(self, request: Request) -> Response:
        """Keep what a player says is wrong, with the record of this very moment."""
        self.limit(self.uploads, request)
        wanted = await body_of(request, web.NewReport)
        actor = await self.hall.actor(request.path_params["table"])
        lobby, play = actor.desk.lobby, actor.desk.play
        person = self.hall.house.tokens.read(token_of(request), lobby.id)
        if person is None or lobby.guest(person) is None:
            raise Refusal("forbidden", "token", "only people at the table can report")
        if play is None:
            raise Refusal("conflict", "table", "there is no match to report on")
        record, at = play.match.saved(), time.time()
        said = {"at": at, "person": person, "seat": wanted.seat, "text": wanted.text, "page": wanted.page}
        about = {**said, "table": lobby.id, "moment": len(record.entries), "packs": actor.desk.box.laid.files}
        report = secrets.token_hex(8)
        data = msgspec.json.encode({"report": about, **msgspec.to_builtins(record, str_keys=True)})
        kept_until = at + self.hall.house.config.keep_days * DAY_SECONDS
        mine = Holding("report", report, address_of(request), len(data), kept_until, lobby.id)
        holding = await self.hall.house.keeping.room(mine)
        await self.hall.house.writer.write(write_report(report, lobby.id, record.id, data), write_holding(holding))
        return answer(web.ReportTaken(report=report), 201)

    async def report(self, request: Request) -> Response:
        """A report as a file that `eschaton replay` reads, when its match is over."""
        report = request.path_params["report"]
        found = await asyncio.to_thread(self.store.report, report)
        if found is None:
            raise Refusal("not-found", "report", "there is no such report")
        origin = await asyncio.to_thread(self.store.finished, found[0])
        if origin is None:
            raise Refusal("conflict", "report", "the report can be had when the match is over")
        if origin.lobby is not None:
            self.may_see(request, origin.lobby)
        return await bulky(request, found[1], f"report-{report}.json")


def some_of(record: Record, whole: list[msgspec.Raw], first: int, last: int) -> list[web.Frame]:
    """Some moments of a film, of which only these are read, and the one before them, which tells who acted."""
    before = max(0, first - 1)
    found = [frame_of(part, record.id) for part in whole[before : last + 1]]
    return some_frames(record, found, before, first, last)


def file_name(record: Record) -> str:
    """What the file of a record is called."""
    return f"{record.game}-{record.id}.json"


def keep(cache: OrderedDict[Any, Any], key: Any, value: Any, most: int = CACHED) -> None:
    """Keep the last few."""
    cache[key] = value
    while len(cache) > most:
        cache.popitem(last=False)


def viewer_named(name: str, record: Record) -> Viewer:
    """A seat, `watcher` or `all`."""
    named: dict[str, Viewer] = {"watcher": None, "all": ALL_SEEING}
    named |= {str(seat): seat for seat in range(record.setup.players)}
    if name not in named:
        raise Refusal("illegal", "viewer", f"expected one of: {', '.join(named)}")
    return named[name]


def number(text: str, field: str) -> int:
    """A number in a query."""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise Refusal("malformed", field, "expected a whole number")
    return int(text)
