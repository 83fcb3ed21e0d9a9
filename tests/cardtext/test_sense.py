"""Words that are well placed, but speak of nothing on their card, are refused: no card does nothing in silence."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from eschaton.cardtext.card import Card
from eschaton.cardtext.context import Context
from eschaton.cardtext.errors import BadVocabulary, Fault
from eschaton.cardtext.explain import explain
from eschaton.cardtext.grammar import grammar_of
from eschaton.cardtext.pack import read_pack
from eschaton.cardtext.page import vocabulary_page
from eschaton.cardtext.parse import read_text
from eschaton.cardtext.phrase import Range
from eschaton.cardtext.sample import Sampler
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
words.timing("when a wolf comes", key="wolf", on=("beast",), brings="beast", open=False)
words.setting("fair", "a fair")
words.setting("song", "a song that was just sung", brief=True)
words.scope("fair", step="Fair", needs=["fair"])
words.timing("market", on=("beast", "tool"), gives=["fair"])
words.timing("on the road", key="road", on=("beast", "tool"), gives={"": ["fair"], "tool": []})
words.timing("milking", on=("beast",))
words.timing("birth", on=("beast", "tool"), state="asleep")
words.timing("death", on=("beast",), brings="ghost", anywhere=True)
words.words("gear", ["Bell(s)", "Horseshoe(s)"], of={"Horseshoe": ["beast", "cow"]})


@words.noun("beast(s)", owner=lambda table, thing: 0)
def beast(table: Any, context: Context) -> list[str]:
    """What is fed."""
    return []


@words.noun("cow(s)", also=["beast"])
def cow(table: Any, context: Context) -> list[str]:
    """What is milked."""
    return []


@words.noun("ghost(s)")
def ghost(table: Any, context: Context) -> list[str]:
    """What was a beast."""
    return []


@words.noun("buyer(s)", needs=["fair"])
def buyer(table: Any, context: Context) -> list[str]:
    """Who comes to a fair."""
    return []


@words.adjective("tame", of=["beast", "cow"])
def tame(table: Any, context: Context, thing: str) -> bool:
    """Used to people."""
    return True


@words.adjective("wild", of=["beast", "cow"], excludes=["tame"], unowned=True)
def wild(table: Any, context: Context, thing: str) -> bool:
    """Not used to them."""
    return True


@words.adjective("sleepy", of=["beast", "cow"])
def sleepy(table: Any, context: Context, thing: str) -> bool:
    """Hard to wake."""
    return True


@words.adjective("awake", of=["beast", "cow"], excludes=["sleepy"])
def awake(table: Any, context: Context, thing: str) -> bool:
    """On its feet."""
    return True


@words.measure("horn(s)", of=["beast", "cow"], range=Range(0, 2))
def horns(table: Any, context: Context, thing: str) -> int:
    """How many it has."""
    return 2


@words.measure("purse", of=["buyer"])
def purse(table: Any, context: Context, thing: str) -> int:
    """How much can be paid."""
    return 1


@words.state("asleep", on=("beast",), means="sleepy", silent=["milking"], without=["sleepy"])
def asleep(table: Any, context: Context) -> bool:
    """At night."""
    return True


@words.condition("the song was good", example="Sing. If the song was good, sing.", needs=["song"])
def good(table: Any, context: Context) -> bool:
    """Whether anybody liked it."""
    return True


@words.verb("milk {what:beast|cow}", rule="", example="Milk 1 tame cow.", only=["tame"])
def milk(table: Any, context: Context, what: list[str]) -> None:
    """Fill a bucket."""


@words.verb("wake {what:beast}", rule="", example="Wake 1 beast.", only=["sleepy"])
def wake(table: Any, context: Context, what: list[str]) -> None:
    """With a bell."""


@words.verb("bury {what:beast}", rule="", example="Bury 1 beast.", makes="ghost")
def bury(table: Any, context: Context, what: list[str]) -> None:
    """It was old."""


@words.verb("haunt with {what:ghost}", rule="", example="Haunt with 1 ghost.")
def haunt(table: Any, context: Context, what: list[str]) -> None:
    """The farmer."""


@words.verb("pay {n:amount} penny/pennies to {who:buyer|player}", rule="", example="Pay 1 penny to each buyer.")
def pay(table: Any, context: Context, n: int, who: list[str]) -> None:
    """Money."""


@words.verb("hang {n:amount 1..4} {kind:gear} on {what:beast|ghost}", rule="", example="Hang 1 Bell on 1 beast.")
def hang(table: Any, context: Context, n: int, kind: str, what: list[str]) -> None:
    """Gear."""


@words.statement("{what:beast} is/are fat", rule="", example="Each beast is fat.")
def fat(table: Any, context: Context, what: list[str]) -> list[Lasting]:
    """Well fed."""
    return []


@words.verb("feed {what:beast}", rule="", example="Feed each beast.")
def feed(table: Any, context: Context, what: list[str]) -> None:
    """Give hay."""


@words.verb("sing", rule="", example="Sing.", gives=["song"])
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
        ("beast", "Market: pay 1 penny to 1 buyer."),
        (
            "beast",
            "On the road, once per fair: until the end of the fair, each beast is fat. Pay 1 penny to each buyer.",
        ),
        ("beast", "While there is a buyer: this beast is fat."),
        ("beast", "Market: bury 1 beast, then haunt with it."),
        ("beast", "Day: sing. If the song was good, sing."),
        ("beast", "Day: for each cow, feed it, then milk it."),
        ("beast", "Day: milk 1 cow, then feed it, then hang 4 Horseshoes on it. Sing."),
        ("beast", "Day: choose 1: milk 1 cow, or feed 1 beast, then sing. If the song was good, feed it."),
        ("beast", "Day: sing, then pay that many pennies to each player. If the song was good, sing."),
        ("beast", "Day: for each beast, sing. If the song was good, sing."),
        ("beast", "Day: you may feed 1 beast; if you do not, bury 1 beast. Feed it. Haunt with it."),
        ("beast", "Death: hang 1 Bell on it. If this beast is sleepy, sing."),
        ("beast", "Asleep, birth: wake this beast."),
        ("tool", "Birth: sing."),
        ("beast", "Day - milk 1 cow: feed it. If it is wild, sing."),
        ("beast", "Any player, day: sing."),
    ],
)
def test_what_fits_its_card_is_read(kind: str, line: str) -> None:
    assert faults(kind, line) == []


# kind, line: the column in the file, the words, a part of the message, one thing that was expected
REFUSED = {
    ("tool", "Asleep: sing."): (9, "Asleep", 'is not said on "tool" cards, only on: beast', ""),
    ("tool", "When a wolf comes: sing."): (9, "When a wolf comes", "only on: beast", "day"),
    ("beast", "Day or told: sing."): (16, "told", "only on: omen", "when a wolf comes"),
    ("crate", "Sing."): (9, "Sing.", 'is never used: "crate" cards do nothing by their text', "no text"),
    ("omen", "Each beast is fat."): (9, "Each beast is fat.", "never do", '"Until the end of the …, "'),
    ("beast", "Idle hour: sing."): (9, "Idle hour: sing.", "without end", '", once per …" in its heading'),
    ("beast", "Day or idle hour: sing."): (9, "Day or idle hour: sing.", "without end", ""),
    ("tool", "Feed this beast."): (14, "this beast", '"tool" can call themselves', '"1 beast"'),
    ("beast", "Feed it."): (14, "it", "stands for nothing", '"this …"'),
    ("beast", "Feed that beast."): (14, "that beast", "stands for nothing", '"this …"'),
    ("beast", "Feed it, then feed 1 beast."): (14, "it", "stands for nothing", '"this …"'),
    ("omen", "Sing, then each beast is fat."): (
        20,
        "each beast is fat",
        "what is so",
        '"Until the end of the …, " before it',
    ),
    # What is not there at that timing.
    ("beast", "Day: pay 1 penny to 1 buyer."): (31, "buyer", 'needs a fair; "day" brings', 'the timing "market"'),
    ("tool", "On the road: pay 1 penny to 1 buyer."): (39, "buyer", "needs a fair", 'the timing "market"'),
    ("omen", "Pay 1 penny to 1 buyer."): (26, "buyer", '"told" brings', "a card of another kind: beast, tool"),
    ("beast", "Day or market: pay 1 penny to 1 buyer."): (41, "buyer", '"day" brings', ""),
    ("beast", "Day: until the end of the fair, each beast is fat."): (35, "fair", "needs a fair", ""),
    ("beast", "Day, once per fair: sing."): (23, "fair", "needs a fair", 'the timing "market"'),
    ("beast", "Day: if there are no buyers, sing."): (30, "buyers", "needs a fair", ""),
    ("beast", "Day: if the song was good, sing."): (17, "the song was good", "needs a song", '"sing" before it'),
    ("beast", "While the song was good: this beast is fat."): (15, "the song was good", "needs a song", ""),
    ("beast", "Day: sing. Feed 1 beast. If the song was good, sing."): (37, "the song was good", "just sung", ""),
    ("beast", "Day: sing. 1 player feeds 1 beast. If the song was good, sing."): (47, "the song was good", "just", ""),
    ("beast", "Day: sing, then until the end of the game, each beast is fat. If the song was good, sing."): (
        74,
        "the song was good",
        "just sung",
        '"sing" before it',
    ),
    (
        "beast",
        "Day: sing, then until the end of the game, each beast is fat, then pay that many pennies to each player.",
    ): (
        80,
        "that many",
        "nothing was done",
        "a number",
    ),
    # What is in hand is something else, or nothing.
    ("beast", "Day: feed 1 beast, then haunt with it."): (44, "it", "is beast, but", "ghost"),
    ("beast", "Day: bury 1 beast, then feed it."): (38, "it", "is ghost, but", "beast"),
    ("beast", "Death: feed it."): (21, "it", "is ghost, but", "beast"),
    ("beast", "Death, if it is wild: sing."): (19, "it", "stands for nothing", '"If it …, …" after the colon'),
    ("beast", "Death: hang 1 Horseshoe on it."): (16, "hang 1 Horseshoe on it", "does not go with ghost", '"Bell"'),
    ("beast", "Death: if it is wild, sing."): (25, "wild", "is not said of ghost", "beast"),
    ("beast", "Death: if it has 1 or more horns, sing."): (36, "horns", "is not said of ghost", "beast"),
    ("beast", "Day: 1 player feeds 1 beast, then milk it."): (48, "it", "stands for nothing", '"this …"'),
    ("beast", "Day: for each beast, feed it. Feed it."): (44, "it", "stands for nothing", '"this …"'),
    ("beast", "Market: if the beast is wild, feed it."): (44, "it", "stands for nothing", '"this …"'),
    ("beast", "Day: pay that many pennies to each player."): (18, "that many", "nothing was done", "a number"),
    # Words that contradict each other, or what they are said of.
    ("beast", "Day: feed 1 wild tame beast."): (26, "tame", "no such thing", "one of the two"),
    ("beast", "Day: feed 1 tame non-tame beast."): (26, "non-tame", "no such thing", "one of the two"),
    ("beast", "Day: feed 1 of your wild beasts."): (21, "of your wild beasts", "have no owner", ""),
    ("beast", "Day: haunt with 1 of your ghosts."): (27, "of your ghosts", "have no owner", '"ghosts" without "your"'),
    ("beast", "Day: milk 1 wild cow."): (19, "1 wild cow", "does nothing to what is wild", "tame"),
    ("beast", "Day: milk each non-tame cow."): (19, "each non-tame cow", "what is non-tame", "tame"),
    ("beast", "Day: hang 1 Horseshoe on 1 ghost."): (21, "Horseshoe", "does not go with ghost", '"Bell"'),
    ("beast", "Day: hang 5 Bells on 1 beast."): (19, "5", "is out of range", "a number: 1 to 4"),
    ("beast", "Day: feed 1 beast with 3 or more horns."): (32, "3 or more", "never so", "a number: 1 to 2"),
    # States.
    ("beast", "Asleep, milking: sing."): (17, "milking", "never comes while a card is asleep", "market"),
    ("beast", "Birth: sing."): (9, "Birth", "comes only while", '"asleep, " before it'),
    ("beast", "Asleep, day, if this beast is awake: sing."): (39, "awake", "is never so", 'no "asleep"'),
    ("beast", "Day: if this beast is sleepy, sing."): (31, "sleepy", "is never so", '"asleep" in the heading'),
    ("beast", "While this beast is not sleepy: each beast is fat."): (33, "sleepy", "is always so", ""),
    ("beast", "Milking: if this beast is sleepy, sing."): (35, "sleepy", "is never so", "another timing"),
    ("beast", "Day: wake this beast."): (19, "this beast", "does nothing to this card", '"asleep" in the heading'),
    # Who.
    ("beast", "Any player, when a wolf comes: sing."): (9, "Any player", 'is not asked at "when a wolf', "market"),
    ("beast", "Any player: this beast is fat."): (9, "Any player", "uses nothing", 'no "any player"'),
    ("tool", "This beast is fat."): (9, "This beast", "can call themselves", '"each beast"'),
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


def test_what_is_declared_must_exist() -> None:
    """A slip of the game's author is told when the grammar is made, with the nearest word."""
    for field, slip in {"needs": "fiar", "also": "baest"}.items():
        fresh = Vocabulary("fresh")
        fresh.setting("fair", "a fair")
        fresh.noun("beast(s)", name="beast", **{field: [slip]})(lambda table, context: [])  # type: ignore[arg-type]
        with pytest.raises(BadVocabulary, match=f"no (setting|noun) '{slip}'; did you mean"):
            grammar_of(fresh)
    given = Vocabulary("given")
    given.timing("day", gives=["fair"])
    with pytest.raises(BadVocabulary, match="day: no setting 'fair'"):
        grammar_of(given)
    geared = Vocabulary("geared")
    geared.words("gear", ["Bell(s)"], of={"Bel": ["player"]})
    with pytest.raises(BadVocabulary, match="gear: no word 'Bel'; did you mean 'Bell'"):
        grammar_of(geared)


