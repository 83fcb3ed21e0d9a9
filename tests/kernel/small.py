"""The smallest table there is, and a few steps to push on it."""

from __future__ import annotations

from copy import deepcopy as copy
from typing import Any

import msgspec

from eschaton.kernel.ask import Amount, Ask, Choose, Roll, Seat, first, in_turn, keys, race, sealed
from eschaton.kernel.game import Game, Setup
from eschaton.kernel.pile import Pile, face_down, face_up, hand
from eschaton.kernel.save import normal
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step, Unwind
from eschaton.kernel.table import Open, Owner, Table
from eschaton.kernel.window import Power, Use


class Sitter(msgspec.Struct):
    """A player with something in every degree of secrecy."""

    seat: Open[Seat]
    hand: Open[Pile]
    life: Open[int] = 3
    plan: Owner[str] = "sleep"
    mood: int = 7


class Small(Table):
    """A table that writes down what happens on it."""

    home = __name__

    sitters: Open[list[Sitter]]
    deck: Open[Pile]
    heap: Open[Pile]
    noted: Open[list[str]] = []
    sum: Open[int] = 0
    held: dict[int, list[str]] = {}
    possible: dict[int, list[str]] = {}

    def due(self) -> Follow:
        """At ten, the sum is noted and falls to zero, whatever is going on; at minus one the game is over."""
        if self.sum >= 10:
            return Overflow()
        return End(Outcome((0,), "TOY-0.1", "below zero")) if self.sum < 0 else None

    def free(self, seat: Seat) -> dict[str, Step]:
        """Only seat 0 may shout."""
        return {"shout": Note("shout")} if seat == 0 else {}

    def power(self, key: str) -> Power:
        return POWERS[key]

    def powers(self, seat: Seat, timing: str) -> list[Power]:
        return [POWERS[key] for key in self.held.get(seat, ()) if POWERS[key].when == timing]

    def possible_powers(self, seat: Seat, timing: str) -> list[Power]:
        might = self.possible.get(seat, self.held.get(seat, ()))
        return [POWERS[key] for key in might if POWERS[key].when == timing]

    def touched(self, seat: Seat, window: Any) -> bool:
        step = self.find(window.about)
        return getattr(step, "seat", None) == seat

    def holds(self, effect: Any) -> bool:
        return self.sum < 5


class Note(Step):
    """TOY-0.2: note a word."""

    word: Open[str]

    def run(self, table: Small) -> Follow:
        table.noted.append(self.word)
        return None


class Add(Step):
    """TOY-0.3: add to the sum."""

    amount: Open[int]
    seat: Open[Seat] = 0
    secret: int = 0

    def run(self, table: Small) -> Follow:
        table.sum += self.amount
        table.noted.append(f"add {self.amount}")
        return None


class Overflow(Step):
    """TOY-0.4: the sum falls to zero."""

    def run(self, table: Small) -> Follow:
        table.sum = 0
        table.noted.append("overflow")
        return None


class Within(Step):
    """TOY-0.5: run steps one after the other, staying pending all the while."""

    parts: list[Any]
    done: Open[int] = 0

    def run(self, table: Small) -> Follow:
        table.noted.append(f"within {self.serial}")
        if self.done == len(self.parts):
            return None
        self.done += 1
        return Stay(made(self.parts[self.done - 1]))


class Give(Step):
    """TOY-0.6: whatever the test wants to follow."""

    follow: str

    def run(self, table: Small) -> Follow:
        follows: dict[str, Follow] = {
            "nothing": None,
            "list": [Note("one"), Note("two")],
            "unwind": Unwind(Within),
            "unwind with": Unwind(Within, Note("instead")),
            "unwind nowhere": Unwind(99_999),
            "end": End(Outcome((1,), "TOY-0.6", "given")),
            "nonsense": "nonsense",  # type: ignore[dict-item]
        }
        if self.follow == "crash":
            raise ZeroDivisionError("crash")
        return follows[self.follow]


class Question(Step):
    """TOY-0.7: ask one seat for a word."""

    seat: Open[Seat]
    words: Open[list[str]]

    def ask(self, table: Small) -> Ask:
        return Choose(self.seat, keys(self.words), rule="TOY-0.7")

    def run(self, table: Small, word: str) -> Follow:
        table.noted.append(word)
        return Give(word) if word in ("crash", "unwind nowhere", "nonsense") else None


class Throw(Step):
    """TOY-0.8: throw dice."""

    many: Open[int]
    purpose: Open[str] = "dice"

    def ask(self, table: Small) -> Ask:
        return Roll(self.purpose, (1, 2, 3, 4, 5, 6), self.many, rule="TOY-0.8")

    def run(self, table: Small, faces: list[int]) -> Follow:
        table.noted.append(f"{self.purpose} {faces}")
        return None


