"""Two games of a pair played again, side by side, up to the first answer at which they part."""

from __future__ import annotations

from typing import Any

import msgspec

from eschaton.bots import make_bots
from eschaton.kernel.ask import Seat
from eschaton.kernel.table import Table
from eschaton.lab.playout import Playout
from eschaton.lab.study import Cell

ENDED = "the game is over"


class TraceLine(msgspec.Struct, frozen=True):
    """One answer: at which step, by whom, what."""

    where: str
    seat: Seat
    answer: str


class Parting(msgspec.Struct, frozen=True):
    """Where two games of a pair part: after how many equal decisions, at which step, and what was answered in each."""

    index: int
    decision: int
    where: str
    seat: Seat
    first: str
    second: str

    def text(self, first: str, second: str) -> str:
        """As people read it."""
        place = f"game {self.index}, decision {self.decision + 1}, {self.where}"
        place += f", S{self.seat}" if self.seat >= 0 else ""
        return f"{place}: {self.first} ({first}), {self.second} ({second})"


class Listener:
    """Notes the answers of a game, each with the step that asked."""

    def __init__(self) -> None:
        self.where = ""
        self.said: list[TraceLine] = []

    def watch(self, table: Table) -> None:
        """Look which step asks."""
        self.where = table.stack[-1].title() if table.stack else ENDED

    def hear(self, seat: Seat, given: Any) -> None:
        """Note an answer."""
        self.said.append(TraceLine(self.where, seat, in_words(given)))


def in_words(given: Any) -> str:
    """An answer as its keys."""
    if isinstance(given, dict):
        return ", ".join(f"{item} on {place}" for item, place in given.items()) or "nothing"
    if isinstance(given, list | tuple):
        return ", ".join(map(str, given)) or "nothing"
    return str(given)


def told(cell: Cell, seed: str, index: int) -> list[TraceLine]:
    """All answers of one game."""
    game, setup = cell.prepared()
    listener = Listener()
    played = Playout(game, setup, make_bots(cell.seated(index), game), f"{seed}/{index}", listener.watch)
    played.hear = listener.hear
    played.run()
    return listener.said


def parting(seed: str, cells: tuple[Cell, Cell], index: int) -> Parting | None:
    """The first decision at which the two games of a pair part; None if they never do."""
    first, second = (told(cell, seed, index) for cell in cells)
    over = TraceLine(ENDED, -1, ENDED)
    for number in range(max(len(first), len(second))):
        one = first[number] if number < len(first) else over
        other = second[number] if number < len(second) else over
        if one != other:
            asked = one if one is not over else other
            return Parting(index, number, asked.where, asked.seat, one.answer, in_place(one, other))
    return None


def in_place(one: TraceLine, other: TraceLine) -> str:
    """The other answer, with who gave it, and where, if that differs too."""
    if (one.where, one.seat) == (other.where, other.seat) or other.where == ENDED:
        return other.answer
    who = f"S{other.seat}, " if other.seat >= 0 else ""
    return f"{who}{other.where}: {other.answer}"
