"""Luck against skill: what it is worth to play better, from games in which different bots meet or play alone."""

from __future__ import annotations

import itertools
from typing import Any

import polars as pl

from eschaton.lab import plots
from eschaton.lab.section import FEW_GAMES, ReportSection, shares_table
from eschaton.lab.stats import Estimate, gap_of, mean_of, share_of, so_many
from eschaton.lab.study import Cell, Study

STRENGTHS = ((0.4, "skill decides"), (0.1, "skill counts"), (-1.0, "luck decides most"))


def skill_section(study: Study, games: pl.DataFrame, seats: pl.DataFrame) -> ReportSection | None:
    """How much better the better bots do: at one table where they meet, as teams where all win together."""
    section = ReportSection("skill", "Luck against skill")
    drawn: list[tuple[str, list[tuple[str, Estimate]]]] = []
    for number, cell in enumerate(study.cells):
        mine = seats.filter(pl.col("cell") == number)
        if not cell.together and len(set(cell.bots)) > 1 and mine.height:
            drawn.append((cell.label, met(section, cell, mine)))
    drawn += teams(section, study, games)
    if not drawn:
        return None
    section.table(
        *shares_table("who", [(f"{label}: {name}", found) for label, named in drawn for name, found in named])
    )
    section.draw(plots.shares(drawn, "share of games won"), "Win rate by bot")
    return section


def met(section: ReportSection, cell: Cell, seats: pl.DataFrame) -> list[tuple[str, Estimate]]:
    """Bots at one table: each game gives the mean result of each, and so a difference; games are independent."""
    each = (
        seats.group_by("index", "bot").agg(pl.col("won").mean()).pivot("bot", index="index", values="won").sort("index")
    )
    bots = sorted(set(cell.bots))
    found = [(bot, mean_of(each[bot].drop_nulls().to_list())) for bot in bots]
    for one, other in itertools.combinations(sorted(found, key=lambda pair: -pair[1].value), 2):
        both = each.select(one[0], other[0]).drop_nulls()
        section.say(verdict(cell.label, one[0], other[0], gap_of((both[one[0]] - both[other[0]]).to_list())))
        if both.height < FEW_GAMES:
            section.warn(f"{cell.label}: only {so_many(both.height, 'game')} to compare {one[0]} and {other[0]}.")
    return [(bot, clipped(won)) for bot, won in found]


def clipped(found: Estimate) -> Estimate:
    """A share's interval stays between none and all."""
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high), found.count)


def verdict(label: str, one: str, other: str, difference: Estimate) -> str:
    """What a difference between two bots says."""
    told = f"{label}: {one} wins {difference.points()} more often than {other}"
    if not difference.clear:
        return f"{told}, which may be luck."
    return f"{told}: " + next(words for least, words in STRENGTHS if difference.value >= least) + "."


def teams(section: ReportSection, study: Study, games: pl.DataFrame) -> list[tuple[str, list[tuple[str, Estimate]]]]:
    """Teams of one bot each, in otherwise the same game: the same deal is played by each."""
    alike: dict[Any, dict[str, int]] = {}
    for number, cell in enumerate(study.cells):
        if cell.together and len(set(cell.bots)) == 1:
            key = (cell.game, cell.players, str(cell.options), cell.packs)
            alike.setdefault(key, {})[cell.bots[0]] = number
    drawn = []
    for (game, players, *_), cells in alike.items():
        if len(cells) < 2:
            continue
        label = f"{game}, {so_many(players, 'player')}"
        won = {bot: games.filter(pl.col("cell") == number).select("index", "won") for bot, number in cells.items()}
        named = [(bot, share_of(int(rows["won"].sum()), rows.height)) for bot, rows in won.items() if rows.height]
        for one, other in itertools.combinations(sorted(named, key=lambda pair: -pair[1].value), 2):
            pairs = won[one[0]].join(won[other[0]], on="index").sort("index")
            differs = (pairs["won"].cast(pl.Int8) - pairs["won_right"].cast(pl.Int8)).to_list()
            section.say(verdict(label, f"a team of {one[0]}", f"one of {other[0]}", gap_of(differs)))
            if len(differs) < FEW_GAMES:
                section.warn(f"{label}: only {so_many(len(differs), 'game')} to compare {one[0]} and {other[0]}.")
        drawn.append((label, named))
    return drawn
