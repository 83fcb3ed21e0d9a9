"""SA-26: breaching containment."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.components import AC, PUBLIC, TC
from eschaton.games.apollyon.rules.breach import Breach, BreachCheck
from eschaton.games.apollyon.rules.damage import PlaceToken
from eschaton.games.apollyon.rules.events import EventPhase
from eschaton.ledger import rule
from tests.apollyon.yard import S0, S1, Yard


@rule("SA-EX-33", "SA-26.2", "SA-26.3", "SA-26.4", "SA-26.5", "SA-26.9", "SA-26.12", "SA-26.13", "SA-8.11")
def test_a_breach_and_re_containment(yard: type[Yard]) -> None:
    game = yard().staff("vic", "3/3 sentinel 1").pool(S0, personnel=1)
    game.holds("kay", "keter 4/5", tokens="space space personnel", cost="space space personnel")
    game.begin(BreachCheck("kay")).rolls(4, 6, 2, 5).answers(S0, "space", "space")
    assert game.assets(S0) == "personnel personnel space space"
    game.rolls(3, 4, 5, 1, 6, 2, 3)
    assert game.waiting == "TeamRoll", "seven dice: 3, 2 for the Sentinel, and two Personnel; the extra one"
    game.rolls(2, 4, 3, 6, 5)
    assert game.offers(S0) == ["vic", "personnel"], "measure 4: three hits, and no extra die for the 6"
    game.answers(S0, "personnel", "personnel")
    assert game.who("vic").wounds == 1
    assert game.at("kay") == TC
    assert game.assets(S0) == "space space", "its cost cannot be paid now"
    assert game.story[-1] == "fizzled", "then the Cascade"
    assert game.done


@rule("SA-26.10", "SA-Q-36", "SA-Q-61")
def test_a_re_contained_anomaly_may_be_contained_at_once_with_extra_tokens(yard: type[Yard]) -> None:
    game = yard().staff("vic", "2/3").pool(S0, space=1, resources=1, intel=1)
    game.holds("sal", "safe 0/1", zone=TC, cost="space")
    game.begin(Breach("sal")).rolls(3, 1)
    assert game.offers(S0) == ["contain", "leave"]
    game.answers(S0, "contain", "row2")
    assert game.offers(S0) == ["resources", "intel", "done"]
    game.answers(S0, "intel", "resources")
    assert game.done
    assert game.rows()[1] == ["sal"]
    assert game.tokens("sal") == "resources space intel"
    assert game.assets(S0) == ""


@rule("SA-26.12", "SA-26.10")
def test_what_was_re_contained_is_seen_to_before_the_cascades_it_triggered(yard: type[Yard]) -> None:
    game = yard().staff("vic", "2/3").pool(S0, space=1).holds("ed", "euclid 1/1", zone=TC, cost="space")
    game.holds("sal", "safe 1/1", tokens="space").begin(Breach("ed")).rolls(3, 1, 6)
    assert game.offers(S0) == ["contain", "leave"]
    assert "cascade" not in game.story
    game.answers(S0, "leave").rolls(1, 1)
    assert game.story[-4:] == ["cascade", "breach check", "tested", "held"]


@rule("SA-26.10")
def test_it_may_as_well_be_left_where_it_is(yard: type[Yard]) -> None:
    game = yard().staff("vic", "2/3").pool(S0, space=1).holds("sal", "safe 0/1", zone=TC, cost="space")
    game.begin(Breach("sal")).rolls(3, 1).answers(S0, "leave")
    assert game.at("sal") == TC
    assert game.assets(S0) == "space"


@rule("SA-26.1", "SA-14.3")
def test_only_the_garrison_of_that_site_fights(yard: type[Yard]) -> None:
    game = yard(players=2).staff("vic", "1/3").staff("away", "5/5", zone="mtf-01")
    game.staff("resting", "5/5", zone="vacation").staff("other", "5/5", seat=S1).pool(S1, personnel=4)
    game.holds("ed", "euclid 1/9", zone=TC).begin(Breach("ed")).rolls(3)
    assert game.events("team rolled") == [{"faces": [3]}]
    game.rolls(4)
    assert game.who("vic").wounds == 1


@rule("SA-EX-36", "SA-26.6", "SA-26.7", "SA-23.4", "SA-27.4", "SA-27.7")
def test_a_breach_with_nobody_home(yard: type[Yard]) -> None:
    game = yard(event_mode="die").pool(S0, personnel=1).holds("ed", "euclid 3/4", zone=TC)
    game.holds("ann", "safe 1/2", tokens="space").holds("bob", "euclid 2/3", tokens="space resources")
    game.holds("cat", "safe 1/2", tokens="space space", row=1)
    game.begin(EventPhase()).rolls(3)
    assert game.waiting == "PersonnelAlone"
    game.answers(S0, "hide").rolls(6, 2, 6)
    assert game.at("ed") == PUBLIC
    assert game.offers(S0) == ["row1", "row2"]
    game.rolls(5, 4).answers(S0, "row2")
    assert game.events("cascade")[-1]["anomaly"] == "cat"
    game.rolls(4, 5, 3).answers(S0, "row1")
    assert game.events("cascade")[-1]["anomaly"] == "bob"
    game.answers(S0, "space")
    assert game.done
    assert len(game.events("breach")) == 1
    assert game.assets(S0) == "personnel"


@rule("SA-EX-40", "SA-26.8", "SA-Q-55")
def test_personnel_alone_cannot_re_contain(yard: type[Yard]) -> None:
    game = yard().pool(S0, personnel=3).holds("ed", "euclid 2/2", zone=TC)
    game.begin(BreachCheck("ed")).answers(S0, "engage").rolls(4, 4, 4, 4, 1)
    assert game.done
    assert game.events("exchange")[0]["ours"] == 3
    assert game.at("ed") == PUBLIC
    assert game.assets(S0) == "personnel personnel", "each hit Destroys one while any is left"


@rule("SA-26.11", "SA-26.8")
def test_without_a_survivor_it_escapes(yard: type[Yard]) -> None:
    game = yard().staff("vic", "2/1").holds("ed", "euclid 1/2", zone=TC)
    game.begin(Breach("ed")).rolls(4, 4, 4)
    assert game.at("vic") == "discard"
    assert game.at("ed") == PUBLIC, "enough Wounds, but nobody is left alive"


@rule("SA-26.11")
def test_not_subdued_it_escapes(yard: type[Yard]) -> None:
    game = yard().staff("vic", "2/3").holds("ed", "euclid 1/3", zone=TC)
    game.begin(Breach("ed")).rolls(4, 4, 4)
    assert game.at("ed") == PUBLIC
    assert game.what("ed").seat == -1
    assert game.what("ed").breached


@rule("SA-33.17", "SA-26.11", "SA-Q-77")
@pytest.mark.parametrize(
    ("zone", "cogs", "ends"), [("garrison", 0, TC), ("mtf-01", 0, PUBLIC), ("garrison", 1, PUBLIC)]
)
def test_a_sentinel_at_home_and_in_his_mind_holds_it(yard: type[Yard], zone: str, cogs: int, ends: str) -> None:
    game = yard().staff("vic", "0/3 sentinel 1", zone=zone, cogs=cogs).holds("ed", "euclid 1/9", zone=TC)
    game.begin(Breach("ed")).rolls(*[1] * 5)
    assert game.at("ed") == ends
    assert game.table.speaks("ed") == ("" if ends == TC else "loose")


@rule("SA-33.17")
def test_a_sentinel_that_dies_holds_nothing(yard: type[Yard]) -> None:
    game = yard().staff("vic", "0/1 sentinel 1").holds("ed", "euclid 1/9", zone=TC)
    game.begin(Breach("ed")).rolls(1, 1, 4)
    assert game.at("ed") == PUBLIC


@rule("SA-26.14", "SA-6.7")
def test_every_contact_applies_before_the_fight(yard: type[Yard]) -> None:
    game = yard().staff("vic", "2/3").holds("ed", "euclid 1/9", zone=TC)
    game.says("ed", "every contact", lambda table, use: PlaceToken("cog", "vic"))
    game.says("ed", "first contact", lambda table, use: PlaceToken("wound", "vic"))
    game.begin(Breach("ed")).rolls(1)
    assert game.who("vic").cogs == 1
    assert game.who("vic").wounds == 0
    assert game.events("team rolled") == [], "a cog leaves no Threat"


@rule("SA-EX-38", "SA-26.15", "SA-Q-56", "SA-27.5")
def test_cascades_are_nested_depth_first(yard: type[Yard]) -> None:
    game = yard().holds("e1", "euclid 2/3", zone=TC)
    game.holds("k1", "keter 2/5", tokens="space").holds("s1", "safe 1/2", tokens="space")
    game.begin(BreachCheck("e1")).rolls(6, 2).rolls(1, 5).rolls(6, 6).rolls(3, 2).rolls(1, 2)
    assert game.done
    told = [
        (event.key, event.args["anomaly"])
        for event in game.log
        if event.key in ("breach check", "not subdued", "cascade", "held")
    ]
    assert told == [
        ("breach check", "e1"),
        ("not subdued", "e1"),
        ("cascade", "k1"),
        ("breach check", "k1"),
        ("not subdued", "k1"),
        ("cascade", "s1"),
        ("breach check", "s1"),
        ("held", "s1"),
        ("cascade", "s1"),
        ("breach check", "s1"),
        ("held", "s1"),
    ]
    assert [game.at(piece) for piece in ("e1", "k1", "s1")] == [PUBLIC, PUBLIC, AC]


@rule("SA-Q-53")
def test_a_pop_may_also_give_an_extra_die(yard: type[Yard]) -> None:
    game = yard(breach_pop_adds_die=True).holds("ed", "euclid 1/3", zone=TC).begin(Breach("ed")).rolls(6, 6, 1)
    assert game.done
    assert game.story.count("fizzled") == 2


@rule("SA-Q-54", "SA-33.7")
def test_personnel_may_be_led_and_those_not_given_up_stay(yard: type[Yard]) -> None:
    game = yard().staff("lia", "2/2 leader 2").pool(S0, personnel=2).holds("ed", "euclid 1/9", zone=TC)
    game.begin(Breach("ed")).answers(S0, {"lia": "nobody", "personnel~1": "lia", "personnel~2": "lia"}).rolls(
        *[1] * 6, 4
    )
    assert len(game.events("team rolled")[0]["faces"]) == 6
    game.answers(S0, "lia")
    assert game.assets(S0) == "personnel personnel"


@rule("SA-EX-47", "SA-32.34", "SA-Q-69")
def test_study_tokens_are_shields(yard: type[Yard]) -> None:
    game = yard().staff("sol", "1/1 scientist 1", study=2).holds("ed", "euclid 2/9", zone=TC)
    game.begin(Breach("ed")).rolls(1, 4, 4).answers(S0, "study:sol", "study:sol")
    assert game.at("sol") == "garrison"
    assert game.who("sol").study == 0
    assert game.who("sol").wounds == 0


@rule("SA-EX-66", "SA-Q-69")
def test_a_study_token_is_no_fighter(yard: type[Yard]) -> None:
    game = yard().staff("lia", "2/2 leader 2").staff("sol", "1/2 scientist 1", study=1)
    game.holds("ed", "euclid 1/9", zone=TC).begin(Breach("ed"))
    assert set(game.offers(S0)) == {"lia", "sol", "nobody"}, "the Study Token cannot be led"
    game.answers(S0, {"lia": "nobody", "sol": "lia"}).rolls(1, 1, 1, 1, 4)
    assert len(game.events("team rolled")[0]["faces"]) == 4
    assert game.offers(S0) == ["lia", "sol", "study:sol"], "it shields Sol, not Lia"


@rule("SA-Q-105")
def test_a_character_with_early_plans_still_fights_at_home(yard: type[Yard]) -> None:
    game = yard().staff("vic", "3/3", plan="mtf-01").holds("ed", "euclid 0/2", zone=TC)
    game.begin(Breach("ed")).rolls(3, 3, 1)
    assert game.at("ed") == TC


@rule("SA-26.8", "SA-Q-66", "SA-26.3")
def test_personnel_fight_and_one_with_a_cog_re_contains(yard: type[Yard]) -> None:
    game = yard().staff("vic", "3/3 sentinel 1", cogs=1).pool(S0, personnel=3)
    game.holds("ed", "euclid 1/2", zone=TC, cost="space").begin(Breach("ed")).rolls(3, 4, 1, 2)
    assert game.done, "three dice, all of them the Personnel's"
    assert (game.at("ed"), game.assets(S0)) == (TC, "personnel personnel personnel")


@rule("SA-26.11", "SA-26.14", "SA-26.8", "SA-Q-55")
def test_once_the_garrison_is_lost_personnel_are_shields_and_no_more(yard: type[Yard]) -> None:
    game = yard().staff("vic", "3/3").pool(S0, personnel=2).holds("ed", "euclid 1/2", zone=TC)
    game.text("ed", "Every Contact: Make the first member Lost.").begin(Breach("ed")).answers(S0, "engage")
    game.rolls(3, 4, 4)
    assert game.done
    assert (game.at("vic"), game.at("ed"), game.assets(S0)) == ("lost", PUBLIC, "personnel")


@rule("SA-33.17", "SA-Q-77")
def test_of_two_sentinels_one_is_enough(yard: type[Yard]) -> None:
    game = yard().staff("vic", "1/1 sentinel 1").staff("wes", "1/1 sentinel 1").holds("ed", "euclid 1/9", zone=TC)
    game.begin(Breach("ed")).rolls(1, 1, 1, 1, 1, 1, 4).answers(S0, "vic")
    assert (game.at("vic"), game.at("ed")) == ("discard", TC)


@rule("SA-30.1", "SA-26.1", "SA-Q-11")
def test_a_break_in_the_midst_of_a_breach_thins_the_defence(yard: type[Yard]) -> None:
    game = yard().masquerade(11).staff("vic", "3/3").staff("wes", "3/3").pool(S0, personnel=2, resources=1)
    game.holds("ed", "euclid 1/2", zone=TC, cost="space").text("ed", "Every Contact: Lose 1 Masquerade.")
    game.begin(Breach("ed")).answers(S0, ["personnel#1"], ["vic"])
    game.rolls(3, 3, 1, 1, 4).answers(S0, "wes")
    assert game.done, "Wes and one of the Personnel: four dice"
    assert (game.at("ed"), game.who("wes").wounds, game.m) == (TC, 1, 10)


@rule("SA-7.8", "SA-7.7", "SA-Q-85")
def test_space_is_not_taken_in_a_breach(yard: type[Yard]) -> None:
    def breached(**printed: bool) -> Yard:
        game = yard().staff("vic", "1/3").pool(S0, space=1, resources=1)
        game.holds("hid", "safe 1/1", tokens="space personnel")
        return (
            game.holds("ed", "euclid 2/9", zone=TC, damage="asset", **printed).begin(BreachCheck("ed")).rolls(1, 4, 4)
        )

    game = breached()
    assert game.done, "there is nothing to choose"
    assert (game.assets(S0), game.tokens("hid")) == ("space", "space"), "then what Containment Tokens can be taken"
    assert breached(destroys_space=True).offers(S0) == ["S0:resources", "S0:space"]


@rule("SA-7.8", "SA-7.9")
def test_what_a_breaching_anomaly_says_of_any_asset_spares_space(yard: type[Yard]) -> None:
    game = yard().pool(S0, space=1, intel=1).holds("ed", "euclid 0/9", zone=TC)
    game.text("ed", "Every Contact: Each player loses 1 Asset.").begin(BreachCheck("ed"))
    assert game.assets(S0) == "space"
    game = yard().pool(S0, space=1, intel=1).deck("event", "news")
    game.text("news", "Each player loses 1 Asset.", "event").begin(EventPhase())
    assert game.offers(S0) == ["S0:space", "S0:intel"], "elsewhere it can be lost"


@rule("SA-Q-89", "SA-Q-55")
def test_what_personnel_alone_cannot_keep_is_taken(yard: type[Yard]) -> None:
    game = yard().holds("ed", "euclid 2/9", zone=TC, damage="asset").pool(S0, personnel=2).begin(BreachCheck("ed"))
    game.answers(S0, "engage").rolls(1, 1, 4, 4)
    assert game.assets(S0) == ""
    hidden = yard().holds("ed", "euclid 2/9", zone=TC, damage="asset").pool(S0, personnel=2).begin(BreachCheck("ed"))
    assert hidden.answers(S0, "hide").rolls(4, 4).assets(S0) == "personnel personnel"


@rule("SA-26.7", "SA-26.6")
@pytest.mark.parametrize(("said", "left"), [("hide", "personnel personnel"), ("engage", "")])
def test_personnel_choose_anew_once_contact_has_emptied_the_garrison(yard: type[Yard], said: str, left: str) -> None:
    game = yard().staff("ana", "1/3").pool(S0, personnel=2).holds("ed", "euclid 2/3", zone=TC)
    game.text("ed", "Every Contact: Make each member Lost.").begin(BreachCheck("ed"))
    assert (game.waiting, game.offers(S0)) == ("PersonnelAlone", ["engage", "hide"])
    game.answers(S0, said).rolls(*([1, 1] if said == "engage" else []), 4, 4)
    assert game.done
    assert (game.assets(S0), game.at("ed")) == (left, PUBLIC)
