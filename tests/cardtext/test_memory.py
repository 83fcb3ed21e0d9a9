"""Lines that were read once are known in the next run, by the same grammar and the same code only."""

from __future__ import annotations

from pathlib import Path

import pytest

from eschaton.cardtext.errors import BadCards
from eschaton.cardtext.grammar import grammar_of
from eschaton.cardtext.memory import Memory, cache_folder
from eschaton.cardtext.parse import parse_power
from tests.cardtext.ship import words

LINE = "Dusk: Gain 1 Gold."


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ESCHATON_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_what_was_read_is_known_in_the_next_run(folder: Path) -> None:
    memory = Memory(grammar_of(words))
    memory.learn(LINE, parse_power(words, LINE))
    memory.keep()
    assert Memory(grammar_of(words)).lines == {LINE: parse_power(words, LINE)}
    assert len(list(folder.iterdir())) == 1


def test_only_so_many_lines_are_kept_and_those_wanted_last(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eschaton.cardtext.memory.MOST_LINES", 3)
    memory, power = Memory(grammar_of(words)), parse_power(words, LINE)
    for line in ("a", "b", "c"):
        memory.learn(line, power)
    assert memory.recall("a") == power
    assert memory.recall("z") is None
    memory.learn("d", power)
    memory.keep()
    assert list(Memory(grammar_of(words)).lines) == ["c", "a", "d"]


def test_a_broken_file_is_read_as_none(folder: Path) -> None:
    memory = Memory(grammar_of(words))
    assert memory.file is not None
    folder.mkdir()
    memory.file.write_bytes(b"\xc1 nonsense")
    assert Memory(grammar_of(words)).lines == {}


def test_another_grammar_has_its_own_file(folder: Path) -> None:
    from eschaton.cardtext.vocabulary import Vocabulary

    other = Vocabulary("others")
    assert Memory(grammar_of(words)).file != Memory(grammar_of(other)).file


def test_nothing_is_kept_where_it_is_not_wanted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("ESCHATON_CACHE", "")
    memory = Memory(grammar_of(words))
    memory.learn(LINE, parse_power(words, LINE))
    memory.keep()
    assert memory.file is None
    monkeypatch.delenv("ESCHATON_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_folder() == tmp_path / "eschaton"


def test_a_folder_that_cannot_be_written_does_not_matter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ESCHATON_CACHE", str(tmp_path / "file" / "cache"))
    memory = Memory(grammar_of(words))
    memory.learn(LINE, parse_power(words, LINE))
    memory.keep()
    assert not (tmp_path / "file" / "cache").exists()


def test_what_is_not_understood_is_never_remembered() -> None:
    for _ in range(2):
        with pytest.raises(BadCards):
            parse_power(words, "Dusk: Gane 1 Gold.")
