"""CD-23: the small variants, where they do something of their own."""

from __future__ import annotations

from eschaton.games.cult.box.components import BOARD_OF, FAITHFUL, MERCHANT_OF_DEATH_LIFE, SELFISH_LOSS
from eschaton.games.cult.options import MERCHANT_OF_DEATH, SELFISH
from eschaton.games.cult.rules.life import NOBODY, gain, lose
from eschaton.games.cult.rules.rituals import leave_altar, place_ritual
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import EVERYONE, Ask, Choose, Options, Shuffle
from eschaton.kernel.step import Follow, Step

KEEP = "keep"


class ReplaceRitual(Step):
    """CD-23.1: Truly a High Priest: before play the High Priest may replace one ritual on an altar."""

    def ask(self, table: Cult) -> Ask:
        options: Options = {KEEP: None, **{altar.key: altar.key for altar in table.altars}}
        return Choose(table.priest, options, KEEP, rule="CD-23.1", prompt="Do you replace a ritual?")

    def run(self, table: Cult, board: str | None) -> Follow:
        if board is None:
            return None
        altar = table.altars[BOARD_OF[board]]
        new, _ = table.deck.take()  # CD-Q-63: drawn before the old one is shuffled in
        table.deck.put(leave_altar(altar), EVERYONE)
        place_ritual(table, altar, new)
        return ShuffleDeck()


class ShuffleDeck(Step):
    """CD-23.2: the replaced ritual is shuffled into the deck."""

    def ask(self, table: Cult) -> Ask:
        return Shuffle("ritual deck", list(table.deck.cards), rule="CD-23.2")

    def run(self, table: Cult, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        return None


def weaken_priest(table: Cult) -> bool:
    """CD-23.3, CD-23.4: Don't Be So Selfish: once all Faithful are dead, the High Priest loses life; once a game."""
    if not table.options[SELFISH] or table.used(0, SELFISH):
        return False
    if any(player.alive and table.role(player.seat) == FAITHFUL for player in table.players):
        return False
    table.count(0, SELFISH)
    lose(table, table.priest, SELFISH_LOSS, NOBODY, "CD-23.3")
    return True


def feed_priest(table: Cult) -> None:
    """CD-23.6, CD-Q-61: Merchant of Death: somebody has become a Wraith, and a living High Priest gains by it."""
    if table.options[MERCHANT_OF_DEATH]:
        gain(table, table.priest, MERCHANT_OF_DEATH_LIFE, "CD-23.6")
