"""The `cards` commands, as the command line mounts them."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import pytest

from eschaton.cardtext.commands import add_arguments, main
from eschaton.cardtext.page import stale_pages, vocabulary_page
from eschaton.kernel.errors import BadSetup
from tests.cardtext.ship import PACK, words


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    code = main(parser.parse_args(arguments))
    return code, capsys.readouterr().out


def test_check_reports_what_is_in_a_pack(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "check", str(PACK))
    assert code == 0
    assert "24 cards (8 crew, 16 trick), 26 powers." in said
    assert "Cards with a named ability: 1 (4 %).\n  kraken\n" in said


def test_check_reports_every_mistake(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(PACK.read_text("utf-8").replace("Heal 1", "Hael 1").replace("speed = 4", "speed = 40"), "utf-8")
    code, said = run(capsys, "check", str(file))
    assert code == 1
    assert f'{file}:14:15: "Hael" is not a word that cards use.' in said
    assert f"{file}:34:9: speed: expected a whole number from 0 to 6, not 40." in said
    assert said.rstrip().endswith("2 mistakes.")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("[pack]\ngame = 'shp'\n", 'no game with cards is called "shp"'),
        ("[[crew]]\n", "a pack begins with [pack]"),
        ("pack = 3\n", "a pack begins with [pack]"),
        ("[pack\n", "not TOML"),
    ],
)
def test_check_refuses_what_is_no_pack(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, source: str, message: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(source, "utf-8")
    code, said = run(capsys, "check", str(file))
    assert code == 1
    assert message in said
    assert said.startswith(f"{file}:")


def test_explain_shows_a_power_in_words_and_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    heading = "Any player, in the brig, watch, once per round, if a storm rages - spend a Rum"
    text = f"{heading}: draw 1 card. Do: the kraken wakes."
    code, said = run(capsys, "explain", "ship", text)
    assert code == 0
    for line in (
        "  who    any player",
        "  when   watch",
        "  state  in the brig",
        "  limit  1 per round",
        "  if     a storm rages",
        "  cost   spend 1 Rum",
        "  effect Draw 1 card. Do: The Kraken Wakes.",
        "  named  kraken",
        '"verb": "draw"',
    ):
        assert line in said
    assert "always" in run(capsys, "explain", "ship", "Each crew has +1 speed.")[1]


def test_explain_refuses_like_check(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = run(capsys, "explain", "ship", "Examin 1.")
    assert code == 1
    assert said.startswith("text:1:1: ")
    assert run(capsys, "explain", "ship", "Heal it.")[1].startswith('text:1:6: "it" stands for nothing')


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("explain", "shop", "Draw 1 card."), "game: no game with cards is called 'shop'; did you mean ship?"),
        (("list", "zz"), "game: no game with cards is called 'zz'; there are: "),
        (("explain", "ship", " "), "text: there is nothing to explain"),
        (("check", "/nowhere/mine.toml"), "/nowhere/mine.toml: No such file or directory"),
    ],
)
def test_wrong_use_is_no_fault_of_the_cards(arguments: tuple[str, ...], message: str) -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    with pytest.raises(BadSetup, match=re.escape(message)):
        main(parser.parse_args(arguments))


def test_list_filters_by_all_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "list", "ship")[1].rstrip().endswith("24 of 24 cards.")
    said = run(capsys, "list", "ship", "dusk crew")[1]
    assert "Cook (crew; copies 1, speed 2" in said
    assert "  Dusk: Heal 1 of your wounded crew." in said
    assert "Kraken" not in said


def test_the_vocabulary_has_every_phrase_with_its_example(capsys: pytest.CaptureFixture[str]) -> None:
    said = run(capsys, "vocabulary", "ship")[1]
    for phrase in words.phrases():
        assert phrase.shown() in said
        assert phrase.example in said
    assert "| goods | Gold, Rum | What a captain can own. |" in said
    assert "### `[[crew]]`" in said
    assert "| `speed` | a whole number from 0 to 6 | must be there | |" in said
    assert "| `copies` | a whole number from 1 to 99 | 1 | how many of it are in the box |" in said


def test_a_page_that_is_not_up_to_date_is_noticed(tmp_path: Path) -> None:
    assert stale_pages(tmp_path, [words]) == ["ship"]
    page = tmp_path / "ship.md"
    page.write_text(vocabulary_page(words), "utf-8")
    assert stale_pages(tmp_path, [words]) == []
    page.write_text("old", "utf-8")
    assert stale_pages(tmp_path, [words]) == ["ship"]
