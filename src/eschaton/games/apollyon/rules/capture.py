"""SA-15.4: Capture missions; and what follows when a team has subdued an anomaly, however it met it."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import PUBLIC, SUBDUED, TEAMS
from eschaton.games.apollyon.box.timings import CAPTURED
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.engagement import Encounter, Engagement
from eschaton.games.apollyon.rules.promotion import AwardMedal
from eschaton.games.apollyon.rules.zones import place_anomaly
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Seat
from eschaton.kernel.council import Decide, Joint
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open


def lead_of(mtfs: list[str]) -> Seat:
    """Who decides for a team: the owner of the MTF that was assigned first."""
    return TEAMS[mtfs[0]][0]


def owners_of(mtfs: list[str]) -> list[Seat]:
    """Whose MTFs make up a team, in the order in which they were assigned."""
    return list(dict.fromkeys(TEAMS[mtf][0] for mtf in mtfs))


class Capture(Encounter):
    """SA-15.4: the team engages an anomaly in the Public Zone; if it fails, the anomaly stays there (SA-18.19)."""

    mtfs: Open[list[str]]
    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        loose = self.anomaly in table.anomalies and table.anomalies[self.anomaly].zone == PUBLIC
        if self.stage == 1:
            if not loose:
                return None
            team = table.team(self.mtfs)
            return Stay(Engagement(self.anomaly, team, lead_of(self.mtfs), self.serial))
        if self.stage > 2 or not self.subdued or not loose:
            return None
        steps: list[Step] = [BringIn(self.anomaly, self.mtfs), *announce(table, CAPTURED, about=self.serial)]
        if table.options["medal_on_capture"]:  # SA-Q-44
            steps.append(AwardMedal(table.team(self.mtfs), lead_of(self.mtfs)))
        return Stay(*steps)


class BringIn(Joint):
    """SA-18.16, SA-Q-26, SA-18.20: a subdued anomaly is placed on an MTF of the team, as its players agree."""

    anomaly: Open[str]
    mtfs: Open[list[str]]
    asked: bool = False

    def run(self, table: Apollyon) -> Follow:
        if not self.asked and len(owners_of(self.mtfs)) > 1:
            self.asked = True
            owners = owners_of(self.mtfs)
            first = {seat: next(mtf for mtf in self.mtfs if TEAMS[mtf][0] == seat) for seat in owners}
            about = f"Which MTF brings in {table.describe(self.anomaly).label}?"
            return Stay(Decide(list(first.values()), self.serial, owners, owners, about, "SA-Q-26", self.mtfs[0]))
        mtf = self.take_decision() or self.mtfs[0]
        place_anomaly(table, self.anomaly, SUBDUED, TEAMS[mtf][0], mtf=mtf, rule="SA-18.16")
        table.anomalies[self.anomaly].agreed = owners_of(self.mtfs)
        return None
