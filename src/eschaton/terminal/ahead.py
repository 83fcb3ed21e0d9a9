"""Answers typed ahead, for a question that a step asks again and again: which die is resolved next, and the like."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from eschaton.kernel.ask import Option, Seat
from eschaton.kernel.errors import Malformed
from eschaton.terminal.answers import label, one_of

REST = "rest"


class AheadMoment(msgspec.Struct, frozen=True):
    """Who is asked what by which step."""

    seat: Seat
    step: int
    prompt: str


class AnsweredAhead:
    """What a person has said of the questions to come from one step, in the words of its options.

    It is forgotten as soon as a word fits no option, or somebody else has done something meanwhile.
    """

    def __init__(self) -> None:
        self.about: AheadMoment | None = None
        self.words: list[str] = []
        self.rest = False
        self.last: AheadMoment | None = None
        self.offered: frozenset[str] = frozenset()  # what was on offer last
        self.repeating: set[str] = set()  # prompts that have come again in one step
        self.working_off = False  # whether less is on offer now than before, and nothing new

    def saw(self, moment: AheadMoment, options: Sequence[Option]) -> None:
        """This is asked now; the second time it is known to be asked again and again."""
        names = names_of(options)
        self.working_off = moment == self.last and names < self.offered
        if moment == self.last:
            self.repeating.add(moment.prompt)
        self.last, self.offered = moment, names

    def read(self, moment: AheadMoment, options: Sequence[Option], line: str, ends: bool = False) -> str | None:
        """The answer to give now if a line says several, or `rest`: all in the order shown; None if it does not.

        Where one option `ends` the questions, not everything need be done, and much can be undone: there is no rest.
        """
        words = line.split()
        if line == REST and ends:
            raise Malformed("not everything here need be done; name what you do, as in: 2 1")
        self.rest = line == REST
        if not self.rest and (len(words) < 2 or not all(re.fullmatch(r"[0-9]+", word) for word in words)):
            return None
        chosen = [options[0].key] if self.rest else [one_of(options, word) for word in words]
        named = {option.key: label(option) for option in options}
        self.about = moment
        self.words = [named[key] for key in chosen[1:]]
        return chosen[0]

    def next(self, moment: AheadMoment, options: Sequence[Option], disturbed: bool) -> str | None:
        """What was said of this question, if anything."""
        if moment != self.about:
            return None
        if self.rest and not disturbed:
            return options[0].key
        word = self.words.pop(0) if self.words and not disturbed else ""
        found = next((option.key for option in options if label(option) == word), None)
        if found is None:
            self.forget()
        return found

    def forget(self) -> None:
        """Nothing is said of questions to come."""
        self.about, self.words, self.rest = None, [], False


def names_of(options: Sequence[Option]) -> frozenset[str]:
    """What the options are called."""
    return frozenset(map(label, options))
