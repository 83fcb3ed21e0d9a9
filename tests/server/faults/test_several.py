"""Several servers share a real PostgreSQL: each table is kept by one, and taken over when that one is gone."""

import asyncio
import signal
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as listen

from eschaton.server import leases
from eschaton.server.database import engine_for, migrate, processes, tables
from eschaton.server.keeping import forget
from eschaton.server.leases import Elsewhere, Keeper, Shared
from eschaton.server.lobby import new_lobby
from eschaton.server.peers import CLIENT, OURS, SCHEME, SEAL, Peers, Seal
from eschaton.server.protocol import Fill, Settings, Start
from eschaton.server.settings import Config
from eschaton.server.storage import OutOfStep, Store, write_lobby
from eschaton.server.stream import GOOD_BYE
from eschaton.server.writer import Writer
from tests import LONG
from tests.server.client import Player, get, post
from tests.server.conftest import Cluster, Serve, free_port
from tests.server.faults.crowd import Crowd, check_disk, play_to_the_end
from tests.server.faults.process import Process
from tests.server.faults.proxy import Proxy

TAKEN_OVER_SECONDS = 10.0
TIMES = 10 if LONG else 1


@pytest.fixture
def url(postgres: Cluster, tmp_path: Path) -> str:
    return postgres.database(f"several{abs(hash(str(tmp_path)))}")


@pytest.mark.parametrize("how", ["killed", "frozen"])
def test_tables_of_a_server_that_is_gone_are_taken_over(url: str, tmp_path: Path, how: str) -> None:
    """Killed with -9, or stopped in the middle of whatever it does and let go on when another has its tables."""
    servers = [Process(free_port(), tmp_path, url) for _ in range(2)]

    async def play() -> Crowd:
        async with Proxy([server.port for server in servers]) as proxy:
            async with await Crowd.at(proxy.base, tables=4) as crowd:
                assert kept_by(url, crowd) == 2
                for turn in range(TIMES):
                    gone = servers[turn % 2]
                    await crowd.all_heard()
                    began = time.monotonic()
                    if how == "killed":
                        await asyncio.to_thread(gone.kill)
                        await crowd.all_heard(1)
                        assert time.monotonic() - began < TAKEN_OVER_SECONDS
                        await asyncio.to_thread(gone.start)
                    else:
                        await freeze(gone, proxy, crowd)
                    await crowd.all_heard()
            check_disk(url, crowd)
            await play_to_the_end(crowd)
        return crowd

    try:
        crowd = asyncio.run(play())
        for server in servers:
            server.kill()
        check_disk(url, crowd)
    finally:
        for server in servers:
            server.kill()


async def freeze(gone: Process, proxy: Proxy, crowd: Crowd) -> None:
    """Stop a server without its knowing, until another has taken its tables."""
    gone.process.send_signal(signal.SIGSTOP)
    try:
        everybody, proxy.ports = proxy.ports, [port for port in proxy.ports if port != gone.port]
        for line in list(proxy.lines):
            line.cancel()  # clients would notice in time; the test need not wait
        await crowd.all_heard(1)
    finally:
        gone.process.send_signal(signal.SIGCONT)
    proxy.ports = everybody


def kept_by(url: str, crowd: Crowd) -> int:
    """How many servers keep the tables."""
    engine = engine_for(url)
    with engine.connect() as connection:
        found = set(connection.exec_driver_sql("select keeper from tables").scalars())
    engine.dispose()
    assert None not in found
    return len(found)


def test_no_token_is_given_to_two_people(url: str, tmp_path: Path) -> None:
    servers = [Process(free_port(), tmp_path, url) for _ in range(2)]

    async def join() -> None:
        first = await post(servers[0].base, "/api/tables", {"game": "pebbles", "name": "Anna", "players": 5})
        path = f"/api/tables/{first['table']}/join"
        many = [post(servers[at % 2].base, path, {"name": "Guest", "watch": True}, status=200) for at in range(20)]
        joined = await asyncio.gather(*many)
        assert len({one["token"] for one in joined} | {first["token"]}) == 21
        assert len({one["person"] for one in joined} | {first["person"]}) == 21
        for server in servers:
            shown = (await get(server.base, f"/api/tables/{first['table']}", first["token"])).json()
            assert shown["your_seats"] == [0]
            await get(server.base, "/api/tables/nosuch", status=404)

    try:
        asyncio.run(join())
    finally:
        for server in servers:
            server.kill()


