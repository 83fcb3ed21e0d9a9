"""Bots are honest: change what a bot's seat cannot know, and with the same random numbers it answers the same."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from eschaton.bots import Bot, RandomBot, SearchBot, Sight, ThumbBot
from eschaton.bots.levels import LEVELS
from eschaton.bots.search import Budget
from eschaton.kernel.game import Game
from eschaton.kernel.knowledge import resample
from eschaton.kernel.machine import settle
from eschaton.kernel.save import save
from eschaton.kernel.table import Table
from tests import LONG
from tests.bots.tables import positions
from tests.laws.register import games

GAMES = games()


def bots_for(game: Game) -> list[Bot]:
    """Every kind of bot; levels with their own whims but, so that no clock decides, with time enough."""
    found: list[Bot] = [RandomBot(game), SearchBot(game, budget=Budget(24, seconds=1e9))]
    if game.advice is not None:
        found.append(ThumbBot(game))
    for name, level in LEVELS.items():
        tries = level.budget.iterations if LONG else min(level.budget.iterations, 16)
        found.append(SearchBot(game, name, replace(level.budget, iterations=tries, seconds=1e9), level.noise))
    return found


def other_worlds(table: Table, seat: int, many: int) -> list[Table]:
    """Tables that this seat cannot tell from the true one, and that are not it."""
    found = [resample(table, seat, Random(number)) for number in range(many)]
    return [other for other in found if save(other) != save(table)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_bots_choice_does_not_depend_on_what_it_cannot_know(game: Game) -> None:
    bots, compared = bots_for(game), 0
    rng = Random(f"honest {game.id}")
    wanted = 60 if LONG else 8
    for number in range(2 * wanted):
        if compared >= wanted:
            break
        for table, ask in positions(game, rng.choice(game.players), f"{game.id}/{number}", 0.05):
            worlds = other_worlds(table, ask.seat, 1)
            if not worlds:
                continue
            question = settle(worlds[0])
            assert question is not None
            same = question.of(worlds[0], ask.seat)
            assert same is not None
            for bot in bots:
                here = bot.answer(Sight(game, table, ask.seat), ask, Random(number))
                there = bot.answer(Sight(game, worlds[0], ask.seat), same, Random(number))
                assert here == there, f"{bot.name} answers {type(ask).__name__} {ask.rule} by what it cannot know"
                ask.check(here)
                offered = list(table.free(ask.seat))
                if offered:
                    here = bot.unasked(Sight(game, table, ask.seat), offered, Random(number))
                    there = bot.unasked(Sight(game, worlds[0], ask.seat), offered, Random(number))
                    assert here == there, f"{bot.name} does unasked what depends on what it cannot know"
            compared += 1
            if compared > number:
                break
    assert compared >= wanted


class Cheat:
    """A bot that looks into the others' hands, to show that the test above would find it."""

    name = "cheat"
    eager = 0.0
    reason = ""

    def answer(self, sight: Sight, ask: object, rng: Random) -> bytes:
        table: Table = sight._Sight__table  # type: ignore[attr-defined]
        return save(table)


def test_a_cheat_is_found() -> None:
    game = GAMES[0]
    for table, ask in positions(game, 2, "cheat"):
        for other in other_worlds(table, ask.seat, 3):
            cheat = Cheat()
            assert cheat.answer(Sight(game, table, 0), ask, Random(0)) != cheat.answer(
                Sight(game, other, 0), ask, Random(0)
            )
            return
    raise AssertionError("no two worlds were found")


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_is_imagined_is_never_the_table_itself_and_changes_nothing(game: Game) -> None:
    for table, ask in positions(game, game.players[-1], "imagine", 0.1):
        before = save(table)
        sight = Sight(game, table, ask.seat)
        imagined = sight.imagine(Random(1))
        assert imagined is not table
        imagined.stack.clear()
        SearchBot(game, budget=Budget(4, seconds=1e9)).answer(sight, ask, Random(2))
        assert save(table) == before
        break
