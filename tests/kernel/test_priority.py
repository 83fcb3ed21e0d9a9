"""Windows by priority: only those are asked who can act, all at once; the first use in the order of seats happens."""

from copy import deepcopy
from random import Random

import pytest

from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import NotOpen
from eschaton.kernel.game import Game
from eschaton.kernel.knowledge import resample
from eschaton.kernel.machine import answer, settle, withdraw
from eschaton.kernel.match import Match
from eschaton.kernel.record import Deal, Record
from eschaton.kernel.save import save
from eschaton.kernel.table import Standing
from eschaton.kernel.undo import plan
from eschaton.kernel.view import observe
from eschaton.kernel.window import Window, before
from tests.kernel.small import Add, Note, Question, Small, small

ORDER = [2, 0, 1, 3]


def opened(held, possible=None, **window):
    """A table on which an addition of 5 has been announced; seat 2 is the first in order."""
    table = small(Note("after"), held=held, possible=possible or {}, players=4)
    table.push(before(table, Window("add", list(ORDER), order="priority", rule="TOY-0.20", **window), Add(5, 1)))
    return table


def asked(table):
    question = settle(table)
    return {} if question is None else {seat: list(ask.keys()) for seat, ask in question.asks(table).items()}


def say(table, seat, key):
    answer(table, settle(table), seat, key)
    settle(table)


def test_only_those_who_can_act_are_asked_all_at_once():
    table = opened({0: ["cheer"], 3: ["cheer"]}, {1: ["cheer"], 2: ["cheer"]})
    assert asked(table) == {0: ["cheer", "pass"], 3: ["cheer", "pass"]}
    assert settle(table).may_act(table) == ORDER, "everybody is shown who could"


def test_a_use_waits_for_those_before_it_and_the_first_in_order_is_carried_out():
    table = opened({0: ["cheer"], 1: ["cheer"], 3: ["cheer"]})
    say(table, 1, "cheer")
    assert table.noted == []
    assert asked(table) == {0: ["cheer", "pass"], 3: ["cheer", "pass"]}
    say(table, 0, "cheer")
    assert table.noted == ["cheer by 0"], "seat 3 comes later: nobody waits for it"
    assert asked(table) == {1: ["cheer", "pass"], 3: ["cheer", "pass"]}, "all are asked anew"
    assert table.given == {}


def test_a_use_is_carried_out_when_all_before_it_have_passed():
    table = opened({0: ["cheer"], 1: ["cheer"], 3: ["cheer"]})
    say(table, 1, "cheer")
    say(table, 0, "pass")
    assert table.noted == ["cheer by 1"]
    assert asked(table) == {0: ["cheer", "pass"], 3: ["cheer", "pass"]}


def test_the_window_closes_when_all_have_passed():
    table = opened({0: ["cheer"], 3: ["cheer"]})
    say(table, 3, "pass")
    assert asked(table) == {0: ["cheer", "pass"]}
    say(table, 0, "pass")
    assert table.noted == ["add 5", "after"]
    assert table.given == {}
    assert not any(table.counts.values())


def test_the_first_use_of_all_is_carried_out_at_once():
    table = opened({2: ["cheer"], 0: ["cheer"]})
    say(table, 2, "cheer")
    assert table.noted == ["cheer by 2"]


def told(table):
    """What others than seat 1 are told now, whether or not anybody is really asked."""
    question = settle(table, lambda idle: True)
    return [observe(table, question, viewer, 0, table.events) for viewer in (0, 2, None)]


def test_a_use_that_was_not_carried_out_is_told_to_nobody():
    tables = [opened({0: ["cheer"], 1: held}, {seat: ["cheer"] for seat in (1, 2, 3)}) for held in (["cheer"], [])]
    answer(tables[0], settle(tables[0]), 1, "cheer")
    assert told(tables[0]) == told(tables[1])
    for table in tables:
        answer(table, settle(table), 0, "cheer")
        settle(table, lambda idle, table=table: bool(table.noted))
    assert told(tables[0]) == told(tables[1])
    assert tables[0].noted == tables[1].noted == ["cheer by 0"]


def test_nor_can_it_be_told_by_a_use_that_is_carried_out_at_once():
    possible = {seat: ["cheer"] for seat in (0, 2)}
    table = opened({1: ["cheer"]}, possible)
    idle = []
    question = settle(table)
    answer(table, question, 1, "cheer")
    settle(table, lambda paused: idle.append(paused.may_act(table)))
    assert idle[0] == [2, 0, 1], "others could have come before it: a moment passes as if they thought about it"
    assert table.noted[0] == "cheer by 1"
    first = opened({2: ["cheer"]}, {0: ["cheer"]})
    answer(first, settle(first), 2, "cheer")
    noted = []
    settle(first, lambda paused: noted.append(list(first.noted)))
    assert noted[0] == ["cheer by 2"], "nobody can come before the first"


