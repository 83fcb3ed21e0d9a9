"""Whether the server can write: found out by writing, at most once a second, however many ask."""

from __future__ import annotations

import asyncio
import logging

from eschaton.server.storage import write_proof
from eschaton.server.writer import Writer

log = logging.getLogger("eschaton.server.health")

PROVEN_SECONDS = 1.0
"""For so long what was found is believed."""
PATIENCE_SECONDS = 5.0
"""A disk that takes longer cannot be called one that can be written to."""


class Health:
    """What is known of the disk."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.found: asyncio.Task[bool] | None = None
        self.asked_at = 0.0

    async def can_write(self) -> bool:
        """Whether something was written just now."""
        now = asyncio.get_running_loop().time()
        if self.found is None or (self.found.done() and now - self.asked_at >= PROVEN_SECONDS):
            self.found, self.asked_at = asyncio.create_task(self.proven()), now
        return await asyncio.shield(self.found)

    async def proven(self) -> bool:
        """Write something that needs room."""
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                await self.writer.write(write_proof())
        except Exception as error:
            log.warning("the disk cannot be written to: %s", error)
            return False
        return True
