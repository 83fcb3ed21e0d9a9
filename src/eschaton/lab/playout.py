"""One game played out by bots, straight on the table: no record, no views unless a bot looks."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from eschaton.bots import Bot, seated
from eschaton.kernel.ask import CHANCE, Seat
from eschaton.kernel.chance import Seeded, purpose_of
from eschaton.kernel.errors import RulesError
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.machine import Question, act_freely, answer, settle
from eschaton.kernel.table import Table
from eschaton.kernel.view import view

Watch = Callable[[Table], None]


class Playout:
    """A game between bots: one that plays for all seats, or one for each.

    All its randomness comes from the seed: chance, each bot, and who is faster in a race.
    """

    def __init__(self, game: Game, setup: Setup, bots: Sequence[Bot], seed: str, watch: Watch | None = None) -> None:
        self.game = game
        self.table = game.table(setup)
        self.people = self.table.people()
        self.bots = seated(bots, self.people)
        self.chance = Seeded(seed)
        self.draws: dict[str, int] = {}
        self.faster = Random(f"{seed}/race")
        self.streams = {seat: Random(f"{seed}/{seat}") for seat in self.people}
        self.looks = {seat: functools.partial(view, self.table, seat) for seat in self.people}
        self.watch = watch
        self.decisions = 0

    def run(self) -> None:
        """Play to the end. Raises whatever the rules raise, and RulesError when the game does not end."""
        table, streams, bots, watch = self.table, self.streams, self.bots, self.watch
        events, limit = table.events, self.game.limit
        while (question := settle(table)) is not None:
            seat = question.ask.seat
            if seat == CHANCE:
                self.draw(question)
                continue
            if question.mode == "race" or question.mode == "sealed":
                seat = self.fastest(question)
            if watch is not None:
                watch(table)
            if self.decisions >= limit:
                raise RulesError(f"not over after {limit} decisions, the limit of {self.game.title}")
            self.decisions += 1
            bot, rng = bots[seat], streams[seat]
            if not (bot.eager and rng.random() < bot.eager and self.unasked(rng)):
                answer(table, question, seat, bot.answer(self.looks[seat], question.ask, rng))
            events.clear()
        if watch is not None:
            watch(table)

    def draw(self, question: Question) -> None:
        """Let chance answer."""
        purpose = purpose_of(question.ask)
        number = self.draws.get(purpose, 0)
        self.draws[purpose] = number + 1
        answer(self.table, question, CHANCE, self.chance.answer(question.ask, purpose, number))

    def fastest(self, question: Question) -> Seat:
        """Who answers first when several are asked; the question becomes theirs."""
        seats = question.seats
        seat = seats[int(self.faster.random() * len(seats))]
        if seat != question.ask.seat and seat not in self.table.answered(question.step):
            ask = question.step.ask_of(self.table, seat)
            if ask is not None:
                question.ask = ask
        return question.ask.seat

    def unasked(self, rng: Random) -> bool:
        """Let somebody do something unasked, if there is anything."""
        seat = rng.choice(self.people)
        offered = list(self.table.free(seat))
        chosen = self.bots[seat].unasked(self.looks[seat], offered, rng) if offered else None
        if chosen is not None:
            act_freely(self.table, seat, chosen)
        return chosen is not None


def conserving() -> Watch:
    """Watches that no finite piece is lost or made from the first decision on; set-up may still bring pieces."""
    pieces: Counter[str] | None = None

    def watch(now: Table) -> None:
        nonlocal pieces
        found = now.inventory()
        if pieces is None:
            pieces = found
        if found != pieces:
            raise RulesError(f"pieces are not conserved: {difference(pieces, found)}")

    return watch


def difference(before: Counter[str], after: Counter[str]) -> str:
    """Which pieces there are more or fewer of."""
    changed = sorted(piece for piece in before.keys() | after.keys() if before[piece] != after[piece])
    shown = [f"{piece} {before[piece]} -> {after[piece]}" for piece in changed[:5]]
    return ", ".join(shown) + (f" and {len(changed) - 5} more" if len(changed) > 5 else "")
