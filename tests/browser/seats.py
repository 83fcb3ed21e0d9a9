"""A real server in a process of its own, and people at its tables: each in a browser context of their own."""

import json
import os
import re
import secrets
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, WebSocket

from eschaton.server.news import PatchOp
from eschaton.server.patch import apply

ROOT = Path(__file__).parents[2]
HAND = (Path(__file__).parent / "hand.js").read_text()
WAIT = 90.0  # nothing takes so long; a machine may be very busy
NOBODY = 99  # no seat
PORTS = range(20_000, 32_000)
HIDDEN = re.compile(r"^S(\d+):(role|sigil)$")


def free_port() -> int:
    """A port to listen on, of those that the system does not give away: it must still be free after a restart."""
    while True:
        port = secrets.choice(PORTS)
        with socket.socket() as tried, suppress(OSError):
            tried.bind(("127.0.0.1", port))
            return port


class Server:
    """`eschaton serve` on a free port; it can be killed and started again on the same data."""

    def __init__(self, data: Path, folder: Path | None = None) -> None:
        self.data, self.folder = data, folder
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.process = self.start()

    def start(self) -> "subprocess.Popen[bytes]":
        words = ["serve", "--port", str(self.port), "--data", str(self.data), "--bot-delay", "0"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "eschaton", *words],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},  # games of the tests can be brought along from any folder
        )
        until(self.answers, "the server does not start")
        return self.process

    def answers(self) -> bool:
        assert self.process.poll() is None, "the server has ended"
        try:
            self.get("/healthz")
        except OSError:
            return False
        return True

    def kill(self) -> None:
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(WAIT)

    def get(self, path: str) -> Any:
        with urllib.request.urlopen(self.base + path, timeout=WAIT) as answer:
            return json.load(answer)

    def post(self, path: str, body: Any) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=WAIT) as answer:
            return json.load(answer)

    def table(self, people: list[str], players: int, game: str = "cult") -> tuple[str, list[str]]:
        """A table with these people on its first seats, in the lobby, and their tokens."""
        host = self.post("/api/tables", {"game": game, "name": people[0], "players": players})
        table = host["table"]
        others = [self.post(f"/api/tables/{table}/join", {"name": name}) for name in people[1:]]
        return table, [host["token"], *(each["token"] for each in others)]


def until(true: Callable[[], Any], otherwise: str, wait: float = WAIT) -> Any:
    """Wait for something to be true."""
    end = time.monotonic() + wait
    while not (found := true()):
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)
    return found


