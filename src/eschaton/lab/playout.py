"""One game played out by bots, straight on the table: no record, no views unless a bot looks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from eschaton.bots import Bot, Sight, seated
from eschaton.kernel.ask import CHANCE, Seat
from eschaton.kernel.chance import Seeded, purpose_of
from eschaton.kernel.errors import RulesError
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.machine import Question, act_freely, answer, settle
from eschaton.kernel.table import Table

Watch = Callable[[Table], None]
Hear = Callable[[Seat, Any], None]


class Playout:
    """A game between bots: one that plays for all seats, or one for each.

    All its randomness comes from the seed: chance, each bot, and who is faster in a race. `watch` sees the table before
    every decision and at the end, `hear` every answer that was taken.
    """

    def __init__(self, game: Game, setup: Setup, bots: Sequence[Bot], seed: str, watch: Watch | None = None) -> None:
        self.game = game
        self.table = game.table(setup)
        self.people = self.table.people()
        self.bots = seated(bots, self.people)
        self.chance = Seeded(seed)
        self.draws: dict[str, int] = {}
        self.racing = Random(f"{seed}/race")
        self.streams = {seat: Random(f"{seed}/{seat}") for seat in self.people}
        self.sights = {seat: Sight(game, self.table, seat) for seat in self.people}
        self.watch = watch
        self.hear: Hear | None = None
        self.decisions = 0

    def run(self) -> None:
        """Play to the end. Raises whatever the rules raise, and RulesError when the game does not end."""
        table, watch, hear, faster = self.table, self.watch, self.hear, self.faster
        players = {
            seat: (bot.answer, bot.eager, self.sights[seat], self.streams[seat]) for seat, bot in self.bots.items()
        }
        events, limit, number = table.events, self.game.limit, self.decisions
        while (question := settle(table, None, faster)) is not None:
            ask = question.ask
            seat = ask.seat
            if seat == CHANCE:
                self.draw(question)
                continue
            if watch is not None:
                watch(table)  # sees all that has happened since it was called last
            events.clear()
            if number >= limit:
                raise RulesError(f"not over after {limit} decisions, the limit of {self.game.title}")
            self.decisions = number = number + 1
            decide, eager, sight, rng = players[seat]
            if eager and rng.random() < eager and self.unasked(rng):
                continue
            given = decide(sight, ask, rng)
            answer(table, question, seat, given)
            sight.given += 1
            if hear is not None:
                hear(seat, given)
        if table.outcome is None:
            raise RulesError(f"{self.game.title} has no step left, and none has ended the game")
        if watch is not None:
            watch(table)

    def draw(self, question: Question) -> None:
        """Let chance answer."""
        ask, draws = question.ask, self.draws
        purpose = purpose_of(ask)
        number = draws.get(purpose, 0)
        draws[purpose] = number + 1
        answer(self.table, question, CHANCE, self.chance.answer(ask, purpose, number))

    def faster(self, seats: list[Seat]) -> Seat:
        """Who answers first when several are asked."""
        return seats[int(self.racing.random() * len(seats))]

    def unasked(self, rng: Random) -> bool:
        """Let somebody do something unasked, if there is anything."""
        seat = rng.choice(self.people)
        offered = list(self.table.free(seat))
        chosen = self.bots[seat].unasked(self.sights[seat], offered, rng) if offered else None
        if chosen is not None:
            act_freely(self.table, seat, chosen)
            if self.hear is not None:
                self.hear(seat, f"unasked: {chosen}")
        return chosen is not None


def all_of(watches: Sequence[Watch]) -> Watch | None:
    """One watch that does what several do; None if there are none."""
    if len(watches) < 2:
        return watches[0] if watches else None

    def watch(now: Table) -> None:
        for one in watches:
            one(now)

    return watch


def conserving(every: int) -> Watch:
    """Watches that no finite piece is lost or made: every so many decisions, from the first on, and at the end."""
    pieces: Counter[str] | None = None
    calls = -1

    def watch(now: Table) -> None:
        nonlocal pieces, calls
        calls += 1
        if calls % every and now.outcome is None:
            return
        found = now.inventory()
        if pieces is None:
            pieces = found  # set-up may still bring pieces
        if dict(found) != dict(pieces):  # counters compare slowly
            raise RulesError(f"pieces are not conserved: {difference(pieces, found)}")

    return watch


def difference(before: Counter[str], after: Counter[str]) -> str:
    """Which pieces there are more or fewer of."""
    changed = sorted(piece for piece in before.keys() | after.keys() if before[piece] != after[piece])
    shown = [f"{piece} {before[piece]} -> {after[piece]}" for piece in changed[:5]]
    return ", ".join(shown) + (f" and {len(changed) - 5} more" if len(changed) > 5 else "")
