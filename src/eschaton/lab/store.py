"""The folder of a study: what it is about, the batches played so far, and in the end one table of games and of events.

study.json        the study as it was laid out; another one is refused
parts/            finished batches, while the study is running
games.parquet     one row for each game
events.parquet    one row for each card seen, card used and measure taken
"""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec
import polars as pl

from eschaton.kernel.errors import BadSetup
from eschaton.kernel.once import prepared
from eschaton.lab.batches import Batch, BatchDone, batches
from eschaton.lab.study import Study
from eschaton.lab.tables import EVENTS, GAMES, joined, parquet_bytes, sweep, write_whole

STUDY, PARTS, LOCK = "study.json", "parts", ".lock"
GAMES_FILE, EVENTS_FILE = "games.parquet", "events.parquet"


class ResultStore:
    """The results of one study in a folder."""

    def __init__(self, folder: Path, study: Study) -> None:
        self.folder = folder
        self.study = study
        self.parts = folder / PARTS

    def open(self) -> None:
        """Make the folder, or check that it holds this very study."""
        if self.folder.exists() and not self.folder.is_dir():
            raise BadSetup(f"out: {self.folder} is not a folder")
        found = self.folder / STUDY
        if found.exists():
            if read_laid_out(self.folder).fingerprint != self.study.fingerprint:
                raise BadSetup(f"out: {self.folder} holds another study; remove it, or name another --out")
        elif self.folder.exists() and any(path.name[0] != "." for path in self.folder.iterdir()):
            raise BadSetup(f"out: {self.folder} is not empty and holds no study")
        self.folder.mkdir(parents=True, exist_ok=True)
        if not found.exists():
            write_whole(found, msgspec.json.format(msgspec.json.encode(self.study), indent=1))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Nobody else plays this study meanwhile; a lock that ends with the process, however that ends."""
        with (self.folder / LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise BadSetup(f"out: another run is at work in {self.folder}") from None
            yield

    @property
    def complete(self) -> bool:
        """Whether all games have been played and put together."""
        return (self.folder / GAMES_FILE).exists()

    def missing(self) -> list[Batch]:
        """The batches that are still to be played."""
        sweep(self.folder)
        if self.complete:
            return []
        self.parts.mkdir(exist_ok=True)
        sweep(self.parts)
        return [batch for batch in batches(self.study) if not self.part(batch.number, GAMES_FILE).exists()]

    def part(self, number: int, kind: str) -> Path:
        """The file of one batch."""
        return self.parts / f"{number:06}.{kind}"

    def keep(self, done: BatchDone) -> None:
        """Keep a batch. Its games come last: where they are, the batch is whole."""
        write_whole(self.part(done.number, EVENTS_FILE), done.events)
        write_whole(self.part(done.number, GAMES_FILE), done.games)

    def finish(self) -> None:
        """Put the batches together, in their order. Games come last: where they are, the study is whole."""
        if not self.complete:
            numbers = [batch.number for batch in batches(self.study)]
            for kind, schema in ((EVENTS_FILE, EVENTS), (GAMES_FILE, GAMES)):
                table = joined((self.part(number, kind) for number in numbers), schema)
                write_whole(self.folder / kind, parquet_bytes(table))
        if self.parts.exists():
            shutil.rmtree(self.parts)


def read_laid_out(folder: Path) -> Study:
    """The study whose results are in a folder."""
    path = folder / STUDY
    try:
        return msgspec.json.decode(path.read_bytes(), type=prepared(Study))
    except FileNotFoundError:
        raise BadSetup(f"{folder}: holds no study (run: eschaton lab run)") from None
    except msgspec.DecodeError as error:
        raise BadSetup(f"{path}: {error}") from None


class Results:
    """A finished study: how it was laid out, its games and its events."""

    def __init__(self, folder: Path) -> None:
        self.study = read_laid_out(folder)
        if not (folder / GAMES_FILE).exists():
            raise BadSetup(f"{folder}: the study is not finished; start it again to go on")
        try:
            self.games = pl.read_parquet(folder / GAMES_FILE)
            self.events = pl.read_parquet(folder / EVENTS_FILE)
        except (OSError, pl.exceptions.PolarsError) as error:
            raise BadSetup(f"{folder}: cannot be read: {error}") from None
