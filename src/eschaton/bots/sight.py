"""All that a seat may know, in one honest object: nothing in it tells more than the seat's view."""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.kernel.ask import Ask, Seat
from eschaton.kernel.film import scene_of
from eschaton.kernel.game import Game
from eschaton.kernel.knowledge import resample
from eschaton.kernel.machine import asked_freely, settle
from eschaton.kernel.scene import Scene
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Table
from eschaton.kernel.view import Observation, observe, view


class Sight:
    """What one seat sees of a table while a question is open to it.

    Made afresh for every question, or kept for a table that is changed in place: everything is read when asked for, so
    a bot that does not look costs nothing. The true table stays inside; bots get the view, what a client would be sent,
    and tables in which everything this seat cannot know is drawn anew.
    """

    __slots__ = ("__table", "game", "given", "seat")

    def __init__(self, game: Game, table: Table, seat: Seat, given: int = 0) -> None:
        self.game = game
        self.seat = seat
        self.given = given  # how often the seat has answered, which is part of a question's id
        self.__table = table

    def __call__(self) -> dict[str, Any]:
        """The seat's view."""
        return view(self.__table, self.seat)

    def table(self) -> Table:
        """The table as the seat sees it, for advice: to be read only, and before anything happens."""
        return seen(self.__table, self.seat)

    def scene(self) -> Scene:
        """The table laid out for the seat's eyes."""
        return scene_of(self.game, self.__table, self.seat)

    def observe(self) -> Observation:
        """What a client on this seat would be sent: the view, who may act, the question with labels."""
        return observe(self.__table, settle(self.__table), self.seat, self.given)

    def asked_freely(self, key: str) -> Ask | None:
        """The question whose answer something offered unasked must carry; None where it carries none."""
        return asked_freely(self.__table, self.seat, self.__table.free(self.seat)[key])

    def imagine(self, rng: Random) -> Table:
        """A table that might be the true one as far as this seat knows; never the true one itself."""
        return resample(self.__table, self.seat, rng)
