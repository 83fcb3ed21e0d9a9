"""Several servers, one database: who is asked for a table that another keeps passes the request, or the line, on to it.

Servers reach each other at addresses of their own, which no client needs to know. What comes in there bears a seal made
with the key that they share, over the request and the client's address, so that nobody can pose as another server.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import logging
import re
from collections.abc import AsyncIterator, Iterable
from typing import Any
from urllib.parse import urlsplit

import h11
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from eschaton.server.endpoints import failure
from eschaton.server.hall import Hall
from eschaton.server.leases import Keeper
from eschaton.server.lobby import Refusal
from eschaton.server.socket import same_origin
from eschaton.server.stream import COME_AGAIN, GOOD_BYE, NOT_ALLOWED

log = logging.getLogger("eschaton.server.peers")

TABLE = re.compile(r"/api/tables/([^/]+)")
CONNECT_SECONDS = 3.0
ANSWER_SECONDS = 60.0
PING_SECONDS = 2.5
"""A server that does not answer a ping for so long is given up; its tables have another keeper soon."""
CHUNK_BYTES = 65_536
WAITING = 4
"""So many times as many messages as otherwise may wait for a slow client; while more do, no ping is answered."""
OURS = b"x-eschaton-"
SEAL, CLIENT, SCHEME = OURS + b"seal", OURS + b"client", OURS + b"scheme"
HOP_BY_HOP = frozenset(
    {b"connection", b"keep-alive", b"proxy-connection", b"te", b"trailer", b"upgrade", b"expect", b"forwarded"}
)
"""Headers that speak of one line only, or of who sent a request: that is told under seal."""
UNSAID = frozenset({None, 1005, 1006, 1015})
"""Codes that only say that a line broke."""

Headers = list[tuple[bytes, bytes]]


class Seal:
    """Proves that a request comes from a server that knows the key of the database."""

    def __init__(self, key: str) -> None:
        self.key = hashlib.blake2b(key.encode(), person=b"eschaton peers").digest()

    def over(self, keeper: str, target: bytes, client: bytes, scheme: bytes) -> bytes:
        """The seal of a request to this server, which another cannot use."""
        parts = b"\n".join((keeper.encode(), target, client, scheme))
        return hmac.digest(self.key, parts, "sha256").hex().encode()


class Peers:
    """Stands before everything else that a server answers with."""

    def __init__(self, app: ASGIApp, hall: Hall, key: str, me: Keeper) -> None:
        self.app = app
        self.hall = hall
        self.seal = Seal(key)
        self.me = me
        self.inner_port = port_of(me.address)
        self.lines = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or have it answered by the server that keeps the table."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
        elif scope.get("server") and scope["server"][1] == self.inner_port:
            await self.from_peer(scope, receive, send)
        elif (keeper := await self.keeper(scope)) is None:
            await self.app(scope, receive, send)
        elif scope["type"] == "http":
            await self.pass_on(keeper, scope, receive, send)
        else:
            await self.pass_line_on(keeper, scope, receive, send)

    async def from_peer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """What another server passes on, as if its client had come here; nobody else comes in."""
        sent = {name: value for name, value in scope["headers"] if name.startswith(OURS)}
        client, scheme = sent.get(CLIENT, b""), sent.get(SCHEME, b"")
        right = self.seal.over(self.me.id, target_of(scope), client, scheme)
        if not hmac.compare_digest(right, sent.get(SEAL, b"")):
            await refuse(scope, receive, send, Refusal("forbidden", "", "only servers are answered here"), NOT_ALLOWED)
            return
        headers = [(name, value) for name, value in scope["headers"] if not name.startswith(OURS)]
        there = {"client": (client.decode("latin-1"), 0), "scheme": scheme.decode("latin-1"), "headers": headers}
        await self.app({**scope, **there}, receive, send)

    async def keeper(self, scope: Scope) -> Keeper | None:
        """The other server that keeps the table which is asked for; None if it is ours, or nobody's yet."""
        found = TABLE.match(scope["path"])
        if found is None or len(found[1]) > 32:
            return None
        here = self.hall.actors.get(found[1])
        if here is not None and not here.closed:
            return None
        try:
            return await asyncio.to_thread(self.hall.house.leases.keeper, found[1])
        except SQLAlchemyError:
            return None  # whoever looks for the table will say what is wrong

    def headers(self, keeper: Keeper, scope: Scope) -> Headers:
        """The headers of a request as the keeper gets them: without what only clients say, and sealed."""
        client = (scope["client"][0] if scope.get("client") else "").encode("latin-1")
        scheme, target = str(scope["scheme"]).encode(), target_of(scope)
        kept = [
            (name, value)
            for name, value in scope["headers"]
            if name not in HOP_BY_HOP and not name.startswith((OURS, b"x-forwarded-", b"sec-websocket-"))
        ]
        return [
            *kept,
            (CLIENT, client),
            (SCHEME, scheme),
            (SEAL, self.seal.over(keeper.id, target, client, scheme)),
        ]

    # Requests.

    async def pass_on(self, keeper: Keeper, scope: Scope, receive: Receive, send: Send) -> None:
        """Have a request answered by the keeper."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            async with asyncio.timeout(ANSWER_SECONDS), reached(keeper) as (reader, writer):
                await exchange(reader, writer, scope, self.headers(keeper, scope), receive, noted)
        except (OSError, TimeoutError, EOFError, h11.ProtocolError) as error:
            log.warning("a request was not passed on: %s", error, extra={"path": scope["path"]})
            if begun:
                raise
            await refuse(scope, receive, send, away(), COME_AGAIN)

    # Lines.

    async def pass_line_on(self, keeper: Keeper, scope: Scope, receive: Receive, send: Send) -> None:
        """Connect a client's line with the keeper."""
        config = self.hall.house.config
        if not same_origin(HTTPConnection(scope), config) or self.lines >= config.most_connections:
            await refuse(scope, receive, send, away(), NOT_ALLOWED)
            return
        headers = [
            (name.decode("latin-1"), value.decode("latin-1"))
            for name, value in self.headers(keeper, scope)
            if name not in (b"host", b"origin")
        ]
        url = f"ws://{keeper.address}{target_of(scope).decode('latin-1')}"
        try:
            line = await connect(
                url,
                additional_headers=headers,
                compression=None,
                max_size=None,
                max_queue=WAITING * config.queue,
                open_timeout=CONNECT_SECONDS,
                close_timeout=CONNECT_SECONDS,
                ping_interval=PING_SECONDS,
                ping_timeout=PING_SECONDS,
                proxy=None,
            )
        except (OSError, TimeoutError, EOFError, WebSocketException) as error:
            log.warning("a line was not passed on: %s", error, extra={"path": scope["path"]})
            await refuse(scope, receive, send, away(), COME_AGAIN)
            return
        self.lines += 1
        try:
            async with line:
                await converse(line, receive, send)
        finally:
            self.lines -= 1


