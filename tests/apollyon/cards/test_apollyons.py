"""What Apollyons do, line by line: see stage.py for how a row reads."""

from __future__ import annotations

import pytest

from tests.apollyon.cards.stage import (
    Row,
    appears,
    captured,
    event_phase,
    growth,
    lies,
    lost_in,
    monthly,
)

ROWS = [
    Row("scp-001-lk", "public", appears, {"gus is": None, "ed is": None, "character discarded": 2}),
    Row("scp-001-lk", "public", monthly, {"ana is": None, "scp-001-lk minions": 2, "character discarded": 1}),
    Row("scp-001-lk", "public", captured, {"cy wounds": 1}),
    Row("scp-2317", "public", appears, {"breach check S0": -1, "breach check S1": -1}),
    Row("scp-2317", "public", monthly, {"scp-2317 counters": 1}),
    Row("scp-2317", "public", monthly, {"over": "()", "scp-2317 counters": 1}, before={"counters": 6}),
    Row("scp-2317", "public", captured, {"cy cogs": 1, "cy threat": -2, "cy scout": -1, "dice": -2}),
    Row("scp-3999", "public", appears, {"ana cogs": 1, "ana threat": -2, "ana amnestics": -1, "ana firepower": -1}),
    Row("scp-3999", "public", monthly, {"ana cogs": 1, "ana threat": -2, "ana amnestics": -1, "ana firepower": -1}),
    Row(
        "scp-3999", "public", captured, {"cy is": "garrison", "cy marked": 1, "cy subdue": -1, "team": "di", "dice": -2}
    ),
    Row("scp-3999", "public", lies, {"cy subdue": -1}, before={"marks": ("cy", "clock")}),
    Row("scp-4005", "public", appears, {"may buy intel cards": "00"}),
    Row("scp-4005", "public", monthly, {"ana is": "lost"}),
    Row("scp-4005", "public", lost_in, {"lou cogs": 1, "lou threat": -1}),
    Row("scp-4005", "public", captured, {"di is": "lost", "team": "cy", "dice": -4}),
    Row("scp-001-mi", "public", appears, {"S0 intel": -1, "S1 intel": -1}),
    Row("scp-001-mi", "public", growth, {"S0 intel": -2, "scp-001-mi counters": 1}),
    Row(
        "scp-001-mi",
        "public",
        growth,
        {"over": "(0, 1)", "S0 intel": -2, "scp-001-mi counters": 1},
        before={"counters": 5},
    ),
    Row("scp-001-mi", "public", monthly, {"M": -1}),
    Row("scp-001-mi", "public", captured, {"flo expert": -1}),
    Row(
        "the-hollow-choir",
        "public",
        appears,
        {
            "ana wounds": 1,
            "bo wounds": 1,
            "gus wounds": 1,
            "ed wounds": 1,
            "cy wounds": 1,
            "di wounds": 1,
            "flo is": None,
            "character discarded": 1,
        },
    ),
    Row("the-hollow-choir", "public", event_phase, {"bo is": None, "character discarded": 1}),
    Row("the-hollow-choir", "public", monthly, {"M": -1}),
    Row("the-hollow-choir", "public", captured, {"di wounds": 1}),
    Row("the-last-tide", "public", appears, {"S0 space": -1, "S1 space": -1}),
    Row("the-last-tide", "public", monthly, {"S0 space": -1, "S1 space": -1}),
    Row("the-last-tide", "public", captured, {"ed tranquilizer": -1}),
    Row("the-unwriting", "public", appears, {"may buy characters": "00"}),
    Row("the-unwriting", "public", monthly, {"M": -1, "doll study": -1, "next": "keter", "slot.4 is": "unseen 1"}),
    Row("the-unwriting", "public", captured, {"bo leader": -1}),
    Row(
        "mother-of-locks",
        "public",
        appears,
        {"crate is": "public -1", "cage is": "public -1", "may row 2": "00", "checks": "crate cage"},
    ),
    Row("mother-of-locks", "public", monthly, {"checks": "clock"}),
    Row("mother-of-locks", "public", captured, {"di defender": -1}),
    Row(
        "the-second-moon",
        "public",
        appears,
        {
            "M": -2,
            "next": "euclid",
            "situations S0": 1,
            "situations S1": 1,
            "slot.4 is": "unseen 1",
            "slot.5 is": "unseen 1",
        },
    ),
    Row("the-second-moon", "public", lies, {"situations S0": 1, "situations S1": 1}),
    Row("the-second-moon", "public", monthly, {"the-second-moon minions": 1, "situations S0": 1, "situations S1": 1}),
    Row(
        "the-second-moon",
        "public",
        captured,
        {"ana firepower": -1, "di firepower": -1, "situations S0": 1, "situations S1": 1},
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_line_does(row: Row) -> None:
    assert row.played() == row.does
