"""What one seat is told of its own standing pass."""

from __future__ import annotations

from random import Random

from eschaton.games.cult import GAME as CULT
from eschaton.kernel.ask import Choose, Seat
from eschaton.kernel.match import Match
from eschaton.kernel.window import Window
from eschaton.server.news import State
from eschaton.server.sight import states_of
from tests.toys import parley


def at_a_window(match: Match) -> Seat:
    """Play until somebody may pass at a window; who that is."""
    rng = Random(3)
    while match.question is not None:
        seat, ask = sorted(match.asks().items())[0]
        if isinstance(match.question.step, Window) and isinstance(ask, Choose) and "pass" in ask.options:
            return seat
        match.answer(seat, ask.sample(rng))
    raise AssertionError("nobody could pass in this game")


def told(match: Match, seat: Seat) -> State:
    return states_of(match, [seat])[seat]


def test_a_pass_until_touched_is_shown_until_something_touches_its_seat() -> None:
    match = Match.new(CULT, 5, seed="touch")
    seat = at_a_window(match)
    match.stand(seat, match.table.stack[0].step_name, touched=True)
    assert told(match, seat).touch
    assert told(match, seat).standing == "Play"
    at_a_window(match)
    match.table.players[seat].touched = match.table.take_serial()
    assert told(match, seat).standing is None


def test_a_pass_for_a_turn_is_shown_whatever_happens() -> None:
    match = Match.new(CULT, 5, seed="touch")
    seat = at_a_window(match)
    match.stand(seat, "Turn")
    match.table.players[seat].touched = match.table.take_serial()
    assert told(match, seat).standing == "Turn"


def test_a_game_that_never_says_what_touches_a_seat_offers_no_pass_until_then() -> None:
    match = Match.new(parley.GAME, 3, seed="touch")
    assert not told(match, 0).touch
