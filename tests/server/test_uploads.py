"""What strangers send costs little to refuse, counts against what is kept for them, and is not kept for ever."""

import asyncio
import time
import zlib
from collections.abc import Iterable
from pathlib import Path

import httpx
import pytest
import sqlalchemy as sql
from msgspec.structs import replace

from eschaton.kernel.film import reel, viewers
from eschaton.kernel.record import to_bytes
from eschaton.server import protocol as p
from eschaton.server.bench import Bench, Overtaxed
from eschaton.server.database import campaigns, chat, holdings, matches, reports, tables
from eschaton.server.keeping import DAY_SECONDS, MATCH_BYTES, TABLE_BYTES
from tests.server.client import Player, Refused, get, post
from tests.server.conftest import Running, Serve
from tests.server.test_archive import a_record, upload
from tests.server.test_play import open_table

RECORD = a_record()


def bomb_of_films() -> bytes:
    """Films that unpack to four hundred megabytes each, in a record of rules that are not here."""
    squeezed = zlib.compressobj(9)
    film = (
        squeezed.compress(b"[") + b"".join(squeezed.compress(b" " * 16_000_000) for _ in range(25)) + squeezed.flush()
    )
    films = {reel(viewer): film for viewer in viewers(RECORD)}
    return to_bytes(replace(RECORD, version=99, films=films))


def bomb_of_frames() -> bytes:
    """Films of nothing but empty frames, one after the other, as many as can be."""
    film = zlib.compress(b"[" + b'{"at":0,"scene":{"title":""},"log":[]},' * 800_000 + b"0]", 9)
    return to_bytes(replace(RECORD, version=99, films={reel(viewer): film for viewer in viewers(RECORD)}))


def bomb_of_lists() -> bytes:
    """A small text of which every two letters become a list in memory."""
    return to_bytes(RECORD).replace(b'"names": [', b'"names": [' + b"[]," * 2_500_000, 1)


def bomb_of_brackets() -> bytes:
    return to_bytes(RECORD).replace(b'"names": [', b'"names": ' + b"[" * 4_000_000, 1)


def memory_mb() -> float:
    """How much memory this process, which is also the server, takes now."""
    found = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(found.split()[1]) / 1000


