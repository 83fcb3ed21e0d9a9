"""Dotted paths into a table: reading what lies there, and laying something else."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

import msgspec

from eschaton.kernel.errors import EschatonError
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Step
from eschaton.kernel.table import Table
from eschaton.ledger.laying import lay_cards, take_from_pile

NONE = "none"


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
    found = root
    for place, part in enumerate(parts := path.split(".")):
        found = step_into(found, part, ".".join(parts[: place + 1]))
    return found


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
    near = difflib.get_close_matches(part, list(map(str, names)), 1)
    return f"; did you mean {near[0]}?" if near else f"; there are: {', '.join(map(str, names)) or 'none'}"


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


def lay(table: Table, tree: Mapping[str, Any], where: str) -> None:
    """Lay everything that a TOML table says at its path; the values are checked against the declared types."""
    before = table.inventory()
    try:
        lay_tree(table, table, None, tree, where, {})
    except NothingThere as error:
        raise BadScenario(str(error)) from None
    for card in table.inventory() - before:
        take_from_pile(table, card)
    table.forget()


def lay_tree(table: Table, holder: Any, kind: Any, tree: Mapping[str, Any], path: str, laid: dict[str, str]) -> None:
    """Lay the values of a TOML table into a structure, list or dict of the table; `laid` says where which card is."""
    for key, value in tree.items():
        inside, inside_kind, here = holder, kind, path
        *way, last = key.split(".")
        for part in way:
            here = f"{here}.{part}"
            inside, inside_kind = step_into(inside, part, here), declared(inside, inside_kind, part, here)
        here = f"{here}.{last}"
        there = None if isinstance(inside, dict) and not inside else step_into(inside, last, here)
        of = declared(inside, inside_kind, last, here)
        whole = bool(way) and isinstance(there, dict)
        if isinstance(there, Pile):
            lay_once(value, here, laid)
            lay_cards(table, there, inside, last, value, BadScenario, here)
        elif isinstance(value, dict) and not whole and isinstance(there, msgspec.Struct | list | dict):
            lay_tree(table, there, of, value, here, laid)
        elif isinstance(inside, dict) and not inside:
            inside[converted_key(last, inside_kind, here)] = converted(value, of, here)
        else:
            put(inside, last, converted(value, of, here), here)


def lay_once(value: Any, path: str, laid: dict[str, str]) -> None:
    """Refuse a card that has been laid elsewhere before: it would be taken away from there again."""
    named = value.get("cards", value.get("top")) if isinstance(value, dict) else value
    for card in named if isinstance(named, list) else ():
        if isinstance(card, str) and laid.setdefault(card, path) != path:
            raise BadScenario(f"{path}: {card} lies at {laid[card]} already; every card is one piece")


def declared(holder: Any, kind: Any, part: str, path: str) -> Any:
    """The declared type of what lies one part further."""
    if isinstance(holder, msgspec.Struct):
        return next((field.type for field in msgspec.structs.fields(holder) if field.name == part), Any)
    wanted: type = dict if isinstance(holder, dict) else list if isinstance(holder, list) else tuple
    for arm in arms(kind):
        if get_origin(arm) is wanted and get_args(arm):
            return get_args(arm)[1 if wanted is dict else 0]
    return Any


def arms(kind: Any) -> list[Any]:
    """A type without its annotations, or the arms of a union."""
    if get_origin(kind) is Annotated:
        return arms(get_args(kind)[0])
    if get_origin(kind) in (list, dict, tuple):
        return [kind]
    return [inner for arm in get_args(kind) for inner in arms(arm)] or [kind]


def converted(value: Any, kind: Any, path: str) -> Any:
    """The value as the declared type wants it, or an error that names the path."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        if value == NONE and type(None) in arms(kind):
            return None
        raise BadScenario(f"{path}: {error}") from None


def converted_key(part: str, kind: Any, path: str) -> Any:
    """The key of a dict that is still empty."""
    kinds = [get_args(arm)[0] for arm in arms(kind) if get_origin(arm) is dict and get_args(arm)]
    return converted(int(part) if kinds == [int] and part.isdigit() else part, kinds[0] if kinds else Any, path)


def put(holder: Any, part: str, value: Any, path: str) -> None:
    """Lay a value into its place."""
    if isinstance(holder, dict):
        holder[key_of(holder, part, path)] = value
    elif isinstance(holder, list):
        holder[index_of(holder, part, path)] = value
    elif isinstance(holder, msgspec.Struct):
        setattr(holder, part, value)
    else:
        raise BadScenario(f"{path}: cannot be set")
