"""Carrying out what a card says: a kernel step that holds the clauses still to do, as data.

It asks for one choice at a time, under the verb's rule, and can be saved and resumed between any two of them. "For
each" and other players' clauses are steps of their own on top of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any, ClassVar, NamedTuple

import msgspec

from eschaton.cardtext import data as d
from eschaton.cardtext.choice import Chooser, Wish, able, fitting, range_of, resolved, things_of, wish_for
from eschaton.cardtext.context import Context, seat_of
from eschaton.cardtext.explain import explain_clauses
from eschaton.cardtext.phrase import Phrase
from eschaton.cardtext.read import Reader
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.kernel.ask import Ask, Choose, ChooseSome, Option, Seat, Viewer, keys
from eschaton.kernel.errors import RulesError
from eschaton.kernel.step import End, Follow, Stay, Step, Unwind
from eschaton.kernel.table import Open
from eschaton.kernel.window import Played

YES, NO = "yes", "no"
WHO, OPTION = "who", "option"

_encode = msgspec.msgpack.Encoder().encode
_prompts: dict[tuple[str, bytes], str] = {}
MOST_PROMPTS = 5_000
"""So many clauses are kept in words: many times those of a game, and no more, whatever packs people bring."""


class Done(NamedTuple):
    """What a verb may return that does its work by steps: how much they do ("that many"), and the steps."""

    many: int
    steps: Sequence[Step]


class Perform(Step):
    """A card's text is carried out, clause by clause.

    A game declares its own, `@words.performing class Perform(cardtext.Perform)`, with its rule id in the docstring.
    """

    seat: Open[Seat]
    actor: Open[Seat]
    source: Open[str]
    power: Open[str] = ""
    about: int = 0
    todo: list[d.Clause] = []
    chosen: dict[str, list[str] | int] = {}
    it: list[str] = []
    that: int = 0
    did: int = 0
    x: int = 0
    noun: str = ""
    each: str = ""
    parent: int = 0
    pays: bool = False
    owed: int = 0  # so many of the next clauses were chosen, and are done in full, as a cost is

    words: ClassVar[Vocabulary]

    # What a game may say otherwise.

    def chooser(self, table: Any) -> Seat:
        """Who makes the choices of the clause in hand; by default the player who carries it out."""
        return self.actor

    def told(self, table: Any, clause: d.Clause, seats: list[Seat]) -> list[Step]:
        """The steps in which players do what they are told; by default in the order of the seats."""
        return [self.child((clause,), actor=seat) for seat in seats]

    # Asking.

    def ask(self, table: Any) -> Ask | None:
        """The next choice that the clause in hand leaves open."""
        wish = self.wish(table)
        return wish.ask if wish is not None else None

    def wish(self, table: Any) -> Wish | None:
        """The open choice of the clause in hand, if there is one."""
        if not self.todo or self.gone(table):
            return None
        clause = self.todo[0]
        match clause:
            case d.Act():
                return None if clause.more else self.wish_of(table, self.words.verbs[clause.verb], clause.args)
            case d.Lasts():
                return self.wish_of(table, self.words.statements[clause.statement.name], clause.statement.args)
            case d.By():
                chooser = Chooser(self.chooser(table), prompt=self.worded(table, clause))
                return wish_for(self.reader(table), chooser, WHO, clause.who, self.chosen.get(WHO))
            case d.May():
                options = keys([YES, NO] if able(self.reader(table), clause.do) else [NO])
                return Wish(OPTION, Choose(self.chooser(table), options, NO, prompt=self.worded(table, clause)))
            case d.ChooseAmong():
                return self.wish_to_choose(table, clause)
        return None

    def wish_of(self, table: Any, phrase: Phrase, args: Mapping[str, d.Arg]) -> Wish | None:
        """The first argument that is still to be chosen."""
        reader = self.reader(table)
        chooser = Chooser(self.chooser(table), phrase.rule, self.worded(table, self.todo[0]))
        for slot in phrase.slots:
            wish = wish_for(reader, chooser, slot.name, args[slot.name], self.chosen.get(slot.name))
            if wish is not None:
                return wish
        return None

    def wish_to_choose(self, table: Any, clause: d.ChooseAmong) -> Wish | None:
        """The question which options to carry out; those that cannot be are not offered."""
        reader = self.reader(table)
        possible = [str(at) for at, option in enumerate(clause.options, 1) if able(reader, option)]
        if not possible:
            return None
        seat, prompt = self.chooser(table), self.worded(table, clause)
        if clause.amount == d.Number(1):
            return Wish(OPTION, Choose(seat, keys(possible), prompt=prompt))
        match clause.amount:
            case d.UpTo():
                least, most = 0, clause.amount.most
            case d.AnyNumber():
                least, most = 0, len(possible)
            case amount:
                least = most = min(reader.number(amount), len(possible))
        return Wish(OPTION, ChooseSome(seat, keys(possible), least, most, prompt=prompt))

    def worded(self, table: Any, clause: d.Clause) -> str:
        """The clause in words, made once for every clause of every card."""
        key = (self.words.game, _encode(clause))
        found = _prompts.get(key)
        if found is None:
            text = explain_clauses(self.words, (clause,))
            if len(_prompts) >= MOST_PROMPTS:
                _prompts.clear()
            found = _prompts[key] = text if isinstance(clause, d.By) else addressed(text)
        return found

    def describe(self, table: Any, key: str) -> Option:
        """An option by what it says."""
        clause = self.todo[0] if self.todo else None
        if isinstance(clause, d.ChooseAmong) and key.isdecimal() and clause.titles:
            return Option(key, clause.titles[int(key) - 1])
        if isinstance(clause, d.ChooseAmong) and key.isdecimal():
            return Option(key, addressed(explain_clauses(self.words, clause.options[int(key) - 1])))
        if isinstance(clause, d.May):
            return Option(key, addressed(explain_clauses(self.words, clause.do)) if key == YES else "No")
        return super().describe(table, key)

    # What others may think of it.

    def imagine(self, table: Any, viewer: Viewer, rng: Random) -> None:
        """Nobody else knows which hidden things were chosen so far."""
        if self.actor == viewer or not self.chosen or not self.todo:
            return
        reader, clause = self.reader(table), self.todo[0]
        said = clause.statement.args if isinstance(clause, d.Lasts) else getattr(clause, "args", {})
        for slot, taken in self.chosen.items():
            arg = said.get(slot)
            if isinstance(taken, list) and isinstance(arg, d.Some | d.Extreme) and self.is_hidden(arg):
                members = sorted(range_of(reader, arg)[0])
                self.chosen[slot] = rng.sample(members, len(taken)) if len(members) >= len(taken) else []

    def is_hidden(self, arg: d.Some | d.Extreme) -> bool:
        """Whether the things to choose from are not for all to see."""
        return self.words.nouns[arg.group.noun].hidden

    def could_be(self, table: Any) -> bool:
        """Whether this can be under way on a table that somebody imagines: what is paid can be paid, and whoever is
        asked to choose among hidden things has some."""
        if not self.todo or self.gone(table):
            return True
        if self.pays and not self.chosen and not able(self.reader(table), self.todo):
            return False
        return table.stack[-1] is not self or self.wish(table) is not None

    # Running.

    def run(self, table: Any, answer: Any = None) -> Follow:
        """Keep the choice made, or carry out the clause in hand."""
        wish = self.wish(table)
        if wish is not None and wish.slot == OPTION:
            return self.decided(answer)
        if wish is not None:
            self.keep(wish.slot, answer)
            return Stay()
        if not self.todo or self.gone(table):
            return self.finish(table)
        return self.carry_out(table, self.todo[0])

    def keep(self, slot: str, answer: Any) -> None:
        """Keep what was chosen for a slot; what chance picks comes one by one."""
        if isinstance(answer, str):
            before = self.chosen.get(slot, [])
            self.chosen[slot] = [*(before if isinstance(before, list) else []), answer]
        else:
            self.chosen[slot] = answer

    def decided(self, answer: Any) -> Follow:
        """Go on with the clauses of what was decided."""
        clause = self.todo[0]
        if isinstance(clause, d.May):
            return self.instead(clause.do, chosen=True) if answer == YES else self.instead(clause.otherwise)
        if isinstance(clause, d.ChooseAmong):
            picked = [answer] if isinstance(answer, str) else sorted(answer, key=int)
            return self.instead((step for at in picked for step in clause.options[int(at) - 1]), chosen=True)
        raise RulesError(f"{clause!r} is nothing to decide")

    def carry_out(self, table: Any, clause: d.Clause) -> Follow:
        """One clause, its choices made."""
        reader = self.reader(table)
        match clause:
            case d.Act() if clause.more:
                return self.instead(clause.each())
            case d.Act():
                return self.act(table, self.words.verbs[clause.verb], clause.args)
            case d.Named():
                return self.act(table, self.words.named_powers[clause.name], {})
            case d.Lasts():
                return self.last(table, clause)
            case d.Where():
                self.x = reader.number(clause.value)
                return self.instead((clause.do,))
            case d.If():
                return self.instead(clause.then if reader.true(clause.condition) else clause.otherwise)
            case d.ForEach():
                return self.for_each(reader, clause)
            case d.By():
                who = map(seat_of, things_of(reader, clause.who, self.chosen.get(WHO)))
                return self.children(self.told(table, clause.do, list(who)))
            case d.May() | d.ChooseAmong():
                return self.instead(())  # nothing of it can be done

    def act(self, table: Any, phrase: Phrase, args: Mapping[str, d.Arg]) -> Follow:
        """Do what a verb or a named ability says; remember what it was done to, and how much."""
        context = self.context()
        given = self.arguments(table, phrase, args)
        self.done()
        if phrase.run is None:
            raise RulesError(f"nothing stands behind {phrase.name!r}")
        result = phrase.run(table, context, **given)
        if isinstance(result, int):
            result = Done(int(result), ())
        if isinstance(result, Done):
            self.that = self.did = result.many
            return Stay(*result.steps)
        return continued(result)

    def last(self, table: Any, clause: d.Lasts) -> Follow:
        """Put what a statement says in force for a while."""
        phrase = self.words.statements[clause.statement.name]
        span = self.reader(table).span(clause.until)
        given = self.arguments(table, phrase, clause.statement.args)
        context = msgspec.structs.replace(self.context(), said=clause.statement.args)
        self.done()
        for effect in phrase.run(table, context, **given) if phrase.run else ():
            span.put_on(effect)
            effect.source = effect.source or self.source
            table.last(effect)
        return Stay()

    def arguments(self, table: Any, phrase: Phrase, args: Mapping[str, d.Arg]) -> dict[str, Any]:
        """All arguments as the function gets them; the things among them are now in hand."""
        reader = self.reader(table)
        found = {}
        for slot in phrase.slots:
            arg, taken = args[slot.name], self.chosen.get(slot.name)
            found[slot.name] = resolved(reader, slot, arg, taken)
            if isinstance(arg, d.Some | d.AtRandom | d.Extreme | d.The):
                self.it = things_of(reader, arg, taken)
        return found

    def for_each(self, reader: Reader, clause: d.ForEach) -> Follow:
        """The same clauses for every thing, or so many times."""
        if isinstance(clause.over, d.Reading):
            return self.children([self.child(clause.do) for _ in range(reader.tally(clause.over))])
        noun = clause.over.noun
        things = reader.members(clause.over)
        return self.children([self.child(clause.do, it=[thing], noun=noun, each=thing) for thing in things])

    # Machinery.

    def instead(self, clauses: Iterable[d.Clause], chosen: bool = False) -> Follow:
        """Put these clauses in the place of the one in hand; they are owed if they were chosen, or if that one was."""
        now = list(clauses)
        if chosen or self.owed:
            self.owed = max(0, self.owed - 1) + len(now)
        self.todo = [*now, *self.todo[1:]]
        self.chosen = {}
        return Stay()

    def done(self) -> None:
        """The clause in hand is over; what it does is counted from here."""
        self.todo = self.todo[1:]
        self.chosen = {}
        self.owed = max(0, self.owed - 1)
        self.that = self.did = 0

    def child(self, clauses: Iterable[d.Clause], **changed: Any) -> Perform:
        """A step for some clauses of this one."""
        fields = {"seat": self.seat, "actor": self.actor, "it": list(self.it), "that": self.that, "x": self.x}
        return type(self)(
            source=self.source,
            power=self.power,
            about=self.about,
            todo=list(clauses),
            parent=self.serial,
            **{**fields, **changed},
        )

    def children(self, steps: Iterable[Step]) -> Follow:
        """These steps, then on with the next clause."""
        self.done()
        return Stay(*steps)

    def finish(self, table: Any) -> Follow:
        """Hand on what was done: to the step this is a part of, or from a cost to its effect."""
        if self.parent:
            above = table.find(self.parent)
            if above is not None:
                above.that += self.did
                above.did += self.did
        elif self.pays and table.stack:
            effect = table.stack[-1]
            if isinstance(effect, Perform):
                effect.it, effect.that, effect.x = list(self.it), self.did, self.x
            elif isinstance(effect, Played):
                effect.paid = [list(self.it), self.did, self.x]
        return None

    def gone(self, table: Any) -> bool:
        """Whether the thing this is done for is no longer there."""
        return bool(self.noun) and not self.reader(table).there(self.noun, self.each)

    def context(self) -> Context:
        """The context of the clause in hand."""
        return Context(
            seat=self.seat,
            actor=self.actor,
            source=self.source,
            power=self.power,
            about=self.about,
            it=tuple(self.it),
            that=self.that,
            x=self.x,
            pays=self.pays,
        )

    def reader(self, table: Any) -> Reader:
        """The table in this context."""
        reader = Reader(self.words, table, self.context())
        if (self.pays or self.owed) and self.todo and isinstance(self.todo[0], d.Act):
            reader.fit = fitting(reader, self.todo[0])
        return reader


def continued(follow: Follow) -> Follow:
    """What a verb returned, with the rest of the clauses after it."""
    if follow is None:
        return Stay()
    if isinstance(follow, Step):
        return Stay(follow)
    if isinstance(follow, list):
        return Stay(*follow)
    if isinstance(follow, Unwind | End):
        return follow
    raise RulesError(f"a verb may return steps, a number, both (Done), Unwind or End, not {follow!r}")


def addressed(text: str) -> str:
    """Words as they are put to the player who carries them out: what is theirs is yours, where nothing else is."""
    return text if re.search(r"\byour\b", text, re.IGNORECASE) else re.sub(r"\btheir\b", "your", text)


def report(table: Any, many: int) -> None:
    """Say from a step that a verb pushed how much was done: "that many" in the clauses after it."""
    for step in reversed(table.stack):
        if isinstance(step, Perform):
            step.that += many
            step.did += many
            return
