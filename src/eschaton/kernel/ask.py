"""Questions. An ask can test an answer, sample a legal one and name a neutral one; it is derived, never stored.

Options are a dict from a stable key (what travels and is recorded) to a value (what `run` receives), so rules code
never parses keys and nothing enumerates subsets. Labels and pieces are made by `Step.describe` when someone looks.
"""

from __future__ import annotations

import functools
import hashlib
import json
from collections.abc import Iterable, Mapping
from random import Random
from typing import Annotated, Any, Final, TypeVar, get_type_hints

import msgspec

from eschaton.kernel.errors import BreaksLimit, Malformed, NotAnOption
from eschaton.kernel.fit import Limit, place_all, smallest_subset

Seat = int
Options = dict[str, Any]
KEYS = frozenset({str})

CHANCE: Seat = -1
EVERYONE = -1
NOBODY = 0


@functools.cache
def only(*seats: Seat) -> int:
    """The audience of exactly these seats."""
    mask = 0
    for seat in seats:
        mask |= 1 << seat
    return mask


Viewer = int | None
"""A seat, None for a spectator, or ALL_SEEING."""

ALL_SEEING = -2


def may_see(audience: int, viewer: Viewer) -> bool:
    """Whether a viewer is in the audience; a spectator sees what everybody sees."""
    if viewer is None:
        return audience == EVERYONE
    return viewer == ALL_SEEING or bool(audience >> viewer & 1)


class Shown(msgspec.Struct, frozen=True):
    """Who sees a field: everyone, or the player whose structure it stands in (its `seat`)."""

    owner_only: bool


T = TypeVar("T")
Open = Annotated[T, Shown(owner_only=False)]
Owner = Annotated[T, Shown(owner_only=True)]
"""A field that is declared neither Open nor Owner is never sent to anybody."""


class Within(msgspec.Struct, frozen=True):
    """The numbers that a field can ever have, for positions that are laid by hand: `Open[Annotated[int, Within(0)]]`.

    It is no part of the type, so nothing is tested in play.
    """

    least: int
    most: int | None = None

    def __contains__(self, n: int) -> bool:
        return self.least <= n and (self.most is None or n <= self.most)

    def __str__(self) -> str:
        return f"{self.least} or more" if self.most is None else f"{self.least} to {self.most}"


Natural = Annotated[int, Within(0)]
"""A number of things."""


def declared(kind: type, field: str) -> Shown | None:
    """The declaration beside a field of a structure, if there is one."""
    hint = get_type_hints(kind, include_extras=True)[field]
    return next((mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Shown)), None)


@functools.cache
def is_open(kind: type, field: str) -> bool:
    """Whether everybody sees a field."""
    shown = declared(kind, field)
    return shown is not None and not shown.owner_only


def keys(names: Iterable[str]) -> Options:
    """Options whose value is their key."""
    return {name: name for name in names}


class Option(msgspec.Struct, frozen=True, omit_defaults=True):
    """One option as a person sees it: its key, a label, the pieces of the scene it can be clicked on, its own rule."""

    key: str
    label: str
    pieces: tuple[str, ...] = ()
    rule: str = ""


class Ask(msgspec.Struct, kw_only=True, tag=True, gc=False):
    """A question to one seat (or chance), under a rule."""

    rule: str = ""
    prompt: str = ""

    seat = CHANCE

    def check(self, answer: Any) -> Any:
        """The value `run` receives for this answer; raises a Refused error if it is not legal."""
        raise Malformed(f"{type(self).__name__} cannot be answered")

    def sample(self, rng: Random) -> Any:
        """A random legal answer."""
        raise Malformed(f"{type(self).__name__} cannot be answered")

    def default(self) -> Any:
        """A neutral legal answer, for a time-out."""
        return self.sample(Random(0))

    def keys(self) -> Iterable[str]:
        """The keys that can occur in an answer."""
        return ()

    def id(self, given: int) -> str:
        """Names the question by what this seat is asked and how often it has answered: no other click changes it."""
        content = json.dumps([type(self).__name__, self.seat, self.rule, given, *self.shape()]).encode()
        return hashlib.blake2b(content, digest_size=6).hexdigest()

    def shape(self) -> list[Any]:
        """What tells this question from another one of its kind."""
        return list(self.keys())


