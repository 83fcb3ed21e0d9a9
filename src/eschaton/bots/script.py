"""What the players of a team are about to do: those who win together may count on each other to do what is advised.

Phases of many small answers (buy, send, assign, ready) are worth what comes of all answers together. So the advised
course of a whole step is worked out once for every question that is thought about. Where it makes no difference to the
question, the others are imagined to have played their part already; each try then plays one answer in place of the next
advised one, and after it the rest of the course, as far as it is still possible.
"""

from __future__ import annotations

from math import inf
from random import Random
from typing import Any

from eschaton.bots.belief import Belief
from eschaton.bots.parts import legal
from eschaton.bots.rollout import Rollout
from eschaton.kernel.ask import Ask, Seat
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Question, answer, settle
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Table

RACE = "race"
"""The way in which all are asked at once, and whoever answers first is first."""
MOST = 40
"""Of a longer course, what comes later is left to habit."""


class Script:
    """The advised answers of every seat until a step is over: those of the others at first, and all after the first."""

    def __init__(self, game: Game, belief: Belief, ask: Ask, advised: Any, rng: Random) -> None:
        self.ask = ask
        self.others: list[tuple[Seat, Any]] = []
        self.answers: dict[Seat, list[Any]] = {}
        scenario = belief.scenario(0)
        self.begin(game, scenario.imagined.table(), rng)
        if self.others:
            belief.begin_with(self.begun)
        self.work_out(game, Rollout(game, scenario), advised, rng)

    def begin(self, game: Game, table: Table, rng: Random) -> None:
        """Work out what the others do where all are asked at once, unless I would then be asked something else."""
        assert game.advice is not None
        found: list[tuple[Seat, Any]] = []
        question = self.asked_of_others(table)
        step = question.step.serial if question is not None else 0
        while len(found) < MOST and question is not None and question.step.serial == step:
            asked = question.ask
            given = game.advice(seen(table, asked.seat), asked, rng).answer
            found.append((asked.seat, given))
            answer(table, question, asked.seat, given)
            question = self.asked_of_others(table)
        if self.still_asked(table):
            self.others = found

    def begun(self, table: Table) -> Table | None:
        """A table on which the others have played their part; None if that is not possible."""
        for seat, given in self.others:
            question = self.asked_of_others(table)
            if question is None or question.ask.seat != seat or not legal(question.ask, given):
                return None
            answer(table, question, seat, given)
        return table if self.still_asked(table) else None

    def asked_of_others(self, table: Table) -> Question | None:
        """The question to one of the others, if they are asked at the same time; one after the other in their order."""
        me = self.ask.seat
        question = settle(table, faster=lambda seats: next((seat for seat in seats if seat != me), me))
        return question if question is not None and question.mode == RACE and question.ask.seat != me else None

    def still_asked(self, table: Table) -> bool:
        """Whether I am asked the same question as before."""
        question = settle(table)
        mine = question.of(table, self.ask.seat) if question is not None else None
        return mine is not None and type(mine) is type(self.ask) and mine.shape() == self.ask.shape()

    def work_out(self, game: Game, play: Rollout, advised: Any, rng: Random) -> None:
        """Work out what all do after the advised answer, to the end of the step."""
        assert game.advice is not None
        assert play.question is not None
        play.longest = inf
        self.step = play.question.step.serial
        play.answer(self.ask.seat, advised)
        given = 0
        while given < MOST and (ask := self.next_ask(play)) is not None:
            advised = game.advice(seen(play.table, ask.seat), ask, rng).answer
            self.answers.setdefault(ask.seat, []).append(advised)
            play.answer(ask.seat, advised)
            given += 1

    def next_ask(self, play: Rollout) -> Ask | None:
        """What is asked next while the step is not over."""
        return None if play.question is None or play.table.find(self.step) is None else play.question.ask

    def follow(self, play: Rollout) -> None:
        """Play the rest of the step, to the question after it."""
        left = {seat: list(answers) for seat, answers in self.answers.items()}
        while play.work <= play.longest and (ask := self.next_ask(play)) is not None:
            play.answer(ask.seat, next_line(left.get(ask.seat, []), ask))


def next_line(left: list[Any], ask: Ask) -> Any:
    """The next of the answers left that fits a question, those before it being dropped; else what is neutral."""
    for place, given in enumerate(left):
        if legal(ask, given):
            del left[: place + 1]
            return given
    return ask.default()
