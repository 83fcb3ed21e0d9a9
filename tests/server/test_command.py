"""`eschaton serve` and `eschaton load` as people and programs run them."""

import asyncio
import json
import signal
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from eschaton.kernel.errors import BadSetup
from eschaton.server.command import listening_inside
from eschaton.server.load import Place, Plan, chosen, percentile
from eschaton.server.robot import Failed
from tests import LONG
from tests.cli.conftest import ROOT, environment
from tests.server.conftest import Serve


def eschaton(*arguments: object) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "eschaton", *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, cwd=ROOT, env=environment())


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_serve_says_where_it_is_and_leaves_in_good_order(tmp_path: Path, how: signal.Signals) -> None:
    with eschaton("serve", "--port", 0, "--data", tmp_path, "--metrics-token", "only for me") as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        base = next(word for word in line.split() if word.startswith("http://localhost:"))
        with urllib.request.urlopen(f"{base}/healthz", timeout=20) as answer:
            assert json.load(answer)["ok"]
        with urllib.request.urlopen(f"{base}/api/games", timeout=20) as answer:
            assert any(game["id"] == "toy-larder" for game in json.load(answer)["games"])
        numbers = urllib.request.Request(f"{base}/metrics", headers={"authorization": "Bearer only for me"})
        with urllib.request.urlopen(numbers, timeout=20) as answer:
            assert b"eschaton_resident_bytes" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{base}/metrics", timeout=20)
        process.send_signal(how)
        _, errors = process.communicate(timeout=20)
    assert errors == ""
    assert process.returncode in (0, -how)
    assert (tmp_path / "eschaton.db").is_file()


@pytest.mark.parametrize(("level", "logged"), [("info", ["a table was opened", "a match begins"]), ("warning", [])])
def test_what_happens_is_logged_a_line_each(tmp_path: Path, level: str, logged: list[str]) -> None:
    with eschaton("serve", "--port", 0, "--data", tmp_path, "--log-level", level) as process:
        assert process.stdout is not None
        base = next(word for word in process.stdout.readline().split() if word.startswith("http://localhost:"))
        body = json.dumps({"game": "toy-larder", "name": "Anna", "players": 2, "bots": "random", "start": True})
        request = urllib.request.Request(f"{base}/api/tables", body.encode())
        with urllib.request.urlopen(request, timeout=20) as answer:
            table = json.load(answer)["table"]
        process.terminate()
        _, errors = process.communicate(timeout=20)
    lines = [json.loads(line) for line in errors.splitlines()]
    assert [line["message"] for line in lines][:2] == logged
    assert all(line["table"] == table and line["level"] == "info" and line["time"] for line in lines)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with eschaton("serve", "--port", port, "--data", tmp_path) as process:
            _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert errors.startswith(f"eschaton: port: cannot listen on 127.0.0.1:{port}: ")
    assert len(errors.splitlines()) == 1


def test_a_second_server_on_the_same_folder_says_so_and_ends(tmp_path: Path, serve: Serve) -> None:
    serve(f"sqlite:///{tmp_path / 'eschaton.db'}")
    with eschaton("serve", "--port", 0, "--data", tmp_path) as process:
        _, errors = process.communicate(timeout=30)
    assert process.returncode == 2
    assert errors.startswith(f"eschaton: data: another server is using {tmp_path / 'eschaton.db'}; stop it, or choose")
    assert len(errors.splitlines()) == 1


@pytest.mark.parametrize("internal", ["0.0.0.0:9000", "", "host:port"])
def test_an_address_that_other_servers_cannot_use_is_named(internal: str) -> None:
    with pytest.raises(BadSetup, match="internal: expected an address at which other servers reach this one"):
        listening_inside(internal)


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("nonsense", "expected postgresql://user@host/name or sqlite:///file, not 'this'"),
        ("mysql://somebody@127.0.0.1/tables", "expected postgresql://user@host/name or sqlite:///file, not 'mysql'"),
        ("sqlite:////no/such/folder/file.db", "cannot use sqlite:////no/such/folder/file.db: unable to open"),
        ("postgresql://me:secret@127.0.0.1:1/none", "cannot use postgresql+psycopg://me:***@127.0.0.1:1/none: "),
    ],
)
def test_a_database_that_cannot_be_used_is_named(tmp_path: Path, database: str, words: str) -> None:
    with eschaton("serve", "--port", 0, "--data", tmp_path, "--database", database) as process:
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 2
    assert errors.startswith(f"eschaton: database: {words}")
    assert len(errors.splitlines()) == 1
    assert "secret" not in errors


