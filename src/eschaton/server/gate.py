"""The gate: what happens to a connection before, between and beneath requests.

A connection without a request is closed after a while, and so is one whose request comes a byte at a time, or that does
not read its answer. Places are shared by address.
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from eschaton.server.places import Places
from eschaton.server.proxies import Proxies, household

REQUEST_WITHIN_SECONDS = 10.0
"""So long a connection may take to say what it wants, from its first moment or after an answer."""
BODY_WITHIN_SECONDS = 30.0
"""So long it may take to send the rest of it."""
READ_WITHIN_SECONDS = 30.0
"""So long an answer may wait without any of it being read."""


class Gate:
    """What all connections of a server share; trusted proxies and other servers bring many, and count for none."""

    def __init__(self, most: int, each: int, proxies: Proxies, inner_port: int | None = None) -> None:
        self.places: Places[Visitor] = Places(most, each)
        self.proxies = proxies
        self.inner_port = inner_port

    def protocol(self) -> type[Visitor]:
        """The protocol that uvicorn speaks here."""
        return type("Visitor", (Visitor,), {"gate": self, "__doc__": Visitor.__doc__})


class Visitor(H11Protocol):
    """One connection, until it is closed or becomes a WebSocket."""

    gate: Gate

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.address: str | None = None
        self.patience: asyncio.TimerHandle | None = None  # for what is to come
        self.unread: asyncio.TimerHandle | None = None  # for what is to be read
        self.upgraded = False

    @property
    def idle(self) -> bool:
        """Whether nothing is being done for it."""
        return not self.upgraded and not self.answering

    @property
    def answering(self) -> bool:
        """Whether a request is being carried out."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.response_complete

    def give_up(self) -> None:
        """Hang up at once."""
        self.transport.abort()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody comes, and gets a place or is sent away."""
        super().connection_made(transport)
        peer = self.client[0] if self.client else ""
        inside = self.server is not None and self.server[1] is not None and self.server[1] == self.gate.inner_port
        if not inside and not self.gate.proxies.trusts(peer):
            self.address = household(peer)
            if not self.gate.places.take(self.address, self):
                self.address = None
                transport.abort()
                return
        self.expect(REQUEST_WITHIN_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody has gone."""
        self.expect(None)
        self.stop_waiting()
        self.leave()
        super().connection_lost(exc)

    def leave(self) -> None:
        """Give the place back."""
        if self.address is not None:
            self.gate.places.leave(self.address, self)
            self.address = None

    def expect(self, seconds: float | None) -> None:
        """Hang up unless something happens in time."""
        if self.patience is not None:
            self.patience.cancel()
        self.patience = self.loop.call_later(seconds, self.lose_patience) if seconds is not None else None

    def stop_waiting(self) -> None:
        """What was written has been read."""
        if self.unread is not None:
            self.unread.cancel()
            self.unread = None

    def lose_patience(self) -> None:
        """Nothing came, or nothing was read."""
        self.transport.abort()

    def handle_events(self) -> None:
        """Take in what has come; the clock runs for what has not."""
        before = self.cycle
        super().handle_events()
        if self.upgraded or self.transport.is_closing():
            self.expect(None)
        elif self.cycle is not before:  # a request has begun; its body may still be on the way
            self.expect(BODY_WITHIN_SECONDS if self.cycle.more_body else None)
        elif self.answering and not self.cycle.more_body:
            self.expect(None)

    def on_response_complete(self) -> None:
        """Another request may follow."""
        self.expect(REQUEST_WITHIN_SECONDS)
        super().on_response_complete()

    def pause_writing(self) -> None:
        """The answer is not read as fast as it is written."""
        super().pause_writing()
        self.unread = self.loop.call_later(READ_WITHIN_SECONDS, self.lose_patience)

    def resume_writing(self) -> None:
        """It is read again."""
        super().resume_writing()
        self.stop_waiting()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The connection becomes a WebSocket, and keeps its place until that is closed."""
        self.expect(None)
        self.ws_protocol_class = partial(Guest, self)  # type: ignore[assignment]
        super().handle_websocket_upgrade(event)


class Guest(WebSocketsSansIOProtocol):
    """A visitor who has become a WebSocket."""

    def __init__(self, visitor: Visitor, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.visitor = visitor
        visitor.upgraded = True

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone, and gives its place back."""
        self.visitor.leave()
        super().connection_lost(exc)
