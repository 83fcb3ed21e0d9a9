"""Intervals: against numbers worked out elsewhere, and against many samples."""

import math
from random import Random

import pytest

from eschaton.lab.stats import Estimate, Stratum, apart, gap_of, mean_of, share_of, so_many, stratified, wilson


def test_wilson_is_that_of_the_textbook() -> None:
    low, high = wilson(10, 20)
    assert (round(low, 3), round(high, 3)) == (0.299, 0.701)
    assert wilson(0, 10)[0] == 0.0
    assert round(wilson(0, 10)[1], 3) == 0.278
    assert wilson(10, 10)[1] == 1.0


def test_a_share_reads_well() -> None:
    assert share_of(10, 20).percent() == "50.0 % (29.9 to 70.1)"
    assert Estimate(0.031, -0.004, 0.066, 9).points() == "+3.1 points (-0.4 to +6.6)"


def test_a_paired_difference() -> None:
    found = mean_of([1, 0, 0, 1, 0, -1, 1, 1])
    assert found.value == 3 / 8
    spread = math.sqrt(sum((value - 3 / 8) ** 2 for value in [1, 0, 0, 1, 0, -1, 1, 1]) / 7 / 8)
    assert found.high - found.value == pytest.approx(1.96 * spread)


def test_pairs_that_all_agree_may_still_differ_a_little() -> None:
    found = mean_of([0.0] * 100)
    assert (found.low, found.high) == (-0.03, 0.03)
    assert not found.clear


def test_one_game_says_nothing() -> None:
    assert not mean_of([1.0]).clear


def test_what_comes_with_a_role_is_not_taken_for_a_cards_doing() -> None:
    strong, weak = Stratum(90, 81, 10, 9), Stratum(10, 1, 90, 9)  # the strong side has the card nine times as often
    found = stratified([strong, weak])
    assert found is not None
    assert found.value == pytest.approx(0)
    assert not found.clear
    assert found.count == 100
    assert stratified([Stratum(20, 10, 0, 0)]) is None


def test_intervals_hold_what_they_promise() -> None:
    rng = Random(3)
    inside = sum(covered(rng) for _ in range(400))
    assert 0.91 <= inside / 400 <= 0.985


def covered(rng: Random) -> bool:
    """Whether the interval of one sample holds the true difference of 0.2."""
    have, lack = (sum(rng.random() < share for _ in range(80)) for share in (0.6, 0.4))
    found = stratified([Stratum(80, have, 80, lack)])
    assert found is not None
    return found.low <= 0.2 <= found.high


def test_the_extremes_of_many_are_not_easily_apart() -> None:
    one, other = share_of(60, 100), share_of(40, 100)
    assert apart(one, other, among=2)
    assert not apart(one, other, among=8)


def test_a_gap_between_shares_is_never_more_than_all_games() -> None:
    assert gap_of([1.0, 1.0, 0.0]).high == 1.0
    assert gap_of([1.0]).low == -1.0
    assert gap_of([0.5, 0.25]).value == 0.375


def test_one_is_not_many() -> None:
    assert [so_many(many, "player") for many in (0, 1, 2, 1200)] == [
        "0 players",
        "1 player",
        "2 players",
        "1,200 players",
    ]
