"""Stretches of a vector for every type of field that a table may have, laid out by the declarations beside the fields.

Every declared field has a fixed place, so the same place always means the same thing. A part is filled from a view:
what the view leaves out stays zero. Numbers are squashed into (-1, 1); names (cards, words) are hashed into buckets.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any, Protocol

import msgspec
import numpy as np
from numpy.typing import NDArray

from eschaton.adapters.actions import hash_of
from eschaton.kernel.ask import declared
from eschaton.kernel.pile import Pile

Tensor = NDArray[np.float32]

PLACES = 8  # items of a list that have places of their own, unless there are more at set-up
WORD = 16  # buckets of a single name
BAG = 32  # buckets of many names
LOOSE = 64  # buckets of what has no fixed form
TOP_STEPS = 3  # pending steps of which the fields are told
HALF = 8.0  # the number that is told as one half
DEEPEST = 6  # structures in structures that are laid out; deeper ones are loose
NAME = 0.5  # what one name adds to its bucket; a card known to be somewhere inside adds half of it


def squash(number: float) -> float:
    """A number of any size between -1 and 1, keeping the order."""
    return number / (abs(number) + HALF)


class TensorPart(Protocol):
    """A stretch of the vector: how long it is, and how a visible value is written into it."""

    size: int

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write a value; the stretch is zero before."""
        ...


class NumberPart:
    """One number, squashed; true is one."""

    size = 1

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write it."""
        out[at] = 1.0 if value is True else squash(value or 0)


class WordPart:
    """One name: a one in its bucket; nothing for the empty name."""

    def __init__(self, size: int = WORD) -> None:
        self.size = size

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write it."""
        if value:
            out[at + hash_of(value) % self.size] = 1.0


class Maybe:
    """A value that may be absent: whether it is there, then the value."""

    def __init__(self, inner: TensorPart) -> None:
        self.inner = inner
        self.size = 1 + inner.size

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write it."""
        if value is not None:
            out[at] = 1.0
            self.inner.write(out, at + 1, value)


class Bag:
    """Many names, or names with numbers: how many there are, then what lies in each bucket."""

    size = 1 + BAG

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write them."""
        out[at] = squash(len(value))
        for name in value:
            out[at + 1 + hash_of(name) % BAG] += squash(value[name]) if isinstance(value, dict) else NAME


class Row:
    """A list: how long it is, then its first items, each in a place of its own."""

    def __init__(self, inner: TensorPart, places: int) -> None:
        self.inner = inner
        self.places = places
        self.size = 1 + places * inner.size

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write them."""
        out[at] = squash(len(value))
        for place, item in enumerate(value[: self.places]):
            self.inner.write(out, at + 1 + place * self.inner.size, item)


class CardsPart:
    """A pile: how many cards, how many faces are unknown, the known faces and contents as a bag, the top face.

    A card that is known to be inside, but not where, counts half.
    """

    size = 2 + BAG + WORD

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write them."""
        cards = value["cards"]
        out[at] = squash(len(cards))
        out[at + 1] = squash(cards.count(None))
        for card in cards:
            if card is not None:
                out[at + 2 + hash_of(card) % BAG] += NAME
        for card in value.get("contents", ()):
            out[at + 2 + hash_of(card) % BAG] += NAME / 2
        if cards and cards[-1] is not None:
            out[at + 2 + BAG + hash_of(cards[-1]) % WORD] = 1.0


class Loose:
    """Anything: every number and name in it, hashed by where it stands."""

    size = LOOSE

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write it."""
        for path, leaf in leaves("", value):
            if isinstance(leaf, str):
                out[at + hash_of(f"{path}={leaf}") % LOOSE] += NAME
            elif leaf is not None:
                out[at + hash_of(path) % LOOSE] += squash(leaf)


class Fields:
    """A structure: its declared fields, one after the other."""

    def __init__(self, parts: dict[str, TensorPart]) -> None:
        self.parts = parts
        self.at: dict[str, int] = {}
        self.size = 0
        for name, part in parts.items():
            self.at[name] = self.size
            self.size += part.size

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write those that are seen."""
        seen = value if isinstance(value, dict) else dict(zip(self.parts, value, strict=False))
        for name, part in self.parts.items():
            if name in seen:
                part.write(out, at + self.at[name], seen[name])


class StackPart:
    """The pending steps: which one is on top, which are pending at all, and the fields of the topmost."""

    def __init__(self, steps: list[str]) -> None:
        self.steps = {name: place for place, name in enumerate(sorted(steps))}
        self.size = 2 * len(self.steps) + TOP_STEPS * LOOSE

    def write(self, out: Tensor, at: int, value: Any) -> None:
        """Write them."""
        many = len(self.steps)
        for step in value:
            out[at + many + self.steps[step["step"]]] = 1.0
        if value:
            out[at + self.steps[value[-1]["step"]]] = 1.0
        for depth, step in enumerate(reversed(value[-TOP_STEPS:])):
            fields = {name: found for name, found in step.items() if name not in ("step", "title", "rule")}
            Loose().write(out, at + 2 * many + depth * LOOSE, fields)


def leaves(path: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every plain value in plain data, with where it stands."""
    if isinstance(value, dict):
        for name, item in value.items():
            yield from leaves(f"{path}.{name}", item)
    elif isinstance(value, list):
        yield f"{path}#", len(value)
        for place, item in enumerate(value):
            yield from leaves(f"{path}.{place}", item)
    else:
        yield path, value


def part_for(kind: Any, example: Any, depth: int = 0) -> TensorPart:
    """The part for a type as it is declared; `example` is the value at set-up, from which lists have their length."""
    if typing.get_origin(kind) is typing.Annotated:
        kind = kind.__origin__
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind in (int, float, bool):
        return NumberPart()
    if kind is str:
        return WordPart()
    if kind is Pile:
        return CardsPart()
    if origin in (typing.Union, types.UnionType) and len(arguments) == 2 and type(None) in arguments:
        inner = next(argument for argument in arguments if argument is not type(None))
        return Maybe(part_for(inner, example, depth))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and depth < DEEPEST:
        return fields_for(kind, example, depth)
    if origin is dict and arguments[1] in (int, float, bool):
        return Bag()
    if origin in (list, tuple):
        return row_for(arguments[0], example or (), depth)
    return Loose()


def row_for(kind: Any, example: Any, depth: int) -> TensorPart:
    """The part for a list: names as a bag, anything else place by place."""
    if kind is str:
        return Bag()
    inner = part_for(kind, example[0] if example else None, depth + 1)
    return Row(inner, max(PLACES, len(example)) if not owned(kind) or not example else len(example))


def owned(kind: Any) -> bool:
    """Whether a structure belongs to a seat: there are as many as at set-up, and no more."""
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct) and "seat" in kind.__struct_fields__


def fields_for(kind: type[msgspec.Struct], example: Any, depth: int) -> Fields:
    """The part for a structure: every field that is declared seen by somebody; all of a frozen one."""
    whole = kind.__struct_config__.frozen
    return Fields(
        {
            field.name: part_for(field.type, getattr(example, field.name, None), depth + 1)
            for field in msgspec.structs.fields(kind)
            if whole or declared(kind, field.name) is not None
        }
    )
