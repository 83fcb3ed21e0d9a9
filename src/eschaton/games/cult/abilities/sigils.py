"""What Sigils do to players, coins and rituals; those on dice, and Portents, have their own modules."""

from __future__ import annotations

from collections import Counter
from typing import ClassVar

from eschaton.games.cult.box.components import BOARD_OF, SEAT_KEYS
from eschaton.games.cult.labels import card_option
from eschaton.games.cult.powers import (
    ANY,
    BENEFIT,
    CHANT,
    COMMIT,
    DYING,
    PORTENTS,
    RESOLVE,
    RESPONSE,
    SIREN,
    WRAITH_RESPONSE,
)
from eschaton.games.cult.rules.danger import is_needed
from eschaton.games.cult.rules.dice import seats_as_options, touch
from eschaton.games.cult.rules.life import gain, pay, protect
from eschaton.games.cult.rules.rituals import Benefit, Reveal, discard_from_altar, may_keep
from eschaton.games.cult.rules.sigils import Decision, Sigils
from eschaton.games.cult.rules.trade import in_words
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Amount, Ask, Option, Options, Seat
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

abilities = Sigils()

# Sigil of the Open Vein


def can_bleed(table: Cult, use: Use) -> bool:
    """In one's own Resolve phase, with life to pay and somebody else to heal."""
    player = table.players[use.seat]
    return use.seat == table.active and player.alive and player.life > 0 and len(table.living()) > 1


@abilities.sigil(
    "open-vein", RESOLVE, rule="CD-13.2", label="Pay up to 3 life; another gains twice that", condition=can_bleed
)
def open_vein(table: Cult, use: Use) -> Follow:
    """Life is paid so that somebody else gains twice as much."""
    return OpenVein(use.seat)


class OpenVein(Decision):
    """CD-13.2: Open Vein: another living player gains twice the life that is paid."""

    PROMPT: ClassVar[str] = "Who gains life?"

    def options(self, table: Cult) -> Options:
        return seats_as_options([seat for seat in table.clockwise(self.seat) if table.players[seat].alive])

    def chosen(self, table: Cult, value: Seat) -> Follow:
        return Bleed(self.seat, value)


class Bleed(Step):
    """CD-13.2: Open Vein: up to 3 life is paid (CD-Q-72)."""

    seat: Open[Seat]
    whom: Open[Seat]

    def ask(self, table: Cult) -> Ask | None:
        life = table.players[self.seat].life
        return (
            Amount(self.seat, 1, min(3, life), rule="CD-13.2", prompt="How much life do you pay?") if life > 1 else None
        )

    def run(self, table: Cult, amount: int | None) -> Follow:
        paid = amount or 1
        pay(table, self.seat, paid, "CD-Q-68")
        gain(table, self.whom, 2 * paid, "CD-13.2")
        return None


# Sigil of Unmaking


def ritual_lies(table: Cult, use: Use) -> bool:
    """A ritual lies on an altar."""
    return any(altar.card.cards for altar in table.altars)


@abilities.sigil("unmaking", COMMIT, rule="CD-9.12", label="Unmake a ritual", condition=ritual_lies)
def unmake(table: Cult, use: Use) -> Follow:
    """A ritual is discarded from an altar."""
    return Unmake(use.seat)


class Unmake(Decision):
    """CD-9.12: Unmaking: a ritual is discarded from an altar and a new one is revealed; dice there are re-committed
    (CD-Q-27)."""

    PROMPT: ClassVar[str] = "Which ritual is unmade?"

    def options(self, table: Cult) -> Options:
        return {altar.key: altar.key for altar in table.altars if altar.card.cards}

    def chosen(self, table: Cult, value: str) -> Follow:
        discard_from_altar(table, table.altars[BOARD_OF[value]])
        return Reveal(value)


# Sigil of the Tithe


def rich(table: Cult, seat: Seat) -> list[Seat]:
    """Who has coins that this player could take."""
    return [other for other in table.clockwise(seat) if table.players[other].siren or table.players[other].chant]


def coins_lie(table: Cult, use: Use) -> bool:
    """Another player has a coin."""
    return bool(rich(table, use.seat))


@abilities.sigil("tithe", ANY, RESPONSE, WRAITH_RESPONSE, rule="CD-Q-21", label="Take two coins", condition=coins_lie)
def tithe(table: Cult, use: Use) -> Follow:
    """Coins are taken from another player: at any decision point, with a last call in every Response phase."""
    return Tithe(use.seat)


class Tithe(Decision):
    """CD-13.2: the Tithe: one other player pays it."""

    PROMPT: ClassVar[str] = "Whose coins do you take?"

    def options(self, table: Cult) -> Options:
        return seats_as_options(rich(table, self.seat))

    def chosen(self, table: Cult, value: Seat) -> Follow:
        return TakeCoins(self.seat, value)


