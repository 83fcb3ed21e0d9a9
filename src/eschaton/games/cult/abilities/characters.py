"""What Characters do, where it is a power to be used (CD-18); what always holds stands with the rule it changes."""

from __future__ import annotations

from collections.abc import Callable

from eschaton.games.cult.box.components import CULTIST_DIE
from eschaton.games.cult.powers import (
    BENEFIT,
    COMMIT,
    PORTENTS,
    RESOLVE,
    RESPONSE,
    RITUAL_DIE,
    RITUAL_LOSS,
    ROLL,
    Abilities,
    Condition,
    Effect,
)
from eschaton.games.cult.rules.commit import ChangeDie, changeable
from eschaton.games.cult.rules.danger import is_needed
from eschaton.games.cult.rules.dice import dice_options, dice_to_move, has_dice, put_on, seats_as_options, touch
from eschaton.games.cult.rules.life import NOBODY, gain, lose, pay, protect
from eschaton.games.cult.rules.response import ForcedRoll, changed
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Seat, keys, only
from eschaton.kernel.pile import move
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use, Window

abilities = Abilities()


def can_pay(table: Cult, use: Use) -> bool:
    """CD-Q-12: a player at 0 cannot pay life."""
    return table.players[use.seat].life > 0


def pays_one(table: Cult, use: Use) -> Follow:
    """The cost of 1 life."""
    pay(table, use.seat, 1, "CD-Q-68")
    return None


def for_life(
    card: str, when: str, *also: str, rule: str, label: str, limit: int, condition: Condition
) -> Callable[[Effect], Effect]:
    """CD-Q-68: the decorated function is what a Character's power does for a payment of 1 life."""
    label = f"Pay 1 life to {label}"
    return abilities.power(card, when, *also, rule=rule, label=label, limit=limit, condition=condition, cost=pays_one)


# Guardian


def can_shield(table: Cult, use: Use) -> bool:
    """CD-18.23, CD-Q-41: with life to pay, before somebody may lose life."""
    return can_pay(table, use) and is_needed(table, use, 1)


@for_life("guardian", RESOLVE, PORTENTS, rule="CD-18.23", label="shield a player from 2", limit=1, condition=can_shield)
def guardian(table: Cult, use: Use) -> Follow:
    """CD-18.23."""
    return Shield(use.seat)


class Shield(Step):
    """CD-18.23 to CD-18.25, CD-18.26: the chosen player is protected against the next 2 life lost in this phase."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, seats_as_options(table.living()), rule="CD-18.23", prompt="Whom do you shield?")

    def run(self, table: Cult, seat: Seat) -> Follow:
        protect(table, seat, "shield", 2, "guardian", self.seat)
        table.deed(self.seat, seat, 2)
        table.say("CD-18.23", "shielded", who=self.seat, whom=seat)
        return None


# Assassin


def has_victim(table: Cult, use: Use) -> bool:
    """CD-Q-41: somebody else has really lost life in this Resolve phase, and has more to lose."""
    return can_pay(table, use) and bool(victims(table, use.seat))


def victims(table: Cult, assassin: Seat) -> list[Seat]:
    """Whom the Assassin may strike: who has nothing left loses nothing (CD-Q-11)."""
    phase = table.resolving()
    lost = phase.lost if phase is not None else ()
    return [seat for seat in lost if seat != assassin and table.players[seat].life > 0]


@for_life("assassin", RESOLVE, rule="CD-18.33", label="take 2 from a wounded player", limit=1, condition=has_victim)
def assassin(table: Cult, use: Use) -> Follow:
    """CD-18.33."""
    return Strike(use.seat)


class Strike(Step):
    """CD-18.33, CD-18.34, CD-9.24: another player who has lost life in this phase loses 2; the Assassin deals it."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, seats_as_options(victims(table, self.seat)), rule="CD-18.33", prompt="Who loses 2?")

    def run(self, table: Cult, seat: Seat) -> Follow:
        table.deed(self.seat, seat, -2)
        lose(table, seat, 2, self.seat, "CD-18.33")
        return None


# Powers that turn a die of the active player in the Response phase


def turnable(table: Cult, use: Use) -> bool:
    """A die shows a face that the Character's power can change."""
    card = table.box.characters[use.power]
    return has_dice(table, card.faces, into=card.into[0])


@abilities.power(
    "guardian-2", RESPONSE, rule="CD-18.27", label="Turn a double dagger into a dagger", limit=1, condition=turnable
)
@abilities.power(
    "assassin-2",
    RESPONSE,
    rule="CD-18.35",
    label="Turn a dagger or blood into a double dagger",
    limit=1,
    condition=turnable,
)
def turn_a_die(table: Cult, use: Use) -> Follow:
    """CD-18.27, CD-18.35."""
    card = table.box.characters[use.power]
    return TurnDie(use.seat, list(card.faces), card.into[0], rule=table.power(use.power).rule)


