"""What Wraiths do with their dice in a living player's Response phase (CD-15)."""

from __future__ import annotations

from eschaton.games.cult.box.components import CULTIST_DIE
from eschaton.games.cult.powers import RESPONSE, Abilities
from eschaton.games.cult.rules.dice import dice_options, has_dice, hold_fast, places_for, put_on, remove
from eschaton.games.cult.rules.response import MoveDie, changed, given, other_places
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Options, Roll, Seat, keys
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

abilities = Abilities()

ONCE = "ResponsePhase"  # CD-7.11, CD-15.7
DONE = {  # to one of the active player's dice
    "hollow-mimic": "replaced",
    "undertow": "discarded",
    "lantern-shade": "re-rolled",
    "pale-usher": "held",
}


def has_die(table: Cult, use: Use) -> bool:
    """CD-15.7, CD-15.18: a Wraith with at least one unused die; in a Wraith's turn there are no dice to act on."""
    return bool(table.players[use.seat].dice)


def has_die_for_any(table: Cult, use: Use) -> bool:
    """An unused die, and a die of the active player to roll."""
    return has_die(table, use) and has_dice(table)


def has_other_die(table: Cult, use: Use) -> bool:
    """An unused die, and a die of the active player with another face."""
    return any(unlike(table, face) for face in table.players[use.seat].dice)


def unlike(table: Cult, face: str) -> Options:
    """The active player's dice that can be changed and do not show this face, or what it counts as (CD-Q-64)."""
    return dice_options(table, into=face)


def has_equal_die(table: Cult, use: Use) -> bool:
    """An unused die with the face of one of the active player's dice that can be held."""
    faces = tuple(table.players[use.seat].dice)
    return bool(faces) and has_dice(table, faces)


def can_drown(table: Cult, use: Use) -> bool:
    """An unused die with the face of any of the active player's dice."""
    return any(drownable(table, face) for face in table.players[use.seat].dice)


def drownable(table: Cult, face: str) -> Options:
    """The active player's dice with this face; equal ones count once. One that is held fast is neither changed nor
    moved by being discarded."""
    unlike = {(die.on, die.heals, die.held): die.id for die in reversed(table.dice) if die.face == face}
    return keys(reversed(unlike.values()))


def has_movable_die(table: Cult, use: Use) -> bool:
    """An unused die with the face of one of the active player's dice that could lie elsewhere."""
    return any(movable(table, face, use.seat) for face in table.players[use.seat].dice)


def movable(table: Cult, face: str, by: Seat) -> bool:
    """Whether a die with this face could lie elsewhere, by this Wraith's will."""
    return any(other_places(table, key, by) for key in dice_options(table, (face,), committed=True))


def can_usher(table: Cult, use: Use) -> bool:
    """Two unused dice of one face, or one that shows what a die of the active player shows."""
    dice = table.players[use.seat].dice
    return len(set(dice)) < len(dice) or has_equal_die(table, use)


class SpendDie(Step):
    """CD-15.8: the Wraith spends a die; what its card does follows."""

    seat: Open[Seat]
    card: Open[str]

    def ask(self, table: Cult) -> Ask:
        return Choose(
            self.seat, keys(dict.fromkeys(self.faces(table))), rule="CD-15.8", prompt="Which die do you spend?"
        )

    def faces(self, table: Cult) -> list[str]:
        """The faces that can be spent to some effect."""
        dice = table.players[self.seat].dice
        if self.card == "hollow-mimic":
            return [face for face in dice if unlike(table, face)]
        if self.card == "undertow":
            return [face for face in dice if drownable(table, face)]
        if self.card == "grasping-tide":
            return [face for face in dice if movable(table, face, self.seat)]
        return dice

    def run(self, table: Cult, face: str) -> Follow:
        table.players[self.seat].dice.remove(face)
        table.say("CD-15.8", "wraith die spent", who=self.seat, face=face)
        if self.card == "drowned-choir":
            return given(table, [face], "CD-15.21")
        if self.card == "grasping-tide":
            return MoveDie(self.seat, [face], rule="CD-7.13")
        return WraithOnDie(self.seat, self.card, face)


