"""The games of the gallery, played at random: every moment can be drawn, and what can be chosen is drawn."""

import pytest

from eschaton.kernel.game import Game
from eschaton.terminal.draw import drawing
from tests.gallery import GAMES
from tests.scenes import moments, named_pieces_are_shown, scene_for


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_moment_can_be_drawn(game: Game) -> None:
    players = max(game.players)
    assert named_pieces_are_shown(game, moments(game, players, 2)) > 0
    for match in moments(game, players, 2, most=20):
        for viewer in (*range(players), None):
            assert len(drawing(scene_for(game, match, viewer)).splitlines()) > players
