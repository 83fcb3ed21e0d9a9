"""CD-6, CD-12: the Commit phase; committing and re-committing dice; Chant coins."""

from __future__ import annotations

from eschaton.games.cult.box.components import CULTIST_DIE, DOUBLE, HEAL, SEAT_KEYS, SEAT_OF
from eschaton.games.cult.powers import CHANT, COMMIT, Abilities
from eschaton.games.cult.rules.automaton import commit_by_priority
from eschaton.games.cult.rules.dice import legal_here, places_for, put_on, remove, turn_to
from eschaton.games.cult.rules.life import spend_coin
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Assign, Choose, Options, Seat, keys
from eschaton.kernel.step import AGAIN, Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use, Window

abilities = Abilities()

NOT_DOUBLE = tuple(face for face in CULTIST_DIE if face != DOUBLE)  # CD-12.3


class CommitPhase(Step):
    """CD-6: first changes to the dice, then every die is committed, then the others may act.

    A die that was set aside and has a place by what they did is committed after all (CD-6.1, CD-6.2).
    """

    stage: int = 0

    def run(self, table: Cult) -> Follow:
        self.stage += 1
        seat = table.active
        if self.stage == 1:
            mine = Window(COMMIT, [seat], rule="CD-6.14")
            if "sea-hydra" in table.players[seat].rituals and table.dice:
                return Stay(DiscardDie(seat, rule="CD-6.15"), mine)
            return Stay(mine)
        if self.stage == 2:
            if not table.dice:
                return AGAIN
            return Stay(Commit([die.id for die in table.dice], rule="CD-6.1"))
        if self.stage == 3:
            return Stay(Window(COMMIT, table.clockwise(seat), rule="CD-Q-21"))
        set_aside = [die.id for die in table.dice if not die.on and places_for(table, die.face)]
        return Stay(Commit(set_aside, rule="CD-6.1")) if set_aside else None


class Commit(Step):
    """CD-6.1, CD-6.16: the owner puts each of these dice on a legal place, if it has one; also re-commits and new
    dice."""

    dice: Open[list[str]]
    rule: Open[str] = "CD-6.1"

    def places(self, table: Cult) -> dict[str, tuple[str, ...]]:
        """Where each die may go; where it lies comes first, if it may stay there."""
        by_face: dict[str, tuple[str, ...]] = {}
        found: dict[str, tuple[str, ...]] = {}
        for die in table.dice:
            if die.id not in self.dice:
                continue
            if die.held and die.on:
                continue
            face = die.face
            if face not in by_face:
                by_face[face] = places_for(table, face)
            places = by_face[face]
            if die.on and legal_here(table, die):
                here = die.on + HEAL if die.heals else die.on
                places = (here, *(place for place in places if place != here))
            found[die.id] = places
        return found

    def ask(self, table: Cult) -> Ask | None:
        if table.active in table.automata:
            return None
        places = self.places(table)
        for options in places.values():
            if len(options) > 1:
                left_alone = self.left_alone(table, places)
                prompt = "Where do your dice go?"
                return Assign(table.active, places, neutral=left_alone, rule=self.rule, prompt=prompt)
        return None

    def left_alone(self, table: Cult, places: dict[str, tuple[str, ...]]) -> dict[str, str]:
        """What a time-out answers, by public knowledge alone: dice stay, else go to their owner, to a ritual, to the
        nearest neighbour on the left."""
        own = SEAT_KEYS[table.active]
        others = [SEAT_KEYS[seat] for seat in table.clockwise(table.active)]
        given: dict[str, str] = {}
        for die in table.dice:
            options = places.get(die.id)
            if not options:
                continue
            if die.on and options[0].rstrip(HEAL) == die.on:
                given[die.id] = options[0]
            elif own in options:
                given[die.id] = own
            elif options[0] in SEAT_OF:
                given[die.id] = next(key for key in others if key in options)
            else:
                given[die.id] = options[0]
        return given

    def run(self, table: Cult, given: dict[str, str] | None) -> Follow:
        if table.active in table.automata:
            given = commit_by_priority(table, self.places(table))
        elif given is None:
            given = {die: options[0] for die, options in self.places(table).items() if options}
        for die in [die for die in table.dice if die.id in self.dice]:
            place = given.get(die.id)
            if place is not None:
                if place != (die.on + HEAL if die.heals else die.on):
                    put_on(table, die, place, self.rule)
            elif die.on and not die.held:
                remove(table, die, "CD-Q-19")
        return None


