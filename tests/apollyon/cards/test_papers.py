"""What Intel Cards and Events do, line by line: see stage.py for how a row reads."""

from __future__ import annotations

import pytest

from eschaton.ledger.marks import rule
from tests.apollyon.cards.stage import Row, Stage, bought, drawn
from tests.apollyon.driver import S0, S1

ROWS = [
    Row("cover-story", "", bought, {"M": 2}),
    Row("cover-story", "", bought, {"M": 3}, before={"masquerade": 9}),
    Row("forged-requisition", "", bought, {"S0 personnel": 1, "S0 resources": 1}),
    Row("satellite-pass", "", bought, {"slot.1 is": "shown 1", "slot.3 is": "shown 3"}, asks=(["slot.1", "slot.3"],)),
    Row("wiretap", "", bought, {"situation seen": 2, "next seen": 1, "next": "keter"}, asks=("yes",)),
    Row("wiretap", "", bought, {"situation seen": 2, "next seen": 1}, asks=("no",)),
    Row("double-agent", "", bought, {"situation seen": 1, "next": "keter"}, asks=("yes", "slot.3")),
    Row("double-agent", "", bought, {"situation seen": 1}, asks=("no",)),
    Row("decoy-operation", "", bought, {"M": 1, "slot.1 is": None, "situation discarded": 1}),
    Row("commendation", "", bought, {"ana medals": 1, "ana threat": 1}),
    Row("fast-track", "", bought, {"ana promotions": 1, "ana amnestics": 1}),
    Row("psych-evaluation", "", bought, {"gus cogs": -1, "gus threat": 2, "gus defender": 2}, asks=(["gus"],)),
    Row("search-party", "", bought, {"lou is": "garrison"}),
    Row("stolen-case-file", "", bought, {"doll study": 2}),
    Row("reinforced-cell-plans", "", bought, {"doll tokens": 2}),
    Row("leaked-prophecy", "", bought, {"apollyon seen": 1}),
    Row("advance-warning", "", bought, {"may event": "00"}),
    Row("rehearsal", "", bought, {"rerolls S0": 3}),
    Row("ethics-waiver", "", bought, {"trials S0": 1}),
    Row("headhunters-list", "", bought, {"handler#2 is": "garrison"}),
    Row(
        "sealed-convoy",
        "",
        bought,
        {"S0 resources": 1, "S0 space": 1, "doll is": "tc 1", "doll tokens": -2, "doll breach": False},
    ),
    Row("media-blackout", "", bought, {"beast cost": -2}),
    Row("specimen-photographs", "", bought, {"euclid seen": 1, "keter seen": 1}),
    Row("power-failure", "", drawn, {"checks": "doll", "cascades": "S0 S1"}),
    Row("rattled-cages", "", drawn, {"cage is": "public -1", "checks": "clock cage"}),
    Row("lax-custody", "", drawn, {"crate is": "public -1", "checks": "crate"}),
    Row("seismic-shock", "", drawn, {"checks": "doll", "cascades": "S0"}),
    Row("harmonic-resonance", "", drawn, {"checks": "clock"}),
    Row("inspection-day", "", drawn, {"checks": "doll", "cascades": "S0"}, before={"full": True}),
    Row("inspection-day", "", drawn, {}),
    Row("sabotage", "", drawn, {"checks": "doll"}),
    Row("bad-week", "", drawn, {"M": -2, "next": "euclid", "slot.4 is": "unseen 1", "slot.5 is": "unseen 1"}),
    Row("one-more-thing", "", drawn, {"M": -1, "next": "keter", "slot.4 is": "unseen 1"}),
    Row("rumours-spread", "", drawn, {"M": -1, "slot.1 is": "shown 1", "next": "keter", "slot.4 is": "unseen 1"}),
    Row("copycat-wave", "", drawn, {"M": -1, "next": "keter", "slot.4 is": "unseen 1"}),
    Row("cold-front", "", drawn, {"M": -2, "next": "keter", "slot.4 is": "unseen 1"}),
    Row("front-page-photograph", "", drawn, {"M": -1}),
    Row("budget-review", "", drawn, {"S0 personnel": -1, "S1 personnel": -1}),
    Row("training-accident", "", drawn, {"ana wounds": 1, "ed wounds": 1}),
    Row("bad-dreams", "", drawn, {"ana cogs": 1, "ana threat": -2, "ana amnestics": -1, "ana firepower": -1}),
    Row("audit", "", drawn, {"S0 personnel": -2}),
    Row("transfers-abroad", "", drawn, {"ana is": "vacation", "ana amnestics": -1, "ana firepower": -1}),
    Row("public-holiday", "", drawn, {"gus is": "vacation", "gus cogs": -1, "gus threat": 2}, asks=(["gus"],)),
    Row("new-class-graduates", "", drawn, {"handler#2 is": "vacation"}),
    Row("emergency-funding", "", drawn, {"S0 resources": 1, "S1 resources": 1}),
    Row("anonymous-donation", "", drawn, {"S0 personnel": 4, "S0 intel": 2, "asset discarded": 2}),
    Row("a-better-story", "", drawn, {"M": 3}),
    Row("volunteers", "", drawn, {"S0 personnel": 1, "S1 personnel": 1}),
    Row("the-lesser-loss", "", drawn, {"M": -2}, asks=("1",)),
    Row("the-lesser-loss", "", drawn, {"S0 personnel": -1, "S1 personnel": -1}, asks=("2",)),
    Row("evacuate-or-hold", "", drawn, {"checks": "doll"}, asks=("1",)),
    Row("evacuate-or-hold", "", drawn, {"S0 personnel": -2}, asks=("2",)),
    Row("triage", "", drawn, {"ana wounds": 1, "bo wounds": 1, "gus wounds": 1, "ed wounds": 1}, asks=("1",)),
    Row("triage", "", drawn, {"M": -1, "next": "keter", "slot.4 is": "unseen 1"}, asks=("2",)),
    Row("a-name-for-the-committee", "", drawn, {"ana is": None, "character discarded": 1}, asks=("1",)),
    Row("a-name-for-the-committee", "", drawn, {"M": -2}, asks=("2",)),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_line_does(row: Row) -> None:
    assert row.played() == row.does


@rule("SA-6.14")
def test_what_an_event_gives_goes_to_whom_the_players_name() -> None:
    stage = Stage(asks=("S1",)).put("anonymous-donation", "")
    drawn(stage, "anonymous-donation")
    assert [sum(stage.pool_of(seat).values()) for seat in (S0, S1)] == [12, 18]


def event(piece: str, players: int) -> Stage:
    """The Event, with this many players."""
    stage = Stage(players=players).put(piece, "")
    drawn(stage, piece)
    return stage


@pytest.mark.parametrize(
    ("players", "recruits", "story", "wave", "week", "photograph", "front", "checks"),
    [(2, 1, 3, 1, 2, 1, 2, 1), (3, 2, 4, 1, 2, 1, 2, 1), (4, 2, 4, 2, 3, 2, 3, 2)],
)
def test_events_grow_with_the_players_as_the_event_die_does(
    players: int, recruits: int, story: int, wave: int, week: int, photograph: int, front: int, checks: int
) -> None:
    """SA-23.6, SA-23.7: gifts with the third player, misfortunes with the fourth."""
    before = Stage(players=players).table
    assert len(event("new-class-graduates", players).table.characters) - len(before.characters) == recruits
    assert event("a-better-story", players).table.masquerade - before.masquerade == story
    assert len(event("copycat-wave", players).table.situations) - len(before.situations) == wave
    assert len(event("bad-week", players).table.situations) - len(before.situations) == week
    assert before.masquerade - event("front-page-photograph", players).table.masquerade == photograph
    assert before.masquerade - event("cold-front", players).table.masquerade == front
    loose = event("lax-custody", players).table.anomalies_in("public")
    assert len(loose) - len(before.anomalies_in("public")) == checks


def test_a_second_gift_goes_to_another_player() -> None:
    stage = event("anonymous-donation", 3)
    assert sum(sum(stage.pool_of(seat).values()) > (12 if seat < 2 else 0) for seat in range(3)) == 2
