"""The command `eschaton` as people and programs run it: exit codes, streams, pipes."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from eschaton.cli import parser
from tests.cli.conftest import ROOT, Run, environment

COMMANDS = [
    "games",
    "play",
    "campaigns",
    "characters",
    "simulate",
    "replay",
    "verify",
    "scenario",
    "rules",
    "bench",
    "cards",
    "serve",
    "load",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parser().parse_args([command, "--help"])
    assert caught.value.code == 0
    assert f"usage: eschaton {command}" in capsys.readouterr().out


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parser().parse_args(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("eschaton")


def test_games_lists_what_is_there(eschaton: Run) -> None:
    plain = eschaton("games")
    assert plain.returncode == 0
    assert "toy-larder: Larder (2 to 4 players, toy, from tests.toys)" in plain.stdout
    listed = json.loads(eschaton("games", "--json").stdout)
    larder = next(game for game in listed if game["id"] == "toy-larder")
    assert {"id", "title", "seats", "options", "packs"} <= set(larder)
    assert larder["seats"] == [2, 3, 4]
    assert larder["from"] == "tests.toys"
    origins = [bool(game["from"]) for game in listed]
    assert origins == sorted(origins)


def test_words_may_stand_after_options(eschaton: Run) -> None:
    found = eschaton("rules", "cult", "--limit", "2", "wraith", "dice")
    assert found.returncode == 0
    assert found.stdout == eschaton("rules", "cult", "wraith", "dice", "--limit", "2").stdout
    assert "… and " in found.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: COMMAND"),
        (["games", "extra"], "unrecognized arguments: extra"),
        (["rules", "cult", "--lmit", "2"], "unrecognized arguments: --lmit"),
        (["dance"], "invalid choice: 'dance'"),
        (["simulate"], "required: GAME"),
        (["simulate", "toy-lader"], "game: no game is called 'toy-lader'; did you mean toy-larder?"),
        (["simulate", "toy-larder", "--players", "x"], "invalid int value"),
        (["simulate", "toy-larder", "--players", "9"], "players: Larder takes 2 to 4 players, not 9"),
        (["simulate", "toy-larder", "--bots", "clever"], "no bot is called 'clever'"),
        (["simulate", "toy-larder", "--bots", "thumb"], "has no advice"),
        (["simulate", "toy-larder", "--games", "0"], "games: 0 is too few; play at least 1"),
        (["simulate", "toy-larder", "--workers", "-1"], "workers: -1 is too few; 0 is one for each core"),
        (["simulate", "toy-larder", "--first", "-1"], "first: -1 is too few; games are numbered from 0"),
        (["simulate", "toy-larder", "--options", "short"], "options: expected KEY=VALUE"),
        (["simulate", "toy-larder", "--options", "short=7"], "options.short: expected true or false"),
        (["play", "toy-larder", "--seats", "you"], "players: Larder takes 2 to 4 players, not 1"),
        (["play", "toy-larder", "--seats", "you,bot", "--players", "3"], "seats: 2 are named, but --players says 3"),
        (
            ["play", "toy-larder", "--seats", "you,robot"],
            "seats[1]: no bot is called 'robot'; there are: you, bot, random",
        ),
        (["play", "toy-larder", "--save", "nowhere/x.json"], "save: nowhere/x.json: there is no folder nowhere"),
        (["play", "--load", "nowhere.json"], "nowhere.json: No such file or directory"),
        (["play", "--load", "README.md"], "README.md: "),
        (["replay", "pyproject.toml"], "pyproject.toml: "),
        (["verify", "nowhere.json"], "nowhere.json: No such file"),
        (["scenario", "nowhere.toml"], "nowhere.toml: No such file"),
        (["rules", "nothing"], "There is no ledger of 'nothing'"),
        (["rules", "--json"], "--json is for: rules coverage"),
        (["rules", "coverage", "cult"], "coverage takes no words; it is of all ledgers"),
        (["rules", "cult", "death", "--limit", "0"], "limit: 0 is too few; show at least 1"),
        (["bench", "nothing"], "game: no game is called 'nothing'"),
    ],
)
def test_wrong_use_is_said_on_stderr_with_exit_code_2(eschaton: Run, arguments: list[str], message: str) -> None:
    done = eschaton(*arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_simulate_speaks_json(eschaton: Run) -> None:
    done = eschaton("simulate", "toy-parley", "--players", 2, "--games", 3, "--options", "short=true", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr, report["games"], report["errors"]) == (0, "", 3, [])
    again = json.loads(
        eschaton(
            "simulate", "toy-parley", "--players", 2, "--games", 3, "--options", "short=yes", "--json", "--workers", 2
        ).stdout
    )
    assert again["outcomes"] == report["outcomes"]


def test_bench_speaks_json(eschaton: Run) -> None:
    done = eschaton("bench", "toy-parley", "--seconds", 0.2, "--players", 2, "--json")
    assert done.returncode == 0
    assert set(json.loads(done.stdout)["toy-parley"]) >= {
        "decisions_per_second", "copies_per_second", "save_microseconds", "restore_microseconds", "save_bytes",
        "view_microseconds",
    }  # fmt: skip


def test_rules_are_read_and_counted(eschaton: Run) -> None:
    assert "rules" in eschaton("rules").stdout
    covered = json.loads(eschaton("rules", "coverage", "--json").stdout)
    assert all({"rules", "proven", "examples", "golden", "missing"} <= set(game) for game in covered.values())


def test_a_scenario_that_differs_ends_with_1_and_a_wrong_one_with_2(eschaton: Run, tmp_path: Path) -> None:
    good = ROOT / "tests" / "scenarios" / "thief_guarded.toml"
    bad, wrong = tmp_path / "bad.toml", tmp_path / "wrong.toml"
    bad.write_text('game = "toy-larder"\nplayers = 2\n[[expect]]\nrounds = 99\n')
    wrong.write_text('game = "toy-larder"\nplayers = 2\n[[expect]]\nruonds = 99\n')
    assert eschaton("scenario", good).returncode == 0
    differs = eschaton("scenario", good, bad)
    assert differs.returncode == 1
    assert f"{bad.as_posix()}: expect[1]: rounds: expected 99, found " in differs.stdout
    broken = eschaton("scenario", bad, wrong)
    assert broken.returncode == 2
    assert "Larder has no 'ruonds'; did you mean rounds?" in broken.stderr


def test_a_saved_game_is_told_verified_and_doubted(eschaton: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    played = eschaton("play", "toy-larder", "--seats", "random,random", "--seed", "x", "--save", file)
    assert played.returncode == 0, played.stderr
    assert f"Saved in {file}." in played.stdout
    told = eschaton("replay", file)
    assert told.returncode == 0
    assert "chance: [" in told.stdout
    assert "The game is over" in told.stdout
    early = eschaton("replay", file, "--at", 3, "--view", 1)
    assert early.returncode == 0
    assert "S0 tastes something." in early.stdout
    assert "chance" not in early.stdout
    assert eschaton("replay", file, "--verify").returncode == 0
    assert eschaton("verify", file).returncode == 0
    assert eschaton("replay", file, "--at", 9999).returncode == 2
    assert eschaton("replay", file, "--view", "7").returncode == 2

    record = json.loads(file.read_text())
    record["entries"][1][1] = "coins" if record["entries"][1][1] != "coins" else "life"
    file.write_text(json.dumps(record))
    for command in (["verify", file], ["replay", file, "--verify"]):
        doubted = eschaton(*command)
        assert (doubted.returncode, doubted.stderr) == (1, ""), command
    record["setup"]["players"] = 77
    file.write_text(json.dumps(record))
    for command in (["verify", file], ["replay", file], ["play", "--load", file]):
        refused = eschaton(*command)
        assert refused.returncode == 2, command
        assert "setup.players" in refused.stderr


def test_a_closed_pipe_is_no_error() -> None:
    command = [sys.executable, "-m", "eschaton", "rules", "coverage", "--json"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 141


def test_an_interrupt_at_a_question_leaves_the_table_quietly() -> None:
    command = [sys.executable, "-m", "eschaton", "play", "toy-larder"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        told = b""
        while not told.endswith(b"> "):
            told += process.stdout.read(1)
        time.sleep(0.2)  # by now it waits for a line
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        assert b"You leave the table." in process.stdout.read()
        assert process.stderr.read().strip() == b""


def test_a_project_brings_games_along(eschaton: Run, tmp_path: Path) -> None:
    project = tmp_path / "pyproject.toml"
    assert eschaton("games", folder=tmp_path).returncode == 0

    project.write_text('[tool.eschaton]\ngames = ["nowhere"]\n')
    missing = eschaton("games", folder=tmp_path)
    assert missing.returncode == 2
    assert "tool.eschaton.games: 'nowhere' cannot be used" in missing.stderr

    project.write_text("[tool.eschaton]\ngames = 3\n")
    assert "expected a list of module names, got 3" in eschaton("games", folder=tmp_path).stderr

    project.write_text('[tool.eschaton]\ngames = ["mine"]\n')
    (tmp_path / "mine.py").write_text(
        "from eschaton.kernel.game import Game\n"
        "GAMES = [Game(id='mine', title='Mine', version=1, players=(2,), setup=lambda setup: None)]\n"
    )
    assert "mine: Mine (2 players, from mine)" in eschaton("games", folder=tmp_path).stdout

    (tmp_path / "mine.py").write_text("GAMES = [1]\n")
    assert "mine.GAMES holds 1, which is not a game" in eschaton("games", folder=tmp_path).stderr
    (tmp_path / "mine.py").write_text("GAMES = 1\n")
    assert "mine.GAMES must be a list of games, not int" in eschaton("games", folder=tmp_path).stderr
    (tmp_path / "mine.py").write_text("def broken(:\n")
    broken = eschaton("games", folder=tmp_path)
    assert broken.returncode == 2
    assert "Traceback" not in broken.stderr
