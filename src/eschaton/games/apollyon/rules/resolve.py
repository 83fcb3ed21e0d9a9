"""SA-16: resolving a Situation; SA-17: False Alarms; SA-19: the Retreat Order."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import FALSE_ALARM, PUBLIC
from eschaton.games.apollyon.box.facts import SituationCard
from eschaton.games.apollyon.box.timings import FIRST_CONTACT, WON
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.capture import BringIn, lead_of
from eschaton.games.apollyon.rules.damage import alive, owners_alive, speaker
from eschaton.games.apollyon.rules.decks import DrawAnomaly
from eschaton.games.apollyon.rules.engagement import Encounter, Engagement
from eschaton.games.apollyon.rules.promotion import AwardMedal
from eschaton.games.apollyon.rules.ratings import may
from eschaton.games.apollyon.rules.rewards import Reward
from eschaton.games.apollyon.rules.situations import discard_situation
from eschaton.games.apollyon.rules.tracker import gain_masquerade
from eschaton.games.apollyon.rules.zones import discard_anomaly, meet_anomaly, place_anomaly
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE, Choose, Seat, keys
from eschaton.kernel.council import Council
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

ENGAGE, DECLINE = "engage", "decline"
RETREAT, STAND = "retreat", "stand"


class Resolve(Encounter):
    """SA-16.10, SA-17.6, SA-17.7, SA-19.2, SA-19.7: the Situation's effect, the Retreat choice, the draw, the
    engagement, recoup, rewards, Medal, discard.

    The parts follow one another in `PARTS`; a False Alarm has no Retreat (SA-Q-43) and may be declined.
    """

    place: Open[str]
    mtfs: Open[list[str]]
    stage: Open[int] = 0
    retreat: Open[bool] = False
    declined: Open[bool] = False

    @property
    def seat(self) -> int:
        """Who leads the team."""
        return lead_of(self.mtfs)

    def speaker(self, table: Apollyon) -> Seat:
        """Who decides for the team, or proposes first: the "you" of the Situation."""
        return speaker(table, table.team(self.mtfs), self.seat)

    def situation(self, table: Apollyon) -> SituationCard:
        """The facts of the card."""
        return table.box.situations[table.situations[self.place].piece]

    def is_false_alarm(self, table: Apollyon) -> bool:
        """Whether there is nothing anomalous behind it."""
        return self.situation(table).object_class == FALSE_ALARM

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        return PARTS[self.stage - 1](self, table)

    def turn_over(self, table: Apollyon) -> Follow:
        """SA-16.1: its First Contact side is shown; a False Alarm's cost comes back at once (SA-17.1)."""
        lying = table.situations[self.place]
        lying.card.show(EVERYONE)
        table.say("SA-16.1", "first contact", situation=lying.piece)
        if not self.is_false_alarm(table):
            return Stay()
        self.recoup(table, "SA-17.1")
        return Stay(EngageFalseAlarm(self.serial))

    def effect(self, table: Apollyon) -> Follow:
        """SA-16.2: the Situation's First Contact effect, if the team goes on."""
        if self.declined:
            return self.over(table)
        piece = table.situations[self.place].piece
        you = self.speaker(table)
        return Stay(*announce(table, FIRST_CONTACT, about=self.serial, sources=[piece], seat=you))

    def order(self, table: Apollyon) -> Follow:
        """SA-16.3: the team may retreat before the anomaly is known."""
        team = alive(table, table.team(self.mtfs))
        if self.is_false_alarm(table) or not team:
            return Stay()
        return Stay(RetreatOrder(self.serial))

    def find(self, table: Apollyon) -> Follow:
        """SA-16.4: the top anomaly of the printed class is drawn."""
        return Stay(DrawAnomaly(self.situation(table).object_class, self.serial))

    def engage(self, table: Apollyon) -> Follow:
        """SA-16.4: it is engaged at once; with nothing to draw it is as a declined False Alarm (SA-Q-79)."""
        if not self.anomaly:
            self.recoup(table, "SA-Q-79")
            return self.over(table)
        meet_anomaly(table, self.anomaly)
        team = table.team(self.mtfs)
        return Stay(Engagement(self.anomaly, team, self.seat, self.serial, True, self.retreat))

    def outcome(self, table: Apollyon) -> Follow:
        """SA-16.5 to SA-16.9."""
        survived = bool(alive(table, table.team(self.mtfs)))
        won = self.subdued and survived
        steps: list[Step] = []
        there = self.anomaly in table.anomalies  # a text may have Destroyed it
        if there and self.is_false_alarm(table):
            discard_anomaly(table, self.anomaly, "SA-17.5")
        elif there and won:
            steps.append(BringIn(self.anomaly, self.mtfs))
        elif there:
            place_anomaly(table, self.anomaly, PUBLIC, rule="SA-18.18")
        if survived and (won or not table.options["recoup_needs_win"]):  # SA-Q-96
            self.recoup(table, "SA-16.7")
        if won:
            piece = table.situations[self.place].piece
            steps += announce(table, WON, about=self.serial, sources=[piece], seat=self.speaker(table))
            steps += announce(table, WON, about=self.serial)
            steps.append(Reward(piece, self.mtfs, self.anomaly))
            steps.append(AwardMedal(table.team(self.mtfs), self.seat))
        return Stay(*steps)

    def over(self, table: Apollyon) -> Follow:
        """SA-16.9: the Situation is discarded; its effect ends (SA-3.11)."""
        discard_situation(table, table.situations.pop(self.place).card.take(to=EVERYONE)[0])
        return None

    def recoup(self, table: Apollyon, rule: str) -> None:
        """SA-2.11: the Masquerade Tokens on the card go back to the tracker."""
        lying = table.situations[self.place]
        gain_masquerade(table, lying.tokens, rule, lying.piece)
        lying.tokens = 0


