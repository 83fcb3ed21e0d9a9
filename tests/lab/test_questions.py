"""`eschaton simulate --questions`: what counts as a question, and of whose turn."""

from types import SimpleNamespace
from typing import Any

import pytest

from eschaton.kernel.ask import Choose, keys
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import find_game
from eschaton.kernel.step import Step
from eschaton.kernel.window import PASS, Window
from eschaton.lab.questions import IN_WINDOWS, ONLY_PASS, OWN, AskedSeats
from eschaton.lab.report import report_text
from eschaton.lab.simulate import Job, simulate


class Ponder(Step):
    """A question of one's own."""


def at(clock: int, step: Step) -> Any:
    return SimpleNamespace(clock=lambda: clock, scope=lambda name: 0, stack=[step])


def counted(*asked: tuple[int, int, Step, list[str]]) -> dict[str, dict[int, int]]:
    counting = AskedSeats(find_game("cult"))
    for clock, seat, step, options in asked:
        counting(at(clock, step))
        counting.hear(seat, Choose(seat, keys(options)))
    return {kind: dict(found) for kind, found in counting.counted().asked.items()}


def test_own_questions_and_those_of_windows_are_counted_apart() -> None:
    window = Window("response", [0])
    found = counted(
        (1, 0, Ponder(), ["a", "b"]),
        (1, 0, Ponder(), ["a", "b"]),
        (1, 0, window, ["shield", PASS]),
        (1, 0, window, [PASS]),
    )
    assert found == {OWN: {2: 1}, IN_WINDOWS: {2: 1}, ONLY_PASS: {1: 1}}


def test_a_turn_without_questions_counts_until_a_seat_is_asked_no_more() -> None:
    found = counted((1, 0, Ponder(), ["a"]), (2, 1, Ponder(), ["a"]), (3, 0, Ponder(), ["a"]), (4, 0, Ponder(), ["a"]))
    assert found[OWN] == {1: 4, 0: 2}  # seat 0: 1, 0, 1, 1; seat 1: 0, 1 and then nothing any more


def test_whole_games_are_counted_the_same_by_one_process_and_by_two() -> None:
    job = Job(game="cult", players=4, games=2, bots=("thumb",), questions=True)
    report = simulate(job)
    assert report.questions[OWN]["median"] >= 1
    assert report.questions[IN_WINDOWS]["most"] >= 1
    assert "questions a turn of one seat" in report_text(report, "Cult")
    assert simulate(
        Job(**{**{field: getattr(job, field) for field in job.__struct_fields__}, "workers": 2})
    ).questions == (report.questions)


def test_only_seats_that_follow_the_hints_are_counted() -> None:
    with pytest.raises(BadSetup, match="follow the hints; use thumb"):
        simulate(Job(game="toy-larder", players=3, games=1, questions=True))
