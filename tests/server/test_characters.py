"""Characters at web tables: opened by a secret link, in one match at a time, changed with the answer that ends it."""

import asyncio
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from sqlalchemy.engine import Engine

from eschaton.kernel.campaign import Campaign, Place
from eschaton.kernel.game import register
from eschaton.kernel.match import Match
from eschaton.server.characters import character_of, owner_of, write_character, write_home, write_taken
from eschaton.server.database import engine_for, migrate
from eschaton.server.protocol import BringCharacter, Delete, EndMatch, Fill, Rematch, SetBot, Start
from eschaton.server.storage import Job, OutOfStep, Store
from tests.server.client import Player, Refused, get, post
from tests.server.conftest import Running, Serve
from tests.toys import vault


@pytest.fixture(autouse=True)
def toys(games: None) -> None:
    register(vault.GAME)


async def opened(server: Running) -> dict[str, Any]:
    return await post(
        server.base,
        "/api/tables",
        {"game": "toy-vault", "name": "Ada", "players": 2, "options": {"short": True}},
        status=201,
    )


async def made(server: Running, name: str = "Anna") -> str:
    found = await post(server.base, "/api/characters", {"game": "toy-vault", "name": name}, status=201)
    assert found["state"] == {"name": name, "matches": 0, "told": ["0 gold"]}
    return str(found["link"])


async def taken_in(server: Running, body: bytes, link: str = "", status: int = 201) -> dict[str, Any]:
    async with httpx.AsyncClient() as http:
        headers = {"authorization": f"Bearer {link}"} if link else {}
        answer = await http.post(server.base + "/api/characters/import", content=body, headers=headers)
    assert answer.status_code == status, answer.text
    found: dict[str, Any] = answer.json()
    return found


def on_disk(server: Running, link: str) -> Campaign:
    found = character_of(server.hall.house.store, owner_of(link))
    assert found is not None
    return found


async def refused(player: Player, message: Any) -> str:
    with pytest.raises(Refused) as error:
        await player.do(message)
    return f"{error.value.problem.code} {error.value.problem.field}: {error.value.problem.message}"


async def played(player: Player, message: Start | Rematch) -> None:
    player.answered.clear()
    await player.do(message)
    await player.until(lambda me: me.table["phase"] == "playing")
    await player.play_on()


def test_a_character_comes_along_and_goes_home_with_what_the_match_made_of_it(serve: Serve) -> None:
    server = serve()

    async def first() -> tuple[str, dict[str, Any]]:
        host, link = await opened(server), await made(server)
        async with Player(server.base, host["table"], host["token"]) as ada:
            await ada.do(BringCharacter(seat=0, link=link))
            await ada.until(lambda me: (me.table["seats"][0].get("character") or {}).get("name") == "Anna")
            await ada.do(Fill(bot="random"))
            await played(ada, Start())
            assert link not in "".join(ada.frames)
            assert owner_of(link) not in "".join(ada.frames)
            gold = on_disk(server, link).state["gold"]
            await ada.until(lambda me: me.table["seats"][0]["character"]["told"] == [f"{gold} gold"])
        return link, host

    link, host = asyncio.run(first())
    before = on_disk(server, link)
    assert (len(before.patches), before.at) == (1, None)
    server.stop()
    again = serve()

    async def second() -> None:
        async with Player(again.base, host["table"], host["token"]) as ada:
            await ada.until(lambda me: me.table["seats"][0].get("character") is not None)
            await played(ada, Rematch())
            record = (await get(again.base, f"/api/tables/{host['table']}/record")).json()
            assert record["setup"]["characters"] == {"0": before.state}

    asyncio.run(second())
    after = on_disk(again, link)
    assert (list(after.patches)[:1], len(after.patches), after.at) == (list(before.patches), 2, None)


