"""Text notation: every table, step, ask and answer prints as readable text and parses back to an equal value.

The text is a small part of Python's own syntax (names with fields, lists, tuples, dicts, strings, numbers), read by a
parser and never executed. Fields that have their default are left out.
"""

from __future__ import annotations

import ast
import functools
import math
from collections.abc import Mapping
from typing import Any, NoReturn

import msgspec

from eschaton.kernel.errors import BadNotation
from eschaton.kernel.once import convert

WIDTH = 110
SHORT = 30


def write(value: Any) -> str:
    """A value as text."""
    return text(value, 0)


def text(value: Any, depth: int) -> str:
    """A value as text, broken over lines where it is long."""
    if isinstance(value, msgspec.Struct):
        return group(f"{type(value).__name__}(", field_texts(value, depth + 1), ")", depth)
    if isinstance(value, dict):
        return group("{", [f"{text(k, depth + 1)}: {text(v, depth + 1)}" for k, v in value.items()], "}", depth)
    if isinstance(value, list):
        return group("[", [text(item, depth + 1) for item in value], "]", depth)
    if isinstance(value, tuple):
        parts = [text(item, depth + 1) for item in value]
        return group("(", parts, ",)" if len(parts) == 1 else ")", depth)
    if value is None or isinstance(value, bool | int | str) or (isinstance(value, float) and math.isfinite(value)):
        return repr(value)
    raise BadNotation(f"{value!r} is not plain data")


@functools.cache
def fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    """The fields of a structure."""
    return msgspec.structs.fields(kind)


def field_texts(value: msgspec.Struct, depth: int) -> list[str]:
    """The fields that differ from their defaults."""
    parts = []
    for field in fields_of(type(value)):
        found = getattr(value, field.name)
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if default is msgspec.NODEFAULT or found != default or type(found) is not type(default):
            parts.append(f"{field.name}={text(found, depth)}")
    return parts


def group(opening: str, parts: list[str], closing: str, depth: int) -> str:
    """Parts on one line if they fit, else one a line."""
    line = opening + ", ".join(parts) + closing
    if "\n" not in line and len(line) + 2 * depth <= WIDTH:
        return line
    indent = "  " * (depth + 1)
    return opening + "\n" + ",\n".join(indent + part for part in filled(parts, depth)) + "\n" + "  " * depth + closing


def filled(parts: list[str], depth: int) -> list[str]:
    """Lines of as many short parts as fit; a part with a name or brackets has a line of its own."""
    if any(len(part) > SHORT or not part.strip("'\"").replace("-", "").isalnum() for part in parts):
        return parts
    lines: list[str] = []
    for part in parts:
        if lines and len(lines[-1]) + len(part) + 2 * depth + 5 <= WIDTH:
            lines[-1] += f", {part}"
        else:
            lines.append(part)
    return lines


def read(source: str, kinds: Mapping[str, type[msgspec.Struct]]) -> Any:
    """The value that a text describes; `kinds` are the structures it may name."""
    try:
        tree = ast.parse(source.strip(), mode="eval")
    except SyntaxError as error:
        raise BadNotation(f"line {error.lineno or 1}, column {error.offset or 1}: {error.msg}") from None
    except (ValueError, RecursionError, MemoryError) as error:
        raise BadNotation(f"not a notation: {error}") from None
    try:
        return value_of(tree.body, kinds)
    except RecursionError:
        raise BadNotation("not a notation: it is nested too deeply") from None


def value_of(node: ast.expr, kinds: Mapping[str, type[msgspec.Struct]]) -> Any:
    """The value of one part of the text."""
    match node:
        case ast.Constant(value=None | bool() | int() | float() | str() as found):
            return found
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return refused(node) if isinstance(number, bool) else -number
        case ast.List(elts=items):
            return [value_of(item, kinds) for item in items]
        case ast.Tuple(elts=items):
            return tuple(value_of(item, kinds) for item in items)
        case ast.Dict(keys=keys, values=values) if all(is_key(k) for k in keys):
            return {value_of(k, kinds): value_of(v, kinds) for k, v in zip(keys, values, strict=True) if k}
        case ast.Call(func=ast.Name(id=name), args=[], keywords=keywords):
            if len({word.arg for word in keywords}) < len(keywords):
                raise BadNotation(f"{place(node)}: {name} names a field twice")
            return structure(name, {word.arg or "": value_of(word.value, kinds) for word in keywords}, kinds, node)
    return refused(node)


def refused(node: ast.expr) -> NoReturn:
    """Say what is not part of the notation."""
    raise BadNotation(f"{place(node)}: {ast.unparse(node)!r} is not part of the notation")


def is_key(node: ast.expr | None) -> bool:
    """Whether something may be a key: a name or number, or a tuple of such."""
    if isinstance(node, ast.Tuple):
        return all(is_key(item) for item in node.elts)
    return isinstance(node, ast.Constant | ast.UnaryOp)


def place(node: ast.expr) -> str:
    """Where in the text something stands."""
    return f"line {node.lineno}, column {node.col_offset + 1}"


def structure(
    name: str, fields: dict[str, Any], kinds: Mapping[str, type[msgspec.Struct]], node: ast.expr
) -> msgspec.Struct:
    """A structure by its name and fields."""
    if name not in kinds:
        raise BadNotation(f"{place(node)}: {name!r} is not known here")
    try:
        for field in fields_of(kinds[name]):
            if field.name in fields:
                fields[field.name] = convert(fields[field.name], field.type)
        return kinds[name](**fields)
    except msgspec.ValidationError as error:
        raise BadNotation(f"{place(node)}: {name}.{field.name}: {error}") from None
    except TypeError as error:
        raise BadNotation(f"{place(node)}: {error}") from None


def kinds_of(*kinds: type[msgspec.Struct]) -> dict[str, type[msgspec.Struct]]:
    """These structures and all that occur in their fields, by name."""
    found: dict[str, type[msgspec.Struct]] = {}
    waiting: list[Any] = list(kinds)
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind.__name__ not in found:
                found[kind.__name__] = kind
                waiting += [field.type for field in msgspec.structs.fields(kind)]
        else:
            waiting += getattr(kind, "__args__", ())
    return found
