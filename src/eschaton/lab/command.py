"""`eschaton simulate`, `eschaton duel` and `eschaton bench`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from eschaton.bots import bots_in_words
from eschaton.games import every_game
from eschaton.kernel.game import find_game
from eschaton.lab.against import compare
from eschaton.lab.bench import bench, usual_players
from eschaton.lab.duel import Duel, results, told
from eschaton.lab.packs import read_packs
from eschaton.lab.report import Bar, against_text, bench_text, report_text
from eschaton.lab.sequential import SequentialTrial, tried
from eschaton.lab.simulate import Job, simulate
from eschaton.ledger.coverage import checkout
from eschaton.terminal.menu import add_options, add_packs, as_json, options_typed


def simulate_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton simulate`."""
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("--players", type=int, help="how many play (default: the middle number)")
    parser.add_argument("--games", type=int, default=100, help="how many games (default: 100)")
    parser.add_argument(
        "--bots", help=f"one bot for all, or one for each seat, as in random,thumb (default: random): {bots_in_words()}"
    )
    parser.add_argument("--seed", default="0", help="the same seed gives the same games (default: 0)")
    parser.add_argument("--first", type=int, default=0, help="number of the first game, to see one of many again")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1; 0: one for each core)")
    parser.add_argument(
        "--check", action="store_true", help="count all pieces at every decision, not only now and then and at the end"
    )
    parser.add_argument(
        "--questions", action="store_true", help="count the questions a turn of a seat that follows the hints"
    )
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_options(parser)
    add_packs(parser)


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
        bots=tuple((given.bots or ("thumb" if given.questions else "random")).split(",")),
        options=options_typed(game, given.options),
        packs=read_packs(Path(), given.pack),
        check=given.check,
        questions=given.questions,
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
    parser.add_argument("--seconds", type=float, default=3.0, help="processor time for each game (default: 3)")
    parser.add_argument("--against", type=Path, metavar="DIR", help="beside another checkout, slice by slice in turn")
    parser.add_argument("--json", action="store_true", help="as JSON")


def run_bench(given: argparse.Namespace) -> int:
    """Measure."""
    found = every_game()
    chosen = [find_game(name) for name in given.games] or found
    if given.against is not None:
        found_there = compare(chosen, checkout(), given.against.resolve(), given.players, given.seconds)
        print(as_json(found_there) if given.json else against_text(found_there))
        return 0
    measured = bench(chosen, given.players, given.seconds)
    print(as_json(measured) if given.json else bench_text(measured))
    return 0


def duel_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton duel`."""
    parser.add_argument("game", metavar="GAME", help="which game")
    parser.add_argument("one", metavar="BOT", help=f"who may be better: {bots_in_words()}")
    parser.add_argument("other", metavar="BOT", help="than whom")
    parser.add_argument("--players", type=int, help="how many play (default: the middle number)")
    parser.add_argument("--among", default="", help="who plays all other seats (default: thumb if there is advice)")
    parser.add_argument("--sides", action="store_true", help="they play all seats of a side, not a single one")
    parser.add_argument("--side", default="", help="they play all seats of this side, in every game")
    parser.add_argument("--pairs", type=int, default=1000, help="at most so many pairs of games (default: 1000)")
    parser.add_argument("--seed", default="duel", help="the same seed gives the same games (default: duel)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument("--json", action="store_true", help="as JSON")
    add_options(parser)
    add_packs(parser)


def run_duel(given: argparse.Namespace) -> int:
    """Compare two bots."""
    every_game()
    game = find_game(given.game)
    duel = Duel(
        game=game.id,
        players=usual_players(game) if given.players is None else given.players,
        one=given.one,
        other=given.other,
        among=given.among,
        sides=given.sides,
        side=given.side,
        pairs=given.pairs,
        seed=given.seed,
        options=options_typed(game, given.options),
        packs=read_packs(Path(), given.pack),
        workers=given.workers,
    )
    trial = tried(watched(results(duel)))
    print(as_json(trial.summary()) if given.json else told(trial, duel))
    return 0


def watched(pairs: Iterator[tuple[bool, bool]]) -> Iterator[tuple[bool, bool]]:
    """The same pairs, with how it stands for a person who watches."""
    so_far = SequentialTrial()
    for one, other in pairs:
        so_far.count(one, other)
        if sys.stderr.isatty():
            wins = f"{so_far.one_wins} against {so_far.other_wins} wins"
            print(f"\r\x1b[K{so_far.pairs:,} pairs: {wins}", end="", file=sys.stderr, flush=True)
        yield one, other
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
