"""Answers compared on the same tables: luck is told from merit, and tries go where something may be missed."""

from __future__ import annotations

from random import Random

import pytest

from eschaton.bots.arms import Arm
from eschaton.bots.contest import Believed, Contest, difference, missed


def arm(name: str, returns: list[float], advised: bool = False) -> Arm:
    made = Arm(name, advised)
    for worth in returns:
        made.add(worth)
    return made


def noisy(name: str, mean: float, tries: int, rng: Random, advised: bool = False) -> Arm:
    return arm(name, [rng.gauss(mean, 0.05) for _ in range(tries)], advised)


def test_answers_are_compared_on_the_tables_both_were_tried_on() -> None:
    mean, error = difference(arm("a", [0.3, 0.5, 0.9]), arm("b", [0.2, 0.4]))
    assert mean == pytest.approx(0.1)
    assert error == pytest.approx(0.0, abs=1e-9)


def test_the_luckiest_of_many_is_not_believed() -> None:
    """Twelve answers worse than the advised one: the best average of six tries is often ahead by luck alone."""
    lucky = kept = 0
    for seed in range(40):
        rng = Random(seed)
        arms = [noisy("advised", 0.0, 6, rng, advised=True), *(noisy(f"n{i}", -0.02, 6, rng) for i in range(12))]
        lucky += max(arms[1:], key=lambda one: one.mean).mean > arms[0].mean
        kept += Contest(arms, 0.0).leader() is arms[0]
    assert lucky >= 25
    assert kept >= 30


def test_a_better_answer_is_found_when_it_was_tried_enough() -> None:
    rng = Random(3)
    arms = [noisy("advised", 0.0, 40, rng, advised=True), noisy("better", 0.05, 40, rng), noisy("worse", -0.05, 8, rng)]
    assert Contest(arms, 0.0).leader() is arms[1]
    assert Contest(arms, 0.2).leader() is arms[0]  # not beyond so much doubt


def test_without_advice_the_best_average_leads() -> None:
    arms = [arm("a", [0.1] * 5), arm("b", [0.4] * 4), arm("c", [0.2] * 4)]
    assert Contest(arms, 0.5).leader() is arms[1]


def test_those_who_may_be_better_come_first() -> None:
    advised = arm("advised", [0.5, 0.6, 0.5, 0.6], advised=True)
    near, far = arm("near", [0.4, 0.7, 0.4, 0.6]), arm("far", [0.1, 0.1, 0.1, 0.1])
    stakes = Contest([advised, far, near], 0.0).rivals(advised)
    assert [rival for _, rival in stakes] == [near, far]
    assert stakes[0][0] > stakes[1][0] >= 0.0


def test_a_gain_is_believed_as_far_as_it_exceeds_the_noise() -> None:
    usual = Believed(mean=-0.02, variance=0.01**2)
    assert usual.shrunk(0.05, 0.0) == 0.05
    assert usual.shrunk(0.05, 0.01) == pytest.approx(0.015)
    assert usual.shrunk(0.05, 1.0) == pytest.approx(-0.02, abs=1e-4)


def test_what_might_be_missed_shrinks_with_certainty() -> None:
    assert missed(0.0, 0.1) > missed(0.1, 0.1) > missed(0.3, 0.1) >= 0.0
    assert missed(0.2, 0.0) == 0.0
    assert missed(-0.2, 0.0) == 0.2


def test_where_noise_hides_all_differences_more_tries_are_not_worth_it() -> None:
    """After eight tries of each the averages differ by luck alone, and eighty more would not tell who is better."""
    rng = Random(5)
    arms = [noisy("advised", 0.0, 8, rng, advised=True), *(noisy(f"n{i}", -0.01, 8, rng) for i in range(9))]
    contest = Contest(arms, 0.03)
    leader = contest.leader()
    assert leader is arms[0]
    assert contest.rivals(leader)[0][0] > 0.002  # by the tries alone, something might still be missed
    assert contest.at_stake(leader, 0, varied=False) < 0.002


def test_what_nobody_has_tried_is_expected_to_be_like_what_was_tried() -> None:
    advised = arm("advised", [0.0] * 6, advised=True)
    alike = Contest([advised, *(arm(f"n{i}", [-0.1] * 4) for i in range(6))], 0.0)
    uneven = Contest([advised, *(arm(f"n{i}", [0.1 * (-1) ** i - 0.1] * 4) for i in range(6))], 0.0)
    assert alike.at_stake(advised, 20, varied=False) < 0.002
    assert uneven.at_stake(advised, 20, varied=False) > 0.02
    assert uneven.at_stake(advised, 0, varied=False) < 0.002  # what was tried is certain


def test_what_varies_the_leader_is_compared_with_it() -> None:
    """Two parts changed for the better: a third may be better still, however far ahead of the advised answer."""
    steps = [arm(f"n{i}", [0.1 * i] * 4) for i in range(1, 4)]
    contest = Contest([arm("advised", [0.0] * 4, advised=True), *steps], 0.0)
    leader = contest.leader()
    assert leader is steps[-1]
    assert contest.at_stake(leader, 8, varied=True) > contest.at_stake(leader, 8, varied=False)
