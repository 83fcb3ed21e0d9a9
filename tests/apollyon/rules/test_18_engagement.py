"""Sections 4, 5, 8, 18, 32 and 33 as far as engagements go."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.dice import pops, successes
from eschaton.games.apollyon.rules.engagement import Encounter, Engagement
from eschaton.games.apollyon.rules.ratings import measure, skill, subdue, threat
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, Driver


def against(apollyon: type[Driver], stats: str, *members: tuple[Any, ...], **given: Any) -> Driver:
    """A team, ("2/2", "scout") for each member Ana, Bo, Cy, against a loose anomaly."""
    options = given.pop("options", {})
    game = apollyon(**options)
    names = ["Ana", "Bo", "Cy"][: len(members)]
    for name, (own, *skills) in zip(names, members, strict=True):
        tokens = skills.pop() if skills and isinstance(skills[-1], dict) else {}
        game.character(name, S0, own, *skills, **tokens)
    return game.team(S0, "mtf-01", *names).anomaly("Thing", "euclid", stats, **given)


def engaging(game: Driver) -> Driver:
    """Up to the first question of a Capture."""
    return game.begin(Capture(["S0-mtf-01"], anomaly="thing"))


@rule("SA-EX-1", "SA-8.1", "SA-8.2")
def test_roll_4_for_success() -> None:
    assert successes([2, 3, 6, 1], 3) == 2


@rule("SA-EX-3", "SA-8.6")
def test_a_measure_in_brackets() -> None:
    assert successes([4, 4, 3, 2, 6], 4) == 3


@rule("SA-EX-2", "SA-8.3", "SA-Q-13", "SA-8.7")
def test_measures_and_pops(apollyon: type[Driver]) -> None:
    assert successes([2], 3) == 0
    assert successes([3], 3) == 1
    assert successes([1], 1) == 1
    assert successes([6], 7) == 0
    assert pops([6, 5, 6]) == 2
    table = apollyon().table
    table.last(Lasting("measure team", "add", 1))
    assert measure(table, "team", 3) == 4


@rule("SA-8.10", "SA-8.12", "SA-Q-12", "SA-18.5", "SA-8.9")
def test_players_may_decline_extra_dice_and_the_anomaly_never_does(apollyon: type[Driver]) -> None:
    game = engaging(against(apollyon, "2/9", ("2/9",))).roll("6 6")
    assert game.offers(S0) == ["roll", "stop"]
    game.answer(S0, "roll").roll("6 1").answer(S0, "stop")
    assert game.waiting == "AnomalyRoll"
    game.roll("6 6").roll("6 2").roll("1")
    assert game.events("exchange") == [{"anomaly": "thing", "ours": 3, "theirs": 3}]


@rule("SA-18.7", "SA-18.15", "SA-18.19")
def test_one_exchange_and_dice_do_not_depend_on_damage(apollyon: type[Driver]) -> None:
    game = against(apollyon, "2/9", ("2/1",), ("2/2",)).plan(S0, "ana", "bo").dice("3 3 3 3", "3 3").capture("thing")
    assert len(game.events("team rolled")) == len(game.events("anomaly rolled")) == 1
    assert game.at("Ana") == "discard"
    assert game.at("Thing") == "public"


@rule("SA-18.8", "SA-Q-39", "SA-18.9", "SA-4.2", "SA-4.8")
def test_tokens_are_placed_one_by_one(apollyon: type[Driver]) -> None:
    game = engaging(against(apollyon, "4/9", ("1/1",), ("1/2",))).roll("1 1").roll("3 3 1 1")
    assert game.offers(S0) == ["ana", "bo"]
    game.answer(S0, "ana")
    assert game.at("Ana") == "discard"
    assert game.who("Bo").wounds == 1  # the only one left takes the next
    game = engaging(against(apollyon, "4/9", ("1/1",), ("1/1",))).roll("1 1").roll("3 3 3 3")
    assert game.waiting == ""  # both fall, whoever is first; the rest are lost
    assert game.table.discards["character"].cards == ("ana", "bo")


@rule("SA-18.8", "SA-32.39", "SA-Q-39")
def test_whoever_falls_first_is_chosen_where_that_can_save_another(apollyon: type[Driver]) -> None:
    text = "When anybody is destroyed, once per turn: Place 1 Medal on this character."
    game = engaging(against(apollyon, "2/9", ("1/1",), ("1/1",)).text("ana", text)).roll("1 1").roll("3 3")
    assert game.offers(S0) == ["ana", "bo"], "two tokens for two, but Bo's fall gives Ana a Medal"
    game.answer(S0, "bo").answer(S0, "last-ditch")
    assert (game.at("Bo"), game.at("Ana")) == ("discard", "mtf-01")
    text = "Each other member has -1 Subdue."
    game = engaging(against(apollyon, "2/9", ("1/1",), ("1/2",)).text("ana", text)).roll("1 1").roll("3 3")
    game.answer(S0, "ana")
    assert game.who("Bo").wounds == 1, "without Ana Bo can bear it"


@rule("SA-18.13", "SA-5.10", "SA-18.20", "SA-18.16")
def test_a_subdued_anomaly_leaves_the_public_zone(apollyon: type[Driver]) -> None:
    game = against(apollyon, "0/2", ("2/2",)).dice("3 3").capture("thing")
    assert game.at("Thing") == "subdued"
    assert not game.table.anomalies_in("public")
    assert game.table.speaks("thing") == ""


@rule("SA-18.14")
def test_the_last_to_fall_subdues_nothing(apollyon: type[Driver]) -> None:
    game = against(apollyon, "1/1", ("1/1",)).dice("3", "3").capture("thing")
    assert game.at("Ana") == "discard"
    assert game.at("Thing") == "public"


@rule("SA-Q-38")
def test_wounds_of_an_anomaly_go_with_the_engagement(apollyon: type[Driver]) -> None:
    def twice(**options: Any) -> str:
        game = against(apollyon, "0/3", ("2/2",), options=options).dice("3 3").capture("thing")
        return game.dice("3 1").capture("thing").at("Thing")

    assert twice() == "public"
    assert twice(anomaly_wounds_persist=True) == "subdued"


@rule("SA-Q-38", "SA-16.6")
@pytest.mark.parametrize(("persist", "wounds"), [(False, 0), (True, 2)])
def test_they_go_when_it_is_cancelled_too(apollyon: type[Driver], persist: bool, wounds: int) -> None:
    game = against(apollyon, "2/3", ("2/2",), options={"anomaly_wounds_persist": persist})
    game.text("thing", "Every Contact: Place 2 Wounds on this anomaly. Cancel the engagement.").capture("thing")
    assert (game.at("Thing"), game.what("Thing").wounds) == ("public", wounds)


@rule("SA-18.17")
def test_a_subdued_anomaly_stays_when_its_mtf_is_emptied(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.damage import Destroy

    game = against(apollyon, "0/1", ("1/1",)).dice("3").capture("thing").play(Destroy("ana"))
    assert (game.at("Thing"), game.what("Thing").seat) == ("subdued", S0)


@rule("SA-Q-44")
def test_a_capture_gives_a_medal_only_by_the_switch(apollyon: type[Driver]) -> None:
    assert not against(apollyon, "0/1", ("1/1",)).dice("3").capture("thing").events("medal")
    given = against(apollyon, "0/1", ("1/1",), options={"medal_on_capture": True}).dice("3").capture("thing")
    assert given.who("Ana").medals == 1


@rule("SA-33.2", "SA-Q-76")
def test_defenders_cancel_the_first_wounds_and_nothing_else(apollyon: type[Driver]) -> None:
    team = (("1/2", "defender 1"), ("1/2", "defender 1"))
    assert against(apollyon, "3/9", *team).plan(S0, "bo").dice("1 1", "3 3 3").capture("thing").who("Bo").wounds == 1
    cogs = against(apollyon, "1/9", *team, damage="cog").plan(S0, "bo").dice("1 1", "3").capture("thing")
    assert cogs.who("Bo").cogs == 1


@rule("SA-33.3", "SA-Q-71")
def test_experts_add_to_rolls_of_several_dice(apollyon: type[Driver]) -> None:
    def hits(own: str, dice: str) -> int:
        game = against(apollyon, "0/9", (own, "expert 2")).dice(dice).capture("thing")
        return int(game.events("exchange")[0]["ours"])

    assert hits("2/2", "1 1") == 2
    assert hits("1/2", "3") == 1  # a single die


@rule("SA-33.3", "SA-Q-71")
def test_extra_dice_do_not_make_several_of_one(apollyon: type[Driver]) -> None:
    game = against(apollyon, "0/9", ("1/2", "expert 2")).dice("6", "1").capture("thing")
    assert game.events("exchange")[0]["ours"] == 1


@rule("SA-33.4", "SA-Q-73")
def test_no_more_dice_are_given_up_than_either_has(apollyon: type[Driver]) -> None:
    game = engaging(against(apollyon, "2/9", ("5/2", "firepower")))
    assert (game.asks(S0).least, game.asks(S0).most) == (0, 2)
    game = engaging(against(apollyon, "7/9", ("3/2", "firepower")))
    assert game.asks(S0).most == 3


@rule("SA-33.19", "SA-32.3", "SA-4.6")
def test_a_cog_takes_skills_and_threat(apollyon: type[Driver]) -> None:
    game = against(apollyon, "0/9", ("3/2", "leader 2", "firepower", {"cogs": 1, "medals": 2}))
    assert skill(game.table, "ana", "leader") == 0
    assert threat(game.table, "ana") == 0
    assert game.table.speaks("ana") == ""
    game.table.last(Lasting("threat:ana", "set", 1))
    assert threat(game.table, "ana") == 0


@rule("SA-32.21", "SA-32.22", "SA-32.24", "SA-32.26", "SA-32.42", "SA-Q-100")
def test_minions_of_a_character_fight_and_shield(apollyon: type[Driver]) -> None:
    game = engaging(against(apollyon, "3/9", ("1/1", {"minions": "1/1 2/2"})))
    assert game.question.ask.count == 4  # type: ignore[attr-defined]
    game.roll("1 1 1 1").roll("3 3 3")
    assert game.offers(S0) == ["ana", "minion:ana:1/1", "minion:ana:2/2"]
    game.answer(S0, "minion:ana:2/2")
    assert game.who("Ana").minions == [(1, 1)]
    assert game.offers(S0) == ["ana", "minion:ana:1/1"]  # one token is left
    game.answer(S0, "minion:ana:1/1")
    assert game.who("Ana").wounds == 0
    assert not game.who("Ana").minions


@rule("SA-32.26")
def test_a_minion_is_destroyed_only_whole(apollyon: type[Driver]) -> None:
    game = engaging(against(apollyon, "1/9", ("1/2", {"minions": "0/2"}), ("1/2",))).roll("1 1").roll("3")
    assert game.offers(S0) == ["ana", "bo"]


@rule("SA-Q-68")
def test_whether_minions_absorb_first_is_a_switch(apollyon: type[Driver]) -> None:
    def fight(**options: Any) -> Driver:
        game = against(apollyon, "0/2", ("2/2",), minions="0/1 0/3", options=options)
        return game.dice("3 3").capture("thing")

    assert fight().what("Thing").minions == [(0, 3)]
    assert fight().at("Thing") == "public"
    assert fight(minions_absorb_first=False).at("Thing") == "subdued"


@rule("SA-EX-47", "SA-32.34", "SA-Q-69")
def test_study_tokens_shield_their_bearer(apollyon: type[Driver]) -> None:
    game = engaging(against(apollyon, "2/9", ("1/1", "scientist", {"study": 2}), ("1/2",)))
    game.roll("1 1").roll("3 3")
    assert game.offers(S0) == ["ana", "bo", "study:ana"]
    game.answer(S0, "study:ana").answer(S0, "study:ana")
    assert game.who("Ana").study == 0
    assert game.who("Ana").wounds == game.who("Bo").wounds == 0


@rule("SA-Q-89")
@pytest.mark.parametrize("damage", ["lost", "counter"])
def test_other_damage_types(apollyon: type[Driver], damage: str) -> None:
    game = against(apollyon, "1/9", ("1/2",), ("1/2",), damage=damage, recovery_measure=5)
    game.plan(S0, "bo").dice("1 1", "3").capture("thing")
    bo = game.who("Bo")
    assert (bo.zone, bo.source, bo.measure) == ("lost", "thing", 5) if damage == "lost" else bo.counters == 1


@rule("SA-Q-89", "SA-Q-85", "SA-7.7", "SA-7.13")
def test_damage_to_assets_takes_containment_tokens_only_when_nothing_else_is_left(apollyon: type[Driver]) -> None:
    game = against(apollyon, "2/9", ("1/2",), damage="asset").pool(S0, space=1)
    game.anomaly("Held", "safe", "1/1", "ac", S0, tokens="personnel resources")
    engaging(game).roll("1").roll("3 3")
    assert game.pool_of(S0) == {}  # the one token went without a question
    assert game.offers(S0) == ["S0:personnel:held", "S0:resources:held"]
    game.answer(S0, "S0:resources:held")
    assert game.what("Held").tokens == {"personnel": 1}
    assert game.who("Ana").wounds == 0


@rule("SA-EX-9", "SA-6.14")
def test_destroy_a_personnel_anywhere(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.assets import in_reach

    game = apollyon(players=2).pool(S1, personnel=2).anomaly("Held", "safe", "1/1", "ac", S0, tokens="personnel")
    assert list(in_reach(game.table, [S0, S1], ["personnel"])) == ["S1:personnel"]
    game.pool(S1, personnel=0)
    assert list(in_reach(game.table, [S0, S1], ["personnel"])) == ["S0:personnel:held"]


class Trial(Encounter):
    """Something that meets an anomaly in a test."""


@rule("SA-26.2", "SA-26.3", "SA-26.4", "SA-26.5", "SA-8.11", "SA-Q-53")
def test_an_engagement_in_a_breach(apollyon: type[Driver]) -> None:
    game = apollyon().character("Vic", S0, "3/3", "sentinel").pool(S0, personnel=2)
    game.anomaly("Thing", "keter", "4/5", "tc", S0)
    encounter = Trial()
    game.table.stack.clear()
    game.table.push([encounter])
    breach = Engagement("thing", ["vic"], S0, encounter.serial, site=S0, cascading=True, anomaly_measure=4)
    game.table.push([breach])
    assert game.question.ask.count == 7  # type: ignore[attr-defined]  # 3, the Sentinel's 2, and 2 Personnel
    game.roll("3 4 5 1 6 2 3").roll("2").roll("4 3 6 5")
    assert game.offers(S0) == ["vic", "personnel"]
    game.answer(S0, "personnel").answer(S0, "personnel")
    assert game.pool_of(S0) == {}
    assert game.who("Vic").wounds == 1
    assert encounter.subdued
    assert encounter.cascades == 1


@rule("SA-25.5", "SA-6.17", "SA-Q-91", "SA-5.9")
def test_ratings_are_read_through_effects(apollyon: type[Driver]) -> None:
    game = against(apollyon, "2/3", ("2/2",))
    for name, amount in (("threat:thing", -5), ("subdue:thing", -5), ("threat:ana", 3), ("skill scout:ana", 1)):
        game.table.last(Lasting(name, "add", amount))
    assert threat(game.table, "thing") == 0
    assert subdue(game.table, "thing") == 1
    assert threat(game.table, "ana") == 5
    assert skill(game.table, "ana", "scout") == 1


@rule("SA-4.7", "SA-33.16", "SA-Q-23")
def test_a_sentinel_is_stronger_at_home_and_counts_once(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "2/2", "sentinel", promotions=["sentinel-promotion"])
    assert threat(game.table, "ana") == 4
    assert skill(game.table, "ana", "sentinel") == 1
    assert threat(game.team(S0, "mtf-01", "Ana").table, "ana") == 2
