"""A host brings a pack to a table: checked like any other, kept with the table, and nothing of it trusted."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from eschaton.cardtext import carried
from eschaton.cardtext.carried import PackFile
from eschaton.cardtext.carried import laid as laid_on
from eschaton.games import installed
from eschaton.kernel.game import Game
from eschaton.kernel.match import verify
from eschaton.kernel.record import from_bytes
from eschaton.server import examine, packs, shelf
from eschaton.server.bench import Bench
from eschaton.server.examine import Findings, Order
from eschaton.server.packs import PACK, file_name
from eschaton.server.protocol import Configure, Delete, EndMatch, Fill, Rematch, SetBot, Start
from eschaton.server.shelf import takes_packs
from tests.server.client import Player, Refused, get, post
from tests.server.conftest import Running, Serve

GAME: Game = next(game for game in installed() if takes_packs(game))
EXAMPLE = Path("docs/cards/examples/night-shift.toml")
HEAD = f"""
[pack]
id = "mine"
name = "Mine"
version = "2"
author = "Ada"
licence = "private"
game = "{GAME.id}"
base = "{GAME.id}"
"""
CARD = """
[[intel]]
name = "A Card of Our Own"
cost = 2
"""
WRONG = CARD + 'text = "Gani 1 Masquerade."\n'
RENAMED = """
[[character]]
id = "field-agent"
name = "Somebody Private"
replace = true
copies = 90
threat = 2
subdue = 2
cost = { personnel = 1 }
"""


async def bring(
    server: Running, table: str, token: str, text: str | bytes, status: int = 201, name: str = "mine.toml"
) -> Any:
    data = text if isinstance(text, bytes) else text.encode()
    async with httpx.AsyncClient(timeout=60) as http:
        headers = {"authorization": f"Bearer {token}"} if token else {}
        path = f"{server.base}/api/tables/{table}/packs?name={name}"
        answer = await http.post(path, content=data, headers=headers)
    assert answer.status_code == status, answer.text
    return answer.json()


async def opened(server: Running, **more: Any) -> dict[str, Any]:
    return await post(server.base, "/api/tables", {"game": GAME.id, "name": "Ada", "players": 1, **more}, status=201)


def at_a_table(server: Running, do: Callable[[dict[str, Any], Player], Awaitable[None]]) -> None:
    async def work() -> None:
        host = await opened(server)
        async with Player(server.base, host["table"], host["token"]) as ada:
            await do(host, ada)

    asyncio.run(work())


def test_a_pack_is_played_kept_verified_and_survives_a_restart(serve: Serve) -> None:
    server = serve()

    async def begin() -> tuple[dict[str, Any], Any, Any]:
        host = await opened(server)
        async with Player(server.base, host["table"], host["token"]) as ada:
            [pack] = (await bring(server, host["table"], host["token"], EXAMPLE.read_bytes(), name="x/y/shift"))[
                "packs"
            ]
            assert (pack["name"], pack["file"]) == ("The Night Shift", "shift.toml")
            await ada.until(lambda me: me.table["packs"])
            assert ada.table["packs"] == [pack]
            await ada.do(Start())
            await ada.play_on(5)
            await ada.until(lambda me: me.asked())
            return host, pack, ada.states[0]["question"]

    host, pack, question = asyncio.run(begin())
    server.stop()
    again = serve()

    async def go_on() -> None:
        async with Player(again.base, host["table"], host["token"]) as ada:
            await ada.until(lambda me: me.states)
            assert ada.states[0]["question"] == question
            await ada.play_on(5)
            await ada.do(SetBot(seat=0, bot="easy"))  # who thinks elsewhere knows the pack as well
            heard = len(ada.messages)
            await ada.until(lambda me: sum(each["type"] == "observation" for each in me.messages[heard:]) >= 2)
            await ada.do(EndMatch())
            table = host["table"]
            text = (await get(again.base, f"/api/tables/{table}/packs/{pack['hash']}", host["token"])).text
            assert text == EXAMPLE.read_text()
            await get(again.base, f"/api/tables/{table}/packs/{pack['hash']}", status=403)
            await get(again.base, f"/api/tables/{table}/packs/none", host["token"], status=404)
            record = from_bytes((await get(again.base, f"/api/tables/{table}/record")).content)
            assert record.setup.packs[pack["id"]] == pack["hash"]
            assert verify(laid_on(GAME, (PackFile("anything.toml", text),)), record) == []
            assert verify(GAME, record), "without the pack nothing is proven"
            info = (await get(again.base, f"/api/replays/{record.id}")).json()
            assert info["problems"] == []
            frames = (await get(again.base, f"/api/replays/{record.id}/frames?viewer=all")).json()["frames"]
            assert len(frames) == len(record.entries) + 1
            await ada.do(Rematch())
            assert ada.table["packs"] == [pack]
            await ada.do(EndMatch())
            await ada.do(Configure(packs=[]))
            await ada.until(lambda me: me.table["packs"] == [])
            await ada.do(Rematch())
            await ada.do(EndMatch())
            plain = from_bytes((await get(again.base, f"/api/tables/{table}/record")).content)
            assert plain.setup.packs == GAME.packs
            assert (await get(again.base, f"/api/replays/{record.id}")).json()["problems"] == []
            await ada.do(Delete())
        assert again.hall.house.store.packs(host["table"]) == {}

    asyncio.run(go_on())


def test_every_mistake_is_told_with_its_place_and_changes_nothing(server: Running) -> None:
    async def try_it(host: dict[str, Any], ada: Player) -> None:
        failure = await bring(server, host["table"], host["token"], HEAD + WRONG, status=422)
        [fault] = failure["faults"]
        lines = (HEAD + WRONG).splitlines()
        assert lines[fault["line"] - 1][fault["column"] - 1 :].startswith("Gani")
        assert (fault["file"], fault["nearest"]) == ("mine.toml", "gain")
        assert failure["field"] == "pack"
        await bring(server, host["table"], host["token"], HEAD + CARD)
        await ada.until(lambda me: me.table["packs"])
        [one] = ada.table["packs"]
        await bring(server, host["table"], host["token"], HEAD + WRONG, status=422)
        await bring(server, host["table"], host["token"], HEAD + CARD + 'flavour = "Better."\n', name="other.toml")
        await ada.until(lambda me: me.table["packs"] != [one])
        assert len(ada.table["packs"]) == 1, "of one id there is one: the latest"
        with pytest.raises(Refused) as refused:
            await ada.do(Configure(packs=[one["hash"]]))
        assert refused.value.problem.field == "packs[0]"

    at_a_table(server, try_it)


def test_only_the_host_brings_packs_before_a_match_where_cards_have_a_language(server: Running) -> None:
    async def try_it(host: dict[str, Any], ada: Player) -> None:
        table, text = host["table"], HEAD + CARD
        walter = await post(server.base, f"/api/tables/{table}/join", {"name": "Walter", "watch": True})
        await bring(server, table, "", text, status=403)
        await bring(server, table, walter["token"], text, status=403)
        await bring(server, table, host["token"], b"x" * (PACK + 1), status=413)
        await bring(server, table, host["token"], b"\xff\xfe", status=400)
        await bring(server, "nowhere", host["token"], text, status=404)
        await ada.do(Start())
        await bring(server, table, host["token"], text, status=409)
        assert ada.table["packs"] == []
        other = await post(server.base, "/api/tables", {"game": "pebbles", "name": "Ada"}, status=201)
        await bring(server, other["table"], other["token"], text, status=403)

    at_a_table(server, try_it)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a pack begins with [pack]"),
        ("x = " + "[" * 30_000, "nested too deeply"),
        (HEAD.replace('"mine"', f'"{GAME.id}"'), "is the game's own"),
        (HEAD + 'parts = ["../../../etc/passwd"]\n', "stand beside this one"),
        (HEAD + 'remove = ["nobody"]\n', 'there is no card "nobody"'),
        (HEAD + "[[intel]]\nname = 'Many'\ncost = 1\ncopies = 1000000000\n", "copies"),
        (HEAD + "".join(f"[[intel]]\nname = 'C{n}'\ncost = 1\ncopies = 99\n" for n in range(51)), "5,049 pieces"),
        (HEAD + "[[intel]]\nname = 'A\\u202eB'\ncost = 1\n".replace("'", '"'), "cannot be seen"),
    ],
    ids=["empty", "deep", "own", "parts", "remove", "copies", "pieces", "unseen"],
)
def test_nothing_of_a_pack_is_trusted(bench: Bench, text: str, says: str) -> None:
    found = examined(bench, text)
    assert says in str(found.faults[0])
    assert not found.packs


def test_what_takes_long_to_read_is_given_up(bench: Bench) -> None:
    slow = HEAD + '\n[[intel]]\nname="C"\ncost=1\ntext="""\n' + "x\n" * 30_000 + '"""\n'
    [fault] = examined(bench, slow).faults
    assert "too long" in fault.message


def examined(bench: Bench, text: str) -> Findings:
    order = Order(game=GAME.id, players=2, options={}, under=[], fresh=PackFile("mine.toml", text))
    return asyncio.run(examine.examined(bench, order, "", ""))


def test_packs_that_no_table_uses_are_forgotten(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Today's limit counts what lies on tables now, not everything that was ever brought."""
    server = serve(idle=0.05)
    monkeypatch.setattr(packs, "MOST_HELD", 2)
    monkeypatch.setattr(shelf, "HELD_SECONDS", 0.0)
    forgotten: list[Game] = []

    def forget(rules: Game) -> None:
        forgotten.append(rules)
        carried.forget(rules)

    monkeypatch.setattr(shelf, "forget", forget)

    async def work() -> None:
        hosts = [await opened(server) for _ in range(3)]
        for number, host in enumerate(hosts[:2]):
            await bring(server, host["table"], host["token"], HEAD + CARD.replace("Own", f"Own {number}"))
        for number in range(2, 5):  # in place of what lay there
            text = HEAD + CARD.replace("Own", f"Own {number}")
            await bring(server, hosts[0]["table"], hosts[0]["token"], text)
        async with Player(server.base, hosts[0]["table"], hosts[0]["token"]) as ada:
            await ada.do(Start())
            await ada.play_on(3)
            async with Player(server.base, hosts[1]["table"], hosts[1]["token"]):
                failure = await bring(server, hosts[2]["table"], hosts[2]["token"], HEAD + CARD, status=503)
                assert "try later" in failure["message"]
            await until_left(server, hosts[1]["table"])
            await bring(server, hosts[2]["table"], hosts[2]["token"], HEAD + CARD)
        async with Player(server.base, hosts[1]["table"], hosts[1]["token"]) as again:
            await again.do(Start())  # forgotten, and laid again when somebody comes
            await again.play_on(3)

    async def until_left(server: Running, table: str) -> None:
        while table in server.hall.actors:
            await asyncio.sleep(0.02)

    asyncio.run(work())
    assert len({tuple(rules.packs.values()) for rules in forgotten}) >= 3, "the game itself forgets their cards"


def test_a_pack_is_seen_at_its_own_table_alone(server: Running) -> None:
    """Two tables of one server play with cards of the same id; each reads its own names."""

    async def both() -> None:
        ours, theirs = await opened(server), await opened(server)
        await bring(server, ours["table"], ours["token"], HEAD + RENAMED)
        read: list[str] = []
        for host in (ours, theirs):
            async with Player(server.base, host["table"], host["token"]) as ada:
                await ada.do(Fill(bot="random"))
                await ada.do(Start())
                await ada.play_on(30)
                read.append("".join(ada.frames))
        assert "Somebody Private" in read[0]
        assert "Field Agent" not in read[0]
        assert "Somebody Private" not in read[1]

    asyncio.run(both())


@pytest.mark.parametrize(
    ("given", "name"),
    [("", "pack.toml"), ("../../etc/x.toml", "x.toml"), ("C:\\my cards.toml", "my-cards.toml"), ("..", "pack.toml")],
)
def test_a_file_has_a_plain_name(given: str, name: str) -> None:
    assert file_name(given) == name
