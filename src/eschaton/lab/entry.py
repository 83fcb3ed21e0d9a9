"""The commands of `eschaton lab`: what they take. What they need is loaded only when they run."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from eschaton.games import every_game
from eschaton.kernel.errors import BadSetup
from eschaton.terminal.menu import add_options, as_json, extra, options_typed

if TYPE_CHECKING:
    from eschaton.lab.workers import Players


def lab_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton lab`."""
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, (about, more, arguments, run) in COMMANDS.items():
        made = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}. {more}".strip())
        arguments(made)
        made.set_defaults(lab=run)


def run_lab(given: argparse.Namespace) -> int:
    """Run one of the commands of the lab."""
    every_game()
    with extra("lab"):
        code: int = given.lab(given)
    return code


def worker_arguments(parser: argparse.ArgumentParser) -> None:
    """Who plays."""
    parser.add_argument("--workers", type=int, default=0, help="processes (default: 0, one for each core)")
    parser.add_argument(
        "--cluster", metavar="ADDRESS", help="play on a Ray cluster: auto, host:port, ray://host:port, or local"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")


def players_given(given: argparse.Namespace) -> Players:
    """Who plays, as the command line says."""
    from eschaton.lab.workers import locally, on_cluster

    if given.workers < 0:
        raise BadSetup("workers: 0 (one for each core) or more")
    if given.cluster is None:
        return locally(given.workers)
    with extra("cluster"):
        import ray  # noqa: F401
    return on_cluster(given.cluster, given.workers)


def run_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton lab run`."""
    parser.add_argument("study", type=Path, metavar="STUDY.toml", help="the study")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of the results (default: STUDY.results)")
    worker_arguments(parser)


def run_run(given: argparse.Namespace) -> int:
    """Run a study, or go on with it."""
    from eschaton.lab.run import ran_text, run_study
    from eschaton.lab.study import read_study

    study = read_study(given.study)
    ran = run_study(study, given.out or results_of(given.study), players_given(given))
    print(as_json(ran) if given.json else ran_text(ran))
    return 1 if ran.errors else 0


def results_of(study: Path) -> Path:
    """Where the results of a study file go unless said: beside it."""
    return study.with_suffix(".results")


def report_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton lab report`."""
    parser.add_argument("folder", type=Path, metavar="DIR", help="the results of a study")
    parser.add_argument("--out", type=Path, metavar="FILE", help="the page (default: DIR/report.html)")
    parser.add_argument("--pictures", type=Path, metavar="DIR", help="also every plot as a picture, in this folder")
    parser.add_argument("--json", action="store_true", help="what the page says, as JSON")


def run_report(given: argparse.Namespace) -> int:
    """Write the report of a study."""
    from eschaton.lab.findings import findings
    from eschaton.lab.page import write_page, write_pictures
    from eschaton.lab.store import Results

    results = Results(given.folder)
    sections = findings(results)
    page = given.out or given.folder / "report.html"
    write_page(page, results.study, sections)
    written = write_pictures(given.pictures, sections) if given.pictures else []
    told = {"page": str(page), "pictures": list(map(str, written)), "sections": [part.told() for part in sections]}
    print(as_json(told) if given.json else "\n".join(map(str, [page, *written])))
    return 0


def compare_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton lab compare`."""
    parser.add_argument("first", type=Path, metavar="A.toml", help="the study as it was")
    parser.add_argument("second", type=Path, metavar="B.toml", help="the same study with something changed")
    parser.add_argument("--out", type=Path, metavar="DIR", help="folder of both results (default: A-B.results)")
    parser.add_argument("--examples", type=int, default=5, help="games whose first difference is shown (default: 5)")
    worker_arguments(parser)


def run_compare(given: argparse.Namespace) -> int:
    """Compare two studies, game by game."""
    from eschaton.lab.compare import compare, compare_text
    from eschaton.lab.study import read_study

    if given.examples < 0:
        raise BadSetup("examples: 0 or more")
    first, second = read_study(given.first), read_study(given.second)
    out = given.out or given.first.with_name(f"{given.first.stem}-{given.second.stem}.results")
    found = compare(first, second, out, players_given(given), given.examples)
    print(as_json(found) if given.json else compare_text(found, given.first.stem, given.second.stem))
    return 0


def ladder_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton lab ladder`."""
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("--bots", help="which bots, as in random,thumb (default: these two)")
    parser.add_argument("--players", type=int, help="how many play (default: the middle number)")
    parser.add_argument("--games", type=int, default=100, help="games of each pair, in whole rounds of seats (100)")
    parser.add_argument("--seed", default="0", help="the same seed gives the same ladder (default: 0)")
    parser.add_argument("--file", type=Path, help="where results are kept (default: ladder-GAME.json)")
    add_options(parser)
    worker_arguments(parser)


def run_ladder(given: argparse.Namespace) -> int:
    """Play what is missing of a ladder, and rate the bots from all its games."""
    from eschaton.kernel.game import find_game
    from eschaton.lab.bench import usual_players
    from eschaton.lab.ladder import LadderRules, bots_for, ladder, ladder_text

    game = find_game(given.game)
    rules = LadderRules(
        game=game.id,
        version=game.version,
        players=usual_players(game) if given.players is None else given.players,
        bots=tuple(given.bots.split(",")) if given.bots else bots_for(game),
        options=options_typed(game, given.options),
        games=given.games,
        seed=given.seed,
    )
    found = ladder(rules, given.file or Path(f"ladder-{game.id}.json"), players_given(given))
    print(as_json(found) if given.json else ladder_text(found, game.title))
    return 0


def fit_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton lab fit`."""
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("--players", help="numbers of players, as in 4,6 (default: all there are)")
    parser.add_argument("--games", type=int, default=400, help="how many games (default: 400)")
    parser.add_argument("--seed", default="fit", help="the same seed gives the same weights (default: fit)")
    parser.add_argument("--show", action="store_true", help="print the weights, and leave the file as it is")
    parser.add_argument("--workers", type=int, default=0, help="processes (default: 0, one for each core)")


def run_fit(given: argparse.Namespace) -> int:
    """Fit the weights of a game's outlook, and write them where they stand."""
    from eschaton.kernel.game import find_game
    from eschaton.lab.fit import Fit, file_of, fit, outlook_of
    from eschaton.lab.report import Bar

    game = find_game(given.game)
    try:
        players = tuple(map(int, given.players.split(","))) if given.players else game.players
    except ValueError:
        raise BadSetup(f"players: expected numbers, as in 4,6; not {given.players!r}") from None
    if given.workers < 0:
        raise BadSetup("workers: 0 (one for each core) or more")
    job = Fit(game=game.id, players=players, games=given.games, seed=given.seed, workers=given.workers)
    bar = Bar(given.games)
    try:
        found = fit(job, lambda done: bar.draw(done, 0))
    finally:
        bar.clear()
    text = file_of(game, job, found)
    if not given.show:
        outlook_of(game).file.write_text(text, "utf-8")
    print(text if given.show else f"{outlook_of(game).file}: written")
    return 0


Command = tuple[str, str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]

COMMANDS: dict[str, Command] = {
    "run": (
        "play a study, or go on with one that was interrupted",
        "Results are Parquet files: games.parquet and events.parquet. Exit code 1 if a game failed.",
        run_arguments,
        run_run,
    ),
    "report": ("make a page of plots and sentences from results", "", report_arguments, run_report),
    "compare": (
        "play two studies with the same chance, and say what differs",
        "Both must play the same games with the same seed; change an option, a bot or a card.",
        compare_arguments,
        run_compare,
    ),
    "ladder": (
        "let all bots play each other, and rate them",
        "Running it again goes on with the file, and plays anew what other rules have played.",
        ladder_arguments,
        run_ladder,
    ),
    "fit": (
        "fit the weights of a game's outlook to games by rule of thumb, and write them where they stand",
        "Players answer at random now and then, so that bad positions come up too. Tested on games left out.",
        fit_arguments,
        run_fit,
    ),
}
