"""Announcing a timing: the cards that say something at it do so, in any order the players like (SA-11.4, SA-23.12)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from eschaton.games.apollyon.box.timings import END_OF_TURN, EVENT_PHASE, MONTHLY, START_OF_TURN
from eschaton.games.apollyon.labels import power_in_words
from eschaton.games.apollyon.rules.joint import Joint, others_concerned, put_to_all
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Power, Use

IN_ORDER, PASS = "in-order", "pass"
ALL_IN_ORDER = "All, in this order"
STEPS_OF_THE_TURN: Final = frozenset({START_OF_TURN, EVENT_PHASE, END_OF_TURN, MONTHLY})
"""Timings at which whatever is in play speaks, as opposed to what happens at one moment."""


def announce(
    table: Apollyon, timing: str, *, about: int = 0, sources: Iterable[str] | None = None, seat: Seat = -1
) -> list[Step]:
    """The steps in which texts speak at this timing; none, quickly, if no card does.

    Without `sources` all cards in play speak; with them only those, whether in play or not (a Situation, an Event, an
    Intel Card). `seat` acts for them; without it their holders do. At a step of the turn all in play speak.
    """
    box = table.box
    if timing not in box.about:
        return []
    if timing in STEPS_OF_THE_TURN:
        return [StepEffects(timing, [])] if table.speakers(timing) else []
    if sources is None:
        left = [power.key for _, power in table.speakers(timing)]
    else:
        said = [box.loose[piece].powers.get(timing, ()) for piece in sources if piece in box.loose]
        left = [power.key for powers in said for power in powers]
    return [Announcement(timing, left, about, sources is not None, seat)] if left else []


class Announcement(Joint):
    """SA-23.12: the texts of one timing; those that must, then those that may.

    The Administrator proposes the next of several that must speak (of one player's cards, that player); whoever holds a
    text that may is asked.
    """

    timing: Open[str]
    left: Open[list[str]]
    about: int = 0
    named: bool = False  # these cards speak even if they are not in play
    seat: Seat = -1
    in_order: Open[bool] = False  # the rest speaks as it lies

    def ask(self, table: Apollyon) -> Ask | None:
        uses = self.uses(table)
        must = {key: use for key, use in uses.items() if self.is_mandatory(table, key)}
        if self.is_to_be_ordered(must):
            if self.decision or self.is_shared(table, must):
                return None
            return self.ordering(table, must)
        if must or not uses:
            return None
        seat = next(iter(uses.values())).seat
        mine: Options = {key: use for key, use in uses.items() if use.seat == seat}
        return Choose(seat, {**mine, PASS: seat}, PASS, rule="SA-23.12", prompt=table.moment(self.timing))

    def ordering(self, table: Apollyon, must: dict[str, Use]) -> Choose:
        """Which of several that must speak is the next."""
        options: Options = {IN_ORDER: None, **must}
        return Choose(self.orderer(table, must), options, IN_ORDER, rule="SA-23.12", prompt="Which effect comes next?")

    def orderer(self, table: Apollyon, must: dict[str, Use]) -> Seat:
        """Who says, or proposes, in which order they speak."""
        seats = {use.seat for use in must.values()}
        return seats.pop() if len(seats) == 1 else table.administrator

    def is_to_be_ordered(self, must: dict[str, Use]) -> bool:
        """Whether several cards must speak; the lines of one do as they are printed."""
        return len(must) > 1 and not self.in_order and len({key.rpartition("/")[0] for key in must}) > 1

    def is_shared(self, table: Apollyon, must: dict[str, Use]) -> bool:
        """Whether they are cards of several players."""
        return others_concerned(table, self.orderer(table, must), (use.seat for use in must.values()))

    def run(self, table: Apollyon, answer: Use | Seat | None) -> Follow:
        uses = self.uses(table)
        if isinstance(answer, int):  # this seat passes
            self.cross_off([key for key, use in uses.items() if use.seat == answer])
            return Stay()
        must = {key: use for key, use in uses.items() if self.is_mandatory(table, key)}
        if answer is None and self.is_to_be_ordered(must):
            if not self.decision and self.is_shared(table, must):
                holders = [use.seat for use in must.values()]
                return Stay(put_to_all(self.ordering(table, must), self.serial, holders, IN_ORDER))
            answer = must.get(self.take_decision())
            self.in_order = answer is None
        use = answer or next(iter(uses.values()), None)
        if use is None:
            return None
        self.cross_off([use.power])
        return Stay(use)

    def waiting(self, table: Apollyon) -> list[str]:
        """The texts that have not spoken yet."""
        return self.left

    def cross_off(self, keys: list[str]) -> None:
        """These have spoken, or will not."""
        self.left = [key for key in self.left if key not in keys]

    def is_mandatory(self, table: Apollyon, key: str) -> bool:
        """Whether a text must speak."""
        return self.power(table, key).mandatory

    def uses(self, table: Apollyon) -> dict[str, Use]:
        """The texts still to speak that can, mandatory ones first."""
        found: dict[str, Use] = {}
        for key in self.waiting(table):
            power, piece = self.power(table, key), key.rpartition("/")[0]
            if not self.named and not is_on(table, piece, power):
                continue
            use = Use(self.seat if self.seat >= 0 else table.holder(piece), key, self.about)
            if power.usable(table, use):
                found[key] = use
        return dict(sorted(found.items(), key=lambda item: not self.power(table, item[0]).mandatory))

    def power(self, table: Apollyon, key: str) -> Power:
        """A text as it speaks at this timing; one of several timings has the same key at each."""
        power = table.power(key)
        if power.when == self.timing:
            return power
        piece = key.rpartition("/")[0]
        shelves = [shelf[piece] for shelf in (table.box.loose, table.box.contained) if piece in shelf]
        return next(each for texts in shelves for each in texts.powers.get(self.timing, ()) if each.key == key)

    def describe(self, table: Apollyon, key: str) -> Option:
        if key in (IN_ORDER, PASS):
            return Option(key, ALL_IN_ORDER if key == IN_ORDER else "Pass")
        return Option(key, power_in_words(table, key), (key.rpartition("/")[0],))


class StepEffects(Announcement):
    """SA-6.2, SA-6.9 to SA-6.11: the texts of a step of the turn, each once in it.

    One may make another possible, or no longer so: each is looked at when its turn comes, also of a card that has come
    loose, or come to itself, only in this step.
    """

    over: Open[list[str]] = []  # texts that have spoken, or will not

    def waiting(self, table: Apollyon) -> list[str]:
        return [power.key for _, power in table.speakers(self.timing) if power.key not in self.over]

    def cross_off(self, keys: list[str]) -> None:
        self.over += keys


def is_on(table: Apollyon, piece: str, power: Power) -> bool:
    """Whether a card in play still speaks this text."""
    state = table.speaks(piece)
    shelf = table.box.loose if state == "loose" else table.box.contained if state else {}
    return piece in shelf and power in shelf[piece].powers.get(power.when, ())
