"""What is written is there again, on SQLite and on a real PostgreSQL."""

import asyncio
from random import Random

import pytest
import sqlalchemy as sql
from msgspec.structs import replace

from eschaton.kernel.game import find_game
from eschaton.kernel.match import verify
from eschaton.kernel.record import from_bytes
from eschaton.server.app import database_url, open_house
from eschaton.server.database import engine_for, entries, metadata, migrate
from eschaton.server.films import packed, shot
from eschaton.server.lobby import Lobby, new_lobby
from eschaton.server.news import Said
from eschaton.server.play import Play, begin, reopen
from eschaton.server.protocol import Settings
from eschaton.server.settings import Config, House
from eschaton.server.storage import (
    delete_table,
    write_change,
    write_film,
    write_lobby,
    write_match,
    write_report,
    write_said,
)
from tests.server.client import Player, get
from tests.server.conftest import Serve
from tests.server.test_play import open_table


def house_at(url: str) -> House:
    return open_house(url, Config())


def a_table(players: int = 3) -> tuple[Lobby, Play]:
    lobby = new_lobby("t1", "pebbles", players, {}, Settings())
    lobby.fill("random")
    play = begin(lobby)
    lobby.begin()
    lobby.match = play.match.record.id
    return lobby, play


def test_a_match_is_stored_as_it_is_played(database: str) -> None:
    async def run() -> None:
        house = house_at(database)
        lobby, play = a_table()
        match, rng = play.match, Random(4)
        await house.writer.write(
            write_lobby(lobby, new=True),
            write_match(match.record, lobby.id),
            write_change(match.record.id, play.everything(), 0),
        )
        while not match.over:
            before = len(match.record.entries)
            if play.idle:  # a server that is started now waits here too
                stored = house.store.record(match.record.id)
                assert stored is not None
                again = reopen(lobby, stored)
                assert again.idle
                assert again.match.table == match.table
                await house.writer.write(write_change(match.record.id, play.go_on(), before))
                continue
            seat, ask = rng.choice(list(match.asks().items()))
            change = play.answer(seat, match.ask_id(seat) or "", ask.sample(rng))
            if before > 12 and rng.random() < 0.2:
                await house.writer.write(write_change(match.record.id, change, before))
                before = len(match.record.entries)
                change = play.undo(play.plan_undo(seat))
            await house.writer.write(write_change(match.record.id, change, before))
        await house.writer.write(write_match(match.record, lobby.id, new=False))
        record = house.store.record(match.record.id)
        assert record is not None
        assert record.entries == match.record.entries
        assert record.outcome == match.record.outcome
        assert verify(match.game, record) == []
        assert reopen(lobby, record).match.table == match.table
        assert house.store.lobby("t1") == lobby
        assert house.store.table_ids("playing") == ["t1"]
        house.close()

    asyncio.run(run())


def test_chat_films_and_reports_come_back_and_go_with_the_table(database: str) -> None:
    async def run() -> None:
        house = house_at(database)
        lobby, play = a_table()
        match = play.match.record
        lines = [Said(person=1, name="Anna", text=f"line {number}", at=1.5, to=[1]) for number in range(3)]
        await house.writer.write(
            write_lobby(lobby, new=True),
            write_match(match, lobby.id),
            *(write_said("t1", number, line) for number, line in enumerate(lines)),
            write_report("r1", "t1", match.id, b"{}"),
        )
        film = packed(shot(match, None))
        for _ in range(2):
            await house.writer.write(write_film(match.id, "spectator", film))
        await house.writer.write(write_film("no such match", "spectator", film))
        assert house.store.chat("t1") == (3, lines)
        assert house.store.film(match.id, "spectator") == film
        assert house.store.film("no such match", "spectator") is None
        assert house.store.report("r1") == (match.id, b"{}")
        assert not house.store.finished(match.id)
        await house.writer.write(write_lobby(replace(lobby, phase="over")))
        assert house.store.finished(match.id)
        await house.writer.write(delete_table("t1"))
        assert house.store.lobby("t1") is None
        assert house.store.record(match.id) is None
        assert house.store.film(match.id, "spectator") is None
        assert house.store.report("r1") is None
        assert house.store.chat("t1") == (0, [])
        with house.store.engine.connect() as connection:
            assert connection.execute(sql.select(sql.func.count()).select_from(entries)).scalar() == 0
        house.close()

    asyncio.run(run())


def test_one_fault_concerns_one_table(database: str) -> None:
    async def run() -> None:
        house = house_at(database)
        lobby, _ = a_table()
        good, bad = write_lobby(lobby, new=True), write_lobby(lobby, new=True)
        results = await asyncio.gather(house.writer.write(good), house.writer.write(bad), return_exceptions=True)
        assert [isinstance(result, Exception) for result in results] == [False, True]
        assert house.store.lobby("t1") == lobby
        house.close()

    asyncio.run(run())


def test_the_migrations_make_what_the_code_expects(database: str) -> None:
    engine = engine_for(database)
    for _ in range(2):
        migrate(engine)
    found = sql.inspect(engine)
    for table in metadata.sorted_tables:
        columns = {column["name"]: column["nullable"] for column in found.get_columns(table.name)}
        assert columns == {column.name: bool(column.nullable) for column in table.columns}
        keys = found.get_pk_constraint(table.name)["constrained_columns"]
        assert set(keys) == {column.name for column in table.primary_key}
    engine.dispose()


def test_a_whole_game_and_a_restart(database: str, serve: Serve) -> None:
    server = serve(database)

    async def first() -> dict[str, str]:
        anna = await open_table(server.base, players=3, bots="random", start=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.until(lambda a: a.asked())
            await player.answer(0)
        return anna

    async def second(anna: dict[str, str]) -> None:
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.play_on()
        record = from_bytes((await get(server.base, f"/api/tables/{anna['table']}/record")).content)
        assert verify(find_game("pebbles"), record) == []

    anna = asyncio.run(first())
    server.stop()
    server.start()
    asyncio.run(second(anna))


@pytest.mark.parametrize("given", ["postgres://u@h/d", "postgresql://u@h/d", "postgresql+psycopg://u@h/d"])
def test_addresses_of_databases(given: str, tmp_path) -> None:
    assert database_url(tmp_path, given) == "postgresql+psycopg://u@h/d"
    assert database_url(tmp_path / "new", None) == f"sqlite:///{tmp_path / 'new' / 'eschaton.db'}"
