"""A power in the course of being carried out, before any game is played: what is there, what is in hand, what was done.

The power is walked through in the order in which it is written. Every word that needs something is asked whether it can
be there: a setting that the timing gives or a verb before it, a thing in hand for "it", something done for "that many".
Each word that could never mean anything is `Amiss`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from eschaton.cardtext import data as d
from eschaton.cardtext.fits import about_others, contradict, excluded, wrong_word
from eschaton.cardtext.phrase import Phrase, Quality, Slot, State, When
from eschaton.cardtext.vocabulary import Vocabulary

IT, THAT, THIS = "it", "that", "this"
BRINGS = (d.Some, d.AtRandom, d.Extreme, d.The)
"""Targets that are in hand once something was done to them: the clauses after may call them "it"."""


class Amiss(msgspec.Struct, frozen=True):
    """A word that could never mean anything where it stands: what it is in the parse tree, and the how-manieth such."""

    word: str
    nth: int
    message: str
    expected: tuple[str, ...] = ()


class Moment(msgspec.Struct):
    """What is there at a point of the course: settings, the nouns of what is in hand, whether anything was done."""

    settings: frozenset[str]
    hand: frozenset[str] = frozenset()
    done: bool = False

    def fork(self) -> Moment:
        """The same point, for a branch."""
        return Moment(self.settings, self.hand, self.done)

    def joins(self, *branches: Moment) -> None:
        """What may be there once one of these branches was taken."""
        for branch in branches:
            self.settings |= branch.settings
            self.hand |= branch.hand
            self.done |= branch.done


class Course:
    """Walks through one power at one of its timings, on a card of one kind ("": any)."""

    def __init__(self, words: Vocabulary, kind: str, power: d.PowerData, timing: d.Timing | None) -> None:
        self.words = words
        self.kind = kind
        self.power = power
        self.timing = words.timings[timing.name] if timing is not None else None
        given = self.timing.settings(kind) if self.timing is not None else all_given(words)
        self.now = Moment(given)
        self.seen: Counter[str] = Counter()
        self.found: list[Amiss] = []

    def walk(self) -> list[Amiss]:
        """All words that could never mean anything; what is wrong with several alike is told of the first."""
        power = self.power
        for state in power.states:
            self.phrase("state", self.words.states[state])
        for timing in power.when:
            self.say("timing", self.words.timings[timing.name], timing.args)
        if power.limit is not None:
            self.phrase("scope", self.words.scopes[power.limit.scope])
        if power.condition is not None:
            self.condition(power.condition)
        if self.timing is not None and self.timing.brings:
            self.now.hand = self.nouns_with(self.timing.brings)
        for clause in (*power.cost, *power.effect):
            self.clause(clause)
        first = {(wrong.word, wrong.message): wrong for wrong in reversed(self.found)}
        return [wrong for wrong in self.found if wrong in first.values()]

    def amiss(self, word: str, nth: int, message: str, expected: Iterable[str] = ()) -> None:
        """Note a word that could never mean anything."""
        self.found.append(Amiss(word, nth, message, tuple(expected)))

    # Words.

    def see(self, word: str) -> int:
        """Note a word; the how-manieth of its kind it is."""
        self.seen[word] += 1
        return self.seen[word] - 1

    def phrase(self, kind: str, phrase: Phrase) -> int:
        """A phrase must have what it needs."""
        word = f"{kind}__{phrase.name}"
        nth = self.see(word)
        for setting in phrase.needs:
            if setting not in self.now.settings:
                self.amiss(word, nth, self.lacking(setting), self.instead(phrase, setting))
        return nth

    def lacking(self, setting: str) -> str:
        """That a setting is not there, and when."""
        about = self.words.settings[setting]
        return f"needs {about}" + (f'; "{self.timing.shown()}" brings nothing of the kind' if self.timing else "")

    def instead(self, phrase: Phrase, setting: str) -> Iterator[str]:
        """What could be said instead of a phrase that lacks a setting: its like, a timing, or a verb before it."""
        for noun in getattr(phrase, "also", ()):
            yield f'"{self.words.nouns[noun].plain()}"'
        for verb in self.words.verbs.values():
            if setting in verb.gives:
                yield f'"{verb.shown()}" before it'
        own = self.finding(self.kind, setting)
        yield from (f'the timing "{when.shown()}"' for when in own)
        others = [kind for kind in self.words.kinds if self.finding(kind, setting)]
        if others and not own:
            yield f"a card of another kind: {', '.join(others)}"

    def finding(self, kind: str, setting: str) -> list[When]:
        """The timings at which cards of a kind find a setting."""
        silent = {name for state in self.power.states for name in self.words.states[state].silent}
        heard = [when for when in self.words.timings.values() if when.fits(kind) and when.name not in silent]
        return [when for when in heard if setting in when.settings(kind)]

    def say(self, kind: str, phrase: Phrase, args: Mapping[str, d.Arg]) -> None:
        """A phrase with its arguments."""
        word, nth = f"{kind}__{phrase.name}", self.phrase(kind, phrase)
        for slot in phrase.slots:
            arg = args[slot.name]
            at = self.argument(arg)
            if isinstance(arg, d.It):
                self.takes(phrase, slot, at)
            if isinstance(arg, d.This):
                self.is_possible(phrase, at)
        if d.It() in args.values():
            self.words_fit(word, nth, phrase, args)

    def takes(self, phrase: Phrase, slot: Slot, nth: int) -> None:
        """What is in hand must be something that the slot takes."""
        if self.now.hand and self.now.hand.isdisjoint(slot.kinds):
            message, expected = about_others(self.words, phrase, slot, sorted(self.now.hand)[0])
            self.amiss(IT, nth, message, expected)

    def words_fit(self, word: str, nth: int, phrase: Phrase, args: Mapping[str, d.Arg]) -> None:
        """Words of a set must go with what is in hand."""
        for slot in phrase.slots:
            arg = args[slot.name]
            if isinstance(arg, d.Word):
                for wrong in wrong_word(self.words, slot, arg, self.now.hand):
                    self.amiss(word, nth, f'cannot be: "{arg.word}" {wrong.message}', wrong.expected)

    def is_possible(self, phrase: Phrase, nth: int) -> None:
        """What cannot be done to this card in the state that its text counts in."""
        for state in self.power.states:
            said = self.words.states[state]
            if said.means and excluded(self.words, phrase, d.Adjective(said.means)):
                message = f'cannot be while it is {said.plain()}: "{phrase.shown()}" does nothing then'
                self.amiss(THIS, nth, message, (f'no "{said.plain()}"', '"each other …"'))
        for said in self.states_left_out():
            if phrase.only and {*phrase.only} <= {*said.without}:
                message = f'cannot be: "{phrase.shown()}" does nothing to this card while the line counts'
                self.amiss(THIS, nth, message, (*self.with_state(said), '"each other …"'))

    def with_state(self, state: State) -> tuple[str, ...]:
        """That the heading should name a state, where it can."""
        silent = self.timing is not None and self.timing.name in state.silent
        return () if silent else (f'"{state.plain()}" in the heading',)

    def states_left_out(self) -> list[State]:
        """The states that the heading does not name, though cards of this kind know them."""
        if not self.kind or (self.timing is not None and self.timing.anywhere):
            return []
        known = (state for state in self.words.states.values() if state.fits(self.kind))
        return [state for state in known if state.name not in self.power.states]

    # Arguments.

    def argument(self, arg: Any) -> int:
        """An argument, whatever it is; the how-manieth of its kind."""
        match arg:
            case d.It():
                return self.it()
            case d.This():
                nth = self.see(THIS)
                self.phrase("noun", self.words.nouns[arg.noun])
                return nth
            case d.That():
                self.that()
            case d.Until():
                if arg.scope:
                    self.phrase("scope", self.words.scopes[arg.scope])
            case d.Some() | d.AtRandom():
                self.argument(arg.amount)
                self.group(arg.group)
            case d.Extreme():
                self.group(arg.group)
                self.see(f"measure__{arg.measure}")
            case d.The() | d.Every():
                self.group(arg.group)
            case d.Count() | d.Stat() | d.Reading() | d.Half() | d.Twice() | d.Plus():
                self.value(arg)
        return 0

    def it(self) -> int:
        """ "It" must stand for something."""
        nth = self.see(IT)
        if not self.now.hand:
            message = "stands for nothing: nothing was chosen before it"
            later = ('"If it …, …" after the colon',) if self.timing is not None and self.timing.brings else ()
            self.amiss(IT, nth, message, (*later, '"this …"', '"1 …" or "each …"'))
        return nth

    def that(self) -> None:
        """ "That many" must be a number."""
        nth = self.see(THAT)
        if not self.now.done:
            message = "is no number: nothing was done before it"
            self.amiss(THAT, nth, message, ("a number", '"X", and ", where X is …" after it'))

    def group(self, group: d.Group) -> None:
        """A noun with what describes it."""
        for adjective in group.adjectives:
            self.see(f"quality__{adjective.name}")
        self.phrase("noun", self.words.nouns[group.noun])
        for which in group.which:
            if isinstance(which, d.With):
                self.see(f"measure__{which.measure}")
            else:
                self.say("which", self.words.whiches[which.name], which.args)

    def value(self, value: d.Value) -> None:
        """A number that is read."""
        match value:
            case d.Count():
                self.group(value.group)
            case d.Stat():
                nth = self.see(f"measure__{value.measure}")
                self.argument(value.of)
                self.quality("measure", self.words.measures[value.measure], value.of, nth)
            case d.Reading():
                self.say("reading", self.words.values[value.name], value.args)
            case d.Half() | d.Twice() | d.Plus():
                self.value(value.of)
            case d.That():
                self.that()

    def quality(self, kind: str, quality: Quality, what: d.Target, nth: int) -> None:
        """A quality must be one that what is in hand can have."""
        if isinstance(what, d.It) and quality.of and self.now.hand and self.now.hand.isdisjoint(quality.of):
            said = self.words.nouns[sorted(self.now.hand)[0]].plain()
            wanted = tuple(self.words.nouns[noun].plain() for noun in quality.of)
            self.amiss(f"{kind}__{quality.name}", nth, f'is not said of {said}, and "it" is one here', wanted)

    # Conditions.

    def condition(self, condition: d.Condition) -> None:
        """What is asked."""
        match condition:
            case d.AllOf() | d.AnyOf():
                for fact in condition.of:
                    self.condition(fact)
            case d.Exists():
                self.group(condition.group)
            case d.Has():
                self.argument(condition.what)
                nth = self.see(f"measure__{condition.measure}")
                self.quality("measure", self.words.measures[condition.measure], condition.what, nth)
            case d.Compares():
                self.value(condition.value)
            case d.Is():
                self.argument(condition.what)
                nth = self.see(f"quality__{condition.adjective.name}")
                self.quality("quality", self.words.adjectives[condition.adjective.name], condition.what, nth)
                self.agrees(condition, nth)
            case d.Holds():
                self.say("holds", self.words.conditions[condition.name], condition.args)

    def agrees(self, condition: d.Is, nth: int) -> None:
        """What is asked about this card must be possible in the state that its text counts in."""
        if not isinstance(condition.what, d.This):
            return
        word, adjective = f"quality__{condition.adjective.name}", condition.adjective
        for state in self.power.states:
            said = self.words.states[state]
            if said.means and contradict(self.words, d.Adjective(said.means), adjective):
                message = f"is never so: the line counts only while this card is {said.plain()}"
                self.amiss(word, nth, message, (f'no "{said.plain()}"',))
        for said in self.states_left_out():
            if adjective.name in said.without:
                so = "always" if adjective.negated else "never"
                message = f"is {so} so while the line counts: it does not say {said.plain()}"
                self.amiss(word, nth, message, self.with_state(said) or ("another timing",))

    # Clauses.

    def clause(self, clause: d.Clause | d.Statement) -> None:
        """One clause, and what it leaves for the next."""
        match clause:
            case d.Act():
                self.act(clause)
            case d.Where():
                self.act(clause.do)
                self.value(clause.value)
            case d.Named():
                self.phrase("ability", self.words.named_powers[clause.name])
                self.now.settings -= self.words.brief
                self.now.done = True
            case d.Statement():
                self.say("statement", self.words.statements[clause.name], clause.args)
            case d.Lasts():
                self.argument(clause.until)
                self.clause(clause.statement)
                self.takes_in_hand(clause.statement.args)
                self.now.settings -= self.words.brief
                self.now.done = False
            case d.By():
                self.argument(clause.who)
                self.apart((clause.do,), self.now.hand)
            case d.May():
                self.branches(clause.do, clause.otherwise)
            case d.ChooseAmong():
                self.argument(clause.amount)
                self.branches(*clause.options)
            case d.If():
                self.condition(clause.condition)
                self.branches(clause.then, clause.otherwise)
            case d.ForEach():
                self.for_each(clause)

    def act(self, act: d.Act) -> None:
        """A verb, and what it leaves behind; what is said again is no second verb to see."""
        verb = self.words.verbs[act.verb]
        for at, each in enumerate(act.each()):
            if at == 0:
                self.say("act", verb, each.args)
            else:
                for slot in verb.tail_slots:
                    self.argument(each.args[slot.name])
            self.did(each)

    def branches(self, *branches: tuple[d.Clause, ...]) -> None:
        """Clauses of which some are carried out."""
        start, ends = self.now, []
        for clauses in branches:
            self.now = start.fork()
            for clause in clauses:
                self.clause(clause)
            ends.append(self.now)
        self.now = start
        self.now.joins(*ends)

    def for_each(self, clause: d.ForEach) -> None:
        """Clauses for every thing of a group, or so many times."""
        if isinstance(clause.over, d.Reading):
            self.say("tally", self.words.tallies[clause.over.name], clause.over.args)
            self.apart(clause.do, self.now.hand)
        else:
            self.group(clause.over)
            self.apart(clause.do, self.nouns_with(clause.over.noun))

    def apart(self, clauses: Iterable[d.Clause], hand: frozenset[str]) -> None:
        """Clauses in a step of their own: what they take in hand is not handed back, only how much was done."""
        start = self.now
        self.now = Moment(start.settings, hand, start.done)
        for clause in clauses:
            self.clause(clause)
        self.now, end = start, self.now
        self.now.settings = end.settings
        self.now.done = True

    def did(self, act: d.Act) -> None:
        """What a verb leaves behind."""
        verb = self.words.verbs[act.verb]
        counts = d.That() in act.args.values() and verb.able is None  # done in full, it leaves the number as it was
        gone = set() if counts else self.words.brief
        self.now.settings = (self.now.settings - gone) | {*verb.gives}
        self.now.done = True
        self.takes_in_hand(act.args)
        if verb.makes and self.now.hand:
            self.now.hand = self.nouns_with(verb.makes)

    def takes_in_hand(self, args: Mapping[str, d.Arg]) -> None:
        """What something was done to is in hand."""
        for arg in args.values():
            if isinstance(arg, BRINGS):
                self.now.hand = self.nouns_with(arg.group.noun)

    def nouns_with(self, noun: str) -> frozenset[str]:
        """All nouns that a thing of this one may have."""
        nouns = self.words.nouns
        return frozenset({noun, *nouns[noun].also, *(other for other in nouns if noun in nouns[other].also)})


def all_given(words: Vocabulary) -> frozenset[str]:
    """Everything that some timing gives: what may be there while a card merely lies in play."""
    return frozenset(setting for when in words.timings.values() for setting in when.settings(""))
