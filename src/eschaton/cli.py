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
from eschaton.kernel.plain import visible
from eschaton.lab import command as lab_command
from eschaton.lab import entry as lab_entry
from eschaton.ledger import LedgerError
from eschaton.ledger import commands as ledger_commands
from eschaton.ledger.perform import performed
from eschaton.server import entry as server_entry
from eschaton.terminal import campaigns, characters
from eschaton.terminal import command as terminal_command
from eschaton.terminal.screen import plain_output

FINE = 0
DIFFERS = 1
WRONG_USE = 2
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    words = sys.argv[1:] if argv is None else list(argv)
    try:
        arguments = parsed(words)
        with plain_output():
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


def parsed(words: Sequence[str]) -> argparse.Namespace:
    """The command line as understood; the words of a search may also stand after its options."""
    known = parser()
    arguments, rest = known.parse_known_args(words)
    if rest and (not hasattr(arguments, "words") or any(word.startswith("-") for word in rest)):
        known.error(f"unrecognized arguments: {' '.join(rest)}")
    if rest:
        arguments.words += rest
    return arguments


def complain(message: str) -> int:
    """Say what was wrong, on one line."""
    print(f"eschaton: {visible(' '.join(message.split()))}", file=sys.stderr)
    return WRONG_USE


class ShowVersion(argparse.Action):
    """Prints the version; looked up only then, since that takes a while."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and leave."""
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"eschaton {version('eschaton')}")
        except PackageNotFoundError:
            print("eschaton, not installed")
        parser.exit()


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(prog="eschaton", description="Tabletop games about the end of the world.")
    top.add_argument("--version", nargs=0, action=ShowVersion, help="show the version and exit")
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
    parser.add_argument("--where", action="store_true", help="the code and the tests of one id; without an id, a count")
    parser.add_argument("--json", action="store_true", help="coverage as JSON")


def run_rules(given: argparse.Namespace) -> int:
    """Read the rules."""
    if given.json and given.game != "coverage":
        raise LedgerError("--json is for: rules coverage")
    if given.game == "coverage" and given.words:
        raise LedgerError("coverage takes no words; it is of all ledgers")
    if given.limit < 1:
        raise LedgerError(f"limit: {given.limit} is too few; show at least 1")
    if given.game is None:
        print(ledger_commands.list_ledgers())
    elif given.game == "coverage":
        print(ledger_commands.coverage_report(given.json))
    elif given.where:
        print(ledger_commands.where_report(given.game, given.words))
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
    "campaigns": (
        "list the campaigns you play, or show one",
        "A campaign is begun and continued by: eschaton play GAME --campaign NAME.",
        campaigns.campaigns_arguments,
        campaigns.run_campaigns,
    ),
    "characters": (
        "list the characters you play, show one, free one, or take one in",
        "A character is brought to a game by: eschaton play GAME --character SEAT=NAME.",
        characters.characters_arguments,
        characters.run_characters,
    ),
    "simulate": (
        "let bots play many games",
        "Exit code 1 if a game failed.",
        lab_command.simulate_arguments,
        lab_command.run_simulate,
    ),
    "duel": (
        "find out which of two bots is better, and stop when it is sure",
        "Both play the same games in the same seats, from the same seeds.",
        lab_command.duel_arguments,
        lab_command.run_duel,
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
    "lab": (
        "run studies of many games, report, compare, rate bots",
        "Needs the extra eschaton[lab].",
        lab_entry.lab_arguments,
        lab_entry.run_lab,
    ),
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
    "reports": (
        "list and fetch what players of a server have reported",
        "Needs the extra eschaton[server].",
        server_entry.reports_arguments,
        server_entry.run_reports,
    ),
}