class WraithOnDie(Step):
    """CD-15.7: a Wraith's ability works on one of the active player's dice."""

    seat: Open[Seat]
    card: Open[str]
    face: Open[str]

    def ask(self, table: Cult) -> Ask:
        if self.card == "hollow-mimic":
            dice = unlike(table, self.face)
        elif self.card == "undertow":
            dice = drownable(table, self.face)
        else:
            dice = dice_options(table, () if self.card == "lantern-shade" else (self.face,))
        return Choose(self.seat, dice, rule="CD-15.7", prompt=f"Which die is {DONE[self.card]}?")

    def run(self, table: Cult, key: str) -> Follow:
        die = table.die(key)
        if die is None:
            return None
        if self.card == "hollow-mimic":
            return changed(table, die, self.face, "CD-15.7")
        if self.card == "undertow":
            remove(table, die, "CD-15.7")
            return None
        if self.card == "lantern-shade":
            return LanternRoll(self.seat, key, self.face)
        hold_fast(table, die, "CD-15.7")
        return None


class LanternRoll(Step):
    """CD-15.7: Lantern Shade: the die is re-rolled; on the spent face the Wraith chooses where it is committed."""

    seat: Open[Seat]
    die: Open[str]
    face: Open[str]

    def ask(self, table: Cult) -> Ask:
        return Roll("cultist dice", CULTIST_DIE, 1, rule="CD-15.7")

    def run(self, table: Cult, faces: list[str]) -> Follow:
        die = table.die(self.die)
        if die is None:
            return None
        follow = changed(table, die, faces[0], "CD-15.7")
        if die.face == self.face and places_for(table, die.face, sent=True):
            return LanternChoice(self.seat, self.die)
        return follow


class LanternChoice(Step):
    """CD-15.7: Lantern Shade chooses where the re-rolled die is committed."""

    seat: Open[Seat]
    die: Open[str]

    def ask(self, table: Cult) -> Ask:
        die = table.die(self.die)
        places = places_for(table, die.face, sent=True) if die is not None else ()
        return Choose(self.seat, keys(places), rule="CD-15.7", prompt="Where does the die go?")

    def run(self, table: Cult, place: str) -> Follow:
        die = table.die(self.die)
        if die is not None:
            put_on(table, die, place, "CD-15.7", self.seat)
        return None


@abilities.power(
    "drowned-choir", RESPONSE, rule="CD-15.7", label="Spend a die to give one", limit=1, per=ONCE, condition=has_die
)
@abilities.power(
    "hollow-mimic",
    RESPONSE,
    rule="CD-15.7",
    label="Spend a die to replace one",
    limit=1,
    per=ONCE,
    condition=has_other_die,
)
@abilities.power(
    "undertow", RESPONSE, rule="CD-15.7", label="Spend a die to discard one", limit=1, per=ONCE, condition=can_drown
)
@abilities.power(
    "lantern-shade",
    RESPONSE,
    rule="CD-15.7",
    label="Spend a die to re-roll one",
    limit=1,
    per=ONCE,
    condition=has_die_for_any,
)
@abilities.power(
    "grasping-tide",
    RESPONSE,
    rule="CD-15.7",
    label="Spend a die to move one",
    limit=1,
    per=ONCE,
    condition=has_movable_die,
)
def spend_die(table: Cult, use: Use) -> Follow:
    """CD-15.7."""
    return SpendDie(use.seat, use.power)


@abilities.power(
    "pale-usher",
    RESPONSE,
    rule="CD-15.7",
    label="Spend two dice to give them, or one to hold one",
    limit=1,
    per=ONCE,
    condition=can_usher,
)
def usher(table: Cult, use: Use) -> Follow:
    """CD-15.7."""
    return PaleUsher(use.seat)


class PaleUsher(Step):
    """CD-15.7: Pale Usher gives a pair of dice, or holds one."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        dice = table.players[self.seat].dice
        options: Options = {}
        for face in dict.fromkeys(dice):
            if dice.count(face) > 1:
                options[f"give:{face}"] = (face, 2)
            if has_dice(table, (face,)):
                options[f"hold:{face}"] = (face, 1)
        return Choose(self.seat, options, rule="CD-15.7", prompt="Which dice do you spend?")

    def run(self, table: Cult, chosen: tuple[str, int]) -> Follow:
        face, many = chosen
        for _ in range(many):
            table.players[self.seat].dice.remove(face)
            table.say("CD-15.8", "wraith die spent", who=self.seat, face=face)
        if many == 2:
            return given(table, [face, face], "CD-15.21")
        return WraithOnDie(self.seat, "pale-usher", face)
