"""What one recipient is sent: numbered, kept for a while, and only when something changed for them."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Iterable
from typing import Protocol

import msgspec

from eschaton.kernel.ask import Viewer
from eschaton.server import news
from eschaton.server.picture import Known, Picture, changes

GOOD_BYE, LEAVING, NOT_ALLOWED, TOO_LARGE, COME_AGAIN, NO_TABLE = 1000, 1001, 1008, 1009, 1013, 4404
"""Why a line was closed."""
KEPT_MESSAGES = 200
KEPT_BYTES = 256_000


class Connection(Protocol):
    """An open line to a client. Sending never waits: a client that does not read is cut off."""

    def send(self, data: bytes) -> None:
        """Put a message into the client's queue."""
        ...

    def send_first(self, messages: Iterable[bytes]) -> None:
        """Send all of these before anything else, as fast as the client reads."""
        ...

    def close(self, code: int) -> None:
        """Say good-bye after what is queued."""
        ...


class Shown(msgspec.Struct):
    """What a recipient was last shown through one viewer's eyes; `read` events of the log, of which it saw `count`."""

    picture: Picture | None = None
    read: int = 0
    count: int = 0


class Stream:
    """The messages of one recipient."""

    def __init__(self) -> None:
        self.id = secrets.token_hex(8)
        self.seq = 0
        self.kept: deque[tuple[int, bytes]] = deque()
        self.kept_bytes = 0
        self.connections: set[Connection] = set()
        self.shown: dict[Viewer, Shown] = {}
        self.quiet_since = 0.0

    def post(self, message: news.FromServer) -> None:
        """Number a message, keep it and send it."""
        self.seq += 1
        message.seq = self.seq
        data = news.encode(message)
        self.kept.append((self.seq, data))
        self.kept_bytes += len(data)
        while len(self.kept) > KEPT_MESSAGES or (self.kept_bytes > KEPT_BYTES and len(self.kept) > 1):
            self.kept_bytes -= len(self.kept.popleft()[1])
        for connection in list(self.connections):
            connection.send(data)

    def missed(self, stream: str, last: int) -> list[bytes] | None:
        """What was sent after message `last` of this stream; None if that is not known any more."""
        if stream != self.id or last > self.seq:
            return None
        if last < self.seq and (not self.kept or self.kept[0][0] > last + 1):
            return None
        return [data for number, data in self.kept if number > last]

    def forget(self, viewers: list[Viewer]) -> None:
        """Forget what was shown to viewers that this recipient no longer is."""
        self.shown = {viewer: shown for viewer, shown in self.shown.items() if viewer in viewers}

    def show(self, viewer: Viewer, picture: Picture, events: list[news.Told], cut: int | None, known: Known) -> None:
        """Send what has changed for this viewer; `cut` is how many of the events it saw still stand."""
        shown = self.shown.setdefault(viewer, Shown())
        before = shown.picture
        patch = changes(before, picture, known) if before is not None else None
        if patch == [] and not events and cut is None:
            shown.read = picture.read
            return
        count = shown.count if cut is None else cut
        message = news.Observation(seat=viewer, log_from=count, events=events)
        if patch is None or not smaller(patch, picture):
            message.state = msgspec.Raw(picture.data)  # type: ignore[assignment]
        elif patch:
            message.patch = msgspec.Raw(b"[%s]" % b",".join(patch))  # type: ignore[assignment]
        self.post(message)
        self.shown[viewer] = Shown(picture, picture.read, count + len(events))

    def whole(self, viewer: Viewer, picture: Picture, events: list[news.Told]) -> news.Observation:
        """What a viewer was last shown, whole."""
        message = news.Observation(seat=viewer, log_from=0, events=events)
        message.state = msgspec.Raw(picture.data)  # type: ignore[assignment]
        return message


def smaller(patch: list[bytes], picture: Picture) -> bool:
    """Whether a patch is smaller than the whole state."""
    return sum(map(len, patch)) < picture.size
