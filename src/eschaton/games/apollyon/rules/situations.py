"""Dealing Situations (SA-12.7 to SA-12.15), and taking them from the top and the bottom of their deck."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import FALSE_ALARM, PUBLIC, slot_key, slots_for
from eschaton.games.apollyon.box.timings import DEALT
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.decks import DrawAnomaly, Drawing, turn_up_next
from eschaton.games.apollyon.rules.ratings import masquerade_cost
from eschaton.games.apollyon.rules.tracker import pay_masquerade
from eschaton.games.apollyon.rules.zones import place_anomaly, take_up_marks
from eschaton.games.apollyon.state import Apollyon, Situation
from eschaton.kernel.ask import EVERYONE
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open


def free_slot(table: Apollyon) -> str:
    """SA-Q-6: the lowest-numbered free slot; empty if the zone is full."""
    for number in range(1, slots_for(table.players_count) + 1):
        if slot_key(number) not in table.situations:
            return slot_key(number)
    return ""


def take_top(table: Apollyon) -> Pile:
    """The top Situation, as a pile of its own with its Unknown side up; the next one is turned up."""
    found, table.next_situation = table.next_situation, Pile("situation")
    turn_up_next(table)
    return found


def take_bottom(table: Apollyon) -> str:
    """SA-21.4: the bottom Situation, turned over; empty if there is none."""
    deck = table.decks["situation"]
    if deck.cards:
        return deck.take(0, EVERYONE)[0]
    if not table.next_situation.cards:
        return ""
    return table.next_situation.take(to=EVERYONE)[0]


def discard_situation(table: Apollyon, piece: str) -> None:
    """SA-3.10: a Situation that is done with; it must lie nowhere else."""
    take_up_marks(table, piece)
    table.discards["situation"].put(piece, EVERYONE)


class DealSituation(Drawing):
    """SA-12.8, SA-3.6, SA-3.9: a Situation to the lowest free slot, its cost paid at once; or what a full zone makes
    of it."""

    place: Open[str] = ""

    def deck(self, table: Apollyon) -> str:
        return "situation"

    def drawn(self, table: Apollyon) -> Follow:
        top = table.next_situation
        if not top.cards:
            return None  # SA-Q-79: nothing is dealt, nothing paid
        self.place = free_slot(table)
        if self.place:
            return self.to_slot(table)
        if table.broken:
            piece = take_top(table).take(to=EVERYONE)[0]
            discard_situation(table, piece)
            table.say("SA-12.13", "overflow", situation=piece)
            return Overflow(table.box.situations[piece].object_class)
        cost = masquerade_cost(table, top.cards[0])
        table.say("SA-12.12", "zone full", cost=cost)
        pay_masquerade(table, cost, "SA-12.12")
        return None

    def to_slot(self, table: Apollyon) -> Follow:
        """Deal it: the tokens on it are what was paid (SA-2.11)."""
        card = take_top(table)
        cost = masquerade_cost(table, card.cards[0])
        table.situations[self.place] = Situation(card, cost)
        table.say("SA-12.8", "dealt", place=self.place, cost=cost)
        pay_masquerade(table, cost, "SA-2.4")
        return announce(table, DEALT, about=self.serial)


class Overflow(Step):
    """SA-12.13, SA-30.5: with the Masquerade broken and the zone full, an anomaly of the Situation's class is loose
    at once."""

    object_class: Open[str]
    anomaly: Open[str] = ""
    drew: bool = False

    def run(self, table: Apollyon) -> Follow:
        if not self.drew and self.object_class != FALSE_ALARM:  # SA-Q-16
            self.drew = True
            return Stay(DrawAnomaly(self.object_class, self.serial))
        if self.anomaly:
            place_anomaly(table, self.anomaly, PUBLIC, rule="SA-12.13")
        return None
