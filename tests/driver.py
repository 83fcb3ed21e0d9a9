"""What every game's driver can do: settle, ask, answer, plan, roll. A game adds positions and how one talks about it.

A driver plays under the settings of play: nobody is asked what has only one answer. A test may spell such an answer out
all the same; it is then compared with what was answered for the seat. What is kept between questions is really kept, so
whoever edits the table by hand says so (`edited`); the rules have to say so themselves.

Hooks: `meant` (an answer in a test's words as the question wants it) and `called` (the other way round), `by_default`
(what is answered where a test says nothing), `by_chance` (what is rolled).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, Self, TypeVar

from eschaton.kernel.ask import CHANCE, Ask, Choose, Shuffle
from eschaton.kernel.errors import Refused
from eschaton.kernel.event import Event
from eschaton.kernel.machine import Question, act_freely, answer, settle
from eschaton.kernel.step import Step
from eschaton.kernel.table import Table
from eschaton.kernel.view import view

T = TypeVar("T", bound=Table)
MOST_ANSWERS = 1_000  # before a test has lost its way


class Obvious(NamedTuple):
    """A seat had a single answer, which was given for it; in all ways in which a test may call it."""

    seat: int
    step: str
    called: list[Any]


class Driver(Generic[T]):
    """A game in a test."""

    def __init__(self, table: T) -> None:
        self.table: Any = table
        self.script: deque[Any] = deque()
        self.plans: dict[int, deque[Any]] = {}
        self.log: list[Event] = []
        self.obvious: list[Obvious] = []  # what was answered for seats since a test last answered

    # Hooks.

    def meant(self, ask: Ask | None, given: Any) -> Any:
        """An answer in the words of a test as the question wants it."""
        return given

    def called(self, key: str) -> list[Any]:
        """All that a test may say for this answer, as the table is now."""
        return [key]

    def by_default(self, question: Question, ask: Any) -> Any:
        """What changes least: the neutral answer; a choice without one is the test's to make."""
        assert not isinstance(ask, Choose) or ask.neutral, self.open_choice(ask)
        return ask.default()

    def by_chance(self, ask: Ask) -> Any:
        """The scripted result; shuffles that are not scripted keep the order."""
        if isinstance(ask, Shuffle):
            return ask.default()
        assert self.script, f"no result scripted for {ask}"
        return self.script.popleft()

    # Position.

    def edited(self) -> Self:
        """The table was changed by hand: what was found on it must be found anew."""
        self.table.forget()
        return self

    # Play.

    def settle(self) -> Question | None:
        """On to the next question, keeping what has happened and what was answered for anybody."""
        found = settle(self.table, obvious=self.note_obvious)
        self.log += self.table.events
        self.table.events.clear()
        return found

    def note_obvious(self, step: Step, ask: Choose) -> None:
        """A seat had only one answer; if that was planned, it has been given."""
        (key,) = ask.options
        self.obvious.append(Obvious(ask.seat, type(step).__name__, called := self.called(key)))
        planned = self.plans.get(ask.seat)
        if planned and planned[0] in called:
            planned.popleft()

    @property
    def question(self) -> Question:
        """The question now open; an error when nobody is asked."""
        found = self.settle()
        assert found is not None, "nobody is asked"
        return found

    def answer(self, seat: int, given: Any) -> Self:
        """Answer the question now open; or spell out what was just answered for the seat, who had no choice."""
        question = self.settle()
        for number, told in enumerate(self.obvious):
            if told.seat == seat and given in told.called:
                del self.obvious[: number + 1]
                return self
        assert question is not None, "nobody is asked"
        self.obvious.clear()
        answer(self.table, question, seat, self.meant(question.of(self.table, seat), given))
        self.settle()
        return self

    def act(self, seat: int, key: str) -> Self:
        """Do something unasked."""
        self.settle()
        self.obvious.clear()
        act_freely(self.table, seat, key)
        self.settle()
        return self

    def chance(self, *results: Any) -> Self:
        """The next rolls and shuffles, in order."""
        self.script.extend(list(result) for result in results)
        return self

    def plan(self, seat: int, *answers: Any) -> Self:
        """This seat gives these answers in order, each as soon as it is legal."""
        self.plans.setdefault(seat, deque()).extend(answers)
        return self

    def advance(self, stop: Callable[[Question], bool]) -> None:
        """Answer as planned, or by default, until the question is the one looked for or nobody is asked."""
        for _ in range(MOST_ANSWERS):
            question = self.settle()
            if question is None or stop(question):
                return
            self.obvious.clear()
            self.answer_by_default(question)
        raise AssertionError(f"never got there; {self.waiting} asks")

    def answer_by_default(self, question: Question) -> None:
        """What the script or a plan says, else what changes least."""
        if question.ask.seat == CHANCE:
            answer(self.table, question, CHANCE, self.by_chance(question.ask))
            return
        for seat, ask in question.asks(self.table).items():
            planned = self.plans.get(seat)
            if planned and self.legal(ask, self.meant(ask, planned[0])):
                answer(self.table, question, seat, self.meant(ask, planned.popleft()))
                return
        answer(self.table, question, question.ask.seat, self.by_default(question, question.ask))

    def legal(self, ask: Ask, given: Any) -> bool:
        """Whether a question takes this answer."""
        try:
            ask.check(given)
        except Refused:
            return False
        return True

    def open_choice(self, ask: Ask) -> str:
        """What a test is told that has left out a choice."""
        return f"{self.waiting} asks S{ask.seat} ({ask.rule}): {', '.join(ask.keys())}"

    # Questions.

    @property
    def waiting(self) -> str:
        """The name of the step that asks; empty when nobody is asked."""
        self.settle()
        return type(self.table.stack[-1]).__name__ if self.table.stack else ""

    def asks(self, seat: int) -> Any:
        """What a seat is asked now, or None."""
        return self.question.asks(self.table).get(seat)

    def offers(self, seat: int, begin: str = "") -> list[str]:
        """The keys this seat may answer now, those that begin so."""
        question = self.settle()
        ask = question.of(self.table, seat) if question is not None else None
        return [key for key in ask.keys() if key.startswith(begin)] if ask is not None else []  # noqa: SIM118

    def had_only(self, seat: int, given: Any, step: str = "") -> bool:
        """Whether this answer was just given for this seat, which had no other, to a step of this name."""
        self.settle()
        return any(told.seat == seat and step in ("", told.step) and given in told.called for told in self.obvious)

    def refused(self, seat: int, given: Any) -> bool:
        """Whether this answer is refused now, with nothing changed."""
        ask = self.question.of(self.table, seat)
        return ask is None or not self.legal(ask, self.meant(ask, given))

    # Reading.

    def seen(self, viewer: int | None) -> dict[str, Any]:
        """The table as a seat, or a spectator, sees it."""
        self.settle()
        return view(self.table, viewer)

    def events(self, key: str) -> list[dict[str, Any]]:
        """The arguments of all events of this kind so far."""
        return [event.args for event in self.log if event.key == key]

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        self.settle()
        return self.table.outcome is not None

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won."""
        assert self.over, "nobody has won yet"
        return tuple(self.table.outcome.winners)
