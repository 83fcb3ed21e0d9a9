"""What the players of a team are about to do: those who win together may count on each other to do what is advised.

Phases of many small answers (buy, send, assign, ready) are worth what comes of all answers together. So the advised
course of a whole step is worked out once for every question that is thought about, and each try plays one answer in
place of the next advised one, and then the rest of the course, as far as it is still possible.
"""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.bots.parts import legal
from eschaton.bots.rollout import Reached, next_question
from eschaton.kernel.ask import Ask, Seat
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Question, answer, settle
from eschaton.kernel.table import Table
from eschaton.kernel.view import view

LONG = 40
"""Of a longer course, what comes later is left to habit."""


class Script:
    """The advised answers of every seat until a step is over, in order, after the first one."""

    def __init__(self, game: Game, table: Table, ask: Ask, advised: Any, rng: Random) -> None:
        question = settle(table)
        assert question is not None
        self.step = question.step.serial
        self.answers: dict[Seat, list[Any]] = {}
        answer(table, question, ask.seat, advised)
        following = next_question(table, rng).question
        for _ in range(LONG):
            if following is None or table.find(self.step) is None or game.advice is None:
                break
            seat = following.ask.seat
            given = game.advice(view(table, seat), following.ask, rng).answer
            self.answers.setdefault(seat, []).append(given)
            answer(table, following, seat, given)
            following = next_question(table, rng).question

    def follow(self, table: Table, question: Question | None, rng: Random) -> Reached:
        """Play the rest of the step, to the question after it."""
        left = {seat: list(answers) for seat, answers in self.answers.items()}
        seen: tuple[Any, ...] = ()
        given = 0
        for _ in range(2 * LONG):
            if question is None or table.find(self.step) is None:
                break
            ask = question.ask
            answer(table, question, ask.seat, next_line(left.get(ask.seat, []), ask))
            question, more, answers = next_question(table, rng)
            seen += more
            given += 1 + answers
        return Reached(question, seen, given)


def next_line(left: list[Any], ask: Ask) -> Any:
    """The next of the answers left that fits a question, those before it being dropped; else what is neutral."""
    for place, given in enumerate(left):
        if legal(ask, given):
            del left[: place + 1]
            return given
    return ask.default()
