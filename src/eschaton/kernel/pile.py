"""Piles know who knows each card: looking sets it, moving keeps it, shuffling forgets places but keeps contents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from eschaton.kernel.ask import EVERYONE, NOBODY, Seat, Shuffle, may_see
from eschaton.kernel.errors import RulesError

ALIKE = frozenset({EVERYONE, NOBODY})


class Pile(msgspec.Struct, array_like=True):
    """Cards (each id is one physical piece) from bottom to top, all with the same back.

    `known[i]` is the audience that knows the face of card i; `inside[i]` the audience that knows card i to be
    somewhere in this pile. All three are replaced, never changed, so that copies of a table can share them. A pile with
    a `holder` is a hand: it has no order that others could see, so when a card leaves it, only the holder and those who
    are shown the card know which one it was.

    Of all piles with the same back and `stock` together everybody knows how many cards of each sort lie in them
    (`Table.sort_of`). `seeds` are cards beyond that: a group's number, of which one card lies in each of several piles,
    and the sort of the one in here, which is hidden (`Table.seed`).
    """

    back: str
    cards: tuple[str, ...] = ()
    known: tuple[int, ...] = ()
    inside: tuple[int, ...] = ()
    holder: Seat = -1
    stock: str = ""
    seeds: tuple[tuple[int, str], ...] = ()

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: str) -> bool:
        return card in self.cards

    def put(self, card: str, known: int = NOBODY, at: int | None = None) -> None:
        """Lay a card on top (or at a place from the bottom), known to an audience."""
        if at is None:
            self.cards += (card,)
            self.known += (known,)
            self.inside += (known,)
        else:
            self.cards = (*self.cards[:at], card, *self.cards[at:])
            self.known = (*self.known[:at], known, *self.known[at:])
            self.inside = (*self.inside[:at], known, *self.inside[at:])

    def take(self, at: int = -1, to: int = NOBODY) -> tuple[str, int]:
        """Take a card (the top one unless said), shown to `to`, with who knows it then.

        Who did not see it no longer knows what is left.
        """
        card, known = self.cards[at], self.known[at] | to
        if at == -1:
            self.cards, self.known, self.inside = self.cards[:-1], self.known[:-1], self.inside[:-1]
        else:
            self.drop(at)
        if to != EVERYONE and (self.holder >= 0 or self.inside != self.known):
            known = self.left_unseen(known, to)
        return card, known

    def drop(self, at: int) -> None:
        """A card is here no more, whoever knew it."""
        after = at + 1 or len(self.cards)
        self.cards = self.cards[:at] + self.cards[after:]
        self.known = self.known[:at] + self.known[after:]
        self.inside = self.inside[:at] + self.inside[after:]

    def left_unseen(self, known: int, to: int) -> int:
        """A card that this audience knew has left, shown to `to`: who knows it then, and what the others forget."""
        if self.holder >= 0:
            saw = 1 << self.holder | to
            known &= saw
            self.known = tuple([seen & saw for seen in self.known])
        if known != EVERYONE and self.inside != self.known:
            # A viewer who sees the remaining card itself goes on knowing it; others only knew it was among these.
            self.inside = tuple([mask & (known | seen) for mask, seen in zip(self.inside, self.known, strict=True)])
        return known

    def show(self, audience: int, at: int = -1) -> str:
        """Let an audience see a card where it lies."""
        after = at + 1 or len(self.cards)
        self.known = (*self.known[:at], self.known[at] | audience, *self.known[after:])
        self.inside = (*self.inside[:at], self.inside[at] | audience, *self.inside[after:])
        return self.cards[at]

    def exchange(self, cards: Mapping[int, str]) -> None:
        """Lay other cards at these places, known to those who knew the ones there."""
        lying = list(self.cards)
        for place, card in cards.items():
            lying[place] = card
        self.cards = tuple(lying)

    def look(self, seat: Seat, many: int) -> list[str]:
        """Let a seat see the top cards; the topmost first."""
        many = min(many, len(self.cards))
        return [self.show(1 << seat, at=-1 - place) for place in range(many)]

    def asking(self, purpose: str) -> Shuffle:
        """The question to chance that shuffles this pile."""
        return Shuffle(purpose, list(self.cards))

    def shuffled(self, order: Sequence[str]) -> None:
        """Lie in a new order that nobody knows; whoever knew a card still knows that it is in here."""
        knew = dict(zip(self.cards, self.inside, strict=True))
        self.cards = tuple(order)
        self.known = (NOBODY,) * len(order)
        self.inside = tuple([knew[card] for card in order])

    def arranged(self, order: Sequence[str], by: Seat) -> None:
        """Lie, at the top, in the order (topmost last) that a seat gives to so many cards, which it knows.

        Whoever else knew where one of them lay now only knows that it is in here.
        """
        begin = len(self.cards) - len(order)
        if sorted(order) != sorted(self.cards[max(begin, 0) :]):
            raise RulesError(f"{list(order)} is no order of the {len(order)} cards on top")
        if len(order) < 2:
            return
        knew = {card: (self.known[place], self.inside[place]) for place, card in enumerate(self.cards)}
        if not all(knew[card][0] >> by & 1 for card in order):
            raise RulesError(f"seat {by} cannot arrange cards that it does not know")
        self.cards = (*self.cards[:begin], *order)
        self.known = (*self.known[:begin], *(1 << by for _ in order))
        self.inside = (*self.inside[:begin], *(knew[card][1] for card in order))

    @property
    def open_to_all(self) -> bool:
        """Whether every card is known to everybody or hidden from all seats, so that they all see the same."""
        return self.known == self.inside and ALIKE.issuperset(self.known)

    def seen_by(self, viewer: Seat | None) -> list[str | None]:
        """The faces from bottom to top, None where the viewer does not know; in a hand the known ones first, sorted."""
        seen: list[str | None]
        if self.known.count(EVERYONE) == len(self.cards):
            seen = [*self.cards]
        elif viewer is None or viewer < 0:
            seen = [
                card if may_see(known, viewer) else None for card, known in zip(self.cards, self.known, strict=True)
            ]
        elif self.known.count(NOBODY) == len(self.cards):
            return [None] * len(self.cards)
        else:
            bit = 1 << viewer
            seen = [card if known & bit else None for card, known in zip(self.cards, self.known, strict=True)]
        if self.holder >= 0:
            faces = sorted(card for card in seen if card is not None)
            return faces + [None] * (len(seen) - len(faces))
        return seen

    def contents_for(self, viewer: Seat | None) -> list[str]:
        """The cards a viewer knows to be in here without knowing where."""
        return sorted(
            card
            for card, known, inside in zip(self.cards, self.known, self.inside, strict=True)
            if may_see(inside, viewer) and not may_see(known, viewer)
        )


def face_up(back: str, cards: Iterable[str] = ()) -> Pile:
    """A pile that everybody knows."""
    return made(back, cards, EVERYONE)


def face_down(back: str, cards: Iterable[str] = (), known: int = NOBODY, stock: str = "") -> Pile:
    """A pile that nobody (or only an audience) knows."""
    return made(back, cards, known, stock)


def hand(back: str, holder: Seat, stock: str = "") -> Pile:
    """An empty hand."""
    return Pile(back, holder=holder, stock=stock)


def made(back: str, cards: Iterable[str], known: int, stock: str = "") -> Pile:
    """A pile of these cards, bottom first."""
    listed = tuple(cards)
    audiences = (known,) * len(listed)
    return Pile(back, listed, audiences, audiences, stock=stock)


def move(source: Pile, target: Pile, at: int = -1, *, to: int = NOBODY, bottom: bool = False) -> str:
    """Move a card, keeping who knows it and letting the audience `to` know it too."""
    card, known = source.take(at, to)
    target.put(card, known, 0 if bottom else None)
    return card
