"""Random players bring every game to an end, and no card, coin or die is lost on the way."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from eschaton.games.cult import GAME
from eschaton.kernel.ask import CHANCE
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.machine import act_freely, answer, settle
from eschaton.kernel.match import Match
from eschaton.kernel.view import observe
from eschaton.ledger import rule
from tests import LONG


def ways() -> list[tuple[int, dict[str, Any]]]:
    """Every combination of options for every number of players (CD-Q-74); a sample of them unless there is time."""
    choices = {switch.key: switch.choices or (False, True) for switch in GAME.options}
    found = []
    for players, values in product(GAME.players, product(*choices.values())):
        options = dict(zip(choices, values, strict=True))
        try:
            GAME.checked(players, options)
        except BadSetup:
            continue
        found.append((players, options))
    return found if LONG else Random(1).sample(found, 25)


def played(players: int, options: dict[str, Any], seed: int) -> Any:
    """A table on which random players have come to the end, who also act unasked now and then."""
    table, rng = GAME.table(GAME.checked(players, options)), Random(seed)
    before = table.inventory()
    for number in range(20_000):
        question = settle(table)
        assert number % 20 or table.inventory() == before
        if question is None:
            assert table.inventory() == before
            return table
        if rng.random() < 0.02:
            seat = rng.choice(table.people())
            free = list(table.free(seat)) if question.ask.seat >= 0 else []
            if free:
                act_freely(table, seat, rng.choice(free))
                continue
        asks = question.asks(table)
        assert set(asks) <= {CHANCE, *table.people()}
        seat, ask = rng.choice(list(asks.items()))
        answer(table, question, seat, ask.sample(rng))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("players", GAME.players)
@pytest.mark.parametrize("seed", range(3))
def test_random_games_end_and_lose_nothing(players: int, seed: int) -> None:
    assert played(players, {}, seed).outcome.winners


@rule("CD-Q-74", "CD-1.1")
@pytest.mark.parametrize(("players", "options"), ways(), ids=str)
def test_variants_together_end_and_lose_nothing(players: int, options: dict[str, Any]) -> None:
    for seed in range(5 if LONG else 1):
        table = played(players, options, seed)
        assert set(table.outcome.winners) <= set(table.places)
        assert table.outcome.winners


@rule("CD-22.9", "CD-22.1")
def test_games_of_four_are_possessed_once_at_most() -> None:
    times = [sum(event.key == "possessed" for event in played(4, {}, seed).events) for seed in range(20)]
    assert set(times) == {0, 1}


def test_a_match_can_be_watched_and_told() -> None:
    match, rng = Match.new(GAME, 6, seed="watch"), Random(1)
    while not match.over:
        seat, ask = rng.choice(list(match.asks().items()))
        for viewer in (seat, None):
            observe(match.table, match.question, viewer)
        match.answer(seat, ask.sample(rng))
    told = {event.key for _, event in match.log}
    assert told <= {*GAME.texts, "amended", "replaced", "cancelled", "obvious"}
