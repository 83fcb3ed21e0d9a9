"""A record: the set-up and the list of answers, chance's included, with snapshots. Everything else derives from it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadRecord
from eschaton.kernel.game import Setup
from eschaton.kernel.save import digest_of
from eschaton.kernel.step import Outcome

FORMAT = 1


class Entry(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """One recorded answer. `how` is "answer", "free" (done unasked), "withdraw", "stand" (a standing pass) or "wish".

    What is done where the match waits though nobody can really act says at which such moment since the last entry.
    """

    seat: Seat
    answer: Any
    how: str = "answer"
    idle: int = 0


class Snapshot(msgspec.Struct, array_like=True):
    """The whole table after `at` entries with its digest, and how often chance and each seat had answered.

    Since then, `left` moments were left at which nobody could really act.
    """

    at: int
    table: bytes
    digest: str
    draws: dict[str, int]
    given: dict[Seat, int]
    left: int = 0


class Deal(msgspec.Struct):
    """Where chance comes from: a plain seed, or a fair deal's commitment, contributions and (once over) secret."""

    seed: str = ""
    commitment: str = ""
    contributions: list[str] = []
    secret: str = ""
    typed: bool = False


class Record(msgspec.Struct, kw_only=True):
    """A match on file. The first `floor` entries were played by other rules: it begins with the snapshot after them."""

    format: int = FORMAT
    id: str
    game: str
    version: int
    setup: Setup
    deal: Deal
    names: list[str] = []
    entries: list[Entry] = []
    snapshots: list[Snapshot] = []
    outcome: Outcome | None = None
    films: dict[str, bytes] = {}
    floor: int = 0


_decoder = msgspec.json.Decoder(Record)


def to_bytes(record: Record) -> bytes:
    """The record as JSON text."""
    return msgspec.json.format(msgspec.json.encode(record), indent=1) + b"\n"


def from_bytes(data: bytes, where: str = "record") -> Record:
    """The record in a JSON text; BadRecord names what is wrong with it."""
    try:
        found = msgspec.json.decode(data)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise BadRecord(f"{where}: format: expected a record of format {FORMAT}")
        record = _decoder.decode(data)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRecord(f"{where}: {error}") from None
    for number, snapshot in enumerate(record.snapshots):
        if digest_of(snapshot.table) != snapshot.digest:
            raise BadRecord(f"{where}: snapshots[{number}]: was changed: its table has another digest")
    return record


def write(record: Record, path: Path) -> None:
    """Put the record on disk."""
    write_bytes(to_bytes(record), path)


def write_bytes(data: bytes, path: Path) -> None:
    """Put data on disk: whole or not at all, and flushed before this returns."""
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def read(path: Path) -> Record:
    """The record on disk."""
    try:
        return from_bytes(path.read_bytes(), str(path))
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from None
