"""Words that are well placed, but speak of nothing on their card, are refused: no card does nothing in silence."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from eschaton.cardtext.card import Card
from eschaton.cardtext.context import Context
from eschaton.cardtext.errors import BadVocabulary, Fault
from eschaton.cardtext.grammar import grammar_of
from eschaton.cardtext.pack import read_pack
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.kernel.effect import Lasting

words = Vocabulary("farm", default="day")
words.kind("beast", Card, this=("beast",))
words.kind("tool", Card, this=())
words.kind("omen", Card, "told", this=(), passing=True)
words.kind("crate", Card, passing=True)
words.timing("day", on=("beast", "tool"))
words.timing("told", on=("omen",))
words.timing("idle hour", on=("beast",), endless=True)
words.timing("when a wolf comes", key="wolf", on=("beast",), brings="beast")


@words.noun("beast(s)")
def beast(table: Any, context: Context) -> list[str]:
    """What is fed."""
    return []


@words.state("asleep", on=("beast",))
def asleep(table: Any, context: Context) -> bool:
    """At night."""
    return True


@words.statement("{what:beast} is/are fat", rule="", example="Each beast is fat.")
def fat(table: Any, context: Context, what: list[str]) -> list[Lasting]:
    """Well fed."""
    return []


@words.verb("feed {what:beast}", rule="", example="Feed each beast.")
def feed(table: Any, context: Context, what: list[str]) -> None:
    """Give hay."""


@words.verb("sing", rule="", example="Sing.")
def sing(table: Any, context: Context) -> None:
    """To nobody."""


HEADING = '[pack]\nid = "x"\nname = "x"\nversion = "1"\nauthor = "x"\nlicence = "x"\ngame = "farm"\n'


def faults(kind: str, line: str) -> list[Fault]:
    return read_pack(words, f"{HEADING}[[{kind}]]\nname = 'A'\ntext = '{line}'\n", "mine.toml")[1]


@pytest.mark.parametrize(
    ("kind", "line"),
    [
        ("beast", "Asleep, day: sing."),
        ("beast", "When a wolf comes: feed it."),
        ("beast", "Feed this beast."),
        ("beast", "This beast is fat."),
        ("beast", "Feed 1 beast, then feed it."),
        ("beast", "For each beast, feed it."),
        ("beast", "Idle hour, once per game: sing."),
        ("beast", "Idle hour - feed 1 beast: sing."),
        ("tool", "Each beast is fat."),
        ("omen", "Sing."),
        ("omen", "Until the end of the game, each beast is fat."),
    ],
)
def test_what_fits_its_card_is_read(kind: str, line: str) -> None:
    assert faults(kind, line) == []


# kind, line: the column in the file, the words, a part of the message, one thing that was expected
REFUSED = {
    ("tool", "Asleep: sing."): (9, "Asleep", 'is not said on "tool" cards, only on: beast', ""),
    ("tool", "When a wolf comes: sing."): (9, "When a wolf comes", "only on: beast", "day"),
    ("beast", "Day or told: sing."): (16, "told", "only on: omen", "when a wolf comes"),
    ("crate", "Sing."): (9, "Sing.", 'is never used: "crate" cards do nothing by their text', ""),
    ("omen", "Each beast is fat."): (9, "Each beast is fat.", "never do", '"Until the end of the …, "'),
    ("beast", "Idle hour: sing."): (9, "Idle hour: sing.", "without end", '", once per …" in its heading'),
    ("beast", "Day or idle hour: sing."): (9, "Day or idle hour: sing.", "without end", ""),
    ("tool", "Feed this beast."): (14, "this beast", '"tool" can call themselves', ""),
    ("beast", "Feed it."): (14, "it", "stands for nothing", '"this …"'),
    ("beast", "Feed that beast."): (14, "that beast", "stands for nothing", '"this …"'),
    ("beast", "Feed it, then feed 1 beast."): (14, "it", "stands for nothing", '"this …"'),
}


@pytest.mark.parametrize(("kind", "line"), REFUSED)
def test_what_does_not_is_refused_at_its_words(kind: str, line: str) -> None:
    column, said, message, expected = REFUSED[kind, line]
    (fault,) = faults(kind, line)
    assert (fault.line, fault.column, fault.words) == (10, column, said)
    assert message in fault.message
    assert expected in fault.expected or not expected


def test_kinds_and_nouns_that_do_not_exist_are_the_authors_mistake() -> None:
    fresh = Vocabulary("fresh", default="day")
    fresh.timing("day", on=("bird",))
    with pytest.raises(BadVocabulary, match="no kind of card 'bird'"):
        grammar_of(fresh)
    other = Vocabulary("other")
    other.kind("bird", msgspec.defstruct("Bird", [], bases=(Card,), frozen=True, kw_only=True), this=("brid",))
    with pytest.raises(BadVocabulary, match="bird: no noun 'brid'"):
        grammar_of(other)
