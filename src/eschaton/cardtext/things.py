"""Things, numbers and phrases: from their parse trees to data."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from lark import Token, Tree

from eschaton.cardtext import data as d
from eschaton.cardtext.errors import nearest
from eschaton.cardtext.fits import contradiction, idle_bound, misfit, noun_of
from eschaton.cardtext.phrase import COUNTED, Phrase, Quality, Range
from eschaton.cardtext.vocabulary import PLAYER, Vocabulary


class Unfit(Exception):
    """Words that are well placed but do not go together; with where they stand in the line."""

    def __init__(self, tree: Tree[Token], message: str, expected: Iterable[str] = (), near: str = "") -> None:
        super().__init__(message)
        self.start: int = tree.meta.start_pos if not tree.meta.empty else 0
        self.end: int = tree.meta.end_pos if not tree.meta.empty else self.start
        self.message = message
        self.expected = tuple(expected)
        self.near = near


QUANTITIES: dict[str, d.Quantity] = {"one": d.Number(1), "x": d.X(), "that": d.That(), "any_number": d.AnyNumber()}
HIGHEST = 999
BOUNDS: dict[str, tuple[int, int | None]] = {"none": (0, 0), "any": (1, None)}
SINGLE = (d.This, d.It, d.You, d.They, d.The)


class Things:
    """Builds things, numbers and phrases. Trees of the core have a method each; those of the game are kind__name."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.x_is_named = False

    def __call__(self, tree: Any) -> Any:
        """The data of a tree."""
        kind, _, name = str(tree.data).partition("__")
        if name:
            return getattr(self, f"say_{kind}")(tree, name)
        if kind == "x" and not self.x_is_named:
            raise Unfit(
                tree, "is a number that nothing in this clause names", ['", where X is …" after it', "a number"]
            )
        if kind in QUANTITIES:
            return QUANTITIES[kind]
        return getattr(self, f"on_{kind}")(tree, *tree.children)

    # Things.

    def on_this(self, tree: Tree[Token], noun: Any) -> d.This:
        """This card."""
        name = self(noun)
        if name == PLAYER:
            raise Unfit(tree, "is not said; a card is no player", ['"you"', '"they"'], "you")
        return d.This(name)

    def on_it(self, tree: Tree[Token]) -> d.It:
        """What is in hand."""
        return d.It()

    def on_that_one(self, tree: Tree[Token], noun: Any) -> d.It:
        """The same, said with its noun."""
        return d.It()

    def on_you(self, tree: Tree[Token]) -> d.You:
        """The holder."""
        return d.You()

    def on_they(self, tree: Tree[Token]) -> d.They:
        """Who carries it out."""
        return d.They()

    def on_the(self, tree: Tree[Token], part: Any) -> d.The:
        """The only one."""
        return d.The(self(part))

    def on_every(self, tree: Tree[Token], part: Any) -> d.Every:
        """All of a group."""
        return d.Every(self(part))

    def on_some(self, tree: Tree[Token], quantity: Any, part: Any) -> d.Some:
        """Some of a group."""
        return d.Some(self.many(quantity), self(part))

    def on_another(self, tree: Tree[Token], group: Any) -> d.Some:
        """One other."""
        found: d.Group = self(group)
        return d.Some(d.Number(1), d.Group(found.noun, True, found.owner, found.adjectives, found.which))

    def on_at_random(self, tree: Tree[Token], quantity: Any, part: Any) -> d.AtRandom:
        """Some of a group by chance."""
        amount = self.many(quantity)
        if isinstance(amount, d.UpTo | d.AnyNumber):
            raise Unfit(quantity, "is no number for chance", ["a number"])
        return d.AtRandom(amount, self(part))

    def on_most(self, tree: Tree[Token], part: Any, measure: Any) -> d.Extreme:
        """The one with the most."""
        group = self(part)
        return d.Extreme(group, self.quality(measure, self.words.measures, group.noun), most=True)

    def on_fewest(self, tree: Tree[Token], part: Any, measure: Any) -> d.Extreme:
        """The one with the fewest."""
        group = self(part)
        return d.Extreme(group, self.quality(measure, self.words.measures, group.noun), most=False)

    def on_owned(self, tree: Tree[Token], owner: Any, group: Any) -> d.Group:
        """A group with its owner."""
        found: d.Group = self(group)
        things = self.words.nouns[found.noun].plain(many=True)
        if self.words.nouns[found.noun].owner is None:
            raise Unfit(tree, f"cannot be said: {things} have no owner", [f'"{things}" without "{owner.data}"'])
        for adjective in found.adjectives:
            said = self.words.adjectives[adjective.name]
            if said.unowned and not adjective.negated:
                shown = f"{said.plain()} {things}"
                raise Unfit(tree, f"cannot be said: {shown} have no owner", [f'"{shown}" without "{owner.data}"'])
        return d.Group(found.noun, found.other, str(owner.data), found.adjectives, found.which)

    def on_group(self, tree: Tree[Token], adjectives: Any, noun: Any, whiches: Any) -> d.Group:
        """A noun with what describes it."""
        return self.group(adjectives, noun, whiches, other=False)

    def on_bare_group(self, tree: Tree[Token], adjectives: Any, noun: Any) -> d.Group:
        """A noun with nothing after it."""
        return self.group(adjectives, noun, None, other=False)

    def on_other_group(self, tree: Tree[Token], adjectives: Any, noun: Any, whiches: Any) -> d.Group:
        """Others than the one in hand."""
        return self.group(adjectives, noun, whiches, other=True)

    def group(self, adjectives: Tree[Token], noun: Tree[Token], whiches: Tree[Token] | None, other: bool) -> d.Group:
        """A group whose descriptions fit its noun."""
        name = self(noun)
        described = tuple(self(child) for child in adjectives.children)
        for child, adjective in zip(adjectives.children, described, strict=True):
            self.fits(cast("Tree[Token]", child), self.words.adjectives, adjective.name, name)
        clash = contradiction(self.words, described)
        if clash is not None:
            said = cast("Tree[Token]", adjectives.children[clash[0]])
            raise Unfit(said, f"cannot be said of what is {clash[1]}: there is no such thing", ["one of the two"])
        after = whiches.children if whiches is not None else []
        which = tuple(self(child) for child in after)
        for child, phrase in zip(after, which, strict=True):
            if isinstance(phrase, d.With):
                self.fits(cast("Tree[Token]", child), self.words.measures, phrase.measure, name)
            else:
                self.fits(cast("Tree[Token]", child), self.words.whiches, phrase.name, name)
        return d.Group(name, other, "", described, which)

    def on_with(self, tree: Tree[Token], bound: Any, measure: Any) -> d.With:
        """So much of a measure."""
        name = self(measure)
        return d.With(name, *self.bound(bound, self.words.measures[name].range))

    def on_adjective(self, tree: Tree[Token], quality: Any) -> d.Adjective:
        """A quality."""
        return d.Adjective(self(quality))

    def on_non_adjective(self, tree: Tree[Token], quality: Any) -> d.Adjective:
        """The lack of a quality."""
        return d.Adjective(self(quality), negated=True)

    def on_owned_place(self, tree: Tree[Token], owner: Any, place: Any) -> d.Place:
        """A player's place."""
        return d.Place(self(place), str(owner.data))

    def on_open_place(self, tree: Tree[Token], place: Any) -> d.Place:
        """A place for all."""
        return d.Place(self(place))

    # Numbers.

    def on_number(self, tree: Tree[Token], number: Token) -> d.Number:
        """A plain number."""
        return d.Number(self.whole(tree, number))

    def on_up_to(self, tree: Tree[Token], number: Token) -> d.UpTo:
        """A number left to the player."""
        return d.UpTo(self.whole(tree, number))

    def on_change(self, tree: Tree[Token], change: Token) -> d.Change:
        """A number up or down."""
        by = self.whole(tree, change[1:])
        return d.Change(by if change[0] == "+" else -by)

    def on_no_change(self, tree: Tree[Token], number: Token) -> d.Change:
        """A change of 0; any other has a sign."""
        if self.whole(tree, number):
            raise Unfit(tree, "is no change: it lacks its sign", [f'"+{number}"', f'"-{number}"'], f"+{number}")
        return d.Change(0)

    def on_half_up(self, tree: Tree[Token], value: Any) -> d.Half:
        """Half, rounded up."""
        return d.Half(self(value), up=True)

    def on_half_down(self, tree: Tree[Token], value: Any) -> d.Half:
        """Half, rounded down."""
        return d.Half(self(value), up=False)

    def on_twice_value(self, tree: Tree[Token], value: Any) -> d.Twice:
        """Twice a number."""
        return d.Twice(self(value))

    def on_plus(self, tree: Tree[Token], value: Any, number: Token) -> d.Plus:
        """A number and more."""
        return d.Plus(self(value), self.whole(tree, number))

    def on_minus(self, tree: Tree[Token], value: Any, number: Token) -> d.Plus:
        """A number less some."""
        return d.Plus(self(value), -self.whole(tree, number))

    def on_count(self, tree: Tree[Token], part: Any) -> d.Count:
        """How many things."""
        return d.Count(self(part))

    def on_stat(self, tree: Tree[Token], measure: Any, target: Any) -> d.Stat:
        """A measure of a thing."""
        what = self.fixed(target)
        return d.Stat(self.measure(measure, what, target), what)

    def many(self, tree: Tree[Token]) -> d.Quantity:
        """How many things; none is nothing to choose."""
        amount: d.Quantity = self(tree)
        if amount in (d.Number(0), d.UpTo(0)):
            raise Unfit(tree, "chooses nothing", ["1 or more"])
        return amount

    def bound(self, tree: Tree[Token], span: Range = COUNTED) -> tuple[int, int | None]:
        """The least and the most that a bound allows of a number in a range; it must make a difference."""
        if tree.data in BOUNDS:
            found = BOUNDS[tree.data]
        else:
            n = self.whole(tree, cast(Token, tree.children[0]))
            found = {"at_least": (n, None), "at_most": (0, n), "exactly": (n, n)}[tree.data]
        idle = idle_bound(*found, span)
        if idle:
            raise Unfit(tree, f"{idle}: it can be {span}", [f"a number: {telling(str(tree.data), span)}"])
        return found

    # Phrases of the game.

    def say_act(self, tree: Tree[Token], name: str) -> d.Act:
        """A verb, with what is said of it again."""
        verb = self.words.verbs[name]
        first, rest = tree.children[: len(verb.slots)], tree.children[len(verb.slots) :]
        args = self.args(first, verb)
        size = len(verb.tail_slots) or 1
        before = first[: len(verb.slots) - size]
        parts = [rest[at : at + size] for at in range(0, len(rest), size)]
        names = [slot.name for slot in verb.tail_slots]
        again = [self.args([*before, *part], verb) for part in parts]
        return d.Act(name, args, tuple({name: said[name] for name in names} for said in again))

    def say_does(self, tree: Tree[Token], name: str) -> d.Act:
        """A verb in the third person."""
        return self.say_act(tree, name)

    def say_statement(self, tree: Tree[Token], name: str) -> d.Statement:
        """What is so."""
        return d.Statement(name, self.args(tree.children, self.words.statements[name]))

    def say_holds(self, tree: Tree[Token], name: str) -> d.Holds:
        """A condition."""
        return d.Holds(name, self.args(tree.children, self.words.conditions[name], settled=True))

    def say_reading(self, tree: Tree[Token], name: str) -> d.Reading:
        """A number of the game."""
        return d.Reading(name, self.args(tree.children, self.words.values[name], settled=True))

    def say_tally(self, tree: Tree[Token], name: str) -> d.Reading:
        """A tally of the game."""
        return d.Reading(name, self.args(tree.children, self.words.tallies[name], settled=True))

    def say_timing(self, tree: Tree[Token], name: str) -> d.Timing:
        """A timing."""
        return d.Timing(name, self.args(tree.children, self.words.timings[name], settled=True))

    def say_which(self, tree: Tree[Token], name: str) -> d.Which:
        """A phrase after a noun."""
        return d.Which(name, self.args(tree.children, self.words.whiches[name], settled=True))

    def say_ability(self, tree: Tree[Token], name: str) -> d.Named:
        """A named ability."""
        return d.Named(name)

    def say_word(self, tree: Tree[Token], name: str) -> d.Word:
        """One of a set of words."""
        kind, _, at = name.rpartition("__")
        return d.Word(kind, list(self.words.sets[kind])[int(at)])

    def say_numeral(self, tree: Tree[Token], kind: str) -> d.Word:
        """One of the numbers among a set of words."""
        said = str(tree.children[0])
        if said not in self.words.sets[kind]:
            raise Unfit(tree, "is none of these", [f'"{word}"' for word in self.words.sets[kind]])
        return d.Word(kind, said)

    def say_list(self, tree: Tree[Token], name: str) -> d.Several:
        """A list of numbers and words."""
        return d.Several(tuple(map(self, filter(None, tree.children))))

    def say_name(self, tree: Tree[Token], name: str) -> str:
        """A word that is only its name."""
        return name

    say_state = say_noun = say_quality = say_measure = say_place = say_scope = say_name

    # Checks.

    def whole(self, tree: Tree[Token], number: str) -> int:
        """A number that is not absurd."""
        if len(number) > len(str(HIGHEST)) or int(number) > HIGHEST:
            raise Unfit(tree, f"has a number above {HIGHEST}", [f"a number: {Range(0, HIGHEST)}"])
        return int(number)

    def args(self, said: Sequence[Any], phrase: Phrase, settled: bool = False) -> dict[str, d.Arg]:
        """The arguments of a phrase, each fit for its slot."""
        trees = {slot.name: cast("Tree[Token]", child) for slot, child in zip(phrase.slots, said, strict=True)}
        made: dict[str, d.Arg] = {name: self(child) for name, child in trees.items()}
        wrong = misfit(self.words, phrase, made)
        if wrong is not None:
            raise Unfit(trees[wrong.slot], wrong.message, wrong.expected)
        for name, arg in made.items():
            if settled and chooses(arg):
                raise Unfit(trees[name], "cannot be chosen here", ['"each …"', '"this …"', '"it"'])
        return made

    def players(self, tree: Tree[Token]) -> d.Target:
        """A target that must be players."""
        who: d.Target = self(tree)
        such = [f'"the {word.plain()} player"' for word in self.words.adjectives.values() if PLAYER in word.of]
        if isinstance(who, d.You):
            raise Unfit(tree, "is not said here: what names nobody is done by you", ["the same without it"])
        if noun_of(who) != PLAYER or (isinstance(who, SINGLE) and not isinstance(who, d.The)):
            raise Unfit(tree, "cannot do anything: only players can", ['"each player"', '"another player"', *such])
        if isinstance(who, d.The) and not who.group.adjectives:
            raise Unfit(tree, "does not say which of them", ['"each player"', '"another player"', *such])
        return who

    def fixed(self, tree: Tree[Token]) -> d.Target:
        """A target that is one thing already known."""
        what: d.Target = self(tree)
        if not isinstance(what, SINGLE):
            raise Unfit(tree, "must be one thing that is already known", ['"it"', '"this …"', '"you"'])
        return what

    def measure(self, tree: Tree[Token], what: d.Target, target: Tree[Token]) -> str:
        """A measure that the target's noun has."""
        noun = noun_of(what)
        return self.quality(tree, self.words.measures, noun) if noun is not None else str(self(tree))

    def quality(self, tree: Tree[Token], shelf: Mapping[str, Quality], noun: str) -> str:
        """A quality that fits the noun."""
        name = str(self(tree))
        self.fits(tree, shelf, name, noun)
        return name

    def fits(self, tree: Tree[Token], shelf: Mapping[str, Quality], name: str, noun: str) -> None:
        """Refuse a quality that is not said of this noun."""
        if not shelf[name].fits(noun):
            said = self.words.nouns[noun].plain()
            known = [quality.shown() for quality in shelf.values() if quality.fits(noun)]
            others = [self.words.nouns[other].plain() for other in shelf[name].of]
            raise Unfit(tree, f"is not said of {said}", known or others, nearest(shelf[name].shown(), known))


def telling(bound: str, span: Range) -> Range:
    """The numbers with which a bound of this kind makes a difference."""
    if bound == "at_least":
        return Range(span.least + 1, span.most)
    return Range(span.least, span.most - 1) if bound == "at_most" and span.most is not None else span


def chooses(arg: d.Arg) -> bool:
    """Whether an argument leaves something to a player or to chance."""
    return isinstance(arg, d.UpTo | d.AnyNumber | d.Some | d.AtRandom | d.Extreme)
