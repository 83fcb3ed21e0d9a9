"""`eschaton bench`: what is measured, in turn, by processor time, and beside another checkout."""

import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest

from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import find_game
from eschaton.lab import bench as benching
from eschaton.lab.against import Beside, compare
from eschaton.lab.bench import SHARES, Measured, Slice, Workload, bench, calibrated, spread, usual_players
from eschaton.lab.report import against_text, bench_text
from tests.cli.conftest import ROOT

TOYS = ["toy-larder", "toy-parley"]


def test_everything_is_measured_of_every_game() -> None:
    measured = bench([find_game(name) for name in TOYS], seconds=0.2)
    assert list(measured) == TOYS
    for name, found in measured.items():
        assert found.players == usual_players(find_game(name)) == 3
        assert set(found.spread) == set(SHARES)
        assert all(value > 0 for key, value in msgspec.to_builtins(found).items() if key != "spread")


def test_slices_of_all_games_are_taken_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    ran = []

    def run(load: Workload, measure: str, times: int) -> Slice:
        ran.append((load.game.id, measure))
        return Slice(times, times * 0.01)

    monkeypatch.setattr(Workload, "run", run)
    bench([find_game(name) for name in TOYS], seconds=1)
    one_round = [(name, measure) for name in TOYS for measure in SHARES]
    assert ran[-benching.SLICES * len(one_round) :] == one_round * benching.SLICES


def test_a_slice_is_always_the_same_work_and_waiting_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    load = Workload(find_game("toy-parley"))
    first, second = load.run("decisions", 3), load.run("decisions", 3)
    assert first.units == second.units > 0
    monkeypatch.setattr(load, "decide", lambda games: time.sleep(0.2) or games)
    assert load.run("decisions", 1).seconds < 0.1


def test_the_work_is_repeated_until_it_lasts_long_enough() -> None:
    assert calibrated(lambda times: Slice(times, times * 0.001), 0.1) == 100
    assert calibrated(lambda times: Slice(times, times * 10.0), 0.1) == 1


def test_spread_is_half_the_distance_of_the_quartiles() -> None:
    assert spread([100.0] * 9) == 0
    assert spread([90, 95, 100, 105, 110]) == 7.5


def test_another_checkout_is_measured_by_the_same_program_in_turn() -> None:
    found = compare([find_game("toy-parley")], ROOT, ROOT, 2, 0.1)["toy-parley"]
    assert set(found) == set(SHARES)
    assert all(one.here > 0 and one.there > 0 and 0.2 < one.ratio < 5 for one in found.values())


def test_what_is_no_checkout_or_has_no_such_game_is_refused(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadSetup, match="is no checkout"):
        compare([find_game("toy-parley")], ROOT, tmp_path, None, 0.1)
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "eschaton").symlink_to(ROOT / "src" / "eschaton")
    with pytest.raises(BadSetup, match="toy-parley cannot be measured with the code of"):
        compare([find_game("toy-parley")], tmp_path, ROOT, None, 0.1)
    assert "no game is called" in capfd.readouterr().err


def test_tables_read_well() -> None:
    table = bench_text({"x": Measured(2, 1000.0, 20.0, 1.0, 2.0, 300, 4.5, {"decisions": 1.25})}).splitlines()
    assert len(table[0]) == len(table[1])
    assert "1,000" in table[1]
    assert "1.2 %" in table[1]
    assert "0.970" in against_text({"x": {"copies": Beside(97, 100, 0.97, 1.0)}})


@pytest.mark.long
def test_ten_runs_beside_a_busy_core_differ_by_under_ten_percent() -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as busy:
        try:
            runs = [bench([find_game("cult")], seconds=6)["cult"].decisions_per_second for _ in range(10)]
        finally:
            busy.terminate()
    assert max(runs) / min(runs) < 1.1
