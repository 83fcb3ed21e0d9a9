"""A crowd plays on while the server is killed, its disk is full or slow, its clock set, or its workers are killed."""

import asyncio
import logging
import os
import signal
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from eschaton.server.clock import Clock
from eschaton.server.protocol import Fill, Start
from tests import LONG
from tests.server.client import Player, get, post
from tests.server.conftest import Running, Serve, free_port
from tests.server.faults.crowd import Crowd, check_disk, play_to_the_end
from tests.server.faults.process import Process

KILLS = 20 if LONG else 2
ROUNDS = 10 if LONG else 1


def test_kill_9_under_load(tmp_path: Path, database: str) -> None:
    chance = Random(database.startswith("sqlite"))
    server = Process(free_port(), tmp_path, database)

    async def play() -> Crowd:
        async with await Crowd.at(server.base, tables=3) as crowd:
            for _ in range(KILLS):
                await crowd.all_heard(2)
                await asyncio.sleep(chance.random() * 0.1)
                await asyncio.to_thread(server.kill)
                await asyncio.to_thread(server.start)
                await crowd.all_heard()
        check_disk(database, crowd)
        await play_to_the_end(crowd)
        return crowd

    try:
        crowd = asyncio.run(play())
        server.kill()
        check_disk(database, crowd)
    finally:
        server.kill()


# The disk.


class Disk:
    """The disk under a writer, as good or bad as a test wants it."""

    def __init__(self, server: Running) -> None:
        self.writer = server.hall.house.writer
        self.commit = self.writer.commit
        self.full = False
        self.slow_seconds = 0.0
        self.refused = 0
        self.writer.commit = self.tried

    def tried(self, batch: Any) -> None:
        """Commit, if there is room, in its own time."""
        time.sleep(self.slow_seconds)
        if self.full:
            self.refused += 1
            raise OperationalError("commit", {}, OSError("database or disk is full"))
        self.commit(batch)


def test_a_full_disk(server: Running) -> None:
    disk = Disk(server)

    async def play() -> Crowd:
        async with await Crowd.at(server.base, tables=2) as crowd:
            for _ in range(ROUNDS):
                await crowd.all_heard()
                disk.full = True
                await asyncio.sleep(0.3)
                counted = crowd.acknowledged
                await asyncio.sleep(0.2)
                assert crowd.acknowledged == counted
                disk.full = False
                await crowd.all_heard()
        check_disk(server.url, crowd)
        await play_to_the_end(crowd)
        return crowd

    crowd = asyncio.run(play())
    assert disk.refused
    assert all(guest.refusals["unavailable"] for guest in crowd.guests)


def test_a_full_disk_is_told(server: Running) -> None:
    """SQLite itself says that there is no room: no page may be added to its file."""
    engine = server.hall.house.store.engine

    def no_room(connection: Any, *_: object) -> None:
        connection.execute("pragma max_page_count=1").close()  # so many as there are

    async def ask() -> None:
        event.listen(engine, "checkout", no_room)
        told = await get(server.base, "/healthz", status=503)
        assert told.json()["code"] == "unavailable"
        event.remove(engine, "checkout", no_room)
        engine.dispose()
        await asyncio.sleep(1.1)
        await get(server.base, "/healthz", status=200)

    asyncio.run(ask())


def test_whether_the_server_can_write_is_found_out_once_a_second(server: Running) -> None:
    async def ask() -> None:
        before = server.hall.house.writer.commits
        await asyncio.gather(*(get(server.base, "/healthz") for _ in range(20)))
        assert server.hall.house.writer.commits - before <= 2

    asyncio.run(ask())


def test_a_slow_disk(server: Running) -> None:
    disk = Disk(server)

    async def play() -> None:
        async with await Crowd.at(server.base, tables=2) as crowd:
            disk.slow_seconds = 0.25
            await crowd.all_heard(2)
            disk.slow_seconds = 0.0
            await crowd.all_heard()
        check_disk(server.url, crowd)
        await play_to_the_end(crowd)

    asyncio.run(play())


# The clock.


class Wall:
    """A clock on the wall that somebody sets."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def __call__(self) -> float:
        return time.time() + self.ahead


@pytest.mark.parametrize("jump", [-86_400.0, 86_400.0])
def test_a_clock_that_is_set_hurries_and_delays_nobody(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    wall = Wall()
    monkeypatch.setattr(Clock.__init__, "__defaults__", (wall, time.monotonic))
    server = serve()
    limit = 10 if LONG else 2

    async def begin() -> dict[str, Any]:
        wanted = {"game": "pebbles", "name": "Anna", "players": 2, "settings": {"time_limit": limit}}
        return await post(server.base, "/api/tables", wanted, status=201)

    async def play(anna: dict[str, Any]) -> None:
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.do(Fill(bot="random"))
            await player.do(Start())
            await player.until(lambda me: me.asked())
            question, steady = player.question(0), time.monotonic()
            left = question_deadline(player) - server.hall.house.clock.now()
            assert left <= limit + 0.1  # times are noted to a tenth of a second
            wall.ahead = jump
            await player.until(lambda me: (me.question(0) or {}).get("id") != question["id"])
            assert left - 0.1 < time.monotonic() - steady < left + 15

    async def go_on(anna: dict[str, Any]) -> None:
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.until(lambda me: me.asked() or me.table["phase"] == "over")
            assert question_deadline(player) - player.welcome["now"] <= limit + 30
            await player.play_on()

    anna = asyncio.run(begin())
    asyncio.run(play(anna))
    server.stop()
    server.start()  # by a clock that shows another time than the one by which the deadlines were noted
    asyncio.run(go_on(anna))


def question_deadline(player: Player) -> float:
    """Until when the first seat may answer."""
    return float(player.states[0]["deadline"])


# Workers.


def test_killed_workers_are_replaced_and_the_table_goes_on(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    thinkers = server.hall.house.thinkers

    async def play() -> set[int]:
        wanted = {"game": "toy-parley", "name": "Anna", "players": 3}
        anna = await post(server.base, "/api/tables", wanted, status=201)
        killed: set[int] = set()
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.do(Fill(bot="easy"))
            await player.do(Start())
            for _ in range(ROUNDS):
                await player.play_on(most=2)
                workers = set(thinkers.pool._processes)
                for worker in workers:
                    os.kill(worker, signal.SIGKILL)
                killed |= workers
            await player.play_on()
            assert player.table["outcome"]
        return killed

    with caplog.at_level(logging.WARNING, logger="eschaton.server"):
        killed = asyncio.run(play())
    assert killed
    assert killed.isdisjoint(thinkers.pool._processes)
    assert not [record for record in caplog.records if "thought in vain" in record.message]
