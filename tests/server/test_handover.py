"""Seats with secrets change hands in mid-game only with everybody's leave, and to nobody who knows another one's."""

import asyncio
from typing import Any

import httpx
import pytest

from eschaton.server import protocol as p
from eschaton.server.endpoints import BROWSER
from tests.server.client import WAIT, Player, Refused
from tests.server.conftest import Running
from tests.server.test_connection import refused
from tests.server.test_play import join, open_table
from tests.server.test_table import at


async def people_and_bots(base: str, **more: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """Anna and Ben with two bots."""
    anna = await open_table(base, players=4, **more)
    ben = await join(base, anna["table"], "Ben")
    return anna, ben


def seats(player: Player) -> list[int | None]:
    return [seat["person"] for seat in player.table["seats"]]


def test_a_bots_seat_is_handed_over_only_if_all_others_who_play_agree(server: Running) -> None:
    async def play() -> None:
        anna, ben = await people_and_bots(server.base)
        async with at(server, anna) as a, at(server, ben) as b, Player(server.base, anna["table"]) as watcher:
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            cleo = await join(server.base, anna["table"], "Cleo", seat=2)
            assert cleo["seats"] == []
            asked = await b.next("seat-asked")
            assert (asked["seat"], asked["name"], asked["plays"]) == (2, "Cleo", a.table["seats"][2]["name"])
            assert (await watcher.next("seat-asked"))["asking"] == asked["asking"]
            async with at(server, cleo) as c:
                await c.next("seat-asked")
                assert set(c.states) == {None}, "nothing of the seat is shown before"
                await refused(c, p.Allow(asking=asked["asking"], agree=True), "forbidden", "asking")
                await a.do(p.Allow(asking=asked["asking"], agree=True))
                await b.do(p.Rename(name="Benno"))
                assert seats(b)[2] is None, "one has not agreed"
                await b.do(p.Allow(asking=asked["asking"], agree=True))
                for player in (a, b, c, watcher):
                    closed = await player.next("seat-closed")
                    assert closed["given"]
                    assert closed["person"] == cleo["person"]
                await c.until(lambda c: 2 in c.states)
                await asyncio.gather(a.play_on(), b.play_on(), c.play_on())

    asyncio.run(play())


def test_one_refusal_is_enough_and_so_is_a_change_of_mind(server: Running) -> None:
    async def play() -> None:
        anna, ben = await people_and_bots(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            cleo = await join(server.base, anna["table"], "Cleo", watch=True)
            async with at(server, cleo) as c:
                await c.do(p.Sit(seat=2))
                asking = (await b.next("seat-asked"))["asking"]
                await refused(c, p.Sit(seat=3), "conflict", "seat")
                await a.do(p.Allow(asking=asking, agree=True))
                await b.do(p.Allow(asking=asking, agree=False))
                assert not (await c.next("seat-closed"))["given"]
                await refused(a, p.Allow(asking=asking, agree=True), "stale", "asking")
                await c.do(p.Sit(seat=3))
                asking = (await b.next("seat-asked"))["asking"]
                await c.do(p.Allow(asking=asking, agree=False))
                assert not (await b.next("seat-closed"))["given"]
                await c.do(p.Sit(seat=2))
                await a.do(p.EndMatch())
                assert not (await c.next("seat-closed"))["given"]

    asyncio.run(play())


def test_a_player_who_comes_back_under_other_names_reads_no_bots_secrets(server: Running) -> None:
    """The attack: rejoin again and again, sit on each bot's seat, read its hand, leave."""

    async def play() -> None:
        anna, ben = await people_and_bots(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            for name in ("Berta", "Bruno"):
                for seat in (2, 3):
                    try:
                        spy = await join(server.base, anna["table"], name, seat=seat)
                    except AssertionError:
                        continue  # another is being decided
                    async with at(server, spy) as s:
                        assert spy["seats"] == []
                        assert set(s.states) <= {None}
                        asking = (await s.next("seat-asked"))["asking"]
                        await b.do(p.Allow(asking=asking, agree=True))  # his own leave does not do
                        await s.do(p.Rename(name=f"{name} again"))
                        assert set(s.states) <= {None}
                        await s.do(p.Allow(asking=asking, agree=False))

    asyncio.run(play())


def test_who_has_seen_a_seat_gets_it_back_and_no_other(server: Running) -> None:
    async def play() -> None:
        anna, ben = await people_and_bots(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            await b.do(p.Leave(seat=1))
            await refused(b, p.Sit(seat=2), "forbidden", "seat")
            await b.do(p.Sit(seat=1))
            assert (await a.next("seat-closed"))["given"]
            await asyncio.gather(a.play_on(), b.play_on())

    asyncio.run(play())


def test_a_browser_that_has_seen_a_seat_is_known_again(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=4)
        path = f"{server.base}/api/tables/{anna['table']}/join"
        async with httpx.AsyncClient(timeout=WAIT) as browser, at(server, anna) as a:
            ben = (await browser.post(path, json={"name": "Ben"})).json()
            cookie = next(iter(browser.cookies.jar))
            assert cookie.name == BROWSER
            assert cookie.path == "/api"
            assert cookie.has_nonstandard_attr("HttpOnly")
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            again = await browser.post(path, json={"name": "Somebody else", "seat": 2})
            assert again.status_code == 403
            assert again.json()["field"] == "seat"
            await a.do(p.Remove(person=ben["person"]))
            again = await browser.post(path, json={"name": "Somebody else", "seat": 2})
            assert again.status_code == 403, "also when the first person is not here any more"
            own = await browser.post(path, json={"name": "Ben", "seat": 1})
            assert own.json()["seats"] == [1]
            mark = server.hall.actors[anna["table"]].desk.lobby.people[-1].mark
            assert mark
            assert cookie.value not in mark

    asyncio.run(play())


def test_where_nothing_is_secret_a_seat_is_simply_taken(server: Running) -> None:
    async def play() -> None:
        anna, ben = await people_and_bots(server.base, game="open-pebbles")
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            cleo = await join(server.base, anna["table"], "Cleo", seat=2)
            assert cleo["seats"] == [2]
            await b.do(p.Sit(seat=3))
            await b.until(lambda b: seats(b)[3] == ben["person"])

    asyncio.run(play())


def test_the_leave_of_one_who_is_away_and_replaced_is_not_waited_for(server: Running) -> None:
    async def play() -> None:
        anna, ben = await people_and_bots(server.base)
        async with at(server, anna) as a:
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            async with at(server, ben) as b:
                await a.do(p.SetBot(seat=1, bot="random"))
                cleo = await join(server.base, anna["table"], "Cleo", seat=2)
                asking = (await a.next("seat-asked"))["asking"]
                await a.do(p.Allow(asking=asking, agree=True))
                await b.do(p.Rename(name="Benno"))
                assert seats(b)[2] is None, "the host cannot silence somebody who is here by a bot"
            await a.next("presence")
            await a.do(p.Allow(asking=asking, agree=True))
            assert seats(a)[2] is None, "a line that breaks for a moment is no leave"
            reporter = server.hall.actors[anna["table"]].reporter
            reporter.streams[ben["person"]].quiet_since -= server.hall.house.config.host_away
            await a.do(p.Allow(asking=asking, agree=True))
            closed = await a.next("seat-closed")
            assert closed["given"]
            assert closed["person"] == cleo["person"]

    asyncio.run(play())


def test_who_waits_for_a_seat_watches_only_where_one_may(server: Running) -> None:
    async def play() -> None:
        anna, ben = await people_and_bots(server.base)
        async with at(server, anna) as a, at(server, ben):
            await a.do(p.Configure(settings=p.Settings(watchers=False)))
            await a.do(p.Fill(bot="random"))
            await a.do(p.Start())
            cleo = await join(server.base, anna["table"], "Cleo", seat=2)
            async with at(server, cleo) as c:
                await c.next("seat-asked")
                await c.do(p.Rename(name="Clea"))
                assert c.states == {}
                with pytest.raises(Refused, match="forbidden"):
                    await c.do(p.GiveAnswer(seat=2, ask="x", answer="x"))

    asyncio.run(play())
