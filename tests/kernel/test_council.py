"""Deciding together: who proposes, who agrees, what holds if nobody does; and phases that last until all are ready."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from eschaton.kernel.ask import Choose, Options, Seat, keys
from eschaton.kernel.council import AGREE, REFUSE, Council
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.machine import act_freely
from eschaton.kernel.phase import NOT_READY, READY, Simultaneous, taking_back, touch
from eschaton.kernel.rules import Rules
from eschaton.kernel.step import End, Follow, Outcome, Step
from eschaton.kernel.table import Open, Table
from tests.driver import Driver


class Camp(Table):
    """Three wanderers who must agree where to sleep."""

    home = __name__

    where: Open[str] = ""
    wood: Open[int] = 0
    silent: Open[bool] = False
    together = "TOY-1.1"

    def agrees_by_silence(self) -> bool:
        return self.silent


class Sleep(Council):
    """Seat 0 proposes first; seat 2 does not mind."""

    rule: str = ""

    def question(self, table: Camp) -> Choose:
        return Choose(0, keys(["cave", "tree", "road"]), "road", rule=self.rule, prompt="Where do you sleep?")

    def concerned(self, table: Camp) -> Iterable[Seat]:
        return [0, 1]

    def carried(self, table: Camp, key: str) -> Follow:
        table.where = key
        return None


class Gather(Simultaneous):
    """All gather wood until they are ready."""

    def actions(self, table: Camp, seat: Seat) -> Options:
        return {"gather": Wood(seat)}

    def closed(self, table: Camp) -> Follow:
        return End(Outcome((0,)))


class Wood(Step):
    """A piece of wood; seat 2's makes everybody think again."""

    seat: Open[Seat]

    def run(self, table: Camp) -> Follow:
        table.wood += 1
        if self.seat == 2:
            for seat in table.places:
                touch(table, seat)
        return None


RULES = Rules(unasked=(taking_back,))


def camp(*steps: Step, silent: bool = False) -> Driver[Any]:
    def setup(setup: Setup) -> Table:
        return Camp(players_count=3, places=[0, 1, 2], silent=silent, stack=[*reversed(steps)])

    game = Game(id="camp", title="Camp", version=1, players=(3,), setup=setup, kind=Camp, rules=RULES)
    return Driver(game.table(game.checked(3, {})))


def test_what_one_proposes_and_the_others_concerned_agree_to_is_carried_out() -> None:
    game = camp(Sleep(), Gather())
    assert game.asks(0).rule == "TOY-1.1"
    game.answer(0, "tree")
    assert game.asks(2) is None
    assert "S0 proposes: tree; do you agree?" in game.table.stack[-1].prompt(game.table)
    game.answer(1, AGREE)
    assert game.table.where == "tree"


def test_who_refuses_proposes_next_and_each_once_then_the_fallback_holds() -> None:
    game = camp(Sleep(), Gather()).answer(0, "tree").answer(1, REFUSE)
    assert game.asks(0) is None
    game.answer(1, "cave")
    assert game.asks(1) is None
    game.answer(0, REFUSE)
    assert game.table.where == "road"
    assert [event["who"] for event in game.events("not agreed")] == [1, 0]


def test_where_silence_is_consent_one_is_asked_once() -> None:
    game = camp(Sleep(), Gather(), silent=True).answer(0, "cave")
    assert game.table.where == "cave"


def test_a_question_that_names_its_rule_keeps_it() -> None:
    assert camp(Sleep(rule="TOY-9.9"), Gather()).asks(0).rule == "TOY-9.9"


def test_a_phase_lasts_until_all_are_ready_and_what_touches_somebody_takes_it_back() -> None:
    game = camp(Gather()).answer(1, "gather").answer(0, READY).answer(1, READY)
    assert game.asks(0) is None
    assert list(game.table.free(0)) == [NOT_READY]
    act_freely(game.table, 0, NOT_READY)
    assert game.offers(0) == ["gather", READY]
    game.answer(0, READY).answer(2, "gather")
    assert game.offers(0) == game.offers(1) == ["gather", READY]
    assert list(game.table.free(0)) == []
    game.answer(0, READY).answer(1, READY).answer(2, READY)
    assert game.over
    assert game.table.wood == 2
