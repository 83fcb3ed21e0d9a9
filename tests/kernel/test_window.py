"""Windows: who is asked, stages, order, mandatory powers, frozen eligibility, standing passes, limits."""

import pytest

from eschaton.kernel.ask import Option
from eschaton.kernel.effect import Lasting
from eschaton.kernel.errors import RulesError
from eschaton.kernel.machine import act_freely, answer, settle
from eschaton.kernel.match import stand
from eschaton.kernel.table import Standing
from eschaton.kernel.view import observe
from eschaton.kernel.window import Use, Window, as_steps, before
from tests.kernel.small import Add, End, Note, Outcome, Question, Small, Within, small
from tests.toys import ordeal


def announced(held, possible=None, step=None, **window):
    """A table on which an addition of 5 has been announced, and its open question."""
    table = small(Note("after"), held=held, possible=possible or {}, players=4)
    adding = step or Add(5, 1)
    table.push(before(table, Window("add", [0, 1, 2, 3], rule="TOY-0.20", **window), adding))
    return table


def asked(table):
    question = settle(table)
    return {} if question is None else {seat: list(ask.keys()) for seat, ask in question.asks(table).items()}


def may_act(table):
    return settle(table).may_act(table)


def say(table, seat, key):
    answer(table, settle(table), seat, key)
    settle(table)


def test_a_window_that_nobody_could_use_asks_nobody():
    table = small(held={}, possible={})
    table.push(before(table, Window("add", [0, 1]), Add(1)))
    paused = []
    settle(table, paused.append)
    assert table.sum == 1
    assert paused == [], "nor does it wait as if somebody could"


def test_an_announced_step_can_be_amended_before_it_runs():
    table = announced({0: ["soften"]})
    assert asked(table) == {0: ["soften", "pass"]}
    say(table, 0, "soften")
    assert table.sum == 1
    assert [event.key for event in table.events] == ["uses", "amended"]


def test_an_announced_step_can_be_cancelled():
    table = announced({0: ["stop"], 1: ["stop"]})
    say(table, 0, "stop")
    assert table.sum == 0
    assert table.noted == ["after"], "the other cannot stop what is gone, and is not asked"


def test_all_who_can_act_are_asked_until_all_pass():
    table = announced({0: ["cheer"], 2: ["cheer"]})
    assert asked(table) == {0: ["cheer", "pass"], 2: ["cheer", "pass"]}
    say(table, 0, "pass")
    assert asked(table) == {2: ["cheer", "pass"]}
    say(table, 2, "cheer")
    assert asked(table) == {0: ["cheer", "pass"]}, "a use asks everybody again"
    say(table, 0, "pass")
    assert table.noted == ["cheer by 2", "add 5", "after"]


def test_who_may_act_is_shown_by_public_knowledge_and_tells_nothing():
    everybody = {seat: ["cheer"] for seat in range(3)}
    some = announced({0: ["cheer"], 1: ["cheer"]}, everybody)
    other = announced({0: ["cheer"], 2: ["cheer"]}, everybody)
    assert may_act(some) == may_act(other) == [0, 1, 2]
    seen = [observe(table, settle(table), 0) for table in (some, other)]
    assert seen[0] == seen[1]
    say(some, 1, "pass")
    assert may_act(some) == [0, 1, 2], "who has passed is not shown"
    assert observe(some, settle(some), 0) == seen[0]


def test_who_could_but_cannot_is_answered_for():
    table = announced({}, {0: ["cheer"], 1: ["stop"]})
    shown = []
    settle(table, lambda question: shown.append(question.may_act(table)))
    assert shown == [[0, 1]], "the others are told of the window"
    assert table.noted == ["add 5", "after"], "and nobody was asked"


def test_in_turn_order_all_who_could_act_are_asked_one_after_the_other():
    table = announced({2: ["cheer"]}, {0: ["cheer"], 2: ["cheer"], 3: []}, order="turn")
    assert asked(table) == {0: ["pass"]}, "silence would tell the next one"
    say(table, 0, "pass")
    assert asked(table) == {2: ["cheer", "pass"]}
    say(table, 2, "cheer")
    assert asked(table) == {0: ["pass"]}, "after a use, from the beginning"
    say(table, 0, "pass")
    assert table.noted == ["cheer by 2", "add 5", "after"], "who has used up all powers could not act"


def test_stages_come_in_their_order():
    table = announced({0: ["late"], 1: ["early"]}, stages=("early", "late"))
    assert asked(table) == {1: ["early", "pass"]}
    say(table, 1, "early")
    assert asked(table) == {0: ["late", "pass"]}
    say(table, 0, "late")
    assert table.noted == ["early by 1", "late by 0", "add 5", "after"]


def test_the_arbiter_orders_mandatory_powers_and_cannot_pass_over_them():
    table = announced({1: ["must"], 2: ["must too", "late"]}, stages=("early", "late"), arbiter=0)
    assert asked(table) == {0: ["must@1", "must too@2"], 2: ["late", "pass"]}
    say(table, 0, "must too@2")
    assert asked(table) == {0: ["must@1"], 2: ["late", "pass"]}
    say(table, 2, "pass")
    say(table, 0, "must@1")
    say(table, 2, "pass")
    assert table.noted == ["must too by 2", "must by 1", "add 5", "after"]


