"""A study file: what it may say, how it is laid out, and what is said about a wrong one."""

from pathlib import Path

import pytest

from eschaton.lab.study import BadStudy, Study, read_study
from tests.lab.conftest import Written

LARDER = 'game = "toy-larder"'


def laid_out(study: Study) -> list[tuple[object, ...]]:
    return [(cell.players, cell.bots, tuple(cell.options.items()), cell.games) for cell in study.cells]


def test_everything_that_varies_is_combined(written: Written) -> None:
    study = read_study(
        written(
            "seed = 7\ngames = 20",
            f'{LARDER}\nplayers = [2, 3]\noptions = {{ short = [true, false], peeking = "none" }}',
            f"{LARDER}\ngames = 5",
        )
    )
    assert study.seed == "7"
    assert study.games == 4 * 20 + 5
    short, long = (("short", True), ("peeking", "none")), (("short", False), ("peeking", "none"))
    assert laid_out(study) == [
        (2, ("random",) * 2, short, 20),
        (2, ("random",) * 2, long, 20),
        (3, ("random",) * 3, short, 20),
        (3, ("random",) * 3, long, 20),
        (3, ("random",) * 3, (), 5),
    ]
    assert study.cells[0].label == "toy-larder, 2 players, random, short=true, peeking=none"


def test_bots_are_named_for_all_or_in_turn(written: Written) -> None:
    study = read_study(written("", 'game = "cult"\nplayers = 5\nbots = ["thumb", ["thumb", "random"]]\nrotate = true'))
    alone, mixed = study.cells
    assert alone.bots == ("thumb",) * 5
    assert mixed.bots == ("thumb", "random", "thumb", "random", "thumb")
    assert mixed.label == "cult, 5 players, thumb and random in turn"
    assert mixed.seated(0) == mixed.bots
    assert mixed.seated(6) == ("random", "thumb", "random", "thumb", "thumb")
    everywhere = {seat for game in range(5) for seat, bot in enumerate(mixed.seated(game)) if bot == "random"}
    assert everywhere == set(range(5))


def test_the_fingerprint_is_that_of_what_decides_the_results(written: Written) -> None:
    study = read_study(written("games = 5", LARDER))
    assert read_study(written("# a comment\ngames = 5", LARDER, name="study")).fingerprint == study.fingerprint
    assert read_study(written("games = 6", LARDER, name="study")).fingerprint != study.fingerprint
    assert read_study(written('seed = "1"\ngames = 5', LARDER, name="study")).fingerprint != study.fingerprint


@pytest.mark.parametrize(
    ("top", "play", "message"),
    [
        ("games = 0", LARDER, "games: expected int >= 1"),
        ("gmes = 1", LARDER, "gmes: there is no such field"),
        ("", 'game = "toy-lader"', "play[0].game: no game is called 'toy-lader'; did you mean toy-larder?"),
        ("", f"{LARDER}\nplayers = 9", "play[0].players: Larder takes 2 to 4 players, not 9"),
        ("", f'{LARDER}\nplayers = "two"', "play[0].players: expected int | array, got str"),
        ("", f'{LARDER}\nbots = "randm"', "play[0].bots: no bot is called 'randm'; did you mean random?"),
        ("", f'{LARDER}\nbots = "thumb"', "play[0].bots: Larder has no advice"),
        ("", f'{LARDER}\nplayers = 2\nbots = [["random", "random", "random"]]', "play[0].bots: name one to 2"),
        ("", f"{LARDER}\nbots = []", "play[0].bots: name at least one"),
        ("", f"{LARDER}\noptions = {{ shrt = true }}", "play[0].options.shrt: no such option; did you mean short?"),
        ("", f"{LARDER}\noptions = {{ short = [true, 3] }}", "play[0].options.short: expected true or false, got 3"),
        ("", f'{LARDER}\npacks = ["none.toml"]', "play[0].packs[0]: none.toml cannot be read: No such file"),
        ("", f'{LARDER}\npacks = ["study.toml"]', "play[0].packs: Larder takes no packs beside its own"),
        ("seed = [", LARDER, "Invalid value"),
        ("games = 100000000000", LARDER, "games: expected int <= 10000000"),
        ("", "players = 2", "play[0].game: must be given"),
        ("", f"{LARDER}\nplayers = []", "play[0].players: name at least one"),
        ("", f"{LARDER}\noptions = {{ short = [] }}", "play[0].options.short: name at least one"),
        ("", f"{LARDER}\nplayers = [2, 3, 2]", "play: toy-larder, 2 players, random is played twice"),
        ("", f'{LARDER}\nbots = ["random", ["random"]]', "play: toy-larder, 3 players, random is played twice"),
    ],
)
def test_a_wrong_study_is_refused_by_file_and_field(written: Written, top: str, play: str, message: str) -> None:
    path = written(top, play)
    with pytest.raises(BadStudy) as error:
        read_study(path)
    assert str(error.value).startswith(f"{path}: ")
    assert message in str(error.value)


def test_a_study_needs_something_to_play(tmp_path: Path) -> None:
    path = tmp_path / "empty.toml"
    path.write_text("games = 5", "utf-8")
    with pytest.raises(BadStudy, match="play: must be given"):
        read_study(path)
