"""Where everything stands in a TOML file: every key, every value, every letter of every string.

`tomllib` reads the values but forgets the places. This scanner walks a file that `tomllib` has accepted, so it need not
refuse anything; it only keeps count.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable

from eschaton.cardtext.errors import Fault, Place

Key = str | int
Path = tuple[Key, ...]

BARE = re.compile(r"[A-Za-z0-9_-]+")
SPACE = re.compile(r"[ \t]*")
BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
SCALAR = re.compile(r"[^,\]}\n#]*")
ESCAPED = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\", "e": "\x1b"}


class Positions:
    """The offsets of keys and values of a TOML source by their path: `("gift", 0, "text")`.

    The file is scanned when something is first asked for: a pack without faults never is.
    """

    def __init__(self, source: str) -> None:
        self.source = source.replace("\r\n", "\n")
        self.lines = [0, *(match.end() for match in re.finditer("\n", self.source))]
        self.keys: dict[Path, int] = {}
        self.values: dict[Path, int] = {}
        self.letters: dict[Path, list[int]] = {}
        self.at = 0
        self.arrays: dict[Path, int] = {}
        self.scanned = False

    # Asking.

    def place(self, offset: int) -> Place:
        """The line and column of an offset."""
        line = bisect_right(self.lines, offset)
        return line, offset - self.lines[line - 1] + 1

    def key(self, path: Path) -> Place:
        """Where a key stands, or the first one below it, or the nearest one above it."""
        self.scan_once()
        inside = next((key for key in self.keys if path and key[: len(path)] == path), None)
        if path not in self.keys and inside is not None:
            path = inside
        while path and path not in self.keys:
            path = path[:-1]
        return self.place(self.keys.get(path, 0))

    def value(self, path: Path) -> Place:
        """Where a value stands, or else its key."""
        self.scan_once()
        return self.place(self.values[path]) if path in self.values else self.key(path)

    def letter(self, path: Path, index: int) -> Place:
        """Where a letter of a string stands; the end of the string if there is no such letter."""
        self.scan_once()
        letters = self.letters.get(path)
        return self.place(letters[min(index, len(letters) - 1)]) if letters else self.value(path)

    def line(self, number: int) -> str:
        """The text of a line."""
        return self.source.split("\n")[number - 1]

    # Scanning.

    def scan_once(self) -> None:
        """Scan the file if that has not been done yet."""
        if not self.scanned:
            self.scanned = True
            self.scan()

    def scan(self) -> None:
        """Walk the whole file."""
        table: Path = ()
        self.skip(BLANK)
        while self.at < len(self.source):
            if self.looking("[["):
                table = self.header("[[", "]]")
            elif self.looking("["):
                table = self.header("[", "]")
            else:
                self.pair(table)
            self.skip(BLANK)

    def header(self, opening: str, closing: str) -> Path:
        """A table's heading; a table in a list gets its place in the list."""
        start = self.at
        self.at += len(opening)
        names = self.dotted()
        self.at += len(closing)
        path: Path = ()
        for name in names[:-1]:
            path = self.inside((*path, name))
        path = (*path, names[-1])
        if opening == "[[":
            self.arrays[path] = self.arrays.get(path, -1) + 1
        path = self.inside(path)
        self.keys.setdefault(path, start)
        return path

    def inside(self, path: Path) -> Path:
        """The latest element of a list of tables, or the table itself."""
        return (*path, self.arrays[path]) if path in self.arrays else path

    def pair(self, table: Path) -> None:
        """A key and its value."""
        start = self.at
        path = (*table, *self.dotted())
        self.keys[path] = start
        self.at += 1  # the equals sign
        self.skip(SPACE)
        self.read(path)

    def dotted(self) -> list[str]:
        """The names of a dotted key."""
        names = []
        while True:
            self.skip(SPACE)
            names.append(self.name())
            self.skip(SPACE)
            if not self.looking("."):
                return names
            self.at += 1

    def name(self) -> str:
        """One name of a key, bare or in quotes."""
        if self.source[self.at] in "\"'":
            text, _ = self.string()
            return text
        match = BARE.match(self.source, self.at)
        found = match.group() if match else ""
        self.at += max(1, len(found))
        return found

    def read(self, path: Path) -> None:
        """A value."""
        self.values[path] = self.at
        if self.looking('"') or self.looking("'"):
            _, self.letters[path] = self.string()
        elif self.looking("["):
            self.listed(path)
        elif self.looking("{"):
            self.inline(path)
        else:
            self.skip(SCALAR)

    def listed(self, path: Path) -> None:
        """A list in brackets."""
        self.at += 1
        count = 0
        self.skip(BLANK)
        while self.at < len(self.source) and not self.looking("]"):
            self.read((*path, count))
            count += 1
            self.skip_comma()
        self.at += 1

    def inline(self, path: Path) -> None:
        """A table in braces."""
        self.at += 1
        self.skip(BLANK)
        while self.at < len(self.source) and not self.looking("}"):
            self.pair(path)
            self.skip_comma()
        self.at += 1

    def skip_comma(self) -> None:
        """To the next element."""
        self.skip(BLANK)
        if self.looking(","):
            self.at += 1
            self.skip(BLANK)

    def string(self) -> tuple[str, list[int]]:
        """A string of any of the four kinds, and the offset of each of its letters; the last is where it ends."""
        quote = self.source[self.at]
        many = 3 if self.looking(quote * 3) else 1
        closing = quote * many
        self.at += many
        if many == 3 and self.looking("\n"):
            self.at += 1
        text: list[str] = []
        letters: list[int] = []
        while self.at < len(self.source) and not self.closes(closing):
            start = self.at
            letter = self.escape() if quote == '"' and self.looking("\\") else self.letter_here()
            if letter:
                text.append(letter)
                letters.append(start)
        letters.append(self.at)
        self.at += many
        return "".join(text), letters

    def closes(self, closing: str) -> bool:
        """Whether the string ends here; up to two quotes may stand right before three that close."""
        return self.looking(closing) and not (len(closing) == 3 and self.looking(closing + closing[0]))

    def letter_here(self) -> str:
        """One plain letter."""
        self.at += 1
        return self.source[self.at - 1]

    def escape(self) -> str:
        """What an escape stands for; a line continued with a backslash stands for nothing."""
        continued = re.compile(r"\\[ \t]*\n\s*").match(self.source, self.at)
        if continued:
            self.at = continued.end()
            return ""
        kind = self.source[self.at + 1]
        digits = {"u": 4, "U": 8, "x": 2}.get(kind, 0)
        code = self.source[self.at + 2 : self.at + 2 + digits]
        self.at += 2 + digits
        return chr(int(code, 16)) if digits else ESCAPED.get(kind, kind)

    def looking(self, at: str) -> bool:
        """Whether this stands here."""
        return self.source.startswith(at, self.at)

    def skip(self, pattern: re.Pattern[str]) -> None:
        """Go past what matches."""
        match = pattern.match(self.source, self.at)
        self.at = match.end() if match else self.at


def placed(
    positions: Positions,
    file: str,
    path: Path,
    message: str,
    words: str = "",
    near: str = "",
    expected: Iterable[str] = (),
    at_key: bool = False,
) -> Fault:
    """A fault at a key, or at the words of a value, of a file."""
    line, column = positions.key(path) if at_key or not words else positions.value(path)
    excerpt = positions.line(line)
    if words and excerpt[column - 1 : column] in "\"'" and excerpt[column : column + len(words)] == words:
        column += 1  # past the quote
    return Fault(
        message=f"{message.rstrip('.')}.",
        file=file,
        line=line,
        column=column,
        words=words,
        excerpt=excerpt,
        nearest=near,
        expected=tuple(expected),
    )