def test_who_is_in_a_match_is_in_no_other_until_it_is_over_or_given_up(server: Running) -> None:
    async def try_it() -> None:
        one, other, link = await opened(server), await opened(server), await made(server)
        async with (
            Player(server.base, one["table"], one["token"]) as ada,
            Player(server.base, other["table"], other["token"]) as bea,
        ):
            await bea.do(BringCharacter(seat=0, link=link))
            for player in (ada, bea):
                await player.do(Fill(bot="random"))
            await ada.do(BringCharacter(seat=0, link=link))
            await ada.do(Start())
            assert on_disk(server, link).at is not None
            assert await refused(bea, Start()) == "conflict seats.0: Anna is in another match"
            assert await refused(bea, BringCharacter(seat=0, link=link)) == "conflict link: Anna is in another match"
            assert (await refused(ada, BringCharacter(seat=0))).startswith("conflict")
            await ada.do(EndMatch())  # broken off, it never was
            found = on_disk(server, link)
            assert (found.at, found.state, found.patches) == (None, {}, {})
            await bea.do(Start())
            assert on_disk(server, link).at is not None
            await bea.do(Delete())
            assert on_disk(server, link).at is None
            await ada.do(BringCharacter(seat=0))
            await ada.until(lambda me: me.table["seats"][0].get("character") is None)
            assert await refused(ada, BringCharacter(seat=0, link="nothing")) == (
                "not-found link: there is no such character of Vault"
            )
            assert (await refused(ada, BringCharacter(seat=1, link=link))).startswith("forbidden")

    asyncio.run(try_it())


