"""SA-31: the Apollyon: how it appears, how it strikes at everybody, and how the game ends."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import AC, APOLLYON, PUBLIC, SUBDUED
from eschaton.games.apollyon.box.facts import ApollyonLaid
from eschaton.games.apollyon.box.timings import APPEARS
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.engagement import Encounter, Engagement
from eschaton.games.apollyon.rules.zones import place_anomaly
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open


def apollyons_in(table: Apollyon, zone: str) -> list[str]:
    """The Apollyon, if it is in this zone."""
    anomalies = table.box.anomalies
    return [piece for piece in table.anomalies_in(zone) if anomalies[piece].object_class == APOLLYON]


class ApollyonAppears(Step):
    """SA-31.1, SA-31.2, SA-31.5: the card set aside is turned up and loose in the Public Zone; most strike at once."""

    def run(self, table: Apollyon) -> Follow:
        piece = table.apollyon.take(to=EVERYONE)[0]
        table.say("SA-31.1", "apollyon", anomaly=piece)
        place_anomaly(table, piece, PUBLIC, rule="SA-31.1")
        return announce(table, APPEARS, sources=[piece])


def engages_all(table: Apollyon, piece: str) -> bool:
    """SA-23.11: whether this Apollyon engages everybody each Event Phase."""
    card = table.box.anomalies[piece]
    return isinstance(card, ApollyonLaid) and card.engages_all


class GiantEngagement(Encounter):
    """SA-23.9, SA-Q-33: the Apollyon engages all active Characters as one giant MTF; the Administrator decides."""

    anomaly: Open[str]
    fought: Open[bool] = False

    def run(self, table: Apollyon) -> Follow:
        if not self.fought:
            self.fought = True
            team = table.active_characters()
            table.say("SA-23.9", "giant engagement", anomaly=self.anomaly, team=team)
            return Stay(Engagement(self.anomaly, team, table.administrator, self.serial)) if team else None
        if self.subdued and self.anomaly in table.anomalies:
            place_anomaly(table, self.anomaly, SUBDUED, table.administrator, rule="SA-Q-102")
        return None


def victory(table: Apollyon) -> Follow:
    """SA-31.7, SA-Q-65, SA-31.6: at the end of a turn the players have won if the Apollyon is in AC (at 0 M they
    have lost).

    One that was contained and then neutralized, or Destroyed by a text, is beaten as well.
    """
    if apollyons_in(table, AC):
        return won(table, "SA-1.5", "the Apollyon is contained")
    return won(table, "SA-31.7", "the Apollyon is no more") if table.discards[APOLLYON].cards else None


def won(table: Apollyon, rule: str, reason: str) -> End:
    """SA-1.1: all win together."""
    return End(Outcome(tuple(table.places), rule, reason, {"turns": table.turn, "masquerade": table.masquerade}))


class WinTheGame(Step):
    """SA-1.7: a card's own way to win."""

    source: Open[str] = ""

    def run(self, table: Apollyon) -> Follow:
        return won(table, "SA-1.7", "as the card says")


class LoseTheGame(Step):
    """SA-1.7: a card's own way to lose."""

    source: Open[str] = ""

    def run(self, table: Apollyon) -> Follow:
        return End(Outcome((), "SA-1.7", "as the card says"))
