"""SA-25: Neutralization Trials."""

from __future__ import annotations

from eschaton.games.apollyon.box.components import AC, PUBLIC, TC
from eschaton.games.apollyon.rules.breach import Breach
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.games.apollyon.rules.trials import Trial, neutralize_rating, target_rating
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.yard import S0, S1, Yard


def lab(yard: type[Yard], words: str = "euclid 3/5", **has: object) -> Yard:
    """A site with a Neutralizer 2 and an anomaly in AC, tokens Space and Personnel."""
    game = yard().staff("nia", "1/2 neutralizer 2")
    return game.holds("ed", words, tokens="space personnel", **has)


@rule("SA-EX-41", "SA-25.4", "SA-25.5", "SA-25.6", "SA-25.7", "SA-25.8", "SA-25.9", "SA-32.32", "SA-5.12", "SA-5.13")
def test_a_trial_won(yard: type[Yard]) -> None:
    game = yard().staff("nia", "1/2 neutralizer 3").staff("moe", "2/2 neutralizer 1")
    game.holds("ed", "euclid 2/3", tokens="space resources", study=2)
    assert neutralize_rating(game.table, S0, "ed") == 8
    assert target_rating(game.table, "ed") == 5
    game.begin(Trial("ed", S0)).rolls(3, 5, 1, 6, 4, 2, 3, 6).rolls(6, 4).rolls(5)
    assert game.done
    assert game.at("ed") == "discard"
    assert game.table.discards["euclid"].cards == ("ed",)
    assert game.assets(S0) == "resources space"


@rule("SA-EX-42", "SA-25.11", "SA-25.12", "SA-25.13", "SA-26.2")
def test_a_trial_lost_with_a_breach(yard: type[Yard]) -> None:
    game = yard().staff("nia", "1/2 neutralizer 3").holds("kay", "keter 5/6", tokens="space personnel")
    game.begin(Trial("kay", S0)).rolls(2, 4, 1).rolls(3, 1, 5, 2, 4)
    assert game.what("kay").study == 2
    assert game.assets(S0) == "personnel space", "undamaged"
    assert game.what("kay").breached
    game.rolls(1, 1).rolls(3, 3, 3, 3, 3)
    assert game.events("exchange")[0]["theirs"] == 0, "3 is no hit at measure 4"
    assert game.at("kay") == PUBLIC
    assert game.what("kay").study == 2


@rule("SA-25.7", "SA-Q-48", "SA-Q-50")
def test_meeting_the_target_is_enough_whatever_it_rolled(yard: type[Yard]) -> None:
    game = lab(yard, "safe 1/1").begin(Trial("ed", S0)).rolls(3, 3).rolls(6).rolls(6).rolls(6).rolls(5)
    assert game.done
    assert game.at("ed") == "discard"


@rule("SA-25.10", "SA-25.16", "SA-8.11")
def test_each_pop_cancels_a_success_and_gives_no_die(yard: type[Yard]) -> None:
    game = lab(yard, "euclid 2/9").begin(Trial("ed", S0)).rolls(6, 2).rolls(5, 5)
    assert game.done
    assert game.at("ed") == AC, "two successes, one cancelled, against one"
    assert game.tokens("ed") == "personnel space"
    assert game.what("ed").study == 2


@rule("SA-25.9")
def test_its_own_pops_give_extra_dice(yard: type[Yard]) -> None:
    game = lab(yard, "euclid 2/9").begin(Trial("ed", S0)).rolls(4, 2).rolls(6, 1).rolls(6).rolls(2)
    assert game.waiting == "TeamRoll", "two against one: it breaches"


@rule("SA-25.11")
def test_a_tie_is_no_breach(yard: type[Yard]) -> None:
    game = lab(yard, "euclid 2/9").begin(Trial("ed", S0)).rolls(4, 2).rolls(4, 1)
    assert game.done
    assert game.at("ed") == AC


@rule("SA-Q-104")
def test_what_cannot_breach_stays_with_its_tokens(yard: type[Yard]) -> None:
    game = lab(yard, "safe 2/9", can_breach=False).begin(Trial("ed", S0)).rolls(1, 1).rolls(4, 4)
    assert game.done
    assert game.at("ed") == AC
    assert game.tokens("ed") == "personnel space"
    assert game.what("ed").study == 2


