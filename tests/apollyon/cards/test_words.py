"""Words that no card of the box uses yet, or only in one way: whoever writes a card can rely on them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.apollyon.cards.stage import said

INTEL_CHECKS = {"intel check S0": -1, "intel check S1": -1}

LINES: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Gain 2 Assets.", ("space", "intel"), {"S0 space": 1, "S0 intel": 1}),
    ("Spend 2 Assets.", ("space", "intel"), {"S0 space": -1, "S0 intel": -1}),
    ("Lose 1 Asset.", ("S0:space",), {"S0 space": -1}),
    ("Destroy 1 Space.", ("S1:space",), {"S1 space": -1}),
    ("Add 1 Asset to this anomaly.", ("intel",), {"doll tokens": 1}),
    ("Lose half their Personnel.", (), {"S0 personnel": -1}),
    ("Draw 1 Intel Card.", (), {"intel discarded": 1}),
    ("Destroy 1 loose anomaly.", (), {"beast is": None, "euclid discarded": 1}),
    ("Mark 1 Euclid anomaly. Destroy each marked anomaly.", ("cage",), {"cage is": None, "euclid discarded": 1}),
    ("Mark each Keter anomaly. Mark each Thaumiel anomaly. Mark each Apollyon anomaly.", (), {}),
    ("Mark each anomaly. Unmark each Safe anomaly.", (), {"clock marked": 1, "cage marked": 1, "beast marked": 1}),
    ("Mark each anomaly with 1 or more Study Tokens.", (), {"doll marked": 1}),
    ("Mark each subdued anomaly.", (), {}),
    ("Mark each character with 1 or more Minions.", (), {}),
    ("Place 1 Wound on each deployed character with a Medal.", (), {"di wounds": 1}),
    ("Place 1 Wound on 1 of your characters. Mark each wounded character.", ("bo",), {"bo wounds": 1, "bo marked": 1}),
    ("Place 2 Minions on 1 of your characters, then remove 1 Minion from it.", ("ana",), {"ana minions": 1}),
    ("Remove all Medals from each character.", (), {"di medals": -1, "di threat": -1}),
    ("Place 1 Counter on 1 character with 2 or fewer Wounds.", ("flo",), {"flo counters": 1}),
    ("Send 1 deployed character home.", ("cy",), {"cy is": "garrison"}),
    ("Promote 1 of your characters.", ("ana",), {"ana promotions": 1, "ana amnestics": 1}),
    ("Bury the top Situation.", (), {"next": "keter"}),
    ("Look at the top Thaumiel anomaly.", (), {"thaumiel seen": 1}),
    ("Reveal the Situation with the fewest Masquerade Cost.", (), {"slot.1 is": "shown 1"}),
    ("Recoup each Situation.", (), {"M": 6, "slot.1 is": "unseen 0", "slot.2 is": "unseen 0", "slot.3 is": "unseen 0"}),
    ("If your Intel is 3 or more, gain 1 Space; otherwise, gain 1 Intel.", (), {"S0 space": 1}),
    ("If the Apollyon is loose, gain 1 Space; otherwise, gain 1 Intel.", (), {"S0 intel": 1}),
    ("Gain X Masquerade, where X is half of the Masquerade Tracker, rounded down.", (), {"M": 9}),
    ("Replace the Characters on offer.", (), {"hire S0": 3, "hire S1": 3}),
    ("Roll X dice, where X is the Counters of this anomaly. If the roll fails, gain 1 Intel.", (), {"S0 intel": 1}),
    ("Choose 1: gain 1 Intel, or until the end of the turn, all Intel Checks have -1 measure.", ("2",), INTEL_CHECKS),
    ("You may until the end of the turn, all Intel Checks have -1 measure.", ("yes",), INTEL_CHECKS),
    ("You may until the end of the turn, all Intel Checks have -1 measure.", ("no",), {}),
    ("Each player chooses 1: gain 1 Intel, or gain 1 Space.", ("2",), {"S0 space": 1, "S1 intel": 1}),
    ("Cancel the engagement.", (), {}),
    ("Face the strongest of the next 2 anomalies. Pick among the next 2 anomalies.", (), {}),
    ("Add 1 of your Garrisoned characters to the team.", ("ana",), {}),
    ("For each of your held anomalies, gain 1 Masquerade.", (), {"M": 3}),
]


# What is done is counted, whether at once or by steps.
COUNTED: list[tuple[str, tuple[Any, ...], int]] = [
    ("Gain 2 Assets", ("space", "intel"), 2),
    ("Spend 2 Assets", ("space", "intel"), 2),
    ("Lose 2 Resources", (), 2),
    ("Place 2 Counters on this anomaly", (), 2),
    ("Place 1 Wound on each of your characters", (), 5),
    ("Destroy any number of your characters", (["ana", "bo"],), 2),
    ("Destroy each loose anomaly", (), 1),
    ("Recover each Lost character", (), 1),
    ("Promote 2 of your characters", (["ana", "bo"],), 2),
    ("Send each of your characters home", (), 2),
    ("Mark each Safe anomaly", (), 2),
    ("Recruit 2 characters", (), 2),
    ("Draw 3 Asset Cards", (), 3),
    ("Draw 1 Intel Card", (), 1),
    ("Run a Breach Check on each stored anomaly", (), 2),
    ("Suffer 2 Breach Cascades", (), 2),
]


@pytest.mark.parametrize(("line", "asks", "many"), COUNTED)
def test_how_much_a_line_did_is_that_many(line: str, asks: tuple[Any, ...], many: int) -> None:
    before, after = said(f"{line}.", *asks), said(f"{line}, then gain that many Masquerade.", *asks)
    assert after.get("M", 0) - before.get("M", 0) == many


def test_cards_dealt_are_counted() -> None:
    assert said("Deal 2 Situations, then gain that many Masquerade.").get("M", 0) == 0, "two paid, two gained"


def test_what_is_marked_already_is_not_marked_again() -> None:
    assert said("Mark this anomaly. Mark each Safe anomaly. Gain that many Masquerade.")["M"] == 1


NOT_IN_FULL = [
    "You may lose 5 Resources, then gain 9 Space.",
    "You may destroy 8 Resources, then gain 9 Space.",
    "You may remove 1 Counter from 1 of your characters, then gain 9 Space.",
    "You may remove 1 Medal from 2 of your characters, then gain 9 Space.",
    "You may remove all Counters from this anomaly, then gain 9 Space.",
    "You may unmark 1 anomaly, then gain 9 Space.",
    "You may send 1 Garrisoned character home, then gain 9 Space.",
    "You may spend 2 Intel, then spend 2 Intel, then gain 9 Space.",
    "You may spend 3 Intel, then spend 10 Assets, then gain 9 Space.",
    "You may spend X Intel, where X is twice your Resources, then gain 9 Space.",
]


@pytest.mark.parametrize("line", NOT_IN_FULL)
def test_what_cannot_be_done_in_full_is_not_offered(line: str) -> None:
    assert said(line, "yes") == {}


@pytest.mark.parametrize(
    ("line", "picked"),
    [
        ("You may remove 1 Medal from 1 of your characters, then gain 9 Space.", "yes"),
        ("Choose 1: gain 1 Intel, or remove 1 Medal from 1 of your characters, then gain 9 Space.", "2"),
    ],
)
def test_what_was_chosen_is_done_to_what_it_can_be_done_to(line: str, picked: str) -> None:
    assert said(line, picked, "ana") == {"S0 space": 9, "di medals": -1, "di threat": -1}


def test_what_merely_happens_may_happen_to_anybody() -> None:
    assert said("Remove 1 Medal from 1 of your characters.", "ana") == {}


@pytest.mark.parametrize(("line", "asks", "does"), LINES)
def test_what_a_line_does(line: str, asks: tuple[Any, ...], does: dict[str, Any]) -> None:
    assert said(line, *asks) == does
