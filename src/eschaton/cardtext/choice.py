"""What a clause leaves to choose: one question at a time, or the choice itself where there is nothing to ask."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from eschaton.cardtext import data as d
from eschaton.cardtext.phrase import Phrase, Slot
from eschaton.cardtext.read import Fit, Reader, given
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
    if reader.fit is not None:
        members = [*filter(reader.fit, members)]
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
    """Whether all of these clauses could be carried out in full now: each for itself, and those of a verb together."""
    clauses = [part for clause in clauses for part in (clause.each() if isinstance(clause, d.Act) else (clause,))]
    return all(able_clause(reader, clause) for clause in clauses) and (
        len(clauses) < 2 or able_together(reader, clauses)
    )


def able_together(reader: Reader, clauses: Iterable[d.Clause]) -> bool:
    """Whether clauses with the same verb leave enough for one another, where the verb tells."""
    said: dict[str, list[dict[str, Any]]] = {}
    for clause in clauses:
        if isinstance(clause, d.Act):
            verb = reader.words.verbs[clause.verb]
            if verb.together is not None:
                said.setdefault(verb.name, []).append(candidates(reader, clause, verb))
    tests = {name: reader.words.verbs[name].together for name in said}
    return all(test(reader.table, reader.context, said[name]) for name, test in tests.items() if test is not None)


def able_clause(reader: Reader, clause: d.Clause) -> bool:
    """Whether there is enough to choose from, and the verb says that it can be done."""
    match clause:
        case d.Where():
            x = msgspec.structs.replace(reader.context, x=reader.number(clause.value))
            return able(Reader(reader.words, reader.table, x), (clause.do,))
        case d.ChooseAmong():
            return any(able(reader, option) for option in clause.options)
        case d.Lasts():
            return all(enough(reader, arg) for arg in clause.statement.args.values())
        case d.Act():
            verb = reader.words.verbs[clause.verb]
            if not all(enough(reader, arg) for arg in clause.args.values()):
                return False
            if verb.able is None:
                return True
            slots = left_open(verb, clause)
            if len(slots) == 1:
                return enough(reader, clause.args[slots[0].name], fitting(reader, clause))
            return bool(verb.able(reader.table, reader.context, **candidates(reader, clause, verb)))
    return True


def left_open(verb: Phrase, clause: d.Act) -> list[Slot]:
    """The slots of a verb for which things are chosen."""
    return [slot for slot in verb.slots if isinstance(clause.args[slot.name], d.Some)]


def fitting(reader: Reader, clause: d.Act) -> Fit | None:
    """Whether a verb could do to a thing all that it says; None if it does not tell, or nothing is chosen for it."""
    verb = reader.words.verbs[clause.verb]
    able_to, slots = verb.able, left_open(verb, clause)
    if able_to is None or len(slots) != 1:
        return None
    slot, others = slots[0], candidates(reader, clause, verb)

    def fit(thing: str) -> bool:
        return bool(able_to(reader.table, reader.context, **{**others, slot.name: given(slot, [thing])}))

    return fit


def enough(reader: Reader, arg: d.Arg, fit: Fit | None = None) -> bool:
    """Whether a target has as many things as it needs; of those that fit, one even where it is left to the player."""
    if isinstance(arg, d.Some | d.AtRandom) and (fit is not None or isinstance(arg.amount, d.Number | d.X | d.That)):
        members = [thing for thing in reader.members(arg.group) if fit is None or fit(thing)]
        return len(members) >= (1 if isinstance(arg.amount, d.UpTo | d.AnyNumber) else reader.number(arg.amount))
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