class Choose(Ask):
    """Choose one option."""

    seat: Seat
    options: Options
    neutral: str = ""

    def check(self, answer: Any) -> Any:
        """The value of the chosen option."""
        if not isinstance(answer, str):
            raise Malformed(f"answer: expected one option's key, got {answer!r}")
        try:
            return self.options[answer]
        except KeyError:
            raise NotAnOption(f"answer: {answer!r} is not one of: {', '.join(self.options)}") from None

    def sample(self, rng: Random) -> str:
        """Any option, all equally likely."""
        return [*self.options][int(rng.random() * len(self.options))]

    def default(self) -> str:
        """The neutral option if the rules name one, else the first."""
        return self.neutral or next(iter(self.options))

    def keys(self) -> Iterable[str]:
        """The options' keys."""
        return self.options


ANY_NUMBER: Final = 1_000_000  # more than there ever are options


class ChooseSome(Ask):
    """Choose between least and most options, keeping to the limits."""

    seat: Seat
    options: Options
    least: int = 0
    most: int = ANY_NUMBER
    limits: tuple[Limit, ...] = ()

    def check(self, answer: Any) -> list[Any]:
        """The values of the chosen options, in the order given."""
        chosen = checked_keys(answer, self.options)
        if not self.least <= len(chosen) <= self.most:
            bounds = (
                f"{self.least}" if self.least == self.most else f"{self.least} to {min(self.most, len(self.options))}"
            )
            raise BreaksLimit(f"answer: choose {bounds} options, not {len(chosen)}")
        for limit in self.limits:
            if not limit.allows(chosen):
                raise BreaksLimit(f"answer: {limit.reason or f'{limit.least} to {limit.most} of {list(limit.keys)}'}")
        return [self.options[key] for key in chosen]

    def sample(self, rng: Random) -> list[str]:
        """A random subset that keeps to every limit."""
        names = list(self.options)
        most = min(self.most, len(names))
        if not self.least and most == len(names) and not self.limits:
            chance = rng.random
            return [name for name in names if chance() < 0.5]
        for _ in range(30):
            chosen = rng.sample(names, rng.randint(min(self.least, most), most))
            if all(limit.allows(chosen) for limit in self.limits):
                return chosen
        return self.default()

    def default(self) -> list[str]:
        """The smallest legal subset, earliest options first."""
        found = smallest_subset(list(self.options), self.least, min(self.most, len(self.options)), self.limits)
        if found is None:
            raise BreaksLimit("no subset of the options keeps to the limits")
        return found

    def keys(self) -> Iterable[str]:
        """The options' keys."""
        return self.options

    def shape(self) -> list[Any]:
        """The options and how many of them."""
        return [self.least, self.most, *self.options]


class Assign(Ask):
    """Put every item on one of the places it may go to; places may be limited. Items with no place stay out."""

    seat: Seat
    places: dict[str, tuple[str, ...]]
    most: dict[str, int] = {}
    neutral: dict[str, str] = {}

    def check(self, answer: Any) -> dict[str, str]:
        """The place of each item."""
        if not isinstance(answer, dict):
            raise Malformed(f"answer: expected an object from item to place, got {answer!r}")
        given: dict[str, str] = answer
        for item, place in given.items():
            if item not in self.places:
                raise NotAnOption(f"answer: {item!r} is not one of: {', '.join(self.places)}")
            if place not in self.places[item]:
                raise NotAnOption(f"answer.{item}: {place!r} is not one of: {', '.join(self.places[item])}")
        placed: dict[str, str] = {}
        for item, places in self.places.items():
            if item in given:
                placed[item] = given[item]
            elif places:
                raise BreaksLimit(f"answer.{item}: must be put somewhere")
        if self.most:
            self.check_limits(given)
        return placed

    def check_limits(self, given: Mapping[str, str]) -> None:
        """Refuse more items on a place than it takes."""
        for place, most in self.most.items():
            if sum(target == place for target in given.values()) > most:
                raise BreaksLimit(f"answer: at most {most} on {place}")

    def sample(self, rng: Random) -> dict[str, str]:
        """Every item on a random place that still has room."""
        for _ in range(30):
            given = {item: rng.choice(places) for item, places in self.places.items() if places}
            try:
                self.check_limits(given)
            except BreaksLimit:
                continue
            return given
        return self.default()

    def default(self) -> dict[str, str]:
        """As the rules say; else every item on its first place with room, moving earlier items aside where needed."""
        if self.neutral:
            return dict(self.neutral)
        given = place_all(self.places, self.most)
        if given is None:
            raise BreaksLimit("the items do not fit the places")
        return given

    def keys(self) -> Iterable[str]:
        """Items and places."""
        return dict.fromkeys([*self.places, *(place for places in self.places.values() for place in places)])

    def shape(self) -> list[Any]:
        """Which item may go where, and how many."""
        return [sorted(self.places.items()), sorted(self.most.items())]


