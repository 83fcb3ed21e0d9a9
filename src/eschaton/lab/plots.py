"""Plots of a report, drawn from plain rows; the look of all of them is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import altair as alt

from eschaton.lab.stats import Estimate

INK, RULE, GRID, ACCENT = "#22303c", "#c9d1d6", "#edf0f2", "#8c2f39"
COLOURS = ["#8c2f39", "#2f6f8c", "#b07d2b", "#4f7a4f", "#6a4c93", "#777777"]
WIDTH = 420
Named = Sequence[tuple[str, Estimate]]


def values(rows: Sequence[dict[str, Any]]) -> alt.InlineData:
    """Rows as the data of a plot."""
    return alt.InlineData(values=list(rows))


def finished(chart: Any) -> alt.TopLevelMixin:
    """The common look."""
    made: alt.TopLevelMixin = (
        chart.configure(background="#ffffff", font="Georgia, 'Times New Roman', serif")
        .configure_axis(
            labelColor=INK, titleColor=INK, gridColor="#edf0f2", domainColor=RULE, tickColor=RULE, labelLimit=260
        )
        .configure_header(labelColor=INK, labelFontSize=12, labelAnchor="start", titleColor=INK)
        .configure_legend(labelColor=INK, titleColor=INK, orient="bottom")
        .configure_view(stroke=None)
    )
    return made


def estimates(rows: Sequence[dict[str, Any]], axis: str, zero: bool) -> Any:
    """A point and its interval for every row, one under the other; in parts where the rows have a `part`."""
    ticks = alt.Axis(format="+.0%" if zero else ".0%")
    names = list(dict.fromkeys(row["name"] for row in rows))
    order = alt.EncodingSortField("value", order="descending") if zero else names
    base = alt.Chart().encode(y=alt.Y("name:N", sort=order, title=None))
    line = base.mark_rule(color=INK, strokeWidth=2).encode(
        x=alt.X("low:Q", title=axis, axis=ticks, scale=alt.Scale(zero=False)), x2="high:Q"
    )
    point = base.mark_point(color=ACCENT, filled=True, size=60, opacity=1).encode(x="value:Q")
    layers = [line, point]
    if zero:
        layers.insert(0, alt.Chart().mark_rule(color=RULE, strokeDash=[4, 3]).encode(x=alt.datum(0)))
    layered = alt.layer(*layers).properties(width=WIDTH)
    parts = list(dict.fromkeys(row["part"] for row in rows))
    if parts in ([""], []):
        return layered.properties(data=values(rows))
    return layered.facet(
        row=alt.Row("part:N", title=None, sort=parts, header=alt.Header(orient="top")), data=values(rows)
    ).resolve_scale(y="independent")


def row_of(part: str, name: str, found: Estimate) -> dict[str, Any]:
    """An estimate as a row."""
    return {"part": part, "name": name, "value": found.value, "low": found.low, "high": found.high}


def shares(parts: Sequence[tuple[str, Named]], axis: str) -> alt.TopLevelMixin:
    """Shares with intervals."""
    rows = [row_of(part, name, found) for part, named in parts for name, found in named]
    return finished(estimates(rows, axis, zero=False))


def differences(parts: Sequence[tuple[str, Named]], axis: str) -> alt.TopLevelMixin:
    """Differences of shares, with intervals, against none."""
    rows = [row_of(part, name, found) for part, named in parts for name, found in named]
    return finished(estimates(rows, axis, zero=True))


def along(parts: Sequence[tuple[str, Sequence[tuple[int, str, Estimate]]]], axis: str, title: str) -> alt.TopLevelMixin:
    """Shares along a number, one line for each name."""
    rows = [{**row_of(part, name, found), "at": at} for part, points in parts for at, name, found in points]
    base = alt.Chart().encode(
        x=alt.X("at:O", title=axis, axis=alt.Axis(labelAngle=0)),
        color=alt.Color("name:N", title=None, scale=alt.Scale(range=COLOURS)),
        xOffset="name:N",
    )
    span = base.mark_rule(strokeWidth=2).encode(
        y=alt.Y("low:Q", title=title, axis=alt.Axis(format=".0%"), scale=alt.Scale(zero=False)), y2="high:Q"
    )
    layered = alt.layer(span, base.mark_point(filled=True, size=50, opacity=1).encode(y="value:Q"))
    layered = layered.properties(width=WIDTH, height=240)
    faceted = layered.facet(row=alt.Row("part:N", title=None, header=alt.Header(orient="top")), data=values(rows))
    return finished(faceted.resolve_scale(x="independent", xOffset="independent"))


def lengths(found: Sequence[tuple[str, str, float, float, float]]) -> alt.TopLevelMixin:
    """The middle length and the middle nine in ten."""
    rows = [
        {"name": label, "part": unit, "low": low, "value": middle, "high": high}
        for label, unit, low, middle, high in found
    ]
    base = alt.Chart().encode(y=alt.Y("name:N", title=None, sort=list(dict.fromkeys(label for label, *_ in found))))
    bars = base.mark_bar(color=RULE, size=10).encode(x=alt.X("low:Q", title=None), x2="high:Q")
    ticks = base.mark_tick(color=ACCENT, thickness=3, size=18).encode(x="value:Q")
    layered = alt.layer(bars, ticks).properties(width=WIDTH)
    faceted = layered.facet(row=alt.Row("part:N", title=None, header=alt.Header(orient="top")), data=values(rows))
    return finished(faceted.resolve_scale(x="independent", y="independent"))


def over_time(found: Sequence[tuple[str, str, str, int, float]]) -> alt.TopLevelMixin:
    """Means, round by round."""
    rows = [
        {"part": f"{label}: {name}", "who": who, "clock": clock, "value": value}
        for label, name, who, clock, value in found
    ]
    lines = (
        alt.Chart()
        .mark_line(strokeWidth=2)
        .encode(
            x=alt.X("clock:Q", title="round", axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("value:Q", title="mean", scale=alt.Scale(zero=True)),
            color=alt.Color("who:N", title=None, scale=alt.Scale(range=COLOURS)),
        )
        .properties(width=WIDTH, height=160)
    )
    faceted = lines.facet(row=alt.Row("part:N", title=None, header=alt.Header(orient="top")), data=values(rows))
    return finished(faceted.resolve_scale(y="independent"))