@pytest.mark.parametrize("command", ["serve", "load"])
def test_what_is_not_installed_is_named(command: str) -> None:
    missing = "import sys; sys.modules['uvicorn'] = sys.modules['websockets'] = None; "
    code = f"{missing}from eschaton.cli import main; sys.exit(main(['{command}']))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment(), timeout=60
    )
    assert done.returncode == 2
    assert "is not installed; install eschaton[server]" in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_load_measures_a_server_of_its_own() -> None:
    tables, seconds = (100, 30) if LONG else (3, 1)
    arguments = ["--tables", tables, "--seats", 3, "--seconds", seconds, "--pace", 0.2, "--game", "toy-larder"]
    with eschaton("load", *arguments, "--json") as process:
        told, errors = process.communicate(timeout=200)
    assert process.returncode == 0, told + errors
    found = json.loads(told)
    assert {"tables", "seats", "answers", "errors", "p50_ms", "p95_ms", "p99_ms", "rss_mb"} <= set(found)
    assert (found["tables"], found["seats"], found["errors"]) == (tables, 3, 0)
    assert found["answers"] > 3
    assert 0 < found["p50_ms"] <= found["p95_ms"] <= found["p99_ms"]
    assert found["rss_mb"] > 1
    assert found["resume_p95_ms"] > 0


def test_load_compares_tables_with_and_without_bots() -> None:
    tables, seconds = (100, 60) if LONG else (2, 3)
    arguments = ["--tables", tables, "--seats", 3, "--seconds", seconds, "--pace", 0.1, "--game", "toy-parley"]
    with eschaton("load", *arguments, "--bots", "easy", "--json") as process:
        told, errors = process.communicate(timeout=300)
    assert process.returncode == 0, told + errors
    found = json.loads(told)
    assert found["bots"] == "easy"
    assert found["answers"] > 3
    assert found["with_bots"]["answers"] > 0
    assert 0 < found["with_bots"]["p50_ms"] <= found["with_bots"]["p95_ms"]
    assert found["bot_answers"] > 0
    assert 0 <= found["bot_answers_below"] <= found["bot_answers"]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (Plan(bots="harder"), "bots: expected one of: easy, medium, hard"),
        (Plan(bots="hard", seats=1), "two seats or more"),
        (Plan(tables=5000), "at most 4000 seats"),
        (Plan(seconds=6000), "600 seconds"),
        (Plan(seats=90, tables=1), "no game here is for 90"),
        (Plan(game="toy-lader"), "did you mean toy-larder?"),
        (Plan(game="toy-larder", seats=5), "players"),
    ],
)
def test_load_is_bounded(plan: Plan, message: str) -> None:
    with pytest.raises(BadSetup, match=message):
        chosen(plan)


def test_percentiles() -> None:
    times = [number / 1000 for number in range(1, 101)]
    assert [round(percentile(times, part)) for part in (50, 95, 99)] == [50, 95, 99]
    assert percentile([0.01], 95) == 10
    assert percentile([], 95) == 0


class Waiting:
    """A robot that is told things, and asked something in the end."""

    def __init__(self, told: int) -> None:
        self.told = told
        self.phase = "playing"
        self.question: dict[str, Any] | None = None
        self.news = asyncio.Event()

    async def hear(self) -> None:
        for _ in range(self.told):
            await asyncio.sleep(0.05)
            self.news.set()
        self.question = {"id": "asked"} if self.told else None


@pytest.mark.parametrize("told", [8, 0])
def test_a_load_waits_as_long_as_something_happens(told: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot that thinks long may answer often before anybody else is asked."""
    monkeypatch.setattr("eschaton.server.load.PATIENCE_SECONDS", 0.25)

    async def wait() -> None:
        place, robot = Place("", []), Waiting(told)
        place.robots = [robot]  # type: ignore[list-item]
        hearing = asyncio.create_task(robot.hear())
        if told:
            assert await place.asked() == [robot]
        else:
            with pytest.raises(Failed, match="nothing happens"):
                await place.asked()
        await hearing

    asyncio.run(wait())
