"""Decks with a discard pile: drawing, making the deck anew, and looking through it for a card.

Nothing here chooses by itself: chance is asked to shuffle, a seat which card it takes.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from eschaton.kernel.ask import EVERYONE, Ask, Choose, Seat, Shuffle, keys, only
from eschaton.kernel.pile import Pile, move
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

LOOK, TAKE, SHUFFLE = "look", "take", "shuffle"
PLACE = frozenset({"back", "holder", "stock"})
"""What belongs to a pile, not to the cards in it."""


def anew(deck: Pile, discard: Pile, purpose: str, rule: str = "", wanted: int = 1) -> Shuffle | None:
    """The question to chance that shuffles the discard, to lie under a deck of fewer cards than are wanted.

    None if it has enough, or if the discard has none.
    """
    if len(deck) >= wanted or not discard.cards:
        return None
    return Shuffle(purpose, list(discard.cards), rule=rule)


def refill(deck: Pile, discard: Pile, order: list[str]) -> None:
    """The discard, shuffled, lies under what is left of the deck; everybody goes on knowing what is in it."""
    discard.shuffled(order)
    for field in Pile.__struct_fields__:
        if field not in PLACE:
            here, there = getattr(deck, field), getattr(discard, field)
            setattr(deck, field, there)
            setattr(discard, field, here)
    while discard.cards:
        move(discard, deck, 0)


class FromDeck(Step):
    """A step that draws from a deck: it asks chance to make the deck anew where needed, then runs `drawn`."""

    PURPOSE = "deck"
    RULE = ""

    @abstractmethod
    def piles(self, table: Any) -> tuple[Pile, Pile] | None:
        """The deck and its discard; None where nothing is drawn."""

    @abstractmethod
    def drawn(self, table: Any) -> Follow:
        """Draw and go on; the deck has cards, if there are any."""

    def refilled(self, table: Any) -> None:
        """The deck was made anew: say so."""

    def purpose(self, table: Any) -> str:
        """What chance is asked to shuffle."""
        return self.PURPOSE

    def wanted(self, table: Any) -> int:
        """How many cards the deck must have."""
        return 1

    def ask(self, table: Any) -> Ask | None:
        """Chance, if the deck has run out."""
        found = self.piles(table)
        return anew(*found, self.purpose(table), self.RULE, self.wanted(table)) if found is not None else None

    def run(self, table: Any, order: list[str] | None) -> Follow:
        """Make the deck anew, and draw."""
        found = self.piles(table)
        if order is not None and found is not None:
            refill(*found, order)
            self.refilled(table)
        return self.drawn(table)


class SearchDeck(Step):
    """A seat looks through a deck and takes a card that fits, if there is one; then the deck is shuffled."""

    seat: Open[Seat]
    stage: Open[str] = LOOK

    PURPOSE = "deck"
    RULE = ""
    SHOWN = True  # whether everybody sees the card that is taken

    @abstractmethod
    def deck(self, table: Any) -> Pile:
        """What is looked through."""

    @abstractmethod
    def fits(self, table: Any, card: str) -> bool:
        """Whether a card may be taken."""

    @abstractmethod
    def found(self, table: Any, card: str, known: int) -> Follow:
        """A card was taken from the deck, known to these; empty if none fits."""

    def ask(self, table: Any) -> Ask | None:
        """Which card, of those that fit; then chance."""
        deck = self.deck(table)
        if self.stage == SHUFFLE and deck.cards:
            return Shuffle(self.PURPOSE, list(deck.cards), rule=self.RULE)
        fitting = sorted(card for card in deck.cards if self.fits(table, card)) if self.stage == TAKE else []
        return Choose(self.seat, keys(fitting), rule=self.RULE) if fitting else None

    def could_be(self, table: Any) -> bool:
        """Who is asked which card to take has found one."""
        return self.stage != TAKE or table.stack[-1] is not self or self.ask(table) is not None

    def run(self, table: Any, answer: Any) -> Follow:
        """Look, take a card, shuffle the rest; the seat goes on knowing what is in it."""
        deck = self.deck(table)
        if self.stage == SHUFFLE:
            if answer is not None:
                deck.shuffled(answer)
            return None
        if self.stage == LOOK:
            deck.look(self.seat, len(deck))
            self.stage = TAKE
            return Stay()
        self.stage = SHUFFLE
        to = EVERYONE if self.SHOWN else only(self.seat)
        taken = deck.take(list(deck.cards).index(answer), to) if answer is not None else ("", EVERYONE)
        follow = self.found(table, *taken)
        return Stay(*([follow] if isinstance(follow, Step) else follow if isinstance(follow, list) else []))
