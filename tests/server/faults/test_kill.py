"""A server killed at any moment loses no answer that it has acknowledged."""

import asyncio
import contextlib
import random
import sqlite3
from pathlib import Path

import pytest

from eschaton.server.protocol import Fill, PlayCampaign, Start
from tests import LONG
from tests.server.client import Player, Refused, get, post
from tests.server.conftest import free_port
from tests.server.faults.process import Process


async def play_until_killed(base: str, table: str, token: str, done: list[int]) -> None:
    """Answer as fast as possible; count what is acknowledged."""
    try:
        async with Player(base, table, token) as player:
            while player.table["phase"] != "over":
                asked = player.asked()
                if not asked:
                    await player.receive()
                    continue
                try:
                    await player.answer(asked[0])
                except Refused:
                    continue
                done[0] += 1
    except (OSError, EOFError):
        return
    except Exception as error:
        if type(error).__module__.split(".")[0] not in ("websockets", "builtins"):
            raise


def answers_in(data: Path, seat: int) -> int:
    """How many answers of a seat are in the database."""
    with contextlib.closing(sqlite3.connect(data / "eschaton.db")) as connection:
        rows = connection.execute("select body from entries").fetchall()
    return sum(bytes(body).startswith(f"[{seat},".encode()) for (body,) in rows)


@pytest.mark.parametrize("round_", range(200 if LONG else 3))
def test_kill_9_loses_no_acknowledged_answer(tmp_path: Path, round_: int) -> None:
    chance = random.Random(round_)
    server = Process(free_port(), tmp_path)
    base = server.base

    async def first() -> tuple[dict[str, object], int]:
        wanted = {"game": "pebbles", "name": "Anna", "players": 3, "bots": "random", "start": True}
        anna = await post(base, "/api/tables", wanted, status=201)
        done = [0]
        playing = asyncio.create_task(play_until_killed(base, anna["table"], anna["token"], done))
        await asyncio.sleep(chance.random() * 0.12)
        server.kill()
        await playing
        return anna, done[0]

    async def second(anna: dict[str, object]) -> None:
        async with Player(base, str(anna["table"]), str(anna["token"])) as player:
            await player.play_on()
        await get(base, f"/api/tables/{anna['table']}/record")

    try:
        anna, acknowledged = asyncio.run(first())
        assert answers_in(tmp_path, 0) >= acknowledged
        server.start()
        asyncio.run(second(anna))
    finally:
        server.kill()


@pytest.mark.parametrize("round_", range(50 if LONG else 2))
def test_kill_9_enters_a_match_into_its_campaign_once(tmp_path: Path, round_: int) -> None:
    """Killed just before, while or after the last answer is written: the campaign has the match, and has it once."""
    chance = random.Random(round_)
    server = Process(free_port(), tmp_path)
    base = server.base

    async def first() -> tuple[dict[str, object], str]:
        wanted = {"game": "open-pebbles", "name": "Anna", "players": 2}
        anna = await post(base, "/api/tables", wanted, status=201)
        async with Player(base, anna["table"], anna["token"]) as player:
            await player.do(PlayCampaign(name="Low tide"))
            known = await get(base, f"/api/tables/{anna['table']}/campaign", anna["token"])
            await player.do(Fill(bot="random"))
            await player.do(Start())
        playing = asyncio.create_task(play_until_killed(base, anna["table"], anna["token"], [0]))
        await asyncio.sleep(chance.random() * 0.15)
        server.kill()
        await playing
        return anna, known.json()["id"]

    async def second(anna: dict[str, object], campaign: str) -> None:
        async with Player(base, str(anna["table"]), str(anna["token"])) as player:
            await player.play_on()
            assert player.table["campaign"]["matches"] == 1
        assert (await get(base, f"/api/campaigns/{campaign}")).json()["state"]["matches"] == 1

    try:
        anna, campaign = asyncio.run(first())
        server.start()
        asyncio.run(second(anna, campaign))
    finally:
        server.kill()
