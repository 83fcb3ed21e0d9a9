"""From text to powers. One power a line; every line that is not understood is refused with the place and a hint."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import msgspec
from lark import Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from eschaton.cardtext.build import DURATION, OWN_LINE, Builder
from eschaton.cardtext.data import PowerData
from eschaton.cardtext.errors import BadCards, Fault, Place, nearest
from eschaton.cardtext.grammar import Grammar, grammar_of
from eschaton.cardtext.hints import Around, meant
from eschaton.cardtext.memory import memory_of
from eschaton.cardtext.sense import senseless
from eschaton.cardtext.things import Unfit
from eschaton.cardtext.tokens import UNKNOWN, pieces
from eschaton.cardtext.vocabulary import Vocabulary

LONGEST_LINE = 2_000
FOREVER = "for the rest of the game, "
NO_WORD = "is not a word that cards use."
DO = re.compile(r"\bdo\s*:\s*$", re.IGNORECASE)
Where = Callable[[int], Place]
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
    words: Vocabulary, text: str, file: str = "text", where: Where | None = None, source: str = "", kind: str = ""
) -> tuple[tuple[PowerData, ...], list[Fault]]:
    """The powers of a text on a card of some kind, and the faults of the lines that are not, placed in their file."""
    powers: list[PowerData] = []
    faults: list[Fault] = []
    lines = (source or text).splitlines()
    for match in re.finditer(r"[^\n]+", text):
        if not match.group().strip():
            continue
        found = understood(words, match.group())
        if isinstance(found, PowerData):
            powers.append(found)
            wrong = senseless(words, kind, found, match.group())
        else:
            wrong = [advised(words, kind, fault) for fault in (found, *further(words, kind, match.group(), found))]
        for fault in wrong:
            at = match.start() + fault.column - 1
            line, column = where(at) if where else (text.count("\n", 0, at) + 1, fault.column)
            excerpt = lines[line - 1] if line <= len(lines) else match.group()
            faults.append(msgspec.structs.replace(fault, file=file, line=line, column=column, excerpt=excerpt))
    return tuple(powers), faults


def advised(words: Vocabulary, kind: str, fault: Fault) -> Fault:
    """A fault without advice that such a card cannot follow: what never lies in play says nothing that is so."""
    if kind not in words.passing or OWN_LINE not in fault.expected or DURATION not in fault.expected:
        return fault
    return msgspec.structs.replace(fault, expected=tuple(word for word in fault.expected if word != OWN_LINE))


def further(words: Vocabulary, kind: str, line: str, fault: Fault) -> Iterator[Fault]:
    """What else is wrong with a line: with the word that was meant in place of the wrong one, or whatever is meant."""
    end = fault.column - 1 + len(fault.words)
    if not fault.message.endswith(NO_WORD) or f'"{fault.nearest}"' not in fault.expected:
        yield from regardless(words, line, fault)
        return
    mended = line[: fault.column - 1] + fault.nearest + line[end:]
    found = parsed(words, mended)
    wrong = senseless(words, kind, found, mended) if isinstance(found, PowerData) else [found]
    if isinstance(found, Fault):
        wrong += further(words, kind, mended, found)
    longer = len(mended) - len(line)
    for other in wrong:
        at_once = not mended[end + longer : other.column - 1].strip()
        if other.column - longer > end and not (other is found and at_once):  # that would follow from the guess
            yield msgspec.structs.replace(other, column=other.column - longer)


def regardless(words: Vocabulary, line: str, fault: Fault) -> Iterator[Fault]:
    """Words in the rest of a line that are wrong whatever stands before: unknown ones, such as begin no sentence."""
    after = fault.column - 1 + len(fault.words)
    for at in (piece.end for piece in pieces(line) if piece.text in (".", ":")):
        rest = line[at:]
        found = parsed(words, rest) if at > after and rest.strip() else None
        if isinstance(found, Fault):
            after = at + found.column - 1 + len(found.words)
            if found.message.endswith(NO_WORD) or not rest[: found.column - 1].strip():
                yield msgspec.structs.replace(found, column=at + found.column)


def understood(words: Vocabulary, line: str) -> PowerData | Fault:
    """A line as a power, or what is wrong with it; what was once understood is kept."""
    if len(line) > LONGEST_LINE:
        message = f"a power is at most {LONGEST_LINE} characters long."
        return Fault(message=message, column=LONGEST_LINE + 1, excerpt=line, expected=("one power a line",))
    memory = memory_of(grammar_of(words))
    known = memory.recall(line)
    if known is not None:
        return known
    found = parsed(words, line)
    if isinstance(found, PowerData):
        memory.learn(line, found)
    return found


def parsed(words: Vocabulary, line: str) -> PowerData | Fault:
    """What the parser makes of a line."""
    grammar = grammar_of(words)
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
    if DO.search(line[:start]):
        return unwritten(grammar, line, start)
    unknown = token.type == UNKNOWN and said[:1].isalnum()
    around = Around(line, start)
    if not unknown and is_statement(grammar, around.said):
        message = f'"{around.said}" says what is so, and cannot stand among things that happen.'
        expected = [*([DURATION] if takes_duration(grammar, line, around) else []), OWN_LINE]
        return Fault(
            message=message, column=around.start + 1, words=around.said, excerpt=line, expected=tuple(expected)
        )
    return Fault(
        message=f'"{said}" {NO_WORD if unknown else "is not expected here."}',
        column=start + 1,
        words=said,
        excerpt=line,
        nearest=meant(grammar.words, around, said, expected, unknown),
        expected=tuple(ranked(said, expected)),
    )


def unwritten(grammar: Grammar, line: str, start: int) -> Fault:
    """The fault of an ability after "Do:" that the game does not have."""
    said = line[start:].partition(".")[0].rstrip()
    titles = [ability.template for ability in grammar.words.named_powers.values()]
    message = f'"{said}" is nothing that the authors of this game have written.'
    expected = (*(f'"{title}"' for title in titles), 'a sentence without "Do:"')
    near = nearest(said, titles)
    return Fault(message=message, column=start + 1, words=said, excerpt=line, nearest=near, expected=expected)


def takes_duration(grammar: Grammar, line: str, around: Around) -> bool:
    """Whether a statement could stand where it does if it said for how long."""
    end = around.start + len(FOREVER) + len(around.said)
    try:
        built(grammar.words, grammar.lalr.parse(line[: around.start] + FOREVER + line[around.start :]))
    except UnexpectedToken as error:
        return (error.token.start_pos or end) >= end
    except Unfit as error:
        return error.start >= end
    return True


def is_statement(grammar: Grammar, said: str) -> bool:
    """Whether words by themselves say what is so, as a line of their own may."""
    try:
        return built(grammar.words, grammar.lalr.parse(f"{said}.")).standing
    except (UnexpectedInput, Unfit):
        return False


def ranked(said: str, expected: list[str]) -> list[str]:
    """What was expected, words with the same beginning first."""
    return sorted(expected, key=lambda word: (word.strip('"')[:1] != said[:1].lower(), not word.startswith('"'), word))


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
