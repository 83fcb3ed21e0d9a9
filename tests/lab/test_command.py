"""`eschaton lab`: the commands as people type them."""

import json
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from eschaton.cli import main
from tests.cli.conftest import ROOT, environment
from tests.lab.conftest import Written

LARDER = 'game = "toy-larder"\nplayers = 2'


@pytest.fixture(autouse=True)
def _at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toys are brought along by the project in whose folder a command is run."""
    monkeypatch.chdir(ROOT)


def test_a_study_is_run_and_reported(written: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = written("games = 20", LARDER)
    assert main(["lab", "run", str(study), "--workers", "1", "--json"]) == 0
    ran = json.loads(capsys.readouterr().out)
    assert (ran["games"], ran["played"], ran["errors"]) == (20, 20, 0)
    results = tmp_path / "study.results"
    assert ran["folder"] == str(results)
    assert main(["lab", "report", str(results), "--pictures", str(tmp_path / "pictures")]) == 0
    names = capsys.readouterr().out.splitlines()
    assert names[0] == str(results / "report.html")
    assert all(Path(name).exists() for name in names)
    assert main(["lab", "report", str(results), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["sections"][0]["title"] == "What was played"


def test_two_studies_are_compared(written: Written, capsys: pytest.CaptureFixture[str]) -> None:
    first = written("games = 10", LARDER, name="a")
    second = written("games = 10", f'{LARDER}\noptions = {{ peeking = "none" }}', name="b")
    words = ["lab", "compare", str(first), str(second), "--workers", "1"]
    assert main(words) == 0
    assert "10 pairs of games, a and b" in capsys.readouterr().out
    assert main([*words, "--json", "--examples", "1"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["games"] == 10
    assert len(found["examples"]) == 1


def test_a_ladder_is_climbed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "ladder.json"
    words = ["lab", "ladder", "cult", "--players", "5", "--games", "4", "--file", str(file), "--workers", "1"]
    assert main(words) == 0
    assert "10 games" in capsys.readouterr().out
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"]["bots"] == ["random", "thumb"]
    assert file.exists()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "nowhere.toml"], "nowhere.toml: No such file or directory"),
        (["report", "nowhere"], "nowhere: holds no study (run: eschaton lab run)"),
        (["ladder", "toy-larder"], "bots: a ladder needs two, not only random"),
        (["ladder", "culd"], "game: no game is called 'culd'; did you mean cult?"),
        (["ladder", "cult", "--workers", "-1"], "workers: 0 (one for each core) or more"),
    ],
)
def test_wrong_use_ends_with_2(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", *words]) == 2
    assert capsys.readouterr().err == f"eschaton: {message}\n"


def test_a_cluster_that_is_not_there_is_said_so(
    written: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = written("games = 5", LARDER)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused.getsockname()[1]}"
        assert main(["lab", "run", str(study), "--cluster", address]) == 2
    assert capsys.readouterr().err == f"eschaton: cluster: {address}: [Errno 111] Connection refused\n"


def test_a_wrong_study_ends_with_2(written: Written, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    study = written("games = 5", f"{LARDER}\nbots = 3")
    assert main(["lab", "run", str(study)]) == 2
    assert capsys.readouterr().err.startswith(f"eschaton: {study}: play[0].bots: expected ")
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]


@pytest.mark.parametrize("command", ["run", "report", "compare", "ladder"])
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["lab", command, "--help"])
    assert left.value.code == 0
    assert f"eschaton lab {command}" in capsys.readouterr().out


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for module in [name for name in sys.modules if name.startswith(("eschaton.lab.store", "eschaton.lab.findings"))]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "polars", None)
    assert main(["lab", "report", "anything"]) == 2
    assert "polars is not installed; install eschaton[lab]" in capsys.readouterr().err


def test_the_other_commands_need_no_extra() -> None:
    """Only msgspec and lark are there: the command line and `simulate` still work."""
    code = (
        "import sys; [sys.modules.__setitem__(name, None) for name in ('polars', 'joblib', 'altair', 'ray')];"
        "from eschaton.cli import main; sys.exit(main(['simulate', 'toy-larder', '--games', '2']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
