"""The pulse of a table: for how long a moment stands when bots, or nobody, answer it.

Where several may act, nobody must be able to tell by the time it takes whether a hidden hand could have. So the answers
of bots are told when the moment is over, all at once, and a moment in which nobody can act, where the kernel goes on by
itself, is over after just as long. It begins anew only when something happens that everybody can see.
"""

from __future__ import annotations

import asyncio
import math

from eschaton.server.desk import Desk
from eschaton.server.settings import Config

LEAD = 0.03
"""So many seconds before they are told, answers are worked out and written down, if that has never taken longer."""
GRAIN = 0.1
"""What comes too late is told so many seconds later, or twice as many, and so on."""
AFTER_FAILURE = 5.0
"""How long bots rest after something failed, in seconds."""


def now() -> float:
    """The machine's clock, as the event loop reads it."""
    return asyncio.get_running_loop().time()


class Pulse:
    """When answers that no person gives are begun, and when they are told."""

    def __init__(self, config: Config) -> None:
        self.delay = config.bot_delay
        self.moment: object = None
        self.began = 0.0
        self.rest_until = 0.0
        self.longest = 0.0

    def due(self, desk: Desk, watched: bool) -> float | None:
        """When this moment is over, by the machine's clock; at once if nobody watches; None if people must answer."""
        if desk.lobby.phase != "playing" or desk.lobby.paused or desk.play is None:
            self.moment = None
            return None
        moment = desk.play.moment()
        if moment != self.moment:
            self.moment, self.began = moment, now()
        if not desk.play.idle and not desk.bots_asked():
            return None
        beat = max(self.delay, self.lead) if watched else 0.0
        return max(self.began + beat, self.rest_until)

    @property
    def lead(self) -> float:
        """How long before a moment is over the answers are begun."""
        return max(LEAD, 2 * self.longest) if self.delay else 0.0

    def took(self, seconds: float) -> None:
        """Answering where several may act has taken so long; from now on every such moment leaves time for it."""
        self.longest = max(self.longest, seconds)

    def rest(self) -> None:
        """Something failed."""
        self.rest_until = now() + AFTER_FAILURE

    async def until(self, due: float) -> None:
        """Wait until a moment is over; if it is already, for the next grain of time."""
        late = now() - due
        if late > 0:
            late = late - math.ceil(late / GRAIN) * GRAIN if self.delay else 0.0
        await asyncio.sleep(-late)
