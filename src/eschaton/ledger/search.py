"""Searching a ledger by id and by words."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache, lru_cache

from msgspec import Struct

from eschaton.ledger.entry import Ledger, RuleEntry, Section

EXACT_ID, SECTION_TITLE, ALL_WORDS, SOME_WORDS = range(4)
TOKEN = re.compile(r"\w+(?:[-.']\w+)*")


class Hit(Struct, frozen=True):
    """An entry that was found, why (the rank), and how many of the words it has."""

    entry: RuleEntry
    rank: int
    matched: int


class RuleFound(Struct, frozen=True):
    """What a search found, the best first, and words like those the ledger does not know."""

    hits: tuple[Hit, ...]
    nearest: dict[str, tuple[str, ...]]


@lru_cache(maxsize=20_000)
def tokens(text: str) -> frozenset[str]:
    """The words of a text, folded; a compound counts whole, joined and in parts, an id only whole."""
    found: set[str] = set()
    for token in TOKEN.findall(text.casefold()):
        found.add(token)
        if not re.search(r"\d", token):
            parts = re.split(r"[-.']", token)
            found.update(parts)
            found.add("".join(parts))
    return frozenset(found)


def has(words: Iterable[str], wanted: str) -> bool:
    """Whether a word is among these: exactly if it has a digit or is short, otherwise by its beginning."""
    if len(wanted) < 3 or re.search(r"\d", wanted):
        return any(word == wanted for word in words)
    return any(word.startswith(wanted) for word in words)


def search(ledger: Ledger, query: str | Iterable[str]) -> RuleFound:
    """Find entries: by exact id, then by section title, then by all words, then by some of them."""
    text = query if isinstance(query, str) else " ".join(query)
    wanted = list(dict.fromkeys(TOKEN.findall(text.casefold())))
    hits = [hit for entry in ledger.entries if (hit := rate(ledger, entry, wanted))]
    hits.sort(key=lambda hit: (hit.rank, -hit.matched))
    return RuleFound(tuple(hits), nearest_words(ledger, wanted))


def rate(ledger: Ledger, entry: RuleEntry, wanted: list[str]) -> Hit | None:
    """How well an entry answers the words; nothing if not at all."""
    if any(names(ledger, entry, word) for word in wanted):
        return Hit(entry, EXACT_ID, len(wanted))
    if wanted and all(has(title_words(entry.section), word) for word in wanted):
        return Hit(entry, SECTION_TITLE, len(wanted))
    words = tokens(entry.text) | title_words(entry.section)
    matched = sum(has(words, word) for word in wanted)
    if not matched:
        return None
    return Hit(entry, ALL_WORDS if matched == len(wanted) else SOME_WORDS, matched)


def names(ledger: Ledger, entry: RuleEntry, word: str) -> bool:
    """Whether a word is this entry's id, with or without the prefix, or the number of its section."""
    if not re.search(r"\d", word):
        return False
    own = entry.id.casefold()
    prefix = ledger.prefix.casefold() + "-"
    given = word if word.startswith(prefix) else prefix + word
    return own == given or (word.startswith(prefix) and own.startswith(given + "."))


@cache
def title_words(section: Section) -> frozenset[str]:
    """The words of a section's own title and of those above it, parts excepted."""
    return frozenset().union(*(tokens(title) for title in section.path if not title.startswith("Part ")))


def nearest_words(ledger: Ledger, wanted: list[str]) -> dict[str, tuple[str, ...]]:
    """For each word the ledger does not have, the words most like it."""
    known = frozenset().union(*(tokens(entry.text) | title_words(entry.section) for entry in ledger.entries))
    spelled = {word: word for word in sorted(known)} | {entry.id.casefold(): entry.id for entry in ledger.entries}
    unknown = [
        word
        for word in wanted
        if not has(known, word) and not any(names(ledger, entry, word) for entry in ledger.entries)
    ]
    near = {word: get_close_matches(word, spelled, n=3, cutoff=0.7) for word in unknown}
    return {word: tuple(spelled[match] for match in matches) for word, matches in near.items()}
