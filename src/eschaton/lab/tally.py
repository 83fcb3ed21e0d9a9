"""What came of many games: counts that can be added up, whoever counted."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.step import Outcome
from eschaton.lab.questions import Questions
from eschaton.lab.stats import wilson
from eschaton.lab.usage import CardUsage

NOBODY = "nobody"
NO_REASON = "the rules end it"


class FailedGame(msgspec.Struct):
    """A game that failed: which, what happened, and how to see it again."""

    index: int
    seed: str
    error: str
    decisions: int
    again: str


class GameTally(msgspec.Struct):
    """The counts of some games."""

    games: int = 0
    decisions: int = 0
    reasons: Counter[str] = msgspec.field(default_factory=Counter)
    winners: Counter[str] = msgspec.field(default_factory=Counter)
    wins: Counter[Seat] = msgspec.field(default_factory=Counter)
    scores: Counter[str] = msgspec.field(default_factory=Counter)
    scored: Counter[str] = msgspec.field(default_factory=Counter)
    sides: Counter[str] = msgspec.field(default_factory=Counter)
    side_wins: Counter[str] = msgspec.field(default_factory=Counter)
    spread: dict[str, Counter[int]] = {}
    errors: list[FailedGame] = []
    usage: CardUsage = msgspec.field(default_factory=CardUsage)
    questions: Questions = msgspec.field(default_factory=Questions)

    def count(self, outcome: Outcome | None, sides: dict[Seat, str] | None = None) -> None:
        """Count a finished game. `sides` names the role or party of each seat; a side that won counts once a game."""
        if outcome is None:
            outcome = Outcome(())
        self.reasons[outcome.reason or outcome.rule or NO_REASON] += 1
        self.winners["+".join(f"S{seat}" for seat in sorted(outcome.winners)) or NOBODY] += 1
        self.wins.update(outcome.winners)
        self.scores.update(outcome.scores)
        self.scored.update(outcome.scores.keys())
        for key, score in outcome.scores.items():
            self.spread.setdefault(key, Counter())[score] += 1
        self.sides.update({*(sides or {}).values()})
        self.side_wins.update({side for seat, side in (sides or {}).items() if seat in outcome.winners})

    def add(self, other: GameTally) -> None:
        """Count in what another has counted."""
        self.games += other.games
        self.decisions += other.decisions
        self.reasons.update(other.reasons)
        self.winners.update(other.winners)
        self.wins.update(other.wins)
        self.scores.update(other.scores)
        self.scored.update(other.scored)
        self.sides.update(other.sides)
        self.side_wins.update(other.side_wins)
        for key, counted in other.spread.items():
            self.spread.setdefault(key, Counter()).update(counted)
        self.usage.add(other.usage)
        self.questions.add(other.questions)
        self.errors = sorted([*self.errors, *other.errors], key=lambda fault: fault.index)

    def outcomes(self) -> dict[str, dict[str, Any]]:
        """How the games ended: by reason, by who won together, by seat, and mean scores where there are scores."""
        found: dict[str, dict[str, Any]] = {
            "reasons": by_count(self.reasons),
            "winners": by_count(self.winners),
            "wins": {f"S{seat}": self.wins[seat] for seat in sorted(self.wins)},
        }
        if self.sides:
            found["sides"] = {side: share(self.side_wins[side], self.sides[side]) for side in sorted(self.sides)}
        if self.scored:
            found["mean_scores"] = {key: self.scores[key] / self.scored[key] for key in sorted(self.scored)}
            found["spread"] = {key: quantiles(self.spread[key]) for key in sorted(self.spread)}
        return found

    def questions_a_turn(self) -> dict[str, dict[str, float]]:
        """Median, 95 % and mean of each kind of question, where they were counted."""
        return {
            kind: {**quantiles(counted), "mean": round(sum(counted.elements()) / counted.total(), 2)}
            for kind, counted in self.questions.asked.items()
            if counted
        }


def share(wins: int, games: int) -> dict[str, float]:
    """How often a side won, with the 95 % interval of Wilson."""
    low, high = wilson(wins, games)
    return {
        "games": games,
        "wins": wins,
        "share": round(wins / games, 4),
        "low": round(low, 4),
        "high": round(high, 4),
    }


def quantiles(counted: Counter[int]) -> dict[str, int]:
    """The least, the 5 %, middle and 95 % values, and the most of some numbers."""
    values = sorted(counted.elements())
    last = len(values) - 1
    named = {"least": 0.0, "p5": 0.05, "median": 0.5, "p95": 0.95, "most": 1.0}
    return {name: values[round(part * last)] for name, part in named.items()}


def by_count(counted: Counter[str]) -> dict[str, int]:
    """The most frequent first; equal ones by name."""
    return dict(sorted(counted.items(), key=lambda item: (-item[1], item[0])))