def test_a_bomb_is_refused_in_little_time_and_memory(server: Running) -> None:
    """Once 5.9 MB of this took 105 seconds and 3.9 GB of the server."""

    async def play() -> None:
        await upload(server.base, b"{}")  # so that the bench is there
        anna = await open_table(server.base, players=3, bots="random", start=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            for bomb in (bomb_of_films, bomb_of_frames, bomb_of_lists, bomb_of_brackets):
                data = bomb()
                assert len(data) < 8_000_000
                before, began = memory_mb(), time.monotonic()
                bombing = asyncio.create_task(upload(server.base, data))
                await player.play_on(2)  # meanwhile the table goes on
                refused = await bombing
                assert refused.status_code in (413, 422), refused.text
                assert time.monotonic() - began < 30, "on a busy machine; alone it is two seconds"
                assert memory_mb() - before < 64

    asyncio.run(play())


def test_the_bench_gives_up_what_takes_too_much_and_is_there_for_the_next(bench: Bench) -> None:
    with pytest.raises(Overtaxed, match="memory"):
        bench.hand_over("record", bomb_of_lists())
    assert b"outcome" in bench.hand_over("record", to_bytes(replace(RECORD, outcome=None)))
    assert bench.process is not None
    bench.process.kill()
    assert b"outcome" in bench.hand_over("record", to_bytes(replace(RECORD, outcome=None)))


def test_larger_uploads_are_refused_before_they_are_read(server: Running) -> None:
    async def play() -> None:
        assert (await upload(server.base, b"x" * 8_000_001)).status_code == 413
        reader, writer = await asyncio.open_connection("127.0.0.1", int(server.base.rpartition(":")[2]))
        writer.write(b"POST /api/tables HTTP/1.1\r\nhost: here\r\ncontent-length: 99999999999\r\n\r\n")
        assert b" 413 " in await asyncio.wait_for(reader.readline(), 10), "told before anything of it was sent"
        writer.transport.abort()

    asyncio.run(play())


# What is kept.


def kept(server: Running, rows: sql.Table) -> int:
    with server.hall.house.store.engine.connect() as connection:
        return int(connection.execute(sql.select(sql.func.count()).select_from(rows)).scalar_one())


def expire(server: Running, days: float, in_use: Iterable[str] = ()) -> None:
    """As if so many days had passed, and somebody were at these tables."""
    asyncio.run(server.hall.house.keeping.expire(list(in_use), time.time() + days * DAY_SECONDS))


async def opened_from(server: Running, address: str) -> httpx.Response:
    async with httpx.AsyncClient(timeout=30, transport=httpx.AsyncHTTPTransport(local_address=address)) as http:
        return await http.post(f"{server.base}/api/tables", json={"game": "pebbles", "name": "Anna", "players": 2})


def test_an_address_keeps_only_so_much_here(serve: Serve) -> None:
    server = serve(storage_each=2 * TABLE_BYTES + MATCH_BYTES)

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        await open_table(server.base)
        refused = await opened_from(server, "127.0.0.1")
        assert (refused.status_code, refused.json()["code"]) == (429, "too-fast")
        assert (await upload(server.base, to_bytes(RECORD))).status_code == 429
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.do(p.EndMatch())
            with pytest.raises(Refused, match="delete tables"):
                await player.do(p.Rematch())
            assert (await opened_from(server, "127.0.0.77")).status_code == 201, "others are not concerned"
            await player.do(p.Delete())
        assert (await upload(server.base, to_bytes(RECORD))).status_code == 201
        assert (await opened_from(server, "127.0.0.1")).status_code == 201

    asyncio.run(play())


def test_all_together_keep_only_so_much_here(serve: Serve) -> None:
    server = serve(storage=2 * TABLE_BYTES)

    async def play() -> None:
        for number in range(2):
            assert (await opened_from(server, f"127.0.0.{number + 2}")).status_code == 201
        refused = await opened_from(server, "127.0.0.9")
        assert (refused.status_code, refused.json()["code"]) == (503, "unavailable")

    asyncio.run(play())


def test_addresses_are_not_kept_as_they_are(server: Running) -> None:
    asyncio.run(opened_from(server, "127.0.0.1"))
    with server.hall.house.store.engine.connect() as connection:
        [address] = connection.execute(sql.select(holdings.c.address)).scalars()
    assert "127" not in address
    assert len(address) == 16


def test_everything_expires(server: Running) -> None:
    async def play() -> tuple[str, str]:
        anna = await open_table(server.base, game="open-pebbles", players=2)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.do(p.PlayCampaign(name="Low tide"))
            await player.do(p.Fill(bot="random"))
            await player.do(p.Start())
            for number in range(204):
                await player.do(p.Say(text=f"line {number}"))
            path = f"/api/tables/{anna['table']}/report"
            report = await post(server.base, path, {"text": "odd"}, anna["token"], status=201)
        sent = await upload(server.base, to_bytes(RECORD))
        return sent.json()["match"], report["report"]

    match, report = asyncio.run(play())
    assert kept(server, chat) == 200, "nobody is shown more"
    asyncio.run(get(server.base, f"/api/replays/{match}"))
    expire(server, 0.9)
    asyncio.run(get(server.base, f"/api/replays/{match}"))
    expire(server, 1.1)
    asyncio.run(get(server.base, f"/api/replays/{match}", status=404))
    assert kept(server, matches) == 1, "the table's own"
    expire(server, 91, in_use=server.hall.actors)
    assert kept(server, reports) == 0
    asyncio.run(get(server.base, f"/api/reports/{report}", status=404))
    assert kept(server, tables) == 1, "somebody was there a moment ago, as far as is known"
    expire(server, 180.9)
    assert kept(server, tables) == 1
    expire(server, 181.1)
    assert [kept(server, rows) for rows in (tables, matches, chat)] == [0, 0, 0]
    assert kept(server, campaigns) == 1
    expire(server, 366)
    assert [kept(server, rows) for rows in (campaigns, holdings)] == [0, 0]
