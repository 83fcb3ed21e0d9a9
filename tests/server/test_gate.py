"""Connections: nobody waits for ever, no address takes every place, and only named proxies are believed."""

import asyncio
import contextlib
import time
from typing import Any

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from eschaton.kernel.errors import BadSetup
from eschaton.server import gate, news, socket
from eschaton.server import protocol as p
from eschaton.server.places import Places
from eschaton.server.proxies import Proxies, household
from eschaton.server.turns import Turns
from tests.server.client import Player, Refused, get
from tests.server.conftest import Running, Serve
from tests.server.test_play import join, open_table

Pipe = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Pipes(contextlib.AsyncExitStack):
    """Connections that have said nothing yet, all closed in the end."""

    def __init__(self, server: Running) -> None:
        super().__init__()
        self.port = int(server.base.rpartition(":")[2])

    async def open(self, address: str = "127.0.0.1") -> Pipe:
        pipe = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0))
        self.callback(pipe[1].transport.abort)
        return pipe


async def closed(pipe: Pipe, within: float = 10.0) -> bool:
    """Whether the server hangs up."""
    with contextlib.suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(within):
            while await pipe[0].read(65536):
                continue
            return True
    return pipe[0].at_eof() or pipe[0].exception() is not None


def test_a_connection_that_asks_for_nothing_is_closed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing at all, half a request, one letter at a time, a body that does not come, silence after an answer."""
    monkeypatch.setattr(gate, "REQUEST_WITHIN_SECONDS", 0.5)
    monkeypatch.setattr(gate, "BODY_WITHIN_SECONDS", 0.5)
    halves = {
        "nothing": b"",
        "half": b"GET /healthz HTTP/1.1\r\nhost: x\r\n",
        "no body": b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\n{",
        "silence": b"GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n",
    }

    async def play() -> None:
        async with Pipes(server) as pipes:
            opened = {name: await pipes.open() for name in halves}
            slow = await pipes.open()
            for name, data in halves.items():
                opened[name][1].write(data)
            dripping = asyncio.create_task(drip(slow[1]))
            assert all(await asyncio.gather(*(closed(pipe) for pipe in [*opened.values(), slow])))
            dripping.cancel()
        assert len(server.app.state.gate.places) == 0

    async def drip(writer: asyncio.StreamWriter) -> None:
        for letter in b"GET /" + b"x" * 10_000:
            writer.write(bytes([letter]))
            await asyncio.sleep(0.05)

    asyncio.run(play())


def test_an_answer_that_nobody_reads_is_given_up(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "READ_WITHIN_SECONDS", 0.3)

    async def play() -> None:
        async with Pipes(server) as pipes:
            _, writer = await pipes.open()
            for _ in range(400):  # more answers than the system's buffers take
                writer.write(b"GET /api/protocol HTTP/1.1\r\nhost: x\r\n\r\n")
            async with asyncio.timeout(20):
                while len(server.app.state.gate.places):
                    await asyncio.sleep(0.02)

    asyncio.run(play())


def test_who_hangs_up_in_the_middle_of_a_body_is_no_fault_of_the_server(
    server: Running, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with Pipes(server) as stack:
            _, writer = await stack.open()
            writer.write(b"POST /api/records HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
            await writer.drain()
            async with asyncio.timeout(5):
                while not server.app.state.archive.reading.now:
                    await asyncio.sleep(0.01)
                writer.transport.abort()
                while server.app.state.archive.reading.now:
                    await asyncio.sleep(0.01)
        await get(server.base, "/healthz")

    asyncio.run(play())
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def test_a_socket_without_hello_is_closed(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "HELLO_WITHIN", 0.3)

    async def play() -> None:
        anna = await open_table(server.base)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        async with connect(url) as line:
            assert msgspec.json.decode(await line.recv())["code"] == "unavailable"
            with pytest.raises(ConnectionClosed):
                await line.recv()

    asyncio.run(play())


def test_no_address_takes_every_place(serve: Serve) -> None:
    """Half-open sockets and idle connections from several addresses, as many as there are places: others still come."""
    server = serve(most_connections=40, connections_each=30)

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        async with Player(server.base, anna["table"], anna["token"]) as player, Pipes(server) as stack:
            greedy = [await stack.open("127.0.0.50") for _ in range(34)]
            assert sum(await asyncio.gather(*(closed(pipe, 0.5) for pipe in greedy))) == 4, "30 for one address"
            half_open = [await stack.enter_async_context(connect(url, local_addr=("127.0.0.51", 0))) for _ in range(12)]
            assert len(server.app.state.gate.places) == 40, "what was idle has made room"
            async with Player(server.base, anna["table"], anna["token"]) as again:
                await again.play_on(2)
            await player.play_on(2)
            assert len(half_open) == 12

    asyncio.run(play())


def test_no_address_takes_every_watchers_place(serve: Serve) -> None:
    server = serve(most_watchers=4)

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"

        async def watch(address: str) -> ClientConnection:
            line = await stack.enter_async_context(connect(url, local_addr=(address, 0)))
            await line.send(msgspec.json.encode({"type": "hello", "version": p.VERSION}).decode())
            return line

        async def kinds(line: ClientConnection) -> list[str]:
            return [msgspec.json.decode(await line.recv())["type"] for _ in range(2)]

        async with contextlib.AsyncExitStack() as stack:
            greedy = [await watch("127.0.0.60") for _ in range(4)]
            assert [await kinds(line) for line in greedy] == [["welcome", "table"]] * 4
            full = await watch("127.0.0.60")
            assert msgspec.json.decode(await full.recv())["code"] == "unavailable"
            others = [await watch("127.0.0.61") for _ in range(2)]
            assert [await kinds(line) for line in others] == [["welcome", "table"]] * 2, "they are shared by address"
            third = await watch("127.0.0.61")
            assert msgspec.json.decode(await third.recv())["code"] == "unavailable"
        async with asyncio.timeout(5):
            while server.app.state.hall.actors[anna["table"]].reporter.watchers():
                await asyncio.sleep(0.02)
        async with contextlib.AsyncExitStack() as stack:
            assert await kinds(await watch("127.0.0.60")) == ["welcome", "table"], "places are free again"

    asyncio.run(play())


def test_places_are_shared_by_address() -> None:
    class Guest:
        def __init__(self, idle: bool) -> None:
            self.idle, self.gone = idle, False

        def give_up(self) -> None:
            self.gone = True

    places: Places[Guest] = Places(6, 5)
    greedy = [Guest(idle=number == 3) for number in range(6)]
    assert [places.take("a", guest) for guest in greedy] == [True] * 5 + [False]
    first, second = Guest(False), Guest(False)
    assert places.take("b", first)
    assert places.take("b", second)
    assert [guest.gone for guest in greedy] == [False, False, False, True, False, False], "the idle one goes first"
    assert places.take("c", Guest(False))
    assert greedy[4].gone, "then the newest"
    assert not places.take("b", Guest(False)), "nobody has much more than they have"
    places.leave("b", first)
    places.leave("b", first)
    assert len(places) == 5
    assert list(places).count(second) == 1


def test_watchers_are_limited_and_told_of_seldom(serve: Serve) -> None:
    server = serve(most_watchers=20, presence_every=0.5)

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random")
        async with Player(server.base, anna["table"], anna["token"]) as player, contextlib.AsyncExitStack() as stack:
            heard = len(player.messages)
            began = time.monotonic()
            for _ in range(20):
                await stack.enter_async_context(Player(server.base, anna["table"]))
            url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
            async with connect(url) as line:
                await line.send(news.encode(p.Hello(version=p.VERSION)).decode())
                refused = msgspec.json.decode(await line.recv())
                assert (refused["type"], refused["code"]) == ("problem", "unavailable")
            await player.until(lambda me: presence(me.messages[heard:])[-1:] == [20])
            rounds = (time.monotonic() - began) / 0.5 + 2
            assert len(presence(player.messages[heard:])) <= rounds
        assert (await get(server.base, "/healthz")).json()["ok"]

    def presence(messages: list[dict[str, Any]]) -> list[int]:
        return [message["watchers"] for message in messages if message["type"] == "presence"]

    asyncio.run(play())


def test_what_a_person_may_say_is_not_more_over_several_connections(serve: Serve) -> None:
    server = serve(rate=1.0, burst=10)

    async def all_say(mine: list[Player]) -> None:
        for number in range(9):
            await mine[number % 3].do(p.Say(text="Ahoy."))

    async def play() -> None:
        anna = await open_table(server.base)
        async with contextlib.AsyncExitStack() as stack:
            mine = [
                await stack.enter_async_context(Player(server.base, anna["table"], anna["token"])) for _ in range(3)
            ]
            await all_say(mine)
            with pytest.raises(Refused, match="too fast"):
                await all_say(mine)
            ben = await join(server.base, anna["table"], "Ben")
            async with Player(server.base, anna["table"], ben["token"]) as other:
                await other.do(p.Say(text="Who is there?"))

    asyncio.run(play())


# Who is at the other end.


@pytest.mark.parametrize(
    ("named", "peer", "forwarded", "client"),
    [
        ([], "127.0.0.1", "9.9.9.9", "127.0.0.1"),
        (["10.0.0.1"], "10.0.0.2", "9.9.9.9", "10.0.0.2"),
        (["10.0.0.1"], "10.0.0.1", "9.9.9.9", "9.9.9.9"),
        (["10.0.0.1"], "10.0.0.1", "1.1.1.1, 9.9.9.9", "9.9.9.9"),
        (["10.0.0.0/8"], "10.0.0.1", "1.1.1.1, 9.9.9.9, 10.3.0.1", "9.9.9.9"),
        (["10.0.0.1"], "10.0.0.1", "9.9.9.9, nonsense", "10.0.0.1"),
        (["10.0.0.1"], "10.0.0.1", "", "10.0.0.1"),
        (["10.0.0.1"], "::ffff:10.0.0.1", "[2001:db8::7]:80", "2001:db8::7"),
    ],
)
def test_only_named_proxies_are_believed(named: list[str], peer: str, forwarded: str, client: str) -> None:
    assert Proxies(named).client(peer, forwarded) == client


def test_neighbours_count_as_one_address() -> None:
    assert household("2001:db8:1:2:3::4") == household("2001:db8:1:2:9::1") != household("2001:db8:1:3::1")
    assert household("::ffff:9.9.9.9") == household("9.9.9.9:80") == "9.9.9.9"


def test_a_proxy_is_named_by_address_or_network() -> None:
    with pytest.raises(BadSetup, match="trusted-proxy"):
        Proxies(["*"])


async def tables_until_refused(server: Running, headers: dict[str, str]) -> int:
    async with httpx.AsyncClient(base_url=server.base, timeout=30) as http:
        for number in range(20):
            body = {"game": "pebbles", "name": "Anna"}
            if (await http.post("/api/tables", json=body, headers=headers)).status_code == 429:
                return number
            if headers:
                headers["x-forwarded-for"] = f"9.9.9.{number}"
    return 20


def test_a_stranger_cannot_be_somebody_else_for_every_request(serve: Serve) -> None:
    """Once everybody on this machine, or behind a proxy on it, was believed."""
    assert asyncio.run(tables_until_refused(serve(tables_per_minute=3), {"x-forwarded-for": "9.9.9.9"})) == 3


def test_behind_a_named_proxy_each_has_a_limit_of_their_own_and_tls_is_known(serve: Serve) -> None:
    server = serve(tables_per_minute=3, trusted_proxies=("127.0.0.0/8",), connections_each=2)

    async def play() -> None:
        assert await tables_until_refused(server, {"x-forwarded-for": "9.9.9.9"}) == 20
        async with httpx.AsyncClient(base_url=server.base, timeout=30) as http:
            secure = await http.get("/healthz", headers={"x-forwarded-proto": "https"})
            assert secure.headers["strict-transport-security"] == "max-age=31536000"
            assert "strict-transport-security" not in (await http.get("/healthz")).headers
        async with Pipes(server) as pipes:
            opened = [await pipes.open() for _ in range(5)]
            assert not any(await asyncio.gather(*(closed(pipe, 0.2) for pipe in opened))), "a proxy brings many"
        anna = await open_table(server.base)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        async with contextlib.AsyncExitStack() as stack:
            for address in ("9.9.9.9", "9.9.9.9", "9.9.9.8"):
                await stack.enter_async_context(connect(url, additional_headers={"x-forwarded-for": address}))
            with pytest.raises(InvalidStatus):
                await stack.enter_async_context(connect(url, additional_headers={"x-forwarded-for": "9.9.9.9"}))

    asyncio.run(play())


def test_tls_is_not_believed_of_a_stranger(server: Running) -> None:
    answer = asyncio.run(get(server.base, "/healthz"))
    assert "strict-transport-security" not in answer.headers
    with httpx.Client() as http:
        forged = http.get(f"{server.base}/healthz", headers={"x-forwarded-proto": "https"})
    assert "strict-transport-security" not in forged.headers


# Turns.


def test_who_asks_for_much_waits_for_those_who_ask_for_little() -> None:
    served: list[str] = []

    async def ask(turns: Turns, address: str, table: str) -> None:
        async with turns.wait(address, table):
            served.append(table)
            await asyncio.sleep(0.001)

    async def play() -> None:
        turns = Turns()
        asking = [("a", "a1"), ("a", "a1"), ("a", "a1"), ("a", "a2"), ("b", "b1"), ("c", "c1")]
        async with turns.wait("a", "a1"):
            waiting = [asyncio.create_task(ask(turns, *each)) for each in asking]
            await asyncio.sleep(0)
            gone = asyncio.create_task(ask(turns, "d", "d1"))
            await asyncio.sleep(0)
            gone.cancel()
        await asyncio.gather(*waiting)
        assert served == ["b1", "c1", "a2", "a1", "a1", "a1"]
        async with turns.wait("e"):
            crowd = [asyncio.create_task(ask(turns, "f", "f1")) for _ in range(6)]
            await asyncio.sleep(0.01)
            assert sum(task.done() for task in crowd) == 2, "too many of one address are refused at once"
        await asyncio.gather(*crowd, return_exceptions=True)
        assert not turns.busy

    asyncio.run(play())
