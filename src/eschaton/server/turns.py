"""Whose turn it is where only one can be served at a time: nobody waits longer because somebody else asks for much."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
from collections.abc import AsyncIterator

import msgspec

from eschaton.server.lobby import Refusal


class Waiter(msgspec.Struct, eq=False):
    """Somebody in the queue: for which address and which table, since when."""

    address: str
    table: str
    number: int
    called: asyncio.Event


class Turns:
    """Serves one at a time: first the address, then its table, that was served longest ago."""

    def __init__(self, most_of_one: int = 4, most: int = 100) -> None:
        self.most_of_one = most_of_one
        self.most = most
        self.busy = False
        self.waiting: list[Waiter] = []
        self.served: dict[str, int] = {}
        self.numbers = itertools.count(1)

    @contextlib.asynccontextmanager
    async def wait(self, address: str, table: str = "") -> AsyncIterator[None]:
        """Wait for a turn, and have it; a refusal if too many wait already, of this address or at all."""
        if self.busy:
            await self.queue(address, table)
        self.busy = True
        try:
            self.serve(address, table)
            yield
        finally:
            self.busy = False
            self.call_next()

    async def queue(self, address: str, table: str) -> None:
        """Until it is this one's turn."""
        if sum(each.address == address for each in self.waiting) >= self.most_of_one or len(self.waiting) >= self.most:
            raise Refusal("too-fast", "", "others are waiting already; try again in a moment")
        mine = Waiter(address, table, next(self.numbers), asyncio.Event())
        self.waiting.append(mine)
        try:
            await mine.called.wait()
        except asyncio.CancelledError:
            if mine.called.is_set():  # called, but gone: the turn is the next one's
                self.busy = False
                self.call_next()
            raise
        finally:
            if mine in self.waiting:
                self.waiting.remove(mine)

    def serve(self, address: str, table: str) -> None:
        """Note who was served last; what nobody waits for is forgotten in time."""
        if len(self.served) > 1_000:
            waiting = {name for each in self.waiting for name in names(each)}
            self.served = {name: number for name, number in self.served.items() if name in waiting}
        number = next(self.numbers)
        self.served |= {f"address {address}": number, f"table {table}": number}

    def call_next(self) -> None:
        """Call whoever was served longest ago, if anybody waits."""
        if self.busy or not self.waiting:
            return
        chosen = min(self.waiting, key=lambda each: ([self.served.get(name, 0) for name in names(each)], each.number))
        self.waiting.remove(chosen)
        self.busy = True
        chosen.called.set()


def names(waiter: Waiter) -> tuple[str, str]:
    """By what it is remembered who was served."""
    return f"address {waiter.address}", f"table {waiter.table}"
