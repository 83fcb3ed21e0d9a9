"""One thread writes. Jobs that wait for it together are committed together: one flush of the disk for all."""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy.engine import Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from eschaton.server.database import reason_of
from eschaton.server.storage import Job, OutOfStep

log = logging.getLogger("eschaton.server.writer")

AT_ONCE = 256


class Unreachable(Exception):
    """The database is away. Nobody can tell whether what was being written is on disk: look when it is back."""


class Waiting(NamedTuple):
    """Jobs of one table that stand or fall together, and who waits for them."""

    jobs: Sequence[Job]
    loop: asyncio.AbstractEventLoop
    done: asyncio.Future[None]


class Writer:
    """The thread that writes to the database."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.queue: queue.SimpleQueue[Waiting | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self.work, name="writer", daemon=True)
        self.thread.start()
        self.commits = 0

    async def write(self, *jobs: Job) -> None:
        """Returns when the jobs are on disk; raises what went wrong, and then none of them is."""
        if not jobs:
            return
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self.queue.put(Waiting(jobs, loop, done))
        await done

    def close(self) -> None:
        """Write what is waiting and stop."""
        self.queue.put(None)
        self.thread.join()

    def work(self) -> None:
        """Take what waits, commit it, tell those who wait."""
        going = True
        while going:
            batch = [self.queue.get()]
            while len(batch) < AT_ONCE and not self.queue.empty():
                batch.append(self.queue.get())
            going = None not in batch
            waiting = [item for item in batch if item is not None]
            if waiting:
                self.commit_all(waiting)

    def commit_all(self, batch: list[Waiting]) -> None:
        """Commit all together; if that fails, each alone, so that one fault concerns one table."""
        try:
            self.commit(batch)
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, Unreachable):
                for waiting in batch:
                    self.commit_all([waiting])
                return
            unexpected = not isinstance(error, Unreachable | OutOfStep)
            log.error("a write failed: %s", error, exc_info=unexpected)
            for waiting in batch:
                tell(waiting, error)
            return
        for waiting in batch:
            tell(waiting, None)

    def commit(self, batch: list[Waiting]) -> None:
        """One transaction. Unreachable if the database cannot be asked: then each alone would fail too, slowly."""
        try:
            connection = self.engine.connect()
        except SQLAlchemyError as error:
            raise Unreachable(reason_of(error)) from None
        with connection:
            try:
                with connection.begin():
                    for waiting in batch:
                        for job in waiting.jobs:
                            job(connection)
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise Unreachable(reason_of(error)) from None
                raise
        self.commits += 1


def tell(waiting: Waiting, error: Exception | None) -> None:
    """Tell whoever waits how it went, in their own thread."""

    def settle() -> None:
        if waiting.done.done():
            return
        if error is None:
            waiting.done.set_result(None)
        else:
            waiting.done.set_exception(error)

    # The loop may have been closed meanwhile; then nobody waits any more.
    if not waiting.loop.is_closed():
        waiting.loop.call_soon_threadsafe(settle)
