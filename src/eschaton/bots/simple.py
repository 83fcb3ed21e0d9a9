"""The two bots every game has: any legal answer, and the game's own rule of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from eschaton.bots.sight import Sight
from eschaton.kernel.ask import Ask
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Act

EAGER = 0.02
"""How likely a bot is, at any decision, to consider what may be done unasked."""


class RandomBot:
    """Answers anything legal, and now and then does something unasked."""

    name = "random"
    eager = EAGER
    reason = "It may be answered."

    def __init__(self, game: Game) -> None:
        self.game = game

    def answer(self, sight: Sight, ask: Ask, rng: Random) -> Any:
        """A random legal answer; never looks."""
        return ask.sample(rng)

    def unasked(self, sight: Sight, offered: Sequence[str], rng: Random) -> Act | None:
        """Any of the things it may do, with any answer that it carries."""
        key = rng.choice(offered)
        ask = sight.asked_freely(key)
        return key if ask is None else [key, ask.sample(rng)]


class ThumbBot:
    """Answers what the game's advice says a sensible player would."""

    name = "thumb"
    reason = ""

    def __init__(self, game: Game) -> None:
        if game.advice is None:
            raise BadSetup(f"bots: {game.title} has no advice, so nobody can play it by rule of thumb; use random")
        self.advice = game.advice
        self.eager = eagerness(game)

    def answer(self, sight: Sight, ask: Ask, rng: Random) -> Any:
        """The advised answer."""
        advice = self.advice(sight.table(), ask, rng)
        self.reason = advice.reason
        return advice.answer

    def unasked(self, sight: Sight, offered: Sequence[str], rng: Random) -> Act | None:
        """What the game advises to do unasked."""
        return advised_unasked(sight, offered, rng)


def eagerness(game: Game) -> float:
    """How likely a bot with advice is to consider, at any decision, what may be done unasked."""
    return 0.0 if game.unasked is None else EAGER


def advised_unasked(sight: Sight, offered: Sequence[str], rng: Random) -> Act | None:
    """One of the things offered that the game advises to do unasked, or None."""
    if sight.game.unasked is None:
        return None
    advice = sight.game.unasked(sight.table(), sight.seat, offered, rng)
    return None if advice is None else advice.answer


def fallback(sight: Sight, ask: Ask, rng: Random) -> Any:
    """What to answer for a player who fails: the advised answer if there is a legal one, else the neutral one."""
    if sight.game.advice is not None:
        try:
            advised = sight.game.advice(sight.table(), ask, rng).answer
            ask.check(advised)
            return advised
        except Exception:  # advice that fails must not stop a table either
            return ask.default()
    return ask.default()
