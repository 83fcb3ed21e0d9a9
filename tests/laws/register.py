"""Every game there is: the toys, and each package of eschaton.games that has a GAME."""

import importlib
import pkgutil
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import eschaton.games
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game
from tests.toys import GAMES as TOYS


class Case(NamedTuple):
    """One way to play a game."""

    game: Game
    players: int
    options: dict[str, Any]

    def __str__(self) -> str:
        chosen = ",".join(f"{key}={value}" for key, value in self.options.items())
        return f"{self.game.id}-{self.players}{f'-{chosen}' if chosen else ''}"


def games() -> list[Game]:
    """The toys and the real games."""
    found = list(TOYS)
    for module in pkgutil.iter_modules(eschaton.games.__path__, "eschaton.games."):
        game = getattr(importlib.import_module(module.name), "GAME", None)
        if game is not None:
            found.append(game)
    return found


def settings(game: Game) -> Iterator[dict[str, Any]]:
    """The default, each switch turned on its own, and everything turned at once."""
    others = {
        switch.key: [choice for choice in (switch.choices or (True, False)) if choice != switch.default]
        for switch in game.options
    }
    yield {}
    for key, values in others.items():
        for value in values:
            yield {key: value}
    if len(others) > 1:
        yield {key: values[-1] for key, values in others.items() if values}


def cases() -> list[Case]:
    """Every game with every number of players, and a sample of its options; what a game refuses is left out."""
    found = []
    for game in games():
        for players, options in product(game.players, settings(game)):
            try:
                game.checked(players, options)
            except BadSetup:
                continue
            found.append(Case(game, players, options))
    return found
