"""Which cards ever came up and ever did anything, over many games: a card that never does is a card nobody needs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from eschaton.kernel.event import Event
from eschaton.kernel.game import Game
from eschaton.kernel.table import Table


class CardUsage(msgspec.Struct):
    """In how many games each card came up, and in how many it did something."""

    drawn: Counter[str] = msgspec.field(default_factory=Counter)
    effective: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, other: CardUsage) -> None:
        """Count in what another has counted."""
        self.drawn.update(other.drawn)
        self.effective.update(other.effective)


class CardWatch:
    """Watches one game for its cards: any event that names a card shows it; the game says which show it at work."""

    def __init__(self, game: Game) -> None:
        self.cards = game.cards
        self.works = game.works
        self.drawn: set[str] = set()
        self.effective: set[str] = set()

    def __call__(self, table: Table) -> None:
        """Note what has happened since the last decision."""
        for event in table.events:
            self.drawn.update(self.named(event))
            if self.works is not None:
                self.effective.update(self.works(event))

    def named(self, event: Event) -> Iterable[str]:
        """The cards an event names."""
        for value in (*event.args.values(), *event.secret.values()):
            if type(value) is str:
                card = card_of(value)
                if card in self.cards:
                    yield card

    def counted(self) -> CardUsage:
        """What was seen, as counts of one game; a card at work has come up."""
        return CardUsage(Counter(self.drawn | self.effective), Counter(self.effective))


def card_of(piece: str) -> str:
    """The card of one of its copies or powers: "agent#2" and "agent#2/1" are "agent"."""
    return piece.partition("/")[0].partition("#")[0]


def idle_cards(game: Game, usage: CardUsage) -> dict[str, Any]:
    """The cards of a game that never came up, and those that did but never did anything; nothing if it lists none."""
    if not game.cards:
        return {}
    return {
        "cards": len(game.cards),
        "never_drawn": sorted(card for card in game.cards if not usage.drawn[card]),
        "never_effective": sorted(card for card in game.cards if usage.drawn[card] and not usage.effective[card]),
    }
