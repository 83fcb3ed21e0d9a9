"""Which cards each seat holds: found by the declared types alone, so that it works for every game and costs little."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator
from typing import Any

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.once import once
from eschaton.kernel.pile import Pile
from eschaton.kernel.table import Table

NOBODYS: Seat = -1


class HoldingsPlan(msgspec.Struct, frozen=True):
    """Where the piles of a structure are: fields that are piles, and fields that lead to some."""

    owned: bool
    piles: tuple[str, ...]
    inner: tuple[str, ...]


@once
def plan_of(kind: type[msgspec.Struct]) -> HoldingsPlan:
    """The plan of a structure, made once from its declarations; the stack and other open-ended fields hold no piles."""
    declared = {field.name: field.type for field in msgspec.structs.fields(kind)}
    piles = tuple(name for name, type_ in declared.items() if plain_type(type_) is Pile)
    inner = tuple(name for name, type_ in declared.items() if name not in piles and leads(type_, {kind}))
    return HoldingsPlan("seat" in declared, piles, inner)


def plain_type(type_: Any) -> Any:
    """A type without what is said about it."""
    return typing.get_args(type_)[0] if typing.get_origin(type_) is typing.Annotated else type_


def leads(type_: Any, visited: set[Any]) -> bool:
    """Whether a value of this type can hold a pile. Types may lead to each other in circles: each is visited once."""
    type_ = plain_type(type_)
    if type_ is Pile:
        return True
    if isinstance(type_, type) and issubclass(type_, msgspec.Struct) and not isinstance(type_, types.GenericAlias):
        if type_ in visited:
            return False
        visited.add(type_)
        return any(leads(field.type, visited) for field in msgspec.structs.fields(type_))
    return any(leads(part, visited) for part in typing.get_args(type_))


def held(table: Table) -> Iterator[tuple[Seat, tuple[str, ...]]]:
    """The cards in the piles that belong to a seat: hands, and all piles in a structure that has a `seat`."""
    return within(table, NOBODYS)


def within(value: Any, owner: Seat) -> Iterator[tuple[Seat, tuple[str, ...]]]:
    """The cards held in a structure, a list or a dict of them."""
    if type(value) is Pile:
        holder = value.holder if value.holder >= 0 else owner
        if holder >= 0 and value.cards:
            yield holder, value.cards
    elif type(value) is list or type(value) is tuple:
        for item in value:
            yield from within(item, owner)
    elif type(value) is dict:
        for item in value.values():
            yield from within(item, owner)
    elif isinstance(value, msgspec.Struct):
        plan = plan_of(type(value))
        if plan.owned:
            owner = value.seat  # type: ignore[attr-defined]
        if owner >= 0:
            for name in plan.piles:
                pile = getattr(value, name)
                if pile.cards:
                    yield (pile.holder if pile.holder >= 0 else owner), pile.cards
        for name in plan.inner:
            yield from within(getattr(value, name), owner)
