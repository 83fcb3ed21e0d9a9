"""A small client for tests: speaks the protocol, keeps what it was sent, and checks the numbering."""

import asyncio
import itertools
from random import Random
from types import TracebackType
from typing import Any

import httpx
import msgspec
import websockets
from websockets.asyncio.client import ClientConnection, connect

from eschaton.server import news, patch
from eschaton.server import protocol as p
from eschaton.server.guess import guess

WAIT = 20.0


class Refused(Exception):
    def __init__(self, problem: news.Problem) -> None:
        super().__init__(f"{problem.code} {problem.field}: {problem.message}")
        self.problem = problem


class Player:
    """One person at a table, connected."""

    refs = itertools.count()

    def __init__(self, base: str, table: str, token: str = "", stream: str = "", last: int = 0) -> None:
        self.base, self.table_id, self.token = base, table, token
        self.stream, self.last = stream, last
        self.frames: list[str] = []
        self.messages: list[Any] = []
        self.states: dict[int | None, Any] = {}
        self.logs: dict[int | None, list[dict[str, Any]]] = {}
        self.table: Any = None
        self.welcome: Any = None
        self.socket: ClientConnection
        self.answered: set[str] = set()

    async def __aenter__(self) -> "Player":
        url = self.base.replace("http", "ws", 1) + f"/api/tables/{self.table_id}/socket"
        self.socket = await connect(url, max_size=None, open_timeout=WAIT)
        hello = p.Hello(version=p.VERSION, token=self.token, stream=self.stream, last=self.last)
        await self.socket.send(news.encode(hello).decode())
        self.welcome = await self.next("welcome")
        self.stream, self.last = self.welcome["stream"], self.welcome["seq"]
        if not self.welcome["resumed"]:
            await self.until(lambda me: me.table)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.socket.close()

    async def receive(self) -> dict[str, Any]:
        """The next message, taken in."""
        async with asyncio.timeout(WAIT):
            text = await self.socket.recv(decode=True)
        assert isinstance(text, str)
        self.frames.append(text)
        message: dict[str, Any] = msgspec.json.decode(text)
        news.decode_server(text)
        self.take(message)
        return message

    def take(self, message: dict[str, Any]) -> None:
        seq = message.get("seq", 0)
        if seq and message["type"] != "welcome":
            assert seq in (self.last, self.last + 1), f"{seq} after {self.last}"
            self.last = seq
        self.messages.append(message)
        if message["type"] == "table":
            self.table = message
        elif message["type"] == "observation":
            seat = message["seat"]
            if "state" in message:
                self.states[seat] = message["state"]
            elif "patch" in message:
                ops = msgspec.convert(message["patch"], list[news.PatchOp])
                self.states[seat] = patch.apply(self.states[seat], ops)
            log = self.logs.setdefault(seat, [])
            assert message["log_from"] <= len(log) or not log
            del log[message["log_from"] :]
            log += message.get("events", [])

    async def next(self, *kinds: str) -> dict[str, Any]:
        """The next message of one of these kinds."""
        while True:
            message = await self.receive()
            if message["type"] in kinds:
                return message

    async def until(self, test: Any) -> None:
        """Read until something is so."""
        while not test(self):
            await self.receive()

    async def send(self, message: p.ClientMessage) -> str:
        ref = message.ref or f"r{next(self.refs)}"
        message.ref = ref
        await self.socket.send(news.encode(message).decode())
        return ref

    async def do(self, message: p.ClientMessage) -> dict[str, Any]:
        """Send, and wait for the reply."""
        ref = await self.send(message)
        while True:
            reply = await self.next("done", "problem")
            if reply["re"] == ref:
                if reply["type"] == "problem":
                    self.answered.clear()  # what was told before the problem is up to date
                    raise Refused(msgspec.convert(reply, news.Problem))
                return reply

    def question(self, seat: int) -> Any:
        return (self.states.get(seat) or {}).get("question")

    def asked(self) -> list[int]:
        """My seats with a question that I have not answered yet."""
        questions = {seat: state["question"] for seat, state in self.states.items() if seat is not None}
        return [seat for seat, asked in questions.items() if asked and asked["id"] not in self.answered]

    async def answer(self, seat: int, answer: Any = None) -> dict[str, Any]:
        question = self.question(seat)
        given = any_answer(question) if answer is None else answer
        self.answered.add(question["id"])
        return await self.do(p.GiveAnswer(seat=seat, ask=question["id"], answer=given))

    async def play_on(self, most: int = 100_000) -> None:
        """Answer everything asked until the game is over, or so many answers have been given."""
        given = 0
        while given < most and not (self.table and self.table["phase"] == "over"):
            asked = self.asked()
            if not asked:
                await self.receive()
                continue
            given += 1
            try:
                await self.answer(asked[0])
            except Refused as refused:
                if refused.problem.code not in ("stale", "conflict"):
                    raise


def any_answer(question: dict[str, Any]) -> Any:
    """A legal answer."""
    return guess(question, Random(question["id"]))


async def post(
    base: str, path: str, body: dict[str, Any], token: str = "", status: int | None = None
) -> dict[str, Any]:
    async with httpx.AsyncClient(timeout=WAIT) as http:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        answer = await http.post(base + path, json=body, headers=headers)
    assert status is None or answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def get(base: str, path: str, token: str = "", status: int = 200) -> httpx.Response:
    async with httpx.AsyncClient(timeout=WAIT) as http:
        answer = await http.get(base + path, headers={"authorization": f"Bearer {token}"} if token else {})
    assert answer.status_code == status, answer.text
    return answer


__all__ = ["Player", "Refused", "any_answer", "get", "post", "websockets"]
