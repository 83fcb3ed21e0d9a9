"""What False Alarms do, line by line: see stage.py for how a row reads."""

from __future__ import annotations

import pytest

from tests.apollyon.cards.stage import (
    Row,
    captured,
    met,
)

ROWS = [
    Row("arms-smugglers", "met", met, {"cy wounds": 1}),
    Row("the-stage-illusionist", "public", captured, {}, dice="6"),
    Row(
        "the-stage-illusionist",
        "public",
        captured,
        {"team": None, "enemy": None, "enemy measure": None, "enemy dice": None, "dice": None},
        dice="1",
    ),
    Row("gas-leak", "met", met, {"cy is": "garrison", "team": "di", "dice": -2}),
    Row("viral-marketing", "met", met, {"M": -1}),
    Row("student-prank", "public", captured, {"ana firepower": -1, "di firepower": -1}),
    Row(
        "rival-agency",
        "met",
        met,
        {
            "S0 intel": -1,
            "rival-agency is": "public -1",
            "team": None,
            "enemy": None,
            "enemy measure": None,
            "enemy dice": None,
            "dice": None,
        },
        asks=("yes",),
    ),
    Row("rival-agency", "met", met, {}, asks=("no",)),
    Row("serial-offender", "met", met, {"di wounds": 1}),
    Row("broken-carnival-ride", "public", captured, {"cy wounds": 1}),
    Row("poachers-at-the-reservoir", "public", captured, {"team S0": 1, "team S1": 1}),
    Row("the-weather-balloon", "met", met, {"S0 personnel": 2, "S0 intel": 1, "asset discarded": 1}),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_line_does(row: Row) -> None:
    assert row.played() == row.does
