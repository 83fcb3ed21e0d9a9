"""Steps: names, rules, and the verbs follow, stay, unwind and end."""

import pytest

from eschaton.kernel.errors import RulesError
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.step import Outcome, Step
from tests.kernel.small import Give, Note, Question, Throw, Within, small


class RollPhase2(Step):
    """AP-8.12: a step with a number in its name."""


def test_a_step_is_called_by_its_name_and_cites_its_rule():
    assert Question.title() == "Question"
    assert RollPhase2.title() == "Roll phase2"
    assert RollPhase2.cited() == "AP-8.12"
    assert Question.cited() == "TOY-0.7"
    assert Step.cited() == ""


def test_nothing_follows():
    table = small(Give("nothing"), Note("next"))
    assert settle(table) is None
    assert table.noted == ["next"]


def test_of_a_list_the_first_runs_first():
    table = small(Give("list"), Note("three"))
    settle(table)
    assert table.noted == ["one", "two", "three"]


def test_a_step_that_stays_comes_back_with_the_same_serial():
    table = small(Within([Note("inside"), Note("again")]))
    serial = table.stack[-1].serial
    settle(table)
    assert table.noted == [f"within {serial}", "inside", f"within {serial}", "again", f"within {serial}"]


def test_unwinding_drops_everything_above_and_goes_on_with_the_enclosing_step():
    table = small(Within([Within([Give("unwind"), Note("next in the inner one")]), Note("in the outer one")]))
    settle(table)
    assert [word for word in table.noted if not word.startswith("within")] == [
        "next in the inner one",
        "in the outer one",
    ]


def test_unwinding_may_run_steps_first():
    table = small(Within([Give("unwind with"), Note("after")]), Note("outside"))
    settle(table)
    assert [word for word in table.noted if not word.startswith("within")] == ["instead", "after", "outside"]


def test_unwinding_to_what_is_not_pending_is_a_defect():
    with pytest.raises(RulesError, match="nothing to unwind to"):
        settle(small(Within([Give("unwind nowhere")])))


def test_the_end_clears_the_stack_and_keeps_the_outcome():
    table = small(Within([Give("end"), Note("never")]), Note("never"))
    assert settle(table) is None
    assert table.outcome == Outcome((1,), "TOY-0.6", "given")
    assert table.stack == []
    assert "never" not in table.noted


def test_nothing_is_due_any_more_when_the_game_has_ended():
    table = small(Give("end"))
    table.sum = 10
    assert settle(table) is None
    assert table.stack == []
    assert "overflow" not in table.noted


def test_other_verbs_are_a_defect():
    with pytest.raises(RulesError, match=r"Give must not be followed by 'nonsense'"):
        settle(small(Give("nonsense")))


def test_chance_is_asked_like_a_player():
    table = small(Throw(2), Note("after"))
    question = settle(table)
    assert question.ask.count == 2
    answer(table, question, -1, [6, 1])
    settle(table)
    assert table.noted == ["dice [6, 1]", "after"]
