"""Whether what a line says makes sense on its card. Words may be well placed and yet speak of nothing there.

A card that is played but does nothing is worse than one that is refused: so a timing at which cards of this kind never
speak, a state they are never in, "this character" on an anomaly, and an "it" that stands for nothing are all faults.
So is what could be used again and again without end.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from eschaton.cardtext import data as d
from eschaton.cardtext.errors import Fault
from eschaton.cardtext.phrase import Phrase, Said, Spelling, When
from eschaton.cardtext.vocabulary import Vocabulary

BRINGS = (d.Some, d.AtRandom, d.Extreme, d.The)
"""Targets that are in hand once they have been acted on: the clauses after may call them "it"."""


def senseless(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> Fault | None:
    """What makes no sense about a power on a card of this kind, if anything; without a kind, on any card."""
    if kind:
        found = wrong_heading(words, kind, power, line) or wrong_self(words, kind, power, line)
        if found is not None:
            return found
    if is_empty(words, power):
        said = re.search(r"\b(it|them|that(?!\s+many\b))\b", line, re.IGNORECASE)
        expected = ('"this …"', '"1 …" or "each …"')
        return fault(line, said, "stands for nothing: nothing was chosen before it", expected)
    return None


def wrong_heading(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> Fault | None:
    """A state, a timing, or the lack of one, that cards of this kind do not have."""
    for state in power.states:
        if not words.states[state].fits(kind):
            return not_on(words.states, words.states[state], kind, line)
    for timing in power.when:
        if not words.timings[timing.name].fits(kind):
            return not_on(words.timings, words.timings[timing.name], kind, line)
    if power.standing:
        message = f'is so only while the card lies in play, and "{kind}" cards never do'
        expected = ('"Until the end of the …, "', '"For the rest of the game, "')
        return fault(line, None, message, expected) if kind in words.passing else None
    default = words.timings.get(words.defaults.get(kind) or words.default)
    if not power.when and default is not None and not default.fits(kind):
        others = said_on(words.timings, kind)
        message = "needs a timing on this card" if others else f'is never used: "{kind}" cards do nothing by their text'
        return fault(line, None, message, others)
    if not power.limit and not power.cost and any(when.endless for when in timings_of(words, kind, power)):
        return fault(
            line, None, "could be used without end", ('", once per …" in its heading', '" - " and a cost in it')
        )
    return None


def timings_of(words: Vocabulary, kind: str, power: d.PowerData) -> list[When]:
    """The timings that a power names, or that of its kind of card."""
    named = [timing.name for timing in power.when] or [words.defaults.get(kind) or words.default]
    return [words.timings[name] for name in named if name in words.timings]


def not_on(shelf: Mapping[str, Said], phrase: Said, kind: str, line: str) -> Fault:
    """A phrase of the heading that belongs on other cards."""
    message = f'is not said on "{kind}" cards, only on: {", ".join(phrase.on)}'
    return fault(line, spelled(phrase).search(line), message, said_on(shelf, kind))


def said_on(shelf: Mapping[str, Said], kind: str) -> tuple[str, ...]:
    """What cards of this kind can say instead."""
    return tuple(phrase.shown() for phrase in shelf.values() if phrase.fits(kind))


def wrong_self(words: Vocabulary, kind: str, power: d.PowerData, line: str) -> Fault | None:
    """ "This …" with a noun that the card is not."""
    nouns = words.this.get(kind)
    if nouns is None:
        return None
    for node in nodes(power):
        if isinstance(node, d.This) and node.noun not in nouns:
            said = re.search(rf"\bthis\s+{spelled(words.nouns[node.noun]).pattern}", line, re.IGNORECASE)
            expected = tuple(f'"this {words.nouns[noun].plain()}"' for noun in nouns)
            return fault(line, said, f'is not what a "{kind}" card can call itself', expected)
    return None


def is_empty(words: Vocabulary, power: d.PowerData) -> bool:
    """Whether a power says "it" before anything can be in hand."""
    if any(words.timings[timing.name].brings for timing in power.when):
        return False
    for node in nodes((power.when, power.condition, power.cost, power.effect)):
        if isinstance(node, BRINGS) or (isinstance(node, d.ForEach) and isinstance(node.over, d.Group)):
            return False
        if isinstance(node, d.It):
            return True
    return False


def nodes(said: Any) -> Iterator[Any]:
    """Everything a power is made of, in the order in which it is carried out."""
    if isinstance(said, msgspec.Struct):
        yield said
        for field in said.__struct_fields__:
            yield from nodes(getattr(said, field))
    elif isinstance(said, tuple | dict):
        for part in said.values() if isinstance(said, dict) else said:
            yield from nodes(part)


def spelled(phrase: Phrase) -> re.Pattern[str]:
    """Finds a phrase in a line, up to its first slot."""
    found: list[str] = []
    for part in phrase.parts:
        if not isinstance(part, Spelling):
            break
        found.append(f"(?:{re.escape(part.many)}|{re.escape(part.one)})")
    return re.compile(r"\b" + r"\s+".join(found) + r"\b", re.IGNORECASE)


def fault(line: str, found: re.Match[str] | None, message: str, expected: tuple[str, ...] = ()) -> Fault:
    """A fault at these words, or at the whole line."""
    first, last = line.lstrip(), line.rstrip()
    start, end = found.span() if found else (len(line) - len(first), len(last))
    said = line[start:end]
    return Fault(message=f'"{said}" {message}.', column=start + 1, words=said, excerpt=line, expected=expected)
