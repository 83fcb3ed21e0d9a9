"""Running a study: what is missing is played, what is there is kept; then all of it is put together."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec

from eschaton.lab.report import Bar, duration
from eschaton.lab.store import Results, ResultStore
from eschaton.lab.study import Study
from eschaton.lab.workers import Players


class Ran(msgspec.Struct):
    """What a run did. Speed counts what was played now; the rest was there already."""

    folder: str
    title: str
    games: int
    played: int
    decisions: int
    errors: int
    seconds: float
    first_error: str = ""


def run_study(study: Study, folder: Path, players: Players) -> Ran:
    """Play what is missing of a study and put it together."""
    store = ResultStore(folder, study)
    store.open()
    start = time.perf_counter()
    with store.alone():
        missing = store.missing()
        ahead = sum(batch.last - batch.first for batch in missing)
        played = decisions = 0
        bar = Bar(study.games, done=study.games - ahead)
        bar.draw(study.games - ahead, 0)
        try:
            for done in players(missing):
                store.keep(done)
                played += done.count
                decisions += done.decisions
                bar.draw(study.games - ahead + played, decisions)
        finally:
            bar.clear()
        store.finish()
    seconds = round(time.perf_counter() - start, 2)
    failed = [row for row in Results(folder).games.select("cell", "index", "error").rows() if row[2]]
    first = f"{study.cells[failed[0][0]].label}, game {failed[0][1]}: {failed[0][2]}" if failed else ""
    return Ran(str(folder), study.title, study.games, played, decisions, len(failed), seconds, first)


def ran_text(ran: Ran) -> str:
    """A run in a few lines."""
    before = ran.games - ran.played
    lines = [f"{ran.title}: {ran.games:,} games in {ran.folder}"]
    if ran.played:
        speed = f"{ran.played / max(ran.seconds, 0.01):,.1f} games and {ran.decisions / max(ran.seconds, 0.01):,.0f}"
        lines.append(f"{ran.played:,} played in {duration(ran.seconds)} ({speed} decisions a second)")
    if before:
        lines.append(f"{before:,} were there already")
    lines.append(f"{ran.errors:,} failed; the first: {ran.first_error}" if ran.errors else "no errors")
    return "\n".join(lines)
