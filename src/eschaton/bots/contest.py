"""Which answer deserves the next try, and which one has won: answers are compared on the same imagined tables.

The best of many noisy averages is usually a lucky one. So what an answer has done better than the advised one is only
believed as far as it exceeds the noise, and the rest is taken from what other answers did on average (empirical Bayes).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, inf, pi, sqrt

from eschaton.bots.arms import Arm

AT_LEAST = 4
"""An answer is tried so often before it is given up."""
USUAL = 0.01
"""By so much of a win answers differ as a rule; it counts as much as `EXAMPLES` answers that were tried."""
EXAMPLES = 2.0


def difference(one: Arm, other: Arm) -> tuple[float, float]:
    """How much more one answer has brought than another on the tables both were tried on, and its standard error."""
    pairs = [a - b for a, b in zip(one.returns, other.returns, strict=False)]
    many = len(pairs)
    if many < 2:
        return (pairs[0] if pairs else 0.0), inf
    mean = sum(pairs) / many
    error = sqrt(sum((pair - mean) ** 2 for pair in pairs) / (many * (many - 1)))
    return mean, error * (1.0 + AT_LEAST / many)  # few tries understate how much they differ


def missed(ahead: float, error: float) -> float:
    """What is lost on average by keeping an answer that seems ahead by so much, give or take the error."""
    if error <= 0.0:
        return max(0.0, -ahead)
    z = ahead / error
    return error * (exp(-z * z / 2) / sqrt(2 * pi) - z * erfc(z / sqrt(2)) / 2)


class Contest:
    """Some answers to one question, compared with one of them: the advised one, else the one tried most.

    An answer must be better than the advised one by more than the `doubt`.
    """

    def __init__(self, arms: Sequence[Arm], doubt: float) -> None:
        tried = [arm for arm in arms if arm.visits]
        advised = next((arm for arm in tried if arm.advised), None)
        self.standard = advised or max(tried, key=lambda arm: arm.visits)
        self.doubt = doubt if advised is not None else 0.0
        self.seen = {arm: difference(arm, self.standard) for arm in tried if arm is not self.standard}
        self.believed = believed([seen for seen in self.seen.values() if seen[1] < inf])

    def gain(self, arm: Arm) -> float:
        """How much better than the standard an answer is believed to be, beyond the doubt."""
        seen, error = self.seen[arm]
        return -inf if error == inf else self.believed.shrunk(seen, error) - self.doubt

    def leader(self) -> Arm:
        """The answer believed to be best."""
        best = max(self.seen, key=self.gain, default=self.standard)
        return best if best is not self.standard and self.gain(best) > 0.0 else self.standard

    def rivals(self, leader: Arm) -> list[tuple[float, Arm]]:
        """All other answers with what might be missed by not choosing them, the most first."""
        found = []
        for arm in (self.standard, *self.seen):
            if arm is not leader:
                ahead, error = difference(leader, arm)
                if self.standard in (leader, arm):
                    ahead += self.doubt if leader is self.standard else -self.doubt
                found.append((missed(ahead, error) if error < inf else inf, arm))
        return sorted(found, key=most_missed, reverse=True)

    def at_stake(self, leader: Arm, untried: int, varied: bool) -> float:
        """What might be missed by making up one's mind now: by the answers tried, or by so many that were not.

        What is believed of them counts where it says less than the tries alone: where noise hides all differences, more
        tries would not show them either. Answers `varied` are the leader's with a part changed.
        """
        believed = Believed(self.believed.mean, max(self.believed.variance, USUAL * USUAL))
        ahead, doubt = self.value(leader, believed)
        found = [0.0]
        for seen, arm in self.rivals(leader):
            worth, error = self.value(arm, believed)
            found.append(min(seen, missed(ahead - worth, sqrt(doubt + error))))
        usual = believed.mean - self.doubt
        if varied:  # they start from the leader, and only the advised answer has the doubt on its side
            ahead, usual = 0.0, believed.mean - (self.doubt if leader is self.standard else 0.0)
        return max(*found, untried * missed(ahead - usual, sqrt(believed.variance)))

    def value(self, arm: Arm, believed: Believed) -> tuple[float, float]:
        """How much better than the standard an answer is, beyond the doubt, and the variance of that belief."""
        if arm is self.standard:
            return 0.0, 0.0
        seen, error = self.seen[arm]
        if error == inf:
            return believed.mean - self.doubt, believed.variance
        return believed.shrunk(seen, error) - self.doubt, believed.left(error)


def most_missed(rival: tuple[float, Arm]) -> float:
    """What rivals are ranked by."""
    return rival[0]


class Believed:
    """How gains over the standard are spread: their usual mean and variance."""

    __slots__ = ("mean", "variance")

    def __init__(self, mean: float, variance: float) -> None:
        self.mean = mean
        self.variance = variance

    def shrunk(self, gain: float, error: float) -> float:
        """A gain seen with so much error, as far as it is to be believed."""
        noise = error * error
        return (gain * self.variance + self.mean * noise) / (self.variance + noise)

    def left(self, error: float) -> float:
        """The variance that is left of a gain seen with so much error."""
        noise = error * error
        return self.variance * noise / (self.variance + noise)


def believed(gains: Sequence[tuple[float, float]]) -> Believed:
    """What answers gain over the standard as a rule, from the gains seen and their errors."""
    usual = USUAL * USUAL
    weights = [1.0 / (usual + error * error) for _, error in gains]
    mean = sum(weight * gain for weight, (gain, _) in zip(weights, gains, strict=True))
    mean /= EXAMPLES / usual + sum(weights)
    excess = sum((gain - mean) ** 2 - error * error for gain, error in gains)
    return Believed(mean, max(usual / 10, (EXAMPLES * usual + excess) / (EXAMPLES + len(gains))))
