"""A stranger writes cards: a private pack on top of the box works, and every mistake in one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from eschaton.cardtext.stack import check_stack, load_stack
from eschaton.games.apollyon import vocabulary  # noqa: F401  (makes the words known)
from eschaton.games.apollyon.announce import announce
from eschaton.games.apollyon.box import cards_of, lay
from eschaton.games.apollyon.game import game_with
from eschaton.games.apollyon.language import words
from eschaton.games.apollyon.setup import laid_out
from eschaton.games.apollyon.timings import MONTHLY
from eschaton.games.apollyon.zones import place_anomaly
from eschaton.kernel.machine import settle

HEADING = """\
[pack]
id = "mine"
name = "My anomalies"
version = "1"
author = "A stranger"
licence = "CC-BY-SA-3.0"
game = "apollyon"
"""

ON_THE_BOX = """\
base = "apollyon"
remove = ["a-quiet-month"]
"""

MINE = """
[[euclid]]
name = "The Borrowed Bell"
threat = 3
subdue = 4
masquerade_cost = 1
containment = { space = 1, personnel = 1 }
text = '''
Monthly: For each player, lose 1 Masquerade.
Contained, Event Phase, if your Intel is 2 or more: Place 1 Study Token on another contained anomaly.
'''

[[event]]
name = "Bad Week"
replace = true
text = "Deal 3 Situations. Each player with 2 or fewer occupied cells gains 1 Personnel."
"""


def test_a_private_pack_is_played_with(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEADING + ON_THE_BOX + MINE)
    stack = load_stack(words, [file])
    assert list(stack.packs) == ["apollyon", "mine"]
    assert "a-quiet-month" not in stack.cards
    assert "Deal 3 Situations" in stack.cards["bad-week"].text
    game = game_with(stack, "apollyon-mine", "Mine")
    table = laid_out(game.checked(3, {}), f"{lay(stack)}:3")
    assert "the-borrowed-bell" in cards_of(table.cards).anomalies
    table.stack.clear()
    before = table.masquerade
    place_anomaly(table, "the-borrowed-bell", "public")
    table.push(announce(table, MONTHLY))
    settle(table)
    assert table.masquerade == before - 3


MISTAKES = {
    "name = 3": "name: expected a text in quotes, 1 to 80 characters long, not 3",
    "threat = -1": "threat: expected a whole number from 0 to 99, not -1",
    "subdue = 0": "subdue: expected a whole number from 1 to 99, not 0",
    'damage = "fire"': 'damage: "fire" is not known here',
    "containment = { gold = 1 }": 'containment: "gold" is not known here',
    "containment = { space = 99 }": "containment.space: expected a whole number from 0 to 20, not 99",
    "recovery_measure = 9": "recovery_measure: expected a whole number from 1 to 7, not 9",
    'can_breach = "no"': 'can_breach: expected true or false, not "no"',
    "minions = [{ thread = 1 }]": 'minions.0: "thread" is not known here',
    'nicname = "Bell"': 'Did you mean "nickname"?',
    'text = "Monthly: Loose 1 Masquerade."': 'Did you mean "lose"?',
    'text = "Montly: Lose 1 Masquerade."': 'Did you mean "monthly"?',
    'text = "Monthly: Lose 1 Masquerade"': "the sentence is not finished",
    'text = "Monthly: Lose Masquerade."': '"Masquerade" is not expected here',
    'text = "Place 1 Wound on each Situation."': "is Situation, but",
    'text = "Each loose character has +1 Threat."': "is not said of character",
    'text = "Monthly: Each loose anomaly has -1 Masquerade Cost."': "is so all the time",
    'text = "Contained, Monthly, Event Phase: Gain 1 Intel."': "is a second timing",
    'text = "Growth Phase - gain 1 Intel: Lose 1 Masquerade."': "cannot be a cost",
    'text = "1 character has +1 Threat."': "nothing in it can be chosen",
    'text = "Choose 3: gain 1 Intel, or lose 1 Intel."': "is not how many of 2 options can be chosen",
    'text = "Gain X Intel, where X is lots."': '"lots" is not a word that cards use',
}


@pytest.mark.parametrize("wrong", MISTAKES)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, wrong: str) -> None:
    file = tmp_path / "mine.toml"
    field = wrong.partition(" = ")[0]
    facts = {"name": '"Bell"', "threat": "1", "subdue": "1"}
    lines = [f"{name} = {value}" for name, value in facts.items() if name != field]
    file.write_text("\n".join([HEADING, "[[safe]]", *lines, wrong, ""]))
    _, faults = check_stack(words, [file])
    assert faults
    assert any(MISTAKES[wrong] in str(fault) for fault in faults), "\n".join(map(str, faults))
    assert all(fault.file == str(file) and fault.line > 7 for fault in faults)


def test_all_mistakes_are_told_in_one_run(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    cards = [
        f'[[safe]]\nname = "Bell {at}"\nthreat = 1\nsubdue = 1\n{wrong}\n'
        for at, wrong in enumerate(MISTAKES)
        if wrong.startswith(("text", "damage", "recovery", "can_", "nic"))
    ]
    file.write_text(HEADING + "\n".join(cards))
    _, faults = check_stack(words, [file])
    assert len(faults) == len(cards) >= 16
    assert len({fault.line for fault in faults}) == len(cards)