class Order(Ask):
    """Put all options in an order."""

    seat: Seat
    options: Options

    def check(self, answer: Any) -> list[Any]:
        """The options' values in the chosen order."""
        chosen = checked_keys(answer, self.options)
        if len(chosen) != len(self.options):
            raise BreaksLimit(f"answer: all {len(self.options)} options must be put in order, not {len(chosen)}")
        return [self.options[key] for key in chosen]

    def sample(self, rng: Random) -> list[str]:
        """Any order."""
        return rng.sample(list(self.options), len(self.options))

    def default(self) -> list[str]:
        """The order in which they stand."""
        return list(self.options)

    def keys(self) -> Iterable[str]:
        """The options' keys."""
        return self.options


class Amount(Ask):
    """Name a number."""

    seat: Seat
    least: int
    most: int

    def check(self, answer: Any) -> int:
        """The number."""
        if isinstance(answer, bool) or not isinstance(answer, int):
            raise Malformed(f"answer: expected a whole number, got {answer!r}")
        if not self.least <= answer <= self.most:
            raise NotAnOption(f"answer: {answer} is not between {self.least} and {self.most}")
        return answer

    def sample(self, rng: Random) -> int:
        """Any number in the range."""
        return rng.randint(self.least, self.most)

    def default(self) -> int:
        """The smallest number."""
        return self.least

    def shape(self) -> list[Any]:
        """The range."""
        return [self.least, self.most]


Face = str | int
FACES = frozenset({str, int})


class Roll(Ask):
    """Chance rolls a number of equal dice, or by `roll_each` different ones: the faces of each. All are one answer.

    `purpose` names the random stream. Of different dice `faces` has all that occur.
    """

    purpose: str
    faces: tuple[Face, ...]
    count: int = 1
    audience: int = EVERYONE
    dice: tuple[tuple[Face, ...], ...] = ()

    def faces_of(self, place: int) -> tuple[Face, ...]:
        """The faces of one of the dice."""
        return self.dice[place] if self.dice else self.faces

    def check(self, answer: Any) -> list[Face]:
        """The faces rolled."""
        if not isinstance(answer, list) or len(answer) != self.count:
            raise Malformed(f"roll: expected a list of {self.count} faces, got {answer!r}")
        faces = self.faces
        for place, face in enumerate(answer):
            if self.dice:
                faces = self.dice[place]
            if face not in faces or type(face) not in FACES:
                raise NotAnOption(f"roll[{place}]: {face!r} is not one of: {', '.join(map(str, faces))}")
        return answer.copy()

    def sample(self, rng: Random) -> list[Face]:
        """A fair roll."""
        if self.dice:
            return [faces[int(rng.random() * len(faces))] for faces in self.dice]
        return rng.choices(self.faces, k=self.count)

    def default(self) -> list[Face]:
        """Chance has no neutral answer; the first face stands for all in tests that must not depend on it."""
        return [faces[0] for faces in self.dice] or [self.faces[0]] * self.count

    def shape(self) -> list[Any]:
        """What is rolled."""
        return [self.purpose, [list(faces) for faces in self.dice] or list(self.faces), self.count]


def roll_each(purpose: str, dice: Iterable[Iterable[Face]], audience: int = EVERYONE, rule: str = "") -> Roll:
    """Chance rolls several dice at once, each with faces of its own."""
    each = tuple(tuple(faces) for faces in dice)
    every = tuple(dict.fromkeys(face for faces in each for face in faces))
    return Roll(purpose, every, len(each), audience, each, rule=rule)


