"""The register of powers: which card gives which power at which timing. Built once, when the cards are imported."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from eschaton.kernel.step import Follow
from eschaton.kernel.window import Power, Use

Effect = Callable[[Any, Use], Follow]
Condition = Callable[[Any, Use], bool]

# The timings of the game, in the order of a turn.
BEFORE_ROLL = "before roll"  # anybody, before a Roll phase
ROLL = "roll"  # the active player, at the end of their Roll phase
COMMIT = "commit"  # the active player before committing, the others after it
RESPONSE = "response"  # anybody, in a living player's Response phase
WRAITH_RESPONSE = "wraith response"  # anybody, in a Wraith's Response phase
RESOLVE = "resolve"  # anybody, before, between and after the dice of a Resolve phase
PORTENTS = "portents"  # anybody, before the dice of the Sigil of Portents are rolled
STRUCK = "struck"  # the player on whom a die is about to be resolved
RITUAL_LOSS = "ritual loss"  # anybody, before life is lost due to a ritual in a turn
RITUAL_DIE = "ritual die"  # the player who has just resolved a die on a ritual
BENEFIT = "benefit"  # the player about to gain an Altar benefit
SIGIL = "sigil"  # everybody else, when a Sigil is announced
DYING = "dying"  # a player about to be marked dead
ANY = "any"  # any decision point

# CD-Q-21: where one may act unasked: the windows between two atomic steps, and the questions of the active player that
# stand between them too, each with the timings it serves.
BETWEEN_STEPS = frozenset({BEFORE_ROLL, ROLL, COMMIT, RESPONSE, WRAITH_RESPONSE, RESOLVE})
UNASKED = frozenset({BEFORE_ROLL, RESPONSE, WRAITH_RESPONSE})  # where those are waited for who may act unasked
MOMENTS = {  # what is asked at each timing
    BEFORE_ROLL: "Before the roll: do you do anything?",
    ROLL: "The dice have been rolled: do you change anything?",
    COMMIT: "The dice are being committed: do you do anything?",
    RESPONSE: "The dice lie on their targets: do you respond?",
    WRAITH_RESPONSE: "A Wraith's Response phase: do you do anything?",
    RESOLVE: "The dice are being resolved: do you do anything?",
    PORTENTS: "The portents are about to be read: do you do anything?",
    STRUCK: "A die is about to be resolved on you: do you do anything?",
    RITUAL_LOSS: "A ritual is about to take life: do you do anything?",
    RITUAL_DIE: "Your die on the ritual is resolved: do you do anything?",
    BENEFIT: "You are about to gain an altar's benefit: do you do anything?",
    SIGIL: "A Sigil is announced: do you answer it?",
    DYING: "You are about to die: do you do anything?",
}
WEIGHED_AT_ONCE = frozenset({"turning-tide", "open-vein", "portents", "blood-rites", "assassin"})
"""CD-8.11: powers of a Resolve phase whose holder knows all they need before the first die is resolved."""
WAITED_FOR: dict[str, Condition] = {}
"""When who holds a power used unasked is waited for, as everybody can see; without an entry whenever it is usable."""
DECISION_POINTS = {
    "MarkPlayer": (ANY,),
    "Revive": (ANY,),
    "KrakenResult": (ANY,),
    "RollPhase": (ANY, ROLL),
    "Commit": (ANY, COMMIT),
    "ResolvePhase": (ANY,),
    "Offer": (ANY,),
}

POWERS: dict[str, Power] = {}
BY_CARD: dict[str, dict[str, tuple[Power, ...]]] = {}  # what each card gives at each timing
SIGILS_AT: dict[str, dict[str, tuple[Power, ...]]] = {}
SIREN, CHANT = "siren", "chant"  # the coins give powers like cards do


def register(card: str, power: Power, *also: str, sigil: bool = False) -> None:
    """Make a card's power known at its timing, and at others too."""
    POWERS[power.key] = power
    given = BY_CARD.setdefault(card, {})
    for timing in (power.when, *also):
        given[timing] = (*given.get(timing, ()), power)
        if sigil:
            SIGILS_AT.setdefault(timing, {})[card] = given[timing]
    given_by.cache_clear()
    possible_sigils.cache_clear()


def ability(
    card: str,
    when: str,
    *also: str,
    rule: str,
    label: str,
    key: str = "",
    limit: int = 0,
    per: str = "Turn",
    condition: Condition | None = None,
    cost: Effect | None = None,
) -> Callable[[Effect], Effect]:
    """The decorated function is what a card's power does at these timings."""

    def known(effect: Effect) -> Effect:
        power = Power(
            key=key or card,
            when=when,
            effect=effect,
            condition=condition,
            cost=cost,
            limit=limit,
            per=per,
            rule=rule,
            label=label,
        )
        register(card, power, *also)
        return effect

    return known


@functools.lru_cache(4096)
def given_by(cards: tuple[str, ...]) -> dict[str, tuple[Power, ...]]:
    """The powers that these cards and coins give together, by timing."""
    found: dict[str, tuple[Power, ...]] = {}
    for card in cards:
        for timing, powers in BY_CARD.get(card, {}).items():
            found[timing] = found.get(timing, ()) + powers
    return found


@functools.lru_cache(4096)
def possible_sigils(timing: str, gone: tuple[str, ...]) -> tuple[Power, ...]:
    """The powers at this timing of all Sigils that are not known to be gone: what a hidden Sigil might be."""
    there = SIGILS_AT.get(timing, {})
    return tuple(power for card, held in there.items() if card not in gone for power in held)
