"""What the players decide together: one proposes, everybody else concerned agrees, or the next one proposes.

A step that needs such a decision derives from `Joint`, stays on `Decide(…, to=self.serial)` and finds the key that was
agreed in its field `decision`. A single player, or a table that agrees by silence, is asked once.
"""

from __future__ import annotations

from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Seat, keys, race
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

AGREE, REFUSE = "agree", "refuse"


class Joint(Step, kw_only=True):
    """A step for which players decide something together."""

    decision: Open[str] = ""

    def take_decision(self) -> str:
        """The decision, once."""
        decision, self.decision = self.decision, ""
        return decision


class Decide(Step):
    """SA-6.14: the first proposer proposes, all others concerned agree; a refusal lets the next one propose.

    Each proposes once. If nothing is agreed, `fallback` holds (without one, the last proposal).
    """

    options: Open[list[str]]
    to: int
    proposers: Open[list[Seat]]
    concerned: Open[list[Seat]]
    about: Open[str] = ""
    rule: Open[str] = "SA-6.14"
    fallback: Open[str] = ""
    proposal: Open[str] = ""
    agreed: Open[list[Seat]] = []

    def ask(self, table: Apollyon) -> Ask | None:
        if not self.proposal:
            neutral = self.fallback if self.fallback in self.options else ""
            prompt = self.about or "What do you propose?"
            return Choose(self.proposers[0], keys(self.options), neutral, rule=self.rule, prompt=prompt)
        waiting = self.waiting(table)
        return race(waiting, self.rule) if waiting else None

    def waiting(self, table: Apollyon) -> list[Seat]:
        """Who has still to agree."""
        if table.options["agree_by_silence"]:
            return []
        return [seat for seat in self.concerned if seat != self.proposers[0] and seat not in self.agreed]

    def ask_of(self, table: Apollyon, seat: Seat) -> Ask | None:
        if seat not in self.waiting(table):
            return None
        prompt = f"{self.about} {table.describe(self.proposal).label}: do you agree?".strip()
        return Choose(seat, keys([AGREE, REFUSE]), AGREE, rule=self.rule, prompt=prompt)

    def run(self, table: Apollyon, answer: str | tuple[Seat, str] | None) -> Follow:
        if answer is None:
            return self.decided(table, self.proposal)
        if isinstance(answer, str):
            self.proposal = answer
            return Stay() if self.waiting(table) else self.decided(table, answer)
        seat, said = answer
        if said == AGREE:
            self.agreed.append(seat)
            return Stay() if self.waiting(table) else self.decided(table, self.proposal)
        return self.refused(table)

    def refused(self, table: Apollyon) -> Follow:
        """The next one proposes, if anybody is left to."""
        if len(self.proposers) == 1:
            return self.decided(table, self.fallback or self.proposal)
        self.proposers, self.proposal, self.agreed = self.proposers[1:], "", []
        return Stay()

    def decided(self, table: Apollyon, key: str) -> Follow:
        """Tell the step that needs it."""
        table.pending(self.to).decision = key
        return None


def everybody(table: Apollyon) -> list[Seat]:
    """All players, the Administrator first."""
    return table.around(table.administrator)
