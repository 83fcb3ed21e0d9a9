"""A study: which games are played how often, by whom, with which options and cards. Read from a TOML file and checked.

A study is laid out into cells: one for each game, number of players, line-up, choice of options and packs. Game i of
every cell is played from the seed "SEED/i", so that cells can be compared game by game.
"""

from __future__ import annotations

import hashlib
import itertools
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec

from eschaton.bots import make_bots, seated
from eschaton.cardtext.carried import PackFile
from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game, Setup, find_game
from eschaton.kernel.once import convert
from eschaton.lab.packs import laid, read_packs
from eschaton.lab.stats import so_many

Many = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Lineup = str | tuple[str, ...]


class BadStudy(BadSetup):
    """A study file cannot be used; the message names the file and the field."""


class StudyPlay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One `[[play]]` of a study file: a game and what is varied. A list of options' values means each of them."""

    game: str
    players: int | tuple[int, ...] | None = None
    bots: str | tuple[Lineup, ...] = "random"
    rotate: bool = False
    options: dict[str, Any] = {}
    packs: tuple[str, ...] = ()
    games: Many | None = None


class StudyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A study as it stands in its file."""

    play: Annotated[tuple[StudyPlay, ...], msgspec.Meta(min_length=1)]
    title: str = ""
    seed: str | int = "0"
    games: Many = 100
    batch: Many | None = None


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """One thing to play many times. `bots` names one for each seat; with `rotate`, game i moves them on by i seats."""

    game: str
    version: int
    players: int
    bots: tuple[str, ...]
    options: dict[str, Any]
    packs: tuple[PackFile, ...]
    games: int
    rotate: bool = False
    together: bool = False
    label: str = ""

    def prepared(self) -> tuple[Game, Setup]:
        """The game, with its packs, and its set-up."""
        game = laid(find_game(self.game), self.packs)
        return game, game.checked(self.players, self.options)

    def seated(self, index: int) -> tuple[str, ...]:
        """The bots of one game, by seat."""
        turn = index % len(self.bots) if self.rotate else 0
        return self.bots[turn:] + self.bots[:turn]


class Study(msgspec.Struct, frozen=True, kw_only=True):
    """A study laid out: everything that decides its results, and nothing else."""

    title: str
    seed: str
    batch: int
    cells: tuple[Cell, ...]

    @property
    def games(self) -> int:
        """How many games there are."""
        return sum(cell.games for cell in self.cells)

    @property
    def fingerprint(self) -> str:
        """What two studies share exactly if they have the same results."""
        return hashlib.blake2b(msgspec.json.encode(self, order="sorted"), digest_size=12).hexdigest()


def read_study(path: Path) -> Study:
    """The study of a file; BadStudy names the file and the field that is wrong."""
    try:
        raw = tomllib.loads(path.read_text("utf-8"))
        found = convert(raw, StudyFile)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadStudy(f"{path}: {error}") from None
    except msgspec.ValidationError as error:
        raise BadStudy(f"{path}: {complaint(str(error))}") from None
    cells = [cell for number, play in enumerate(found.play) for cell in checked_cells(path, found, number, play)]
    refuse_twice(path, cells)
    cells = [msgspec.structs.replace(cell, label=label) for cell, label in zip(cells, labels(cells), strict=True)]
    most = max(cell.games for cell in cells)
    return Study(
        title=found.title or path.stem,
        seed=str(found.seed),
        batch=found.batch or max(1, min(50, most // 40)),
        cells=tuple(cells),
    )


MISSING, UNKNOWN = "object missing required field ", "object contains unknown field "


def complaint(message: str) -> str:
    """What msgspec says, with the field first: "play[0].games: expected int"."""
    what, _, where = message.partition(" - at `$")
    field = where.rstrip("`").lstrip(".")
    what = what[0].lower() + what[1:].replace("`", "").replace(" | null", "")
    for said, plainly in ((MISSING, "must be given"), (UNKNOWN, "there is no such field")):
        if what.startswith(said):
            field, what = f"{field}.{what.removeprefix(said)}".lstrip("."), plainly
    return f"{field}: {what}" if field else what


def refuse_twice(path: Path, cells: Sequence[Cell]) -> None:
    """Nothing is played twice: from the same seeds, the same games would be counted as if they were others."""
    for at, (cell, label) in enumerate(zip(cells, labels(cells), strict=True)):
        alike = [msgspec.structs.replace(other, games=cell.games) for other in cells[:at]]
        if cell in alike:
            raise BadStudy(f"{path}: play: {label.rpartition(' (')[0]} is played twice, which would be the same games")


def checked_cells(path: Path, found: StudyFile, number: int, play: StudyPlay) -> list[Cell]:
    """The cells of one `[[play]]`, each tried out: the game laid, the bots seated."""
    try:
        packs = read_packs(path.parent, play.packs)
        cells = list(cells_of(play, packs, play.games or found.games))
        for cell in cells:
            game, setup = cell.prepared()
            seated(make_bots(cell.bots, game), game.table(setup).people())
    except BadSetup as error:
        raise BadStudy(f"{path}: play[{number}].{error}") from None
    return cells


def cells_of(play: StudyPlay, packs: tuple[PackFile, ...], games: int) -> Iterator[Cell]:
    """Every combination of what a `[[play]]` varies."""
    game = laid(find_game(play.game), packs)
    counts = game.players[len(game.players) // 2] if play.players is None else play.players
    lineups: Sequence[Lineup] = (play.bots,) if isinstance(play.bots, str) else play.bots
    for name, many in {"players": counts, "bots": lineups, **named_options(play)}.items():
        if many in ((), []):
            raise BadSetup(f"{name}: name at least one")
    for players in (counts,) if isinstance(counts, int) else counts:
        for options in every_choice(play.options):
            setup = game.checked(players, options)
            seats = game.table(setup).people()
            for lineup in lineups:
                yield Cell(
                    game=game.id,
                    version=game.version,
                    players=players,
                    bots=spread(lineup, seats),
                    options=options,
                    packs=packs,
                    games=games,
                    rotate=play.rotate,
                    together=game.together,
                )


def named_options(play: StudyPlay) -> dict[str, Any]:
    """The options of a `[[play]]`, named as fields of the file."""
    return {f"options.{key}": value for key, value in play.options.items()}


def every_choice(options: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Options with every choice of the values that are listed."""
    listed = [value if isinstance(value, list) else [value] for value in options.values()]
    for chosen in itertools.product(*listed):
        yield dict(zip(options, chosen, strict=True))


