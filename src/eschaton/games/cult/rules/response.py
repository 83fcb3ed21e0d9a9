"""CD-7, CD-11: the Response phase, Siren coins, and what follows when somebody's die is changed or moved."""

from __future__ import annotations

from eschaton.games.cult.box.components import CULTIST_DIE, HEAL
from eschaton.games.cult.powers import RESPONSE, SIREN, WRAITH_RESPONSE, Abilities
from eschaton.games.cult.rules.automaton import send_back
from eschaton.games.cult.rules.commit import Commit
from eschaton.games.cult.rules.dice import dice_options, new_die, places_for, put_on, touch, turn_to
from eschaton.games.cult.rules.life import spend_coin
from eschaton.games.cult.state import Cult, Die
from eschaton.kernel.ask import Ask, Choose, Roll, Seat, keys
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use, Window

abilities = Abilities()


class ResponsePhase(Step):
    """CD-7.1, CD-6.17, CD-7.3, CD-7.10: everybody may answer the commitments, until nobody wants to any more (CD-Q-17,
    CD-Q-18).

    An automaton answers last; that reopens the chance for all the others (CD-7.4).
    """

    begun: bool = False

    def run(self, table: Cult) -> Follow:
        if self.begun and not send_back(table):
            return None
        self.begun = True
        timing = RESPONSE if table.players[table.active].alive else WRAITH_RESPONSE
        return Stay(Window(timing, table.around(table.active), rule="CD-7.2"))


def can_move(table: Cult, use: Use) -> bool:
    """A committed die could be moved elsewhere."""
    return any(other_places(table, key, use.seat) for key in dice_options(table, committed=True))


@abilities.power(SIREN, RESPONSE, rule="CD-11.1", label="Spend a Siren coin to move a die", limit=1, condition=can_move)
def siren(table: Cult, use: Use) -> Follow:
    """CD-11.1, CD-7.12, CD-11.7: move one of the active player's dice to another legal place."""
    spend_coin(table, use.seat, SIREN, "CD-11.11")
    return MoveDie(use.seat, rule="CD-Q-20")


class MoveDie(Step):
    """CD-Q-20, CD-7.8, CD-11.3 to CD-11.6, CD-11.8, CD-24.2: somebody picks a committed die of the active player, and a
    legal place other than the present one."""

    seat: Open[Seat]
    faces: Open[list[str]] = []
    die: Open[str] = ""
    rule: Open[str] = "CD-Q-20"

    def ask(self, table: Cult) -> Ask | None:
        if not self.die:
            options = dice_options(table, tuple(self.faces), committed=True)
            movable = {key: key for key in options if other_places(table, key, self.seat)}
            return Choose(self.seat, movable, rule=self.rule, prompt="Which die do you move?") if movable else None
        places = other_places(table, self.die, self.seat)
        return Choose(self.seat, keys(places), rule=self.rule, prompt="Where does it go?")

    def run(self, table: Cult, answer: str | None) -> Follow:
        if answer is None:
            return None
        if not self.die:
            self.die = answer
            return Stay()
        die = table.die(self.die)
        if die is not None:
            put_on(table, die, answer, self.rule, self.seat)
            if self.seat != table.active:
                touch(table, table.active)
        return None


def other_places(table: Cult, key: str, by: Seat) -> list[str]:
    """Where somebody may send a die; its owner no daggers to themselves, by their own will (CD-6.5, CD-11.9)."""
    die = table.die(key)
    if die is None:
        return []
    places = places_for(table, die.face, sent=by != table.active)
    return [place for place in places if place.rstrip(HEAL) != die.on]


def changed(table: Cult, die: Die, face: str, rule: str) -> list[Step]:
    """CD-7.5, CD-7.6, CD-7.7: a committed die gets a new face in the Response phase; its owner may re-commit it."""
    turn_to(table, die, face, rule)
    return [Commit([die.id], rule="CD-7.5")]


def given(table: Cult, faces: list[str], rule: str) -> list[Step]:
    """CD-7.9: the active player gains dice and must commit them."""
    dice = [new_die(table, face) for face in faces]
    touch(table, table.active)
    table.say(rule, "dice given", who=table.active, faces=faces)
    return [Commit([die.id for die in dice], rule="CD-7.9")]


class ForcedRoll(Step):
    """CD-7.5: dice of the active player are rolled again by somebody's power; the owner may re-commit them."""

    dice: Open[list[str]]
    rule: Open[str] = "CD-7.5"

    def ask(self, table: Cult) -> Ask:
        return Roll("cultist dice", CULTIST_DIE, len(self.dice), rule=self.rule)

    def run(self, table: Cult, faces: list[str]) -> Follow:
        for key, face in zip(self.dice, faces, strict=True):
            die = table.die(key)
            if die is not None:
                turn_to(table, die, face, self.rule)
        return Commit(list(self.dice), rule="CD-7.5")
