"""The handbook of a vocabulary: everything one can write, with an example each, as a page for `docs/cards/`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import msgspec

from eschaton.cardtext.card import Card
from eschaton.cardtext.data import Adjective
from eschaton.cardtext.errors import BadCards
from eschaton.cardtext.facts import meaning, takes
from eschaton.cardtext.fits import excluded
from eschaton.cardtext.parse import parse_text
from eschaton.cardtext.phrase import (
    COUNTED,
    Noun,
    Number,
    Phrase,
    Quality,
    Range,
    Said,
    Spelling,
    State,
    When,
    Where,
    shown_word,
)
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.cardtext.words import first_line

CORE = """\
| you write | it means |
| --- | --- |
| `2`, `a`, `X`, `that many` | a number; X is named by `, where X is …`; that many is what the clause before did |
| `up to 2`, `any number of` | the player says how many |
| `each …`, `all …` | all of them |
| `2 …`, `up to 2 …`, `any number of …`, `another …` | a player chooses which |
| `2 random …` | chance chooses which |
| `the … with the most …`, `the one of your … with the fewest …` | the highest or lowest; a player breaks ties |
| `this …`, `the …`, `it`, `them` | this card; the only one; what is in hand |
| `you`, `they` | who uses the power; who carries it out |
| `your …`, `their …`, `its …`, `other …`, `non-…`, `… with 2 or more …` | which ones |
| `A, then B` · `A and B` · `A. B.` | one after the other |
| `You may A; if you do not, B.` | a player decides |
| `Choose 1: A, or B.` | a player picks among what can be done |
| `Choose 1: "Title": A, or "Title": B.` | the same, seen by the titles alone |
| `If C, A; otherwise, B.` | depends on a condition |
| `For each …, A.` | once for every one of them |
| `Each player A.` · `The … player A.` · `Another player may A.` · `Each player chooses 1: A, or B.` | others do it |
| `Until the end of the …, S.` · `For the rest of the game, S.` | a statement for a while; wherever A can stand |
| `For 2 …, S.` · `Until the end of your next …, S.` | the same, counted in turns, where a game has such |
| `S.` · `While C: S.` | a statement as long as the card says so |
| `there are 2 or more …`, `there are no …`, `it is …`, `it has 2 or more …`, `… is 3 or fewer` | conditions |
| `C and C and C` · `C or C` | all of them · any of them |
| `the number of …`, `the … of it`, `twice …`, `half of …, rounded up`, `… plus 1` | numbers that are read |
| `Timing, once per …, if C - cost: A.` | when, how often, under which condition, at what price |
| `Any player, …: A.` | not only the holder may use it |
| `Do: Name.` | an ability written in Python |
"""


SETTINGS = """\
Some words mean something only where there is what they need. At another timing they are refused. What merely is so, on
a line without a timing, may speak of all of it."""


def vocabulary_page(words: Vocabulary) -> str:
    """The whole handbook as Markdown."""
    parts = [
        f"# Cards of {words.title}",
        "Generated from the game's vocabulary. One line is one power; how packs work is in [README.md](README.md).",
        "## In every game",
        CORE.rstrip(),
    ]
    for title, shelf in words.shelves().items():
        if shelf:
            parts += [f"## {title}", table_of(words, shelf)]
    if words.settings:
        parts += ["## What must be there", SETTINGS, settings_table(words)]
    if words.sets:
        rows = [
            f"| {kind} | {', '.join(shown_words(listed.values()))} | {words.set_docs[kind]} |"
            for kind, listed in words.sets.items()
        ]
        parts += ["## Words", "\n".join(["| kind | words | meaning |", "| --- | --- | --- |", *rows])]
    if words.kinds:
        parts += ["## Kinds of card", "Every card may have these fields:", facts_of(Card, ())]
        for names, card in alike(words.kinds).items():
            about = f"{first_line(card.__doc__)} " if len(names) == 1 else ""
            own = facts_of(card, Card.__struct_fields__) if has_own(card) else "No fields of its own."
            parts += [f"### {', '.join(f'`[[{name}]]`' for name in names)}", f"{about}{said_by(words, names[0])}", own]
    return "\n\n".join(parts) + "\n"


def table_of(words: Vocabulary, shelf: Mapping[str, Phrase]) -> str:
    """Phrases as a table."""
    rows = ["| you write | meaning | example | rule |", "| --- | --- | --- | --- |"]
    for phrase in shelf.values():
        said = f"your {phrase.shown()}" if isinstance(phrase, Where) and phrase.owned else phrase.shown()
        about = " ".join(filter(None, [phrase.about, *(f"({note})" for note in notes_on(words, phrase))]))
        example = f"`{phrase.example}`" if phrase.example else ""
        rows.append(f"| `{said}` | {about} | {example} | {phrase.rule} |".replace("  |", " |"))
    return "\n".join(rows)


def notes_on(words: Vocabulary, phrase: Phrase) -> Iterator[str]:
    """What else is declared of a phrase: with what it goes, and what must be there."""
    if isinstance(phrase, Quality) and phrase.of:
        yield f"of: {', '.join(phrase.of)}"
    if isinstance(phrase, Said) and phrase.on:
        yield cards_that_say(words, phrase)
    if isinstance(phrase, State) and phrase.silent:
        yield f"not with: {', '.join(words.timings[name].shown() for name in phrase.silent)}"
    if isinstance(phrase, When):
        yield from notes_on_timing(words, phrase)
    if phrase.needs:
        yield f"needs: {', '.join(phrase.needs)}"
    if phrase.only:
        others = [name for name in words.adjectives if excluded(words, phrase, Adjective(name))]
        yield f"not what is: {', '.join(words.adjectives[name].plain() for name in others)}"
    for slot in phrase.slots:
        if slot.range not in (None, Range(1)):
            yield f"{' or '.join(slot.kinds)}: {slot.range}"
    if isinstance(phrase, Noun | Quality | Number) and phrase.range != COUNTED:
        yield f"range: {phrase.range}"


def notes_on_timing(words: Vocabulary, when: When) -> Iterator[str]:
    """What is there at a timing, for which cards, and in which state."""
    for kind, settings in when.gives.items():
        if settings:
            yield f"{f'{kind}: ' if kind else ''}there is: {', '.join(settings)}"
    if when.state:
        kinds = [kind for kind in words.kinds if when.fits(kind) and words.states[when.state].fits(kind)]
        yield f"{', '.join(kinds)}: only {words.states[when.state].plain()}"
    if when.brings:
        yield f"it: a {words.nouns[when.brings].plain()}"


def settings_table(words: Vocabulary) -> str:
    """What some words need, and where it is."""
    rows = ["| what is needed | means | is there at, or after |", "| --- | --- | --- |"]
    for name, about in words.settings.items():
        timings = [f"`{when.shown()}`" for when in words.timings.values() if name in when.settings("")]
        verbs = [f"`{verb.shown()}`" for verb in words.verbs.values() if name in verb.gives]
        rows.append(f"| {name} | {about} | {', '.join([*timings, *verbs])} |")
    return "\n".join(rows)


def cards_that_say(words: Vocabulary, phrase: Said) -> str:
    """The kinds of card that can say something, or those that cannot, whichever is shorter."""
    others = [kind for kind in words.kinds if kind not in phrase.on]
    return f"on: {', '.join(phrase.on)}" if len(phrase.on) <= len(others) else f"not on: {', '.join(others)}"


def shown_words(listed: Iterable[tuple[Spelling, ...]]) -> list[str]:
    """The words of a set as a person reads them."""
    return [" ".join(map(shown_word, spelled)) for spelled in listed]


def alike(kinds: Mapping[str, type[Card]]) -> dict[tuple[str, ...], type[Card]]:
    """The kinds of card, those with the same facts together."""
    found: dict[str, list[str]] = {}
    for kind, card in kinds.items():
        found.setdefault(facts_of(card, ()) if has_own(card) else kind, []).append(kind)
    return {tuple(names): kinds[names[0]] for names in found.values()}


def has_own(card: type[Card]) -> bool:
    """Whether a kind of card has facts that not every card has."""
    return card.__struct_fields__ != Card.__struct_fields__


def facts_of(card: type[Card], without: Iterable[str]) -> str:
    """The fields of a kind of card as a table: what each takes, and what holds if it is left out."""
    rows = ["| field | takes | left out | |", "| --- | --- | --- | --- |"]
    for field in msgspec.structs.fields(card):
        if field.name not in without:
            rows.append(f"| `{field.name}` | {takes(field.type)} | {left_out(field)} | {meaning(field.type)} |")
    return "\n".join(rows).replace("  |", " |")


def left_out(field: msgspec.structs.FieldInfo) -> str:
    """What holds if a field is left out."""
    if field.required:
        return "must be there"
    default = field.default
    if isinstance(default, bool | int):
        return str(default).lower()
    return default if isinstance(default, str) and default else ""


def said_by(words: Vocabulary, kind: str) -> str:
    """What the text of such cards may do by itself."""
    default = words.timings.get(words.defaults.get(kind) or words.default)
    if default is None or not default.fits(kind):
        return "Its text is never used." if not any(when.fits(kind) for when in words.timings.values()) else ""
    return f"Text without a timing is used at: {default.shown()}."


def stale_pages(folder: Path, known: Iterable[Vocabulary]) -> list[str]:
    """The vocabularies whose page in a folder is missing or not what would be written now."""
    stale = []
    for words in known:
        page = folder / f"{words.game}.md"
        if not page.exists() or page.read_text("utf-8") != vocabulary_page(words):
            stale.append(words.game)
    return stale


def faulty_examples(words: Vocabulary) -> list[str]:
    """The phrases whose example is not understood."""
    wrong = []
    for phrase in words.phrases():
        try:
            parse_text(words, phrase.example)
        except BadCards as error:
            wrong.append(f"{phrase.name}: {error}")
    return wrong
