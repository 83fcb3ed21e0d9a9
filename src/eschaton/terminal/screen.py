"""What is printed may come from anybody: a saved game, a pack, a report. Nothing of it commands the terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import Any, TextIO

from eschaton.kernel.plain import visible


class Screen:
    """A stream on which everything is written as it can be seen."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Write a text; characters that a terminal would obey, or nobody would see, are spelt out."""
        self.stream.write(visible(text))
        return len(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


@contextlib.contextmanager
def plain_output() -> Iterator[None]:
    """Print nothing but what can be seen meanwhile."""
    with contextlib.redirect_stdout(Screen(sys.stdout)):
        yield
