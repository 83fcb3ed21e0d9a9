"""The explicit list of a game's rules, and registers that are joined by name."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.kernel.ask import Choose
from eschaton.kernel.errors import RulesError
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.rules import Register, Rules
from eschaton.kernel.step import Step
from eschaton.kernel.table import Table


class First(Step):
    """Something due."""


class Second(Step):
    """Something else."""


def made(rules: Rules) -> Table:
    """A table of a class of its own that is played by these rules."""

    class Toy(Table):
        """A table."""

    def setup(setup: Setup) -> Table:
        return Toy()

    Game(id="toy", title="Toy", version=1, players=(1,), setup=setup, kind=Toy, rules=rules)
    return Toy()


def test_what_is_due_is_looked_at_in_the_order_of_the_list() -> None:
    def both(table: Any) -> Step | None:
        return First() if table.places else None

    def always(table: Any) -> Step:
        return Second()

    table = made(Rules(due=(both, always)))
    assert isinstance(table.due(), Second)
    table.places = [0]
    assert isinstance(table.due(), First)
    assert table.watched, "the machine looks at it after every step"
    assert not made(Rules()).watched
    assert made(Rules()).due() is None


def test_what_may_be_done_unasked_is_joined_from_all_who_offer() -> None:
    table = made(Rules(unasked=(lambda table, seat: {"a": First()}, lambda table, seat: {f"b{seat}": Second()})))
    assert list(table.free(3)) == ["a", "b3"]


def test_an_automaton_answers_by_the_policy_of_the_step_or_neutrally() -> None:
    table = made(Rules(automatic={"First": lambda table, step, ask: "much"}))
    ask = Choose(0, {"little": 1, "much": 2}, "little")
    assert table.automatic(First(), ask) == "much"
    assert table.automatic(Second(), ask) == "little"


def test_a_kind_of_table_is_played_by_one_set_of_rules() -> None:
    rules = Rules()
    kind = type(made(rules))
    kind.play_by(rules)  # the same game with other cards
    with pytest.raises(RulesError, match="Toy is played by other rules"):
        kind.play_by(Rules())
    assert Table.rules.due == (), "and no other kind of table has heard of it"


def test_registers_are_joined_and_no_name_is_entered_twice() -> None:
    one: Register[int] = Register()
    two: Register[int] = Register()
    assert one("a", "b")(1) == 1
    two("c")(2)
    assert Register(one, two).known == {"a": 1, "b": 1, "c": 2}
    two("b")(2)
    with pytest.raises(RulesError, match="b is entered twice"):
        Register(one, two)