def test_in_turn_too_the_arbiter_sees_to_mandatory_powers():
    table = announced({1: ["must"], 2: ["late"]}, stages=("late",), arbiter=0, order="turn")
    assert asked(table) == {0: ["must@1"]}
    say(table, 0, "must@1")
    assert asked(table) == {2: ["late", "pass"]}
    say(table, 2, "pass")
    assert table.noted == ["must by 1", "add 5", "after"]


def test_a_frozen_window_keeps_to_its_stages():
    table = announced({0: ["late"], 1: ["early"]}, stages=("early", "late"), frozen=True)
    assert asked(table) == {1: ["early", "pass"]}
    say(table, 1, "pass")
    assert asked(table) == {0: ["late", "pass"]}


def test_a_frozen_window_that_was_never_opened_is_a_defect():
    table = small(Window("add", [0], frozen=True), held={0: ["cheer"]})
    with pytest.raises(RulesError, match="frozen window 'add' was never opened"):
        settle(table)


class Warded(Small, kw_only=True):
    """Whoever has no ward dies."""

    def due(self):
        return None if self.effects or "dead" in self.noted else Note("dead")


def test_what_is_due_when_a_window_closes_comes_before_what_follows():
    plain = small(Window("add", [0]), Note("after"))
    table = Warded(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    table.last(Lasting("ward", "allow", until=table.scope("Window")))
    settle(table)
    assert table.noted == ["dead", "after"]


def test_without_an_arbiter_the_holder_must_use_a_mandatory_power():
    table = announced({1: ["must", "must too", "late"]}, stages=("late",))
    assert asked(table) == {1: ["must", "must too", "late"]}, "no pass"
    say(table, 1, "must")
    say(table, 1, "must too")
    assert asked(table) == {1: ["late", "pass"]}
    say(table, 1, "pass")
    assert table.noted == ["must by 1", "must too by 1", "add 5", "after"]


@pytest.mark.parametrize(("frozen", "left"), [(True, {1: ["cheer", "pass"]}), (False, {})])
def test_in_a_frozen_window_the_dead_still_react(frozen, left):
    table = announced({0: ["kill"], 1: ["cheer"]}, frozen=frozen)
    say(table, 0, "kill")
    assert table.noted[0] == "all are dead"
    assert asked(table) == left


@pytest.mark.parametrize(("frozen", "shown"), [(True, [1, 2]), (False, [1])])
def test_in_a_frozen_window_those_are_shown_who_could_act_at_the_opening(frozen, shown):
    table = announced({1: ["cheer"]}, {2: ["cheer"]}, frozen=frozen)
    table.possible = {}
    assert settle(table).may_act(table) == shown


def test_a_cost_is_paid_before_the_effect():
    table = announced({0: ["paid"]})
    say(table, 0, "paid")
    assert table.noted == ["cost", "paid by 0", "add 5", "after"]


def test_limits_count_per_named_step_and_per_game():
    parts = [Question(3, ["on"])]
    table = small(Within(parts), Within(parts), held={0: ["daily", "ever"]}, players=4)

    def offered():
        table.push(before(table, Window("add", [0]), Add(0)))
        return asked(table).get(0)

    settle(table)
    assert offered() == ["daily", "ever", "pass"]
    say(table, 0, "daily")
    say(table, 0, "ever")
    answer(table, settle(table), 3, "on")
    settle(table)
    assert offered() == ["daily", "pass"], "a new turn, the same game"


def test_a_standing_pass_lasts_until_its_step_ends():
    table = announced({0: ["cheer"], 1: ["cheer"]})
    settle(table)
    stand(table, 0, ["Window", False])
    assert asked(table) == {1: ["cheer", "pass"]}
    assert may_act(table) == [0, 1], "others cannot tell"
    say(table, 1, "pass")
    assert table.standing == {}


def test_a_standing_pass_may_end_when_touched():
    table = announced({0: ["cheer"], 1: ["cheer"]})
    settle(table)
    for seat in (0, 1):
        table.standing[seat] = Standing(table.scope("Window"), touched=True)
    assert asked(table) == {1: ["cheer", "pass"]}, "the addition touches seat 1"


def test_a_standing_pass_does_not_pass_over_mandatory_powers():
    table = announced({0: ["must"]}, stages=("late",), arbiter=0)
    settle(table)
    table.standing[0] = Standing(table.scope("Window"))
    assert asked(table) == {0: ["must@0"]}


def test_options_of_a_window_read_as_their_powers():
    table = announced({0: ["soften", "cheer"]})
    window = settle(table).step
    assert window.describe(table, "soften") == Option("soften", "Soften it")
    assert window.describe(table, "cheer").label == "cheer"
    assert window.describe(table, "pass").label == "Pass"


def test_a_power_is_followed_by_steps_only():
    assert as_steps(None) == []
    assert as_steps(Note("a")) == [Note("a")]
    with pytest.raises(TypeError, match="only be followed by steps"):
        as_steps(End(Outcome(())))


def test_a_use_is_announced_with_its_rule():
    table = announced({0: ["soften"]})
    say(table, 0, "soften")
    assert (table.events[0].rule, table.events[0].args) == ("TOY-0.11", {"who": 0, "power": "soften"})
    assert Use(0, "soften").about == 0


# The torture game, by its own rules.


def ordeal_table(players=2, **options):
    table = ordeal.GAME.table(ordeal.GAME.checked(players, options))
    table.stack.clear()
    table.push([ordeal.Turn(0, 1)])
    return table


def test_dice_are_changed_in_stages_like_ophelias():
    """As in AP-EX-16: rerolls, then upgrades, downgrades and flips, the forced flip after the optional one."""
    table = ordeal_table()
    answer(table, settle(table), -1, [6, 4, 1, 5])
    for seat, key in [(0, "frank"), (0, "die:2")]:
        say(table, seat, key)
    answer(table, settle(table), -1, [3])
    settle(table)
    for seat, key in [(1, "blade-up"), (1, "die:2"), (1, "blade-down"), (1, "die:2"), (1, "blade-flip"), (1, "die:0")]:
        say(table, seat, key)
    assert table.pool == [1, 4, 3, 5]
    assert asked(table) == {0: ["slam@0", "shudder@0"]}, "the checking hero orders what is forced"
    say(table, 0, "slam@0")
    assert table.pool == [6, 3, 4, 2]
    say(table, 0, "shudder@0")
    failed = next(event for event in table.events if event.key == "failed")
    assert failed.args == {"who": 0, "total": 12}, "5, 4 and 3 are kept"


def test_a_hero_who_has_just_died_still_has_the_last_word():
    """As in HU-31.8: dying does not close the window that is open."""
    table = ordeal_table(3)
    for seat, card in [(0, "spite-1"), (1, "gasp-1")]:
        table.deck.take(table.deck.cards.index(card))
        table.heroes[seat].hand.put(card, 1 << seat)
    table.heroes[1].life = 1
    table.pool = [1, 1, 1]
    table.push([ordeal.Evaluate(0, 13)])
    assert asked(table) == {0: ["spite", "grit", "pass"], 1: ["gasp", "pass"]}
    say(table, 0, "spite")
    assert table.heroes[1].dead, "at once, in the middle of the window"
    assert table.powers(1, "struck") == []
    assert asked(table)[1] == ["gasp", "pass"]
    say(table, 1, "gasp")
    assert "gasped" in [event.key for event in table.events]


def test_the_masquerade_breaks_in_the_middle_of_a_resolution_and_only_once():
    """As in SA-30: at once when the threshold is reached, whatever is going on."""
    table = ordeal_table(3)
    table.masquerade = 5
    table.pool = [1, 1, 1]
    table.push([ordeal.Evaluate(0, 13)])
    question = settle(table)
    assert type(question.step) is ordeal.BreakMasquerade
    assert table.scope("Window"), "the loss is still to come"
    for seat in (0, 1, 2):
        answer(table, settle(table), seat, ["token:0", "token:1"])
    settle(table)
    assert [hero.tokens for hero in table.heroes] == [3, 3, 3]
    table.masquerade = 2
    table.push([ordeal.Drink(1)])
    assert type(settle(table).step) is not ordeal.BreakMasquerade


def test_fleeing_unwinds_to_the_end_of_the_turn():
    table = ordeal_table()
    table.deck.take(table.deck.cards.index("flee-1"))
    table.heroes[1].hand.put("flee-1", 2)
    answer(table, settle(table), -1, [1, 1, 1, 1])
    assert asked(table)[1] == ["flee", "pass"]
    say(table, 1, "flee")
    assert table.scope("Check") == table.scope("Window") == table.scope("Evaluate") == 0
    assert len(table.heroes[0].hand) == 1, "the turn went on to its end: a card was drawn"
    assert "failed" not in [event.key for event in table.events]


def test_heroes_change_places_and_the_turn_passes_by_place():
    table = ordeal_table(3)
    table.stack[-1].phase = 0
    say(table, 0, "places:S1")
    assert table.places == [1, 0, 2]
    assert table.clockwise(0) == [2, 1]


def test_the_guide_edits_the_table_unasked_three_times_a_turn():
    table = ordeal_table(3, guide=True)
    table.stack[-1].phase = 0
    assert set(table.free(2)) == {"veil", "tear", "hurt:S0", "hurt:S1"}
    assert table.people() == [0, 1, 2]
    assert table.places == [0, 1], "the guide has a seat, but no place in the turn order"
    settle(table)
    for key in ("hurt:S1", "heal:S1", "veil"):
        act_freely(table, 2, key)
        settle(table)
    assert (table.heroes[1].life, table.masquerade) == (3, 9)
    assert table.free(2) == {}
