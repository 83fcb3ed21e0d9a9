"""What a search weighs imagined tables by: who is ahead, and which roles explain what the players did."""

from __future__ import annotations

from random import Random

import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.advice.outlook import coming, likelihood, outlook
from eschaton.games.cult.state import Die
from eschaton.kernel.knowledge import resample
from tests.cult.driver import S0, S1, S2, S3, S4, Driver


def test_life_is_worth_something_to_ones_own_side(cult: type[Driver]) -> None:
    table = cult(players=5).table
    before = outlook(table)
    table.players[S0].life -= 4
    after = outlook(table)
    faithful = next(seat for seat in table.places if table.role(seat) == "faithful")
    cabalist = next(seat for seat in table.places if table.role(seat) == "cabalist")
    assert after[S0] < before[S0]
    assert after[faithful] < before[faithful]
    assert after[cabalist] > before[cabalist]
    assert all(0.0 < chance < 1.0 for chance in after)


def test_dice_that_lie_on_a_player_count_as_if_resolved(cult: type[Driver]) -> None:
    table = cult(players=5).table
    life = table.players[S2].life
    table.active = S1
    table.dice = [Die("d1", "DD", "S2"), Die("d2", "Bl", "S3"), Die("d3", "Dg", "board1")]
    assert coming(table)[S2] == life - 2
    assert coming(table)[S3] == table.players[S3].life + 1


def test_a_dead_heretic_hopes_with_the_side_whose_victory_is_theirs(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S4)
    assert game.table.role(S4) == "vengeful"
    found = outlook(game.table)
    assert found[S4] == found[next(seat for seat in game.table.places if game.table.role(seat) == "cabalist")]


def test_who_strikes_the_high_priest_is_believed_to_be_a_cabalist(cult: type[Driver]) -> None:
    """Weighted, a striker is imagined as a Cabalist more often than a healer; unweighted, equally often."""
    table = cult(players=8).table
    faithful = next(seat for seat in table.places if table.role(seat) == "faithful")
    others = [seat for seat in table.places if seat not in (S0, faithful)]
    striker, healer = others[0], others[1]
    table.deed(striker, S0, -5)
    table.deed(healer, S0, 5)
    rng = Random(1)
    weighted = dict.fromkeys((striker, healer), 0.0)
    for _ in range(200):
        imagined = resample(table, faithful, rng)
        for seat in weighted:
            if imagined.role(seat) == "cabalist":  # type: ignore[attr-defined]
                weighted[seat] += likelihood(imagined, faithful)  # type: ignore[arg-type]
    assert weighted[striker] > 5 * weighted[healer]


def test_before_the_roles_are_dealt_nobody_is_ahead() -> None:
    table = GAME.table(GAME.checked(6, {}))
    assert outlook(table) == [0.5] * len(table.players)  # type: ignore[arg-type, attr-defined]
    assert likelihood(table, S0) == pytest.approx(1.0)  # type: ignore[arg-type]
