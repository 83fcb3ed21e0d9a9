"""Texts in force: whose texts are on, found once and kept until a card moves and the table is told to forget.

A number is known by the first word of a `Lasting`'s name: "threat" of "threat:ana". Cards that speak in passing, while
they are carried out, change without a move: what is found is kept for each of them, and they are looked for only where
such cards can say anything at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, cast

import msgspec

from eschaton.cardtext.box import EVERY_NUMBER, Box, Boxes, Texts
from eschaton.cardtext.data import Change, PowerData, Statement
from eschaton.cardtext.power import lasting
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.kernel.ask import Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.errors import RulesError
from eschaton.kernel.table import Kept, Open, Table
from eschaton.kernel.window import Power

Speakers = list[tuple[str, Power]]
"""Powers with their cards, in the order they lie."""
Spoken = list[tuple[str, tuple[PowerData, ...]]]
"""Standing texts with their cards, in the order they lie."""

STANDING = attrgetter("standing")
NOTHING: Mapping[str, Any] = MappingProxyType({})
BOTTOMLESS = 1_000_000
"""No number is so high."""


class TextsOn(NamedTuple):
    """The cards whose texts are on, and the numbers that their standing texts can change.

    Powers by timing and standing texts by number are added as they are asked for.
    """

    talking: Mapping[str, Texts]
    numbers: frozenset[str]
    powers: dict[str, Speakers]
    standing: dict[str, Spoken]


class KeptTexts(Kept):
    """What was found of the texts in play, until `Table.forget` is called.

    The texts that are on, by the card that speaks in passing (empty: none); while nothing changes, what standing texts
    do to a number; the numbers for which they are just being read; and of which numbers an effect that lasts speaks.
    """

    heard = cast("Mapping[str, TextsOn]", NOTHING)
    standing = cast("dict[str, dict[str, list[Lasting]]] | None", None)
    reading = cast("tuple[str, ...]", ())
    stored = cast("dict[str, bool] | None", None)


class CardTable(Table, kw_only=True):
    """A table on which cards speak. A game says which do, where they lie and for whom (`listen`, `holder`)."""

    kept: KeptTexts = msgspec.field(default_factory=KeptTexts)
    cards: Open[str]  # the key of its box

    boxes: ClassVar[Boxes[Any]]

    # What a game says.

    def listen(self, passing: str) -> Mapping[str, Texts]:
        """The texts that are on, by their cards, in the order in which they lie, that in passing included."""
        return {}

    def speaks_in_passing(self) -> str:
        """The card that speaks only while it is carried out, as it is now; empty for none."""
        return ""

    def holder(self, piece: str) -> Seat:
        """Who acts for a card."""
        raise RulesError(f"nobody acts for {piece}")

    # Texts.

    @property
    def box(self) -> Any:
        """The cards of this match."""
        return self.boxes.made.get(self.cards) or self.boxes.make(self.cards)

    def heard(self, passing: bool) -> TextsOn:
        """All texts that are on; `passing`: with those of a card that speaks in passing."""
        piece = self.speaks_in_passing() if passing else ""
        kept = self.kept
        found = kept.heard.get(piece)
        if found is None:
            talking = self.listen(piece)
            found = TextsOn(talking, frozenset().union(*map(STANDING, talking.values())), {}, {})
            kept.heard = {**kept.heard, piece: found}
        return found

    def speakers(self, timing: str) -> Speakers:
        """The texts of cards in play that are on at a timing, with their cards."""
        box = self.box
        on = self.heard(timing in box.in_passing)
        found = on.powers.get(timing)
        if found is None:
            talking = on.talking
            found = on.powers[timing] = [
                (piece, power)
                for piece in (() if box.at(timing).isdisjoint(talking) else talking)
                for power in talking[piece].powers.get(timing, ())
            ]
        return found

    def spoken(self, number: str) -> Spoken:
        """The standing texts that are on and can change a number, with their cards."""
        box = self.box
        on = self.heard(number in box.in_passing or EVERY_NUMBER in box.in_passing)
        found = on.standing.get(number)
        if found is None:
            found = on.standing[number] = [*standing_in(on, box, number), *standing_in(on, box, EVERY_NUMBER)]
        return found

    def is_silent(self, number: str) -> bool:
        """Whether no text that is on can change a number."""
        numbers = (self.kept.heard.get("") or self.heard(False)).numbers
        if number in numbers or EVERY_NUMBER in numbers:
            return False
        passing = self.box.in_passing
        if number not in passing and EVERY_NUMBER not in passing:
            return True
        return not self.speaks_in_passing() or not self.spoken(number)

    # What the kernel asks.

    def power(self, key: str) -> Power:
        """A power of the box."""
        try:
            return self.box.powers[key]  # type: ignore[no-any-return]
        except KeyError:
            raise RulesError(f"no such power: {key}") from None

    def powers(self, seat: Seat, timing: str) -> Sequence[Power]:
        """The texts in play that this seat may use at a timing."""
        for_all = self.box.for_all
        found = self.speakers(timing)
        return [power for piece, power in found if power.key in for_all or self.holder(piece) == seat]

    def read(self, name: str, seat: Seat | None, base: int) -> int:
        """As the kernel reads it; at once where no effect lasts and no card in play speaks of this number."""
        number = name.partition(":")[0]
        if self.effects:
            return super().read(name, seat, base) if self.changes(number) else base
        still = self.kept.standing
        silent = name not in still[number] if still and number in still else self.is_silent(number)
        return base if silent else super().read(name, seat, base)

    def changes(self, number: str) -> bool:
        """Whether anything in force could change a number; if not, every card has what is printed on it."""
        return self.is_stored(number) or not self.is_silent(number)

    def is_stored(self, number: str) -> bool:
        """Whether an effect that lasts speaks of a number."""
        known = self.kept.stored
        if known is None:
            known = self.kept.stored = {}
        found = known.get(number)
        if found is None:
            found = known[number] = any(effect.name.startswith(number) for effect in self.effects)
        return found

    def last(self, effect: Lasting) -> None:
        """Put an effect in force; what is known of stored effects is not so any more."""
        super().last(effect)
        self.kept.stored = None

    def finish(self, serial: int) -> None:
        """What a step scoped ends; what is known of stored effects is not so any more."""
        super().finish(serial)
        self.kept.stored = None

    def turn_over(self, seat: Seat | None = None) -> None:
        """Effects for turns come nearer to their end; what is known of stored effects is not so any more."""
        super().turn_over(seat)
        self.kept.stored = None

    def lowered(self, number: str) -> int:
        """By how much a number may be lower than what is printed, as far as all that is in force can lower it."""
        stored = 0
        if self.is_stored(number):
            stored = sum(lowering(effect) for effect in self.effects if effect.name.startswith(number))
        return stored if self.is_silent(number) else stored + self.lowered_by_texts(number)

    def lowered_by_texts(self, number: str) -> int:
        """By how much all standing texts together can lower a number of one card, read off what they say."""
        return sum(
            lowers(self.box.words, statement, number)
            for _, texts in self.spoken(number)
            for text in texts
            for statement in text.effect
            if isinstance(statement, Statement)
        )

    def stand_still(self, still: bool) -> None:
        """Nothing changes from now on, so that what standing texts do may be kept; or something may change again."""
        self.kept.standing = {} if still else None

    def derived_effects(self, name: str) -> Sequence[Lasting]:
        """What all standing texts do to the number of one card, or of the table; kept while nothing changes."""
        number = name.partition(":")[0]
        still = self.kept.standing
        if still is None:
            return self.said_of(number)
        if number not in still:
            still[number] = {}
            for effect in self.said_of(number):
                still[number].setdefault(effect.name, []).append(effect)
        return still[number].get(name, [])

    def said_of(self, number: str) -> list[Lasting]:
        """What all standing texts do to a number, of whichever card; a text that asks for it sees it without."""
        kept, before = self.kept, self.kept.reading
        if number in before:
            return []
        kept.reading = (*before, number)
        try:
            return [
                effect
                for piece, texts in self.spoken(number)
                for text in texts
                for effect in lasting(self.box.words, text, self, seat=self.holder(piece), source=piece)
            ]
        finally:
            kept.reading = before


def standing_in(on: TextsOn, box: Box, number: str) -> Spoken:
    """The standing texts among those that are on that can change a number."""
    if box.at(number).isdisjoint(on.talking):
        return []
    return [(piece, texts.standing[number]) for piece, texts in on.talking.items() if number in texts.standing]


def in_line(some: Set[str], line: Mapping[str, Any]) -> Set[str] | list[str]:
    """Those that stand in a line, in the order of the line."""
    both = some & line.keys()
    return both if len(both) < 2 else [piece for piece in line if piece in both]


def lowers(words: Vocabulary, statement: Statement, number: str) -> int:
    """By how much a statement can lower a number: by what it says ("-1 Subdue"), or, if it says no number, by any."""
    told = words.changed_by(statement)
    if told and number not in told:
        return 0
    by = statement.args.get("by")
    return max(0, -by.by) if isinstance(by, Change) else BOTTOMLESS


def lowering(effect: Lasting) -> int:
    """By how much an effect can lower a number."""
    return max(0, -effect.amount) if effect.how == "add" else BOTTOMLESS
