"""What a ledger is made of: sections, entries with ids, and the switches that rulings name."""

import re
from functools import cached_property
from typing import Literal

from msgspec import Struct

Kind = Literal["rule", "example", "ruling", "note"]

ENTRY_ID = r"[A-Z]{2}-(?:(?:R-)?\d+\.\d+|Q-\d+[a-z]?|EX-D?\d+|(?!R-)[A-Z]+-\d+)"


class LedgerError(ValueError):
    """A ledger, an id or a request that cannot be read; the message says which and why."""


class RuleSwitch(Struct, frozen=True):
    """A table option that a ruling names; the default is the ruling's choice."""

    name: str
    default: str
    values: tuple[str, ...] = ()
    note: str = ""
    stated: bool = True  # False: no default value is printed, so `default` quotes the ruling


class Section(Struct, frozen=True):
    """A heading and the headings it stands under, the outermost first and itself last."""

    path: tuple[str, ...]
    level: int
    line: int

    @property
    def title(self) -> str:
        """The words of the heading itself."""
        return self.path[-1]

    @property
    def name(self) -> str:
        """The whole path in one line."""
        return " / ".join(self.path)


class RuleEntry(Struct, frozen=True):
    """One defined id: a rule, a worked example, a ruling, or a note that proves nothing."""

    id: str
    kind: Kind
    text: str
    section: Section
    line: int
    corrected: bool = False
    struck: bool = False
    behaves: bool = True  # False: it states no behaviour, so there is nothing to prove
    switch: RuleSwitch | None = None


class Ledger(Struct, frozen=True, dict=True):
    """All that one game's ledger defines, in the order of the file."""

    game: str
    prefix: str
    title: str
    sections: tuple[Section, ...]
    entries: tuple[RuleEntry, ...]

    @cached_property
    def by_id(self) -> dict[str, RuleEntry]:
        """Every entry by its id, struck ones included."""
        return {entry.id: entry for entry in self.entries}

    def of_kind(self, kind: Kind) -> list[RuleEntry]:
        """The entries of a kind that are in force."""
        return [entry for entry in self.entries if entry.kind == kind and not entry.struck]

    def to_prove(self, kind: Kind) -> list[RuleEntry]:
        """The entries of a kind that a test must prove: those in force that state a behaviour."""
        return [entry for entry in self.of_kind(kind) if entry.behaves]

    def switches(self) -> dict[str, RuleSwitch]:
        """The switches in force, by the id of the ruling that names each."""
        return {entry.id: entry.switch for entry in self.of_kind("ruling") if entry.switch}


def kind_of(entry_id: str) -> Kind:
    """What an id stands for, by its shape alone."""
    body = entry_id.split("-", 1)[1]
    if body[0].isdigit() or body.startswith("R-"):
        return "rule"
    if body.startswith("EX-"):
        return "example"
    if body.startswith("Q-"):
        return "ruling"
    return "note"


def natural(entry_id: str) -> list[tuple[int, str]]:
    """A sort key that puts CD-2.9 before CD-2.10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", entry_id)]
