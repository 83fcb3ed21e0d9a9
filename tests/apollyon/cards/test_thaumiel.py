"""What Thaumiel anomalies do, line by line: see stage.py for how a row reads."""

from __future__ import annotations

import pytest

from tests.apollyon.cards.stage import (
    Row,
    end_of_turn,
    event_phase,
    growth,
    is_subdued,
    lies,
    met,
    monthly,
    retreats,
    site,
    start_of_turn,
)

ROWS = [
    Row("scp-179", "public", lies, {"beast cost": -1, "scp-179 cost": -1}),
    Row("scp-179", "ac", start_of_turn, {"slot.1 is": "shown 1", "situation seen": 1}),
    Row("scp-2000", "public", is_subdued, {"S0 personnel": 1}),
    Row("scp-2000", "ac", event_phase, {"scp-2000 counters": 1}),
    Row("scp-2000", "ac", event_phase, {"scp-2000 counters": -2, "handler#2 is": "vacation"}, before={"counters": 2}),
    Row("scp-3000", "met", met, {"cy cogs": 1, "cy threat": -2, "cy scout": -1, "dice": -2}),
    Row("scp-3000", "ac", event_phase, {"M": 2, "S0 personnel": -1}, ("scp-3000/2",)),
    Row("the-anchor-stone", "public", lies, {"beast threat": -1, "the-anchor-stone threat": -1}),
    Row("the-anchor-stone", "ac", lies, {"clock threat": -1}),
    Row("the-wardens-lock", "public", is_subdued, {"S0 intel": 1}),
    Row("the-wardens-lock", "ac", site, {"S0 intel": -1, "doll marked": 1, "doll breach": False}),
    Row("the-wardens-lock", "public", is_subdued, {"S0 intel": 1}),
    Row("the-wardens-lock", "ac", lies, {"clock breach": False}, before={"marks": ("cy", "clock")}),
    Row("the-quiet-physician", "public", monthly, {"gus cogs": -1, "gus threat": 2, "gus defender": 2}),
    Row("the-quiet-physician", "ac", end_of_turn, {"gus cogs": -1, "gus threat": 2, "gus defender": 2}),
    Row("the-quiet-physician", "ac", end_of_turn, {"M": 1}, before={"broken": True}),
    Row("the-honest-atlas", "public", is_subdued, {"next seen": 1, "situation seen": 2}),
    Row("the-honest-atlas", "ac", growth, {"slot.1 is": "seen 1", "slot.2 is": "seen 2"}),
    Row("the-room-press", "public", is_subdued, {"S0 space": 1}),
    Row("the-room-press", "ac", event_phase, {"the-room-press counters": 1}),
    Row("the-room-press", "public", is_subdued, {"S0 space": 1}),
    Row("the-room-press", "ac", event_phase, {"S0 space": 1, "the-room-press counters": -1}, before={"counters": 1}),
    Row("the-second-door", "public", retreats, {"cy wounds": -1}),
    Row("the-second-door", "ac", lies, {"row capacity S0": 1}),
    Row("the-tin-regiment", "met", met, {"cy minions": 1, "dice": 1}),
    Row("the-tin-regiment", "ac", end_of_turn, {"ana minions": 1}),
    Row("the-proving-bell", "met", met, {"the-proving-bell study": 1}),
    Row("the-proving-bell", "ac", lies, {"trial S0": -1, "trials S0": 1}),
    Row("the-still-chamber", "ac", start_of_turn, {"crate breach": False}),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_line_does(row: Row) -> None:
    assert row.played() == row.does
