"""The table: everything a running game is, as plain data. Games subclass it; the kernel's own fields stand here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, ClassVar

import msgspec

from eschaton.kernel.ask import EVERYONE, Ask, Option, Seat, Viewer, is_open
from eschaton.kernel.ask import Natural as Natural
from eschaton.kernel.ask import Open as Open
from eschaton.kernel.ask import Owner as Owner
from eschaton.kernel.ask import Shown as Shown
from eschaton.kernel.ask import Within as Within
from eschaton.kernel.effect import Lasting, Part, fold, in_force, parts_of
from eschaton.kernel.errors import RulesError
from eschaton.kernel.event import Event
from eschaton.kernel.pile import Pile
from eschaton.kernel.rules import Rules
from eschaton.kernel.step import Follow, Outcome, Step, Unwind

NONE_GIVEN: dict[Seat, Any] = {}
NO_WISHES: dict[str, int] = {}
WHEN_BEGAN = attrgetter("began")
EVERY_SEAT = range(1_000)


class Standing(msgspec.Struct):
    """A standing pass: until the step with this serial ends, or until the seat is touched if `touched`.

    `since` is a serial taken when it was said, so that games can tell what came later. Of an `open` one all know.
    """

    until: int
    touched: bool = False
    since: int = 0
    open: bool = False


class Threshold(msgspec.Struct, frozen=True):
    """A timing at which people may wish to be asked only if enough is at stake, and how much that can be.

    A wish is a number: 0 to be asked always, above `most` never. Where `most` is 0, it is yes or no.
    """

    timing: str
    title: str
    most: int = 0


class Kept(msgspec.Struct, dict=True):
    """What is costly to find on a table and seldom changes, found once and kept until the table is told to `forget`.

    It is no part of the table: a game's own class has attributes that are no fields, so nothing is saved or copied.
    """


class Table(msgspec.Struct, kw_only=True):
    """What lies on the table, and the stack of steps. Rules change the stack only by what `run` returns and by
    `amend`, `replace` and `cancel`."""

    players_count: Open[int] = 0
    stack: list[Any] = []
    next_serial: int = 1
    counts: dict[int, dict[str, int]] = {}
    effects: Open[list[Lasting]] = []
    given: dict[int, dict[int, Any]] = {}
    standing: dict[int, Standing] = {}
    places: Open[list[Seat]] = []
    automata: Open[list[Seat]] = []
    outcome: Open[Outcome | None] = None
    events: list[Event] = []
    wishes: dict[int, dict[str, int]] = {}
    in_play: dict[str, int] = {}
    running: str | None = None
    kept: Kept = msgspec.field(default_factory=Kept)

    # What a game may say about itself; all have a sensible default.

    asks_the_obvious: ClassVar[bool] = True
    """Whether one seat is asked even when it has a single option. False only where that tells nothing hidden."""

    together: ClassVar[str] = ""
    """The rule by which players decide together, where a question names none."""

    rules: ClassVar[Rules] = Rules()
    """What the hooks below find by default; `Game` gives it to the class of its tables."""

    thresholds: ClassVar[tuple[Threshold, ...]] = ()
    """The timings at which people may say from when on they wish to be asked."""

    watched: ClassVar[bool] = False
    """Whether the game says what is due; found by itself."""

    announces: ClassVar[bool] = False
    """Whether the game says where a use can be answered before it takes effect; found by itself."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.watched = cls.due is not Table.due or bool(cls.rules.due)
        cls.announces = cls.announced is not Table.announced or cls.played is not Table.played

    def due(self) -> Follow:
        """What must follow from the table as it is now, before anything else runs."""
        for look in self.rules.due:
            if must := look(self):
                return must
        return None

    def free(self, seat: Seat) -> dict[str, Step]:
        """What this seat may do unasked at this moment."""
        found: dict[str, Step] = {}
        for offered in self.rules.unasked:
            found |= offered(self, seat)
        return found

    def waits_for(self, seat: Seat) -> bool:
        """Whether this seat should have a moment here for what it may do unasked, as everybody knows, in a window where
        it is asked nothing. It must not depend on anything hidden."""
        return False

    def scope_of(self, name: str, seat: Seat) -> int:
        """What a limit "once per" something counts in for a seat: the nearest pending step of that name.

        Where it is no pending step (a stay somewhere, over several turns) a game takes a serial by `take_serial` when
        it begins, returns it here, and calls `finish(serial)` when it is over.
        """
        return self.scope(name)

    def power(self, key: str) -> Any:
        """The power with this key, from the game's cards."""
        raise RulesError(f"no such power: {key}")

    def powers(self, seat: Seat, timing: str) -> Sequence[Any]:
        """The powers this seat really has at a timing."""
        return ()

    def holders(self, timing: str) -> Container[Seat]:
        """Who really has any power at a timing; everybody where the game cannot tell quickly."""
        return EVERY_SEAT

    def possible_powers(self, seat: Seat, timing: str) -> Sequence[Any]:
        """The powers this seat could have at a timing as far as everybody knows; never less than it really has."""
        return self.powers(seat, timing)

    def announced(self, use: Any) -> Any:
        """The window in which a use whose cost is paid can be answered before it takes effect; None: there is none."""
        return None

    def played(self, played: Any) -> Follow:
        """What comes last of a use that was announced, whether it took effect or was cancelled."""
        return None

    def touched(self, seat: Seat, window: Any) -> bool:
        """Whether what a window is about touches this seat (ends a standing pass "until I am touched")."""
        return False

    def at_stake(self, seat: Seat, window: Any) -> int:
        """How much is at stake for a seat in a window, in the measure of the threshold of its timing."""
        return 0

    def can_decide_now(self, seat: Seat, window: Any) -> bool:
        """Whether this seat knows all it needs at the first window of its timing in a part of a turn, so that a person
        who passes there need not be asked again in that part unless something unforeseen happens."""
        return False

    def unforeseen(self, seat: Seat, event: Event) -> bool:
        """Whether what has just been told ends such a pass: by default what others do of their own."""
        return event.key == "uses" and event.args.get("who") != seat

    def derived_effects(self, name: str) -> Iterable[Lasting]:
        """Effects that follow from what lies on the table, for as long as it lies there."""
        return ()

    def holds(self, effect: Lasting) -> bool:
        """Whether the condition that an effect names holds."""
        raise RulesError(f"no such condition: {effect.condition}")

    def precedence(self, effects: list[Lasting]) -> list[Lasting]:
        """The order in which effects apply; the last word wins. By default the later one."""
        return sorted(effects, key=self.began if self.in_play else WHEN_BEGAN)

    def describe(self, key: str) -> Option:
        """How an option reads by default."""
        return Option(key, key.replace("-", " ").replace(":", " "))

    def moment(self, timing: str) -> str:
        """What a window at this timing asks, in one sentence."""
        return f"Do you do anything now ({timing})?"

    def silent(self) -> str:
        """The rule that forbids the players to talk at this moment; empty while they may."""
        return ""

    def powers_of(self, seat: Seat, piece: str) -> Sequence[Any]:
        """The powers that a card this seat knows would give it, at whatever timing: to say why it cannot use one."""
        return ()

    def in_time(self, timing: str) -> str:
        """When something at this timing can be used, in words that end a sentence: "when life is lost"."""
        return f"at “{timing}”"

    def agrees_by_silence(self) -> bool:
        """Whether what one proposes for all is agreed without asking (`council`)."""
        return False

    def stand_still(self, still: bool) -> None:
        """Nothing changes from now on, so that what is read may be kept; or something may change again."""

    def people(self) -> list[Seat]:
        """The seats that persons or bots play; `automata` lists seats that the rules play."""
        return list(range(self.players_count))

    def automatic(self, step: Step, ask: Ask) -> Any:
        """The answer of an automaton, by the rules: deterministic, and from public knowledge only."""
        policy = self.rules.automatic.get(step.step_name)
        return policy(self, step, ask) if policy is not None else ask.default()

    def side(self, seat: Seat) -> str:
        """The role or party of a seat in a finished game, for statistics; empty where there are none."""
        return ""

    def clock(self) -> int:
        """How far the game has come in its own count (rounds, months), for statistics; 0 where it counts nothing."""
        return 0

    def measures(self) -> Mapping[str, float | Mapping[Seat, float]]:
        """Numbers worth following over a game, for statistics: one for the table, or one for each seat."""
        return {}

    def inventory(self) -> Counter[str]:
        """Every finite piece and where the counting finds it; must never change. By default the cards of all piles."""
        return Counter(card for pile in piles(self) for card in pile.cards)

    def patch(self) -> dict[str, Any]:
        """What a finished game changes in the campaign it belongs to; None as a value takes a key away."""
        return {}

    def patches(self) -> dict[Seat, dict[str, Any]]:
        """The same for the characters that people have brought, by seat."""
        return {}

    def consistent(self, viewer: Viewer) -> bool:
        """Whether a resampled table agrees with what this viewer knows for certain beyond the declarations."""
        return all(step.could_be(self) for step in self.stack)

    def sort_of(self, card: str) -> str:
        """Of what sort a card is, where everybody knows how many of each sort lie in piles whose cards have equal backs
        (`Pile.stock`); by default all are of one sort."""
        return ""

    def public(self) -> dict[str, Any]:
        """What everybody knows for certain without seeing it, as plain data; an imagined table has the same.

        By default how many cards of each sort every stock holds, and in which piles one card of a group was seeded.
        """
        return stocks_of(self)

    def kind_of(self, back: str) -> str:
        """What kind of card has this back, where backs tell more than that."""
        return back

    def laid(self, holder: Any) -> None:
        """Cards were laid by hand into a pile of this structure (a scenario): what must follow from them follows."""

    def imagine(self, viewer: Viewer, rng: Any) -> None:
        """Resample hidden fields that are not in piles (called on a copy)."""

    # Reading.

    @classmethod
    def play_by(cls, rules: Rules) -> None:
        """All tables of this class are played by these rules, and by no others."""
        if "rules" in vars(cls) and cls.rules is not rules:
            raise RulesError(f"{cls.__name__} is played by other rules already")
        cls.rules = rules
        cls.watched = cls.watched or bool(rules.due)

    def tells_touch(self) -> bool:
        """Whether this game says what touches a seat; where none does, a pass until then would never end."""
        return type(self).touched is not Table.touched

    def passes(self, seat: Seat, window: Any) -> Standing | None:
        """The pass by which this seat is not asked at a window, if it has one that has not ended by a touch."""
        standing = self.standing.get(seat)
        return None if standing is not None and standing.touched and self.touched(seat, window) else standing

    def wants(self, seat: Seat, window: Any) -> bool:
        """Whether enough is at stake in a window for this seat to be asked, as far as it has said so."""
        wish = self.wishes.get(seat, NO_WISHES).get(window.now, 0)
        return not wish or self.at_stake(seat, window) >= wish

    def passes_openly(self, seat: Seat) -> bool:
        """Whether everybody knows that this seat passes."""
        standing = self.standing.get(seat)
        return standing is not None and standing.open

    def scope(self, name: str) -> int:
        """The serial of the nearest pending step of this name; 0, the whole game, if there is none.

        While a step runs it is not pending: it has its own `serial`, and asking for its name here is a defect.
        """
        if name == self.running:
            raise RulesError(f"{name} is running, not pending: its scope is its own serial")
        for step in reversed(self.stack):
            if step.step_name == name:
                return step.serial  # type: ignore[no-any-return]
        return 0

    def nearest(self, name: str) -> Any:
        """The nearest pending step of this name, or None; asking for the one that runs is a defect, as for `scope`."""
        if name == self.running:
            raise RulesError(f"{name} is running, not pending: it cannot be found")
        for step in reversed(self.stack):
            if step.step_name == name:
                return step
        return None

    def find(self, serial: int) -> Any:
        """The pending step with this serial, or None."""
        for step in reversed(self.stack):
            if step.serial == serial:
                return step
        return None

    def used(self, scope: int, *what: object) -> int:
        """How often something was counted in a scope (the serial of a step; 0: the whole game)."""
        counted = self.counts.get(scope)
        return counted.get(":".join(map(str, what)), 0) if counted else 0

    def count(self, scope: int, *what: object) -> int:
        """Count one more; the count goes away with the step that scopes it."""
        key = ":".join(map(str, what))
        counted = self.counts.setdefault(scope, {})
        counted[key] = counted.get(key, 0) + 1
        return counted[key]

    def read(self, name: str, seat: Seat | None, base: int) -> int:
        """A number or permission as it stands now, through all effects in force."""
        return fold(base, in_force(self, name, seat))

    def parts(self, name: str, seat: Seat | None, base: int) -> list[Part]:
        """Of what a number or permission is made up: which effect, from which card, gave how much."""
        return parts_of(base, in_force(self, name, seat))

    def began(self, effect: Lasting) -> int:
        """The serial at which an effect came into force; what a card in play does began when the card came."""
        return effect.began or self.in_play.get(effect.source, 0)

    def enters_play(self, piece: str) -> None:
        """A card comes into play, for everybody to see: what it does begins now."""
        self.in_play[piece] = self.next_serial

    def leaves_play(self, piece: str) -> None:
        """A card goes out of play."""
        self.in_play.pop(piece, None)

    def last(self, effect: Lasting) -> None:
        """Put an effect in force from now on."""
        effect.began = self.next_serial
        self.effects.append(effect)
        if effect.until:
            self.ends_with(effect.until)

    def turn_over(self, seat: Seat | None = None) -> None:
        """A turn has ended, this seat's or one of all: effects that last for turns come nearer to their end."""
        left = []
        for effect in self.effects:
            if effect.turns and (seat is None or effect.whose is None or effect.whose == seat):
                effect.turns -= 1
                if not effect.turns:
                    continue
            left.append(effect)
        self.effects = left

    def turns_to_next(self, seat: Seat, turn: str = "Turn") -> int:
        """For how many turns of this seat something lasts until the end of its next one."""
        now = self.nearest(turn)
        return 2 if now is not None and now.seat == seat else 1

    def clockwise(self, after: Seat) -> list[Seat]:
        """Everybody else in the order of places, from the left neighbour of this player on."""
        places = self.places
        at = places.index(after)
        return places[at + 1 :] + places[:at]

    def forget(self) -> None:
        """Something has changed from which was found what is kept: it must be found anew."""
        self.kept = type(self.kept)()

    # Saying what happened.

    def say(self, rule: str, key: str, **args: Any) -> None:
        """Everybody sees that this happened."""
        self.events.append(Event(key, rule, args))

    def reveal(self, rule: str, key: str, **args: Any) -> None:
        """Everybody sees that this happened, and learns by it something that was hidden: an undo needs their leave."""
        self.events.append(Event(key, rule, args, reveals=True))

    def tell(self, to: int, rule: str, key: str, secret: dict[str, Any], audience: int = EVERYONE, **args: Any) -> None:
        """The audience sees that it happened; only `to` sees the secret part."""
        self.events.append(Event(key, rule, args, audience, secret, to))

    def answered(self, step: Step) -> dict[Seat, Any]:
        """The answers given so far to a sealed or in-turn question of this step."""
        return self.given.get(step.serial, NONE_GIVEN)

    # Changing pending steps.

    def amend(self, serial: int, /, rule: str = "", **fields: Any) -> None:
        """Change fields of a pending step before it runs; the log says so."""
        step: Step = self.pending(serial)
        for name, value in fields.items():
            if name not in step.__struct_fields__ or name == "serial":
                raise RulesError(f"{type(step).__name__} has no field {name} to amend")
            change = {"old": getattr(step, name), "new": value} if is_open(type(step), name) else {}
            self.say(rule, "amended", step=type(step).__name__, field=name, **change)
            setattr(step, name, value)

    def replace(self, serial: int, *steps: Step, rule: str = "") -> None:
        """Put other steps in the place of a pending step; the first takes over its serial, unless it is announced.

        Answers sealed so far go: they were given to another question.
        """
        step = self.pending(serial)
        if not steps:
            raise RulesError(f"{type(step).__name__} cannot be replaced by nothing; cancel it")
        self.say(rule, "replaced", step=type(step).__name__, by=[type(other).__name__ for other in steps])
        at = self.stack.index(step)
        self.given.pop(serial, None)
        announced = any(other.serial for other in steps)
        for other in steps:
            other.serial = other.serial or self.take_serial()
        if not announced:
            steps[0].serial = serial
        elif serial in self.counts:
            self.finish(serial)
        self.stack[at : at + 1] = reversed(steps)
        if steps[0].offering:
            for pending in self.stack:
                pending.now_about(serial)

    def cancel(self, serial: int, rule: str = "") -> None:
        """Take a pending step off the stack."""
        step = self.pending(serial)
        self.say(rule, "cancelled", step=type(step).__name__)
        self.stack.remove(step)
        if serial in self.counts:
            self.finish(serial)

    def pending(self, serial: int) -> Any:
        """The pending step with this serial; it is a defect of the rules if there is none."""
        step = self.find(serial)
        if step is None:
            raise RulesError(f"no pending step has serial {serial}")
        return step

    # The machinery of the stack.

    def take_serial(self) -> int:
        """The next serial."""
        serial = self.next_serial
        self.next_serial = serial + 1
        return serial

    def push(self, steps: Sequence[Step]) -> None:
        """Put steps on the stack so that the first runs first; each gets a serial."""
        serial = self.next_serial
        for step in steps:
            if not step.serial:  # an announced step has its serial already
                step.serial = serial
                serial += 1
        self.next_serial = serial
        self.stack.extend(steps[::-1])

    def unwind(self, follow: Unwind) -> None:
        """Drop the pending steps above the one named."""
        while self.stack:
            top = self.stack[-1]
            if top.serial == follow.to or type(top) is follow.to:
                self.push(follow.steps)
                return
            self.drop()
        raise RulesError(f"nothing to unwind to: {follow.to}")

    def drop(self) -> None:
        """The topmost pending step will not run."""
        serial = self.stack.pop().serial
        if serial in self.counts:
            self.finish(serial)

    def ends_with(self, serial: int) -> None:
        """Something ends with this pending step, which has an entry among the counts for as long as it is pending."""
        if serial not in self.counts:
            self.counts[serial] = {}

    def note_ends(self) -> None:
        """Note with which pending steps something ends, in a table that was saved when that was not noted yet."""
        passes = [standing.until for standing in self.standing.values()]
        for serial in (*self.given, *(effect.until for effect in self.effects if effect.until), *passes):
            self.ends_with(serial)

    def finish(self, serial: int) -> None:
        """What has this serial (a step, or a scope of the game's own) is over: what it scoped ends with it."""
        self.counts.pop(serial, None)
        if serial in self.given:
            del self.given[serial]
        if self.effects:
            self.effects = [effect for effect in self.effects if effect.until != serial]
        if self.standing:
            self.standing = {seat: pass_ for seat, pass_ in self.standing.items() if pass_.until != serial}


