"""Reading TOML that may have mistakes: a line that is none is a fault, and the lines after it are read all the same."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from eschaton.cardtext.errors import Fault, Place

MEANT = {
    "Invalid value": "a number, true or false, a text in quotes, [ a list ] or { a table }",
    "Cannot overwrite a value": "each field once",
    "Illegal character '\\n'": 'a quotation mark at the end; a text of several lines stands between """ and """',
    "Unterminated string": 'a quotation mark at the end, or """ after a text of several lines',
    "Unclosed": "the bracket that closes it",
    "Expected '=' after a key": "field = value, or # before a note",
    "Invalid statement": "field = value, [pack], [[a kind of card]], or # before a note",
    "Expected ']]'": "[[a kind of card]]",
    'Expected "]]"': "[[a kind of card]]",
}
"""What should stand there, by how tomllib begins its complaint."""

TWICE = re.compile(r"\s*([^\s=]+)\s*=")  # the field that stands there a second time
MOST = 20  # lines that are left out before a file is given up
SPANS = ("[", '"""', "'''")
"""What begins more than its own line: without it the lines after it would mean something else."""


class Source(msgspec.Struct, frozen=True):
    """A file as read: its text without the lines that are not TOML, what it says (None: nothing), and their faults."""

    text: str
    raw: dict[str, Any] | None
    faults: tuple[Fault, ...]


def text_of(file: Path) -> str:
    """The text of a file in UTF-8; the mark with which some editors begin one is no part of it."""
    return file.read_text("utf-8-sig")


def read_toml(text: str, file: str) -> Source:
    """What a file says, as far as it can be read; places in it stay what they are."""
    lines = text.split("\n")
    faults: list[Fault] = []
    for _ in range(MOST):
        mended = "\n".join(lines)
        try:
            return Source(mended, tomllib.loads(mended), tuple(faults))
        except tomllib.TOMLDecodeError as error:
            fault = syntax_fault(mended, file, error)
        follows = bool(faults) and fault.line == faults[-1].line + 1
        if follows or not can_be_left_out(lines[fault.line - 1]):
            return Source(text, None, tuple(faults) if follows else (*faults, fault))
        faults.append(fault)
        lines[fault.line - 1] = ""
    return Source(text, None, tuple(faults))


def can_be_left_out(line: str) -> bool:
    """Whether a line stands for itself: a field and its value, or a few words that are neither."""
    return bool(line.strip()) and not any(mark in line for mark in SPANS)


def never_closed(lines: list[str]) -> Place:
    """Where a text begins that goes on to the end of the file; the end itself if none of several lines does."""
    for number in range(len(lines), 0, -1):
        for mark in SPANS[1:]:
            if mark in lines[number - 1]:
                return number, lines[number - 1].rindex(mark) + 1
    return len(lines), len(lines[-1]) + 1


def syntax_fault(source: str, file: str, error: tomllib.TOMLDecodeError) -> Fault:
    """What tomllib says, placed."""
    message = str(error)
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    lines = source.splitlines() or [""]
    line, column = (int(found[1]), int(found[2])) if found and found[1] else never_closed(lines)
    said = message[: found.start()] if found else message
    excerpt = lines[line - 1] if line <= len(lines) else ""
    again = TWICE.match(excerpt) if said.startswith("Cannot overwrite") else None
    if again:
        column = again.start(1) + 1
    meant = tuple(hint for beginning, hint in MEANT.items() if said.startswith(beginning))
    return Fault(
        message=f"not TOML: {said}.",
        file=file,
        line=line,
        column=column,
        words=again[1] if again else "",
        excerpt=excerpt,
        expected=meant,
    )
