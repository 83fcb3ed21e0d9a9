"""Laying a position: values at dotted paths of a table, checked against the declared types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args, get_origin

import msgspec

from eschaton.kernel.once import convert
from eschaton.kernel.pile import Pile
from eschaton.kernel.table import Table, Within, piles
from eschaton.ledger.laying import lay_cards, take_away
from eschaton.ledger.paths import (
    NONE,
    BadScenario,
    NothingThere,
    index_of,
    key_of,
    nearest,
    parts_of,
    step_into,
)


def lay(table: Table, tree: Mapping[str, Any], where: str) -> None:
    """Lay everything that a TOML table says at its path: cards first, since other things follow from them."""
    before = table.inventory()
    position = Position(table)
    try:
        for cards in (True, False):
            position.cards = cards
            position.lay_tree(table, None, tree, where)
    except NothingThere as error:
        raise BadScenario(str(error)) from None
    for piece in table.inventory() - before:
        if piece not in before:
            raise BadScenario(f"{where}: there is no piece {piece!r}{nearest(piece, before)}")
        take_away(table, piece)
    table.forget()


class Position:
    """A position being laid, first its cards, then the rest."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.cards = True
        self.laid: dict[str, str] = {}  # where which card was laid
        self.open: set[int] = set()  # dicts that were empty, and so take any key

    def lay_tree(self, holder: Any, kind: Any, tree: Mapping[str, Any], path: str) -> None:
        """Lay the values of a TOML table into a structure, list or dict of the table."""
        for key, value in spread(holder, kind, tree):
            inside, inside_kind, here, rest = holder, kind, path, key
            while len(parts := parts_from(inside, inside_kind, rest)) > 1:
                part, rest = parts[0], ".".join(parts[1:])
                here = f"{here}.{part}"
                inside, inside_kind = step_into(inside, part, here), declared(inside, inside_kind, part)
            self.lay_at(inside, inside_kind, rest, value, f"{here}.{rest}", whole=inside is not holder)

    def lay_at(self, holder: Any, kind: Any, part: str, value: Any, path: str, whole: bool) -> None:
        """Lay one value; a dict is merged with what lies there, unless it was named by a path of its own."""
        of = declared(holder, kind, part)
        if isinstance(holder, dict) and self.takes_new(holder, of) and not has(holder, part):
            self.add(holder, kind, part, value, path)
        there = step_into(holder, part, path)
        if isinstance(there, Pile):
            if self.cards:
                self.lay_once(value, path)
                lay_cards(self.table, there, holder, part, value, BadScenario, path)
                self.table.laid(holder)
        elif isinstance(value, dict) and not (whole and isinstance(there, dict)) and is_tree(there):
            self.lay_tree(there, of, value, path)
        elif not self.cards:
            put(holder, part, converted(value, of, path), path)

    def takes_new(self, holder: dict[Any, Any], of: Any) -> bool:
        """Whether a dict takes new keys: while it was empty, and where its values are pieces in play."""
        if not holder:
            self.open.add(id(holder))
        return id(holder) in self.open or structure_of(of) is not None

    def add(self, holder: dict[Any, Any], kind: Any, part: str, value: Any, path: str) -> None:
        """A new entry of a dict; its piles are empty, and their cards laid next."""
        of = declared(holder, kind, part)
        named = structure_of(of)
        if named is not None and isinstance(value, dict):
            piles_of = {name: self.empty_pile(value[name], f"{path}.{name}") for name in value if is_pile(named, name)}
            value = {**value, **piles_of}
        holder[converted_key(part, kind, path)] = converted(value, of, path)

    def empty_pile(self, cards: Any, path: str) -> Pile:
        """A pile for these cards, which lie elsewhere now."""
        named = cards.get("cards") if isinstance(cards, dict) else cards
        if not isinstance(named, list) or not named:
            raise BadScenario(f"{path}: expected a list of card names, got {cards!r}")
        for pile in piles(self.table):
            if named[0] in pile.cards:
                return Pile(pile.back)
        everything = [card for pile in piles(self.table) for card in pile.cards]
        raise BadScenario(f"{path}: there is no card {named[0]!r}{nearest(str(named[0]), everything)}")

    def lay_once(self, value: Any, path: str) -> None:
        """Refuse a card that has been laid elsewhere before: it would be taken away from there again."""
        named = value.get("cards", value.get("top")) if isinstance(value, dict) else value
        for card in named if isinstance(named, list) else ():
            if isinstance(card, str) and self.laid.setdefault(card, path) != path:
                raise BadScenario(f"{path}: {card} lies at {self.laid[card]} already; every card is one piece")


