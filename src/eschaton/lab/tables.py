"""Rows as Parquet, and whole files at once: what is there under its name is complete, whatever was interrupted."""

from __future__ import annotations

import io
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
import polars as pl

from eschaton.lab.record import EventRow, GameRow

PASSING = ".part"
WORDS = pl.List(pl.String)
NUMBERS = pl.List(pl.Int16)
Columns = dict[str, pl.DataType | type[pl.DataType]]

GAMES_COLUMNS: Columns = {
    "cell": pl.Int32,
    "index": pl.Int64,
    "seed": pl.String,
    "players": pl.Int16,
    "seats": NUMBERS,
    "bots": WORDS,
    "sides": WORDS,
    "winners": NUMBERS,
    "won": pl.Boolean,
    "reason": pl.String,
    "rule": pl.String,
    "scores": pl.List(pl.Struct({"name": pl.String, "value": pl.Float64})),
    "decisions": pl.Int64,
    "clock": pl.Int32,
    "answers": pl.String,
    "error": pl.String,
}
EVENTS_COLUMNS: Columns = {
    "cell": pl.Int32,
    "index": pl.Int64,
    "decision": pl.Int32,
    "clock": pl.Int32,
    "kind": pl.String,
    "seat": pl.Int16,
    "name": pl.String,
    "value": pl.Float64,
}
GAMES, EVENTS = pl.Schema(GAMES_COLUMNS), pl.Schema(EVENTS_COLUMNS)


def as_parquet(rows: Sequence[GameRow] | Sequence[EventRow], schema: pl.Schema) -> bytes:
    """Rows as a Parquet file."""
    table = pl.DataFrame([msgspec.structs.astuple(row) for row in rows], schema, orient="row")
    return parquet_bytes(table)


def parquet_bytes(table: pl.DataFrame) -> bytes:
    """A table as a Parquet file: the same rows give the same bytes."""
    buffer = io.BytesIO()
    table.write_parquet(buffer, compression="zstd", row_group_size=100_000)
    return buffer.getvalue()


def joined(parts: Iterable[Path], schema: pl.Schema) -> pl.DataFrame:
    """The tables of some files, one under the other."""
    tables = [pl.read_parquet(part) for part in parts]
    return pl.concat(tables) if tables else pl.DataFrame(schema=schema)


def write_whole(path: Path, content: bytes) -> None:
    """Put a file in its place all at once: readers, and whoever goes on after a crash, see all of it or nothing."""
    passing = path.with_name(f".{path.name}.{os.getpid()}{PASSING}")
    with passing.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    passing.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def sweep(folder: Path) -> None:
    """Remove what crashes have left behind half-written."""
    for passing in folder.glob(f".*{PASSING}"):
        passing.unlink()
