"""Campaigns at the terminal: begun and continued by name, kept between games, each game counted once."""

from pathlib import Path

import pytest

from eschaton.cli import main
from eschaton.kernel import game as games
from eschaton.kernel import record
from eschaton.kernel.errors import BadSetup
from eschaton.terminal.campaigns import every_campaign, file_of, folder, named
from eschaton.terminal.play import play, play_on
from tests.kernel.test_campaign import GAME
from tests.toys import GAMES
from tests.typed import transcript, typed

Printed = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ESCHATON_DATA", str(tmp_path / "data"))
    monkeypatch.setitem(games._games, GAME.id, GAME)
    return tmp_path / "data"


def played(*lines: str, campaign: str = "Ours", keep: Path | None = None) -> str:
    return transcript(GAME, *lines, seats="you,you", campaign=campaign, keep=keep)


def test_what_a_game_changes_is_there_in_the_next(data: Path, tmp_path: Path) -> None:
    file = data / "campaigns" / "Ours.json"
    assert f"Campaign 'Ours': 1 game played; kept in {file}." in played("up")
    after_one = named("Ours", GAME).state
    assert after_one["words"] == {"up": True}
    assert "2 games played" in played("down", keep=tmp_path / "second.json")
    assert record.read(tmp_path / "second.json").setup.campaign == after_one
    assert named("Ours", GAME).state["words"] == {"up": True, "down": True}


def test_a_game_that_is_left_counts_when_it_is_finished_and_only_once(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    assert "Campaign" not in played("quit", keep=file)
    assert every_campaign() == []
    for line, told in (("up", "1 game played"), ("", "in the campaign 'Ours' already")):
        console, out = typed(line)
        play_on(file, console, campaign="Ours")
        assert told in out.getvalue()
    assert len(named("Ours", GAME).patches) == 1


def test_a_campaign_is_of_one_game() -> None:
    played("up")
    with pytest.raises(BadSetup, match="campaign: 'Ours' is a campaign of chapters, not of toy-larder"):
        play(GAMES[0], typed()[0], campaign="Ours")


@pytest.mark.parametrize("name", ["", "../up", "a/b", ".hidden", "x" * 61, "a\nb"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(BadSetup, match=r"campaign: .* is no name"):
        file_of(name)


def test_campaigns_are_listed_and_shown(capsys: Printed) -> None:
    assert main(["campaigns"]) == 0
    assert "There are no campaigns yet" in capsys.readouterr().out
    played("up", campaign="The second")
    played("up", campaign="A first")
    capsys.readouterr()
    assert main(["campaigns"]) == 0
    listed = capsys.readouterr().out
    assert listed == "A first: chapters, 1 game played\nThe second: chapters, 1 game played\n"
    assert main(["campaigns", "A first"]) == 0
    assert '"up": true' in capsys.readouterr().out
    assert main(["campaigns", "Third"]) == 2
    assert "there is none called 'Third'" in capsys.readouterr().err


def test_where_campaigns_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ESCHATON_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert folder() == tmp_path / "eschaton" / "campaigns"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert folder() == Path.home() / ".local" / "share" / "eschaton" / "campaigns"
