"""Bots by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Sequence

from eschaton.bots.bot import Bot
from eschaton.bots.simple import RandomBot, ThumbBot
from eschaton.kernel.ask import Seat
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


def make_bots(names: Sequence[str], game: Game) -> list[Bot]:
    """The bots of these names."""
    return [make_bot(name, game) for name in names]


def seated(bots: Sequence[Bot], seats: Sequence[Seat]) -> dict[Seat, Bot]:
    """A bot for every seat: one that plays for all of them, or one each."""
    if len(bots) not in (1, len(seats)):
        raise BadSetup(f"bots: name one for all or {len(seats)}, one for each seat, not {len(bots)}")
    return dict(zip(seats, bots if len(bots) > 1 else [*bots] * len(seats), strict=True))
