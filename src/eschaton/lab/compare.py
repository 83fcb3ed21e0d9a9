"""Two studies with the same chance: what a change does, game by game, and the first decisions at which games part.

Game i of both is dealt from the same seed, so what is the same in both does not blur the difference.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import msgspec
import polars as pl

from eschaton.kernel.errors import BadSetup
from eschaton.lab.cards import without_role_cards
from eschaton.lab.findings import Data
from eschaton.lab.run import run_study
from eschaton.lab.section import FEW_GAMES, FEW_HANDS
from eschaton.lab.stats import Estimate, gap_of, mean_of
from eschaton.lab.store import Results
from eschaton.lab.study import Cell, Study
from eschaton.lab.trace import Parting, parting
from eschaton.lab.workers import Players

CARDS_SHOWN = 5
TRACED = 40  # pairs of games that are played again to see where games part


class ShareShift(msgspec.Struct, frozen=True):
    """One number in both studies, and how much it differs from game to game. Shares unless `plain`."""

    what: str
    first: float
    second: float
    difference: Estimate
    plain: bool = False


class Compared(msgspec.Struct):
    """What a change does to one cell: differences, how many games part, where they do, and examples."""

    first: str
    second: str
    games: int
    parted: int
    other_winners: int
    differences: list[ShareShift]
    cards: list[ShareShift]
    where: dict[str, int]
    examples: list[Parting]
    warnings: list[str]


def compare(first: Study, second: Study, folder: Path, players: Players, examples: int) -> list[Compared]:
    """Play both studies, keeping their results in two folders, and compare them cell by cell."""
    require_alike(first, second)
    run_study(first, folder / "A", players)
    run_study(second, folder / "B", players)
    before, after = Data(Results(folder / "A")), Data(Results(folder / "B"))
    return [compared(before, after, number, examples) for number in range(len(first.cells))]


def require_alike(first: Study, second: Study) -> None:
    """Refuse two studies whose games cannot be paired."""
    if first.seed != second.seed:
        raise BadSetup(f"seed: both studies need the same one, not {first.seed!r} and {second.seed!r}")
    if len(first.cells) != len(second.cells):
        raise BadSetup(f"play: {len(first.cells)} and {len(second.cells)} ways of playing cannot be paired")
    for number, (one, other) in enumerate(zip(first.cells, second.cells, strict=True)):
        for field in ("game", "players", "games"):
            here, there = getattr(one, field), getattr(other, field)
            if here != there:
                raise BadSetup(f"{field}: {here} and {there} cannot be paired (way of playing {number + 1})")


def compared(before: Data, after: Data, number: int, examples: int) -> Compared:
    """What changed in one cell."""
    one, other = before.study.cells[number], after.study.cells[number]
    columns = ["index", "answers", "winners", "won", "decisions", "clock"]
    mine = (data.games.filter(pl.col("cell") == number).select(columns) for data in (before, after))
    pairs = next(mine).join(next(mine), on="index", suffix="_after").sort("index")
    parted = pairs.filter(pl.col("answers") != pl.col("answers_after"))["index"].to_list()
    traced = [parting(before.study.seed, (one, other), index) for index in parted[: max(TRACED, examples)]]
    where = Counter(found.where for found in traced if found is not None)
    return Compared(
        first=one.label,
        second=other.label,
        games=pairs.height,
        parted=len(parted),
        other_winners=pairs.filter(pl.col("winners") != pl.col("winners_after")).height,
        differences=differences(before, after, number, pairs),
        cards=by_card(before, after, number),
        where=dict(sorted(where.items(), key=lambda item: (-item[1], item[0]))),
        examples=[found for found in traced if found is not None][:examples],
        warnings=warnings(one, before, after, number, pairs.height),
    )


def warnings(cell: Cell, before: Data, after: Data, number: int, pairs: int) -> list[str]:
    """Why one should be careful."""
    found = []
    if pairs < FEW_GAMES:
        found.append(f"only {pairs} pairs of games: small differences cannot be seen")
    for name, data in (("first", before), ("second", after)):
        failed = data.all_games.filter((pl.col("cell") == number) & (pl.col("error") != "")).height
        if failed:
            found.append(f"{failed} games of the {name} study failed and are left out")
    if len(after.study.cells[number].bots) != len(cell.bots):
        found.append("the studies seat different numbers of bots")
    return found


def differences(before: Data, after: Data, number: int, pairs: pl.DataFrame) -> list[ShareShift]:
    """Length, and who wins: the team, or each role, or each seat; and each bot where several play."""
    found = []
    for column, what in (("decisions", "decisions"), ("clock", "rounds")):
        if pairs.height and (column == "decisions" or pairs[column].max()):
            found.append(difference_of(what, pairs[column], pairs[f"{column}_after"], plain=True))
    cell = before.study.cells[number]
    if cell.together:
        return [*found, difference_of("the team wins", pairs["won"], pairs["won_after"])] if pairs.height else found
    seats = [data.seats_of(number) for data in (before, after)]
    by = "side" if (seats[0]["side"] != "").any() else "seat"
    found += by_group(seats, by)
    if len(set(cell.bots)) > 1:
        found += by_group(seats, "bot")
    return found


def by_group(seats: list[pl.DataFrame], by: str) -> list[ShareShift]:
    """How often each role, seat or bot wins; one that is in only some of the games is compared in those."""
    first, second = (rows.group_by("index", by).agg(pl.col("won").mean()) for rows in seats)
    pairs = first.join(second, on=["index", by], suffix="_after").sort(by, "index")
    found = []
    for (name,), rows in pairs.group_by(by, maintain_order=True):
        called = f"S{name} wins" if by == "seat" else f"{name} wins"
        found.append(difference_of(called, rows["won"], rows["won_after"]))
    return found


def by_card(before: Data, after: Data, number: int) -> list[ShareShift]:
    """The cards whose holders fare differently, the most changed first: who has seen the card in both games."""
    keys = ["index", "seat"]
    held = [
        data.events.filter((pl.col("cell") == number) & (pl.col("kind") == "seen"))
        .select(*keys, "name")
        .unique()
        .join(data.seats_of(number).select(*keys, "side", "won"), on=keys)
        for data in (before, after)
    ]
    pairs = without_role_cards(held[0]).join(held[1], on=[*keys, "name"], suffix="_after").sort("name", *keys)
    found = []
    for (name,), rows in pairs.group_by("name", maintain_order=True):
        if rows.height >= FEW_HANDS:
            found.append(difference_of(f"with {name}", rows["won"], rows["won_after"]))
    changed = [one for one in found if one.difference.clear]
    return sorted(changed, key=lambda one: -abs(one.difference.value))[:CARDS_SHOWN]


def difference_of(what: str, first: pl.Series, second: pl.Series, plain: bool = False) -> ShareShift:
    """The paired difference of two columns."""
    one, other = first.cast(pl.Float64), second.cast(pl.Float64)
    between = mean_of if plain else gap_of
    return ShareShift(
        what, mean_of(one.to_list()).value, mean_of(other.to_list()).value, between((other - one).to_list()), plain
    )


def compare_text(found: list[Compared], first: str, second: str) -> str:
    """A comparison as people read it."""
    lines = []
    for cell in found:
        title = cell.first if cell.first == cell.second else f"{cell.first} -> {cell.second}"
        lines += [f"{title}: {cell.games:,} pairs of games, {first} and {second}"]
        lines += [difference_text(one) for one in cell.differences]
        if cell.cards:
            lines += ["  players whose chances changed most, by a card they have seen:"]
            lines += [difference_text(one) for one in cell.cards]
        lines += [f"  {cell.parted:,} games part somewhere, {cell.other_winners:,} end with other winners"]
        if cell.where:
            told = ", ".join(f"{where} {many}" for where, many in list(cell.where.items())[:6])
            lines += [f"  where they part first (of {sum(cell.where.values())} looked at): {told}"]
        lines += [f"  {example.text(first, second)}" for example in cell.examples]
        lines += [f"  careful: {warning}" for warning in cell.warnings]
        lines.append("")
    return "\n".join(lines).rstrip()


def difference_text(one: ShareShift) -> str:
    """One line: before, after, difference."""
    if one.plain:
        numbers, change = f"{one.first:9.1f} -> {one.second:9.1f}", one.difference.plain()
    else:
        numbers, change = f"{100 * one.first:7.1f} % -> {100 * one.second:7.1f} %", one.difference.points()
    return f"  {one.what:28} {numbers}  {change}{'' if one.difference.clear else ', may be chance'}"
