"""`eschaton load`: many tables played at a human pace against a server of its own, over loopback, and measured."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from random import Random
from statistics import quantiles
from typing import Any, cast

import msgspec
from msgspec.structs import replace

from eschaton.bots.levels import LEVELS
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import find_game, registered
from eschaton.server import protocol as said
from eschaton.server.robot import Failed, Robot

MOST_SEATS = 4_000
MOST_SECONDS = 600
TURNS = 3
"""So often bots are set down and sent away again, where both are compared."""
PATIENCE_SECONDS, BOTS_PATIENCE_SECONDS = 15.0, 60.0
"""Something must happen within this time; the first thoughts of bots wait for their processes to start."""
AT_ONCE = 16
"""So many tables are opened side by side."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What to load a server with."""

    tables: int = 100
    seats: int = 5
    seconds: float = 30.0
    pace: float = 1.0
    """Seconds between two answers at a table, on average."""
    game: str = ""
    bots: str = ""
    """A level: a bot of it plays one seat of every table, every other time."""


class Times(msgspec.Struct, kw_only=True):
    """How long so many answers took."""

    answers: int
    p50_ms: float
    p95_ms: float
    p99_ms: float


class Load(msgspec.Struct, kw_only=True):
    """What was measured. Times go from an answer to the last view of anybody at that table.

    Where bots are compared, what comes after the first moment at which the bot might act is no part of it.
    """

    tables: int
    seats: int
    answers: int
    errors: int
    p50_ms: float
    p95_ms: float
    p99_ms: float
    rss_mb: float
    undos: int
    undo_p95_ms: float
    resume_p95_ms: float
    idle_table_kb: float
    cpu_ms: float
    """Processor time of the server for each answer."""
    bots: str = ""
    with_bots: Times | None = None
    """The same while a bot plays one seat of every table; without bots it is as above, in turns with it."""
    bot_answers: int = 0
    bot_answers_below: int = 0
    """How many of them fell below the bots' level."""
    problems: list[str] = []


class Tally:
    """Times and errors, as they come."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.beside_bots: list[float] = []
        self.bot_answers = self.bot_answers_below = 0
        self.undos: list[float] = []
        self.resumes: list[float] = []
        self.errors: list[str] = []

    def problem(self, what: object) -> None:
        """Something went wrong."""
        self.errors.append(str(what) or type(what).__name__)


class Place:
    """One table with a robot on every seat."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.table = table
        self.tokens = tokens
        self.robots: list[Robot] = []
        self.last = 0
        self.replaced = False

    async def connect(self, base: str, seed: int) -> None:
        """Everybody comes."""
        for seat, token in enumerate(self.tokens):
            self.robots.append(await Robot.at(base, self.table, token, seat, Random(seed * 64 + seat)))
        await self.robots[0].do(said.Start())

    @property
    def playing(self) -> list[Robot]:
        """The robots who answer for themselves."""
        return self.robots[:-1] if self.replaced else self.robots

    async def replace(self, bot: str | None) -> None:
        """Let a bot play the last seat, or give it back."""
        await self.robots[0].do(said.SetBot(seat=len(self.robots) - 1, bot=cast(said.BotKind | None, bot)))
        self.replaced = bot is not None

    def look(self, answering: Robot) -> None:
        """From here on everybody looks out for what an answer brings."""
        for robot in self.robots:
            robot.looks = robot is answering or not robot.rival_may_act
            robot.seen = 0.0

    async def asked(self) -> list[Robot]:
        """Who is asked something; a finished match is followed by another. A bot may answer several times before."""
        patience = BOTS_PATIENCE_SECONDS if self.replaced else PATIENCE_SECONDS
        moved = time.monotonic()
        while time.monotonic() < moved + patience:
            found = [robot for robot in self.playing if robot.question is not None]
            if found:
                return found
            for robot in self.robots:
                robot.news.clear()
            if self.robots[0].phase == "over":
                await self.robots[0].do(said.Rematch())
            elif await self.something_new():
                moved = time.monotonic()
        raise Failed("nobody is asked anything, and nothing happens")

    async def something_new(self) -> bool:
        """Whether anybody is told anything within a moment."""
        waiting = [asyncio.ensure_future(robot.news.wait()) for robot in self.robots]
        done, _ = await asyncio.wait(waiting, timeout=0.2, return_when=asyncio.FIRST_COMPLETED)
        for each in waiting:
            each.cancel()
        return bool(done)

    async def play(self, plan: Plan, until: float, tally: Tally, rng: Random) -> None:
        """Answer at a human pace until the time is up."""
        await asyncio.sleep(rng.random() * plan.pace)
        while time.monotonic() < until:
            robot = rng.choice(await self.asked())
            self.look(robot)
            began = time.perf_counter()
            reply = await robot.answer()
            done = time.perf_counter()
            await asyncio.sleep(plan.pace * (0.5 + rng.random()))
            if reply["type"] == "problem":
                tally.problem(f"{reply['code']} {reply['field']}: {reply['message']}")
            else:
                times = tally.beside_bots if self.replaced else tally.answers
                times.append(max([done, *(other.seen for other in self.robots)]) - began)
                self.last = robot.seat

    async def undo(self, tally: Tally) -> None:
        """Take one answer back, with everybody's consent."""
        robot = self.robots[self.last]
        for each in self.robots:
            each.rival, each.looks = -1, True
        if not robot.state.get("undo"):
            return
        began = time.perf_counter()
        await robot.do(said.AskUndo(seat=robot.seat))
        await asyncio.sleep(0.3)
        if robot.undo_open:
            number = robot.undo_open
            *others, last = [other for other in self.robots if other is not robot]
            for other in others:
                await other.do(said.Consent(undo=number, agree=True))
            began = time.perf_counter()
            await last.do(said.Consent(undo=number, agree=True))
            await asyncio.sleep(0.3)
        tally.undos.append(max(other.seen for other in self.robots) - began)

    async def resume(self, base: str, tally: Tally) -> None:
        """Come back to a table that is not in memory, alone."""
        began = time.perf_counter()
        robot = await Robot.at(base, self.table, self.tokens[0], 0, Random(0))
        tally.resumes.append(time.perf_counter() - began)
        await robot.close()

    async def close(self) -> None:
        """Everybody goes."""
        for robot in self.robots:
            await robot.close()
        self.robots = []


