"""Tables as bytes."""

import pytest

from eschaton.kernel import save as saving
from eschaton.kernel.errors import BadRecord, RulesError
from eschaton.kernel.machine import answer, same_moment, settle
from eschaton.kernel.pile import Pile
from eschaton.kernel.save import copy, digest, load, loadable, normal, save, steps_of
from eschaton.kernel.window import Window
from tests.kernel.small import Note, Question, Several, Small, Within, small
from tests.toys import larder


def test_a_saved_table_goes_on_where_it_was():
    table = small(Within([Question(1, ["a", "b"]), Note("after")]))
    settle(table)
    again = load(type(table), save(table))
    assert again == table
    for one in (table, again):
        answer(one, settle(one), 1, "b")
        settle(one)
    assert save(again) == save(table)
    assert digest(again) == digest(table)


def test_a_copy_is_equal_and_shares_nothing():
    table = small(Question(1, ["a"]))
    twin = copy(table)
    assert twin == table
    assert type(twin) is type(table)
    twin.stack[-1].words.append("b")
    twin.deck.take()
    assert digest(twin) != digest(table)
    assert table.stack[-1].words == ["a"]


def test_a_game_knows_its_own_steps_and_the_kernels():
    names = {step.__name__ for step in steps_of("tests.kernel.small")}
    assert {"Note", "Within", "Window", "Use"} <= names
    assert "PlayCard" not in names
    assert Window in steps_of("tests.toys.larder")
    assert loadable(Small) is loadable(Small)


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x80", save(larder.GAME.table(larder.GAME.checked(2, {})))])
def test_bytes_that_are_no_such_table_are_refused(data):
    with pytest.raises(BadRecord, match="does not fit these rules"):
        load(loadable(Small), data)


def test_a_table_whose_steps_are_not_found_says_where_they_are_looked_for():
    class Lost(Small):
        home = "tests.toys.larder"  # where they are not

    with pytest.raises(RulesError, match=r"Lost: .*'Question'.*looked for in tests\.toys\.larder; see `home`"):
        normal(Lost(sitters=[], deck=Pile("card"), heap=Pile("card"), stack=[Question(1, ["a"])]))


def test_two_steps_of_one_name_are_refused(monkeypatch):
    twin = type("Question", (), {"__module__": "tests.kernel.small"})
    monkeypatch.setattr(saving, "all_steps", lambda: [Question, twin])
    with pytest.raises(RulesError, match="two steps are called Question"):
        loadable.__wrapped__(Small)


def test_a_game_in_a_module_of_its_own_needs_no_home(monkeypatch):
    monkeypatch.delattr(Small, "home")
    monkeypatch.setattr(Small, "__module__", "alone")
    only = type("Only", (), {"__module__": "alone"})
    monkeypatch.setattr(saving, "all_steps", lambda: [Question, only])
    assert steps_of("alone") == [only]
    table = loadable.__wrapped__(Small)
    assert table.__annotations__["stack"] == list[only]


def test_a_table_saved_before_ends_were_noted_is_the_same():
    table = small(Several("sealed", [0, 1]), Note("after"))
    serial = table.stack[-1].serial
    answer(table, settle(table), 0, 4)
    table.count(0, "something")
    older = copy(table)
    del older.counts[serial]
    assert same_moment(table, save(older))
    again = load(type(table), save(older))
    answer(again, settle(again), 1, 5)
    settle(again)
    assert again.given == {}, "it ends with its step"
