"""A ladder: every bot against every other, each as often at each seat, rated from all their games.

The file keeps the games, and everything else is computed from them: running the ladder again plays what is missing and
rates anew. Games of other rules than those installed are played again.
"""

from __future__ import annotations

import io
import itertools
import math
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
from openskill.models import PlackettLuce

from eschaton.bots import RandomBot, default_bot, make_bots
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.once import prepared
from eschaton.lab.batches import Batch
from eschaton.lab.report import Bar
from eschaton.lab.section import FEW_GAMES
from eschaton.lab.stats import Estimate, Z, gap_of, mean_of, so_many
from eschaton.lab.study import Cell, in_words, spread
from eschaton.lab.tables import write_whole
from eschaton.lab.workers import Players

BATCH = 10
SAVE_EVERY = 5.0  # seconds
THE_GAME = "the game"  # what a team plays against where all win or lose together


class LadderRules(msgspec.Struct, frozen=True, kw_only=True):
    """What is played. Game i of every line-up is played from the seed "SEED/i" with the bots moved on by i seats."""

    game: str
    version: int
    players: int
    bots: tuple[str, ...]
    options: dict[str, Any] = {}
    games: int = 100
    seed: str = "0"


class LadderGame(msgspec.Struct, frozen=True):
    """One game: the line-up before it is moved on, its number, and the share of its seats with which each bot won."""

    lineup: tuple[str, ...]
    index: int
    results: dict[str, float]


class Rating(msgspec.Struct, frozen=True):
    """A bot: its rating with interval, and how much more often than its opponents it won."""

    bot: str
    rating: float
    low: float
    high: float
    games: int
    wins: Estimate
    against: dict[str, Estimate]


class Ladder(msgspec.Struct):
    """A ladder as its file keeps it."""

    rules: LadderRules
    ratings: list[Rating] = []
    warnings: list[str] = []
    played: list[LadderGame] = []


def bots_for(game: Game) -> tuple[str, ...]:
    """The bots that every game has and that answer at once: random, and the rule of thumb where there is one."""
    return tuple(dict.fromkeys((RandomBot.name, default_bot(game))))


def ladder(rules: LadderRules, file: Path, players: Players) -> Ladder:
    """Play what is missing, rate the bots from all games, and write the file."""
    cells = lineups(rules)
    found = kept(rules, file)
    done = {(game.lineup, game.index) for game in found}
    missing = list(batches(rules, cells, done))
    total = sum(cell.games for cell in cells)
    bar = Bar(total, done=total - sum(batch.last - batch.first for batch in missing))
    saved = time.monotonic()
    decisions = 0
    try:
        for played in players(missing):
            decisions += played.decisions
            found += games_of(cells, pl.read_parquet(io.BytesIO(played.games)))
            bar.draw(len(found), decisions)
            if time.monotonic() > saved + SAVE_EVERY:
                keep(file, Ladder(rules, played=in_order(found, cells)))
                saved = time.monotonic()
    finally:
        bar.clear()
    whole = rated(rules, cells, in_order(found, cells))
    keep(file, whole)
    return whole


def lineups(rules: LadderRules) -> list[Cell]:
    """Every pair of bots in turn round the table, begun by one and by the other; or teams of one bot each."""
    game = find_game(rules.game)
    make_bots(rules.bots, game)
    seats = game.table(game.checked(rules.players, rules.options)).people()
    if len(set(rules.bots)) < len(rules.bots):
        raise BadSetup("bots: each only once")
    if len(rules.bots) < 2:
        raise BadSetup(f"bots: a ladder needs two, not only {', '.join(rules.bots)}")
    if rules.games < 1:
        raise BadSetup("games: play at least one")
    pairs = itertools.combinations(rules.bots, 2)
    orders = [(bot,) for bot in rules.bots] if game.together else [way for a, b in pairs for way in ((a, b), (b, a))]
    each = rules.games if game.together else math.ceil(rules.games / 2 / len(seats)) * len(seats)
    if not game.together and len(seats) < 2:
        raise BadSetup("players: bots cannot meet at a table of one")
    return [
        Cell(
            game=rules.game,
            version=rules.version,
            players=rules.players,
            bots=spread(order, seats),
            options=rules.options,
            packs=(),
            games=each,
            rotate=True,
            together=game.together,
            label=in_words(spread(order, seats)),
        )
        for order in orders
    ]


def kept(rules: LadderRules, file: Path) -> list[LadderGame]:
    """The games that a file keeps and that still count; none if it was made by other rules."""
    if not file.exists():
        return []
    try:
        found = msgspec.json.decode(file.read_bytes(), type=prepared(Ladder))
    except msgspec.DecodeError as error:
        raise BadSetup(f"file: {file} is no ladder: {error}") from None
    for field in ("game", "players", "options", "seed"):
        before, now = getattr(found.rules, field), getattr(rules, field)
        if before != now:
            raise BadSetup(f"file: {file} keeps another ladder ({field}: {before!r}, not {now!r}); name another --file")
    return found.played if found.rules.version == rules.version else []


