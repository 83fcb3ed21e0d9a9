"""What a study says: sections of sentences, with a table and a plot, and a warning where there is too little to say."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import polars as pl

from eschaton.lab import plots
from eschaton.lab.cards import card_section
from eschaton.lab.section import FEW_GAMES, ReportSection, shares_table
from eschaton.lab.skill import skill_section
from eschaton.lab.stats import Estimate, apart, share_of, so_many
from eschaton.lab.store import Results
from eschaton.lab.study import Cell

Named = list[tuple[str, Estimate]]


class Data:
    """The finished games of a study, and one row for each seat of each; a team's seats win or lose with it."""

    def __init__(self, results: Results) -> None:
        self.study = results.study
        self.all_games = results.games
        team = pl.col("cell").is_in([at for at, cell in enumerate(self.study.cells) if cell.together])
        self.games = results.games.filter(pl.col("error") == "")
        self.seats = (
            self.games.select("cell", "index", "players", "winners", "won", "seats", "bots", "sides")
            .explode("seats", "bots", "sides")
            .rename({"seats": "seat", "bots": "bot", "sides": "side"})
            .with_columns(
                won=pl.when(team).then(pl.col("won")).otherwise(pl.col("winners").list.contains(pl.col("seat")))
            )
            .drop("winners")
        )
        self.events = results.events

    def cells(self) -> Iterator[tuple[int, Cell, pl.DataFrame]]:
        """Every cell that has finished games, with them."""
        for number, cell in enumerate(self.study.cells):
            games = self.games.filter(pl.col("cell") == number)
            if games.height:
                yield number, cell, games

    def seats_of(self, number: int) -> pl.DataFrame:
        """The seats of one cell's games."""
        return self.seats.filter(pl.col("cell") == number)


def findings(results: Results) -> list[ReportSection]:
    """All that a study says, in the order in which one reads it."""
    data = Data(results)
    made: list[Callable[[Data], ReportSection | None]] = [
        played_section,
        team_section,
        seat_section,
        role_section,
        players_section,
        length_section,
        time_section,
    ]
    found = [make(data) for make in made]
    found.append(skill_section(data.study, data.games, data.seats))
    games = list(dict.fromkeys(cell.game for cell in data.study.cells))
    found += [card_section(data.study, game, data.seats, data.events) for game in games]
    return [section for section in found if section is not None]


def played_section(data: Data) -> ReportSection:
    """What was played, and what failed."""
    section = ReportSection("played", "What was played")
    total, failed = data.all_games.height, data.all_games.height - data.games.height
    ways = so_many(len(data.study.cells), "way")
    section.say(f"{so_many(total, 'game')} in {ways} of playing, from the seed {data.study.seed!r}.")
    if failed:
        section.warn(f"{so_many(failed, 'game')} failed; everything below leaves them out.")
    rows = []
    for number, cell in enumerate(data.study.cells):
        games = data.games.filter(pl.col("cell") == number)
        ends = games.group_by("reason").len().sort("len", "reason", descending=[True, False])
        most = "; ".join(
            f"{reason or 'the rules end it'} {100 * many / games.height:.0f} %" for reason, many in ends.rows()[:4]
        )
        options = ", ".join(f"{key}={str(value).lower()}" for key, value in cell.options.items())
        packs = ", ".join(pack.name for pack in cell.packs)
        rows.append([cell.label, f"{games.height:,}", options or "as usual", packs or "as usual", most])
        if games.height < FEW_GAMES:
            few, around = so_many(games.height, "game"), wide(games.height)
            section.warn(f"{cell.label}: only {few}; shares are uncertain by up to {around} points.")
    section.table(["what", "games", "options", "packs", "how it ended"], rows)
    return section


def wide(games: int) -> int:
    """The half-width of a share's interval, in points, at worst."""
    return min(100, round(98 / math.sqrt(max(games, 1))))


