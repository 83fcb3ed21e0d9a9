"""Phrases a game declares: a template of words and slots, and the Python that stands behind it.

In a template `card(s)` and `has/have` are one word in two numbers, and `{n:amount}` is a slot. Slot kinds are `amount`
(may leave the number to the player), `number`, `change`, `place`, `duration`, `player`, a noun (or several:
`crew|card`) and a set of words. A number may have a range, `{n:number 2..6}` or `{n:amount 0..}`; without one it is 1
or more, since nothing comes of 0, and a change is not 0 unless its range has 0 in it. A list of numbers and words has a
plus: `{needs:number|edge+}` takes "1, 2 and Blade".
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

import msgspec

from eschaton.cardtext.errors import BadVocabulary

RANGE = r"(?: (?P<least>-?\d+)\.\.(?P<most>-?\d+)?)?"
PART = re.compile(rf"\{{(?P<name>\w+):(?P<kinds>[\w|]+)(?P<several>\+)?{RANGE}\}}|(?P<word>[^\s{{]+)")
OPENING, CLOSING = re.compile(r"([(\[]) "), re.compile(r" ([)\],.:;])")
"""Marks that no blank stands after, or before."""
FIXED_KINDS = ("amount", "number", "change", "place", "duration")
NUMBERS = frozenset({"amount", "number"})


class Range(msgspec.Struct, frozen=True):
    """The numbers that can be meant: from `least` to `most`, or without end."""

    least: int = 0
    most: int | None = None

    def __contains__(self, n: int) -> bool:
        return self.least <= n and (self.most is None or n <= self.most)

    def __str__(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


COUNTED = Range()
"""How many there can be of most things."""


class Slot(msgspec.Struct, frozen=True):
    """A place in a phrase where an argument, or a list of `several`, stands, and the range of a number in it."""

    name: str
    kinds: tuple[str, ...]
    range: Range | None = None
    several: bool = False

    @property
    def may_be_zero(self) -> bool:
        """Whether a change in it may be none."""
        return self.kinds == ("change",) and self.range is not None and 0 in self.range


class Spelling(msgspec.Struct, frozen=True):
    """A word of a phrase, in singular and plural where they differ."""

    one: str
    many: str


Part = Slot | Spelling


def parts_of(template: str) -> tuple[Part, ...]:
    """The words and slots of a template."""
    found: list[Part] = []
    for match in PART.finditer(template):
        if match["word"]:
            found.append(spelling(match["word"]))
        else:
            kinds = tuple(match["kinds"].split("|"))
            span = range_of(kinds, match["least"], match["most"])
            found.append(Slot(match["name"], kinds, span, bool(match["several"])))
    return tuple(found)


def range_of(kinds: Iterable[str], least: str | None, most: str | None) -> Range | None:
    """The range of a slot: as its template says, or 1 or more for a plain number."""
    if least is None:
        return Range(1) if NUMBERS & {*kinds} else None
    return Range(int(least), int(most) if most else None)


def spelling(word: str) -> Spelling:
    """`card(s)` and `penny/pennies` in both numbers."""
    ending = re.fullmatch(r"(.+)\((\w+)\)", word)
    if ending:
        return Spelling(ending[1], ending[1] + ending[2])
    one, slash, many = word.partition("/")
    return Spelling(one, many if slash else one)


def spellings_of(text: str) -> tuple[Spelling, ...]:
    """The words of a text without slots."""
    return tuple(part for part in parts_of(text) if isinstance(part, Spelling))


def third_person(verb: str) -> str:
    """ "draw" is "draws", "pass" is "passes", "carry" is "carries"."""
    if re.search(r"[^aeiou]y$", verb):
        return verb[:-1] + "ies"
    return verb + ("es" if re.search(r"(s|x|z|ch|sh|o)$", verb) else "s")


class Phrase(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """One thing that can be said: how it reads, what it does, under which rule, and an example line.

    It `needs` settings, which timings and verbs give ("a team on a mission"), and means something `only` of things with
    one of these adjectives (none: of all). What is `hidden` depends on what not everybody sees: a verb in whether it is
    able, all others in what they say.
    """

    name: str
    template: str
    parts: tuple[Part, ...]
    run: Callable[..., Any] | None = None
    rule: str = ""
    example: str = ""
    about: str = ""
    needs: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    hidden: bool = False

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slots, in the order in which they are written."""
        return tuple(part for part in self.parts if isinstance(part, Slot))

    def slot(self, name: str) -> Slot:
        """The slot of this name."""
        return next(slot for slot in self.slots if slot.name == name)

    def shown(self) -> str:
        """The template as a person reads it: slots in angle brackets."""
        return spaced(shown_slot(part) if isinstance(part, Slot) else shown_word(part) for part in self.parts)

    def plain(self, many: bool = False) -> str:
        """The words alone, in one number (for phrases without slots)."""
        return spaced(part.many if many else part.one for part in self.parts if isinstance(part, Spelling))


class Claim(Phrase, frozen=True, kw_only=True):
    """What is so while a card says it, and which ratings that can change, by the word in it that decides ("": any)."""

    changes: Mapping[str, tuple[str, ...]] = {}


def spaced(said: Iterable[str]) -> str:
    """Words and marks with blanks between them, as they are printed: "test Wits (Search)"."""
    return CLOSING.sub(r"\1", OPENING.sub(r"\1", " ".join(said)))


