"""SA-24: Temporary and Active Containment: rows, containing, over-containing."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import AC, ASSETS, PRINTED_ROWS, PUBLIC, SEAT_KEYS, TC
from eschaton.games.apollyon.box.timings import CONTAINED
from eschaton.games.apollyon.labels import token_option
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.assets import can_pay, pay
from eschaton.games.apollyon.rules.ratings import containment_cost, may
from eschaton.games.apollyon.rules.zones import place_anomaly
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

UNLIMITED = "unlimited"
CONTAIN, LEAVE, DONE = "contain", "leave", "done"


def to_temporary(table: Apollyon, piece: str, seat: Seat, rule: str) -> None:
    """SA-24.4: an anomaly comes into the TC of a site; where fields are limited (SA-Q-34) and taken, it gets away."""
    if has_free_field(table, seat):
        place_anomaly(table, piece, TC, seat, rule=rule)
    else:
        place_anomaly(table, piece, PUBLIC, rule="SA-Q-34")


def has_free_field(table: Apollyon, seat: Seat) -> bool:
    """SA-Q-34: whether the TC of a site has a field left; as a rule it always has."""
    fields = table.options["tc_fields"]
    return fields == UNLIMITED or len(table.anomalies_in(TC, seat)) < int(fields)


def rows_for_one_more(table: Apollyon, seat: Seat) -> list[int]:
    """SA-24.9 to SA-24.12: the rows of AC that hold the fewest anomalies and have room; the next one if all are full.

    An empty extra row is not there while an earlier row has room. A text may close a row.
    """
    capacity = table.read("row capacity", seat, int(table.options["row_capacity"]))
    rows = table.rows(seat)
    roomy = [at for at, row in enumerate(rows) if len(row) < capacity and may(table, f"row {at + 1}", seat)]
    there = [at for at in roomy if at < PRINTED_ROWS or rows[at] or at == roomy[0]]
    if not there:
        return [len(rows)]
    fewest = min(len(rows[at]) for at in there)
    return [at for at in there if len(rows[at]) == fewest]


def can_contain(table: Apollyon, piece: str, seat: Seat) -> bool:
    """SA-24.8: whether a site can pay the whole Containment Cost of an anomaly in its TC."""
    return can_pay(table, seat, containment_cost(table, piece, seat))


class Contain(Step):
    """SA-24.8, SA-24.13, SA-24.15: the full Containment Cost goes onto the card, and the card to the emptiest row of
    AC."""

    anomaly: Open[str]
    seat: Open[Seat]
    contained: bool = False

    def ask(self, table: Apollyon) -> Ask | None:
        if self.contained:
            return None
        rows = rows_for_one_more(table, self.seat)
        if len(rows) == 1:
            return None
        options: Options = {f"row{at + 1}": at for at in rows}
        return Choose(self.seat, options, rule="SA-Q-35")

    def run(self, table: Apollyon, row: int | None) -> Follow:
        if self.contained:
            return None
        cost = containment_cost(table, self.anomaly, self.seat)
        pay(table, self.seat, cost, "SA-24.8")
        table.anomalies[self.anomaly].tokens = cost
        at = rows_for_one_more(table, self.seat)[0] if row is None else row
        place_anomaly(table, self.anomaly, AC, self.seat, row=at)
        self.contained = True
        speaking = announce(table, CONTAINED, about=self.serial)
        return Stay(*speaking) if speaking else None

    def prompt(self, table: Apollyon) -> str:
        return f"Which row for {table.describe(self.anomaly).label}?"

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, f"Row {key.removeprefix('row')}", (f"{SEAT_KEYS[self.seat]}-{key}",))


class OverContain(Step):
    """SA-24.14: further Asset Tokens, of any kind (SA-Q-61), are put on an anomaly in AC, one by one."""

    anomaly: Open[str]
    seat: Open[Seat]

    def ask(self, table: Apollyon) -> Ask | None:
        what = table.anomalies.get(self.anomaly)
        if what is None or what.zone != AC or what.seat != self.seat:
            return None
        pool = table.sites[self.seat].pool
        options: Options = {kind: kind for kind in ASSETS if pool.get(kind)}
        if not options:
            return None
        options[DONE] = None
        return Choose(self.seat, options, DONE, rule="SA-24.14")

    def run(self, table: Apollyon, kind: str | None) -> Follow:
        if kind is None:
            return None
        pay(table, self.seat, {kind: 1}, "SA-24.14")
        tokens = table.anomalies[self.anomaly].tokens
        tokens[kind] = tokens.get(kind, 0) + 1
        return Stay()

    def prompt(self, table: Apollyon) -> str:
        return f"Which Asset Token do you add to {table.describe(self.anomaly).label}?"

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, "Enough") if key == DONE else token_option(self.seat, key)


class ContainAtOnce(Step):
    """SA-26.10, SA-Q-36: on Re-Containment the player may contain the anomaly at once, extra tokens included."""

    anomaly: Open[str]
    seat: Open[Seat]

    def ask(self, table: Apollyon) -> Ask | None:
        what = table.anomalies.get(self.anomaly)
        if what is None or what.zone != TC or not can_contain(table, self.anomaly, self.seat):
            return None
        options: Options = {CONTAIN: True, LEAVE: False}
        return Choose(self.seat, options, LEAVE, rule="SA-26.10")

    def run(self, table: Apollyon, contain: bool | None) -> Follow:
        return [Contain(self.anomaly, self.seat), OverContain(self.anomaly, self.seat)] if contain else None

    def prompt(self, table: Apollyon) -> str:
        return f"Contain {table.describe(self.anomaly).label} at once?"

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, "Contain it" if key == CONTAIN else "Leave it in Temporary Containment", (self.anomaly,))
