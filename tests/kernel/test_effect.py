"""Lasting effects: one fold, the game's precedence, and how they end."""

from eschaton.kernel.effect import Lasting, fold
from eschaton.kernel.machine import answer, settle
from tests.kernel.small import Add, Question, Within, small
from tests.toys import ordeal


def test_a_number_is_read_through_one_fold_in_the_order_given():
    add, fix = Lasting("dice", "add", 2), Lasting("dice", "set", 4)
    assert fold(3, []) == 3
    assert fold(3, [add, fix]) == 4
    assert fold(3, [fix, add]) == 6
    assert fold(0, [Lasting("fly", "allow")]) == 1
    assert fold(1, [Lasting("fly", "allow"), Lasting("fly", "forbid")]) == 0


def test_a_number_may_be_lowered_to_a_minimum_and_no_further():
    lower = Lasting("threat", "add", -2, least=1)
    assert [fold(base, [lower]) for base in (0, 1, 2, 3, 4)] == [0, 1, 1, 1, 2]
    assert fold(1, [Lasting("threat", "add", 1), lower]) == 1
    assert fold(1, [lower, Lasting("threat", "add", 1)]) == 2


def test_nothing_is_stored_changed_and_effects_are_for_whom_they_are():
    table = small()
    table.last(Lasting("dice", "add", 2, on=1))
    table.last(Lasting("dice", "add", 1))
    table.last(Lasting("luck", "add", 9))
    assert [table.read("dice", seat, base=3) for seat in (0, 1, None)] == [4, 6, 4]


def test_by_default_the_later_effect_wins():
    table = small()
    early, late = Lasting("dice", "set", 1), Lasting("dice", "set", 2)
    table.last(early)
    table.take_serial()
    table.last(late)
    table.effects.reverse()
    assert early.began < late.began
    assert table.read("dice", 0, base=5) == 2


def test_an_effect_ends_with_the_step_that_scopes_it():
    table = small(Within([Question(0, ["on"])]), Question(0, ["on"]))
    settle(table)
    table.last(Lasting("dice", "add", 2, until=table.scope("Within")))
    assert table.read("dice", 0, base=1) == 3
    answer(table, settle(table), 0, "on")
    settle(table)
    assert table.read("dice", 0, base=1) == 1
    assert table.effects == []


def test_an_effect_holds_while_its_condition_does():
    table = small(Question(0, ["on"]), Add(6))
    table.last(Lasting("dice", "add", 2, condition="sum below five"))
    assert table.read("dice", 0, base=1) == 3
    answer(table, settle(table), 0, "on")
    settle(table)
    assert table.read("dice", 0, base=1) == 1


def test_a_game_has_its_own_precedence_and_effects_that_follow_from_the_table():
    table = ordeal.GAME.table(ordeal.GAME.checked(2, {}))
    table.last(Lasting("dice", "add", 3, on=0))
    table.last(Lasting("dice", "set", 2, on=0, rank=1))
    assert table.read("dice", 0, base=4) == 5, "what sets comes first there, though it is later"
    table.heroes[0].charms.put("charm-1", -1)
    assert table.read("dice", 0, base=4) == 6
    table.heroes[0].charms.take()
    assert table.read("dice", 0, base=4) == 5
