"""Two studies with the same chance: one number of one card is changed, and what it does is seen."""

from pathlib import Path

import pytest

from eschaton.games.cult import GAME as CULT
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import register
from eschaton.lab.compare import Compared, compare, compare_text
from eschaton.lab.study import BadStudy, read_study
from eschaton.lab.workers import locally
from tests.lab.brew import GAME as BREW
from tests.lab.conftest import Written
from tests.toys import GAMES

PLAY = 'game = "brew"\nplayers = 2\nbots = "thumb"'


@pytest.fixture(autouse=True)
def _brew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eschaton.kernel.game._games", {game.id: game for game in (*GAMES, CULT)})
    register(BREW)


def comparison(first: Path, second: Path, out: Path, examples: int = 3) -> Compared:
    (found,) = compare(read_study(first), read_study(second), out, locally(1), examples)
    return found


def test_one_number_of_one_card_is_changed(written: Written, tmp_path: Path) -> None:
    (tmp_path / "strong.toml").write_text("sip = 3", "utf-8")
    before = written("games = 200", PLAY, name="before")
    after = written("games = 200", f'{PLAY}\npacks = ["strong.toml"]', name="after")
    found = comparison(before, after, tmp_path / "out")
    by_name = {one.what: one for one in found.differences}
    host = by_name["host wins"]
    assert host.difference.clear
    assert host.difference.value == pytest.approx(host.second - host.first)
    assert host.difference.value > 0
    assert by_name["decisions"].difference.value == 0
    assert found.parted == 0, "nobody decides otherwise: the advice is always to drink"
    assert 0 < found.other_winners < 200
    assert "host wins" in compare_text([found], "before", "after")


def test_nothing_changed_is_nothing_found(written: Written, tmp_path: Path) -> None:
    before = written("games = 120", 'game = "toy-larder"', name="before")
    after = written("games = 120", 'game = "toy-larder"', name="after")
    found = comparison(before, after, tmp_path / "out")
    assert (found.parted, found.other_winners, found.where, found.examples, found.warnings) == (0, 0, {}, [], [])
    assert all(one.difference.value == 0 for one in found.differences)


def test_the_first_decision_that_differs_is_shown(written: Written, tmp_path: Path) -> None:
    before = written("games = 30", 'game = "brew"\nplayers = 2\nbots = "thumb"', name="before")
    after = written("games = 30", 'game = "brew"\nplayers = 2\nbots = [["thumb", "random"]]', name="after")
    found = comparison(before, after, tmp_path / "out")
    assert 0 < found.parted <= 30
    assert found.where == {"Turn": found.parted}
    assert len(found.examples) == 3
    for example in found.examples:
        assert (example.seat, example.first, example.second) == (1, "drink", "decline")
    assert "(before), decline (after)" in compare_text([found], "before", "after")
    assert any("only 30 pairs" in warning for warning in found.warnings)


def test_a_team_is_compared_as_one(written: Written, tmp_path: Path) -> None:
    before = written("games = 120", 'game = "toy-ordeal"', name="before")
    after = written("games = 120", 'game = "toy-ordeal"\noptions = { short = true }', name="after")
    found = comparison(before, after, tmp_path / "out")
    team = {one.what: one for one in found.differences}["the team wins"]
    assert team.difference.high < 0, "fewer days, fewer victories"
    assert not [one for one in found.differences if one.what.startswith("S")]


@pytest.mark.parametrize(
    ("top", "play", "message"),
    [
        ('seed = "other"\ngames = 9', PLAY, "seed: both studies need the same one"),
        ("games = 8", PLAY, "games: 9 and 8 cannot be paired"),
        ("games = 9", 'game = "brew"\nplayers = 3', "players: 2 and 3 cannot be paired"),
        ("games = 9", 'game = "toy-larder"', "game: brew and toy-larder cannot be paired"),
        ("games = 9", f"{PLAY}\n[[play]]\n{PLAY.replace('thumb', 'random')}", "play: 1 and 2 ways of playing"),
    ],
)
def test_studies_that_cannot_be_paired_are_refused(
    written: Written, tmp_path: Path, top: str, play: str, message: str
) -> None:
    before, after = written("games = 9", PLAY, name="before"), written(top, play, name="after")
    with pytest.raises(BadSetup, match=message):
        comparison(before, after, tmp_path / "out")
    assert not (tmp_path / "out").exists()


FRAIL = """
[pack]
id = "frail"
name = "Frail"
version = "1"
author = "a test"
licence = "CC0-1.0"
game = "cult"
base = "base"

[[character]]
id = "guardian"
replace = true
name = "Guardian"
power = "An"
life = 3
"""


def test_a_designers_pack_changes_a_real_card_and_only_where_it_is_named(written: Written, tmp_path: Path) -> None:
    (tmp_path / "frail.toml").write_text(FRAIL, "utf-8")
    play = 'game = "cult"\nplayers = 5'
    before = written("games = 30", play, name="before")
    after = written("games = 30", f'{play}\npacks = ["frail.toml"]', name="after")
    found = comparison(before, after, tmp_path / "out")
    assert found.parted
    frail = read_study(after).cells[0].prepared()
    assert list(frail[0].packs) == ["base", "frail"]
    whole = CULT.table(CULT.checked(5, {}))
    assert frail[0].table(frail[1]).box.characters["guardian"].life == 3
    assert whole.box.characters["guardian"].life == 20


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"guardian"', '"gardian"', 'there is no card "gardian" to replace'),
        ("life = 3", "life = 3\nlives = 3", "frail.toml:17:1: lives: there is no such field here"),
        ("life = 3", 'life = "much"', 'life: expected a whole number from 1 to 99, not "much"'),
        ("life = 3", "life = 0", "life: expected a whole number from 1 to 99, not 0"),
        ('power = "An"', 'power = "Ann"', "power:"),
        ("[[character]]", "[[person]]", "person"),
        ("life = 3", "life = ", "frail.toml:16:8: not TOML"),
    ],
)
def test_a_wrong_pack_is_refused(written: Written, tmp_path: Path, old: str, new: str, message: str) -> None:
    (tmp_path / "frail.toml").write_text(FRAIL.replace(old, new), "utf-8")
    with pytest.raises(BadStudy) as error:
        read_study(written("", 'game = "cult"\npacks = ["frail.toml"]'))
    assert "study.toml: play[0].packs: " in str(error.value)
    assert message in str(error.value)
