"""Rules that meet: texts that change one rating, texts amid missions, players who are ready."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.components import AC, PUBLIC, SUBDUED, TC
from eschaton.games.apollyon.box.timings import BOUGHT, START_OF_TURN
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.breach import Breach
from eschaton.games.apollyon.rules.market import CarryOut
from eschaton.games.apollyon.rules.missions import Missions
from eschaton.games.apollyon.rules.ratings import price, subdue, threat
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, S2, Driver
from tests.apollyon.yard import Yard

SAMPLE = "Each member has -1 Threat to a minimum of 1."


def sampled(apollyon: type[Driver], other: str) -> Driver:
    """Members of Threat 1 and 2 on a mission with the sample First Contact effect, and another text in force."""
    game = apollyon().character("Ana", S0, "1/2").character("Bo", S0, "2/2")
    game.situation("slot.1", "euclid").next_anomaly("Thing", "euclid", "0/9")
    game.anomaly("Other", "safe", "1/1", zone="public").text("other", other, "safe")
    return game.text(game.table.situations["slot.1"].piece, SAMPLE, "situation").team(S0, "mtf-01", "Ana", "Bo")


@rule("SA-EX-6", "SA-6.16", "SA-6.17")
@pytest.mark.parametrize(
    ("other", "dice"),
    [
        ("Each character has +1 Threat.", "3 3 3"),  # 2 and 3 become 1 and 2
        ("Each character has +3 Threat.", "3 3 3 3 3 3 3"),  # 4 and 5 become 3 and 4
        ("Each character has -1 Threat.", "3"),  # 0 stays 0, 1 stays 1
    ],
)
def test_a_minimum_is_that_of_the_threat_as_it_is_not_as_it_is_printed(
    apollyon: type[Driver], other: str, dice: str
) -> None:
    game = sampled(apollyon, other).dice(dice)
    game.investigate("slot.1")
    assert [event["faces"] for event in game.events("team rolled")] == [[int(face) for face in dice.split()]]


@rule("SA-6.17", "SA-32.38")
def test_medals_are_threat_that_a_minimum_does_not_protect(apollyon: type[Driver]) -> None:
    game = sampled(apollyon, "Each loose anomaly has +1 Threat.")
    game.who("Ana").medals = 2
    game.dice("1 1 1").investigate("slot.1")  # 3 and 2 become 2 and 1
    assert len(game.events("team rolled")[0]["faces"]) == 3


@rule("SA-6.17", "SA-6.1")
@pytest.mark.parametrize(
    ("text", "rating", "expected"),
    [
        ("Each character with 2 or fewer Threat has +2 Threat.", threat, {"ana": 3, "bo": 4, "cy": 3}),
        ("Each character with 2 or fewer Subdue has +1 Subdue.", subdue, {"ana": 3, "bo": 3, "cy": 4}),
    ],
)
def test_a_text_that_asks_for_the_rating_it_changes_sees_it_as_it_was_before(
    apollyon: type[Driver], text: str, rating: object, expected: dict[str, int]
) -> None:
    game = apollyon().character("Ana", S0, "1/2").character("Bo", S0, "2/2").character("Cy", S0, "3/4")
    game.anomaly("Other", "safe", "1/1", zone="public").text("other", text, "safe")
    game.settle()
    assert {piece: rating(game.table, piece) for piece in expected} == expected  # type: ignore[operator]


@rule("SA-6.17")
def test_texts_that_ask_for_each_others_ratings_come_to_an_end(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/2")
    game.anomaly("One", "safe", "1/1", zone="public").anomaly("Two", "safe", "1/1", zone="public")
    game.text("one", "Each character with 2 or fewer Subdue has +1 Threat.", "safe")
    game.text("two", "Each character with 1 or fewer Threat has +1 Subdue.", "safe")
    game.settle()
    assert (threat(game.table, "ana"), subdue(game.table, "ana")) == (1, 2)


@rule("SA-8.5", "SA-6.17")
def test_a_line_may_change_a_rating_and_read_it(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/2").team(S0, "mtf-01", "Ana")
    game.situation("slot.1", "euclid").next_anomaly("Thing", "euclid", "0/9")
    game.text(
        game.table.situations["slot.1"].piece,
        "Each member has +1 Threat. The team rolls twice its Threat.",
        "situation",
    )
    game.dice("1 1 1 1").investigate("slot.1")
    assert len(game.events("team rolled")[0]["faces"]) == 4


@rule("SA-8.5", "SA-18.3", "SA-32.3", "SA-Q-66")
@pytest.mark.parametrize(
    ("met", "dice"),
    [
        ("First Contact: Place 1 Cognitohazard on 1 member.", 0),
        ("Each member has -1 Threat.", 4),
        ("Every Contact: Until the end of the engagement, each member has +1 Threat.", 8),
        ("Every Contact: Place 1 Minion on 1 member.", 8),
    ],
)
def test_twice_the_threat_is_twice_what_it_is_at_the_roll(apollyon: type[Driver], met: str, dice: int) -> None:
    text = "If there is exactly 1 member, until the end of the mission, the team rolls twice its Threat."
    game = apollyon().character("Ana", S0, "3/3").team(S0, "mtf-01", "Ana").situation("slot.1", "euclid")
    game.next_anomaly("Thing", "euclid", "0/9").text("thing", met)
    game.text(game.table.situations["slot.1"].piece, text, "situation")
    game.dice(*["1 " * dice] * bool(dice)).investigate("slot.1")
    assert sum(len(told["faces"]) for told in game.events("team rolled")) == dice


@rule("SA-8.5", "SA-18.3", "SA-33.7")
def test_twice_its_threat_is_twice_what_a_leader_adds_too(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "2/2", "leader 1", minions="1/1").team(S0, "mtf-01", "Ana")
    game.situation("slot.1", "euclid").next_anomaly("Thing", "euclid", "0/9")
    game.text(game.table.situations["slot.1"].piece, "The team rolls twice its Threat.", "situation")
    game.dice("1 1 1 1 1 1 1 1").investigate("slot.1")
    assert len(game.events("team rolled")[0]["faces"]) == 8, "2 for Ana, 1 for the Minion, 1 since it is led; twice"


# Texts.


@rule("SA-3.10", "SA-16.9")
def test_the_situation_that_is_being_resolved_is_no_target(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "3/2").team(S0, "mtf-01", "Ana")
    game.situation("slot.1", "euclid", tokens=2).situation("slot.2", "safe").next_anomaly("Thing", "euclid", "0/1")
    game.text(game.table.situations["slot.1"].piece, "Discard 1 Situation.", "situation")
    game.dice("3 3 3").investigate("slot.1")
    assert not game.table.situations
    assert game.at("Thing") == SUBDUED


@rule("SA-3.10", "SA-15.11")
def test_a_team_whose_situation_an_earlier_mission_discards_stands_idle(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "3/2").character("Bo", S0, "1/2")
    game.team(S0, "mtf-01", "Ana").team(S0, "mtf-02", "Bo")
    game.situation("slot.1", "euclid").situation("slot.2", "keter").next_anomaly("Thing", "euclid", "0/1")
    game.text(game.table.situations["slot.1"].piece, "Discard 1 Situation.", "situation")
    game.table.missions |= {"slot.1": ["S0-mtf-01"], "slot.2": ["S0-mtf-02"]}
    game.dice("3 3 3").play(Missions())
    assert not game.table.situations
    assert game.at("Bo") == "mtf-02"
    assert len(game.events("first contact")) == 1


@rule("SA-18.13", "SA-6.6")
def test_the_you_of_what_is_subdued_is_whose_team_subdues_it(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).character("Ana", S2, "3/2").team(S2, "mtf-01", "Ana")
    game.situation("slot.1", "thaumiel").next_anomaly("Gift", "thaumiel", "0/1")
    game.text("gift", "When this anomaly is subdued: Gain 1 Space.", "thaumiel").dice("3 3 3")
    game.investigate("slot.1", "S2-mtf-01")
    assert game.pool_of(S2) == {"space": 1}
    assert game.pool_of(S0) == {}


@rule("SA-18.13", "SA-26.9")
def test_the_you_of_what_is_re_contained_is_its_site(yard: type[Yard]) -> None:
    game = yard(players=2).staff("ana", "2/2", seat=S1).holds("gift", "safe 0/1", seat=S1, zone=TC, cost="space intel")
    game.text("gift", "When this anomaly is subdued: Gain 1 Space.", "safe")
    game.begin(Breach("gift")).rolls(3, 3)
    assert game.assets(S1) == "space"


@rule("SA-6.17", "SA-15.4", "SA-18.9")
def test_a_text_with_two_timings_looks_at_each_of_them(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").character("Bo", S0, "3/1").character("Cy", S1, "9/9")
    game.text("ana", "When anybody is destroyed or captured: Place 1 Counter on this character.")
    game.team(S0, "mtf-01", "Bo").team(S1, "mtf-01", "Cy").anomaly("Thing", "euclid", "1/1")
    game.dice("1 1 1", "3").capture("thing", "S0-mtf-01")
    assert game.at("Bo") == "discard"
    assert game.who("Ana").counters == 1
    game.dice("3 3 3 3 3 3 3 3 3", "1").capture("thing", "S1-mtf-01")
    assert game.who("Ana").counters == 1, "that was no mission of hers"


@rule("SA-16.4")
@pytest.mark.parametrize("text", ["Face the strongest of the next X anomalies", "Pick among the next X anomalies"])
def test_the_next_none_of_the_anomalies_are_none(apollyon: type[Driver], text: str) -> None:
    game = apollyon().character("Ana", S0, "1/2").team(S0, "mtf-01", "Ana")
    game.situation("slot.1", "euclid").next_anomaly("Big", "euclid", "9/9").next_anomaly("Small", "euclid", "0/9")
    line = f"{text}, where X is the number of loose anomalies."
    game.text(game.table.situations["slot.1"].piece, line, "situation").dice("1").investigate("slot.1")
    assert game.at("Small") == PUBLIC
    assert game.at("Big") == ""


@rule("SA-Q-47", "SA-Q-81")
def test_the_last_situation_is_the_bottom_one_too(yard: type[Yard]) -> None:
    game = yard().deck("situation", "rumour euclid 1").holds("map", "safe 1/1")
    game.text("map", "Contained, Start of Turn: Look at the bottom Situation.", "safe")
    game.begin(*announce(game.table, START_OF_TURN)).settle()
    assert game.seen(S0)["next_situation"]["cards"] == ["rumour"]
    assert game.seen(None)["next_situation"]["cards"] != ["rumour"]


@rule("SA-13.17", "SA-22.2")
def test_a_price_for_the_turn_is_that_of_cards_offered_later_too(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Late", -1, "1/1", cost={"personnel": 2})
    game.growth()
    game.box.intel["sale"] = next(iter(game.box.intel.values()))
    game.text("sale", "Until the end of the turn, Characters cost you -1.", "intel")
    game.table.aside.put("sale")
    game.table.push([CarryOut("intel", "sale", BOUGHT, S1)])
    game.settle()
    game.table.market_characters.put("late")
    assert price(game.table, "late", S1) == {"personnel": 1}
    assert price(game.table, "late", S0) == {"personnel": 2}


# Ready, and ready no more.


def bought(game: Driver, seat: int, text: str) -> None:
    """In the Growth Phase a player has an Intel Card say this."""
    game.box.intel["note"] = next(iter(game.box.intel.values()))
    game.text("note", text, "intel")
    game.table.aside.put("note")
    game.table.push([CarryOut("intel", "note", BOUGHT, seat)])
    game.settle()


@rule("SA-Q-88")
@pytest.mark.parametrize(
    ("text", "answers", "touched"),
    [
        ("Each player gains 1 Resource.", [], True),
        ("Each player loses 1 Personnel.", ["S1:personnel"], True),
        ("Place 1 Medal on each character.", [], True),
        ("Gain 1 Resource.", [], False),
        ("Gain 1 Masquerade.", [], False),
    ],
)
def test_who_is_ready_is_so_no_more_when_another_touches_the_site(
    apollyon: type[Driver], text: str, answers: list[str], touched: bool
) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").pool(S0, personnel=1).pool(S1, personnel=1)
    game.growth().answer(S0, "ready")
    bought(game, S1, text)
    for given in answers:
        while game.waiting != "Growth":
            (seat, ask), *_ = game.question.asks(game.table).items()
            game.answer(seat, given if given in ask.keys() else ask.keys()[0])  # noqa: SIM118
    assert game.waiting == "Growth"
    assert (S0 in game.question.asks(game.table)) is touched
    assert game.offers(S1)


@rule("SA-Q-88", "SA-25.1")
def test_a_trial_elsewhere_takes_nobodys_readiness_but_a_break_takes_everybodys(yard: type[Yard]) -> None:
    game = yard(players=2).staff("nell", "1/2 neutralizer 1", seat=S1).staff("ana", "1/1", seat=S0).staff("bo", "1/1")
    game.holds("sal", "safe 1/9", seat=S1, tokens="space").masquerade(11)
    game.begin(SitePhase()).answers(S0, "ready").answers(S1, "trial:sal").rolls(6, 1)
    assert game.asked == [S1]
    game.holds("vile", "euclid 1/9", seat=S1, tokens="space")
    game.text("vile", "Contained, Site Phase, once per turn: Lose 1 Masquerade.", "euclid")
    (use,) = game.offers(S1, "vile/")
    game.answers(S1, use).answers(S0, ["bo"])
    assert game.asked == [S0, S1], "half of S0's Characters are gone"


@rule("SA-11.3", "SA-33.12")
def test_what_one_does_to_ones_own_site_unasked_leaves_one_ready(yard: type[Yard]) -> None:
    game = yard(players=2).staff("sol", "1/2 scientist 1", study=1).holds("sal", "safe 1/1", tokens="space")
    game.begin(SitePhase()).answers(S0, "ready").act(S0, "study:sol:sal")
    assert game.what("sal").study == 1
    assert game.asked == [S1]


@rule("SA-13.8", "SA-Q-22")
def test_gifts_do_not_use_up_the_move_of_an_anomaly(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).pool(S0, personnel=20).anomaly("Thing", "safe", "1/1", zone=AC, seat=S0, tokens="space")
    game.growth()
    while "give:S1" in game.offers(S0):
        game.answer(S0, "give:S1").answer(S0, ["personnel#1"])
    assert "move:thing:S1" in game.offers(S0)


# What is asked, and how.


@rule("SA-13.1")
@pytest.mark.parametrize(
    ("text", "offered"),
    [
        ("Growth Phase, once per turn: Until the end of the turn, 1 of your stored anomalies cannot breach.", False),
        ("Growth Phase, once per turn: Look at 1 Situation.", True),
        ("Growth Phase, once per turn: Remove 1 Cognitohazard from 1 of your characters with a Cognitohazard.", False),
        ("Growth Phase, once per turn: Place 1 Medal on 1 of your characters.", True),
    ],
)
def test_what_would_begin_with_nothing_is_not_offered(apollyon: type[Driver], text: str, offered: bool) -> None:
    game = apollyon().character("Ana", S0, "1/2").situation("slot.1", "safe").text("ana", text).growth()
    assert bool(game.offers(S0, "use:")) is offered


@rule("SA-6.14")
def test_what_each_player_does_is_asked_of_them_as_theirs(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").character("Bo", S0, "1/2").character("Cy", S1, "1/2")
    game.team(S0, "mtf-01", "Ana").situation("slot.1", "safe")
    line = "Each player may add 1 of their Garrisoned characters to the team."
    game.text(game.table.situations["slot.1"].piece, line, "situation").begin(Resolve("slot.1", ["S0-mtf-01"]))
    assert game.asks(S0).prompt.endswith("You may add 1 of your Garrisoned characters to the team")


@rule("SA-13.6")
def test_who_hands_assets_over_is_told(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).pool(S0, personnel=2, space=1).growth()
    game.answer(S0, "give:S1").answer(S0, ["personnel#1", "space#1"])
    (told,) = game.events("assets handed over")
    assert (told["who"], told["to"], told["assets"]) == (S0, S1, {"personnel": 1, "space": 1})
    assert (game.pool_of(S0), game.pool_of(S1)) == ({"personnel": 1}, {"personnel": 1, "space": 1})


# What is said of a team, and a breach meanwhile.


def breach_meanwhile(apollyon: type[Driver], text: str) -> Driver:
    """Ana's mission, of which the Situation says something; the anomaly's First Contact! is a breach at her site."""
    game = apollyon().character("Ana", S0, "2/2").character("Bo", S0, "1/2").team(S0, "mtf-01", "Ana")
    game.situation("slot.1", "euclid").next_anomaly("Thing", "euclid", "0/9").anomaly("Ed", "safe", "0/9", TC, S0)
    game.text(game.table.situations["slot.1"].piece, text, "situation")
    return game.text("thing", "First Contact: Run a Breach Check on 1 stored anomaly.").plan(S0, "ed")


@rule("SA-3.11", "SA-26.5", "SA-8.5")
@pytest.mark.parametrize("lasts", ["", "Until the end of the mission, "])
def test_a_team_that_rolls_twice_its_threat_is_not_the_garrison(apollyon: type[Driver], lasts: str) -> None:
    game = breach_meanwhile(apollyon, f"{lasts}the team rolls twice its Threat.").dice("1", "1 1 1 1")
    game.investigate("slot.1")
    assert [len(event["faces"]) for event in game.events("team rolled")] == [1, 4]


@rule("SA-3.11", "SA-26.5", "SA-18.2")
@pytest.mark.parametrize("lasts", ["", "Until the end of the mission, "])
def test_a_measure_of_the_team_is_not_that_of_the_garrison(apollyon: type[Driver], lasts: str) -> None:
    game = breach_meanwhile(apollyon, f"{lasts}the team rolls with +1 measure.").dice("3", "3 4")
    game.investigate("slot.1")
    assert [event["ours"] for event in game.events("exchange")] == [1, 1]


@rule("SA-6.7", "SA-26.5", "SA-26.14")
def test_until_the_end_of_an_engagement_is_the_end_of_that_one(apollyon: type[Driver]) -> None:
    game = breach_meanwhile(apollyon, "The team cannot retreat.")
    line = "Until the end of the engagement, the team rolls with +1 measure. Run a Breach Check on 1 stored anomaly."
    game.text("thing", f"First Contact: {line}").dice("3", "3 4")
    game.investigate("slot.1")
    assert [event["ours"] for event in game.events("exchange")] == [1, 1]


@rule("SA-15.8", "SA-26.14", "SA-26.15")
def test_until_the_end_of_the_mission_is_in_a_breach_the_end_of_the_breach(apollyon: type[Driver]) -> None:
    game = breach_meanwhile(apollyon, "The team cannot retreat.").character("Cy", S0, "1/2", "leader 1")
    game.team(S0, "mtf-01", "Cy").text("ed", "Every Contact: Until the end of the mission, Leader does not work.")
    game.dice("1", "1 1 1 1").investigate("slot.1")
    assert [len(event["faces"]) for event in game.events("team rolled")] == [1, 4]


# How often.


@rule("SA-Q-101", "SA-13.7", "SA-6.17")
def test_a_character_that_is_handed_over_is_not_used_again_in_that_turn(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").pool(S0, intel=2).pool(S1, intel=2)
    game.text("ana", "Growth Phase, once per turn - spend 1 Intel: Gain 1 Resource.").growth()
    game.answer(S0, "use:ana/1").answer(S0, "give:S1").answer(S0, ["ana"])
    assert not game.offers(S1, "use:")


@rule("SA-6.7")
def test_once_per_turn_is_once_whoever_leads_the_team(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "2/9").character("Bo", S1, "2/9").masquerade(10)
    game.anomaly("Thing", "euclid", "0/9").text("thing", "Every Contact, once per turn: Lose 1 Masquerade.", "euclid")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo")
    game.dice("1 1").capture("thing", "S0-mtf-01").dice("1 1").capture("thing", "S1-mtf-01")
    assert game.m == 9


@rule("SA-13.8", "SA-6.17")
def test_what_a_card_does_once_per_game_it_does_at_one_site(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).anomaly("Cure", "safe", "0/2", AC, S0, tokens="space")
    game.text("cure", "Contained, Growth Phase, once per game: Gain 1 Masquerade.", "safe").growth()
    game.answer(S0, "use:cure/1").what("Cure").seat = S1
    game.growth()
    assert not game.offers(S1, "use:")


@rule("SA-1.7", "SA-6.17")
def test_what_any_player_may_do_once_a_turn_each_may(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).anomaly("End", "apollyon", "9/9").pool(S0, intel=2).pool(S1, intel=2)
    game.text("end", "Any player, Growth Phase, once per turn - spend 1 Intel: Place 1 Counter on this anomaly.")
    game.growth().answer(S0, "use:end/1")
    assert not game.offers(S0, "use:")
    game.answer(S1, "use:end/1")
    assert not game.offers(S1, "use:")
    assert game.what("End").counters == 2
