"""`eschaton serve`: serve until told to stop."""

from __future__ import annotations

import contextlib
import gc
import os
import socket
import sys
from pathlib import Path
from urllib.parse import urlsplit

import uvicorn
from starlette.applications import Starlette

from eschaton.kernel.errors import BadSetup
from eschaton.server import logs
from eschaton.server.app import database_url, make_app
from eschaton.server.protocol import MAX_MESSAGE
from eschaton.server.settings import Config

SPARE_FILES = 500
"""For the database, for processes and for whoever is sent away."""


class Server(uvicorn.Server):
    """A server that says where it can be found."""

    def __init__(self, config: uvicorn.Config, place: str, note: str) -> None:
        super().__init__(config)
        self.place = place
        self.note = note

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and then say so."""
        await super().startup(sockets)
        if self.started:
            print(f"Eschaton is at {self.place} (Ctrl-C ends it).{self.note}", flush=True)


def run_server(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: Path = Path("data"),
    database: str | None = None,
    config: Config | None = None,
    log_level: str = "info",
    internal: str = "127.0.0.1",
) -> int:
    """Serve until told to stop; returns after a graceful shutdown."""
    logs.set_up(log_level.upper())
    sys.setswitchinterval(0.001)  # the thread that writes must not wait long for its turn
    gc.freeze()  # what is loaded by now stays; views are many small things, but never circles
    gc.set_threshold(20_000, 20, 20)
    config = config or Config()
    allow_files(config.most_connections + SPARE_FILES)
    url = database_url(data, database)
    with listening(host, port) as listener, contextlib.ExitStack() as until_the_end:
        sockets = [listener]
        if not url.startswith("sqlite"):
            sockets.append(until_the_end.enter_context(listening_inside(internal)))
        app = make_app(url, config, inner_address(sockets[1:]))
        place = address(host, listener.getsockname()[1])
        note = "" if (config.static / "index.html").is_file() else " The browser client is not built yet."
        server = Server(uvicorn_config(app, host, port), place, note)
        with contextlib.suppress(KeyboardInterrupt):  # by then everybody was told good-bye
            server.run(sockets=sockets)
    return 0 if server.started else 1


def allow_files(wanted: int) -> None:
    """Have the system let us open so many files, if it does; it counts connections as files."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there; BadSetup if that cannot be."""
    with contextlib.ExitStack() as open_until_it_listens:
        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
            # With its protocol named: asyncio sends small messages at once only on sockets that it knows to be TCP.
            listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
            open_until_it_listens.enter_context(listener)
            if os.name == "posix":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((host, port))
            listener.listen(2048)
        except (OSError, OverflowError) as error:
            reason = getattr(error, "strerror", None) or error
            raise BadSetup(f"port: cannot listen on {host}:{port}: {reason}") from None
        open_until_it_listens.pop_all()
    return listener


def listening_inside(internal: str) -> socket.socket:
    """A socket for other servers over the same database; BadSetup if they could not find it."""
    try:
        place = urlsplit(f"//{internal}")
        host, port = place.hostname or "", place.port or 0
    except ValueError:
        host, port = "", 0
    if not host or host in ("0.0.0.0", "::"):
        raise BadSetup(f"internal: expected an address at which other servers reach this one, not {internal!r}")
    return listening(host, port)


def inner_address(sockets: list[socket.socket]) -> str:
    """Where other servers reach this one; empty for nowhere."""
    if not sockets:
        return ""
    host, port = sockets[0].getsockname()[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def address(host: str, port: int) -> str:
    """What to type into a browser."""
    shown = {"127.0.0.1": "localhost", "::1": "localhost", "0.0.0.0": "localhost", "::": "localhost"}.get(host, host)
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"


def uvicorn_config(app: Starlette, host: str, port: int) -> uvicorn.Config:
    """How uvicorn is used: small frames, no compression (messages are differences), pings, quick good-byes."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        log_config=None,
        access_log=False,
        http=app.state.gate.protocol(),
        ws="websockets-sansio",
        proxy_headers=False,  # the application believes the proxies that were named, and no others
        ws_max_size=4 * MAX_MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=5,
        server_header=False,
        lifespan="on",
    )
