"""What a sensible player would answer, and why. It knows what the seat sees, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.games.cult.advice import cards, dice, unasked
from eschaton.games.cult.advice.mind import Mind
from eschaton.games.cult.advice.powers import losers, worth_of_power
from eschaton.games.cult.advice.worth import threats
from eschaton.games.cult.box.components import SEAT_KEYS, SEAT_OF
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose
from eschaton.kernel.counsel import best
from eschaton.kernel.game import Advice
from eschaton.kernel.rules import Register
from eschaton.kernel.window import PASS

counsel = Register(cards.answers, dice.answers, unasked.answers)


def advice(table: Cult, ask: Ask, rng: Random) -> Advice:
    """The advised answer to a question."""
    mind = Mind(table, ask.seat)
    step = table.stack[-1]
    answer = counsel.known.get(step.step_name)
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


def somebody(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """A player is chosen: for something good the one you like best, else the one you like least."""
    sign = 1.0 if step.step_name in GOOD else -1.0
    key, _ = best(list(ask.options), lambda key: sign * mind.worth[SEAT_OF[key]], rng)
    if SEAT_OF[key] == mind.me:
        return Advice(key, "It serves your cause most if it is you." if sign > 0 else "You can bear it best.")
    return Advice(key, f"{key} serves your cause most." if sign > 0 else f"{key} stands in your way most.")


def use_or_pass(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """A power is used when that is worth more than keeping it."""
    found, most = PASS, 0.0
    for key in ask.options:
        if key != PASS:
            worth = worth_of_power(mind, step, key)
            if worth > most:
                found, most = key, worth
    if found == PASS:
        return Advice(PASS, why_not(mind, step, [key for key in ask.options if key != PASS]))
    return Advice(found, WHY.get(found, "It does more now than it would later."))


def why_not(mind: Mind, step: Any, offered: list[str]) -> str:
    """What speaks against every power that is offered; against many of them what the moment says."""
    timing = step.timing
    told = list(dict.fromkeys(why_not_use(mind, timing, key) for key in offered))
    if len(told) > 2 or timing == "portents":
        return NOTHING[timing]
    return " ".join(told)


def why_not_use(mind: Mind, timing: str, key: str) -> str:
    """What speaks against one power; a player's own dice lie as they wish, and a Wraith cannot want life for itself."""
    if key in ON_DICE and timing == "response" and mind.active == mind.me:
        return OWN_DICE
    if key in SHIELDS and mind.stance.own < 0 and is_struck(mind):
        return "Your role wins by being dead, and nobody else you need is struck."
    if key == "drowned-pacts" and not mind.alive[mind.me]:
        return "Nobody on your side needs it that badly."
    return WHY_NOT.get(key, NOTHING[timing])


def is_struck(mind: Mind) -> bool:
    """Whether this player is about to lose life."""
    return mind.me in losers(mind) or SEAT_KEYS[mind.me] in threats(mind)


OWN_DICE = "Your own dice lie as you wish."
ON_DICE = frozenset(
    {"siren", "tidecaller", "revocation", "guardian-2", "assassin-2", "librarian-2", "transmutation", "stillness"}
)
SHIELDS = frozenset({"guardian", "salt-ward", "guardian-2", "guardian-2:lessen", "kraken"})
NOTHING = {  # what speaks for a pass at each timing, where many powers are offered
    "before roll": "Whoever is about to roll may do so.",
    "roll": "Your dice are good enough.",
    "commit": "Your dice do as much as you can make them do.",
    "response": "These dice do your cause too little harm to answer them.",
    "wraith response": "A Wraith's turn changes nothing that you should answer.",
    "resolve": "What these dice do is worth no answer.",
    "portents": "Nobody you need is in enough danger.",
    "struck": "You can bear the blow.",
    "ritual loss": "You can live with that loss.",
    "ritual die": "You need not know what comes next.",
    "benefit": "Take the benefit as it is.",
    "sigil": "That Sigil does you no harm.",
    "dying": "Your death serves your cause.",
}
WHY_NOT = {  # what speaks against using a power, once it is judged not worth it
    "siren": "No die lies so badly for you that moving it is worth the coin.",
    "chant": "No die is bad enough to spend the coin on it.",
    "alchemist": "No other symbol would do more.",
    "ancient-chant": "No other face would do more than your ancients.",
    "bloodletter": "A fresh roll is not worth a point of your life.",
    "bloodletter-2": "No change is worth a point of your life.",
    "quickening": "These dice are good enough: keep it for worse ones.",
    "tidecaller": "No die lies so badly that a new roll is likely to be better for you.",
    "lantern-shade": "No die lies so badly that a new roll is likely to be better for you.",
    "revocation": "These dice do you too little harm to spend it on them.",
    "revocation:cancel": "Whoever uses it is not clearly against you.",
    "guardian": "What is about to be lost is worth less to you than the point of life it costs.",
    "salt-ward": "Nobody you need is about to be struck hard enough.",
    "assassin": "Nobody who has lost life is worth a point of yours.",
    "guardian-2": "No double dagger lies on anybody you need.",
    "assassin-2": "No dagger lies where you would have it bite twice.",
    "guardian-2:lessen": "It is not lost by anybody you need.",
    "assassin-2:deepen": "It is not lost by anybody you would hurt.",
    "kraken": "It is not lost by anybody you need.",
    "blood-rites": "No dagger of yours is worth a point of life more.",
    "librarian-2": "No foe is about to complete a ritual that is worth a point of your life.",
    "transmutation": "It works once, and these dice do your cause too little harm for that.",
    "tidecaller-2": "The benefit is worth more to you than to anybody you like.",
    "echoes": "It works once, and a better benefit may come.",
    "portents": "No foe is near death yet: keep it.",
    "stillness": "No die lies so well for you that it must not be moved.",
    "ebb": "Whoever is about to roll is not enough of a foe to spend it on.",
    "open-vein": "Nobody you need wants life that badly.",
    "mirrored-blades": "The blow is too small, or who strikes too little of a foe, to spend it on.",
    "turning-tide": "These dice do your side too little harm to spend it on them.",
    "unmaking": "No ritual does your side enough harm yet.",
    "tithe": "No foe has two coins to take.",
    "last-breath": "Your death serves your cause.",
    "drowned-pacts": "You are not short of life, and nobody keeps two rituals.",
    "drowned-choir": "It is no friend's turn: a die more would not serve you.",
    "hollow-mimic": "No die lies badly enough for you.",
    "undertow": "No die of a face that you have lies badly enough for you.",
    "grasping-tide": "No die of a face that you have lies badly enough for you.",
    "pale-usher": "There is no friend to give a pair of dice to, or you have none.",
}


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
    "guardian": "You, or somebody you need, are about to lose more than the point it costs.",
    "salt-ward": "Double daggers lie on you, or on somebody you need.",
    "assassin": "Two points of a wounded foe are worth more than one of yours.",
    "guardian-2": "A double dagger lies on you, or on somebody you need.",
    "assassin-2": "A dagger lies on a foe and could bite twice.",
    "guardian-2:lessen": "You, or somebody you need, are about to lose life.",
    "assassin-2:deepen": "A foe is about to lose life anyway.",
    "kraken": "You, or somebody you need, are about to lose life to it.",
    "blood-rites": "One point more on a foe is worth one of yours.",
    "librarian": "It costs nothing to know what comes next.",
    "librarian-2": "A foe is about to complete a ritual that is worth keeping.",
    "transmutation": "Many dice of one face are about to hurt your cause.",
    "tidecaller-2": "A point of life is worth more to you than what you pass on.",
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
