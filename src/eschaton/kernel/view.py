"""What a viewer may see. One function makes every view from the declarations beside the fields; no game redacts.

Allow-list: a field that is declared neither Open nor Owner is never sent. A viewer is a seat, None for a spectator, or
ALL_SEEING for a replay.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any, get_args, get_origin

import msgspec
from msgspec.structs import replace as replaced

from eschaton.kernel.ask import ALL_SEEING, Ask, Choose, Option, Seat, Together, Viewer, declared
from eschaton.kernel.event import Event
from eschaton.kernel.machine import Question, asked_freely
from eschaton.kernel.once import once
from eschaton.kernel.pile import Pile
from eschaton.kernel.step import Step
from eschaton.kernel.table import Table
from eschaton.kernel.window import Use

SCALARS = frozenset({int, str, bool, float, type(None)})


Maker = Callable[[Any, "Viewers", Seat | None], Any]
"""Makes plain data of a value that a field holds."""


class ViewPlan(msgspec.Struct, frozen=True):
    """What of a structure is seen: open scalars, then the other fields, some by their owner only; read in one go."""

    values: Callable[[Any], tuple[Any, ...]]
    simple: tuple[str, ...]
    others: tuple[tuple[str, bool, Maker], ...]
    owned: bool
    frozen: bool


_plans: dict[type, ViewPlan] = {}
"""Those made so far: looked up quicker than `plan_of` is called."""


@once
def plan_of(kind: type[msgspec.Struct]) -> ViewPlan:
    """The plan of a structure, made from the declarations beside its fields."""
    types = {field.name: getattr(field.type, "__origin__", field.type) for field in msgspec.structs.fields(kind)}
    fields = [(name, shown.owner_only) for name in types if (shown := declared(kind, name)) is not None]
    simple = tuple(name for name, owner_only in fields if not owner_only and types[name] in SCALARS)
    others = tuple((name, owner_only, maker_of(types[name])) for name, owner_only in fields if name not in simple)
    # attrgetter gives a bare value for a single name, so it is always asked for two more
    values = attrgetter(*simple, *(name for name, _, _ in others), "__class__", "__class__")
    plan = ViewPlan(values, simple, others, "seat" in types, bool(kind.__struct_config__.frozen))
    _plans[kind] = plan
    return plan


def maker_of(declared: Any) -> Maker:
    """How a field of a declared type is made plain; what can hold nothing hidden is only copied."""
    kind, inside = get_origin(declared), get_args(declared)
    if declared is Pile:
        return piles_seen
    if kind is list and inside[0] in SCALARS:
        return copied
    if kind is dict and inside[0] is str and inside[1] in SCALARS:
        return copied
    return plain


def copied(value: Any, viewers: Viewers, owner: Seat | None) -> Any:
    """A list or dict of scalars."""
    return value.copy()


class Each(list[Any]):
    """One value for each viewer, where they do not all see the same."""


Viewers = Sequence[Viewer]
UNSEEN = object()


def view(table: Table, viewer: Viewer) -> dict[str, Any]:
    """The table as a viewer sees it, as plain data for the wire."""
    return views(table, (viewer,))[0]


def views(table: Table, viewers: Viewers) -> list[dict[str, Any]]:
    """The table as each of these viewers sees it. What they see alike is made once, and shared: do not change it."""
    seen = structures(table, viewers, None)
    every = seen if type(seen) is Each else [dict(seen) for _ in viewers]
    steps = alike([pending(step, viewers) for step in table.stack], viewers)
    if table.given:
        steps = with_answers(table, steps)
    for place, one in enumerate(every):
        one["stack"] = steps[place] if type(steps) is Each else steps
    return every


def pending(step: Step, viewers: Viewers) -> Any:
    """A pending step: its name, title and rule, and what is seen of its fields."""
    named = {"step": type(step).__name__, "title": step.title(), "rule": step.cited()}
    seen = structures(step, viewers, None)
    return Each([{**named, **one} for one in seen]) if type(seen) is Each else {**named, **seen}


def with_answers(table: Table, steps: Any) -> Any:
    """The pending steps as seen, with what was answered in turn so far, which everybody sees."""
    for place, step in enumerate(table.stack):
        given = table.answered(step)
        asking = step.ask(table) if given else None
        if type(asking) is Together and asking.mode == "turn":
            answers = {str(seat): answer for seat, answer in given.items()}
            for seen in steps if type(steps) is Each else [steps]:
                seen[place] = {**seen[place], "answers": answers}
    return steps


def structure(value: Any, viewer: Viewer, owner: Seat | None) -> dict[str, Any]:
    """The fields of a structure that a viewer sees."""
    found: dict[str, Any] = structures(value, (viewer,), owner)
    return found


def structures(value: Any, viewers: Viewers, owner: Seat | None) -> Any:
    """The visible fields of a structure; one with a `seat` belongs to that player, and so does what is inside it."""
    plan = _plans.get(type(value)) or plan_of(type(value))
    if plan.owned:
        owner = value.seat
    several = len(viewers) > 1
    values = plan.values(value)
    seen: dict[str, Any] = dict(zip(plan.simple, values, strict=False))
    parted: dict[str, Each] = {}
    for (name, owner_only, maker), found in zip(plan.others, values[len(plan.simple) :], strict=False):
        if owner_only:
            found = to_owner(found, viewers, owner)
            if found is UNSEEN:
                continue
        else:
            found = maker(found, viewers, owner)
        seen[name] = found
        if several and type(found) is Each:
            parted[name] = found
    if not parted:
        return seen
    return Each([apart(seen, parted, place) for place in range(len(viewers))])


def apart(seen: dict[str, Any], parted: dict[str, Each], place: int) -> dict[str, Any]:
    """The fields that one of the viewers sees."""
    one = dict(seen)
    for name, each in parted.items():
        if each[place] is UNSEEN:
            del one[name]
        else:
            one[name] = each[place]
    return one


def to_owner(value: Any, viewers: Viewers, owner: Seat | None) -> Any:
    """A value for its owner's eyes only."""
    may = [viewer == ALL_SEEING or (viewer is not None and viewer == owner) for viewer in viewers]
    if not any(may):
        return UNSEEN
    seen = plain(value, viewers, owner)
    if all(may):
        return seen
    each = seen if type(seen) is Each else [seen] * len(may)
    return Each([one if allowed else UNSEEN for one, allowed in zip(each, may, strict=True)])


