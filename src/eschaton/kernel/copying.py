"""How tables are copied field by field, sharing what cannot change: `copier.c` does it, where it is compiled.

The declared types say how: a field of strings, numbers or tuples of them is shared; a list or dict of such is copied as
a whole; anything else as deep as it goes. Without the copier, and where a table holds something that it does not know,
`save.copy` goes through msgpack.
"""

from __future__ import annotations

import enum
import types
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from eschaton.kernel.once import once
from eschaton.kernel.table import Kept

T = TypeVar("T")

SHARE, FLAT, DEEP, FRESH = range(4)
"""How a field is copied; in the order of the same names in `copier.c`. What is kept is made anew, empty."""

PLAIN = frozenset({int, str, bool, float, bytes, type(None)})


def cannot_change(declared: Any, within: frozenset[type] = frozenset()) -> bool:
    """Whether no value of a declared type can change, nor anything inside it."""
    kind, parts = get_origin(declared), get_args(declared)
    if declared in PLAIN or kind is Literal:
        return True
    if kind in (Union, types.UnionType, tuple, frozenset):
        return bool(parts) and all(part is ... or cannot_change(part, within) for part in parts)
    if not isinstance(declared, type):
        return False
    if declared in within or issubclass(declared, enum.Enum):
        return True
    if not issubclass(declared, msgspec.Struct) or not declared.__struct_config__.frozen:
        return False
    inner = within | {declared}
    return all(cannot_change(hint, inner) for hint in fields_of(declared).values())


def fields_of(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The fields of a structure with their declared types."""
    hints = get_type_hints(kind)
    return {name: hints[name] for name in kind.__struct_fields__}


def how_copied(declared: Any) -> int:
    """How a field of a declared type is copied."""
    if cannot_change(declared):
        return SHARE
    if get_origin(declared) in (list, dict) and all(map(cannot_change, get_args(declared))):
        return FLAT
    return FRESH if isinstance(declared, type) and issubclass(declared, Kept) else DEEP


@once
def plan(kind: type) -> None:
    """Tell the copier how values of a class are copied, if that can be said."""
    if kind is frozenset or cannot_change(kind):
        copier.share(kind)
    elif issubclass(kind, msgspec.Struct):
        fields = fields_of(kind)
        copier.learn(kind, tuple(fields), bytes(map(how_copied, fields.values())))


def by_fields(value: T) -> T | None:
    """A deep copy that shares what cannot change; None if there is something in it that is not known how to copy."""
    try:
        return copier.copied(value)
    except copier.CannotCopy:
        return None


def not_at_all(value: T) -> T | None:
    """No copy: the copier is not compiled."""
    return None


try:
    from eschaton.kernel import copier
except ImportError:
    copied = not_at_all
else:
    copier.ask(plan)
    copied = by_fields
