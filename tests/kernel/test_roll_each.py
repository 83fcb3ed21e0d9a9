"""One roll of several different dice: asked, checked, drawn, recorded, written and typed in as one."""

from random import Random

import pytest

from eschaton.adapters import draft
from eschaton.kernel import notation
from eschaton.kernel.ask import CHANCE, Ask, Face, Roll, only, roll_each
from eschaton.kernel.chance import Seeded, Stream, Typed
from eschaton.kernel.errors import Malformed, NotAnOption
from eschaton.kernel.game import Game
from eschaton.kernel.match import Match, verify
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.terminal.answers import read_roll
from eschaton.terminal.play import play
from tests.kernel.small import Add, Question, Small, small
from tests.typed import typed

RED, BLUE, ODD = (1, 2, 2), ("moon", "sun"), (7,)
DICE = roll_each("attack", (RED, BLUE, ODD), rule="TOY-0.70")


def test_each_die_has_faces_of_its_own():
    assert DICE.check([2, "sun", 7]) == [2, "sun", 7]
    with pytest.raises(NotAnOption, match=r"roll\[1\]: 2 is not one of: moon, sun"):
        DICE.check([2, 2, 7])
    with pytest.raises(Malformed, match="expected a list of 3 faces"):
        DICE.check([2, "sun"])
    assert DICE.default() == [1, "moon", 7]
    assert (DICE.count, DICE.faces, DICE.rule) == (3, (1, 2, "moon", "sun", 7), "TOY-0.70")
    assert DICE.shape() == ["attack", [[1, 2, 2], ["moon", "sun"], [7]], 3]
    assert roll_each("x", [RED], only(1)).audience == only(1)


def test_they_are_drawn_fairly_and_as_one_from_one_stream():
    rng = Random(5)
    found = [tuple(DICE.sample(rng)) for _ in range(3000)]
    share = {roll: found.count(roll) / len(found) for roll in set(found)}
    assert share == pytest.approx(
        {(1, "moon", 7): 1 / 6, (1, "sun", 7): 1 / 6, (2, "moon", 7): 1 / 3, (2, "sun", 7): 1 / 3}, abs=0.04
    )
    first, again = (Seeded("s").answer(DICE, "attack", 4) for _ in range(2))
    assert first == again == DICE.sample(Stream(0).begin(Seeded("s").seed, "attack", 4))


def test_they_are_written_and_read_again():
    assert notation.read(notation.write(DICE), notation.kinds_of(Roll)) == DICE


def test_a_research_program_draws_them_die_by_die():
    assert draft.outcomes(DICE, ()) == pytest.approx({0: 1 / 3, 1: 2 / 3})
    assert draft.outcomes(DICE, (1,)) == {0: 0.5, 1: 0.5}
    assert draft.result(DICE, (1, 0)) is None
    assert draft.result(DICE, (1, 0, 0)) == [2, "moon", 7]


class Attack(Step):
    """TOY-0.71: three dice at once."""

    def ask(self, table: Small) -> Ask:
        return DICE

    def run(self, table: Small, faces: list[Face]) -> Follow:
        table.noted.append(f"{faces}")
        return None


class Fight(Small):
    """A table for them."""

    home = __name__
    fought: Open[bool] = False


class Wait(Question):
    """TOY-0.72: somebody says a word."""


class Finish(Add):
    """TOY-0.73: the game is over."""


def setup(_) -> Fight:
    plain = small(players=2)
    table = Fight(**{name: getattr(plain, name) for name in plain.__struct_fields__})
    table.stack = [Finish(-99), Wait(0, ["on"]), Attack()]
    return table


GAME = Game(id="fight", title="Fight", version=1, players=(2,), setup=setup)


def test_a_roll_is_one_entry_of_the_record_and_proven_as_one():
    match = Match.new(GAME, 2, seed="s")
    (entry,) = match.record.entries
    assert entry.seat == CHANCE
    assert match.table.noted == [f"{entry.answer}"]
    match.answer(0, "on")
    assert match.over
    assert verify(GAME, match.record) == []
    entry.answer = [1 if entry.answer[0] == 2 else 2, *entry.answer[1:]]
    assert verify(GAME, match.record) == ["entries[0]: attack was not drawn from the deal"]


def test_people_type_all_of_them_in_one_line_each_die_by_its_own_faces():
    assert read_roll(DICE, "2 su 7") == [2, "sun", 7]
    assert read_roll(DICE, "1, m, 7") == [1, "moon", 7]
    with pytest.raises(Malformed, match="'2' is not one of: moon, sun"):
        read_roll(DICE, "2 2 7")
    with pytest.raises(Malformed, match="expected 3 of them, not 2"):
        read_roll(DICE, "2 sun")
    console, out = typed("2 2 7", "2 moon 7", "on")
    play(GAME, console, seats="you,random", hand_dice=True)
    assert "Roll 3 for attack, in this order (1, 2; moon, sun; 7):" in out.getvalue()
    assert "Not a roll: '2' is not one of: moon, sun" in out.getvalue()


def test_a_wrong_roll_is_asked_for_again():
    lines = iter([[2, 2, 7], [2, "moon", 7]])
    assert Typed(lambda ask: next(lines), Seeded("x")).answer(DICE, "attack", 0) == [2, "moon", 7]
