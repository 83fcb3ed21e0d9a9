"""The box as a whole: its counts, its base lines, the forms of text it exercises, and that it reads one way only."""

from __future__ import annotations

import importlib
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from eschaton.cardtext.data import Node, PowerData, With
from eschaton.cardtext.explain import explain
from eschaton.cardtext.grammar import conflicts
from eschaton.cardtext.page import faulty_examples, stale_pages
from eschaton.cardtext.parse import parse_power, readings
from eschaton.cardtext.sample import Sampler
from eschaton.games.apollyon.box.components import CLASSES, SKILLS
from eschaton.games.apollyon.language import WORDS
from eschaton.ledger.marks import rule
from tests.apollyon.cards.stage import STACK, Row

ROOM = Path(__file__).parent
LINES = sorted({explain(WORDS, power) for powers in STACK.powers.values() for power in powers})


def of_kind(kind: str) -> list[Any]:
    return list(STACK.of_kind(kind).values())


# Reading.


def test_the_vocabulary_has_no_conflicts_and_its_examples_are_understood() -> None:
    assert conflicts(WORDS) == []
    assert faulty_examples(WORDS) == []


@pytest.mark.parametrize("line", LINES)
def test_every_line_reads_one_way_and_prints_back(line: str) -> None:
    assert explain(WORDS, parse_power(WORDS, line)) == line
    assert readings(WORDS, line) == 1


def test_every_line_reads_one_way_as_it_is_written() -> None:
    written = {line for card in STACK.cards.values() for line in card.text.splitlines() if line.strip()}
    assert len(written) > 200
    assert [line for line in sorted(written) if readings(WORDS, line) != 1] == []


@pytest.mark.parametrize("seed", range(150))
def test_whatever_the_vocabulary_can_say_prints_back(seed: int) -> None:
    power = Sampler(WORDS, Random(seed)).power()
    assert parse_power(WORDS, explain(WORDS, power)) == power


def test_no_card_needs_an_ability_that_no_sentence_can_say() -> None:
    assert STACK.named() == []


def test_the_handbook_is_what_would_be_written_now() -> None:
    assert stale_pages(ROOM.parents[2] / "docs" / "cards", [WORDS]) == []


# Counts (ledger 6.2).

COUNTS = {
    "director": 13,
    "character": 84,
    "situation": 60,
    "false-alarm": 16,
    "safe": 48,
    "euclid": 44,
    "keter": 24,
    "thaumiel": 12,
    "apollyon": 10,
    "asset": 48,
    "intel": 40,
    "event": 30,
    "promotion": 14,
}


def test_the_box_has_its_full_counts() -> None:
    counted: Counter[str] = Counter()
    for id_, card in STACK.cards.items():
        counted[STACK.kinds[id_]] += card.copies
    assert counted == COUNTS


NOT_PLAYED = frozenset({"name", "id", "nickname", "flavour", "attribution", "copies", "line", "o5", "danger"})
"""What a card says that no player can do anything with (SA-3.4)."""


@rule("SA-6.17")
@pytest.mark.parametrize("kind", COUNTS)
def test_no_two_cards_are_the_same_but_for_their_names(kind: str) -> None:
    played: dict[str, list[str]] = {}
    for id_, card in STACK.of_kind(kind).items():
        facts = {name: getattr(card, name) for name in card.__struct_fields__ if name not in NOT_PLAYED}
        played.setdefault(repr(facts), []).append(id_)
    assert [alike for alike in played.values() if len(alike) > 1] == []


# Base lines (ledger 6.5 to 6.9).

LINES_OF_CLASS = {
    "false-alarm": {(1, 1), (1, 2), (2, 2), (2, 3), (3, 3)},
    "safe": {(0, 2, 1, 0, 1), (1, 1, 1, 0, 0), (1, 2, 1, 1, 0), (1, 3, 1, 0, 1), (2, 2, 1, 1, 0), (2, 3, 1, 1, 1)},
    "euclid": {(2, 3, 1, 1, 1), (2, 4, 1, 1, 1), (3, 3, 1, 2, 0), (3, 4, 1, 1, 1), (4, 4, 1, 1, 2), (3, 5, 2, 1, 1)},
    "keter": {(4, 5, 2, 1, 2), (5, 5, 2, 2, 1), (5, 6, 2, 2, 2), (4, 7, 2, 1, 2), (6, 6, 2, 2, 2), (6, 8, 3, 2, 2)},
    "thaumiel": {(0, 2, 1, 1, 1), (1, 3, 1, 1, 1), (2, 4, 2, 1, 1)},
}


