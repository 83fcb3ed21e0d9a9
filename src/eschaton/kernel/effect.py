"""Lasting effects are data, and numbers and permissions are never stored changed: they are read through one fold."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from eschaton.kernel.ask import Open, Seat


class Lasting(msgspec.Struct):
    """An effect in force: on which number or permission, on whom, how, from what, since when, until what.

    It ends with the step whose serial is `until`, or when the game's `holds(condition)` says so; otherwise never.
    """

    name: Open[str]
    how: Open[str]  # "add", "set", "allow", "forbid"
    amount: Open[int] = 0
    on: Open[Seat | None] = None
    source: Open[str] = ""
    rank: int = 0
    began: int = 0
    until: int = 0
    condition: Open[str] = ""
    least: int | None = None  # what an "add" does not lower the number below


def fold(base: int, effects: Iterable[Lasting]) -> int:
    """The number after all effects, applied in the order given (the game's precedence)."""
    value = base
    for effect in effects:
        if effect.how == "add":
            value = value + effect.amount if effect.least is None else lowered(value, effect.amount, effect.least)
        elif effect.how == "set":
            value = effect.amount
        else:
            value = int(effect.how == "allow")
    return value


def lowered(value: int, by: int, least: int) -> int:
    """A number changed by so much, but not below what is said; one that is below it already stays."""
    return max(value + by, min(value, least))


def in_force(table: Any, name: str, seat: Seat | None) -> list[Lasting]:
    """The effects on this number for this seat, stored and derived from what lies on the table, in precedence order."""
    effects = [*table.effects, *table.derived_effects(name)]
    if not effects:
        return effects
    found = [
        effect
        for effect in effects
        if effect.name == name and effect.on in (None, seat) and (not effect.condition or table.holds(effect))
    ]
    return table.precedence(found) if len(found) > 1 else found