def test_the_handbook_says_what_words_need() -> None:
    page = vocabulary_page(words)
    for said in (
        "| `buyer(s)` | Who comes to a fair. (needs: fair) |",
        "| `market` | (on: beast, tool) (there is: fair) |",
        "| `birth` | (on: beast, tool) (beast: only asleep) |",
        "(not with: milking)",
        "(not what is: wild)",
        "(amount: 1 to 4)",
        "(of: beast, cow) (range: 0 to 2)",
        "| fair | a fair | `market`, `on the road` |",
        "| song | a song that was just sung | `sing` |",
    ):
        assert said in page, said


def test_what_never_lies_in_play_is_not_told_to_say_what_is_so() -> None:
    (fault,) = faults("omen", "Sing, then each beast is fat.")
    assert fault.expected == ('"Until the end of the …, " before it',)


@given(st.integers(0, 2**32), st.sampled_from(["", "beast", "tool", "omen"]))
def test_random_powers_make_sense_or_are_refused_at_their_words(seed: int, kind: str) -> None:
    line = explain(words, Sampler(words, Random(seed)).power())
    _, found = read_text(words, line, kind=kind)
    for fault in found:
        assert line[fault.column - 1 :].startswith(fault.words)
        assert fault.words
        assert fault.expected, fault
