"""Serials, counts in their scope, and changing pending steps before they run."""

import pytest

from eschaton.kernel.effect import Lasting
from eschaton.kernel.errors import RulesError
from eschaton.kernel.machine import answer, carry_out, settle
from eschaton.kernel.match import apply
from eschaton.kernel.record import Entry
from eschaton.kernel.step import Step, Unwind
from eschaton.kernel.table import Standing, Table, piles
from eschaton.kernel.window import Power, Use
from tests.kernel.small import Add, Give, Note, Question, Several, Small, Within, small


def test_every_pushed_step_has_a_serial_of_its_own():
    table = small(Note("a"), Note("b"))
    table.push([Note("c"), Note("d")])
    serials = [step.serial for step in table.stack]
    assert sorted(serials) == sorted(set(serials))
    assert 0 not in serials


def test_an_announced_step_keeps_its_serial():
    table = small()
    step = Note("later")
    step.serial = table.take_serial()
    carry_out(table, Note("now"), step)
    assert table.find(step.serial) is step
    assert table.next_serial == step.serial + 1


def test_the_nearest_pending_step_of_a_name_is_the_scope():
    table = small(Within([Within([Question(0, ["on"])])]))
    settle(table)
    outer, inner, asking = table.stack
    assert table.scope("Within") == inner.serial != outer.serial
    assert table.scope("Question") == asking.serial
    assert table.scope("Turn") == 0, "without one, it is the whole game"


def test_a_count_goes_away_with_the_step_that_scopes_it():
    table = small(Within([Question(0, ["on"])]), Question(0, ["on"]))
    settle(table)
    turn = table.scope("Within")
    assert table.count(turn, 1, "leap") == 1
    assert table.count(turn, 1, "leap") == 2
    assert table.count(0, 1, "leap") == 1
    assert table.used(turn, 1, "leap") == 2
    assert table.used(turn, 2, "leap") == 0
    answer(table, settle(table), 0, "on")
    settle(table)
    assert table.used(turn, 1, "leap") == 0
    assert table.used(0, 1, "leap") == 1, "what is counted for the whole game stays"


def test_a_step_that_stays_keeps_its_counts():
    table = small(Several("race", [0, 1]))
    question = settle(table)
    table.count(question.step.serial, "talk")
    answer(table, question, 0, 5)
    assert table.used(settle(table).step.serial, "talk") == 1


def test_unwinding_ends_what_the_dropped_steps_scoped():
    table = small(Within([Question(0, ["unwind nowhere"])]))
    question = settle(table)
    table.count(question.step.serial, "talk")
    table.effects.append(Lasting("dice", "add", 1, until=question.step.serial))
    table.standing[1] = Standing(question.step.serial)
    table.unwind(Unwind(Within))
    assert (table.counts, table.effects, table.standing) == ({}, [], {})


def test_a_pending_step_can_be_amended_and_the_log_says_so():
    table = small(Question(0, ["go"]), Add(5))
    serial = table.stack[0].serial
    table.amend(serial, "TOY-7", amount=2)
    event = table.events[-1]
    assert (event.key, event.rule) == ("amended", "TOY-7")
    assert event.args == {"step": "Add", "field": "amount", "old": 5, "new": 2}
    answer(table, settle(table), 0, "go")
    settle(table)
    assert table.sum == 2


def test_the_log_does_not_tell_the_value_of_a_hidden_field():
    table = small(Question(0, ["go"]), Add(5))
    table.amend(table.stack[0].serial, secret=4)
    assert table.events[-1].args == {"step": "Add", "field": "secret"}
    assert table.stack[0].secret == 4


@pytest.mark.parametrize("field", ["serial", "colour", "run"])
def test_only_fields_of_the_step_can_be_amended(field):
    table = small(Add(5))
    with pytest.raises(RulesError, match=f"Add has no field {field}"):
        table.amend(table.stack[0].serial, **{field: 1})


def test_a_pending_step_can_be_replaced_and_the_first_one_takes_its_serial():
    table = small(Question(0, ["go"]), Add(5), Note("after"))
    serial = table.stack[1].serial
    table.replace(serial, Note("one"), Note("two"), rule="TOY-8")
    assert table.find(serial).word == "one"
    assert table.events[-1].args == {"step": "Add", "by": ["Note", "Note"]}
    answer(table, settle(table), 0, "go")
    settle(table)
    assert table.noted == ["go", "one", "two", "after"]


def test_replacing_by_nothing_is_a_defect_and_changes_nothing():
    table = small(Question(0, ["go"]), Add(5))
    with pytest.raises(RulesError, match="Add cannot be replaced by nothing"):
        table.replace(table.stack[0].serial)
    assert [type(step) for step in table.stack] == [Add, Question]
    assert not table.events