def test_a_running_clock_is_taken_over_though_nobody_asks(url: str, serve: Serve) -> None:
    """Two servers in good order: one is told to end while it is somebody's turn who is not there."""
    one, two = serve(url), serve(url)

    async def begin() -> str:
        wanted = {"game": "pebbles", "name": "Anna", "players": 2, "settings": {"time_limit": 2}}
        anna = await post(one.base, "/api/tables", wanted, status=201)
        async with Player(one.base, anna["table"], anna["token"]) as player:
            await player.do(Fill(bot="random"))
            await player.do(Start())
        return str(anna["table"])

    table = asyncio.run(begin())
    one.stop()
    store = two.hall.house.store
    match = store.lobby(table).match
    before = len(store.record(match).entries)
    until = time.monotonic() + TAKEN_OVER_SECONDS
    while len(store.record(match).entries) == before:
        assert time.monotonic() < until
        time.sleep(0.1)
    assert table in two.hall.actors
    one.start()  # for the fixture to stop


# Leases.


def test_a_table_has_one_keeper_and_late_writes_are_refused(url: str) -> None:
    engine = engine_for(url)
    migrate(engine)
    store, writer = Store(engine), Writer(engine)
    one, two = Shared(engine, "127.0.0.1:1"), Shared(engine, "127.0.0.1:2")
    lobby = new_lobby("t", "pebbles", 2, {}, Settings())
    lobby.phase = "playing"

    async def keep() -> None:
        assert one.beat()
        assert two.beat()
        assert not one.beat()
        await writer.write(write_lobby(lobby, new=True), *one.claim("t"))
        assert two.keeper("t") == Keeper(one.id, "127.0.0.1:1")
        assert one.keeper("t") is None
        with pytest.raises(Elsewhere, match=r"127\.0\.0\.1:1"):
            two.take("t")
        lobby.host = 7
        await writer.write(*one.fence("t", 1), write_lobby(lobby))
        assert two.orphans() == []

        with engine.begin() as connection:  # neither has said for long that it lives
            connection.execute(processes.update().values(until=processes.c.until - leases.LEASE_SECONDS))
        assert one.orphans() == []  # it lives, and knows it
        assert two.beat()
        assert two.keeper("t") is None
        assert two.orphans() == ["t"]
        assert two.orphans() == []
        assert two.take("t") == 2
        assert one.lost({"t"}) == {"t"}
        assert two.lost({"t"}) == set()
        lobby.host = 8
        with pytest.raises(OutOfStep):
            await writer.write(*one.fence("t", 1), write_lobby(lobby))
        assert store.lobby("t").host == 7  # type: ignore[union-attr]
        assert one.beat()  # others may have thought it was gone

        await writer.write(*two.fence("t", 2), *two.release("t", 2))
        assert one.take("t") == 3
        assert one.take("t") == 4
        with pytest.raises(OutOfStep):  # an earlier self
            await writer.write(*one.fence("t", 3), write_lobby(lobby))
        one.end()
        assert two.take("t") == 5
        assert two.take("no such table") == 0

        long_ago, now = time.time() - 100, time.time()
        for used, left in ((True, 1), (False, 0)):  # a table that a server uses since is not forgotten by another
            with engine.begin() as connection:
                connection.execute(tables.update().values(updated=long_ago))
            if used:
                assert two.take("t") == 6
            await writer.write(forget("table", "t", now - 50))
            with engine.connect() as connection:
                assert len(connection.execute(tables.select()).all()) == left

    try:
        asyncio.run(keep())
    finally:
        writer.close()
        engine.dispose()


