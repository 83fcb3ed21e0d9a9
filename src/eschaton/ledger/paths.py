"""Dotted paths into a table, and what lies there."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from eschaton.kernel.errors import EschatonError
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Step

NONE = "none"
MANY = 60


class BadScenario(EschatonError):
    """A scenario file that cannot be performed; the message names the place in it."""


class NothingThere(Exception):
    """A path leads to a place of a list or dict that is empty."""


def leaves(tree: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Every dotted path in a TOML table with its value."""
    for key, value in tree.items():
        here = f"{path}.{key}" if path else key
        if isinstance(value, dict) and value:
            yield from leaves(value, here)
        else:
            yield here, value


def look(root: Any, path: str) -> Any:
    """What lies at a path; NothingThere for an empty place, BadScenario for a name that does not exist."""
    found, done = root, ""
    while rest := path[len(done) :].lstrip("."):
        part = parts_of(found, rest)[0]
        done = f"{done}.{part}" if done else part
        found = step_into(found, part, done)
    return found


def parts_of(holder: Any, path: str) -> list[str]:
    """The parts of a path from here on; the first may be a key with dots in it, if this is a dict that has it."""
    parts = path.split(".")
    if isinstance(holder, dict):
        for many in range(len(parts), 1, -1):
            if ".".join(parts[:many]) in holder:
                return [".".join(parts[:many]), *parts[many:]]
    return parts


def step_into(holder: Any, part: str, path: str) -> Any:
    """One part further on a path."""
    if isinstance(holder, msgspec.Struct):
        if part in holder.__struct_fields__:
            return getattr(holder, part)
        if isinstance(holder, Pile) and (part == "size" or part.lstrip("-").isdigit()):
            return step_into(holder.cards, part, path)
        raise BadScenario(f"{path}: {type(holder).__name__} has no {part!r}{nearest(part, holder.__struct_fields__)}")
    if part == "size" and isinstance(holder, list | tuple | dict):
        return len(holder)
    if isinstance(holder, list | tuple):
        return holder[index_of(holder, part, path)]
    if isinstance(holder, dict):
        return holder[key_of(holder, part, path)]
    raise BadScenario(f"{path}: {holder!r} has nothing inside")


def nearest(part: str, names: Any) -> str:
    """The name that was probably meant."""
    known = list(map(str, names))
    near = difflib.get_close_matches(part, known, 1)
    more = f", … {len(known) - MANY} more" if len(known) > MANY else ""
    return f"; did you mean {near[0]}?" if near else f"; there are: {', '.join(known[:MANY]) or 'none'}{more}"


def index_of(holder: Any, part: str, path: str) -> int:
    """The index that a part of a path names: a number, or the name of a pending step (the innermost of that name)."""
    if part.lstrip("-").isdigit():
        if -len(holder) <= int(part) < len(holder):
            return int(part)
        raise NothingThere(f"{path}: there are only {len(holder)}")
    named = [place for place, item in enumerate(holder) if isinstance(item, Step) and type(item).__name__ == part]
    if named:
        return named[-1]
    if any(isinstance(item, Step) for item in holder):
        raise NothingThere(f"{path}: no such step is pending")
    raise BadScenario(f"{path}: expected the number of a place in a list, got {part!r}")


def key_of(holder: dict[Any, Any], part: str, path: str) -> Any:
    """The key that a part of a path names."""
    for key in (part, int(part) if part.lstrip("-").isdigit() else part):
        if key in holder:
            return key
    raise NothingThere(f"{path}: there is no {part!r}{nearest(part, holder)}")


def same(found: Any, expected: Any) -> bool:
    """Whether what lies on the table is what a file says. A pile is its cards, bottom first; "none" is nothing."""
    if found is None:
        return bool(expected == NONE)
    return bool(plainly(found) == plainly(expected)) and isinstance(found, bool) == isinstance(expected, bool)


def plainly(value: Any) -> Any:
    """A value as TOML would write it."""
    if isinstance(value, Pile):
        return list(value.cards)
    if isinstance(value, msgspec.Struct):
        return {name: plainly(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, list | tuple):
        return [plainly(item) for item in value]
    if isinstance(value, dict):
        return {str(key): plainly(item) for key, item in value.items()}
    return value