class Serving:
    """A server of its own, in a process of its own."""

    def __init__(self, data: Path) -> None:
        command = [sys.executable, "-m", "eschaton", "serve", "--port", "0", "--data", str(data)]
        options = ["--bot-delay", "0", "--tables-per-minute", "1000000", "--log-level", "warning"]
        options += ["--connections", "100000", "--connections-per-address", "100000"]  # all of them come from here
        options += ["--storage-per-address", "16000"]
        self.token = secrets.token_urlsafe(16)
        path = os.pathsep.join(filter(None, sys.path))
        environment = {**os.environ, "PYTHONPATH": path, "ESCHATON_METRICS_TOKEN": self.token}
        self.process = subprocess.Popen(command + options, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if " at http" not in line:
            self.process.wait()
            raise BadSetup(f"load: the server did not start: {line.strip()}")
        self.base = line.split(" at ")[1].split()[0].replace("localhost", "127.0.0.1")

    def measured(self, name: str) -> float:
        """One of the server's own numbers."""
        asked = urllib.request.Request(f"{self.base}/metrics", headers={"authorization": f"Bearer {self.token}"})
        with urllib.request.urlopen(asked, timeout=10) as answer:
            lines = answer.read().decode().splitlines()
        return next((float(line.split()[1]) for line in lines if line.startswith(f"eschaton_{name} ")), 0.0)

    def memory(self) -> float:
        """What the server uses, in bytes."""
        return self.measured("resident_bytes")

    def stop(self) -> None:
        """Shut it down in good order."""
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


def load(plan: Plan) -> Load:
    """Load a server as planned, and measure."""
    game = chosen(plan)
    with tempfile.TemporaryDirectory(prefix="eschaton-load-") as folder:
        data, tally = Path(folder), Tally()
        serving = Serving(data)
        try:
            places, memory, seconds = asyncio.run(busy(serving, plan, game, tally))
        finally:
            serving.stop()
        serving = Serving(data)
        try:
            empty = serving.memory()
            asyncio.run(calm(serving, places, tally))
            idle = (serving.memory() - empty) / max(1, len(places)) / 1000
        finally:
            serving.stop()
    plain = times_of(tally.answers)
    return Load(
        tables=plan.tables,
        seats=plan.seats,
        answers=plain.answers,
        errors=len(tally.errors),
        p50_ms=plain.p50_ms,
        p95_ms=plain.p95_ms,
        p99_ms=plain.p99_ms,
        rss_mb=round(memory / 1e6, 1),
        undos=len(tally.undos),
        undo_p95_ms=percentile(tally.undos, 95),
        resume_p95_ms=percentile(tally.resumes, 95),
        idle_table_kb=round(idle, 1),
        cpu_ms=round(1000 * seconds / max(1, len(tally.answers) + len(tally.beside_bots)), 2),
        bots=plan.bots,
        with_bots=times_of(tally.beside_bots) if plan.bots else None,
        bot_answers=tally.bot_answers,
        bot_answers_below=tally.bot_answers_below,
        problems=sorted(set(tally.errors))[:5],
    )


def chosen(plan: Plan) -> str:
    """The game to be played: the one named, or the first that so many can play."""
    if not 1 <= plan.tables * plan.seats <= MOST_SEATS or not 0 < plan.seconds <= MOST_SECONDS or plan.pace <= 0:
        raise BadSetup(f"load: at most {MOST_SEATS} seats in all, and {MOST_SECONDS} seconds")
    if plan.bots and (plan.bots not in LEVELS or plan.seats < 2):
        raise BadSetup(f"bots: expected one of: {', '.join(LEVELS)}, and two seats or more")
    if plan.game:
        find_game(plan.game).checked(plan.seats, {})
        return plan.game
    for game in registered():
        if plan.seats in game.players:
            return game.id
    raise BadSetup(f"seats: no game here is for {plan.seats}")


async def busy(serving: Serving, plan: Plan, game: str, tally: Tally) -> tuple[list[Place], float, float]:
    """Open all tables, play, take something back; the tables, and the memory and time the server used to play."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def opened(number: int) -> Place:
        async with gate:
            place = await asyncio.to_thread(open_table, serving.base, game, plan.seats)
            await place.connect(serving.base, number)
            return place

    places = await asyncio.gather(*(opened(number) for number in range(plan.tables)))
    began = await asyncio.to_thread(serving.measured, "cpu_seconds")
    turns = [None, plan.bots] * TURNS if plan.bots else [None]
    for number, bot in enumerate(turns):
        await take_turn(places, replace(plan, seconds=plan.seconds / len(turns)), bot, number, tally)
    tally.bot_answers = int(await asyncio.to_thread(serving.measured, "bot_answers_total"))
    tally.bot_answers_below = int(await asyncio.to_thread(serving.measured, "bot_answers_below_total"))
    memory = await asyncio.to_thread(serving.memory)
    seconds = await asyncio.to_thread(serving.measured, "cpu_seconds") - began
    for place in places[:50]:
        try:
            await place.undo(tally)
        except Exception as error:
            tally.problem(error)
    await asyncio.gather(*(place.close() for place in places))
    return places, memory, seconds


async def take_turn(places: list[Place], plan: Plan, bot: str | None, turn: int, tally: Tally) -> None:
    """Play at all tables for a while, with a bot at each or without."""
    for place in places:
        for robot in place.robots:
            robot.rival = plan.seats - 1 if plan.bots else -1
        if plan.bots:
            await place.replace(bot)
    until = time.monotonic() + plan.seconds
    played = (place.play(plan, until, tally, Random(f"{turn} {number}")) for number, place in enumerate(places))
    for outcome in await asyncio.gather(*played, return_exceptions=True):
        if isinstance(outcome, BaseException):
            tally.problem(outcome)


async def calm(serving: Serving, places: list[Place], tally: Tally) -> None:
    """Come back to every table of a server that was started anew, one after the other."""
    for place in places:
        try:
            await place.resume(serving.base, tally)
        except Exception as error:
            tally.problem(error)


def open_table(base: str, game: str, seats: int) -> Place:
    """A new table with so many people."""
    first = post(f"{base}/api/tables", {"game": game, "name": "Robot 1", "players": seats})
    tokens = [first["token"]]
    for seat in range(1, seats):
        joined = post(f"{base}/api/tables/{first['table']}/join", {"name": f"Robot {seat + 1}"})
        tokens.append(joined["token"])
    return Place(first["table"], tokens)


def post(url: str, body: dict[str, Any]) -> dict[str, Any]:
    """Post JSON, get JSON."""
    request = urllib.request.Request(url, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def times_of(times: list[float]) -> Times:
    """How long answers took, in short."""
    p50, p95, p99 = (percentile(times, part) for part in (50, 95, 99))
    return Times(answers=len(times), p50_ms=p50, p95_ms=p95, p99_ms=p99)


def percentile(times: list[float], part: int) -> float:
    """So many per cent took at most this long, in milliseconds."""
    if len(times) < 2:
        return round(1000 * sum(times), 2)
    return round(1000 * quantiles(times, n=100, method="inclusive")[part - 1], 2)


def load_text(found: Load) -> str:
    """What was measured, for people."""
    lines = [
        f"{found.tables} tables of {found.seats}: {found.answers} answers, {found.errors} errors",
        f"from an answer to the last view: {found.p50_ms} ms (half), {found.p95_ms} ms (95%), {found.p99_ms} ms (99%)",
        f"undo {found.undo_p95_ms} ms, coming back to a table {found.resume_p95_ms} ms (95%)",
        f"memory {found.rss_mb} MB; an idle table {found.idle_table_kb} kB",
        f"processor time of the server {found.cpu_ms} ms an answer",
    ]
    if found.with_bots is not None:
        beside = found.with_bots
        lines[2:2] = [
            f"with a bot ({found.bots}) at each table, in turns: {beside.answers} answers, {beside.p50_ms} ms (half), "
            f"{beside.p95_ms} ms (95%), {beside.p99_ms} ms (99%)",
            f"answers of bots: {found.bot_answers}, of these {found.bot_answers_below} below their level",
        ]
    return "\n".join([*lines, *found.problems])
