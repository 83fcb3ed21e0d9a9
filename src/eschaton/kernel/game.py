"""What a menu needs to know of a game, and the register of games."""

from __future__ import annotations

import copy
import difflib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from eschaton.kernel.ask import Ask, Seat, Viewer
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.event import Event
from eschaton.kernel.outlook import Outlook
from eschaton.kernel.rules import Rules
from eschaton.kernel.save import normal
from eschaton.kernel.scene import Scene
from eschaton.kernel.step import Outcome
from eschaton.kernel.table import Table


class Switch(msgspec.Struct, frozen=True, kw_only=True):
    """An option of a game: a yes or no (choices empty) or one of several words, with the rule it comes from."""

    key: str
    title: str
    default: bool | str = False
    choices: tuple[str, ...] = ()
    rule: str = ""

    def check(self, value: Any) -> bool | str:
        """The value if it is allowed, else BadSetup."""
        if not self.choices:
            if isinstance(value, bool):
                return value
            raise BadSetup(f"options.{self.key}: expected true or false, got {value!r}")
        if isinstance(value, str) and value in self.choices:
            return value
        raise BadSetup(f"options.{self.key}: {value!r} is not one of: {', '.join(self.choices)}")


class Setup(msgspec.Struct, frozen=True):
    """How a table is laid out: players, options, packs (id to hash), and what the campaign and people's characters,
    each a campaign of its own, bring along."""

    players: int
    options: dict[str, Any] = {}
    packs: dict[str, str] = {}
    campaign: dict[str, Any] = {}
    characters: dict[Seat, dict[str, Any]] = {}


def plain_name(kind: str, value: Any) -> str:
    """How a value reads in a sentence unless the game knows better."""
    return f"S{value}" if kind == "seat" else str(value)


class Advice(msgspec.Struct, frozen=True):
    """What a sensible player would answer, and why."""

    answer: Any
    reason: str


