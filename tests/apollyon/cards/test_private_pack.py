"""A stranger writes cards: a private pack on top of the box works, and every mistake in one is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from eschaton.cardtext.parse import read_text
from eschaton.cardtext.stack import check_stack, load_stack
from eschaton.games.apollyon import game_with
from eschaton.games.apollyon.box.cards import BOXES
from eschaton.games.apollyon.box.timings import MONTHLY
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.setup import laid_out
from eschaton.games.apollyon.rules.zones import place_anomaly
from eschaton.kernel.machine import settle
from eschaton.ledger import rule

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
    stack = load_stack(WORDS, [file])
    assert list(stack.packs) == ["apollyon", "mine"]
    assert "a-quiet-month" not in stack.cards
    assert "Deal 3 Situations" in stack.cards["bad-week"].text
    game = game_with(stack, "apollyon-mine", "Mine")
    table = laid_out(game.checked(3, {}), f"{BOXES.lay(stack, WORDS)}:3")
    assert "the-borrowed-bell" in BOXES.box(table.cards).anomalies
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
    'text = "Contained, First Contact: Gain 1 Intel."': '"First Contact" never comes while a card is Contained',
    'text = "Monthly: Place 1 Wound on 1 member."': '"member" needs a team on a mission or in an engagement',
    'text = "Monthly: Place 0 Wounds on 1 character."': "(expected: a number: 1 or more)",
    'text = "Monthly: Run a Breach Check on this anomaly."': '"Contained" in the heading',
    'text = "Monthly: Do: Fly Away."': 'a sentence without "Do:"',
}


@pytest.mark.parametrize("wrong", MISTAKES)
def test_a_mistake_is_told_with_its_place(tmp_path: Path, wrong: str) -> None:
    file = tmp_path / "mine.toml"
    field = wrong.partition(" = ")[0]
    facts = {"name": '"Bell"', "threat": "1", "subdue": "1"}
    lines = [f"{name} = {value}" for name, value in facts.items() if name != field]
    file.write_text("\n".join([HEADING, "[[safe]]", *lines, wrong, ""]))
    _, faults = check_stack(WORDS, [file])
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
    _, faults = check_stack(WORDS, [file])
    assert len(faults) == len(cards) >= 16
    assert len({fault.line for fault in faults}) == len(cards)


# kind, line: the words at which it is refused, and what is told
NEVER = {
    ("safe", "Contained, Every Contact: Gain 1 Intel."): ("Every Contact", "never comes while a card is Contained"),
    ("safe", "Contained, Lost: Gain 1 Intel."): ("Lost", "never comes while a card is Contained"),
    ("apollyon", "Contained, on appearing: Gain 1 Intel."): ("on appearing", "never comes while a card is Contained"),
    ("safe", "Contained, when this anomaly is subdued: Gain 1 Intel."): ("this anomaly", "cannot be while it is"),
    ("safe", "Set-up: Gain 1 Intel."): ("Set-up", '"Contained, " before it'),
    ("thaumiel", "Contained, set-up: Gain 1 Intel."): ("set-up", "only on: director, character, safe, euclid, keter"),
    ("situation", "Scouted: Gain 1 Intel."): ("Scouted", "is not said on"),
    ("situation", "Captured: Gain 1 Intel."): ("Captured", "is not said on"),
    ("event", "Roll 2 dice. Lose that many Personnel. If the roll fails, gain 1 Intel."): (
        "the roll fails",
        "needs dice that this card has just rolled",
    ),
    ("event", "Place 1 Wound on 1 member."): ("member", '"Event" brings nothing of the kind'),
    ("event", "Destroy the enemy."): ("enemy", '(expected: "anomaly"'),
    ("event", "Choose 1: lose 1 Masquerade, or place 1 Wound on each member."): ("member", '(expected: "character"'),
    ("character", "Start of Turn: Place 1 Wound on 1 member."): ("member", 'the timing "engaged"'),
    ("situation", "Place 2 Minions on the enemy."): ("enemy", 'the timing "engaged"'),
    ("intel", "Until the end of the turn, the team retreats unharmed."): ("the team retreats unharmed", "engagement"),
    ("director", "Event Phase: Cancel the engagement."): ("Cancel the engagement", "needs an engagement under way"),
    ("director", "Monthly: For each pop, gain 1 Intel."): ("pop", 'the timing "scouted"'),
    ("event", "Each player may add 1 of their Garrisoned characters to the team."): (
        "add 1 of their Garrisoned characters to the team",
        "needs a Situation that is being resolved",
    ),
    ("safe", "Monthly: Until the end of the mission, Leader does not work."): ("mission", "needs a Situation"),
    ("safe", "Monthly, once per engagement: Gain 1 Intel."): ("engagement", "needs an engagement"),
    ("safe", "Monthly: If the roll fails, lose 1 Masquerade."): (
        "the roll fails",
        '"roll <amount> die/dice" before it',
    ),
    ("safe", "Monthly: Roll 1 die. Gain 1 Intel. If the roll fails, lose 1 Masquerade."): ("the roll fails", "just"),
    ("intel", "Place 1 Medal on 1 anomaly."): ("Medal", '"Study Token"'),
    ("safe", "Monthly: Remove all Cognitohazards from this anomaly."): ("Cognitohazards", "does not go with anomaly"),
    ("safe", "Monthly: Mark 1 anomaly, then place 1 Medal on it."): ("place 1 Medal on it", "does not go with anomaly"),
    ("safe", "Monthly: Mark 1 anomaly, then promote it."): ("it", "is anomaly, but"),
    ("safe", "Lost: Destroy it."): ("it", "is Lost character, but"),
    ("intel", "Roll 3 dice at 9. Gain that many Intel."): ("9", "a number: 2 to 6"),
    ("intel", "Roll 99 dice. Gain that many Intel."): ("99", "a number: 1 to 30"),
    ("situation", "Row 0 of each site is closed."): ("0", "a number: 1 to 9"),
    ("situation", "Each member has -1 Threat to a minimum of 200."): ("200", "a number: 0 to 20"),
    ("situation", "Each member has +1 Threat to a minimum of 1."): ("+1", "a change: -20 to -1"),
    ("safe", "Your Intel Checks have -9 measure."): ("-9", "a change: -5 to 5"),
    ("safe", "Monthly: If there are 7 or more players, gain 1 Intel."): ("7 or more", "it can be 1 to 6"),
    ("safe", "Monthly: Reveal 1 Situation with 6 or more Danger."): ("6 or more", "it can be 1 to 5"),
    ("safe", "Monthly: Mark each loose contained anomaly."): ("contained", "there is no such thing"),
    ("safe", "Monthly: Mark 1 Safe Keter anomaly."): ("Keter", "there is no such thing"),
    ("safe", "Monthly: Mark 1 of your loose anomalies."): ("of your loose anomalies", "have no owner"),
    ("safe", "Monthly: Add 1 Space to 1 stored anomaly."): ("1 stored anomaly", "(expected: contained)"),
    ("safe", "Each contained anomaly has +1 Masquerade Cost."): ("Each contained anomaly", "(expected: loose)"),
    ("safe", "This anomaly cannot breach."): ("This anomaly", '"Contained" in the heading'),
    ("safe", "While this anomaly is contained: Your Intel Checks have -1 measure."): ("contained", "is never so"),
    ("character", "Garrisoned, Event Phase, if this character is deployed: Gain 1 Intel."): ("deployed", "is never so"),
    ("safe", "Any player, Monthly: Gain 1 Intel."): ("Any player", "(expected: Growth Phase, Site Phase)"),
    ("intel", "Place 1 Wound on this character."): ("this character", '(expected: "1 character", "each character")'),
    ("event", "Choose 1: lose 1 Masquerade, or each member has -1 Threat."): ("each member has -1 Threat", "Until the"),
}


@pytest.mark.parametrize(("kind", "line"), NEVER)
def test_what_could_never_work_is_refused_at_its_words(kind: str, line: str) -> None:
    said, told = NEVER[kind, line]
    _, (fault,) = read_text(WORDS, line, kind=kind)
    assert fault.words == line[fault.column - 1 :][: len(said)] == said
    assert told in str(fault)
    assert fault.expected


@pytest.mark.parametrize(
    "cost",
    [
        "spend up to 2 Intel",
        "send each of your characters home",
        "spend X Intel, where X is the number of loose anomalies",
    ],
)
def test_a_cost_that_may_be_nothing_is_no_end(cost: str) -> None:
    _, (fault,) = read_text(WORDS, f"Growth Phase - {cost}: Gain 1 Space.", kind="director")
    assert "could be used without end" in fault.message
    assert read_text(WORDS, f"Growth Phase - spend 1 Intel, then {cost}: Gain 1 Space.", kind="director")[1] == []
    assert read_text(WORDS, f"Growth Phase, once per turn - {cost}: Gain 1 Space.", kind="director")[1] == []


WORKS = [
    ("safe", "Contained, Monthly: Gain 1 Intel."),
    ("safe", "Contained, set-up: Gain 1 Intel."),
    ("safe", "Contained, when each Keter anomaly is subdued: Gain 1 Intel."),
    ("safe", "Lost: Recover it, then destroy it."),
    ("safe", "Lost: Run a Breach Check on this anomaly."),
    ("safe", "Every Contact: Send 1 Garrisoned member home."),
    ("director", "When anybody is destroyed: Place 1 Medal on 1 member."),
    ("director", "Each member has +1 Threat."),
    ("situation", "Engaged: Place 2 Minions on the enemy."),
    ("event", "Choose 1: lose 1 Masquerade, or until the end of the turn, each character has -1 Threat."),
    ("event", "Each player chooses 1: lose 1 Resource, or place 1 Wound on 1 of their characters."),
    ("intel", "Until the end of the turn, the team cannot retreat."),
    ("apollyon", "Any player, Growth Phase, once per turn - spend 1 Intel: Place 1 Counter on this anomaly."),
]


@pytest.mark.parametrize(("kind", "line"), WORKS)
def test_what_can_work_is_accepted(kind: str, line: str) -> None:
    assert read_text(WORDS, line, kind=kind)[1] == []


def test_a_promotion_has_no_text_but_fields() -> None:
    _, (fault,) = read_text(WORDS, "Gain 1 Intel.", kind="promotion")
    assert fault.expected == ("no text; its fields say what it does: skill, x, medals",)


def test_all_that_is_not_there_is_told_at_once() -> None:
    _, faults = read_text(WORDS, "Place 1 Wound on 1 member. Destroy the enemy. Mark 1 member.", kind="event")
    assert [(fault.column, fault.words) for fault in faults] == [(20, "member"), (40, "enemy")]


REWARDS = """
[[situation]]
name = "Fire"
danger = 1
masquerade_cost = 1
object_class = "safe"
rewards = { gold = 1, intel = "1", space = 99 }
"""


def test_every_wrong_entry_of_a_table_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEADING + REWARDS)
    assert [fault.words for fault in check_stack(WORDS, [file])[1]] == ["gold", "1", "99"]


LOST = """
[[safe]]
name = "Box"
threat = 1
subdue = 1
{}
text = '''
{}
  Lost: Place 1 Wound on it.'''
"""


@rule("SA-32.8")
@pytest.mark.parametrize(
    ("fact", "line", "works"),
    [
        ("", "Monthly: Lose 1 Masquerade.", False),
        ('damage = "cog"', "Contained, Monthly: Recover 1 Lost character.", False),
        ('damage = "lost"', "Monthly: Lose 1 Masquerade.", True),
        ("", "Every Contact: If there are no wounded members, make 1 member Lost.", True),
    ],
)
def test_who_makes_nobody_lost_says_nothing_to_the_lost(tmp_path: Path, fact: str, line: str, works: bool) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(HEADING + LOST.format(fact, line))
    told = [(fault.line, fault.column, fault.words) for fault in check_stack(WORDS, [file])[1]]
    assert told == ([] if works else [(16, 3, "Lost")])


@rule("SA-20.9", "SA-Q-92")
def test_a_promotion_that_a_director_would_make_free_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    cheap = '[[promotion]]\nname = "Pep Talk"\nskill = "leader"\nmedals = 1\n'
    file.write_text(HEADING + 'base = "apollyon"\n' + cheap)
    _, faults = check_stack(WORDS, [file])
    assert [(fault.line, fault.words) for fault in faults] == [(12, "1")], "\n".join(map(str, faults))