@pytest.mark.parametrize("kind", LINES_OF_CLASS)
def test_anomalies_stand_on_the_base_lines_of_their_class(kind: str) -> None:
    used: Counter[tuple[int, ...]] = Counter()
    for card in of_kind(kind):
        cost = card.containment
        paid = (cost.get("space", 0), cost.get("personnel", 0), cost.get("resources", 0) + cost.get("intel", 0))
        used[(card.threat, card.subdue, *(paid if kind != "false-alarm" else ()))] += 1
    assert set(used) == LINES_OF_CLASS[kind]
    assert max(used.values()) - min(used.values()) <= 2


def test_apollyons_keep_near_their_table() -> None:
    """The ledger's, but for the Subdue (docs/games/apollyon.md)."""
    threats, subdues = (8, 14, 24, 30, 42, 46), (11, 25, 40, 52, 56, 61)
    for card in of_kind("apollyon"):
        assert (card.masquerade_cost, card.space) == ((3, 5, 7, 8, 10, 11), (2, 2, 3, 3, 4, 4))
        assert (card.personnel, card.resources) == ((1, 2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6))
        for printed, table in ((card.threat, threats), (card.subdue, subdues)):
            assert all(abs(n - base) <= 0.15 * base + 0.5 for n, base in zip(printed, table, strict=True)), card.name


def test_situations_are_spread_as_the_ledger_says() -> None:
    spread = {
        "false-alarm": ([5, 4, 3, 0, 0], {1: 12}),
        "safe": ([8, 7, 4, 0, 0], {1: 19}),
        "euclid": ([0, 5, 8, 5, 0], {1: 14, 2: 4}),
        "keter": ([0, 0, 2, 3, 3], {2: 6, 3: 2}),
        "thaumiel": ([1, 1, 1, 0, 0], {1: 3}),
    }
    for name, (dangers, costs) in spread.items():
        cards = [card for card in of_kind("situation") if card.object_class == name]
        assert [sum(card.danger == step for card in cards) for step in range(1, 6)] == dangers
        assert Counter(card.masquerade_cost for card in cards) == costs
    assert sum(not card.text for card in of_kind("situation")) == 15
    assert len({card.text for card in of_kind("situation") if card.text}) >= 24


def test_characters_cost_what_they_are_worth_on_average() -> None:
    cards = [card for card in of_kind("character") for _ in range(card.copies)]
    assert sum(card.threat for card in cards) / len(cards) == pytest.approx(1.9, abs=0.1)
    assert sum(card.subdue for card in cards) / len(cards) == pytest.approx(2.2, abs=0.1)
    assert sum(sum(card.cost.values()) for card in cards) / len(cards) == pytest.approx(3.2, abs=0.2)
    assert sum(len(card.skills) >= 2 for card in cards) >= 6
    assert sum(bool(card.text) for card in cards) >= 6
    assert sum(bool(card.minions) for card in cards) >= 3
    assert sum("medal" in card.cost for card in cards) == 1


def test_assets_and_promotions_are_those_of_the_ledger() -> None:
    """Promotions cost less than the ledger proposes, but never less than 2 Medals (docs/games/apollyon.md)."""
    listed = {
        tuple(getattr(card, kind) for kind in ("personnel", "resources", "space", "intel")) for card in of_kind("asset")
    }
    assert listed == {
        (0, 2, 0, 0), (0, 1, 1, 0), (1, 1, 0, 0), (1, 1, 1, 0), (2, 1, 0, 0), (1, 0, 1, 1),
        (1, 1, 0, 1), (2, 0, 1, 0), (0, 2, 1, 0), (1, 2, 0, 0), (1, 1, 1, 1), (2, 0, 0, 1),
    }  # fmt: skip
    promotions = {(card.skill, card.x): card.medals for card in of_kind("promotion")}
    assert {skill for skill, _ in promotions} == set(SKILLS)
    better = {("expert", 1), ("leader", 3), ("defender", 2), ("neutralizer", 4)}
    assert all(medals == (3 if skill in better else 2) for skill, medals in promotions.items())


@rule("SA-20.8", "SA-20.10")
def test_every_skill_is_favoured_by_a_director() -> None:
    assert all(card.flavour and card.text for card in of_kind("director"))
    assert {card.favoured for card in of_kind("director")} == set(SKILLS)
    assert sorted(card.o5 for card in of_kind("director")) == list(range(1, 14))


# Forms of text (ledger 6.7): at least as many as the core set asks for, in the order of Safe, Euclid, Keter, Thaumiel.


def says(power: PowerData, *timings: str) -> bool:
    return any(when.name in timings for when in power.when)


def mentions(node: Any, *words_: str) -> bool:
    """Whether any of these words of the vocabulary stands in what is said."""
    if isinstance(node, With):
        return node.measure in words_
    if isinstance(node, Node):
        fields = [getattr(node, name) for name in node.__struct_fields__]
        named = {getattr(node, name, None) for name in ("verb", "name", "measure")}
        return bool(named & set(words_)) or any(mentions(field, *words_) for field in fields)
    if isinstance(node, tuple):
        return any(mentions(item, *words_) for item in node)
    return any(mentions(item, *words_) for item in node.values()) if isinstance(node, dict) else False


