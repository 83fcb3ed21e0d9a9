"""The example of docs/research.md in its quick form: a policy that has played for some seconds beats random play."""

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from eschaton.adapters.gym import SeatEnv
from eschaton.kernel.record import read
from tests.adapters.test_spiel import ROOT

SCRIPT = ROOT / "docs" / "examples" / "beat_random.py"


@pytest.fixture(scope="module")
def example():
    found = importlib.util.spec_from_file_location("beat_random", SCRIPT)
    assert found is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["beat_random"] = module
    assert found.loader is not None
    found.loader.exec_module(module)
    return module


def test_a_trained_policy_beats_random_play(example):
    env = SeatEnv("toy-larder", 2, seat=None)
    policy = example.train(env, games=1200, minutes=4, rate=0.2, quiet=True)
    _, _, random_at_most = example.measure(env, None, 400)
    rate, trained_at_least, _ = example.measure(env, policy, 400)
    assert trained_at_least > random_at_most, f"{rate:.0%} won"


def test_the_interval_of_a_rate(example):
    low, high = example.interval(80, 100)
    assert (round(low, 3), round(high, 3)) == (0.711, 0.867)
    assert example.interval(0, 10)[0] == pytest.approx(0.0)


def test_the_script_reports():
    words = ["--players", "2", "--games", "5", "--test", "5"]
    done = subprocess.run([sys.executable, SCRIPT, *words], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert [line.partition(":")[0] for line in done.stdout.splitlines()] == ["random", "trained"]


def test_the_code_of_the_page_runs_as_it_stands(tmp_path):
    page = (ROOT / "docs" / "research.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == 4
    paths = os.pathsep.join(str(Path(path).resolve()) for path in sys.path)
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(blocks)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert read(tmp_path / "episode.json").outcome is not None
