"""What a sensible player would answer, and why. It knows what the seat sees, and nothing else."""

from __future__ import annotations

from random import Random

from eschaton.games.cult import advice_cards, advice_dice, advice_free  # noqa: F401  (they register answers)
from eschaton.games.cult.answering import counsel
from eschaton.games.cult.components import SEAT_OF
from eschaton.games.cult.judgement import worth_of_power
from eschaton.games.cult.mind import Mind, View
from eschaton.kernel.ask import Ask, Choose
from eschaton.kernel.counsel import best
from eschaton.kernel.game import Advice
from eschaton.kernel.window import PASS


def advice(view: View, ask: Ask, rng: Random) -> Advice:
    """The advised answer to a question."""
    mind = Mind(view, ask.seat)
    step = view["stack"][-1]
    answer = counsel.known.get(step["step"])
    if answer is not None:
        return answer(mind, step, ask, rng)
    if isinstance(ask, Choose):
        if PASS in ask.options:
            return use_or_pass(mind, step, ask, rng)
        if all(key in SEAT_OF for key in ask.options):
            return somebody(mind, step, ask, rng)
    return Advice(ask.default(), "Nothing speaks for anything else.")


GOOD = frozenset(
    {
        "Shield",
        "PassBenefit",
        "OpenVein",
        "SaltWard",
        "Boon",
        "PortentReceiver",
        "PortentKeeper",
        "DrownedPact",
        "MarkPlayer",
    }
)


def somebody(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """A player is chosen: for something good the one you like best, else the one you like least."""
    sign = 1.0 if step["step"] in GOOD else -1.0
    key, _ = best(list(ask.options), lambda key: sign * mind.worth[SEAT_OF[key]], rng)
    return Advice(key, f"{key} serves your cause most." if sign > 0 else f"{key} stands in your way most.")


def use_or_pass(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """A power is used when that is worth more than keeping it."""
    found, most = PASS, 0.0
    for key in ask.options:
        if key != PASS:
            worth = worth_of_power(mind, step, key)
            if worth > most:
                found, most = key, worth
    if found == PASS:
        return Advice(PASS, "There is nothing worth answering.")
    return Advice(found, "It does more now than it would later.")
