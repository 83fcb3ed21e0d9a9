"""Whether what fills a phrase goes together with it and with the rest: numbers in range, words with the right things.

These are facts of the vocabulary alone, declared beside its words; what depends on the card and on what comes before is
in `course.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import msgspec

from eschaton.cardtext import data as d
from eschaton.cardtext.phrase import COUNTED, NUMBERS, Phrase, Range, Slot
from eschaton.cardtext.vocabulary import PLAYER, Vocabulary

GROUPS = (d.The, d.Every, d.Some, d.AtRandom, d.Extreme)
ALWAYS = "is always so"
NEVER = "is never so"


class Misfit(msgspec.Struct, frozen=True):
    """Why an argument does not fit: its slot, what is wrong with it, what would be right."""

    slot: str
    message: str
    expected: tuple[str, ...] = ()


def noun_of(arg: d.Arg) -> str | None:
    """The noun of a target; None where it is not known before play, or where it is no target."""
    match arg:
        case d.The() | d.Every() | d.Some() | d.AtRandom() | d.Extreme():
            return arg.group.noun
        case d.This():
            return arg.noun
        case d.You() | d.They():
            return PLAYER
    return None


def misfit(words: Vocabulary, phrase: Phrase, args: Mapping[str, d.Arg]) -> Misfit | None:
    """What is wrong with the arguments of a phrase, if anything."""
    return next(misfits(words, phrase, args), None)


def misfits(words: Vocabulary, phrase: Phrase, args: Mapping[str, d.Arg]) -> Iterator[Misfit]:
    """All that is wrong with the arguments of a phrase."""
    for slot in phrase.slots:
        arg = args[slot.name]
        yield from wrong_number(phrase, slot, arg)
        yield from wrong_kind(words, phrase, slot, arg)
        if isinstance(arg, GROUPS):
            yield from in_vain(words, phrase, slot, arg.group)
        nouns = {noun for noun in map(noun_of, args.values()) if noun is not None}
        for said in arg.items if isinstance(arg, d.Several) else (arg,):
            if isinstance(said, d.Word):
                yield from wrong_word(words, slot, said, nouns)


def wrong_number(phrase: Phrase, slot: Slot, arg: d.Arg) -> Iterator[Misfit]:
    """A number that is out of range, or left to a player where it cannot be."""
    if isinstance(arg, d.AnyNumber):
        yield Misfit(slot.name, f'is no number for "{phrase.shown()}"', ("a number", "up to …"))
    if isinstance(arg, d.UpTo) and "amount" not in slot.kinds:
        yield Misfit(slot.name, f'is no number for "{phrase.shown()}"', ("a number",))
    if isinstance(arg, d.Change) and not arg.by and not slot.may_be_zero:
        yield Misfit(slot.name, "changes nothing", ("+1", "-1"))
    for said in arg.items if isinstance(arg, d.Several) else (arg,):
        n = literal(said)
        if n is not None and slot.range is not None and n not in slot.range:
            what = "a number" if NUMBERS & {*slot.kinds} else "a change"
            yield Misfit(slot.name, f'is out of range in "{phrase.shown()}"', (f"{what}: {slot.range}",))
            return


def literal(arg: d.Arg) -> int | None:
    """The number that an argument writes out."""
    match arg:
        case d.Number():
            return arg.n
        case d.UpTo():
            return arg.most
        case d.Change():
            return arg.by
    return None


def wrong_kind(words: Vocabulary, phrase: Phrase, slot: Slot, arg: d.Arg) -> Iterator[Misfit]:
    """A thing of a noun that the slot does not take."""
    noun = noun_of(arg)
    if noun is not None and noun not in slot.kinds:
        yield Misfit(slot.name, *about_others(words, phrase, slot, noun))


def about_others(words: Vocabulary, phrase: Phrase, slot: Slot, noun: str) -> tuple[str, tuple[str, ...]]:
    """That a phrase is about things of other nouns, and about which."""
    wanted = tuple(words.nouns[kind].plain() for kind in slot.kinds if kind in words.nouns)
    return f'is {words.nouns[noun].plain()}, but "{phrase.shown()}" is about {" or ".join(wanted)}', wanted


def in_vain(words: Vocabulary, phrase: Phrase, slot: Slot, group: d.Group) -> Iterator[Misfit]:
    """Things to which this cannot be done."""
    for adjective in group.adjectives:
        if excluded(words, phrase, adjective):
            said = ("non-" if adjective.negated else "") + words.adjectives[adjective.name].plain()
            message = f'cannot be: "{phrase.shown()}" does nothing to what is {said}'
            yield Misfit(slot.name, message, tuple(words.adjectives[only].plain() for only in phrase.only))


def excluded(words: Vocabulary, phrase: Phrase, adjective: d.Adjective) -> bool:
    """Whether a phrase means nothing of things with this adjective."""
    return bool(phrase.only) and all(contradict(words, d.Adjective(only), adjective) for only in phrase.only)


def wrong_word(words: Vocabulary, slot: Slot, arg: d.Word, nouns: Collection[str]) -> Iterator[Misfit]:
    """A word that does not go with things of any of these nouns."""
    fitting = words.set_nouns[arg.kind].get(arg.word)
    if fitting is None or not nouns or not {*nouns}.isdisjoint(fitting):
        return
    things = " or ".join(words.nouns[noun].plain() for noun in sorted(nouns))
    yield Misfit(slot.name, f"does not go with {things}", tuple(going_with(words, arg.kind, nouns)))


def going_with(words: Vocabulary, kind: str, nouns: Collection[str]) -> list[str]:
    """The words of a set that go with things of some of these nouns."""
    fitting = words.set_nouns[kind]
    return [f'"{word}"' for word in words.sets[kind] if word not in fitting or not {*nouns}.isdisjoint(fitting[word])]


def contradiction(words: Vocabulary, adjectives: tuple[d.Adjective, ...]) -> tuple[int, str] | None:
    """The place of an adjective that nothing can have together with one before it, and how that one reads."""
    for at, later in enumerate(adjectives):
        for before in adjectives[:at]:
            if contradict(words, before, later):
                return at, ("non-" if before.negated else "") + words.adjectives[before.name].plain()
    return None


def contradict(words: Vocabulary, one: d.Adjective, other: d.Adjective) -> bool:
    """Whether nothing can have both qualities."""
    if one.name == other.name:
        return one.negated != other.negated
    if one.negated or other.negated:
        return False
    return other.name in words.adjectives[one.name].excludes or one.name in words.adjectives[other.name].excludes


def idle_bound(least: int, most: int | None, span: Range) -> str:
    """ "Always so" or "never so", where what a bound asks for does not depend on anything; else ""."""
    if (span.most is not None and least > span.most) or (most is not None and most < span.least):
        return NEVER
    if least <= span.least and (most is None or (span.most is not None and most >= span.most)):
        return ALWAYS
    return ""


def span_of(words: Vocabulary, value: d.Value) -> Range:
    """The range of a number that is read."""
    match value:
        case d.Reading():
            return words.values[value.name].range
        case d.Stat():
            return words.measures[value.measure].range
        case d.Count():
            return words.nouns[value.group.noun].range
    return COUNTED