def spread(lineup: Lineup, seats: Sequence[Seat]) -> tuple[str, ...]:
    """A bot for each seat: one for all, or some names in turn, over and over."""
    names = (lineup,) if isinstance(lineup, str) else lineup
    if not 0 < len(names) <= len(seats):
        raise BadSetup(f"bots: name one to {len(seats)} for {len(seats)} seats, not {len(names)}")
    return tuple(itertools.islice(itertools.cycle(names), len(seats)))


def labels(cells: Sequence[Cell]) -> list[str]:
    """What each cell is called: by all that differs between cells, and its game and players always."""
    varied = {key for cell in cells for key in cell.options if len({str(c.options.get(key)) for c in cells}) > 1}
    packed = len({cell.packs for cell in cells}) > 1
    found = []
    for cell in cells:
        parts = [cell.game, so_many(cell.players, "player"), in_words(cell.bots)]
        parts += [f"{key}={str(cell.options[key]).lower()}" for key in cell.options if key in varied]
        parts += [pack.name for pack in cell.packs] if packed else []
        found.append(", ".join(parts))
    return [f"{label} ({found[:at].count(label) + 1})" if found.count(label) > 1 else label
            for at, label in enumerate(found)]  # fmt: skip


def in_words(bots: Sequence[str]) -> str:
    """The line-up as people say it: "thumb", "thumb and random in turn"."""
    if len(set(bots)) == 1:
        return bots[0]
    for length in range(2, len(bots)):
        if tuple(itertools.islice(itertools.cycle(bots[:length]), len(bots))) == tuple(bots):
            return f"{', '.join(bots[: length - 1])} and {bots[length - 1]} in turn"
    return "-".join(bots)
