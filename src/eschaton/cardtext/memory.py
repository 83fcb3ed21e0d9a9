"""Lines that have been read before, kept between runs: making a parser takes longer than all else about a pack.

What is kept depends on the vocabulary and on this package alone, so it is never wrong, only missing. It lies in
`$ESCHATON_CACHE`, or `$XDG_CACHE_HOME/eschaton`, or `~/.cache/eschaton`; `ESCHATON_CACHE=` (empty) keeps nothing.
"""

from __future__ import annotations

import hashlib
import os
import threading
from pathlib import Path

import msgspec

from eschaton.cardtext.data import PowerData
from eschaton.cardtext.grammar import Grammar
from eschaton.kernel.once import once

MOST_LINES = 5_000
"""So many lines are kept for a game: many times its own, and no more, whatever packs people bring."""

_decode = msgspec.msgpack.Decoder(dict[str, PowerData]).decode


class Memory:
    """The lines of one grammar that are understood."""

    def __init__(self, grammar: Grammar) -> None:
        folder = cache_folder()
        declared = f"{grammar.text}{grammar.words.fingerprint()}"
        digest = hashlib.blake2b(own_digest() + declared.encode(), digest_size=16).hexdigest()
        self.file = folder / f"cards-{digest}.msgpack" if folder is not None else None
        self.lines = self.recalled()
        self.learnt = False  # whether something was since it was kept
        self.turn = threading.Lock()

    def recall(self, line: str) -> PowerData | None:
        """What a line says, if it was read before."""
        with self.turn:
            found = self.lines.pop(line, None)
            if found is not None:
                self.lines[line] = found  # what was wanted last is forgotten last
        return found

    def learn(self, line: str, power: PowerData) -> None:
        """Keep in mind what a line says; what was not wanted for longest is forgotten for it."""
        with self.turn:
            self.learnt = True
            self.lines[line] = power
            while len(self.lines) > MOST_LINES:
                del self.lines[next(iter(self.lines))]

    def recalled(self) -> dict[str, PowerData]:
        """What was kept; nothing if there is none, or if it cannot be read."""
        try:
            return _decode(self.file.read_bytes()) if self.file is not None else {}
        except (OSError, msgspec.DecodeError):
            return {}

    def keep(self) -> None:
        """Keep what has been read since; it does not matter if that fails."""
        with self.turn:
            if self.file is None or not self.learnt:
                return
            self.learnt, data = False, msgspec.msgpack.encode(self.lines)
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            half = self.file.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
            half.write_bytes(data)
            half.replace(self.file)
        except OSError:
            return


@once
def memory_of(grammar: Grammar) -> Memory:
    """The memory of a grammar."""
    return Memory(grammar)


def cache_folder() -> Path | None:
    """Where lines are kept; None for nowhere."""
    chosen = os.environ.get("ESCHATON_CACHE")
    if chosen is not None:
        return Path(chosen) if chosen else None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "eschaton"
    except RuntimeError:  # nobody's home
        return None


@once
def own_digest() -> bytes:
    """A fingerprint of this package: another version reads anew."""
    found = hashlib.blake2b(digest_size=16)
    for file in sorted(Path(__file__).parent.glob("*.py")):
        found.update(file.read_bytes())
    return found.digest()
