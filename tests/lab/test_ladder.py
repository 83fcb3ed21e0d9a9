"""A ladder: seats are shared out evenly, the file is all there is, and running it again changes nothing."""

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, register
from eschaton.lab.ladder import Ladder, LadderRules, ladder, ladder_text, lineups
from eschaton.lab.workers import locally
from tests.lab.brew import GAME as BREW
from tests.toys import GAMES

ORDEAL = GAMES[2]


def rules(**changed: Any) -> LadderRules:
    return LadderRules(
        **{"game": "brew", "version": 1, "players": 2, "bots": ("random", "thumb"), "games": 120, **changed}
    )


@pytest.fixture(autouse=True)
def _brew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eschaton.kernel.game._games", {game.id: game for game in GAMES})
    register(BREW)


def climbed(given: LadderRules, file: Path) -> Ladder:
    return ladder(given, file, locally(1))


def test_every_bot_sits_everywhere_equally_often() -> None:
    sat: Counter[tuple[str, int]] = Counter()
    for cell in lineups(rules(players=3, games=20)):
        for index in range(cell.games):
            sat.update((bot, seat) for seat, bot in enumerate(cell.seated(index)))
    assert len(set(sat.values())) == 1
    assert sum(sat.values()) == 3 * 24, "20 games are made up to whole rounds of three seats, twice"


def test_the_better_bot_is_rated_higher(tmp_path: Path) -> None:
    found = climbed(rules(), tmp_path / "ladder.json")
    first, second = found.ratings
    assert (first.bot, second.bot) == ("thumb", "random")
    assert first.low < first.rating < first.high
    assert first.rating > second.rating
    assert first.against["random"].clear
    assert first.against["random"].value == pytest.approx(-second.against["thumb"].value)
    assert first.games == second.games == 120
    assert "  1. thumb" in ladder_text(found, "Brew")


def test_running_it_again_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    climbed(rules(), file)
    before = file.read_bytes()
    climbed(rules(), file)
    assert file.read_bytes() == before
    decoded = msgspec.json.decode(before, type=Ladder)
    forged = msgspec.structs.replace(decoded, ratings=[], warnings=["nonsense"])
    file.write_bytes(msgspec.json.encode(forged))
    climbed(rules(), file)
    assert file.read_bytes() == before, "everything but the games is computed from the games"


def test_a_ladder_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file, whole = tmp_path / "ladder.json", tmp_path / "whole.json"
    climbed(rules(), whole)
    climbed(rules(games=40), file)
    part = msgspec.json.decode(file.read_bytes(), type=Ladder)
    lost = msgspec.structs.replace(part, played=part.played[:7] + part.played[9:])
    file.write_bytes(msgspec.json.encode(lost))
    climbed(rules(), file)
    assert file.read_bytes() == whole.read_bytes()


def test_games_of_other_rules_are_played_again(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    climbed(rules(games=20), file)
    before = msgspec.json.decode(file.read_bytes(), type=Ladder)
    stale = [msgspec.structs.replace(game, results={"random": 1.0, "thumb": 0.0}) for game in before.played]
    old = msgspec.structs.replace(before, rules=rules(games=20, version=0), played=stale)
    file.write_bytes(msgspec.json.encode(old))
    assert climbed(rules(games=20), file).played == before.played


def test_teams_play_against_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all win or lose together, bots do not meet: each plays the same deals with itself."""
    advised: Game = msgspec.structs.replace(ORDEAL, advice=BREW.advice)
    monkeypatch.setattr("eschaton.kernel.game._games", {ORDEAL.id: advised})
    cells = lineups(rules(game=ORDEAL.id, players=2, games=30))
    assert [cell.bots for cell in cells] == [("random",) * 2, ("thumb",) * 2]
    found = climbed(rules(game=ORDEAL.id, bots=("random", "thumb"), games=30), tmp_path / "ladder.json")
    assert {rating.bot for rating in found.ratings} == {"random", "the game"}
    assert any("30 games failed" in warning for warning in found.warnings), "thirst is no advice here"


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"bots": ("random",)}, "bots: a ladder needs two"),
        ({"bots": ("random", "random")}, "bots: each only once"),
        ({"bots": ("random", "tumb")}, "no bot is called 'tumb'; did you mean thumb?"),
        ({"games": 0}, "games: play at least one"),
        ({"players": 7}, "players: Brew takes 2 to 3 players, not 7"),
    ],
)
def test_wrong_ladders_are_refused(tmp_path: Path, changed: dict[str, Any], message: str) -> None:
    with pytest.raises(BadSetup) as error:
        climbed(rules(**changed), tmp_path / "ladder.json")
    assert message in str(error.value)
    assert not list(tmp_path.iterdir())


def test_another_ladders_file_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "ladder.json"
    climbed(rules(games=4), file)
    before = file.read_bytes()
    with pytest.raises(BadSetup, match="keeps another ladder"):
        climbed(rules(games=4, seed="1"), file)
    assert file.read_bytes() == before
    file.write_text("{}", "utf-8")
    with pytest.raises(BadSetup, match="is no ladder"):
        climbed(rules(games=4), file)
