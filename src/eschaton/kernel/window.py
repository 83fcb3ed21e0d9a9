"""Windows: one kernel step for every timing at which somebody may, or must, answer what is happening.

A game says which powers exist at a timing; the window offers them, stage by stage, until all have passed. Who is asked
tells nothing: a seat takes part when, as far as everybody knows, it could act (`Table.possible_powers`); if in truth it
cannot, the kernel answers for it as soon as nobody else wants to act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat, Together, Viewer, first, race
from eschaton.kernel.errors import RulesError
from eschaton.kernel.step import AGAIN, Follow, Stay, Step
from eschaton.kernel.table import Open

PASS = "pass"


class Use(Step):
    """A seat uses a power: the cost is paid, then the effect follows."""

    seat: Open[Seat]
    power: Open[str]
    about: int = 0

    def run(self, table: Any) -> Follow:
        """Count the use, say it, pay, take effect."""
        power: Power = table.power(self.power)
        if power.limit:
            table.count(table.scope(power.per), power.counted(self.seat))
        table.say(power.rule, "uses", who=self.seat, power=power.key)
        paid = as_steps(power.cost(table, self)) if power.cost else []
        return paid + as_steps(power.effect(table, self))


class Power(msgspec.Struct, frozen=True, kw_only=True):
    """One type for all games: who (the holder), when, if, cost, effect. Lives outside the table, found by its key.

    `condition`, `cost` and `effect` are functions of (table, use); card text compiles to callable data. A condition
    that looks at hidden things has a `public` part beside it, which looks at none: it says who could use the power.
    """

    key: str
    when: str
    effect: Callable[[Any, Use], Follow]
    condition: Callable[[Any, Use], bool] | None = None
    public: Callable[[Any, Use], bool] | None = None
    cost: Callable[[Any, Use], Follow] | None = None
    mandatory: bool = False
    limit: int = 0
    per: str = "Turn"
    shared: bool = False  # the limit is the card's, whoever uses it, not each seat's
    rule: str = ""
    label: str = ""

    def counted(self, seat: Seat) -> str:
        """Under what its uses are counted."""
        return self.key if self.shared else f"{seat}:{self.key}"

    def usable(self, table: Any, use: Use) -> bool:
        """Whether the holder may use it now: limit and condition."""
        if self.limit and table.counts and self.exhausted(table, use):
            return False
        condition = self.condition
        return condition is None or condition(table, use)

    def possible(self, table: Any, use: Use) -> bool:
        """Whether a holder could use it now as far as everybody knows; never less than they really may."""
        if self.limit and table.counts and self.exhausted(table, use):
            return False
        public = self.public or self.condition
        return public is None or public(table, use)

    def exhausted(self, table: Any, use: Use) -> bool:
        """Whether it has been used as often as its limit allows."""
        key = self.counted(use.seat)
        for counted in table.counts.values():
            if key in counted:  # in this scope or another one; most have not been used in any
                return bool(table.used(table.scope(self.per), key) >= self.limit)
        return False


class Window(Step):
    """A timing at which powers may be used.

    With `stages` it is several timings, one after the other, and `timing` only names them all; a stage without a name
    is the timing itself. `order` is "race" (all at once) or "turn" (one after the other in the order of `seats`). In
    each stage mandatory powers must be used, in the order chosen by the `arbiter` (without one, each by its holder, who
    cannot pass). With `frozen`, a seat keeps the powers it had at the opening, whatever happens to it meanwhile.
    """

    timing: Open[str]
    seats: Open[list[Seat]] = []
    about: int = 0
    stages: Open[tuple[str, ...]] = ("",)
    stage: Open[int] = 0
    order: str = "race"
    arbiter: Seat = -1
    rule: Open[str] = ""
    frozen: bool = False
    held: dict[int, dict[str, list[str]]] = {}
    might: dict[int, dict[str, list[str]]] = {}
    passed: list[Seat] = []

    def ask(self, table: Any) -> Ask | None:
        """Everybody who has not passed since the last use; `ask_of` knows who really can act."""
        if self.frozen and not self.held and self.seats:
            raise RulesError(f"the frozen window {self.timing!r} was never opened: announce its step by `before`")
        if self.order == "turn":
            forced = self.arbiter >= 0 and self.forced(table)
            return first([self.arbiter] if forced else self.waiting(), self.rule)
        if self.arbiter >= 0:
            waiting = self.waiting()
            absent = self.arbiter not in waiting and self.forced(table)
            return race([*waiting, self.arbiter] if absent else waiting, self.rule)
        # The stage is over when nobody of those who have not passed can really act.
        holders = self.seats if self.frozen else table.holders(self.now)
        if holders:
            passed = self.passed
            for seat in self.seats:
                if seat in holders and seat not in passed and (found := self.ask_of(table, seat)) is not None:
                    return Together("race", self.waiting(), found, rule=self.rule)
        return None

    @property
    def now(self) -> str:
        """The timing of this stage."""
        return self.stages[self.stage] or self.timing

    def waiting(self) -> list[Seat]:
        """Who has not passed since the last use."""
        passed = self.passed
        return [seat for seat in self.seats if seat not in passed] if passed else self.seats

    def ask_of(self, table: Any, seat: Seat) -> Choose | None:
        """The powers this seat can really use in this stage, and to pass, unless it must use one.

        Where there is an arbiter, all mandatory powers are the arbiter's to use.
        """
        arbiter, about = self.arbiter, self.about
        options: Options = {}
        must = False
        now = self.now
        for power in self.held_at(table, seat, now) if self.frozen else table.powers(seat, now):
            if arbiter < 0 or not power.mandatory:
                use = Use(seat, power.key, about)
                if power.usable(table, use):
                    options[power.key] = use
                    must = must or power.mandatory
        if seat == arbiter and (forced := self.forced(table)):
            options |= forced
            must = True
        if must:
            return Choose(seat, options, rule=self.rule)
        # In turn, the silence of one who cannot act would tell the next.
        if not options and not (self.order == "turn" and self.could(table, seat)):
            return None
        if table.standing and table.passes(seat, self) is not None:
            return None
        options[PASS] = None
        return Choose(seat, options, PASS, rule=self.rule)

    def prompt(self, table: Any) -> str:
        """What is about to happen, if that step says so; else the moment, as the game says it."""
        about = table.find(self.about) if self.about else None
        words = about.in_words(table) if about is not None else ""
        return f"{words} Do you do anything?" if words else str(table.moment(self.timing))

    def may_act(self, table: Any, seats: list[Seat]) -> list[Seat]:
        """All who could act as far as everybody knows, asked or unasked, whether they have passed or not."""
        shown = [seat for seat in self.seats if self.could(table, seat) or table.waits_for(seat)]
        if self.arbiter >= 0 and self.arbiter not in shown and self.forced(table):
            shown.append(self.arbiter)
        return shown

    def run(self, table: Any, answer: tuple[Seat, Use | None] | None) -> Follow:
        """A pass, a use, or the end of a stage when nobody can or will act."""
        if answer is None:
            if self.stage + 1 >= len(self.stages):
                return None
            self.stage += 1
            self.passed = []
            return AGAIN
        seat, use = answer
        if use is None:
            self.passed.append(seat)
            return AGAIN
        self.passed = []
        return Stay(use)

    def describe(self, table: Any, key: str) -> Option:
        """A power by its label; a pass as such."""
        if key == PASS:
            return Option(key, "Pass")
        power: Power = table.power(key.partition("@")[0])
        described: Option = table.describe(key)
        return Option(key, power.label, described.pieces) if power.label else described

    def opened(self, table: Any) -> Window:
        """This window with the powers of all seats fixed as they are now."""
        for seat in self.seats:
            self.held[seat] = self.by_timing(table.powers, seat)
            self.might[seat] = self.by_timing(table.possible_powers, seat)
        return self

    def by_timing(self, powers: Callable[[Seat, str], Iterable[Power]], seat: Seat) -> dict[str, list[str]]:
        """The powers of a seat in all stages."""
        timings = [stage or self.timing for stage in self.stages]
        return {timing: [power.key for power in powers(seat, timing)] for timing in timings}

    def imagine(self, table: Any, viewer: Viewer, rng: Any) -> None:
        """Nobody else sees who has passed in a race, or which powers others really held at the opening."""
        if self.order == "race":
            self.passed = [seat for seat in self.passed if seat == viewer]
        for seat in self.held:
            if seat != viewer:
                self.held[seat] = self.by_timing(table.powers, seat)

    def held_at(self, table: Any, seat: Seat, now: str) -> Iterable[Power]:
        """The powers at a timing that this seat had at the opening; an arbiter may have come later."""
        return [table.power(key) for key in self.held[seat][now]] if seat in self.held else []

    def forced(self, table: Any) -> Options:
        """The mandatory powers that the arbiter must still use in this stage."""
        now = self.now
        options: Options = {}
        for seat in self.seats:
            for power in self.held_at(table, seat, now) if self.frozen else table.powers(seat, now):
                if power.mandatory:
                    use = Use(seat, power.key, self.about)
                    if power.usable(table, use):
                        options[f"{power.key}@{seat}"] = use
        return options

    def could(self, table: Any, seat: Seat) -> bool:
        """Whether this seat could act in this stage as far as everybody knows."""
        for power in self.might_have(table, seat):
            mine = not power.mandatory or self.arbiter < 0
            if mine and power.possible(table, Use(seat, power.key, self.about)):
                return True
        return False

    def might_have(self, table: Any, seat: Seat) -> Iterable[Power]:
        """The powers that this seat may have in this stage as far as everybody knows."""
        now = self.now
        return [table.power(key) for key in self.might[seat][now]] if self.frozen else table.possible_powers(seat, now)


def before(table: Any, window: Window, step: Step) -> list[Step]:
    """Announce a step: the window opens on it, and it runs afterwards unless amended, replaced or cancelled."""
    step.serial = window.about = serial = table.next_serial
    window.serial = serial + 1
    table.next_serial = serial + 2
    if window.frozen:  # in sight of what it is about
        table.stack += (step, window)
        window.opened(table)
        del table.stack[-2:]
    return [window, step]


def as_steps(follow: Follow) -> list[Step]:
    """What a cost or effect returns, as a list; verbs other than following are not for powers."""
    if follow is None:
        return []
    if isinstance(follow, Step):
        return [follow]
    if isinstance(follow, list):
        return follow
    raise TypeError(f"a power may only be followed by steps, not {follow!r}")
