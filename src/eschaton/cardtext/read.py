"""Reading the table through words: groups, numbers and conditions. Nothing here changes or asks anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from eschaton.cardtext import data as d
from eschaton.cardtext.context import Context, player_key, seat_of
from eschaton.cardtext.phrase import Phrase, Quality, Slot
from eschaton.cardtext.vocabulary import PLAYER, Vocabulary
from eschaton.kernel.ask import Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.errors import RulesError

DEFINITE = frozenset({d.This, d.You, d.They, d.The, d.Every})
"""Targets that leave nothing to choose."""
NUMBERS = frozenset(d.Value.__args__)
Fit = Callable[[str], bool]
"""Whether a thing may be chosen."""


class Span(NamedTuple):
    """How long something lasts: until a pending step ends, or for some turns, anybody's or one seat's."""

    until: int = 0
    turns: int = 0
    whose: Seat | None = None

    def put_on(self, effect: Lasting) -> None:
        """Let an effect last so long."""
        effect.until, effect.turns, effect.whose = self


class Reader:
    """One table in one context."""

    __slots__ = ("context", "fit", "table", "without", "words")

    def __init__(self, words: Vocabulary, table: Any, context: Context) -> None:
        self.words = words
        self.table = table
        self.context = context
        self.fit: Fit | None = None  # what may be chosen, where not everything may
        self.without = ""  # a card that will have left by then

    # Things.

    def members(self, group: d.Group) -> list[str]:
        """The things of a group as it is now, in the noun's order."""
        noun, table = self.words.nouns[group.noun], self.table
        found = [*map(str, self.call(noun))]
        if self.without:
            found = [thing for thing in found if thing != self.without]
        if group.other:
            selves = self.selves()
            found = [thing for thing in found if thing not in selves]
        if group.owner:
            owner, owner_of = self.owner(group.owner), noun.owner
            found = [thing for thing in found if owner_of(table, thing) == owner] if owner_of is not None else []
        for adjective in group.adjectives:
            found = self.such(found, adjective)
        for which in group.which:
            found = self.those(found, which)
        return found

    def such(self, things: list[str], adjective: d.Adjective) -> list[str]:
        """The things that have a quality, or lack it."""
        said, wanted, context, table = (
            self.words.adjectives[adjective.name].run,
            not adjective.negated,
            self.context,
            self.table,
        )
        if said is None:
            return [thing for thing in things if self.is_so(adjective, thing)]  # says what is missing
        return [thing for thing in things if bool(said(table, context, thing)) is wanted]

    def those(self, things: list[str], which: d.Which | d.With) -> list[str]:
        """The things of which a phrase after the noun is so."""
        if isinstance(which, d.With):
            measured, measure, least, most = self.measured, which.measure, which.least, which.most
            return [thing for thing in things if within(measured(measure, thing), least, most)]
        phrase = self.words.whiches[which.name]
        args = self.fixed(phrase, which.args)
        return [thing for thing in things if self.call(phrase, thing, **args)]

    def selves(self) -> set[str]:
        """What "other" leaves out: this card, what is in hand, and the acting player."""
        return {self.context.source, *self.context.it, player_key(self.context.actor)}

    def owner(self, word: str) -> Seat | None:
        """The seat that "your", "their" or "its" means."""
        if word == "your":
            return self.context.seat
        if word == "their":
            return self.context.actor
        if word == "its":
            return self.owner_of_it()
        return None

    def owner_of_it(self) -> Seat | None:
        """The owner of what is in hand, or of this card."""
        for thing in (*self.context.it, self.context.source):
            for noun in self.words.nouns.values():
                if noun.owner is not None and thing in self.call(noun):
                    owner: Seat = noun.owner(self.table, thing)
                    return owner
        return self.context.seat

    def is_so(self, adjective: d.Adjective, thing: str) -> bool:
        """Whether a thing has a quality, or lacks it."""
        return bool(self.call(self.words.adjectives[adjective.name], thing)) != adjective.negated

    def measured(self, measure: str, thing: str) -> int:
        """How much of a measure a thing has."""
        return int(self.call(self.words.measures[measure], thing))

    def one(self, target: d.Target) -> str:
        """The single thing that a target means; "" if nothing is in hand."""
        match target:
            case d.This():
                return self.context.source if self.there(target.noun, self.context.source) else ""
            case d.You():
                return player_key(self.context.seat)
            case d.They():
                return player_key(self.context.actor)
            case d.It():
                return self.context.it[0] if self.context.it else ""
            case d.The():
                return next(iter(self.members(target.group)), "")
        raise RulesError(f"{target!r} is not one thing")

    def definite(self, target: d.Target) -> list[str]:
        """The things of a target that leaves nothing to choose."""
        if isinstance(target, d.Every):
            return self.members(target.group)
        if isinstance(target, d.It):
            return list(self.context.it)
        thing = self.one(target)
        return [thing] if thing else []

    def there(self, noun: str, thing: str) -> bool:
        """Whether a thing is, now, one of a noun's."""
        return thing in self.call(self.words.nouns[noun])

    def said_of(self, quality: Quality, target: d.Target) -> str:
        """The single thing that a target means, if a quality can be said of it."""
        thing = self.one(target)
        nouns = quality.of or self.words.nouns
        return thing if thing and any(self.there(noun, thing) for noun in nouns) else ""

    def extremes(self, target: d.Extreme) -> list[str]:
        """The things that share the highest, or lowest, measure."""
        members = self.members(target.group)
        measures = {thing: self.measured(target.measure, thing) for thing in members}
        if not measures:
            return []
        best = max(measures.values()) if target.most else min(measures.values())
        return [thing for thing in members if measures[thing] == best]

    # Numbers.

    def number(self, value: d.Value) -> int:
        """A number as it stands now."""
        match value:
            case d.Number():
                return value.n
            case d.X():
                return self.context.x
            case d.That():
                return self.context.that
            case d.Count():
                return len(self.members(value.group))
            case d.Stat():
                thing = self.said_of(self.words.measures[value.measure], value.of)
                return self.measured(value.measure, thing) if thing else 0
            case d.Reading():
                return int(self.said(self.words.values[value.name], value.args))
            case d.Half():
                return (self.number(value.of) + value.up) // 2
            case d.Twice():
                return 2 * self.number(value.of)
            case d.Plus():
                return max(0, self.number(value.of) + value.n)

    def tally(self, reading: d.Reading) -> int:
        """How often "for each" happens for a tally."""
        return int(self.said(self.words.tallies[reading.name], reading.args))

    # Conditions.

    def true(self, condition: d.Condition | None) -> bool:
        """Whether a condition holds; none always does."""
        match condition:
            case None:
                return True
            case d.AllOf():
                return all(map(self.true, condition.of))
            case d.AnyOf():
                return any(map(self.true, condition.of))
            case d.Holds():
                return bool(self.said(self.words.conditions[condition.name], condition.args))
            case d.Exists():
                return within(len(self.members(condition.group)), condition.least, condition.most)
            case d.Has():
                thing = self.said_of(self.words.measures[condition.measure], condition.what)
                return bool(thing) and within(self.measured(condition.measure, thing), condition.least, condition.most)
            case d.Compares():
                return within(self.number(condition.value), condition.least, condition.most)
            case d.Is():
                thing = self.said_of(self.words.adjectives[condition.adjective.name], condition.what)
                return bool(thing) and self.is_so(condition.adjective, thing)

    # Arguments.

    def said(self, phrase: Phrase, args: Mapping[str, d.Arg]) -> Any:
        """What a phrase with arguments that leave nothing to choose says."""
        return self.call(phrase, **self.fixed(phrase, args))

    def fixed(self, phrase: Phrase, args: Mapping[str, d.Arg]) -> dict[str, Any]:
        """Arguments that leave nothing to choose, as the function of a phrase gets them."""
        return {slot.name: self.argument(slot, args[slot.name]) for slot in phrase.slots}

    def argument(self, slot: Slot, arg: d.Arg) -> Any:
        """One argument as a function gets it."""
        kind = type(arg)
        if kind in DEFINITE:
            return given(slot, self.definite(arg))  # type: ignore[arg-type]
        if kind in NUMBERS:
            return self.number(arg)  # type: ignore[arg-type]
        match arg:
            case d.Word():
                return arg.word
            case d.Change():
                return arg.by
            case d.Several():
                return [item.n if isinstance(item, d.Number) else item.word for item in arg.items]
            case d.Place():
                return self.call(self.words.places[arg.name], self.owner(arg.owner))
            case d.Until():
                return self.span(arg)
            case d.It():
                return given(slot, self.of_kind(slot, self.definite(arg)))
        raise RulesError(f"{arg!r} must be chosen first")

    def of_kind(self, slot: Slot, things: list[str]) -> list[str]:
        """The things in hand that a slot takes and that are still there."""
        there = [set(self.call(self.words.nouns[kind])) for kind in slot.kinds if kind in self.words.nouns]
        return [thing for thing in things if any(thing in found for found in there)]

    def span(self, until: d.Until) -> Span:
        """How long a duration lasts from now on."""
        step = self.words.scopes[until.scope].step if until.scope else ""
        if until.times:
            return Span(turns=until.times)
        if until.owner:
            seat = self.owner(until.owner)
            return Span(turns=self.table.turns_to_next(seat, step), whose=seat)
        return Span(until=int(self.table.scope(step)) if step else 0)

    def call(self, phrase: Phrase, *args: Any, **named: Any) -> Any:
        """What the function behind a phrase says."""
        if phrase.run is None:
            raise RulesError(f"nothing stands behind {phrase.name!r}")
        return phrase.run(self.table, self.context, *args, **named)


def given(slot: Slot, things: list[str]) -> list[Any]:
    """Things as a function gets them: players as seats."""
    return [seat_of(thing) for thing in things] if slot.kinds == (PLAYER,) else things


def within(n: int, least: int, most: int | None) -> bool:
    """Whether a number keeps to its bounds."""
    return n >= least and (most is None or n <= most)