def away() -> Refusal:
    """What is said while the server that keeps a table does not answer, until another takes it over."""
    return Refusal("unavailable", "table", "the server that keeps this table does not answer; come again")


async def refuse(scope: Scope, receive: Receive, send: Send, refusal: Refusal, code: int) -> None:
    """Refuse a request; or take a line and close it, since a browser is not told why it was not taken."""
    if scope["type"] == "http":
        await failure(refusal)(scope, receive, send)
        return
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": code})


def target_of(scope: Scope) -> bytes:
    """What a request asks for, as it was sent."""
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    query: bytes = scope.get("query_string") or b""
    return path.partition(b"?")[0] + (b"?" + query if query else b"")


def port_of(address: str) -> int | None:
    """The port of an address; None if there is none."""
    return urlsplit(f"//{address}").port if address else None


@contextlib.asynccontextmanager
async def reached(keeper: Keeper) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """A connection to another server."""
    place = urlsplit(f"//{keeper.address}")
    async with asyncio.timeout(CONNECT_SECONDS):
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
    try:
        yield reader, writer
    finally:
        writer.close()


async def exchange(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    scope: Scope,
    headers: Headers,
    receive: Receive,
    send: Send,
) -> None:
    """Send a request as it comes, and what is answered as it comes."""
    talk = h11.Connection(h11.CLIENT)
    request = h11.Request(
        method=scope["method"], target=target_of(scope), headers=[*headers, (b"connection", b"close")]
    )
    writer.write(talk.send(request) or b"")
    async for part in body_of(receive):
        writer.write(talk.send(h11.Data(part)) or b"")
        await writer.drain()
    writer.write(talk.send(h11.EndOfMessage()) or b"")
    await writer.drain()
    while True:
        event = talk.next_event()
        if event is h11.NEED_DATA:
            talk.receive_data(await reader.read(CHUNK_BYTES))
        elif isinstance(event, h11.Response):
            kept = [(name, value) for name, value in event.headers if name not in HOP_BY_HOP | {b"transfer-encoding"}]
            await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
        elif isinstance(event, h11.Data):
            await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        elif isinstance(event, h11.EndOfMessage):
            await send({"type": "http.response.body", "body": b""})
            return
        elif isinstance(event, h11.ConnectionClosed):
            raise EOFError("the other server hung up")


async def body_of(receive: Receive) -> AsyncIterator[bytes]:
    """The body of a request, part by part; EOFError if its client has gone."""
    more = True
    while more:
        message = await receive()
        if message["type"] != "http.request":
            raise EOFError("the client hung up")
        if message.get("body"):
            yield message["body"]
        more = message.get("more_body", False)


async def converse(line: ClientConnection, receive: Receive, send: Send) -> None:
    """Pass on what either side says until one hangs up; the other is told why."""
    await receive()
    await send({"type": "websocket.accept"})
    tasks: Iterable[asyncio.Task[Any]] = [asyncio.create_task(up(line, receive)), asyncio.create_task(down(line, send))]
    _, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def up(line: ClientConnection, receive: Receive) -> None:
    """What the client says, to the keeper."""
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            await line.close(GOOD_BYE)
            return
        text = message.get("text")
        await line.send(text if text is not None else message.get("bytes") or b"")


async def down(line: ClientConnection, send: Send) -> None:
    """What the keeper says, to the client; when it is gone, the client may come again."""
    with contextlib.suppress(ConnectionClosed):
        async for data in line:
            await send({"type": "websocket.send", "text" if isinstance(data, str) else "bytes": data})
    code = COME_AGAIN if line.close_code in UNSAID else line.close_code
    with contextlib.suppress(RuntimeError, OSError):
        await send({"type": "websocket.close", "code": code})