class Shuffling(Step):
    """TOY-0.9: shuffle the deck."""

    def ask(self, table: Small) -> Ask:
        return table.deck.asking("deck")

    def run(self, table: Small, order: list[str]) -> Follow:
        table.deck.shuffled(order)
        return None


class LookAt(Step):
    """TOY-0.30: a seat looks at the top card."""

    seat: Seat

    def run(self, table: Small) -> Follow:
        table.deck.look(self.seat, 1)
        return None


class Whisper(Step):
    """TOY-0.31: a seat is told a secret."""

    seat: Seat
    aside: bool = False  # and nobody else sees that it is

    def run(self, table: Small) -> Follow:
        to = 1 << self.seat
        if self.aside:
            table.tell(to, "TOY-0.31", "whisper", {}, audience=to, word="psst")
        else:
            table.tell(to, "TOY-0.31", "whisper", {"word": "psst"})
        return None


class Compare(Step):
    """TOY-0.32: all are told something about a card that nobody sees."""

    def run(self, table: Small) -> Follow:
        table.reveal("TOY-0.32", "compared", early=table.deck.cards[-1] < "d")
        return None


class Several(Step):
    """TOY-0.10: ask several seats for a number at once, in one of the four ways; seats in `out` cannot act."""

    mode: Open[str]
    seats: Open[list[Seat]]
    out: list[Seat] = []
    most: Open[int] = 9

    def ask(self, table: Small) -> Ask:
        return {"race": race, "first": first, "sealed": sealed, "turn": in_turn}[self.mode](self.seats, "TOY-0.10")

    def ask_of(self, table: Small, seat: Seat) -> Ask | None:
        least = len(table.answered(self)) if self.mode == "turn" else 0
        return None if seat in self.out else Amount(seat, least, self.most - table.sum, rule="TOY-0.10")

    def run(self, table: Small, answer: Any) -> Follow:
        table.noted.append(f"{self.mode} {answer}")
        if self.mode in ("race", "first") and answer is not None:
            seat, number = answer
            if number == 0 or number is None:
                self.seats = [other for other in self.seats if other != seat]
            return Stay()
        return None


def made(part: Any) -> Step:
    """A step from what a saved table keeps of it."""
    return part if isinstance(part, Step) else msgspec.convert(part, STEPS)


STEPS = Note | Add | Within | Give | Question | Throw | Shuffling | Several


def amends(table: Small, use: Use) -> Follow:
    table.amend(use.about, "TOY-0.11", amount=1)
    return None


def cancels(table: Small, use: Use) -> Follow:
    table.cancel(use.about, "TOY-0.12")
    return None


def notes(table: Small, use: Use) -> Follow:
    return Note(f"{use.power} by {use.seat}")


def kills(table: Small, use: Use) -> Follow:
    table.held = {}
    table.possible = {}
    return Note("all are dead")


POWERS = {
    power.key: power
    for power in (
        Power(key="soften", when="add", effect=amends, limit=1, per="Window", rule="TOY-0.11", label="Soften it"),
        Power(key="stop", when="add", effect=cancels, condition=lambda table, use: table.find(use.about) is not None),
        Power(key="cheer", when="add", effect=notes, limit=1, per="Window"),
        Power(key="daily", when="add", effect=notes, limit=1, per="Within"),
        Power(key="ever", when="add", effect=notes, limit=1, per=""),
        Power(key="kill", when="add", effect=kills, limit=1, per="Window"),
        Power(key="early", when="early", effect=notes, limit=1, per="Window"),
        Power(key="late", when="late", effect=notes, limit=1, per="Window"),
        Power(key="must", when="late", effect=notes, mandatory=True, limit=1, per="Window"),
        Power(key="must too", when="late", effect=notes, mandatory=True, limit=1, per="Window"),
        Power(key="paid", when="add", effect=notes, cost=lambda table, use: Note("cost"), limit=1, per="Window"),
    )
}


def small(*steps: Step, players: int = 3, **fields: Any) -> Small:
    """A table with these steps to come."""
    table = Small(
        players_count=players,
        places=list(range(players)),
        sitters=[Sitter(seat, hand("card", seat)) for seat in range(players)],
        deck=face_down("card", ["a", "b", "c", "d", "e", "f"]),
        heap=face_up("card"),
        **fields,
    )
    table.push(list(steps))
    return normal(table)


def setup(setup: Setup) -> Small:
    """Shuffle, throw, ask, throw."""
    words = ["yes", "no", "crash", "unwind nowhere", "nonsense"]
    return small(Shuffling(), Throw(2), Question(0, words), *copy(MORE), players=setup.players)


MORE = [
    Several("sealed", [0, 1]),
    Question(1, ["left", "right"]),
    Throw(1),
    Several("race", [0, 1]),
    Throw(1, "last dice"),
    Question(0, ["done"]),
    Add(-99),
]

GAME = Game(id="small", title="Small", version=1, players=(2, 3), setup=setup, packs={"core": "1f"})
