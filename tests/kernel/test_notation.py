"""Text notation: readable, read back, never executed."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eschaton.kernel.ask import Assign, Choose, ChooseSome, Roll, keys
from eschaton.kernel.errors import BadNotation
from eschaton.kernel.fit import Limit
from eschaton.kernel.notation import kinds_of, read, write
from eschaton.kernel.pile import Pile, face_down
from eschaton.kernel.window import Use, Window
from tests.kernel.small import Note, Question, Within, small

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.lists(inner).map(tuple) | st.dictionaries(st.text() | st.integers(), inner),
    max_leaves=12,
)


@given(PLAIN)
def test_plain_data_reads_back(value):
    back = read(write(value), {})
    assert back == value
    assert type(back) is type(value)


def test_a_step_reads_like_its_name_and_its_fields():
    assert write(Question(1, ["yes", "no"], serial=4)) == "Question(seat=1, words=['yes', 'no'], serial=4)"
    assert write(Window("loss")) == "Window(timing='loss')", "defaults are left out"


def test_a_table_reads_back_equal_and_a_long_one_is_broken_over_lines():
    table = small(Within([]), Question(1, ["a"]), Note("b"))
    text = write(table)
    assert text.startswith("Small(\n")
    assert max(map(len, text.splitlines())) <= 120
    assert read(text, kinds_of(type(table))) == table


class Odd(msgspec.Struct):
    value: int | bool = 0


def test_a_value_equal_to_its_default_but_of_another_type_is_written():
    assert write(Odd(False)) == "Odd(value=False)"
    assert write(Odd(0)) == "Odd()"


def test_many_short_things_fill_their_lines():
    cards = [f"card-{number}" for number in range(40)]
    text = write(face_down("red", cards))
    assert "    'card-0', 'card-1', 'card-2', " in text
    assert len(text.splitlines()) < 20
    assert max(map(len, text.splitlines())) <= 112
    assert read(text, {"Pile": Pile}) == face_down("red", cards)


@pytest.mark.parametrize(
    "ask",
    [
        Choose(1, {"a": Use(1, "guard", 3), "pass": None}, "pass", rule="TOY-1"),
        ChooseSome(0, keys("abc"), 1, 2, (Limit(("a", "b"), 1, weights=(1, -2)),)),
        Assign(0, {"x": ("p",), "y": ()}, {"p": 1}),
        Roll("dice", (1, "star"), 2),
    ],
)
def test_an_ask_reads_back(ask):
    assert read(write(ask), kinds_of(Choose, ChooseSome, Assign, Roll, Use)) == ask


def test_a_pile_reads_back():
    pile = face_down("red", "ab", 3)
    assert read(write(pile), {"Pile": Pile}) == pile


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Question(", r"line 1, column 9: '\(' was never closed"),
        ("[1,\n 2 3]", "line 2, column 2: "),
        ("", "line 1, column 1: invalid syntax"),
        ("\0", "not a notation|line 1"),
        ("Dance()", "column 1: 'Dance' is not known here"),
        ("[1, open('x')]", "is not known here|not part of the notation"),
        ("Pile(colour=1)", "column 1: .*colour"),
        ("Pile('red')", "not part of the notation"),
        ("Pile(back=3)", "line 1, column 1: Pile.back: Expected `str`, got `int`"),
        (
            "[\n  Pile(back='x', cards=['a', 4])]",
            r"line 2, column 3: Pile.cards: Expected `str`, got `int` - at `\$\[1\]`",
        ),
        ("1 + 2", "column 1: '1 \\+ 2' is not part of the notation"),
        ("x", "column 1: 'x' is not part"),
        ("[a for a in b]", "not part"),
        ("{**{}}", "column 1: .* is not part"),
        ("{[1]: 2}", "column 1: .* is not part"),
        ("{(1, [2]): 3}", "column 1: .* is not part"),
        ("-True", "column 1: .* is not part"),
        ("-" * 900 + "1", "not a notation: it is nested too deeply|is not part"),
        ("Pile(back='x', back='y')", "Pile names a field twice|keyword argument repeated"),
    ],
)
def test_what_is_not_notation_is_refused_with_its_place(text, words):
    with pytest.raises(BadNotation, match=words):
        read(text, {"Pile": Pile})


def test_only_plain_data_can_be_written():
    with pytest.raises(BadNotation, match="is not plain data"):
        write({1, 2})
    with pytest.raises(BadNotation, match="is not plain data"):
        write(float("inf"))
