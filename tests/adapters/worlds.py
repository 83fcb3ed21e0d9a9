"""Games to be played through the adapters: all registered ones, with several numbers of players, at random."""

from collections.abc import Callable
from random import Random

from eschaton.adapters.actions import Numbering
from eschaton.adapters.play import OVER, GamePlay
from eschaton.kernel.game import Game
from tests import LONG
from tests.laws.register import games

WAYS = [
    (game, players)
    for game in games()
    for players in sorted({game.players[0], game.players[-1] if LONG else game.players[:3][-1]})
]
"""Every game with as few players as it takes, and with more; at full size with as many as it takes."""


def way_id(value: object) -> str:
    return value.id if isinstance(value, Game) else str(value)


def begun(game: Game, players: int, seed: str | None = "1", size: int = 512, recall: bool = False) -> GamePlay:
    return GamePlay(game, game.checked(players, {}), Numbering(size), seed, recall)


def play_on(play: GamePlay, rng: Random, decisions: int, watch: Callable[[GamePlay], None] | None = None) -> int:
    """Play at random for so many decisions, chance's included; how many were taken."""
    for taken in range(decisions):
        if play.seat == OVER:
            return taken
        if watch is not None:
            watch(play)
        if play.seat < 0:
            outcomes = play.outcomes()
            play.draw(rng.choices(list(outcomes), list(outcomes.values()))[0])
        else:
            play.act(rng.choice(list(play.actions())))
    return decisions
