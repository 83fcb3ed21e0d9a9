"""Piles know who knows each card: looking sets it, moving keeps it, shuffling forgets places but keeps contents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from eschaton.kernel.ask import EVERYONE, NOBODY, Seat, Shuffle, may_see
from eschaton.kernel.errors import RulesError

ALIKE = frozenset({EVERYONE, NOBODY})


class Pile(msgspec.Struct, array_like=True, gc=False):
    """Cards (each id is one physical piece) from bottom to top, all with the same back.

    `known[i]` is the audience that knows the face of card i; `inside[i]` the audience that knows card i to be
    somewhere in this pile. A pile with a `holder` is a hand: it has no order that others could see, so when a card
    leaves it, only the holder and those who are shown the card know which one it was.

    Of all piles with the same back and `stock` together everybody knows how many cards of each sort lie in them
    (`Table.sort_of`). `seeds` are cards beyond that: the number of a group of which one card lies in each of several
    piles, and the sort of the one in here, which is hidden (`knowledge.seed`).

    Tuples are replaced, never changed, so that copies of a table can share them.
    """

    back: str
    cards: tuple[str, ...] = ()
    known: tuple[int, ...] = ()
    told: tuple[int, ...] = ()  # `inside`, where that is more than `known`; else empty
    holder: Seat = -1
    stock: str = ""
    seeds: tuple[tuple[int, str], ...] = ()

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: str) -> bool:
        return card in self.cards

    @property
    def inside(self) -> tuple[int, ...]:
        """Who knows of each card that it is in here: all who know its face, at least."""
        return self.told or self.known

    def tell(self, inside: Iterable[int]) -> None:
        """Let these audiences know of each card that it is in here."""
        told = tuple(inside)
        self.told = told if told != self.known else ()

    def lay(self, cards: Iterable[str], known: Iterable[int], inside: Iterable[int]) -> None:
        """Hold these cards, bottom first, each known so and known so to be in here."""
        self.cards = tuple(cards)
        self.known = tuple(known)
        self.tell(inside)

    def put(self, card: str, known: int = NOBODY, at: int | None = None) -> None:
        """Lay a card on top (or at a place from the bottom), known to an audience."""
        if at is None:
            self.cards += (card,)
            self.known += (known,)
            if self.told:
                self.told += (known,)
        else:
            cards, knowing, told = self.cards, self.known, self.told
            self.cards = (*cards[:at], card, *cards[at:])
            self.known = (*knowing[:at], known, *knowing[at:])
            if told:
                self.told = (*told[:at], known, *told[at:])

    def take(self, at: int = -1, to: int = NOBODY) -> tuple[str, int]:
        """Take a card (the top one unless said), shown to `to`, with who knows it then.

        Who did not see it no longer knows what is left.
        """
        cards, known = self.cards, self.known
        if self.told:
            self.drop(at)
        elif at == -1:
            self.cards, self.known = cards[:-1], known[:-1]
        else:
            after = at + 1 or len(cards)
            self.cards, self.known = cards[:at] + cards[after:], known[:at] + known[after:]
        if to != EVERYONE and (self.holder >= 0 or self.told):
            return cards[at], self.left_unseen(known[at] | to, to)
        return cards[at], known[at] | to

    def drop(self, at: int) -> None:
        """A card is here no more, whoever knew it."""
        cards, known, told = self.cards, self.known, self.told
        after = at + 1 or len(cards)
        self.cards = cards[:at] + cards[after:]
        self.known = known[:at] + known[after:]
        if told:
            self.tell(told[:at] + told[after:])

    def left_unseen(self, known: int, to: int) -> int:
        """A card that this audience knew has left, shown to `to`: who knows it then, and what the others forget."""
        seen, inside = self.known, self.inside
        if self.holder >= 0:
            saw = 1 << self.holder | to
            known &= saw
            seen = tuple([one & saw for one in seen])
            if seen == inside:
                return known
            self.known = seen
        # A viewer who sees the remaining card itself goes on knowing it; others only knew it was among these.
        self.tell([mask & (known | one) for mask, one in zip(inside, seen, strict=True)])
        return known

    def show(self, audience: int, at: int = -1) -> str:
        """Let an audience see a card where it lies."""
        known, inside = list(self.known), list(self.inside)
        known[at] |= audience
        inside[at] |= audience
        self.lay(self.cards, known, inside)
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
        self.lay(order, (NOBODY,) * len(order), [knew[card] for card in order])

    def arranged(self, order: Sequence[str], by: Seat) -> None:
        """Lie, at the top, in the order (topmost last) that a seat gives to so many cards, which it knows.

        Whoever else knew where one of them lay now only knows that it is in here.
        """
        begin = len(self.cards) - len(order)
        if sorted(order) != sorted(self.cards[max(begin, 0) :]):
            raise RulesError(f"{list(order)} is no order of the {len(order)} cards on top")
        if len(order) < 2:
            return
        if not all(known >> by & 1 for known in self.known[begin:]):
            raise RulesError(f"seat {by} cannot arrange cards that it does not know")
        inside = dict(zip(self.cards, self.inside, strict=True))
        cards = (*self.cards[:begin], *order)
        known = (*self.known[:begin], *(1 << by for _ in order))
        self.lay(cards, known, [inside[card] for card in cards])

    @property
    def open_to_all(self) -> bool:
        """Whether every card is known to everybody or hidden from all seats, so that they all see the same."""
        return not self.told and ALIKE.issuperset(self.known)

    def seen_by(self, viewer: Seat | None) -> list[str | None]:
        """The faces from bottom to top, None where the viewer does not know; in a hand the known ones first, sorted."""
        seen: list[str | None]
        many = len(self.cards)
        if self.known.count(EVERYONE) == many:
            seen = [*self.cards]
        elif viewer is None or viewer < 0:
            seen = [card if may_see(who, viewer) else None for card, who in zip(self.cards, self.known, strict=True)]
        elif self.known.count(NOBODY) == many:
            return [None] * many
        else:
            bit = 1 << viewer
            seen = [card if who & bit else None for card, who in zip(self.cards, self.known, strict=True)]
        if self.holder >= 0:
            faces = sorted(card for card in seen if card is not None)
            return faces + [None] * (many - len(faces))
        return seen

    def faces(self) -> list[str]:
        """The faces from bottom to top that whoever was given this pile to see knows; empty where they do not."""
        return [card if known == EVERYONE else "" for card, known in zip(self.cards, self.known, strict=True)]

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
    return Pile(back, listed, (known,) * len(listed), stock=stock)


def move(source: Pile, target: Pile, at: int = -1, *, to: int = NOBODY, bottom: bool = False) -> str:
    """Move a card, keeping who knows it and letting the audience `to` know it too."""
    card, known = source.take(at, to)
    if bottom or target.told:
        target.put(card, known, 0 if bottom else None)
    else:
        target.cards += (card,)
        target.known += (known,)
    return card