class Person:
    """Somebody at a table: a page, what its socket received, and a hand that clicks."""

    def __init__(self, browser: Browser, server: Server, table: str, token: str = "", **context: Any) -> None:
        settings = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **context}
        self.context = browser.new_context(**settings)
        self.page: Page = self.context.new_page()
        self.token = token
        self.frames: list[str] = []
        self.sent: list[Any] = []
        self.errors: list[str] = []
        self.scenes: list[Any] = []  # while the game went on
        self.endings: list[Any] = []  # and when it was over
        self.told: list[Any] = []
        self.state: Any = None  # what was last shown, to whichever of their seats
        self.seats: dict[int | None, Any] = {}
        self.open: set[str] = set()  # the refs of what was said and is not answered yet
        self.luck = Random(token)
        self.context.set_default_timeout(1000 * WAIT)
        self.page.on("websocket", self.listen)
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.goto(f"{server.base}/t/{table}" + (f"#{token}" if token else ""))

    def listen(self, line: WebSocket) -> None:
        """Note everything that goes over a line."""
        self.open.clear()
        line.on("framereceived", self.hear)
        line.on("framesent", self.said)

    def said(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        self.sent.append(message)
        self.open |= {message.get("ref", "")} - {""}

    def hear(self, frame: str | bytes) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        self.frames.append(text)
        message = json.loads(text)
        self.open.discard(message.get("re", ""))
        if message["type"] == "observation":
            seat = message["seat"]
            if message.get("state") is not None:
                self.state = message["state"]
            else:
                ops = msgspec.convert(message.get("patch") or [], list[PatchOp])
                self.state = apply(json.loads(json.dumps(self.seats[seat])), ops)
            self.seats[seat] = self.state
            (self.endings if self.state.get("outcome") else self.scenes).append(self.state["scene"])
            self.told += message.get("events", [])

    def act(self, leave: str = "") -> str:
        """Do one thing by clicking, if there is anything to do but what is to be left; says what was done.

        Whether it is to be left is seen in the same instant: between two looks at a page its question may change.
        """
        script = f"""([number, leave]) => {{
            if (leave && document.querySelector('.dock.asked')?.innerText.includes(leave)) return ''
            const luck = () => (number = (number * 16807) % 2147483647) / 2147483647
            return ({HAND})(luck)
        }}"""
        return str(self.page.evaluate(script, [self.luck.randrange(1, 2**31 - 1), leave]))

    def play_alone(self, foe: int = NOBODY) -> None:
        """Let the page's hand act by itself from now on, in a hurry, but no faster than the server listens."""
        self.page.evaluate(
            f"""([number, foe]) => {{
                const luck = () => (number = (number * 16807) % 2147483647) / 2147483647
                const hand = {HAND}
                window.done = 0
                setInterval(() => {{ if (!window.resting && hand(luck, foe)) window.done += 1 }}, 55)
            }}""",
            [self.luck.randrange(1, 2**31 - 1), foe],
        )

    @property
    def asked(self) -> str:
        """The question before them, with its options; empty when there is none."""
        return str(self.page.evaluate("() => document.querySelector('.dock.asked')?.innerText ?? ''"))

    @property
    def question(self) -> str:
        """The id of the question that the server has put to them."""
        return str(((self.state or {}).get("question") or {}).get("id", ""))

    @property
    def over(self) -> bool:
        return self.page.locator(".outcome").count() > 0

    def close(self) -> None:
        self.context.close()
        assert not self.errors, self.errors


def play(people: list[Person], done: Callable[[], bool], seconds: float, leave: str = "") -> int:
    """All act when they can, until it is done or the time is up; how many things they did. One question may be left."""
    end, count, last = time.monotonic() + seconds, 0, time.monotonic()
    while time.monotonic() < end and not done():
        acted = sum(bool(person.act(leave)) for person in people)
        count += acted
        if acted:
            last = time.monotonic()
        assert time.monotonic() - last < WAIT, f"nobody can act: {[person.asked for person in people]}"
        people[0].page.wait_for_timeout(20)
    return count


def play_until(people: list[Person], done: Callable[[], Any], otherwise: str, leave: str = "") -> None:
    """All act until something is so; it must come about."""
    play(people, lambda: bool(done()), 150, leave)
    assert done(), otherwise


def play_some(people: list[Person], many: int) -> None:
    """Do so many things, and come to rest: the game is over, or somebody is asked and everything has arrived."""
    count = 0
    while count < many and not people[0].over:
        count += sum(bool(person.act()) for person in people)
        settled(people, 0.05)
    settled(people)


def settled(people: list[Person], calm: float = 0.4) -> None:
    """Wait until all that was said is answered, nothing comes any more, and somebody is asked (or it is over)."""

    def quiet() -> bool:
        heard = [len(person.frames) for person in people]
        people[0].page.wait_for_timeout(1000 * calm)
        calmed = heard == [len(person.frames) for person in people] and not any(person.open for person in people)
        return calmed and any(person.question or person.over for person in people)

    until(quiet, f"never at rest: {[person.asked for person in people]}")


@contextmanager
def resting(people: list[Person]) -> Iterator[None]:
    """Hands that act by themselves lie still for a moment, and everything that was sent has arrived."""
    for person in people:
        person.page.evaluate("() => { window.resting = true }")
    settled(people)
    yield
    for person in people:
        person.page.evaluate("() => { window.resting = false }")


def hidden_cards(scene: Any, viewer: int | None) -> list[tuple[str, dict[str, Any]]]:
    """The role and Sigil cards of others in a scene, with whose they are."""
    found = []
    for zone in scene["zones"]:
        owner = zone.get("owner")
        if owner is not None and owner != viewer:
            cards = [piece for piece in zone.get("pieces", ()) if {"role", "sigil"} & set(piece.get("tags", ()))]
            found += [(f"S{owner}", piece) for piece in cards]
    return found


def own_sigils(scene: Any, viewer: int) -> set[str]:
    """The ids of the Sigils that this seat holds."""
    mine = [zone for zone in scene["zones"] if zone.get("owner") == viewer]
    return {piece["id"] for piece in mine[0]["pieces"] if "sigil" in piece.get("tags", ()) and piece.get("title")}
