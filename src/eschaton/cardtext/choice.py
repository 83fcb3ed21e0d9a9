"""What a clause leaves to choose: one question at a time, or the choice itself where there is nothing to ask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from eschaton.cardtext import data as d
from eschaton.cardtext.phrase import Phrase, Slot
from eschaton.cardtext.read import Reader, given
from eschaton.kernel.ask import Amount, Ask, Choose, ChooseSome, Pick, Seat, keys

Chosen = list[str] | int


class Wish(msgspec.Struct, frozen=True):
    """A choice still open: for which slot, and the question."""

    slot: str
    ask: Ask


class Chooser(msgspec.Struct, frozen=True):
    """Who chooses, under which rule, and how the question reads."""

    seat: Seat
    rule: str = ""
    prompt: str = ""


def wish_for(reader: Reader, chooser: Chooser, slot: str, arg: d.Arg, taken: Chosen | None) -> Wish | None:
    """The question that an argument needs now, or None."""
    if isinstance(arg, d.UpTo):
        if taken is not None:
            return None
        return Wish(slot, Amount(chooser.seat, 0, arg.most, rule=chooser.rule, prompt=chooser.prompt))
    if isinstance(arg, d.AtRandom):
        return wish_by_chance(reader, chooser, slot, arg, taken)
    if taken is not None or not isinstance(arg, d.Some | d.Extreme):
        return None
    members, least, most = range_of(reader, arg)
    if not members or (len(members) <= least and not reader.words.nouns[arg.group.noun].hidden):
        return None
    options = keys(members)
    if least == most == 1:
        return Wish(slot, Choose(chooser.seat, options, rule=chooser.rule, prompt=chooser.prompt))
    return Wish(slot, ChooseSome(chooser.seat, options, least, most, rule=chooser.rule, prompt=chooser.prompt))


def wish_by_chance(reader: Reader, chooser: Chooser, slot: str, arg: d.AtRandom, taken: Chosen | None) -> Wish | None:
    """The next thing that chance picks."""
    picked = taken if isinstance(taken, list) else []
    members = reader.members(arg.group)
    left = [thing for thing in members if thing not in picked]
    if not left or len(picked) >= how_many(reader, arg.amount, len(members))[0]:
        return None
    return Wish(slot, Pick(arg.group.noun, keys(left), rule=chooser.rule, prompt=chooser.prompt))


def range_of(reader: Reader, arg: d.Some | d.Extreme) -> tuple[list[str], int, int]:
    """The candidates, and how many of them at least and at most."""
    if isinstance(arg, d.Extreme):
        return reader.extremes(arg), 1, 1
    members = reader.members(arg.group)
    return members, *how_many(reader, arg.amount, len(members))


def how_many(reader: Reader, amount: d.Quantity, there: int) -> tuple[int, int]:
    """How many of the things there are must, and may, be chosen."""
    if isinstance(amount, d.AnyNumber):
        return 0, there
    if isinstance(amount, d.UpTo):
        return 0, min(amount.most, there)
    many = min(reader.number(amount), there)
    return many, many


def resolved(reader: Reader, slot: Slot, arg: d.Arg, taken: Chosen | None) -> Any:
    """An argument as a function gets it, with what was chosen, or what is left when nothing could be."""
    if isinstance(arg, d.UpTo):
        return taken or 0
    if isinstance(arg, d.Some | d.AtRandom | d.Extreme):
        return given(slot, things_of(reader, arg, taken))
    return reader.argument(slot, arg)


def things_of(reader: Reader, target: d.Target, taken: Chosen | None) -> list[str]:
    """The things of a target, chosen or not."""
    if isinstance(taken, list):
        return taken
    if isinstance(target, d.AtRandom):
        return []
    if isinstance(target, d.Some | d.Extreme):
        members, least, _ = range_of(reader, target)
        return members[:least]
    return reader.definite(target)


def able(reader: Reader, clauses: Iterable[d.Clause]) -> bool:
    """Whether all of these clauses could be carried out in full now, each for itself."""
    return all(able_clause(reader, clause) for clause in clauses)


def able_clause(reader: Reader, clause: d.Clause) -> bool:
    """Whether there is enough to choose from, and the verb says that it can be done."""
    match clause:
        case d.Where():
            return able_clause(reader, clause.do)
        case d.ChooseAmong():
            return any(able(reader, option) for option in clause.options)
        case d.Lasts():
            return all(enough(reader, arg) for arg in clause.statement.args.values())
        case d.Act():
            verb = reader.words.verbs[clause.verb]
            if not all(enough(reader, arg) for arg in clause.args.values()):
                return False
            return verb.able is None or bool(
                verb.able(reader.table, reader.context, **candidates(reader, clause, verb))
            )
    return True


def enough(reader: Reader, arg: d.Arg) -> bool:
    """Whether a target has as many things as it needs."""
    if isinstance(arg, d.Some | d.AtRandom) and isinstance(arg.amount, d.Number | d.X | d.That):
        return len(reader.members(arg.group)) >= reader.number(arg.amount)
    return not isinstance(arg, d.Extreme) or bool(reader.extremes(arg))


def candidates(reader: Reader, clause: d.Act, verb: Phrase) -> dict[str, Any]:
    """The arguments of a verb before anything is chosen: targets with all their candidates, amounts at their least."""
    found: dict[str, Any] = {}
    for slot in verb.slots:
        arg = clause.args[slot.name]
        if isinstance(arg, d.Some | d.AtRandom):
            found[slot.name] = given(slot, reader.members(arg.group))
        elif isinstance(arg, d.Extreme):
            found[slot.name] = given(slot, reader.extremes(arg))
        else:
            found[slot.name] = resolved(reader, slot, arg, None)
    return found
