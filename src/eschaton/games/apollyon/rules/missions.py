"""SA-15: missions are resolved in the order the players like."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import INTERCEPT, SCOUTING, SLOT, TEAMS
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.offers import everybody
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.scouting import Scouting
from eschaton.games.apollyon.rules.situations import discard_situation
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE
from eschaton.kernel.council import Decide, Joint
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

IN_ORDER = "in-order"


class Missions(Joint):
    """SA-15.6, SA-15.11: mission after mission; nobody need choose: the suggested order stands by (SA-15.7)."""

    in_order: Open[bool] = False
    asked: bool = False

    def run(self, table: Apollyon) -> Follow:
        left = suggested_order(table)
        if not left:
            return None
        if len(left) > 1 and not self.in_order and not self.asked:
            self.asked = True
            return Stay(self.choosing(table, left))
        self.asked = False
        mission = self.take_decision()
        self.in_order = self.in_order or mission == IN_ORDER
        mission = mission if mission in left else left[0]
        return Stay(*begin(table, mission))

    def choosing(self, table: Apollyon, left: list[str]) -> Decide:
        """The players on missions decide which comes next; one alone asks nobody, the usual order needs no vote."""
        seats = everybody(table)
        on_missions = {TEAMS[team][0] for mission in left for team in table.missions[mission]}
        concerned = [seat for seat in seats if seat in on_missions]
        proposers = concerned if len(concerned) == 1 else list(dict.fromkeys([seats[0], *concerned]))
        about = "Which mission comes next?"
        return Decide([IN_ORDER, *left], self.serial, proposers, concerned, about, "SA-15.6", IN_ORDER, IN_ORDER)


def suggested_order(table: Apollyon) -> list[str]:
    """SA-15.7: Captures, then Scouting, then Investigations by slot and Interceptions."""
    return sorted(table.missions, key=rank)


def rank(mission: str) -> tuple[int, int]:
    """Where a mission stands in the suggested order."""
    if mission == SCOUTING:
        return 1, 0
    for at, place in ((2, SLOT), (3, INTERCEPT)):
        if mission.startswith(place):
            return at, int(mission.removeprefix(place))
    return 0, 0


def begin(table: Apollyon, mission: str) -> list[Step]:
    """SA-15.1, SA-15.5, SA-15.9: the step of a mission, whose MTFs act as one team (SA-15.8); nothing if none of
    them is left."""
    mtfs = table.missions.pop(mission)
    manned = [mtf for mtf in mtfs if table.in_zone(*TEAMS[mtf])]
    if not manned:
        if mission.startswith(INTERCEPT):
            discard_situation(table, table.situations.pop(mission).card.take(to=EVERYONE)[0])
        return []
    table.say("SA-15.8", "mission", mission=mission, teams=list(manned))
    if mission == SCOUTING:
        return [Scouting(manned)]
    if mission in table.situations:
        return [Resolve(mission, manned)]
    return [Capture(manned, anomaly=mission)] if mission in table.anomalies else []
