"""The clients of the fault suite: they never give up, repeat what was not acknowledged, and count what was."""

import asyncio
import contextlib
import itertools
from collections import Counter
from typing import Any

import msgspec
import sqlalchemy as sql
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from eschaton.server import news
from eschaton.server import protocol as said
from eschaton.server.database import engine_for, entries
from eschaton.server.storage import KEPT_CHAT, Store
from tests.server.client import Player, post

SEATS = 2
AGAIN_SECONDS = 0.05
PATIENCE_SECONDS = 120.0


class Guest:
    """Somebody who waves and talks all the time. A message is repeated, as it was, until it is acknowledged."""

    def __init__(self, base: str, table: str, token: str, seat: int) -> None:
        self.base, self.table, self.token, self.seat = base, table, token, seat
        self.waves = 0
        self.lines: list[str] = []
        self.refusals: Counter[str] = Counter()
        self.numbers = itertools.count()
        self.leaving = False
        self.socket: ClientConnection | None = None

    @property
    def acknowledged(self) -> int:
        """How many messages were."""
        return self.waves + len(self.lines)

    async def run(self) -> None:
        """Wave and talk until told to leave; the last message is acknowledged too."""
        while not self.leaving:
            number = next(self.numbers)
            line = f"{self.seat} says {number}"
            message = said.Act(seat=self.seat, key="wave") if number % 4 else said.Say(text=line)
            message.ref = f"n{number}"
            await self.get_through(message)
            if number % 4:
                self.waves += 1
            else:
                self.lines.append(line)
        if self.socket is not None:
            await self.socket.close()

    async def get_through(self, message: said.Act | said.Say) -> None:
        """Send a message until it is acknowledged."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not await self.tried(message):
                await asyncio.sleep(AGAIN_SECONDS)

    async def tried(self, message: said.Act | said.Say) -> bool:
        """Whether a message was acknowledged, over this line or a new one."""
        try:
            if self.socket is None:
                self.socket = await self.connected()
            await self.socket.send(news.encode(message).decode())
            while True:
                reply: dict[str, Any] = msgspec.json.decode(await self.socket.recv())
                if reply["type"] == "done" and reply["re"] == message.ref:
                    return True
                if reply["type"] == "problem":
                    self.refusals[reply["code"]] += 1
                    assert reply["code"] == "unavailable", reply
                    return False
        except (OSError, EOFError, WebSocketException):
            if self.socket is not None:
                self.socket.transport.abort()
            self.socket = None
            return False

    async def connected(self) -> ClientConnection:
        """A new line."""
        url = f"{self.base.replace('http', 'ws', 1)}/api/tables/{self.table}/socket"
        socket = await connect(url, max_size=None, compression=None, ping_interval=None, open_timeout=PATIENCE_SECONDS)
        await socket.send(news.encode(said.Hello(version=said.VERSION, token=self.token)).decode())
        return socket


class Crowd:
    """Two guests at each of some tables where a match is on."""

    def __init__(self, guests: list[Guest]) -> None:
        self.guests = guests
        self.running: list[asyncio.Task[None]] = []

    @classmethod
    async def at(cls, base: str, tables: int) -> "Crowd":
        """Open tables, sit down and begin."""
        guests = []
        for _ in range(tables):
            first = await post(base, "/api/tables", {"game": "pebbles", "name": "Anna", "players": SEATS}, status=201)
            table = first["table"]
            second = await post(base, f"/api/tables/{table}/join", {"name": "Ben"}, status=200)
            async with Player(base, table, first["token"]) as host:
                await host.do(said.Start())
            guests += [Guest(base, table, joined["token"], seat) for seat, joined in enumerate((first, second))]
        return cls(guests)

    async def __aenter__(self) -> "Crowd":
        self.running = [asyncio.create_task(guest.run()) for guest in self.guests]
        return self

    async def __aexit__(self, *failure: object) -> None:
        for guest in self.guests:
            guest.leaving = True
        if failure[0] is not None:
            for task in self.running:
                task.cancel()
        results = await asyncio.gather(*self.running, return_exceptions=True)
        if failure[0] is None:
            for result in results:
                if isinstance(result, BaseException):
                    raise result

    async def all_heard(self, more: int = 3) -> None:
        """Until so many further messages of everybody have been acknowledged: every table goes on."""
        before = [guest.acknowledged for guest in self.guests]
        async with asyncio.timeout(PATIENCE_SECONDS):
            while any(guest.acknowledged < many + more for guest, many in zip(self.guests, before, strict=True)):
                for task in self.running:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.02)

    @property
    def acknowledged(self) -> int:
        """How many messages were, in all."""
        return sum(guest.acknowledged for guest in self.guests)


def check_disk(url: str, crowd: Crowd) -> None:
    """Everything that was acknowledged is on disk, once, and nothing else; the entries are numbered without a gap."""
    store = Store(engine_for(url))
    try:
        for table in {guest.table for guest in crowd.guests}:
            lobby = store.lobby(table)
            assert lobby is not None
            record = store.record(lobby.match)
            assert record is not None
            mine = sql.select(entries.c.number).where(entries.c.match_id == lobby.match).order_by(entries.c.number)
            with store.engine.connect() as connection:
                numbers = list(connection.execute(mine).scalars())
            assert numbers == list(range(len(numbers)))
            waved = Counter(entry.seat for entry in record.entries if entry.how == "free")
            count, last = store.chat(table)
            here = [guest for guest in crowd.guests if guest.table == table]
            assert {guest.seat: guest.waves for guest in here} == {guest.seat: waved[guest.seat] for guest in here}
            assert count == sum(len(guest.lines) for guest in here), "of what was said the last lines are kept"
            said_there = Counter(line.text for line in last)
            assert set(said_there.values()) <= {1}
            assert said_there.total() == min(count, KEPT_CHAT)
            assert set(said_there) <= {line for guest in here for line in guest.lines}
    finally:
        store.engine.dispose()


async def play_to_the_end(crowd: Crowd) -> None:
    """Every match can still be played to its end."""
    for pair in zip(crowd.guests[::SEATS], crowd.guests[1::SEATS], strict=True):
        async with contextlib.AsyncExitStack() as stack:
            players = [await stack.enter_async_context(Player(guest.base, guest.table, guest.token)) for guest in pair]
            await asyncio.gather(*(player.play_on() for player in players))
            assert all(player.table["phase"] == "over" for player in players)