def parts_from(holder: Any, kind: Any, path: str) -> list[str]:
    """The parts of a path from here on; what a dict of structures does not have yet is one new key, dots and all."""
    parts = parts_of(holder, path)
    if isinstance(holder, dict) and not has(holder, parts[0]) and structure_of(declared(holder, kind, path)):
        return [path]
    return parts


def spread(holder: Any, kind: Any, tree: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The entries of a TOML table; where keys of a dict have dots in them, TOML has taken them apart."""
    for key, value in tree.items():
        inner = structure_of(declared(holder, kind, key)) if isinstance(holder, dict) else None
        if inner is None or key in holder or not isinstance(value, dict) or set(value) & set(inner.__struct_fields__):
            yield key, value
        elif value and all(isinstance(item, dict) for item in value.values()):
            yield from ((f"{key}.{part}", item) for part, item in value.items())
        else:
            yield key, value


def is_tree(there: Any) -> bool:
    """Whether something has places inside that can be set one by one."""
    return isinstance(there, msgspec.Struct | list | dict)


def has(holder: dict[Any, Any], part: str) -> bool:
    """Whether a dict has a key."""
    return part in holder or (part.lstrip("-").isdigit() and int(part) in holder)


def structure_of(kind: Any) -> type[msgspec.Struct] | None:
    """The structure that a declared type is, if it is one, piles apart."""
    found = [arm for arm in arms(kind) if isinstance(arm, type) and issubclass(arm, msgspec.Struct) and arm is not Pile]
    return found[0] if len(found) == 1 else None


def is_pile(kind: type[msgspec.Struct], name: str) -> bool:
    """Whether a field of a structure is a pile."""
    return any(field.name == name and Pile in arms(field.type) for field in msgspec.structs.fields(kind))


def declared(holder: Any, kind: Any, part: str) -> Any:
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
    named = structure_of(kind)
    if named is not None and isinstance(value, dict):
        return built(value, named, path)
    try:
        found = convert(value, kind)
    except msgspec.ValidationError as error:
        if value == NONE and type(None) in arms(kind):
            return None
        raise BadScenario(f"{path}: {error}") from None
    require_within(found, kind, path)
    return found


def require_within(value: Any, kind: Any, path: str) -> None:
    """Refuse numbers outside the range that is declared beside their type, inside lists and dicts too."""
    marks = get_args(kind)[1:] if get_origin(kind) is Annotated else ()
    for mark in marks:
        if isinstance(mark, Within) and type(value) is int and value not in mark:
            raise BadScenario(f"{path}: expected {mark}, got {value}")
    if isinstance(value, list | dict):
        for part, item in value.items() if isinstance(value, dict) else enumerate(value):
            require_within(item, declared(value, kind, str(part)), f"{path}.{part}")


def built(value: Mapping[str, Any], kind: type[msgspec.Struct], path: str) -> msgspec.Struct:
    """A structure from fields by name."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for name in value:
        if name not in fields:
            raise BadScenario(f"{path}.{name}: {kind.__name__} has no {name!r}{nearest(name, fields)}")
    for name, field in fields.items():
        if field.required and name not in value:
            raise BadScenario(f"{path}.{name}: is missing; a new {kind.__name__} needs it")
    return kind(**{name: converted(what, fields[name].type, f"{path}.{name}") for name, what in value.items()})


def converted_key(part: str, kind: Any, path: str) -> Any:
    """A new key of a dict."""
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
