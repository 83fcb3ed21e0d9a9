"""SA-31: the Apollyon and winning."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.box.components import AC, PUBLIC, SUBDUED, TC
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.events import EventPhase
from eschaton.games.apollyon.rules.finale import ApollyonAppears, LoseTheGame, WinTheGame
from eschaton.games.apollyon.rules.intel import IntelPhase
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.games.apollyon.rules.tracker import pay_masquerade
from eschaton.kernel.pile import face_down
from eschaton.kernel.view import view
from eschaton.ledger import rule
from tests.apollyon.yard import S0, S1, S2, Yard


def costs_1(table: Any, use: Any) -> None:
    """A text that costs 1 M."""
    pay_masquerade(table, 1, "SA-2.3")


def finale(yard: type[Yard], masquerade: int) -> Yard:
    """The position of SA-EX-60."""
    game = yard(players=2).masquerade(masquerade).broken().pool(S0, space=2, personnel=2, resources=2)
    game.holds(
        "end",
        "apollyon 14/18",
        zone=PUBLIC,
        masquerade_cost=5,
        cost="space space personnel personnel resources resources",
    )
    game.holds("kay", "keter 3/5", zone=PUBLIC, masquerade_cost=3).says("kay", "monthly", costs_1)
    for at in range(8):
        zone = "mtf-01" if at % 2 else "garrison"
        game.staff(f"c{at}", "3/2" if at < 6 else "2/2", seat=at // 4, zone=zone)
    game.begin(EventPhase(), SitePhase(), RecoveryPhase())
    game.rolls(*[4] * 10, *[6] * 4, *[2] * 8).answers(S0, "roll").rolls(5, 5, 6, 3).rolls(4)
    assert len(game.events("team rolled")[0]["faces"]) == 22
    game.rolls(*[3] * 6, *[1] * 8).answers(S0, *(f"c{at}" for at in range(6))).answers(S1, "agree")
    assert game.events("exchange")[0] == {"anomaly": "end", "ours": 19, "theirs": 6}
    assert len(game.table.characters) == 8
    assert game.at("end") == SUBDUED
    game.answers(S0, "S0").answers(S1, "agree").answers(S0, "contain:end", "row1")
    assert game.at("end") == AC
    return game.answers(S0, "ready").answers(S1, "ready")


@rule("SA-EX-60", "SA-1.5", "SA-31.6", "SA-31.7", "SA-Q-65", "SA-Q-33")
def test_the_finale_won(yard: type[Yard]) -> None:
    game = finale(yard, 7)
    assert [paid["points"] for paid in game.events("masquerade paid")] == [2, 1], "the Apollyon's own cost is not paid"
    assert game.m == 4
    assert game.over
    assert game.table.outcome.winners == (S0, S1)
    assert game.table.outcome.rule == "SA-1.5"


@rule("SA-EX-61", "SA-31.8", "SA-1.6")
def test_the_finale_lost(yard: type[Yard]) -> None:
    game = finale(yard, 2)
    assert game.m == 0
    assert game.table.outcome.winners == ()
    assert len(game.events("masquerade paid")) == 1, "the Monthly Effects are not reached"


@rule("SA-31.6", "SA-1.5")
@pytest.mark.parametrize("zone", [PUBLIC, SUBDUED, TC])
def test_anywhere_but_in_active_containment_it_is_no_victory(yard: type[Yard], zone: str) -> None:
    game = yard().holds("end", "apollyon 1/1", zone=zone).begin(RecoveryPhase())
    assert game.done
    assert not game.over


@rule("SA-31.7")
def test_containing_it_does_not_end_the_turn(yard: type[Yard]) -> None:
    game = yard().holds("end", "apollyon 1/1", zone=TC).begin(SitePhase()).answers(S0, "contain:end", "row1")
    assert not game.over
    assert game.waiting == "SitePhase"


@rule("SA-EX-62", "SA-1.4", "SA-12.2", "SA-12.3", "SA-31.1", "SA-31.2", "SA-31.4", "SA-Q-90")
def test_the_apollyon_appears_at_the_tracker_step(yard: type[Yard]) -> None:
    game = yard().deck("situation", "a safe 1", "b safe 1", "c safe 1", "d safe 1").deck("event", "quake")
    game.anomaly_card("end", "apollyon", "0/9", masquerade_cost=2)
    game.table.apollyon = face_down("apollyon", ["end"])
    game.says("end", "appears", costs_1)
    game.table.turn, game.table.turn_tracker = 6, 1
    game.staff("gone", "2/2", zone="lost", source="x", measure=4)
    game.begin(IntelPhase())
    assert game.table.turn_tracker == 0
    assert (game.at("end"), game.m) == (PUBLIC, 16), "its effect on appearing comes before the Recovery Checks"
    assert game.waiting == "RecoveryCheck"
    game.rolls(1).rolls(4)
    assert len(game.table.situations) == 1, "Situations are dealt as usual"
    game.begin(EventPhase())
    assert "event" not in game.story
    game.begin(RecoveryPhase())
    assert game.m == 13, "it is charged in the same turn"
    game.begin(IntelPhase()).rolls(1).rolls(4)
    assert game.story.count("apollyon") == 1, "there is no Turn Tracker any more"


@rule("SA-31.5", "SA-5.14", "SA-29.6")
def test_it_is_a_loose_anomaly_like_others(yard: type[Yard]) -> None:
    game = yard().masquerade(20).holds("end", "apollyon 1/1", zone=PUBLIC, masquerade_cost=3)
    game.says("end", "monthly", costs_1).begin(RecoveryPhase())
    assert game.m == 16


@rule("SA-EX-67", "SA-Q-102")
@pytest.mark.parametrize(("said", "site"), [("agree", S2), ("refuse", S0)])
def test_who_takes_the_apollyon(yard: type[Yard], said: str, site: int) -> None:
    game = yard(players=3).holds("end", "apollyon 0/1", zone=PUBLIC).staff("ana", "1/2", seat=S1)
    game.begin(EventPhase(), SitePhase()).rolls(3)
    assert (game.at("end"), game.table.speaks("end")) == (SUBDUED, "")
    game.answers(S0, "S2")
    assert game.asked == [S1, S2], "all decide where it goes"
    game.answers(S1, "agree").answers(S2, said)
    if said == "refuse":
        assert game.asked == [S2], "who refuses proposes"
        game.answers(S2, "S1").answers(S1, "refuse").answers(S1, "S2").answers(S2, "refuse")
    assert game.table.anomalies_in(TC, site) == ["end"]


@rule("SA-18.14", "SA-23.9")
def test_without_a_survivor_it_is_not_subdued(yard: type[Yard]) -> None:
    game = yard().holds("end", "apollyon 1/1", zone=PUBLIC).staff("ana", "1/1")
    game.begin(EventPhase()).rolls(3, 3)
    assert game.at("end") == PUBLIC
    assert game.at("ana") == "discard"


@rule("SA-1.8", "SA-23.9")
def test_with_nobody_left_play_goes_on(yard: type[Yard]) -> None:
    game = yard().holds("end", "apollyon 3/1", zone=PUBLIC).begin(EventPhase(), RecoveryPhase())
    assert game.done
    assert not game.over


@rule("SA-1.7")
def test_a_card_may_bring_its_own_ways_to_win_and_to_lose(yard: type[Yard]) -> None:
    for step, winners in [(WinTheGame("end"), (S0, S1)), (LoseTheGame("end"), ())]:
        game = yard(players=2).holds("end", "apollyon 1/1", zone=PUBLIC).begin(step)
        assert game.over
        assert game.table.outcome.winners == winners


@rule("SA-31.9", "SA-34.1")
def test_a_victory_is_recorded_for_the_campaign(yard: type[Yard]) -> None:
    game = yard().holds("end", "apollyon 1/1")
    assert game.table.patch() == {}
    game.begin(RecoveryPhase())
    assert game.over
    assert game.table.patch() == {"beaten": {"end": True}}
    lost = yard().holds("end", "apollyon 1/1").begin(LoseTheGame())
    assert lost.table.patch() == {}


def test_nobody_sees_it_before_it_appears(yard: type[Yard]) -> None:
    game = yard()
    game.anomaly_card("end", "apollyon", "1/9")
    game.table.apollyon = face_down("apollyon", ["end"])
    assert "end" not in str(view(game.table, S0))
    assert "end" in str(view(game.begin(ApollyonAppears()).table, S0))


@rule("SA-31.7", "SA-31.8", "SA-Q-65")
@pytest.mark.parametrize(("m", "won"), [(2, True), (1, False)])
def test_monthly_effects_are_survived_before_the_game_is_won(yard: type[Yard], m: int, won: bool) -> None:
    game = yard().broken().masquerade(m).holds("end", "apollyon 3/9", tokens="space")
    game.holds("out", "euclid 1/1", zone=PUBLIC, masquerade_cost=1).text("out", "Monthly: Lose 1 Masquerade.")
    game.begin(RecoveryPhase())
    assert game.over
    assert bool(game.table.outcome.winners) == won


@rule("SA-31.7", "SA-25.8", "SA-31.9")
def test_an_apollyon_neutralized_in_its_cell_is_beaten(yard: type[Yard]) -> None:
    game = yard().staff("neu", "1/2 neutralizer 4").holds("end", "apollyon 1/2", tokens="space")
    game.begin(SitePhase()).answers(S0, "trial:end").rolls(3, 3, 3, 3, 1)
    assert game.at("end") == "discard"
    assert not game.over, "the turn must be survived"
    game.begin(RecoveryPhase())
    assert game.table.outcome.winners == (S0,)
    assert game.table.patch() == {"beaten": {"end": True}}


@rule("SA-EX-63", "SA-31.5", "SA-31.6", "SA-Q-32", "SA-18.20")
def test_captured_in_the_mtf_phase_and_contained_in_the_site_phase(yard: type[Yard]) -> None:
    game = yard(event_mode="die").staff("ana", "9/2", zone="mtf-01").pool(S0, space=1)
    game.holds("end", "apollyon 1/5", zone=PUBLIC, cost="space", masquerade_cost=9).masquerade(12)
    game.begin(Capture(["S0-mtf-01"], anomaly="end")).rolls(*[3] * 9, 1)
    game.begin(EventPhase()).rolls(4)
    assert "giant engagement" not in game.story, "it is subdued, so there is an Event"
    game.begin(SitePhase()).answers(S0, "contain:end", "row1", "ready").begin(RecoveryPhase())
    assert (game.table.outcome.winners, game.m) == ((S0,), 12)
