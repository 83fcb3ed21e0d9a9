"""Lessons: a first game that teaches by playing. TOML beside the game (`games/<g>/lesson.toml`); see docs/lessons.md.

A lesson says how the game is dealt and rolled, what the other seats do, and a few words at each question to the
learner, who sits on seat 0. What the learner does is free: a lesson suggests, and goes along with
whatever is done instead.
"""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from eschaton.kernel.ask import Ask, Shuffle
from eschaton.kernel.chance import Seeded
from eschaton.kernel.errors import EschatonError, Refused
from eschaton.kernel.once import convert, once

LEARNER = 0


class BadLesson(EschatonError):
    """A lesson that cannot be read; the message names the file and the place."""


class LessonMoment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Questions to the learner: what asks them (`at`), the words beside them, and an answer to suggest to each."""

    at: str
    say: str
    answers: Annotated[list[Any], Meta(min_length=1)]


class Lesson(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A lesson as written.

    `chance` has the results of each purpose in order: a list, or `{top = [...]}` for a shuffle of which only the
    topmost cards matter. `bots` has, by seat and by what asks, the answers of the other seats in order.
    """

    game: str
    players: int
    options: dict[str, Any] = {}
    seed: str = "0"
    chance: dict[str, list[Any]] = {}
    bots: dict[str, dict[str, list[Any]]] = {}
    moment: list[LessonMoment]
    end: str


@once
def lesson_of(game: str) -> Lesson | None:
    """The lesson that lies beside a game, if it has one."""
    file = files("eschaton") / "games" / game / "lesson.toml"
    return read_lesson(file.read_text("utf-8"), f"games/{game}/lesson.toml") if file.is_file() else None


def read_lesson(text: str, name: str = "lesson") -> Lesson:
    """The lesson that a TOML text describes."""
    try:
        return convert(tomllib.loads(text), Lesson)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadLesson(f"{name}: {error}") from None


class LessonChance:
    """Chance as a lesson has it; a draw it does not name, or that does not fit the question, comes from the seed."""

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.seeded = Seeded(lesson.seed)

    def answer(self, ask: Ask, purpose: str, number: int) -> Any:
        """The draw that the lesson decides."""
        drawn = self.seeded.answer(ask, purpose, number)
        written = self.lesson.chance.get(purpose, [])
        if number >= len(written):
            return drawn
        result = on_top(drawn, written[number]) if isinstance(ask, Shuffle) else written[number]
        return result if fits(ask, result) else drawn


def on_top(drawn: list[str], wanted: Any) -> Any:
    """A shuffled order with the wanted cards on top, the topmost named first; the top of a pile is its end."""
    if not isinstance(wanted, dict):
        return wanted
    top = list(wanted.get("top", ()))
    return [card for card in drawn if card not in top] + top[::-1]


def fits(ask: Ask, answer: Any) -> bool:
    """Whether an answer is legal here."""
    try:
        ask.check(answer)
    except Refused:
        return False
    return True
