"""The pulse of a table: for how long a moment stands when bots, or nobody, answer it.

Where several may act, nobody must be able to tell by the time it takes whether a hidden hand could have. So the answers
of bots are told when the moment is over, all at once, and a moment in which nobody can act, where the kernel goes on by
itself, is over after just as long. It begins anew only when something happens that everybody can see. Where a person
might act and somebody else looks on, it has a floor (`floor.py`).
"""

from __future__ import annotations

import asyncio
import math
from random import Random

from eschaton.server.desk import Desk
from eschaton.server.floor import Floors
from eschaton.server.play import Play
from eschaton.server.settings import Config

CLOSING = 0.03
"""So many seconds before they are told, answers are entered and written down, if that has never taken longer."""
LONGEST_CLOSING = 0.06
GRAIN = 0.1
"""What comes too late is told so many seconds later, or twice as many, and so on."""
AFTER_FAILURE = 5.0
"""How long bots rest after something failed, in seconds."""


def now() -> float:
    """The machine's clock, as the event loop reads it."""
    return asyncio.get_running_loop().time()


class Pulse:
    """When answers that no person gives are begun, and when they are told."""

    def __init__(self, config: Config, random: Random | None = None) -> None:
        self.delay = config.bot_delay
        self.floors = Floors(random or Random())
        self.moment: object = None
        self.began = 0.0
        self.beat = 0.0
        self.least = 0.0
        self.floor = 0.0
        self.people: set[int] = set()  # who might act, and has somebody else look on
        self.hushed = False
        self.rest_until = 0.0
        self.longest = 0.0
        self.closing = CLOSING if self.delay else 0.0

    def due(self, desk: Desk, present: set[int]) -> float | None:
        """When this moment is over, by the machine's clock; at once if nobody watches; None if people must answer."""
        if desk.lobby.phase != "playing" or desk.lobby.paused or desk.play is None:
            self.moment, self.hushed = None, False
            return None
        moment = desk.play.moment()
        if moment != self.moment:
            self.moment, self.began = moment, now()
            self.begin(desk, desk.play)
        looked_at = any(present - {person} for person in self.people)
        self.beat = max(self.least, self.floor if looked_at else 0.0) if present else 0.0
        if not desk.play.idle and not desk.bots_asked():
            return None
        return max(self.began + self.beat, self.rest_until)

    def begin(self, desk: Desk, play: Play) -> None:
        """How long the moment that begins now lasts at least: by what everybody knows, and by nothing else."""
        lobby = desk.lobby
        self.people, self.floor, self.least = set(), 0.0, max(self.delay, self.lead)
        self.hushed = bool(self.delay and play.together and lobby.settings.floors and not lobby.rules().shared)
        if self.hushed:
            might = play.may_act()
            if not lobby.bots().keys() & set(might):
                self.least = self.closing
            self.people = {person for seat in might if (person := lobby.played_by(seat)) is not None}
            if self.people:
                self.floor = self.floors.draw(play.match.table.clock())

    @property
    def lead(self) -> float:
        """How long before a moment is over bots begin to think."""
        return max(self.closing, 2 * self.longest) if self.delay else 0.0

    def begins(self, due: float, bots: bool) -> float:
        """When something must be done for a moment that is over then: bots think, or it is closed."""
        return due - (self.lead if bots else self.closing)

    def took(self, thinking: float, closing: float) -> None:
        """Answering where several may act has taken so long; from now on every such moment leaves time for it."""
        self.longest = max(self.longest, thinking + closing)
        if self.delay:
            self.closing = max(self.closing, min(2 * closing, LONGEST_CLOSING))

    def rest(self) -> None:
        """Something failed."""
        self.rest_until = now() + AFTER_FAILURE

    async def hush(self) -> None:
        """Nobody is heard while a moment closes, whoever was to answer it: else how soon one is heard would tell."""
        ends = self.began + self.beat
        if self.hushed and ends - self.closing <= now() < ends:
            await asyncio.sleep(ends - now())

    async def until(self, due: float) -> None:
        """Wait until a moment is over; if it is already, for the next grain of time."""
        late = now() - due
        if late > 0:
            late = late - math.ceil(late / GRAIN) * GRAIN if self.delay else 0.0
        await asyncio.sleep(-late)