class DiscardDie(Step):
    """CD-6.15, CD-17.37: a player discards one of the dice."""

    seat: Open[Seat]
    rule: Open[str] = "CD-6.15"

    def ask(self, table: Cult) -> Ask:
        options = unlike(table, {die.id: die.id for die in table.dice})
        return Choose(self.seat, options, rule=self.rule, prompt="Which die do you discard?")

    def run(self, table: Cult, key: str) -> Follow:
        die = table.die(key)
        if die is not None:
            remove(table, die, self.rule)
        return None


class ChangeDie(Step):
    """CD-12.2, CD-12.4: the active player turns one of their uncommitted dice, of certain faces, to another face."""

    faces: Open[list[str]]
    into: Open[list[str]]
    die: Open[str] = ""
    rule: Open[str] = "CD-12.1"

    def ask(self, table: Cult) -> Ask:
        seat = table.active
        if not self.die:
            options = unlike(table, changeable(table, self.faces))
            return Choose(seat, options, rule=self.rule, prompt="Which die do you change?")
        return Choose(seat, keys(self.new_faces(table)), rule=self.rule, prompt="To which face?")

    def new_faces(self, table: Cult) -> list[str]:
        """The faces the chosen die may be turned to."""
        old = face_of(table, self.die)
        return [face for face in self.into if face != old]

    def run(self, table: Cult, answer: str) -> Follow:
        if not self.die:
            self.die = answer
            return AGAIN
        change_to(table, self.die, answer, self.rule)
        return None


def changeable(table: Cult, faces: list[str]) -> Options:
    """The active player's dice still to be committed that show one of these faces; a Wraith's are its Wraith dice."""
    player = table.players[table.active]
    if player.alive:
        return {die.id: die.id for die in table.dice if die.face in faces and not die.held and not die.on}
    return keys(f"w{place}" for place, face in enumerate(player.dice, 1) if face in faces)


def unlike(table: Cult, dice: Options) -> Options:
    """Dice not yet committed of which one is chosen; the first alone if all show the same, which leaves no choice."""
    shown = {face_of(table, key): key for key in reversed(dice)}
    return dice if len(shown) > 1 else keys(shown.values())


def face_of(table: Cult, key: str) -> str:
    """The face of one of the active player's dice."""
    die = table.die(key)
    return die.face if die is not None else table.players[table.active].dice[int(key[1:]) - 1]


def change_to(table: Cult, key: str, face: str, rule: str) -> None:
    """Turn one of the active player's dice; a Wraith's is a Wraith die."""
    die = table.die(key)
    if die is not None:
        turn_to(table, die, face, rule)
        return
    dice = table.players[table.active].dice
    place = int(key[1:]) - 1
    table.say(rule, "die changed", die=key, old=dice[place], face=face)
    dice[place] = face


def may_chant(table: Cult, use: Use) -> bool:
    """CD-12.5, CD-15.14: only in one's own Commit phase, on one's own dice."""
    return use.seat == table.active and bool(changeable(table, list(CULTIST_DIE)))


@abilities.power(CHANT, COMMIT, rule="CD-12.1", label="Spend a Chant coin to change a die", condition=may_chant)
def chant(table: Cult, use: Use) -> Follow:
    """CD-12.1: each coin turns one die to a new face, never to a double dagger."""
    spend_coin(table, use.seat, CHANT, "CD-12.7")
    return ChangeDie(list(CULTIST_DIE), list(NOT_DOUBLE), rule="CD-12.3")
