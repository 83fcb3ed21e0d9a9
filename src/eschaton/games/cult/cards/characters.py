"""What Characters do, where it is a power to be used (CD-18); what always holds stands with the rule it changes."""

from __future__ import annotations

from eschaton.games.cult.cards import BASE
from eschaton.games.cult.commit import ChangeDie, changeable
from eschaton.games.cult.components import CULTIST_DIE
from eschaton.games.cult.dice import dice_options, dice_to_move, seats_as_options
from eschaton.games.cult.life import lose, pay, protect
from eschaton.games.cult.powers import COMMIT, RESOLVE, RESPONSE, ability
from eschaton.games.cult.response import ForcedRoll, changed
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Seat, keys
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use


def can_pay(table: Cult, use: Use) -> bool:
    """CD-Q-12: a player at 0 cannot pay life."""
    return table.players[use.seat].life > 0


def pays_one(table: Cult, use: Use) -> Follow:
    """The cost of 1 life."""
    pay(table, use.seat, 1, "CD-Q-68")
    return None


# Guardian


@ability("guardian", RESOLVE, rule="CD-18.23", label="Shield a player", limit=1, condition=can_pay, cost=pays_one)
def guardian(table: Cult, use: Use) -> Follow:
    """CD-18.23."""
    return Shield(use.seat)


class Shield(Step):
    """CD-18.23 to CD-18.25: the chosen player is protected against the next 2 life lost in this phase."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, seats_as_options(table.living()), rule="CD-18.23", prompt="Whom do you shield?")

    def run(self, table: Cult, seat: Seat) -> Follow:
        protect(table, seat, "shield", 2, "guardian", self.seat)
        table.say("CD-18.23", "shielded", who=self.seat, whom=seat)
        return None


# Assassin


def has_victim(table: Cult, use: Use) -> bool:
    """CD-Q-41: somebody else has really lost life in this Resolve phase."""
    return can_pay(table, use) and bool(victims(table, use.seat))


def victims(table: Cult, assassin: Seat) -> list[Seat]:
    """Whom the Assassin may strike."""
    phase = table.resolving()
    lost = phase.lost if phase is not None else ()
    return [seat for seat in lost if seat != assassin and table.players[seat].alive]


@ability("assassin", RESOLVE, rule="CD-18.33", label="Strike the wounded", limit=1, condition=has_victim, cost=pays_one)
def assassin(table: Cult, use: Use) -> Follow:
    """CD-18.33."""
    return Strike(use.seat)


class Strike(Step):
    """CD-18.33, CD-18.34: another player who has lost life in this phase loses 2; the Assassin deals it."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, seats_as_options(victims(table, self.seat)), rule="CD-18.33", prompt="Who loses 2?")

    def run(self, table: Cult, seat: Seat) -> Follow:
        lose(table, seat, 2, self.seat, "CD-18.33")
        return None


# Powers that turn a die of the active player in the Response phase


def turnable(table: Cult, use: Use) -> bool:
    """A die shows a face that the Character's power can change."""
    return bool(dice_options(table, BASE.characters[use.power].faces))


@ability("guardian-2", RESPONSE, rule="CD-18.27", label="Soften a die", limit=1, condition=turnable)
@ability("assassin-2", RESPONSE, rule="CD-18.35", label="Sharpen a die", limit=1, condition=turnable)
def turn_a_die(table: Cult, use: Use) -> Follow:
    """CD-18.27, CD-18.35."""
    card = BASE.characters[use.power]
    return TurnDie(use.seat, list(card.faces), card.into[0], rule=table.power(use.power).rule)


class TurnDie(Step):
    """CD-18.27, CD-18.35: a die of the active player is turned to a given face; the owner may re-commit it."""

    seat: Open[Seat]
    faces: Open[list[str]]
    into: Open[str]
    rule: Open[str] = ""

    def ask(self, table: Cult) -> Ask:
        options = dice_options(table, tuple(self.faces))
        return Choose(self.seat, options, rule=self.rule, prompt="Which die do you change?")

    def run(self, table: Cult, key: str) -> Follow:
        die = table.die(key)
        return changed(table, die, self.into, self.rule) if die is not None else None


# Tidecaller


def others_dice(table: Cult, use: Use) -> bool:
    """In another living player's Response phase, while there is a die to roll."""
    return use.seat != table.active and bool(dice_options(table))


@ability("tidecaller", RESPONSE, rule="CD-18.1", label="Make a die be re-rolled", limit=1, condition=others_dice)
def tidecaller(table: Cult, use: Use) -> Follow:
    """Another player's die is rolled again."""
    return CallTide(use.seat)


class CallTide(Step):
    """CD-18.1: Tidecaller: the active player re-rolls a die chosen by the Tidecaller."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, dice_options(table), rule="CD-18.1", prompt="Which die is rolled again?")

    def run(self, table: Cult, key: str) -> Follow:
        return ForcedRoll([key], rule="CD-18.1")


# Librarian II


def between_rituals(table: Cult, use: Use) -> bool:
    """A die on a ritual could lie on another."""
    return can_pay(table, use) and bool(dice_to_move(table))


@ability(
    "librarian-2",
    RESPONSE,
    rule="CD-18.1",
    label="Move a die between rituals",
    limit=1,
    condition=between_rituals,
    cost=pays_one,
)
def librarian(table: Cult, use: Use) -> Follow:
    """A die goes from one ritual to another that takes it."""
    return Refile(use.seat)


class Refile(Step):
    """CD-18.1: Librarian II: a die of the active player goes from one ritual to another that accepts it."""

    seat: Open[Seat]
    die: Open[str] = ""

    def ask(self, table: Cult) -> Ask:
        found = dice_to_move(table)
        options = keys(found[self.die]) if self.die else keys(found)
        return Choose(self.seat, options, rule="CD-18.1", prompt="Which die, and where?")

    def run(self, table: Cult, answer: str) -> Follow:
        if not self.die:
            self.die = answer
            return Stay()
        die = table.die(self.die)
        if die is not None:
            die.on = answer
            table.say("CD-18.1", "committed", die=die.id, face=die.face, place=answer)
        return None


# Powers of one's own Commit phase


def own_symbols(table: Cult, use: Use) -> bool:
    """In one's own Commit phase, while a die shows a face that can be changed."""
    faces = BASE.characters[use.power].faces or CULTIST_DIE
    return use.seat == table.active and bool(changeable(table, list(faces)))


@ability("alchemist", COMMIT, rule="CD-18.1", label="Turn a ritual symbol", limit=1, condition=own_symbols)
def alchemist(table: Cult, use: Use) -> Follow:
    """One ritual symbol becomes another."""
    card = BASE.characters["alchemist"]
    return ChangeDie(list(card.faces), list(card.into), rule="CD-18.1")


def own_symbols_and_life(table: Cult, use: Use) -> bool:
    """The same, for 1 life."""
    return own_symbols(table, use) and can_pay(table, use)


@ability(
    "bloodletter-2",
    COMMIT,
    rule="CD-18.1",
    label="Pay 1 life to turn a die",
    limit=2,
    condition=own_symbols_and_life,
    cost=pays_one,
)
def bloodletter(table: Cult, use: Use) -> Follow:
    """A die is turned to any face but a double dagger."""
    return ChangeDie(list(CULTIST_DIE), list(BASE.characters["bloodletter-2"].into), rule="CD-18.1")
