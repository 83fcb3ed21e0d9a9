"""The command `eschaton`: reads the command line, calls the rooms. Wrong use ends with exit code 2."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from eschaton.cardtext import commands as cards_commands
from eschaton.games import every_game
from eschaton.kernel.errors import EschatonError
from eschaton.lab import command as lab_command
from eschaton.ledger import LedgerError
from eschaton.ledger import commands as ledger_commands
from eschaton.ledger.perform import performed
from eschaton.server import entry as server_entry
from eschaton.terminal import command as terminal_command

FINE = 0
DIFFERS = 1
WRONG_USE = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        arguments = parser().parse_args(words)
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
    for name, (about, more, arguments, run) in COMMANDS.items():
        made = commands.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}. {more}".strip())
        arguments(made)
        made.set_defaults(run=run)
    return top


def scenario_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton scenario`."""
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="scenario files, or folders of them")


def run_scenario(given: argparse.Namespace) -> int:
    """Play scenarios."""
    every_game()
    wrong = differs = False
    for name, told in performed(given.files):
        wrong = wrong or isinstance(told, EschatonError)
        differs = differs or told is not None
        print(told or f"{name}: as expected", file=sys.stderr if isinstance(told, EschatonError) else sys.stdout)
    return WRONG_USE if wrong else DIFFERS if differs else FINE


def rules_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton rules`."""
    parser.add_argument("game", nargs="?", metavar="GAME", help="whose rules; or: coverage")
    parser.add_argument("words", nargs="*", metavar="WORDS", help="an id, a section or any words")
    parser.add_argument("--limit", type=int, default=25, help="show at most so many entries (default: 25)")
    parser.add_argument("--switches", action="store_true", help="the table options that rulings name")
    parser.add_argument("--json", action="store_true", help="coverage as JSON")


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


def run_cards(given: argparse.Namespace) -> int:
    """Check and explain card texts, in the words of the games there are."""
    every_game()
    return cards_commands.main(given)


Command = tuple[str, str, Callable[[argparse.ArgumentParser], None], Callable[[argparse.Namespace], int]]

COMMANDS: dict[str, Command] = {
    "games": (
        "list the games: id, title, seats, options, packs",
        "",
        terminal_command.games_arguments,
        terminal_command.run_games,
    ),
    "play": (
        "play in the terminal",
        "Without GAME, the first game there is. Type ? while playing.",
        terminal_command.play_arguments,
        terminal_command.run_play,
    ),
    "simulate": (
        "let bots play many games",
        "Exit code 1 if a game failed.",
        lab_command.simulate_arguments,
        lab_command.run_simulate,
    ),
    "replay": (
        "tell a saved game, and show the table at any moment",
        "",
        terminal_command.replay_arguments,
        terminal_command.run_replay,
    ),
    "verify": (
        "prove every roll and shuffle of a saved game",
        "Exit code 1 if something is not proven.",
        terminal_command.verify_arguments,
        terminal_command.run_verify,
    ),
    "scenario": (
        "play scenario files and report the first difference of each",
        "Exit code 1 if there is one.",
        scenario_arguments,
        run_scenario,
    ),
    "rules": (
        "search and read the rules",
        "`rules coverage [--json]`: what the tests prove.",
        rules_arguments,
        run_rules,
    ),
    "cards": (
        "check, explain and list card texts",
        "Exit code 1 if something is wrong with the cards.",
        cards_commands.add_arguments,
        run_cards,
    ),
    "bench": ("measure how fast games are, on one core", "", lab_command.bench_arguments, lab_command.run_bench),
    "serve": (
        "serve the web table to browsers",
        "Needs the extra eschaton[server].",
        server_entry.serve_arguments,
        server_entry.run_serve,
    ),
    "load": (
        "load a server of its own and measure it",
        "Exit code 1 if there were errors.",
        server_entry.load_arguments,
        server_entry.run_load,
    ),
}