class Shuffle(Ask):
    """Chance puts the items in a random order; nobody sees it unless the audience says so."""

    purpose: str
    items: list[str]
    audience: int = NOBODY

    def check(self, answer: Any) -> list[str]:
        """The items in their new order."""
        if not isinstance(answer, list) or not KEYS.issuperset(map(type, answer)):
            raise Malformed(f"shuffle: expected a list of items, got {answer!r}")
        found = set(answer)
        same = len(found) == len(answer) == len(self.items) and found == set(self.items)
        if not same and sorted(answer) != sorted(self.items):  # an item may occur twice
            raise NotAnOption("shuffle: expected the same items in another order")
        return list(answer)

    def sample(self, rng: Random) -> list[str]:
        """A fair shuffle."""
        return rng.sample(self.items, len(self.items))

    def default(self) -> list[str]:
        """As they lie."""
        return list(self.items)

    def shape(self) -> list[Any]:
        """What is shuffled; never the items, which are hidden."""
        return [self.purpose, len(self.items)]


class Pick(Ask):
    """Chance picks one option, all equally likely."""

    purpose: str
    options: Options
    audience: int = EVERYONE

    def check(self, answer: Any) -> Any:
        """The picked option's value."""
        if not isinstance(answer, str) or answer not in self.options:
            raise NotAnOption(f"pick: {answer!r} is not one of: {', '.join(self.options)}")
        return self.options[answer]

    def sample(self, rng: Random) -> str:
        """Any option."""
        names = tuple(self.options)
        return names[int(rng.random() * len(names))]

    def default(self) -> str:
        """The first option."""
        return next(iter(self.options))

    def keys(self) -> Iterable[str]:
        """The options' keys."""
        return self.options

    def shape(self) -> list[Any]:
        """What is picked from; never the options, which may be hidden."""
        return [self.purpose, len(self.options)]


class Together(Ask):
    """Several seats at once. `Step.ask_of` says what each is asked; a seat for which it says None is answered for.

    - *race*: everybody's question is open; the first answer runs as (seat, value), and all are asked anew.
    - *first*: as a race, but only the first seat of the list is asked; one who cannot act runs as (seat, None).
    - *sealed*: answers are stored for their author only, and revocable until all are in; runs with {seat: value}.
    - *priority*: as sealed, but the first answer in the order listed that is not neutral runs as (seat, value) as soon
      as all before it have passed; the others' answers go, untold, and all are asked anew.
    - *turn*: in the order listed, each sees the answers before; runs with {seat: value}.

    A race in which nobody can act, and priority of which nobody makes use, run with None: the window closes.
    """

    mode: str
    seats: list[Seat]
    ready: Choose | None = None  # what the first seat that can act is asked, if it is known already


AnyAsk = Choose | ChooseSome | Assign | Order | Amount | Roll | Shuffle | Pick | Together


def race(seats: list[Seat], rule: str = "") -> Together:
    """All are asked; the first answer runs."""
    return Together("race", seats, rule=rule)


def first(seats: list[Seat], rule: str = "") -> Together:
    """The first of these seats is asked."""
    return Together("first", seats, rule=rule)


def sealed(seats: list[Seat], rule: str = "") -> Together:
    """All are asked in secret; runs once everybody has answered."""
    return Together("sealed", seats, rule=rule)


def by_priority(seats: list[Seat], rule: str = "") -> Together:
    """All are asked in secret; the first in this order who does not pass runs, as soon as that is certain."""
    return Together("priority", seats, rule=rule)


def in_turn(seats: list[Seat], rule: str = "") -> Together:
    """Each is asked after the one before has answered openly; runs once everybody has answered."""
    return Together("turn", seats, rule=rule)


def checked_keys(answer: Any, options: Options) -> list[str]:
    """The answer as a list of different keys of the options."""
    if type(answer) is list and KEYS.issuperset(map(type, answer)):
        chosen = set(answer)
        if chosen <= options.keys() and len(chosen) == len(answer):
            return answer
    if not isinstance(answer, list) or not all(isinstance(key, str) for key in answer):
        raise Malformed(f"answer: expected a list of option keys, got {answer!r}")
    for place, key in enumerate(answer):
        if key not in options:
            raise NotAnOption(f"answer[{place}]: {key!r} is not one of: {', '.join(options)}")
    if len(set(answer)) != len(answer):
        raise Malformed("answer: an option is named twice")
    return answer
