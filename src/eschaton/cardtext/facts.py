"""The facts of cards in words: what each field takes, for the handbook and for those who wrote something else."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import inspect

from eschaton.cardtext.card import ID


def takes(kind: Any) -> str:
    """What a field of this type takes, as a person says it."""
    return in_words(info_of(kind))


def meaning(kind: Any) -> str:
    """What its author says about a field of this type: msgspec's `description`."""
    info = inspect.type_info(kind)
    told = (info.extra_json_schema or {}) if isinstance(info, inspect.Metadata) else {}
    return str(told.get("description", ""))


def takes_within(kind: Any, steps: Sequence[str | int]) -> str:
    """What stands at a place inside a value of this type."""
    info = info_of(kind)
    for step in steps:
        info = inner(info, step)
    return in_words(info)


def keys_within(kind: Any, steps: Sequence[str | int]) -> list[str]:
    """The words that a table, or a word, at a place inside a value of this type knows."""
    info = info_of(kind)
    for step in steps:
        info = inner(info, step)
    if isinstance(info, inspect.DictType):
        info = plain(info.key_type)
    if isinstance(info, inspect.StructType):
        return [field.name for field in info.fields]
    return [str(value) for value in info.values] if isinstance(info, inspect.LiteralType) else []


@functools.cache
def info_of(kind: Any) -> inspect.Type:
    """What msgspec knows of a type."""
    return plain(inspect.type_info(kind))


def plain(info: inspect.Type) -> inspect.Type:
    """A type without what is told about it, and without the possibility that it is left out."""
    if isinstance(info, inspect.Metadata):
        return plain(info.type)
    if isinstance(info, inspect.UnionType):
        return plain(next(part for part in info.types if not isinstance(part, inspect.NoneType)))
    return info


def inner(info: inspect.Type, step: str | int) -> inspect.Type:
    """The type of what stands in a table under a key, or in a list at a place."""
    match info:
        case inspect.DictType():
            return plain(info.value_type)
        case inspect.VarTupleType() | inspect.ListType():
            return plain(info.item_type)
        case inspect.StructType():
            return next((plain(field.type) for field in info.fields if field.name == step), info)
    return info


def in_words(info: inspect.Type) -> str:
    """A type as a person says it."""
    match plain(info):
        case inspect.IntType() as number:
            return whole_number(number)
        case inspect.StrType() as text:
            return some_text(text)
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType() as word:
            return f"one of: {', '.join(map(str, word.values))}"
        case inspect.DictType() as table:
            known = plain(table.key_type)
            names = ", ".join(map(str, known.values)) if isinstance(known, inspect.LiteralType) else "any names"
            return f"{{ … }} of {names}; each {in_words(table.value_type)}"
        case inspect.VarTupleType() | inspect.ListType() as listed:
            exact = f" of {listed.min_length}" if listed.min_length and listed.min_length == listed.max_length else ""
            return f"[ … ], a list{exact}; each {in_words(listed.item_type)}"
        case inspect.StructType() as record:
            return f"{{ … }} of {', '.join(field.name for field in record.fields)}"
    return "a value of its own kind"


def whole_number(info: inspect.IntType) -> str:
    """A number and its range."""
    if info.ge is not None and info.le is not None:
        return f"a whole number from {info.ge} to {info.le}"
    if info.ge is not None:
        return f"a whole number, at least {info.ge}"
    return f"a whole number, at most {info.le}" if info.le is not None else "a whole number"


def some_text(info: inspect.StrType) -> str:
    """A text in quotes, and what it must be like."""
    if info.pattern == ID:
        return "small letters, digits and hyphens, in quotes"
    if info.min_length and info.max_length:
        return f"a text in quotes, {info.min_length} to {info.max_length} characters long"
    return "a text in quotes"


def shown(value: Any) -> str:
    """A value as a pack writes it, if it is short."""
    text = msgspec.json.encode(value).decode() if isinstance(value, str | bool | int | float) else ""
    if text and len(text) <= 40:
        return text
    if isinstance(value, list):
        return f"a list of {len(value)}"
    return "a table" if isinstance(value, dict) else "so long a text" if isinstance(value, str) else "this"
