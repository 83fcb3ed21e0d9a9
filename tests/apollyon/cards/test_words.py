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


@pytest.mark.parametrize(("line", "asks", "does"), LINES)
def test_what_a_line_does(line: str, asks: tuple[Any, ...], does: dict[str, Any]) -> None:
    assert said(line, *asks) == does
