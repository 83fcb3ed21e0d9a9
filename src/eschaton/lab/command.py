"""`eschaton simulate` and `eschaton bench`."""

from __future__ import annotations

import argparse

from eschaton.games import every_game
from eschaton.kernel.game import find_game
from eschaton.lab.bench import bench, usual_players
from eschaton.lab.report import Bar, bench_text, report_text
from eschaton.lab.simulate import Job, simulate
from eschaton.terminal.menu import add_options, as_json, options_typed


def simulate_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton simulate`."""
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("--players", type=int, help="how many play (default: the middle number)")
    parser.add_argument("--games", type=int, default=100, help="how many games (default: 100)")
    parser.add_argument("--bots", default="random", help="one bot for all, or one for each seat: random,thumb,…")
    parser.add_argument("--seed", default="0", help="the same seed gives the same games (default: 0)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game, to see one of many again")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1; 0: one for each core)")
    parser.add_argument("--check", action="store_true", help="count every piece at every decision")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_options(parser)


def run_simulate(given: argparse.Namespace) -> int:
    """Simulate."""
    every_game()
    game = find_game(given.game)
    bar = Bar(given.games)
    job = Job(
        game=game.id,
        players=usual_players(game) if given.players is None else given.players,
        games=given.games,
        first=given.first,
        seed=given.seed,
        bots=tuple(given.bots.split(",")),
        options=options_typed(game, given.options),
        check=given.check,
        workers=given.workers,
    )
    try:
        report = simulate(job, bar)
    finally:
        bar.clear()
    print(as_json(report) if given.json else report_text(report, game.title))
    return 1 if report.errors else 0


def bench_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton bench`."""
    parser.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    parser.add_argument("--players", type=int, help="how many play (default: the middle number)")
    parser.add_argument("--seconds", type=float, default=3.0, help="time for each game (default: 3)")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run_bench(given: argparse.Namespace) -> int:
    """Measure."""
    found = every_game()
    chosen = [find_game(name) for name in given.games] or found
    measured = {game.id: bench(game, given.players, given.seconds) for game in chosen}
    print(as_json(measured) if given.json else bench_text(measured))
    return 0