PARTS = (
    Resolve.turn_over,
    Resolve.effect,
    Resolve.order,
    Resolve.find,
    Resolve.engage,
    Resolve.outcome,
    Resolve.over,
)


class TeamChoice(Council):
    """A choice of the whole team, before what it is to meet is known: those decide whose Characters are in it."""

    resolve: int

    def concerned(self, table: Apollyon) -> list[Seat]:
        return owners_alive(table, table.team(table.pending(self.resolve).mtfs))


class EngageFalseAlarm(TeamChoice):
    """SA-17.2, SA-17.3, SA-17.4: the team chooses whether to engage a False Alarm; declining has no penalty."""

    def question(self, table: Apollyon) -> Choose:
        seat = table.pending(self.resolve).speaker(table)
        return Choose(seat, keys([ENGAGE, DECLINE]), DECLINE, rule="SA-17.2")

    def prompt(self, table: Apollyon) -> str:
        return f"{table.pending(self.resolve).situation(table).name}: a False Alarm. Do you engage it?"

    def carried(self, table: Apollyon, key: str) -> Follow:
        table.pending(self.resolve).declined = key == DECLINE
        return None


class RetreatOrder(TeamChoice):
    """SA-19.1, SA-19.5: after the Situation's effect and before the anomaly is known the team may be ordered to
    retreat."""

    def question(self, table: Apollyon) -> Choose | None:
        seat = table.pending(self.resolve).speaker(table)
        if not may(table, "retreat", seat):
            return None
        return Choose(seat, keys([STAND, RETREAT]), STAND, rule="SA-19.1")

    def prompt(self, table: Apollyon) -> str:
        return f"{table.pending(self.resolve).situation(table).name}: does the team retreat?"

    def carried(self, table: Apollyon, key: str) -> Follow:
        table.pending(self.resolve).retreat = key == RETREAT
        table.say("SA-19.1", key or STAND, who=table.pending(self.resolve).speaker(table))
        return None
