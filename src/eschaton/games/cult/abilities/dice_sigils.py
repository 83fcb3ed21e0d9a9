"""What Sigils do to dice: Revocation, Stillness, the Ebb, Mirrored Blades, Quickening, the Turning Tide (CD-19)."""

from __future__ import annotations

from typing import ClassVar

from eschaton.games.cult.box.components import BLOOD, CULTIST_DIE, WRAITH_DIE
from eschaton.games.cult.powers import BEFORE_ROLL, RESOLVE, RESPONSE, ROLL, SIGIL, STRUCK
from eschaton.games.cult.rules.dice import (
    dice_allowed,
    dice_options,
    has_dice,
    hold_fast,
    new_die,
    touch,
    transmuted,
    turn_to,
)
from eschaton.games.cult.rules.resolve import between_dice, can_resolve, harm, heals_like_blood
from eschaton.games.cult.rules.response import ForcedRoll
from eschaton.games.cult.rules.sigils import Decision, Sigils
from eschaton.games.cult.state import Cult, Die
from eschaton.kernel.ask import Ask, ChooseSome, Options, Roll, Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

abilities = Sigils()

# Sigil of Revocation


def is_announced(table: Cult, use: Use) -> bool:
    """The Sigil has not been cancelled already."""
    return table.find(use.about) is not None


@abilities.sigil(
    "revocation", SIGIL, rule="CD-19.1", label="Revoke the Sigil", key="revocation:cancel", condition=is_announced
)
def revoke(table: Cult, use: Use) -> Follow:
    """CD-19.1: the announced Sigil is cancelled and used up (CD-13.9)."""
    table.cancel(use.about, "CD-19.1")
    return None


def dice_lie(table: Cult, use: Use) -> bool:
    """There is a die that can be changed."""
    return has_dice(table)


@abilities.sigil("revocation", RESPONSE, rule="CD-19.2", label="Have all dice re-rolled", condition=dice_lie)
def revoke_dice(table: Cult, use: Use) -> Follow:
    """CD-19.2, CD-19.3: the active player re-rolls all of their dice and may re-commit each (CD-Q-65)."""
    return ForcedRoll([die.id for die in table.dice if not die.held], rule="CD-19.2")


# Sigil of Stillness


def dice_committed(table: Cult, use: Use) -> bool:
    """There is a committed die that can be held."""
    return has_dice(table, committed=True)


@abilities.sigil("stillness", RESPONSE, rule="CD-13.2", label="Hold a die fast", condition=dice_committed)
def still(table: Cult, use: Use) -> Follow:
    """A committed die is held."""
    return HoldDie(use.seat)


class HoldDie(Decision):
    """CD-13.2: Stillness: one committed die cannot be changed or moved for the rest of the turn."""

    PROMPT: ClassVar[str] = "Which die is stilled?"

    def options(self, table: Cult) -> Options:
        return dice_options(table, committed=True)

    def chosen(self, table: Cult, value: str) -> Follow:
        die = table.die(value)
        if die is not None:
            hold_fast(table, die, "CD-13.2")
        return None


# Sigil of the Ebb


def ebbs(table: Cult, use: Use) -> bool:
    """The player about to roll is another, living, and would roll more than one die."""
    active = table.active
    return use.seat != active and table.players[active].alive and dice_allowed(table, active) > 1


@abilities.sigil("ebb", BEFORE_ROLL, rule="CD-5.2", label="Take two dice from the roll", condition=ebbs)
def ebb(table: Cult, use: Use) -> Follow:
    """CD-5.2: the active player rolls two dice fewer this turn, but at least one."""
    fewer = min(2, dice_allowed(table, table.active) - 1)
    table.last(Lasting("dice", "add", -fewer, on=table.active, source="ebb", until=table.scope("Turn")))
    touch(table, table.active)
    return None


# Sigil of Mirrored Blades


def is_struck(table: Cult, use: Use) -> bool:
    """Another player's die is about to take life from this one, who has some."""
    step = table.find(use.about) if use.about else None
    die = table.die(step.die) if step is not None else None
    if die is None or use.seat == table.active or not table.players[use.seat].life:
        return False
    return harm(table, die, use.seat) > 0


@abilities.sigil("mirrored-blades", STRUCK, rule="CD-13.2", label="Make its owner lose as much", condition=is_struck)
def mirror(table: Cult, use: Use) -> Follow:
    """The owner of the die loses as much as is lost by it; before that somebody may shield them (CD-Q-41)."""
    table.amend(use.about, "CD-13.2", mirrored=True)
    return between_dice(table)


# Sigil of Quickening


def rolling(table: Cult, use: Use) -> bool:
    """In one's own Roll phase."""
    return use.seat == table.active


@abilities.sigil("quickening", ROLL, rule="CD-5.2", label="Roll one more die, and re-roll once more", condition=rolling)
def quicken(table: Cult, use: Use) -> Follow:
    """CD-5.2: one more re-roll, and one more die."""
    phase = table.pending(use.about)
    table.amend(use.about, "CD-5.2", left=phase.left + 1)
    return OneMoreDie(use.seat)


class OneMoreDie(Step):
    """CD-5.2: Quickening: one more die is rolled in this Roll phase."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        if table.players[self.seat].alive:
            return Roll("cultist dice", CULTIST_DIE, 1, rule="CD-5.2")
        return Roll("wraith dice", WRAITH_DIE, 1, rule="CD-5.2")

    def run(self, table: Cult, faces: list[str]) -> Follow:
        player = table.players[self.seat]
        if player.alive:
            new_die(table, faces[0])
        else:
            player.dice.append(faces[0])
        table.say("CD-5.2", "rolled", who=self.seat, faces=faces)
        return None


# Sigil of the Turning Tide


def dice_to_turn(table: Cult) -> list[Die]:
    """The unresolved dice of a living player that do not show the new face, or what it counts as (CD-Q-64), yet."""
    face = transmuted(table, table.box.sigils["turning-tide"].faces[0])
    return [die for die in table.dice if die.on and not die.held and die.face != face]


def tide_turns(table: Cult, use: Use) -> bool:
    """A living player has a die that can be turned, and that would do something else then."""
    to_blood = table.box.sigils["turning-tide"].faces[0] == BLOOD
    for die in dice_to_turn(table):
        if can_resolve(table, die) and not (to_blood and heals_like_blood(table, die)):
            return True
    return False


@abilities.sigil("turning-tide", RESOLVE, rule="CD-13.6", label="Turn up to two dice into blood", condition=tide_turns)
def turn_tide(table: Cult, use: Use) -> Follow:
    """Dice become blood."""
    return TurningTide(use.seat)


class TurningTide(Step):
    """CD-13.6, CD-Q-80: Turning Tide: up to two unresolved dice become blood, and stay where they lie."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        dice: Options = {die.id: die.id for die in dice_to_turn(table)}
        return ChooseSome(self.seat, dice, most=2, rule="CD-13.6", prompt="Which dice become blood?")

    def run(self, table: Cult, dice: list[str]) -> Follow:
        for key in dice:
            die = table.die(key)
            if die is not None:
                turn_to(table, die, table.box.sigils["turning-tide"].faces[0], "CD-13.6")
        return None
