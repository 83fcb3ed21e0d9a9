"""A client without a face: sits on one seat, keeps what it is sent, answers when told to."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from eschaton.kernel.once import convert
from eschaton.server import news, patch
from eschaton.server import protocol as said
from eschaton.server.guess import guess

PATIENCE = 15.0
"""After so many seconds without a reply something is wrong."""


class Failed(Exception):
    """The server did not do what it should."""


class Robot:
    """One seat's connection."""

    def __init__(self, socket: ClientConnection, seat: int, rng: Random) -> None:
        self.socket = socket
        self.seat = seat
        self.rng = rng
        self.state: dict[str, Any] = {}
        self.phase = ""
        self.seen = 0.0
        self.looks = True  # whether what comes next belongs to the answer that is measured
        self.rival = -1  # the seat whose answers do not
        self.undo_open = 0
        self.count = 0
        self.waiting: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.news = asyncio.Event()
        self.ready = asyncio.Event()
        self.task = asyncio.create_task(self.read())

    @classmethod
    async def at(cls, base: str, table: str, token: str, seat: int, rng: Random) -> Robot:
        """Connect to a table; returns when it has been shown everything."""
        url = f"{base.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        socket = await connect(url, max_size=None, compression=None, ping_interval=None)
        robot = cls(socket, seat, rng)
        await socket.send(news.encode(said.Hello(version=said.VERSION, token=token)).decode())
        async with asyncio.timeout(PATIENCE):
            await robot.ready.wait()
        return robot

    async def read(self) -> None:
        """Take in what is sent until the line is closed."""
        try:
            async for text in self.socket:
                self.take(msgspec.json.decode(text))
                self.news.set()
        except (WebSocketException, OSError):
            return

    def take(self, message: dict[str, Any]) -> None:
        """One message."""
        match message["type"]:
            case "observation":
                if self.looks:
                    self.seen = time.perf_counter()
                if "state" in message:
                    self.state = message["state"]
                elif "patch" in message:
                    self.state = patch.apply(self.state, convert(message["patch"], list[news.PatchOp]))
                self.looks = self.looks and not self.rival_may_act
                self.ready.set()
            case "table":
                self.phase = message["phase"]
                if self.phase == "lobby":
                    self.ready.set()
            case "done" | "problem":
                waiting = self.waiting.pop(message["re"], None)
                if waiting is not None and not waiting.done():
                    waiting.set_result(message)
            case "undo-asked":
                self.undo_open = message["undo"]
            case "undo-closed":
                self.undo_open = 0

    @property
    def question(self) -> dict[str, Any] | None:
        """What I am asked."""
        found: dict[str, Any] | None = self.state.get("question")
        return found

    @property
    def rival_may_act(self) -> bool:
        """Whether what happens next may be the doing of a bot at the table."""
        return self.rival in self.state.get("may_act", ())

    async def do(self, message: said.ClientMessage) -> dict[str, Any]:
        """Send a message and wait for the reply."""
        self.count += 1
        message.ref = str(self.count)
        reply: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.waiting[message.ref] = reply
        await self.socket.send(news.encode(message).decode())
        async with asyncio.timeout(PATIENCE):
            return await reply

    async def answer(self) -> dict[str, Any]:
        """Answer my question with anything legal."""
        question = self.question
        if question is None:
            raise Failed("not asked")
        return await self.do(said.GiveAnswer(seat=self.seat, ask=question["id"], answer=guess(question, self.rng)))

    async def close(self) -> None:
        """Hang up."""
        await self.socket.close()
        await self.task
