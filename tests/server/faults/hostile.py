"""Clients that mean harm: they hold connections, say nothing, too little or nonsense, and send what nobody can read."""

import asyncio
import base64
import contextlib
import os
import random
import string
from collections import Counter
from typing import Any

import msgspec

from eschaton.kernel.record import Record, to_bytes
from eschaton.server import news
from eschaton.server import protocol as p
from tests import LONG
from tests.server.test_fuzz import ODD, garbled

HOLD_SECONDS = 20.0 if LONG else 3.0
"""A hostile client holds its connection for so long, or until it is hung up on."""
Pipe = tuple[asyncio.StreamReader, asyncio.StreamWriter]


def address(rng: random.Random, many: int) -> str:
    """One of so many addresses of this machine that nobody honest uses."""
    number = rng.randrange(many)
    return f"127.66.{number // 250}.{number % 250 + 1}"


class Assault:
    """Very many connections, so many of them at once, from some addresses."""

    def __init__(self, port: int, table: str, many: int, at_once: int, addresses: int) -> None:
        self.port, self.table, self.many, self.addresses = port, table, many, addresses
        self.slots = asyncio.Semaphore(at_once)
        self.rng = random.Random(many)
        self.open, self.most, self.made, self.refused = 0, 0, 0, 0
        self.how: Counter[str] = Counter()

    async def run(self) -> None:
        """All of them."""
        async with asyncio.TaskGroup() as group:
            for number in range(self.many):
                await self.slots.acquire()
                group.create_task(self.one(number))

    async def one(self, number: int) -> None:
        """One connection, held for as long as the server bears it."""
        kind = ("idle", "drip", "half", "garbage", "body", "watch")[number % 6]
        try:
            source = (address(self.rng, self.addresses), 0)
            pipe = await asyncio.open_connection("127.0.0.1", self.port, local_addr=source)
        except OSError:
            self.refused += 1
            self.slots.release()
            return
        self.made += 1
        self.how[kind] += 1
        self.open += 1
        self.most = max(self.most, self.open)
        try:
            with contextlib.suppress(OSError, TimeoutError, EOFError):
                async with asyncio.timeout(HOLD_SECONDS):
                    await getattr(self, kind)(pipe)
                    while await pipe[0].read(65_536):
                        continue
        finally:
            pipe[1].transport.abort()
            self.open -= 1
            self.slots.release()

    async def idle(self, pipe: Pipe) -> None:
        """Says nothing."""

    async def drip(self, pipe: Pipe) -> None:
        """A request that never ends, a letter at a time."""
        for letter in b"GET / HTTP/1.1\r\nhost: here\r\nx: " + b"y" * 200:
            pipe[1].write(bytes([letter]))
            await asyncio.sleep(0.2)

    async def half(self, pipe: Pipe) -> None:
        """A WebSocket that never says hello."""
        await self.upgrade(pipe)

    async def upgrade(self, pipe: Pipe) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        pipe[1].write(
            f"GET /api/tables/{self.table}/socket HTTP/1.1\r\nhost: here\r\nconnection: upgrade\r\n"
            f"upgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: {key}\r\n\r\n".encode()
        )
        await pipe[0].readuntil(b"\r\n\r\n")

    async def garbage(self, pipe: Pipe) -> None:
        """Nonsense, before a handshake or after it."""
        if self.rng.random() < 0.5:
            await self.upgrade(pipe)
        for _ in range(self.rng.randrange(1, 5)):
            pipe[1].write(self.rng.randbytes(self.rng.randrange(1, 2_000)))
            await asyncio.sleep(0.05)

    async def body(self, pipe: Pipe) -> None:
        """A large body that is announced and does not come."""
        pipe[1].write(b"POST /api/records HTTP/1.1\r\nhost: here\r\ncontent-length: 7000000\r\n\r\n{")

    async def watch(self, pipe: Pipe) -> None:
        """A nameless watcher that reads nothing, in a frame with an empty mask."""
        await self.upgrade(pipe)
        hello = news.encode(p.Hello(version=p.VERSION))
        pipe[1].write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        await asyncio.sleep(HOLD_SECONDS)


# Messages.


def odd_message(rng: random.Random) -> str | bytes:
    """Nonsense, or a message of the protocol with anything at all in its fields."""
    if rng.random() < 0.4:
        return garbled(rng)
    kind = rng.choice([kind for kind in p.ClientMessage.__args__ if kind is not p.Hello])
    fields: dict[str, Any] = {"type": kind.__struct_config__.tag, "ref": rng.choice(["", "a", "\x00", "r" * 64])}
    for name in kind.__struct_fields__:
        if name != "ref" and rng.random() < 0.8:
            fields[name] = rng.choice([0, 1, 2, "wave", "Round", True, False, [0], *ODD])
    return msgspec.json.encode(fields).decode()


# Uploads.


def mutated(rng: random.Random, data: bytes) -> bytes:
    """Data with something wrong in it."""
    spoilt = bytearray(data)
    for _ in range(rng.randrange(1, 6)):
        at = rng.randrange(len(spoilt) + 1)
        match rng.randrange(5):
            case 0 if spoilt:
                spoilt[at % len(spoilt)] = rng.randrange(256)
            case 1:
                del spoilt[at : at + rng.randrange(50)]
            case 2:
                spoilt[at:at] = rng.choice([b"[", b"{", b'"', b"null", b"\\u0000", b"1e999", rng.randbytes(3)])
            case 3:
                spoilt[at:at] = spoilt[at : at + 200]
            case _:
                del spoilt[at:]
    return bytes(spoilt)


def odd_upload(rng: random.Random, table: str, record: Record, pack: bytes) -> tuple[str, str, bytes]:
    """A method, a path and a body."""
    new = msgspec.json.encode({"game": "pebbles", "name": "A", "players": 2, "settings": {"watchers": True}})
    notes = msgspec.json.encode({"text": "x", "marks": {"0": {"role": "sure"}}})
    wanted = [
        ("POST", "/api/records", to_bytes(record)),
        ("POST", "/api/tables", new),
        ("POST", f"/api/tables/{table}/join", b'{"name":"B","password":"x","seat":0,"watch":false,"number":"1"}'),
        ("POST", f"/api/tables/{table}/packs?name={odd_name(rng)}", pack),
        ("POST", f"/api/tables/{table}/report", b'{"text":"odd","seat":0,"page":""}'),
        ("PUT", f"/api/tables/{table}/notes", notes),
        ("GET", f"/api/replays/{odd_name(rng)}/frames?viewer={odd_name(rng)}&first={odd_name(rng)}", b""),
        ("GET", f"/api/{odd_name(rng)}/{odd_name(rng)}", b""),
    ]
    method, path, data = rng.choice(wanted)
    return method, path, mutated(rng, data) if data else b""


def odd_name(rng: random.Random) -> str:
    """A name as nothing is called."""
    signs = [*string.ascii_letters, "%00", "%0a", "%ff", "%c3%28", "..", "%2f", "%e2%80%ae", "-1", "9" * 30]
    return "".join(rng.choices(signs, k=rng.randrange(1, 6)))


async def request(port: int, source: str, method: str, path: str, data: bytes, token: str) -> tuple[int, bytes]:
    """One request over a connection of its own; its status and what is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    try:
        head = f"{method} {path} HTTP/1.1\r\nhost: here\r\nconnection: close\r\nauthorization: Bearer {token}\r\n"
        writer.write(f"{head}content-length: {len(data)}\r\n\r\n".encode() + data)
        async with asyncio.timeout(60):
            answer = await reader.read()
        return int(answer.split(b" ", 2)[1]), answer
    finally:
        writer.transport.abort()
