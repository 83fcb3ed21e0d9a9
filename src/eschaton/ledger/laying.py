"""Laying cards into a pile of a position: every card is one piece, so what is put here is taken from elsewhere."""

from __future__ import annotations

import difflib
from typing import Any

from eschaton.kernel.ask import EVERYONE, NOBODY, only
from eschaton.kernel.pile import Pile
from eschaton.kernel.table import Table, piles


class Laying:
    """One pile being laid; `error` is raised, with the path, for whatever does not fit."""

    def __init__(self, table: Table, pile: Pile, error: type[Exception], path: str) -> None:
        self.table = table
        self.others = [other for other in piles(table) if other is not pile]
        self.pile = pile
        self.error = error
        self.path = path

    def names(self, value: Any) -> list[str]:
        """The value as a list of different card names."""
        if not isinstance(value, list) or not all(isinstance(card, str) for card in value):
            raise self.error(f"{self.path}: expected a list of card names, got {value!r}")
        if len(set(value)) != len(value):
            raise self.error(f"{self.path}: a card is named twice; every card is one piece")
        return value

    def find(self, card: str) -> tuple[Pile, int]:
        """Where a card lies now."""
        for pile in (self.pile, *self.others):
            if card in pile.cards:
                if not self.alike(pile):
                    raise self.error(f"{self.path}: {card} is a {pile.back} card, not a {self.pile.back} card")
                return pile, pile.cards.index(card)
        known = [other for pile in (self.pile, *self.others) if self.alike(pile) for other in pile.cards]
        near = difflib.get_close_matches(card, known, 1)
        raise self.error(f"{self.path}: there is no card {card!r}{f'; did you mean {near[0]}?' if near else ''}")

    def alike(self, pile: Pile) -> bool:
        """Whether cards of another pile could lie in this one."""
        return self.table.kind_of(pile.back) == self.table.kind_of(self.pile.back)

    def fill(self, wanted: list[str], known: int) -> None:
        """Let the pile hold these cards, bottom first; what lay here goes where they came from, or under a pile."""
        found = [self.find(card) for card in wanted]
        leaving = [card for card in self.pile.cards if card not in wanted]
        for card, (source, _) in zip(wanted, found, strict=True):
            if source is not self.pile:
                at = source.cards.index(card)
                if leaving:
                    source.exchange({at: leaving.pop()})
                else:
                    source.drop(at)
        for card in leaving:
            self.put_away(card)
        audiences = (known,) * len(wanted)
        self.pile.lay(wanted, audiences, audiences)

    def put_away(self, card: str) -> None:
        """Put a card under the largest other pile of its kind, known as the cards there are."""
        homes = [pile for pile in self.others if self.alike(pile)]
        if not homes:
            raise self.error(f"{self.path}: {card} must lie somewhere, and there is no other {self.pile.back} pile")
        home = max(homes, key=len)
        home.put(card, home.known[0] if home.known else NOBODY, at=0)

    def top(self, wanted: list[str]) -> None:
        """Bring these cards to the top, the topmost first, each changing places with what lies there."""
        if len(wanted) > len(self.pile):
            raise self.error(f"{self.path}: {len(wanted)} cards on top of a pile of {len(self.pile)}")
        for depth, card in enumerate(wanted):
            source, at = self.find(card)
            here = len(self.pile) - 1 - depth
            source.exchange({at: self.pile.cards[here]})
            self.pile.exchange({here: card})


def lay_cards(table: Table, pile: Pile, holder: Any, name: str, value: Any, error: type[Exception], path: str) -> None:
    """Lay a pile: a list of cards (bottom first), {cards, known}, or {top} for only the cards on top."""
    laying = Laying(table, pile, error, path)
    if not isinstance(value, dict):
        laying.fill(laying.names(value), usual_audience(table, pile, holder, name))
    elif set(value) == {"top"}:
        laying.top(laying.names(value["top"]))
    elif set(value) <= {"cards", "known"}:
        usual = usual_audience(table, pile, holder, name)
        known = audience(value["known"], holder, error, path) if "known" in value else usual
        laying.fill(laying.names(value.get("cards", list(pile.cards))), known)
    else:
        raise error(f"{path}: a pile is set by a list, or by cards and known, or by top; not by {sorted(value)}")


def usual_audience(table: Table, pile: Pile, holder: Any, name: str) -> int:
    """Who knows the cards of this pile: as those lying there, as in other players' piles of this name, or by its place.

    An empty pile in a player's structure is taken for that player's hand; any other empty pile for one that lies open.
    """
    if len(set(pile.known)) == 1:
        return pile.known[0]
    if pile.holder >= 0:
        return only(pile.holder)
    seat = getattr(holder, "seat", None)
    if seat is None:
        return NOBODY if pile.known else EVERYONE
    for other in getattr(table, "players", ()):
        there = getattr(other, name, None)
        if isinstance(there, Pile) and len(set(there.known)) == 1:
            return only(seat) if there.known[0] == only(other.seat) else there.known[0]
    return only(seat)


def audience(word: Any, holder: Any, error: type[Exception], path: str) -> int:
    """Who knows: "everyone", "nobody", "owner", or a list of seats."""
    if word == "everyone":
        return EVERYONE
    if word == "nobody":
        return NOBODY
    if word == "owner" and getattr(holder, "seat", None) is not None:
        return only(holder.seat)
    if isinstance(word, list) and all(type(seat) is int for seat in word):
        return only(*word)
    raise error(f'{path}.known: expected "everyone", "nobody", "owner" or a list of seats, got {word!r}')


def take_away(table: Table, piece: str) -> None:
    """Take a piece that was also laid where no pile is from where it came from; one alone in its pile stays."""
    for pile in piles(table):
        if piece in pile.cards and len(pile) > 1:
            pile.drop(pile.cards.index(piece))
            return
    for name in table.__struct_fields__:
        supply = getattr(table, name)
        if isinstance(supply, list) and piece in supply:
            supply.remove(piece)
            return
