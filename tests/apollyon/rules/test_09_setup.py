"""Sections 1, 2.2, 9 and 10: setting up, with its switches."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.box.components import base_situations, slots_for
from eschaton.kernel.ask import CHANCE, Choose, Shuffle
from eschaton.kernel.game import Setup
from eschaton.kernel.machine import answer
from eschaton.kernel.save import normal
from eschaton.ledger import rule
from tests.apollyon.driver import GAME, S0, S1, S2, Driver


def set_up(game: Driver, until: str = "IntelCheck", **chosen: Any) -> Driver:
    """Through the set-up: S0 is Administrator, all else by default or as chosen by step."""
    while game.waiting != until:
        question = game.question
        ask = question.ask
        if ask.seat == CHANCE:
            given = ask.default() if isinstance(ask, Shuffle) else [6]
        else:
            given = chosen.get(game.waiting, ask.default())
        answer(game.table, question, ask.seat, given)
    return game


@rule("SA-1.1", "SA-1.2", "SA-EX-5", "SA-2.1", "SA-2.2", "SA-3.7", "SA-9.4", "SA-9.5", "SA-10.5", "SA-10.6", "SA-10.7")
@pytest.mark.parametrize(("players", "masquerade", "slots", "covers"), [
    (1, 17, 6, 2), (2, 19, 6, 2), (3, 21, 6, 2), (4, 23, 8, 0), (5, 25, 8, 0), (6, 27, 8, 0),
])  # fmt: skip
def test_what_lies_on_the_table(apollyon: type[Driver], players: int, masquerade: int, slots: int, covers: int) -> None:
    game = apollyon.dealt(players)
    assert (game.m, game.table.turn_tracker) == (masquerade, 6)
    set_up(game, until="PickClasses")
    table = game.table
    assert slots_for(players) == slots
    assert len(table.covers) == covers
    assert len(table.sites) == players
    for site in table.sites:
        assert site.pool == {"space": 1, "personnel": 1, "resources": 1, "intel": 0}
        assert len(table.in_zone(site.seat, "garrison")) == 2


@rule("SA-EX-4", "SA-12.7")
def test_base_situations() -> None:
    assert [base_situations(players) for players in range(1, 7)] == [1, 2, 2, 3, 3, 4]


@rule("SA-9.2", "SA-11.2")
def test_each_picks_a_director_and_no_two_the_same(apollyon: type[Driver]) -> None:
    game = set_up(apollyon.dealt(2), until="PickDirectors")
    answer(game.table, game.question, S1, "director-3")
    assert "director-3" not in game.offers(S0)
    assert game.asks(S1) is None
    answer(game.table, game.question, S0, "director-1")
    game.settle()
    assert [site.director for site in game.table.sites] == ["director-1", "director-3"]


@rule("SA-9.6", "SA-9.7", "SA-9.8", "SA-2.3")
def test_the_starting_anomaly_is_contained_free_of_charge(apollyon: type[Driver]) -> None:
    game = set_up(apollyon.dealt(1), until="PickClasses")
    assert game.offers(S0) == ["safe", "euclid", "keter"]
    top = game.table.decks["keter"].cards[-1]
    before = game.pool_of(S0)
    set_up(game, PickClasses="keter")
    held = game.what(top)
    assert (held.zone, held.seat) == ("ac", S0)
    assert held.tokens == {kind: many for kind, many in game.box.anomalies[top].containment.items() if many}
    assert game.pool_of(S0) == before


@rule("SA-10.1")
def test_the_players_name_the_administrator(apollyon: type[Driver]) -> None:
    game = apollyon.dealt(3)
    assert game.waiting == "Decide"
    assert game.question.ask.seat == S0
    game.answer(S0, "S2").answer(S1, "agree").answer(S2, "agree")
    assert game.table.administrator == S2


@rule("SA-10.2", "SA-Q-4")
def test_every_deck_is_shuffled_before_anything_is_drawn(apollyon: type[Driver]) -> None:
    game = apollyon.dealt(1)
    shuffled = []
    while isinstance(game.question.ask, Shuffle):
        shuffled.append(game.question.ask.purpose)
        answer(game.table, game.question, CHANCE, game.question.ask.default())
    decks = ["character", "asset", "intel", "event", "false-alarm", "safe", "euclid", "keter", "thaumiel", "apollyon"]
    assert shuffled == [f"{deck} deck" for deck in [*decks, "situation"]]
    assert game.waiting == "PickDirectors"


@rule("SA-10.9", "SA-10.10", "SA-Q-81")
def test_one_apollyon_is_set_aside_unseen(apollyon: type[Driver]) -> None:
    game = set_up(apollyon.dealt(2))
    assert len(game.table.apollyon) == 1
    assert not game.table.decks["apollyon"].cards
    assert len(game.table.unused) == len(game.box.of_class("apollyon")) - 1
    for viewer in (S0, S1, None):
        assert game.seen(viewer)["apollyon"]["cards"] == [None]
        assert game.seen(viewer)["unused"]["cards"] == [None, None]


@rule("SA-34.2")
def test_in_the_easier_game_the_players_pick_it_and_all_see_it(apollyon: type[Driver]) -> None:
    game = apollyon.dealt(1, easier=True)
    set_up(game, Decide="apollyon-2")
    assert game.table.apollyon.cards == ("apollyon-2",)
    assert game.seen(None)["apollyon"]["cards"] == ["apollyon-2"]


@rule("SA-10.3", "SA-34.1")
def test_a_beaten_apollyon_is_taken_out(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.setup import laid_out

    chosen = GAME.checked(1, {}, {"beaten": ["apollyon-1", "apollyon-3"]})
    assert isinstance(chosen, Setup)
    table = normal(laid_out(chosen, apollyon(1).box.key))
    assert table.decks["apollyon"].cards == ("apollyon-2",)


@rule("SA-10.4", "SA-Q-5")
def test_the_administrator_may_choose_the_first_situation_by_its_unknown_side(apollyon: type[Driver]) -> None:
    game = set_up(apollyon.dealt(1, choose_top_situation=True), until="ChooseTop")
    ask = game.question.ask
    assert isinstance(ask, Choose)
    assert "situation 5/3" in ask.options
    assert "the-deep" not in ask.options
    game.answer(S0, "situation 5/3")
    assert game.table.next_situation.back == "situation 5/3 #1"
    assert game.seen(None)["next_situation"] == {"back": "situation 5/3 #1", "cards": [None]}
    assert set_up(apollyon.dealt(1)).table.next_situation  # without the switch nobody is asked


@rule("SA-Q-106")
def test_slot_covers_are_false_alarms_and_leave_the_situations_alone(apollyon: type[Driver]) -> None:
    game = set_up(apollyon.dealt(3), until="PickDirectors")
    assert all(game.box.anomalies[piece].object_class == "false-alarm" for piece in game.table.covers.cards)
    many = len(game.table.decks["situation"]) + len(game.table.next_situation)
    assert many == len(game.box.situations)
    assert game.seen(S0)["covers"]["cards"] == [None, None]
