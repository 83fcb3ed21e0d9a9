"""Which events show a card at work, for those who count what cards do.

Texts on different sides of a card are looked at apart, since never both are on. Where any of them is used, the card is
at work when one is; where they only stand, as soon as they are on; and a card without text is at work as soon as it is
in play.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from eschaton.cardtext.box import FRONT, card_of, side_of
from eschaton.cardtext.data import PowerData
from eschaton.cardtext.pack import Stack
from eschaton.kernel.event import Event


class Shows(msgspec.Struct, frozen=True):
    """An event that shows a card, named by one of its arguments: used up, or (`side`) lying with that side on from now.

    With `where`, only if another argument has this value.
    """

    event: str
    card: str
    side: str | None = None
    where: tuple[str, str] | None = None


class AtWork:
    """Tells of the cards of some packs which ones an event shows at work."""

    def __init__(self, stack: Stack, shows: Iterable[Shows], sides: Sequence[str] = ()) -> None:
        self.shows: dict[str, list[Shows]] = {}
        for shown in shows:
            self.shows.setdefault(shown.event, []).append(shown)
        self.waiting = {side: at_once(stack, side, sides) for side in (FRONT, *sides)}

    def works(self, event: Event) -> list[str]:
        """The cards that an event shows at work."""
        args = event.args
        if event.key == "uses":
            return [card_of(args["power"])]
        found = []
        for shown in self.shows.get(event.key, ()):
            card = card_of(args[shown.card])
            there = shown.where is None or args[shown.where[0]] == shown.where[1]
            if there and (shown.side is None or card in self.waiting[shown.side]):
                found.append(card)
        return found


def at_once(stack: Stack, side: str, sides: Sequence[str]) -> set[str]:
    """The cards that are at work as soon as this side is on."""
    return {card for card, said in stack.powers.items() if only_stands(said, side, sides)}


def only_stands(said: Sequence[PowerData], side: str, sides: Sequence[str]) -> bool:
    """Whether lying with this side on is all that the texts on it wait for; a card without text has only a front."""
    here = [text for text in said if side_of(text, sides) == side]
    return all(text.standing for text in here) and bool(here or (side == FRONT and not said))
