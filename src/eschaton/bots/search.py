"""Search: information-set Monte Carlo tree search over imagined tables, with the game's advice as first guess.

The tree is the searching seat's: its nodes are told apart by what that seat sees. Each try of an answer is played on a
table that the seat can imagine, first down the tree and then quickly on, until the game can weigh what has come of it
or has ended. What others do in the tree is counted by the side they are on in the imagined table, since a friend and a
foe choose differently. Nothing here knows the true table.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from eschaton.bots.arms import Arm, ArmNode
from eschaton.bots.belief import Belief
from eschaton.bots.contest import AT_LEAST, Contest
from eschaton.bots.parts import key_of, plain_options
from eschaton.bots.rollout import Rollout
from eschaton.bots.script import Script
from eschaton.bots.sight import Sight
from eschaton.bots.simple import advised_unasked, eagerness, fallback
from eschaton.kernel.ask import Ask, Seat
from eschaton.kernel.errors import EschatonError
from eschaton.kernel.forced import forced_answer, is_forced
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Act
from eschaton.kernel.seen import seen

ITERATIONS = 200
UNTIMED = 60.0
"""A search with so many tries may take so long in seconds: its answers must not depend on how busy a machine is."""
LOOK_UP = 4
"""After so many tries it looks whether the choice is clear."""
ENOUGH = 12
"""The least tries of an answer that is chosen before the budget is spent."""
TRIFLE = 0.002
"""Thinking ends when no other answer can be expected to be better by more than this share of a win."""
VARIETY = 8
"""Of answers made of parts, so many are tried before the choice can be clear."""
RIVALS = 2
"""So many answers are tried on against the one that leads before it is asked anew who might be better."""
LINE = 4
"""How many answers of the main line are told."""


class Budget(msgspec.Struct, frozen=True):
    """How long to think: so many tries, and never longer than so many seconds; both are upper bounds."""

    iterations: int = ITERATIONS
    seconds: float = UNTIMED


class Thought(msgspec.Struct):
    """What came of thinking: the answer, what it is hoped to bring, how often it was tried, the main line, and why."""

    answer: Any
    reason: str
    expected: float = 0.0
    visits: int = 0
    tries: int = 0
    line: list[str] = []
    hurried: bool = False
    """Whether time ran out before the choice was clear and all tries were spent."""


class SearchBot:
    """Thinks ahead. `noise` is the share of its answers that it gives without thinking."""

    reason = ""
    hurried = False
    """Whether time ran out on the last answer."""

    def __init__(self, game: Game, name: str = "search", budget: Budget | None = None, noise: float = 0.0) -> None:
        self.game = game
        self.name = name
        self.budget = budget or Budget()
        self.noise = noise
        self.eager = eagerness(game)

    def answer(self, sight: Sight, ask: Ask, rng: Random) -> Any:
        """The best answer it has found."""
        thought = self.consider(sight, ask, rng)
        self.reason, self.hurried = thought.reason, thought.hurried
        return thought.answer

    def unasked(self, sight: Sight, offered: Sequence[str], rng: Random) -> Act | None:
        """What the game advises: it thinks about questions only."""
        return advised_unasked(sight, offered, rng)

    def consider(self, sight: Sight, ask: Ask, rng: Random) -> Thought:
        """Think about a question."""
        if is_forced(ask):
            return Thought(forced_answer(ask), "There is nothing else to answer.")
        if self.noise and rng.random() < self.noise:
            return Thought(ask.sample(rng), "A whim.")
        try:
            return TreeSearch(self.game, sight, ask, rng).run(self.budget)
        except EschatonError as error:
            return Thought(fallback(sight, ask, rng), f"It could not be thought through: {error}")


class TreeSearch:
    """One question being thought about."""

    def __init__(self, game: Game, sight: Sight, ask: Ask, rng: Random) -> None:
        self.game = game
        self.sight = sight
        self.me: Seat = ask.seat
        self.ask = ask
        self.rng = rng
        self.belief = Belief(sight, rng)
        self.root = ArmNode()
        self.tries = 0
        self.deserving: list[Arm] = []
        self.at_stake = 1.0
        self.doubt = game.doubt
        self.advised: Arm | None = None
        self.script: Script | None = None
        if game.advice is not None:
            self.take_advice(game.advice(sight.table(), ask, rng).answer)

    def take_advice(self, advised: Any) -> None:
        """Try the advised answer first. Where all win together, what else is advised in this step is expected too."""
        self.root.advise(self.ask, advised)
        self.advised = next(iter(self.root.arms.values()), None)
        if self.game.together and self.advised is not None:
            self.doubt /= len(self.belief.scenario(0).imagined.base)  # what one of a team does is a part of the whole
            self.script = Script(self.game, self.belief, self.ask, advised, self.rng)

    def run(self, budget: Budget) -> Thought:
        """Try answers until the choice is clear or the budget is spent."""
        until, hurried = time.monotonic() + budget.seconds, False
        while self.tries < budget.iterations and not hurried:
            self.iterate()
            if self.tries % LOOK_UP == 0:
                if self.is_clear():
                    break
                hurried = time.monotonic() > until
        thought = self.conclude()
        thought.hurried = hurried
        return thought

    # One try.

    def iterate(self) -> None:
        """Play one answer to the question on the next table it has not been tried on."""
        arm = self.next_arm()
        play = Rollout(self.game, self.belief.scenario(arm.visits))
        path: list[tuple[ArmNode, Ask, Arm]] = [(self.root, self.ask, arm)]
        self.descend(play, path)
        play.play_on()
        worths, base = play.weighed(), play.scenario.imagined.base
        for node, ask, tried in path:
            node.add(ask, tried, worths[ask.seat] - base[ask.seat])
        self.tries += 1

    def descend(self, play: Rollout, path: list[tuple[ArmNode, Ask, Arm]]) -> None:
        """Carry out the answer at the root and those chosen below it, down to a question that is new to the tree."""
        table = play.table
        while True:
            node, ask, arm = path[-1]
            play.seen.clear()
            play.answer(ask.seat, arm.answer)
            if self.script is not None and node is self.root:
                self.script.follow(play)
            if play.is_over() or play.question is None:
                return
            ask = play.question.ask
            side = "" if ask.seat == self.me else table.side(ask.seat)
            place = (key_of(arm.answer), play.question.step.step_name, ask.seat, side, tuple(play.seen))
            child = node.children.get(place)
            if child is None:
                node.children[place] = ArmNode()
                return
            if not child.arms and self.game.advice is not None:
                child.advise(ask, self.game.advice(seen(table, ask.seat), ask, play.rng).answer)
            path.append((child, ask, child.select(ask, play.rng)))

    # Making up one's mind.

    def next_arm(self) -> Arm:
        """The answer to try now. On every table the advised one comes first, for the others are compared with it."""
        arm, advised = self.promising_arm(), self.advised
        return arm if advised is None or arm.visits < advised.visits else advised

    def promising_arm(self) -> Arm:
        """A new answer, one hardly tried, else by turns the best and whichever might be better."""
        fresh = self.root.widen(self.ask, self.rng)
        if fresh is not None:
            return fresh
        for arm in self.root.arms.values():
            if arm.visits < AT_LEAST:
                return arm
        if not self.deserving:
            self.compare()
        return self.deserving.pop()

    def compare(self) -> None:
        """See who leads and who might be better. Those are tried on until they have met the leader on all tables."""
        contest = Contest(list(self.root.arms.values()), self.doubt)
        leader = self.root.leader = contest.leader()
        options = plain_options(self.ask)
        untried = VARIETY if options is None else len(options) - len(self.root.arms)
        self.at_stake = contest.at_stake(leader, untried, options is None)
        rivals = contest.rivals(leader)
        self.deserving = [rival for _, rival in rivals[:RIVALS] if rival.visits < leader.visits] or [leader]

    def is_clear(self) -> bool:
        """Whether more tries would hardly change the result: what might be missed by not trying on is a trifle."""
        options = plain_options(self.ask)
        if len(self.root.arms) < (VARIETY if options is None else min(VARIETY, len(options))):
            return False  # there are answers that nobody has tried yet
        if any(arm.visits < AT_LEAST for arm in self.root.arms.values()):
            return False
        self.compare()
        return self.at_stake <= TRIFLE and self.root.leader is not None and self.root.leader.visits >= ENOUGH

    def conclude(self) -> Thought:
        """The answer, and why."""
        best = Contest(list(self.root.arms.values()), self.doubt).leader()
        expected = best.mean + sum(s.imagined.base[self.me] for s in self.belief.scenarios) / max(
            1, len(self.belief.scenarios)
        )
        line = self.main_line(best)
        reason = (
            f"Expected result {100 * min(1.0, max(0.0, expected)):.0f} %, "
            f"{best.visits} of {self.tries} tries; then {', '.join(line) or 'whatever comes'}."
        )
        return Thought(best.answer, reason, expected, best.visits, self.tries, line)

    def main_line(self, arm: Arm) -> list[str]:
        """What is expected to follow: the most visited way down the tree."""
        line: list[str] = []
        node = self.root
        while len(line) < LINE:
            below = [(place, child) for place, child in node.children.items() if place[0] == key_of(arm.answer)]
            if not below:
                break
            place, node = max(below, key=lambda found: found[1].visits)
            if not node.visits:
                break
            arm = max(node.arms.values(), key=lambda arm: arm.visits)
            line.append(f"{self.game.name('seat', place[2])}: {told(arm.answer)}")
        return line


def told(answer: Any) -> str:
    """An answer in a few words."""
    if isinstance(answer, dict):
        return " ".join(f"{item}>{place}" for item, place in answer.items())
    if isinstance(answer, list):
        return " ".join(map(str, answer)) or "none"
    return str(answer)
