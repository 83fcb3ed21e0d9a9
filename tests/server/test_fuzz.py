"""Nonsense from the wire changes nothing and breaks nothing."""

import asyncio
import contextlib
import random
import string
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from eschaton.kernel.save import save
from eschaton.server import news
from eschaton.server import protocol as p
from tests import LONG
from tests.server.client import Player, get
from tests.server.conftest import Running, Serve
from tests.server.test_play import join, open_table

MANY = 10_000 if LONG else 600

GOOD: list[dict[str, Any]] = [
    msgspec.json.decode(news.encode(message))
    for message in (
        p.GiveAnswer(ref="a", seat=0, ask="0123456789ab", answer="P01"),
        p.Act(seat=1, key="wave"),
        p.Withdraw(seat=1),
        p.Stand(seat=1, until="Round", touched=True),
        p.AskUndo(seat=1),
        p.Consent(undo=1, agree=True),
        p.TypeDice(faces=[1]),
        p.Say(text="", to=[0]),
        p.Start(),
        p.Pause(paused=True),
        p.EndMatch(),
        p.Delete(),
        p.Rematch(),
        p.Remove(person=1),
        p.HandOver(person=2),
        p.SetBot(seat=0, bot="random"),
        p.Fill(),
        p.Arrange(order=[1, 0]),
        p.Configure(players=3),
        p.Configure(packs=["0123456789ab"]),
        p.PlayCampaign(id="nobody's", name="Mine"),
        p.Hello(version=1),
    )
]
ODD: list[Any] = [None, True, -1, 64, 2**63, 1e308, "", "\x00", "P01", [], [[]], {}, {"a": {}}, "𝕏" * 50, "x" * 5000]


def garbled(rng: random.Random) -> str | bytes:
    """Something that is not, or hardly, a message. Nothing of it may have an effect when Ben sends it."""
    kind = rng.randrange(7)
    message = dict(rng.choice(GOOD))
    if kind == 0:
        return "".join(rng.choices(string.printable, k=rng.randrange(200)))
    if kind == 1:
        return rng.randbytes(rng.randrange(200))
    if kind == 2:
        text = msgspec.json.encode(message).decode()
        return text[: rng.randrange(len(text))]
    if kind == 3:
        message[rng.choice(list(message))] = rng.choice(ODD)
    elif kind == 4:
        message[rng.choice(["seat", "extra", "type", "ask"])] = rng.choice(ODD)
    elif kind == 5:
        return "[" * rng.randrange(1, 5000)
    if message.get("type") in ("act", "stand", "say", "withdraw", "undo"):
        message["seat" if message["type"] != "say" else "to"] = 0 if message["type"] != "say" else [0]
    return msgspec.json.encode(message).decode()


def test_nonsense_changes_nothing(serve: Serve) -> None:
    server = serve(rate=1e9, burst=10**9)

    async def play() -> None:
        anna = await open_table(server.base, players=2)
        ben = await join(server.base, anna["table"], "Ben")
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        rng = random.Random(5)
        async with Player(server.base, anna["table"], anna["token"]) as a:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            question = a.question(0)
            used = p.GiveAnswer(ref="used", seat=0, ask=question["id"], answer=question["options"][0]["key"])
            await a.do(used)
            desk = server.hall.actors[anna["table"]].desk
            table, lobby = save(desk.play.match.table), msgspec.json.encode(desk.lobby)
            sent = 0
            while sent < MANY:
                sent += await some_nonsense(url, ben["token"], rng, min(45, MANY - sent))
                sent += await some_replays(url, anna["token"], used, rng)
            assert save(desk.play.match.table) == table
            assert msgspec.json.encode(desk.lobby) == lobby
            async with Player(server.base, anna["table"], ben["token"]) as b:
                await b.until(lambda b: b.asked())
                await b.answer(1)
        assert (await get(server.base, "/healthz")).json()["ok"]

    asyncio.run(play())


async def some_nonsense(url: str, token: str, rng: random.Random, many: int) -> int:
    """As much as one connection bears; every frame gets a reply or ends the connection."""
    async with connect(url, max_size=None) as socket:
        await socket.send(news.encode(p.Hello(version=p.VERSION, token=token)).decode())
        for number in range(many):
            try:
                await socket.send(garbled(rng))
                while True:
                    reply = msgspec.json.decode(await asyncio.wait_for(socket.recv(), 10))
                    if reply["type"] in ("problem", "done"):
                        assert reply["type"] == "problem", reply
                        assert reply["message"]
                        break
            except ConnectionClosed:
                return number + 1
    return many


