"""Deciding together and being ready, as kernel steps."""

import pytest

from eschaton.kernel.council import AGREE, REFUSE, Decide
from eschaton.kernel.machine import act_freely, answer, settle
from eschaton.kernel.phase import NOT_READY, READY, touch
from eschaton.kernel.story import STOCK
from tests.toys import moot
from tests.toys.moot import GAME, Moot


def begun(players: int = 3, kind: type[Moot] = Moot) -> Moot:
    """A table at the beginning of a day, everybody with one card."""
    plain = GAME.table(GAME.checked(players, {}))
    table = kind(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    table.stack.clear()
    for seat in range(players):
        table.members[seat].hand.put(table.deck.take()[0], 1 << seat)
    table.push([moot.Day()])
    return table


def asked(table: Moot) -> dict[int, list[str]]:
    question = settle(table)
    return {seat: list(ask.keys()) for seat, ask in question.asks(table).items()}


def say(table: Moot, seat: int, key: str) -> None:
    answer(table, settle(table), seat, key)
    settle(table)


def test_one_proposes_and_the_others_agree():
    table = begun()
    assert asked(table) == {0: ["hill", "ford"]}
    say(table, 0, "ford")
    assert asked(table) == {1: [AGREE, REFUSE], 2: [AGREE, REFUSE]}
    assert settle(table).step.prompt(table) == "Where do you go? S0 proposes: ford; do you agree?"
    say(table, 2, AGREE)
    assert table.place == ""
    say(table, 1, AGREE)
    assert table.place == "ford"
    assert table.scope("Packing")


def test_whoever_refuses_proposes_next_and_each_once():
    table = begun()
    say(table, 0, "ford")
    say(table, 2, REFUSE)
    assert table.events[-1].key == "not agreed"
    assert table.events[-1].args == {"who": 2, "to": 0}
    assert "not agreed" in STOCK
    assert asked(table) == {2: ["hill", "ford"]}
    say(table, 2, "ford")
    say(table, 0, REFUSE)
    assert asked(table) == {1: ["hill", "ford"]}, "seat 0 has proposed already"
    say(table, 1, "ford")
    say(table, 0, REFUSE)
    assert table.place == "hill", "nothing is agreed: the neutral course holds"


class Silent(Moot):
    """A table that agrees by silence."""

    def agrees_by_silence(self) -> bool:
        return True


def test_where_silence_agrees_nobody_else_is_asked():
    table = begun(kind=Silent)
    say(table, 0, "ford")
    assert table.place == "ford"


def test_a_usual_course_needs_no_agreement():
    table = begun()
    settle(table)
    decide = table.stack[-1] if isinstance(table.stack[-1], Decide) else None
    assert decide is not None
    decide.usual = "hill"
    say(table, 0, "hill")
    assert table.place == "hill"


@pytest.fixture
def packing() -> Moot:
    table = begun(kind=Silent)
    say(table, 0, "ford")
    return table


def test_all_act_at_once_until_everybody_is_ready(packing):
    assert list(asked(packing)) == [0, 1, 2]
    for seat in (1, 0):
        say(packing, seat, READY)
    assert list(asked(packing)) == [2]
    assert packing.nearest("Packing").ready == [1, 0]
    say(packing, 2, READY)
    assert packing.scope("Packing") == 0


def test_to_be_ready_can_be_taken_back_unasked(packing):
    assert NOT_READY not in packing.free(1)
    say(packing, 1, READY)
    assert NOT_READY in packing.free(1)
    act_freely(packing, 1, NOT_READY)
    settle(packing)
    assert list(asked(packing)) == [0, 1, 2]


def test_who_is_touched_is_not_ready_any_more(packing):
    for seat in (1, 0):
        say(packing, seat, READY)
    touch(packing, 0)
    assert list(asked(packing)) == [0, 2]


def test_an_act_of_the_phase_is_a_step_on_top_of_it(packing):
    key = asked(packing)[1][0]
    say(packing, 1, key)
    assert asked(packing)[1] == [READY], "one card a phase"
    assert list(asked(packing)) == [0, 1, 2]
