"""Perfect recall: one key for everything a seat has been shown and has done.

The key is a chain of hashes. A link is added whenever the seat is told something new (what it sees, who may act, what
it may do unasked, its question, what happened) and whenever it answers. Moments at which nothing is new for the seat
add nothing, so that the key does not tell how often others were asked.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.event import Event
from eschaton.kernel.machine import Question
from eschaton.kernel.table import Table
from eschaton.kernel.view import view


class Recall(msgspec.Struct):
    """What one seat remembers: the key, and fingerprints of what it was shown last."""

    seat: Seat
    key: bytes = b""
    seen: bytes = b""
    asked: bytes = b""

    def hear(self, table: Table, question: Question | None, events: list[Event]) -> None:
        """Be told of a moment, if anything about it is new."""
        seat = self.seat
        free = list(table.free(seat)) if question is not None else []
        may_act = question.may_act(table) if question is not None else []
        seen = fingerprint([view(table, seat), may_act, free])
        asked = fingerprint(shape_asked(table, question, seat))
        told = [event for happened in events if (event := happened.seen_by(seat)) is not None]
        if told or seen != self.seen or (asked != self.asked and asked != NOTHING_ASKED):
            self.link([seen, asked, told])
        self.seen, self.asked = seen, asked

    def copy(self) -> Recall:
        """The same memory, to go on differently."""
        return Recall(self.seat, self.key, self.seen, self.asked)

    def link(self, what: Any) -> None:
        """Remember one thing more."""
        self.key = fingerprint([self.key, what])


def shape_asked(table: Table, question: Question | None, seat: Seat) -> list[Any] | None:
    """The seat's own question, as far as it tells it from others; None when it is not asked."""
    if question is None or seat in table.answered(question.step):
        return None
    ask = question.of(table, seat)
    return None if ask is None else [type(ask).__name__, ask.rule, ask.prompt, *ask.shape()]


def fingerprint(value: Any) -> bytes:
    """A short hash of plain data."""
    return hashlib.blake2b(msgspec.msgpack.encode(value), digest_size=16).digest()


NOTHING_ASKED = fingerprint(None)