def test_an_answer_can_be_taken_back_while_it_waits():
    table = opened({0: ["cheer"], 1: ["cheer"]})
    say(table, 1, "cheer")
    withdraw(table, settle(table), 1)
    assert asked(table) == {0: ["cheer", "pass"], 1: ["cheer", "pass"]}
    with pytest.raises(NotOpen, match="no sealed answer"):
        withdraw(table, settle(table), 1)


def test_a_use_that_has_become_impossible_meanwhile_is_asked_for_anew():
    table = opened({0: ["cheer"], 1: ["cheer", "soften"]})
    say(table, 1, "cheer")
    table.held[1] = ["soften"]
    say(table, 0, "pass")
    assert asked(table) == {1: ["soften", "pass"]}
    say(table, 1, "soften")
    assert "amended" in [event.key for event in table.events]


def test_passes_do_not_count_in_the_next_stage():
    table = opened({0: ["early", "late"], 1: ["early"]}, stages=("early", "late"))
    say(table, 0, "pass")
    say(table, 1, "pass")
    assert asked(table) == {0: ["late", "pass"]}
    table.held = {}
    settle(table)
    assert table.noted == ["add 5", "after"]


def test_who_must_use_a_power_cannot_pass_and_the_arbiter_comes_first():
    table = opened({1: ["must"], 3: ["late"]}, stages=("late",))
    assert asked(table) == {1: ["must"], 3: ["late", "pass"]}
    say(table, 3, "late")
    assert table.noted == []
    say(table, 1, "must")
    assert table.noted == ["must by 1"]
    table = opened({1: ["must"], 3: ["late"]}, stages=("late",), arbiter=0)
    assert asked(table) == {0: ["must@1"]}
    say(table, 0, "must@1")
    assert asked(table) == {3: ["late", "pass"]}


def test_a_frozen_window_by_priority_keeps_its_powers_in_all_stages():
    table = opened({0: ["early"], 1: ["late"]}, stages=("early", "late"), frozen=True)
    table.held = {}
    assert asked(table) == {0: ["early", "pass"]}
    say(table, 0, "early")
    assert asked(table) == {1: ["late", "pass"]}


def test_a_standing_pass_holds_by_priority_too():
    table = opened({0: ["cheer"], 3: ["cheer"]})
    settle(table)
    table.standing[0] = Standing(table.scope("Window"))
    assert asked(table) == {3: ["cheer", "pass"]}


class Few(Small, kw_only=True):
    """A table that knows who holds anything, and notes who is looked at."""

    home = __name__
    looked: list[Seat] = []

    def holders(self, timing: str) -> list[Seat]:
        return list(self.held)

    def powers(self, seat, timing):
        self.looked.append(seat)
        return super().powers(seat, timing)


def test_only_holders_are_looked_at():
    plain = opened({3: ["cheer"]}, {seat: ["cheer"] for seat in range(4)})
    table = Few(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    assert settle(table).ask.seat == 3
    assert set(table.looked) == {3}


def test_resampling_forgets_what_others_have_answered():
    table = opened({0: ["cheer"], 1: ["cheer"], 3: ["cheer"]})
    say(table, 1, "cheer")
    say(table, 3, "pass")
    assert resample(table, 1, Random(1)).given == {table.scope("Window"): {1: "cheer"}}
    assert resample(table, 0, Random(1)).given == {}


def match_of(*steps, **fields):
    """A match that begins with these steps."""
    game = Game(
        id="few", title="Few", version=1, players=(4,), setup=lambda _: small(*deepcopy(steps), players=4, **fields)
    )
    match = Match(game, Record(id="x", game="few", version=1, setup=game.checked(4, {}), deal=Deal(seed="s")))
    match.proceed()
    return match


def test_an_undo_names_only_those_whose_use_was_carried_out():
    held = {0: ["cheer"], 1: ["cheer"], 3: ["cheer"]}
    match = match_of(Question(2, ["a", "b"]), Window("add", ORDER, order="priority"), Question(2, ["c"]), held=held)
    match.answer(2, "a")
    match.answer(3, "pass")
    match.answer(1, "cheer")
    assert plan(match, 2).needs == set(), "nobody can tell yet that anybody has answered"
    match.answer(0, "cheer")
    assert plan(match, 2).needs == {0}, "that seat 1 could act too is told to nobody"
    match.answer(1, "pass")
    match.answer(3, "pass")
    assert plan(match, 2).needs == {0}


def test_it_is_replayed_as_it_was_played():
    match = match_of(Window("add", ORDER, order="priority"), Note("over"), held={0: ["cheer"], 1: ["cheer"]})
    for seat, key in [(1, "cheer"), (0, "pass"), (0, "cheer")]:
        match.answer(seat, key)
    assert match.table.noted == ["cheer by 1", "cheer by 0", "over"]
    again = match.fork()
    assert save(again.table) == save(match.table)