def plain(value: Any, viewers: Viewers, owner: Seat | None) -> Any:
    """A visible value as plain data, with what is hidden inside it left out."""
    kind = type(value)
    if kind in SCALARS:
        return value
    if kind is Pile:
        return piles_seen(value, viewers, owner)
    if kind is list or kind is tuple:
        return alike([item if type(item) in SCALARS else plain(item, viewers, owner) for item in value], viewers)
    if kind is dict:
        items = [item if type(item) in SCALARS else plain(item, viewers, owner) for item in value.values()]
        names, items = [str(key) for key in value], alike(items, viewers)
        if type(items) is Each:
            return Each([dict(zip(names, one, strict=True)) for one in items])
        return dict(zip(names, items, strict=True))
    if isinstance(value, msgspec.Struct):
        if plan_of(kind).frozen:
            return msgspec.to_builtins(value)
        return structures(value, viewers, owner)
    raise TypeError(f"a table holds plain data only, not {value!r}")


def alike(items: list[Any], viewers: Viewers) -> Any:
    """A list that all viewers see alike; else one for each."""
    if len(viewers) == 1 or Each not in map(type, items):
        return items
    return Each([[item[place] if type(item) is Each else item for item in items] for place in range(len(viewers))])


def piles_seen(pile: Pile, viewers: Viewers, owner: Seat | None) -> Any:
    """A pile as each viewer sees it."""
    if len(viewers) == 1 or (pile.open_to_all and ALL_SEEING not in viewers):
        return pile_seen(pile, viewers[0])
    return Each([pile_seen(pile, viewer) for viewer in viewers])


def pile_seen(pile: Pile, viewer: Viewer) -> dict[str, Any]:
    """A pile: its back, the faces this viewer knows (None for the others), and what it knows to be inside."""
    seen: dict[str, Any] = {"back": pile.back, "cards": pile.seen_by(viewer)}
    if pile.told and viewer != ALL_SEEING:
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
    """A question ready to be shown: its options with labels, pieces and rules."""
    return presented(table, question.step, ask, ask.id(given))


