"""The WebSocket: one line to a table. Everything that comes in is checked here; everything that goes out is queued."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from eschaton.server import news, protocol
from eschaton.server.actor import Closed
from eschaton.server.hall import Hall
from eschaton.server.limits import Buckets
from eschaton.server.lobby import Refusal
from eschaton.server.places import Places
from eschaton.server.proxies import household
from eschaton.server.reporter import NAMELESS
from eschaton.server.settings import Config
from eschaton.server.stream import COME_AGAIN, GOOD_BYE, LEAVING, NO_TABLE, NOT_ALLOWED, TOO_LARGE

log = logging.getLogger("eschaton.server.socket")

FIELD = re.compile(r"at `\$\.?(.*?)`")
HELLO_WITHIN = 10.0
GOOD_BYE_WITHIN = 5.0
PATIENCE = 50
"""After so many messages that come too fast or make no sense a client is cut off."""


class Line:
    """The way to one client: a bounded queue, emptied by a task of its own."""

    def __init__(self, socket: WebSocket, config: Config) -> None:
        self.socket = socket
        self.config = config
        self.backlog: deque[bytes] = deque()
        self.queue: deque[bytes] = deque()
        self.waiting = 0
        self.wake = asyncio.Event()
        self.code: int | None = None
        self.greeted = False

    @property
    def idle(self) -> bool:
        """Whether nobody has said who this is."""
        return not self.greeted

    def give_up(self) -> None:
        """Leave the place to somebody else."""
        self.close(COME_AGAIN)

    def send_first(self, messages: Iterable[bytes]) -> None:
        """What somebody who comes must be told, however much it is: as fast as they read, before anything else."""
        self.greeted = True
        self.backlog.extend(messages)
        self.wake.set()

    def send(self, data: bytes) -> None:
        """Queue a message; a client that leaves too many or too much waiting is cut off, and may resume."""
        if self.code is not None:
            return
        if len(self.queue) >= self.config.queue or self.waiting >= self.config.queue_bytes:
            self.backlog.clear()
            self.queue.clear()
            self.code = COME_AGAIN
        else:
            self.queue.append(data)
            self.waiting += len(data)
        self.wake.set()

    def close(self, code: int) -> None:
        """Hang up after what is queued."""
        if self.code is None:
            self.code = code
        self.wake.set()

    def next(self) -> bytes:
        """What is to be sent next."""
        if self.backlog:
            return self.backlog.popleft()
        data = self.queue.popleft()
        self.waiting -= len(data)
        return data

    async def drain(self) -> None:
        """Send what is queued, until the line is closed."""
        try:
            while True:
                while self.backlog or self.queue:
                    await self.socket.send_text(self.next().decode())
                if self.code is not None:
                    break
                self.wake.clear()
                await self.wake.wait()
            await self.socket.close(self.code)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.code = self.code or GOOD_BYE


class Reception:
    """Takes one connection from hello to good-bye."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        config = hall.house.config
        self.lines: Places[Line] = Places(config.most_connections, config.connections_each)
        self.watching: dict[str, Places[Line]] = {}  # who watches each table without a name
        self.said = Buckets(config.rate, config.burst)  # what each person says, over however many connections

    async def serve(self, socket: WebSocket) -> None:
        """One connection."""
        config = self.hall.house.config
        line, address = Line(socket, config), address_of(socket)
        if not same_origin(socket, config) or not self.lines.take(address, line):
            await socket.close(NOT_ALLOWED)
            return
        self.hall.house.metrics.gauges["connections"] = len(self.lines)
        sender: asyncio.Task[None] | None = None
        try:
            await socket.accept()
            sender = asyncio.create_task(line.drain())
            await self.converse(socket, line, sender)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the client has gone
        except Exception:
            log.exception("a connection failed")
            line.close(1011)
        finally:
            line.close(GOOD_BYE)
            self.lines.leave(address, line)
            self.stop_watching(socket.path_params["table"], address, line)
            self.hall.house.metrics.gauges["connections"] = len(self.lines)
            if sender is not None:
                await asyncio.wait({sender}, timeout=GOOD_BYE_WITHIN)
                await finished(sender)

    async def converse(self, socket: WebSocket, line: Line, sender: asyncio.Task[None]) -> None:
        """Hello, then everything else."""
        table = socket.path_params["table"]
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                hello = read(await first_frame(socket, sender))
            person = await self.greet(table, hello)
            if person == NAMELESS:
                self.watch(table, address_of(socket), line)
            await self.hall.at(table, lambda actor: actor.attach(line, person, as_hello(hello)))
        except (Refusal, TimeoutError) as error:
            refusal = error if isinstance(error, Refusal) else Refusal("unavailable", "type", "no hello came in time")
            line.send(problem(refusal, ""))
            line.close({"not-found": NO_TABLE, "unavailable": COME_AGAIN}.get(refusal.code, NOT_ALLOWED))
            return
        who = f"{table} {person or address_of(socket)}"
        listener = asyncio.create_task(self.listen(socket, line, table, person, who))
        try:
            await asyncio.wait({listener, sender}, return_when=asyncio.FIRST_COMPLETED)
            if listener.done():
                listener.result()
        finally:
            await finished(listener)
            actor = self.hall.actors.get(table)
            if actor is not None:
                await actor.detach(line, person)

    async def greet(self, table: str, hello: protocol.ClientMessage) -> int:
        """Who this is; a refusal if they may not come in."""
        first = as_hello(hello)
        if first.version != protocol.VERSION:
            raise Refusal("version", "version", f"this server speaks version {protocol.VERSION}; reload the page")
        actor = await self.hall.actor(table)
        lobby = actor.desk.lobby
        if first.token:
            person = self.hall.house.tokens.read(first.token, table)
            if person is None or lobby.guest(person) is None:
                raise Refusal("forbidden", "token", "this token is not valid here")
            return person
        if not lobby.open_to_watchers():
            raise Refusal("forbidden", "token", "this table is not open to nameless watchers")
        return NAMELESS

    def watch(self, table: str, address: str, line: Line) -> None:
        """Give a nameless watcher a place at a table; they are shared by address."""
        many = self.hall.house.config.most_watchers
        places = self.watching.setdefault(table, Places(many, many))
        if not places.take(address, line):
            raise Refusal("unavailable", "token", "as many watch this table already as can; join it, or try later")

    def stop_watching(self, table: str, address: str, line: Line) -> None:
        """They have gone, if they watched."""
        places = self.watching.get(table)
        if places is not None:
            places.leave(address, line)
            if not places:
                del self.watching[table]

    async def listen(self, socket: WebSocket, line: Line, table: str, person: int, who: str) -> None:
        """Take messages until the client goes, or is sent away."""
        patience = PATIENCE
        while line.code is None:
            data = await receive(socket)
            try:
                if not self.said.take(who):
                    raise Refusal("too-fast", "", "you are too fast; wait a moment")
                message = read(data)
                if isinstance(message, protocol.Ping):
                    line.send(news.encode(news.Done(re=message.ref)))
                    continue
                await self.hall.at(table, lambda actor: actor.hear(person, message, line))  # noqa: B023
            except Refusal as refusal:
                self.hall.house.metrics.count("bad_messages")
                line.send(problem(refusal, ref_in(data)))
                patience -= 1
                if patience <= 0 or refusal.code in ("too-large", "not-found"):
                    line.close(TOO_LARGE if refusal.code == "too-large" else NOT_ALLOWED)

    def close(self) -> None:
        """Hang up on everybody: the server is leaving."""
        for line in self.lines:
            line.close(LEAVING)


