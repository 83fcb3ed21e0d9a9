"""SA-32.8 to SA-32.20, SA-12.4: Lost Characters and Recovery Checks."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.box.components import AC, PUBLIC, SUBDUED, TC
from eschaton.games.apollyon.box.facts import PromotionCard
from eschaton.games.apollyon.rules.breach import Breach
from eschaton.games.apollyon.rules.damage import PlaceToken
from eschaton.games.apollyon.rules.intel import IntelPhase
from eschaton.games.apollyon.rules.lost import Recover, RecoveryChecks
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.zones import discard_anomaly, lose_character
from eschaton.ledger import rule
from tests.apollyon.driver import Driver
from tests.apollyon.yard import S0, S1, Yard


def maze(yard: type[Yard], *names: str, zone: str = PUBLIC, **printed: Any) -> Yard:
    """A Source in which these Characters are Lost; its Lost Effect is a Wound. A name may bring a Skill along."""
    game = yard().holds("maze", "keter 1/3", zone=zone, **printed)
    game.says("maze", "lost effect", wound)
    for name in names:
        piece, _, skills = name.partition(" ")
        game.staff(piece, f"2/2 {skills}".strip())
        lose_character(game.table, piece, "maze")
    return game


def wound(table: Any, use: Any) -> PlaceToken:
    """A Wound for the Character whose check has failed."""
    return PlaceToken("wound", table.pending(use.about).character)


@rule("SA-EX-52", "SA-32.14", "SA-32.15", "SA-32.16", "SA-32.17", "SA-Q-67", "SA-8.11")
def test_lost_and_found(yard: type[Yard]) -> None:
    game = maze(yard, "xia", "yan", "zed scout 1", recovery_measure=4).begin(RecoveryChecks())
    assert game.offers(S0) == ["in-order", "xia", "yan", "zed"]
    game.answers(S0, "xia").rolls(6).answers(S0, "yan")
    assert (game.at("xia"), game.at("yan")) == ("garrison", "garrison")
    game.rolls(3)
    assert game.done, "Yan does not roll"
    assert game.at("zed") == "garrison"


@rule("SA-EX-52", "SA-32.16")
def test_who_fails_stays_lost_and_suffers(yard: type[Yard]) -> None:
    game = maze(yard, "zed scout 1", recovery_measure=4).begin(RecoveryChecks()).rolls(2)
    assert game.done
    assert game.at("zed") == "lost"
    assert game.who("zed").wounds == 1


@rule("SA-EX-7", "SA-32.11", "SA-32.12", "SA-12.5", "SA-33.13", "SA-33.19", "SA-Q-2")
@pytest.mark.parametrize(("name", "face", "found"), [("xia", 3, False), ("xia", 4, True), ("zed scout 1", 3, True)])
def test_the_default_measure_is_4_and_a_scouts_3(yard: type[Yard], name: str, face: int, found: bool) -> None:
    game = maze(yard, name).begin(RecoveryChecks()).rolls(face)
    assert (game.at(name.split()[0]) == "garrison") == found


@rule("SA-Q-2")
def test_a_table_may_play_with_3(yard: type[Yard]) -> None:
    game = yard(default_recovery_measure="3").holds("maze", "keter 1/3", zone=PUBLIC).staff("xia")
    lose_character(game.table, "xia", "maze")
    assert game.begin(RecoveryChecks()).rolls(3).at("xia") == "garrison"


@rule("SA-32.10", "SA-32.13")
@pytest.mark.parametrize(("printed", "face", "found"), [(6, 5, False), (6, 6, True), (2, 2, True)])
def test_a_source_has_a_measure_of_its_own(yard: type[Yard], printed: int, face: int, found: bool) -> None:
    game = maze(yard, "xia", recovery_measure=printed).begin(RecoveryChecks()).rolls(face)
    assert (game.at("xia") == "garrison") == found


@rule("SA-12.4", "SA-32.14")
def test_every_lost_character_rolls_in_every_intel_phase(yard: type[Yard]) -> None:
    game = maze(yard, "xia", "yan").begin(IntelPhase()).answers(S0, "in-order").rolls(1, 1, 4)
    assert [check["character"] for check in game.events("recovery check")] == ["xia", "yan"]
    game.begin(IntelPhase()).answers(S0, "in-order").rolls(1, 1, 4)
    assert len(game.events("recovery check")) == 4


@rule("SA-32.8", "SA-32.9")
def test_a_lost_character_is_out_of_play(yard: type[Yard]) -> None:
    game = maze(yard, "xia").holds("ed", "euclid 1/2", zone=TC)
    assert (game.at("xia"), game.who("xia").source) == ("lost", "maze")
    assert game.table.characters_of(S0) == []
    assert game.table.active_characters() == []
    game.begin(Breach("ed")).rolls(5)
    assert game.at("ed") == PUBLIC, "nobody fights"


@rule("SA-Q-67")
def test_a_pop_recovers_one_who_has_already_failed_and_keeps_what_that_brought(yard: type[Yard]) -> None:
    game = maze(yard, "xia", "yan").begin(RecoveryChecks()).answers(S0, "in-order").rolls(1, 6)
    assert game.done
    assert (game.at("xia"), game.who("xia").wounds) == ("garrison", 1)


@rule("SA-32.17")
def test_a_pop_helps_only_in_the_same_source(yard: type[Yard]) -> None:
    game = maze(yard, "xia").holds("sea", "keter 1/3", zone=PUBLIC).staff("yan")
    lose_character(game.table, "yan", "sea")
    game.begin(RecoveryChecks()).answers(S0, "in-order").rolls(6, 1)
    assert (game.at("xia"), game.at("yan")) == ("garrison", "lost")


@rule("SA-Q-67")
def test_a_recovered_character_goes_to_its_owners_garrison_with_medals_and_promotions(yard: type[Yard]) -> None:
    game = yard(players=2).holds("maze", "keter 1/3", zone=PUBLIC)
    game.box.add("leader", PromotionCard(name="leader", id="leader", skill="leader", medals=3))
    game.staff("xia", seat=S1, zone="mtf-01", medals=2, promotions=["leader"])
    lose_character(game.table, "xia", "maze")
    game.begin(RecoveryChecks()).rolls(4)
    xia = game.who("xia")
    assert (xia.seat, xia.zone, xia.medals, xia.promotions, xia.source) == (S1, "garrison", 2, ["leader"], "")


@rule("SA-Q-67")
def test_if_the_source_is_gone_the_measure_stays_and_there_is_no_lost_effect(yard: type[Yard]) -> None:
    game = maze(yard, "xia", recovery_measure=6)
    game.table.options["lost_effect_always"] = True
    discard_anomaly(game.table, "maze", "SA-25.7")
    game.begin(RecoveryChecks()).rolls(5)
    assert (game.at("xia"), game.who("xia").wounds) == ("lost", 0)


@rule("SA-Q-67", "SA-32.12")
def test_a_scout_with_a_cog_is_no_scout(yard: type[Yard]) -> None:
    game = yard().holds("maze", "keter 1/3", zone=PUBLIC).staff("zed", "2/2 scout 1", cogs=1)
    lose_character(game.table, "zed", "maze")
    assert game.begin(RecoveryChecks()).rolls(3).at("zed") == "lost"


@rule("SA-Q-103")
@pytest.mark.parametrize("zone", [SUBDUED, TC, AC])
def test_a_source_whose_text_is_off_has_no_lost_effect(yard: type[Yard], zone: str) -> None:
    game = maze(yard, "xia", recovery_measure=6)
    game.what("maze").zone = zone
    game.begin(RecoveryChecks()).rolls(5)
    assert (game.at("xia"), game.who("xia").wounds) == ("lost", 0), "but its measure stands"
    game.table.options["lost_effect_always"] = True
    game.begin(RecoveryChecks()).rolls(5)
    assert game.who("xia").wounds == 1


@rule("SA-32.18", "SA-32.20")
def test_the_lost_may_gather_more_than_would_destroy_them(yard: type[Yard]) -> None:
    game = maze(yard, "xia", "yan")
    for _ in range(4):
        game.begin(PlaceToken("wound", "xia")).begin(PlaceToken("cog", "yan"))
    assert (game.who("xia").wounds, game.who("yan").cogs) == (4, 4)
    game.begin(RecoveryPhase())
    assert (game.at("xia"), game.at("yan")) == ("lost", "lost")


@rule("SA-32.19")
@pytest.mark.parametrize(
    ("has", "lives"), [({"wounds": 2}, False), ({"cogs": 3}, False), ({"wounds": 1, "cogs": 2}, True)]
)
def test_what_was_gathered_counts_on_recovery(yard: type[Yard], has: dict[str, int], lives: bool) -> None:
    game = yard().staff("xia", "2/2", zone="lost", source="maze", **has).begin(Recover("xia"))
    assert game.done
    assert game.at("xia") == ("garrison" if lives else "discard")


@rule("SA-32.19", "SA-32.39")
def test_medals_may_cancel_the_last_of_them_and_only_that(yard: type[Yard]) -> None:
    game = yard().staff("xia", "2/2", zone="lost", source="maze", wounds=2, medals=1).begin(Recover("xia"))
    game.answers(S0, "last-ditch")
    assert (game.at("xia"), game.who("xia").wounds, game.who("xia").medals) == ("garrison", 1, 0)
    game = yard().staff("xia", "2/2", zone="lost", source="maze", wounds=3, medals=1).begin(Recover("xia"))
    game.answers(S0, "last-ditch")
    assert game.at("xia") == "discard"


@rule("SA-32.19", "SA-32.24", "SA-32.34")
def test_minions_and_study_tokens_shield_the_recovered(yard: type[Yard]) -> None:
    game = yard().staff("xia", "2/2", zone="lost", source="maze", wounds=4, study=1, minions=[(1, 2)])
    game.begin(Recover("xia"))
    assert game.offers(S0) == ["xia", "minion:xia:1/2", "study:xia"], "three Wounds are too many"
    game.answers(S0, "minion:xia:1/2", "study:xia")
    assert game.done
    assert (game.at("xia"), game.who("xia").wounds, game.who("xia").study) == ("garrison", 1, 0)


@rule("SA-32.13", "SA-6.17")
@pytest.mark.parametrize(
    ("text", "face", "found"), [("+1", 4, False), ("+1", 5, True), ("-2", 2, True), ("-2", 1, False)]
)
def test_texts_change_the_measure(yard: type[Yard], text: str, face: int, found: bool) -> None:
    game = maze(yard, "xia").holds("far", "euclid 1/1", zone=PUBLIC)
    game.text("far", f"All Recovery Checks have {text} measure.")
    assert (game.begin(RecoveryChecks()).rolls(face).at("xia") == "garrison") == found


@rule("SA-32.16")
def test_the_you_of_a_lost_effect_is_who_has_lost_somebody(yard: type[Yard]) -> None:
    game = (
        yard(players=2).holds("far", "safe 0/1", zone=PUBLIC).text("far", "Lost: Gain 1 Intel.").staff("xia", seat=S1)
    )
    lose_character(game.table, "xia", "far")
    game.begin(RecoveryChecks()).rolls(1)
    assert (game.assets(S0), game.assets(S1)) == ("", "intel")


@rule("SA-Q-13", "SA-32.17", "SA-32.16")
def test_a_pop_recovers_another_even_where_nobody_can_succeed(yard: type[Yard]) -> None:
    game = maze(yard, "xia", "yan", recovery_measure=7).begin(RecoveryChecks()).answers(S0, "xia").rolls(6)
    assert game.done, "Yan is the only other one, and does not roll"
    assert (game.at("xia"), game.who("xia").wounds, game.at("yan")) == ("lost", 1, "garrison")


@rule("SA-32.19", "SA-33.9")
def test_cogs_gathered_while_lost_meet_memetic_resistance(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "2/2", "memetic-resistance 1", zone="lost", source="pit", measure=4)
    game.anomaly("Pit", "keter", "3/3").text("pit", "Lost: Place 1 Cognitohazard on it.")
    game.dice("1").play(RecoveryChecks())
    assert game.who("Ana").cogs == 1
    game.dice("5").play(RecoveryChecks())
    assert (game.at("Ana"), game.who("Ana").cogs, game.who("Ana").deflected) == ("garrison", 0, 1)


@rule("SA-32.19", "SA-32.34")
@pytest.mark.parametrize(("said", "wounds"), [("study:ana", 1), ("ana", 2)])
def test_a_wound_gathered_while_lost_may_be_cancelled(apollyon: type[Driver], said: str, wounds: int) -> None:
    game = apollyon().character("Ana", S0, "2/4", zone="lost", source="pit", measure=4, wounds=1, study=1)
    game.anomaly("Pit", "keter", "3/3").text("pit", "Lost: Place 1 Wound on it.")
    game.dice("1").play(RecoveryChecks())
    assert game.who("Ana").wounds == 2
    game.begin(RecoveryChecks()).roll("5")
    assert game.offers(S0) == ["ana", "study:ana"], "one Wound; the other was there before"
    game.answer(S0, said)
    assert (game.settle(), game.who("Ana").wounds, game.who("Ana").lost_wounds) == (None, wounds, 0)


@rule("SA-32.19", "SA-32.29")
def test_what_was_removed_meanwhile_is_not_placed(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "2/4", zone="lost", source="pit", measure=4, study=1)
    game.anomaly("Pit", "keter", "3/3").text("pit", "Lost: Place 1 Wound on it. Remove 1 Wound from it.")
    game.dice("1").play(RecoveryChecks()).dice("5").play(RecoveryChecks())
    assert (game.at("Ana"), game.who("Ana").wounds, game.who("Ana").study) == ("garrison", 0, 1)
