"""What a seat is told as numbers: a vector of fixed length for a game and set-up, made from the seat's view alone.

See docs/research.md for the layout.
"""

from __future__ import annotations

import typing

import msgspec
import numpy as np

from eschaton.adapters import draft
from eschaton.adapters.parts import Bag, Fields, StackPart, Tensor, WordPart, fields_for
from eschaton.adapters.play import GamePlay
from eschaton.kernel.ask import Amount, Assign, Choose, ChooseSome, Order, Viewer
from eschaton.kernel.table import Table
from eschaton.kernel.view import view

KINDS = (Choose, ChooseSome, Assign, Order, Amount)


class Encoder:
    """Writes what viewers of one game with one set-up are told. `layout` names each stretch: where it begins, how long.

    First the decision: whose eyes, who may act, the kind of question, what is picked so far, the item to be placed.
    Then the table, field by field, and the pending steps.
    """

    def __init__(self, play: GamePlay) -> None:
        table = play.table
        self.seats = 1 + max(*play.people, *table.automata, 0)
        self.picked, self.item = Bag(), WordPart()
        self.fields = fields_of_table(table)
        self.stack = StackPart(step_names(type(table)))
        self.layout: dict[str, tuple[int, int]] = {}
        self.size = 0
        for name, size in (
            ("seat", self.seats),
            ("may act", self.seats),
            ("asked", len(KINDS)),
            ("picked", self.picked.size),
            ("item", self.item.size),
            *((f"table.{name}", part.size) for name, part in self.fields.parts.items()),
            ("stack", self.stack.size),
        ):
            self.layout[name] = (self.size, size)
            self.size += size

    def encode(self, play: GamePlay, viewer: Viewer) -> Tensor:
        """What a viewer is told now."""
        out = np.zeros(self.size, np.float32)
        seat = viewer if viewer is not None and viewer >= 0 else None
        if seat is not None:
            out[self.begin("seat") + seat] = 1.0
        for other in play.question.may_act(play.table) if play.question is not None else ():
            if other >= 0:
                out[self.begin("may act") + other] = 1.0
        if seat is not None and seat == play.seat:
            self.write_decision(out, play)
        seen = view(play.table, viewer)
        self.fields.write(out, self.fields_begin, seen)
        self.stack.write(out, self.begin("stack"), seen["stack"])
        return np.clip(out, -1.0, 1.0, out=out)

    def write_decision(self, out: Tensor, play: GamePlay) -> None:
        """The question to the seat that decides, and what it has picked so far."""
        ask = play.ask
        if ask is not None:
            out[self.begin("asked") + KINDS.index(type(ask))] = 1.0
            self.picked.write(out, self.begin("picked"), play.chosen)
            self.item.write(out, self.begin("item"), draft.item_asked(ask, play.chosen))

    def begin(self, name: str) -> int:
        """Where a stretch begins."""
        return self.layout[name][0]

    @property
    def fields_begin(self) -> int:
        """Where the table's fields begin."""
        at, size = self.layout["item"]
        return at + size


def fields_of_table(table: Table) -> Fields:
    """The declared fields of a table; the stack is written apart."""
    return fields_for(type(table), table, 0)


def step_names(kind: type[Table]) -> list[str]:
    """The names of all steps that may be pending in a game."""
    stack = next(field.type for field in msgspec.structs.fields(kind) if field.name == "stack")
    (steps,) = typing.get_args(stack)
    return [step.__name__ for step in typing.get_args(steps)]
