"""A small proxy before several servers: passes each connection on to the next one that takes it."""

import asyncio
import contextlib
import itertools


class Proxy:
    """Takes connections on a free port; knows nothing of tables, and so often asks the wrong server."""

    def __init__(self, ports: list[int]) -> None:
        self.ports = ports
        self.turn = itertools.count()
        self.lines: set[asyncio.Task[None]] = set()
        self.base = ""

    async def __aenter__(self) -> "Proxy":
        self.server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.base = f"http://127.0.0.1:{self.server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self.server.close()
        for line in self.lines:
            line.cancel()
        await asyncio.gather(*self.lines, return_exceptions=True)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, both ways, until either side hangs up."""
        task = asyncio.current_task()
        assert task is not None
        self.lines.add(task)
        try:
            there, back = await self.server_taking()
            both = [asyncio.ensure_future(pump(reader, back)), asyncio.ensure_future(pump(there, writer))]
            try:
                await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for one in both:
                    one.cancel()
                back.close()
        except OSError:
            pass
        finally:
            writer.close()
            self.lines.discard(task)

    async def server_taking(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The next server that takes a connection."""
        first = next(self.turn)
        for place in range(len(self.ports)):
            with contextlib.suppress(OSError):
                return await asyncio.open_connection("127.0.0.1", self.ports[(first + place) % len(self.ports)])
        raise ConnectionRefusedError


async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Pass bytes on."""
    with contextlib.suppress(OSError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
