"""Lasting effects are data, and numbers and permissions are never stored changed: they are read through one fold."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Any

import msgspec

from eschaton.kernel.ask import Open, Seat

BEST = "best"
amount_of = attrgetter("amount")
ADDED = frozenset({"add", BEST})


class Lasting(msgspec.Struct):
    """An effect in force: on which number or permission, on whom, how, from what, since when, until what.

    It ends with the step whose serial is `until`, after so many `turns` (of `whose`, or anybody's) have ended, or when
    the game's `holds(condition)` says so; otherwise never.
    """

    name: Open[str]
    how: Open[str]  # "add", "set", "allow", "forbid"; of several "best" only the greatest bonus and penalty count
    amount: Open[int] = 0
    on: Open[Seat | None] = None
    source: Open[str] = ""
    rank: int = 0
    began: int = 0
    until: int = 0
    condition: Open[str] = ""
    least: int | None = None  # what an "add" does not lower the number below
    turns: Open[int] = 0  # how many turns more it lasts; 0: that does not end it
    whose: Open[Seat | None] = None


class Part(msgspec.Struct, frozen=True):
    """What one effect makes of a number: how much it gave, and what the number was then."""

    source: str
    how: str
    amount: int
    value: int


def fold(base: int, effects: Iterable[Lasting]) -> int:
    """The number after all effects, applied in the order given (the game's precedence)."""
    value = base
    for effect in effects:
        if effect.how == "add" and effect.least is None:  # by far the most
            value += effect.amount
        else:
            value = changed(value, effect)
    return value


def changed(value: int, effect: Lasting) -> int:
    """The number after one effect."""
    if effect.how in ADDED:
        return value + effect.amount if effect.least is None else lowered(value, effect.amount, effect.least)
    return effect.amount if effect.how == "set" else int(effect.how == "allow")


def parts_of(base: int, effects: Iterable[Lasting]) -> list[Part]:
    """What each of these effects gives, one after the other."""
    found, value = [], base
    for effect in effects:
        before, value = value, changed(value, effect)
        found.append(Part(effect.source, effect.how, value - before, value))
    return found


def only_the_best(effects: list[Lasting]) -> list[Lasting]:
    """These effects without the "best" ones of which another gives more, or takes more; of equal ones the first."""
    bonuses = [effect for effect in effects if effect.how == BEST and effect.amount > 0]
    penalties = [effect for effect in effects if effect.how == BEST and effect.amount < 0]
    best, worst = max(bonuses, key=amount_of, default=None), min(penalties, key=amount_of, default=None)
    return [effect for effect in effects if effect.how != BEST or effect is best or effect is worst]


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
    if len(found) > 1:
        found = table.precedence(found)
        for effect in found:
            if effect.how == BEST:
                return only_the_best(found)
    return found
