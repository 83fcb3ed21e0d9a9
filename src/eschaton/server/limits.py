"""How much a client may do: a bucket that fills with time, and how many things at once."""

from __future__ import annotations

import contextlib
import time
from collections import Counter
from collections.abc import Iterator

from eschaton.server.lobby import Refusal


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


class Few:
    """At most so many at once, and so many for each address."""

    def __init__(self, most: int, each: int) -> None:
        self.most = most
        self.each = each
        self.now: Counter[str] = Counter()

    @contextlib.contextmanager
    def one_more(self, who: str) -> Iterator[None]:
        """One more for this address, unless there are enough."""
        if self.now[who] >= self.each or self.now.total() >= self.most:
            raise Refusal("too-fast", "", "others are on their way; try again in a moment")
        self.now[who] += 1
        try:
            yield
        finally:
            self.now[who] -= 1
            self.now += Counter()  # who does nothing is not kept in mind
