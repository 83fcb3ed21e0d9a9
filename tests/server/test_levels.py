"""Bots that think ahead, at a web table: on every level they play on, and while they think people are heard."""

import asyncio
import logging
import os
import re
import subprocess
import sys
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from eschaton.bots import Sight
from eschaton.kernel.game import Advice
from eschaton.kernel.match import Match
from eschaton.server import protocol as p
from eschaton.server.form import Form
from eschaton.server.play import Play
from eschaton.server.thinkers import thought
from tests.server.client import Player, post
from tests.server.conftest import Running
from tests.toys import parley


async def open_table(base: str, **more: Any) -> dict[str, Any]:
    return await post(base, "/api/tables", {"game": "toy-parley", "name": "Anna", **more}, status=201)


def test_bots_that_think_play_to_the_end(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        anna = await open_table(server.base, players=3)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            for seat, level in enumerate(("easy", "hard"), 1):
                await player.do(p.SetBot(seat=seat, bot=level))  # type: ignore[arg-type]
            await player.do(p.Start())
            await player.play_on()
            assert [seat["bot"] for seat in player.table["seats"]] == [None, "easy", "hard"]
            assert player.table["outcome"]

    with caplog.at_level(logging.ERROR, logger="eschaton.server.table"):
        asyncio.run(play())
    assert not [record for record in caplog.records if "bot thought in vain" in record.message]


class Dreamer:
    """Never comes to an end, and notes when it is woken."""

    def __init__(self) -> None:
        self.begun = self.woken = 0

    async def answer(self, *about: Any) -> Any:
        self.begun += 1
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            self.woken += 1
            raise

    def close(self) -> None:
        pass


def test_people_are_heard_while_a_bot_thinks_and_it_stops_when_its_question_closes(server: Running) -> None:
    dreamer = server.hall.house.thinkers = Dreamer()

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="hard", start=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            while not dreamer.begun:
                await player.answer(0) if player.asked() else await asyncio.sleep(0.01)
            await player.do(p.Say(text="Are you asleep?"))
            assert not dreamer.woken
            await player.do(p.SetBot(seat=1, bot="thumb"))
            await player.do(p.EndMatch())
            async with asyncio.timeout(30):
                while dreamer.woken < dreamer.begun:
                    await asyncio.sleep(0.01)

    asyncio.run(play())


def test_a_bot_that_fails_to_think_stops_no_table(server: Running, caplog: pytest.LogCaptureFixture) -> None:
    class Broken(Dreamer):
        async def answer(self, *about: Any) -> Any:
            raise RuntimeError("no thought")

    server.hall.house.thinkers = Broken()

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="hard", start=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.play_on()

    with caplog.at_level(logging.CRITICAL):
        asyncio.run(play())


def test_a_bot_that_cannot_think_says_so_where_all_know_that_it_was_asked(server: Running) -> None:
    class Broken(Dreamer):
        async def answer(self, *about: Any) -> Any:
            raise TimeoutError

    server.hall.house.thinkers = Broken()

    async def play() -> None:
        anna = await open_table(server.base, players=2, bots="hard", start=True)
        async with Player(server.base, anna["table"], anna["token"]) as player:
            await player.play_on()
            tables = [message for message in player.messages if message["type"] == "table"]
            assert any(table["seats"][1]["below"] for table in tables)
            await player.until(lambda one: [m for m in one.messages if m["type"] == "notice"][1:])
            told = [message["text"] for message in player.messages if message["type"] == "notice"]
            bot = player.table["seats"][1]["name"]
            assert told[0] == f"{bot} plays below its level for now: it had no time to think."
            assert re.fullmatch(
                rf"For want of time to think, {bot} gave (\d+) of \1 answers below its level\.", told[-1]
            )

    asyncio.run(play())


def test_in_a_hidden_moment_nobody_is_told_that_a_bot_had_to_think() -> None:
    form = Form()
    assert not form.note(1, below=True, known=False), "that would tell that it could act"
    assert form.below == set()
    assert form.note(1, below=True, known=True)
    assert not form.note(1, below=True, known=True), "it was told already"
    assert not form.note(1, below=False, known=False)
    assert form.below == {1}
    assert form.note(1, below=False, known=True)
    assert form.summary(["Anna", "Bot 2"]) == ("For want of time to think, Bot 2 gave 3 of 5 answers below its level.")
    assert Form().summary(["Anna"]) == ""


def test_a_search_knows_that_its_time_ran_out() -> None:
    from eschaton.bots.search import Budget, SearchBot
    from tests.bots.tables import positions

    hurried: set[bool] = set()
    for seconds in (0.0, 60.0):
        bot = SearchBot(parley.GAME, budget=Budget(40, seconds=seconds))
        for table, ask in islice(positions(parley.GAME, 3, "hurry"), 20):
            bot.answer(Sight(parley.GAME, table, ask.seat), ask, Random(1))
            hurried.add(bot.hurried)
            assert not (bot.hurried and seconds), "nobody was in a hurry"
    assert hurried == {True, False}


def test_bots_do_unasked_what_is_advised_but_never_while_they_play_at_random() -> None:
    def advised(seen: dict[str, Any], seat: int, offered: Sequence[str], rng: Random) -> Advice:
        return Advice(offered[0], "It may be done.")

    game = replace(parley.GAME, unasked=advised)
    match = Match.new(game, 3, seed="unasked")
    play = Play(match)
    rng = Random(1)
    found: set[str | None] = set()
    while not match.over and not found - {None}:
        asks = match.asks()
        if not asks:
            match.go_on()
            continue
        seat = next(iter(asks))
        found |= {play.unasked(seat, "thumb", rng) for _ in range(300)}
        assert play.unasked(seat, "random", AlwaysEager()) is None
        match.answer(seat, asks[seat].sample(rng))
    assert found - {None}, "nothing was ever done unasked"


class AlwaysEager(Random):
    """Random numbers by which a bot always considers what may be done unasked."""

    def random(self) -> float:
        return 0.0


def test_a_thought_is_only_about_ones_own_question() -> None:
    from eschaton.kernel.save import save
    from tests.bots.tables import positions
    from tests.toys import parley

    setup = parley.GAME.checked(2, {})
    table, ask = next(iter(positions(parley.GAME, 2, "thought")))
    ask.check(thought(parley.GAME.id, (), setup, save(table), ask.seat, "easy", 1).answer)
    with pytest.raises(LookupError):
        thought(parley.GAME.id, (), setup, save(table), 7, "easy", 1)


ENDING = """
import asyncio, logging
from eschaton.games import every_game
from eschaton.kernel.game import find_game
from eschaton.kernel.match import Match
from eschaton.server.thinkers import Thinkers


async def think(thinkers, match):
    asks = [asyncio.ensure_future(thinkers.answer(match, (), seat, "hard", 1)) for seat in [*match.asks()] * 5]
    await asyncio.wait(asks, return_when=asyncio.FIRST_COMPLETED)
    [each.cancel() for each in asks]


if __name__ == "__main__":
    every_game()
    thinkers = Thinkers(1)
    asyncio.run(think(thinkers, Match.new(find_game("cult"), 5, {}, seed="1")))
    workers = list(thinkers.pool._processes.values())
    thinkers.close()
    assert not any(worker.is_alive() for worker in workers)
"""


def test_a_server_that_ends_leaves_no_process_and_nothing_shared(tmp_path: Path) -> None:
    (tmp_path / "ending.py").write_text(ENDING)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    ended = subprocess.run(
        [sys.executable, tmp_path / "ending.py"], capture_output=True, text=True, timeout=60, env=environment
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr == ""
