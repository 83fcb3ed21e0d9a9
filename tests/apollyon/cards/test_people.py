"""What Directors and Characters do, line by line: see stage.py for how a row reads."""

from __future__ import annotations

import pytest

from tests.apollyon.cards.stage import (
    Row,
    captures,
    end_of_turn,
    event_phase,
    fights,
    growth,
    lies,
    scouts,
    set_up,
    site,
    somebody_dies,
    start_of_turn,
)

ROWS = [
    Row("the-founder", "", set_up, {"handler#2 is": "garrison"}),
    Row("the-examiner", "", lies, {"bo neutralizer": 1}),
    Row("the-kid", "", lies, {"rerolls S0": 1}),
    Row(
        "the-ambassador",
        "",
        scouts,
        {"S0 personnel": -4, "S0 intel": -2, "asset discarded": -2, "intel discarded": 2},
        asks=("yes", "yes"),
    ),
    Row("the-ambassador", "", scouts, {}, asks=("no", "no")),
    Row("blackbird", "", growth, {"slot.1 is": "seen 1"}),
    Row("the-american", "", captures, {"cy medals": 1, "cy threat": 1}),
    Row("green", "", lies, {"amnestics S0": -1}),
    Row("the-lesser", "", growth, {"crate breach": False}),
    Row("the-outsider", "", set_up, {"S0 intel": 3}),
    Row("the-archivist", "", lies, {"draw pile S0": 1, "draw pile S1": 1}),
    Row("the-mason", "", site, {"doll tokens": 1}),
    Row("the-surgeon", "", lies, {"trials S0": 1}),
    Row("the-deciding-vote", "", growth, {"may cascade": "01"}),
    Row("dispatcher", "garrison", start_of_turn, {"next seen": 1}),
    Row("press-liaison", "garrison", start_of_turn, {"M": 1}, dice="6"),
    Row("press-liaison", "garrison", start_of_turn, {}, dice="1"),
    Row("site-quartermaster", "garrison", event_phase, {"S0 resources": 1}, dice="6"),
    Row("site-quartermaster", "garrison", event_phase, {}, dice="1"),
    Row("recruiter", "garrison", event_phase, {"S0 personnel": 1}, dice="6"),
    Row("recruiter", "garrison", event_phase, {}, dice="1"),
    Row("staff-therapist", "garrison", end_of_turn, {"gus cogs": -1, "gus threat": 2, "gus defender": 2}),
    Row("point-man", "mtf-01", fights, {"point-man threat": 2, "dice": 2}, before={"first": True}),
    Row("point-man", "mtf-01", fights, {}),
    Row("rear-guard", "mtf-01", fights, {"cy threat": 1, "di threat": 1, "dice": 2}),
    Row("rear-guard", "mtf-01", fights, {}, before={"first": True}),
    Row("drill-instructor", "garrison", event_phase, {"ana medals": 1, "ana threat": 1}, asks=("yes",)),
    Row("drill-instructor", "garrison", event_phase, {}, asks=("no",)),
    Row("informant", "garrison", end_of_turn, {"S0 intel": 1}),
    Row("lone-wolf", "mtf-01", fights, {"lone-wolf threat": 3, "dice": 3}, before={"alone": True}),
    Row("lone-wolf", "mtf-01", fights, {}),
    Row("lucky-rookie", "mtf-01", captures, {"lucky-rookie medals": 1, "lucky-rookie threat": 1}),
    Row(
        "survivor-of-site-19",
        "garrison",
        somebody_dies,
        {"survivor-of-site-19 medals": 1, "survivor-of-site-19 threat": 1},
    ),
    Row("confiscations-clerk", "garrison", growth, {"S0 resources": 1, "S0 intel": -1}),
    Row("paranoid-theorist", "mtf-01", lies, {"paranoid-theorist vacation": False}),
    Row("d-class-overseer", "garrison", growth, {"S0 personnel": -1, "d-class-overseer minions": 1}),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_line_does(row: Row) -> None:
    assert row.played() == row.does
