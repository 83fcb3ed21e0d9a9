"""Records, replays and reports."""

import asyncio
import contextlib
import zlib
from collections.abc import Sequence
from random import Random
from typing import Any

import httpx
import msgspec
import pytest
from starlette.responses import Response

from eschaton.games.cult import GAME as CULT
from eschaton.kernel.film import filmed, reel
from eschaton.kernel.game import find_game, register
from eschaton.kernel.match import Match, resume
from eschaton.kernel.record import Record, from_bytes, to_bytes
from eschaton.server import news, patch
from eschaton.server.endpoints import PIECE_BYTES, Gradual
from eschaton.server.films import frame_of, packed, parts, shot
from eschaton.server.storage import write_film
from tests.server import pebbles
from tests.server.client import Player, get, post
from tests.server.conftest import Running
from tests.server.test_play import open_table


async def a_finished_table(base: str) -> dict[str, Any]:
    anna = await open_table(base, players=3, bots="random", start=True)
    async with Player(base, anna["table"], anna["token"]) as player:
        await player.play_on()
    return anna


async def filmed_whole(server: Running, match: str) -> None:
    """Returns when the last film of a match is there."""
    async with asyncio.timeout(20):
        while server.app.state.hall.house.store.film(match, "all") is None:
            await asyncio.sleep(0.02)


async def watch(base: str, match: str, viewer: str, step: int = 10) -> list[dict[str, Any]]:
    """All states of a replay, put together from its frames."""
    found: list[dict[str, Any]] = []
    while True:
        path = f"/api/replays/{match}/frames?viewer={viewer}&first={len(found)}&last={len(found) + step - 1}"
        frames = (await get(base, path)).json()["frames"]
        if not frames:
            return found
        for frame in frames:
            if "state" in frame:
                state = frame["state"]
            else:
                copied = msgspec.json.decode(msgspec.json.encode(state))
                state = patch.apply(copied, msgspec.convert(frame["patch"], list[news.PatchOp]))
            found.append({**frame, "state": state})


def test_a_finished_match_is_shown_through_every_pair_of_eyes(server: Running) -> None:
    async def play() -> None:
        anna = await a_finished_table(server.base)
        match = (await get(server.base, f"/api/tables/{anna['table']}")).json()["match"]
        info = (await get(server.base, f"/api/replays/{match}")).json()
        assert info["names"][0] == "Anna"
        assert info["fair"]
        assert info["problems"] == []
        films = {viewer: await watch(server.base, match, viewer) for viewer in ("0", "1", "watcher", "all")}
        assert {len(film) for film in films.values()} == {info["moments"] + 1}
        first = {viewer: msgspec.json.encode(film[1]["state"]) for viewer, film in films.items()}
        assert len(set(first.values())) == 4
        told = [event["text"] for frame in films["0"] for event in frame.get("events", [])]
        assert any(text.startswith("Anna plays") for text in told)
        assert films["all"][-1]["state"]["outcome"]["rule"] == "PB-5"
        assert films["all"][1]["seat"] == -1
        await get(server.base, f"/api/replays/{match}/frames?viewer=7", status=422)
        await get(server.base, f"/api/replays/{match}/frames?first=x", status=400)
        await get(server.base, "/api/replays/none", status=404)

    asyncio.run(play())


def test_films_are_made_when_a_match_ends(server: Running) -> None:
    async def play() -> str:
        anna = await a_finished_table(server.base)
        match = (await get(server.base, f"/api/tables/{anna['table']}")).json()["match"]
        await filmed_whole(server, match)
        return str(match)

    match = asyncio.run(play())
    register(msgspec.structs.replace(pebbles.GAME, version=2))
    shown = asyncio.run(watch(server.base, match, "1"))
    assert shown[-1]["state"]["outcome"]
    info = asyncio.run(get(server.base, f"/api/replays/{match}")).json()
    assert "other rules" in info["problems"][0]


def test_only_the_moments_that_are_shown_are_read(server: Running) -> None:
    """A film may unpack to more than a hundred megabytes; reading all of it would hold up every table for seconds."""

    async def play() -> None:
        anna = await a_finished_table(server.base)
        match = (await get(server.base, f"/api/tables/{anna['table']}")).json()["match"]
        house = server.app.state.hall.house
        record = house.store.record(match)
        film = list(shot(record, None))
        assert [frame_of(part, "") for part in parts(packed(iter(film)), "")] == film
        unread = [*film[:3], *({} for _ in film[3:])]
        await filmed_whole(server, match)
        with house.store.engine.begin() as connection:
            write_film(match, reel(None), zlib.compress(msgspec.json.encode(unread)))(connection)
        shown = (await get(server.base, f"/api/replays/{match}/frames?first=1&last=2")).json()["frames"]
        assert [frame["moment"] for frame in shown] == [1, 2]
        await get(server.base, f"/api/replays/{match}/frames?first=2&last=3", status=503)

    asyncio.run(play())


