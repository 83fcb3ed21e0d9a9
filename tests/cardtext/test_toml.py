"""A line that is not TOML is one fault; what stands on the other lines is read and checked all the same."""

from __future__ import annotations

import pytest

from eschaton.cardtext.pack import read_pack
from eschaton.cardtext.toml import read_toml
from tests.cardtext.ship import words

PACK = """\
[pack]
id = "mine"
name = "Mine"
version = "1"
author = Me
licence = "CC0-1.0"
game = "ship"

[[crew]]
name = "Cook"
speed = = 2
text = "Drow 1 card."

[[crew]]
name = "Mate"
the mate is a note without a mark
speed = 3
speed = 4
text = "Hael 1 crew."
"""


def test_the_other_lines_are_read_all_the_same() -> None:
    pack, faults = read_pack(words, PACK, "mine.toml")
    places = [(fault.line, fault.column, fault.words) for fault in faults]
    assert sorted(places) == [(5, 10, ""), (11, 9, ""), (12, 9, "Drow"), (16, 5, ""), (18, 1, "speed"), (19, 9, "Hael")]
    assert pack is not None
    assert pack.heading.id == "mine"
    assert not [fault for fault in faults if "missing" in fault.message], "it may stand on a line that was left out"


@pytest.mark.parametrize(
    ("text", "line", "column", "meant"),
    [
        ("a = y", 1, 5, "a text in quotes"),
        ("a = 1\na = 2", 2, 1, "each field once"),
        ('a = "x\nb = 1', 1, 7, "a quotation mark at the end"),
        ('b = 1\na = """x\ny\nz', 2, 5, '""" after a text of several lines'),
        ("[[b]\nc = 1", 1, 4, "[[a kind of card]]"),
        ("a = [1,\n2", 2, 2, "the bracket that closes it"),
        ("a note", 1, 3, "# before a note"),
    ],
)
def test_a_fault_says_what_should_stand_there(text: str, line: int, column: int, meant: str) -> None:
    fault = read_toml(text, "x.toml").faults[0]
    assert (fault.line, fault.column) == (line, column)
    assert meant in " ".join(fault.expected)


def test_one_mistake_that_spoils_what_follows_is_told_once() -> None:
    found = read_toml('text = "\nDraw 1 card.\nGain 1 Gold.\n"\n', "x.toml")
    assert found.raw is None
    assert len(found.faults) == 1
