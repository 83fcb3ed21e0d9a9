"""Anything legal, many times over: every game ends, no piece is lost or made, and every card has its moment."""

from __future__ import annotations

import pytest

from eschaton.lab.simulate import Job, simulate
from tests import LONG


@pytest.mark.parametrize("events", ["cards", "die"])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_random_games_end_and_conserve_every_piece(players: int, events: str) -> None:
    games = 500 if LONG else 2
    options = {"event_mode": events}
    report = simulate(Job(game="apollyon", players=players, games=games, check=True, options=options, seed="random"))
    assert report.errors == []
    assert sum(report.outcomes["reasons"].values()) == games


@pytest.mark.long
def test_over_two_thousand_random_games_every_card_comes_up_and_does_something() -> None:
    """`eschaton simulate apollyon --games 2000` reports no idle card."""
    report = simulate(Job(game="apollyon", players=3, games=2000))
    assert (report.cards["never_drawn"], report.cards["never_effective"]) == ([], [])
