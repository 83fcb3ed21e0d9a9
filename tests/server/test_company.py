"""Company at a table: one screen for two, a host who goes, a seat that changes hands, a change of mind."""

import asyncio
from typing import Any

from eschaton.server import protocol as p
from eschaton.server.lobby import BOT_NAMES, new_lobby
from tests.server.client import Player
from tests.server.conftest import Running, Serve
from tests.server.test_connection import refused, two_people
from tests.server.test_play import join, open_table
from tests.server.test_table import at


def seat_names(player: Player) -> list[str]:
    return [seat["name"] for seat in player.table["seats"]]


def test_everybody_at_one_screen_has_a_name(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, game="open-pebbles", players=4)
        async with at(server, anna) as a:
            await a.do(p.Sit(seat=1, name="Ben"))
            await a.do(p.Sit(seat=2, name="Ben"))
            await a.do(p.Sit(seat=3))
            await a.until(lambda a: all(seat_names(a)))
            assert seat_names(a) == ["Anna (1)", "Ben", "Ben 2", "Anna (4)"]
            await a.do(p.Leave(seat=3))
            await a.until(lambda a: seat_names(a)[3] == "")
            assert seat_names(a) == ["Anna", "Ben", "Ben 2", ""]
            await a.do(p.Fill())
            await a.do(p.Start())
            await a.play_on()
            assert seat_names(a)[:3] == ["Anna", "Ben", "Ben 2"]
            await a.until(lambda a: a.states[1]["outcome"])
            assert any("Ben 2 plays" in event["text"] for event in a.logs[0])

    asyncio.run(play())


def test_bots_have_names_that_they_keep() -> None:
    lobby = new_lobby("a-table", "pebbles", 4, {}, p.Settings())
    anna = lobby.admit("Anna")
    lobby.sit(anna.id, 0, "")
    lobby.set_bot(1, "random")
    lobby.fill("random")
    bots = [lobby.name_of(seat) for seat in (1, 2, 3)]
    assert len({*bots, "Anna"}) == 4
    assert set(bots) <= set(BOT_NAMES)
    lobby.set_bot(2, "thumb")
    assert lobby.name_of(2) == bots[1], "a bot that plays another way is still the same"
    lobby.arrange([0, 3, 1, 2])
    assert [lobby.name_of(seat) for seat in (1, 2, 3)] == [bots[2], bots[0], bots[1]]
    assert lobby.admit(bots[0]).name != bots[0], "nobody is taken for a bot"
    lobby.set_bot(1, None)
    assert not lobby.chairs[1].taken
    lobby.set_bot(0, "thumb")
    assert lobby.name_of(0) == "Anna", "a bot plays for her"
    others = new_lobby("another-table", "pebbles", 4, {}, p.Settings())
    others.fill("random")
    assert [others.name_of(seat) for seat in (1, 2, 3)] != bots


def test_a_bot_is_not_called_like_a_person() -> None:
    lobby = new_lobby("a-table", "pebbles", 2, {}, p.Settings())
    first = lobby.bot_name()
    lobby.sit(lobby.admit(first).id, 0, "")
    lobby.fill("random")
    assert lobby.name_of(1) != first
    lobby.chairs[1].name = ""
    assert lobby.name_of(1) == "Bot 2", "as tables stored before have it"


def test_a_host_who_does_not_come_back_is_replaced(serve: Serve) -> None:
    async def play() -> None:
        server = serve(host_away=0.2)
        anna, ben = await two_people(server.base)
        walter = await join(server.base, anna["table"], "Walter", watch=True)
        async with at(server, ben) as b, at(server, walter) as w:
            async with at(server, anna):
                await refused(b, p.Claim(), "conflict", "type")
            await refused(b, p.Claim(), "conflict", "type")
            await asyncio.sleep(0.3)
            await refused(w, p.Claim(), "forbidden", "type")
            await refused(b, p.Start(), "forbidden", "type")
            await b.do(p.Claim())
            await b.do(p.SetBot(seat=0, bot="random"))
            await b.do(p.Start())
            await b.play_on()

    asyncio.run(play())


def test_a_whisper_is_for_who_sat_there_and_not_for_who_comes_later(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base, game="open-pebbles")
        async with at(server, anna) as a:
            async with at(server, ben) as b:
                await a.do(p.Start())
                await a.do(p.Say(text="only for Ben", to=[1]))
                assert (await b.next("said"))["text"] == "only for Ben"
                await b.do(p.Leave(seat=1))
            cleo = await join(server.base, anna["table"], "Cleo", seat=1)
            await a.do(p.Say(text="for Cleo", to=[1]))
            for who, heard in ((cleo, ["for Cleo"]), (ben, ["only for Ben"])):
                async with at(server, who) as reader:
                    await reader.do(p.Rename(name=f"{len(heard)} {heard[0][:3]}"))
                    assert lines(reader) == heard

    asyncio.run(play())


def lines(player: Player) -> list[Any]:
    return [message["text"] for message in player.messages if message["type"] == "said"]


def test_who_asked_for_an_undo_may_think_better_of_it(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            await a.answer(0)
            await a.do(p.AskUndo(seat=0))
            undo = (await b.next("undo-asked"))["undo"]
            await refused(a, p.Consent(undo=undo, agree=True), "forbidden", "undo")
            await a.do(p.Consent(undo=undo, agree=False))
            assert not (await b.next("undo-closed"))["done"]
            await refused(b, p.Consent(undo=undo, agree=True), "stale", "undo")
            await asyncio.gather(a.play_on(), b.play_on())

    asyncio.run(play())


def test_a_ping_is_answered_at_once_and_is_no_part_of_the_stream(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2)
        async with at(server, anna) as a, Player(server.base, anna["table"]) as watcher:
            for player in (a, watcher):
                assert (await player.do(p.Ping()))["seq"] == 0
                await player.do(p.Ping())

    asyncio.run(play())


def test_everybody_is_told_who_is_replaced_sent_away_or_made_the_host(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b, Player(server.base, anna["table"]) as watcher:
            await a.do(p.SetBot(seat=1, bot="random"))  # before a match the list of seats is news enough
            await a.do(p.SetBot(seat=1, bot=None))
            await a.do(p.Start())
            told: list[tuple[p.ClientMessage, str]] = [
                (p.SetBot(seat=1, bot="random"), "A bot plays for Ben now."),
                (p.SetBot(seat=1, bot=None), "Ben plays again."),
                (p.HandOver(person=ben["person"]), "Ben is the host now."),
            ]
            for message, text in told:
                await a.do(message)
                assert (await b.next("notice"))["text"] == text
            await b.do(p.Remove(person=anna["person"]))
            assert [(await watcher.next("notice"))["text"] for _ in range(4)][-1] == "The host has sent Anna away."

    asyncio.run(play())


def test_an_open_undo_waits_for_the_pause_and_ends_with_a_match_that_is_broken_off(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            await a.answer(0)
            await a.do(p.AskUndo(seat=0))
            await b.next("undo-asked")
            await a.do(p.Pause(paused=True))
            await a.do(p.SetBot(seat=1, bot="random"))  # the last who would have had to agree
            await a.do(p.Pause(paused=False))
            assert (await b.next("undo-closed"))["done"]
            await a.do(p.SetBot(seat=1, bot=None))
            await a.until(lambda a: a.question(0) is not None)
            await a.answer(0)
            await a.do(p.AskUndo(seat=0))
            await b.next("undo-asked")
            await a.do(p.EndMatch())
            assert not (await b.next("undo-closed"))["done"]

    asyncio.run(play())