def test_a_pending_step_can_be_cancelled():
    table = small(Question(0, ["go"]), Add(5))
    serial = table.stack[0].serial
    table.count(serial, "x")
    table.cancel(serial, "TOY-9")
    assert (table.events[-1].key, table.events[-1].rule, table.events[-1].args) == (
        "cancelled",
        "TOY-9",
        {"step": "Add"},
    )
    assert table.counts == {}
    answer(table, settle(table), 0, "go")
    settle(table)
    assert table.sum == 0


@pytest.mark.parametrize("change", ["amend", "replace", "cancel"])
def test_what_is_not_pending_cannot_be_changed(change):
    table = small(Add(5))
    with pytest.raises(RulesError, match="no pending step has serial 99"):
        getattr(table, change)(99)


def test_players_and_places_come_apart():
    table = small()
    assert table.clockwise(0) == [1, 2]
    table.places = [2, 0, 1]
    assert table.clockwise(0) == [1, 2]
    assert table.clockwise(1) == [2, 0]
    table.places = [1, 0, 2]
    assert table.clockwise(0) == [2, 1]
    assert [sitter.seat for sitter in table.sitters] == [0, 1, 2], "a player keeps what is theirs"


def test_what_is_due_happens_before_anything_else():
    table = small(Within([Add(7), Add(7), Note("last")]))
    settle(table)
    words = [word for word in table.noted if not word.startswith("within")]
    assert words == ["add 7", "add 7", "overflow", "last"]


def test_a_due_end_ends_the_game_in_the_middle():
    table = small(Within([Add(-1), Note("never")]))
    assert settle(table) is None
    assert table.outcome.reason == "below zero"
    assert "never" not in table.noted


def test_a_free_action_runs_on_top_of_the_open_question():
    table = small(Question(1, ["on"]))
    question = settle(table)
    apply(table, question, Entry(0, "shout", "free"))
    again = settle(table)
    assert table.noted == ["shout"]
    assert again.ask == question.ask


def test_all_piles_of_a_table_are_found():
    table = small()
    assert [len(pile) for pile in piles(table)] == [0, 0, 0, 6, 0]
    assert sum(table.inventory().values()) == 6


def test_the_hooks_have_sensible_defaults():
    table = Table(players_count=2)
    assert table.due() is None
    assert table.free(0) == {}
    assert table.people() == [0, 1]
    assert list(table.powers(0, "x")) == list(table.possible_powers(0, "x")) == []
    assert table.describe("die:2-left").label == "die 2 left"
    assert table.consistent(0)
    assert not table.touched(0, None)
    with pytest.raises(RulesError, match="no such power"):
        table.power("x")
    with pytest.raises(RulesError, match="no such condition"):
        table.holds(Lasting("a", "add", condition="rain"))


def test_giving_nothing_leaves_no_trace():
    table = small(Give("nothing"))
    settle(table)
    assert (table.stack, table.noted, table.outcome) == ([], [], None)


class Seeks(Step):
    """TOY-0.51: looks for a step by its name while it runs."""

    name: str
    by: str = "scope"

    def run(self, table):
        getattr(table, self.by)(self.name)


@pytest.mark.parametrize("by", ["scope", "nearest"])
def test_a_step_that_runs_is_not_pending_and_must_not_ask_for_its_own_name(by):
    table = small()
    table.push([Seeks("Seeks", by)])
    with pytest.raises(RulesError, match="Seeks is running, not pending"):
        settle(table)
    table = small(Question(0, ["on"]))
    table.push([Seeks("Within", by)])
    assert settle(table).ask.seat == 0
    assert table.running is None
    assert table.scope("Seeks") == 0, "when it is over there is none"
    assert table.scope("") == 0


class Visiting(Small, kw_only=True):
    """A table on which everybody stays somewhere for as long as they like."""

    home = __name__
    visits: dict[int, int] = {}

    def scope_of(self, name: str, seat: int) -> int:
        return self.visits.get(seat, 0) if name == "Visit" else super().scope_of(name, seat)

    def power(self, key: str) -> Power:
        return Power(key=key, when="market", effect=lambda table, use: None, limit=1, per="Visit")

    def arrive(self, seat: int) -> None:
        """A visit begins; the one before is over."""
        if seat in self.visits:
            self.finish(self.visits[seat])
        self.visits[seat] = self.take_serial()


def test_once_per_something_that_belongs_to_a_seat_and_is_no_step():
    plain = small(players=2)
    table = Visiting(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    power = table.power("bargain")
    for seat in (0, 1):
        table.arrive(seat)
    table.last(Lasting("luck", "add", 1, until=table.visits[0]))
    assert power.usable(table, Use(0, "bargain"))
    Use(0, "bargain").run(table)
    assert not power.usable(table, Use(0, "bargain"))
    assert power.usable(table, Use(1, "bargain")), "everybody has a visit of their own"
    assert table.read("luck", 0, base=0) == 1
    table.arrive(0)
    assert power.usable(table, Use(0, "bargain"))
    assert table.read("luck", 0, base=0) == 0, "what lasted for the visit is over too"
    table.finish(12345)
