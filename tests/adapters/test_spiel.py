"""The OpenSpiel game, checked by OpenSpiel in child processes, so that a crash is a failure and not the end."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests import LONG
from tests.adapters.worlds import WAYS, way_id
from tests.toys import GAMES as TOYS

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = "copies,observers,resampling,search"
SECONDS = 1_800 if LONG else 280


def child(*words: str) -> str:
    """What a child process prints; fails with its last words unless it ends well."""
    done = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, timeout=SECONDS)
    assert done.returncode == 0, done.stderr[-2_000:]
    return done.stdout


def checked(checks: str, game: str, players: int, chance: str) -> str:
    return child("-m", "tests.adapters.spiel_checks", checks, game, str(players), chance)


@pytest.mark.parametrize("chance", ["explicit", "sampled"])
@pytest.mark.parametrize("toy", TOYS, ids=way_id)
def test_openspiel_finds_nothing_wrong_with_the_toys(toy, chance):
    assert checked(f"simulate,{OURS}", toy.id, 2, chance).count("fine") == 5


@pytest.mark.parametrize(("game", "players"), [way for way in WAYS if way[0] not in TOYS], ids=way_id)
def test_every_other_game_can_be_copied_observed_resampled_and_searched(game, players):
    assert checked(OURS, game.id, players, "explicit").count("fine") == 4


@pytest.mark.long
@pytest.mark.parametrize(("game", "players"), [way for way in WAYS if way[0] not in TOYS], ids=way_id)
@pytest.mark.parametrize("chance", ["explicit", "sampled"])
def test_openspiel_finds_nothing_wrong_with_any_game(game, players, chance):
    assert checked("simulate", game.id, players, chance).count("fine") == 1


def test_a_wrong_parameter_is_named():
    complaints = child(
        "-c",
        """
import pyspiel
import eschaton.adapters.spiel
from eschaton.kernel.errors import BadSetup

for words in ("game=nothing", "game=toy-larder,players=9", "game=toy-larder,chance=loaded", "game=toy-larder,actions=2",
              "game=toy-larder,options=shor:yes"):
    try:
        pyspiel.load_game(f"eschaton({words})")
    except BadSetup as error:
        print(error)
""",
    ).splitlines()
    assert [complaint.partition(":")[0] for complaint in complaints] == [
        "game",
        "players",
        "chance",
        "actions",
        "options.shor",
    ]


def test_options_and_defaults():
    told = child(
        "-c",
        """
import pyspiel
import eschaton.adapters.spiel

game = pyspiel.load_game("eschaton(game=toy-parley,options=short:true)")
print(game.num_players(), game.first.table.rounds, pyspiel.load_game("eschaton").get_type().short_name)
""",
    )
    assert told.split() == ["3", "1", "eschaton"]
