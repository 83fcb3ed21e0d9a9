"""Change what a seat may not know: every frame that it is sent stays the same, byte for byte."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eschaton.kernel.game import Game
from tests import LONG
from tests.laws.register import cases, games
from tests.server.worlds import together

CASES = cases()


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_two_worlds_send_the_same_frames(game: Game) -> None:
    ways = [case for case in CASES if case.game is game]
    lengths: list[int] = []

    @given(seed=st.integers(0, 2**32), skip=st.integers(0, 60))
    @settings(max_examples=300 if LONG else 15)
    def hold(seed: int, skip: int) -> None:
        lengths.append(asyncio.run(together(ways[seed % len(ways)], seed, skip, 40)))

    hold()
    assert sum(lengths) > 2 * len(lengths)
