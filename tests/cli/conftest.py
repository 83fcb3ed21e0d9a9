"""Running the real command."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
Run = Callable[..., subprocess.CompletedProcess[str]]


def environment() -> dict[str, str]:
    """The environment in which `python -m eschaton` finds this source."""
    path = os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    return {**os.environ, "PYTHONPATH": path, "COLUMNS": "110"}


@pytest.fixture
def eschaton() -> Run:
    """Run `eschaton` with some arguments and input, in the source tree unless said."""

    def run(*arguments: object, given: str = "", folder: Path = ROOT) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "eschaton", *map(str, arguments)]
        return subprocess.run(
            command, input=given, capture_output=True, text=True, cwd=folder, env=environment(), timeout=120
        )

    return run
