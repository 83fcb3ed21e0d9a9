"""Everybody comes back at once after a restart: what tables share is built for the first time, in several threads."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from eschaton.kernel.game import find_game, registered
from eschaton.server.load import Place, open_table
from eschaton.server.robot import Robot
from tests import LONG
from tests.server.conftest import free_port
from tests.server.faults.process import Process

TABLES = 4
CLIENTS = 8
RESTARTS = 50 if LONG else 3
GAMES = [game.id for game in registered() if game.minutes]


@pytest.mark.parametrize("game", GAMES)
def test_a_server_outlives_everybody_coming_back_at_once(tmp_path: Path, game: str) -> None:
    server = Process(free_port(), tmp_path)
    try:
        places = asyncio.run(begun(server.base, game))
        for restart in range(RESTARTS):
            server.kill()
            server.start()
            shown = asyncio.run(come_back(server.base, places))
            assert len(shown) == CLIENTS
            assert all(shown), f"somebody was shown nothing after restart {restart + 1}"
            assert server.process.poll() is None
    finally:
        server.kill()


async def begun(base: str, game: str) -> list[Place]:
    """Tables at which a match is on."""
    seats = next(many for many in find_game(game).players if many >= CLIENTS // TABLES)
    places = [open_table(base, game, seats) for _ in range(TABLES)]
    for number, place in enumerate(places):
        await place.connect(base, number)
        await place.close()
    return places


async def come_back(base: str, places: list[Place]) -> list[bool]:
    """Two people of each table come back, all at once: whether each is shown the table."""

    async def back(place: Place, seat: int) -> bool:
        robot = await Robot.at(base, place.table, place.tokens[seat], seat, Random(seat))
        shown = bool(robot.state.get("scene"))
        await robot.close()
        return shown

    waiting = [(place, seat) for place in places for seat in range(CLIENTS // TABLES)]
    return await asyncio.gather(*(back(place, seat) for place, seat in waiting))
