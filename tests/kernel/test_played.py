"""Between cost and effect: announced, answered, cancelled; windows on what has happened; what a pending step offers."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.kernel.ask import Option, Seat, keys
from eschaton.kernel.errors import RulesError
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Happened, Played, Power, TakeEffect, Use, Window, after, before
from tests.kernel.small import POWERS, Add, Note, Question, Small, small


class Lost(Happened):
    """TOY-0.40: somebody has lost something."""

    seat: Open[Seat]
    amount: Open[int]

    def in_words(self, table: Tried) -> str:
        return f"{self.amount} are lost."


class Trial(Step):
    """TOY-0.41: what was begun in the first stage goes on in the second, by hand."""

    seat: Open[Seat]
    queued: Open[list[str]] = []

    def offers(self, table: Tried, seat: Seat, timing: str) -> dict[str, Step]:
        if timing != "late" or seat != self.seat:
            return {}
        return {f"flip:{what}": Flip(what) for what in self.queued if what != "rust"}

    def demands(self, table: Tried, seat: Seat, timing: str) -> dict[str, Step]:
        return {"flip:rust": Flip("rust")} if timing == "late" and seat == 1 and "rust" in self.queued else {}

    def describe(self, table: Tried, key: str) -> Option:
        return Option(key, f"Flip the {key.partition(':')[2]}")

    def run(self, table: Tried) -> Follow:
        table.noted.append(f"trial with {self.queued}")
        return None


class Flip(Step):
    """TOY-0.42: flip a die that was chosen before."""

    what: Open[str]

    def run(self, table: Tried) -> Follow:
        table.nearest("Trial").queued.remove(self.what)
        table.noted.append(f"flipped {self.what}")
        return None


def queue(table: Tried, use: Use) -> Follow:
    """The power is used now and acts in the next stage."""
    table.pending(use.about).queued.append(use.power)
    return None


def costly(table: Tried, use: Use) -> Follow:
    return Question(use.seat, ["gold", "blood"])


def mourn(table: Tried, use: Use) -> Follow:
    lost = table.pending(use.about)
    return Note(f"{use.seat} mourns {lost.amount} of {lost.seat}")


def much(table: Tried, use: Use) -> bool:
    return bool(table.find(use.about).amount > 1)


MORE = {
    power.key: power
    for power in (
        Power(key="bolt", when="add", effect=lambda table, use: Note(f"bolt by {use.seat}"), cost=costly, limit=1),
        Power(key="deny", when="played", effect=lambda table, use: table.cancel(use.about), label="Deny", limit=1),
        Power(key="slow", when="add", effect=lambda table, use: Question(use.seat, ["now"]), limit=1),
        Power(key="mourn", when="lost", effect=mourn, condition=much, limit=1, per="Window"),
        Power(key="blade", when="early", effect=queue, limit=1),
        Power(key="rust", when="early", effect=queue, limit=1),
    )
}


class Tried(Small, kw_only=True):
    """A table on which all that is used can be answered first, and what is denied too."""

    home = __name__

    def power(self, key: str) -> Power:
        return MORE[key] if key in MORE else POWERS[key]

    def powers(self, seat: Seat, timing: str) -> list[Power]:
        return [power for key in self.held.get(seat, ()) if (power := self.power(key)).when == timing]

    def possible_powers(self, seat: Seat, timing: str) -> list[Power]:
        return self.powers(seat, timing)

    def announced(self, use: Use) -> Window | None:
        if use.power in ("blade", "rust", "mourn"):
            return None
        return Window("played", [seat for seat in self.places if seat != use.seat], order="priority")

    def played(self, played: Played) -> Follow:
        return Note(f"{played.power} {'took effect' if played.effective else 'was cancelled'}")


def tried(*steps: Step, held: dict[int, list[str]]) -> Any:
    plain = small(held=held, players=4)
    table = Tried(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    table.stack.clear()
    table.push(list(steps))
    return table


def announcing(held: dict[int, list[str]]) -> Any:
    table = tried(Note("after"), held=held)
    table.push(before(table, Window("add", [0, 1, 2, 3]), Add(5, 1)))
    return table


def asked(table):
    question = settle(table)
    return {} if question is None else {seat: list(ask.keys()) for seat, ask in question.asks(table).items()}


def say(table, seat, key):
    answer(table, settle(table), seat, key)
    settle(table)


def test_a_use_is_answered_between_its_cost_and_its_effect():
    table = announcing({0: ["bolt"], 1: ["deny"]})
    say(table, 0, "bolt")
    assert asked(table) == {0: ["gold", "blood"]}, "first the cost"
    say(table, 0, "gold")
    assert asked(table) == {1: ["deny", "pass"]}
    question = settle(table)
    about = table.find(question.step.about)
    assert (type(about), about.seat, about.power) == (TakeEffect, 0, "bolt")
    assert question.step.prompt(table) == "bolt is about to take effect. Do you do anything?"
    say(table, 1, "pass")
    assert table.noted == ["gold", "bolt by 0", "bolt took effect", "add 5", "after"]


def test_what_is_cancelled_has_its_tail_all_the_same():
    table = announcing({0: ["bolt"], 1: ["deny"]})
    say(table, 0, "bolt")
    say(table, 0, "blood")
    say(table, 1, "deny")
    assert table.noted == ["blood", "deny took effect", "bolt was cancelled", "add 5", "after"]


def test_an_answer_can_be_answered():
    table = announcing({0: ["bolt"], 1: ["deny"], 2: ["deny"]})
    say(table, 0, "bolt")
    say(table, 0, "gold")
    say(table, 1, "deny")
    assert asked(table) == {2: ["deny", "pass"]}
    assert table.find(settle(table).step.about).power == "deny"
    say(table, 2, "deny")
    assert [word for word in table.noted if "deny" in word or "bolt" in word] == [
        "deny took effect",
        "deny was cancelled",
        "bolt by 0",
        "bolt took effect",
    ]


def test_a_use_is_pending_while_its_effect_comes_about():
    table = announcing({0: ["slow"]})
    say(table, 0, "slow")
    assert asked(table) == {0: ["now"]}
    assert [step.step_name for step in table.stack][-3:] == ["Played", "TakeEffect", "Question"]
    assert table.nearest("Played").effective
    say(table, 0, "now")
    assert table.noted == ["now", "slow took effect", "add 5", "after"]


def test_a_game_that_announces_nothing_takes_effect_at_once():
    table = small(held={0: ["cheer"]})
    assert Use(0, "cheer").run(table) == [Note("cheer by 0")], "without a step in between"


def test_a_window_after_something_can_read_what_has_happened():
    table = tried(held={0: ["mourn"], 1: ["mourn"]})
    table.push(after(table, Window("lost", [0, 1]), Lost(3, 2)))
    assert asked(table) == {0: ["mourn", "pass"], 1: ["mourn", "pass"]}
    assert settle(table).step.prompt(table) == "2 are lost. Do you do anything?"
    say(table, 1, "mourn")
    assert table.noted == ["1 mourns 2 of 3", "mourn took effect"]
    assert asked(table) == {0: ["mourn", "pass"]}
    table = tried(Note("over"), held={0: ["mourn"]})
    table.push(after(table, Window("lost", [0]), Lost(3, 1)))
    settle(table)
    assert table.noted == ["over"], "too little is lost to mourn, and what has happened does nothing by itself"


STAGES = ("early", "late")


def staged(held, **window):
    table = tried(held=held)
    table.push(before(table, Window("trial", [0, 1, 2], stages=STAGES, **window), Trial(0)))
    return table


@pytest.mark.parametrize("order", ["race", "priority"])
@pytest.mark.parametrize("frozen", [False, True])
def test_a_pending_step_offers_in_a_later_stage_what_was_begun_in_an_earlier(order, frozen):
    table = staged({0: ["blade"]}, order=order, frozen=frozen)
    assert asked(table) == {0: ["blade", "pass"]}
    say(table, 0, "blade")
    assert asked(table) == {0: ["flip:blade", "pass"]}
    question = settle(table)
    assert question.may_act(table) == [0]
    assert question.step.describe(table, "flip:blade").label == "Flip the blade"
    say(table, 0, "flip:blade")
    assert table.noted == ["blade took effect", "flipped blade", "trial with []"]


def test_it_may_be_left_undone_but_not_what_is_demanded():
    table = staged({0: ["blade"], 1: ["rust"]}, order="priority")
    say(table, 0, "blade")
    say(table, 1, "rust")
    assert asked(table) == {0: ["flip:blade", "pass"], 1: ["flip:rust"]}
    say(table, 0, "pass")
    say(table, 1, "flip:rust")
    assert asked(table) == {0: ["flip:blade", "pass"]}
    say(table, 0, "pass")
    assert table.noted[-1] == "trial with ['blade']"


def test_so_does_a_step_that_has_taken_the_place_of_another():
    table = tried(held={})
    table.push(before(table, Window("late", [0, 1]), Add(1)))
    table.replace(table.stack[-1].about, Trial(0, ["blade"]))
    assert asked(table) == {0: ["flip:blade", "pass"]}


def test_what_a_step_offers_must_not_be_called_as_a_power(monkeypatch):
    table = staged({0: ["blade"]})
    monkeypatch.setattr(Trial, "offers", lambda step, table, seat, timing: {"blade": Flip("blade")})
    with pytest.raises(RulesError, match="Trial offers what is the key of a power too: blade"):
        settle(table)


class Passive(Step):
    """TOY-0.43: a step that offers nothing."""


def test_steps_know_whether_they_offer_anything():
    assert Trial.offering
    assert not Passive.offering
    assert not Window.offering
    assert Passive().offers(None, 0, "") == Passive().demands(None, 0, "") == keys(())