async def some_replays(url: str, token: str, used: p.GiveAnswer, rng: random.Random) -> int:
    """An answer given already, again: under its own name it was carried out, under any other it comes too late."""
    message = msgspec.json.decode(news.encode(used))
    async with connect(url, max_size=None) as socket:
        await socket.send(news.encode(p.Hello(version=p.VERSION, token=token)).decode())
        for number in range(5):
            message["ref"] = rng.choice(["used", f"again {rng.random()}"])
            await socket.send(msgspec.json.encode(message).decode())
            while (reply := msgspec.json.decode(await asyncio.wait_for(socket.recv(), 10))).get("re") != message["ref"]:
                continue
            assert reply["type"] == "done" if message["ref"] == "used" else reply["code"] == "stale", number
    return 5


async def until_closed(socket: ClientConnection) -> tuple[list[Any], int]:
    """What still comes, and how the connection ends."""
    messages = []
    try:
        while True:
            messages.append(msgspec.json.decode(await socket.recv()))
    except ConnectionClosed as closed:
        return messages, closed.rcvd.code if closed.rcvd is not None else 0


@pytest.mark.parametrize("first", ["", "{}", '{"type":"start"}', '{"type":"hello","version":99}', "[" * 9000])
def test_a_bad_beginning_is_told_and_ends(server: Running, first: str) -> None:
    async def play() -> None:
        anna = await open_table(server.base)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        async with connect(url) as socket:
            await socket.send(first)
            problem = msgspec.json.decode(await socket.recv())
            assert problem["type"] == "problem"
            assert await until_closed(socket) == ([], 1008)

    asyncio.run(play())


def test_a_flood_is_slowed_down_and_then_cut_off(serve: Serve) -> None:
    server = serve(rate=5.0, burst=10)

    async def play() -> None:
        anna = await open_table(server.base)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        async with connect(url) as socket:
            await socket.send(news.encode(p.Hello(version=p.VERSION, token=anna["token"])).decode())
            with contextlib.suppress(ConnectionClosed):
                for number in range(500):
                    await socket.send(news.encode(p.Rename(ref=str(number), name=f"A{number}")).decode())
            messages, code = await until_closed(socket)
        assert code == 1008
        assert {message["code"] for message in messages if message["type"] == "problem"} <= {"too-fast"}
        info = (await get(server.base, f"/api/tables/{anna['table']}")).json()
        assert int(info["seats"][0]["name"][1:]) < 30

    asyncio.run(play())


def test_a_message_that_is_too_large_ends_the_connection(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        for many in (p.MAX_MESSAGE + 1, 8 * p.MAX_MESSAGE):
            async with connect(url) as socket:
                await socket.send(news.encode(p.Hello(version=p.VERSION, token=anna["token"])).decode())
                await socket.send("x" * many)
                assert (await until_closed(socket))[1] == 1009

    asyncio.run(play())


def test_nonsense_over_http_is_refused_by_name(server: Running) -> None:
    import httpx

    async def play() -> None:
        async with httpx.AsyncClient(base_url=server.base) as http:
            for body, status, field in (
                (b"{", 400, ""),
                (b'{"game":"pebbles"}', 400, ""),
                (b'{"game":"pebbles","name":""}', 400, "name"),
                (b'{"game":"nothing","name":"A"}', 404, "game"),
                (b'{"game":"pebbles","name":"A","players":9}', 422, "players"),
                (b'{"game":"pebbles","name":"A","options":{"dark":true}}', 422, "options.dark"),
                (b'{"game":"pebbles","name":"A","more":1}', 400, ""),
                (b" " * 70_000, 413, ""),
            ):
                answer = await http.post("/api/tables", content=body)
                assert (answer.status_code, answer.json()["field"]) == (status, field), body
            assert (await http.get("/api/tables/none")).status_code == 404
            assert (await http.get("/api/tables/" + "x" * 500)).status_code == 404
            assert (await http.get("/api/nothing")).status_code == 404
            page = await http.get("/t/whatever")
            assert "default-src 'none'" in page.headers["content-security-policy"]
            assert page.headers["x-content-type-options"] == "nosniff"

    asyncio.run(play())
