"""A table's place on disk, for as long as this server keeps the table."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from eschaton.server.desk import Desk
from eschaton.server.lobby import Refusal
from eschaton.server.play import Change
from eschaton.server.settings import House
from eschaton.server.storage import Job, write_change

log = logging.getLogger("eschaton.server.ondisk")


class Loaded(NamedTuple):
    """A table as it is on disk, and the epoch of our keeping it."""

    desk: Desk
    epoch: int


class OnDisk:
    """Writes for one table, under the epoch of our keeping it."""

    def __init__(
        self, house: House, table: str, load: Callable[[str], Awaitable[Loaded | None]], epoch: int = 0
    ) -> None:
        self.house = house
        self.table = table
        self.load = load
        self.epoch = epoch

    async def write(self, jobs: list[Job]) -> None:
        """Returns when the jobs are on disk; raises what went wrong."""
        if jobs:
            await self.house.writer.write(*self.house.leases.fence(self.table, self.epoch), *jobs)

    async def read(self) -> Desk | None:
        """The table as it is on disk; None if it cannot be had."""
        try:
            loaded = await self.load(self.table)
        except Refusal as refusal:
            log.error("a table was closed: %s", refusal.message, extra={"table": self.table})
            return None
        except Exception:
            log.exception("a table was closed", extra={"table": self.table})
            return None
        if loaded is None:
            return None
        self.epoch = loaded.epoch
        return loaded.desk

    async def snapshot(self, desk: Desk) -> None:
        """Store a running match as it is, so that it can go on even under other rules."""
        play = desk.play
        if play is None or play.match.over or desk.lobby.phase != "playing":
            return
        entries = len(play.match.record.entries)
        if entries in play.stored:
            return
        change = Change(entries, [], [play.match.snap()], len(play.match.log))
        try:
            await self.write([write_change(play.match.record.id, change, entries)])
        except Exception:
            log.exception("a snapshot could not be stored", extra={"table": self.table})

    async def release(self) -> None:
        """Leave the table to whoever wants it next; if that fails, it is ours until somebody asks us."""
        try:
            await self.house.writer.write(*self.house.leases.release(self.table, self.epoch))
        except Exception:
            log.exception("a table was not released", extra={"table": self.table})
