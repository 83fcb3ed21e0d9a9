"""Two real servers whose hidden deals differ in what one seat may not know, and the same clients at both."""

import asyncio
import contextlib
import itertools
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from eschaton.kernel.ask import Viewer
from eschaton.kernel.match import Match
from eschaton.kernel.record import Deal, Record
from eschaton.kernel.table import Table
from eschaton.server import news
from eschaton.server import protocol as p
from eschaton.server.app import make_app
from eschaton.server.command import uvicorn_config
from eschaton.server.guess import guess
from eschaton.server.lobby import Chair, Guest, Lobby
from eschaton.server.patch import apply
from eschaton.server.play import Change
from eschaton.server.settings import Config
from eschaton.server.storage import write_change, write_lobby, write_match
from tests.laws.play import Ear, LawBroken
from tests.laws.register import Case
from tests.server.worlds import Wire, World, lockstep, match_of, two_tables

NAMELESS = 0
PASS_SECONDS, ACT_SECONDS = 0.005, 0.2
"""How long the people take who are asked something."""
QUICK = {"presence_every": 0.0, "rate": 1e6, "burst": 10**6, "queue": 10**6, "tables_per_minute": 10**6}


class Server:
    """A real server in this event loop, with a database of its own."""

    def __init__(self, data: Path, **config: Any) -> None:
        self.app = make_app(f"sqlite:///{data}", Config(**{**QUICK, **config}))
        self.server = uvicorn.Server(uvicorn_config(self.app, "127.0.0.1", 0))
        self.hall = self.app.state.hall
        self.base = ""

    async def lay(self, table: str, case: Case, record: Record, paused: bool) -> None:
        """Put a match on a table as if it had been played there so far: people have all seats."""
        seats = range(case.players)
        lobby = Lobby(
            id=table,
            game=case.game.id,
            phase="playing",
            paused=paused,
            players=case.players,
            options=record.setup.options,
            chairs=[Chair(seat + 1) for seat in seats],
            people=[Guest(seat + 1, f"Person {seat}") for seat in seats],
            secret="the same",
            match=record.id,
        )
        change = Change(0, record.entries, record.snapshots, 0)
        await self.hall.house.writer.write(
            write_lobby(lobby, new=True), write_match(record, table), write_change(record.id, change, 0)
        )

    def address(self, table: str) -> str:
        return f"ws{self.base.removeprefix('http')}/api/tables/{table}/socket"

    def token(self, table: str, person: int) -> str:
        return str(self.hall.house.tokens.give(table, person)) if person != NAMELESS else ""


@contextlib.asynccontextmanager
async def two_servers(folder: Path, **config: Any) -> AsyncIterator[tuple[Server, Server]]:
    """Both of them, until the tables have been played."""
    one, two = Server(folder / "one.db", **config), Server(folder / "two.db", **config)
    tasks = [asyncio.create_task(each.server.serve()) for each in (one, two)]
    try:
        for each, task in zip((one, two), tasks, strict=True):
            while not each.server.started:
                assert not task.done()
                await asyncio.sleep(0.005)
            each.base = f"http://127.0.0.1:{each.server.servers[0].sockets[0].getsockname()[1]}"
        yield one, two
    finally:
        for each in (one, two):
            each.server.should_exit = True
        await asyncio.gather(*tasks)


class Client:
    """One person's line to a table, on which everything is kept that is counted; a ping tells that all has come."""

    pings = itertools.count()

    def __init__(self, socket: ClientConnection, wire: Wire) -> None:
        self.socket, self.wire = socket, wire
        self.waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.heard: list[dict[str, Any]] = []
        self.hears: Callable[[dict[str, Any]], None] = lambda message: None
        self.task = asyncio.create_task(self.read())

    @classmethod
    async def at(cls, server: Server, table: str, person: int) -> "Client":
        socket = await connect(server.address(table), max_size=None, compression=None, ping_interval=None)
        hello = p.Hello(version=p.VERSION, token=server.token(table, person))
        client = cls(socket, Wire())
        await socket.send(news.encode(hello).decode())
        await client.told_all()
        return client

    async def read(self) -> None:
        async for text in self.socket:
            message: dict[str, Any] = msgspec.json.decode(text)
            if message.get("seq"):
                self.wire.send(text.encode() if isinstance(text, str) else text)
            self.heard.append(message)
            self.hears(message)
            reply = self.waiting.pop(message.get("re", ""), None)
            if reply is not None:
                reply.set_result(message)

    async def do(self, message: p.ClientMessage) -> dict[str, Any]:
        reply = self.waiting[message.ref] = asyncio.get_running_loop().create_future()
        await self.socket.send(news.encode(message).decode())
        return await asyncio.wait_for(reply, 20)

    async def told_all(self) -> None:
        """Until everything that was sent before has come."""
        await self.do(p.Ping(ref=f"ping {next(self.pings)}"))

    async def close(self) -> None:
        await self.socket.close()
        with contextlib.suppress(ConnectionClosed):
            await self.task


