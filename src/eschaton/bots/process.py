"""A bot that is another program, in any language: it speaks the messages of a web seat over standard input and output.

One JSON message a line. The program says `hello` and is answered `welcome`; whenever a seat it plays is asked, it is
sent an `observation` with the whole `state`, and says `answer`; that is acknowledged by `done`, or refused by
`problem`, after which it may try again. What it writes to standard error is passed on. A program that is dead, slow or
babbling stops no table: the seat then plays what is advised, or the neutral answer, and a warning says so once.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import shutil
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Sequence
from random import Random
from typing import IO, Any

import msgspec

from eschaton.bots.sight import Sight
from eschaton.bots.simple import fallback
from eschaton.kernel.ask import Ask
from eschaton.kernel.errors import BadSetup, Refused
from eschaton.kernel.game import Game
from eschaton.server import news
from eschaton.server import protocol as said

START, PATIENCE = 10.0, 5.0
"""How many seconds a program has for its first word, and for an answer."""
MOST_WORDS = 50
"""So many messages that are no answer to the question are borne with; more is babble."""
STRIKES = 3
"""After so many unanswered questions in a row a program is given up."""
MOST_LINES = 1000
"""So many lines wait to be read; a flood is not kept."""

Lines = queue.Queue[bytes | None]


class Silent(Exception):
    """The program did not answer; says why, and whether there is no point in asking again."""

    def __init__(self, why: str, for_good: bool = False) -> None:
        super().__init__(why)
        self.for_good = for_good


class Program:
    """A running program. Threads read and write its pipes, so that nobody waits for it longer than they want."""

    def __init__(self, command: Sequence[str]) -> None:
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.heard: Lines = queue.Queue(MOST_LINES)
        self.said: Lines = queue.Queue(MOST_LINES)
        threading.Thread(target=read_lines, args=(self.process.stdout, self.heard), daemon=True).start()
        threading.Thread(target=write_lines, args=(self.process.stdin, self.said), daemon=True).start()
        self.end = weakref.finalize(self, end, self.process, self.said)

    def say(self, message: news.FromServer) -> None:
        """Send a message, whether it is read or not."""
        put(self.said, news.encode(message) + b"\n")

    def hear(self, until: float) -> bytes:
        """The next line; Silent if there is none in time."""
        try:
            line = self.heard.get(timeout=max(0.0, until - time.monotonic()))
        except queue.Empty:
            raise Silent("it took too long") from None
        if line is None:
            raise Silent("it has ended", for_good=True)
        return line


def put(lines: Lines, line: bytes | None) -> None:
    """Add a line; when nobody takes them, it is lost."""
    with contextlib.suppress(queue.Full):
        lines.put_nowait(line)


def read_lines(stream: IO[bytes], lines: Lines) -> None:
    """Pass on what is written, line by line; a line that is too long is cut into unreadable pieces."""
    with contextlib.suppress(OSError, ValueError):
        while line := stream.readline(said.MAX_MESSAGE):
            put(lines, line)
    put(lines, None)


def write_lines(stream: IO[bytes], lines: Lines) -> None:
    """Write what is to be said until there is no more, or nobody to read it."""
    with contextlib.suppress(OSError, ValueError):
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()


def end(process: subprocess.Popen[bytes], lines: Lines) -> None:
    """End a program for good."""
    process.kill()
    process.wait()
    put(lines, None)
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if stream is not None:
                stream.close()


class ProcessBot:
    """Asks a program. It is started at the first question, and ended with this object."""

    eager = 0.0
    reason = ""

    def __init__(self, game: Game, command: str, patience: float = PATIENCE) -> None:
        try:
            self.command = shlex.split(command)
        except ValueError as error:
            raise BadSetup(f"bots: process:{command}: {error}") from None
        if not self.command or shutil.which(self.command[0]) is None:
            raise BadSetup(f"bots: process:{command}: there is no such program")
        self.game = game
        self.name = f"process:{command}"
        self.patience = patience
        self.program: Program | None = None
        self.seq = 0
        self.strikes = 0
        self.warned: set[str] = set()

    def answer(self, sight: Sight, ask: Ask, rng: Random) -> Any:
        """The program's answer; if there is none, the advised or neutral one."""
        if self.strikes < STRIKES:
            try:
                given = self.asked(sight, ask)
                self.strikes = 0
                return given
            except Silent as silent:
                self.blame(silent)
        return fallback(sight, ask, rng)

    def unasked(self, sight: Sight, offered: Sequence[str], rng: Random) -> str | None:
        """Nothing: a program is only asked questions."""
        return None

    def blame(self, silent: Silent) -> None:
        """Note that the program has failed, and warn whoever watches, once for each reason."""
        self.strikes = STRIKES if silent.for_good else self.strikes + 1
        why = str(silent)
        if self.strikes >= STRIKES:
            why += "; it is asked no more"
            if self.program is not None:
                self.program.end()
        if why not in self.warned:
            self.warned.add(why)
            print(f"{self.name} did not answer: {why}", file=sys.stderr, flush=True)

    def asked(self, sight: Sight, ask: Ask) -> Any:
        """Put a question to the program and wait for a legal answer."""
        program = self.running(sight)
        seen = sight.observe()
        assert seen.question is not None
        crumbs = [news.Crumb(step=s["step"], title=s["title"], rule=s["rule"]) for s in seen.view["stack"]]
        state = news.State(
            scene=sight.scene(),
            breadcrumb=crumbs,
            may_act=seen.may_act,
            question=seen.question,
        )
        self.say(program, news.Observation(seat=sight.seat, log_from=0, state=state))
        until = time.monotonic() + self.patience
        for _ in range(MOST_WORDS):
            message = self.understood(program, program.hear(until))
            if isinstance(message, said.GiveAnswer):
                if message.seat != sight.seat or message.ask != seen.question.id:
                    self.refuse(program, message.ref, "stale", "ask", "that question is not open")
                elif self.takes(program, message, ask):
                    return message.answer
            elif isinstance(message, said.FromClient) and not isinstance(message, said.Hello):
                self.refuse(program, message.ref, "forbidden", "type", "a program on a seat can only answer")
        raise Silent("it babbles", for_good=True)

    def takes(self, program: Program, message: said.GiveAnswer, ask: Ask) -> bool:
        """Whether an answer is legal; the program is told."""
        try:
            ask.check(message.answer)
        except Refused as error:
            self.refuse(program, message.ref, "illegal", "answer", str(error))
            return False
        self.say(program, news.Done(re=message.ref))
        return True

    def running(self, sight: Sight) -> Program:
        """The program, greeted."""
        if self.program is None:
            try:
                self.program = Program(self.command)
            except OSError as error:
                raise Silent(f"it cannot be started: {error}", for_good=True) from None
            hello = self.understood(self.program, self.program.hear(time.monotonic() + START))
            if not isinstance(hello, said.Hello) or hello.version != said.VERSION:
                raise Silent(f"its first word was not a hello of version {said.VERSION}", for_good=True)
            welcome = news.Welcome(
                version=said.VERSION, stream="", resumed=False, table=self.game.id, person=sight.seat, now=time.time()
            )
            self.say(self.program, welcome)
        return self.program

    def understood(self, program: Program, line: bytes) -> said.ClientMessage | None:
        """What the program said; None, and it is told, if that makes no sense."""
        try:
            return said.decode(line)
        except msgspec.MsgspecError as error:
            self.refuse(program, "", "malformed", "", str(error))
            return None

    def refuse(self, program: Program, ref: str, code: news.ProblemCode, field: str, message: str) -> None:
        """Tell the program what is wrong."""
        self.say(program, news.Problem(code=code, re=ref, field=field, message=message))

    def say(self, program: Program, message: news.FromServer) -> None:
        """Send a message with the next number."""
        self.seq += 1
        message.seq = self.seq
        program.say(message)
