"""A table as a viewer sees it: of the same class, with everything blanked that the viewer does not know.

Advice and drawing take such a table, so that they call the rules' own functions on it. What nobody could mistake is
shared with the true table: whoever is given one reads it and changes nothing.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from copy import copy
from typing import Any, TypeVar, get_args, get_origin

import msgspec

from eschaton.kernel.ask import ALL_SEEING, EVERYONE, NOBODY, Seat, Together, Viewer, declared
from eschaton.kernel.once import once
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Step
from eschaton.kernel.table import Table

TableT = TypeVar("TableT", bound=Table)
UNKNOWN = ""  # a card whose face the viewer does not know
SCALARS = frozenset({int, str, bool, float, type(None)})

Blanking = Callable[[Any, Viewer, Seat | None], Any]
"""What a viewer sees of a value that belongs to a player, or to nobody."""


class Blanks(msgspec.Struct, frozen=True):
    """What is to be blanked in a structure: all its other fields hide nothing, and are shared."""

    fields: tuple[tuple[str, Blanking], ...]
    owned: bool


def seen(table: TableT, viewer: Viewer) -> TableT:
    """The table as a viewer sees it. Cards it does not know are UNKNOWN; fields it does not see have their defaults."""
    twin: TableT = structure(table, viewer, None)
    twin.stack = [structure(step, viewer, None) for step in table.stack]
    twin.kept = type(table.kept)()
    if table.given:
        twin.given = {step.serial: table.answered(step) for step in table.stack if answered_openly(table, step)}
    return twin


def answered_openly(table: Table, step: Step) -> bool:
    """Whether a step asks several in turn, so that everybody sees what was answered."""
    asking = step.ask(table) if table.answered(step) else None
    return type(asking) is Together and asking.mode == "turn"


_blanks: dict[type, Blanks] = {}
"""Those found so far: looked up quicker than `blanks_of` is called."""


@once
def blanks_of(kind: type[msgspec.Struct]) -> Blanks:
    """What is to be blanked in structures of a kind, from the declarations beside their fields."""
    found: list[tuple[str, Blanking]] = []
    fields = msgspec.structs.fields(kind)
    for field in fields:
        shown = declared(kind, field.name)
        declared_type = getattr(field.type, "__origin__", field.type)
        if shown is None:
            if field.name not in KEPT_AS_THEY_ARE or not issubclass(kind, Table | Step):
                found.append((field.name, functools.partial(default_of, field)))
        elif shown.owner_only:
            found.append((field.name, functools.partial(owners, field, blanking_of(declared_type) or share)))
        elif (blanking := blanking_of(declared_type)) is not None:
            found.append((field.name, blanking))
    made = _blanks[kind] = Blanks(tuple(found), any(field.name == "seat" for field in fields))
    return made


KEPT_AS_THEY_ARE = frozenset({"serial", "stack", "kept"})
"""What is not declared and is kept: which step is which; and what `seen` itself sees to."""


def default_of(field: msgspec.structs.FieldInfo, value: Any, viewer: Viewer, owner: Seat | None) -> Any:
    """A field that is not seen: its default, or nothing of its kind."""
    if field.default is not msgspec.NODEFAULT:
        return field.default
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return type(value)() if type(value) in (int, str, bool, float, list, dict, tuple) else None


def owners(field: msgspec.structs.FieldInfo, blanking: Blanking, value: Any, viewer: Viewer, owner: Seat | None) -> Any:
    """A field that only its owner sees."""
    mine = viewer == ALL_SEEING or (viewer is not None and viewer == owner)
    return blanking(value, viewer, owner) if mine else default_of(field, value, viewer, owner)


def share(value: Any, viewer: Viewer, owner: Seat | None) -> Any:
    """A value that hides nothing."""
    return value


def blanking_of(kind: Any) -> Blanking | None:
    """How values of a declared type are blanked; None if they can hide nothing."""
    if kind in SCALARS:
        return None
    if kind is Pile:
        return pile_seen
    inside = [arg for arg in get_args(kind) if arg is not Ellipsis]
    if get_origin(kind) in (list, dict, tuple) and inside and all(arg in SCALARS for arg in inside):
        return None
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return None if kind.__struct_config__.frozen or not hides(kind) else structure
    return anything


def hides(kind: type[msgspec.Struct]) -> bool:
    """Whether anything of a structure is to be blanked."""
    return bool(blanks_of(kind).fields)


def structure(value: Any, viewer: Viewer, owner: Seat | None) -> Any:
    """A structure with what is hidden blanked; one with a `seat` belongs to that player, and so does what is inside."""
    blanks = _blanks.get(type(value)) or blanks_of(type(value))
    if not blanks.fields:
        return value
    if blanks.owned:
        owner = value.seat
    twin = copy(value)
    for name, blanking in blanks.fields:
        setattr(twin, name, blanking(getattr(value, name), viewer, owner))
    return twin


def anything(value: Any, viewer: Viewer, owner: Seat | None) -> Any:
    """A value of whatever kind."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is Pile:
        return pile_seen(value, viewer, owner)
    if kind is list:
        return [anything(item, viewer, owner) for item in value]
    if kind is tuple:
        return tuple(anything(item, viewer, owner) for item in value)
    if kind is dict:
        return {key: anything(item, viewer, owner) for key, item in value.items()}
    if isinstance(value, msgspec.Struct) and not kind.__struct_config__.frozen:
        return structure(value, viewer, owner)
    return value


def pile_seen(pile: Pile, viewer: Viewer, owner: Seat | None = None) -> Pile:
    """A pile: what the viewer knows is known to all, all else to nobody.

    What it knows to be in there, but not where, lies at the bottommost of the places it does not know.
    """
    many = len(pile.cards)
    if viewer != ALL_SEEING:
        if pile.known.count(EVERYONE) == many and not pile.seeds:
            return pile
        if pile.known.count(NOBODY) == many and not pile.told:
            return unknown_pile(pile.back, many, pile.holder, pile.stock)
    faces: list[str | None] = pile.seen_by(viewer)
    contents = pile.contents_for(viewer) if pile.told and viewer != ALL_SEEING else []
    known = [NOBODY if face is None else EVERYONE for face in faces]
    inside = list(known)
    cards = [UNKNOWN if face is None else face for face in faces]
    for place, card in zip((place for place, face in enumerate(faces) if face is None), contents, strict=False):
        cards[place], inside[place] = card, EVERYONE
    shown = Pile(pile.back, holder=pile.holder, stock=pile.stock)
    shown.lay(cards, known, inside)
    return shown


@functools.lru_cache(4096)
def unknown_pile(back: str, many: int, holder: Seat, stock: str) -> Pile:
    """So many cards of which nothing is known but their back."""
    return Pile(back, (UNKNOWN,) * many, (NOBODY,) * many, holder=holder, stock=stock)
