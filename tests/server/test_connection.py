"""Coming back, second devices, slow clients; answers that are stale, repeated or not one's own to give."""

import asyncio
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from eschaton.kernel.save import save
from eschaton.server import protocol as p
from eschaton.server import socket as line_to_a_table
from eschaton.server.settings import Config
from eschaton.server.socket import COME_AGAIN, Line
from eschaton.server.stream import KEPT_MESSAGES, Stream
from tests.server.client import Player, Refused, get, post
from tests.server.conftest import Running, Serve
from tests.server.test_play import join, open_table


async def two_people(base: str, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    anna = await open_table(base, players=2, **more)
    return anna, await join(base, anna["table"], "Ben")


def test_what_was_missed_comes_after_a_lost_connection(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with Player(server.base, anna["table"], anna["token"]) as a:
            await a.do(p.Start())
            async with Player(server.base, anna["table"], ben["token"]) as b:
                await b.until(lambda b: b.states)
                stream, last, state = b.stream, b.last, b.states
            await a.until(lambda a: a.asked())
            await a.answer(0)
            await a.do(p.Say(text="where are you?"))
            again = Player(server.base, anna["table"], ben["token"], stream, last)
            again.states = state
            async with again:
                assert again.welcome["resumed"]
                assert again.welcome["seq"] == last
                await again.until(lambda b: b.asked() and any(m["type"] == "said" for m in b.messages))
                await again.answer(1)
            fresh = Player(server.base, anna["table"], ben["token"], "another", 3)
            async with fresh:
                assert not fresh.welcome["resumed"]
                await fresh.until(lambda b: b.states)
                assert fresh.logs[1]

    asyncio.run(play())


def test_two_devices_of_one_person_see_the_same(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        async with (
            Player(server.base, anna["table"], anna["token"]) as desk,
            Player(server.base, anna["table"], anna["token"]) as phone,
        ):
            assert desk.stream == phone.stream
            await desk.until(lambda a: a.asked())
            await desk.answer(0)
            await desk.do(p.Rename(name="Both"))
            await phone.until(lambda a: a.last == desk.last)
            assert phone.states == desk.states
            assert phone.frames[-3:] == desk.frames[-3:]

    asyncio.run(play())


def test_a_person_is_known_by_the_token(server: Running) -> None:
    async def play() -> None:
        anna, _ = await two_people(server.base)
        again = await post(
            server.base, f"/api/tables/{anna['table']}/join", {"name": "Somebody"}, anna["token"], status=200
        )
        assert again == anna
        other = await open_table(server.base)
        for token in (other["token"], anna["token"][:-2], "x" * 400):
            with pytest.raises(ConnectionClosed):
                await Player(server.base, anna["table"], token).__aenter__()
        with pytest.raises(ConnectionClosed) as closed:
            await Player(server.base, "nosuchtable", anna["token"]).__aenter__()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4404

    asyncio.run(play())


async def refused(player: Player, message: p.ClientMessage, code: str, field: str) -> None:
    """Refused for this reason."""
    with pytest.raises(Refused) as caught:
        await player.do(message)
    assert (caught.value.problem.code, caught.value.problem.field) == (code, field)


def test_answers_that_are_not_to_be_given(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with (
            Player(server.base, anna["table"], anna["token"]) as a,
            Player(server.base, anna["table"], ben["token"]) as b,
            Player(server.base, anna["table"]) as watcher,
        ):
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            question = a.question(0)
            key = question["options"][0]["key"]
            right = {"seat": 0, "ask": question["id"], "answer": key}
            await b.until(lambda b: b.states)
            await watcher.until(lambda w: w.states)
            match = server.hall.actors[anna["table"]].desk.play.match
            before = save(match.table)
            await refused(b, p.GiveAnswer(**right), "forbidden", "seat")
            await refused(b, p.GiveAnswer(**{**right, "seat": 1}), "stale", "ask")
            await refused(b, p.GiveAnswer(**{**right, "seat": 9}), "not-found", "seat")
            await refused(watcher, p.GiveAnswer(**right), "forbidden", "type")
            await refused(a, p.GiveAnswer(**{**right, "ask": "0" * 12}), "stale", "ask")
            await refused(a, p.GiveAnswer(**{**right, "answer": "no such card"}), "illegal", "answer")
            await refused(a, p.GiveAnswer(**{**right, "answer": [key]}), "illegal", "answer")
            await refused(a, p.Act(seat=0, key="dance"), "stale", "key")
            await refused(a, p.Withdraw(seat=0), "stale", "seat")
            await refused(a, p.Hello(version=1), "conflict", "type")
            assert save(match.table) == before
            entries = match.record.entries
            many = len(entries)
            await a.do(p.GiveAnswer(ref="once", **right))
            done = len(entries)
            assert done > many
            await a.do(p.GiveAnswer(ref="once", **right))
            assert len(entries) == done
            await refused(a, p.GiveAnswer(**right), "stale", "ask")

    asyncio.run(play())


def test_a_repeated_message_is_known_even_by_a_server_started_anew(server: Running) -> None:
    async def before() -> tuple[dict[str, Any], p.GiveAnswer]:
        anna, _ = await two_people(server.base)
        async with Player(server.base, anna["table"], anna["token"]) as a:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            question = a.question(0)
            message = p.GiveAnswer(ref="once", seat=0, ask=question["id"], answer=question["options"][0]["key"])
            await a.do(message)
        return anna, message

    async def after(anna: dict[str, Any], message: p.GiveAnswer) -> None:
        async with Player(server.base, anna["table"], anna["token"]) as a:
            assert (await a.do(message))["type"] == "done"

    anna, message = asyncio.run(before())
    server.stop()
    server.start()
    asyncio.run(after(anna, message))


class Stuck:
    """A socket whose other end does not read."""

    def __init__(self) -> None:
        self.sent = 0
        self.closed: int | None = None
        self.free = asyncio.Event()

    async def send_text(self, text: str) -> None:
        self.sent += 1
        await self.free.wait()

    async def close(self, code: int) -> None:
        self.closed = code


@pytest.mark.parametrize("config", [Config(queue=10), Config(queue=10**6, queue_bytes=1000)])
def test_a_client_that_does_not_read_is_dropped_and_may_resume(config: Config) -> None:
    async def run() -> None:
        from eschaton.server.news import Notice

        stuck, stream = Stuck(), Stream()
        line = Line(stuck, config)  # type: ignore[arg-type]
        sender = asyncio.create_task(line.drain())
        stream.connections.add(line)
        for number in range(30):
            stream.post(Notice(key="n", text=f"{number:50}"))
            await asyncio.sleep(0)
        assert line.code == COME_AGAIN
        assert not line.queue
        stuck.free.set()
        await sender
        assert stuck.closed == COME_AGAIN
        assert stuck.sent == 1
        missed = stream.missed(stream.id, 1)
        assert missed is not None
        assert len(missed) == 29

    asyncio.run(run())


def test_a_stream_keeps_only_so_much() -> None:
    from eschaton.server.news import Notice

    stream = Stream()
    for _ in range(KEPT_MESSAGES + 5):
        stream.post(Notice(key="n", text=""))
    assert stream.missed(stream.id, 4) is None
    assert len(stream.missed(stream.id, 5) or []) == KEPT_MESSAGES
    assert stream.missed(stream.id, stream.seq) == []
    assert stream.missed(stream.id, stream.seq + 1) is None
    assert stream.missed("another", 5) is None


def test_who_says_hello_too_late_may_come_again(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A laptop may fall asleep while it connects: that is no reason to turn anybody away for good."""
    monkeypatch.setattr(line_to_a_table, "HELLO_WITHIN", 0.05)

    async def play() -> None:
        anna = await open_table(server.base)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        async with connect(url) as socket:
            assert b'"unavailable"' in await socket.recv(decode=False)
            await socket.wait_closed()
            assert socket.close_code == COME_AGAIN

    asyncio.run(play())


def test_pages_of_other_origins_are_refused(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base)
        url = server.base.replace("http", "ws") + f"/api/tables/{anna['table']}/socket"
        with pytest.raises(InvalidStatus):
            await connect(url, origin="https://elsewhere.example")
        async with connect(url, origin=server.base):  # type: ignore[arg-type]
            pass

    asyncio.run(play())


def test_who_comes_while_a_table_leaves_the_memory_finds_one_table(serve: Serve) -> None:
    """However many come at that moment, it is loaded once: two tables of one name would each go their own way."""
    server = serve()

    async def play() -> None:
        anna = await open_table(server.base)
        hall, table = server.hall, anna["table"]
        actor, loads, load = hall.actors[table], 0, hall.load

        async def slowly(name: str) -> Any:
            nonlocal loads
            loads += 1
            await asyncio.sleep(0.02)
            return await load(name)

        async def come_and_go() -> None:
            hall.load = slowly
            leaving = asyncio.create_task(hall.evict(actor))
            while not actor.closed:
                await asyncio.sleep(0)
            coming = [asyncio.create_task(hall.actor(table))]
            await leaving
            coming += [asyncio.create_task(hall.actor(table)) for _ in range(3)]
            assert len(set(await asyncio.gather(*coming))) == 1
            assert loads == 1
            assert not hall.locks

        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(come_and_go(), actor.task.get_loop()))

    asyncio.run(play())


def test_idle_tables_leave_the_memory_and_come_back(serve: Serve) -> None:
    server = serve(idle=0.1, keep_stream=0.05)

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.until(lambda a: a.asked())
            await player.answer(0)
            await player.until(lambda a: a.asked())
            before = player.states
            await asyncio.sleep(0.3)
            assert anna["table"] in server.hall.actors
        async with asyncio.timeout(10):
            while anna["table"] in server.hall.actors:
                await asyncio.sleep(0.02)
        info = (await get(server.base, f"/api/tables/{anna['table']}", anna["token"])).json()
        assert info["your_turn"]
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.until(lambda a: a.states)
            assert player.states == before
            await player.play_on()

    asyncio.run(play())