class Wired(World):
    """A table of a real server: everybody is connected, a seat and a spectator are listened to."""

    def __init__(self, server: Server, table: str, case: Case, viewer: Viewer) -> None:
        self.server, self.table, self.case, self.viewer = server, table, case, viewer
        self.ear, self.onlooker, self.count = Ear(viewer), Ear(None), 0
        self.clients: dict[int, Client] = {}

    async def come(self) -> None:
        """Everybody connects, and forgets how they were greeted: that names streams and the time."""
        for person in range(self.case.players + 1):
            self.clients[person] = await Client.at(self.server, self.table, person)
        self.actor = self.server.hall.actors[self.table]
        self.match = self.actor.desk.play.match
        self.wire, self.window = self.clients[0 if self.viewer is None else self.viewer + 1].wire, self.clients[0].wire
        await self.told_all()
        self.hear()
        for client in self.clients.values():
            client.wire.frames.clear()
        await self.go_on()
        await self.told_all()

    async def told_all(self) -> None:
        for client in self.clients.values():
            await client.told_all()

    def hear(self) -> None:
        super().hear()
        self.onlooker.hear(self.match.table, self.match.question, 0, [])

    async def give(self, seat: int, answer: Any) -> bool:
        before = len(self.match.record.entries)
        self.count += 1
        ask = self.match.ask_id(seat) or "none"
        message = p.GiveAnswer(ref=f"{seat}:{self.count}", seat=seat, ask=ask, answer=answer)
        if seat == self.viewer:
            message.ref = f"mine {ask} {len(self.wire.frames)}"
        await self.clients[seat + 1].do(message)
        self.hear()
        taken = len(self.match.record.entries) > before
        await self.go_on()
        await self.told_all()
        return taken

    async def end(self) -> None:
        for client in self.clients.values():
            await client.close()


def record_at(case: Case, seed: int, match: Match, table: Table, number: str) -> Record:
    """A match as far as another was played, with this table in its stead."""
    like = match_of(case, seed, table, match)
    entries = match.record.entries
    like.record.entries = list(entries)
    snapshot = like.snap()
    return Record(
        id=number,
        game=case.game.id,
        version=case.game.version,
        setup=match.record.setup,
        deal=Deal(seed=str(seed)),
        entries=list(entries),
        snapshots=[snapshot],
        floor=len(entries),
    )


async def laid(
    servers: tuple[Server, Server], case: Case, seed: int, skip: int, table: str, paused: bool = False
) -> tuple[Wired, Wired, Random] | None:
    """The same table at both servers, but for what a viewer may not know; None if there is no such other table."""
    rng = Random(seed)
    found = two_tables(case, seed, skip, rng)
    if found is None or not found[0].record.entries:
        return None
    first, viewer, other = found
    for server, dealt in zip(servers, (first.table, other), strict=True):
        await server.lay(table, case, record_at(case, seed, first, dealt, f"match-{table}"), paused)
    one, two = (Wired(server, table, case, viewer) for server in servers)
    return one, two, rng


async def same_bytes(servers: tuple[Server, Server], case: Case, seed: int, skip: int, table: str, most: int) -> int:
    """Play two tables on in lockstep; how many messages a seat and a spectator were sent, all the same in both."""
    found = await laid(servers, case, seed, skip, table)
    if found is None:
        return 0
    one, two, rng = found
    try:
        for world in (one, two):
            await world.come()
        await lockstep(one, two, rng, most)
        return compared(one, two)
    finally:
        for world in (one, two):
            await world.end()


