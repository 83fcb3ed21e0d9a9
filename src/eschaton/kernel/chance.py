"""Chance answers questions like a player. Seeded, scripted, typed in by people, or combined into a provably fair deal.

Every purpose ("cultist dice", "ritual deck") has a stream of its own, and the n-th draw of a stream depends on nothing
but the seed, the purpose and n: one die more never changes a later shuffle, and undoing a roll rolls the same again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import secrets
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from random import Random
from typing import Any, Protocol

from eschaton.kernel.ask import Ask, Pick, Roll, Shuffle
from eschaton.kernel.errors import Illegal, Refused

LOW_53 = (1 << 53) - 1
WORD = 32


class Chance(Protocol):
    """Whoever answers for chance."""

    def answer(self, ask: Ask, purpose: str, number: int) -> Any:
        """The result of the `number`-th draw (from 0) of this purpose."""
        ...


class Stream(Random):
    """A `random.Random` whose bits come from a keyed hash of (purpose, number): the same everywhere, for ever."""

    def seed(self, *never: Any) -> None:
        """There is nothing to seed: every draw begins with the key of its game."""

    def begin(self, seed: bytes, purpose: str, number: int) -> Stream:
        """Start at the beginning of a draw."""
        self.key = seed
        self.draw = f"{purpose}/{number}"
        self.block = self.bits = self.left = 0
        return self

    def getrandbits(self, k: int) -> int:
        """The next k bits."""
        if self.left < k:
            self.refill(k)
        bits = self.bits
        self.bits = bits >> k
        self.left -= k
        return bits & ((1 << k) - 1)

    def refill(self, k: int) -> None:
        """Have at least k bits at hand."""
        bits, left, block = self.bits, self.left, self.block
        while left < k:
            digest = blake2b(f"{self.draw}/{block}".encode(), key=self.key, digest_size=64).digest()
            block += 1
            bits |= int.from_bytes(digest, "little") << left
            left += 512
        self.bits, self.left, self.block = bits, left, block

    def random(self) -> float:
        """A number in [0, 1)."""
        return self.getrandbits(53) * 2.0**-53

    def choices(self, population: Any, weights: Any = None, *, cum_weights: Any = None, k: int = 1) -> list[Any]:
        """As any random source chooses with replacement, but without weights the bits for all are taken at once."""
        if weights is not None or cum_weights is not None:
            return super().choices(population, weights, cum_weights=cum_weights, k=k)
        if self.left < 53 * k:
            self.refill(53 * k)
        bits, many, found = self.bits, len(population), []
        for _ in range(k):
            found.append(population[int((bits & LOW_53) * 2.0**-53 * many)])
            bits >>= 53
        self.bits = bits
        self.left -= 53 * k
        return found

    def sample(self, population: Any, k: int, *, counts: Any = None) -> list[Any]:
        """As any random source chooses without replacement; but a shuffle takes its bits here, many at a time."""
        if counts is not None or k != len(population):
            return super().sample(population, k, counts=counts)
        pool, found = list(population), []
        word = held = 0  # a few bits at a time: small numbers are quicker than one of hundreds of bits
        for many, size, mask in draws_of(k):
            place = many
            while place >= many:
                if held < size:
                    word |= self.getrandbits(WORD) << held
                    held += WORD
                place = word & mask
                word >>= size
                held -= size
            found.append(pool[place])
            pool[place] = pool[many - 1]
        self.bits = self.bits << held | word
        self.left += held
        return found


@functools.cache
def draws_of(many: int) -> list[tuple[int, int, int]]:
    """From how many things each draw of a shuffle is, how many bits it takes, and their mask."""
    return [(left, left.bit_length(), (1 << left.bit_length()) - 1) for left in range(many, 0, -1)]


def seed_bytes(seed: str) -> bytes:
    """A seed of any length as a key."""
    return blake2b(seed.encode(), digest_size=32).digest()


class Seeded:
    """Chance from a seed."""

    def __init__(self, seed: str) -> None:
        self.seed = seed_bytes(seed)
        self.stream = Stream(0)

    def answer(self, ask: Ask, purpose: str, number: int) -> Any:
        """The draw that the seed decides."""
        return ask.sample(self.stream.begin(self.seed, purpose, number))


class Scripted:
    """Chance from a script of results in order; when it is used up, another source goes on (or none: an error)."""

    def __init__(self, results: Iterable[Any], then: Chance | None = None) -> None:
        self.results = deque(results)
        self.then = then

    def answer(self, ask: Ask, purpose: str, number: int) -> Any:
        """The next scripted result."""
        if self.results:
            return self.results.popleft()
        if self.then is None:
            raise Illegal(f"the script has no result left for {purpose} ({type(ask).__name__})")
        return self.then.answer(ask, purpose, number)


class Unrevealed:
    """Chance of a fair deal whose secret is kept elsewhere: what was drawn is on record, but nothing more can be."""

    def answer(self, ask: Ask, purpose: str, number: int) -> Any:
        """Refuse to draw."""
        raise Illegal("deal.secret: is not revealed, so chance cannot go on here")


class Awaited(Exception):
    """Raised by a source of chance that must wait for people; the match stops at the open question until it goes on."""


class Typed:
    """Chance from people at a real table: dice are typed in; what nobody may see is still dealt by a seed."""

    def __init__(self, prompt: Callable[[Ask], Any], hidden: Chance) -> None:
        self.prompt = prompt
        self.hidden = hidden

    def answer(self, ask: Ask, purpose: str, number: int) -> Any:
        """Ask people until they name a possible result."""
        if not isinstance(ask, Roll):
            return self.hidden.answer(ask, purpose, number)
        while True:
            given = self.prompt(ask)
            try:
                ask.check(given)
            except Refused:
                continue
            return given


def purpose_of(ask: Ask) -> str:
    """The stream a question to chance draws from."""
    purpose: str | None = getattr(ask, "purpose", None)
    if purpose is not None:
        return purpose
    raise Illegal(f"{type(ask).__name__} is not a question to chance")


def audience_of(ask: Ask) -> int:
    """Who sees the result of a question to chance."""
    assert isinstance(ask, Roll | Shuffle | Pick)
    return ask.audience


# Fair deals: the host commits to a secret before the seats add numbers of their own, so nobody chose the seed.


def new_secret() -> str:
    """A secret nobody can guess."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is published before play: it fixes the secret without telling it."""
    return hashlib.sha256(f"eschaton commit {secret}".encode()).hexdigest()


def combined(secret: str, contributions: Sequence[str]) -> str:
    """The seed made of the secret and what the seats added, in seat order."""
    parts = json.dumps([secret, *contributions])
    return hashlib.sha256(f"eschaton deal {parts}".encode()).hexdigest()
