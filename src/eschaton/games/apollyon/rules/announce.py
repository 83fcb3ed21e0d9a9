"""Announcing a timing: the cards that say something at it do so, in any order the players like (SA-11.4, SA-23.12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from eschaton.cardtext.announce import IN_ORDER, TextsAt, TextsOfStep, piece_of, spoken_at
from eschaton.games.apollyon.box.timings import END_OF_TURN, EVENT_PHASE, MONTHLY, START_OF_TURN
from eschaton.games.apollyon.labels import power_in_words
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Option, Seat
from eschaton.kernel.council import others_concerned, put_to_all
from eschaton.kernel.step import Step
from eschaton.kernel.window import PASS, Use

STEPS_OF_THE_TURN: Final = frozenset({START_OF_TURN, EVENT_PHASE, END_OF_TURN, MONTHLY})
"""Timings at which whatever is in play speaks, as opposed to what happens at one moment."""


def announce(
    table: Apollyon, timing: str, *, about: int = 0, sources: Iterable[str] | None = None, seat: Seat = -1
) -> list[Step]:
    """The steps in which texts speak at this timing; none, quickly, if no card does.

    Without `sources` all cards in play speak; with them only those, whether in play or not (a Situation, an Event, an
    Intel Card). `seat` acts for them; without it their holders do. At a step of the turn all in play speak.
    """
    if timing not in table.box.about:
        return []
    if timing in STEPS_OF_THE_TURN:
        return [StepEffects(timing, [])] if table.speakers(timing) else []
    left = spoken_at(table, timing, sources)
    return [Announcement(timing, left, about, sources is not None, seat)] if left else []


def orderer(table: Apollyon, must: dict[str, Use]) -> Seat:
    """The Administrator orders what must speak; of one player's cards, that player."""
    seats = {use.seat for use in must.values()}
    return seats.pop() if len(seats) == 1 else table.administrator


def settled_together(table: Apollyon, step: TextsAt, must: dict[str, Use]) -> Step | None:
    """SA-6.14: where they are cards of several players, those agree on which comes next."""
    holders = [use.seat for use in must.values()]
    if not others_concerned(table, orderer(table, must), holders):
        return None
    return put_to_all(step.ordering(table, must), step.serial, holders, IN_ORDER)


def in_words(table: Apollyon, key: str) -> Option:
    """A text that speaks, on its card."""
    return Option(key, power_in_words(table, key), (piece_of(key),))


class Announcement(TextsAt):
    """SA-23.12: the texts of one timing; those that must, then those that may.

    The Administrator proposes the next of several that must speak (of one player's cards, that player); whoever holds a
    text that may is asked.
    """

    RULE = "SA-23.12"

    def orderer(self, table: Apollyon, must: dict[str, Use]) -> Seat:
        return orderer(table, must)

    def together(self, table: Apollyon, must: dict[str, Use]) -> Step | None:
        return settled_together(table, self, must)

    def describe(self, table: Apollyon, key: str) -> Option:
        return super().describe(table, key) if key in (IN_ORDER, PASS) else in_words(table, key)


class StepEffects(TextsOfStep):
    """SA-6.2, SA-6.9 to SA-6.11: the texts of a step of the turn, each once in it.

    One may make another possible, or no longer so: each is looked at when its turn comes, also of a card that has come
    loose, or come to itself, only in this step.
    """

    RULE = "SA-23.12"

    def orderer(self, table: Apollyon, must: dict[str, Use]) -> Seat:
        return orderer(table, must)

    def together(self, table: Apollyon, must: dict[str, Use]) -> Step | None:
        return settled_together(table, self, must)

    def describe(self, table: Apollyon, key: str) -> Option:
        return super().describe(table, key) if key in (IN_ORDER, PASS) else in_words(table, key)
