"""The commands `eschaton serve`, `load` and `reports`: what they take. Loads the server's packages only when run."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import msgspec

from eschaton.games import every_game
from eschaton.terminal.menu import extra


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton serve`."""
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="address to listen on (default: this machine only)")
    add("--port", type=int, default=8000, help="port to listen on (default: 8000; 0: any)")
    where_arguments(parser)
    add(
        "--internal",
        default="127.0.0.1",
        metavar="HOST[:PORT]",
        help="where other servers over the same PostgreSQL database reach this one (default: 127.0.0.1, any port)",
    )
    add("--origin", action="append", default=[], help="further origin whose pages may connect")
    add("--bot-delay", type=float, default=0.6, help="seconds a bot waits before it answers (0.6)")
    add("--log-level", choices=("debug", "info", "warning", "error"), default="info", help="what is logged (info)")
    add(
        "--metrics-token",
        default=os.environ.get("ESCHATON_METRICS_TOKEN", ""),
        metavar="TOKEN",
        help="who brings it may read /metrics (default: $ESCHATON_METRICS_TOKEN; without one nobody may)",
    )
    add("--tables-per-minute", type=int, default=60, help="tables one address may open (default: 60)")
    stranger_arguments(parser)


def stranger_arguments(parser: argparse.ArgumentParser) -> None:
    """What people whom nobody knows may take of a server."""
    add = parser.add_argument
    add(
        "--trusted-proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="proxy, or network of proxies, whose X-Forwarded-For and X-Forwarded-Proto are believed (default: none)",
    )
    add("--connections", type=int, default=4000, metavar="N", help="connections at once (default: 4000)")
    add("--connections-per-address", type=int, default=256, metavar="N", help="of one address (default: 256)")
    add("--watchers", type=int, default=100, metavar="N", help="nameless watchers of one table (default: 100)")
    add("--storage", type=int, default=16_000, metavar="MB", help="what is kept for all strangers (default: 16000)")
    add("--storage-per-address", type=int, default=256, metavar="MB", help="for one address (default: 256)")
    add("--keep-days", type=float, default=90, metavar="N", help="days an unused table is kept (default: 90)")


def where_arguments(parser: argparse.ArgumentParser) -> None:
    """Where a server keeps its tables."""
    add = parser.add_argument
    add("--data", type=Path, default=Path("data"), metavar="DIR", help="folder for tables (default: data)")
    add("--database", metavar="URL", help="PostgreSQL database to use instead of a file in the folder")


def run_serve(given: argparse.Namespace) -> int:
    """Serve the web table."""
    with extra("server"):
        from eschaton.server.command import run_server
        from eschaton.server.settings import Config

    every_game()
    config = Config(
        origins=tuple(given.origin),
        bot_delay=given.bot_delay,
        tables_per_minute=given.tables_per_minute,
        trusted_proxies=tuple(given.trusted_proxy),
        most_connections=given.connections,
        connections_each=given.connections_per_address,
        most_watchers=given.watchers,
        storage=given.storage * 1_000_000,
        storage_each=given.storage_per_address * 1_000_000,
        keep_days=given.keep_days,
        metrics_token=given.metrics_token,
    )
    with extra("postgres"):
        return run_server(given.host, given.port, given.data, given.database, config, given.log_level, given.internal)


def load_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton load`."""
    add = parser.add_argument
    add("--tables", type=int, default=100, help="how many tables (default: 100)")
    add("--seats", type=int, default=5, help="seats at each (default: 5)")
    add("--seconds", type=float, default=30.0, help="how long they play (default: 30)")
    add("--pace", type=float, default=1.0, help="seconds between two answers at a table (default: 1)")
    add("--game", default="", help="which game (default: the first for so many)")
    add("--bots", default="", metavar="LEVEL", help="every other time a bot of this level plays a seat of every table")
    add("--json", action="store_true", help="as JSON")


def run_load(given: argparse.Namespace) -> int:
    """Load a server of its own, and measure it."""
    with extra("server"):
        from eschaton.server.load import Plan, load, load_text

    every_game()
    plan = Plan(
        tables=given.tables,
        seats=given.seats,
        seconds=given.seconds,
        pace=given.pace,
        game=given.game,
        bots=given.bots,
    )
    found = load(plan)
    print(msgspec.json.encode(found).decode() if given.json else load_text(found))
    return 1 if found.errors else 0


def reports_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `eschaton reports`."""
    parser.add_argument("report", nargs="?", metavar="ID", help="write this report to a file (default: list them all)")
    where_arguments(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="the file to write (default: report-ID.json)")


def run_reports(given: argparse.Namespace) -> int:
    """List what players have reported, or fetch one report."""
    with extra("server"):
        from eschaton.server.reports import fetch, listed, open_store

    store = open_store(given.data, given.database)
    try:
        print(fetch(store, given.report, given.out) if given.report else listed(store))
    finally:
        store.engine.dispose()
    return 0
