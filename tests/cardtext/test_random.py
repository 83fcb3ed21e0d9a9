"""Random sentences are understood, random nonsense is refused cleanly, random effects end."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from eschaton.cardtext import data as d
from eschaton.cardtext.errors import BadCards
from eschaton.cardtext.explain import explain
from eschaton.cardtext.grammar import grammar_of
from eschaton.cardtext.pack import read_pack
from eschaton.cardtext.parse import parse_power, readings
from eschaton.cardtext.power import performing
from eschaton.cardtext.sample import Sampler
from eschaton.kernel.match import Match
from eschaton.kernel.save import copy, save
from tests.cardtext.ship import GAME, PACK, box, words

SEEDS = st.integers(0, 2**32)
LINES = sorted(explain(words, power) for powers in box().powers.values() for power in powers)
SPELLED = sorted(grammar_of(words).terminals.texts.values())


def refused_or_understood(line: str) -> None:
    """A line is either a power that prints and parses back, or refused at a place inside it."""
    try:
        power = parse_power(words, line)
    except BadCards as error:
        (fault,) = error.faults
        assert 1 <= fault.column <= len(line) + 1
        assert line[fault.column - 1 :].startswith(fault.words)
        assert fault.message
        assert str(fault)
    else:
        assert parse_power(words, explain(words, power)) == power


@given(SEEDS)
def test_random_powers_print_and_parse_back(seed: int) -> None:
    power = Sampler(words, Random(seed)).power()
    line = explain(words, power)
    assert parse_power(words, line) == power
    assert readings(words, line) == 1


@given(st.lists(st.sampled_from([*SPELLED, "2", "+1", "zebra", "."]), max_size=12))
def test_random_words_are_refused_or_understood(said: list[str]) -> None:
    refused_or_understood(" ".join(said) + ".")


@given(st.sampled_from(LINES), st.data())
def test_random_changes_to_cards_are_refused_or_understood(line: str, data: st.DataObject) -> None:
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, max(0, len(line) - 1)))
        change = data.draw(st.sampled_from(["", " ", "x", ",", ".", ":", "; or ", "non-", "-", "9", "’", "\t", "é"]))
        line = line[:at] + change + line[at + data.draw(st.integers(0, 8)) :]
    refused_or_understood(line.replace("\n", " "))


@given(st.lists(st.sampled_from(LINES), min_size=2, max_size=3))
def test_powers_on_one_line_are_refused_or_understood(lines: list[str]) -> None:
    refused_or_understood(" ".join(lines).replace("\n", " "))


@given(st.text(max_size=60))
def test_random_text_is_refused_or_understood(text: str) -> None:
    refused_or_understood(text.replace("\n", " "))


@given(st.data())
def test_random_changes_to_a_pack_give_faults_inside_it(data: st.DataObject) -> None:
    source = PACK.read_text("utf-8")
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(source) - 1))
        source = source[:at] + data.draw(st.sampled_from(["", '"', "[", "=", "\n", "x", "#", "{"])) + source[at + 1 :]
    _, faults = read_pack(words, source)
    lines = source.split("\n")
    for fault in faults:
        assert 1 <= fault.line <= len(lines)
        assert 1 <= fault.column <= len(lines[fault.line - 1]) + 2
        assert str(fault)


CREW = {
    "cook": [0, 2, "deck"],
    "surgeon": [0, 0, "cabin 0"],
    "mutineer": [1, 1, "brig"],
    "cabin-boy": [1, 0, "deck"],
}


@given(SEEDS)
def test_random_effects_are_carried_out_to_their_end(seed: int) -> None:
    rng = Random(seed)
    power = Sampler(words, rng).power()
    hands = [["plain#20", "plain#21"], ["plain#22"]]
    match = Match.new(GAME, 2, seed=str(seed), campaign={"crew": CREW, "hands": hands})
    clauses = (*power.cost, *(clause for clause in power.effect if not isinstance(clause, d.Statement)))
    match.table.push([performing(words, clauses, seat=0, source="cook")])
    match.proceed()
    for _ in range(500):
        if match.question is None or type(match.question.step).__name__ == "Idle":
            return
        twin = copy(match.table)
        assert save(twin) == save(match.table)
        seat, ask = next(iter(match.asks().items()))
        match.answer(seat, ask.sample(rng))
    raise AssertionError(explain(words, power))
