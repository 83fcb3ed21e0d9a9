"""Windows: one kernel step for every timing at which somebody may, or must, answer what is happening.

A game says which powers exist at a timing; the window offers them, stage by stage, until all have passed. Who is asked
tells nothing: a seat takes part when, as far as everybody knows, it could act (`Table.possible_powers`); if in truth it
cannot, the kernel answers for it as soon as nobody else wants to act.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from eschaton.kernel.ask import Ask, Choose, Option, Options, Seat, Together, Viewer, by_priority, first, race
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
            table.count(table.scope_of(power.per, self.seat), power.counted(self.seat))
        table.say(power.rule, "uses", who=self.seat, power=power.key)
        paid = as_steps(power.cost(table, self)) if power.cost else []
        if table.announces:
            return [*paid, Played(self.seat, self.power, self.about)]
        return paid + as_steps(power.effect(table, self))


class Played(Step):
    """A power whose cost is paid: others may answer it, then it takes effect unless cancelled; its tail comes anyhow.

    It is pending all the while. `effective` says whether its effect has come about.
    """

    seat: Open[Seat]
    power: Open[str]
    about: int = 0
    begun: Open[bool] = False
    effective: Open[bool] = False
    paid: list[Any] = []  # what its cost hands on to its effect

    def run(self, table: Any) -> Follow:
        """Have it answered where the game opens a window, and take effect; then whatever comes last."""
        if self.begun:
            tail: Follow = table.played(self)
            return tail
        self.begun = True
        effect = TakeEffect(self.seat, self.power, self.serial, self.about)
        window: Window | None = table.announced(Use(self.seat, self.power, self.about))
        return Stay(*before(table, window, effect)) if window is not None else Stay(effect)


class TakeEffect(Step):
    """An announced power takes effect, and stays pending until all of its effect has come about.

    This is what a window on it is about: cancelling this step cancels the power. `of` is the serial of its `Played`.
    """

    seat: Open[Seat]
    power: Open[str]
    of: int
    about: int = 0
    begun: Open[bool] = False

    def in_words(self, table: Any) -> str:
        """Which power it is."""
        power: Power = table.power(self.power)
        return f"{power.label or table.describe(self.power).label} is about to take effect."

    def run(self, table: Any) -> Follow:
        """The effect, once."""
        if self.begun:
            return None
        self.begun = table.pending(self.of).effective = True
        power: Power = table.power(self.power)
        return Stay(*as_steps(power.effect(table, Use(self.seat, self.power, self.about, serial=self.serial))))


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
    why: Callable[[Any, Use], str] | None = None  # what its condition or cost lacks, in words, for its holder

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
                return bool(table.used(table.scope_of(self.per, use.seat), key) >= self.limit)
        return False


class Window(Step):
    """A timing at which powers may be used.

    With `stages` it is several timings, one after the other, and `timing` only names them all; a stage without a name
    is the timing itself. `order` is "race" (all at once, the first click counts), "turn" (one after the other in the
    order of `seats`) or "priority" (all at once; of several uses the first in that order is carried out, nobody is told
    of the others, and all are asked anew). In each stage mandatory powers must be used, in the order chosen by the
    `arbiter` (without one, each by its holder, who cannot pass). With `frozen`, a seat keeps the powers it had at the
    opening, whatever happens to it meanwhile.
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
    offered: bool = False  # whether the step that it is about offers something itself
    held: dict[int, dict[str, list[str]]] = {}
    might: dict[int, dict[str, list[str]]] = {}
    passed: list[Seat] = []

    def ask(self, table: Any) -> Ask | None:
        """Everybody who has not passed since the last use; `ask_of` knows who really can act."""
        if self.frozen and not self.held and self.seats:
            raise RulesError(f"the frozen window {self.timing!r} was never opened: announce its step by `before`")
        if self.order != "race" or self.arbiter >= 0:
            return self.ask_in_order(table)
        # The stage is over when nobody of those who have not passed can really act.
        holders = self.seats if self.frozen or self.offered else table.holders(self.now)
        if holders:
            passed = self.passed
            for seat in self.seats:
                if seat in holders and seat not in passed and (found := self.ask_of(table, seat)) is not None:
                    return Together("race", self.waiting(), found, rule=self.rule)
        return None

    def ask_in_order(self, table: Any) -> Ask | None:
        """As `ask`, where it is no plain race."""
        arbiter, order = self.arbiter, self.order
        if order == "race":
            waiting = self.waiting()
            absent = arbiter not in waiting and self.forced(table)
            return race([*waiting, arbiter] if absent else waiting, self.rule)
        if arbiter >= 0 and self.forced(table):
            return first([arbiter], self.rule)
        if order == "turn":
            return first(self.waiting(), self.rule)
        given = table.answered(self)
        holders = self.seats if self.frozen or self.offered else table.holders(self.now)
        if holders:
            for seat in self.seats:
                if seat in holders and seat not in given and (found := self.ask_of(table, seat)) is not None:
                    return Together("priority", self.seats, found, rule=self.rule)
        return by_priority(self.seats, self.rule) if given else None

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
        if self.offered and (step := self.offerer(table)) is not None:
            must = must or bool(step.demands(table, seat, now))
            offered = self.offered_by(table, step, seat)
            if not offered.keys().isdisjoint(options):
                raise RulesError(f"{type(step).__name__} offers what is the key of a power too: {', '.join(offered)}")
            options |= offered
        if must:
            return Choose(seat, options, rule=self.rule)
        # In turn, the silence of one who cannot act would tell the next.
        if not options and not (self.order == "turn" and self.could(table, seat)):
            return None
        if table.standing and table.passes(seat, self) is not None:
            return None
        if table.wishes and not table.wants(seat, self):
            return None
        options[PASS] = None
        return Choose(seat, options, PASS, rule=self.rule)

    def now_about(self, serial: int) -> None:
        """The step with this serial has been replaced by one that offers something."""
        self.offered = self.offered or serial == self.about

    def offerer(self, table: Any) -> Step | None:
        """The pending step that this window is about, if such a step offers anything itself."""
        step: Step | None = table.find(self.about)
        return step if step is not None and step.offering else None

    def prompt(self, table: Any) -> str:
        """What is about to happen, if that step says so; else the moment, as the game says it."""
        about = table.find(self.about) if self.about else None
        words = about.in_words(table) if about is not None else ""
        return f"{words} Do you do anything?" if words else str(table.moment(self.timing))

    def may_act(self, table: Any, seats: list[Seat]) -> list[Seat]:
        """All who could act as far as everybody knows, asked or unasked, whether they have passed in secret or not."""
        if table.standing:
            shown = [seat for seat in self.seats if self.might_still(table, seat)]
        else:
            shown = [seat for seat in self.seats if self.could(table, seat) or table.waits_for(seat)]
        if self.arbiter >= 0 and self.arbiter not in shown and self.forced(table):
            shown.append(self.arbiter)
        return shown

    def run(self, table: Any, answer: tuple[Seat, Step | None] | None) -> Follow:
        """A pass, a use (or what the announced step offers), or the end of a stage when nobody can or will act."""
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
        step = self.offerer(table) if self.offered else None
        if step is not None and any(key in self.offered_by(table, step, seat) for seat in self.seats):
            return step.describe(table, key)
        power: Power = table.power(key.partition("@")[0])
        described: Option = table.describe(key)
        return Option(key, power.label, described.pieces) if power.label else described

    def offered_by(self, table: Any, step: Step, seat: Seat) -> dict[str, Step]:
        """What the announced step itself has, or lets, a seat do in this stage."""
        now = self.now
        return step.demands(table, seat, now) | step.offers(table, seat, now)

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

    def might_still(self, table: Any, seat: Seat) -> bool:
        """Whether this seat could act in spite of what it has said openly: who passes must still do what they must."""
        if table.passes_openly(seat):
            return self.could(table, seat, must=True)
        return self.could(table, seat) or bool(table.waits_for(seat))

    def could(self, table: Any, seat: Seat, must: bool = False) -> bool:
        """Whether this seat could act in this stage as far as everybody knows; with `must`, or have to."""
        for power in self.might_have(table, seat):
            mine = self.arbiter < 0 if power.mandatory else not must
            if mine and power.possible(table, Use(seat, power.key, self.about)):
                return True
        step = self.offerer(table) if self.offered else None
        return step is not None and bool(self.offered_by(table, step, seat))

    def might_have(self, table: Any, seat: Seat) -> Iterable[Power]:
        """The powers that this seat may have in this stage as far as everybody knows."""
        now = self.now
        return [table.power(key) for key in self.might[seat][now]] if self.frozen else table.possible_powers(seat, now)


def before(table: Any, window: Window, step: Step) -> list[Step]:
    """Announce a step: the window opens on it, and it runs afterwards unless amended, replaced or cancelled."""
    step.serial = window.about = serial = table.next_serial
    window.offered = step.offering
    window.serial = serial + 1
    table.next_serial = serial + 2
    if window.frozen:  # in sight of what it is about
        table.stack += (step, window)
        window.opened(table)
        del table.stack[-2:]
    return [window, step]


class Happened(Step):
    """Something that has happened. A game derives one with open fields that say what; by itself it does nothing."""


def after(table: Any, window: Window, happened: Happened) -> list[Step]:
    """Open a window on what has just happened: it lies under the window for its powers to read, and is gone with it."""
    return before(table, window, happened)


def as_steps(follow: Follow) -> list[Step]:
    """What a cost or effect returns, as a list; verbs other than following are not for powers."""
    if follow is None:
        return []
    if isinstance(follow, Step):
        return [follow]
    if isinstance(follow, list):
        return follow
    raise TypeError(f"a power may only be followed by steps, not {follow!r}")
