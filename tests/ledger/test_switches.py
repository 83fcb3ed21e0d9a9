"""Switches: the exact list of rulings that name a table option, and how their defaults are read."""

import re

import pytest

from eschaton.ledger import RuleSwitch, ledger, ledgers
from eschaton.ledger.switches import read_switch

SWITCHES = {
    "apocrypha": {},
    "apollyon": {
        "SA-Q-1": "first_intel_ticks",
        "SA-Q-2": "default_recovery_measure",
        "SA-Q-5": "choose_top_situation",
        "SA-Q-9": "ambassador_draw",
        "SA-Q-10": "break_half_per_kind",
        "SA-Q-17": "market_slots",
        "SA-Q-18": "refresh_discards",
        "SA-Q-22": "transfer_keeps_containment",
        "SA-Q-28": "event_mode",
        "SA-Q-29": "event_die_4",
        "SA-Q-34": "tc_fields",
        "SA-Q-35": "row_capacity",
        "SA-Q-38": "anomaly_wounds_persist",
        "SA-Q-44": "medal_on_capture",
        "SA-Q-45": "scouting_full_situation",
        "SA-Q-53": "breach_pop_adds_die",
        "SA-Q-68": "minions_absorb_first",
        "SA-Q-96": "recoup_needs_win",
        "SA-Q-103": "lost_effect_always",
    },
    "blasphemous": {
        "BB-Q-24": "respawn_on_map_death",
        "BB-Q-95": "sides_fit_any_die",
        "BB-Q-99": "penitents_dealt",
    },
    "cult": {},
    "heart": {"HU-Q-66": "four_unknown_cards"},
}


@pytest.mark.parametrize("game", SWITCHES)
def test_the_exact_list_of_switches(game: str) -> None:
    assert {ruling: switch.name for ruling, switch in ledger(game).switches().items()} == SWITCHES[game]


def test_no_ruling_speaks_of_a_switch_without_naming_it() -> None:
    speaking = re.compile(r"\ba switch\b|\bflag; o|default o(n|ff)\b|\bo(n|ff) by default|set-up choice")
    rulings = [entry for found in ledgers().values() for entry in found.of_kind("ruling")]
    assert [entry.id for entry in rulings if speaking.search(entry.text) and not entry.switch] == []


@pytest.mark.parametrize(
    ("game", "ruling", "switch"),
    [
        ("apollyon", "SA-Q-1", RuleSwitch("first_intel_ticks", "true", note="false gives six full turns")),
        ("apollyon", "SA-Q-2", RuleSwitch("default_recovery_measure", "4, Scout 3.", stated=False)),
        ("apollyon", "SA-Q-9", RuleSwitch("ambassador_draw", "intel", values=("intel", "character"))),
        ("apollyon", "SA-Q-28", RuleSwitch("event_mode", "cards")),
        ("apollyon", "SA-Q-29", RuleSwitch("event_die_4", "nothing", values=("nothing", "as_3"))),
        ("apollyon", "SA-Q-34", RuleSwitch("tc_fields", "unlimited.", stated=False)),
        ("blasphemous", "BB-Q-24", RuleSwitch("respawn_on_map_death", "off")),
        ("heart", "HU-Q-66", RuleSwitch("four_unknown_cards", "false")),
    ],
)
def test_each_shape_of_switch(game: str, ruling: str, switch: RuleSwitch) -> None:
    assert ledger(game).switches()[ruling] == switch


def test_a_marked_value_is_the_default_wherever_it_stands() -> None:
    assert read_switch("[`way`: left, right (default) or both]") == RuleSwitch(
        "way", "right", ("left", "right", "both")
    )


def test_code_words_and_other_brackets_name_no_switch() -> None:
    assert read_switch("[see `CD-1.1`] `N` stays; RuleSwitch your dice; [later]") is None
