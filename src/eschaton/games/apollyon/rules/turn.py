"""SA-11: a turn is one month of six phases."""

from __future__ import annotations

from eschaton.games.apollyon.rules.assignments import MTFPhase
from eschaton.games.apollyon.rules.events import EventPhase
from eschaton.games.apollyon.rules.growth import GrowthPhase
from eschaton.games.apollyon.rules.intel import IntelPhase
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

PHASES: tuple[tuple[str, type[Step]], ...] = (
    ("intel", IntelPhase),
    ("growth", GrowthPhase),
    ("mtf", MTFPhase),
    ("event", EventPhase),
    ("site", SitePhase),
    ("recovery", RecoveryPhase),
)  # SA-11.1


class Turn(Step):
    """SA-11.1, SA-1.4, SA-31.4: Intel, Growth, MTF, Event, Site, Recovery; then the next turn begins."""

    phase: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        if self.phase == 0:
            table.turn += 1
            table.say("SA-1.3", "turn", number=table.turn)
        if self.phase == len(PHASES):
            return Turn()
        table.phase, step = PHASES[self.phase]
        self.phase += 1
        return Stay(step())
