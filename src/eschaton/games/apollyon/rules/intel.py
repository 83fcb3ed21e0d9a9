"""SA-12: the Intel Phase: the Turn Tracker, Recovery Checks, Start of Turn effects, Situations, Intel Checks."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import INTEL_MEASURE, POP, base_situations
from eschaton.games.apollyon.box.timings import START_OF_TURN
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.dice import rolling
from eschaton.games.apollyon.rules.finale import ApollyonAppears
from eschaton.games.apollyon.rules.lost import RecoveryChecks
from eschaton.games.apollyon.rules.offers import everybody
from eschaton.games.apollyon.rules.ratings import measure
from eschaton.games.apollyon.rules.situations import DealSituation
from eschaton.games.apollyon.rules.tracker import gain_masquerade
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open


class IntelPhase(Step):
    """SA-12: the five steps of the phase, in order."""

    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        match self.stage:
            case 1:
                for what in table.anomalies.values():
                    what.breached = False  # SA-Q-57
                return Stay(*tick(table))
            case 2:
                return Stay(RecoveryChecks())
            case 3:
                return Stay(*announce(table, START_OF_TURN))
            case 4:
                many = table.read("situations", None, base_situations(table.players_count))
                return Stay(*(DealSituation() for _ in range(many)))
            case 5:
                return Stay(*(IntelCheck(seat) for seat in everybody(table)))  # SA-Q-14
        return None


def tick(table: Apollyon) -> list[Step]:
    """SA-12.1 to SA-12.3: the Turn Tracker goes down; instead of showing 0 it is discarded and the Apollyon comes."""
    if not table.turn_tracker or (table.turn == 1 and not table.options["first_intel_ticks"]):  # SA-Q-1
        return []
    table.turn_tracker -= 1
    table.say("SA-12.1", "turn tracker", left=table.turn_tracker)
    return [] if table.turn_tracker else [ApollyonAppears()]


class IntelCheck(Step):
    """SA-12.9: one die, measure 4: a failure deals one more Situation, a pop gives 1 M."""

    seat: Open[Seat]

    def ask(self, table: Apollyon) -> Ask:
        return rolling("intel check", 1, "SA-12.9")

    def run(self, table: Apollyon, faces: list[int]) -> Follow:
        face = faces[0]
        table.say("SA-12.9", "intel check", who=self.seat, face=face)
        if face == POP:
            gain_masquerade(table, 1, "SA-12.11")
        return DealSituation() if face < measure(table, "intel check", INTEL_MEASURE, self.seat) else None