class Odds(msgspec.Struct, frozen=True):
    """An exact chance: of what, and in how many of how many equally likely cases."""

    words: str
    ways: int
    of: int


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """How a game shows itself on a shelf and at its table: one colour, icons by name, and a line of mood.

    The accent is `#rrggbb`, light enough to read on a dark ground. `art` is the picture on the box: what is far behind,
    what is in the middle, and what stands before it.
    """

    accent: str
    emblem: str
    art: tuple[str, ...]
    mood: str = ""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """A game: title, seats, options, packs, set-up, and the functions that draw and advise.

    `version` is the version of the rules, bumped by hand whenever the same answers would play out differently.
    """

    id: str
    title: str
    version: int
    players: tuple[int, ...]
    setup: Callable[[Setup], Table]
    kind: type[Table] = Table  # of its tables; they are played by `rules`
    rules: Rules = Rules()
    options: tuple[Switch, ...] = ()
    packs: dict[str, str] = {}
    summary: str = ""
    minutes: str = ""  # how long it takes, in words; a game that does not say is shown among the sketches
    refuse: Callable[[Setup], str | None] | None = None
    texts: Mapping[str, str] = {}
    name: Callable[[str, Any], str] = plain_name
    scene: Callable[[Any, Viewer], Scene] | None = None  # of a table as its viewer sees it (`seen`), and so are these
    advice: Callable[[Any, Ask, Random], Advice] | None = None
    worth: Callable[[Any], Sequence[float]] | None = None  # of a table that a bot imagines, to each seat: 0 to 1
    outlook: Outlook | None = None  # where `worth` comes of weights: what `eschaton lab fit` fits
    likelihood: Callable[[Any, Seat], float] | None = None  # how well an imagined table explains what this seat saw
    doubt: float = 0.0  # how far `worth` may be off: only what seems better than the advice by more is preferred
    chapter: Callable[[Any], Any] | None = None  # an imagined table is weighed when (the first part of) this changes
    habit: Callable[[Any, Ask, Random], Any] | None = None  # a quick answer on an imagined table; None: no habit
    unasked: Callable[[Any, Seat, Sequence[str], Random], Advice | None] | None = None  # of what is offered
    odds: Callable[[Any, Seat, str], Sequence[Odds]] | None = None  # of an option or a piece, on request
    limit: int = 100_000
    shared: bool = False  # no secrets between seats: one person may play several at one screen
    whispers: bool = False  # players may talk in private
    look: Look | None = None  # without one it is drawn as any game would be
    campaign: Callable[[Mapping[str, Any]], list[str]] | None = None  # what one has come to, in words for all to read
    characters: Callable[[Mapping[str, Any]], list[str]] | None = None  # the same of a character that a person brings
    together: bool = False  # the players win or lose as one team, even where some of them die on the way
    with_packs: Callable[[Sequence[Path]], Game] | None = None  # the same game with these packs laid on its own
    forget_packs: Callable[[Mapping[str, str]], None] | None = None  # nobody plays with this choice of packs any more
    plays: tuple[str, ...] = ()  # events that tell of a `card` being used by `who`, beside the kernel's "uses"
    cards: frozenset[str] = frozenset()  # the cards that a simulation counts
    works: Callable[[Event], Iterable[str]] | None = None  # which of them an event shows at work

    def __post_init__(self) -> None:
        """Its tables are played by its rules."""
        if self.kind is not Table:
            self.kind.play_by(self.rules)

    def checked(
        self,
        players: int,
        options: Mapping[str, Any],
        campaign: Mapping[str, Any] | None = None,
        characters: Mapping[Seat, Mapping[str, Any]] | None = None,
    ) -> Setup:
        """A set-up with all options filled in; raises BadSetup naming the field that does not fit."""
        if type(players) is not int or players not in self.players:
            raise BadSetup(f"players: {self.title} takes {seats_in_words(self.players)} players, not {players}")
        known = {switch.key: switch for switch in self.options}
        for key in options:
            if key not in known:
                near = difflib.get_close_matches(key, known, 1)
                raise BadSetup(f"options.{key}: no such option{f'; did you mean {near[0]}?' if near else ''}")
        chosen = {key: switch.check(options.get(key, switch.default)) for key, switch in known.items()}
        if characters and self.characters is None:
            raise BadSetup(f"characters: nobody brings one to {self.title}")
        for seat in characters or ():
            if seat not in range(players):
                raise BadSetup(f"characters.{seat}: there is no such seat")
        brought = {seat: copy.deepcopy(dict(state)) for seat, state in (characters or {}).items()}
        setup = Setup(players, chosen, dict(self.packs), copy.deepcopy(dict(campaign or {})), brought)
        reason = self.refuse(setup) if self.refuse else None
        if reason:
            raise BadSetup(f"options: {reason}")
        return setup

    def won(self, outcome: Outcome, seat: Seat) -> bool:
        """Whether a seat has won; of a team that has, all have, also those who died on the way."""
        return bool(outcome.winners) if self.together else seat in outcome.winners

    def table(self, setup: Setup) -> Table:
        """The table laid out, ready for its first step."""
        return normal(self.setup(setup))


def seats_in_words(players: tuple[int, ...]) -> str:
    """(4, 5, 6) is "4 to 6"."""
    if len(players) == 1:
        return str(players[0])
    if players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return ", ".join(map(str, players[:-1])) + f" or {players[-1]}"


_games: dict[str, Game] = {}


def register(*games: Game) -> None:
    """Make games known; registering the same id again replaces it."""
    for game in games:
        _games[game.id] = game


def registered() -> list[Game]:
    """All games known, in the order in which they were registered."""
    return list(_games.values())


def find_game(name: str) -> Game:
    """The game with this id; BadSetup with the nearest id if there is none."""
    if name in _games:
        return _games[name]
    near = difflib.get_close_matches(name, _games, 1)
    hint = f"did you mean {near[0]}?" if near else f"there are: {', '.join(_games) or 'none'}"
    raise BadSetup(f"game: no game is called {name!r}; {hint}")
