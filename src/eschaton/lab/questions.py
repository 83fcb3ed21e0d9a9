"""How many questions a turn a seat is asked that follows the hints: its own, in windows, and those it can only pass."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec

from eschaton.bots import Bot, Sight, ThumbBot
from eschaton.kernel.ask import Ask, Choose, Seat
from eschaton.kernel.game import Game
from eschaton.kernel.table import Table
from eschaton.kernel.window import PASS, Window

TURN = "Turn"
OWN, IN_WINDOWS, ONLY_PASS = KINDS = ("own", "in windows", "in windows, only to pass")


class Questions(msgspec.Struct):
    """How often so many questions of a kind were asked in one turn of one seat."""

    asked: dict[str, Counter[int]] = msgspec.field(default_factory=lambda: {kind: Counter() for kind in KINDS})

    def add(self, other: Questions) -> None:
        """Count in what another has counted."""
        for kind, counted in other.asked.items():
            self.asked[kind].update(counted)


class AskedSeats:
    """Counts the questions of one game, played by rule of thumb at every seat."""

    def __init__(self, game: Game) -> None:
        self.bots: list[Bot] = [QuestionListener(game, self)]
        self.table: Table | None = None
        self.turns: list[int] = []
        self.counts: dict[tuple[Seat, int], Counter[str]] = {}

    def __call__(self, table: Table) -> None:
        """Look at the table before a decision: which turn it is."""
        self.table = table
        turn = table.clock() or table.scope(TURN)
        if not self.turns or self.turns[-1] != turn:
            self.turns.append(turn)

    def hear(self, seat: Seat, ask: Ask) -> None:
        """Count a question."""
        assert self.table is not None
        counted = self.counts.setdefault((seat, self.turns[-1]), Counter())
        if not isinstance(self.table.stack[-1], Window):
            counted[OWN] += 1
            return
        counted[IN_WINDOWS] += 1
        if isinstance(ask, Choose) and list(ask.options) == [PASS]:
            counted[ONLY_PASS] += 1

    def counted(self) -> Questions:
        """Every turn of every seat up to the last in which it was asked: who is dead is asked nothing any more."""
        found = Questions()
        for seat in {seat for seat, _ in self.counts}:
            last = max(self.turns.index(turn) for asked, turn in self.counts if asked == seat)
            for turn in self.turns[: last + 1]:
                counted = self.counts.get((seat, turn), Counter())
                for kind in KINDS:
                    found.asked[kind][counted[kind]] += 1
        return found


class QuestionListener(ThumbBot):
    """Plays as the hints say, and has every question counted."""

    def __init__(self, game: Game, counting: AskedSeats) -> None:
        super().__init__(game)
        self.counting = counting

    def answer(self, sight: Sight, ask: Ask, rng: Random) -> Any:
        """The advised answer."""
        self.counting.hear(sight.seat, ask)
        return super().answer(sight, ask, rng)
