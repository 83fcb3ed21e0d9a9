"""What is wrong with a card, precisely: where, which words, what would have been right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

import msgspec

from eschaton.kernel.errors import EschatonError

Place = tuple[int, int]
"""Line and column."""
SHOWN = 9  # things expected that are named
WIDEST = 240  # letters of a line that are shown


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """One mistake: file, line and column, the words, what is wrong, what was expected, the nearest known phrase."""

    message: str
    file: str = "text"
    line: int = 1
    column: int = 1
    words: str = ""
    excerpt: str = ""
    nearest: str = ""
    expected: tuple[str, ...] = ()

    def __str__(self) -> str:
        hints = "  ".join(self.hints())
        lines = [*(self.marked() if self.excerpt else ()), *([hints] if hints else ())]
        return "\n  ".join([f"{self.file}:{self.line}:{self.column}: {self.message}", *lines])

    def marked(self) -> tuple[str, str]:
        """The line as written, as much of it as is shown, and a line that points at the words."""
        code = self.excerpt.rstrip("\n").replace("\t", " ")
        start = len(code) - len(code.lstrip())
        before = "…" if self.column - start > WIDEST else ""
        start = max(start, self.column - WIDEST // 2) if before else start
        after = "…" if len(code) - start > WIDEST else ""
        many = min(max(1, len(self.words)), start + WIDEST - self.column + 1)
        pointer = " " * (self.column - 1 - start + len(before)) + "^" * many
        return f"{before}{code[start : start + WIDEST]}{after}", pointer

    def hints(self) -> Iterator[str]:
        """What would have been right."""
        if self.nearest:
            yield f'Did you mean "{self.nearest}"?'
        if self.expected:
            more = ", …" if len(self.expected) > SHOWN else ""
            yield f"(expected: {', '.join(self.expected[:SHOWN])}{more})"


class BadCards(EschatonError):
    """A text or a pack has faults; all of them are listed."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(map(str, faults)))

    @property
    def brief(self) -> str:
        """The first fault on one line, and the command that shows the others."""
        first, more = self.faults[0], len(self.faults) - 1
        others = f"And {more} more:" if more else "See:"
        where = f"{first.file}:{first.line}:{first.column}"
        return f"{where}: {first.message} {others} eschaton cards check {first.file}"


class BadVocabulary(Exception):
    """A game declares words that cannot work together; a defect of the game, found when it is imported."""


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str:
    """The known word or phrase most like this one, or ""."""
    spelled = {other.lower(): other for other in known}
    found = get_close_matches(word.lower(), spelled, 1, cutoff)
    return spelled[found[0]] if found else ""
