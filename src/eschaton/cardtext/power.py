"""From what a card says to the kernel's powers: conditions, costs and effects as callable data."""

from __future__ import annotations

from typing import Any

import msgspec

from eschaton.cardtext import data as d
from eschaton.cardtext.choice import able
from eschaton.cardtext.context import Context
from eschaton.cardtext.errors import BadVocabulary
from eschaton.cardtext.explain import announce, explain
from eschaton.cardtext.perform import Perform
from eschaton.cardtext.public import public_clauses, public_condition
from eschaton.cardtext.read import Reader
from eschaton.cardtext.vocabulary import Vocabulary, vocabulary_of
from eschaton.kernel.ask import Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.step import Follow
from eschaton.kernel.window import Played, Power, Use


class Ready(msgspec.Struct, frozen=True, omit_defaults=True):
    """Whether a power can be used: the card's state, what happens, the condition, and whether the cost can be paid.

    What one may do and what would begin with nothing to do it to is no use, and not offered.
    """

    game: str
    source: str
    timing: d.Timing
    states: tuple[str, ...] = ()
    condition: d.Condition | None = None
    cost: tuple[d.Clause, ...] = ()
    begins: tuple[d.Clause, ...] = ()
    leaves: bool = False  # the card leaves the hand before anything is paid, and so is not among what is there

    def __call__(self, table: Any, use: Use) -> bool:
        """Read the table for this use."""
        words = vocabulary_of(self.game)
        reader = Reader(words, table, context_of(use, self.source))
        if self.leaves:
            reader.without = self.source
        if not in_state(reader, self.states):
            return False
        when = words.timings[self.timing.name]
        if when.run is not None and not reader.said(when, self.timing.args):
            return False
        if not reader.true(self.condition) or not able(reader, self.begins):
            return False
        if self.cost:
            reader.context = msgspec.structs.replace(reader.context, pays=True)
        return able(reader, self.cost)


def public_part(words: Vocabulary, ready: Ready) -> Ready | None:
    """What everybody can test of a power, where that is not all of it."""
    condition = public_condition(words, ready.condition)
    cost, begins = public_clauses(words, ready.cost), public_clauses(words, ready.begins)
    found = msgspec.structs.replace(ready, condition=condition, cost=cost, begins=begins)
    return found if found != ready else None


class CarryOut(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cost or an effect: clauses that the game's `Perform` step carries out."""

    game: str
    source: str
    clauses: tuple[d.Clause, ...]
    pays: bool = False

    def __call__(self, table: Any, use: Use) -> Follow:
        """The step that carries them out for this use, with what the cost hands on."""
        step = performing(
            vocabulary_of(self.game),
            self.clauses,
            seat=use.seat,
            source=self.source,
            power=use.power,
            about=use.about,
            pays=self.pays,
        )
        top = table.stack[-1] if table.stack else None
        if isinstance(top, Played) and top.paid and not self.pays:
            step.it, step.that, step.x = top.paid
        return step


def performing(
    words: Vocabulary,
    clauses: tuple[Any, ...],
    *,
    seat: Seat,
    source: str,
    power: str = "",
    about: int = 0,
    pays: bool = False,
) -> Perform:
    """The step that carries out clauses, for effects that happen by themselves and are not a power somebody uses."""
    if words.step is None:
        raise BadVocabulary(f"{words.title} declares no Perform step (@words.performing)")
    return words.step(seat=seat, actor=seat, source=source, power=power, about=about, todo=list(clauses), pays=pays)


def powers_of(
    words: Vocabulary, power: d.PowerData, *, key: str, source: str, kind: str = "", rule: str = ""
) -> list[Power]:
    """The kernel's powers for what a card says: one for each of its timings, all with the same key and limit.

    A power that names no timing has that of its kind of card. A standing power has none; read it by `lasting`.
    """
    if power.standing:
        return []
    default = words.defaults.get(kind) or words.default
    if not power.when and default not in words.timings:
        raise BadVocabulary(f"{words.title} has no default timing for: {explain(words, power)}")
    timings = power.when or (d.Timing(default),)
    return [one_power(words, power, timing, key, source, rule) for timing in timings]


def one_power(words: Vocabulary, power: d.PowerData, timing: d.Timing, key: str, source: str, rule: str) -> Power:
    """The kernel's power for one timing. Nobody must pay: where texts must speak, one that has a price may."""
    when = words.timings[timing.name]
    scope = words.scopes[power.limit.scope].step if power.limit else ""
    begins = () if when.mandatory or power.cost else tuple(filter(picks, power.effect[:1]))
    ready = Ready(words.game, source, timing, power.states, power.condition, power.cost, begins)  # type: ignore[arg-type]
    return Power(
        key=key,
        when=when.key,
        mandatory=when.mandatory and not power.cost,
        condition=ready,
        public=public_part(words, ready),
        cost=CarryOut(words.game, source, power.cost, pays=True) if power.cost else None,
        effect=CarryOut(words.game, source, power.effect),  # type: ignore[arg-type]
        limit=power.limit.times if power.limit else 0,
        per=scope,
        shared=power.who != "anyone",
        rule=rule or when.rule,
        label=announce(words, power),
    )


def picks(clause: Any) -> bool:
    """Whether a clause needs somebody or something to be done to, of which there may be none."""
    said = clause.statement if isinstance(clause, d.Lasts) else clause
    parts = said.each() if isinstance(said, d.Act) else (said,) if isinstance(said, d.Statement) else ()
    return any(isinstance(arg, d.Some | d.AtRandom | d.Extreme) for part in parts for arg in part.args.values())


def lasting(words: Vocabulary, power: d.PowerData, table: Any, *, seat: Seat, source: str) -> list[Lasting]:
    """The effects that a standing power has now; none while its card is not in the state, or its condition fails."""
    if not power.standing:
        return []
    reader = Reader(words, table, Context(seat=seat, actor=seat, source=source))
    if not in_state(reader, power.states) or not reader.true(power.condition):
        return []
    found: list[Lasting] = []
    for statement in power.effect:
        if isinstance(statement, d.Statement):
            reader.context = Context(seat=seat, actor=seat, source=source, said=statement.args)
            effects: list[Lasting] = list(reader.said(words.statements[statement.name], statement.args))
            for effect in effects:
                effect.source = effect.source or source
            found += effects
    return found


def in_state(reader: Reader, states: tuple[str, ...]) -> bool:
    """Whether the card is in all these states."""
    return all(reader.call(reader.words.states[state]) for state in states)


def context_of(use: Use, source: str) -> Context:
    """The context of a use before anything is chosen."""
    return Context(seat=use.seat, actor=use.seat, source=source, power=use.power, about=use.about)
