"""Piles know who knows each card: looking sets it, moving keeps it, shuffling forgets places but keeps contents."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from eschaton.kernel.ask import EVERYONE, NOBODY, Seat, Shuffle, may_see

ALIKE = frozenset({EVERYONE, NOBODY})


class Pile(msgspec.Struct, array_like=True):
    """Cards (each id is one physical piece) from bottom to top, all with the same back.

    `known[i]` is the audience that knows the face of card i; `inside[i]` the audience that knows card i to be
    somewhere in this pile. A pile with a `holder` is a hand: it has no order that others could see, so when a card
    leaves it, only the holder and those who are shown the card know which one it was.
    """

    back: str
    cards: list[str] = []
    known: list[int] = []
    inside: list[int] = []
    holder: Seat = -1

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, card: str) -> bool:
        return card in self.cards

    def put(self, card: str, known: int = NOBODY, at: int | None = None) -> None:
        """Lay a card on top (or at a place from the bottom), known to an audience."""
        if at is None:
            self.cards.append(card)
            self.known.append(known)
            self.inside.append(known)
        else:
            self.cards.insert(at, card)
            self.known.insert(at, known)
            self.inside.insert(at, known)

    def take(self, at: int = -1, to: int = NOBODY) -> tuple[str, int]:
        """Take a card (the top one unless said), shown to `to`, with who knows it then.

        Who did not see it no longer knows what is left.
        """
        known = self.known.pop(at) | to
        self.inside.pop(at)
        if to != EVERYONE and (self.holder >= 0 or self.inside != self.known):
            known = self.left_unseen(known, to)
        return self.cards.pop(at), known

    def left_unseen(self, known: int, to: int) -> int:
        """A card that this audience knew has left, shown to `to`: who knows it then, and what the others forget."""
        if self.holder >= 0:
            saw = 1 << self.holder | to
            known &= saw
            self.known = [seen & saw for seen in self.known]
        if known != EVERYONE and self.inside != self.known:
            # A viewer who sees the remaining card itself goes on knowing it; others only knew it was among these.
            self.inside = [mask & (known | seen) for mask, seen in zip(self.inside, self.known, strict=True)]
        return known

    def show(self, audience: int, at: int = -1) -> str:
        """Let an audience see a card where it lies."""
        self.known[at] |= audience
        self.inside[at] |= audience
        return self.cards[at]

    def look(self, seat: Seat, many: int) -> list[str]:
        """Let a seat see the top cards; the topmost first."""
        many = min(many, len(self.cards))
        return [self.show(1 << seat, at=-1 - place) for place in range(many)]

    def asking(self, purpose: str) -> Shuffle:
        """The question to chance that shuffles this pile."""
        return Shuffle(purpose, list(self.cards))

    def shuffled(self, order: list[str]) -> None:
        """Lie in a new order that nobody knows; whoever knew a card still knows that it is in here."""
        knew = dict(zip(self.cards, self.inside, strict=True))
        self.cards = list(order)
        self.known = [NOBODY] * len(order)
        self.inside = [knew[card] for card in order]

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
        else:
            bit = 1 << viewer
            seen = [card if known & bit else None for card, known in zip(self.cards, self.known, strict=True)]
        if self.holder >= 0:
            faces = sorted(card for card in seen if card is not None)
            return faces + [None] * (len(seen) - len(faces))
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


def face_down(back: str, cards: Iterable[str] = (), known: int = NOBODY) -> Pile:
    """A pile that nobody (or only an audience) knows."""
    return made(back, cards, known)


def hand(back: str, holder: Seat) -> Pile:
    """An empty hand."""
    return Pile(back, holder=holder)


def made(back: str, cards: Iterable[str], known: int) -> Pile:
    """A pile of these cards, bottom first."""
    listed = list(cards)
    return Pile(back, listed, [known] * len(listed), [known] * len(listed))


def move(source: Pile, target: Pile, at: int = -1, *, to: int = NOBODY, bottom: bool = False) -> str:
    """Move a card, keeping who knows it and letting the audience `to` know it too."""
    card, known = source.take(at, to)
    if bottom:
        target.put(card, known, 0)
    else:
        target.cards.append(card)
        target.known.append(known)
        target.inside.append(known)
    return card
