"""Whatever strangers do, honest clients connect and play meanwhile, and nothing that was acknowledged is lost."""

import asyncio
import contextlib
import random
import resource
from pathlib import Path

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from eschaton.server import news
from eschaton.server import protocol as p
from tests import LONG
from tests.server.client import Player, post
from tests.server.conftest import free_port
from tests.server.faults.crowd import Crowd, check_disk, play_to_the_end
from tests.server.faults.hostile import Assault, address, odd_message, odd_upload, request
from tests.server.faults.process import Process
from tests.server.test_archive import a_record

CONNECTIONS, AT_ONCE, ADDRESSES, PLACES = (10_000, 4_000, 200, 4_000) if LONG else (240, 120, 8, 100)
MESSAGES, UPLOADS, LINES = (95_000, 5_000, 8) if LONG else (1_200, 80, 4)
TABLES = 8 if LONG else 2
PACK = Path("docs/cards/examples/night-shift.toml")
FAILED = b"the server failed"
"""What is answered where something went wrong that nobody had thought of."""


async def come_and_go(crowd: Crowd, until: "asyncio.Task[None]") -> int:
    """As often as can be an honest client comes to a table, is told everything and is heard; how often that was."""
    came = 0
    while not until.done() or came < 3:
        guest = crowd.guests[came % len(crowd.guests)]
        async with Player(guest.base, guest.table, guest.token) as player:
            await player.until(lambda me: me.states)
            await player.do(p.Ping())
        came += 1
        await asyncio.sleep(0.1)
    return came


def test_hostile_connections_keep_nobody_out(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, max(soft, AT_ONCE + 1_000)), hard))
    server = Process(free_port(), tmp_path, most_connections=PLACES)

    async def play() -> Crowd:
        crowd = await Crowd.at(server.base, TABLES)
        assault = Assault(server.port, crowd.guests[0].table, CONNECTIONS, AT_ONCE, ADDRESSES)
        async with crowd:
            attacking = asyncio.create_task(assault.run())
            came = await come_and_go(crowd, attacking)
            await attacking
            await crowd.all_heard()
        assert assault.made + assault.refused == CONNECTIONS
        assert assault.made > 0.95 * CONNECTIONS
        assert assault.most > 0.8 * AT_ONCE
        assert len(assault.how) == 6
        assert came >= 3
        await play_to_the_end(crowd)
        return crowd

    try:
        crowd = asyncio.run(play())
        assert server.process.poll() is None
    finally:
        server.kill()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    check_disk(f"sqlite:///{tmp_path / 'eschaton.db'}", crowd)


def test_hostile_messages_and_uploads_change_nothing_for_others(tmp_path: Path) -> None:
    server = Process(free_port(), tmp_path, rate=1e9, burst=10**9)
    rng, record = random.Random(14), a_record()

    async def say(table: str, token: str, many: int) -> None:
        """So many messages, over as many lines as that takes."""
        url = f"{server.base.replace('http', 'ws')}/api/tables/{table}/socket"
        said = 0
        while said < many:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                source = address(rng, 50)
                async with connect(
                    url, max_size=None, local_addr=(source, 0), open_timeout=30, close_timeout=1
                ) as line:
                    await line.send(news.encode(p.Hello(version=p.VERSION, token=token)).decode())
                    reading = asyncio.create_task(drain(line))
                    try:
                        while said < many:
                            await line.send(odd_message(rng))
                            said += 1
                            if said % 50 == 0:
                                await asyncio.sleep(0)
                    finally:
                        reading.cancel()
                        await asyncio.gather(reading, return_exceptions=True)

    async def drain(line: object) -> None:
        async for _ in line:  # type: ignore[attr-defined]
            continue

    async def send(table: str, token: str, many: int) -> None:
        """So many uploads; each is taken or refused, and none is too much for the server."""
        for _ in range(many):
            method, path, data = odd_upload(rng, table, record, PACK.read_bytes())
            status, answer = await request(server.port, address(rng, 250), method, path, data, token)
            assert status < 500 or status == 503, (method, path, data[:200], answer)
            assert FAILED not in answer, (method, path, data[:200], answer)

    async def own_table() -> dict[str, str]:
        """A table of their own, where they may do what they like; it may be gone a moment later."""
        return await post(server.base, "/api/tables", {"game": "pebbles", "name": "Eve", "players": 2}, status=201)

    async def play() -> Crowd:
        crowd = await Crowd.at(server.base, TABLES)
        async with crowd:
            mine = [await own_table() for _ in range(LINES)]
            others = crowd.guests[0].table
            async with asyncio.TaskGroup() as group:
                for eve in mine:
                    group.create_task(say(eve["table"], eve["token"], MESSAGES // LINES // 2))
                    group.create_task(say(others, "", MESSAGES // LINES // 2))
                    group.create_task(send(eve["table"], eve["token"], UPLOADS // LINES // 2))
                    group.create_task(send(others, eve["token"], UPLOADS // LINES // 2))
                attacking = asyncio.create_task(asyncio.sleep(0))
                assert await come_and_go(crowd, attacking) >= 3
            await crowd.all_heard()
        return crowd

    try:
        crowd = asyncio.run(play())
        assert server.process.poll() is None
        asyncio.run(play_to_the_end(crowd))
    finally:
        server.kill()
    check_disk(f"sqlite:///{tmp_path / 'eschaton.db'}", crowd)
