"""Random powers that a vocabulary can say: for tests of any game's vocabulary, and for examples."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from eschaton.cardtext import data as d
from eschaton.cardtext.fits import idle_bound, misfit, span_of
from eschaton.cardtext.phrase import COUNTED, NUMBERS, Phrase, Quality, Range, Slot, Verb
from eschaton.cardtext.vocabulary import PLAYER, Vocabulary

T = TypeVar("T")
TITLES = ("Open the door", "Walk on", "Wait, and listen")


class Sampler:
    """Makes random data that canonical English can say. The same random stream makes the same power."""

    def __init__(self, words: Vocabulary, rng: Random) -> None:
        self.words = words
        self.rng = rng

    def pick(self, *items: T) -> T:
        """One of these."""
        return items[int(self.rng.random() * len(items))]

    def maybe(self, chance: float = 0.3) -> bool:
        """Sometimes."""
        return self.rng.random() < chance

    # Powers.

    def power(self) -> d.PowerData:
        """Any power."""
        words = self.words
        states = (self.pick(*words.states),) if words.states and self.maybe() else ()
        condition = self.condition() if self.maybe() else None
        if words.statements and self.maybe(0.15):
            statements = tuple(self.statement(settled=True) for _ in range(self.pick(1, 2)))
            return d.PowerData(states=states, condition=condition, effect=statements)
        when = tuple(self.timing() for _ in range(self.pick(1, 1, 2))) if words.timings and self.maybe(0.6) else ()
        limit = d.Limit(self.pick(1, 2, 3), self.pick(*words.scopes)) if self.maybe() else None
        payable = [verb for verb in words.verbs.values() if verb.cost]
        cost = (self.act(self.pick(*payable)),) if payable and self.maybe() else ()
        effect = tuple(self.sentence() for _ in range(self.pick(1, 1, 2)))
        who = self.pick("holder", "holder", "anyone")
        return d.PowerData(
            who=who, states=states, when=when, limit=limit, condition=condition, cost=cost, effect=effect
        )

    def timing(self) -> d.Timing:
        """A timing with its arguments."""
        when = self.pick(*self.words.timings.values())
        return d.Timing(when.name, self.args(when, settled=True))

    # Clauses.

    def sentence(self) -> d.Clause:
        """A clause that stands alone."""
        kind = self.pick("act", "act", "if", "may", "choose", "for_each", "lasts", "by")
        if kind == "if":
            return d.If(self.condition(), self.inner(), self.inner() if self.maybe() else ())
        if kind == "for_each":
            inside = (d.If(self.condition(), self.inner()),) if self.maybe() else self.plain()
            return d.ForEach(self.over(), inside)
        return self.plain_clause(kind)

    def plain_clause(self, kind: str) -> d.Clause:
        """A clause without another one that could swallow what follows."""
        if kind == "may":
            may = d.May(self.chain(), self.chain() if self.maybe() else ())
            return d.By(self.players(), may) if self.maybe() else may
        if kind == "choose":
            amount: Any = self.pick(d.Number(1), d.UpTo(2), d.AnyNumber())
            options = tuple(self.chain() for _ in range(self.pick(2, 3)))
            titles = TITLES[: len(options)] if self.maybe(0.2) else ()
            choose = d.ChooseAmong(amount, options, titles)
            return d.By(self.players(), choose) if self.maybe() else choose
        return self.lasts() if kind == "lasts" and self.words.statements else self.single()

    def lasts(self) -> d.Lasts:
        """A statement for a while."""
        return d.Lasts(self.until(), self.statement(settled=False))

    def plain(self) -> tuple[d.Clause, ...]:
        """What may stand after "for each"."""
        kind = self.pick("chain", "may", "choose", "lasts")
        return self.chain() if kind == "chain" else (self.plain_clause(kind),)

    def inner(self) -> tuple[d.Clause, ...]:
        """What may stand after "if"."""
        return (d.ForEach(self.over(), self.plain()),) if self.maybe(0.2) else self.plain()

    def chain(self) -> tuple[d.Clause, ...]:
        """Acts in a row."""
        return tuple(self.single() for _ in range(self.pick(1, 1, 2)))

    def single(self) -> d.Clause:
        """One act, by whomever, or a statement for a while."""
        if self.words.statements and self.maybe(0.1):
            return self.lasts()
        if self.words.named_powers and self.maybe(0.05):
            return d.Named(self.pick(*self.words.named_powers))
        act = self.act(self.pick(*self.words.verbs.values()))
        if isinstance(act, d.Where) or not self.maybe(0.2):
            return act
        return d.By(self.players(), act)

    def act(self, verb: Verb) -> d.Act | d.Where:
        """A verb with its arguments; X only where it is explained."""
        args = self.args(verb)
        numbers = [slot.name for slot in verb.slots if NUMBERS & {*slot.kinds} and not slot.several]
        more = tuple(self.again(verb, args) for _ in range(self.pick(1, 2))) if verb.tail and self.maybe() else ()
        if numbers and self.maybe(0.2):
            return d.Where(self.value(), d.Act(verb.name, {**args, numbers[0]: d.X()}, more))
        return d.Act(verb.name, args, more)

    def again(self, verb: Verb, said: dict[str, d.Arg]) -> dict[str, d.Arg]:
        """Other arguments for what is said again of a verb."""
        while True:
            args = {slot.name: self.arg(slot, settled=False) for slot in verb.tail_slots}
            if misfit(self.words, verb, {**said, **args}) is None:
                return args

    def statement(self, settled: bool) -> d.Statement:
        """What is so."""
        phrase = self.pick(*self.words.statements.values())
        return d.Statement(phrase.name, self.args(phrase, settled))

    def until(self) -> d.Until:
        """A duration."""
        scope = self.pick("", *(scope for scope in self.words.scopes if scope != "game"))
        if scope and self.words.scopes[scope].turns and self.maybe(0.6):
            owner = self.pick("", "your", "their", "its")
            return d.Until(scope, owner=owner) if owner else d.Until(scope, times=self.pick(1, 2, 3))
        return d.Until(scope)

    def over(self) -> d.Group | d.Reading:
        """What "for each" goes over."""
        if self.words.tallies and self.maybe():
            tally = self.pick(*self.words.tallies.values())
            return d.Reading(tally.name, self.args(tally, settled=True))
        return self.group(self.pick(*self.words.nouns))

    # Arguments.

    def args(self, phrase: Phrase, settled: bool = False) -> dict[str, d.Arg]:
        """An argument for every slot; all go together."""
        while True:
            args = {slot.name: self.arg(slot, settled) for slot in phrase.slots}
            if misfit(self.words, phrase, args) is None:
                return args

    def arg(self, slot: Slot, settled: bool) -> d.Arg:
        """What a slot can take."""
        if slot.several:
            return d.Several(tuple(self.item(slot) for _ in range(self.pick(1, 2, 3))))
        kind = self.pick(*slot.kinds)
        if kind in self.words.nouns:
            return self.target(kind, settled)
        if kind in self.words.sets:
            return d.Word(kind, self.pick(*self.words.sets[kind]))
        if kind == "place":
            place = self.pick(*self.words.places.values())
            return d.Place(place.name, self.pick("your", "their", "its") if place.owned else "")
        if kind == "change":
            return d.Change(self.pick(-2, -1, 0, 1, 2))
        if kind == "duration":
            return self.until()
        numbers: list[d.Arg] = [d.Number(self.pick(1, 2, 3)), d.That()]
        numbers += [d.UpTo(self.pick(1, 2))] if kind == "amount" and not settled else []
        return self.pick(*numbers)

    def item(self, slot: Slot) -> d.Number | d.Word:
        """One item of a list."""
        kind = self.pick(*slot.kinds)
        return d.Number(self.pick(1, 2, 3)) if kind == "number" else d.Word(kind, self.pick(*self.words.sets[kind]))

    def target(self, noun: str, settled: bool) -> d.Target:
        """Some things of a noun."""
        known: list[d.Target] = [d.It(), d.Every(self.group(noun))]
        known += [d.You(), d.They()] if noun == PLAYER else [d.This(noun), d.The(d.Group(noun))]
        if settled or self.maybe(0.4):
            return self.pick(*known)
        measures = [name for name, measure in self.words.measures.items() if measure.fits(noun)]
        if measures and self.maybe(0.2):
            return d.Extreme(self.group(noun), self.pick(*measures), self.maybe(0.5))
        if self.maybe(0.2):
            return d.AtRandom(d.Number(self.pick(1, 2)), self.group(noun))
        amount: Any = self.pick(d.Number(1), d.Number(2), d.UpTo(1), d.UpTo(2), d.AnyNumber(), d.That())
        return d.Some(amount, self.group(noun))

    def players(self) -> d.Target:
        """Players who do something."""
        group = self.group(PLAYER)
        such = [name for name, quality in self.words.adjectives.items() if PLAYER in quality.of]
        if such and self.maybe():
            return d.The(d.Group(PLAYER, adjectives=(d.Adjective(self.pick(*such)),)))
        return d.Every(group) if self.maybe(0.5) else d.Some(d.Number(self.pick(1, 2)), group)

    def group(self, noun: str) -> d.Group:
        """Things of a noun that fit."""
        words = self.words
        owner = self.pick("", "your", "their", "its") if words.nouns[noun].owner is not None and self.maybe() else ""
        fitting = {name: quality for name, quality in words.adjectives.items() if quality.fits(noun)}
        qualities = [name for name, quality in fitting.items() if not owner or not quality.unowned]
        adjectives = (d.Adjective(self.pick(*qualities), self.maybe()),) if qualities and self.maybe() else ()
        return d.Group(noun, self.maybe(0.2), owner, adjectives, self.which(noun))

    def which(self, noun: str) -> tuple[d.Which | d.With, ...]:
        """Sometimes a phrase after the noun."""
        found: list[d.Which | d.With] = []
        phrases = [phrase for phrase in self.words.whiches.values() if phrase.fits(noun)]
        if phrases and self.maybe(0.2):
            phrase = self.pick(*phrases)
            args = self.args(phrase, settled=True)
            found.append(d.Which(phrase.name, {name: simple(arg) for name, arg in args.items()}))
        measures = [name for name, measure in self.words.measures.items() if measure.fits(noun)]
        if measures and self.maybe(0.1):
            measure = self.pick(*measures)
            found.append(d.With(measure, *self.bound(self.words.measures[measure].range)))
        return tuple(found)

    def known(self, quality: Quality) -> d.Target:
        """One thing already known that a quality is said of."""
        noun = self.pick(*(quality.of or self.words.nouns))
        if self.maybe(0.3):
            return d.It()
        return d.You() if noun == PLAYER else d.This(noun)

    # Numbers and conditions.

    def bound(self, span: Range = COUNTED) -> tuple[int, int | None]:
        """At least, at most, or exactly, so that it makes a difference."""
        while True:
            n = self.pick(0, 1, 2, 3)
            found: tuple[int, int | None] = self.pick((n, None), (0, n), (n, n))
            if not idle_bound(*found, span):
                return found

    def value(self) -> d.Value:
        """A number that is read."""
        atom = self.atom()
        return self.pick(atom, atom, d.Half(atom, self.maybe()), d.Twice(atom), d.Plus(atom, self.pick(-1, 0, 2)))

    def atom(self) -> d.Value:
        """A simple number that is read."""
        if self.words.values and self.maybe(0.5):
            phrase = self.pick(*self.words.values.values())
            return d.Reading(phrase.name, self.args(phrase, settled=True))
        if self.words.measures and self.maybe():
            name, measure = self.pick(*self.words.measures.items())
            return d.Stat(name, self.known(measure))
        return d.Count(self.group(self.pick(*self.words.nouns))) if self.maybe(0.8) else d.That()

    def condition(self) -> d.Condition:
        """Any condition."""
        joined: tuple[Any, ...] = (self.fact(), self.fact())
        return self.pick(self.fact(), self.fact(), d.AllOf(joined), d.AnyOf(joined))

    def fact(self) -> d.Condition:
        """A single condition."""
        words = self.words
        if words.conditions and self.maybe():
            phrase = self.pick(*words.conditions.values())
            return d.Holds(phrase.name, self.args(phrase, settled=True))
        if words.adjectives and self.maybe():
            name, quality = self.pick(*words.adjectives.items())
            return d.Is(self.known(quality), d.Adjective(name, self.maybe()))
        if words.measures and self.maybe():
            name, measure = self.pick(*words.measures.items())
            return d.Has(self.known(measure), name, *self.bound(measure.range))
        if self.maybe(0.4):
            value = self.value()
            return d.Compares(value, *self.bound(span_of(words, value)))
        noun = self.pick(*words.nouns)
        return d.Exists(self.group(noun), *self.bound(words.nouns[noun].range))


def simple(arg: d.Arg) -> d.Arg:
    """An argument as it can stand after a noun."""
    return d.Every(d.Group(arg.group.noun, adjectives=arg.group.adjectives)) if isinstance(arg, d.Every) else arg