def batches(rules: LadderRules, cells: Sequence[Cell], done: set[tuple[tuple[str, ...], int]]) -> Iterator[Batch]:
    """What is missing, in small batches; all line-ups advance together, so that an interrupted ladder is balanced."""
    numbers = itertools.count()
    home = str(Path.cwd())
    for first in range(0, max(cell.games for cell in cells), BATCH):
        for at, cell in enumerate(cells):
            last = min(first + BATCH, cell.games)
            for start, stop in gaps([(cell.bots, index) in done for index in range(first, last)]):
                yield Batch(next(numbers), at, cell, rules.seed, first + start, first + stop, home)


def gaps(there: Sequence[bool]) -> Iterator[tuple[int, int]]:
    """The stretches of what is not there."""
    at = 0
    for is_there, stretch in itertools.groupby(there):
        length = len(list(stretch))
        if not is_there:
            yield at, at + length
        at += length


def games_of(cells: Sequence[Cell], rows: pl.DataFrame) -> list[LadderGame]:
    """Rows of games as results of bots; one that failed has none."""
    found = []
    for cell, index, seats, bots, winners, won, error in rows.select(
        "cell", "index", "seats", "bots", "winners", "won", "error"
    ).rows():
        results: dict[str, float] = {}
        if not error and cells[cell].together:
            results = {bots[0]: float(won), THE_GAME: float(not won)}
        elif not error:
            results = {bot: share([seat in winners for seat, one in zip(seats, bots, strict=True) if one == bot])
                       for bot in sorted(set(bots))}  # fmt: skip
        found.append(LadderGame(cells[cell].bots, index, results))
    return found


def share(won: Sequence[bool]) -> float:
    """How many of some seats won."""
    return round(sum(won) / len(won), 6)


def in_order(games: Sequence[LadderGame], cells: Sequence[Cell]) -> list[LadderGame]:
    """Games in an order that does not depend on who finished first; those of bots no longer asked for come last."""
    place = {cell.bots: number for number, cell in enumerate(cells)}
    return sorted(games, key=lambda game: (place.get(game.lineup, len(place)), game.lineup, game.index))


def rated(rules: LadderRules, cells: Sequence[Cell], games: list[LadderGame]) -> Ladder:
    """Ratings from games alone: the n-th game of every line-up is rated before the next of any."""
    asked = {cell.bots: cell.games for cell in cells}
    counted = [game for game in games if game.results and game.index < asked.get(game.lineup, 0)]
    model = PlackettLuce()
    names = dict.fromkeys(name for game in counted for name in game.results)
    ratings = {name: model.rating(name=name) for name in names}
    for game in sorted(counted, key=lambda game: game.index):
        bots = sorted(game.results)
        teams = model.rate([[ratings[bot]] for bot in bots], ranks=[-game.results[bot] for bot in bots])
        for bot, team in zip(bots, teams, strict=True):
            ratings[bot] = team[0]
    found = [rating_of(name, ratings[name], counted) for name in ratings]
    found.sort(key=lambda rating: (-rating.rating, rating.bot))
    return Ladder(rules, found, warnings(games, found), games)


def rating_of(bot: str, rating: Any, games: Sequence[LadderGame]) -> Rating:
    """A bot's rating, its wins, and by how much it beat each of the others."""
    mine = [game for game in games if bot in game.results]
    others = sorted({name for game in mine for name in game.results} - {bot})
    against = {
        other: gap_of([game.results[bot] - game.results[other] for game in mine if other in game.results])
        for other in others
    }
    around = Z * rating.sigma
    return Rating(
        bot=bot,
        rating=round(rating.mu, 3),
        low=round(rating.mu - around, 3),
        high=round(rating.mu + around, 3),
        games=len(mine),
        wins=mean_of([game.results[bot] for game in mine]),
        against=against,
    )


def warnings(games: Sequence[LadderGame], ratings: Sequence[Rating]) -> list[str]:
    """Why one should be careful."""
    found = []
    failed = sum(not game.results for game in games)
    if failed:
        found.append(f"{failed} games failed and are left out")
    fewest = min(((rating.games, rating.bot) for rating in ratings), default=(0, ""))
    if fewest[0] < FEW_GAMES:
        found.append(f"only {fewest[0]} games of {fewest[1]}: small differences cannot be seen")
    return found


def keep(file: Path, found: Ladder) -> None:
    """Write the file, all at once; a game on each line."""
    head = msgspec.json.format(msgspec.json.encode(msgspec.structs.replace(found, played=[])), indent=1).decode()
    lines = ",\n  ".join(msgspec.json.encode(game).decode() for game in found.played)
    whole = head.replace('"played": []', f'"played": [\n  {lines}\n ]') if lines else head
    file.parent.mkdir(parents=True, exist_ok=True)
    write_whole(file, f"{whole}\n".encode())


def ladder_text(found: Ladder, title: str) -> str:
    """A ladder as people read it."""
    rules = found.rules
    lines = [f"{title}, {so_many(rules.players, 'player')}: {so_many(len(found.played), 'game')}"]
    for place, one in enumerate(found.ratings, 1):
        lines.append(
            f"{place:3}. {one.bot:16} rating {one.rating:6.2f} ({one.low:.2f} to {one.high:.2f}), "
            f"wins {100 * one.wins.value:.1f} % of {one.games:,}"
        )
        lines += [f"       against {other}: {gap.points()}" for other, gap in one.against.items()]
    return "\n".join([*lines, *(f"careful: {warning}" for warning in found.warnings)])
