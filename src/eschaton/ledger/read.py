"""Reads a ledger: which ids it defines, and what each says. Citations define nothing."""

import re
from itertools import takewhile
from typing import NamedTuple

from eschaton.ledger.entry import ENTRY_ID, Ledger, LedgerError, RuleEntry, Section, kind_of
from eschaton.ledger.switches import read_switch

HEADING = re.compile(r"(#{1,6}) +(.+)")
DEFINING_HEADING = re.compile(rf"`({ENTRY_ID})` +(\S.*)")
DEFINING_BULLET = re.compile(rf"- (~~)?`({ENTRY_ID})` +(\S.*)")
DEFINING_CELL = re.compile(rf"(~~)?`({ENTRY_ID})`(?:~~)?")
CELL_BORDER = re.compile(r"(?<!\\)\|")
NO_BEHAVIOUR = "(no behaviour)"


class Draft(NamedTuple):
    """An entry while its lines are being gathered."""

    id: str
    lines: list[str]
    section: Section
    line: int
    struck: bool


class LedgerReader:
    """Walks the lines of one ledger once."""

    def __init__(self, text: str) -> None:
        """Start before the first line."""
        self.lines = text.splitlines()
        self.title = ""
        self.sections: list[Section] = []
        self.open: list[Section] = []
        self.drafts: list[Draft] = []
        self.at = 0

    def read(self) -> None:
        """Gather every section and every defining place."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            if line.startswith("```"):
                self._skip_fence()
            elif heading := HEADING.fullmatch(line):
                self._heading(len(heading[1]), heading[2].strip())
            elif line.startswith("|"):
                self._table()
            elif bullet := DEFINING_BULLET.fullmatch(line):
                self._bullet(bullet)
            else:
                self.at += 1

    def _skip_fence(self) -> None:
        """Nothing inside a fenced block defines anything."""
        self.at += 1
        while self.at < len(self.lines) and not self.lines[self.at].startswith("```"):
            self.at += 1
        self.at += 1

    def _heading(self, level: int, words: str) -> None:
        """A heading is the title, a section, or an entry with the body that follows."""
        if defining := DEFINING_HEADING.fullmatch(words):
            self._heading_entry(defining)
            return
        self.at += 1
        if not self.title:
            self.title = plain_title(words)
            return
        while self.open and self.open[-1].level >= level:
            self.open.pop()
        section = Section((*[above.title for above in self.open], words), level, self.at)
        self.open.append(section)
        self.sections.append(section)

    def _heading_entry(self, defining: re.Match[str]) -> None:
        """The entry lasts until the next heading of any level."""
        draft = self._draft(defining[1], defining[2])
        self.at += 1
        while self.at < len(self.lines) and not HEADING.fullmatch(self.lines[self.at]):
            draft.lines.append(self.lines[self.at])
            self.at += 1

    def _table(self) -> None:
        """Rows define their first cell only where the table's first column is headed `id`."""
        header = cells(self.lines[self.at])
        while self.at < len(self.lines) and self.lines[self.at].startswith("|"):
            row = cells(self.lines[self.at])
            defining = DEFINING_CELL.fullmatch(row[0])
            if defining and header[0].lower() == "id":
                if len(row) != len(header):
                    raise LedgerError(f"line {self.at + 1}: {len(row)} cells under {len(header)} headings")
                self._draft(defining[2], labelled(header, row), struck=bool(defining[1]))
            self.at += 1

    def _bullet(self, bullet: re.Match[str]) -> None:
        """The entry lasts while lines are indented; a colon at its end takes in the table that follows."""
        draft = self._draft(bullet[2], bullet[3], struck=bool(bullet[1]))
        self.at += 1
        while self.at < len(self.lines) and self.lines[self.at].startswith("  "):
            draft.lines[0] += " " + self.lines[self.at].strip()
            self.at += 1
        if draft.lines[0].endswith(":"):
            draft.lines.extend(takewhile(lambda line: line.startswith("|"), self.lines[self.at + 1 :]))

    def _draft(self, entry_id: str, text: str, struck: bool = False) -> Draft:
        """Begin an entry at the present line."""
        if not self.sections:
            raise LedgerError(f"line {self.at + 1}: {entry_id} stands before the first section")
        draft = Draft(entry_id, [text], self.sections[-1], self.at + 1, struck)
        self.drafts.append(draft)
        return draft


def cells(row: str) -> list[str]:
    """The cells of a table row; an escaped bar is part of its cell."""
    return [cell.strip().replace("\\|", "|") for cell in CELL_BORDER.split(row.strip().strip("|"))]


def labelled(header: list[str], row: list[str]) -> str:
    """The cells after the id, each after the first under its column's name."""
    rest = [f"{name.capitalize()}: {cell}" for name, cell in zip(header[2:], row[2:], strict=True)]
    return "\n".join([row[1], *rest])


def plain_title(words: str) -> str:
    """The game's title, without the prefix before it and the word `rules ledger` after it."""
    return re.sub(r"^[A-Z]{2}: |[:,] rules ledger.*$", "", words)


def read_ledger(game: str, text: str) -> Ledger:
    """Parse a ledger; an id defined twice or with a foreign prefix is an error."""
    reader = LedgerReader(text)
    try:
        reader.read()
        return Ledger(game, one_prefix(reader.drafts), reader.title, tuple(reader.sections), finish(reader.drafts))
    except LedgerError as error:
        raise LedgerError(f"ledger of {game}: {error}") from None


def one_prefix(drafts: list[Draft]) -> str:
    """The prefix all ids share."""
    prefixes = {draft.id[:2]: draft for draft in drafts}
    if len(prefixes) != 1:
        places = ", ".join(f"{draft.id} on line {draft.line}" for draft in prefixes.values())
        raise LedgerError(f"expected ids with one prefix, found {places or 'none'}")
    return next(iter(prefixes))


def finish(drafts: list[Draft]) -> tuple[RuleEntry, ...]:
    """Turn drafts into entries, each id once."""
    seen: dict[str, int] = {}
    for draft in drafts:
        if draft.id in seen:
            raise LedgerError(f"{draft.id} is defined on line {seen[draft.id]} and again on line {draft.line}")
        seen[draft.id] = draft.line
    return tuple(entry_of(draft) for draft in drafts)


def entry_of(draft: Draft) -> RuleEntry:
    """Read the marks an entry's text carries."""
    text = "\n".join(draft.lines).strip()
    if draft.struck:
        text = text.removesuffix("~~")
    kind = kind_of(draft.id)
    return RuleEntry(
        draft.id,
        kind,
        text,
        draft.section,
        draft.line,
        corrected="(corrected" in text,
        struck=draft.struck or text.startswith("(struck"),
        behaves=NO_BEHAVIOUR not in text,
        switch=read_switch(text) if kind == "ruling" else None,
    )
