"""What Situations do, line by line: see stage.py for how a row reads."""

from __future__ import annotations

import pytest

from tests.apollyon.cards.stage import (
    Row,
    before_the_draw,
    resolved,
    retreats,
    won,
)

ROWS = [
    Row("a-call-from-the-lighthouse", "", resolved, {"cy threat": 1, "di threat": 1, "dice": 2}),
    Row("crop-figures", "", won, {"situation seen": 2, "next seen": 1}),
    Row("blackout-in-the-old-quarter", "", resolved, {"team S0": 1, "team S1": 1}),
    Row("the-faceless-busker", "", resolved, {"cy wounds": 1}),
    Row("explosion-at-the-paint-factory", "", resolved, {"ana firepower": -1, "di firepower": -1}),
    Row("men-in-borrowed-uniforms", "", resolved, {"small-false-alarm minions": 2, "enemy dice": 2}),
    Row("curio-at-an-estate-sale", "", resolved, {"cy threat": -1, "di threat": -1, "dice": -2}),
    Row("the-childs-drawing", "", retreats, {"cy wounds": -1}),
    Row("storage-unit-114", "", resolved, {"cy threat": 1, "di threat": 1, "dice": 2}),
    Row("an-heirloom-that-hums", "", won, {"S0 intel": 1}),
    Row(
        "the-collectors-will",
        "",
        resolved,
        {"small-safe is": None, "safe seen": 1, "enemy": "big-safe", "enemy dice": 3, "big-safe is": "met -1"},
        asks=("next2",),
    ),
    Row("museum-night-shift", "", resolved, {"di defender": -1}),
    Row("toys-that-answer-back", "", resolved, {"small-safe minions": 2, "enemy dice": 2}),
    Row("the-well-in-the-courtyard", "", resolved, {"cy is": "lost", "team": "di", "dice": -2}),
    Row(
        "animal-shelter-panic",
        "",
        resolved,
        {"ana is": "mtf-01", "team": "cy di ana", "enemy dice": -1, "dice": 2},
        asks=("yes",),
    ),
    Row("animal-shelter-panic", "", resolved, {}, asks=("no",)),
    Row("the-locked-attic", "", before_the_draw, {"S0 intel": -1, "safe seen": 1}, asks=("yes",)),
    Row("the-locked-attic", "", before_the_draw, {}, asks=("no",)),
    Row("pawnshop-stand-off", "", resolved, {"S0 personnel": -1, "cy minions": 1, "dice": 1}, asks=("yes",)),
    Row("pawnshop-stand-off", "", resolved, {}, asks=("no",)),
    Row("the-quiet-carriage", "", resolved, {"cy cogs": 1, "cy threat": -2, "cy scout": -1, "dice": -2}),
    Row("flooded-archive", "", resolved, {}, dice="6"),
    Row(
        "flooded-archive",
        "",
        resolved,
        {
            "M": 1,
            "small-safe is": "public -1",
            "slot.1 is": None,
            "situation discarded": 1,
            "team": None,
            "enemy": None,
            "enemy measure": None,
            "enemy dice": None,
            "dice": None,
        },
        dice="1",
    ),
    Row("nobody-leaves-the-hotel", "", resolved, {"may retreat": "00"}),
    Row("the-farm-that-moved", "", resolved, {"cy threat": -1, "di threat": -1, "dice": -2}),
    Row(
        "static-on-every-channel",
        "",
        resolved,
        {"small-euclid is": None, "enemy": "big-euclid", "enemy dice": 3, "big-euclid is": "met -1"},
    ),
    Row("fog-on-the-ring-road", "", resolved, {"di is": "lost", "team": "cy", "dice": -4}),
    Row("choir-practice", "", resolved, {"enemy measure": -1}),
    Row("the-understudy", "", resolved, {"cy cogs": 1, "cy threat": -2, "cy scout": -1, "dice": -2}),
    Row("evacuation-of-pier-nine", "", resolved, {"may retreat": "00"}),
    Row("it-followed-the-mail", "", resolved, {"di wounds": 1}),
    Row("the-substitute-teacher", "", resolved, {"bo leader": -1}),
    Row("sinkhole-under-the-bank", "", resolved, {"dice": 2}, before={"alone": True}),
    Row("sinkhole-under-the-bank", "", resolved, {}),
    Row("the-empty-ambulance", "", resolved, {"team S0": 1, "team S1": 1}),
    Row("somebody-elses-memories", "", resolved, {"small-euclid subdue": 1}),
    Row("roadblock-at-mile-40", "", resolved, {"ana firepower": -1, "di firepower": -1}),
    Row("the-bridge-counts-you", "", resolved, {"small-euclid threat": 1, "enemy dice": 1}),
    Row("livestream-from-nowhere", "", resolved, {"small-euclid threat": 2, "enemy dice": 2}),
    Row("the-orphaned-elevator", "", before_the_draw, {"S0 intel": -1, "euclid seen": 1}, asks=("yes",)),
    Row("the-orphaned-elevator", "", before_the_draw, {}, asks=("no",)),
    Row(
        "quarantine-breach-rumour",
        "",
        resolved,
        {"ana is": "mtf-01", "team": "cy di ana", "enemy dice": -1, "dice": 2},
        asks=("yes",),
    ),
    Row("quarantine-breach-rumour", "", resolved, {}, asks=("no",)),
    Row("teeth-in-the-concrete", "", retreats, {"cy wounds": -1}),
    Row("every-dog-at-once", "", resolved, {"small-keter minions": 2, "enemy dice": 2}),
    Row("the-dam-is-breathing", "", resolved, {"cy wounds": 1}),
    Row("sky-opened-for-a-minute", "", resolved, {"enemy measure": -1}),
    Row("army-lost-contact", "", resolved, {"small-keter threat": 1, "enemy dice": 1}),
    Row("the-continent-felt-it", "", resolved, {"ed tranquilizer": -1}),
    Row(
        "do-not-look-up",
        "",
        resolved,
        {"cy cogs": 1, "cy threat": -2, "cy scout": -1, "small-keter subdue": 1, "dice": -2},
    ),
    Row("the-benefactor", "", resolved, {"cy threat": 1, "di threat": 1, "dice": 2}),
    Row(
        "something-is-helping-us",
        "",
        resolved,
        {
            "small-thaumiel is": None,
            "thaumiel seen": 1,
            "enemy": "big-thaumiel",
            "enemy dice": 3,
            "big-thaumiel is": "met -1",
        },
        asks=("next2",),
    ),
]


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_what_a_line_does(row: Row) -> None:
    assert row.played() == row.does
