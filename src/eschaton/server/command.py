"""`eschaton serve`."""

from __future__ import annotations

import argparse
from pathlib import Path

import uvicorn

from eschaton.server import logs
from eschaton.server.app import database_url, make_app
from eschaton.server.protocol import MAX_MESSAGE
from eschaton.server.settings import Config


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `eschaton serve`."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (8000)")
    parser.add_argument("--data", type=Path, default=Path("data"), help="folder for the tables (data)")
    parser.add_argument("--database", help="address of a PostgreSQL database to use instead of a file in the folder")
    parser.add_argument("--origin", action="append", default=[], help="further origin whose pages may connect")
    parser.add_argument("--bot-delay", type=float, default=Config.bot_delay, help="seconds a bot waits (0.6)")


def main(args: argparse.Namespace) -> int:
    """Serve until told to stop."""
    config = Config(origins=tuple(args.origin), bot_delay=args.bot_delay)
    run_server(args.host, args.port, args.data, args.database, config)
    return 0


def run_server(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path = Path("data"),
    database: str | None = None,
    config: Config | None = None,
) -> None:
    """Serve until told to stop; returns after a graceful shutdown."""
    logs.set_up()
    app = make_app(database_url(data, database), config)
    uvicorn.Server(uvicorn_config(app, host, port)).run()


def uvicorn_config(app: object, host: str, port: int) -> uvicorn.Config:
    """How uvicorn is used: small frames, no compression (messages are differences), pings, quick good-byes."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        ws="websockets-sansio",
        ws_max_size=4 * MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=5,
        server_header=False,
        lifespan="on",
    )
