"""Advice on what may be done unasked: the Merchant's trades and the Faceless player's new face (CD-Q-21)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, NamedTuple

from eschaton.games.cult.advice.mind import Mind, care, dearness
from eschaton.games.cult.box.components import SEAT_KEYS, SEAT_OF
from eschaton.games.cult.rules.trade import COINS, GIVE, NONE, PARTNERS, REFUSED, TAKE, Offer, Propose, Terms, stock
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Choose, ChooseSome, Seat
from eschaton.kernel.counsel import Answer
from eschaton.kernel.game import Advice
from eschaton.kernel.rules import Register

answers: Register[Answer[Mind]] = Register()

COIN_WORTH: Final = {"siren": 0.9, "chant": 0.7}
LEAST_GAIN: Final = 0.1  # what a trade must bring either side; for less nobody troubles the others
SETTLED: Final = 2  # from this round on it shows which face is needed


def unasked(table: Cult, seat: Seat, offered: Sequence[str], rng: Random) -> Advice | None:
    """One of the things a player may do unasked that a sensible one would do now, or None."""
    mind = Mind(table, seat)
    if "faceless" in offered and table.round >= SETTLED:
        return Advice("faceless", "Any face does more than none.")
    found = {key: terms for key in offered if key in PARTNERS and (terms := best_trade(mind, PARTNERS[key]))}
    if not found:
        return None
    key = max(found, key=lambda key: found[key].gain)
    return Advice(key, f"{SEAT_KEYS[PARTNERS[key]]} would gain by it, and so would you.")


class Bargain(NamedTuple):
    """A trade, and what it brings the side that gains less."""

    gain: float
    give: str
    take: str


def best_trade(mind: Mind, partner: Seat) -> Bargain | None:
    """CD-18.17: one for one, never life for life, with nobody who is surely a foe or has just refused; what both sides
    gain by most."""
    if mind.like[partner] <= FOE or not mind.players[mind.me].alive or has_refused(mind, partner):
        return None
    mine, theirs = stock(mind.table, mind.me, partner), stock(mind.table, partner, mind.me)
    bargains = [
        Bargain(min(price(mind, mind.me, take) - price(mind, mind.me, give), bought - sold), give, take)
        for give in mine
        for take in theirs
        if give != take
        for bought, sold in [(price(mind, partner, give), price(mind, partner, take))]
    ]
    best = max(bargains, default=None)
    return best if best is not None and best.gain >= LEAST_GAIN else None


FOE: Final = -0.3


def has_refused(mind: Mind, partner: Seat) -> bool:
    """Whether an offer between the two was refused in this phase, as everybody has heard."""
    pair = {mind.me, partner}
    return any(effect.name == REFUSED and {effect.on, SEAT_OF[effect.source]} == pair for effect in mind.table.effects)


def price(mind: Mind, seat: Seat, kind: str) -> float:
    """What one of a kind is worth to a player; of others one thinks that they cling to life as anybody does."""
    if kind in COINS:
        return COIN_WORTH[kind]
    if seat == mind.me:
        return max(0.1, mind.worth[seat])
    return dearness(mind.life[seat]) * care(mind.pace, mind.table.round)


@answers("Propose")
def propose(mind: Mind, step: Propose, ask: ChooseSome, rng: Random) -> Advice:
    """CD-18.20: what both gain by, or no trade after all."""
    found = best_trade(mind, step.to)
    chosen = [f"{GIVE}:{found.give}:1", f"{TAKE}:{found.take}:1"] if found is not None else []
    if chosen and all(key in ask.options for key in chosen):
        return Advice(chosen, "Both gain by it.")
    return Advice([NONE], "There is nothing you need that badly.")


@answers("Offer")
def offer(mind: Mind, step: Offer, ask: Choose, rng: Random) -> Advice:
    """CD-18.19: a trade with no foe, that gives more than it takes."""
    gain, cost = worth_of_terms(mind, step.give), worth_of_terms(mind, step.take)
    if mind.like[step.by] > FOE and gain > cost:
        return Advice("accept", "You gain more than you give.")
    return Advice("refuse", "It would serve them better than you.")


def worth_of_terms(mind: Mind, terms: Terms) -> float:
    """What coins and life of a trade are worth."""
    return sum(many * price(mind, mind.me, kind) for kind, many in terms.items())
