"""Drawing cards; a deck that has run out is made anew from its discard (SA-Q-79)."""

from __future__ import annotations

from abc import abstractmethod

from eschaton.games.apollyon.box.components import NEXT_CLASS
from eschaton.games.apollyon.state import Apollyon, unused_back
from eschaton.kernel.ask import EVERYONE, Ask, Shuffle
from eschaton.kernel.pile import Pile, face_up
from eschaton.kernel.step import Follow, Step


def shuffling(table: Apollyon, deck: str) -> Shuffle | None:
    """The question to chance that makes a deck anew; None if it has cards, or the discard has none either."""
    if table.decks[deck].cards or not table.discards[deck].cards:
        return None
    if deck == "situation" and table.next_situation.cards:
        return None
    return Shuffle(f"{deck} deck", list(table.discards[deck].cards), rule="SA-Q-79")


def reshuffle(table: Apollyon, deck: str, order: list[str]) -> None:
    """The discard, shuffled, is the deck."""
    pile = table.discards[deck]
    pile.shuffled(order)
    table.decks[deck], table.discards[deck] = pile, face_up(pile.back)
    table.say("SA-Q-79", "reshuffled", deck=deck)
    if deck == "situation":
        turn_up_next(table)


def shuffling_beneath(table: Apollyon, deck: str, wanted: int) -> Shuffle | None:
    """The question to chance that shuffles a discard, to lie under a deck of fewer cards than are to be met."""
    if len(table.decks[deck]) >= wanted or not table.discards[deck].cards:
        return None
    return Shuffle(f"{deck} deck", list(table.discards[deck].cards), rule="SA-Q-79")


def lay_beneath(table: Apollyon, deck: str, order: list[str]) -> None:
    """The discard, shuffled, lies under what is left of the deck."""
    top = table.decks[deck]
    reshuffle(table, deck, order)
    for card, known in zip(top.cards, top.known, strict=True):
        table.decks[deck].put(card, known)


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


class Drawing(Step):
    """A step that draws from one deck: it asks chance to make the deck anew where needed, then runs `drawn`."""

    @abstractmethod
    def deck(self, table: Apollyon) -> str:
        """The deck drawn from; empty for none."""

    @abstractmethod
    def drawn(self, table: Apollyon) -> Follow:
        """Draw and go on; the deck has cards, if there are any."""

    def ask(self, table: Apollyon) -> Ask | None:
        deck = self.deck(table)
        return shuffling(table, deck) if deck else None

    def run(self, table: Apollyon, order: list[str] | None) -> Follow:
        if order is not None:
            reshuffle(table, self.deck(table), order)
        return self.drawn(table)


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
