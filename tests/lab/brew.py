"""Brew: a game of one card that can be swapped for another by a pack. Three sips each; who has drunk most wins.

A pack is a TOML file that says how much a sip is worth: `sip = 2`. Every player may also decline.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from eschaton.kernel.ask import Ask, Choose, Roll, Seat, keys
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Advice, Game, Setup
from eschaton.kernel.step import End, Follow, Outcome, Step
from eschaton.kernel.table import Open, Table

ROUNDS = 3


class Drinker(msgspec.Struct):
    seat: Open[Seat]
    drunk: Open[int] = 0


class Brew(Table):
    home = __name__

    drinkers: Open[list[Drinker]]
    sip: Open[int]
    round: Open[int] = 0

    def clock(self) -> int:
        return self.round

    def measures(self) -> dict[str, dict[Seat, float]]:
        return {"drunk": {drinker.seat: drinker.drunk for drinker in self.drinkers}}

    def side(self, seat: Seat) -> str:
        return "host" if seat == 0 else "guest"


class Turn(Step):
    """BR-1: drink or decline; the host's sip is what the pack says, a guest's is 2."""

    seat: Open[Seat]

    def ask(self, table: Brew) -> Ask:
        return Choose(self.seat, keys(["drink", "decline"]))

    def run(self, table: Brew, chosen: str) -> Follow:
        if chosen == "drink":
            table.say("BR-1", "drank", who=self.seat, card="host's cup" if self.seat == 0 else "guest's cup")
            return Spill(self.seat)
        return after(table, self.seat)


class Spill(Step):
    """BR-2: a third of all sips is spilt."""

    seat: Open[Seat]

    def ask(self, table: Brew) -> Ask:
        return Roll("spill", (0, 1, 1), 1)

    def run(self, table: Brew, faces: list[Any]) -> Follow:
        table.drinkers[self.seat].drunk += int(faces[0]) * (table.sip if self.seat == 0 else 2)
        return after(table, self.seat)


def after(table: Brew, seat: Seat) -> Follow:
    """BR-3: the next one's turn, or the end."""
    if seat + 1 < table.players_count:
        return Turn(seat + 1)
    table.round += 1
    if table.round < ROUNDS:
        return Turn(0)
    most = max(drinker.drunk for drinker in table.drinkers)
    return End(Outcome(tuple(drinker.seat for drinker in table.drinkers if drinker.drunk == most), "BR-3", "the most"))


def setup(sip: int, setup: Setup) -> Brew:
    seats = list(range(setup.players))
    return Brew(
        players_count=len(seats), places=seats, drinkers=[Drinker(seat) for seat in seats], sip=sip, stack=[Turn(0)]
    )


def advice(table: Table, ask: Ask, rng: Random) -> Advice:
    return Advice("drink", "Thirst.")


def with_packs(files: Sequence[Path]) -> Game:
    sip = 2
    for file in files:
        found = tomllib.loads(file.read_text("utf-8"))
        if not isinstance(found.get("sip"), int):
            raise BadSetup(f"{file}: sip: expected a number")
        sip = found["sip"]
    return msgspec.structs.replace(GAME, setup=partial(setup, sip))


GAME = Game(
    id="brew",
    title="Brew",
    version=1,
    players=(2, 3),
    setup=partial(setup, 2),
    advice=advice,
    with_packs=with_packs,
    plays=("drank",),
    limit=100,
)