FORMS: dict[str, tuple[tuple[int, int, int, int], Any]] = {
    "no text": ((8, 4, 0, 0), lambda card, powers: not powers),
    "plain": ((6, 8, 6, 1), lambda card, powers: any(p.standing and not p.states for p in powers)),
    "monthly": ((6, 10, 8, 1), lambda card, powers: any(says(p, "monthly") for p in powers)),
    "contained": ((10, 8, 6, 8), lambda card, powers: any("contained" in p.states for p in powers)),
    "first contact": ((4, 6, 3, 1), lambda card, powers: any(says(p, "first_contact") for p in powers)),
    "every contact": ((3, 6, 5, 0), lambda card, powers: any(says(p, "every_contact") for p in powers)),
    "start of turn": ((2, 3, 2, 1), lambda card, powers: any(says(p, "start_of_turn") for p in powers)),
    "event phase": ((2, 3, 2, 3), lambda card, powers: any(says(p, "event_phase") for p in powers)),
    "end of turn": ((2, 2, 2, 1), lambda card, powers: any(says(p, "end_of_turn") for p in powers)),
    "cognitohazards": ((2, 6, 3, 0), lambda card, powers: card.damage == "cog"),
    "other damage": ((0, 2, 2, 0), lambda card, powers: card.damage in ("lost", "asset", "counter")),
    "source of the Lost": ((1, 3, 2, 0), lambda card, powers: card.recovery_measure and "Lost:" in card.text),
    "minions": ((1, 4, 3, 1), lambda card, powers: card.minions or "Minion" in card.text),
    "counters": ((2, 3, 2, 2), lambda card, powers: any(mentions(p, "counters") for p in powers)),
    "marks": ((1, 2, 1, 1), lambda card, powers: any(mentions(p, "mark") for p in powers)),
    "destroys Space": ((0, 0, 1, 0), lambda card, powers: card.destroys_space),
    "cannot breach": ((2, 0, 0, 2), lambda card, powers: not card.can_breach),
    "changes containment": (
        (1, 2, 2, 4),
        lambda card, powers: any(
            mentions(p, "own_measure", "every_measure", "more_trials", "longer_rows", "no_breach") for p in powers
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_text_is_exercised(form: str) -> None:
    least, fits = FORMS[form]
    for kind, wanted in zip(("safe", "euclid", "keter", "thaumiel"), least, strict=True):
        found = [id_ for id_, card in STACK.of_kind(kind).items() if fits(card, STACK.powers[id_])]
        assert len(found) >= wanted, (kind, found)


def test_apollyons_differ_as_the_ledger_asks() -> None:
    cards = STACK.of_kind("apollyon")
    said = {id_: STACK.powers[id_] for id_ in cards}
    for powers in said.values():
        for timing in ("appears", "monthly", "every_contact"):
            assert any(says(power, timing) for power in powers)
    assert sum(not card.engages_all for card in of_kind("apollyon")) >= 2
    assert any(card.minions for card in of_kind("apollyon"))
    assert any(card.damage == "cog" for card in of_kind("apollyon"))
    assert any(card.destroys_space for card in of_kind("apollyon"))
    assert any(mentions(power, "win") for powers in said.values() for power in powers)
    assert any(mentions(power, "lose") for powers in said.values() for power in powers)


# Credits.


def test_what_is_taken_from_the_wiki_says_so() -> None:
    for kind in (*CLASSES, "apollyon"):
        for card in of_kind(kind):
            if card.name.startswith("SCP-"):
                assert card.name.lower() in card.attribution.lower(), card.name
                assert "https://scp-wiki.wikidot.com/" in card.attribution
                assert "CC BY-SA 3.0" in card.attribution
    licence = (Path(WORDS.packs[0]).read_text("utf-8")).partition("licence")[2]
    assert "CC-BY-SA-3.0" in licence.partition("\n")[0]


# Every card is played.


def rows() -> list[Row]:
    modules = [importlib.import_module(f"tests.apollyon.cards.{path.stem}") for path in sorted(ROOM.glob("test_*.py"))]
    return [row for module in modules for row in getattr(module, "ROWS", [])]


@rule("SA-6.17")
def test_every_card_with_text_is_played_and_does_something() -> None:
    effective = Counter(row.card for row in rows() if row.does)
    silent = {id_ for id_, powers in STACK.powers.items() if powers and effective[id_] < len(powers)}
    tested_by_itself = {"the-ambassador", "nothing-to-report"}  # the market
    assert silent <= {"do-not-look-up", *tested_by_itself}  # two of its lines are seen in one row
