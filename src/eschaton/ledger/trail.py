"""Where a match stands in its lesson. Derived from the record alone, so undo, restarts and other devices all agree."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from eschaton.kernel.ask import CHANCE, Ask, Choose, Seat
from eschaton.kernel.errors import BadRecord
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Question
from eschaton.kernel.match import Match
from eschaton.kernel.record import Deal, Entry, Record
from eschaton.kernel.seen import seen
from eschaton.kernel.window import PASS, Window
from eschaton.ledger.asking import names_of
from eschaton.ledger.lesson import LEARNER, Lesson, LessonChance, fits


class Teaching(msgspec.Struct, frozen=True, kw_only=True):
    """What the lesson says now: the words, how far the lesson is, and the answer that it suggests, if it does."""

    number: int
    of: int
    text: str
    answer: Any = None


class Trail:
    """One match that teaches, followed entry by entry on a table of its own."""

    def __init__(self, game: Game, lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson
        moments = enumerate(lesson.moment, 1)
        self.steps = [(number, moment, answer) for number, moment in moments for answer in moment.answers]
        self.begin(None)

    def begin(self, record: Record | None) -> None:
        """Start from the first entry."""
        self.taken = 0  # how many of the lesson's questions are past
        self.given: Counter[tuple[Seat, str]] = Counter()  # how often each seat has answered what
        self.shadow: Match | None = None
        if record is not None:
            bare = replace(record, entries=[], snapshots=[], outcome=None)
            self.shadow = Match(self.game, bare, LessonChance(self.lesson))
            self.shadow.next_question()

    def follow(self, record: Record) -> None:
        """Come to where the record is."""
        if record.floor:
            raise BadRecord("floor: a lesson that began under other rules cannot be followed")
        done = len(self.shadow.record.entries) if self.shadow else 0
        if self.shadow is None or self.shadow.record.entries != record.entries[:done]:
            self.begin(record)
            done = 0
        assert self.shadow is not None
        for entry in record.entries[done:]:
            self.note(entry)
            self.shadow.play(entry)
            self.shadow.next_question()

    def note(self, entry: Entry) -> None:
        """What an entry means for the lesson."""
        assert self.shadow is not None
        question = self.shadow.question
        if question is None or entry.seat == CHANCE or entry.how != "answer":
            return
        if entry.seat == LEARNER:
            place = self.place(question)
            self.taken = self.taken if place is None else place + 1
        self.given.update((entry.seat, name) for name in names_of(question))

    def place(self, question: Question) -> int | None:
        """The next step of the lesson at which this is asked."""
        names = names_of(question)
        rest = range(self.taken, len(self.steps))
        return next((place for place in rest if self.steps[place][1].at in names), None)

    @property
    def over(self) -> bool:
        """Whether the lesson has nothing left to say."""
        return self.taken == len(self.steps)

    def teaches(self, match: Match) -> bool:
        """Whether the lesson is still going on."""
        self.follow(match.record)
        return not self.over

    def teaching(self, match: Match) -> Teaching | None:
        """What the learner is told at the open question; after the last moment, the closing words."""
        self.follow(match.record)
        many = len(self.lesson.moment)
        if self.over:
            return Teaching(number=many, of=many, text=self.lesson.end)
        ask = match.asks().get(LEARNER)
        if ask is None or match.question is None:
            return None
        place = self.place(match.question)
        if place is None:
            return self.advised(match, ask)
        number, moment, answer = self.steps[place]
        return Teaching(number=number, of=many, text=moment.say, answer=answer if fits(ask, answer) else None)

    def advised(self, match: Match, ask: Ask) -> Teaching | None:
        """Where the lesson is silent, the game's own advice."""
        if self.game.advice is None:
            return None
        found = self.game.advice(seen(match.table, LEARNER), ask, Random(0))
        number = self.steps[max(0, self.taken - 1)][0]
        return Teaching(number=number, of=len(self.lesson.moment), text=found.reason, answer=found.answer)

    def bot_answer(self, match: Match, seat: Seat) -> Any:
        """What another seat does during the lesson: as written, else it lets windows pass, else what is advised."""
        self.follow(match.record)
        question, ask = match.question, match.asks()[seat]
        assert question is not None
        for name, answers in self.lesson.bots.get(str(seat), {}).items():
            many = self.given[seat, name]
            if name in names_of(question) and many < len(answers) and fits(ask, answers[many]):
                return answers[many]
        if isinstance(question.step, Window) and isinstance(ask, Choose) and PASS in ask.options:
            return PASS
        rng = Random(f"{self.lesson.seed}/{len(match.record.entries)}")
        return self.game.advice(seen(match.table, seat), ask, rng).answer if self.game.advice else ask.sample(rng)


def lesson_match(game: Game, lesson: Lesson, names: list[str] | None = None, match_id: str = "lesson") -> Match:
    """A new match as the lesson has it dealt; not begun yet."""
    setup = game.checked(lesson.players, lesson.options)
    deal = Deal(seed=lesson.seed)
    record = Record(id=match_id, game=game.id, version=game.version, setup=setup, deal=deal, names=names or [])
    return Match(game, record, LessonChance(lesson))
