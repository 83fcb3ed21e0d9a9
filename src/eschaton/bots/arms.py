"""A question in the tree: the answers tried so far, what they brought, and which to try next."""

from __future__ import annotations

from math import log, sqrt
from random import Random
from typing import Any

from eschaton.bots.parts import (
    Key,
    Part,
    exchanged,
    key_of,
    legal,
    neighbours,
    parts_of,
    plain_options,
    tidy,
)
from eschaton.kernel.ask import Ask

CURIOUS = 1.0
"""How far an answer's average is trusted: the more, the longer all answers are tried."""
FEW = 8
"""So many options are all tried; of more, further ones only as visits grow (progressive widening)."""
WIDER = 1.0
"""The number of answers tried grows with the root of the visits, so many times."""
LEANING = 1.0
"""What being advised counts for, in spreads, before an answer has been tried."""


class Arm:
    """One answer: how often it was tried, and what each try brought."""

    __slots__ = ("advised", "answer", "returns", "squares", "total")

    def __init__(self, answer: Any, advised: bool = False) -> None:
        self.answer = answer
        self.advised = advised
        self.returns: list[float] = []
        self.total = 0.0
        self.squares = 0.0

    @property
    def visits(self) -> int:
        """How often it was tried."""
        return len(self.returns)

    @property
    def mean(self) -> float:
        """What it brought on average."""
        return self.total / len(self.returns) if self.returns else 0.0

    def add(self, worth: float) -> None:
        """One more try."""
        self.returns.append(worth)
        self.total += worth
        self.squares += worth * worth


class ArmNode:
    """A question to one seat, as one who stands at the root of the tree can tell it from others."""

    __slots__ = ("arms", "children", "leader", "parts", "squares", "total", "visits")

    def __init__(self) -> None:
        self.arms: dict[Key, Arm] = {}
        self.children: dict[Any, ArmNode] = {}
        self.leader: Arm | None = None  # the best answer so far, where somebody keeps watch
        self.parts: dict[Part, tuple[int, float]] = {}
        self.visits = 0
        self.total = 0.0
        self.squares = 0.0

    def add(self, ask: Ask, arm: Arm, worth: float) -> None:
        """One more try of an answer."""
        arm.add(worth)
        self.visits += 1
        self.total += worth
        self.squares += worth * worth
        if plain_options(ask) is None:
            for part in parts_of(ask, arm.answer):
                many, total = self.parts.get(part, (0, 0.0))
                self.parts[part] = (many + 1, total + worth)

    def advise(self, ask: Ask, answer: Any) -> None:
        """Put the advised answer first."""
        answer = tidy(ask, answer)
        if legal(ask, answer):
            self.arms.setdefault(key_of(answer), Arm(answer, advised=True))

    def select(self, ask: Ask, rng: Random) -> Arm:
        """The answer to try now: a new one while there is room for it, else the most promising."""
        fresh = self.widen(ask, rng)
        if fresh is not None:
            return fresh
        spread = self.spread()
        best, most = None, float("-inf")
        curiosity = CURIOUS * spread * sqrt(log(self.visits + 1.0))
        for arm in self.arms.values():
            if not legal(ask, arm.answer):  # another imagined table offers other options
                continue
            visits = len(arm.returns)
            if not visits:
                return arm
            promise = arm.total / visits + curiosity / sqrt(visits)
            if arm.advised:
                promise += LEANING * spread / (visits + 1)
            if promise > most:
                best, most = arm, promise
        if best is None:
            answer = tidy(ask, ask.sample(rng))
            best = self.arms.setdefault(key_of(answer), Arm(answer))
        return best

    def spread(self) -> float:
        """The standard deviation of all that was brought here."""
        if self.visits < 2:
            return 1.0
        mean = self.total / self.visits
        return sqrt(max(0.0, self.squares / self.visits - mean * mean))

    def widen(self, ask: Ask, rng: Random) -> Arm | None:
        """A new answer, or None when enough are being tried for the visits so far."""
        options = plain_options(ask)
        if options is None:
            if len(self.arms) > WIDER * sqrt(self.visits):
                return None
            answer = self.variation(ask, rng)
        else:
            if len(options) > FEW and len(self.arms) > max(FEW // 2, WIDER * sqrt(self.visits)):
                return None
            untried = [option for option in options if option not in self.arms]
            answer = rng.choice(untried) if untried else None
        if answer is None:
            return None
        return self.arms.setdefault(key_of(answer), Arm(answer))

    def variation(self, ask: Ask, rng: Random) -> Any | None:
        """The best answer so far with one part changed: one never tried, else the one whose part did best elsewhere."""
        if not self.arms:
            return tidy(ask, ask.sample(rng))
        base = (self.leader or max(self.arms.values(), key=lambda arm: (arm.mean, arm.advised))).answer
        if not legal(ask, base):
            return tidy(ask, ask.sample(rng))
        found = neighbours(ask, base)
        rng.shuffle(found)
        found.sort(key=lambda step: self.promise(step[0]), reverse=True)
        for _, answer in found:
            if key_of(answer) not in self.arms and legal(ask, answer):
                return answer
        twice = exchanged(ask, base, rng)
        return tidy(ask, twice) if twice is not None else None

    def promise(self, part: Part) -> float:
        """What a part of an answer has brought on average; one never tried is hoped to do well."""
        many, total = self.parts.get(part, (0, 0.0))
        return total / many if many else self.total / max(1, self.visits) + 0.5 * self.spread()
