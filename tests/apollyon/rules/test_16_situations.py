"""Sections 3, 16, 17 and 19: resolving Situations, False Alarms, the Retreat Order."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.box.timings import FIRST_CONTACT, WON
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.missions import Missions
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, Driver


def facing(apollyon: type[Driver], object_class: str = "euclid", stats: str = "2/2", **given: Any) -> Driver:
    """Ana 2/2 and Bo 2/2 before a Situation with 2 Masquerade Tokens, at M 15."""
    options = given.pop("options", {})
    game = apollyon(**options).masquerade(15).character("Ana", S0, "2/2").character("Bo", S0, "2/2")
    game.team(S0, "mtf-01", "Ana", "Bo").situation("slot.1", object_class, tokens=2, rewards={"space": 1})
    return game.next_anomaly("Thing", object_class, stats, **given)


@rule("SA-16.1", "SA-16.3", "SA-16.4", "SA-16.10", "SA-3.5", "SA-3.12", "SA-19.1", "SA-Q-42")
def test_the_order_of_a_resolution(apollyon: type[Driver]) -> None:
    seen: list[str] = []

    def effect(table: Any, use: Any) -> None:
        seen.append("Situation" if not table.anomalies else "anomaly")

    game = facing(apollyon)
    situation = game.table.situations["slot.1"].piece
    game.says(situation, FIRST_CONTACT, effect).says("thing", FIRST_CONTACT, effect).begin(
        Resolve("slot.1", ["S0-mtf-01"])
    )
    assert game.waiting == "RetreatOrder"
    assert seen == ["Situation"]
    assert not game.table.anomalies
    assert game.seen(None)["situations"]["slot.1"]["card"]["cards"] == [situation]
    game.answer(S0, "stand")
    assert seen == ["Situation", "anomaly"]
    assert game.waiting == "TeamRoll"
    game.dice("3 3 1 1", "1 1").play_on()
    keys = [event.key for event in game.log]
    order = [
        "first contact",
        "stand",
        "found",
        "team rolled",
        "exchange",
        "subdued",
        "masquerade gained",
        "gained",
        "medal",
    ]
    assert [key for key in keys if key in order] == order


@rule("SA-6.6", "SA-Q-97", "SA-6.16")
def test_first_contact_applies_only_when_it_has_just_been_found(apollyon: type[Driver]) -> None:
    def counts(table: Any, use: Any) -> None:
        table.anomalies["thing"].counters += 1

    found = facing(apollyon, stats="0/9").says("thing", FIRST_CONTACT, counts).dice("1 1 1 1").investigate("slot.1")
    assert found.what("Thing").counters == 1
    assert found.at("Thing") == "public"
    found.dice("1 1 1 1").capture("thing")
    assert found.what("Thing").counters == 1


@rule("SA-16.6", "SA-16.7", "SA-18.18", "SA-Q-96", "SA-16.9")
def test_a_lost_fight_gives_the_cost_back_but_no_rewards(apollyon: type[Driver]) -> None:
    game = facing(apollyon, stats="1/9").plan(S0, "ana").dice("3 3 1 1", "3").investigate("slot.1")
    assert game.m == 17
    assert not game.pool_of(S0)
    assert not game.events("medal")
    assert game.at("Thing") == "public"
    assert not game.table.situations
    strict = facing(apollyon, stats="0/9", options={"recoup_needs_win": True}).dice("3 3 1 1").investigate("slot.1")
    assert strict.m == 15


@rule("SA-16.8", "SA-Q-40", "SA-18.14")
def test_a_team_wiped_out_gets_nothing_back(apollyon: type[Driver]) -> None:
    game = facing(apollyon, stats="4/2").plan(S0, "ana", "ana", "bo", "bo").dice("3 3 3 3", "3 3 3 3")
    game.investigate("slot.1")
    assert game.at("Ana") == game.at("Bo") == "discard"
    assert game.m == 15
    assert game.at("Thing") == "public"
    assert not game.table.situations
    assert not game.pool_of(S0)


@rule("SA-Q-40")
def test_a_team_made_wholly_lost_counts_as_wiped_out(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.box.timings import EVERY_CONTACT
    from eschaton.games.apollyon.rules.zones import lose_character

    def swallow(table: Any, use: Any) -> None:
        for piece in ("ana", "bo"):
            lose_character(table, piece, "thing")

    game = facing(apollyon, stats="4/1").says("thing", EVERY_CONTACT, swallow).investigate("slot.1")
    assert not game.events("team rolled")
    assert not game.events("anomaly rolled")
    assert game.m == 15
    assert game.at("Thing") == "public"


@rule("SA-15.3", "SA-15.2")
def test_an_intercepted_situation_gives_no_m_back_but_its_rewards(apollyon: type[Driver]) -> None:
    game = apollyon().masquerade(15).character("Ana", S0, "2/2").team(S0, "mtf-01", "Ana")
    game.situation("intercept.1", "safe", cost=2, tokens=0, rewards={"space": 1}).next_anomaly("Thing", "safe", "0/1")
    game.dice("3 1").investigate("intercept.1")
    assert game.m == 15
    assert game.pool_of(S0) == {"space": 1}
    assert game.who("Ana").medals == 1


@rule("SA-6.12", "SA-6.13", "SA-Q-87")
def test_a_revealed_situation_is_resolved_like_any_other(apollyon: type[Driver]) -> None:
    def effect(table: Any, use: Any) -> None:
        table.masquerade += 7

    game = facing(apollyon, stats="0/9")
    lying = game.table.situations["slot.1"]
    lying.card.show(-1)
    game.says(lying.piece, FIRST_CONTACT, effect).dice("1 1 1 1").investigate("slot.1")
    assert game.m == 15 + 7 + 2


@rule("SA-19.1", "SA-Q-41")
def test_retreat_can_be_forbidden_and_is_not_offered_elsewhere(apollyon: type[Driver]) -> None:
    game = facing(apollyon, stats="0/9")
    game.table.last(Lasting("may retreat", "forbid"))
    game.plan(S0, "retreat").dice("1 1 1 1").investigate("slot.1")
    assert game.events("team rolled")
    capture = apollyon().character("Ana", S0, "1/1").team(S0, "mtf-01", "Ana").anomaly("Thing", "safe", "0/9")
    assert not capture.dice("1").capture("thing").events("stand")


@rule("SA-Q-41", "SA-33.5")
def test_a_retreating_team_keeps_its_shields_and_further_firepower(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "2/2", "firepower", "defender 1").character("Bo", S0, "2/2", "firepower")
    game.team(S0, "mtf-01", "Ana", "Bo").situation("slot.1", "keter").next_anomaly("Thing", "keter", "4/9")
    game.plan(S0, "retreat", "bo").dice("6 6 5").investigate("slot.1")
    assert game.who("Bo").wounds == 1
    assert game.who("Ana").wounds == 0


@rule("SA-16.5", "SA-20.1")
@pytest.mark.parametrize("reward", ["personnel", "resources", "space", "intel"])
def test_token_rewards(apollyon: type[Driver], reward: str) -> None:
    game = apollyon().character("Ana", S0, "1/1").team(S0, "mtf-01", "Ana")
    game.situation("slot.1", "safe", rewards={reward: 2}).next_anomaly("Thing", "safe", "0/1")
    assert game.dice("3").investigate("slot.1").pool_of(S0) == {reward: 2}


@rule("SA-16.5")
def test_other_rewards(apollyon: type[Driver]) -> None:
    game = apollyon().masquerade(15).character("Ana", S0, "1/1").team(S0, "mtf-01", "Ana")
    rewards = {"asset_cards": 2, "medals": 1, "masquerade": 3, "study": 1}
    game.situation("slot.1", "safe", cost=0, rewards=rewards).next_anomaly("Thing", "safe", "0/1")
    game.plan(S0, "stand", "ana", "ana").dice("3").investigate("slot.1")
    assert game.m == 18
    assert game.who("Ana").medals == 2
    assert game.what("Thing").study == 1
    assert len(game.table.discards["asset"]) == 2
    assert sum(game.pool_of(S0).values()) > 0


@rule("SA-16.5", "SA-6.14")
def test_the_players_of_a_joint_mission_say_who_gets_the_rewards(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/1").character("Bo", S1, "1/1")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").situation("slot.1", "safe", rewards={"space": 1})
    game.next_anomaly("Thing", "safe", "0/1").plan(S0, "stand", "S0-mtf-01", "S1").plan(S1, "agree", "agree")
    game.dice("3 1").investigate("slot.1", "S0-mtf-01", "S1-mtf-01")
    assert game.pool_of(S1) == {"space": 1}
    assert not game.pool_of(S0)


@rule("SA-16.5")
def test_texts_speak_of_a_won_situation(apollyon: type[Driver]) -> None:
    def more(table: Any, use: Any) -> None:
        table.masquerade += 4

    game = facing(apollyon).says("ana", WON, more).dice("3 3 1 1", "1 1").investigate("slot.1")
    assert game.m == 15 + 2 + 4


@rule("SA-Q-79")
def test_the_next_class_stands_in_for_an_exhausted_one(apollyon: type[Driver]) -> None:
    def emptied(*classes: str) -> Driver:
        game = apollyon().masquerade(15).character("Ana", S0, "1/1").team(S0, "mtf-01", "Ana")
        game.situation("slot.1", "keter", tokens=2, rewards={"space": 1})
        for name in classes:
            pile = game.table.decks[name]
            while pile.cards:
                pile.take()
        return game

    game = emptied("keter").next_anomaly("Thing", "euclid", "0/1").dice("3").investigate("slot.1")
    assert game.at("Thing") == "subdued"
    game = emptied("keter", "euclid").next_anomaly("Thing", "safe", "0/1").dice("3").investigate("slot.1")
    assert game.at("Thing") == "subdued"
    nothing = emptied("keter", "euclid", "safe").investigate("slot.1")
    assert nothing.m == 17
    assert not nothing.table.situations
    assert not nothing.pool_of(S0)


@rule("SA-16.5", "SA-1.9", "SA-Q-94")
@pytest.mark.parametrize("object_class", ["euclid", "false-alarm"])
def test_what_a_text_destroys_when_it_is_subdued_is_won_but_brought_nowhere(
    apollyon: type[Driver], object_class: str
) -> None:
    game = apollyon().character("Bo", S0, "2/2").situation("slot.1", object_class, rewards={"space": 1})
    game.next_anomaly("Thing", object_class, "0/1")
    game.text("thing", "When this anomaly is subdued: Destroy this anomaly.", object_class)
    game.team(S0, "mtf-01", "Bo").dice("3 3").plan(S0, "engage").investigate("slot.1")
    assert game.at("thing") == "discard"
    assert "thing" not in game.table.anomalies
    assert (game.pool_of(S0), game.who("bo").medals) == ({"space": 1}, 1)


@rule("SA-6.8", "SA-16.10")
def test_the_you_of_an_anomalys_contact_text_is_the_teams_player(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Bo", S1, "2/2").team(S1, "mtf-01", "Bo").pool(S0, intel=1)
    game.situation("slot.1", "safe").next_anomaly("Thing", "safe", "1/9")
    game.text("thing", "First Contact: Roll 1 die. Gain that many Intel.\nEvery Contact: You may spend 1 Intel.")
    game.begin(Resolve("slot.1", ["S1-mtf-01"])).answer(S1, "stand").roll("3")
    assert game.pool_of(S1) == {"intel": 1}
    assert list(game.question.asks(game.table)) == [S1], "and not the Administrator"


@rule("SA-19.6", "SA-18.18")
def test_whoever_retreats_subdues_nothing_not_even_what_wounds_itself(apollyon: type[Driver]) -> None:
    game = facing(apollyon, stats="0/1").text("thing", "Every Contact: Place 1 Wound on this anomaly.")
    assert game.plan(S0, "retreat").investigate("slot.1").at("thing") == "public"
    assert (game.m, game.pool_of(S0)) == (17, {})


@rule("SA-19.7", "SA-16.8", "SA-19.5")
def test_who_dies_on_the_retreat_brings_nothing_back(apollyon: type[Driver]) -> None:
    game = (
        facing(apollyon, stats="4/1")
        .dice("6 6 6 6")
        .plan(S0, "retreat", "ana", "ana", "bo", "bo")
        .investigate("slot.1")
    )
    assert (game.at("ana"), game.at("bo"), game.at("thing"), game.m) == ("discard", "discard", "public", 15)
    assert not game.table.situations


@rule("SA-Q-66", "SA-32.3", "SA-16.7")
def test_a_team_with_nothing_but_cogs_rolls_nothing_and_still_comes_back(apollyon: type[Driver]) -> None:
    game = facing(apollyon, stats="2/1")
    game.who("ana").cogs = game.who("bo").cogs = 1
    game.dice("3 2").plan(S0, "stand", "bo").investigate("slot.1")
    assert (game.at("thing"), game.m, game.who("bo").wounds) == ("public", 17, 1)


@rule("SA-15.3", "SA-17.4", "SA-17.5", "SA-17.6")
def test_an_intercepted_false_alarm_can_be_lost_too(apollyon: type[Driver]) -> None:
    game = apollyon().masquerade(15).character("Bo", S0, "2/1").team(S0, "mtf-01", "Bo")
    game.situation("intercept.1", "false-alarm", tokens=0, rewards={"space": 1}).next_anomaly(
        "Thug", "false-alarm", "1/3"
    )
    game.dice("3 1", "3").plan(S0, "engage", "bo").investigate("intercept.1")
    assert (game.at("bo"), game.at("thug"), game.m, game.pool_of(S0)) == ("discard", "discard", 15, {})


@rule("SA-16.5", "SA-Q-26")
@pytest.mark.parametrize(
    ("rewards", "asked"),
    [
        ({"resources": 1, "characters": 1}, "Who receives 1 Resource, 1 Character?"),
        ({"masquerade": 1, "medals": 1}, ""),
    ],
)
def test_who_receives_is_asked_only_about_what_somebody_receives(
    apollyon: type[Driver], rewards: dict[str, int], asked: str
) -> None:
    game = apollyon(players=2).character("Ana", S0, "2/2").character("Bo", S1, "2/2")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").situation("slot.1", "safe", rewards=rewards)
    game.next_anomaly("Thing", "safe", "0/1").dice("3 3 3 3")
    game.begin(Resolve("slot.1", ["S0-mtf-01", "S1-mtf-01"])).answer(S0, "stand").answer(S1, "agree")
    game.play_on(until="Decide").answer(S0, "S0-mtf-01").answer(S1, "agree")
    assert game.asks(S0).prompt == (asked or "Who gets the Medal?")


@rule("SA-15.8", "SA-6.8")
@pytest.mark.parametrize("met", ["investigated", "captured"])
def test_who_is_added_when_it_is_met_fights(apollyon: type[Driver], met: str) -> None:
    text = "Each player may add 1 of their Garrisoned characters to the team."
    game = apollyon().character("Ana", S0, "1/3").character("Gus", S0, "5/3").team(S0, "mtf-01", "Ana")
    if met == "investigated":
        game.situation("slot.1", "safe").next_anomaly("T", "safe", "0/9").text("t", f"First Contact: {text}")
        game.begin(Resolve("slot.1", ["S0-mtf-01"])).answer(S0, "stand")
    else:
        game.anomaly("T", "safe", "0/9").text("t", f"Every Contact: {text}")
        game.begin(Capture(["S0-mtf-01"], anomaly="t"))
    game.answer(S0, "yes")
    assert game.at("Gus") == "mtf-01"
    assert game.question.ask.count == 6


@rule("SA-14.13", "SA-Q-24")
def test_who_is_added_goes_on_no_other_mission(apollyon: type[Driver]) -> None:
    text = "Each player may add 1 of their Garrisoned characters to the team."
    game = apollyon(players=2).character("Ana", S0, "3/3").character("Gus", S1, "1/3").team(S0, "mtf-01", "Ana")
    game.situation("slot.1", "safe").situation("slot.2", "safe").next_anomaly("T", "safe", "0/9")
    game.text(game.table.situations["slot.1"].piece, text, "situation")
    game.table.missions = {"slot.1": ["S0-mtf-01"], "slot.2": ["S1-mtf-01"]}  # of the second nobody is left
    game.plan(S1, "yes").dice("1 1 1 1").play(Missions())
    assert game.at("Gus") == "mtf-02"
    assert [told["mission"] for told in game.events("mission")] == ["slot.1"]
    assert game.events("mission")[0]["teams"] == ["S0-mtf-01"], "as it set out"


@rule("SA-3.11", "SA-15.8")
def test_what_a_situation_says_of_its_team_is_not_said_of_a_breach(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/3").character("Gus", S0, "1/3").team(S0, "mtf-01", "Ana")
    game.anomaly("C", "euclid", "2/9", "tc", S0).situation("slot.1", "safe").next_anomaly("T", "safe", "1/1")
    lines = ["Each member has +3 Threat.", "The enemy has +2 Threat.", "The team rolls with -2 measure."]
    lines.append("Run a Breach Check on each stored anomaly.")
    game.text(game.table.situations["slot.1"].piece, "\n".join(lines), "situation")
    game.begin(Resolve("slot.1", ["S0-mtf-01"]))
    assert game.question.ask.count == 1, "Gus has 1 Threat at home"
    game.roll("2")
    assert game.question.ask.count == 2, "what breaches has 2"
    game.roll("1 1")
    assert game.events("exchange") == [{"anomaly": "c", "ours": 0, "theirs": 0}], "a 2 is no success there"
    game.answer(S0, "stand")
    assert game.question.ask.count == 4, "but Ana has more"
    assert game.roll("1 1 1 1").question.ask.count == 3, "and so has the enemy"
    assert game.roll("1 1 1").events("exchange")[1]["ours"] == 4
