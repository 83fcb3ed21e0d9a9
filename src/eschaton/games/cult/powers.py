"""The timings of the game, and the powers that cards and coins give at them."""

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
DECISION_POINTS = {
    "MarkPlayer": (ANY,),
    "Revive": (ANY,),
    "KrakenResult": (ANY,),
    "RollPhase": (ANY, ROLL),
    "Commit": (ANY, COMMIT),
    "ResolvePhase": (ANY,),
    "Offer": (ANY,),
}

SIREN, CHANT = "siren", "chant"  # the coins give powers like cards do

Given = dict[str, tuple[Power, ...]]
"""Powers by timing."""


class Abilities:
    """What cards and coins can do, as code: which gives which power at which timing. Each file has its own, and the
    game joins them."""

    def __init__(self, *parts: Abilities) -> None:
        self.powers: dict[str, Power] = {}
        self.by_card: dict[str, Given] = {}
        self.awaited: dict[str, Condition] = {}
        self.given_by = functools.lru_cache(4096)(self.find_given)
        self.hidden_in = functools.lru_cache(4096)(self.find_hidden)
        for part in parts:
            self.powers |= part.powers
            self.awaited |= part.awaited
            for card, given in part.by_card.items():
                for timing, powers in given.items():
                    self.add(card, timing, *powers)

    def add(self, card: str, timing: str, *powers: Power) -> None:
        """A card gives these powers at a timing."""
        given = self.by_card.setdefault(card, {})
        given[timing] = given.get(timing, ()) + powers

    def register(self, card: str, power: Power, *also: str) -> None:
        """Make a card's power known at its timing, and at others too."""
        self.powers[power.key] = power
        for timing in (power.when, *also):
            self.add(card, timing, power)

    def power(
        self,
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
        awaited: Condition | None = None,
    ) -> Callable[[Effect], Effect]:
        """The decorated function is what a card's power does at these timings.

        `awaited` says when who holds a power used unasked is waited for, as everybody can see; without it whenever it
        is usable.
        """

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
            self.register(card, power, *also)
            if awaited is not None:
                self.awaited[power.key] = awaited
            return effect

        return known

    def find_given(self, cards: tuple[str, ...]) -> Given:
        """The powers that these cards and coins give together, by timing."""
        found: Given = {}
        for card in cards:
            for timing, powers in self.by_card.get(card, {}).items():
                found[timing] = found.get(timing, ()) + powers
        return found

    def find_hidden(self, timing: str, gone: tuple[str, ...], sigils: tuple[str, ...]) -> tuple[Power, ...]:
        """The powers at this timing of all Sigils that are not known to be gone: what a hidden Sigil might be."""
        there = (self.by_card.get(card, {}).get(timing, ()) for card in sigils if card not in gone)
        return tuple(power for held in there for power in held)