class TurnDie(Step):
    """CD-18.27, CD-18.35: a die of the active player is turned to a given face; the owner may re-commit it."""

    seat: Open[Seat]
    faces: Open[list[str]]
    into: Open[str]
    rule: Open[str] = ""

    def ask(self, table: Cult) -> Ask:
        options = dice_options(table, tuple(self.faces), into=self.into)
        return Choose(self.seat, options, rule=self.rule, prompt="Which die do you change?")

    def run(self, table: Cult, key: str) -> Follow:
        die = table.die(key)
        return changed(table, die, self.into, self.rule) if die is not None else None


# Guardian II and Assassin II, when life is lost due to a ritual


def life_is_lost(table: Cult, use: Use) -> bool:
    """Somebody is about to lose life by the announced loss (before it is announced, somebody may be)."""
    loss = table.find(use.about)
    return loss is None or bool(loss.losers(table))


def more_can_be_lost(table: Cult, use: Use) -> bool:
    """The same, and 1 more."""
    loss = table.find(use.about)
    return loss is None or bool(loss.losers(table, more=True))


@abilities.power(
    "guardian-2",
    RITUAL_LOSS,
    rule="CD-18.28",
    label="Lessen a player's loss by 1",
    key="guardian-2:lessen",
    limit=1,
    condition=life_is_lost,
)
def lessen(table: Cult, use: Use) -> Follow:
    """CD-18.28, CD-18.32."""
    return OneLoser(use.seat, use.about, "lessen", rule="CD-18.28")


@abilities.power(
    "assassin-2",
    RITUAL_LOSS,
    rule="CD-18.36",
    label="Deepen a player's loss by 1",
    key="assassin-2:deepen",
    limit=1,
    condition=more_can_be_lost,
)
def deepen(table: Cult, use: Use) -> Follow:
    """CD-18.36."""
    return OneLoser(use.seat, use.about, "deepen", rule="CD-18.36")


class OneLoser(Step):
    """CD-18.28, CD-18.36: one of those about to lose life due to a ritual loses 1 less, or 1 more."""

    seat: Open[Seat]
    loss: int
    how: Open[str]
    rule: Open[str]

    def losers(self, table: Cult) -> list[Seat]:
        """Of whom one is chosen."""
        found: list[Seat] = table.pending(self.loss).losers(table, more=self.how == "deepen")
        return found

    def ask(self, table: Cult) -> Ask | None:
        losers = self.losers(table)
        if len(losers) <= 1:
            return None
        return Choose(self.seat, seats_as_options(losers), rule=self.rule, prompt=f"Whose loss do you {self.how}?")

    def run(self, table: Cult, seat: Seat | None) -> Follow:
        loss = table.pending(self.loss)
        if seat is None:  # the only one, unless the loss has gone meanwhile
            seat = next(iter(self.losers(table)), NOBODY)
        if seat < 0:
            return None
        if self.how == "lessen":
            protect(table, seat, "shield", 1, "guardian-2", self.seat, until=self.loss)
            table.say(self.rule, "shielded", who=self.seat, whom=seat)
        else:
            deepened = {**loss.deepened, seat: [*loss.deepened.get(seat, ()), self.seat]}
            table.amend(self.loss, self.rule, deepened=deepened)
            table.say(self.rule, "deepened", who=self.seat, whom=seat)
        return None


# Tidecaller


def others_dice(table: Cult, use: Use) -> bool:
    """In another living player's Response phase, while there is a die to roll."""
    return use.seat != table.active and has_dice(table)


@abilities.power(
    "tidecaller", RESPONSE, rule="CD-18.1", label="Make a die be re-rolled", limit=1, condition=others_dice
)
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


# Tidecaller II


def has_company(table: Cult, use: Use) -> bool:
    """Another player lives."""
    return any(seat != use.seat for seat in table.living())


@abilities.power(
    "tidecaller-2", BENEFIT, rule="CD-18.1", label="Pass the benefit on and gain 1 life", limit=1, condition=has_company
)
def tidecaller_2(table: Cult, use: Use) -> Follow:
    """Another player gains the Altar benefit."""
    return PassBenefit(use.seat, use.about)


