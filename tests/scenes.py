"""Scenes of random games, for the tests of every game's layout."""

import random
from collections.abc import Iterator
from typing import Any

from eschaton.kernel.game import Game
from eschaton.kernel.match import Match
from eschaton.kernel.scene import Scene, Zone
from eschaton.kernel.seen import seen


def ids(zones: list[Zone]) -> set[str]:
    """All ids of zones and pieces."""
    found: set[str] = set()
    for zone in zones:
        found |= {zone.id, *(piece.id for piece in zone.pieces)} | ids(zone.zones)
    return found


def moments(
    game: Game, players: int, seed: int, options: dict[str, Any] | None = None, most: int = 10_000
) -> Iterator[Match]:
    """A random game, decision by decision."""
    match = Match.new(game, players, options or {}, seed=f"scene {seed}")
    rng = random.Random(seed)
    for _ in range(most):
        if match.over:
            return
        yield match
        seat, ask = rng.choice(sorted(match.asks().items(), key=lambda asked: asked[0]))
        match.answer(seat, ask.sample(rng))


def scene_for(game: Game, match: Match, seat: int | None) -> Scene:
    """What a viewer is shown."""
    assert game.scene is not None
    return game.scene(seen(match.table, seat), seat)


def named_pieces_are_shown(game: Game, matches: Iterator[Match]) -> int:
    """Whatever an option names can be clicked on; how many such pieces there were."""
    seen = 0
    for number, match in enumerate(matches):
        if number % 7:
            continue
        for seat, ask in match.asks().items():
            there = ids(scene_for(game, match, seat).zones)
            for key in ask.keys():  # noqa: SIM118
                for piece in match.question.step.describe(match.table, key).pieces:
                    assert piece in there, (type(match.question.step).__name__, key, piece)
                    seen += 1
    return seen
