"""What every environment is made from: a game by name, how many play, and the options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eschaton.games import every_game
from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, Setup, find_game, registered
from eschaton.lab.bench import usual_players


def chosen(game: str, players: int | None, options: Mapping[str, Any] | None) -> tuple[Game, Setup]:
    """The game of this name laid out for so many players; the usual number if None. BadSetup if it cannot be."""
    if game not in {known.id for known in registered()}:
        every_game()
    found = find_game(game)
    return found, found.checked(usual_players(found) if players is None else players, options or {})


def agent_name(seat: Seat) -> str:
    """A seat as the environments name it."""
    return f"seat_{seat}"


def seat_in(people: tuple[Seat, ...], seat: int) -> Seat:
    """The seat, if somebody sits there."""
    if seat not in people:
        raise BadSetup(f"seat: expected one of {', '.join(map(str, people))}, got {seat!r}")
    return seat
