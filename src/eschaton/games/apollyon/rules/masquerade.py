"""SA-30: the Broken Masquerade: it is due the first time M is at 10 or below, whatever is going on."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import ACTIVE, MATERIAL, THRESHOLD
from eschaton.games.apollyon.labels import token_option
from eschaton.games.apollyon.rules.assets import pay
from eschaton.games.apollyon.rules.damage import Destroy
from eschaton.games.apollyon.rules.offers import everybody
from eschaton.games.apollyon.rules.tracker import gain_masquerade
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, ChooseSome, Option, Seat, keys
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

ASSETS_PER_POINT = 2  # SA-30.4
BROKEN_DISCOUNT = 1  # SA-30.6


class BrokenMasquerade(Step):
    """SA-30.1: from now on it is broken. Each player loses half of all they have; 2 Assets Destroyed give 1 M."""

    begun: Open[bool] = False
    destroyed: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        if not self.begun:
            self.begun = table.broken = True
            table.say("SA-30.1", "masquerade broken")
            seats = everybody(table)
            return Stay(*(HalveAssets(seat, self.serial) for seat in seats), *(HalveCharacters(seat) for seat in seats))
        gain_masquerade(table, self.destroyed // ASSETS_PER_POINT, "SA-30.4", "what was given for it")
        return None


def breaking(table: Apollyon) -> Follow:
    """SA-2.6, SA-2.7: the first time M is at the threshold or below it."""
    return BrokenMasquerade() if table.masquerade <= THRESHOLD and not table.broken else None


def discount(table: Apollyon) -> int:
    """SA-30.6: how much less each loose anomaly costs per turn."""
    return BROKEN_DISCOUNT if table.broken else 0


class HalveAssets(Step):
    """SA-30.2, SA-Q-10, SA-7.9: a player Destroys half of the Material Assets in the pool, rounded down, of any
    kinds."""

    seat: Open[Seat]
    to: int

    def ask(self, table: Apollyon) -> Ask | None:
        if table.options["break_half_per_kind"]:
            return None
        tokens = {f"{kind}#{at}": kind for kind, many in self.material(table).items() for at in range(1, many + 1)}
        half = len(tokens) // 2
        if not half or len({*tokens.values()}) == 1:
            return None
        prompt = f"Which {half} of your Assets are Destroyed?" if half > 1 else "Which of your Assets is Destroyed?"
        return ChooseSome(self.seat, dict(tokens), half, half, rule="SA-30.2", prompt=prompt)

    def material(self, table: Apollyon) -> dict[str, int]:
        """SA-7.10: Assets but for Intel; what stands on anomalies is not in the pool."""
        pool = table.sites[self.seat].pool
        return {kind: pool.get(kind, 0) for kind in MATERIAL}

    def run(self, table: Apollyon, chosen: list[str] | None) -> Follow:
        lost = {kind: (chosen or []).count(kind) for kind in MATERIAL}
        if chosen is None:  # half of each kind, or of the only one there is
            lost = {kind: many // 2 for kind, many in self.material(table).items()}
        pay(table, self.seat, lost, "SA-30.2", "assets destroyed")
        table.pending(self.to).destroyed += sum(lost.values())
        return None

    def describe(self, table: Apollyon, key: str) -> Option:
        return token_option(self.seat, key)


class HalveCharacters(Step):
    """SA-30.3, SA-Q-11: a player Destroys half of the Characters in Garrison and MTFs, rounded down."""

    seat: Open[Seat]

    def ask(self, table: Apollyon) -> Ask | None:
        there = [piece for piece, who in table.characters.items() if who.seat == self.seat and who.zone in ACTIVE]
        half = len(there) // 2
        if not half:
            return None
        named = f"{half} of your Characters are" if half > 1 else "of your Characters is"
        prompt = f"Which {named} Destroyed?"
        return ChooseSome(self.seat, keys(there), half, half, rule="SA-30.3", prompt=prompt)

    def run(self, table: Apollyon, chosen: list[str] | None) -> Follow:
        return [Destroy(piece, "SA-30.3") for piece in chosen or []]
