"""The match as each viewer sees it: at every moment of the change being made, and now.

A moment is noted while the match is there, and told once the change is on disk. Windows that close by themselves are
moments like any other, so that nobody can tell them from those in which somebody was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from eschaton.kernel.ask import CHANCE, Viewer
from eschaton.kernel.machine import Question
from eschaton.kernel.match import Match
from eschaton.server.news import State
from eschaton.server.sight import state_of
from eschaton.server.stream import Picture


class Moment(NamedTuple):
    """What viewers saw, and how long the log was."""

    states: dict[Viewer, State]
    read: int


class Gallery:
    """Pictures of one match after the other."""

    def __init__(self, eyes: Callable[[Match], Iterable[Viewer]]) -> None:
        self.eyes = eyes
        self.moments: list[Moment] = []
        self.settled = False  # whether the last moment noted is the present
        self.now: dict[Viewer, Picture] = {}

    def clear(self) -> None:
        """A change is about to be made, or was told."""
        self.moments = []
        self.settled = False

    def note(self, match: Match, question: Question | None) -> None:
        """Note a moment. Those in which only chance is asked are passed over: it answers at once."""
        self.settled = question is None or question.mode != "one" or question.ask.seat != CHANCE
        if self.settled:
            states = {viewer: state_of(match, viewer, question) for viewer in self.eyes(match)}
            self.moments.append(Moment(states, len(match.log)))

    def past(self) -> list[dict[Viewer, Picture]]:
        """The moments that are over already."""
        over = self.moments[:-1] if self.settled else self.moments
        return [{viewer: Picture(state, read) for viewer, state in states.items()} for states, read in over]

    def present(self, match: Match, viewer: Viewer) -> State:
        """What a viewer sees now."""
        state = self.moments[-1].states.get(viewer) if self.settled else None
        return state_of(match, viewer, match.question) if state is None else state
