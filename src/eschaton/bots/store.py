"""Bots by name: a word, or a word with a colon and what it needs to know (`search:400`, `process:./my-bot`)."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence

from eschaton.bots.bot import Bot
from eschaton.bots.levels import LEVELS
from eschaton.bots.process import ProcessBot
from eschaton.bots.search import Budget, SearchBot
from eschaton.bots.simple import RandomBot, ThumbBot
from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game

SEARCH, PROCESS = "search", "process"
MOST_ITERATIONS, MOST_SECONDS = 1_000_000, 600.0


def level(name: str) -> Callable[[Game], Bot]:
    """Makes the bot of a level."""
    found = LEVELS[name]
    return lambda game: SearchBot(game, name, found.budget, found.noise)


_bots: dict[str, Callable[[Game], Bot]] = {
    RandomBot.name: RandomBot,
    ThumbBot.name: ThumbBot,
    SEARCH: SearchBot,
    **{name: level(name) for name in LEVELS},
}


def bot_names() -> list[str]:
    """The names that can be seated without further words."""
    return list(_bots)


def bots_in_words() -> str:
    """All that can be written for a bot, for the help of commands."""
    return ", ".join([*_bots, "search:TRIES", "search:SECONDSs", "process:COMMAND"])


def is_bot_name(name: str) -> bool:
    """Whether a name is one of a bot, with further words or not; they may still be wrong."""
    kind, colon, _ = name.partition(":")
    return name in _bots or (bool(colon) and kind in (SEARCH, PROCESS))


def make_bot(name: str, game: Game) -> Bot:
    """The bot of this name, ready to play a game; BadSetup if there is none, or it cannot play this game."""
    kind, colon, words = name.partition(":")
    if colon and kind == SEARCH:
        return SearchBot(game, name, budget_of(words))
    if colon and kind == PROCESS:
        return ProcessBot(game, words)
    if name not in _bots:
        near = difflib.get_close_matches(kind, [*_bots, PROCESS], 1)
        hint = f"did you mean {near[0]}?" if near else f"there are: {bots_in_words()}"
        raise BadSetup(f"bots: no bot is called {name!r}; {hint}")
    return _bots[name](game)


def budget_of(words: str) -> Budget:
    """A budget as written: `400` is so many tries, `1.5s` so many seconds."""
    if re.fullmatch(r"\d{1,7}", words) and 0 < int(words) <= MOST_ITERATIONS:
        return Budget(int(words))
    if re.fullmatch(r"\d{1,3}(\.\d+)?s", words) and 0.0 < float(words[:-1]) <= MOST_SECONDS:
        return Budget(MOST_ITERATIONS, seconds=float(words[:-1]))
    raise BadSetup(f"bots: search:{words}: expected a number of tries (search:400) or of seconds (search:1.5s)")


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