def team_section(data: Data) -> ReportSection | None:
    """Games in which all win or lose together."""
    named = [
        (cell.label, share_of(int(games["won"].sum()), games.height))
        for _, cell, games in data.cells()
        if cell.together
    ]
    if not named:
        return None
    section = ReportSection("team", "How often the team wins")
    for label, won in named:
        section.say(f"{label}: the team wins {won.percent()} of {so_many(won.count, 'game')}.")
        if won.count < FEW_GAMES:
            told = so_many(won.count, "game")
            section.warn(f"{label}: only {told}; that share is uncertain by up to {wide(won.count)} points.")
    section.table(*shares_table("what", named))
    section.draw(plots.shares([("", named)], "share of games won by the team"), "Share of games won by the team")
    return section


def grouped(seats: pl.DataFrame, by: str) -> Named:
    """How often each seat or side won; a side that several seats share wins once a game."""
    games = seats.group_by(by, "index").agg(pl.col("won").any())
    counted = games.group_by(by).agg(wins=pl.col("won").sum(), games=pl.len()).sort(by)
    return [(f"S{name}" if by == "seat" else str(name), share_of(wins, many)) for name, wins, many in counted.rows()]


def extremes(section: ReportSection, label: str, named: Named, what: str) -> None:
    """Say which of several win most and least, and whether chance alone may make the difference."""
    best, worst = max(named, key=lambda one: one[1].value), min(named, key=lambda one: one[1].value)
    spoken = f"{label}: {best[0]} wins {best[1].percent()}, {worst[0]} {worst[1].percent()}"
    if apart(best[1], worst[1], len(named)):
        section.say(f"{spoken}. That is more than chance would make of it.")
    else:
        section.say(f"{spoken}. Chance alone may do that: no {what} is shown to be better than another.")


def seat_section(data: Data) -> ReportSection | None:
    """Whether it matters where one sits."""
    return compared(data, "seat", ReportSection("seats", "Win rate by seat"), "seat")


def role_section(data: Data) -> ReportSection | None:
    """Whether it matters who one is."""
    return compared(data, "side", ReportSection("roles", "Win rate by role"), "role")


def compared(data: Data, by: str, section: ReportSection, what: str) -> ReportSection | None:
    """Win rates of the seats or sides of every cell in which players win apart."""
    drawn: list[tuple[str, Named]] = []
    for number, cell, games in data.cells():
        named = grouped(data.seats_of(number), by)
        if cell.together or len(named) < 2:
            continue
        drawn.append((cell.label, named))
        extremes(section, cell.label, named, what)
        if games.height < FEW_GAMES:
            seen = min(100, 2 * wide(games.height))
            told = so_many(games.height, "game")
            section.warn(f"{cell.label}: {told} cannot tell {what}s apart by less than {seen} points.")
    if not drawn:
        return None
    heads, rows = shares_table(what, [(f"{label}: {name}", won) for label, named in drawn for name, won in named])
    section.table(heads, rows)
    section.draw(plots.shares(drawn, "share of games won"), section.title)
    return section


def players_section(data: Data) -> ReportSection | None:
    """How it changes with the number of players: the same game, bots and options at different tables."""
    tables: dict[str, list[tuple[int, Named]]] = {}
    for number, cell, games in data.cells():
        team = [("the team", share_of(int(games["won"].sum()), games.height))]
        named = team if cell.together else [one for one in grouped(data.seats_of(number), "side") if one[0]]
        alike = cell.label.replace(f", {so_many(cell.players, 'player')}", "")
        tables.setdefault(alike, []).append((cell.players, named or everybody(data.seats_of(number))))
    tables = {alike: counts for alike, counts in tables.items() if len({players for players, _ in counts}) > 1}
    if not tables:
        return None
    section = ReportSection("players", "Win rate by number of players")
    drawn = []
    rows: list[tuple[str, Estimate]] = []
    for alike, counts in tables.items():
        points = [(players, name, won) for players, named in counts for name, won in named]
        drawn.append((alike, points))
        rows += [(f"{alike}: {name}, {so_many(players, 'player')}", won) for players, name, won in points]
        few = {players: won.count for players, _, won in points if won.count < FEW_GAMES}
        if few:
            told, around = ", ".join(map(str, few)), wide(min(few.values()))
            section.warn(f"{alike}: too few games with {told} players; shares are uncertain by up to {around} points.")
        for name in dict.fromkeys(name for _, name, _ in points):
            along = [(players, won) for players, one, won in points if one == name]
            section.say(
                f"{alike}: {name} wins " + ", ".join(f"{won.percent()} with {players}" for players, won in along) + "."
            )
    section.table(*shares_table("who", rows))
    section.draw(plots.along(drawn, "players", "share of games won"), section.title)
    return section


