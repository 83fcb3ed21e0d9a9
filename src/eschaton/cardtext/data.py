"""What a card says, as data: frozen, comparable, serialisable structures, from amounts up to whole powers.

Words of the core are classes here; words of a game appear by name (`Act("heal", …)`) and are looked up in its
vocabulary. `explain.py` prints every structure back as canonical English.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec


class Node(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of what a card says."""


# Numbers. A quantity may leave the number to the player; a value may not.


class Number(Node, frozen=True):
    """A plain number: "2", "a", "an"."""

    n: int


class X(Node, frozen=True):
    """The number that ", where X is …" names."""


class That(Node, frozen=True):
    """ "That many": what the clause before did, in number."""


class UpTo(Node, frozen=True):
    """ "Up to 2": the player says how many."""

    most: int


class AnyNumber(Node, frozen=True):
    """ "Any number of": the player says how many, none included."""


class Count(Node, frozen=True):
    """ "The number of …"."""

    group: Group


class Stat(Node, frozen=True):
    """A measure of one thing: "the wounds of it"."""

    measure: str
    of: Target


class Reading(Node, frozen=True):
    """A number of the game's own: "your gold"."""

    name: str
    args: dict[str, Arg] = {}


class Half(Node, frozen=True):
    """ "Half of …, rounded up" (or down)."""

    of: Value
    up: bool


class Twice(Node, frozen=True):
    """ "Twice …"."""

    of: Value


class Plus(Node, frozen=True):
    """ "… plus 2", "… minus 1"."""

    of: Value
    n: int


# Things. A group says which things; a target says how many of them, and who picks.


class Adjective(Node, frozen=True):
    """ "Wounded", "non-wounded"."""

    name: str
    negated: bool = False


class Which(Node, frozen=True):
    """A phrase after the noun: "aboard this ship"."""

    name: str
    args: dict[str, Arg] = {}


class With(Node, frozen=True):
    """ "With 2 or more wounds"."""

    measure: str
    least: int
    most: int | None = None


class Group(Node, frozen=True):
    """All things of a noun that fit: "other wounded crew aboard the ship". `owner` is "", "your", "their" or "its"."""

    noun: str
    other: bool = False
    owner: str = ""
    adjectives: tuple[Adjective, ...] = ()
    which: tuple[Which | With, ...] = ()


class This(Node, frozen=True):
    """ "This card", by whichever noun."""

    noun: str


class It(Node, frozen=True):
    """What "for each" is at, or what was chosen last."""


class You(Node, frozen=True):
    """The player who uses the power."""


class They(Node, frozen=True):
    """The player who carries out this clause."""


class The(Node, frozen=True):
    """ "The enemy": the only thing of a group."""

    group: Group


class Every(Node, frozen=True):
    """ "Each …"."""

    group: Group


class Some(Node, frozen=True):
    """ "2 …", "up to 2 …", "any number of …": a player chooses."""

    amount: Quantity
    group: Group


class AtRandom(Node, frozen=True):
    """ "2 random …": chance chooses."""

    amount: Quantity
    group: Group


class Extreme(Node, frozen=True):
    """ "The … with the most (fewest) …"; a player breaks ties."""

    group: Group
    measure: str
    most: bool


# What else can stand in a phrase.


class Place(Node, frozen=True):
    """A place: "the deck", "your hand"."""

    name: str
    owner: str = ""


class Word(Node, frozen=True):
    """One of a set of words the game lists."""

    kind: str
    word: str


class Change(Node, frozen=True):
    """ "+1", "-2"."""

    by: int


class Several(Node, frozen=True):
    """ "1, 2 and Blade": numbers and words of a list."""

    items: tuple[Number | Word, ...]


class Until(Node, frozen=True):
    """ "Until the end of the turn"; with no scope "for the rest of the game".

    With `times` it is "for 2 turns", this one included where there is one; with an `owner` "until the end of your next
    turn".
    """

    scope: str = ""
    times: int = 0
    owner: str = ""


Value = Number | X | That | Count | Stat | Reading | Half | Twice | Plus
Quantity = Number | X | That | UpTo | AnyNumber
Target = This | It | You | They | The | Every | Some | AtRandom | Extreme
Arg = Value | UpTo | AnyNumber | Target | Place | Word | Change | Several | Until


# Conditions.


class Exists(Node, frozen=True):
    """ "There are 2 or more …", "there are no …"."""

    group: Group
    least: int
    most: int | None = None


