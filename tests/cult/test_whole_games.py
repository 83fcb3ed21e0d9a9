"""Random players bring every game to an end, and no card, coin or die is lost on the way."""

from __future__ import annotations

from random import Random

import pytest

from eschaton.games.cult import GAME
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.match import Match
from eschaton.kernel.view import observe


@pytest.mark.parametrize("players", [5, 6, 7, 8])
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_lose_nothing(players: int, seed: int) -> None:
    table, rng = GAME.table(GAME.checked(players, {})), Random(seed)
    before = table.inventory()
    for _ in range(20_000):
        question = settle(table)
        if question is None:
            break
        seat, ask = rng.choice(list(question.asks(table).items()))
        answer(table, question, seat, ask.sample(rng))
        assert table.inventory() == before
    assert table.outcome is not None
    assert table.outcome.winners


def test_a_match_can_be_watched_and_told() -> None:
    match, rng = Match.new(GAME, 6, seed="watch"), Random(1)
    while not match.over:
        seat, ask = rng.choice(list(match.asks().items()))
        for viewer in (seat, None):
            observe(match.table, match.question, viewer)
        match.answer(seat, ask.sample(rng))
    told = {event.key for _, event in match.log}
    assert told <= {*GAME.texts, "amended", "replaced", "cancelled"}
