"""A server for tests: a real one, on a free loopback port, in a thread of its own."""

import asyncio
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import uvicorn

from eschaton.kernel.game import register
from eschaton.server.app import make_app
from eschaton.server.command import uvicorn_config
from eschaton.server.settings import Config
from tests.server import pebbles


class Running:
    """A server that can be stopped and started again on the same data."""

    def __init__(self, url: str, config: Config) -> None:
        self.url, self.config = url, config
        self.base = ""
        self.start()

    def start(self) -> None:
        self.app = make_app(self.url, self.config)
        self.server = uvicorn.Server(uvicorn_config(self.app, "127.0.0.1", 0))
        self.server.config.timeout_graceful_shutdown = 2
        self.thread = threading.Thread(target=asyncio.run, args=(self.server.serve(),))
        self.thread.start()
        while not self.server.started:
            assert self.thread.is_alive()
            time.sleep(0.005)
        self.base = f"http://127.0.0.1:{self.server.servers[0].sockets[0].getsockname()[1]}"

    def stop(self) -> None:
        self.server.should_exit = True
        self.thread.join()


@pytest.fixture(autouse=True)
def games() -> None:
    register(pebbles.GAME, pebbles.OPEN_GAME)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Running]:
    running = Running(
        f"sqlite:///{tmp_path / 'test.db'}", Config(bot_delay=0, rate=2000, burst=2000, tables_per_minute=1000)
    )
    yield running
    running.stop()
