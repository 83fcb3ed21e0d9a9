"""The two bots every game has: any legal answer, and the game's own rule of thumb."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from eschaton.bots.bot import Look
from eschaton.kernel.ask import Ask
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game

EAGER = 0.02


class RandomBot:
    """Answers anything legal, and now and then does something unasked."""

    name = "random"
    eager = EAGER

    def __init__(self, game: Game) -> None:
        self.game = game

    def answer(self, look: Look, ask: Ask, rng: Random) -> Any:
        """A random legal answer; never looks."""
        return ask.sample(rng)

    def unasked(self, look: Look, offered: Sequence[str], rng: Random) -> str | None:
        """Any of the things it may do."""
        return rng.choice(offered)


class ThumbBot:
    """Answers what the game's advice says a sensible player would."""

    name = "thumb"
    eager = 0.0

    def __init__(self, game: Game) -> None:
        if game.advice is None:
            raise BadSetup(f"bots: {game.title} has no advice, so nobody can play it by rule of thumb; use random")
        self.advice = game.advice

    def answer(self, look: Look, ask: Ask, rng: Random) -> Any:
        """The advised answer."""
        return self.advice(look(), ask, rng).answer

    def unasked(self, look: Look, offered: Sequence[str], rng: Random) -> str | None:
        """Nothing: advice answers questions only."""
        return None
