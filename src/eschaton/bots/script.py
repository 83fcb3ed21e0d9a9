"""What the players of a team are about to do: those who win together may count on each other to do what is advised.

Phases of many small answers (buy, send, assign, ready) are worth what comes of all answers together. So the advised
course of a whole step is worked out once for every question that is thought about. Where it makes no difference to the
question, the others are imagined to have played their part already; each try then plays one answer in place of the next
advised one, and after it the rest of the course, as far as it is still possible.
"""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.bots.belief import Belief
from eschaton.bots.parts import legal
from eschaton.bots.rollout import Rollout
from eschaton.kernel.ask import Ask, Seat
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Question, answer, settle
from eschaton.kernel.table import Table
from eschaton.kernel.view import view

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
        me, before = self.ask.seat, settle(table)
        if before is None or before.mode != "race":
            return
        found: list[tuple[Seat, Any]] = []
        question: Question | None = before
        while len(found) < MOST and question is not None and question.step.serial == before.step.serial:
            asked = next((ask for seat, ask in question.asks(table).items() if seat != me), None)
            if asked is None:
                break
            given = game.advice(view(table, asked.seat), asked, rng).answer
            found.append((asked.seat, given))
            answer(table, question, asked.seat, given)
            question = settle(table)
        if question is not None and same_question(question.of(table, me), self.ask):
            self.others = found

    def begun(self, table: Table) -> Table | None:
        """A table on which the others have played their part; None if that is not possible."""
        for seat, given in self.others:
            question = settle(table)
            ask = question.of(table, seat) if question is not None else None
            if question is None or ask is None or not legal(ask, given):
                return None
            answer(table, question, seat, given)
        question = settle(table)
        if question is None or not same_question(question.of(table, self.ask.seat), self.ask):
            return None
        return table

    def work_out(self, game: Game, play: Rollout, advised: Any, rng: Random) -> None:
        """Work out what all do after the advised answer, to the end of the step."""
        assert game.advice is not None
        assert play.question is not None
        self.step = play.question.step.serial
        play.answer(self.ask.seat, advised)
        given = 0
        while given < MOST and (ask := self.next_ask(play)) is not None:
            advised = game.advice(view(play.table, ask.seat), ask, rng).answer
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


def same_question(one: Ask | None, other: Ask) -> bool:
    """Whether both may be answered in the same ways."""
    return one is not None and type(one) is type(other) and one.shape() == other.shape()


def next_line(left: list[Any], ask: Ask) -> Any:
    """The next of the answers left that fits a question, those before it being dropped; else what is neutral."""
    for place, given in enumerate(left):
        if legal(ask, given):
            del left[: place + 1]
            return given
    return ask.default()
