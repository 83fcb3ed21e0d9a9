"""What a viewer may see. One function makes every view from the declarations beside the fields; no game redacts.

Allow-list: a field that is declared neither Open nor Owner is never sent. A viewer is a seat, None for a spectator, or
ALL_SEEING for a replay.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

import msgspec

from eschaton.kernel.ask import ALL_SEEING, Ask, Option, Seat, Viewer, declared
from eschaton.kernel.event import Event
from eschaton.kernel.machine import Question
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Step
from eschaton.kernel.table import Table

SCALARS = frozenset({int, str, bool, float, type(None)})


class Plan(msgspec.Struct, frozen=True):
    """What of a structure is seen: open scalars, read in one go, then the other fields, some by their owner only."""

    simple: tuple[str, ...]
    values: Callable[[Any], tuple[Any, ...]]
    others: tuple[tuple[str, bool], ...]
    owned: bool
    frozen: bool


_plans: dict[type, Plan] = {}


def plan_of(kind: type[msgspec.Struct]) -> Plan:
    """The plan of a structure, made from the declarations beside its fields."""
    plan = _plans.get(kind)
    if plan is None:
        types = {field.name: getattr(field.type, "__origin__", field.type) for field in msgspec.structs.fields(kind)}
        fields = [(name, shown.owner_only) for name in types if (shown := declared(kind, name)) is not None]
        simple = tuple(name for name, owner_only in fields if not owner_only and types[name] in SCALARS)
        others = tuple(field for field in fields if field[0] not in simple)
        # attrgetter gives a bare value for a single name, so it is always asked for two more
        values = attrgetter(*simple, "__class__", "__class__")
        plan = Plan(simple, values, others, "seat" in types, bool(kind.__struct_config__.frozen))
        _plans[kind] = plan
    return plan


def view(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The table as a viewer sees it, as plain data for the wire."""
    seen = structure(table, viewer, None)
    seen["stack"] = [
        {"step": type(step).__name__, "title": step.title(), "rule": step.cited(), **structure(step, viewer, None)}
        for step in table.stack
    ]
    return seen


def structure(value: Any, viewer: Viewer, owner: Seat | None) -> dict[str, Any]:
    """The visible fields of a structure; one with a `seat` belongs to that player, and so does what is inside it."""
    plan = plan_of(type(value))
    if plan.owned:
        owner = value.seat
    seen: dict[str, Any] = dict(zip(plan.simple, plan.values(value), strict=False))
    for name, owner_only in plan.others:
        if not owner_only or viewer == ALL_SEEING or (viewer is not None and viewer == owner):
            found = getattr(value, name)
            seen[name] = found if type(found) in SCALARS else plain(found, viewer, owner)
    return seen


def plain(value: Any, viewer: Viewer, owner: Seat | None) -> Any:
    """A visible value as plain data, with what is hidden inside it left out."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is Pile:
        return pile_seen(value, viewer)
    if kind is list or kind is tuple:
        return [item if type(item) in SCALARS else plain(item, viewer, owner) for item in value]
    if kind is dict:
        return {str(key): item if type(item) in SCALARS else plain(item, viewer, owner) for key, item in value.items()}
    if isinstance(value, msgspec.Struct):
        if plan_of(kind).frozen:
            return msgspec.to_builtins(value)
        return structure(value, viewer, owner)
    raise TypeError(f"a table holds plain data only, not {value!r}")


def pile_seen(pile: Pile, viewer: Viewer) -> dict[str, Any]:
    """A pile: its back, the faces this viewer knows (None for the others), and what it knows to be inside."""
    seen: dict[str, Any] = {"back": pile.back, "cards": pile.seen_by(viewer)}
    if viewer != ALL_SEEING and pile.inside != pile.known:
        contents = pile.contents_for(viewer)
        if contents:
            seen["contents"] = contents
    return seen


class Asked(msgspec.Struct, tag=False):
    """The open question as its seat sees it."""

    id: str
    kind: str
    rule: str
    prompt: str
    options: list[Option]
    limits: dict[str, Any]


def asked(table: Table, question: Question, ask: Ask, given: int) -> Asked:
    """A question ready to be shown: its options with labels and pieces."""
    step = question.step
    bounds = ("least", "most", "places", "limits")
    limits = {name: msgspec.to_builtins(getattr(ask, name)) for name in bounds if hasattr(ask, name)}
    return Asked(
        id=ask.id(given),
        kind=type(ask).__name__,
        rule=ask.rule or step.cited(),
        prompt=ask.prompt or step.prompt(table),
        options=[step.describe(table, key) for key in ask.keys()],  # noqa: SIM118
        limits=limits,
    )


class Observation(msgspec.Struct):
    """Everything one viewer is told at one moment."""

    view: dict[str, Any]
    may_act: list[Seat]
    question: Asked | None
    free: list[Option]
    events: list[Event]


def observe(
    table: Table, question: Question | None, viewer: Viewer, given: int = 0, events: list[Event] | None = None
) -> Observation:
    """What a viewer may know now: the view, who may act, their own question and free actions, and new events."""
    seat = viewer if viewer is not None and viewer >= 0 else None
    mine = question.of(table, seat) if question is not None and seat is not None else None
    if mine is not None and question is not None and seat in table.answered(question.step):
        mine = None
    seen = (event.seen_by(viewer) for event in events or ())
    return Observation(
        view=view(table, viewer),
        may_act=question.may_act(table) if question is not None else [],
        question=asked(table, question, mine, given) if mine is not None and question is not None else None,
        free=[table.describe(key) for key in table.free(seat)] if seat is not None and question is not None else [],
        events=[event for event in seen if event is not None],
    )


def breadcrumb(table: Table) -> list[type[Step]]:
    """The pending steps from the outermost to the one that asks."""
    return [type(step) for step in table.stack]
