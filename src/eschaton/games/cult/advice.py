"""What a sensible player would answer, and why. It knows what the seat sees, and nothing else."""

from __future__ import annotations

from random import Random

from eschaton.games.cult import advice_cards, advice_dice, advice_free  # noqa: F401  (they register answers)
from eschaton.games.cult.components import SEAT_OF
from eschaton.games.cult.counsel import counsel
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


GOOD = frozenset({"PassBenefit", "OpenVein", "Boon", "PortentReceiver", "PortentKeeper", "DrownedPact", "MarkPlayer"})
"""Steps in which a player is chosen for something good."""


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
    return Advice(found, WHY.get(found, "It does more now than it would later."))


WHY = {  # what speaks for using a power, once it is judged worth it
    "siren": "A die lies where it hurts your cause, and could lie where it helps.",
    "chant": "Your worst die could do far more with another face.",
    "alchemist": "A symbol that you do not need can become one that you do, for nothing.",
    "ancient-chant": "An ancient that you do not need can become what you do, for nothing.",
    "bloodletter": "These dice are worse than a fresh roll, by more than a point of your life.",
    "bloodletter-2": "The change is worth more than a point of your life.",
    "quickening": "These dice are worse than a fresh roll, and one die more helps in any case.",
    "tidecaller": "A die lies badly for you, and hardly any other face would be worse.",
    "lantern-shade": "A die lies badly for you, and hardly any other face would be worse.",
    "revocation": "These dice together hurt your cause more than any new roll is likely to.",
    "revocation:cancel": "Whoever uses it is hardly on your side.",
    "guardian": "Somebody you need is about to lose more than the point it costs you.",
    "salt-ward": "Double daggers lie on somebody you need.",
    "assassin": "Two points of a wounded foe are worth more than one of yours.",
    "guardian-2": "A double dagger lies on somebody you need.",
    "assassin-2": "A dagger lies on a foe and could bite twice.",
    "guardian-2:lessen": "Somebody you need is about to lose life.",
    "assassin-2:deepen": "A foe is about to lose life anyway.",
    "kraken": "Somebody you need is about to lose life to it.",
    "blood-rites": "One point more on a foe is worth one of yours.",
    "librarian": "It costs nothing to know what comes next.",
    "librarian-2": "A foe is about to complete a ritual that is worth keeping.",
    "transmutation": "Many dice of one face are about to hurt your cause.",
    "tidecaller-2": "A friend can use the benefit, and you gain a point of life.",
    "echoes": "This benefit is worth having twice.",
    "portents": "A death is near, or the game is old enough: it will not get better.",
    "stillness": "A die lies very well for you, and somebody has a coin to move it.",
    "ebb": "A foe is about to roll.",
    "open-vein": "Somebody you need wants life more than you do.",
    "mirrored-blades": "Who strikes you stands in your way, and strikes hard.",
    "turning-tide": "Dice that hurt your side would heal it.",
    "unmaking": "That ritual is about to do your side harm.",
    "tithe": "A foe has coins to spare.",
    "last-breath": "You are needed alive.",
    "drowned-pacts": "A ritual of a rich Keeper, or life where it is short, is worth it now.",
    "drowned-choir": "It is a friend's turn, and a die more helps them.",
    "hollow-mimic": "A die lies badly for you, and another face would do less harm.",
    "undertow": "A die lies badly for you, and can be taken away.",
    "grasping-tide": "A die lies badly for you, and can be moved.",
    "pale-usher": "It is a friend's turn, and two dice more help them.",
}
