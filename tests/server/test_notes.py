"""Private notes follow the person, and nobody else; a lesson is taught, survives a restart, and is played once."""

import asyncio

import httpx

from eschaton.games import installed
from eschaton.server.protocol import Rematch, Start
from tests.server.client import Player, get, post
from tests.server.conftest import Running, Serve
from tests.server.test_play import open_table


async def put(base: str, path: str, body: object, token: str, status: int = 200) -> httpx.Response:
    async with httpx.AsyncClient() as http:
        found = await http.put(base + path, json=body, headers={"authorization": f"Bearer {token}"})
    assert found.status_code == status, found.text
    return found


def test_notes_are_read_by_their_owner_alone(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2)
        path = f"/api/tables/{anna['table']}/notes"
        await get(server.base, path, anna["token"], status=409)  # before the game there is nothing to note
        bert = await post(server.base, f"/api/tables/{anna['table']}/join", {"name": "Bert"})
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.do(Start())
        written = {"text": "Bert is kind", "marks": {"1": {"liar": "maybe"}}}
        await put(server.base, path, written, anna["token"])
        assert (await get(server.base, path, anna["token"])).json() == written
        assert (await get(server.base, path, bert["token"])).json() == {"text": "", "marks": {}}
        await get(server.base, path, status=403)
        await put(server.base, path, {**written, "marks": {"1": {"liar": "perhaps"}}}, anna["token"], status=400)
        await put(server.base, path, {"text": "x" * 9000}, anna["token"], status=400)
        assert (await get(server.base, path, anna["token"])).json() == written
        await put(server.base, path, {"text": "", "marks": {}}, anna["token"])
        assert (await get(server.base, path, anna["token"])).json() == {"text": "", "marks": {}}

    asyncio.run(play())


def test_notes_and_the_lesson_survive_a_restart_and_a_rematch_begins_clean(serve: Serve) -> None:
    installed()
    server = serve()

    async def learn() -> dict[str, object]:
        joined = await post(server.base, "/api/tables", {"game": "cult", "name": "Ann", "lesson": True, "start": True})
        assert len((await get(server.base, f"/api/tables/{joined['table']}")).json()["seats"]) == 5
        async with Player(server.base, joined["table"], joined["token"]) as player:
            for _ in range(3):
                await player.until(lambda me: me.asked() and me.states[0]["lesson"])
                await player.answer(0, player.states[0]["lesson"]["answer"])
            await player.until(lambda me: me.asked() and me.states[0]["lesson"]["number"] == 4)
        await put(server.base, f"/api/tables/{joined['table']}/notes", {"text": "mine"}, str(joined["token"]))
        return joined

    joined = asyncio.run(learn())
    server.stop()
    server.start()

    async def go_on() -> None:
        table, token = str(joined["table"]), str(joined["token"])
        async with Player(server.base, table, token) as player:
            await player.until(lambda me: me.asked())
            assert player.states[0]["lesson"]["number"] == 4
            notes = await get(server.base, f"/api/tables/{table}/notes", token)
            assert notes.json()["text"] == "mine"
            await player.play_on()
            assert not player.states[0]["lesson"]
            await player.do(Rematch())
            await player.until(lambda me: me.table["phase"] == "playing" and me.asked())
            assert not player.states[0]["lesson"]
        notes = await get(server.base, f"/api/tables/{table}/notes", token)
        assert notes.json() == {"text": "", "marks": {}}

    asyncio.run(go_on())


def test_a_game_without_a_lesson_says_so(server: Running) -> None:
    asyncio.run(post(server.base, "/api/tables", {"game": "pebbles", "name": "A", "lesson": True}, status=404))