def everybody(seats: pl.DataFrame) -> Named:
    """The share of seats that win, where there are no roles."""
    return [("a player", share_of(int(seats["won"].sum()), seats.height))]


def length_section(data: Data) -> ReportSection | None:
    """How long games are: in decisions, and in the game's own count where it has one."""
    section = ReportSection("length", "How long it takes")
    rows, drawn = [], []
    for _, cell, games in data.cells():
        for column, unit in (("decisions", "decisions"), ("clock", "rounds")):
            values = games[column]
            if column == "clock" and not values.max():
                continue
            parts = [float(values.quantile(part, "nearest") or 0) for part in (0.05, 0.5, 0.95, 1.0)]
            low, middle, high, _ = parts
            rows.append([cell.label, unit, *(f"{value:,.0f}" for value in parts)])
            if column == "decisions":
                usual = f"nine in ten {low:,.0f} to {high:,.0f}"
                section.say(f"{cell.label}: half of the games take {middle:,.0f} decisions or fewer, {usual}.")
            drawn.append((cell.label, unit, low, middle, high))
    if not drawn:
        return None
    section.table(["what", "in", "5 %", "middle", "95 %", "longest"], rows)
    section.draw(plots.lengths(drawn), "Length of the games: the middle one, and the middle nine in ten")
    return section


def time_section(data: Data) -> ReportSection | None:
    """What the game wants to be followed, round by round, for those who win and those who do not."""
    measured = data.events.filter(pl.col("kind") == "measure")
    if not measured.height or not data.games["clock"].max():
        return None
    outcomes = data.seats.select(
        "cell", "index", "seat", pl.when("won").then(pl.lit("winners")).otherwise(pl.lit("losers")).alias("who")
    )
    followed = (
        measured.unique(["cell", "index", "seat", "name", "clock"], keep="first", maintain_order=True)
        .join(outcomes, on=["cell", "index", "seat"], how="left")
        .with_columns(pl.col("who").fill_null("the table"))
        .group_by("cell", "name", "who", "clock")
        .agg(value=pl.col("value").mean(), games=pl.col("index").n_unique())
        .sort("cell", "name", "who", "clock")
    )
    section = ReportSection("time", "Over time")
    drawn = []
    for number, cell, games in data.cells():
        enough = max(10, games.height // 10)
        lines = followed.filter((pl.col("cell") == number) & (pl.col("games") >= enough))
        if not lines.height and followed.filter(pl.col("cell") == number).height:
            section.warn(f"{cell.label}: too few games to follow anything over time.")
        drawn += [(cell.label, *row) for row in lines.select("name", "who", "clock", "value").rows()]
        for (name,), part in lines.group_by("name", maintain_order=True):
            ends = [
                (who, line["value"][0], line["value"][-1], line["clock"][-1])
                for (who,), line in part.group_by("who", maintain_order=True)
            ]
            told = "; ".join(
                f"{who} {first:.1f} at first, {last:.1f} in round {clock}" for who, first, last, clock in ends
            )
            section.say(f"{cell.label}: mean {name}: {told}.")
    if drawn:
        section.draw(plots.over_time(drawn), "Means over time, as long as at least one game in ten goes on")
    return section if drawn or section.warnings else None
