"""The handbook of a vocabulary: everything one can write, with an example each, as a page for `docs/cards/`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from eschaton.cardtext.errors import BadCards
from eschaton.cardtext.parse import parse_text
from eschaton.cardtext.phrase import Phrase, Quality, Where
from eschaton.cardtext.vocabulary import Vocabulary

CORE = """\
| you write | it means |
| --- | --- |
| `2`, `a`, `X`, `that many` | a number; X is named by `, where X is …`; that many is what the clause before did |
| `up to 2`, `any number of` | the player says how many |
| `each …`, `all …` | all of them |
| `2 …`, `up to 2 …`, `any number of …`, `another …` | a player chooses which |
| `2 random …` | chance chooses which |
| `the … with the most …`, `the one of your … with the fewest …` | the highest or lowest; a player breaks ties |
| `this …`, `it`, `them`, `you`, `they` | this card; what is in hand; who uses the power; who carries it out |
| `your …`, `their …`, `its …`, `other …`, `non-…`, `… with 2 or more …` | which ones |
| `A, then B` · `A and B` · `A. B.` | one after the other |
| `You may A; if you do not, B.` | a player decides |
| `Choose 1: A, or B.` | a player picks among what can be done |
| `If C, A; otherwise, B.` | depends on a condition |
| `For each …, A.` | once for every one of them |
| `Each player A.` · `Another player may A.` | others do it |
| `Until the end of the …, S.` · `For the rest of the game, S.` | a statement for a while |
| `S.` · `While C: S.` | a statement as long as the card says so |
| `there are 2 or more …`, `there are no …`, `it is …`, `it has 2 or more …`, `… is 3 or fewer` | conditions |
| `C and C and C` · `C or C` | all of them · any of them |
| `the number of …`, `the … of it`, `twice …`, `half of …, rounded up`, `… plus 1` | numbers that are read |
| `Timing, once per …, if C - cost: A.` | when, how often, under which condition, at what price |
| `Any player, …: A.` | not only the holder may use it |
| `Do: Name.` | an ability written in Python |
"""


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
            parts += [f"## {title}", table_of(shelf)]
    if words.sets:
        rows = [f"| {kind} | {', '.join(listed)} | {words.set_docs[kind]} |" for kind, listed in words.sets.items()]
        parts += ["## Words", "\n".join(["| kind | words | meaning |", "| --- | --- | --- |", *rows])]
    if words.kinds:
        kinds = [f"- `[[{kind}]]`: {facts_of(card)}" for kind, card in words.kinds.items()]
        parts += ["## Kinds of card", "\n".join(kinds)]
    return "\n\n".join(parts) + "\n"


def table_of(shelf: Mapping[str, Phrase]) -> str:
    """Phrases as a table."""
    rows = ["| you write | meaning | example | rule |", "| --- | --- | --- | --- |"]
    for phrase in shelf.values():
        said = f"your {phrase.shown()}" if isinstance(phrase, Where) and phrase.owned else phrase.shown()
        about = phrase.about + (f" (of: {', '.join(phrase.of)})" if isinstance(phrase, Quality) and phrase.of else "")
        example = f"`{phrase.example}`" if phrase.example else ""
        rows.append(f"| `{said}` | {about} | {example} | {phrase.rule} |".replace("  |", " |"))
    return "\n".join(rows)


def facts_of(card: type[msgspec.Struct]) -> str:
    """The fields of a kind of card."""
    fields = msgspec.structs.fields(card)
    return ", ".join(f"`{field.name}`" + ("" if field.required else " (optional)") for field in fields)


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