def shown_slot(slot: Slot) -> str:
    """A slot in angle brackets."""
    kinds = " or ".join(slot.kinds).replace("_", " ")
    return f"<{kinds}, …>" if slot.several else f"<{kinds}>"


def shown_word(word: Spelling) -> str:
    """A word with its plural where it has one."""
    if word.one == word.many:
        return word.one
    return f"{word.one}({word.many[len(word.one) :]})" if word.many.startswith(word.one) else f"{word.one}/{word.many}"


class Noun(Phrase, frozen=True, kw_only=True):
    """Things that cards speak of. `run(table, context)` lists their keys; `owner(table, thing)` gives a seat.

    Things of a `hidden` noun are always asked for, even where there is only one, so that nothing is told by not asking.
    `also` are the nouns that all its things have besides; `range` is how many of them there can be.
    """

    owner: Callable[..., Any] | None = None
    also: tuple[str, ...] = ()
    range: Range = COUNTED


class Quality(Phrase, frozen=True, kw_only=True):
    """An adjective, a measure or a phrase after the noun; `of` are the nouns it fits (none: all).

    A thing has none of the adjectives that another `excludes`; what is `unowned` has no owner. `range` is how high a
    measure can be.
    """

    of: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    unowned: bool = False
    range: Range = COUNTED

    def fits(self, noun: str) -> bool:
        """Whether it can be said of this noun."""
        return not self.of or noun in self.of


class Number(Phrase, frozen=True, kw_only=True):
    """A number of the game's own, and how high it can be."""

    range: Range = COUNTED


class Verb(Phrase, frozen=True, kw_only=True):
    """What a card can do. `able(table, context, **arguments)` says whether it could be done now.

    `together(table, context, [arguments, …])` says whether several could, one after the other.

    It `gives` settings to the clauses after it, and `makes` its things those of another noun. From the slot `again` on
    it can be said again after an "and".
    """

    again: str = ""
    gives: tuple[str, ...] = ()
    makes: str = ""
    third: str = ""
    cost: bool = True
    able: Callable[..., bool] | None = None
    together: Callable[..., bool] | None = None

    @cached_property
    def tail(self) -> tuple[Part, ...]:
        """What can be said again after an "and"; nothing, if that cannot be."""
        found = [at for at, part in enumerate(self.parts) if isinstance(part, Slot) and part.name == self.again]
        return self.parts[found[0] :] if found else ()

    @cached_property
    def tail_slots(self) -> tuple[Slot, ...]:
        """The slots of what can be said again."""
        return tuple(part for part in self.tail if isinstance(part, Slot))


class Said(Phrase, frozen=True, kw_only=True):
    """What only some cards can say in the heading of a power; `on` are their kinds (none: all)."""

    on: tuple[str, ...] = ()

    def fits(self, kind: str) -> bool:
        """Whether cards of this kind can say it."""
        return not self.on or not kind or kind in self.on


class State(Said, frozen=True, kw_only=True):
    """A state of the card: the adjective that `means` the same, and the timings at which cards in it are `silent`.

    A card has none of the adjectives in `without` while texts that do not name the state are on.
    """

    means: str = ""
    silent: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class Cause(msgspec.Struct, frozen=True):
    """What a card must do for a timing to come on it: a verb in its text, or a field with this value."""

    verb: str
    field: str
    value: str
    about: str


class When(Said, frozen=True, kw_only=True):
    """A timing: the key of the kernel's window, whether its powers must be used, and the noun of the "it" it brings.

    At an `endless` one a power may be used as often as one likes, unless it says how often. It `gives` settings, by
    kind of card ("": all others). Only one that is `open` can be used by any player. Cards that speak `anywhere` do so
    whatever state they are in; those that know the `state` speak only in it. It never comes on a card that does not do
    what it is `due_to`.
    """

    key: str = ""
    mandatory: bool = False
    brings: str = ""
    endless: bool = False
    gives: dict[str, tuple[str, ...]] = {}
    open: bool = True
    anywhere: bool = False
    state: str = ""
    due_to: Cause | None = None

    def settings(self, kind: str) -> frozenset[str]:
        """What cards of a kind find at it; without a kind, what any card may find."""
        if kind:
            return frozenset(self.gives.get(kind, self.gives.get("", ())))
        return frozenset(setting for given in self.gives.values() for setting in given)


class Where(Phrase, frozen=True, kw_only=True):
    """A place; an owned one is said with "your", "their" or "its"."""

    owned: bool = False


class Scope(Phrase, frozen=True, kw_only=True):
    """A stretch of the game that limits and durations name, and the step whose end ends it.

    Where the game tells the end of each (`Table.turn_over`), `turns` of it can be counted: "for 2 turns", "your next
    turn".
    """

    step: str = ""
    turns: bool = False


def fit(phrase: Phrase, fixed: int) -> None:
    """Refuse a phrase whose function does not take `fixed` arguments and then its slots by name."""
    if phrase.run is None:
        return
    taken = list(inspect.signature(phrase.run).parameters)[fixed:]
    slots = [slot.name for slot in phrase.slots]
    if sorted(taken) != sorted(slots):
        raise BadVocabulary(f"{phrase.name}: the template has the slots {slots}, but the function takes {taken}")
