"""Records on file: read back, refused when damaged, written whole or not at all."""

import os

import pytest

from eschaton.kernel import record as records
from eschaton.kernel.errors import BadRecord
from eschaton.kernel.match import Match
from eschaton.kernel.record import Snapshot, from_bytes, read, to_bytes, write
from eschaton.kernel.save import digest_of
from tests.kernel.small import GAME


@pytest.fixture
def record():
    match = Match.new(GAME, 2, seed="seed", names=["Ada", "Ben"])
    match.answer(0, "yes")
    return match.saved()


def test_a_record_reads_back(record, tmp_path):
    assert from_bytes(to_bytes(record)) == record
    write(record, tmp_path / "match.json")
    assert read(tmp_path / "match.json") == record
    assert list(tmp_path.iterdir()) == [tmp_path / "match.json"], "nothing temporary is left"


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "truncated"),
        (b"[]", "expected a record of format 1"),
        (b'{"format": 9}', "expected a record of format 1"),
        (b'{"format": 1}', "missing required field `id`"),
        (b"not json", "malformed"),
    ],
)
def test_what_is_no_record_is_refused_with_its_name(data, words, tmp_path):
    (tmp_path / "bad.json").write_bytes(data)
    with pytest.raises(BadRecord, match=f"bad.json.*{words}"):
        read(tmp_path / "bad.json")


def test_an_entry_with_a_field_too_many_is_refused(record):
    damaged = to_bytes(record).replace(b'"yes",', b'"yes", "answer", 1, ', 1)
    with pytest.raises(BadRecord):
        from_bytes(damaged)


def test_a_snapshot_that_was_changed_is_refused(record):
    record.snapshots.append(Snapshot(0, b"table", digest_of(b"table"), {}, {}))
    assert from_bytes(to_bytes(record)) == record
    record.snapshots.append(Snapshot(0, b"another", digest_of(b"table"), {}, {}))
    with pytest.raises(BadRecord, match=r"record: snapshots\[\d+\]: was changed"):
        from_bytes(to_bytes(record))


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(BadRecord, match="No such file"):
        read(tmp_path / "none.json")


@pytest.mark.parametrize("moment", ["fsync", "replace"])
def test_a_failed_write_leaves_the_old_record_and_nothing_else(record, tmp_path, monkeypatch, moment):
    path = tmp_path / "match.json"
    write(record, path)
    before = path.read_bytes()

    def fails(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, moment, fails)
    record.names = ["someone", "else"]
    with pytest.raises(OSError, match="no space left"):
        write(record, path)
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["match.json"]
    assert records.FORMAT == 1


def test_a_folder_that_is_not_there_is_named_with_the_file(record, tmp_path):
    with pytest.raises(OSError, match=r"nowhere/a\.json'$"):
        write(record, tmp_path / "nowhere" / "a.json")


def test_a_record_nested_without_end_is_refused():
    with pytest.raises(BadRecord, match="recursion"):
        from_bytes(b"[" * 100_000)
