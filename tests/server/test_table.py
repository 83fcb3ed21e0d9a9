"""What people can do at a table beside answering: host, chat, undo, dice, clocks, passwords, seats."""

import asyncio
import re
import time
from typing import Any

import pytest

from eschaton.kernel.game import find_game
from eschaton.kernel.match import verify
from eschaton.kernel.record import from_bytes
from eschaton.server import protocol as p
from eschaton.server.desk import Desk
from eschaton.server.lobby import Refusal, new_lobby
from tests.server.client import Player, get, post
from tests.server.conftest import Running, Serve
from tests.server.test_connection import refused, two_people
from tests.server.test_play import join, open_table

CARD = re.compile(r"P\d\d")


def at(server: Running, who: dict[str, Any]) -> Player:
    return Player(server.base, who["table"], who["token"])


async def play_a_round(*players: Player) -> None:
    """One pebble each."""
    for seat, player in enumerate(players):
        await player.until(lambda one: one.asked())
        await player.answer(seat)


def test_an_undo_needs_the_consent_of_those_who_learnt_something(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b, Player(server.base, anna["table"]) as watcher:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            await refused(a, p.AskUndo(seat=0), "stale", "undo")
            before, hand = a.states[0]["scene"], a.question(0)
            await a.answer(0)
            await a.do(p.AskUndo(seat=0))
            asked = await b.next("undo-asked")
            await watcher.next("undo-asked")
            await refused(a, p.AskUndo(seat=0), "conflict", "type")
            await refused(a, p.Consent(undo=asked["undo"], agree=True), "forbidden", "undo")
            await b.do(p.Consent(undo=asked["undo"], agree=False))
            assert not (await a.next("undo-closed"))["done"]
            await refused(b, p.Consent(undo=asked["undo"], agree=True), "stale", "undo")
            await a.do(p.AskUndo(seat=0))
            asked = await b.next("undo-asked")
            await b.do(p.Consent(undo=asked["undo"], agree=True))
            assert (await a.next("undo-closed"))["done"]
            await a.until(lambda a: a.question(0) is not None)
            assert a.states[0]["scene"] == before
            assert a.question(0)["options"] == hand["options"]
            assert a.logs[0] == []
            await asyncio.gather(a.play_on(), b.play_on())
            record = from_bytes((await get(server.base, f"/api/tables/{anna['table']}/record")).content)
            assert verify(find_game("pebbles"), record) == []

    asyncio.run(play())


def test_an_undo_that_concerns_nobody_happens_at_once(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Start())
            await play_a_round(a, b)
            await a.until(lambda a: a.question(0) and a.question(0)["kind"] == "Amount")
            await a.answer(0, 3)
            await a.until(lambda a: a.states[0]["withdraw"])
            await a.do(p.AskUndo(seat=0))
            await a.until(lambda a: a.question(0) is not None)
            await a.answer(0, 0)
            await a.do(p.Withdraw(seat=0))
            await a.until(lambda a: a.question(0) is not None and not a.states[0]["withdraw"])
            assert not any(message["type"] == "undo-asked" for message in b.messages)
            await a.do(p.Configure(settings=p.Settings(undo=False)))
            await refused(a, p.AskUndo(seat=0), "forbidden", "type")

    asyncio.run(play())


def test_nobody_is_sent_what_they_may_not_know(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b, Player(server.base, anna["table"]) as watcher:
            await a.do(p.Start())
            hands = [
                set(player.hand.cards) for player in server.hall.actors[anna["table"]].desk.play.match.table.players
            ]
            over = watcher.until(lambda w: w.table["phase"] == "over")
            await asyncio.gather(a.play_on(), b.play_on(), over)
            for player, own in ((a, hands[0]), (b, hands[1]), (watcher, set())):
                seen: set[str] = set(own)
                for frame in player.frames:
                    said = set(re.findall(r"plays (P\d\d)", frame))
                    seen |= said
                    assert set(CARD.findall(frame)) <= seen, frame

    asyncio.run(play())


def test_the_host_runs_the_table(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=3)
        ben = await join(server.base, anna["table"], "Ben")
        dan = await join(server.base, anna["table"], "Dan", watch=True)
        async with at(server, anna) as a, at(server, ben) as b, at(server, dan) as d:
            for message in (p.Start(), p.Fill(), p.Pause(paused=True), p.Delete(), p.Remove(person=1), p.EndMatch()):
                await refused(b, message, "forbidden", "type")
            await refused(a, p.Start(), "conflict", "seats")
            await refused(a, p.Configure(players=9), "illegal", "players")
            await refused(a, p.Configure(options={"dark": True}), "illegal", "options.dark")
            await a.do(p.Configure(options={"bright": True}))
            await a.do(p.Arrange(order=[1, 0, 2]))
            await a.until(lambda a: [seat["name"] for seat in a.table["seats"]] == ["Ben", "Anna", ""])
            await refused(a, p.Arrange(order=[0, 0, 1]), "illegal", "order")
            await refused(a, p.Configure(players=1), "illegal", "players")
            await a.do(p.SetBot(seat=2, bot="random"))
            await refused(a, p.Pause(paused=True), "conflict", "type")
            await a.do(p.Start())
            await a.do(p.Pause(paused=True))
            await b.until(lambda b: b.asked() and b.table["paused"])
            question = b.question(0)
            answer = p.GiveAnswer(seat=0, ask=question["id"], answer=question["options"][0]["key"])
            await refused(b, answer, "conflict", "type")
            await a.do(p.Pause(paused=False))
            await a.do(p.SetBot(seat=0, bot="random"))
            await a.until(lambda a: a.asked())
            await a.do(p.SetBot(seat=0, bot=None))
            await refused(a, p.SetBot(seat=2, bot=None), "conflict", "bot")
            await a.do(p.HandOver(person=b.welcome["person"]))
            await refused(a, p.EndMatch(), "forbidden", "type")
            await b.do(p.EndMatch())
            await d.until(lambda d: d.table["phase"] == "over" and d.table["outcome"] is None)
            await a.until(lambda a: a.question(1) is None)
            await b.do(p.Rematch())
            await d.until(lambda d: d.table["phase"] == "playing")
            await b.do(p.Remove(person=a.welcome["person"]))
            assert (await a.next("gone"))["reason"]
            await refused(b, p.Remove(person=b.welcome["person"]), "illegal", "person")
            await b.do(p.Delete())
            await d.next("gone")
        await get(server.base, f"/api/tables/{anna['table']}", status=404)

    asyncio.run(play())


def test_the_token_of_somebody_sent_away_is_void(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a:
            await a.do(p.Remove(person=ben["person"]))
            await a.until(lambda a: a.table["seats"][1]["person"] is None)
            await post(server.base, f"/api/tables/{anna['table']}/report", {"text": "x"}, ben["token"], status=403)

    asyncio.run(play())


def test_dice_are_rolled_by_hand_and_typed_in(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base, settings={"typed_dice": True})
        async with at(server, anna) as a, at(server, ben) as b, Player(server.base, anna["table"]) as watcher:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            await refused(a, p.TypeDice(faces=[6]), "stale", "faces")
            await refused(a, p.Configure(settings=p.Settings()), "conflict", "settings.typed_dice")
            await a.answer(0)
            await b.until(lambda b: b.states and b.states[1]["dice"])
            assert b.states[1]["dice"]["faces"] == [1, 2, 3, 4, 5, 6]
            assert b.states[1]["may_act"] == [-1]
            await watcher.until(lambda w: w.states and w.states[None]["dice"])
            await refused(watcher, p.TypeDice(faces=[6]), "forbidden", "type")
            await refused(b, p.TypeDice(faces=[7]), "illegal", "faces[0]")
            await refused(b, p.TypeDice(faces=[1, 2]), "illegal", "faces")
            await b.do(p.TypeDice(faces=[6]))
            await b.until(lambda b: b.asked())
            assert b.logs[1][-1]["text"].endswith("rolls [6].")
            assert b.states[1]["dice"] is None

    asyncio.run(play())


def test_a_question_answers_itself_when_the_time_is_up(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base, settings={"time_limit": 1})
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            assert 0 < a.states[0]["deadline"] - a.welcome["now"] < 10
            await b.until(lambda b: b.asked())
            assert a.welcome["now"] < b.states[1]["deadline"]
            assert b.logs[1][0]["key"] == "played"
            await a.do(p.Pause(paused=True))
            await b.until(lambda b: b.table["paused"] and b.states[1]["deadline"] is None)
            await asyncio.sleep(1.2)
            assert b.question(1) is not None
            await a.do(p.Pause(paused=False))
            await a.until(lambda a: a.question(0))

    asyncio.run(play())


def test_clocks_run_on_after_a_restart(server: Running) -> None:
    async def before() -> dict[str, Any]:
        anna, _ = await two_people(server.base, settings={"time_limit": 1})
        async with at(server, anna) as a:
            await a.do(p.Start())
        return anna

    async def after(anna: dict[str, Any]) -> None:
        async with asyncio.timeout(15):
            while anna["table"] not in server.hall.actors:
                await asyncio.sleep(0.02)
            while not server.hall.actors[anna["table"]].desk.play.match.log:
                await asyncio.sleep(0.02)

    anna = asyncio.run(before())
    server.stop()
    server.start()
    asyncio.run(after(anna))


def test_a_clock_goes_on_where_it_was(server: Running) -> None:
    async def before() -> tuple[dict[str, Any], float]:
        anna, _ = await two_people(server.base, settings={"time_limit": 1000})
        async with at(server, anna) as a:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            await a.do(p.Pause(paused=True))
            await a.until(lambda a: a.states[0]["deadline"] is None)
            await asyncio.sleep(0.3)
            await a.do(p.Pause(paused=False))
            await a.until(lambda a: a.states[0]["deadline"] is not None)
            return anna, a.states[0]["deadline"]

    async def after(anna: dict[str, Any], deadline: float) -> None:
        async with at(server, anna) as a:
            await a.until(lambda a: a.asked())
            assert a.states[0]["deadline"] == deadline
            assert a.welcome["now"] < deadline - 990
            await a.do(p.Configure(settings=p.Settings(time_limit=100)))
            await a.until(lambda a: a.states[0]["deadline"] < deadline - 890)

    anna, deadline = asyncio.run(before())
    server.stop()
    time.sleep(0.3)
    server.start()
    asyncio.run(after(anna, deadline))


def test_who_was_asked_when_the_server_came_back_has_time_to_answer() -> None:
    lobby = new_lobby("t", "pebbles", 2, {}, p.Settings(time_limit=60))
    for seat, name in enumerate(("Anna", "Ben")):
        lobby.sit(lobby.admit(name).id, seat, "")
    desk = Desk(lobby)
    desk.carry_out(1, p.Start(), now=1000.0)
    assert desk.deadlines() == {0: 1060.0}
    again = Desk(desk.lobby, desk.play, opened=1050.0)
    assert again.deadlines() == {0: 1080.0}, "thirty seconds after it came back"
    again.carry_out(1, p.Pause(paused=True), now=1060.0)
    assert again.deadlines() == {}
    again.carry_out(1, p.Pause(paused=False), now=1160.0)
    assert again.deadlines() == {0: 1160.0}, "a hundred seconds later than before"
    question = again.play.match.asks()[0]
    answer = p.GiveAnswer(seat=0, ask=again.play.match.ask_id(0), answer=question.default())
    again.carry_out(1, answer, now=1155.0)
    assert again.deadlines() == {1: 1215.0}


def test_several_seats_at_one_screen_where_there_are_no_secrets(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=2)
        async with at(server, anna) as a:
            await refused(a, p.Sit(seat=1), "forbidden", "seat")
        anna = await open_table(server.base, game="open-pebbles", players=3)
        async with at(server, anna) as a:
            for seat in (1, 2):
                await a.do(p.Sit(seat=seat))
            await refused(a, p.Sit(seat=2), "conflict", "seat")
            await a.do(p.Start())
            await a.play_on()
            assert set(a.states) == {0, 1, 2}

    asyncio.run(play())


def test_whispers_are_for_games_that_allow_them_and_silence_is_kept(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, game="open-pebbles", players=3)
        ben, cleo = [await join(server.base, anna["table"], name) for name in ("Ben", "Cleo")]
        async with at(server, anna) as a, at(server, ben) as b, at(server, cleo) as c:
            await a.do(p.Say(text="psst", to=[1]))
            assert (await b.next("said"))["text"] == "psst"
            await a.do(p.Say(text="hello"))
            assert (await c.next("said"))["text"] == "hello"
            assert "psst" not in "".join(c.frames)
            async with at(server, cleo) as again:
                await again.until(lambda c: any(m["type"] == "said" for m in c.messages))
                assert "psst" not in "".join(again.frames)
            await refused(a, p.Say(text="psst", to=[7]), "not-found", "seat")
            await a.do(p.Start())
            await play_a_round(a, b, c)
            await a.until(lambda a: a.question(0) and a.question(0)["kind"] == "Amount")
            await refused(a, p.Say(text="bid 3!"), "conflict", "type")
            await a.do(p.Configure(settings=p.Settings(chat=False)))
            await refused(a, p.Say(text="bid 3!"), "forbidden", "type")
        quiet, _ = await two_people(server.base)
        async with at(server, quiet) as a:
            await refused(a, p.Say(text="psst", to=[1]), "forbidden", "to")

    asyncio.run(play())


def test_a_password_keeps_strangers_out(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=3, password="abyss")
        path = f"/api/tables/{anna['table']}/join"
        assert (await get(server.base, path[:-5])).json()["locked"]
        wrong = await post(server.base, path, {"name": "Eve", "password": "x"}, status=403)
        assert wrong["field"] == "password"
        await post(server.base, path, {"name": "Ben", "password": "abyss"}, status=200)
        with pytest.raises(Exception, match="1008"):
            await Player(server.base, anna["table"]).__aenter__()
        async with at(server, anna) as a:
            await a.do(p.Configure(password=""))
            await a.until(lambda a: not a.table["locked"])
            await a.do(p.Configure(settings=p.Settings(watchers=False)))
        await post(server.base, path, {"name": "Eve", "watch": True}, status=403)
        await post(server.base, path, {"name": "Cleo"}, status=200)
        assert b"abyss" not in server.hall.house.store.lobby(anna["table"]).password.encode()

    asyncio.run(play())


def test_a_newcomer_takes_over_a_bots_seat(server: Running) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=3)
        ben = await join(server.base, anna["table"], "Ben")
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.SetBot(seat=2, bot="random"))
            await a.do(p.Start())
            path = f"/api/tables/{anna['table']}/join"
            assert (await post(server.base, path, {"name": "Cleo"}, status=409))["field"] == "seat"
            await post(server.base, path, {"name": "Cleo", "seat": 1}, status=409)
            cleo = await join(server.base, anna["table"], "Cleo", seat=2)
            for player in (a, b):
                await player.do(p.Allow(asking=(await player.next("seat-asked"))["asking"], agree=True))
            async with at(server, cleo) as c:
                await c.until(lambda c: c.states.get(2))
                await b.do(p.Leave(seat=1))
                await c.do(p.Leave(seat=2))
                await refused(b, p.Sit(seat=2), "forbidden", "seat")
                await b.do(p.Sit(seat=1))
                await c.do(p.Sit(seat=2))
                await asyncio.gather(a.play_on(), b.play_on(), c.play_on())

    asyncio.run(play())


def test_who_gives_up_is_replaced_by_a_bot(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Start())
            await b.do(p.Concede(seat=1))
            await b.until(lambda b: b.table["seats"][1]["bot"] == "thumb")
            await a.play_on()
            await a.do(p.Rematch())

    asyncio.run(play())


def test_a_hint_is_what_a_sensible_player_would_do(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            await a.do(p.AskHint(seat=0))
            hint = await a.next("hint")
            assert hint["reason"]
            await refused(b, p.AskHint(seat=1), "stale", "seat")
            await a.answer(0, hint["answer"])

    asyncio.run(play())


def test_free_actions_and_standing_passes(server: Running) -> None:
    async def play() -> None:
        anna, ben = await two_people(server.base)
        async with at(server, anna) as a, at(server, ben) as b:
            await a.do(p.Start())
            await b.until(lambda b: b.states.get(1))
            await a.until(lambda a: a.asked())
            asked = a.question(0)
            assert [free["key"] for free in b.states[1]["free"]] == ["wave"]
            await b.do(p.Act(seat=1, key="wave"))
            await a.until(lambda a: a.logs[0] and a.logs[0][-1]["key"] == "waved")
            assert a.question(0) == asked
            await b.do(p.Stand(seat=1, until="Round"))
            await b.until(lambda b: b.states[1]["standing"] == "Round")
            await b.do(p.Stand(seat=1))
            await b.until(lambda b: b.states[1]["standing"] is None)
            await refused(b, p.Stand(seat=1, until="Nothing"), "stale", "until")

    asyncio.run(play())


def test_bots_wait_so_that_people_can_follow(serve: Serve) -> None:
    server = serve(bot_delay=0.3)

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="random")
        async with at(server, anna) as a:
            await a.do(p.Arrange(order=[1, 0]))
            loop = asyncio.get_running_loop()
            began = loop.time()
            await a.do(p.Start())
            await a.until(lambda a: a.asked())
            assert loop.time() - began >= 0.25

    asyncio.run(play())


def test_at_a_full_table_somebody_who_is_away_and_does_not_play_makes_room() -> None:
    lobby = new_lobby("t", "pebbles", 3, {}, p.Settings())
    for number in range(60):
        lobby.admit(f"Guest {number}")
    lobby.sit(2, 0, "")
    lobby.played[3] = 1
    fresh = lobby.admit("Fresh", here={4})
    assert [guest.id for guest in lobby.people][:5] == [1, 2, 3, 4, 6]
    assert lobby.people[-1] is fresh
    assert len(lobby.people) == 60
    with pytest.raises(Refusal, match="full"):
        lobby.admit("One more", here=range(100))
