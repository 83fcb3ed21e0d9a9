"""Two tables that one seat cannot tell apart, played on in lockstep through the real actor."""

import asyncio
from collections.abc import Iterable
from random import Random
from typing import Any

from eschaton.kernel.ask import CHANCE, Ask, Choose, Viewer
from eschaton.kernel.match import Match
from eschaton.kernel.record import Deal, Record
from eschaton.kernel.save import copy
from eschaton.kernel.table import Table
from eschaton.server import protocol as p
from eschaton.server.actor import Actor
from eschaton.server.desk import Desk
from eschaton.server.effects import Effects
from eschaton.server.films import Projector
from eschaton.server.lobby import Chair, Guest, Lobby
from eschaton.server.metrics import Metrics
from eschaton.server.play import Play
from eschaton.server.settings import Config, House
from tests.laws.interference import another_table, may_answer
from tests.laws.play import Ear, LawBroken
from tests.laws.register import Case


class NoDisk:
    """A writer that has nothing to write to."""

    async def write(self, *jobs: Any) -> None:
        await asyncio.sleep(0)


class Wire:
    """A connection that keeps every frame."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send(self, data: bytes) -> None:
        self.frames.append(data)

    def send_first(self, messages: Iterable[bytes]) -> None:
        self.frames.extend(messages)

    def close(self, code: int) -> None:
        pass


class World:
    """A table with a person on every seat, one of whom is listened to on the wire."""

    def __init__(self, case: Case, match: Match, viewer: Viewer, **config: Any) -> None:
        seats = range(case.players)
        lobby = Lobby(
            id="table",
            game=case.game.id,
            phase="playing",
            players=case.players,
            chairs=[Chair(seat + 1) for seat in seats],
            people=[Guest(seat + 1, f"Person {seat}") for seat in seats],
            secret="the same",
            match="match",
        )
        settings = Config(**{"keep_stream": 1e9, "bot_delay": 0.0, **config})
        house = House(settings, None, NoDisk(), None, Metrics(), Projector(None, None, None), None)  # type: ignore[arg-type]
        self.match, self.viewer, self.wire, self.ear = match, viewer, Wire(), Ear(viewer)
        self.actor = Actor(Desk(lobby, Play(match)), house, never)
        self.count = 0

    async def listen(self) -> None:
        person = 0 if self.viewer is None else self.viewer + 1
        await self.actor.attach(self.wire, person, p.Hello(version=1))
        self.wire.frames.clear()

        async def go_on() -> None:
            self.match.proceed()
            self.hear()
            self.actor.tell(Effects(changed=True))

        await self.actor.call(go_on)
        await self.go_on()

    def hear(self) -> None:
        """The viewer is shown the present."""
        given = self.match.given.get(self.viewer, 0) if self.viewer is not None else 0
        self.ear.hear(self.match.table, self.match.question, given, [])

    async def go_on(self) -> None:
        """Until somebody is asked, and everybody has been told."""
        while self.actor.desk.play.idle:
            before = self.match.question
            await asyncio.sleep(0)
            if self.match.question is not before:
                self.hear()
        await self.actor.call(nothing)

    async def give(self, seat: int, answer: Any) -> bool:
        """An answer from a seat; whether it was taken."""
        before = len(self.match.record.entries)
        ask = self.match.ask_id(seat) or "none"
        self.count += seat == self.viewer
        ref = str(self.count) if seat == self.viewer else ""
        await self.actor.hear(seat + 1, p.GiveAnswer(ref=ref, seat=seat, ask=ask, answer=answer), None)
        self.hear()
        taken = len(self.match.record.entries) > before
        await self.go_on()
        return taken

    def sealed(self) -> bool:
        return self.match.question is not None and self.match.question.mode == "sealed"

    async def end(self) -> None:
        await self.actor.close()


async def nothing() -> None:
    pass


async def never(_: str) -> Desk | None:
    raise AssertionError


def match_of(case: Case, seed: int, table: Any = None, like: Match | None = None) -> Match:
    setup = case.game.checked(case.players, case.options)
    record = Record(id="match", game=case.game.id, version=case.game.version, setup=setup, deal=Deal(seed=str(seed)))
    match = Match(case.game, record)
    if table is not None and like is not None:
        match.table, match.given, match.draws = table, dict(like.given), dict(like.draws)
    return match


def two_tables(case: Case, seed: int, skip: int, rng: Random) -> tuple[Match, Viewer, Table] | None:
    """Two tables that a viewer cannot tell apart, after so many decisions, or half as many where a game is short."""
    while (found := tables_after(case, seed, skip, rng)) is None and skip:
        skip //= 2
    return found


def tables_after(case: Case, seed: int, skip: int, rng: Random) -> tuple[Match, Viewer, Table] | None:
    """A match some answers on, a viewer, and a table that they cannot tell from the match's; None if there is none."""
    first = match_of(case, seed)
    first.proceed()
    for _ in range(skip):
        if first.over:
            return None
        seat, ask = rng.choice(list(first.asks().items()))
        first.answer(seat, ask.sample(rng))
    viewer = rng.choice([*first.table.people(), None])
    other = None if first.over else another_table(first.table, viewer, rng)
    return None if other is None else (first, viewer, other)


