"""Two worlds through real sockets: what one seat is sent is the same in number, order, size and every byte."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest

from eschaton.kernel.ask import Viewer
from eschaton.kernel.game import Game
from eschaton.kernel.match import Match
from eschaton.kernel.save import copy
from eschaton.server import protocol as p
from eschaton.server.effects import Effects
from eschaton.server.play import Play
from tests import LONG
from tests.laws.play import Ear
from tests.laws.register import Case, cases, games
from tests.server.client import Player, Refused
from tests.server.conftest import Running
from tests.server.test_play import join, open_table
from tests.server.worlds import lockstep, match_of, two_tables

CASES = cases()
SEQ = re.compile(r'"seq":(\d+)')
MANY = 60 if LONG else 4


class Distant:
    """A table of a real server with a person on every seat; what one of them is sent is written down."""

    def __init__(self, server: Running, case: Case, viewer: Viewer) -> None:
        self.server, self.case, self.viewer = server, case, viewer
        self.ear, self.count, self.begun = Ear(viewer), 0, 0
        self.wire = self
        self.players: dict[Viewer, Player] = {}

    async def open(self, match: Match, stack: AsyncExitStack) -> None:
        """Seat everybody, deal, and then put the match to be looked at on the table."""
        base, game = self.server.base, self.case.game
        anna = await open_table(base, game=game.id, players=self.case.players, options=self.case.options)
        table = anna["table"]
        others = [await join(base, table, f"Person {seat}") for seat in range(1, self.case.players)]
        for seat, person in enumerate([anna, *others]):
            self.players[seat] = await stack.enter_async_context(Player(base, table, person["token"]))
        self.players[None] = await stack.enter_async_context(Player(base, table))
        await self.players[0].do(p.Start())
        self.match, self.actor = match, self.server.hall.actors[table]
        match.record.id = f"another {table}"[:32]

        def hear(question: Any) -> None:
            given = match.given.get(self.viewer, 0) if self.viewer is not None else 0
            self.ear.hear(match.table, question, given, [])

        async def deal() -> None:
            self.actor.desk.play = Play(match)
            match.watch = hear
            match.proceed()
            self.actor.tell(Effects(changed=True, renewed=True))

        await self.calm()
        self.begun, self.seq = len(self.players[self.viewer].frames), self.players[self.viewer].last
        await self.there(deal)
        await self.calm()
        lobby = self.actor.desk.lobby
        self.own = (table, lobby.match, lobby.commitment(), *(player.stream for player in self.players.values()))

    async def there(self, do: Callable[[], Awaitable[None]]) -> None:
        """Have something done at the table, in its turn."""
        loop = self.actor.task.get_loop()
        await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(self.actor.call(do), loop))

    async def calm(self) -> None:
        """Until somebody is asked, and all that was sent has arrived."""

        async def nothing() -> None:
            pass

        await self.there(nothing)
        while self.actor.desk.play.idle or not self.actor.inbox.empty():
            await asyncio.sleep(0.001)
        await self.there(nothing)
        for player in self.players.values():  # what is no message is answered at once, outside of the stream
            await player.socket.send('{"type":"calm","ref":"calm"}')
            while (await player.next("problem"))["re"] != "calm":
                continue

    @property
    def frames(self) -> list[bytes]:
        """What the viewer was sent, numbered from here on, with the names of this table and its streams taken out."""
        frames = self.players[self.viewer].frames[self.begun :]
        return [self.nameless(frame) for frame in frames if '"re":"calm"' not in frame]

    def nameless(self, frame: str) -> bytes:
        for name in self.own:
            frame = frame.replace(name, "*" * len(name))
        return SEQ.sub(lambda found: f'"seq":{max(0, int(found[1]) - self.seq)}', frame).encode()

    async def give(self, seat: int, answer: Any) -> bool:
        """An answer from a seat; whether it was taken."""
        self.count += seat == self.viewer
        message = p.GiveAnswer(ref=f"answer {self.count}", seat=seat, ask=self.match.ask_id(seat) or "", answer=answer)
        if seat != self.viewer:
            message.ref = ""
        try:
            await self.players[seat].do(message)
            taken = True
        except Refused:
            taken = False
        await self.calm()
        return taken

    def sealed(self) -> bool:
        return self.match.question is not None and self.match.question.mode == "sealed"


async def together(server: Running, case: Case, seed: int, skip: int, most: int) -> int:
    """Play on two tables that a viewer cannot tell apart; how many answers they stay together."""
    rng = Random(seed)
    found = two_tables(case, seed, skip, rng)
    if found is None:
        return 0
    first, viewer, other = found
    async with AsyncExitStack() as stack:
        worlds = [Distant(server, case, viewer) for _ in range(2)]
        for world, table in zip(worlds, (first.table, other), strict=True):
            await world.open(match_of(case, seed, copy(table), first), stack)
        return await lockstep(worlds[0], worlds[1], rng, most)  # type: ignore[arg-type]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_two_worlds_are_the_same_on_the_wire(server: Running, game: Game) -> None:
    ways = [case for case in CASES if case.game is game]
    lengths = [
        asyncio.run(together(server, ways[seed % len(ways)], seed, 7 * seed % 40, 30)) for seed in range(1, MANY + 1)
    ]
    assert sum(lengths) > 2 * len(lengths)
