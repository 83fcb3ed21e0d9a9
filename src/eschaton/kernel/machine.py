"""The machine: run steps until somebody must answer (`settle`), take the answer (`answer`), go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from eschaton.kernel.ask import CHANCE, Ask, Choose, Seat, Together
from eschaton.kernel.errors import BadRecord, GameOver, Malformed, NotOpen, Refused, RulesError, WrongSeat
from eschaton.kernel.save import copy, load, save
from eschaton.kernel.step import AGAIN, End, Follow, Stay, Step, Unwind
from eschaton.kernel.table import NONE_GIVEN, Table, piles

AT_ONCE = frozenset({"race", "sealed", "priority"})  # the ways in which everybody's question is open
SECRET = frozenset({"sealed", "priority"})  # of these, those in which an answer is stored, and can be taken back
STORED = SECRET | {"turn"}  # the ways in which an answer waits for those of others
ENDLESS = range(10_000)  # so many steps without a question are a defect of the rules


class Question(msgspec.Struct, eq=False, gc=False):
    """The open question, derived from the table: which step asks, and whom."""

    step: Step
    mode: str
    ask: Ask  # what the first seat is asked
    seats: list[Seat]  # all who might still answer

    @property
    def idle(self) -> bool:
        """Whether nobody can really answer: the moment stands only so that nobody can tell."""
        return type(self.ask) is Together

    def may_act(self, table: Table) -> list[Seat]:
        """Who may act, as far as everybody knows."""
        return self.step.may_act(table, self.seats)

    def of(self, table: Table, seat: Seat) -> Ask | None:
        """What this seat is asked, or None."""
        if seat == self.ask.seat:
            return self.ask
        if self.mode in AT_ONCE and seat in self.seats:
            return self.step.ask_of(table, seat)
        return None

    def asks(self, table: Table) -> dict[Seat, Ask]:
        """What every seat that is really asked is asked."""
        if self.idle:
            return {}
        if self.mode not in AT_ONCE:
            return {self.ask.seat: self.ask}
        given = table.answered(self.step)
        asked = {seat: self.of(table, seat) for seat in self.seats if seat not in given}
        return {seat: ask for seat, ask in asked.items() if ask is not None}


Pause = Callable[[Question], bool | None]
"""Called where several could have acted but in truth nobody can; True: stay there for now."""
Obvious = Callable[[Step, Choose], None]
"""Called where the machine answers for a seat that has only one option."""
Faster = Callable[[list[Seat]], Seat]
"""Who of several seats, all asked at once, is asked first."""


def settle(
    table: Table, pause: Pause | None = None, faster: Faster | None = None, obvious: Obvious | None = None
) -> Question | None:
    """Run steps that need no answer; return the open question, or None when the game is over. Idempotent.

    Where several could have acted but in truth nobody can, the machine goes on by itself. Others must not be able to
    tell, so `pause` is called there: whoever sends observations sends them then, as if somebody had been asked, and
    may have the machine wait (the question is then idle). Without `faster` the first seat listed is asked first.
    """
    stack = table.stack
    for _ in ENDLESS:
        if not stack:
            return None
        step = stack[-1]
        if not step.asks:
            stack.pop()
            table.running = step.step_name
            carry_out(table, step, step.run(table))
            continue
        ask = step.ask(table)
        kind = type(ask)
        if kind is Together:
            question = asked_together(table, step, ask, pause, faster)
            if question is not None:
                return question
            continue
        if kind is Choose and len(ask.options) <= 1 and not (table.asks_the_obvious and ask.options):
            require_options(step, ask)
            if obvious is not None:
                obvious(step, ask)
            (value,) = ask.options.values()
        elif ask is None:
            if pause is not None and step.may_act(table, []):
                idle = Question(step, "race", Together("race", []), [])
                if pause(idle):
                    return idle
            value = None
        elif not table.automata or ask.seat not in table.automata:
            return Question(step, "one", ask, [ask.seat])
        else:
            value = ask.check(table.automatic(step, ask))
        stack.pop()
        table.running = step.step_name
        carry_out(table, step, step.run(table, value))
    raise RulesError(f"{type(stack[-1]).__name__} runs on without asking anybody")


def asked_together(
    table: Table, step: Step, ask: Together, pause: Pause | None, faster: Faster | None
) -> Question | None:
    """The question to several seats; None when it needed no answer and the step has run."""
    mode, seats = ask.mode, ask.seats
    first: Ask | None = ask.ready
    given = table.given.get(step.serial, NONE_GIVEN) if table.given else NONE_GIVEN
    if mode == "priority" and given and (use := first_use(table, step, seats, given, first)) is not None:
        # That somebody before could not act must not be told by its being carried out at once.
        if pause is not None and not set(seats[: seats.index(use[0])]).isdisjoint(step.may_act(table, seats)):
            idle = Question(step, mode, ask, seats)
            if pause(idle):
                return idle
        del table.given[step.serial]
        advance(table, step, use)
        return None
    tried = CHANCE
    if faster is not None and seats and mode in AT_ONCE:
        tried = faster(seats)
        if (first is None or first.seat != tried) and tried not in given:
            first = step.ask_of(table, tried) or first
    if first is None:
        for seat in seats if mode != "first" else seats[:1]:
            if seat not in given and seat != tried and (first := step.ask_of(table, seat)) is not None:
                break
    if first is not None:
        if type(first) is Choose:
            require_options(step, first)
        return Question(step, mode, first, seats)
    if pause is not None and step.may_act(table, seats):
        idle = Question(step, mode, ask, seats)
        if pause(idle):
            return idle
    if mode == "race":
        advance(table, step, None)
    elif mode == "priority":
        table.given.pop(step.serial, None)
        advance(table, step, None)
    elif mode == "first":
        # In order, each who cannot act is answered for, one after the other: no gap tells the next one.
        advance(table, step, (seats[0], None) if seats else None)
    else:
        answers = collected(table, step, ask)
        if answers is not None:
            advance(table, step, answers)
    return None


def first_use(
    table: Table, step: Step, seats: list[Seat], given: dict[Seat, Any], ready: Ask | None = None
) -> tuple[Seat, Any] | None:
    """By priority: the first answer of these seats, in their order, that is not neutral, and its value.

    None while somebody before it must still answer (who is the first to, if it is `ready`), or when all have passed. An
    answer that something done meanwhile has made illegal counts as none.
    """
    for seat in seats:
        if ready is not None:
            if seat == ready.seat:
                return None
            if seat not in given:
                continue
        asked = step.ask_of(table, seat)
        if asked is None:
            continue
        if seat not in given:
            return None
        if given[seat] != getattr(asked, "neutral", ""):
            try:
                return seat, asked.check(given[seat])
            except Refused:
                del given[seat]  # it is asked for anew
                return None
    return None


def require_options(step: Step, ask: Choose) -> None:
    """A question that nobody can answer is a defect of the rules."""
    if not ask.options:
        raise RulesError(f"{type(step).__name__} asks seat {ask.seat} to choose, but there is no option")


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
    ask = question.ask
    if ask.seat != seat and (ask := question.of(table, seat)) is None:  # type: ignore[assignment]
        raise WrongSeat(f"seat: {seat} is not asked; {sorted(question.may_act(table))} may act")
    value = ask.check(given)
    step, mode = question.step, question.mode
    if mode != "one":
        if mode in STORED:
            table.given.setdefault(step.serial, {})[seat] = given
            table.ends_with(step.serial)
            return
        value = seat, value
    table.stack.pop()
    table.running = step.step_name
    carry_out(table, step, step.run(table, value))


def withdraw(table: Table, question: Question, seat: Seat) -> None:
    """Take back a sealed answer while others are still to come."""
    if question.mode not in SECRET or seat not in table.answered(question.step):
        raise NotOpen(f"seat: {seat} has no sealed answer to take back")
    del table.given[question.step.serial][seat]
    if not table.given[question.step.serial]:
        del table.given[question.step.serial]


Act = str | list[Any]
"""Something done unasked: its key, or the key and an answer, where it carries one."""


def act_freely(table: Table, seat: Seat, act: Act) -> None:
    """Do something unasked: it runs on top of the open step, whose question is then derived anew.

    What carries an answer has it checked by its own question, and runs at once: nobody's question closes for it.
    """
    if seat not in table.people():
        raise WrongSeat(f"seat: nobody plays seat {seat}")
    key, given = (act[0], act[1:]) if isinstance(act, list) and len(act) == 2 else (act, [])
    if not isinstance(key, str):
        raise Malformed(f"answer: expected the key of a free action, got {act!r}")
    offered = table.free(seat)
    if key not in offered:
        raise NotOpen(f"key: {key!r} cannot be done now; seat {seat} may: {', '.join(offered) or 'nothing'}")
    step = offered[key]
    ask = asked_freely(table, seat, step)
    if (ask is None) == bool(given):
        raise Malformed(f"answer: {key!r} is done {'without an answer' if given else 'with its answer: [key, answer]'}")
    if ask is None:
        table.push([step])
        return
    value = ask.check(given[0])
    step.serial = table.take_serial()
    table.running = step.step_name
    carry_out(table, step, step.run(table, value))


def asked_freely(table: Table, seat: Seat, step: Step) -> Ask | None:
    """The question whose answer a free action must carry; None where it carries none."""
    ask = step.ask(table) if step.at_once else None
    if ask is not None and ask.seat != seat:
        raise RulesError(f"{type(step).__name__} is done at once, but does not ask the seat that does it")
    return ask


def advance(table: Table, step: Step, value: Any = None) -> None:
    """Run the top step, with its answer if it may ask, and carry out what it returns."""
    table.stack.pop()
    table.running = step.step_name
    carry_out(table, step, step.run(table, value) if step.asks else step.run(table))


def carry_out(table: Table, step: Step, follow: Follow) -> None:
    """Do what a step has returned, which has left the stack; then what is due."""
    table.running = None
    if type(follow) is Stay:
        table.stack.append(step)
        if follow is AGAIN:
            return
        table.push(follow.steps)
    else:
        if step.serial in table.counts:
            table.finish(step.serial)
        if follow is not None:
            go_on_with(table, step, follow)
    if table.watched and table.outcome is None and (due := table.due()) is not None:
        go_on_with(table, step, due)


def go_on_with(table: Table, step: Step, follow: Follow) -> None:
    """What follows a step that is over, or is due after it, comes next."""
    if isinstance(follow, Step):
        if not follow.serial:
            follow.serial = table.next_serial
            table.next_serial += 1
        table.stack.append(follow)
    elif type(follow) is list:
        table.push(follow)
    elif type(follow) is Unwind:
        table.unwind(follow)
    elif type(follow) is End:
        table.outcome = follow.outcome
        while table.stack:
            table.drop()
    else:
        raise RulesError(f"{type(step).__name__} must not be followed by {follow!r}")


def require_open(question: Question | None) -> Question:
    """The question, or GameOver."""
    if question is None:
        raise GameOver("the game is over")
    return question


def same_moment(table: Table, saved: bytes) -> bool:
    """Whether a table is the one that was saved; either may have waited where nobody could really act."""
    if save(table) == saved:
        return True
    try:
        return settled(copy(table)) == settled(load(type(table), saved))
    except BadRecord:
        return False


def settled(table: Table) -> bytes:
    """A table gone on to its next question, as it is saved; where something ends may have been noted or not."""
    settle(table)
    table.events.clear()
    for pile in piles(table):
        pile.lay(pile.cards, pile.known, pile.inside)  # as they are kept now, however they were saved
    table.counts = {scope: counted for scope, counted in sorted(table.counts.items()) if counted}
    return save(table)
