"""Words and marks. Every word of a vocabulary is a terminal of its own, so the grammar decides everything.

Nothing is guessed by look-ahead: a word that the vocabulary does not have is a token of its own kind, and the parser
stops exactly there. A comma and the connective after it ("; otherwise,") are one token.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Any

import msgspec
from lark import Token
from lark.lexer import Lexer

NUMBER = "NUMBER"
CHANGE = "CHANGE"
TITLE = "TITLE"
UNKNOWN = "UNKNOWN"
ALSO = "_AND_ALSO"
"""An "and" after which a list, or what a verb is said of, goes on; any other joins two things that happen."""
AND = "and"
HOW_MANY = frozenset({"a", "an", "x", "up", "that"})
"""Words with which a number of things begins, beside a number itself."""

PIECE = re.compile(
    r"(?P<space>\s+)"
    r"|(?P<title>\"[^\"\n]+\"|“[^”\n]+”)"
    r"|(?P<change>[+\-−](?=\d)\d+)"
    r"|(?P<non>non-(?=\w|$))"
    r"|(?P<word>[^\W_]+(?:['’\-][^\W_]+)*(?:['’](?!\w))?)"
    r"|(?P<mark>[–—−]|.)",
    re.IGNORECASE | re.DOTALL,
)
SAME = str.maketrans({"’": "'", "–": "-", "—": "-", "−": "-"})

JOINED = {
    ", then": ", then",
    ", or": ", or",
    "; or": ", or",
    ", if": ", if",
    ", where x is": ", where x is",
    ", rounded up": ", rounded up",
    ", rounded down": ", rounded down",
    "; otherwise ,": "; otherwise,",
    "; otherwise": "; otherwise,",
    "; if you do not ,": "; if you do not,",
    "; if they do not ,": "; if you do not,",
    "or more": "or more",
    "or fewer": "or fewer",
    "or less": "or fewer",
    "with the most": "with the most",
    "with the highest": "with the most",
    "with the fewest": "with the fewest",
    "with the lowest": "with the fewest",
}
"""Sequences that are one token, and how they are spelled in the grammar."""

SPECIAL = {"number": NUMBER, "change": CHANGE, "title": TITLE}
"""Kinds of token that are not one word each."""

LONGEST = max(len(sequence.split()) for sequence in JOINED)


class Piece(msgspec.Struct, frozen=True):
    """A word, number or mark of a text, with where it stands; `text` is as the grammar spells it."""

    text: str
    kind: str
    start: int
    end: int


def raw(source: str) -> list[Piece]:
    """The single words, numbers and marks."""
    found = []
    for match in PIECE.finditer(source):
        kind = match.lastgroup or ""
        if kind == "space":
            continue
        text = match.group().lower().translate(SAME) if kind != "title" else match.group()[1:-1].strip()
        if kind == "word" and text.isdecimal():
            kind = "number"
        found.append(Piece(text, kind, match.start(), match.end()))
    return found


def pieces(source: str) -> Iterator[Piece]:
    """The tokens of a text, connectives joined."""
    single = raw(source)
    at = 0
    while at < len(single):
        for many in range(min(LONGEST, len(single) - at), 1, -1):
            joined = JOINED.get(" ".join(piece.text for piece in single[at : at + many]))
            if joined is not None:
                yield Piece(joined, "mark", single[at].start, single[at + many - 1].end)
                at += many
                break
        else:
            yield single[at]
            at += 1


class Terminals:
    """The terminals of one grammar: a name for every word and mark that it uses."""

    def __init__(self) -> None:
        self.names: dict[str, str] = {}
        self.texts: dict[str, str] = {}
        self.listed: set[str] = set()  # the words with which an item of a list begins
        self.counts = False  # whether numbers can be said again, or stand in a list

    def name(self, text: str) -> str:
        """The terminal of a word or mark; made on first use. The underscore keeps it out of the tree."""
        if text not in self.names:
            name = "_" + (re.sub(r"\W+", "_", text.upper(), flags=re.ASCII).strip("_") or "MARK")
            if name[1].isdigit():
                name = f"_NO{name}"  # a terminal begins with a letter
            while name in self.texts:
                name += "_"
            self.names[text] = name
            self.texts[name] = text
        return self.names[text]

    def sequence(self, phrase: str) -> str:
        """The terminals of a phrase, in order, as a grammar writes them."""
        return " ".join(self.name(piece.text) for piece in pieces(phrase))

    def kind(self, piece: Piece, after: Piece | None) -> str:
        """The terminal that a token of a text is; what a word "and" joins, the one after it tells."""
        if piece.kind in SPECIAL:
            return SPECIAL[piece.kind]
        if piece.text == AND and after is not None and self.goes_on(after):
            return ALSO
        return self.names.get(piece.text, UNKNOWN)

    def goes_on(self, piece: Piece) -> bool:
        """Whether a list goes on with this."""
        return piece.text in self.listed or (self.counts and (piece.kind == "number" or piece.text in HOW_MANY))

    def spelled(self, names: Iterable[str]) -> list[str]:
        """Terminals as people read them, sorted; those that stand for nothing in this game are left out."""
        special = {
            NUMBER: "a number",
            CHANGE: "+1",
            ALSO: f'"{AND}"',
            TITLE: "a title in quotes",
            "$END": "the end of the line",
        }
        shown = {name: f'"{self.texts[name]}"' if name in self.texts else special.get(name, "") for name in names}
        return sorted({*filter(None, shown.values())})

    def lexer(self) -> type[Lexer]:
        """A lexer for lark that knows these terminals."""
        terminals = self

        class Words(Lexer):
            """Tokens of one line."""

            def __init__(self, conf: Any) -> None:
                pass

            def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]
                source = str(data)
                found = list(pieces(source))
                for piece, after in zip_longest(found, found[1:]):
                    yield Token(
                        terminals.kind(piece, after),
                        source[piece.start : piece.end],
                        start_pos=piece.start,
                        line=1,
                        column=piece.start + 1,
                        end_line=1,
                        end_column=piece.end + 1,
                        end_pos=piece.end,
                    )

        return Words
