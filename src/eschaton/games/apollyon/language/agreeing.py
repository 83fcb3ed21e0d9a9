"""SA-6.14: what a text lets the players pick together. One picks; who has a say in it agrees, or picks anew.

On a card that players have in common (an Event, what is loose, what a joint team meets) harm is agreed to by those on
whom it falls, and anything else by all who might have been picked; where these are not players, nor theirs, by all
whose card it is. On one player's own card only those agree on whom their pick falls.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

import msgspec

from eschaton.cardtext import data as d
from eschaton.games.apollyon.box.components import PUBLIC, SEAT_KEYS
from eschaton.games.apollyon.rules.damage import owners_alive
from eschaton.games.apollyon.rules.offers import everybody
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Amount, Ask, Choose, ChooseSome, Option, Seat, race
from eschaton.kernel.council import AGREE, REFUSE, Decide, others_concerned
from eschaton.kernel.step import Follow, Stay
from eschaton.kernel.table import Open

HARMS: Final = frozenset({"destroy", "destroy_assets", "lose_assets", "lose_half", "make_lost", "check", "suffer"})
"""Verbs by which those lose something to whom they are done."""
HARMFUL_TOKENS: Final = frozenset({"Wound", "Cognitohazard"})
NOTHING: Final = "nothing"


class Picking(Protocol):
    """A step whose picks others may refuse."""

    serial: int

    def picking(self, table: Apollyon) -> Ask | None:
        """The question what to pick."""

    def must_agree(self, table: Apollyon, picked: list[str]) -> list[Seat]:
        """Who has a say in this pick."""


class Picked(Decide):
    """SA-6.14: what one has picked for a text holds once all agree who have a say in it; who refuses picks anew.

    If nothing is agreed, nothing is done where nothing need be, else the last pick holds.
    """

    is_proposed: Open[bool] = True

    def ask(self, table: Apollyon) -> Ask | None:
        if not self.is_proposed:
            question = table.pending(self.to).picking(table)
            return None if question is None else msgspec.structs.replace(question, seat=self.proposers[0])
        waiting = self.waiting(table)
        return race(waiting, self.rule) if waiting else None

    def waiting(self, table: Apollyon) -> list[Seat]:
        return self.still_to_agree(table, table.pending(self.to).must_agree(table, self.proposal))

    def worded(self, table: Apollyon) -> str:
        named = (self.describe(table, key).label.removesuffix(".") for key in self.proposal)
        return ", ".join(named) or NOTHING

    def run(self, table: Apollyon, answer: Any = None) -> Follow:
        if answer is None or isinstance(answer, tuple):
            return super().run(table, answer)
        self.proposal, self.is_proposed = in_keys(answer), True
        return Stay()

    def refused(self, table: Apollyon, seat: Seat) -> Follow:
        self.is_proposed = False
        return super().refused(table, seat)

    def last_resort(self, table: Apollyon) -> list[str]:
        question = table.pending(self.to).picking(table)
        return in_keys(question.default()) if question is not None and is_optional(question) else self.proposal

    def describe(self, table: Apollyon, key: str) -> Option:
        if key not in (AGREE, REFUSE):
            return super().describe(table, key)
        pieces = [piece for piece in self.proposal if piece in table.characters or piece in table.anomalies]
        return Option(key, "Agree" if key == AGREE else "Pick another", tuple(pieces))


def put_to_others(table: Apollyon, step: Picking, question: Ask, answer: Any) -> Picked | None:
    """The question to those who have a say in what was just picked; None if nobody else has."""
    picked = in_keys(answer)
    agreeing = [] if is_only_one(question) else step.must_agree(table, picked)
    if not others_concerned(table, question.seat, agreeing):
        return None
    proposers = list(dict.fromkeys([question.seat, *agreeing, *step.must_agree(table, list(question.keys()))]))
    rule = question.rule or "SA-6.14"
    return Picked([], step.serial, proposers, [], question.prompt, rule, proposal=picked)


def in_keys(answer: str | int | list[str]) -> list[str]:
    """An answer as what is proposed."""
    return answer if isinstance(answer, list) else [str(answer)]


def as_answer(question: Ask, proposal: list[str]) -> str | int | list[str]:
    """What was proposed, as an answer to the question."""
    if isinstance(question, Amount):
        return int(proposal[0])
    return proposal if isinstance(question, ChooseSome) else proposal[0]


def is_only_one(question: Ask) -> bool:
    """Whether there is nothing to choose."""
    return isinstance(question, Choose) and len(question.options) == 1


def is_optional(question: Ask) -> bool:
    """Whether one may as well pick nothing."""
    if isinstance(question, Choose):
        return bool(question.neutral)
    return isinstance(question, Amount | ChooseSome) and not question.least


# Who has a say.


def shared_by(table: Apollyon, source: str) -> list[Seat]:
    """Who has a card in common: what a team meets, those in the team; an Event, or what is loose, everybody."""
    for step in reversed(table.stack):
        if step.step_name == "Engagement" and step.anomaly == source:
            return owners_alive(table, step.team)
    mission = table.resolving()
    if mission is not None and source == table.situations[mission.place].piece:
        return owners_alive(table, table.team(mission.mtfs))
    loose = source in table.anomalies and table.anomalies[source].zone == PUBLIC
    return everybody(table) if loose or source in table.box.events else []


def with_a_say(table: Apollyon, sharing: list[Seat], candidates: Iterable[str]) -> list[Seat]:
    """Who agrees on what is not harm: whose the candidates are; if one of them is nobody's, all whose card it is."""
    owners = [owner_of_pick(table, thing) for thing in candidates]
    return [*sharing, *(seat for seat in owners if seat >= 0)] if -1 in owners else owners


def owners_of(table: Apollyon, things: Iterable[str]) -> list[Seat]:
    """On whom a pick falls."""
    return [seat for thing in things if (seat := owner_of_pick(table, thing)) >= 0]


def owner_of_pick(table: Apollyon, thing: str) -> Seat:
    """The owner of a Character or an Asset, the site of an anomaly, a player; -1 for what is nobody's."""
    seat = thing.partition(":")[0]
    if seat in SEAT_KEYS:
        return SEAT_KEYS.index(seat)
    found = table.characters.get(thing) or table.anomalies.get(thing)
    return -1 if found is None else found.seat


def is_harm(clause: d.Clause) -> bool:
    """Whether those lose something to whom a clause is done."""
    match clause:
        case d.By() | d.Where():
            return is_harm(clause.do)
        case d.Act():
            kind = clause.args.get("kind")
            placed = clause.verb == "place" and isinstance(kind, d.Word) and kind.word in HARMFUL_TOKENS
            return placed or clause.verb in HARMS
    return False


def is_paid_by_oneself(clause: d.Clause) -> bool:
    """ "You may spend …, then …", and nobody is harmed by it: whoever pays decides."""
    if not isinstance(clause, d.May):
        return False
    first = clause.do[0]
    return isinstance(first, d.Act) and first.verb == "spend_assets" and not any(map(is_harm, clause.do))
