"""Counting what is proven, the baseline file, and finding the source tree."""

from pathlib import Path

import pytest

from eschaton.ledger import LedgerError, ledger, ledgers
from eschaton.ledger.coverage import (
    BASELINE,
    NotACheckout,
    checkout,
    compare,
    coverage,
    coverage_of_all,
    read_baseline,
    write_baseline,
)


def test_nothing_proven_leaves_everything_missing() -> None:
    found = coverage(ledger("cult"), ())
    assert (found.rules, found.proven, found.examples, found.golden) == (425, 0, 55, 0)
    assert (found.rulings, found.rulings_proven) == (88, 0)
    assert len(found.missing) == 425 + 55
    assert (found.missing[0], found.missing[-1]) == ("CD-1.1", ledger("cult").of_kind("example")[-1].id)


def test_each_kind_is_counted_apart() -> None:
    found = coverage(ledger("cult"), {"CD-1.1", "CD-EX-1", "CD-Q-1", "CD-Q-16a", "HU-1.1"})
    assert (found.proven, found.golden, found.rulings_proven) == (1, 1, 2)
    assert not {"CD-1.1", "CD-EX-1", "CD-Q-2"} & set(found.missing)


def test_notes_are_never_missing() -> None:
    assert not [entry_id for entry_id in coverage(ledger("blasphemous"), ()).missing if "-PF-" in entry_id]


def test_what_states_no_behaviour_is_neither_counted_nor_missing() -> None:
    remarks = [entry.id for entry in ledger("blasphemous").of_kind("rule") if not entry.behaves]
    found = coverage(ledger("blasphemous"), ())
    assert "BB-26.17" in remarks
    assert not set(remarks) & set(found.missing)
    assert found.rules == len(ledger("blasphemous").of_kind("rule")) - len(remarks)


def test_all_ledgers_are_covered() -> None:
    assert list(coverage_of_all(())) == list(ledgers())


def test_a_run_is_compared_with_the_baseline() -> None:
    verdict = compare({"CD-1.10", "CD-1.9", "CD-1.1"}, {"CD-1.1", "CD-1.2"})
    assert (verdict.lost, verdict.gained) == (["CD-1.9", "CD-1.10"], ["CD-1.2"])
    assert not compare({"CD-1.1"}, {"CD-1.1"})


def test_the_baseline_round_trips_and_drops_unknown_ids(tmp_path: Path) -> None:
    path = tmp_path / BASELINE
    write_baseline(path, {"CD-2.10", "CD-2.9", "HU-EX-D1", "CD-99.1"})
    assert read_baseline(path) == {"CD-2.10", "CD-2.9", "HU-EX-D1"}
    assert path.read_text().index("CD-2.9") < path.read_text().index("CD-2.10")


def test_a_missing_baseline_proves_nothing_and_a_broken_one_is_refused(tmp_path: Path) -> None:
    assert read_baseline(tmp_path / "none.json") == set()
    (tmp_path / "broken.json").write_text("[")
    with pytest.raises(LedgerError, match=r"tests/proven\.json cannot be read"):
        read_baseline(tmp_path / "broken.json")


def test_the_source_tree_is_found_from_inside(tmp_path: Path) -> None:
    (tmp_path / "src" / "eschaton").mkdir(parents=True)
    (tmp_path / "tests" / "deep").mkdir(parents=True)
    assert checkout(tmp_path / "tests" / "deep") == tmp_path.resolve()


def test_outside_a_source_tree_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eschaton.ledger.coverage.__file__", str(tmp_path / "coverage.py"))
    with pytest.raises(NotACheckout, match="this is not inside one"):
        checkout(tmp_path)


def test_the_committed_baseline_holds_only_ids_in_force() -> None:
    known = {entry.id for found in ledgers().values() for entry in found.entries if not entry.struck}
    assert read_baseline(checkout() / BASELINE) <= known
