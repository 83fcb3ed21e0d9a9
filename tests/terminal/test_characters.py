"""Characters at the terminal: brought by name, in one game at a time, changed together and once."""

from pathlib import Path

import msgspec
import pytest

from eschaton.cli import main
from eschaton.kernel import campaign as kernel
from eschaton.kernel import game as games
from eschaton.kernel.campaign import Campaign
from eschaton.kernel.errors import BadRecord, BadSetup, Illegal
from eschaton.terminal import characters
from eschaton.terminal.characters import everybody, file_of, journal, named, take_in
from eschaton.terminal.play import play, play_on
from tests.toys import larder
from tests.toys.vault import GAME
from tests.typed import typed

Printed = pytest.CaptureFixture[str]
BOTH = ["0=Anna", "1=Bert"]


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ESCHATON_DATA", str(tmp_path / "data"))
    monkeypatch.setitem(games._games, GAME.id, GAME)
    return tmp_path / "data"


def played(*brought: str, seats: str = "random,random", keep: Path | None = None, lines: tuple[str, ...] = ()) -> str:
    console, out = typed(*lines)
    play(GAME, console, seats=seats, seed="gold", keep=keep, characters=brought)
    return out.getvalue()


def gold() -> dict[str, int]:
    return {one.name: one.state.get("gold", 0) for one in everybody()}


def test_a_game_changes_all_who_were_in_it_and_they_come_back_so() -> None:
    told = played(*BOTH)
    assert "Character 'Anna': 1 game played" in told
    assert "Character 'Bert': 1 game played" in told
    first = gold()
    assert sum(first.values()) > 0
    played(*BOTH)
    again = gold()
    assert again == {name: 2 * found for name, found in first.items()}, "the same game, begun with what they had"
    assert all(one.at is None for one in everybody())


def test_who_is_in_a_game_is_in_no_other_until_it_is_finished(tmp_path: Path) -> None:
    file = tmp_path / "half.json"
    played("0=Anna", seats="you,random", keep=file, lines=("quit",))
    with pytest.raises(BadSetup, match=r"'Anna' is in another game; .* eschaton characters 'Anna' --release"):
        played("1=Anna")
    assert gold() == {"Anna": 0}
    console, _ = typed(*["1"] * 30)
    play_on(file, console, seats="random,random")
    (anna,) = everybody()
    assert (anna.at, len(anna.patches)) == (None, 1)
    play_on(file, typed()[0], seats="random,random")
    assert everybody() == [anna], "the same game counts only once"


def test_a_game_that_nobody_can_go_on_with_lets_them_go() -> None:
    played("0=Anna", seats="you,random", lines=("quit",))
    (anna,) = everybody()
    assert (anna.at, anna.patches, anna.state) == (None, {}, {})


def test_a_crash_between_two_files_reaches_both_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    written = []

    def breaks(character: Campaign, path: Path) -> None:
        if character.patches and written:
            raise KeyboardInterrupt
        written.extend([character.name] if character.patches else [])
        kernel.save(character, path)

    monkeypatch.setattr(characters, "save", breaks)
    with pytest.raises(KeyboardInterrupt):
        played(*BOTH)
    assert written == ["Anna"]
    assert kernel.load(file_of("Bert")).patches == {}
    monkeypatch.setattr(characters, "save", kernel.save)
    assert [(one.name, len(one.patches), one.at) for one in everybody()] == [("Anna", 1, None), ("Bert", 1, None)]
    assert not journal().exists()


@pytest.mark.parametrize(
    ("brought", "wrong"),
    [
        (["Anna"], "expected SEAT=NAME, as in 0=Anna, not 'Anna'"),
        (["x=Anna"], "expected SEAT=NAME"),
        (["0=../up"], "is no name"),
        (["0=Anna", "0=Bert"], "names a seat or a character twice"),
        (["0=Anna", "1=Anna"], "names a seat or a character twice"),
        (["7=Anna"], "characters.7: there is no such seat"),
    ],
)
def test_who_cannot_come_is_refused_before_anybody_plays(brought: list[str], wrong: str) -> None:
    with pytest.raises(BadSetup, match=wrong):
        played(*brought)
    assert everybody() == []


def test_a_character_is_of_one_game_and_not_every_game_has_some() -> None:
    played("0=Anna")
    with pytest.raises(BadSetup, match="'Anna' is a character of toy-vault, not of toy-larder"):
        play(larder.GAME, typed()[0], characters=["0=Anna"])
    with pytest.raises(BadSetup, match="characters: nobody brings one to Larder"):
        play(larder.GAME, typed()[0], characters=["0=Zoe"])


def test_characters_are_listed_shown_and_freed(tmp_path: Path, capsys: Printed) -> None:
    assert main(["characters"]) == 0
    assert "There are no characters yet" in capsys.readouterr().out
    played("0=Anna", seats="you,random", keep=tmp_path / "half.json", lines=("quit",))
    capsys.readouterr()
    assert main(["characters"]) == 0
    assert capsys.readouterr().out == "Anna: toy-vault, 0 games played, in a game\n"
    assert main(["characters", "Anna", "--release"]) == 0
    assert main(["characters", "Anna"]) == 0
    assert '"at": null' in capsys.readouterr().out
    assert main(["characters", "Anna", "--release"]) == 2
    assert main(["characters", "Zoe"]) == 2
    assert "there is none called 'Zoe'" in capsys.readouterr().err


def test_a_character_can_be_carried_elsewhere_and_back_but_not_forked(tmp_path: Path, capsys: Printed) -> None:
    played("0=Anna")
    away = tmp_path / "anna.json"
    away.write_bytes(file_of("Anna").read_bytes())
    played("0=Anna")
    with pytest.raises(Illegal, match="'Anna' is older than here, by 1 matches"):
        take_in(away)
    newer = file_of("Anna").read_bytes()
    file_of("Anna").write_bytes(away.read_bytes())
    away.write_bytes(newer)
    assert main(["characters", "--import", str(away)]) == 0
    assert capsys.readouterr().out.endswith("Anna: toy-vault, 2 games played\n")
    anna = named("Anna", GAME)
    forked = msgspec.structs.replace(anna, patches={**dict(list(anna.patches.items())[:1]), "other": {"gold": 9}})
    forked.state = {"gold": 9}
    kernel.save(forked, away)
    with pytest.raises(Illegal, match="has played other matches than here, after the first 1"):
        take_in(away)
    forked.state = {"gold": 99}
    kernel.save(forked, away)
    with pytest.raises(BadRecord, match="state: is not what the matches have made of it"):
        take_in(away)
    kernel.save(Campaign(name="Anna", game=GAME.id), away)
    with pytest.raises(Illegal, match="another one is called 'Anna' here"):
        take_in(away)
    assert named("Anna", GAME) == anna
