"""CD-18.47, CD-20.3 to CD-20.7: the Necromancer's coins, and the return to life."""

from __future__ import annotations

from eschaton.games.cult.box.components import NECROMANCER_COINS
from eschaton.games.cult.options import NECROMANCER
from eschaton.games.cult.rules.life import NOBODY
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Seat
from eschaton.kernel.step import AGAIN, Follow, Step
from eschaton.kernel.table import Open

COINS_PER_DEATH = 2
COINS_TO_REVIVE = 4


def gain_coins(table: Cult, seat: Seat, many: int) -> None:
    """CD-20.13: Necromancer coins, while the supply lasts."""
    player = table.players[seat]
    gained = min(many, NECROMANCER_COINS - player.necromancy)
    if gained > 0:
        player.necromancy += gained
        table.say("CD-18.47", "necromancer coins", who=seat, coins=gained)


def mourn(table: Cult, dead: list[Seat]) -> None:
    """CD-18.47, CD-20.13: the holder of the card, alive or not, gains coins for each other player who has died."""
    for player in table.players:
        if player.character == NECROMANCER:
            gain_coins(table, player.seat, COINS_PER_DEATH * sum(seat != player.seat for seat in dead))


class Revive(Step):
    """CD-20.4, CD-20.12: before the Roll phase a dead Necromancer gains a coin, and may return to life for four.

    So may one whom the Kraken dice have killed just now: they are a Wraith, and it is before their Roll phase.
    """

    seat: Open[Seat]
    counted: bool = False

    def ask(self, table: Cult) -> Ask | None:
        if not self.counted or table.players[self.seat].necromancy < COINS_TO_REVIVE:
            return None
        options = {"stay": False, "revive": True}
        return Choose(self.seat, options, "stay", rule="CD-20.4", prompt="Do you return to life for four coins?")

    def run(self, table: Cult, revive: bool | None) -> Follow:
        if table.players[self.seat].alive:
            return None
        if not self.counted:
            self.counted = True
            gain_coins(table, self.seat, 1)
            return AGAIN
        if revive:
            return_to_life(table, self.seat)
        return None


def return_to_life(table: Cult, seat: Seat) -> None:
    """CD-20.5: four coins are spent; the Wraith card and dice are handed in; life is N."""
    player = table.players[seat]
    player.necromancy -= COINS_TO_REVIVE
    table.wraiths.append(player.wraith)
    player.wraith, player.dice = "", []
    player.alive, player.life, player.blow = True, table.n, NOBODY
    table.forget()
    table.say("CD-20.5", "revived", who=seat, life=table.n)
