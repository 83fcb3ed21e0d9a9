"""Which events show a card at work, for those who count what cards do (SA-6).

Texts inside the Contained box and outside it are looked at apart, since never both are on. Where any of them speaks at
a time, the card is at work when one does; where they only stand, as soon as they are on; and a card without text is at
work as soon as it is in play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from eschaton.cardtext.pack import Stack
from eschaton.games.apollyon.box.cards import CONTAINED_BOX
from eschaton.games.apollyon.box.components import AC
from eschaton.kernel.event import Event

CARRIED_OUT = {
    "took": "card",
    "intel bought": "card",
    "event": "card",
    "promoted": "promotion",
}
"""Events that show a card used up, or used once and for all, and the argument that names it."""

IN_PLAY = {
    "joined": "character",
    "found": "anomaly",
    "apollyon": "anomaly",
    "director": "card",
    "first contact": "situation",
}
"""Events from which on a card stands in play with its texts outside the Contained box."""


def at_work(stack: Stack) -> Callable[[Event], Iterable[str]]:
    """What tells, of the cards of these packs, which ones an event shows at work."""
    return Watcher(stack).works


class Watcher:
    """Knows of each card whether being loose, or being contained, is all that its texts wait for."""

    def __init__(self, stack: Stack) -> None:
        self.loose: set[str] = set()
        self.contained: set[str] = set()
        for card, powers in stack.powers.items():
            boxed = [text for text in powers if CONTAINED_BOX in text.states]
            others = [text for text in powers if text not in boxed]
            if all(text.standing for text in others) and (others or not boxed):
                self.loose.add(card)
            if boxed and all(text.standing for text in boxed):
                self.contained.add(card)

    def works(self, event: Event) -> Iterable[str]:
        """The cards that an event shows at work."""
        args = event.args
        if event.key == "uses":
            return (card_of(args["power"]),)
        if event.key in CARRIED_OUT:
            return (card_of(args[CARRIED_OUT[event.key]]),)
        if event.key in IN_PLAY:
            return self.loose & {card_of(args[IN_PLAY[event.key]])}
        if event.key == "moved" and args["zone"] == AC:
            return self.contained & {card_of(args["anomaly"])}
        return ()


def card_of(piece: str) -> str:
    """The card of a copy of it, or of one of its powers."""
    return piece.partition("/")[0].partition("#")[0]
