"""From text to powers. One power a line; every line that is not understood is refused with the place and a hint."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from eschaton.cardtext.build import Builder
from eschaton.cardtext.data import PowerData
from eschaton.cardtext.errors import BadCards, Fault, nearest
from eschaton.cardtext.grammar import Grammar, grammar_of
from eschaton.cardtext.things import Unfit
from eschaton.cardtext.tokens import UNKNOWN, pieces
from eschaton.cardtext.vocabulary import Vocabulary

LONGEST_LINE = 2_000
MARKS = ".:,;-"
BREAKS = frozenset({".", ":", ",", ", then", "; otherwise,", ", or", ", if", "and"})
"""Where a new phrase begins."""

Where = Callable[[int], tuple[int, int]]
"""From an offset in a text to its line and column in a file."""


def parse_power(words: Vocabulary, line: str) -> PowerData:
    """The power that one line says; BadCards if it is not understood."""
    found = understood(words, line)
    if isinstance(found, Fault):
        raise BadCards([found])
    return found


def parse_text(words: Vocabulary, text: str) -> tuple[PowerData, ...]:
    """The powers of a card's text; BadCards with the faults of all lines."""
    powers, faults = read_text(words, text)
    if faults:
        raise BadCards(faults)
    return powers


def read_text(
    words: Vocabulary, text: str, file: str = "text", where: Where | None = None, source: str = ""
) -> tuple[tuple[PowerData, ...], list[Fault]]:
    """The powers of a text, and the faults of the lines that were not understood, placed in their file."""
    powers: list[PowerData] = []
    faults: list[Fault] = []
    lines = (source or text).splitlines()
    for match in re.finditer(r"[^\n]+", text):
        if not match.group().strip():
            continue
        found = understood(words, match.group())
        if isinstance(found, PowerData):
            powers.append(found)
            continue
        at = match.start() + found.column - 1
        line, column = where(at) if where else (text.count("\n", 0, at) + 1, found.column)
        excerpt = lines[line - 1] if line <= len(lines) else match.group()
        faults.append(msgspec.structs.replace(found, file=file, line=line, column=column, excerpt=excerpt))
    return tuple(powers), faults


def understood(words: Vocabulary, line: str) -> PowerData | Fault:
    """A line as a power, or what is wrong with it."""
    grammar = grammar_of(words)
    if len(line) > LONGEST_LINE:
        return Fault(message=f"a power is at most {LONGEST_LINE} characters long", column=LONGEST_LINE + 1)
    try:
        return built(words, grammar.lalr.parse(line))
    except UnexpectedToken as error:
        return misplaced(grammar, line, error)
    except Unfit as error:
        said = line[error.start : error.end]
        return Fault(
            message=f'"{said}" {error.message}.',
            column=error.start + 1,
            words=said,
            excerpt=line,
            nearest=error.near,
            expected=error.expected,
        )


def built(words: Vocabulary, tree: Tree[Token]) -> PowerData:
    """The data of a tree."""
    power: PowerData = Builder(words)(tree)
    return power


def misplaced(grammar: Grammar, line: str, error: UnexpectedToken) -> Fault:
    """The fault of a word that does not belong where it stands."""
    expected = grammar.terminals.spelled(error.accepts or error.expected)
    token = error.token
    if token.type == "$END":
        at = len(line.rstrip())
        return Fault(
            message="the sentence is not finished.", column=at + 1, excerpt=line, expected=tuple(ranked("", expected))
        )
    start = token.start_pos or 0
    said = str(token)
    known = "is not a word that cards use" if token.type == UNKNOWN and said[:1].isalnum() else "is not expected here"
    near = nearest(said, [word.strip('"') for word in expected])
    if not near and (said[:1].isalnum() or not any(word.strip('"')[:1] in MARKS for word in expected)):
        near = nearest_phrase(grammar, line, start)
    return Fault(
        message=f'"{said}" {known}.',
        column=start + 1,
        words=said,
        excerpt=line,
        nearest=near,
        expected=tuple(ranked(said, expected)),
    )


def ranked(said: str, expected: list[str]) -> list[str]:
    """What was expected, words with the same beginning first."""
    return sorted(expected, key=lambda word: (word.strip('"')[:1] != said[:1].lower(), not word.startswith('"'), word))


def nearest_phrase(grammar: Grammar, line: str, at: int) -> str:
    """The phrase of the vocabulary most like the one around this place."""
    around = list(pieces(line))
    before = [piece for piece in around if piece.end <= at and piece.text in BREAKS]
    after = [piece for piece in around if piece.start > at and piece.text in BREAKS]
    said = line[before[-1].end if before else 0 : after[0].start if after else len(line)].strip().lower()
    shown = [phrase.shown() for phrase in grammar.words.phrases() if phrase.shown().lower() not in said]
    same_start = [phrase for phrase in shown if said.split()[:1] == phrase.lower().split()[:1]]
    return nearest(said, same_start, 0.1) or nearest(said, shown, 0.6)


def readings(words: Vocabulary, line: str) -> int:
    """In how many ways a line can be read, by the parser that finds them all; more than one is a defect.

    Raises BadCards where the two parsers do not agree.
    """
    grammar = grammar_of(words)
    try:
        tree = grammar.earley.parse(line)
    except UnexpectedInput:
        raise BadCards([Fault(message="only one of the two parsers reads this line", excerpt=line)]) from None
    if any(True for _ in tree.find_data("_ambig")):
        return 2
    if built(words, tree) != parse_power(words, line):
        raise BadCards([Fault(message="the two parsers read this line differently", excerpt=line)])
    return 1
