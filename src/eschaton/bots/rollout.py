"""Playing an imagined table on: chance answers, everybody plays quickly, and somebody weighs what has come of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from eschaton.kernel.ask import CHANCE, Ask, Choose, Roll
from eschaton.kernel.forced import forced_answer, is_forced
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Question, answer, settle
from eschaton.kernel.table import Standing, Table
from eschaton.kernel.view import view

TURN = "Turn"
"""Unless a game names its chapters, a table is weighed by the end of this step."""
AHEAD = 40
"""After so many answers it is weighed in any case."""
NEVER = -1
"""No step has this serial."""
LIMIT = 600
"""A game that cannot weigh its tables is played to the end, or for so many answers."""


class Reached(NamedTuple):
    """The next question, and the way to it: what everybody saw of chance, and how many answers were given."""

    question: Question | None
    seen: tuple[Any, ...]
    answers: int


def next_question(table: Table, rng: Random) -> Reached:
    """Play on to the next question that leaves a seat a choice."""
    seen: list[Any] = []
    answers = 0
    while (question := settle(table)) is not None:
        ask = question.ask
        if ask.seat == CHANCE:
            drawn = ask.sample(rng)
            if isinstance(ask, Roll):
                seen.append(tuple(sorted(drawn, key=str)))
            answer(table, question, CHANCE, drawn)
        elif is_forced(ask):
            answer(table, question, ask.seat, forced_answer(ask))
        else:
            break
        answers += 1
    return Reached(question, tuple(seen), answers)


def quick_answer(game: Game, table: Table, ask: Ask, rng: Random) -> Any:
    """What a seat plays without much thought: nothing where it may do nothing, any option, or what is advised.

    Advice costs a look at the table, so it is asked where chance would hardly ever hit on a sensible answer: where an
    answer has many parts.
    """
    if game.habit is not None:
        usual = game.habit(table, ask, rng)
        if usual is not None:
            return usual
    if isinstance(ask, Choose):
        return ask.neutral or ask.sample(rng)
    if game.advice is not None:
        return game.advice(view(table, ask.seat), ask, rng).answer
    return ask.sample(rng)


def chapter_of(game: Game, table: Table) -> Any:
    """The part of the game in which a table is; when it is over, what was planned in it has come about."""
    return game.chapter(table) if game.chapter is not None else table.scope(TURN)


def play_on(game: Game, table: Table, question: Question | None, rng: Random, began: Any = None) -> int:
    """Play quickly until the table can be weighed: to the end of the chapter in which it `began`, or of the game.

    Says how many answers that took.
    """
    chapter = chapter_of(game, table) if began is None else began
    table.standing = {seat: Standing(NEVER) for seat in table.people()}  # nobody answers what others do
    most = LIMIT if game.worth is None else AHEAD
    answers = 0
    for _ in range(most):
        if question is None or (game.worth is not None and chapter_of(game, table) != chapter):
            break
        answer(table, question, question.ask.seat, quick_answer(game, table, question.ask, rng))
        question, _, more = next_question(table, rng)
        answers += 1 + more
    return answers


def weighed(game: Game, table: Table, seats: int) -> Sequence[float]:
    """What each seat may hope for, from 0 (lost) to 1 (won); those who win together hope together."""
    if table.outcome is not None:
        return [1.0 if game.won(table.outcome, seat) else 0.0 for seat in range(seats)]
    if game.worth is not None:
        return game.worth(table)
    return [0.5] * seats
