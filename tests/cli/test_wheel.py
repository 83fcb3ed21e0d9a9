"""The wheel as a player installs it: built here, put into an empty environment, served with the client inside."""

import json
import os
import re
import subprocess
import sys
import urllib.request
from pathlib import Path

from tests.cli.conftest import ROOT

PLAYING = ROOT / "requirements-play.txt"
ONLY_FOR_TESTS = ("ray", "pyspiel", "playwright", "mypy", "polars", "pytest")


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True, check=False, timeout=240)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def pinned() -> str:
    """The versions that playing is locked to, as constraints without hashes: the wheel itself has none."""
    return "\n".join(re.findall(r"(?m)^[\w.-]+==[^\s;]+", PLAYING.read_text()))


def test_the_wheel_serves_the_web_table_from_an_empty_environment(tmp_path: Path) -> None:
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, cwd=ROOT)
    (wheel,) = tmp_path.glob("eschaton-*.whl")
    (tmp_path / "pins.txt").write_text(pinned())
    run(sys.executable, "-m", "venv", tmp_path / "empty", cwd=tmp_path)
    python = tmp_path / "empty" / "bin" / "python"
    quiet = ("--disable-pip-version-check", "-qq", "-c", tmp_path / "pins.txt")
    run(python, "-m", "pip", "install", *quiet, f"{wheel}[server]", cwd=tmp_path)
    for name in ONLY_FOR_TESTS:
        assert subprocess.run([python, "-c", f"import {name}"], capture_output=True, check=False).returncode, name
    games = run(tmp_path / "empty" / "bin" / "eschaton", "games", cwd=tmp_path)
    assert "Cult of the Deep" in games
    command = [tmp_path / "empty" / "bin" / "eschaton", "serve", "--port", "0", "--data", tmp_path / "data"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment) as process:
        try:
            assert process.stdout is not None
            base = next(word for word in process.stdout.readline().split() if word.startswith("http://localhost:"))
            with urllib.request.urlopen(base, timeout=20) as answer:
                page = answer.read().decode()
            (script,) = re.findall(r'<script[^>]* src="([^"]+)"', page)
            with urllib.request.urlopen(base + script, timeout=20) as answer:
                assert len(answer.read()) > 10_000
            with urllib.request.urlopen(f"{base}/api/games", timeout=20) as answer:
                assert {"cult", "apollyon"} <= {game["id"] for game in json.load(answer)["games"]}
        finally:
            process.terminate()


def test_what_playing_needs_is_a_small_part_of_what_testing_needs() -> None:
    names = re.findall(r"(?m)^([\w.-]+)==", PLAYING.read_text())
    everything = re.findall(r"(?m)^([\w.-]+)==(\S+)", (ROOT / "requirements.txt").read_text())
    assert len(names) <= 30 < len(everything)
    assert set(re.findall(r"(?m)^([\w.-]+)==(\S+)", PLAYING.read_text())) <= set(everything)
