"""Where a rule lives: citations in code, marks of tests, and what needs no code."""

from pathlib import Path

import pytest

from eschaton.games import installed
from eschaton.ledger import LedgerError, ledger, ledgers, read_ledger
from eschaton.ledger.commands import where_report
from eschaton.ledger.where import (
    MODULE,
    CodePlace,
    Whereabouts,
    citations,
    read_code,
    read_marks,
    read_scenario,
    uncited,
    where,
    whereabouts,
)

LEDGER = read_ledger(
    "small",
    """# Small

## 1. First

- `XX-1.1` One.
- `XX-1.2` Two.
- `XX-1.3` Three.
- `XX-1.4` Four.
- `XX-1.5` A remark. (no behaviour)

## 2. Rulings

- `XX-Q-1` Why? **Because.**
- `XX-Q-2` Who? **All.**
""",
)

CODE = '''"""XX-1: the first chapter."""

UNWRITTEN = {"XX-1.4": "nothing ever ends it early"}


class Turn:
    """XX-1.1 to XX-1.2: a turn."""

    def run(self):
        return 3  # XX-1.3, XX-Q-1 to Q-2
'''


@pytest.fixture
def found(tmp_path: Path) -> Whereabouts:
    known = Whereabouts({}, {}, {}, {})
    (tmp_path / "turn.py").write_text(CODE)
    read_code(known, LEDGER, tmp_path / "turn.py", "turn.py")
    return known


def test_a_citation_stands_under_the_innermost_name(found: Whereabouts) -> None:
    assert found.code["XX-1.1"] == [CodePlace("turn.py", 7, "Turn")]
    assert found.code["XX-1.3"] == [CodePlace("turn.py", 10, "Turn.run")]
    assert found.chapters["XX-1"] == [CodePlace("turn.py", 1, MODULE)]


def test_ranges_cite_all_between(found: Whereabouts) -> None:
    assert [cited for _, cited in citations(LEDGER, "XX-1.1 to XX-1.3; XX-1.2 to 1.3")] == [
        "XX-1.1",
        "XX-1.2",
        "XX-1.3",
        "XX-1.2",
        "XX-1.3",
    ]
    assert found.code["XX-Q-2"] == [CodePlace("turn.py", 10, "Turn.run")]
    assert "XX-1.4" not in found.code


def test_what_needs_no_code_is_marked_with_its_reason_and_not_missing(found: Whereabouts) -> None:
    assert uncited(LEDGER, found) == []
    assert where(LEDGER.by_id["XX-1.4"], found).startswith("No code: nothing ever ends it early")


def test_tests_are_found_by_their_marks_and_scenarios_by_their_rules(tmp_path: Path, found: Whereabouts) -> None:
    (tmp_path / "test_turn.py").write_text(
        '@rule("XX-1.1")\ndef test_a_turn(): ...\n\n@other("XX-1.2")\ndef test_b(): ...\n'
    )
    (tmp_path / "play.toml").write_text('rules = [\n  "XX-1.2",\n]\n')
    (tmp_path / "broken.toml").write_text("rules = [")
    read_marks(found.tests, LEDGER, tmp_path / "test_turn.py", "test_turn.py")
    for name in ("play.toml", "broken.toml"):
        read_scenario(found.tests, LEDGER, tmp_path / name, name)
    assert found.tests == {
        "XX-1.1": [CodePlace("test_turn.py", 2, "test_a_turn")],
        "XX-1.2": [CodePlace("play.toml", 1, "play")],
    }
    assert where(LEDGER.by_id["XX-1.2"], found).splitlines() == [
        "Code:",
        "  turn.py:7  Turn",
        "Tests:",
        "  play.toml:1  play",
    ]


def test_a_real_rule_is_found_in_code_and_tests() -> None:
    told = where_report("cult", ["5.3"])
    assert "CD-5.3" in told
    assert "src/eschaton/games/cult/" in told
    assert "tests/cult/" in told


def test_a_wrong_id_names_the_nearest() -> None:
    with pytest.raises(LedgerError, match=r"no entry '5\.99'; nearest: CD-5\."):
        where_report("cult", ["5.99"])
    with pytest.raises(LedgerError, match="takes one id"):
        where_report("cult", ["5.1", "5.2"])


@pytest.mark.parametrize("game", [game.id for game in installed()])
def test_nine_rules_in_ten_are_found_in_the_code_and_all_others_are_accounted_for(game: str) -> None:
    known = whereabouts(ledger(game))
    rules = ledger(game).to_prove("rule")
    assert len(known.code.keys() & {entry.id for entry in rules}) >= 0.9 * len(rules)
    assert uncited(ledger(game), known) == []


@pytest.mark.parametrize("game", ledgers())
def test_only_rules_are_called_unwritten_and_none_that_is_written(game: str) -> None:
    known = whereabouts(ledger(game))
    assert set(known.unwritten) <= {entry.id for entry in ledger(game).to_prove("rule")}
    assert not set(known.unwritten) & set(known.code)
