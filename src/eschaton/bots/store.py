"""Bots by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from eschaton.bots.bot import Bot
from eschaton.bots.simple import RandomBot, ThumbBot
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game

_bots: dict[str, Callable[[Game], Bot]] = {RandomBot.name: RandomBot, ThumbBot.name: ThumbBot}


def bot_names() -> list[str]:
    """The names that can be seated."""
    return list(_bots)


def make_bot(name: str, game: Game) -> Bot:
    """The bot of this name, ready to play a game; BadSetup if there is none, or it cannot play this game."""
    if name not in _bots:
        near = difflib.get_close_matches(name, _bots, 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(_bots)}"
        raise BadSetup(f"bots: no bot is called {name!r}; {hint}")
    return _bots[name](game)


def default_bot(game: Game) -> str:
    """The best bot that can play a game without being asked for by name."""
    return RandomBot.name if game.advice is None else ThumbBot.name


def seated(names: Sequence[str], players: int, game: Game) -> list[Bot]:
    """A bot for every seat: one name for all of them, or one name each."""
    if len(names) not in (1, players):
        raise BadSetup(f"bots: name one bot for all or {players}, one for each seat, not {len(names)}")
    each = [*names] if len(names) == players else [*names] * players
    return [make_bot(name, game) for name in each]