def test_two_tables_that_begin_at_once_cannot_both_have_it(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have looked before either has written: the second write finds the character gone, and begins nothing."""

    async def try_it() -> None:
        tables, link = [await opened(server), await opened(server)], await made(server)
        free = on_disk(server, link)
        monkeypatch.setattr("eschaton.server.errand.character_of", lambda store, owner: free)
        for number, table in enumerate(tables):
            async with Player(server.base, table["table"], table["token"]) as player:
                await player.do(BringCharacter(seat=0, link=link))
                await player.do(Fill(bot="random"))
                if number == 0:
                    await player.do(Start())
                else:
                    with pytest.raises((Refused, EOFError, OSError)):
                        await player.do(Start())
        place = on_disk(server, link).at
        assert place is not None
        assert server.hall.house.store.lobby(tables[0]["table"]).match == place.match
        assert server.hall.house.store.lobby(tables[1]["table"]).phase == "lobby"

    asyncio.run(try_it())


def test_a_match_enters_all_characters_with_its_last_answer_or_none(server: Running) -> None:
    """Whatever is on disk at any moment: the match is over if and only if all its characters know of it, free."""

    async def watch() -> None:
        host = await opened(server)
        guest = await post(server.base, f"/api/tables/{host['table']}/join", {"name": "Bea"}, status=200)
        links = [await made(server, name) for name in ("Anna", "Bert")]
        house, seen, write = server.hall.house, set(), server.hall.house.writer.write

        async def noted(*jobs: Any) -> None:
            await write(*jobs)
            lobby, found = house.store.lobby(host["table"]), [on_disk(server, link) for link in links]
            if lobby is not None and lobby.match:
                seen.add((lobby.phase == "over", *((len(one.patches), one.at is None) for one in found)))

        house.writer.write = noted
        async with (
            Player(server.base, host["table"], host["token"]) as ada,
            Player(server.base, host["table"], guest["token"]) as bea,
        ):
            for seat, (player, link) in enumerate(zip((ada, bea), links, strict=True)):
                await player.do(BringCharacter(seat=seat, link=link))
            await ada.do(Start())
            for seat in range(2):
                await ada.do(SetBot(seat=seat, bot="random"))
            await ada.until(lambda me: me.table["phase"] == "over")
        assert seen == {(False, (0, False), (0, False)), (True, (1, True), (1, True))}

    asyncio.run(watch())


def fails(connection: object) -> None:
    raise OSError("the disk is full")


def write(engine: Engine, *jobs: Job, error: type[Exception]) -> None:
    """Jobs of one transaction, of which the last fails."""

    def together() -> None:
        with engine.begin() as connection:
            for job in jobs:
                job(connection)

    with pytest.raises(error):
        together()


def test_a_transaction_that_fails_changes_no_character_and_the_same_match_counts_once(tmp_path: Path) -> None:
    engine = engine_for(f"sqlite:///{tmp_path / 'test.db'}")
    migrate(engine)
    store = Store(engine)
    match = Match.new(vault.GAME, 2, {"short": True}, seed="1", characters={0: {}, 1: {}})
    while not match.over:
        for seat, ask in match.asks().items():
            match.answer(seat, ask.default())
    owners = {seat: owner_of(name) for seat, name in enumerate(("Anna", "Bert"))}
    with engine.begin() as connection:
        for name in ("Anna", "Bert"):
            write_character(owner_of(name), Campaign(name=name, game="toy-vault"))(connection)
        write_taken(owners, match.record.id)(connection)
    write(engine, write_home(match), fails, error=OSError)
    found = [character_of(store, owner) for owner in owners.values()]
    assert [(one.patches, one.at) for one in found if one] == [({}, Place(match.record.id, seat)) for seat in owners]
    for _ in range(2):
        with engine.begin() as connection:
            write_home(match)(connection)
    found = [character_of(store, owner) for owner in owners.values()]
    assert [(one.patches, one.state, one.at) for one in found if one] == [
        ({match.record.id: patch}, patch, None) for patch in match.table.patches().values()
    ]
    anna = {0: owner_of("Anna")}
    write(engine, write_taken(anna, "one"), write_taken(anna, "other"), error=OutOfStep)
    engine.dispose()


def test_characters_are_exported_and_taken_in_and_forks_are_noticed(server: Running) -> None:
    async def try_it() -> None:
        link = await made(server)
        exported = (await get(server.base, "/api/character", link)).content
        await get(server.base, "/api/character", "nothing", status=404)
        await get(server.base, "/api/character", status=404)
        known = msgspec.json.decode(exported, type=Campaign)
        one = msgspec.structs.replace(known, patches={"a": {"gold": 2}}, state={"gold": 2})
        other = msgspec.structs.replace(known, patches={"b": {"gold": 9}}, state={"gold": 9})
        assert (await taken_in(server, msgspec.json.encode(one), status=409))["message"].startswith(
            "this character is known"
        )
        assert (await taken_in(server, msgspec.json.encode(one), link, 200))["state"]["told"] == ["2 gold"]
        assert on_disk(server, link).state == {"gold": 2}
        forked = await taken_in(server, msgspec.json.encode(other), link, 409)
        assert forked["message"] == "'Anna' has played other matches than here, after the first 0"
        older = await taken_in(server, exported, link, 409)
        assert older["message"] == "'Anna' is older than here, by 1 matches"
        stranger = msgspec.structs.replace(one, id="elsewhere")
        fresh = await taken_in(server, msgspec.json.encode(stranger))
        assert on_disk(server, fresh["link"]).state == {"gold": 2}

    asyncio.run(try_it())


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        (b"{}", "character"),
        (b"[" * 100_000, "character"),
        (msgspec.json.encode(Campaign(id="x", name="A", game="toy-vault", state={"gold": 1})), "character"),
        (msgspec.json.encode(Campaign(id="x", name="A", game="pebbles")), "game"),
        (msgspec.json.encode(Campaign(id="x", name="A\u202e", game="toy-vault")), "character.name"),
        (msgspec.json.encode(Campaign(id="x", name="", game="toy-vault")), "character.name"),
        (
            msgspec.json.encode(
                Campaign(id="x", name="A", game="toy-vault", patches={"a": {"gold": "x"}}, state={"gold": "x"})
            ),
            "character.state",
        ),
    ],
    ids=range(7),
)
def test_what_is_no_character_is_refused(server: Running, wrong: bytes, field: str) -> None:
    async def try_it() -> None:
        async with httpx.AsyncClient() as http:
            answer = await http.post(server.base + "/api/characters/import", content=wrong)
        assert answer.status_code in (400, 403, 413, 422), answer.text
        assert answer.json()["field"] in (field, "")

    asyncio.run(try_it())


def test_what_the_server_keeps_does_not_open_a_character(server: Running) -> None:
    async def try_it() -> None:
        link = await made(server)
        await get(server.base, "/api/character", owner_of(link), status=404)
        await post(server.base, "/api/characters", {"game": "pebbles", "name": "Anna"}, status=403)
        await post(server.base, "/api/characters", {"game": "nothing", "name": "Anna"}, status=404)

    asyncio.run(try_it())