def same_origin(asker: HTTPConnection, config: Config) -> bool:
    """Whether a connection or request comes from a page of this server, or from no page at all."""
    origin = asker.headers.get("origin")
    if origin is None or origin in config.origins:
        return True
    try:
        return urlsplit(origin).netloc == asker.headers.get("host", "")
    except ValueError:  # not an origin that a browser would send
        return False


def address_of(asker: HTTPConnection) -> str:
    """What counts as the address of whoever connects or asks, for limits."""
    return household(asker.client.host) if asker.client else ""


async def first_frame(socket: WebSocket, sender: asyncio.Task[None]) -> bytes:
    """The first frame, unless the line is closed meanwhile: its place may be somebody else's."""
    coming = asyncio.create_task(receive(socket))
    try:
        await asyncio.wait({coming, sender}, return_when=asyncio.FIRST_COMPLETED)
        if not coming.done():
            raise WebSocketDisconnect(COME_AGAIN)
        return coming.result()
    finally:
        if not coming.done():
            coming.cancel()


async def receive(socket: WebSocket) -> bytes:
    """The next frame."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    text = message.get("text")
    data: bytes = text.encode("utf-8", "surrogatepass") if text is not None else message.get("bytes") or b""
    return data


def read(data: bytes) -> protocol.ClientMessage:
    """The message in a frame, or a refusal naming the field that is wrong."""
    if len(data) > protocol.MAX_MESSAGE:
        raise Refusal("too-large", "", f"a message has at most {protocol.MAX_MESSAGE} bytes")
    try:
        return protocol.decode(data)
    except msgspec.ValidationError as error:
        found = FIELD.search(str(error))
        raise Refusal("malformed", found.group(1) if found else "", str(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refusal("malformed", "", f"not a message: {error}") from None


def as_hello(message: protocol.ClientMessage) -> protocol.Hello:
    """The message if it is the greeting."""
    if not isinstance(message, protocol.Hello):
        raise Refusal("malformed", "type", "say hello first")
    return message


def ref_in(data: bytes) -> str:
    """The ref of a message that could not be read, if it has one."""
    if len(data) > protocol.MAX_MESSAGE:
        return ""
    try:
        found: Any = msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    ref = found.get("ref") if isinstance(found, dict) else None
    return ref if isinstance(ref, str) and len(ref) <= 64 else ""


def problem(refusal: Refusal, ref: str) -> bytes:
    """A refusal on the wire, outside of any stream."""
    return news.encode(news.Problem(code=refusal.code, re=ref, field=refusal.field, message=refusal.message))


async def finished(task: asyncio.Task[None]) -> None:
    """Cancel a task, and wait until it has ended."""
    task.cancel()
    try:
        await task
    except (asyncio.CancelledError, WebSocketDisconnect, RuntimeError, Closed):
        return
