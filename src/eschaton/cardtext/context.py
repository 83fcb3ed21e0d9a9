"""The context in which words are read: who uses the power, who acts, on which card, about what, and what is in hand."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from eschaton.cardtext.data import Arg
from eschaton.kernel.ask import Seat


class Context(msgspec.Struct, frozen=True):
    """What a function of a vocabulary gets beside the table.

    `seat` is "you", `actor` is "they" (who carries out the clause and makes its choices), `source` is the card, `about`
    the serial of the announced step, `it` the things in hand, `that` what the clause before did, `x` the named number;
    `pays` says that the clause is a cost. A statement finds in `said` its arguments as the card says them ("each crew",
    not which they are).
    """

    seat: Seat
    actor: Seat
    source: str
    power: str = ""
    about: int = 0
    it: tuple[str, ...] = ()
    that: int = 0
    x: int = 0
    pays: bool = False
    said: Mapping[str, Arg] = {}


def player_key(seat: Seat) -> str:
    """A player as a thing."""
    return f"S{seat}"


def seat_of(thing: str) -> Seat:
    """The seat of a player as a thing."""
    return int(thing.removeprefix("S"))
