"""The commands `eschaton serve` and `eschaton load`: what they take. Loads the server's packages only when run."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from eschaton.games import every_game
from eschaton.kernel.errors import BadSetup


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Say which extra is missing if something is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "eschaton").partition(".")[0] == "eschaton":
            raise
        raise BadSetup(f"{error.name} is not installed; install eschaton[{name}]") from None


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton serve`."""
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    add("--port", type=int, default=8000, help="port to listen on (default: 8000; 0: any)")
    add("--data", type=Path, default=Path("data"), metavar="DIR", help="folder for tables (default: data)")
    add("--database", metavar="URL", help="PostgreSQL database to use instead of a file in the folder")
    add("--origin", action="append", default=[], help="further origin whose pages may connect")
    add("--bot-delay", type=float, default=0.6, help="seconds a bot waits before it answers (0.6)")
    add("--tables-per-minute", type=int, default=60, help="tables one address may open (default: 60)")


def run_serve(given: argparse.Namespace) -> int:
    """Serve the web table."""
    with extra("server"):
        from eschaton.server.command import run_server
        from eschaton.server.settings import Config

    every_game()
    config = Config(origins=tuple(given.origin), bot_delay=given.bot_delay, tables_per_minute=given.tables_per_minute)
    with extra("postgres"):
        return run_server(given.host, given.port, given.data, given.database, config)


def load_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton load`."""
    add = parser.add_argument
    add("--tables", type=int, default=100, help="how many tables (default: 100)")
    add("--seats", type=int, default=5, help="seats at each (default: 5)")
    add("--seconds", type=float, default=30.0, help="how long they play (default: 30)")
    add("--pace", type=float, default=1.0, help="seconds between two answers at a table (default: 1)")
    add("--game", default="", help="which game (default: the first for so many)")
    add("--json", action="store_true", help="as JSON")


def run_load(given: argparse.Namespace) -> int:
    """Load a server of its own, and measure it."""
    with extra("server"):
        from eschaton.server.load import Plan, load, load_text

    every_game()
    plan = Plan(tables=given.tables, seats=given.seats, seconds=given.seconds, pace=given.pace, game=given.game)
    found = load(plan)
    print(msgspec.json.encode(found).decode() if given.json else load_text(found))
    return 1 if found.errors else 0