class Has(Node, frozen=True):
    """ "It has 2 or more wounds"."""

    what: Target
    measure: str
    least: int
    most: int | None = None


class Compares(Node, frozen=True):
    """ "Your gold is 3 or more"."""

    value: Value
    least: int
    most: int | None = None


class Is(Node, frozen=True):
    """ "It is wounded", "this crew is not wounded"."""

    what: Target
    adjective: Adjective


class Holds(Node, frozen=True):
    """A condition of the game's own."""

    name: str
    args: dict[str, Arg] = {}


class AllOf(Node, frozen=True):
    """Conditions joined by "and"."""

    of: tuple[Condition, ...]


class AnyOf(Node, frozen=True):
    """Conditions joined by "or"."""

    of: tuple[Condition, ...]


Condition = Exists | Has | Compares | Is | Holds | AllOf | AnyOf


# Clauses: what happens.


class Act(Node, frozen=True):
    """A verb of the game with its arguments; in `more` those that are said again ("gain 2 Gold and 1 Rum")."""

    verb: str
    args: dict[str, Arg] = {}
    more: tuple[dict[str, Arg], ...] = ()

    def each(self) -> tuple[Act, ...]:
        """What is done, one after the other."""
        if not self.more:
            return (self,)
        return Act(self.verb, self.args), *(Act(self.verb, {**self.args, **again}) for again in self.more)


class Named(Node, frozen=True):
    """ "Do: <Name>": an ability that no sentence can say."""

    name: str


class Statement(Node, frozen=True):
    """What is so, as opposed to what happens: "each crew has +1 speed"."""

    name: str
    args: dict[str, Arg] = {}


class Where(Node, frozen=True):
    """A clause with ", where X is …"."""

    value: Value
    do: Act


class By(Node, frozen=True):
    """Other players do it: "each player draws 1 card", "another player may …", "each player chooses 1: …"."""

    who: Target
    do: Act | May | ChooseAmong


class May(Node, frozen=True):
    """ "You may …, then …; if you do not, …"."""

    do: tuple[Clause, ...]
    otherwise: tuple[Clause, ...] = ()


class ChooseAmong(Node, frozen=True):
    """ "Choose 1: …, or …". Options with `titles` are shown by these alone, and not by what they do."""

    amount: Quantity
    options: tuple[tuple[Clause, ...], ...]
    titles: tuple[str, ...] = ()


class If(Node, frozen=True):
    """ "If …, …; otherwise, …"."""

    condition: Condition
    then: tuple[Clause, ...]
    otherwise: tuple[Clause, ...] = ()


class ForEach(Node, frozen=True):
    """ "For each …, …": over things, or over a number that the game counts."""

    over: Group | Reading
    do: tuple[Clause, ...]


class Lasts(Node, frozen=True):
    """ "Until the end of the turn, each crew has +1 speed"."""

    until: Until
    statement: Statement


Clause = Act | Named | Where | By | May | ChooseAmong | If | ForEach | Lasts


# Powers.


class Timing(Node, frozen=True):
    """When: one of the game's timings, with its arguments."""

    name: str
    args: dict[str, Arg] = {}


class Limit(Node, frozen=True):
    """ "Twice per turn"."""

    times: int
    scope: str


class PowerData(Node, frozen=True, kw_only=True):
    """A power as its card says it: who, when, if, cost, effect.

    `who` is "holder" or "anyone". Without `when`, a power is either standing (its effect is statements) or used at the
    game's default timing. `states` are the game's conditions on the card itself ("Contained").
    """

    who: str = "holder"
    states: tuple[str, ...] = ()
    when: tuple[Timing, ...] = ()
    limit: Limit | None = None
    condition: Condition | None = None
    cost: tuple[Clause, ...] = ()
    effect: tuple[Clause | Statement, ...]

    @property
    def standing(self) -> bool:
        """Whether it simply holds, rather than being used."""
        return isinstance(self.effect[0], Statement)


def nodes(said: Any) -> Iterator[Any]:
    """Everything a power is made of, in the order in which it is carried out."""
    if isinstance(said, msgspec.Struct):
        yield said
        for field in said.__struct_fields__:
            yield from nodes(getattr(said, field))
    elif isinstance(said, tuple | dict):
        for part in said.values() if isinstance(said, dict) else said:
            yield from nodes(part)


def named_in(clauses: tuple[Clause | Statement, ...]) -> set[str]:
    """The named abilities that occur in these clauses."""
    return {node.name for node in nodes(clauses) if isinstance(node, Named)}
