"""This checkout's speed beside another's: both measured by the same program, slice by slice in turn."""

from __future__ import annotations

import functools
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import NamedTuple

import msgspec

from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game
from eschaton.lab import bench
from eschaton.lab.bench import SHARES, SLICES, Slice, calibrated, spread

RUN_FILE = "import runpy, sys; runpy.run_path(sys.argv[1], run_name='__main__')"
"""Runs a file without putting its folder on the path, where it would hide modules of the standard library."""


class Task(NamedTuple):
    """What is measured: one measure of one game."""

    game: str
    players: int | None
    measure: str


class Beside(msgspec.Struct):
    """One measure of one game: units a second here and there, and the median of the ratios with its spread."""

    here: float
    there: float
    ratio: float
    spread: float


class Checkout:
    """A process that measures with the code of one checkout."""

    def __init__(self, root: Path) -> None:
        if not (root / "src" / "eschaton").is_dir():
            raise BadSetup(f"against: {root} is no checkout: it has no src/eschaton")
        own = root / ".venv" / "bin" / "python"
        python = str(own) if own.exists() else sys.executable
        environment = {**os.environ, "PYTHONPATH": str(root / "src"), "PYTHONHASHSEED": "0"}
        self.root = root
        self.process = subprocess.Popen(
            [python, "-c", RUN_FILE, str(bench.__file__)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
            env=environment,
        )

    def run(self, what: Task, times: int) -> Slice:
        """One slice of work there."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            print(json.dumps([*what, times]), file=self.process.stdin, flush=True)
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if not answer:
            raise BadSetup(f"against: {what.game} cannot be measured with the code of {self.root}; see above")
        return Slice(*json.loads(answer))

    def close(self) -> None:
        """End the process: it ends by itself when nothing more is asked."""
        self.process.communicate()


def compare(
    games: Sequence[Game], here: Path, there: Path, players: int | None, seconds: float
) -> dict[str, dict[str, Beside]]:
    """Measure games in two checkouts, for about so many seconds each."""
    with ExitStack() as running:
        checkouts = [running.enter_context(closing(Checkout(root))) for root in (here, there)]
        return {
            game.id: {
                measure: compared(checkouts, Task(game.id, players, measure), share * seconds / SLICES)
                for measure, share in SHARES.items()
            }
            for game in games
        }


def compared(checkouts: Sequence[Checkout], what: Task, seconds: float) -> Beside:
    """The slices of one measure, both checkouts in turn, who begins changing each time."""
    times = calibrated(functools.partial(checkouts[0].run, what), seconds)
    checkouts[1].run(what, times)
    rates: dict[Checkout, list[float]] = {checkout: [] for checkout in checkouts}
    for number in range(SLICES):
        for checkout in checkouts if number % 2 else checkouts[::-1]:
            rates[checkout].append(checkout.run(what, times).rate)
    here, there = rates.values()
    ratios = [mine / other for mine, other in zip(here, there, strict=True)]
    return Beside(
        round(statistics.median(here), 1),
        round(statistics.median(there), 1),
        round(statistics.median(ratios), 3),
        spread(ratios),
    )
