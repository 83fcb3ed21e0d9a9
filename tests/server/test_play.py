"""Whole games over real WebSockets."""

import asyncio
from contextlib import AsyncExitStack
from typing import Any

from eschaton.games import every_game
from eschaton.kernel.game import find_game, registered
from eschaton.kernel.match import verify
from eschaton.kernel.record import from_bytes
from eschaton.server import protocol as p
from tests.server.client import Player, get, post
from tests.server.conftest import Running


async def open_table(base: str, **more: Any) -> dict[str, Any]:
    return await post(base, "/api/tables", {"game": "pebbles", "name": "Anna", **more}, status=201)


async def join(base: str, table: str, name: str, **more: Any) -> dict[str, Any]:
    return await post(base, f"/api/tables/{table}/join", {"name": name, **more}, status=200)


def test_one_person_and_bots_play_to_the_end(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=4, bots="thumb", start=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.play_on()
            assert player.table["outcome"]["rule"] == "PB-5"
            record = from_bytes((await get(server.base, f"/api/tables/{anna['table']}/record")).content)
            assert verify(find_game("pebbles"), record) == []

    asyncio.run(play())


def test_three_people_and_a_bot_play_to_the_end(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=4)
        table = anna["table"]
        ben, cleo = await join(server.base, table, "Ben", number="x"), await join(server.base, table, "Cleo")
        async with (
            Player(server.base, table, anna["token"]) as a,
            Player(server.base, table, ben["token"]) as b,
            Player(server.base, table, cleo["token"]) as c,
            Player(server.base, table) as watcher,
        ):
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            await asyncio.gather(
                a.play_on(), b.play_on(), c.play_on(), watcher.until(lambda w: w.table["phase"] == "over")
            )
            assert a.table["outcome"] == b.table["outcome"] == c.table["outcome"] == watcher.table["outcome"]
            await watcher.until(lambda w: w.states[None]["outcome"])
            assert watcher.states[None]["question"] is None

    asyncio.run(play())


def test_five_people_and_a_bot_play_to_the_very_end(server: Running) -> None:
    """Every game for six that is installed, with a server that is started anew halfway."""
    every_game()
    six = [game for game in registered() if 6 in game.players]
    assert six

    async def some_answers(base: str, people: list[dict[str, Any]], most: int) -> list[Player]:
        async with AsyncExitStack() as stack:
            players = [Player(base, person["table"], person["token"]) for person in people]
            for player in players:
                await stack.enter_async_context(player)
            if players[0].table["phase"] == "lobby":
                await players[0].do(p.Fill(bot="thumb"))
                await players[0].do(p.Start())
            playing = [asyncio.create_task(player.play_on(most)) for player in players]
            when = "FIRST_COMPLETED" if most < 99 else "ALL_COMPLETED"
            done, left = await asyncio.wait(playing, return_when=when)
            for task in left:
                task.cancel()
            for task in done:
                task.result()
        return players

    async def first(game: str) -> list[dict[str, Any]]:
        anna = await open_table(server.base, game=game, players=6)
        people = [anna, *[await join(server.base, anna["table"], name) for name in ("Ben", "Cleo", "Dan", "Eve")]]
        await some_answers(server.base, people, 8)
        return people

    async def second(people: list[dict[str, Any]]) -> None:
        players = await some_answers(server.base, people, 10_000)
        outcomes = [player.states[seat]["outcome"] for seat, player in enumerate(players)]
        assert outcomes[0]["reason"]
        assert outcomes == [players[0].table["outcome"]] * 5
        record = from_bytes((await get(server.base, f"/api/tables/{people[0]['table']}/record")).content)
        assert verify(find_game(record.game), record) == []

    for game in six:
        people = asyncio.run(first(game.id))
        server.stop()
        server.start()
        asyncio.run(second(people))


def test_a_restarted_server_goes_on_at_the_open_question(server: Running) -> None:
    async def first() -> tuple[dict[str, Any], dict[str, Any]]:
        anna = await open_table(server.base, players=2, bots="thumb", start=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.until(lambda a: a.asked())
            await player.answer(0)
            await player.until(lambda a: a.asked())
            return anna, player.states[0]

    async def second(anna: dict[str, Any], before: dict[str, Any]) -> None:
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.until(lambda a: a.states)
            assert player.states[0] == before
            await player.play_on()

    anna, before = asyncio.run(first())
    server.stop()
    server.start()
    asyncio.run(second(anna, before))
