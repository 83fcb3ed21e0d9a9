"""SA-21: Scouting: Intel for dice, and perhaps more than was looked for."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import (
    ASSET_CARDS,
    EXPERT,
    FALSE_ALARM,
    INTEL,
    KETER,
    MEASURE,
    PUBLIC,
    SCOUT,
)
from eschaton.games.apollyon.box.timings import SCOUTED
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.capture import BringIn, lead_of, owners_of
from eschaton.games.apollyon.rules.damage import alive
from eschaton.games.apollyon.rules.decks import DrawAnomaly, Drawing, unknown_side_up
from eschaton.games.apollyon.rules.dice import pops, rolling, successes
from eschaton.games.apollyon.rules.engagement import Encounter, Engagement
from eschaton.games.apollyon.rules.ratings import measure, skill
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.rewards import Share
from eschaton.games.apollyon.rules.situations import discard_situation, take_bottom
from eschaton.games.apollyon.rules.zones import meet_anomaly, place_anomaly
from eschaton.games.apollyon.state import Apollyon, Situation
from eschaton.kernel.ask import EVERYONE, Ask
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

MET_SCOUTING = "scouted."


class Scouting(Step):
    """SA-21.1: one die per Character of the combined team. `dice` are theirs, in the order of `team` (SA-Q-46).

    `intel`, `cards` and `failures` are what the roll comes to; texts may change them before they are gained.
    """

    mtfs: Open[list[str]]
    team: Open[list[str]] = []
    dice: Open[list[int]] = []
    intel: Open[int] = 0
    cards: Open[int] = 0
    failures: Open[int] = 0
    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        return PARTS[self.stage - 1](self, table)

    def sets_out(self, table: Apollyon) -> Follow:
        """The dice are rolled."""
        self.team = table.team(self.mtfs)
        return Stay(ScoutingRoll(self.serial, len(self.team)))

    def rolled(self, table: Apollyon) -> Follow:
        """SA-21.2 to SA-21.4: successes, pops and failures, with Scouts and Experts."""
        found = sum(
            successes([face], self.wanted(table, piece)) for piece, face in zip(self.team, self.dice, strict=True)
        )
        team = alive(table, self.team)
        scouts = sum(skill(table, piece, SCOUT) for piece in team)
        self.intel = found + scouts  # SA-33.14
        if len(self.dice) >= 2:
            self.intel += sum(skill(table, piece, EXPERT) for piece in team)
        self.cards = pops(self.dice)
        self.failures = max(0, len(self.dice) - found - scouts)  # SA-33.15
        return Stay(*announce(table, SCOUTED, about=self.serial))

    def wanted(self, table: Apollyon, piece: str) -> int:
        """SA-Q-46: the measure of one Character's die, by its own player's texts."""
        who = table.characters.get(piece)
        return measure(table, "scouting", MEASURE, who.seat if who is not None else lead_of(self.mtfs))

    def gains(self, table: Apollyon) -> Follow:
        """SA-21.7: what was gained is kept, whatever is met."""
        found: list[Step] = [Share(owners_of(self.mtfs), {INTEL: self.intel, ASSET_CARDS: self.cards}, "SA-21.2")]
        return [*found, Caught(self.mtfs)] if self.failures else found


PARTS = (Scouting.sets_out, Scouting.rolled, Scouting.gains)


class ScoutingRoll(Step):
    """SA-21.1: the dice, measure 3."""

    scouting: int
    dice: Open[int]

    def ask(self, table: Apollyon) -> Ask:
        return rolling("scouting", self.dice, "SA-21.1")

    def run(self, table: Apollyon, faces: list[int]) -> Follow:
        table.pending(self.scouting).dice = faces
        table.say("SA-21.1", "scouting", faces=faces)
        return None


class Caught(Drawing):
    """SA-21.4: the bottom Situation is drawn, once (SA-Q-47)."""

    mtfs: Open[list[str]]

    def deck(self, table: Apollyon) -> str:
        return "situation"

    def drawn(self, table: Apollyon) -> Follow:
        piece = take_bottom(table)
        if not piece:
            return None
        object_class = table.box.situations[piece].object_class
        table.say("SA-21.4", "caught", situation=piece)
        if table.options["scouting_full_situation"] and object_class != KETER:  # SA-Q-45
            table.situations[MET_SCOUTING] = Situation(unknown_side_up(table, piece, EVERYONE))
            return Resolve(MET_SCOUTING, self.mtfs)
        discard_situation(table, piece)
        if object_class in (KETER, FALSE_ALARM):  # SA-21.5, SA-Q-45
            return None
        return Met(self.mtfs, object_class)


class Met(Encounter):
    """SA-21.6, SA-21.8: what the Scouts have found is engaged at once, in the manner of a Capture."""

    mtfs: Open[list[str]]
    object_class: Open[str]
    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        if self.stage == 1:
            return Stay(DrawAnomaly(self.object_class, self.serial))
        if self.stage == 2 and self.anomaly:
            meet_anomaly(table, self.anomaly)
            return Stay(Engagement(self.anomaly, table.team(self.mtfs), lead_of(self.mtfs), self.serial, True))
        if self.anomaly not in table.anomalies:  # there was none, or a text has Destroyed it
            return None
        if self.subdued:
            return BringIn(self.anomaly, self.mtfs)
        place_anomaly(table, self.anomaly, PUBLIC, rule="SA-18.18")
        return None
