"""Records, replays and reports over HTTP. Nothing of a match that is still being played can be had here."""

from __future__ import annotations

import asyncio
import hashlib
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
from eschaton.kernel.ask import ALL_SEEING, CHANCE, Viewer
from eschaton.kernel.errors import BadRecord, EschatonError
from eschaton.kernel.film import Frame, reel, viewers
from eschaton.kernel.game import find_game
from eschaton.kernel.match import verify
from eschaton.kernel.record import Record
from eschaton.server import web
from eschaton.server.endpoints import Endpoints, answer, body_of, bulky, bytes_of, token_of
from eschaton.server.films import packed, playable, shot, unpacked
from eschaton.server.hall import Hall
from eschaton.server.limits import Buckets
from eschaton.server.lobby import Refusal
from eschaton.server.news import Crumb, State, Told, encode
from eschaton.server.patch import difference
from eschaton.server.play import Change
from eschaton.server.shelf import of_record
from eschaton.server.storage import Store, write_change, write_film, write_match, write_report

RECORD = 16_000_000
"""The largest record that is taken, in bytes."""
MOST_FRAMES = 200
LONGEST_NAME = 60
CACHED = 8


class Archive(Endpoints):
    """What is kept of matches."""

    def __init__(self, hall: Hall) -> None:
        super().__init__(hall)
        self.store = hall.house.store
        self.uploads = Buckets(10 / 60, 10)
        self.films: OrderedDict[tuple[str, str], list[Frame]] = OrderedDict()
        self.infos: OrderedDict[str, web.ReplayInfo] = OrderedDict()
        self.working = asyncio.Lock()

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
        if lobby.phase != "over" or not lobby.match:
            raise Refusal("conflict", "table", "the record can be had when the match is over")
        return await self.file(request, lobby.match)

    async def replay_record(self, request: Request) -> Response:
        """The record behind a replay."""
        return await self.file(request, request.path_params["match"])

    async def file(self, request: Request, match: str) -> Response:
        """A record to be kept; with its films, it can be shown even when the rules have changed."""
        found = await self.found(match)
        strange = found.setup.packs != find_game(found.game).packs  # whoever has it may not have its packs
        if "films" in request.query_params or strange:
            films = {reel(viewer): packed(await self.film(found, viewer)) for viewer in viewers(found)}
            found = replace(found, films=films)
        return await bulky(request, await asyncio.to_thread(records.to_bytes, found), f"{found.game}-{match}.json")

    async def found(self, match: str) -> Record:
        """The record of a match that is over."""
        if len(match) > 32 or not await asyncio.to_thread(self.store.finished, match):
            raise Refusal("not-found", "match", "there is no such finished match")
        found = await asyncio.to_thread(self.store.record, match)
        if found is None:
            raise Refusal("not-found", "match", "there is no such finished match")
        return found

    async def upload(self, request: Request) -> Response:
        """Keep a record from elsewhere."""
        self.limit(self.uploads, request)
        data = await bytes_of(request, RECORD)
        async with self.working:
            try:
                record = await asyncio.to_thread(examined, data)
            except EschatonError as error:
                field, colon, message = str(error).partition(": ")
                raise Refusal("illegal", field if colon else "", message or str(error)) from None
            if await asyncio.to_thread(self.store.record, record.id) is None:
                change = Change(0, record.entries, record.snapshots, 0)
                films = [write_film(record.id, name, film) for name, film in record.films.items()]
                jobs = [write_match(record, None), write_change(record.id, change, 0), *films]
                await self.hall.house.writer.write(*jobs)
        return answer(await self.info(record), 201)

    # Replays.

    async def replay(self, request: Request) -> Response:
        """About a match."""
        return answer(await self.info(await self.found(request.path_params["match"])))

    async def info(self, record: Record) -> web.ReplayInfo:
        """A match as the replay viewer introduces it."""
        if record.id not in self.infos:
            keep(self.infos, record.id, await asyncio.to_thread(info_of, record, self.store))
        return self.infos[record.id]

    async def frames(self, request: Request) -> Response:
        """Some moments of a match through somebody's eyes."""
        record = await self.found(request.path_params["match"])
        query = request.query_params
        viewer = viewer_named(query.get("viewer", "watcher"), record)
        first = number(query.get("first", "0"), "first")
        last = number(query.get("last", str(first + MOST_FRAMES - 1)), "last")
        try:
            film = await self.film(record, viewer)
        except EschatonError as error:
            raise Refusal("unavailable", "match", str(error)) from None
        shown = await asyncio.to_thread(some_frames, record, film, first, min(last, first + MOST_FRAMES - 1))
        body = web.Frames(viewer=query.get("viewer", "watcher"), frames=shown)
        return await bulky(request, await asyncio.to_thread(encode, body))

    async def film(self, record: Record, viewer: Viewer) -> list[Frame]:
        """A film: from memory, from the database, or made now and kept."""
        key = record.id, reel(viewer)
        async with self.working:
            if key not in self.films:
                data = await asyncio.to_thread(self.store.film, *key)
                if data is None:
                    film = await asyncio.to_thread(self.make, record, viewer)
                    await self.hall.house.writer.write(write_film(*key, await asyncio.to_thread(packed, film)))
                else:
                    film = await asyncio.to_thread(unpacked, data, key[1])
                keep(self.films, key, film)
        self.films.move_to_end(key)
        return self.films[key]

    def make(self, record: Record, viewer: Viewer) -> list[Frame]:
        """A film that there was none of."""
        return shot(record, viewer, rules=of_record(self.store, record))

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
        record = play.match.saved()
        said = {"at": time.time(), "person": person, "seat": wanted.seat, "text": wanted.text, "page": wanted.page}
        about = {**said, "table": lobby.id, "moment": len(record.entries), "packs": actor.desk.box.laid.files}
        report = secrets.token_hex(8)
        data = msgspec.json.encode({"report": about, **msgspec.to_builtins(record, str_keys=True)})
        await self.hall.house.writer.write(write_report(report, lobby.id, record.id, data))
        return answer(web.ReportTaken(report=report), 201)

    async def report(self, request: Request) -> Response:
        """A report as a file that `eschaton replay` reads, when its match is over."""
        report = request.path_params["report"]
        found = await asyncio.to_thread(self.store.report, report) if len(report) <= 32 else None
        if found is None:
            raise Refusal("not-found", "report", "there is no such report")
        if not await asyncio.to_thread(self.store.finished, found[0]):
            raise Refusal("conflict", "report", "the report can be had when the match is over")
        return await bulky(request, found[1], f"report-{report}.json")