async def together(case: Case, seed: int, skip: int, most: int) -> int:
    """Play on two tables that a viewer cannot tell apart; how many answers they stay together."""
    rng = Random(seed)
    found = two_tables(case, seed, skip, rng)
    if found is None:
        return 0
    first, viewer, other = found
    worlds = [World(case, match_of(case, seed, table, first), viewer) for table in (copy(first.table), copy(other))]
    for world in worlds:
        await world.listen()
    try:
        return await lockstep(worlds[0], worlds[1], rng, most)
    finally:
        for world in worlds:
            await world.end()


async def lockstep(one: World, two: World, rng: Random, most: int) -> int:
    for number in range(most):
        if one.match.over or two.match.over or not same_frames(one, two):
            return number
        if len(one.wire.frames) != len(two.wire.frames):
            behind, ahead = (one, two) if len(one.wire.frames) < len(two.wire.frames) else (two, one)
            if not await catch_up(behind, ahead):
                return number
        elif not await step(*((one, two) if rng.random() < 0.5 else (two, one)), rng):
            return number
    return most


def same_frames(one: World, two: World) -> bool:
    """Whether both sent the same so far; not if the viewer has lawfully got to know different cards."""
    for place, (left, right) in enumerate(zip(one.wire.frames, two.wire.frames, strict=False)):
        if left != right:
            if one.ear.learnt != two.ear.learnt:
                return False
            raise LawBroken(f"seat {one.viewer}, frame {place}:\n{left.decode()}\n{right.decode()}")
    return True


async def catch_up(behind: World, ahead: World) -> bool:
    """Who is asked only in the world behind gives the answer of silence."""
    for seat, ask in behind.match.asks().items():
        if seat not in (behind.viewer, CHANCE) and seat not in ahead.match.asks() and neutral(ask):
            return await behind.give(seat, neutral(ask))
    return False


def neutral(ask: Ask) -> str:
    return ask.neutral if isinstance(ask, Choose) else ""


async def step(lead: World, follow: World, rng: Random) -> bool:
    """The same answer in both worlds; False when that cannot be."""
    asks, others = lead.match.asks(), follow.match.asks()
    for seat in rng.sample(list(asks), len(asks)):
        if seat not in others:
            if seat != lead.viewer and neutral(asks[seat]):
                return await lead.give(seat, neutral(asks[seat]))
            continue
        if seat == lead.viewer and lead.sealed() and set(asks) != set(others):
            continue  # who is last to answer is a matter of time
        for answer in [*(asks[seat].sample(rng) for _ in range(4)), asks[seat].default()]:
            if may_answer(others[seat], answer):
                return await follow.give(seat, answer) and await lead.give(seat, answer)
    return False
