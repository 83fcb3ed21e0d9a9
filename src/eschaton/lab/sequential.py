"""Is one better than the other? A test that may be looked at after every pair, and stopped as soon as it is sure.

Both play the same games from the same seeds, so a game that both win, or both lose, tells nothing. Of the others, if
neither were better, either would win half. The evidence against that is a bet: it starts at 1, is expected to stay
there if neither is better, and grows when one wins more often. That it ever reaches 20 by luck has a chance of at most
1 in 20 (Ville's inequality), however often one looks.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, lgamma, log, sqrt
from typing import Any

import msgspec

from eschaton.lab.tally import share

BETTER, WORSE, OPEN = "better", "worse", "open"
Z = 1.96


class SequentialTrial(msgspec.Struct):
    """How two players did on the same games so far."""

    pairs: int = 0
    one_wins: int = 0
    other_wins: int = 0
    only_one: int = 0
    """Games that only the first would have won."""
    only_other: int = 0

    def count(self, one: bool, other: bool) -> None:
        """One more pair of games: who has won its own."""
        self.pairs += 1
        self.one_wins += one
        self.other_wins += other
        self.only_one += one and not other
        self.only_other += other and not one

    def verdict(self, confidence: float = 0.95) -> str:
        """Whether the first is better or worse than the other; open while that is not sure."""
        needed = -log(1.0 - confidence)
        if log_evidence(self.only_one, self.only_other) >= needed:
            return BETTER
        return WORSE if log_evidence(self.only_other, self.only_one) >= needed else OPEN

    def summary(self, confidence: float = 0.95) -> dict[str, Any]:
        """The verdict with games, rates and intervals."""
        low, high = self.difference()
        return {
            "verdict": self.verdict(confidence),
            "pairs": self.pairs,
            "one": share(self.one_wins, self.pairs) if self.pairs else None,
            "other": share(self.other_wins, self.pairs) if self.pairs else None,
            "only_one": self.only_one,
            "only_other": self.only_other,
            "difference": round((self.one_wins - self.other_wins) / max(1, self.pairs), 4),
            "low": round(low, 4),
            "high": round(high, 4),
            "evidence": round(exp(min(700.0, log_evidence(self.only_one, self.only_other))), 2),
        }

    def difference(self) -> tuple[float, float]:
        """The 95 % interval of how much more often the first wins, from pairs."""
        if not self.pairs:
            return -1.0, 1.0
        mean = (self.only_one - self.only_other) / self.pairs
        spread = max(0.0, (self.only_one + self.only_other) / self.pairs - mean * mean)
        half = Z * sqrt(spread / self.pairs)
        return max(-1.0, mean - half), min(1.0, mean + half)


def log_evidence(wins: int, losses: int) -> float:
    """How much better wins and losses fit somebody who wins more than half than a fair coin, as a logarithm.

    The somebody is a mixture of all shares from a half to one, each as likely as any other.
    """
    many = wins + losses
    log_beta = lgamma(wins + 1) + lgamma(losses + 1) - lgamma(many + 2)
    return (many + 1) * log(2.0) + log_beta + log(at_most(wins, many + 1))


def at_most(heads: int, tosses: int) -> float:
    """The chance of at most so many heads in so many tosses of a fair coin."""
    whole = tosses * log(2.0) - lgamma(tosses + 1)
    terms = (exp(-whole - lgamma(head + 1) - lgamma(tosses - head + 1)) for head in range(heads + 1))
    return min(1.0, max(1e-300, sum(terms)))


def tried(pairs: Iterable[tuple[bool, bool]], confidence: float = 0.95) -> SequentialTrial:
    """Take pairs of results until it is sure who is better, or there are no more."""
    trial = SequentialTrial()
    for one, other in pairs:
        trial.count(one, other)
        if trial.verdict(confidence) != OPEN:
            break
    return trial
