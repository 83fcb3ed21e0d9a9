"""Lasting effects: one fold, the game's precedence, and how they end."""

from eschaton.kernel.effect import Lasting, Part, fold
from eschaton.kernel.machine import answer, settle
from tests.kernel.small import Add, Question, Small, Within, small
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


def best(amount, source=""):
    return Lasting("luck", "best", amount, source=source)


def test_of_the_best_only_the_greatest_bonus_and_the_greatest_penalty_count():
    table = small()
    for amount in (2, 3, 3, -1, -4):
        table.last(best(amount, f"{amount:+}"))
    assert table.read("luck", 0, base=10) == 9
    table.last(Lasting("luck", "add", -2, source="guilt"))
    assert table.read("luck", 0, base=10) == 7, "what is added counts apart"
    table.effects = [best(1), best(2)]
    assert table.read("luck", 0, base=0) == 2
    table.effects = [best(-1), best(-2)]
    assert table.read("luck", 0, base=0) == -2


def test_a_number_can_say_what_it_is_made_of():
    table = small()
    table.last(Lasting("luck", "set", 4, source="curse"))
    table.last(best(2, "ring"))
    table.last(best(3, "crown"))
    table.last(Lasting("luck", "add", -9, source="guilt", least=1))
    table.last(Lasting("luck", "add", 5, on=2, source="of another"))
    parts = table.parts("luck", 0, base=6)
    assert parts == [Part("curse", "set", -2, 4), Part("crown", "best", 3, 7), Part("guilt", "add", -6, 1)]
    assert parts[-1].value == table.read("luck", 0, base=6)
    assert table.parts("fly", 0, base=0) == []


def test_an_effect_may_last_for_a_number_of_turns():
    table = small()
    table.last(Lasting("luck", "add", 1, turns=2))
    table.last(Lasting("luck", "add", 10, turns=1, whose=1))
    table.last(Lasting("luck", "add", 100))
    found = []
    for seat in (0, 1, 2):
        found.append(table.read("luck", 0, base=0))
        table.turn_over(seat)
    assert [*found, table.read("luck", 0, base=0)] == [111, 111, 100, 100]


def test_a_turn_of_all_is_a_turn_of_each():
    table = small()
    table.last(Lasting("luck", "add", 1, turns=1, whose=1))
    table.turn_over()
    assert table.effects == []


class Turn(Within):
    """TOY-0.50: somebody's turn."""

    seat: int = 0


def test_until_the_end_of_ones_next_turn():
    table = small()
    table.push([Turn([], 0, 1)])
    assert table.turns_to_next(1) == 2, "this turn is not the next one"
    assert table.turns_to_next(2) == 1
    assert small().turns_to_next(1) == 1


class Standing(Small):
    """A table on which the heap speaks."""

    def derived_effects(self, name):
        return [Lasting("luck", "set", 5, source="heap")]


def test_a_standing_text_began_when_its_card_came_into_play():
    plain = small()
    table = Standing(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    table.take_serial()
    table.last(Lasting("luck", "set", 1))
    assert table.read("luck", 0, base=0) == 1, "it has lain there from the beginning"
    table.take_serial()
    table.enters_play("heap")
    assert table.read("luck", 0, base=0) == 5, "the later one wins"
    table.leaves_play("heap")
    assert table.read("luck", 0, base=0) == 1