NO_PILES = frozenset({int, str, bool, float, type(None)})


def piles(value: Any) -> Iterable[Pile]:
    """Every pile in a structure, in a fixed order."""
    items: Iterable[Any]
    if type(value) is Pile:
        yield value
        return
    if isinstance(value, msgspec.Struct):
        items = (getattr(value, name) for name in value.__struct_fields__)
    elif isinstance(value, list | tuple):
        items = value
    elif isinstance(value, dict):
        items = value.values()
    else:
        return
    for item in items:
        if type(item) not in NO_PILES:
            yield from piles(item)


def stocks_of(table: Table) -> dict[str, Any]:
    """How many cards of each sort every stock holds beside what was seeded; where a group was seeded, and its sorts."""
    stocks: dict[str, Counter[str]] = {}
    groups: dict[int, list[tuple[int, str]]] = {}
    for number, pile in enumerate(piles(table)):
        counted = stocks.setdefault(f"{pile.back}/{pile.stock}", Counter())
        counted.update(map(table.sort_of, pile.cards))
        counted.subtract(sort for _, sort in pile.seeds)
        for group, sort in pile.seeds:
            groups.setdefault(group, []).append((number, sort))
    return {
        "stocks": {name: {sort: many for sort, many in counted.items() if many} for name, counted in stocks.items()},
        "seeds": [([pile for pile, _ in seeds], sorted(sort for _, sort in seeds)) for seeds in groups.values()],
    }
