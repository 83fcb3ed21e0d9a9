"""Simulations and measurements as people read them."""

from __future__ import annotations

import sys
import time
from typing import Any, TextIO

from eschaton.lab.against import Beside
from eschaton.lab.bench import Measured
from eschaton.lab.simulate import Report
from eschaton.lab.stats import so_many
from eschaton.lab.tally import GameTally

WIDTH = 30
NAMED = 20
TITLES = {
    "reasons": "how it ended",
    "winners": "who won",
    "wins": "wins by seat",
    "mean_scores": "mean scores",
    "sides": "wins by side",
    "spread": "scores, from the least to the most",
}


def report_text(report: Report, title: str) -> str:
    """A simulation in a few lines: speed, outcomes with shares, and what went wrong."""
    lines = [
        f"{title}, {so_many(report.players, 'player')}: {so_many(report.games, 'game')}, "
        f"{report.decisions:,} decisions in "
        f"{report.seconds:.1f} s ({report.decisions_per_second:,.0f} decisions and "
        f"{report.games_per_second:,.1f} games a second)"
    ]
    finished = report.games - len(report.errors)
    for kind, counts in report.outcomes.items():
        if counts:
            lines += ["", TITLES[kind]]
            lines += [line(kind, name, count, finished) for name, count in counts.items()]
    lines += question_lines(report.questions)
    lines += card_lines(report.cards)
    lines.append("")
    if not report.errors:
        lines.append("no errors")
    for fault in report.errors[:10]:
        lines += [f"game {fault.index} failed after {fault.decisions} decisions: {fault.error}", f"  {fault.again}"]
    if len(report.errors) > 10:
        lines.append(f"… and {len(report.errors) - 10} more failed")
    return "\n".join(lines)


def question_lines(questions: dict[str, dict[str, float]]) -> list[str]:
    """How many questions a turn one seat is asked."""
    lines = ["", "questions a turn of one seat"] if questions else []
    for kind, found in questions.items():
        lines.append(f"  {kind:30} median {found['median']}, 95 % {found['p95']}, mean {found['mean']:.2f}")
    return lines


def card_lines(cards: dict[str, Any]) -> list[str]:
    """Which cards never came up or never did anything."""
    if not cards:
        return []
    lines = ["", f"cards ({cards['cards']})"]
    for kind in ("never_drawn", "never_effective"):
        names = cards[kind]
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        lines.append(f"  {kind.replace('_', ' ')}: {', '.join(names[:NAMED]) or 'none'}{more}")
    return lines


def line(kind: str, name: str, found: Any, finished: int) -> str:
    """One line of a table."""
    if kind == "sides":
        low, high = 100 * found["low"], 100 * found["high"]
        return f"{share(name, found['wins'], found['games'])} ({low:.1f} to {high:.1f}) of {found['games']:,}"
    if kind == "spread":
        return f"  {name:30} " + ", ".join(f"{part} {value}" for part, value in found.items())
    return share(name, found, 0 if kind == "mean_scores" else finished)


def share(name: str, count: float, of: int) -> str:
    """One line of a table: a count with its share, or a mean."""
    if not of:
        return f"  {name:30} {count:9.2f}"
    return f"  {name:30} {count:9,} {100 * count / of:6.1f} %"


def bench_text(measured: dict[str, Measured]) -> str:
    """Measurements as a table."""
    rows = [["game", "players", "decisions/s", "±", "copies/s", "±", "save µs", "restore µs", "bytes", "view µs", "±"]]
    for name, found in measured.items():
        spread = {measure: f"{percent:.1f} %" for measure, percent in found.spread.items()}
        rows.append(
            [
                name,
                str(found.players),
                f"{found.decisions_per_second:,.0f}",
                spread.get("decisions", ""),
                f"{found.copies_per_second:,.0f}",
                spread.get("copies", ""),
                f"{found.save_microseconds:.1f}",
                f"{found.restore_microseconds:.1f}",
                f"{found.save_bytes:,}",
                f"{found.view_microseconds:.1f}",
                spread.get("views", ""),
            ]
        )
    return aligned(rows)


def against_text(found: dict[str, dict[str, Beside]]) -> str:
    """This checkout beside another, as a table; 1.00 is as fast as the other."""
    rows = [["game", "measure", "here/s", "there/s", "here : there", "±"]]
    for name, measures in found.items():
        for measure, one in measures.items():
            rows.append(
                [name, measure, f"{one.here:,.0f}", f"{one.there:,.0f}", f"{one.ratio:.3f}", f"{one.spread:.1f} %"]
            )
    return aligned(rows)


def aligned(rows: list[list[str]]) -> str:
    """Rows as a table: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [[cell.rjust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]
    return "\n".join("  ".join([row[0].ljust(widths[0]), *line[1:]]) for row, line in zip(rows, lines, strict=True))


class Bar:
    """A progress bar with the time left, for a person who watches; silent anywhere else.

    What was `done` before it began does not count for the speed.
    """

    def __init__(self, total: int, stream: TextIO | None = None, done: int = 0) -> None:
        self.total = total
        self.stream = stream or sys.stderr
        self.shown = self.stream.isatty()
        self.before = done
        self.start = time.perf_counter()

    def __call__(self, tally: GameTally) -> None:
        """Draw how far a tally has come."""
        self.draw(tally.games, tally.decisions)

    def draw(self, games: int, decisions: int) -> None:
        """Draw how far it has come."""
        if self.shown:
            filled = WIDTH * games // self.total
            spent = max(time.perf_counter() - self.start, 1e-6)
            left = spent * (self.total - games) / max(games - self.before, 1e-9)
            left_in_words = duration(left) if games > self.before else "?"
            told = f"{games:,}/{self.total:,} games, {decisions / spent:,.0f} decisions/s, {left_in_words} left"
            self.stream.write(f"\r[{'#' * filled}{'.' * (WIDTH - filled)}] {told}\x1b[K")
            self.stream.flush()

    def clear(self) -> None:
        """Leave an empty line."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()


def duration(seconds: float) -> str:
    """A time as people say it: 50 s, 3:05 min, 2:10 h."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60}:{whole % 60:02} min" if whole < 3600 else f"{whole // 3600}:{whole % 3600 // 60:02} h"
