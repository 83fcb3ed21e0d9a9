"""A real server in a process of its own, which can be killed; run as a module, it is that server."""

import os
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import msgspec

USUAL = {"bot_delay": 0.0, "rate": 2000.0, "burst": 2000, "tables_per_minute": 100_000}
PATIENCE_SECONDS = 60


class Process:
    """A server on a port; killed, it can be started again on the same port and data."""

    def __init__(self, port: int, data: Path, database: str | None = None, **settings: object) -> None:
        self.port, self.data, self.database = port, data, database
        self.settings = {**USUAL, **settings}
        self.base = f"http://127.0.0.1:{port}"
        self.start()

    def start(self) -> None:
        """Start it, and wait until it serves."""
        given = msgspec.json.encode([self.port, str(self.data), self.database, self.settings]).decode()
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        self.process = subprocess.Popen([sys.executable, "-m", __name__, given], env=environment)
        until = time.monotonic() + PATIENCE_SECONDS
        while not self.answers():
            assert self.process.poll() is None, "the server ended"
            assert time.monotonic() < until, "the server did not start"
            time.sleep(0.02)

    def answers(self) -> bool:
        """Whether it serves."""
        try:
            with urllib.request.urlopen(f"{self.base}/healthz", timeout=20):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        """End it at once, with nothing said (`kill -9`)."""
        self.process.kill()
        self.process.wait()


def main() -> None:
    """Serve, with all games there are and the tests' own."""
    from eschaton.games import every_game
    from eschaton.kernel.game import register
    from eschaton.server.command import run_server
    from eschaton.server.settings import Config
    from tests.server import pebbles

    port, data, database, settings = msgspec.json.decode(sys.argv[1])
    every_game()
    register(pebbles.GAME, pebbles.OPEN_GAME)
    run_server("127.0.0.1", port, Path(data), database, Config(**settings), "error")


if __name__ == "__main__":
    main()
