"""What strangers send is worked on elsewhere: in a process of its own that forks for every piece of work.

The fork is given little time and memory, so nothing that is sent can cost more, whatever it unpacks to and however long
its rules would run. The process that forks has read nothing of it and stays as it was; it knows the games already, so a
piece of work begins at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import IO

from eschaton.server.turns import Turns

SECONDS = 2
"""So much processor time a piece of work may take."""
PATIENCE_SECONDS = 10.0
"""So long it may take on a busy machine."""
START_SECONDS = 60.0
MEMORY_BYTES = 64_000_000
"""So much memory it may take beyond what the games take."""
MOST_BYTES = 64_000_000
"""No order and no answer is longer."""
HEAD = struct.Struct(">cI")

DONE, LATE, LARGE, FAILED = b"=", b"t", b"m", b"!"
SAID = {LATE: "it takes too long to read", LARGE: "it takes too much memory to read", FAILED: "it cannot be read"}

Work = Callable[[bytes], bytes]


class Overtaxed(Exception):
    """A piece of work was given up: it took too long, or too much."""


class Bench:
    """The server's end of it: one piece of work at a time, which leaves the other cores to the tables."""

    def __init__(self) -> None:
        self.turns = Turns()
        self.lock = threading.Lock()
        self.process: subprocess.Popen[bytes] | None = None

    async def do(self, kind: str, order: bytes, address: str, table: str = "") -> bytes:
        """Have something worked out in its turn; Overtaxed if it takes too much."""
        async with self.turns.wait(address, table):
            return await asyncio.to_thread(self.hand_over_alone, kind, order)

    def hand_over_alone(self, kind: str, order: bytes) -> bytes:
        """Who waits for an answer may go away; nobody else's order gets among theirs."""
        with self.lock:
            return self.hand_over(kind, order)

    def hand_over(self, kind: str, order: bytes) -> bytes:
        """Blocks, but never for long. If the process has gone, another one takes its place."""
        for attempt in range(2):
            process, patience = self.running()
            try:
                send(process.stdin, kind[:1].encode(), order)
                status, answer = receive(process.stdout, patience)
            except (OSError, EOFError, TimeoutError) as error:
                self.close()
                if attempt or isinstance(error, TimeoutError):
                    raise Overtaxed(SAID[LATE if isinstance(error, TimeoutError) else FAILED]) from None
                continue
            if status != DONE:
                raise Overtaxed(SAID[status])
            return answer
        raise Overtaxed(SAID[FAILED])

    def running(self) -> tuple[subprocess.Popen[bytes], float]:
        """The process, started if need be, and how long its answer may take."""
        if self.process is not None and self.process.poll() is None:
            return self.process, PATIENCE_SECONDS + 5
        self.close()
        command = [sys.executable, "-P", "-m", "eschaton.server.bench"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return self.process, START_SECONDS

    def close(self) -> None:
        """End the process, and what it is working on."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()


def send(pipe: IO[bytes] | None, mark: bytes, data: bytes) -> None:
    """A mark and some data, with their length."""
    assert pipe is not None
    pipe.write(HEAD.pack(mark, len(data)) + data)
    pipe.flush()


def receive(pipe: IO[bytes] | None, patience: float | None = None) -> tuple[bytes, bytes]:
    """The next mark and its data; EOFError if the other side has gone, TimeoutError if nothing comes in time."""
    assert pipe is not None
    until = None if patience is None else time.monotonic() + patience
    mark, length = HEAD.unpack(exactly(pipe, HEAD.size, until))
    if length > MOST_BYTES:
        raise EOFError
    return mark, exactly(pipe, length, until)


def exactly(pipe: IO[bytes], many: int, until: float | None) -> bytes:
    """So many bytes."""
    parts, left = [], many
    while left:
        if until is not None and not select.select([pipe], [], [], max(0.0, until - time.monotonic()))[0]:
            raise TimeoutError
        part = os.read(pipe.fileno(), min(left, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


# In the process.


def main() -> None:
    """Work until the server goes."""
    from eschaton.games import every_game
    from eschaton.server.appraise import appraise, show
    from eschaton.server.examine import examine

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    every_game()
    kinds: dict[bytes, Work] = {b"p": examine, b"r": appraise, b"f": show}
    orders, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # nothing that rules may print gets among the answers
    with contextlib.suppress(EOFError, BrokenPipeError):
        while True:
            mark, order = receive(orders)
            send(answers, *carry_out(kinds[mark], order))


def carry_out(work: Work, order: bytes) -> tuple[bytes, bytes]:
    """Do a piece of work in a fork; where there are none, here: the server then ends a process that takes too long."""
    if not hasattr(os, "fork"):
        return attempt(work, order)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        limit()
        mark, answer = attempt(work, order)
        with os.fdopen(writer, "wb") as pipe, contextlib.suppress(BrokenPipeError):
            send(pipe, mark, answer)
        os._exit(0)
    os.close(writer)
    return outcome_of(child, reader)


def outcome_of(child: int, reader: int) -> tuple[bytes, bytes]:
    """What a fork answers, or why it did not; it is gone in any case."""
    with os.fdopen(reader, "rb") as pipe:
        try:
            found = receive(pipe, PATIENCE_SECONDS)
        except (TimeoutError, EOFError) as error:
            found = (LATE if isinstance(error, TimeoutError) else LARGE), b""
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
    if found[0] == LARGE and os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        return LATE, b""
    return found


def limit() -> None:
    """Take no more than a piece of work is given, and let everything else go first."""
    import resource

    taken = Path("/proc/self/statm")  # where there is none, memory is not limited
    if taken.exists():
        size = int(taken.read_text("ascii").split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (size + MEMORY_BYTES, size + MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(5)


def attempt(work: Work, order: bytes) -> tuple[bytes, bytes]:
    """The answer, or what it failed of."""
    try:
        return DONE, work(order)
    except MemoryError:
        return LARGE, b""
    except Exception as error:
        print(f"{type(error).__name__}: {error}"[:500], file=sys.stderr)
        return FAILED, b""


if __name__ == "__main__":
    main()
