"""Undo is truncation, and information decides who must agree: nobody, if nobody has learnt anything since."""

from __future__ import annotations

from collections.abc import Collection, Iterable

import msgspec

from eschaton.kernel.ask import CHANCE, EVERYONE, NOBODY, Choose, Seat, may_see
from eschaton.kernel.chance import audience_of
from eschaton.kernel.errors import NotOpen, Refused
from eschaton.kernel.machine import AT_ONCE, Question, first_use, require_open
from eschaton.kernel.match import OBVIOUS, Match
from eschaton.kernel.pile import Pile
from eschaton.kernel.record import Entry
from eschaton.kernel.save import copy
from eschaton.kernel.table import Table, piles


class NeedsConsent(Refused):
    """Others have learnt something, or have acted, since; they must agree."""

    def __init__(self, seats: Collection[Seat]) -> None:
        super().__init__(f"undo: needs the consent of {', '.join(f'S{seat}' for seat in sorted(seats))}")
        self.seats = frozenset(seats)


class Undo(msgspec.Struct, frozen=True):
    """What an undo would do: go back to before entry `at` and play `again` what others did in the same race."""

    at: int
    needs: frozenset[Seat]
    again: tuple[Entry, ...] = ()


def plan(match: Match, seat: Seat) -> Undo:
    """What undoing this seat's last decision means now."""
    entries = match.record.entries
    mine = [number for number in range(match.floor, len(entries)) if entries[number].seat == seat]
    if not mine:
        raise NotOpen(f"undo: seat {seat} has nothing to take back")
    at = mine[-1]
    learnt, acted, same_race = since(match, at, seat)
    needs = learnt if same_race else learnt | acted
    if learnt == {seat}:
        # Who alone has learnt something must not choose again without the others' leave.
        needs = needs | set(match.table.people())
    again = tuple(entry for entry in entries[at + 1 :] if entry.seat != CHANCE) if same_race else ()
    return Undo(at, frozenset(needs - {seat}), again)


def undo(match: Match, seat: Seat, consent: Collection[Seat] = ()) -> None:
    """Take back this seat's last decision; raises NeedsConsent naming those who must still agree."""
    planned = plan(match, seat)
    missing = planned.needs - set(consent)
    if missing:
        raise NeedsConsent(missing)
    take_back(match, planned)


def take_back(match: Match, planned: Undo) -> None:
    """Carry out an undo that all agree to."""
    match.back_to(planned.at)
    for entry in planned.again:
        try:
            match.enter(Entry(entry.seat, entry.answer, entry.how), require_open(match.question))
        except Refused:
            continue


def since(match: Match, at: int, seat: Seat) -> tuple[set[Seat], set[Seat], bool]:
    """Who has learnt something and who else has acted since entry `at`, and whether its race is still open."""
    before = match.fork(at)
    before.reach(match.record.entries[at])
    learnt: set[Seat] = set()
    acted: set[Seat] = set()
    others = False
    start = copy(before.table)
    step = before.question.step if before.question else None
    racing = before.question is not None and before.question.mode in AT_ONCE
    for question in before.replay(match.record.entries[at:]):
        number = len(before.record.entries)
        if number == len(match.record.entries) or question is None:
            break
        entry = match.record.entries[number]
        racing = racing and step is not None and question.step.serial == step.serial
        if entry.seat == CHANCE:
            learnt |= {other for other in match.table.people() if may_see(audience_of(question.ask), other)}
        elif question.mode == "priority" and entry.how == "answer":
            others = others or entry.seat != seat
            acted |= carried_out(before, question, entry) - {seat}
        elif entry.seat != seat:
            others = True
            if not unnoticed(match, before, question, entry):
                acted.add(entry.seat)
    learnt |= newly_known(start, match.table) | told_since(match, at)
    same = match.question is not None and step is not None and match.question.step.serial == step.serial
    return learnt, acted, racing and same and others


def carried_out(before: Match, question: Question, entry: Entry) -> set[Seat]:
    """Whose answer is carried out once this one is given by priority: the others' are told to nobody."""
    given = {**before.table.answered(question.step), entry.seat: entry.answer}
    use = first_use(before.table, question.step, question.seats, given)
    return set() if use is None else {use[0]}


def unnoticed(match: Match, before: Match, question: Question, entry: Entry) -> bool:
    """Whether nobody can tell that this was answered: naming its seat would tell that it has, or that it could.

    A neutral answer among many, a standing pass unless it is open, and what is sealed as long as others are still to
    answer.
    """
    now = match.question
    if entry.how == "stand":
        return not passes_openly(entry)
    if entry.how in ("withdraw", "wish"):
        return True
    if entry.how != "answer" or question.mode not in AT_ONCE:
        return False
    if question.mode == "sealed" and now is not None and now.step.serial == question.step.serial:
        return True
    ask = question.of(before.table, entry.seat)
    return isinstance(ask, Choose) and bool(ask.neutral) and entry.answer == ask.neutral


def passes_openly(entry: Entry) -> bool:
    """Whether a standing pass was said for all to hear."""
    return isinstance(entry.answer, list) and len(entry.answer) == 3 and entry.answer[2] is True


def newly_known(before: Table, after: Table) -> set[Seat]:
    """The seats that know a card's face, or in which pile it is, and did not before."""
    knew = {card: masks for pile in piles(before) for card, *masks in lying(pile)}
    learnt: set[Seat] = set()
    for pile in piles(after):
        for card, seen, inside in lying(pile):
            saw, knew_inside = knew.get(card, (NOBODY, NOBODY))
            fresh = seen & ~saw | inside & ~knew_inside  # to see which card it is tells more than that it is in a pile
            if fresh and inside == EVERYONE:
                fresh = EVERYONE  # who of them knew it already is nobody's business
            learnt |= {seat for seat in after.people() if may_see(fresh, seat)}
    return learnt


def lying(pile: Pile) -> Iterable[tuple[str, int, int]]:
    """The cards of a pile, with who sees each and who knows it to be there."""
    return zip(pile.cards, pile.known, pile.inside, strict=True)


def told_since(match: Match, at: int) -> set[Seat]:
    """The seats that were told something since entry `at` that not everybody was told, or that was hidden before."""
    told: set[Seat] = set()
    for when, event in match.log:
        if when > at and event.key != OBVIOUS:
            apart = event.audience != EVERYONE or event.reveals
            to = (event.to if event.secret else NOBODY) | (event.audience if apart else NOBODY)
            told |= {seat for seat in match.table.people() if may_see(to, seat)}
    return told
