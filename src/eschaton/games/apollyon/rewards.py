"""SA-16.5: what a won Situation gives, and to whom."""

from __future__ import annotations

from eschaton.games.apollyon.assets import gain
from eschaton.games.apollyon.capture import lead_of, owners_of
from eschaton.games.apollyon.components import ASSETS, SEAT_KEYS
from eschaton.games.apollyon.decks import Drawing, draw
from eschaton.games.apollyon.joint import Decide, Joint
from eschaton.games.apollyon.promotion import AwardMedal
from eschaton.games.apollyon.state import Apollyon
from eschaton.games.apollyon.tracker import gain_masquerade
from eschaton.games.apollyon.words import assets_in_words
from eschaton.games.apollyon.zones import gain_character
from eschaton.kernel.ask import EVERYONE, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open


class Reward(Joint):
    """SA-16.5: the rewards printed on the Situation; the players of a joint mission decide who gets them."""

    situation: Open[str]
    mtfs: Open[list[str]]
    anomaly: Open[str] = ""
    asked: bool = False

    def run(self, table: Apollyon) -> Follow:
        rewards = table.box.situations[self.situation].rewards
        owners = owners_of(self.mtfs)
        theirs = {name: getattr(rewards, name) for name in (*ASSETS, "asset_cards", "characters")}
        if not self.asked and len(owners) > 1 and any(theirs.values()):
            self.asked = True
            return Stay(receiving(self, owners, theirs, "SA-16.5"))
        seat = SEAT_KEYS.index(self.take_decision() or SEAT_KEYS[owners[0]])
        gain(table, seat, {kind: getattr(rewards, kind) for kind in ASSETS}, "SA-16.5")
        gain_masquerade(table, rewards.masquerade, "SA-16.5", self.situation)
        if self.anomaly in table.anomalies:
            table.anomalies[self.anomaly].study += rewards.study
        steps: list[Step] = [DrawAssetCard(seat) for _ in range(rewards.asset_cards)]
        steps += [DrawCharacter(seat) for _ in range(rewards.characters)]
        steps += [AwardMedal(table.team(self.mtfs), lead_of(self.mtfs)) for _ in range(rewards.medals)]
        return steps


def receiving(step: Joint, owners: list[Seat], what: dict[str, int], rule: str) -> Decide:
    """The question which of these players receives something."""
    names = [SEAT_KEYS[seat] for seat in owners]
    about = f"Who receives {assets_in_words(what)}?"
    return Decide(names, step.serial, list(owners), list(owners), about, rule, names[0])


class DrawAssetCard(Drawing):
    """SA-7.4: a player draws an Asset Card and takes its tokens."""

    seat: Open[Seat]

    def deck(self, table: Apollyon) -> str:
        return "asset"

    def drawn(self, table: Apollyon) -> Follow:
        card = draw(table, "asset")
        if card:
            table.say("SA-7.4", "took", who=self.seat, card=card)
            gain(table, self.seat, tokens_on(table, card), "SA-7.4")
            table.discards["asset"].put(card, EVERYONE)
        return None


def tokens_on(table: Apollyon, card: str) -> dict[str, int]:
    """The Assets an Asset Card lists."""
    facts = table.box.assets[card]
    return {kind: getattr(facts, kind) for kind in ASSETS}


class DrawCharacter(Drawing):
    """SA-15.10: a player gains the top Character."""

    seat: Open[Seat]

    def deck(self, table: Apollyon) -> str:
        return "character"

    def drawn(self, table: Apollyon) -> Follow:
        piece = draw(table, "character")
        if piece:
            gain_character(table, piece, self.seat)
        return None
