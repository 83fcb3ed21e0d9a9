"""What strangers may see and say: records of locked tables, watching, words that are not what they seem."""

import asyncio
import contextlib
import unicodedata
from typing import Any

import httpx
import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from eschaton.kernel.ask import Amount, Ask, Assign, Choose, ChooseSome, Order
from eschaton.kernel.errors import Refused as Illegal
from eschaton.kernel.plain import cleaned, is_plain, visible
from eschaton.server import news
from eschaton.server import protocol as p
from eschaton.server.reports import listed
from eschaton.terminal.screen import plain_output
from tests.server.client import Player, Refused, get, post
from tests.server.conftest import Running, Serve
from tests.server.test_play import join, open_table

# Locked tables.


def test_the_record_of_a_locked_table_is_for_its_people(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True, password="deep")
        stranger = await open_table(server.base)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            path = f"/api/tables/{anna['table']}/report"
            report = (await post(server.base, path, {"text": "odd"}, anna["token"], status=201))["report"]
            await player.play_on()
            match = player.table["match"]
        locked = [
            f"/api/tables/{anna['table']}/record",
            f"/api/replays/{match}",
            f"/api/replays/{match}/record",
            f"/api/replays/{match}/frames?viewer=all",
            f"/api/reports/{report}",
        ]
        for path in locked:
            assert (await get(server.base, path, status=403)).json()["field"] == "token"
            await get(server.base, path, stranger["token"], status=403)
            await get(server.base, path, anna["token"])
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.do(p.Configure(password=""))
        for path in locked:
            await get(server.base, path)

    asyncio.run(play())


@pytest.mark.parametrize("change", [p.Configure(password="x"), p.Configure(settings=p.Settings(watchers=False))])
def test_nameless_watchers_are_sent_away_when_the_table_is_closed_to_them(server: Running, change: p.Configure) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2)
        ben = await post(server.base, f"/api/tables/{anna['table']}/join", {"name": "Ben", "watch": True})
        async with contextlib.AsyncExitStack() as stack:
            player = await stack.enter_async_context(Player(server.base, anna["table"], anna["token"]))
            named = await stack.enter_async_context(Player(server.base, anna["table"], ben["token"]))
            nameless = await stack.enter_async_context(Player(server.base, anna["table"]))
            await player.until(lambda me: watchers(me)[-1:] == [1])
            await player.do(p.Configure(settings=p.Settings(chat=False)))
            await player.do(msgspec.structs.replace(change, ref="close"))
            assert (await nameless.next("gone"))["reason"]
            await player.until(lambda me: watchers(me)[-1:] == [0])
            await named.do(p.Rename(name="Benjamin"))  # who has a name was let in

    def watchers(player: Player) -> list[int]:
        return [message["watchers"] for message in player.messages if message["type"] == "presence"]

    asyncio.run(play())


# The backlog.


def test_whoever_comes_is_told_everything_however_much_was_said(serve: Serve) -> None:
    """Once 199 lines of chat were enough, and nobody could come to the table any more."""
    server = serve(queue=20, queue_bytes=3_000)

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        talk = server.hall.actors[anna["table"]].desk.talk
        talk.lines = [news.Said(person=1, name="Anna", text=f"{number}" + "x" * 400, at=0.0) for number in range(200)]
        async with Player(server.base, anna["table"], anna["token"]) as player:
            for number in range(30):
                await player.do(p.Say(text=f"more {number}"))
            stream, last = player.stream, player.last
        async with Player(server.base, anna["table"], anna["token"], stream, last - 40) as back:
            assert back.welcome["resumed"]
            await back.until(lambda me: me.last >= last)
        for _ in range(2):
            async with Player(server.base, anna["table"], anna["token"]) as again:
                await again.until(lambda me: said(me) and said(me)[-1] == "more 29")
                assert len(said(again)) == 200
                await again.until(lambda me: me.states)
                await again.play_on(1)

    def said(player: Player) -> list[str]:
        return [message["text"] for message in player.messages if message["type"] == "said"]

    asyncio.run(play())


# Words.


