"""One seat, a race, sealed answers, in turn: who is asked, who may answer, and what runs."""

import pytest

from eschaton.kernel import machine
from eschaton.kernel.effect import Lasting
from eschaton.kernel.errors import GameOver, Malformed, NotAnOption, NotOpen, RulesError, WrongSeat
from eschaton.kernel.machine import act_freely, answer, require_open, settle, withdraw
from eschaton.kernel.save import save
from eschaton.kernel.step import Stay, Step
from eschaton.kernel.window import Window, before
from tests.kernel.small import Add, Give, Note, Question, Several, Within, small


def test_one_seat_is_asked_and_only_that_one_may_answer():
    table = small(Question(1, ["yes", "no"]))
    question = settle(table)
    before = save(table)
    assert list(question.asks(table)) == [1]
    for seat, given, error in [
        (0, "yes", WrongSeat),
        (1, "maybe", NotAnOption),
        (1, None, Malformed),
        ("1", "yes", WrongSeat),
    ]:
        with pytest.raises(error):
            answer(table, question, seat, given)
        assert save(table) == before
    answer(table, question, 1, "no")
    assert settle(table) is None
    assert table.noted == ["no"]
    assert not table.stack
    with pytest.raises(GameOver):
        require_open(settle(table))


def test_settling_twice_changes_nothing():
    table = small(Note("a"), Question(1, ["yes"]))
    settle(table)
    before = save(table)
    settle(table)
    assert save(table) == before


def test_a_race_runs_the_first_answer_and_asks_all_anew():
    table = small(Several("race", [0, 1, 2], out=[1]))
    question = settle(table)
    assert sorted(question.asks(table)) == [0, 2], "who cannot act is not asked"
    assert question.may_act(table) == [0, 1, 2], "but is shown as one who may"
    answer(table, question, 2, 5)
    question = settle(table)
    assert sorted(question.asks(table)) == [0, 2]
    answer(table, question, 0, 0)
    answer(table, settle(table), 2, 0)
    assert settle(table) is None
    assert table.noted == ["race (2, 5)", "race (0, 0)", "race (2, 0)", "race None"]


def test_a_race_that_nobody_can_run_closes():
    table = small(Several("race", [0, 1], out=[0, 1]))
    assert settle(table) is None
    assert table.noted == ["race None"]


def test_of_the_first_only_the_first_is_asked_and_who_cannot_act_is_answered_for():
    table = small(Several("first", [2, 0, 1], out=[0]))
    question = settle(table)
    assert list(question.asks(table)) == [2]
    with pytest.raises(WrongSeat):
        answer(table, question, 1, 0)
    answer(table, question, 2, 0)
    question = settle(table)
    assert list(question.asks(table)) == [1]
    answer(table, question, 1, 0)
    settle(table)
    assert table.noted == ["first (2, 0)", "first (0, None)", "first (1, 0)", "first None"]


def test_sealed_answers_wait_for_all_and_can_be_taken_back():
    table = small(Several("sealed", [0, 1, 2], out=[1]))
    question = settle(table)
    answer(table, question, 2, 7)
    question = settle(table)
    assert list(question.asks(table)) == [0]
    assert table.noted == []
    withdraw(table, question, 2)
    question = settle(table)
    assert sorted(question.asks(table)) == [0, 2]
    answer(table, question, 2, 3)
    answer(table, settle(table), 0, 1)
    assert settle(table) is None
    assert table.noted == ["sealed {0: 1, 2: 3}"]
    assert table.given == {}


def test_only_a_sealed_answer_that_was_given_can_be_taken_back():
    table = small(Several("sealed", [0, 1]))
    question = settle(table)
    with pytest.raises(NotOpen, match="no sealed answer"):
        withdraw(table, question, 0)
    race = small(Several("race", [0, 1]))
    open_race = settle(race)
    with pytest.raises(NotOpen):
        withdraw(race, open_race, 0)


def test_a_sealed_answer_that_became_illegal_is_asked_for_anew():
    table = small(Several("sealed", [0, 1]))
    answer(table, settle(table), 0, 9)
    question = settle(table)
    table.push([Add(2)])
    answer(table, settle(table), 1, 1)
    question = settle(table)
    assert list(question.asks(table)) == [0], "nine is too much now; the other answer stays"
    answer(table, question, 0, 7)
    settle(table)
    assert table.noted[-1] == "sealed {0: 7, 1: 1}"


