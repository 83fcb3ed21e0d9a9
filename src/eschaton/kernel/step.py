"""Steps: what the rulebook calls a phase, an action, an effect. Plain data; `ask`, then `run` with the answer."""

from __future__ import annotations

import functools
import re
from typing import Any, ClassVar

import msgspec

from eschaton.kernel.ask import Ask, Option, Seat, Viewer


class Step(msgspec.Struct, kw_only=True, tag=True, gc=False):
    """One step. Its name is the rulebook's, its docstring is the rule's id and gist, its fields are all it needs.

    A step that asks nothing defines `run(table)`; one that asks defines `ask(table)`, which is pure, and
    `run(table, answer)`, which is deterministic. When `ask` returns None, `run` gets None.
    """

    serial: int = 0

    asks: ClassVar[bool] = False
    """Whether steps of this class may ask somebody; if not, their `run` takes no answer."""

    step_name: ClassVar[str] = "Step"
    """The name of the class, by which scopes are found."""

    at_once: ClassVar[bool] = False
    """Whether, done unasked, it is done together with the answer to its own question: nobody waits for it."""

    offering: ClassVar[bool] = False
    """Whether steps of this class offer something in windows about them; found by itself."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.asks = cls.ask is not Step.ask
        cls.offering = cls.offers is not Step.offers or cls.demands is not Step.demands
        cls.step_name = cls.__name__

    def ask(self, table: Any) -> Ask | None:
        """The question, derived from the table; None when there is nothing to ask."""
        return None

    def ask_of(self, table: Any, seat: Seat) -> Ask | None:
        """What one seat is asked when `ask` asks several together; None when that seat cannot act."""
        return None

    def may_act(self, table: Any, seats: list[Seat]) -> list[Seat]:
        """Who may act, as everybody is shown it: must not tell who has passed or who really can."""
        return seats

    def run(self, table: Any, *answer: Any, **never: Any) -> Follow:
        """Change the table and say what follows."""
        return None

    def describe(self, table: Any, key: str) -> Option:
        """How an option of this step's question reads, made only when someone looks."""
        described: Option = table.describe(key)
        return described

    def in_words(self, table: Any) -> str:
        """What this step is about to do, for those who may answer it: from what everybody knows only."""
        return ""

    def offers(self, table: Any, seat: Seat, timing: str) -> dict[str, Step]:
        """What this pending step itself lets a seat do in a window about it, beside its powers: nothing hidden."""
        return {}

    def demands(self, table: Any, seat: Seat, timing: str) -> dict[str, Step]:
        """What this pending step has a seat do in a window about it before it may pass: nothing hidden."""
        return {}

    def imagine(self, table: Any, viewer: Viewer, rng: Any) -> None:
        """Draw hidden fields of this pending step anew, as this viewer might imagine them (called on a copy)."""

    def could_be(self, table: Any) -> bool:
        """Whether this step can be pending on a table that somebody imagines: who is asked to choose has a choice."""
        return True

    @classmethod
    @functools.cache
    def title(cls) -> str:
        """The step's name in words: `RollPhase` is "Roll phase", `MTFPhase` is "MTF phase"."""
        first, *rest = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", cls.__name__)
        return " ".join([first, *(word if len(word) > 1 and word.isupper() else word.lower() for word in rest)])

    def prompt(self, table: Any) -> str:
        """The question in one sentence, where the ask itself has none."""
        return self.title()

    @classmethod
    @functools.cache
    def cited(cls) -> str:
        """The rule id that the docstring begins with, if any."""
        found = re.match(r"([A-Z]{2,}-[\w.]+)", cls.__doc__ or "")
        return found.group(1).rstrip(".") if found else ""

    def now_about(self, serial: int) -> None:
        """The pending step with this serial has been replaced by one that offers something in windows about it."""


class Stay:
    """These steps, then the same step again, with the same serial."""

    __slots__ = ("steps",)

    def __init__(self, *steps: Step) -> None:
        self.steps = steps


AGAIN = Stay()
"""The same step again, at once: only the step itself has changed, so nothing can be due."""


class Unwind:
    """Drop everything above the nearest pending step of this class (or serial), run these steps, then go on with it."""

    __slots__ = ("steps", "to")

    def __init__(self, to: type[Step] | int, *steps: Step) -> None:
        self.to = to
        self.steps = steps


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: who won, by which rule, in a word or two; scores where the game has them."""

    winners: tuple[Seat, ...]
    rule: str = ""
    reason: str = ""
    scores: dict[str, int] = {}


class End:
    """The game is over."""

    __slots__ = ("outcome",)

    def __init__(self, outcome: Outcome) -> None:
        self.outcome = outcome


Follow = Step | list[Step] | Stay | Unwind | End | None
