"""Running a study: what is kept, whoever plays; and after an interruption at any moment, the same to the last byte."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from eschaton.kernel.errors import BadSetup
from eschaton.lab import store as store_module
from eschaton.lab.run import Ran, ran_text, run_study
from eschaton.lab.store import Results, ResultStore
from eschaton.lab.study import read_study
from eschaton.lab.workers import locally
from tests.cli.conftest import ROOT, environment
from tests.lab.conftest import Written

TOYS = ('game = "toy-larder"\nplayers = 2', 'game = "toy-ordeal"\noptions = { short = true }')
FILES = ("games.parquet", "events.parquet", "study.json")


def content(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in FILES}


def run(study: Path, folder: Path, workers: int = 1) -> Ran:
    return run_study(read_study(study), folder, locally(workers))


def test_there_is_a_row_for_each_game_and_for_what_happened_in_it(written: Written, tmp_path: Path) -> None:
    ran = run(written('games = 12\nseed = "x"', *TOYS), tmp_path / "out")
    assert (ran.games, ran.played, ran.errors) == (24, 24, 0)
    results = Results(tmp_path / "out")
    games = results.games
    assert games.select("cell", "index").rows() == [(cell, index) for cell in (0, 1) for index in range(12)]
    assert games["seed"][3] == "x/3"
    assert games.filter(pl.col("cell") == 0)["seats"].to_list() == [[0, 1]] * 12
    assert games["decisions"].min() > 0  # type: ignore[operator]
    assert ran.decisions == games["decisions"].sum()
    assert set(results.events["kind"]) == {"seen", "used", "measure"}
    masquerade = results.events.filter((pl.col("name") == "masquerade") & (pl.col("index") == 0))
    assert masquerade["clock"].to_list() == sorted(masquerade["clock"].to_list())
    assert masquerade["value"][0] == 8
    assert set(masquerade["seat"]) == {-1}
    assert not (tmp_path / "out" / "parts").exists()


def test_the_results_do_not_depend_on_the_workers(written: Written, tmp_path: Path) -> None:
    study = written("games = 12\nbatch = 2", *TOYS)
    run(study, tmp_path / "one")
    run(study, tmp_path / "two", workers=2)
    assert content(tmp_path / "one") == content(tmp_path / "two")


class Crash(Exception):
    """The power goes out."""


def test_a_crash_at_any_write_changes_nothing_in_the_end(
    written: Written, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    study = written("games = 6\nbatch = 3", *TOYS)
    run(study, tmp_path / "whole")
    real = store_module.write_whole
    left = 0

    def write(path: Path, data: bytes) -> None:
        nonlocal left
        if not left:
            path.with_name(f".{path.name}.1.part").write_bytes(data[:7])  # what a crash may leave behind
            raise Crash
        left -= 1
        real(path, data)

    monkeypatch.setattr(store_module, "write_whole", write)
    writes = 1 + 2 * 4 + 2  # the study, two files for each of four batches, two in the end
    for crash in range(writes):
        out = tmp_path / str(crash)
        left = crash
        with pytest.raises(Crash):
            run(study, out)
        left = writes
        ran = run(study, out)
        assert content(out) == content(tmp_path / "whole")
        assert ran.played == 12 - 3 * min(max(crash - 1, 0) // 2, 4)


@pytest.mark.parametrize("parts", [1, 6])
def test_a_study_killed_with_9_and_started_again_is_the_same(written: Written, tmp_path: Path, parts: int) -> None:
    study = written("games = 600\nbatch = 10", 'game = "toy-ordeal"')
    run(study, tmp_path / "whole", workers=2)
    killed = tmp_path / "killed"
    command = [sys.executable, "-m", "eschaton", "lab", "run", str(study), "--out", str(killed), "--workers", "2"]
    with subprocess.Popen(command, cwd=ROOT, env=environment(), stderr=subprocess.DEVNULL) as process:
        deadline = time.monotonic() + 120
        while len(list((killed / "parts").glob("*.games.parquet"))) < parts:
            assert process.poll() is None, "the study ended before it could be killed"
            assert time.monotonic() < deadline
            time.sleep(0.005)
        os.kill(process.pid, signal.SIGKILL)
    assert not (killed / "games.parquet").exists()
    ran = run(study, killed, workers=2)
    assert 0 < ran.played < 600
    assert content(killed) == content(tmp_path / "whole")


def test_a_finished_study_is_not_played_again(written: Written, tmp_path: Path) -> None:
    study = written("games = 4", TOYS[0])
    run(study, tmp_path / "out")
    before = content(tmp_path / "out")
    ran = run(study, tmp_path / "out")
    assert (ran.played, ran.games) == (0, 4)
    assert content(tmp_path / "out") == before
    assert "4 were there already" in ran_text(ran)


def test_a_folder_of_something_else_is_left_alone(written: Written, tmp_path: Path) -> None:
    run(written("games = 4", TOYS[0]), tmp_path / "out")
    before = content(tmp_path / "out")
    with pytest.raises(BadSetup, match="holds another study"):
        run(written("games = 5", TOYS[0]), tmp_path / "out")
    assert content(tmp_path / "out") == before
    other = tmp_path / "other"
    other.mkdir()
    (other / "letter.txt").write_text("Dear Sir", "utf-8")
    with pytest.raises(BadSetup, match="not empty and holds no study"):
        run(written("games = 5", TOYS[0]), other)
    assert [path.name for path in other.iterdir()] == ["letter.txt"]
    with pytest.raises(BadSetup, match="is not a folder"):
        run(written("games = 5", TOYS[0]), other / "letter.txt")


def test_only_one_run_is_at_work(written: Written, tmp_path: Path) -> None:
    study = written("games = 4", TOYS[0])
    store = ResultStore(tmp_path / "out", read_study(study))
    store.open()
    with store.alone(), pytest.raises(BadSetup, match="another run is at work"):
        run(study, tmp_path / "out")
    assert run(study, tmp_path / "out").played == 4


def test_an_unfinished_study_has_no_results_yet(written: Written, tmp_path: Path) -> None:
    ResultStore(tmp_path / "out", read_study(written("games = 4", TOYS[0]))).open()
    with pytest.raises(BadSetup, match="not finished; start it again"):
        Results(tmp_path / "out")
    with pytest.raises(BadSetup, match="holds no study"):
        Results(tmp_path)


@pytest.mark.long
def test_a_study_on_a_cluster_of_one_node_is_the_same(written: Written, tmp_path: Path) -> None:
    """In a process of its own: Ray leaves threads and warnings behind."""
    study = written("games = 12\nbatch = 2", *TOYS)
    run(study, tmp_path / "here")
    there = tmp_path / "there"
    words = ["lab", "run", str(study), "--out", str(there), "--cluster", "local", "--workers", "1", "--json"]
    done = subprocess.run(
        [sys.executable, "-m", "eschaton", *words],
        cwd=ROOT, env=environment(), capture_output=True, text=True, timeout=280, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert '"played": 24' in done.stdout
    assert content(there) == content(tmp_path / "here")
