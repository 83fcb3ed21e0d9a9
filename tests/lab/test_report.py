"""The report of a study: what it says is so, nothing is fetched, and it is careful where there is little to go by."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import vl_convert

from eschaton.kernel.game import register
from eschaton.lab import plots
from eschaton.lab.findings import findings
from eschaton.lab.page import page, write_pictures
from eschaton.lab.run import run_study
from eschaton.lab.section import ReportSection
from eschaton.lab.stats import Estimate
from eschaton.lab.store import Results
from eschaton.lab.study import read_study
from eschaton.lab.workers import locally
from tests.lab.brew import GAME as BREW
from tests.lab.conftest import Written
from tests.toys import GAMES


@pytest.fixture(autouse=True)
def _brew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("eschaton.kernel.game._games", {game.id: game for game in GAMES})
    register(BREW)


def report(study: Path, folder: Path) -> tuple[Results, dict[str, ReportSection]]:
    run_study(read_study(study), folder, locally(1))
    results = Results(folder)
    return results, {section.key: section for section in findings(results)}


BREWS = 'game = "brew"\nplayers = 2\nbots = ["thumb", ["thumb", "random"]]\nrotate = true'


def test_skill_is_told_from_luck(written: Written, tmp_path: Path) -> None:
    """Who always drinks beats who drinks every other time, but not always."""
    _, found = report(written("games = 300", BREWS), tmp_path / "out")
    (sentence,) = found["skill"].sentences
    assert sentence.startswith("brew, 2 players, thumb-random: thumb wins +")
    assert sentence.endswith(("skill counts.", "skill decides."))
    thumb, random = found["skill"].rows[1], found["skill"].rows[0]
    assert float(thumb[2].split()[0]) > float(random[2].split()[0])


def test_seats_that_are_equal_are_not_told_apart(written: Written, tmp_path: Path) -> None:
    _, found = report(written("games = 300", BREWS), tmp_path / "out")
    assert "no seat is shown to be better than another" in found["seats"].sentences[0]
    assert {row[0] for row in found["roles"].rows} >= {
        "brew, 2 players, thumb: guest",
        "brew, 2 players, thumb: host",
    }


def test_a_role_that_is_better_is_found(written: Written, tmp_path: Path) -> None:
    (tmp_path / "strong.toml").write_text("sip = 3", "utf-8")
    play = 'game = "brew"\nplayers = 2\nbots = "thumb"\npacks = ["strong.toml"]'
    _, found = report(written("games = 300", play), tmp_path / "out")
    (sentence,) = found["roles"].sentences
    assert sentence.startswith("brew, 2 players, thumb: host wins ")
    assert sentence.endswith("That is more than chance would make of it.")


def test_a_team_wins_or_loses_together(written: Written, tmp_path: Path) -> None:
    """Ordeal is won together, even by a hero who died on the way; so no seat or role is compared with another."""
    results, found = report(written("games = 120", 'game = "toy-ordeal"\nplayers = [2, 3]'), tmp_path / "out")
    assert {"seats", "roles", "skill"}.isdisjoint(found)
    games = results.games.filter(results.games["cell"] == 1)
    won = int(games["won"].sum())
    some_died = [row for row in games.rows(named=True) if row["won"] and len(row["winners"]) < 3]
    assert some_died
    assert found["team"].rows[1][:3] == ["toy-ordeal, 3 players, random", "120", f"{100 * won / 120:.1f} %"]
    assert [row[0] for row in found["players"].rows] == [
        "toy-ordeal, random: the team, 2 players",
        "toy-ordeal, random: the team, 3 players",
    ]
    assert any("mean masquerade: the table 8.0 at first" in sentence for sentence in found["time"].sentences)


def test_too_few_games_are_said_to_be_too_few(written: Written, tmp_path: Path) -> None:
    _, found = report(written("games = 12", BREWS, 'game = "toy-ordeal"'), tmp_path / "out")
    warned = {key for key, section in found.items() if section.warnings}
    assert warned >= {"played", "seats", "roles", "skill", "team", "cards-toy-ordeal"}
    _, found = report(written("games = 150", BREWS, name="enough"), tmp_path / "more")
    assert not found["seats"].warnings
    assert not found["played"].warnings


def test_cards_of_each_game_stand_for_themselves(written: Written, tmp_path: Path) -> None:
    _, found = report(written("games = 80", 'game = "toy-larder"', 'game = "brew"\nplayers = 2'), tmp_path / "out")
    larder = found["cards-toy-larder"]
    assert re.match(r"Of \d+ cards seen, \d+ stand out; by chance alone about \d+ would seem to\.", larder.sentences[0])
    assert "coin-1" in {row[0] for row in larder.rows}
    assert "cards-brew" not in found, "a host's cup is only ever a host's: there is nothing to compare it with"
    assert any("lived long enough to use it" in warning for warning in larder.warnings)


class Outside(HTMLParser):
    """Everything that a page would fetch."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, Any]]) -> None:
        self.tags.append(tag)
        self.fetched += [value for name, value in attrs if name in ("src", "href", "srcset", "data") if value[0] != "#"]


def test_the_page_needs_nothing_else(written: Written, tmp_path: Path) -> None:
    results, found = report(written('title = "<b>Brews</b>"\ngames = 60', BREWS), tmp_path / "out")
    html = page(results.study, list(found.values()))
    outside = Outside()
    outside.feed(html)
    assert outside.fetched
    assert all(address.startswith("data:image/svg+xml;base64,") for address in outside.fetched)
    assert "script" not in outside.tags
    assert "<h1>&lt;b&gt;Brews&lt;/b&gt;</h1>" in html
    assert "url(" not in html
    assert all(section.title in html for section in found.values())
    pictures = write_pictures(tmp_path / "pictures", list(found.values()))
    assert {path.stem for path in pictures} == {key for key, section in found.items() if section.chart is not None}
    assert all(path.read_text("utf-8").startswith("<svg") for path in pictures)


def test_intervals_at_one_number_of_players_do_not_hide_each_other() -> None:
    low, high = Estimate(0.3, 0.2, 0.4, 50), Estimate(0.6, 0.5, 0.7, 50)
    points = [(players, name, found) for players in (4, 5) for name, found in (("host", low), ("guest", high))]
    drawn = vl_convert.vegalite_to_svg(plots.along([("brew", points)], "players", "won").to_json())
    places = re.findall(r'aria-roledescription="rule mark" transform="translate\(([\d.]+)', drawn)
    assert len(places) == len(set(places)) == 4
