"""Why not: the first thing that keeps a seat from using a card it knows, in words, from what that seat may know."""

from __future__ import annotations

from eschaton.kernel.ask import Seat, may_see
from eschaton.kernel.machine import Question
from eschaton.kernel.table import Table, piles
from eschaton.kernel.window import Power, Use, Window

UNKNOWN = "You see no such card."
NO_POWER = "It has nothing that you could use."
NOT_ASKED = "You take no part in what is going on."
PASSED = "You have passed here."
STANDING = "You pass for the time being."
NOT_WISHED = "Less is at stake than you wish to be asked for."
NOT_THEN = "You did not have it when this began."
NOT_SO = "What it needs is not so now."
TIMES = {1: "once", 2: "twice"}


def why_not(table: Table, question: Question | None, seat: Seat, piece: str) -> str:
    """Why this seat cannot use a card now; empty if it can. Of several powers the one that is nearest to being used."""
    if not known_to(table, seat, piece):
        return UNKNOWN
    found = [hindrance(table, question, seat, power) for power in table.powers_of(seat, piece)]
    return max(found)[1] if found else NO_POWER


def known_to(table: Table, seat: Seat, piece: str) -> bool:
    """Whether a seat sees this card; what lies in no pile is no secret."""
    lying = [pile.known[pile.cards.index(piece)] for pile in piles(table) if piece in pile.cards]
    return all(may_see(known, seat) for known in lying) if lying else piece in table.inventory()


def hindrance(table: Table, question: Question | None, seat: Seat, power: Power) -> tuple[int, str]:
    """How far a seat gets with a power (timing, taking part, limit, condition and cost), and what stops it there."""
    window = question.step if question is not None else None
    if not isinstance(window, Window) or window.now != power.when:
        return 0, f"It can be used {table.in_time(power.when)}."
    if seat not in window.seats:
        return 1, NOT_ASKED
    use = Use(seat, power.key, window.about)
    if power.limit and power.exhausted(table, use):
        return 2, f"It can be used {often(power)}, and has been."
    if not power.usable(table, use):
        return 3, (power.why(table, use) if power.why is not None else "") or NOT_SO
    asked = window.ask_of(table, seat)
    if asked is None:
        return 4, STANDING if table.passes(seat, window) is not None else NOT_WISHED
    if not {power.key, f"{power.key}@{seat}"} & asked.options.keys():
        return 4, NOT_THEN
    if seat in window.passed or seat in table.answered(window):
        return 5, PASSED
    return 6, ""


def often(power: Power) -> str:
    """How often a power can be used, in words."""
    times = TIMES.get(power.limit, f"{power.limit} times")
    return f"{times} {f'in each {power.per.lower()}' if power.per else 'in the whole game'}"
