"""Rules that meet: several sites on one mission, odd places, the Administrator, the number of players."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.components import LOST, PUBLIC, TC, VACATION
from eschaton.games.apollyon.box.facts import ApollyonCard
from eschaton.games.apollyon.rules.breach import Breach, BreachCheck, Cascade
from eschaton.games.apollyon.rules.events import EventDie, EventPhase
from eschaton.games.apollyon.rules.finale import ApollyonAppears, GiantEngagement
from eschaton.games.apollyon.rules.growth import MoveAnomaly
from eschaton.games.apollyon.rules.intel import IntelPhase
from eschaton.games.apollyon.rules.lost import RecoveryChecks
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.games.apollyon.rules.trials import Trial
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, S2, STACK, Driver
from tests.apollyon.yard import Yard

# Several sites on one mission.


def joint(apollyon: type[Driver], players: int = 3) -> Driver:
    """S1's MTF-01 and then S0's MTF-02 on one mission."""
    game = apollyon(players=players).character("Ana", S0, "1/1").character("Bo", S1, "2/2", "defender 1")
    game.team(S0, "mtf-02", "Ana").team(S1, "mtf-01", "Bo")
    return game.situation("slot.3", "euclid", tokens=2, rewards={"resources": 1})


@rule("SA-15.8", "SA-16.7", "SA-Q-26", "SA-Q-37", "SA-24.2")
def test_who_is_wiped_out_on_a_joint_mission_may_still_take_the_anomaly_home(apollyon: type[Driver]) -> None:
    game = joint(apollyon).next_anomaly("Thing", "euclid", "2/2").dice("3 3 1", "3 3")
    game.plan(S1, "ana", "S0-mtf-02", "S0", "bo").plan(S0, "agree", "agree")
    start = game.m
    game.investigate("slot.3", "S1-mtf-01", "S0-mtf-02")
    assert game.at("Ana") == "discard", "one Wound was cancelled by a Defender of the other site"
    assert game.m == start + 2
    assert (game.what("Thing").seat, game.what("Thing").mtf) == (S0, "S0-mtf-02")
    assert game.pool_of(S0) == {"resources": 1}
    assert game.who("Bo").medals == 1
    game.begin(SitePhase())
    assert game.offers(S0) == ["S0", "S2"], "S1 has agreed that it is S0's"
    game.answer(S0, "S2").answer(S2, "agree")
    assert (game.at("Thing"), game.what("Thing").seat) == (TC, S2)


@rule("SA-15.8", "SA-19.4", "SA-Q-41", "SA-33.2")
def test_a_joint_team_retreats_as_one(apollyon: type[Driver]) -> None:
    game = joint(apollyon, 2).next_anomaly("Thing", "euclid", "4/2").dice("6 6 5 6").plan(S1, "retreat", "bo", "ana")
    start = game.m
    game.investigate("slot.3", "S1-mtf-01", "S0-mtf-02")
    assert game.who("Bo").wounds == 1
    assert game.at("Ana") == "discard"
    assert game.at("Thing") == PUBLIC
    assert game.m == start + 2
    assert not game.events("team rolled")


@rule("SA-15.4", "SA-Q-44", "SA-Q-26")
def test_a_joint_capture_gives_one_medal_in_all_by_the_switch(apollyon: type[Driver]) -> None:
    game = joint(apollyon, 2)
    game.table.options["medal_on_capture"] = True
    game.anomaly("Thing", "euclid", "0/1").dice("3 3 3").plan(S1, "S1-mtf-01", "ana").plan(S0, "agree")
    game.capture("thing", "S1-mtf-01", "S0-mtf-02")
    assert (game.who("Ana").medals, game.who("Bo").medals) == (1, 0)
    assert game.what("Thing").seat == S1


@rule("SA-33.7", "SA-33.8")
def test_leaders_may_lead_each_other(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ned", S0, "1/2", "leader 1").character("Oda", S0, "1/2", "leader 2")
    game.team(S0, "mtf-01", "Ned", "Oda").situation("slot.1", "safe").next_anomaly("Thing", "safe", "0/9")
    game.plan(S0, {"ned": "oda", "oda": "ned"}).dice("1 1 1 1").investigate("slot.1")
    assert len(game.events("team rolled")[0]["faces"]) == 4


@rule("SA-33.4", "SA-Q-73", "SA-26.4")
def test_firepower_at_home_takes_cascades_with_the_dice(yard: type[Yard]) -> None:
    game = yard().staff("kit", "3/3 firepower 1").holds("ed", "euclid 3/9", zone=TC)
    game.holds("sal", "safe 1/1", tokens="space").begin(Breach("ed"))
    game.answers(S0, 3)
    assert game.done, "three of its dice for three of ours: nobody rolls"
    assert game.at("ed") == PUBLIC
    assert "cascade" not in game.story


@rule("SA-33.18", "SA-26.9")
def test_a_tranquilizer_helps_to_re_contain(yard: type[Yard]) -> None:
    game = yard().staff("kit", "1/3 tranquilizer 2").holds("ed", "euclid 1/3", zone=TC, cost="space")
    game.begin(Breach("ed")).rolls(3, 1)
    assert game.at("ed") == TC


# False Alarms, the Lost, odd places.


@rule("SA-17.5", "SA-32.8", "SA-32.11", "SA-Q-67")
def test_who_is_lost_in_a_false_alarm_is_sought_at_the_default_measure(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/2").character("Bo", S0, "1/2").team(S0, "mtf-01", "Ana", "Bo")
    game.situation("slot.1", "false-alarm").next_anomaly("Maze", "false-alarm", "1/9", damage="lost")
    game.plan(S0, "engage", "ana").dice("1 1", "3").investigate("slot.1")
    assert (game.at("Ana"), game.who("Ana").measure) == (LOST, 4)
    assert game.at("Maze") == "discard"
    game.dice("3").play(RecoveryChecks())
    assert game.at("Ana") == LOST
    assert game.who("Ana").wounds == game.who("Ana").cogs == 0


@rule("SA-17.1", "SA-Q-79")
def test_without_false_alarm_cards_an_engaged_one_is_as_a_declined_one(yard: type[Yard]) -> None:
    game = yard().staff("ana", zone="mtf-01").masquerade(17)
    game.situation("slot.1", "false-alarm", tokens=2, rewards={"resources": 1})
    game.begin(Resolve("slot.1", ["S0-mtf-01"])).answers(S0, "engage")
    assert game.done
    assert game.m == 19
    assert game.assets(S0) == ""
    assert game.who("ana").medals == 0


@rule("SA-25.8", "SA-24.12", "SA-Q-35", "SA-27.4")
def test_a_neutralized_anomaly_leaves_no_gap_and_an_empty_third_row_goes(yard: type[Yard]) -> None:
    game = yard().staff("nell", "1/2 neutralizer 9")
    for number, row in enumerate([0, 0, 0, 1, 1, 1, 2]):
        game.holds(f"a{number}", "safe 1/1", tokens="space", row=row)
    game.begin(Trial("a1", S0)).rolls(3, 3, 3, 3, 3, 3, 3, 3, 3, 1)
    assert game.rows() == [["a0", "a2"], ["a3", "a4", "a5"], ["a6"]]
    game.begin(Cascade(S0)).answers(S0, "row1").rolls(4, 1)
    assert game.events("cascade")[-1]["anomaly"] == "a2"
    game.begin(Trial("a6", S0)).rolls(3, 3, 3, 3, 3, 3, 3, 3, 3, 1)
    assert game.rows() == [["a0", "a2"], ["a3", "a4", "a5"]]


@rule("SA-33.12", "SA-25.4", "SA-Q-51")
def test_a_study_token_may_be_moved_in_just_before_the_trial(yard: type[Yard]) -> None:
    game = yard().staff("nell", "1/2 neutralizer 1").staff("sol", "1/2 scientist 1", study=2)
    game.holds("sal", "safe 1/1", tokens="space").begin(SitePhase())
    game.answers(S0, "study:sol:sal", "study:sol:sal", "trial:sal").rolls(3, 3, 1, 1, 1, 1)
    assert game.events("neutralizing")[0]["faces"] == [3, 3, 1, 1, 1]
    assert game.at("sal") == "discard"
    assert game.assets(S0) == "space"


@rule("SA-25.11", "SA-31.6", "SA-Q-32", "SA-26.11")
def test_an_apollyon_that_breaks_out_of_its_trial_has_not_been_beaten(yard: type[Yard]) -> None:
    game = yard().staff("nell", "1/9 neutralizer 1").masquerade(40)
    game.holds("end", "apollyon 3/30", tokens="space personnel").begin(SitePhase())
    game.answers(S0, "trial:end").rolls(1, 3, 3, 3)
    assert game.assets(S0) == "personnel space", "undamaged"
    game.rolls(1, 1, 1, 1, 1)
    assert game.at("end") == PUBLIC
    game.answers(S0, "ready")
    game.begin(RecoveryPhase())
    assert not game.over
    game.begin(EventPhase())
    assert game.story.count("giant engagement") == 1


@rule("SA-33.17", "SA-Q-77", "SA-Q-32")
def test_an_apollyon_that_a_sentinel_holds_lets_events_resume(yard: type[Yard]) -> None:
    game = yard(event_mode="die").staff("vic", "1/9 sentinel 1").holds("end", "apollyon 1/30", zone=TC)
    game.begin(Breach("end")).rolls(1, 1, 1, 1)
    assert game.at("end") == TC
    game.begin(EventPhase()).rolls(4)
    assert "giant engagement" not in game.story


@rule("SA-23.10", "SA-29.3", "SA-14.6")
def test_who_rests_is_out_of_the_giant_engagement_and_home_for_the_monthly_effects(yard: type[Yard]) -> None:
    game = yard().staff("ana", "1/1", zone=VACATION).staff("bo", "1/9").masquerade(40)
    game.holds("end", "apollyon 1/30", zone=PUBLIC).text("end", "Monthly: Place 1 Wound on each character.", "apollyon")
    game.begin(GiantEngagement("end")).rolls(1, 3)
    assert game.offers(S0) == []
    assert game.who("bo").wounds == 1
    game.begin(RecoveryPhase())
    assert game.at("ana") == "discard"
    assert game.who("bo").wounds == 1, "healed, and wounded again"


@rule("SA-29.3", "SA-30.3", "SA-Q-64", "SA-Q-11")
def test_whoever_is_home_again_counts_when_loose_anomalies_break_the_masquerade(yard: type[Yard]) -> None:
    game = yard().staff("ana", zone=VACATION).staff("bo", zone="mtf-01").masquerade(12)
    game.holds("ed", "euclid 1/1", zone=PUBLIC, masquerade_cost=2).begin(RecoveryPhase())
    assert game.offers(S0) == ["ana", "bo"]
    game.answers(S0, ["ana"])
    assert (game.m, game.table.broken) == (10, True)


@rule("SA-28.7", "SA-24.14", "SA-Q-61")
def test_intel_that_over_contains_stands_and_falls_like_other_tokens(yard: type[Yard]) -> None:
    game = yard().holds("kay", "keter 3/5", tokens="space intel intel")
    game.begin(BreachCheck("kay")).answers(S0, "intel").rolls(6).answers(S0, "intel").rolls(4).rolls(3)
    assert game.tokens("kay") == "space intel"
    assert game.story[-1] == "held"


@rule("SA-33.9", "SA-32.5")
def test_a_deflected_third_cog_destroys_nobody_and_needs_no_medals(apollyon: type[Driver]) -> None:
    game = apollyon().character("Eve", S0, "1/3", "memetic-resistance 1").team(S0, "mtf-01", "Eve")
    game.anomaly("Thing", "euclid", "2/9", damage="cog").dice("1", "3 3").plan(S0, "eve", "eve").capture("thing")
    assert (game.who("Eve").cogs, game.who("Eve").deflected) == (1, 1)


@rule("SA-33.1", "SA-Q-23")
def test_a_promotion_adds_to_printed_amnestics(yard: type[Yard]) -> None:
    game = yard(event_mode="die").staff("ann", "1/2 amnestics 1").masquerade(17)
    game.box.promotions = dict(Driver().box.promotions)
    clinic = next(piece for piece, card in game.box.promotions.items() if card.skill == "amnestics")
    game.who("ann").promotions = [clinic]
    game.begin(EventPhase()).rolls(4).answers(S0, "ann").rolls(4, 5)
    assert game.m == 19


# The Administrator, and the number of players.


@rule("SA-Q-14", "SA-13.15", "SA-18.8", "SA-Q-33")
def test_the_duties_are_those_of_whoever_was_named_administrator(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).character("Ana", S0, "1/3").character("Bo", S2, "1/3")
    game.table.administrator = S2
    game.situations_dealt_next(0, 0).dice("4", "4", "4").intel()
    assert [event["who"] for event in game.events("intel check")] == [S2, S0, S1]
    game.growth()
    game.table.phase = "event"
    game.anomaly("End", "apollyon", "1/30").dice("1 1", "3").begin(GiantEngagement("end"))
    game.play_on(until="Placement")
    assert game.offers(S2) == ["ana", "bo"]


@rule("SA-23.6", "SA-23.7", "SA-23.8", "SA-EX-11")
@pytest.mark.parametrize(
    ("players", "dealt", "handed"), [(1, 1, 1), (2, 1, 1), (3, 1, 2), (4, 2, 2), (5, 2, 3), (6, 2, 3)]
)
def test_die_5_and_6_with_any_number_of_players(apollyon: type[Driver], players: int, dealt: int, handed: int) -> None:
    game = apollyon(players=players, agree_by_silence=True)
    game.situations_dealt_next(1, 1, 1).dice("5").play(EventDie())
    assert len(game.table.situations) == dealt
    game.table.phase = "event"
    game.dice("6").play(EventDie())
    assert [who.zone for who in game.table.characters.values()] == [VACATION] * handed


@rule("SA-23.2", "SA-23.3", "SA-23.4")
@pytest.mark.parametrize("players", [1, 2, 6])
def test_die_1_2_and_3_strike_each_site_with_any_number_of_players(yard: type[Yard], players: int) -> None:
    game = yard(players=players)
    for seat in range(players):
        game.holds(f"e{seat}", "euclid 0/1", seat=seat, tokens="space")
        game.holds(f"t{seat}", "safe 1/1", seat=seat, zone=TC, can_breach=False)
    game.begin(EventDie()).rolls(1)
    if players > 1:
        game.answers(S0, "in-order")
    game.rolls(*[1] * players)
    assert game.story.count("cascade") == players
    for face, named in ((2, "e"), (3, "t")):
        game.begin(EventDie()).rolls(face)
        if players > 1 and named == "e":  # what cannot breach checks in any order
            game.answers(S0, "in-order")
        assert game.done, "as many as there are players: there is nothing to name"
    assert game.story.count("held") == 2 * players


@rule("SA-34.2", "SA-31.1")
@pytest.mark.parametrize("players", [1, 6])
def test_the_apollyon_of_the_easier_game_has_the_numbers_of_its_players(apollyon: type[Driver], players: int) -> None:
    game = apollyon.dealt(players, easier=True, agree_by_silence=True)
    for seat in range(players):
        game.plan(seat, f"director-{seat + 1}", "safe")
    *_, picked = sorted(STACK.of_kind("apollyon"))
    game.plan(S0, picked)
    if players == 1:
        game.dice("4")
    game.play_on(until="Growth" if players == 1 else "PickClasses")
    card = STACK.cards[picked]
    assert isinstance(card, ApollyonCard)
    assert game.box.anomalies[picked].threat == card.threat[players - 1]
    assert game.box.anomalies[picked].containment["space"] == card.space[players - 1]
    assert players > 1 or picked in str(game.seen(None)["apollyon"])


@rule("SA-30.2", "SA-30.4", "SA-Q-10")
def test_the_gain_of_a_break_is_counted_over_all_sites(yard: type[Yard]) -> None:
    game = yard(players=3).pool(S0, space=3).pool(S1, personnel=3).pool(S2, resources=1, intel=9).masquerade(9)
    game.begin(RecoveryPhase()).settle()  # all alike at each site: nobody is asked which
    assert game.m == 10, "one of each, two in all; Intel is not material"


@rule("SA-13.12", "SA-Q-22", "SA-7.12")
def test_moving_what_lengthens_the_rows_leaves_a_row_too_long_until_it_thins(yard: type[Yard]) -> None:
    game = yard(players=2)
    for name in ("a", "b", "c", "door"):
        game.holds(name, "safe 1/1", tokens="space", cost="space")
    game.text("door", "Contained: Your rows hold +1 anomaly.", "safe").holds("d", "safe 1/1", zone=TC, cost="space")
    game.holds("e", "safe 1/1", row=1, tokens="space").holds("f", "safe 1/1", row=1, tokens="space")
    game.begin(MoveAnomaly(S0, "door", S1)).rolls(3)
    assert game.rows() == [["a", "b", "c"], ["e", "f"]]
    assert game.assets(S0) == "space"
    game.begin(SitePhase()).answers(S0, "contain:d")
    assert game.rows()[1] == ["e", "f", "d"]


@rule("SA-12.2", "SA-31.2", "SA-2.6")
def test_an_apollyon_that_breaks_the_masquerade_as_it_appears(yard: type[Yard]) -> None:
    game = yard().staff("ana").staff("bo").pool(S0, space=3, personnel=1).masquerade(12)
    piece = game.anomaly_card("End", "apollyon", "1/9")
    game.table.apollyon.put(piece)
    game.table.turn_tracker, game.table.turn = 1, 6
    game.text("end", "On appearing: Lose 2 Masquerade. Destroy 1 character.", "apollyon")
    game.begin(IntelPhase())
    assert game.offers(S0) == ["personnel#1", "space#1", "space#2", "space#3"], "in the middle of its text"
    game.answers(S0, ["space#1", "space#2"], ["ana"])
    assert game.at("bo") == "discard", "then the text goes on"
    assert game.m == 11


@rule("SA-31.1", "SA-10.9")
def test_the_apollyon_appears_once(yard: type[Yard]) -> None:
    game = yard()
    game.table.apollyon.put(game.anomaly_card("End", "apollyon", "1/9"))
    game.begin(ApollyonAppears())
    game.table.turn_tracker = 0
    game.begin(IntelPhase()).rolls(4)
    assert game.story.count("apollyon") == 1
