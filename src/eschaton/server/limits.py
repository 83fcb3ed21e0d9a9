"""How much a client may send: a bucket that fills with time."""

from __future__ import annotations

import time


class Bucket:
    """Lets through `rate` things a second, and `burst` at once."""

    __slots__ = ("burst", "left", "rate", "when")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.when = time.monotonic()

    def take(self) -> bool:
        """Whether one more is let through now."""
        now = time.monotonic()
        self.left = min(self.burst, self.left + (now - self.when) * self.rate)
        self.when = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for a while."""
        return self.left + (time.monotonic() - self.when) * self.rate >= self.burst


class Buckets:
    """A bucket for each address."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.buckets: dict[str, Bucket] = {}

    def take(self, who: str) -> bool:
        """Whether this address may do one more."""
        if len(self.buckets) > 10_000:
            self.buckets = {name: bucket for name, bucket in self.buckets.items() if not bucket.full}
        return self.buckets.setdefault(who, Bucket(self.rate, self.burst)).take()
