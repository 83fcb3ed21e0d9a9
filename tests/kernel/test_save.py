"""Tables as bytes."""

import pytest

from eschaton.kernel.errors import BadRecord
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.save import copy, digest, load, loadable, save, steps_of
from eschaton.kernel.window import Window
from tests.kernel.small import Note, Question, Small, Within, small
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
    twin.deck.cards.pop()
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
