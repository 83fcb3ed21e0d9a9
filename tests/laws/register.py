"""Every game there is: the toys, the installed games, and those that the present directory brings along."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

from eschaton.games import every_game
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game
from tests import LONG
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
    """The toys, the real games, and a game that somebody writes elsewhere and tests from its own directory."""
    return list({game.id: game for game in (*TOYS, *every_game())}.values())


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


WAYS = 9


def sampled(ways: list[Case]) -> list[Case]:
    """Some ways to play each game, with every number of players among them; at full size all."""
    found: list[Case] = []
    for game in games():
        all_of_it = [case for case in ways if case.game is game]
        plain = [next(case for case in all_of_it if case.players == players) for players in game.players]
        rest = [case for case in all_of_it if case not in plain]
        more = rest if LONG else Random(game.id).sample(rest, max(0, min(len(rest), WAYS - len(plain))))
        found += [*plain, *more]
    return found
