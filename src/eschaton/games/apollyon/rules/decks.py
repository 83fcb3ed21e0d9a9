"""Drawing cards; a deck that has run out is made anew from its discard (SA-Q-79)."""

from __future__ import annotations

from abc import abstractmethod

from eschaton.games.apollyon.box.components import NEXT_CLASS
from eschaton.games.apollyon.state import Apollyon, unused_back
from eschaton.kernel.ask import EVERYONE
from eschaton.kernel.deck import FromDeck
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Follow


def announce_refill(table: Apollyon, deck: str) -> None:
    """A deck was made anew; of Situations the next lies open at once."""
    table.say("SA-Q-79", "reshuffled", deck=deck)
    if deck == "situation":
        turn_up_next(table)


def turn_up_next(table: Apollyon) -> None:
    """The next Situation lies on top, its Unknown side for all to see (SA-Q-81)."""
    deck = table.decks["situation"]
    if not table.next_situation.cards and deck.cards:
        table.next_situation = unknown_side_up(table, *deck.take())


def unknown_side_up(table: Apollyon, piece: str, known: int) -> Pile:
    """A Situation as a pile of its own, with its Unknown side as the back."""
    lying = {table.next_situation.back, *(situation.card.back for situation in table.situations.values())}
    pile = Pile(unused_back(table.box.situations[piece].unknown, lying))
    pile.put(piece, known)
    return pile


def draw(table: Apollyon, deck: str) -> str:
    """Take the top card of a deck for all to see; empty if there is none."""
    pile = table.decks[deck]
    return pile.take(to=EVERYONE)[0] if pile.cards else ""


class Drawing(FromDeck):
    """A step that draws from one of the decks, which is made anew from its discard."""

    RULE = "SA-Q-79"

    @abstractmethod
    def deck(self, table: Apollyon) -> str:
        """The deck drawn from; empty for none."""

    def piles(self, table: Apollyon) -> tuple[Pile, Pile] | None:
        deck = self.deck(table)
        if not deck or (deck == "situation" and table.next_situation.cards):
            return None
        return table.decks[deck], table.discards[deck]

    def purpose(self, table: Apollyon) -> str:
        return f"{self.deck(table)} deck"

    def refilled(self, table: Apollyon) -> None:
        announce_refill(table, self.deck(table))


class DrawAnomaly(Drawing):
    """SA-16.4, SA-Q-79: the top anomaly of a class, or of the next class that has any.

    The step with the serial `to` finds it in its field `anomaly`; empty if there is none.
    """

    object_class: str
    to: int

    def deck(self, table: Apollyon) -> str:
        return class_to_draw(table, self.object_class)

    def drawn(self, table: Apollyon) -> Follow:
        deck = self.deck(table)
        piece = draw(table, deck) if deck else ""
        table.pending(self.to).anomaly = piece
        if piece:
            table.say("SA-16.4", "found", anomaly=piece)
        return None


def class_to_draw(table: Apollyon, object_class: str) -> str:
    """The class from whose deck one draws; empty if all that could stand in are exhausted."""
    for name in (object_class, *NEXT_CLASS.get(object_class, ())):
        if table.decks[name].cards or table.discards[name].cards:
            return name
    return ""
