"""The command `eschaton`: reads the command line, calls the rooms, prints. Wrong use ends with exit code 2."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from eschaton import games
from eschaton.bots import bot_names
from eschaton.kernel import record
from eschaton.kernel.errors import BadSetup, EschatonError
from eschaton.kernel.game import find_game
from eschaton.ledger import LedgerError
from eschaton.ledger import commands as ledger_commands
from eschaton.terminal.menu import game_facts, game_text, options_typed

WRONG_USE = 2
DIFFERS = 1
FINE = 0
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    arguments = parser().parse_args(argv)
    try:
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except (EschatonError, LedgerError) as error:
        return complain(str(error))
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing is left to fail at exit
        return PIPE_CLOSED
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return INTERRUPTED
    except OSError as error:
        return complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))


def complain(message: str) -> int:
    """Say what was wrong, on one line."""
    print(f"eschaton: {' '.join(message.split())}", file=sys.stderr)
    return WRONG_USE


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(prog="eschaton", description="Tabletop games about the end of the world.")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (
        add_games,
        add_play,
        add_serve,
        add_simulate,
        add_replay,
        add_verify,
        add_scenario,
        add_rules,
        add_bench,
        add_load,
    ):
        add(commands)
    return top


Commands = Any
Run = Callable[[argparse.Namespace], int]


def command(commands: Commands, name: str, run: Run, about: str, more: str = "") -> argparse.ArgumentParser:
    """A sub-parser whose command calls `run`."""
    made: argparse.ArgumentParser = commands.add_parser(
        name, help=about, description=f"{about[0].upper()}{about[1:]}. {more}".strip()
    )
    made.set_defaults(run=run)
    return made


def add_games(commands: Commands) -> None:
    """`games`."""
    made = command(commands, "games", run_games, "list the games: id, title, seats, options, packs")
    made.add_argument("--json", action="store_true", help="as JSON")


def run_games(given: argparse.Namespace) -> int:
    """List the games."""
    found = games.every_game()
    if given.json:
        print_json([game_facts(game) for game in found])
    else:
        print("\n".join(map(game_text, found)) or "No games are installed.")
    return FINE


def add_play(commands: Commands) -> None:
    """`play`."""
    made = command(
        commands,
        "play",
        run_play,
        "play in the terminal",
        "Without GAME, the first game there is. Type ? while playing.",
    )
    made.add_argument("game", nargs="?", metavar="GAME", help="which game (see: eschaton games)")
    made.add_argument("--seats", help=f"who sits where, as in you,bot,bot; bots: bot, {', '.join(bot_names())}")
    made.add_argument("--players", type=int, help="how many play (default: as many as --seats, or as few as can)")
    add_options(made)
    made.add_argument("--seed", default="", help="where chance comes from (default: a secret one)")
    made.add_argument("--hand-dice", action="store_true", help="dice are rolled at your table and typed in")
    made.add_argument("--save", type=Path, metavar="FILE", help="save the game here when you leave or it ends")
    made.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")


def run_play(given: argparse.Namespace) -> int:
    """Play."""
    from eschaton.terminal import play
    from eschaton.terminal.console import Console

    found = games.every_game()
    game = find_game(given.game) if given.game else None
    if given.load:
        if given.players or given.options or given.seed or given.hand_dice or given.save:
            raise BadSetup("load: a saved game keeps its players, options, seed, dice and file; name only --seats")
        play.play_on(given.load, Console(), game=game, seats=given.seats)
        return FINE
    if game is None and not found:
        raise BadSetup("game: no games are installed")
    game = game or found[0]
    play.play(
        game,
        Console(),
        seats=given.seats,
        players=given.players,
        options=options_typed(game, given.options),
        seed=given.seed,
        hand_dice=given.hand_dice,
        keep=given.save,
    )
    return FINE


def add_serve(commands: Commands) -> None:
    """`serve`."""
    made = command(commands, "serve", run_serve, "play together in browsers", "Needs the extra eschaton[server].")
    made.add_argument("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    made.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000; 0: any)")
    made.add_argument(
        "--data", type=Path, default=Path("data"), metavar="DIR", help="folder for tables (default: data)"
    )
    made.add_argument("--database", metavar="URL", help="PostgreSQL database to use instead of a file in the folder")
    made.add_argument("--origin", action="append", default=[], help="further origin whose pages may connect")
    made.add_argument("--bot-delay", type=float, default=0.6, help="seconds a bot waits before it answers (0.6)")
    made.add_argument("--tables-per-minute", type=int, default=60, help="tables one address may open (default: 60)")


def run_serve(given: argparse.Namespace) -> int:
    """Serve."""
    with extra("server"):
        from eschaton.server.command import run_server
        from eschaton.server.settings import Config

    games.every_game()
    config = Config(origins=tuple(given.origin), bot_delay=given.bot_delay, tables_per_minute=given.tables_per_minute)
    with extra("postgres"):
        return run_server(given.host, given.port, given.data, given.database, config)


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Say which extra is missing if something is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "eschaton").partition(".")[0] == "eschaton":
            raise
        raise BadSetup(f"{error.name} is not installed; install eschaton[{name}]") from None


def add_load(commands: Commands) -> None:
    """`load`."""
    made = command(commands, "load", run_load, "load a server of its own and measure it", "Exit code 1 on errors.")
    made.add_argument("--tables", type=int, default=100, help="how many tables (default: 100)")
    made.add_argument("--seats", type=int, default=5, help="seats at each (default: 5)")
    made.add_argument("--seconds", type=float, default=30.0, help="how long they play (default: 30)")
    made.add_argument("--pace", type=float, default=1.0, help="seconds between two answers at a table (default: 1)")
    made.add_argument("--game", default="", help="which game (default: the first for so many)")
    made.add_argument("--json", action="store_true", help="as JSON")


def run_load(given: argparse.Namespace) -> int:
    """Load."""
    with extra("server"):
        from eschaton.server.load import Plan, load, load_text

    games.every_game()
    plan = Plan(tables=given.tables, seats=given.seats, seconds=given.seconds, pace=given.pace, game=given.game)
    found = load(plan)
    print_json(found) if given.json else print(load_text(found))
    return DIFFERS if found.errors else FINE


def add_simulate(commands: Commands) -> None:
    """`simulate`."""
    made = command(commands, "simulate", run_simulate, "let bots play many games", "Exit code 1 if a game failed.")
    made.add_argument("game", metavar="GAME", help="which game")
    made.add_argument("--players", type=int, help="how many play (default: the middle number)")
    made.add_argument("--games", type=int, default=100, help="how many games (default: 100)")
    made.add_argument("--bots", default="random", help="one bot for all, or one for each seat: random,thumb,…")
    made.add_argument("--seed", default="0", help="the same seed gives the same games (default: 0)")
    made.add_argument("--first", type=int, default=0, help="number of the first game, to see one of many again")
    made.add_argument("--workers", type=int, default=1, help="processes (default: 1; 0: one for each core)")
    made.add_argument("--check", action="store_true", help="count every piece at every decision")
    made.add_argument("--json", action="store_true", help="as JSON")
    add_options(made)


def run_simulate(given: argparse.Namespace) -> int:
    """Simulate."""
    from eschaton.lab.bench import usual_players
    from eschaton.lab.report import Bar, report_text
    from eschaton.lab.simulate import Job, simulate

    games.every_game()
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
    print_json(report) if given.json else print(report_text(report, game.title))
    return DIFFERS if report.errors else FINE


def add_replay(commands: Commands) -> None:
    """`replay`."""
    made = command(commands, "replay", run_replay, "tell a saved game, and show the table at any moment")
    made.add_argument("file", type=Path, metavar="FILE", help="a saved game")
    made.add_argument("--verify", action="store_true", help="only check that playing it again gives the same tables")
    made.add_argument("--at", type=int, metavar="N", help="the moment after N answers (default: the end)")
    made.add_argument(
        "--view", default="all", metavar="SEAT", help="through whose eyes: a seat, spectator, all (default)"
    )


def run_replay(given: argparse.Namespace) -> int:
    """Replay."""
    from eschaton.terminal.replay import differences, replay_text, viewer_named

    games.every_game()
    found = record.read(given.file)
    if not given.verify:
        print(replay_text(found, viewer_named(given.view, found), given.at))
        return FINE
    return verdict(given.file, f"{len(found.entries)} answers play out the same", differences(found))


def add_verify(commands: Commands) -> None:
    """`verify`."""
    made = command(
        commands, "verify", run_verify, "prove every roll and shuffle of a saved game", "Exit code 1 if not."
    )
    made.add_argument("file", type=Path, metavar="FILE", help="a saved game")


def run_verify(given: argparse.Namespace) -> int:
    """Verify."""
    from eschaton.terminal.replay import proof

    games.every_game()
    return verdict(given.file, *proof(record.read(given.file)))


def verdict(file: Path, proven: str, wrong: list[str]) -> int:
    """Say what is proven, or everything that is wrong."""
    for fault in wrong:
        print(f"{file}: {fault}")
    if not wrong:
        print(f"{file}: {proven}")
    return DIFFERS if wrong else FINE


def add_scenario(commands: Commands) -> None:
    """`scenario`."""
    made = command(commands, "scenario", run_scenario, "play scenario files and report the first difference of each")
    made.add_argument("files", nargs="+", type=Path, metavar="FILE", help="scenario files, or folders of them")


def run_scenario(given: argparse.Namespace) -> int:
    """Play scenarios."""
    from eschaton.ledger.perform import performed

    games.every_game()
    wrong = differs = False
    for name, told in performed(given.files):
        wrong = wrong or isinstance(told, EschatonError)
        differs = differs or told is not None
        print(told or f"{name}: as expected", file=sys.stderr if isinstance(told, EschatonError) else sys.stdout)
    return WRONG_USE if wrong else DIFFERS if differs else FINE


def add_rules(commands: Commands) -> None:
    """`rules`."""
    made = command(
        commands, "rules", run_rules, "search and read the rules", "`rules coverage [--json]`: what the tests prove."
    )
    made.add_argument("game", nargs="?", metavar="GAME", help="whose rules; or: coverage")
    made.add_argument("words", nargs="*", metavar="WORDS", help="an id, a section or any words")
    made.add_argument("--limit", type=int, default=25, help="show at most so many entries (default: 25)")
    made.add_argument("--switches", action="store_true", help="the table options that rulings name")
    made.add_argument("--json", action="store_true", help="coverage as JSON")


def run_rules(given: argparse.Namespace) -> int:
    """Read the rules."""
    if given.json and given.game != "coverage":
        raise LedgerError("--json is for: rules coverage")
    if given.game is None:
        print(ledger_commands.list_ledgers())
    elif given.game == "coverage":
        print(ledger_commands.coverage_report(given.json))
    elif given.switches:
        print(ledger_commands.switches_report(given.game))
    else:
        print(ledger_commands.show(given.game, given.words, given.limit))
    return FINE


def add_bench(commands: Commands) -> None:
    """`bench`."""
    made = command(commands, "bench", run_bench, "measure how fast games are, on one core")
    made.add_argument("games", nargs="*", metavar="GAME", help="which games (default: all)")
    made.add_argument("--players", type=int, help="how many play (default: the middle number)")
    made.add_argument("--seconds", type=float, default=3.0, help="time for each game (default: 3)")
    made.add_argument("--json", action="store_true", help="as JSON")


def run_bench(given: argparse.Namespace) -> int:
    """Measure."""
    from eschaton.lab.bench import bench
    from eschaton.lab.report import bench_text

    found = games.every_game()
    chosen = [find_game(name) for name in given.games] or found
    measured = {game.id: bench(game, given.players, given.seconds) for game in chosen}
    print_json(measured) if given.json else print(bench_text(measured))
    return FINE


def add_options(made: argparse.ArgumentParser) -> None:
    """The argument that sets options of a game."""
    made.add_argument(
        "--options", nargs="+", action="extend", default=[], metavar="KEY=VALUE", help="options of the game"
    )


def print_json(value: Any) -> None:
    """Print JSON for programs."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())
