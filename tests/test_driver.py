"""The base of all drivers plays as the server does, and says when a test has lost its way."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.cult.state import Cult
from eschaton.kernel.errors import Refused
from tests.cult.driver import S0, S1, S2
from tests.cult.driver import Driver as CultDriver


def struck(players: int = 5) -> CultDriver:
    """S2's only die to be moved lies on S3, and S1 may move it."""
    game = CultDriver(players).coins(S1="siren").board(1, "Sirens", Co=3).board(2, "Transmutation", Pa=3, Co=3)
    return game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co="board1")


def test_nobody_is_asked_what_has_only_one_answer() -> None:
    assert not Cult.asks_the_obvious
    game = struck().respond(S1, "siren", "Co")
    assert game.had_only(S1, "board2")
    assert game.had_only(S1, "board2", "MoveDie")
    assert not game.had_only(S1, "board1")
    assert not game.had_only(S0, "board2")
    assert game.on("board2") == ["Co"], "it has been done"


def test_an_answer_that_was_given_for_a_seat_may_be_spelt_out_once() -> None:
    game = struck().respond(S1, "siren", "Co", "board2")
    with pytest.raises((Refused, AssertionError)):
        game.answer(S1, "board2")


def test_a_wrong_answer_is_refused_though_another_was_given_for_the_seat() -> None:
    with pytest.raises((Refused, AssertionError)):
        struck().respond(S1, "siren", "Co", "board1")


def test_a_plan_may_name_what_was_given_for_the_seat() -> None:
    game = struck().plan(S1, "siren", "Co", "board2").resolve()
    assert not game.plans[S1]


def test_what_is_kept_is_kept_until_it_is_said_that_the_table_was_edited() -> None:
    game = CultDriver(5)
    before: Any = game.table.hands()
    game.settle()
    assert game.table.kept.hands is before
    assert game.edited().table.kept.hands is None
    game.table.hands()
    assert game.sigils(S3="Portents").table.kept.hands is None, "as positions do"