@rule("SA-25.1", "SA-25.3", "SA-Q-49", "SA-33.10")
def test_a_trial_needs_an_active_neutralizer_at_home_and_an_anomaly_in_own_ac(yard: type[Yard]) -> None:
    for has, may in [({}, True), ({"cogs": 1}, False), ({"zone": "mtf-01"}, False), ({"zone": "vacation"}, False)]:
        game = yard(players=2).staff("nia", "1/2 neutralizer 2", **has).holds("ed", "euclid 2/3", study=2)
        game.holds("tim", "euclid 2/3", zone=TC).holds("far", "euclid 2/3", seat=S1).begin(SitePhase())
        assert [key for key in game.offers(S0) if key.startswith("trial")] == (["trial:ed"] if may else [])


@rule("SA-25.2", "SA-Q-51")
def test_one_trial_for_each_site_and_turn(yard: type[Yard]) -> None:
    game = yard(players=2).pool(S0, space=1).staff("nia", "1/2 neutralizer 1")
    game.staff("moe", "1/2 neutralizer 1", seat=S1).holds("ed", "euclid 0/9", zone=TC, cost="space")
    game.holds("far", "euclid 0/9", seat=S1).begin(SitePhase()).answers(S0, "contain:ed", "row1")
    assert "trial:ed" in game.offers(S0), "contained this very phase"
    game.answers(S0, "trial:ed").rolls(2)
    assert "trial:ed" not in game.offers(S0)
    assert "trial:far" in game.offers(S1)
    game.answers(S0, "ready").answers(S1, "ready").begin(SitePhase())
    assert "trial:ed" in game.offers(S0), "the next turn"


@rule("SA-25.2")
def test_an_effect_may_allow_more(yard: type[Yard]) -> None:
    game = lab(yard, "euclid 0/9")
    game.table.last(Lasting("trials", "add", 1, on=S0))
    game.begin(SitePhase()).answers(S0, "trial:ed").rolls(2, 2)
    assert "trial:ed" in game.offers(S0)


@rule("SA-25.14", "SA-32.33", "SA-29.4")
def test_study_tokens_stay_through_breaches_and_recapture(yard: type[Yard]) -> None:
    game = lab(yard, "euclid 0/9", study=7).begin(Breach("ed")).rolls(1, 1)
    assert game.at("ed") == PUBLIC
    game.begin(RecoveryPhase())
    assert game.what("ed").study == 7


@rule("SA-25.5", "SA-25.15", "SA-Q-52", "SA-32.28")
def test_minions_raise_the_target_and_may_be_destroyed_for_later_trials(yard: type[Yard]) -> None:
    game = yard().staff("nia", "1/2 neutralizer 5").holds("ed", "euclid 1/9", minions=[(1, 1), (2, 3), (0, 2)])
    assert target_rating(game.table, "ed") == 10 + 2 + 5 + 2
    game.begin(Trial("ed", S0)).rolls(4, 4, 4, 4, 1)
    game.rolls(1, 1, 1, 1)
    assert game.waiting == "DestroyMinions", "four dice: its own Threat and its Minions'"
    assert game.refused(S0, ["minion2"]), "four successes are two points of Subdue"
    assert game.refused(S0, ["minion1", "minion3"])
    game.answers(S0, ["minion3"])
    assert game.done
    assert game.what("ed").minions == [(1, 1), (2, 3)]
    assert target_rating(game.table, "ed") == 10 + 2 + 5


@rule("SA-25.15")
def test_too_few_successes_destroy_no_minion(yard: type[Yard]) -> None:
    game = lab(yard, "euclid 1/9", minions=[(0, 2)]).begin(Trial("ed", S0)).rolls(4, 4).rolls(1)
    assert game.done
    assert game.what("ed").minions == [(0, 2)]


@rule("SA-33.3", "SA-Q-71")
def test_an_expert_adds_successes_if_he_helps_and_there_are_several_dice(yard: type[Yard]) -> None:
    for skills, faces, found in [
        ("neutralizer 2 expert 1", (1, 1), 1),
        ("neutralizer 1 expert 1", (1,), 0),
    ]:
        game = yard().staff("nia", f"1/2 {skills}").staff("pip", "1/2 expert 3")
        game.holds("ed", "euclid 0/9").begin(Trial("ed", S0)).rolls(*faces)
        assert game.events("neutralizing")[0]["successes"] == found, "Pip adds no Neutralizer dice"


@rule("SA-Q-74", "SA-33.18")
def test_a_tranquilizer_does_not_lower_the_target(yard: type[Yard]) -> None:
    game = lab(yard).staff("tia", "1/2 tranquilizer 2")
    assert target_rating(game.table, "ed") == 8


@rule("SA-8.6")
def test_a_text_may_change_the_measure(yard: type[Yard]) -> None:
    game = lab(yard, "euclid 0/9")
    game.table.last(Lasting("measure trial", "set", 2, on=S0))
    game.begin(Trial("ed", S0)).rolls(2, 1)
    assert game.events("neutralizing")[0]["successes"] == 1
