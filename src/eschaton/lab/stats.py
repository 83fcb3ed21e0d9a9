"""Shares, means and differences, each with its 95 % interval."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist

import msgspec

Z = 1.96


def so_many(many: int, what: str) -> str:
    """A number of things in words: "1 player", "2 players"."""
    return f"{many:,} {what}" if many == 1 else f"{many:,} {what}s"


class Estimate(msgspec.Struct, frozen=True):
    """A number with its 95 % interval, from so many games (or hands, or pairs)."""

    value: float
    low: float
    high: float
    count: int

    def percent(self) -> str:
        """A share as people read it: "41.3 % (38.2 to 44.4)"."""
        return f"{100 * self.value:.1f} % ({100 * self.low:.1f} to {100 * self.high:.1f})"

    def points(self) -> str:
        """A difference of shares: "+3.1 points (-0.4 to +6.6)"."""
        return f"{100 * self.value:+.1f} points ({100 * self.low:+.1f} to {100 * self.high:+.1f})"

    def plain(self) -> str:
        """Any number: "+12.4 (+8.0 to +16.8)"."""
        return f"{self.value:+.1f} ({self.low:+.1f} to {self.high:+.1f})"

    @property
    def clear(self) -> bool:
        """Whether a difference is not 0 as far as its interval says."""
        return self.low > 0 or self.high < 0


def wilson(wins: float, games: int, z: float = Z) -> tuple[float, float]:
    """The interval of Wilson for a share: 95 % unless said."""
    p, n = wins / games, games
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def apart(one: Estimate, other: Estimate, among: int) -> bool:
    """Whether two shares differ although they were picked as the extremes among several.

    Every pair could have been the one that is picked, so each interval is as wide as all pairs together demand.
    """
    z = NormalDist().inv_cdf(1 - 0.025 / math.comb(among, 2))
    low, high = sorted((one, other), key=lambda found: found.value)
    return wilson(low.value * low.count, low.count, z)[1] < wilson(high.value * high.count, high.count, z)[0]


def gap_of(values: Sequence[float]) -> Estimate:
    """A mean difference of shares, which cannot be more than all or less than none of the games."""
    found = mean_of(values)
    return Estimate(found.value, max(-1.0, found.low), min(1.0, found.high), found.count)


def share_of(wins: int, games: int) -> Estimate:
    """How often something happened."""
    return Estimate(wins / games, *wilson(wins, games), games)


def mean_of(values: Sequence[float]) -> Estimate:
    """A mean over independent games; of differences, a paired difference."""
    n = len(values)
    mean = math.fsum(values) / n
    if n < 2:
        return Estimate(mean, -math.inf, math.inf, n)
    spread = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1) / n)
    # When all pairs agree nothing was seen to differ, but at most about 3 in n may still do (the rule of three).
    half = Z * spread if spread else 3 / n
    return Estimate(mean, mean - half, mean + half, n)


class Stratum(msgspec.Struct, frozen=True):
    """Seats that are alike but for one thing: how many have it and win, and how many do not and win."""

    have: int
    have_wins: int
    lack: int
    lack_wins: int


def stratified(strata: Iterable[Stratum]) -> Estimate | None:
    """How much more often those win who have something, among seats that are otherwise alike (Mantel and Haenszel).

    None where there is nothing to compare: in every stratum all have it or none.
    """
    total = found = spread = 0.0
    count = 0
    for stratum in strata:
        if not stratum.have or not stratum.lack:
            continue
        weight = stratum.have * stratum.lack / (stratum.have + stratum.lack)
        total += weight
        found += weight * (stratum.have_wins / stratum.have - stratum.lack_wins / stratum.lack)
        spread += weight**2 * (
            uncertainty(stratum.have_wins, stratum.have) + uncertainty(stratum.lack_wins, stratum.lack)
        )
        count += stratum.have
    if not total:
        return None
    middle, half = found / total, Z * math.sqrt(spread) / total
    return Estimate(middle, max(-1.0, middle - half), min(1.0, middle + half), count)


def uncertainty(wins: int, games: int) -> float:
    """The variance of a share; never 0, however few the games."""
    p = (wins + 0.5) / (games + 1)
    return p * (1 - p) / games
