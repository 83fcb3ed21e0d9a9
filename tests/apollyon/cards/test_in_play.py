"""Texts in the midst of the rules they change: not on the stage, but where the rulebook would meet them."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.timings import EVENT
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.breach import BreachCheck, Cascade
from eschaton.games.apollyon.rules.containment import Contain
from eschaton.games.apollyon.rules.damage import Destroy
from eschaton.games.apollyon.rules.events import EventPhase
from eschaton.games.apollyon.rules.finale import ApollyonAppears
from eschaton.games.apollyon.rules.intel import IntelCheck
from eschaton.games.apollyon.rules.lost import RecoveryChecks
from eschaton.games.apollyon.rules.market import shopping
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.trials import PHASE, may_try
from eschaton.ledger.marks import rule
from tests.apollyon.cards.stage import Stage, appears, bought, growth
from tests.apollyon.driver import S0, S1, Driver


@rule("SA-32.16", "SA-Q-103")
@pytest.mark.parametrize(("zone", "wounds"), [("public", 1), ("tc", 0)])
def test_who_stays_lost_suffers_the_sources_lost_effect(zone: str, wounds: int) -> None:
    stage = Stage().put("scp-002", zone)
    stage.who("lou").source = "scp-002"
    stage.play(RecoveryChecks())
    assert (stage.at("lou"), stage.who("lou").wounds) == ("lost", wounds)


@rule("SA-32.13", "SA-32.12")
def test_a_situation_has_a_recovery_measure_of_its_own() -> None:
    stage = Stage().put("the-well-in-the-courtyard", "")
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))
    assert (stage.at("cy"), stage.who("cy").measure) == ("lost", 2)  # 3, and Cy is a Scout
    stage = Stage().put("fog-on-the-ring-road", "")
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))
    assert (stage.at("di"), stage.who("di").measure) == ("lost", 5)


@rule("SA-6.1", "SA-5.11")
@pytest.mark.parametrize(("zone", "minions"), [("public", 1), ("tc", 0), ("ac", 0)])
def test_plain_text_is_on_while_the_anomaly_is_loose(zone: str, minions: int) -> None:
    stage = Stage().put("scp-049", zone)
    stage.play(Destroy("ed"))
    assert len(stage.what("scp-049").minions) == minions


@rule("SA-19.1")
@pytest.mark.parametrize(("mute", "asked"), [("", False), ("nobody-leaves-the-hotel", True)])
def test_where_no_retreat_is_possible_none_is_offered(mute: str, asked: bool) -> None:
    stage = Stage(mute).put("nobody-leaves-the-hotel", "")
    stage.end = ["RetreatOrder", "TeamRoll"]
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))
    assert (stage.waiting == "RetreatOrder") == asked


@rule("SA-3.11")
def test_a_situations_effect_ends_with_it() -> None:
    stage = Stage().put("livestream-from-nowhere", "")
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))
    assert stage.at("small-euclid") == "public"
    assert stage.facts()["small-euclid threat"] == 2


@rule("SA-27.3")
def test_the_deciding_vote_ignores_the_cascades_of_one_turn() -> None:
    stage = Stage().put("the-deciding-vote", "")
    growth(stage, "the-deciding-vote")
    stage.play(Cascade(S0))
    assert stage.events("fizzled")
    assert not stage.events("cascade")


@rule("SA-23.1")
def test_an_advance_warning_spares_the_event() -> None:
    stage = Stage().put("advance-warning", "")
    bought(stage, "advance-warning")
    discarded = len(stage.table.discards["event"])
    stage.table.phase = "event"
    stage.play(EventPhase())
    assert len(stage.table.discards["event"]) == discarded


@rule("SA-24.9", "SA-Q-35")
@pytest.mark.parametrize(("mute", "row"), [("", [0, 1]), ("the-second-door", [2])])
def test_the_second_door_makes_room_in_full_rows(mute: str, row: list[int]) -> None:
    stage = Stage(mute).put("the-second-door", "ac")
    for at, name in enumerate(("p", "q", "r"), 1):
        stage.anomaly(name, "safe", "1/1", zone="ac", seat=S0, row=0 if at < 3 else 1, tokens="space")
    stage.play(Contain("crate", S0))
    assert stage.what("crate").row in row


@rule("SA-24.11")
def test_the_mother_of_locks_closes_the_second_row() -> None:
    stage = Stage().put("mother-of-locks", "public")
    stage.end = ["Waits"]
    appears(stage, "mother-of-locks")
    stage.anomaly("parcel", "safe", "1/1", zone="tc", seat=S0)
    for name in ("p", "q"):
        stage.anomaly(name, "safe", "1/1", zone="ac", seat=S0, row=0, tokens="space")
    stage.play(Contain("parcel", S0))
    assert stage.what("parcel").row == 2


@rule("SA-29.5")
def test_a_media_blackout_hides_a_loose_anomaly_for_a_month() -> None:
    stage = Stage().put("media-blackout", "")
    bought(stage, "media-blackout")
    stage.table.phase = "recovery"
    before = stage.m
    stage.play(RecoveryPhase())
    assert stage.m == before


@rule("SA-Q-104")
def test_what_the_wardens_lock_marks_makes_no_breach_check() -> None:
    stage = Stage().put("the-wardens-lock", "ac")
    stage.prepare("the-wardens-lock", marks=("clock",))
    stage.what("clock").tokens = {}
    stage.play(BreachCheck("clock"))
    assert stage.at("clock") == "ac"


@rule("SA-12.10")
@pytest.mark.parametrize(("zone", "dealt"), [("ac", 0), ("tc", 1)])
def test_lucky_finds_nothing_wrong(zone: str, dealt: int) -> None:
    stage = Stage().put("scp-181", zone)
    stage.faces["intel check"] = 3
    stage.play(IntelCheck(S0))
    assert len(stage.events("dealt")) == dealt
    stage.play(IntelCheck(S1))
    assert len(stage.events("dealt")) == dealt + 1


@rule("SA-31.2")
def test_an_apollyon_strikes_as_it_appears() -> None:
    stage = Stage()
    stage.take("the-unwriting")
    stage.table.apollyon.take()
    stage.table.apollyon.put("the-unwriting")
    stage.table.market_characters.put(stage.table.decks["character"].cards[-1], -1)
    assert any(key.startswith("buy:") for key in shopping(stage.table, S0) if key != "buy:space")
    stage.play(ApollyonAppears())
    assert [key for key in shopping(stage.table, S0) if key != "buy:space"] == []


@rule("SA-25.2")
@pytest.mark.parametrize(("mute", "allowed"), [("", [True, True, False]), ("the-surgeon", [True, False, False])])
def test_the_surgeon_runs_two_trials_a_turn(mute: str, allowed: list[bool]) -> None:
    stage = Stage(mute).put("the-surgeon", "")
    found = []
    for _ in range(3):
        found.append(may_try(stage.table, S0))
        stage.table.count(stage.table.scope(PHASE), S0, "trial")
    assert found == allowed


@rule("SA-6.17", "SA-4.9")
@pytest.mark.parametrize(("zone", "dice"), [("garrison", 2), ("mtf-02", 2), ("mtf-01", 6)])
def test_a_rear_guard_covers_only_the_team_it_is_in(apollyon: type[Driver], zone: str, dice: int) -> None:
    game = apollyon().character("Bo", S0, "2/2").character("Rear", S0, "3/3").anomaly("Thing", "euclid", "0/9")
    game.text("rear", "While this character is last: Each other member has +1 Threat.")
    game.team(S0, "mtf-01", "Bo").team(S0, zone, "Rear").dice(" ".join("1" * dice)).capture("thing", "S0-mtf-01")
    assert game.events("team rolled") == [{"faces": [1] * dice}]


@rule("SA-6.17", "SA-15.4")
def test_what_a_card_says_for_the_mission_ends_with_a_capture_too(apollyon: type[Driver]) -> None:
    game = apollyon().character("Bo", S0, "2/2").team(S0, "mtf-01", "Bo").anomaly("Thing", "euclid", "0/9")
    game.text("thing", "Every Contact: Until the end of the mission, each member has +1 Threat.")
    game.dice("1 1 1").capture("thing")
    assert game.table.effects == []


@rule("SA-7.13", "SA-6.17")
def test_of_two_evils_one_that_cannot_be_is_no_choice() -> None:
    stage = Stage().put("evacuate-or-hold", "").pool(S0, personnel=0).pool(S1, personnel=0)
    stage.what("clock").tokens = {"space": 1}
    stage.begin(*announce(stage.table, EVENT, sources=["evacuate-or-hold"], seat=S0))
    assert stage.offers(S0) == ["doll", "clock"], "nobody has Personnel to lose, so a cell is tested"