def presented(table: Table, step: Step, ask: Ask, ask_id: str) -> Asked:
    """What a step asks, ready to be shown."""
    rule = ask.rule or step.cited()
    options = [step.describe(table, key) for key in ask.keys()]  # noqa: SIM118
    if type(ask) is Choose:
        options = [ruled(table, each, ask.options[each.key], rule) for each in options]
    bounds = ("least", "most", "places", "limits")
    limits = {name: msgspec.to_builtins(getattr(ask, name)) for name in bounds if hasattr(ask, name)}
    return Asked(
        id=ask_id,
        kind=type(ask).__name__,
        rule=rule,
        prompt=ask.prompt or step.prompt(table),
        options=options,
        limits=limits,
    )


def ruled(table: Table, option: Option, does: Any, rule: str = "") -> Option:
    """An option with the rule of what it does, where that has one of its own: of a power, or of a step."""
    own = table.power(does.power).rule if type(does) is Use else does.cited() if isinstance(does, Step) else ""
    return replaced(option, rule=own) if own and own != rule and not option.rule else option


class Observation(msgspec.Struct):
    """Everything one viewer is told at one moment."""

    view: dict[str, Any]
    may_act: list[Seat]
    question: Asked | None
    free: list[Option]
    events: list[Event]
    passing: list[Seat]
    """Who passes openly, for all to see."""
    carried: dict[str, Asked] = {}  # what a free action must carry the answer of
    wishes: dict[str, int] = {}  # from when on the viewer wishes to be asked
    silent: str = ""  # the rule that forbids all to talk at this moment


def observe(
    table: Table, question: Question | None, viewer: Viewer, given: int = 0, events: list[Event] | None = None
) -> Observation:
    """What a viewer may know now: the view, who may act, their own question and free actions, and new events."""
    return observe_all(table, question, {viewer: given}, events)[0]


def observe_all(
    table: Table, question: Question | None, given: Mapping[Viewer, int], events: list[Event] | None = None
) -> list[Observation]:
    """What each of these viewers, who have given so many answers, may know now."""
    may_act = question.may_act(table) if question is not None else []
    return [
        observed(table, question, viewer, many, seen, may_act, events)
        for (viewer, many), seen in zip(given.items(), views(table, tuple(given)), strict=True)
    ]


def observed(
    table: Table,
    question: Question | None,
    viewer: Viewer,
    given: int,
    seen: dict[str, Any],
    may_act: list[Seat],
    events: list[Event] | None,
) -> Observation:
    """What one viewer may know beside the view."""
    seat = viewer if viewer is not None and viewer >= 0 else None
    mine = question.of(table, seat) if question is not None and seat is not None else None
    if mine is not None and question is not None and seat in table.answered(question.step):
        mine = None
    told = (event.seen_by(viewer) for event in events or ())
    offered = table.free(seat) if seat is not None and question is not None else {}
    return Observation(
        view=seen,
        may_act=may_act,
        question=asked(table, question, mine, given) if mine is not None and question is not None else None,
        free=unasked(table, offered),
        events=[event for event in told if event is not None],
        carried=carried(table, seat, offered) if seat is not None else {},
        wishes=dict(table.wishes.get(seat, {})) if seat is not None else {},
        silent=table.silent(),
        passing=[other for other in sorted(table.standing) if table.standing[other].open] if table.standing else [],
    )


def unasked(table: Table, offered: Mapping[str, Step]) -> list[Option]:
    """What may be done unasked."""
    return [ruled(table, table.describe(key), step) for key, step in offered.items()]


def carried(table: Table, seat: Seat, offered: Mapping[str, Step]) -> dict[str, Asked]:
    """The questions whose answers must come with what is done unasked."""
    asks = {key: asked_freely(table, seat, step) for key, step in offered.items() if step.at_once}
    return {key: presented(table, offered[key], ask, "") for key, ask in asks.items() if ask is not None}


def breadcrumb(table: Table) -> list[type[Step]]:
    """The pending steps from the outermost to the one that asks."""
    return [type(step) for step in table.stack]
