"""CD-14.12, CD-14.13, CD-15: becoming a Wraith."""

from __future__ import annotations

from eschaton.games.cult.labels import card_option
from eschaton.games.cult.rules.variants import feed_priest
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Option, Seat, keys
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open


class BecomeWraith(Step):
    """CD-14.13, CD-15.6, CD-14.14, CD-15.5, CD-15.20: the dead player picks a Wraith card; its dice show their starting
    faces."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, keys(table.wraiths), rule="CD-14.13", prompt="Which Wraith do you become?")

    def describe(self, table: Cult, key: str) -> Option:
        return card_option(table, key)

    def run(self, table: Cult, card: str) -> Follow:
        player = table.players[self.seat]
        table.wraiths.remove(card)
        player.wraith = card
        table.forget()
        player.dice = list(table.box.wraiths[card].dice)
        table.say("CD-14.13", "wraith", who=self.seat, card=card)
        feed_priest(table)
        return None