class PassBenefit(Step):
    """CD-18.1: Tidecaller II: another living player gains the Altar benefit, and the Tidecaller 1 life."""

    seat: Open[Seat]
    benefit: int

    def ask(self, table: Cult) -> Ask:
        others = [seat for seat in table.living() if seat != self.seat]
        return Choose(self.seat, seats_as_options(others), rule="CD-18.1", prompt="Who gains the benefit?")

    def run(self, table: Cult, seat: Seat) -> Follow:
        table.amend(self.benefit, "CD-18.1", seat=seat)
        table.say("CD-18.1", "passed on", who=self.seat, whom=seat)
        gain(table, self.seat, 1, "CD-18.1")
        window = Window(BENEFIT, [seat], about=self.benefit, rule="CD-9.2")
        return window if window.could(table, seat) else None


# Librarian


def deck_lies(table: Cult, use: Use) -> bool:
    """There is a card to look at."""
    return bool(table.deck.cards)


@abilities.power("librarian", RITUAL_DIE, rule="CD-18.1", label="Look at the next ritual", limit=1, condition=deck_lies)
def librarian(table: Cult, use: Use) -> Follow:
    """The top card of the ritual deck is seen by the Librarian alone."""
    (card,) = table.deck.look(use.seat, 1)
    table.tell(only(use.seat), "CD-18.1", "looked", {"card": card}, who=use.seat)
    return PutUnder(use.seat)


class PutUnder(Step):
    """CD-18.1: Librarian: the card just seen stays on top of the deck or goes under it, if there are others."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask | None:
        if len(table.deck.cards) == 1:
            return None
        options = {"leave": False, "under": True}
        return Choose(self.seat, options, "leave", rule="CD-18.1", prompt="Does the card go under the deck?")

    def run(self, table: Cult, under: bool | None) -> Follow:
        if under:
            move(table.deck, table.deck, bottom=True)
            table.say("CD-18.1", "put under", who=self.seat)
        return None


# Librarian II


def between_rituals(table: Cult, use: Use) -> bool:
    """A die on a ritual could lie on another."""
    return can_pay(table, use) and bool(dice_to_move(table))


@for_life(
    "librarian-2", RESPONSE, rule="CD-18.1", label="move a die between rituals", limit=1, condition=between_rituals
)
def librarian_2(table: Cult, use: Use) -> Follow:
    """A die goes from one ritual to another that takes it."""
    return Refile(use.seat)


class Refile(Step):
    """CD-18.1: Librarian II: a die of the active player goes from one ritual to another that accepts it."""

    seat: Open[Seat]
    die: Open[str] = ""

    def ask(self, table: Cult) -> Ask:
        found = dice_to_move(table)
        options = keys(found[self.die]) if self.die else keys(found)
        prompt = "Where does it go?" if self.die else "Which die do you move?"
        return Choose(self.seat, options, rule="CD-18.1", prompt=prompt)

    def run(self, table: Cult, answer: str) -> Follow:
        if not self.die:
            self.die = answer
            return Stay()
        die = table.die(self.die)
        if die is not None:
            put_on(table, die, answer, "CD-18.1")
            touch(table, table.active)
        return None


# Bloodletter


def wants_more(table: Cult, use: Use) -> bool:
    """In one's own Roll phase, when all re-rolls are used up; who has stopped before wants none."""
    phase = table.find(use.about)
    more = bool(table.dice) and not phase.left and not phase.content
    return use.seat == table.active and can_pay(table, use) and more


@for_life("bloodletter", ROLL, rule="CD-18.1", label="re-roll once more", limit=1, condition=wants_more)
def bloodletter(table: Cult, use: Use) -> Follow:
    """One more re-roll; after it, others of the Roll phase may follow."""
    phase = table.pending(use.about)
    table.amend(use.about, "CD-18.1", left=phase.left + 1)
    return None


# Powers of one's own Commit phase


def own_symbols(table: Cult, use: Use) -> bool:
    """In one's own Commit phase, while a die shows a face that can be changed."""
    faces = table.box.characters[use.power].faces or CULTIST_DIE
    return use.seat == table.active and bool(changeable(table, list(faces)))


@abilities.power(
    "alchemist", COMMIT, rule="CD-18.1", label="Turn a ritual symbol into another", limit=1, condition=own_symbols
)
def alchemist(table: Cult, use: Use) -> Follow:
    """One ritual symbol becomes another."""
    card = table.box.characters["alchemist"]
    return ChangeDie(list(card.faces), list(card.into), rule="CD-18.1")


def own_symbols_and_life(table: Cult, use: Use) -> bool:
    """The same, for 1 life."""
    return own_symbols(table, use) and can_pay(table, use)


@for_life("bloodletter-2", COMMIT, rule="CD-18.1", label="turn a die", limit=2, condition=own_symbols_and_life)
def bloodletter_2(table: Cult, use: Use) -> Follow:
    """A die is turned to any face but a double dagger."""
    return ChangeDie(list(CULTIST_DIE), list(table.box.characters["bloodletter-2"].into), rule="CD-18.1")
