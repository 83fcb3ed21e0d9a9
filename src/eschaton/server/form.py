"""How well bots play at a table: whether they could think as their level says."""

from __future__ import annotations

from collections import Counter

from eschaton.kernel.ask import Seat


class Form:
    """Whether bots play below their level.

    It is told at once only of answers that everybody knows to have been given. In a window, that a bot had to think at
    all would tell that it could act: such answers are counted, and told of when the match is over.
    """

    def __init__(self) -> None:
        self.below: set[Seat] = set()
        self.given: Counter[Seat] = Counter()
        self.fell: Counter[Seat] = Counter()

    def note(self, seat: Seat, below: bool, known: bool) -> bool:
        """Note an answer of a bot that thinks; whether there is something new to tell everybody."""
        self.given[seat] += 1
        self.fell[seat] += below
        if not known or below == (seat in self.below):
            return False
        self.below ^= {seat}
        return True

    def summary(self, names: list[str]) -> str:
        """What there is to tell when a match is over, in one sentence; empty if all thought as they should."""
        fell = [(seat, many) for seat, many in sorted(self.fell.items()) if many]
        told = [f"{names[seat]} gave {many} of {self.given[seat]} answers below its level" for seat, many in fell]
        return f"For want of time to think, {', '.join(told)}." if told else ""