class TakeCoins(Decision):
    """CD-13.2: the Tithe: up to two Siren or Chant coins in all; Necromancer coins are exempt."""

    whom: Open[Seat]

    PROMPT: ClassVar[str] = "Which coins do you take?"

    def options(self, table: Cult) -> Options:
        player = table.players[self.whom]
        found = {}
        for siren, chant in ((2, 0), (1, 1), (0, 2), (1, 0), (0, 1)):
            if siren <= player.siren and chant <= player.chant:
                coins = [SIREN] * siren + [CHANT] * chant
                found["+".join(coins)] = coins
        return found

    def describe(self, table: Cult, key: str) -> Option:
        return Option(key, in_words(Counter(key.split("+"))))

    def chosen(self, table: Cult, value: list[str]) -> Follow:
        giver, taker = table.players[self.whom], table.players[self.seat]
        for coin in value:
            setattr(giver, coin, getattr(giver, coin) - 1)
            setattr(taker, coin, getattr(taker, coin) + 1)
            table.say("CD-13.2", "coin taken", who=self.seat, whom=self.whom, coin=coin)
        table.forget()
        table.reopen()
        touch(table, self.whom)
        return None


# Sigil of the Salt Ward


def can_ward(table: Cult, use: Use) -> bool:
    """Somebody may lose 2 life or more at a time: a ward lets 1 through."""
    return is_needed(table, use, 2)


@abilities.sigil(
    "salt-ward",
    RESOLVE,
    PORTENTS,
    rule="CD-13.2",
    label="Ward a player: at most 1 lost at a time",
    condition=can_ward,
)
def salt_ward(table: Cult, use: Use) -> Follow:
    """A living player is warded."""
    return SaltWard(use.seat)


class SaltWard(Decision):
    """CD-13.2: Salt Ward: until the end of the Resolve phase a living player loses at most 1 life per source."""

    PROMPT: ClassVar[str] = "Whom do you ward?"

    def options(self, table: Cult) -> Options:
        return seats_as_options(table.living())

    def neutral(self, table: Cult) -> str:
        return SEAT_KEYS[self.seat] if table.players[self.seat].alive else ""

    def chosen(self, table: Cult, value: Seat) -> Follow:
        protect(table, value, "ward", 1, "salt-ward", self.seat)
        table.say("CD-13.2", "shielded", who=self.seat, whom=value)
        return None


# Sigil of Echoes


def gains_benefit(table: Cult, use: Use) -> bool:
    """This player is about to gain an Altar benefit."""
    benefit = table.find(use.about) if use.about else None
    return isinstance(benefit, Benefit) and benefit.seat == use.seat


@abilities.sigil("echoes", BENEFIT, rule="CD-9.2", label="Gain it a second time", condition=gains_benefit)
def echo(table: Cult, use: Use) -> Follow:
    """CD-9.2: the Altar benefit is gained twice."""
    benefit: Benefit = table.pending(use.about)
    return Benefit(benefit.ritual, benefit.board, benefit.seat, benefit.by)


# Sigil of the Last Breath


def would_die(table: Cult, use: Use) -> bool:
    """At a death check, at 0 life."""
    player = table.players[use.seat]
    return player.alive and player.life == 0


@abilities.sigil("last-breath", DYING, rule="CD-14.2", label="Stay alive with 1 life", condition=would_die)
def last_breath(table: Cult, use: Use) -> Follow:
    """Who would die is at 1 life instead."""
    gain(table, use.seat, 1, "CD-14.2")
    return None


# Sigil of Drowned Pacts


def pacts(table: Cult, keeper: Seat) -> Options:
    """The rituals this player could become Keeper of: of others who keep at least two."""
    others = [table.players[seat] for seat in table.clockwise(keeper)]
    return {card: card for other in others if len(other.rituals) > 1 for card in other.rituals}


@abilities.sigil(
    "drowned-pacts",
    RESPONSE,
    WRAITH_RESPONSE,
    rule="CD-13.2",
    label="Take a ritual of one who keeps two, or gain 3 life",
)
def drowned_pact(table: Cult, use: Use) -> Follow:
    """The user, or a living player whom a Wraith names, takes a ritual or gains life."""
    return take_pact(table, use.seat, use.seat) if table.players[use.seat].alive else DrownedPact(use.seat)


def take_pact(table: Cult, seat: Seat, taker: Seat) -> Follow:
    """A ritual of one who keeps at least two; if nobody else does, 3 life."""
    if may_keep(table, taker) and pacts(table, taker):
        return TakeRitual(seat, taker)
    gain(table, taker, 3, "CD-13.2")
    return None


class DrownedPact(Decision):
    """CD-13.2: Drowned Pacts: a Wraith names a living player in its place (CD-9.10, CD-15.1)."""

    PROMPT: ClassVar[str] = "Who takes the pact?"

    def options(self, table: Cult) -> Options:
        living = [seat for seat in table.clockwise(self.seat) if table.players[seat].alive]
        takers = [seat for seat in living if may_keep(table, seat) and pacts(table, seat)]
        return seats_as_options(takers or living)

    def chosen(self, table: Cult, value: Seat) -> Follow:
        return take_pact(table, self.seat, value)


class TakeRitual(Decision):
    """CD-9.8: Drowned Pacts: a ritual of a player who keeps at least two gets another Keeper."""

    keeper: Open[Seat]

    PROMPT: ClassVar[str] = "Which ritual?"

    def options(self, table: Cult) -> Options:
        return pacts(table, self.keeper)

    def describe(self, table: Cult, key: str) -> Option:
        return card_option(table, key)

    def chosen(self, table: Cult, value: str) -> Follow:
        former = table.keeper_of(value)
        table.players[former].rituals.remove(value)
        table.players[self.keeper].rituals.append(value)
        table.forget()
        touch(table, former)
        table.say("CD-9.8", "keeper", who=self.keeper, card=value)
        return None
