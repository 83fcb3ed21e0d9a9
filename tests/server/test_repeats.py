"""A message that changes something is carried out once, also when it is sent again after a restart."""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from eschaton.kernel.errors import BadSetup
from eschaton.kernel.record import Entry
from eschaton.server import protocol as p
from eschaton.server.app import open_house
from eschaton.server.heard import Heard
from eschaton.server.lobby import new_lobby
from eschaton.server.play import Change
from eschaton.server.settings import Config
from eschaton.server.storage import KEPT_HEARD, SWEPT_EVERY, OutOfStep, Store, write_change, write_heard, write_person
from tests.server.client import Player, post
from tests.server.conftest import Running, Serve


async def open_table(base: str, **more: Any) -> dict[str, Any]:
    wanted = {"game": "open-pebbles", "name": "Anna", "players": 2, "bots": "random", **more}
    return await post(base, "/api/tables", wanted, status=201)


def twice(server: Running, anna: dict[str, Any], message: p.ClientMessage) -> None:
    """Send a message, restart the server, and send it again: it is acknowledged both times."""

    async def send() -> None:
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.do(message)

    message.ref = "the same"
    asyncio.run(send())
    server.stop()
    server.start()
    asyncio.run(send())


def waves(server: Running, table: str) -> int:
    """How many free actions are in the record on disk."""
    store = server.hall.house.store
    record = store.record(store.lobby(table).match)
    return sum(entry.how == "free" for entry in record.entries)


def test_what_is_said_and_done_is_said_and_done_once(serve: Serve, database: str) -> None:
    server = serve(database)
    anna = asyncio.run(open_table(server.base, start=True))
    twice(server, anna, p.Say(text="hello"))
    assert [line.text for line in server.hall.house.store.chat(anna["table"])[1]] == ["hello"]


def test_an_action_and_its_undo_are_carried_out_once(server: Running) -> None:
    anna = asyncio.run(open_table(server.base, start=True))

    async def act(*refs: str) -> None:
        async with Player(server.base, anna["table"], anna["token"]) as player:
            for ref in refs:
                await player.do(p.Act(seat=0, key="wave", ref=ref))

    asyncio.run(act("one", "two", "three"))
    twice(server, anna, p.AskUndo(seat=0))
    assert waves(server, anna["table"]) == 2
    asyncio.run(act("three", "one"))  # taken back, but not forgotten
    assert waves(server, anna["table"]) == 2


def test_a_campaign_is_begun_once(server: Running) -> None:
    anna = asyncio.run(open_table(server.base))
    before = campaign_of(server, anna)
    twice(server, anna, p.PlayCampaign(name="Low tide"))
    begun = campaign_of(server, anna)
    assert not before
    assert begun
    twice(server, anna, p.Rename(name="Anne"))
    assert campaign_of(server, anna) == begun


def campaign_of(server: Running, anna: dict[str, Any]) -> str:
    lobby = server.hall.house.store.lobby(anna["table"])
    return str(lobby.campaign)


def test_each_persons_messages_are_kept_apart_and_bounded(tmp_path: Path) -> None:
    async def run() -> None:
        house = open_house(f"sqlite:///{tmp_path / 'test.db'}", Config())
        heard = Heard()
        await house.writer.write(*heard.noted("t", 2, "mine"))
        heard.add(2, "mine")
        for number in range(200):
            await house.writer.write(*heard.noted("t", 1, f"r{number}"))
            heard.add(1, f"r{number}")
        again = Heard(house.store.heard("t"))
        for known in (heard, again):
            assert known.knows(2, "mine")
            assert not known.knows(1, "mine")
            assert all(known.knows(1, f"r{number}") for number in range(200 - KEPT_HEARD, 200))
            assert not known.knows(1, "r0")
            assert known.next_number(1) == 201
            assert known.next_number(3) == 1
        assert len(house.store.heard("t")) <= KEPT_HEARD + SWEPT_EVERY + 1
        assert heard.noted("t", 1, "") == []
        house.close()

    asyncio.run(run())


def test_an_entry_is_refused_unless_it_follows_the_last_one_on_disk(database: str) -> None:
    def adding(keep: int, many: int = 1) -> Change:
        return Change(keep, [Entry(0, number) for number in range(keep, keep + many)], [], 0)

    async def run() -> None:
        house = open_house(database, Config())
        write = house.writer.write
        await write(write_change("m", adding(0, 3), 0))
        for keep, last in ((4, 4), (2, 2), (0, 0)):  # a gap, and what is there already
            with pytest.raises(OutOfStep):
                await write(write_change("m", adding(keep), last))
        for keep, last in ((1, 2), (1, 4)):  # what is taken back is not all there is, or more
            with pytest.raises(OutOfStep):
                await write(write_change("m", Change(keep, [], [], 0), last))
        await write(write_change("m", adding(3), 3))
        await write(write_change("m", adding(2), 4))
        with house.store.engine.connect() as connection:
            numbers = connection.exec_driver_sql("select number from entries order by number").scalars().all()
        assert numbers == [0, 1, 2]
        house.close()

    asyncio.run(run())


def test_no_two_people_get_the_same_number(database: str) -> None:
    async def run() -> None:
        house = open_house(database, Config())
        await house.writer.write(write_person("t", 1), write_person("t", 2), write_person("u", 1))
        with pytest.raises(Exception, match=r"(?i)unique"):
            await house.writer.write(write_person("t", 2), write_heard("t", 2, 1, "x"))
        assert house.store.heard("t") == []
        house.close()

    asyncio.run(run())


def test_a_second_server_on_a_sqlite_file_says_so(server: Running) -> None:
    with pytest.raises(BadSetup, match=r"data: another server is using .*test\.db; stop it, or choose another folder"):
        open_house(server.url, Config())
    server.stop()
    open_house(server.url, Config()).close()
    server.start()


def test_a_table_that_failed_is_loaded_again_though_nobody_comes(server: Running) -> None:
    """The database is away for reading too when a clock runs out; when it is back the clock still answers."""
    hall = server.hall

    async def begin() -> str:
        anna = await open_table(server.base, settings={"time_limit": 1}, start=True)
        return str(anna["table"])

    def away(*_: object) -> None:
        raise OperationalError("connect", {}, OSError("no such database"))

    def entries() -> int:
        return len(store.record(match).entries)

    table = asyncio.run(begin())
    store = Store(hall.house.store.engine)
    match = store.lobby(table).match
    before = entries()
    hall.house.store.lobby, hall.house.writer.commit, commit = away, away, hall.house.writer.commit
    wait_until(lambda: table not in hall.actors and table in hall.failed)
    assert entries() == before
    del hall.house.store.lobby
    hall.house.writer.commit = commit
    wait_until(lambda: entries() > before)
    assert table in hall.actors
    assert not hall.failed


def wait_until(so: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not so():
        assert time.monotonic() < until
        time.sleep(0.05)


def test_deadlines_of_a_clock_that_was_ahead_are_believed_no_more() -> None:
    lobby = new_lobby("t", "pebbles", 2, {}, p.Settings(time_limit=10))
    lobby.clocks = {}
    lobby.wind({0: "a", 1: "b"}, now=100.0)
    lobby.believe(50.0)
    assert [clock.since for clock in lobby.clocks.values()] == [50.0, 50.0]