def keep(cache: OrderedDict[Any, Any], key: Any, value: Any) -> None:
    """Keep the last few."""
    cache[key] = value
    while len(cache) > CACHED:
        cache.popitem(last=False)


def examined(data: bytes) -> Record:
    """A record from elsewhere, if it is finished and can be shown; its id is made from what it says."""
    record = records.from_bytes(data)
    if record.outcome is None:
        raise BadRecord("outcome: only a finished match can be kept")
    if len(record.entries) > find_game(record.game).limit:
        raise BadRecord("entries: too many")
    if len(record.names) > record.setup.players or any(len(name) > LONGEST_NAME for name in record.names):
        raise BadRecord("names: too many, or too long")
    brought, record = record.films, replace(record, id="", films={}, snapshots=[])
    name = hashlib.sha256(records.to_bytes(record)).hexdigest()[:16]
    return replace(record, id=name, films=films_of(record, brought))


def films_of(record: Record, brought: dict[str, bytes]) -> dict[str, bytes]:
    """The films to keep: a new one if the rules are here, else those that it brings along."""
    try:
        playable(record)
    except BadRecord:
        films = {reel(viewer): brought.get(reel(viewer), b"") for viewer in viewers(record)}
        if {len(unpacked(film, name)) for name, film in films.items()} != {len(record.entries) + 1}:
            raise BadRecord("films: not as long as the record") from None
        return films
    try:
        return {reel(None): packed(shot(record, None))}
    except Exception as error:  # whatever the rules make of nonsense
        raise BadRecord(f"entries: cannot be played: {error}") from None


def info_of(record: Record, store: Store) -> web.ReplayInfo:
    """A match as the replay viewer introduces it."""
    game = of_record(store, record)
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


def some_frames(record: Record, film: list[Frame], first: int, last: int) -> list[web.Frame]:
    """A part of a film: a whole state, then differences."""
    made: list[web.Frame] = []
    before: Any = None
    for moment in range(first, min(last + 1, len(film))):
        frame = film[moment]
        crumbs = [Crumb(step="", title=title) for title in frame.scene.breadcrumb]
        outcome = record.outcome if moment == len(film) - 1 else None
        state = State(scene=frame.scene, breadcrumb=crumbs, outcome=outcome)
        document = msgspec.to_builtins(state, str_keys=True)
        patch = difference(before, document) if before is not None else None
        made.append(
            web.Frame(
                moment=moment,
                seat=acting(record, film, moment),
                events=[Told(text=text, rule=rule) for rule, text in frame.log],
                state=state if patch is None else None,
                patch=patch,
            )
        )
        before = document
    return made


def acting(record: Record, film: list[Frame], moment: int) -> int | None:
    """Who did what led to a moment, if this viewer noticed anything."""
    if moment == 0 or moment > len(record.entries):
        return None
    seat = record.entries[moment - 1].seat
    noticed = film[moment].log or film[moment].scene != film[moment - 1].scene
    return seat if noticed or seat == CHANCE else None
