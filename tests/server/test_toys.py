"""The toy games at a web table: every kind of question, over real sockets, from several seats."""

import asyncio

import pytest

from eschaton.kernel.game import Game, register
from eschaton.server import protocol as p
from tests.server.client import Player, post
from tests.server.conftest import Running
from tests.toys import GAMES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_toy_is_played_to_its_end(server: Running, game: Game) -> None:
    register(game)

    async def play() -> None:
        short = {option.key: True for option in game.options if option.key == "short"}
        wanted = {"game": game.id, "name": "Anna", "players": 3, "options": short}
        anna = await post(server.base, "/api/tables", wanted, status=201)
        ben = await post(server.base, f"/api/tables/{anna['table']}/join", {"name": "Ben"}, status=200)
        async with (
            Player(server.base, anna["table"], anna["token"]) as a,
            Player(server.base, anna["table"], ben["token"]) as b,
            Player(server.base, anna["table"]) as watcher,
        ):
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            over = watcher.until(lambda w: w.table["phase"] == "over")
            await asyncio.gather(a.play_on(), b.play_on(), over)

    asyncio.run(play())
