"""Servers for tests: real ones, on a free loopback port, each in a thread of its own; and a real PostgreSQL."""

import asyncio
import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn

from eschaton.kernel.game import register
from eschaton.server.app import make_app
from eschaton.server.bench import Bench
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

    @property
    def hall(self) -> Any:
        return self.app.state.hall


@pytest.fixture(autouse=True)
def games() -> None:
    register(pebbles.GAME, pebbles.OPEN_GAME)


Serve = Callable[..., Running]


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start a server, with other settings if they are given."""
    running: list[Running] = []

    def start(url: str = "", **settings: Any) -> Running:
        usual = {"bot_delay": 0.0, "rate": 2000.0, "burst": 2000, "tables_per_minute": 1000, "presence_every": 0.0}
        config = Config(**{**usual, **settings})
        others = sum(one.thread.is_alive() for one in running)
        name = f"test{others}.db" if others else "test.db"  # each its own; one that has stopped leaves it to the next
        file = tmp_path / name
        running.append(Running(url or f"sqlite:///{file}", config))
        return running[-1]

    yield start
    for one in running:
        one.stop()


@pytest.fixture
def server(serve: Serve) -> Running:
    return serve()


@pytest.fixture(scope="session")
def bench() -> Iterator[Bench]:
    """Where strangers' packs and records are worked on."""
    found = Bench()
    yield found
    found.close()


# PostgreSQL.


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def binaries() -> Path | None:
    """Where Debian, or the path, keeps PostgreSQL's programs."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    here = shutil.which("initdb")
    return found[-1].parent if found else Path(here).parent if here else None


def humble_user() -> str | None:
    """PostgreSQL does not run as root; somebody else must."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    pytest.skip("PostgreSQL does not run as root, and there is nobody else")


class Cluster:
    """A real PostgreSQL of the tests' own, which can be stopped and started."""

    def __init__(self, programs: Path) -> None:
        user = humble_user()
        self.programs, self.port = programs, free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="eschaton-pg-"))
        if user is not None:
            shutil.chown(self.folder, user)
        self.data = self.folder / "data"
        self.quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "user": user, "cwd": self.folder}
        command = [programs / "initdb", "-D", self.data, "-U", "eschaton", "-A", "trust", "--no-sync"]
        subprocess.run(command, check=True, **self.quiet)  # type: ignore[call-overload]
        self.start()

    @property
    def address(self) -> str:
        """Where it is, without a database."""
        return f"postgresql://eschaton@127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        options = ["-c", "listen_addresses=127.0.0.1", "-c", f"unix_socket_directories={self.folder}"]
        command = [self.programs / "postgres", "-D", self.data, *options, "-p", str(self.port)]
        self.process = subprocess.Popen(command, **self.quiet)  # type: ignore[call-overload]
        wait_for(self.port, self.process)

    def stop(self, crash: bool = True) -> None:
        """Stop it: at once, as if it had crashed, or in order."""
        self.process.send_signal(signal.SIGQUIT if crash else signal.SIGINT)
        self.process.wait()

    def close(self) -> None:
        """End it for good."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def database(self, name: str) -> str:
        """The address of a new, empty database."""
        import psycopg

        with psycopg.connect(f"{self.address}/postgres", autocommit=True) as connection:
            connection.execute(f'create database "{name}"')  # type: ignore[arg-type]
        return f"{self.address}/{name}".replace("postgresql://", "postgresql+psycopg://")


def new_cluster() -> Cluster:
    """A PostgreSQL; skips the test where there is none."""
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    found = binaries()
    if found is None:
        pytest.skip("PostgreSQL's programs are not installed")
    return Cluster(found)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Cluster]:
    """A PostgreSQL for as long as the tests run."""
    cluster = new_cluster()
    yield cluster
    cluster.close()


@pytest.fixture(scope="module")
def own_cluster() -> Iterator[Cluster]:
    """A PostgreSQL that a module's tests may stop and start."""
    cluster = new_cluster()
    yield cluster
    cluster.close()


def wait_for(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until PostgreSQL takes connections."""
    import psycopg

    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert process.poll() is None, "PostgreSQL ended"
        try:
            psycopg.connect(f"postgresql://eschaton@127.0.0.1:{port}/postgres", connect_timeout=2).close()
            return
        except psycopg.OperationalError:
            time.sleep(0.1)
    raise AssertionError("PostgreSQL did not start")


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'test.db'}"
    cluster: Cluster = request.getfixturevalue("postgres")
    return cluster.database(f"test{abs(hash(str(tmp_path)))}")
