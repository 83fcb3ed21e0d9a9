"""What was probably meant by words that are not understood: the nearest word, the nearest phrase, or what cards say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from eschaton.cardtext.errors import nearest
from eschaton.cardtext.phrase import Phrase, Slot, Spelling
from eschaton.cardtext.tokens import JOINED, pieces
from eschaton.cardtext.vocabulary import Vocabulary

MARKS = ".:,;-"
CONNECTIVES = frozenset({*JOINED.values(), "and", "or"})
ALIKE = 2
"""How alike words and a phrase must at least be that begin differently: more than one word in common."""
BREAKS = frozenset({".", ":", ",", ", then", "; otherwise,", ", or", ", if", "and"})
"""Where a new phrase begins."""

IN_LETTERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SAID_OTHERWISE: tuple[tuple[str, str, int], ...] = (
    (r"at least (\d+)", "{} or more", 0),
    (r"at most (\d+)", "{} or fewer", 0),
    (r"(?:more|greater) than (\d+)", "{} or more", 1),
    (r"(?:fewer|less) than (\d+)", "{} or fewer", -1),
    (r"for each\b", "For each …, at the beginning of the sentence", 0),
    (r"while\b", "While …: at the beginning of the line", 0),
    (r"if\b", "If …, …, at the beginning of the sentence", 0),
    (r"unless\b", "If …, …; otherwise, …", 0),
    (r"until the end\b", "Until the end of the …, …, at the beginning of the sentence", 0),
    (r"may\b", "You may …, a sentence of its own", 0),
    (r"or\b", "Choose 1: …, or …", 0),
    (r"; ", ", then", 0),
)
"""What people write where it is not understood, how cards say it, and what is added to the number in it."""

GOING_ON = re.compile(r"\band ((?:\d+|an?|x|up to \d+|that many)) $", re.IGNORECASE)
"""An "and" that goes on with a list, before a word that does not belong in it."""

SHORT = 4  # letters of a word that must be very like another to be meant
SURE = 0.75  # how like that is


def meant(words: Vocabulary, around: Around, said: str, expected: Sequence[str], unknown: bool) -> str:
    """The nearest thing that could have been written, or ""."""
    could = [word.strip('"') for word in expected]
    near = said_otherwise(words, around, said, could) or amid(words, around) or after_heading(words, around, said)
    near = near or nearest_word(said, could)
    if near:
        return near
    if around.at == around.start == 0:
        return nearest(around.said, [phrase.shown() for phrase in (*words.timings.values(), *words.states.values())])
    phrase_is_over = all(word[:1] in MARKS or word in CONNECTIVES for word in could)
    return "" if phrase_is_over or (unknown and around.at == around.start) else nearest_phrase(words, around.said)


def said_otherwise(words: Vocabulary, around: Around, said: str, could: Sequence[str]) -> str:
    """How cards say what is often said in other words."""
    if said.lower() in words.otherwise:
        return words.otherwise[said.lower()]
    if said.lower() in IN_LETTERS and "a number" in could:
        return str(IN_LETTERS.index(said.lower()) + 1)
    if said.lower() == "and":
        return ", then"
    if (joined := GOING_ON.search(around.before)) is not None:
        return f", then {joined[1]} {said.lower()}"
    for pattern, instead, by in SAID_OTHERWISE:
        found = re.match(pattern, around.rest)
        if found:
            return instead.format(*(int(number) + by for number in found.groups()))
    return ""


def amid(words: Vocabulary, around: Around) -> str:
    """That a timing or a state which follows a sentence should begin a line: it is another power."""
    if around.begins_line or ":" not in around.rest:
        return ""
    heads = (phrase.shown() for phrase in (*words.timings.values(), *words.states.values()))
    return next((f"{head}: … on a line of its own" for head in heads if around.rest.startswith(head.lower())), "")


def after_heading(words: Vocabulary, around: Around, said: str) -> str:
    """That a heading ends with a colon, where what happens follows after a comma."""
    heads = (verb.parts[0] for verb in words.verbs.values())
    starts = {head.one.lower() for head in heads if isinstance(head, Spelling)} | {"you", "each"}
    return f": {said.lower()}" if around.in_heading and said.lower() in starts else ""


def nearest_word(said: str, could: Sequence[str]) -> str:
    """The expected word most like this one; a short one must be very like it, or have its letters in another order."""
    turned = [word for word in could if sorted(word) == sorted(said.lower())]
    return nearest(said, turned or could, 0.6 if turned or len(said) > SHORT else SURE)


class Around:
    """The phrase around a place in a line: from the last break before it to the next one."""

    def __init__(self, line: str, at: int) -> None:
        self.rest = line[at:].lower()
        self.before = line[:at]
        self.at = at
        breaks = [piece for piece in pieces(line) if piece.text in BREAKS]
        begins = [piece.end for piece in breaks if piece.end <= at]
        self.begins_line = "." not in line[:at]
        self.in_heading = line[:at].rstrip().endswith(",") and ":" not in line[:at]
        ends = [piece.start for piece in breaks if piece.start >= at]
        said = line[begins[-1] if begins else 0 : ends[0] if ends else len(line)]
        self.said = said.strip()
        self.start = (begins[-1] if begins else 0) + len(said) - len(said.lstrip())


def nearest_phrase(words: Vocabulary, said: str) -> str:
    """The phrase of the vocabulary that has most words in common with these, and fewest besides."""
    found = [piece.text for piece in pieces(said)]
    best, near = (False, ALIKE), ""
    for phrase in (*words.verbs.values(), *words.statements.values(), *words.conditions.values()):
        head = phrase.parts[0]
        same_start = isinstance(head, Spelling) and head.one.lower() in found[:1]
        score = (same_start, likeness(words, phrase, set(found)))
        if score > best and phrase.shown().lower() not in said.lower():
            best, near = score, phrase.shown()
    return near


def likeness(words: Vocabulary, phrase: Phrase, said: set[str]) -> int:
    """How well words fit a phrase: those it spells count double, those in its slots once, what lacks counts off."""
    score = 0
    for part in phrase.parts:
        if isinstance(part, Spelling):
            score += 2 if said & {part.one.lower(), part.many.lower()} else -1
        else:
            score += bool(said & fillers(words, part))
    return score


def fillers(words: Vocabulary, slot: Slot) -> set[str]:
    """The words by which one knows what fills a slot."""
    nouns = [words.nouns[kind].parts for kind in slot.kinds if kind in words.nouns]
    listed = [spelled for kind in slot.kinds if kind in words.sets for spelled in words.sets[kind].values()]
    spellings = [part for parts in (*nouns, *listed) for part in parts if isinstance(part, Spelling)]
    return {word.lower() for spelling in spellings for word in (spelling.one, spelling.many)}
