"""A part of a report: a title, plain sentences, warnings, a table and a plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from eschaton.lab.stats import Estimate

FEW_GAMES = 100
FEW_HANDS = 30


class ReportSection:
    """A part of a report. `key` names its picture."""

    def __init__(self, key: str, title: str) -> None:
        self.key = key
        self.title = title
        self.sentences: list[str] = []
        self.warnings: list[str] = []
        self.heads: list[str] = []
        self.rows: list[list[str]] = []
        self.chart: alt.TopLevelMixin | None = None
        self.caption = ""

    def say(self, sentence: str) -> None:
        """Add a sentence."""
        self.sentences.append(sentence)

    def warn(self, warning: str) -> None:
        """Add a warning."""
        self.warnings.append(warning)

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Show numbers."""
        self.heads, self.rows = list(heads), [list(row) for row in rows]

    def draw(self, chart: alt.TopLevelMixin, caption: str) -> None:
        """Show a plot; the caption says what it shows to those who cannot see it."""
        self.chart, self.caption = chart, caption

    def told(self) -> dict[str, Any]:
        """All but the plot, for programs."""
        rows = [dict(zip(self.heads, row, strict=True)) for row in self.rows]
        return {"title": self.title, "sentences": self.sentences, "warnings": self.warnings, "table": rows}


def shares_table(what: str, named: Sequence[tuple[str, Estimate]]) -> tuple[list[str], list[list[str]]]:
    """Shares as a table."""
    rows = [
        [name, f"{won.count:,}", f"{100 * won.value:.1f} %", f"{100 * won.low:.1f} to {100 * won.high:.1f}"]
        for name, won in named
    ]
    return [what, "games", "wins", "95 % interval"], rows
