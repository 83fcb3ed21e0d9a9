"""Playing an imagined table on: chance answers, everybody plays quickly, and somebody weighs what has come of it.

How far a table is played depends on what the game says of its course (`Game.chapter`), a tuple from coarse to fine: its
first part is the chapter, the whole is the page. A table is weighed when its chapter is over; one that has been played
for long enough before that, when its page is. Work is counted, not time, so it is weighed at the same point on any
machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from random import Random
from typing import Any

from eschaton.bots.belief import BelievedTable
from eschaton.kernel.ask import CHANCE, Ask, Choose, Roll, Seat
from eschaton.kernel.forced import forced_answer, is_forced
from eschaton.kernel.game import Game
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Standing, Table

TURN = "Turn"
"""Unless a game names its chapters, a table is weighed by the end of this step."""
ANSWER = 3
"""An answer, with its question, takes as long as so many steps."""
LONG, CROWD = 500_000, 0.1
"""A table is weighed in any case after so many steps, divided by its size in bytes, and fewer by this share for every
player: the more lies on a table and the more play at it, the longer a step takes."""
ENOUGH = 0.7
"""After this share of those steps it is weighed as soon as its page is over."""
NEVER = -1
"""No step has this serial."""
LIMIT = 60
"""A game that cannot weigh its tables is played to the end, or for so many answers; then it counts as half won."""

Page = tuple[Any, ...]


class Rollout:
    """One try: an imagined table that is played on.

    Chance draws from a stream of its own on every page: what happens there does not depend on how often dice were
    rolled before, so that two answers are compared under the same luck even after they have led to different things.
    """

    def __init__(self, game: Game, scenario: BelievedTable) -> None:
        self.game = game
        self.scenario = scenario
        self.table = scenario.imagined.table()
        self.rng = Random(scenario.seed)  # of all who choose
        self.luck: dict[Page, Random] = {}
        self.answers = 0
        self.cut = False  # whether it has become too long
        self.seen: list[Any] = []  # what everybody saw of chance since somebody looked
        self.begun = self.table.next_serial
        self.longest = longest(scenario) if game.worth is not None else inf
        self.question = settle(self.table)
        self.page = page_of(game, self.table)
        self.began: Page | None = self.page if game.chapter is not None else None  # a turn counts from below the tree

    @property
    def work(self) -> int:
        """What has been done so far, in steps of the rules."""
        return self.table.next_serial - self.begun + ANSWER * self.answers

    def answer(self, seat: Seat, given: Any) -> None:
        """Take an answer, and play on to the next question that leaves a seat a choice, or to the end of a long try."""
        table = self.table
        assert self.question is not None
        answer(table, self.question, seat, given)
        self.answers += 1
        while (question := settle(table)) is not None and self.work <= self.longest:
            ask = question.ask
            if ask.seat == CHANCE:
                drawn = ask.sample(self.chance())
                if isinstance(ask, Roll):
                    self.seen.append(tuple(drawn) if ask.dice else tuple(sorted(drawn, key=str)))
                answer(table, question, CHANCE, drawn)
            elif is_forced(ask):
                answer(table, question, ask.seat, forced_answer(ask))
            else:
                break
            self.answers += 1
        self.question = question

    def chance(self) -> Random:
        """The stream of this page; of the whole try where a game names no pages."""
        page = page_of(self.game, self.table) if self.game.chapter is not None else ()
        found = self.luck.get(page)
        if found is None:
            found = self.luck[page] = Random(f"{self.scenario.seed}/{page}")
        return found

    def is_over(self) -> bool:
        """Whether the table is to be weighed now.

        All answers are weighed on the page on which the first one tried on this scenario was, if they get there.
        """
        if self.question is None:
            return True
        if self.game.worth is None:
            return self.answers > LIMIT
        if self.began is not None and self.is_page_over(self.began):
            return True
        self.cut = self.work > self.longest
        return self.cut

    def is_page_over(self, began: Page) -> bool:
        """Whether the table has come to the end of its chapter, or to the page on which it shall be weighed."""
        page, before, scenario = page_of(self.game, self.table), self.page, self.scenario
        self.page = page
        if page[0] != began[0]:
            return True
        shall_end = self.work > ENOUGH * self.longest if scenario.end is None else page == scenario.end
        return page != before and shall_end and (scenario.end is None or scenario.turned)

    def play_on(self) -> None:
        """Play quickly until the table is to be weighed."""
        table = self.table
        table.standing = {seat: Standing(NEVER) for seat in table.people()}  # nobody answers what others do
        self.began = self.began or page_of(self.game, table)
        while not self.is_over():
            assert self.question is not None
            ask = self.question.ask
            self.answer(ask.seat, quick_answer(self.game, table, ask, self.rng))

    def weighed(self) -> Sequence[float]:
        """What each seat may hope for in the end, compared with the first try on this scenario.

        To put off what is bad is no gain: a try that was cut short on another page is not taken to be better.
        """
        worths, scenario = self.hopes(), self.scenario
        if scenario.end is None:
            scenario.end, scenario.turned, scenario.first = self.page, not self.cut, worths
        elif self.cut and self.page != scenario.end:
            return [min(pair) for pair in zip(worths, scenario.first, strict=True)]
        return worths

    def hopes(self) -> Sequence[float]:
        """What each seat may hope for now, from 0 (lost) to 1 (won); those who win together hope together."""
        game, table, seats = self.game, self.table, len(self.scenario.imagined.base)
        if table.outcome is not None:
            return [1.0 if game.won(table.outcome, seat) else 0.0 for seat in range(seats)]
        if game.worth is not None:
            return game.worth(table)
        return [0.5] * seats


def longest(scenario: BelievedTable) -> float:
    """How many steps a try on this scenario may take."""
    return LONG / (len(scenario.imagined.data) * (1.0 + CROWD * len(scenario.imagined.base)))


def page_of(game: Game, table: Table) -> Page:
    """Where a table is in the course of the game, from coarse to fine."""
    found = game.chapter(table) if game.chapter is not None else table.scope(TURN)
    return found if isinstance(found, tuple) else (found,)


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
        return game.advice(seen(table, ask.seat), ask, rng).answer
    return ask.sample(rng)
