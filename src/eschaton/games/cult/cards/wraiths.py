"""What Wraiths do with their dice in a living player's Response phase (CD-15)."""

from __future__ import annotations

from eschaton.games.cult.components import CULTIST_DIE
from eschaton.games.cult.dice import dice_options
from eschaton.games.cult.powers import RESPONSE, ability
from eschaton.games.cult.response import MoveDie, changed, given, other_places
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Options, Roll, Seat, keys
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

ONCE = "ResponsePhase"  # CD-15.7


def has_die(table: Cult, use: Use) -> bool:
    """CD-15.7: a Wraith with at least one unused die."""
    return bool(table.players[use.seat].dice)


def has_die_for_any(table: Cult, use: Use) -> bool:
    """An unused die, and a die of the active player to change."""
    return has_die(table, use) and bool(dice_options(table))


def has_equal_die(table: Cult, use: Use) -> bool:
    """An unused die with the face of one of the active player's dice."""
    faces = tuple(table.players[use.seat].dice)
    return bool(faces) and bool(dice_options(table, faces))


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
        if self.card in ("undertow", "grasping-tide"):
            return [face for face in dice if dice_options(table, (face,))]
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
        faces = () if self.card in ("hollow-mimic", "lantern-shade") else (self.face,)
        return Choose(self.seat, dice_options(table, faces), rule="CD-15.7", prompt="Which die?")

    def run(self, table: Cult, key: str) -> Follow:
        die = table.die(key)
        if die is None:
            return None
        if self.card == "hollow-mimic":
            return changed(table, die, self.face, "CD-15.7")
        if self.card == "undertow":
            table.dice.remove(die)
            table.say("CD-15.7", "die removed", die=key, face=die.face)
            return None
        if self.card == "lantern-shade":
            return LanternRoll(self.seat, key, self.face)
        die.held = True
        table.say("CD-15.7", "held", die=key, face=die.face)
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
        if die.face == self.face and other_places(table, die.id):
            return LanternChoice(self.seat, self.die)
        return follow


class LanternChoice(Step):
    """CD-15.7: Lantern Shade chooses where the re-rolled die is committed."""

    seat: Open[Seat]
    die: Open[str]

    def ask(self, table: Cult) -> Ask:
        die = table.die(self.die)
        places = other_places(table, self.die)
        if die is not None and die.on:
            places = [die.on, *places]
        return Choose(self.seat, keys(places), rule="CD-15.7", prompt="Where does the die go?")

    def run(self, table: Cult, place: str) -> Follow:
        die = table.die(self.die)
        if die is not None:
            die.on = place
            table.say("CD-15.7", "committed", die=die.id, face=die.face, place=place)
        return None


@ability("drowned-choir", RESPONSE, rule="CD-15.7", label="Give a die", limit=1, per=ONCE, condition=has_die)
@ability("hollow-mimic", RESPONSE, rule="CD-15.7", label="Replace a die", limit=1, per=ONCE, condition=has_die_for_any)
@ability("undertow", RESPONSE, rule="CD-15.7", label="Discard a die", limit=1, per=ONCE, condition=has_equal_die)
@ability("lantern-shade", RESPONSE, rule="CD-15.7", label="Re-roll a die", limit=1, per=ONCE, condition=has_die_for_any)
@ability("grasping-tide", RESPONSE, rule="CD-15.7", label="Move a die", limit=1, per=ONCE, condition=has_equal_die)
def spend_die(table: Cult, use: Use) -> Follow:
    """CD-15.7."""
    return SpendDie(use.seat, use.power)


@ability(
    "pale-usher", RESPONSE, rule="CD-15.7", label="Give two dice, or hold one", limit=1, per=ONCE, condition=can_usher
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
            if dice_options(table, (face,)):
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