# Who may pass something on.


@pytest.mark.parametrize("forged", ["", "client", "path", "receiver", "key", "scheme"])
def test_nobody_poses_as_another_server(forged: str) -> None:
    came: list[tuple[str, int]] = []

    async def app(scope: dict[str, object], receive: object, send: object) -> None:
        came.append(scope["client"])  # type: ignore[arg-type]
        assert not [name for name, _ in scope["headers"] if name.startswith(OURS)]  # type: ignore[attr-defined]

    me = Keeper("me", "127.0.0.1:9")
    peers = Peers(app, None, "the key", me)  # type: ignore[arg-type]
    seal = Seal("another key" if forged == "key" else "the key")
    client, scheme = b"203.0.113.9", b"https"
    receiver, path = "other" if forged == "receiver" else "me", b"/api/other" if forged == "path" else b"/api/games"
    sealed = seal.over(receiver, path, client, scheme)
    sent = [
        (CLIENT, b"198.51.100.1" if forged == "client" else client),
        (SCHEME, b"http" if forged == "scheme" else scheme),
        (SEAL, sealed),
    ]
    scope = {"type": "http", "method": "GET", "path": "/api/games", "raw_path": b"/api/games", "query_string": b""}
    answers: list[dict[str, object]] = []

    async def receive() -> dict[str, object]:
        return {"type": "http.request"}

    async def send(message: dict[str, object]) -> None:
        answers.append(message)

    there = {"server": ("127.0.0.1", 9), "client": ("10.0.0.2", 1), "scheme": "http", "headers": sent}
    asyncio.run(peers({**scope, **there}, receive, send))  # type: ignore[arg-type]
    if forged:
        assert not came
        assert answers[0]["status"] == 403
    else:
        assert came == [("203.0.113.9", 0)]


def test_what_is_passed_on_bears_a_seal_and_nothing_the_client_forged() -> None:
    peers = Peers(None, None, "the key", Keeper("me", ""))  # type: ignore[arg-type]
    sent = [(CLIENT, b"198.51.100.1"), (b"x-forwarded-for", b"1.2.3.4"), (b"cookie", b"a=b"), (b"connection", b"x")]
    scope = {"path": "/api/tables/t", "query_string": b"a=1", "client": ("203.0.113.9", 5), "scheme": "https"}
    headers = peers.headers(Keeper("other", "127.0.0.1:1"), {**scope, "headers": sent})
    assert headers == [
        (b"cookie", b"a=b"),
        (CLIENT, b"203.0.113.9"),
        (SCHEME, b"https"),
        (SEAL, Seal("the key").over("other", b"/api/tables/t?a=1", b"203.0.113.9", b"https")),
    ]


def test_a_client_who_reads_slowly_is_passed_everything(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes is told much at once; a slow line must not look like a keeper that is gone."""
    monkeypatch.setattr("eschaton.server.peers.PING_SECONDS", 0.2)
    came: list[Any] = []

    async def say_much(line: ServerConnection) -> None:
        for number in range(300):
            await line.send(str(number))
        await line.close(GOOD_BYE)

    async def receive() -> Any:
        await asyncio.sleep(0 if not came else 60)
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        came.append(message)
        if len(came) == 2:
            await asyncio.sleep(1.0)

    async def play() -> None:
        hall = SimpleNamespace(house=SimpleNamespace(config=Config()))
        async with listen(say_much, "127.0.0.1", 0) as keeper:
            port = keeper.sockets[0].getsockname()[1]
            peers = Peers(None, hall, "the key", Keeper("me", ""))  # type: ignore[arg-type]
            scope = {"type": "websocket", "path": "/api/tables/t/socket", "scheme": "ws", "headers": []}
            await peers.pass_line_on(Keeper("other", f"127.0.0.1:{port}"), scope, receive, send)

    asyncio.run(play())
    assert [message["text"] for message in came[1:-1]] == [str(number) for number in range(300)]
    assert came[-1] == {"type": "websocket.close", "code": GOOD_BYE}
