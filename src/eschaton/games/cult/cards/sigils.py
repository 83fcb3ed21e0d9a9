"""What Sigils do (CD-19)."""

from __future__ import annotations

from eschaton.games.cult.dice import dice_options
from eschaton.games.cult.powers import DYING, RESPONSE, SIGIL
from eschaton.games.cult.response import ForcedRoll
from eschaton.games.cult.sigils import sigil
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Seat
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

# Sigil of Revocation


@sigil("revocation", SIGIL, rule="CD-19.1", label="Revoke the Sigil", key="revocation:cancel")
def revoke(table: Cult, use: Use) -> Follow:
    """CD-19.1: the announced Sigil is cancelled and used up (CD-13.9)."""
    table.cancel(use.about, "CD-19.1")
    return None


def dice_lie(table: Cult, use: Use) -> bool:
    """There is a die that can be changed."""
    return bool(dice_options(table))


@sigil("revocation", RESPONSE, rule="CD-19.2", label="Have all dice re-rolled", condition=dice_lie)
def revoke_dice(table: Cult, use: Use) -> Follow:
    """CD-19.2, CD-19.3: the active player re-rolls all of their dice and may re-commit each (CD-Q-65)."""
    return ForcedRoll([die.id for die in table.dice if not die.held], rule="CD-19.2")


# Sigil of Stillness


@sigil("stillness", RESPONSE, rule="CD-13.2", label="Still a die", condition=dice_lie)
def still(table: Cult, use: Use) -> Follow:
    """A committed die is held."""
    return HoldDie(use.seat)


class HoldDie(Step):
    """CD-13.2: Stillness: one committed die cannot be changed or moved for the rest of the turn."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        options = dice_options(table, committed=True)
        return Choose(self.seat, options, rule="CD-13.2", prompt="Which die is stilled?")

    def run(self, table: Cult, key: str) -> Follow:
        die = table.die(key)
        if die is not None:
            die.held = True
            table.say("CD-13.2", "held", die=key, face=die.face)
        return None


# Sigil of the Last Breath


def would_die(table: Cult, use: Use) -> bool:
    """At a death check, at 0 life."""
    player = table.players[use.seat]
    return player.alive and player.life == 0


@sigil("last-breath", DYING, rule="CD-14.2", label="Draw the last breath", condition=would_die)
def last_breath(table: Cult, use: Use) -> Follow:
    """Who would die is at 1 life instead."""
    table.players[use.seat].life = 1
    table.say("CD-14.2", "gained", who=use.seat, life=1)
    return None
