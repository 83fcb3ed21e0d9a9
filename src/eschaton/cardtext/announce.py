"""Texts at a timing: those that must be carried out, in an order that somebody chooses, then those that may.

A game derives its own steps, with its rule in the docstring, and says who orders (`orderer`), or how the players settle
it among themselves (`together`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from eschaton.cardtext.box import FRONT
from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import PASS, Power, Use

IN_ORDER = "in-order"
ALL_IN_ORDER = "All, in this order"


def spoken_at(table: Any, timing: str, sources: Iterable[str] | None = None) -> list[str]:
    """The keys of what cards say at a timing: all in play, or only these, whether in play or not."""
    if sources is None:
        return [power.key for _, power in table.speakers(timing)]
    front = table.box.texts[FRONT]
    said = [front[piece].powers.get(timing, ()) for piece in sources if piece in front]
    return [power.key for powers in said for power in powers]


class TextsAt(Step):
    """The texts `left` at one timing. One may make another possible, or no longer so: each is looked at in its turn.

    With `named`, these cards speak even if they are not in play. `seat` acts for them; without it their holders do.
    """

    timing: Open[str]
    left: Open[list[str]]
    about: int = 0
    named: bool = False
    seat: Seat = -1
    in_order: Open[bool] = False  # the rest speaks as it lies
    decision: Open[list[str]] = []  # what was settled together and is still to be carried out

    # What a game says.

    RULE = ""  # under which it asks, if not under that of its docstring

    def orderer(self, table: Any, must: dict[str, Use]) -> Seat:
        """Who says, or proposes, in which order they speak: of one player's cards, that player."""
        seats = {use.seat for use in must.values()}
        return seats.pop() if len(seats) == 1 else int(table.places[0])

    def together(self, table: Any, must: dict[str, Use]) -> Step | None:
        """The step in which players settle the next one together, into `decision`; None: who orders says it alone."""
        return None

    # How it goes.

    def ask(self, table: Any) -> Ask | None:
        """Which comes next of several that must; then everybody who may."""
        uses = self.uses(table)
        must = self.mandatory(table, uses)
        if self.is_to_be_ordered(must):
            return None if self.decision or self.together(table, must) is not None else self.ordering(table, must)
        if must or not uses:
            return None
        seat = next(iter(uses.values())).seat
        mine: Options = {key: use for key, use in uses.items() if use.seat == seat}
        rule, prompt = self.RULE or self.cited(), table.moment(self.timing)
        return Choose(seat, {**mine, PASS: seat}, PASS, rule=rule, prompt=prompt)

    def ordering(self, table: Any, must: dict[str, Use]) -> Choose:
        """Which of several that must speak is the next."""
        options: Options = {IN_ORDER: None, **must}
        rule, prompt = self.RULE or self.cited(), "Which effect comes next?"
        return Choose(self.orderer(table, must), options, IN_ORDER, rule=rule, prompt=prompt)

    def is_to_be_ordered(self, must: dict[str, Use]) -> bool:
        """Whether several cards must speak; the lines of one do as they are printed."""
        return len(must) > 1 and not self.in_order and len({piece_of(key) for key in must}) > 1

    def run(self, table: Any, answer: Use | Seat | None) -> Follow:
        """A pass, the next text, or the end."""
        uses = self.uses(table)
        if isinstance(answer, int):  # this seat passes
            self.cross_off([key for key, use in uses.items() if use.seat == answer])
            return Stay()
        must = self.mandatory(table, uses)
        if answer is None and self.is_to_be_ordered(must):
            council = None if self.decision else self.together(table, must)
            if council is not None:
                return Stay(council)
            answer = must.get(self.decision.pop(0)) if self.decision else None
            self.in_order = answer is None
        use = answer or next(iter(uses.values()), None)
        if use is None:
            return None
        self.cross_off([use.power])
        return Stay(use)

    def waiting(self, table: Any) -> list[str]:
        """The texts that have not spoken yet."""
        return self.left

    def cross_off(self, keys: list[str]) -> None:
        """These have spoken, or will not."""
        self.left = [key for key in self.left if key not in keys]

    def mandatory(self, table: Any, uses: dict[str, Use]) -> dict[str, Use]:
        """Those of these that must speak."""
        return {key: use for key, use in uses.items() if self.is_mandatory(table, key)}

    def is_mandatory(self, table: Any, key: str) -> bool:
        """Whether a text must speak."""
        return self.power_at(table, key).mandatory

    def uses(self, table: Any) -> dict[str, Use]:
        """The texts still to speak that can, mandatory ones first."""
        must: dict[str, Use] = {}
        may: dict[str, Use] = {}
        for key in self.waiting(table):
            power, piece = self.power_at(table, key), piece_of(key)
            if not self.named and not self.is_on(table, piece, power):
                continue
            use = Use(self.seat if self.seat >= 0 else table.holder(piece), key, self.about)
            if power.usable(table, use):
                (must if power.mandatory else may)[key] = use
        return must | may

    def is_on(self, table: Any, piece: str, power: Power) -> bool:
        """Whether a card in play still speaks this text."""
        return any(other is power for _, other in table.speakers(self.timing))

    def power_at(self, table: Any, key: str) -> Power:
        """A text as it speaks at this timing; one of several timings has the same key at each."""
        power: Power = table.power(key)
        if power.when == self.timing:
            return power
        shelves = [shelf[piece] for shelf in table.box.texts.values() if (piece := piece_of(key)) in shelf]
        each: list[Power] = [power for texts in shelves for power in texts.powers.get(self.timing, ())]
        return next(power for power in each if power.key == key)

    def describe(self, table: Any, key: str) -> Option:
        """A text by its label, on its card."""
        if key in (IN_ORDER, PASS):
            return Option(key, ALL_IN_ORDER if key == IN_ORDER else "Pass")
        return Option(key, self.power_at(table, key).label, (piece_of(key),))


class TextsOfStep(TextsAt):
    """The texts of a whole step of the game, each once in it: also of cards that come to speak only meanwhile."""

    over: Open[list[str]] = []  # texts that have spoken, or will not

    def waiting(self, table: Any) -> list[str]:
        """All that are on now and have not spoken yet."""
        return [power.key for _, power in table.speakers(self.timing) if power.key not in self.over]

    def cross_off(self, keys: list[str]) -> None:
        """These have spoken, or will not."""
        self.over += keys


def piece_of(key: str) -> str:
    """The piece whose power has this key."""
    return key.rpartition("/")[0]
