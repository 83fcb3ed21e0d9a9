"""What a table finds in files that are written after it, as one list: nothing is entered by importing a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import RulesError
from eschaton.kernel.step import Follow, Step

EntryT = TypeVar("EntryT")


class Rules(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a game that its table calls. A game gives them to its `Game`, which gives them to its tables.

    `due` is looked at after every step, in this order: the first that must happen does. `unasked` says what a seat may
    do at this moment. `automatic` answers the questions of a step, by its name, for a seat that the rules play; where
    it has no entry the neutral answer is given. `abilities` are the powers that are written as code.
    """

    due: tuple[Callable[[Any], Follow], ...] = ()
    unasked: tuple[Callable[[Any, Seat], Mapping[str, Step]], ...] = ()
    automatic: Mapping[str, Callable[[Any, Any, Any], Any]] = {}
    abilities: Any = None


class Register(Generic[EntryT]):
    """What one file knows by name. A game joins those of its files in one list; no name may be known twice."""

    def __init__(self, *parts: Register[EntryT]) -> None:
        self.known: dict[str, EntryT] = {}
        for part in parts:
            for name, entry in part.known.items():
                self.enter(name, entry)

    def enter(self, name: str, entry: EntryT) -> None:
        """Make something known under a name."""
        if name in self.known:
            raise RulesError(f"{name} is entered twice")
        self.known[name] = entry

    def __call__(self, *names: str) -> Callable[[EntryT], EntryT]:
        """What is decorated is known under these names."""

        def enter(entry: EntryT) -> EntryT:
            for name in names:
                self.enter(name, entry)
            return entry

        return enter
