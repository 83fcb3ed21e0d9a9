"""Lines in, lines out."""

from __future__ import annotations

import shutil
import sys
import textwrap
from typing import TextIO


class EndOfInput(BaseException):
    """There is nothing more to read. Not an error of anybody, so nothing but the client catches it."""


class Quit(BaseException):
    """The person at the terminal wants to stop, by a word or by Ctrl-C at a question."""


class Console:
    """Where a person reads and types. What comes from a pipe is echoed, so that the output reads as a transcript."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        self.source = source or sys.stdin
        self.target = target or sys.stdout
        self.interactive = self.source.isatty()
        self.width = min(110, shutil.get_terminal_size((100, 24)).columns)

    def say(self, text: str = "", indent: str = "") -> None:
        """Print a text, its long lines wrapped with a hanging indent."""
        for line in text.splitlines() or [""]:
            margin = " " * (len(line) - len(line.lstrip()))
            print(
                textwrap.fill(
                    line.strip(),
                    self.width,
                    initial_indent=indent + margin,
                    subsequent_indent=" " * len(indent) + margin + "    ",
                    break_on_hyphens=False,
                    break_long_words=False,
                ),
                file=self.target,
            )

    def note(self, text: str) -> None:
        """Print one line as it is, so that a path or command in it stays whole."""
        print(text, file=self.target)

    def wipe(self) -> None:
        """Push what was written off the screen."""
        print("\n" * shutil.get_terminal_size().lines, end="", file=self.target)

    def ask(self, prompt: str) -> str:
        """The next line, without spaces around it; EndOfInput when there is none, Quit for Ctrl-C."""
        print(prompt, end=" ", flush=True, file=self.target)
        try:
            line = self.source.readline()
        except UnicodeDecodeError:
            print(file=self.target)
            return "?"
        except KeyboardInterrupt:
            print(file=self.target)
            raise Quit from None
        if not line:
            print(file=self.target)
            raise EndOfInput
        if not self.interactive:
            print(line.rstrip("\n"), file=self.target)
        return line.strip()
