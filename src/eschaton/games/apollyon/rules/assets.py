"""SA-7: Assets in pools: gaining and paying them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from eschaton.games.apollyon.box.components import ANY, ASSETS, SEAT_KEYS, SPACE
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Seat
from eschaton.kernel.phase import touch
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open


def gain(table: Apollyon, seat: Seat, assets: Mapping[str, int], rule: str = "SA-7.2") -> None:
    """Take tokens from the bank, which never runs out (SA-Q-80), into a pool."""
    pool = table.sites[seat].pool
    given = {kind: many for kind, many in assets.items() if many}
    for kind, many in given.items():
        pool[kind] = pool.get(kind, 0) + many
    if given:
        touch(table, seat)
        table.say(rule, "gained", who=seat, assets=given)


def can_pay(table: Apollyon, seat: Seat, price: Mapping[str, int]) -> bool:
    """Whether a pool holds a price of fixed kinds, with enough left over for its "any" part (SA-Q-19)."""
    pool = table.sites[seat].pool
    fixed = 0
    for kind, wanted in price.items():
        if kind in ASSETS:
            if wanted > pool.get(kind, 0):
                return False
            fixed += wanted
    wild = price.get(ANY, 0)
    return not wild or sum(pool.values()) - fixed >= wild


def pay(table: Apollyon, seat: Seat, price: Mapping[str, int], rule: str = "SA-7.3", told: str = "paid") -> None:
    """Give tokens of fixed kinds from a pool back to the bank."""
    pool = table.sites[seat].pool
    given = {kind: many for kind, many in price.items() if many and kind in ASSETS}
    for kind, many in given.items():
        pool[kind] -= many
    if given:
        touch(table, seat)
        table.say(rule, told, who=seat, assets=given)


def in_reach(table: Apollyon, seats: Iterable[Seat], kinds: Iterable[str] = ASSETS) -> dict[str, LoseAsset]:
    """SA-7.7, SA-Q-85: the Assets of these sites that an effect may Destroy: tokens in pools; if there is none of these
    kinds in any of the pools, Containment Tokens."""
    seats, kinds = list(seats), list(kinds)
    found = {
        f"{SEAT_KEYS[seat]}:{kind}": LoseAsset(seat, kind)
        for seat in seats
        for kind in kinds
        if table.sites[seat].pool.get(kind)
    }
    return found or {
        f"{SEAT_KEYS[what.seat]}:{kind}:{piece}": LoseAsset(what.seat, kind, piece)
        for piece, what in table.anomalies.items()
        if what.seat in seats
        for kind in kinds
        if what.tokens.get(kind)
    }


def destructible(table: Apollyon, kinds: Iterable[str]) -> list[str]:
    """SA-7.8: in a breach Space cannot be Destroyed among other Assets, unless the anomaly's card says so."""
    breach = table.nearest("Breach")
    spared = breach is not None and not table.box.anomalies[breach.anomaly].destroys_space
    kinds = list(kinds)
    return [kind for kind in kinds if kind != SPACE] if spared and len(kinds) > 1 else kinds


class LoseAsset(Step):
    """SA-7.13: one token is Destroyed, in a pool or (with an anomaly) standing on it: it goes to the bank."""

    seat: Open[Seat]
    kind: Open[str]
    anomaly: Open[str] = ""

    takes: ClassVar[int] = 1

    def most(self, table: Apollyon) -> int:
        """How many of them there are."""
        return self.tokens(table)[self.kind]

    def tokens(self, table: Apollyon) -> dict[str, int]:
        """Where it lies."""
        return table.anomalies[self.anomaly].tokens if self.anomaly else table.sites[self.seat].pool

    def run(self, table: Apollyon) -> Follow:
        tokens = self.tokens(table)
        tokens[self.kind] -= 1
        if self.anomaly and not tokens[self.kind]:
            del tokens[self.kind]
        touch(table, self.seat)
        table.say("SA-7.13", "asset destroyed", who=self.seat, kind=self.kind)
        return None
