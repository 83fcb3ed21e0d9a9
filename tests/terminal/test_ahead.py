"""Answers typed ahead for a question that comes again and again."""

import pytest

from eschaton.kernel.ask import Option
from eschaton.kernel.errors import Malformed
from eschaton.terminal.ahead import AheadMoment, AnsweredAhead

NOW = AheadMoment(0, 7, "Which die?")
BLOOD, DAGGER, OTHER = Option("d1", "blood"), Option("d2", "dagger"), Option("d3", "dagger")


def test_several_answers_are_given_one_after_the_other_by_what_they_are_called() -> None:
    ahead = AnsweredAhead()
    assert ahead.read(NOW, [BLOOD, DAGGER], "2 2 1") == "d2"
    assert ahead.next(NOW, [BLOOD, OTHER], disturbed=False) == "d3", "an equal die by its name"
    assert ahead.next(NOW, [BLOOD], disturbed=False) == "d1"
    assert ahead.next(NOW, [BLOOD], disturbed=False) is None


def test_the_rest_is_answered_in_the_order_shown() -> None:
    ahead = AnsweredAhead()
    assert ahead.read(NOW, [BLOOD, DAGGER], "rest") == "d1"
    assert ahead.next(NOW, [DAGGER, OTHER], disturbed=False) == "d2"
    assert ahead.next(NOW, [OTHER], disturbed=False) == "d3"


@pytest.mark.parametrize("line", ["1 2", "rest"])
def test_what_was_said_is_forgotten_when_somebody_acts_meanwhile(line: str) -> None:
    ahead = AnsweredAhead()
    ahead.read(NOW, [BLOOD, DAGGER], line)
    assert ahead.next(NOW, [DAGGER], disturbed=True) is None
    assert ahead.next(NOW, [DAGGER], disturbed=False) is None


def test_it_is_said_of_one_persons_question_only() -> None:
    ahead = AnsweredAhead()
    ahead.read(NOW, [BLOOD, DAGGER], "rest")
    for other in (AheadMoment(1, 7, "Which die?"), AheadMoment(0, 8, "Which die?"), AheadMoment(0, 7, "Where?")):
        assert ahead.next(other, [BLOOD], disturbed=False) is None
    assert ahead.next(NOW, [BLOOD], disturbed=False) == "d1"


def test_one_word_is_no_plan_and_a_wrong_number_is_refused() -> None:
    ahead = AnsweredAhead()
    assert ahead.read(NOW, [BLOOD, DAGGER], "2") is None
    assert ahead.read(NOW, [BLOOD, DAGGER], "blood please") is None
    with pytest.raises(Malformed):
        ahead.read(NOW, [BLOOD, DAGGER], "1 3")


def test_a_question_that_comes_twice_in_one_step_is_known_to_repeat() -> None:
    ahead = AnsweredAhead()
    ahead.saw(NOW, [BLOOD, DAGGER])
    assert not ahead.repeating
    ahead.saw(NOW, [BLOOD, DAGGER])
    assert ahead.repeating == {"Which die?"}
    assert not ahead.working_off
    ahead.saw(NOW, [BLOOD])
    assert ahead.working_off
    ahead.saw(NOW, [DAGGER])
    assert not ahead.working_off, "something new is on offer"


def test_where_not_everything_need_be_done_there_is_no_rest() -> None:
    with pytest.raises(Malformed, match="name what you do"):
        AnsweredAhead().read(NOW, [BLOOD, Option("ready", "I am ready")], "rest", ends=True)