def test_in_turn_each_answers_after_the_one_before():
    table = small(Several("turn", [2, 0, 1]))
    question = settle(table)
    assert list(question.asks(table)) == [2]
    answer(table, question, 2, 0)
    question = settle(table)
    assert question.ask.least == 1, "what the second is asked depends on the first"
    with pytest.raises(WrongSeat):
        answer(table, question, 2, 1)
    answer(table, question, 0, 4)
    answer(table, settle(table), 1, 9)
    settle(table)
    assert table.noted == ["turn {2: 0, 0: 4, 1: 9}"]


def test_free_actions_are_refused_precisely():
    table = small(Question(1, ["on"]))
    settle(table)
    before = save(table)
    with pytest.raises(NotOpen, match="'leap' cannot be done now; seat 0 may: shout"):
        act_freely(table, 0, "leap")
    with pytest.raises(NotOpen, match="seat 1 may: nothing"):
        act_freely(table, 1, "shout")
    with pytest.raises(Malformed):
        act_freely(table, 0, ["shout"])
    with pytest.raises(WrongSeat):
        act_freely(table, 9, "shout")
    assert save(table) == before


def test_nobody_can_tell_that_a_question_was_asked_of_nobody():
    seen = []
    table = small(Several("race", [0, 1], out=[0, 1]), Several("sealed", [2], out=[2]), Question(0, ["on"]))
    settle(table, lambda question: seen.append((question.mode, question.may_act(table), question.asks(table))))
    assert seen == [("race", [0, 1], {}), ("sealed", [2], {})]


def test_a_step_that_runs_on_for_ever_is_a_defect(monkeypatch):
    class Forever(Step):
        """Never lets go."""

        def run(self, table):
            return Stay()

    monkeypatch.setattr(machine, "ENDLESS", range(50))
    table = small()
    table.push([Forever()])
    with pytest.raises(RulesError, match="Forever runs on"):
        settle(table)


def test_due_may_only_return_steps_or_the_end(monkeypatch):
    monkeypatch.setattr("tests.kernel.small.Small.due", lambda table: Stay())
    with pytest.raises(RulesError, match="Note must not be followed by"):
        settle(small(Note("a")))


def test_a_seat_that_the_rules_play_is_answered_for_and_never_asked():
    table = small(Question(2, ["a", "b"]), Question(0, ["c"]), players=3, automata=[2])
    question = settle(table)
    assert list(question.asks(table)) == [0]
    assert table.noted == ["a"], "by default the neutral answer"


def test_a_question_without_options_is_a_defect_of_the_rules():
    with pytest.raises(RulesError, match="Question asks seat 1 to choose, but there is no option"):
        settle(small(Question(1, [])))


def test_an_answer_that_is_taken_back_leaves_nothing():
    table = small(Several("sealed", [0, 1]))
    answer(table, settle(table), 0, 4)
    withdraw(table, settle(table), 0)
    assert table.given == {}


def test_sealed_answers_are_not_taken_for_answers_to_what_replaces_the_question():
    table = small(Several("sealed", [0, 1]))
    answer(table, settle(table), 0, 4)
    table.replace(table.stack[-1].serial, Several("sealed", [0, 1], most=5))
    assert list(settle(table).asks(table)) == [0, 1]


def test_what_replaces_a_step_may_be_announced():
    table = small(Add(5), held={0: ["soften"]})
    serial = table.stack[-1].serial
    table.count(serial, "something")
    table.replace(serial, *before(table, Window("add", [0]), Add(3)))
    answer(table, settle(table), 0, "soften")
    settle(table)
    assert table.sum == 1, "softened"
    assert [scope for scope, counted in table.counts.items() if counted] == [], "the step that is gone scopes nothing"


def test_with_the_game_everything_ends_that_would_end_with_a_step():
    table = small(Within([Give("end")]))
    within = table.stack[-1].serial
    table.last(Lasting("dice", "add", 1, until=within))
    table.count(within, "something")
    settle(table)
    assert table.outcome is not None
    assert (table.stack, table.effects, table.counts) == ([], [], {})
