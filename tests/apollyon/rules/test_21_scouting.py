"""Section 21: Scouting, with its worked examples."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.box.timings import SCOUTED
from eschaton.games.apollyon.rules.scouting import Scouting
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, Driver
from tests.apollyon.yard import Yard


@rule("SA-EX-29", "SA-21.1", "SA-21.2", "SA-21.3", "SA-21.4", "SA-21.5", "SA-21.7", "SA-21.8", "SA-Q-46")
def test_four_scouts_of_two_players(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).situation("bottom", "keter", cost=3)
    bottom = game.table.decks["situation"].cards[0]
    for name, seat in (("Ana", S0), ("Bo", S0), ("Cy", S1), ("Di", S1)):
        game.character(name, seat, "1/2").team(seat, "mtf-01", name)
    game.plan(S0, "S1").plan(S1, "agree").dice("6 3 2 5").scout("S0-mtf-01", "S1-mtf-01")
    card = game.table.discards["asset"].cards[0]
    assert game.pool_of(S1)["intel"] == 3 + game.box.assets[card].intel
    assert len(game.table.discards["asset"]) == 1
    assert not game.pool_of(S0)
    assert game.table.discards["situation"].cards == (bottom,)
    assert not game.table.anomalies
    assert game.m == 19


@rule("SA-Q-46", "SA-21.2", "SA-21.3")
def test_each_token_and_card_may_go_to_another_player(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").character("Cy", S1, "1/2")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Cy")
    game.plan(S0, "each", "S1", "S0", "S1").plan(S1, "agree", "agree", "agree", "agree").dice("6 5")
    game.scout("S0-mtf-01", "S1-mtf-01")
    [card] = game.table.discards["asset"].cards
    assert game.pool_of(S0) == {"intel": 1}
    assert game.pool_of(S1)["intel"] == 1 + game.box.assets[card].intel
    assert [told["who"] for told in game.events("took")] == [S1]


@rule("SA-Q-46")
def test_a_single_token_is_not_shared(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").character("Cy", S1, "1/2")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Cy").dice("3 2").begin(Scouting(["S0-mtf-01", "S1-mtf-01"]))
    game.play_on(until="Decide")
    assert list(game.asks(S0).options) == ["S0", "S1"]


@rule("SA-EX-31", "SA-21.6", "SA-Q-45", "SA-Q-47")
def test_caught(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "2/2").character("Bo", S0, "2/2").team(S0, "mtf-01", "Ana", "Bo")
    game.situation("bottom", "safe", rewards={"space": 1}).next_anomaly("Thing", "safe", "1/2")
    game.dice("1 2", "3 4 1 2", "2").scout()
    assert game.at("Thing") == "subdued"
    assert game.what("Thing").mtf == "S0-mtf-01"
    assert not game.pool_of(S0)
    assert not game.events("stand")
    assert not game.events("medal")
    assert game.m == 17


@rule("SA-Q-45", "SA-21.6")
def test_what_is_not_subdued_is_loose_and_a_false_alarm_is_nothing(apollyon: type[Driver]) -> None:
    def caught(object_class: str, **options: Any) -> Driver:
        game = apollyon(**options).character("Ana", S0, "2/2").team(S0, "mtf-01", "Ana")
        game.situation("bottom", object_class, rewards={"space": 1})
        return game.next_anomaly("Thing", object_class, "0/2").dice("1")

    assert caught("euclid").dice("3 1").scout().at("Thing") == "public"
    assert not caught("false-alarm").scout().table.anomalies
    full = caught("euclid", scouting_full_situation=True).plan(S0, "stand").dice("3 3").scout()
    assert full.at("Thing") == "subdued"
    assert full.pool_of(S0) == {"space": 1}
    assert full.who("Ana").medals == 1


@rule("SA-33.14", "SA-33.15", "SA-Q-46", "SA-33.3")
def test_scouts_find_more_and_are_not_caught(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/2", "scout").character("Bo", S0, "1/2").team(S0, "mtf-01", "Ana", "Bo")
    many = len(game.table.decks["situation"])
    game.dice("1 3").scout()
    assert game.pool_of(S0) == {"intel": 2}
    assert len(game.table.decks["situation"]) == many
    cogged = apollyon().character("Ana", S0, "1/2", "scout", cogs=1).team(S0, "mtf-01", "Ana")
    assert cogged.situation("bottom", "keter").dice("1").scout().pool_of(S0) == {}
    assert len(cogged.table.discards["situation"]) == 1
    expert = (
        apollyon().character("Ana", S0, "1/2", "expert 1").character("Bo", S0, "1/2").team(S0, "mtf-01", "Ana", "Bo")
    )
    expert.situation("bottom", "keter").dice("1 3").scout()
    assert expert.pool_of(S0) == {"intel": 2}
    assert len(expert.table.discards["situation"]) == 1


@rule("SA-21.4", "SA-Q-100")
def test_one_card_however_many_dice_fail_and_minions_do_not_scout(apollyon: type[Driver]) -> None:
    game = (
        apollyon().character("Ana", S0, "1/2", minions="1/1").character("Bo", S0, "1/2").team(S0, "mtf-01", "Ana", "Bo")
    )
    game.situation("bottom", "keter").situation("bottom", "keter").dice("1 1").scout()
    assert len(game.table.discards["situation"]) == 1


@rule("SA-21.3", "SA-EX-10")
def test_a_text_may_change_what_a_pop_gives(apollyon: type[Driver]) -> None:
    def no_card(table: Any, use: Any) -> None:
        scouting = table.find(use.about)
        mine = [
            face for piece, face in zip(scouting.team, scouting.dice, strict=True) if table.characters[piece].seat == S0
        ]
        table.amend(use.about, cards=scouting.cards - mine.count(6))

    game = apollyon(players=2).character("Ana", S0, "1/2").character("Bo", S1, "1/2")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").says("director-1", SCOUTED, no_card)
    game.dice("6 6").scout("S0-mtf-01", "S1-mtf-01")
    assert len(game.table.discards["asset"]) == 1


@rule("SA-21.6", "SA-1.9")
def test_what_a_text_destroys_is_brought_nowhere(apollyon: type[Driver]) -> None:
    game = apollyon().character("Bo", S0, "2/2").team(S0, "mtf-01", "Bo").situation("bottom", "safe")
    game.next_anomaly("Thing", "safe", "0/1").text("thing", "When this anomaly is subdued: Destroy this anomaly.")
    game.dice("1", "3 3").scout()
    assert game.at("thing") == "discard"
    assert "thing" not in game.table.anomalies


@rule("SA-21.7", "SA-21.6", "SA-18.14")
def test_scouts_who_do_not_come_back_have_sent_word(apollyon: type[Driver]) -> None:
    game = apollyon().character("Bo", S0, "1/1").character("Cy", S0, "1/1").team(S0, "mtf-01", "Bo", "Cy")
    game.situation("bottom", "euclid").next_anomaly("Thing", "euclid", "2/1")
    game.dice("5 2", "3 1", "3 3").plan(S0, "bo", "cy").scout()
    assert (game.at("bo"), game.at("cy"), game.at("thing")) == ("discard", "discard", "public")
    assert game.pool_of(S0) == {"intel": 1}


@rule("SA-33.14", "SA-33.15", "SA-Q-46", "SA-33.19")
@pytest.mark.parametrize(("cogs", "intel", "caught"), [(0, 3, False), (1, 2, True)])
def test_each_scout_in_his_mind_makes_good_one_failure(
    apollyon: type[Driver], cogs: int, intel: int, caught: bool
) -> None:
    game = apollyon().character("Bo", S0, "1/2", "scout").character("Cy", S0, "1/2", "scout", cogs=cogs)
    game.character("Di", S0, "1/2").team(S0, "mtf-01", "Bo", "Cy", "Di").situation("bottom", "keter")
    game.dice("2 1 5").scout()
    assert game.pool_of(S0) == {"intel": intel}
    assert bool(game.events("caught")) == caught


@rule("SA-Q-47", "SA-Q-79", "SA-21.4")
def test_the_only_situation_is_the_bottom_one_and_there_may_be_none(yard: type[Yard]) -> None:
    game = yard().staff("bo", "1/2", zone="mtf-01").deck("situation", "only thaumiel 1")
    game.next_anomaly("thing", "thaumiel", "0/1").begin(Scouting(["S0-mtf-01"])).rolls(1, 3)
    assert game.at("thing") == "subdued"
    assert not game.table.next_situation.cards
    game.table.discards["situation"].take()
    assert game.begin(Scouting(["S0-mtf-01"])).rolls(1).done


@rule("SA-Q-46", "SA-20.7")
@pytest.mark.parametrize("mtfs", [["S0-mtf-01", "S1-mtf-01"], ["S1-mtf-01", "S0-mtf-01"]])
def test_your_scouting_rolls_are_the_dice_of_your_characters(apollyon: type[Driver], mtfs: list[str]) -> None:
    game = apollyon(players=2, agree_by_silence=True).character("Ana", S0, "1/5").character("Bo", S1, "1/5")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").situation("bottom", "keter")
    director = game.table.sites[S1].director
    game.box.loose.pop(director, None)
    game.text(director, "Your Scouting rolls have -2 measure.", "director").dice("1 1").scout(*mtfs)
    assert sum(site.pool["intel"] for site in game.table.sites) == 1, "Bo's die alone"
    assert game.events("caught"), "Ana's has failed"
