"""What players decide together: one proposes, everybody else concerned agrees, or another one proposes.

A step that needs such a decision derives from `Joint`, stays on `Decide(…, to=self.serial)` and takes what was agreed
from its field `decision`. One that is nothing but a question derives from `Council`: it asks by itself where nobody
else is concerned. A single player, or a table that agrees by silence, is asked once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable
from typing import Any, ClassVar

from eschaton.kernel.ask import Ask, Choose, Option, Seat, keys, race
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

AGREE, REFUSE = "agree", "refuse"


class Joint(Step, kw_only=True):
    """A step for which players decide something together."""

    decision: Open[list[str]] = []  # what was agreed and is still to be carried out

    def take_decision(self) -> str:
        """The decision, once; of one that has several parts the next part."""
        return self.decision.pop(0) if self.decision else ""


class Decide(Step):
    """The first proposer proposes, all others concerned agree; whoever refuses is the next to propose.

    Each proposes once. If nothing is agreed, `fallback` holds (without one, the last proposal). `usual` is a course
    to which nobody need agree. Where who must agree depends on what is proposed, `waiting` says so.
    """

    options: Open[list[str]]
    to: int
    proposers: Open[list[Seat]]
    concerned: Open[list[Seat]]
    about: Open[str] = ""
    rule: Open[str] = ""
    fallback: Open[str] = ""
    usual: Open[str] = ""
    proposal: Open[list[str]] = []
    agreed: Open[list[Seat]] = []

    def ask(self, table: Any) -> Ask | None:
        """A part of the proposal, or whether the others agree."""
        parts = self.parts(table)
        if parts:
            neutral = self.fallback if self.fallback in parts else ""
            return Choose(self.proposers[0], keys(parts), neutral, rule=self.rule or table.together, prompt=self.about)
        waiting = self.waiting(table)
        return race(waiting, self.rule or table.together) if waiting else None

    def parts(self, table: Any) -> list[str]:
        """What can be proposed next; nothing once the proposal is whole."""
        return [] if self.proposal else self.options

    def waiting(self, table: Any) -> list[Seat]:
        """Who has still to agree."""
        return [] if self.proposal == [self.usual] else self.still_to_agree(table, self.concerned)

    def still_to_agree(self, table: Any, seats: Iterable[Seat]) -> list[Seat]:
        """Those of these players who have not agreed yet; nobody need where silence is consent."""
        if table.agrees_by_silence():
            return []
        settled = (self.proposers[0], *self.agreed)
        return [seat for seat in dict.fromkeys(seats) if seat not in settled]

    def ask_of(self, table: Any, seat: Seat) -> Ask | None:
        """Whether this player agrees."""
        if seat not in self.waiting(table):
            return None
        return Choose(seat, keys([AGREE, REFUSE]), AGREE, rule=self.rule or table.together)

    def prompt(self, table: Any) -> str:
        """What is to be decided, or what is proposed."""
        if self.parts(table):
            return self.asking(table)
        about = self.about_it(table)
        about = about if about.endswith(("?", ".")) else f"{about}."
        return f"{about} S{self.proposers[0]} proposes: {self.worded(table)}; do you agree?"

    def asking(self, table: Any) -> str:
        """The question to who proposes."""
        return self.about_it(table)

    def about_it(self, table: Any) -> str:
        """What is to be decided."""
        about: str = self.about or table.pending(self.to).prompt(table)
        return about

    def worded(self, table: Any) -> str:
        """The proposal in words."""
        return self.describe(table, self.proposal[0]).label.removesuffix(".")

    def run(self, table: Any, answer: str | tuple[Seat, str] | None) -> Follow:
        """A part is proposed; somebody agrees or refuses; or all have agreed."""
        if answer is None:
            return self.decided(table, self.proposal)
        if isinstance(answer, str):
            self.proposal.append(answer)
            return Stay()
        seat, said = answer
        if said == AGREE:
            self.agreed.append(seat)
            return Stay()
        return self.refused(table, seat)

    def refused(self, table: Any, seat: Seat) -> Follow:
        """Whoever refuses proposes next, if they have not yet; else the next in order, if anybody is left."""
        table.say(self.rule or table.together, "not agreed", who=seat, to=self.proposers[0])
        left = self.proposers[1:]
        if not left:
            return self.decided(table, self.last_resort(table))
        self.proposers = [seat, *(other for other in left if other != seat)] if seat in left else left
        self.proposal, self.agreed = [], []
        return Stay()

    def last_resort(self, table: Any) -> list[str]:
        """What holds if nothing is agreed."""
        return [self.fallback] if self.fallback else self.proposal

    def decided(self, table: Any, proposal: list[str]) -> Follow:
        """Tell the step that needs it."""
        table.pending(self.to).decision = proposal
        return None

    def describe(self, table: Any, key: str) -> Option:
        """An option as the step describes it for which this is decided."""
        if key in (AGREE, REFUSE):
            return super().describe(table, key)
        described: Option = table.pending(self.to).describe(table, key)
        return described


class Council(Joint, kw_only=True):
    """A step that is one question: to who proposes alone, or, where others are concerned, decided with them."""

    usual: ClassVar[str] = ""  # what needs nobody's agreement

    @abstractmethod
    def question(self, table: Any) -> Choose | None:
        """The question as it is put to who proposes first; the value of each option is its key."""

    @abstractmethod
    def concerned(self, table: Any) -> Iterable[Seat]:
        """Who must agree."""

    @abstractmethod
    def carried(self, table: Any, key: str) -> Follow:
        """It is decided; with nothing to ask the key is empty."""

    def ask(self, table: Any) -> Ask | None:
        """The question, where nobody else has a say."""
        if self.decision:
            return None
        question = self.question(table)
        return question if question is None or self.is_plain(table, question) else None

    def is_plain(self, table: Any, question: Choose) -> bool:
        """Whether nobody else has a say, or there is nothing to choose."""
        return len(question.options) == 1 or not others_concerned(table, question.seat, self.concerned(table))

    def run(self, table: Any, key: str | None) -> Follow:
        """Carry out what is decided; or have it decided with the others first."""
        if key is None and not self.decision:
            question = self.question(table)
            if question is not None:
                return Stay(put_to_all(question, self.serial, self.concerned(table), self.usual))
        return self.carried(table, key or self.take_decision())


def others_concerned(table: Any, seat: Seat, concerned: Iterable[Seat]) -> bool:
    """Whether anybody but this player must be asked to agree."""
    if table.agrees_by_silence():
        return False
    return any(other != seat for other in concerned)


def put_to_all(question: Choose, to: int, concerned: Iterable[Seat], usual: str = "") -> Decide:
    """A question as one that is decided together: who would be asked proposes first."""
    agreeing = list(dict.fromkeys(concerned))
    proposers = list(dict.fromkeys([question.seat, *agreeing]))
    prompt, rule, neutral = question.prompt, question.rule, question.neutral
    return Decide(list(question.options), to, proposers, agreeing, prompt, rule, neutral, usual)