def compared(one: Wired, two: Wired) -> int:
    """How many messages were the same until the worlds parted lawfully."""
    count = 0
    for left, right, ears in (
        (one.wire.frames, two.wire.frames, (one.ear, two.ear)),
        (one.window.frames, two.window.frames, (one.onlooker, two.onlooker)),
    ):
        for mine, other in zip(left, right, strict=False):
            if mine != other:
                if ears[0].learnt != ears[1].learnt or one.match.over or two.match.over:
                    break
                raise LawBroken(f"seat {ears[0].viewer}:\n{mine.decode()}\n{other.decode()}")
            count += 1
    return count


# Time.


class Habit:
    """Plays a seat as anybody would: passes as soon as it may, and takes a while to do what everybody sees."""

    def __init__(self, client: Client, seat: int, pass_after: float, act_after: float) -> None:
        self.client, self.seat = client, seat
        self.pass_after, self.act_after = pass_after, act_after
        self.state: Any = {}
        self.answered = ""
        self.tasks: set[asyncio.Task[None]] = set()
        for message in client.heard:
            self.hear(message)
        client.hears = self.hear

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "observation" and message["seat"] == self.seat:
            self.state = shown(self.state, message)
            question = self.state["question"]
            if question and question["id"] != self.answered:
                self.answered = question["id"]
                task = asyncio.create_task(self.answer(question))
                self.tasks.add(task)
                task.add_done_callback(self.tasks.discard)

    async def answer(self, question: dict[str, Any]) -> None:
        passes = any(option["key"] == "pass" for option in question["options"])
        await asyncio.sleep(self.pass_after if passes else self.act_after)
        given = "pass" if passes else guess(question, Random(question["id"]))
        message = p.GiveAnswer(ref=f"a {question['id']}", seat=self.seat, ask=question["id"], answer=given)
        with contextlib.suppress(Exception):  # the test is over
            await self.client.socket.send(news.encode(message).decode())


class Watch:
    """When a spectator is sent what, and how many might act from then on."""

    def __init__(self, client: Client) -> None:
        self.state: Any = {}
        self.seen: list[tuple[float, bytes, bool]] = []
        self.client = client
        for message in client.heard:
            self.hear(message)
        client.hears = self.hear

    def hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "observation":
            self.state = shown(self.state, message)
            window = len(self.state["may_act"]) > 1
            self.seen.append((time.perf_counter(), (self.client.wire.frames or [b""])[-1], window))


def shown(state: Any, message: dict[str, Any]) -> Any:
    """The state after an observation."""
    if "state" in message:
        return message["state"]
    return apply(state, msgspec.convert(message.get("patch", []), list[news.PatchOp]))


async def window_times(
    servers: tuple[Server, Server], case: Case, seed: int, skip: int, table: str, seconds: float
) -> list[float]:
    """By how much windows of two tables differ in length, in seconds, as long as a spectator is told the same."""
    found = await laid(servers, case, seed, skip, table, paused=True)
    if found is None:
        return []
    one, two, _ = found
    watches: list[Watch] = []
    try:
        for world in (one, two):
            for person in range(case.players + 1):
                world.clients[person] = await Client.at(world.server, table, person)
            watches.append(Watch(world.clients[NAMELESS]))
        for world, watch in zip((one, two), watches, strict=True):
            watch.seen.clear()  # what came before the game went on
            await begin(world)
        await asyncio.sleep(seconds)
        return differences(*watches)
    finally:
        for world in (one, two):
            await world.end()


async def begin(world: Wired) -> None:
    """The host lets the game go on, and everybody answers what they are asked."""
    await world.clients[1].do(p.Pause(ref="go on", paused=False))
    for seat in range(world.case.players):
        Habit(world.clients[seat + 1], seat, PASS_SECONDS, ACT_SECONDS)


def differences(one: Watch, two: Watch) -> list[float]:
    """Of windows that began and ended with the same message in both worlds."""
    found = []
    for (began, sent, window), (then, same, _), (ended, last, _), (over, lastly, _) in zip(
        one.seen, two.seen, one.seen[1:], two.seen[1:], strict=False
    ):
        if sent != same or last != lastly:
            break
        if window:
            found.append(abs((ended - began) - (over - then)))
    return found