def test_nothing_unseen_stands_in_names_and_texts(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, name="An\u200bna\u202e\u0007 \n of  the\tDeep", players=3)
        ben = await join(server.base, anna["table"], "ＡNNA of the deep")
        refused = {"name": "\u200b\u2060", "watch": True}
        failure = await post(server.base, f"/api/tables/{anna['table']}/join", refused, status=422)
        assert failure["field"] == "name"
        async with Player(server.base, anna["table"], ben["token"]) as player:
            names = [person["name"] for person in player.table["people"]]
            assert names == ["Anna of the Deep", "ＡNNA of the deep 2"], "two who look alike are told apart"
            await player.do(p.Rename(name="B\u2066en\x1b[31m"))
            await player.do(p.Say(text="one\ntwo\u202ethree 👍🏽 ünï"))
            assert (await player.next("said"))["text"] == "one twothree 👍🏽 ünï"
            for nothing in ("\u200b", " \n"):
                with pytest.raises(Refused, match="nothing to read"):
                    await player.do(p.Say(text=nothing))
            await player.until(lambda me: me.table["people"][1]["name"] == "Ben[31m")

    asyncio.run(play())


def test_what_is_unseen_is_what_the_standard_says() -> None:
    every = [chr(number) for number in range(0x110000)]
    obeyed = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    for sign in every:
        wrong = unicodedata.category(sign) in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(sign) in obeyed
        assert not (wrong and is_plain(sign)), f"{ord(sign):x}"
        if unicodedata.category(sign)[0] in "LNPS" and not is_plain(sign):
            assert ord(sign) in (0x115F, 0x1160, 0x2800, 0x3164, 0xFFA0, 0xFFFC), f"{ord(sign):x} can be seen"


@given(st.text())
def test_what_is_shown_can_be_seen(text: str) -> None:
    assert is_plain(cleaned(text))
    assert cleaned(cleaned(text)) == cleaned(text)
    assert is_plain(visible(text).replace("\n", "").replace("\t", ""))
    quoted = msgspec.json.encode(text.encode("utf-8", "ignore").decode()).decode()
    assert msgspec.json.decode(visible(quoted)) == msgspec.json.decode(quoted), "JSON says the same"


def test_a_report_cannot_write_on_the_screen_of_who_reads_it(
    server: Running, capsys: pytest.CaptureFixture[str]
) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random", start=True)
        path = f"/api/tables/{anna['table']}/report"
        await post(server.base, path, {"text": "\x1b[2J\u202edeleted\x07"}, anna["token"], status=201)

    asyncio.run(play())
    with plain_output():
        print(listed(server.hall.house.store))
    shown = capsys.readouterr().out
    assert is_plain(shown.replace("\n", ""))
    assert "\\u001b[2J\\u202edeleted\\u0007" in shown


# Odd requests.


def test_odd_requests_are_refused_like_any_other(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base)
        async with httpx.AsyncClient(base_url=server.base) as http:
            body = {"game": "pebbles", "name": "A"}
            for origin in ("http://[", "http://[::1", "null"):
                answer = await http.post("/api/tables", json=body, headers={"origin": origin})
                assert (answer.status_code, answer.json()["field"]) == (403, "origin"), origin
                with pytest.raises(InvalidStatus) as refused:
                    await connect(f"{server.base.replace('http', 'ws')}/api/tables/x/socket", origin=origin)  # type: ignore[arg-type]
                assert refused.value.response.status_code == 403
            for path in ("tables/%00", "tables/a%00b/record", "replays/%00", "reports/%00", "campaigns/%0a"):
                assert (await http.get(f"/api/{path}")).status_code == 404, path
            assert (await http.get("/%00")).status_code in (200, 404)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            for odd in ('{"type":"ping","ref":"\\u0000"}', '{"type":"campaign","id":"\\u0000"}'):
                await player.socket.send(odd)
                assert (await player.next("problem"))["code"] == "malformed"
            await player.do(p.Ping())

    asyncio.run(play())


JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.sampled_from(["a", "b", "x", "y", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["a", "b", "x", ""]), inner, max_size=3)
    ),
    max_leaves=6,
)
ASKS: list[Ask] = [
    Choose(0, {"a": 1, "b": 2}),
    ChooseSome(0, {"a": 1, "b": 2, "x": 3}, 1, 2),
    Assign(0, {"a": ("x", "y"), "b": ("x",)}, {"x": 1}),
    Order(0, {"a": 1, "b": 2}),
    Amount(0, 1, 3),
]


@given(st.sampled_from(ASKS), JSON)
def test_any_answer_is_taken_or_refused_and_never_breaks(ask: Ask, answer: Any) -> None:
    with contextlib.suppress(Illegal):
        ask.check(answer)


@pytest.mark.parametrize("answer", [[], [[]], {"a": []}, {"a": ["x"]}, {"a": {}, "b": None}])
def test_lists_are_no_places_to_assign_to(answer: Any) -> None:
    with pytest.raises(Illegal, match="answer"):
        ASKS[2].check(answer)