def test_records_with_films_are_sent_to_a_few_at_once(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        anna = await a_finished_table(server.base)
        path, archive = f"/api/tables/{anna['table']}/record", server.app.state.archive
        kept = from_bytes((await get(server.base, f"{path}?films")).content)
        assert len(kept.films) == kept.setup.players + 2
        assert not archive.sending.now, "the place is free again when it was sent"
        with archive.sending.one_more("127.0.0.1"):
            await get(server.base, f"{path}?films", status=429)
            await get(server.base, path)
        monkeypatch.setattr("eschaton.server.archive.FILMS_BYTES", 10)
        await get(server.base, f"{path}?films", status=413)
        await get(server.base, path)

    asyncio.run(play())


@pytest.mark.parametrize("reads", [True, False])
def test_a_large_answer_is_in_memory_until_it_was_read_or_given_up(reads: bool) -> None:
    over: list[bool] = []
    sent: list[Any] = []

    async def send(message: Any) -> None:
        assert not over
        if len(sent) > 2 and not reads:
            raise OSError("nobody reads it any more")
        sent.append(message)

    async def play() -> None:
        answer = Gradual(Response(bytes(4 * PIECE_BYTES)), lambda: over.append(True))
        with contextlib.nullcontext() if reads else pytest.raises(OSError, match="nobody reads"):
            await answer({"type": "http"}, None, send)  # type: ignore[arg-type]

    asyncio.run(play())
    assert over == [True]
    assert sum(len(message.get("body", b"")) for message in sent) == (4 if reads else 2) * PIECE_BYTES


def test_nothing_is_shown_of_a_match_that_is_being_played(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=3, bots="random", start=True)
        match = server.app.state.hall.actors[anna["table"]].desk.lobby.match
        await get(server.base, f"/api/tables/{anna['table']}/record", status=409)
        for path in ("", "/frames?viewer=all", "/record"):
            await get(server.base, f"/api/replays/{match}{path}", status=404)

    asyncio.run(play())


async def upload(base: str, data: bytes) -> httpx.Response:
    async with httpx.AsyncClient(timeout=90) as http:
        return await http.post(f"{base}/api/records", content=data)


def a_record(players: int = 4, seed: str = "x", names: Sequence[str] = ("Anna",)) -> Record:
    """A finished match of a game that the bench knows too."""
    rng = Random(seed)
    match = Match.new(CULT, players, seed=seed, names=list(names))
    while not match.over:
        seat, ask = rng.choice(list(match.asks().items()))
        match.answer(seat, ask.sample(rng))
    return match.saved()


def test_records_travel_from_one_server_to_another(server: Running) -> None:
    async def play() -> None:
        record = a_record()
        data = to_bytes(record)
        taken = await upload(server.base, data)
        assert taken.status_code == 201
        info = taken.json()
        assert info["match"] != record.id
        assert (info["names"], info["problems"]) == (["Anna"], [])
        assert (await upload(server.base, data)).json() == info
        film = await watch(server.base, info["match"], "0", 150)
        assert len(film) == info["moments"] + 1
        assert film[-1]["state"]["outcome"]
        assert (await get(server.base, f"/api/replays/{info['match']}")).json() == info
        again = (await get(server.base, f"/api/replays/{info['match']}/record")).content
        assert from_bytes(again).entries == record.entries

    asyncio.run(play())


def test_a_record_of_other_rules_is_shown_by_the_films_it_brings(server: Running) -> None:
    async def play() -> None:
        record = msgspec.structs.replace(a_record(), version=99)
        assert (await upload(server.base, to_bytes(record))).status_code == 422
        old = await upload(server.base, to_bytes(msgspec.structs.replace(record, films=filmed(CULT, a_record()).films)))
        assert old.status_code == 201, old.text
        match = old.json()["match"]
        film = await watch(server.base, match, "1", 150)
        assert len(film) == len(record.entries) + 1
        server.app.state.archive.infos.clear()
        assert (await get(server.base, f"/api/replays/{match}")).json() == old.json()
        kept = from_bytes((await get(server.base, f"/api/replays/{match}/record")).content)
        assert len(kept.films) == record.setup.players + 2

    asyncio.run(play())


def test_broken_records_are_refused(server: Running) -> None:
    async def play() -> None:
        record = a_record()
        changes: list[dict[str, Any]] = [
            {"outcome": None},
            {"game": "no such game"},
            {"names": ["x" * 1000]},
            {"names": ["An\u202ena"]},
            {"entries": record.entries[:5] + record.entries[9:]},
            {"entries": [*record.entries[:3], msgspec.structs.replace(record.entries[3], answer={"a": []})]},
        ]
        for change in changes:
            answer = await upload(server.base, to_bytes(msgspec.structs.replace(record, **change)))
            assert answer.status_code == 422, change
            assert answer.json()["field"] in {*change, "record"}
        assert (await upload(server.base, b"{")).status_code == 422

    asyncio.run(play())


def test_a_problem_is_reported_in_mid_game(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        path = f"/api/tables/{anna['table']}/report"
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.until(lambda a: a.asked())
            await player.answer(0)
            await player.until(lambda a: a.asked())
            await post(server.base, path, {"text": "odd"}, status=403)
            taken = await post(server.base, path, {"text": "odd", "seat": 0}, anna["token"], status=201)
            await get(server.base, f"/api/reports/{taken['report']}", status=409)
            await player.play_on()
        data = (await get(server.base, f"/api/reports/{taken['report']}")).content
        record, about = from_bytes(data), msgspec.json.decode(data)["report"]
        assert about["text"] == "odd"
        assert about["moment"] == len(record.entries) > 0
        assert not resume(find_game("pebbles"), record).over
        await get(server.base, "/api/reports/none", status=404)

    asyncio.run(play())
