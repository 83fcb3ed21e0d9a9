"""What came of many games: counts that can be added up, whoever counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.step import Outcome

NOBODY = "nobody"
NO_REASON = "the rules end it"


class Fault(msgspec.Struct):
    """A game that failed: which, what happened, and how to see it again."""

    index: int
    seed: str
    error: str
    decisions: int
    again: str


class Tally(msgspec.Struct):
    """The counts of some games."""

    games: int = 0
    decisions: int = 0
    reasons: Counter[str] = msgspec.field(default_factory=Counter)
    winners: Counter[str] = msgspec.field(default_factory=Counter)
    wins: Counter[Seat] = msgspec.field(default_factory=Counter)
    scores: Counter[str] = msgspec.field(default_factory=Counter)
    scored: Counter[str] = msgspec.field(default_factory=Counter)
    errors: list[Fault] = []

    def count(self, outcome: Outcome | None) -> None:
        """Count a finished game."""
        if outcome is None:
            outcome = Outcome(())
        self.reasons[outcome.reason or outcome.rule or NO_REASON] += 1
        self.winners["+".join(f"S{seat}" for seat in sorted(outcome.winners)) or NOBODY] += 1
        self.wins.update(outcome.winners)
        self.scores.update(outcome.scores)
        self.scored.update(outcome.scores.keys())

    def add(self, other: Tally) -> None:
        """Count in what another has counted."""
        self.games += other.games
        self.decisions += other.decisions
        self.reasons.update(other.reasons)
        self.winners.update(other.winners)
        self.wins.update(other.wins)
        self.scores.update(other.scores)
        self.scored.update(other.scored)
        self.errors = sorted([*self.errors, *other.errors], key=lambda fault: fault.index)

    def outcomes(self) -> dict[str, dict[str, Any]]:
        """How the games ended: by reason, by who won together, by seat, and mean scores where there are scores."""
        found: dict[str, dict[str, Any]] = {
            "reasons": by_count(self.reasons),
            "winners": by_count(self.winners),
            "wins": {f"S{seat}": self.wins[seat] for seat in sorted(self.wins)},
        }
        if self.scored:
            found["mean_scores"] = {key: self.scores[key] / self.scored[key] for key in sorted(self.scored)}
        return found


def by_count(counted: Counter[str]) -> dict[str, int]:
    """The most frequent first; equal ones by name."""
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))
