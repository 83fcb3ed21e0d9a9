"""What the command line prints about rules."""

import json
from pathlib import Path

import pytest

from eschaton.ledger import LedgerError
from eschaton.ledger.commands import coverage_report, list_ledgers, ranges, show, switches_report


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    (tmp_path / "src" / "eschaton").mkdir(parents=True)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "proven.json").write_text('{"cult": ["CD-1.1", "CD-EX-1"]}')
    return tmp_path


def test_the_ledgers_are_listed() -> None:
    assert list_ledgers().splitlines()[4].split() == ["cult", "CD", "Cult", "of", "the", "Deep", "425", "55", "88"]


def test_without_words_the_contents_are_shown() -> None:
    lines = show("cult").splitlines()
    assert lines[0] == "Cult of the Deep (CD)"
    assert "  1. Set-up  (28)" in lines
    assert "    Ancient Shadow  (5)" in lines


def test_an_id_shows_its_text_under_its_section() -> None:
    assert show("cult", ["cd-1.12"]) == (
        "1. Set-up\n  CD-1.12  The six Wraith cards are stacked aside; nobody starts with one."
    )


def test_long_answers_are_cut_and_say_so() -> None:
    assert "more; add a word to narrow it down." in show("cult", ["dice"])
    assert show("cult", ["dice"], limit=3).count("CD-") >= 3


def test_words_that_are_not_found_get_suggestions() -> None:
    answer = show("cult", ["krakken"])
    assert answer.startswith("No entry has all of: krakken.\nDid you mean, for krakken: kraken")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(LedgerError, match="There is no ledger of 'chess'"):
        show("chess", ["rook"])


def test_switches_are_listed_with_their_rulings() -> None:
    assert switches_report("blasphemous").splitlines() == [
        "respawn_on_map_death: off  (BB-Q-24)",
        "sides_fit_any_die: false  (BB-Q-95)",
        "penitents_dealt: false  (BB-Q-99)",
    ]
    assert switches_report("cult") == "No ruling of this game names a switch."


def test_coverage_as_json(tree: Path) -> None:
    covered = json.loads(coverage_report(json=True, start=tree))
    assert list(covered) == ["apocrypha", "apollyon", "blasphemous", "cult", "heart"]
    missing = covered["cult"].pop("missing")
    assert covered["cult"] == {
        "rules": 425,
        "proven": 1,
        "examples": 55,
        "golden": 1,
        "rulings": 88,
        "rulings_proven": 0,
    }
    assert len(missing) == 424 + 54


def test_coverage_as_text(tree: Path) -> None:
    lines = coverage_report(start=tree).splitlines()
    assert lines[0].split() == ["game", "rules", "proven", "examples", "golden", "rulings", "proven", "missing"]
    assert lines[4].split() == ["cult", "425", "1", "55", "1", "88", "0", "478"]
    assert any(line.startswith("cult, not proven: CD-1.2..28, CD-2.1") for line in lines)


def test_ranges_join_neighbours_only() -> None:
    ids = ["CD-1.1", "CD-1.2", "CD-1.4", "CD-2.5", "CD-EX-1", "CD-EX-2", "HU-EX-D1", "HU-EX-D2"]
    assert ranges(ids) == ["CD-1.1..2", "CD-1.4", "CD-2.5", "CD-EX-1..2", "HU-EX-D1..2"]


@pytest.mark.parametrize("width", [40, 80, 110])
def test_entries_are_wrapped_to_the_width_of_the_screen(width):
    lines = show("cult", ["altar"], width=width).splitlines()
    entries = [line for line in lines if line.startswith("  ")]
    assert width - 20 < max(map(len, entries)) <= width
