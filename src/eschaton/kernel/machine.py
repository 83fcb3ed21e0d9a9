"""The machine: run steps until somebody must answer (`settle`), take the answer (`answer`), go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eschaton.kernel.ask import Ask, Choose, Seat, Together
from eschaton.kernel.errors import GameOver, Illegal, Malformed, Refused, RulesError, WrongSeat
from eschaton.kernel.step import End, Follow, Step
from eschaton.kernel.table import Table

ENDLESS = 10_000


class Question:
    """The open question, derived from the table: which step asks, and whom."""

    __slots__ = ("ask", "mode", "seats", "step")

    def __init__(self, step: Step, mode: str, ask: Ask, seats: list[Seat]) -> None:
        self.step = step
        self.mode = mode
        self.ask = ask  # what the first seat is asked
        self.seats = seats  # all who might still answer

    def may_act(self, table: Table) -> list[Seat]:
        """Who may act, as far as everybody knows."""
        return self.step.may_act(table, self.seats)

    def of(self, table: Table, seat: Seat) -> Ask | None:
        """What this seat is asked, or None."""
        if seat == self.ask.seat:
            return self.ask
        if self.mode in ("race", "sealed") and seat in self.seats:
            return self.step.ask_of(table, seat)
        return None

    def asks(self, table: Table) -> dict[Seat, Ask]:
        """What every seat that is really asked is asked."""
        if self.mode not in ("race", "sealed"):
            return {self.ask.seat: self.ask}
        given = table.answered(self.step)
        asked = {seat: self.of(table, seat) for seat in self.seats if seat not in given}
        return {seat: ask for seat, ask in asked.items() if ask is not None}


def settle(table: Table, pause: Callable[[Question], None] | None = None) -> Question | None:
    """Run steps that need no answer; return the open question, or None when the game is over. Idempotent.

    Where several could have acted but in truth nobody can, the machine goes on by itself. Others must not be able to
    tell, so `pause` is called there: whoever sends observations sends them then, as if somebody had been asked.
    """
    stack = table.stack
    for _ in range(ENDLESS):
        if not stack:
            return None
        step = stack[-1]
        kind = type(step)
        silent = _silent.get(kind)
        if silent is None:
            silent = _silent[kind] = kind.ask is Step.ask
        if silent:
            stack.pop()
            table.follow(step, step.run(table))
            due = table.due()
            if due is not None:
                push_due(table, due)
            continue
        ask = step.ask(table)
        if ask is None:
            if pause is not None and step.may_act(table, []):
                pause(Question(step, "race", Together("race", []), []))
            advance(table, step, None)
        elif type(ask) is not Together:
            if type(ask) is Choose and len(ask.options) == 1 and not table.asks_the_obvious:
                advance(table, step, *ask.options.values())
            elif not table.automata or ask.seat not in table.automata:
                return Question(step, "one", ask, [ask.seat])
            else:
                advance(table, step, ask.check(table.automatic(step, ask)))
        else:
            question = asked_together(table, step, ask, pause)
            if question is not None:
                return question
    raise RulesError(f"{type(stack[-1]).__name__} runs on without asking anybody")


_silent: dict[type, bool] = {}  # steps of these classes never ask, so their `run` takes no answer


def asked_together(
    table: Table, step: Step, ask: Together, pause: Callable[[Question], None] | None
) -> Question | None:
    """The question to several seats; None when it needed no answer and the step has run."""
    first = ask.ready or first_asked(table, step, ask)
    if first is not None:
        return Question(step, ask.mode, first, ask.seats)
    if pause is not None and step.may_act(table, ask.seats):
        pause(Question(step, ask.mode, ask, ask.seats))
    if ask.mode == "race":
        advance(table, step, None)
    elif ask.mode == "first":
        # In order, each who cannot act is answered for, one after the other: no gap tells the next one.
        advance(table, step, (ask.seats[0], None) if ask.seats else None)
    else:
        answers = collected(table, step, ask)
        if answers is not None:
            advance(table, step, answers)
    return None


def first_asked(table: Table, step: Step, ask: Together) -> Ask | None:
    """The question to the first seat that can act and has not answered yet."""
    given = table.answered(step)
    for seat in ask.seats if ask.mode != "first" else ask.seats[:1]:
        if seat not in given:
            found = step.ask_of(table, seat)
            if found is not None:
                return found
    return None


def collected(table: Table, step: Step, ask: Together) -> dict[Seat, Any] | None:
    """The values of all answers to a sealed or in-turn question; they leave the table.

    None when something done meanwhile has made an answer illegal: it is dropped, and will be asked for anew.
    """
    given = table.given.pop(step.serial, {})
    kept = table.given[step.serial] = {}  # what a seat is asked may depend on the answers before it
    values: dict[Seat, Any] = {}
    for seat in ask.seats:
        if seat in given:
            asked = step.ask_of(table, seat)
            try:
                if asked is not None:
                    values[seat] = asked.check(given[seat])
                    kept[seat] = given[seat]
            except Refused:
                if ask.mode == "turn":
                    break
    if len(kept) < len(given):
        return None
    del table.given[step.serial]
    return values


def answer(table: Table, question: Question, seat: Seat, given: Any) -> None:
    """Take one seat's (or chance's) answer. Raises a Refused error, with the table untouched, if it is not legal."""
    ask = question.of(table, seat)
    if ask is None:
        raise WrongSeat(f"seat: {seat} is not asked; {sorted(question.asks(table))} may answer")
    value = ask.check(given)
    mode = question.mode
    if mode == "one":
        advance(table, question.step, value)
    elif mode in ("race", "first"):
        advance(table, question.step, (seat, value))
    else:
        table.given.setdefault(question.step.serial, {})[seat] = given


def withdraw(table: Table, question: Question, seat: Seat) -> None:
    """Take back a sealed answer while others are still to come."""
    if question.mode != "sealed" or seat not in table.answered(question.step):
        raise Illegal(f"seat {seat} has no sealed answer to take back")
    del table.given[question.step.serial][seat]


def act_freely(table: Table, seat: Seat, key: str) -> None:
    """Do something unasked: it runs on top of the open step, whose question is then derived anew."""
    if seat not in table.people():
        raise WrongSeat(f"seat: nobody plays seat {seat}")
    if not isinstance(key, str):
        raise Malformed(f"answer: expected the key of a free action, got {key!r}")
    offered = table.free(seat)
    if key not in offered:
        raise Illegal(f"answer: {key!r} cannot be done now; seat {seat} may: {', '.join(offered) or 'nothing'}")
    table.push([offered[key]])


def advance(table: Table, step: Step, value: Any) -> None:
    """Run the top step with its answer and push what follows, and what is due from it."""
    table.stack.pop()
    table.follow(step, step.run(table, value))
    due = table.due()
    if due is not None:
        push_due(table, due)


def push_due(table: Table, due: Follow) -> None:
    """Push what must happen at once."""
    if type(due) is list:
        table.push(due)
    elif isinstance(due, Step):
        table.push((due,))
    elif type(due) is End:
        table.stack.clear()
        table.outcome = due.outcome
    else:
        raise RulesError(f"due may only return steps or the end, not {due!r}")


def require_open(question: Question | None) -> Question:
    """The question, or GameOver."""
    if question is None:
        raise GameOver("the game is over")
    return question
