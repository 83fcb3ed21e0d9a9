"""Cards played from hidden hands: what a seat can play, what everybody must think it could, and how a card is played.

A card that is played leaves the hand before its own cost is chosen, so it never pays for itself. Where others may
answer it, the game says so by `Table.announced`; then its effect comes about, unless it is cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterator, Sequence
from typing import Any

import msgspec

from eschaton.cardtext.box import FRONT, Box
from eschaton.cardtext.in_force import CardTable
from eschaton.cardtext.power import Ready
from eschaton.kernel.ask import EVERYONE, Seat
from eschaton.kernel.errors import RulesError
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Follow
from eschaton.kernel.window import Power, Use


class HandTable(CardTable, kw_only=True):
    """A table with hidden hands. The back of a hand's cards is the name of their kind."""

    # What a game says.

    def hands(self, seat: Seat) -> Sequence[Pile]:
        """The hands from which a seat plays cards."""
        return ()

    def leave_hand(self, seat: Seat, hand: Pile, at: int) -> None:
        """A card at a place in a hand is played: lay it where played cards lie, for all to see."""
        raise RulesError("nothing says where played cards lie")

    def may_play(self, seat: Seat, piece: str, timing: str) -> bool:
        """Whether the rules let a seat play a card that it may have: from what everybody knows only."""
        return True

    def gone(self) -> Collection[str]:
        """Cards that, as everybody knows, are in no hand, such as those that lie open; the more, the fewer windows."""
        return ()

    # What the kernel asks.

    def powers(self, seat: Seat, timing: str) -> Sequence[Power]:
        """Texts in play that this seat may use, and those of the cards in its hands."""
        return [*super().powers(seat, timing), *self.playable(seat, timing, self.hands(seat))]

    def playable(self, seat: Seat, timing: str, hands: Sequence[Pile]) -> Iterator[Power]:
        """The powers at a timing of the cards in hands."""
        box = self.box
        speaking = box.at(timing)
        if speaking:
            for hand in hands:
                for piece in hand.cards:
                    if piece in speaking and self.may_play(seat, piece, timing):
                        yield from said(box, piece, timing)

    def possible_powers(self, seat: Seat, timing: str) -> Sequence[Power]:
        """The same as far as everybody knows: of a hidden card, the powers of all that it might be."""
        box, gone = self.box, self.gone()
        speaking = box.at(timing)
        found = [*super().powers(seat, timing)]
        for hand in self.hands(seat) if speaking else ():
            shown = {card for card, known in zip(hand.cards, hand.known, strict=True) if known == EVERYONE}
            hidden = len(shown) < len(hand)
            for piece in sorted(speaking) if hidden else shown & speaking:
                could = piece in shown or (hidden and box.kinds[piece] == hand.back and piece not in gone)
                if could and self.may_play(seat, piece, timing):
                    found += said(box, piece, timing)
        return found

    def holders(self, timing: str) -> Container[Seat]:
        """Who really has anything to use at a timing."""
        speaking = self.box.at(timing)
        if not speaking:
            return ()
        in_play = {seat for seat in self.places if super(HandTable, self).powers(seat, timing)}
        return {
            seat
            for seat in self.places
            if seat in in_play or any(not speaking.isdisjoint(hand.cards) for hand in self.hands(seat))
        }


class LeaveHand(msgspec.Struct, frozen=True):
    """A card leaves the hand it is in; then its cost is paid."""

    piece: str
    cost: Callable[[Any, Use], Follow] | None = None

    def __call__(self, table: Any, use: Use) -> Follow:
        """The cost of playing the card."""
        for hand in table.hands(use.seat):
            if self.piece in hand.cards:
                table.leave_hand(use.seat, hand, list(hand.cards).index(self.piece))
                table.forget()
                break
        return self.cost(table, use) if self.cost is not None else None


class HandBox(Box):
    """A box with kinds of card that are played from hand."""

    played: tuple[str, ...] = ()

    def empower(self, piece: str, powers: Any, side: str = FRONT) -> None:
        """Give a piece powers; one that is played from hand leaves it first, and does not count there any more."""
        if self.kinds.get(piece) in self.played:
            powers = [from_hand(piece, power) for power in powers]
        super().empower(piece, powers, side)


def from_hand(piece: str, power: Power) -> Power:
    """A power of a card that is played from hand."""
    leaving = {
        name: msgspec.structs.replace(ready, leaves=True)
        for name in ("condition", "public")
        if isinstance(ready := getattr(power, name), Ready)
    }
    return msgspec.structs.replace(power, cost=LeaveHand(piece, power.cost), **leaving)


def said(box: Box, piece: str, timing: str) -> Sequence[Power]:
    """What a card says at a timing."""
    texts = box.texts[FRONT].get(piece)
    return texts.powers.get(timing, ()) if texts is not None else ()
