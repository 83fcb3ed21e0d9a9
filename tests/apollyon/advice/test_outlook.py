"""What a search weighs imagined tables by, and what it expects of the others."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eschaton.bots import SearchBot, Sight, ThumbBot
from eschaton.bots.belief import Belief
from eschaton.bots.rollout import Rollout
from eschaton.bots.script import Script
from eschaton.bots.search import Budget
from eschaton.games.apollyon import with_packs
from eschaton.games.apollyon.advice.outlook import habit, lacking, outlook
from eschaton.games.apollyon.box.components import PUBLIC
from eschaton.kernel.ask import Assign
from eschaton.kernel.game import Game
from eschaton.kernel.machine import Question, settle
from eschaton.kernel.seen import seen
from eschaton.lab.playout import Playout

GAME = with_packs(())


class Reached(Exception):
    """A step has been reached."""


def at(step: str, players: int = 2, turn: int = 1) -> tuple[Any, Question]:
    """A table of rule-of-thumb players when this step asks, in this turn or later."""

    def watch(table: Any) -> None:
        if type(table.stack[-1]).__name__ == step and table.turn >= turn:
            raise Reached

    played = Playout(GAME, GAME.checked(players, {}), [ThumbBot(GAME)], "outlook", watch)
    with pytest.raises(Reached):
        played.run()
    question = settle(played.table)
    assert question is not None
    return played.table, question


def test_all_hope_alike_for_masquerade_and_assets_and_fear_what_is_loose() -> None:
    table, _ = at("Assignments")
    before = outlook(table)
    assert len(set(before)) == 1
    assert 0.0 < before[0] < 1.0
    table.masquerade += 3
    assert outlook(table)[0] > before[0]
    table.masquerade -= 3
    piece = next(piece for piece, what in table.anomalies.items() if table.box.anomalies[piece].masquerade_cost)
    table.anomalies[piece].zone = PUBLIC
    assert outlook(table)[0] < before[0]


def test_what_is_saved_is_lacking_no_more() -> None:
    table, _ = at("Growth")
    cards = table.box.of_class("apollyon")
    for site in table.sites:
        site.pool = dict.fromkeys(site.pool, 0)
    assert lacking(table, cards) == 6  # two of each kind with two players
    table.sites[0].pool["space"] = 1
    assert lacking(table, cards) == 5
    table.sites[1].pool = dict.fromkeys(table.sites[1].pool, 2)
    assert lacking(table, cards) == 0


def test_the_advised_course_of_a_step_is_played_by_all_as_far_as_it_can_be() -> None:
    table, question = at("Growth")
    seat = question.ask.seat
    advised = GAME.advice(seen(table, seat), question.ask, Random(1)).answer  # type: ignore[misc]
    belief = Belief(Sight(GAME, table, seat), Random(1))
    script = Script(GAME, belief, question.ask, advised, Random(1))
    assert {*script.answers, *(other for other, _ in script.others)} == {0, 1}
    assert all(answers[-1] == "ready" for answers in script.answers.values())
    play = Rollout(GAME, belief.scenario(0))
    play.answer(seat, advised)
    script.follow(play)
    assert play.question is not None
    assert play.question.step.serial != question.step.serial


def test_habit_spares_whom_the_next_wound_would_destroy() -> None:
    table, question = at("PlaceTokens")
    key = habit(table, question.ask, Random(1))
    question.ask.check(key)
    if key in table.characters:
        room = {piece: table.box.characters[piece].subdue - who.wounds for piece, who in table.characters.items()}
        assert room[key] == max(room[piece] for piece in question.ask.options if piece in room)  # type: ignore[attr-defined]


def test_habit_gives_up_the_dice_that_are_not_needed() -> None:
    table, question = at("GiveUpDice")
    fight = table.pending(question.step.fight)
    fight.tranquilized = -30  # what they fight is much too strong for them,
    assert habit(table, question.ask, Random(1)) == 0
    fight.tranquilized = 30  # or falls at a touch
    assert habit(table, question.ask, Random(1)) == question.ask.most  # type: ignore[attr-defined]


def test_where_nothing_is_advised_habit_does_the_usual() -> None:
    table, question = at("Lead", players=3)
    assert isinstance(question.ask, Assign)
    assert habit(table, question.ask, Random(1)) == question.ask.default()


def test_search_keeps_to_the_advice_where_nothing_seems_much_better() -> None:
    table, question = at("Growth")
    seat = question.ask.seat
    doubtful = SearchBot(replaced(1.0), budget=Budget(12, seconds=1e9))
    advised = GAME.advice(seen(table, seat), question.ask, Random(1)).answer  # type: ignore[misc]
    sight = Sight(replaced(1.0), table, seat)
    assert doubtful.answer(sight, question.ask, Random(1)) == advised


def replaced(doubt: float) -> Game:
    """The game, with so much doubt."""
    from msgspec.structs import replace

    return replace(GAME, doubt=doubt)
