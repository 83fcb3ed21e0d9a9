"""The box: every card that a match is played with, looked up by piece. It lives outside the table, found by its key.

A piece is one card: the second copy of `field-agent` is `field-agent#2`. A box is made for one choice of packs and one
number of players; it is filled once, closed, and shared by all tables that name it.
"""

from __future__ import annotations

import copy
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from eschaton.cardtext.abilities import Abilities
from eschaton.cardtext.card import Card
from eschaton.cardtext.data import PowerData, Statement
from eschaton.cardtext.pack import Stack
from eschaton.cardtext.power import powers_of
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.window import Power

CardT = TypeVar("CardT", bound=Card)
BoxT = TypeVar("BoxT", bound="Box")
Shelf = Mapping[str, CardT]
"""The facts of all pieces of some kind."""

FRONT = ""
"""The side of a card on which all texts stand that name no state with a side of its own."""
EVERY_NUMBER = ""
ANYONE = "anyone"  # who may use a text that begins with "Any player"
NOBODY: frozenset[str] = frozenset()


class Texts(NamedTuple):
    """The texts on one side of a piece: powers by timing, standing texts by the number that they change."""

    powers: dict[str, tuple[Power, ...]]
    standing: dict[str, tuple[PowerData, ...]]


class Box:
    """All cards of one match: their facts, and what they say.

    A game derives its own, with a shelf for each kind of card: `characters: Shelf[CharacterCard]`.
    """

    sides: ClassVar[tuple[str, ...]] = ()
    """States of a card whose texts stand on a side of their own, of which never two are on."""
    passing: ClassVar[tuple[str, ...]] = ()
    """Kinds of card that speak only while they are carried out."""
    shelves: ClassVar[dict[str, type[Card]]] = {}

    def __init_subclass__(cls) -> None:
        """Find the shelves among what is declared."""
        super().__init_subclass__()
        hints = {name: hint for name, hint in get_type_hints(cls).items() if get_origin(hint) is get_origin(Shelf)}
        cls.shelves = {name: get_args(hint)[1] for name, hint in hints.items() if is_card(get_args(hint)[1])}

    def __init__(self, key: str, players: int, words: Vocabulary) -> None:
        self.key = key
        self.players = players
        self.words = words
        self.cards: dict[str, Card] = {}  # the facts of each piece
        self.kinds: dict[str, str] = {}  # and its kind
        self.names: dict[str, str] = {}  # the printed names, by the ids of cards
        self.powers: dict[str, Power] = {}
        self.for_all: set[str] = set()  # powers that any player may use
        self.about: dict[str, set[str]] = {}  # the pieces that say anything at a timing, or of a number
        self.in_passing: set[str] = set()  # the timings and numbers of which cards speak in passing
        self.texts: dict[str, dict[str, Texts]] = {side: {} for side in (FRONT, *self.sides)}
        for shelf in self.shelves:
            setattr(self, shelf, {})

    # Filling it.

    def fill(self, stack: Stack, abilities: Abilities | None = None) -> Self:
        """Put in every card of a stack of packs, with all that it says and can do."""
        for id_, card in stack.cards.items():
            for piece in pieces_of(card):
                self.add(piece, card)
                self.say(piece, stack.kinds[id_], stack.powers[id_])
                self.empower(piece, abilities.of(id_, piece) if abilities is not None else ())
        return self

    def add(self, piece: str, card: Card) -> None:
        """Put in a piece, with the facts of its card for so many players."""
        kind = next((kind for kind, facts in self.words.kinds.items() if type(card) is facts), "")
        laid = card.laid(self.players)
        shelves = [shelf for shelf, facts in self.shelves.items() if isinstance(laid, facts)]
        if not shelves and (self.shelves or not kind):
            raise TypeError(f"{card.id} is no card of this game: {type(card).__name__}")
        self.names[card.id] = card.name
        self.cards[piece] = laid
        self.kinds[piece] = kind
        for shelf in shelves:
            getattr(self, shelf)[piece] = laid

    def say(self, piece: str, kind: str, texts: Iterable[PowerData]) -> None:
        """Give a piece what its card says."""
        for at, text in enumerate(texts, 1):
            side = side_of(text, self.sides)
            if text.standing:
                self.stand(piece, text, side)
            else:
                key = f"{piece}/{at}"
                self.empower(piece, powers_of(self.words, text, key=key, source=piece, kind=kind), side)
                if text.who == ANYONE:
                    self.for_all.add(key)

    def empower(self, piece: str, powers: Iterable[Power], side: str = FRONT) -> None:
        """Give a piece powers: from its text, or built by hand."""
        for power in powers:
            said = self.texts_of(piece, side).powers
            self.powers[power.key] = power
            said[power.when] = (*said.get(power.when, ()), power)
            self.note(piece, power.when)

    def stand(self, piece: str, text: PowerData, side: str = FRONT) -> None:
        """Note a standing text under every number that it can change, with what it says of that."""
        said = self.texts_of(piece, side).standing
        about: dict[str, list[Statement]] = {}
        for statement in text.effect:
            if isinstance(statement, Statement):
                for number in self.words.changed_by(statement) or (EVERY_NUMBER,):
                    about.setdefault(number, []).append(statement)
        for number, statements in about.items():
            said[number] = (*said.get(number, ()), msgspec.structs.replace(text, effect=tuple(statements)))
            self.note(piece, number)

    def note(self, piece: str, about: str) -> None:
        """A piece says something at a timing, or of a number."""
        self.about.setdefault(about, set()).add(piece)
        if self.kinds.get(piece) in self.passing:
            self.in_passing.add(about)

    def texts_of(self, piece: str, side: str) -> Texts:
        """The texts on a side of a piece."""
        return self.texts[side].setdefault(piece, Texts({}, {}))

    def close(self) -> Self:
        """From now on nothing is added or changed."""
        for name, value in vars(self).items():
            if isinstance(value, dict | set):
                setattr(self, name, closed(value))
        return self

    def opened(self, key: str) -> Self:
        """A copy that can be filled further, under another key: for boxes that are put together by hand."""
        twin = copy.copy(self)
        for name, value in vars(self).items():
            if isinstance(value, Mapping | Set):
                setattr(twin, name, opened(value))
        twin.key = key
        return twin

    # Looking things up.

    def at(self, about: str) -> Set[str]:
        """The pieces that say anything at a timing, or of a number."""
        return self.about.get(about, NOBODY)

    def name_of(self, piece: str) -> str:
        """The printed name of a piece; other words as they stand."""
        return name_of(piece, self.names)


class Boxes(Generic[BoxT]):
    """The boxes of one game, by the packs they hold and for how many players."""

    def __init__(self, kind: type[BoxT]) -> None:
        self.kind = kind
        self.stacks: dict[str, tuple[Stack, Vocabulary, Abilities | None]] = {}
        self.made: dict[str, BoxT] = {}
        self.making = threading.Lock()

    def lay(self, stack: Stack, words: Vocabulary, abilities: Abilities | None = None) -> str:
        """Make a stack of packs known, so that matches can be played with it; its name.

        The game brings the words in which its cards speak, and what they can do beside that, as code.
        """
        name = stack_name(stack.packs)
        self.stacks[name] = stack, words, abilities
        return name

    def key(self, packs: Mapping[str, str], players: int) -> str:
        """The key of the box with these packs, for so many players; refused if they are not known here."""
        name = stack_name(packs)
        if name not in self.stacks:
            raise BadSetup(f"packs: not known here: {', '.join(packs)}")
        return f"{name}:{players}"

    def box(self, key: str) -> BoxT:
        """The box with a key; made when it is first asked for, by one of those who ask."""
        return self.made.get(key) or self.make(key)

    def make(self, key: str) -> BoxT:
        """Make a box, unless somebody else has made it meanwhile."""
        with self.making:
            if key not in self.made:
                name, _, players = key.rpartition(":")
                stack, words, abilities = self.stacks[name]
                self.made[key] = self.kind(key, int(players), words).fill(stack, abilities).close()
            return self.made[key]

    def forget(self, packs: Mapping[str, str]) -> None:
        """No longer know a stack of packs, nor its boxes; laid again, it is known again."""
        name = stack_name(packs)
        with self.making:
            self.stacks.pop(name, None)
            for key in [key for key in self.made if key.rpartition(":")[0] == name]:
                del self.made[key]

    def keep(self, box: BoxT) -> BoxT:
        """Make a box known that was put together by hand."""
        self.made[box.key] = box
        return box


def side_of(text: PowerData, sides: Sequence[str]) -> str:
    """The side of a card on which a text stands."""
    return next((state for state in text.states if state in sides), FRONT)


def is_card(kind: Any) -> bool:
    """Whether a type is that of a kind of card."""
    return isinstance(kind, type) and issubclass(kind, Card)


def closed(value: Any) -> Any:
    """The same, as something that cannot be changed."""
    if isinstance(value, Texts):
        return Texts(closed(value.powers), closed(value.standing))
    if isinstance(value, Mapping):
        return MappingProxyType({key: closed(item) for key, item in value.items()})
    return frozenset(value) if isinstance(value, Set) else value


def opened(value: Any) -> Any:
    """The same, as something that can be changed and shares nothing with it."""
    if isinstance(value, Texts):
        return Texts(opened(value.powers), opened(value.standing))
    if isinstance(value, Mapping):
        return {key: opened(item) for key, item in value.items()}
    return set(value) if isinstance(value, Set) else value


def pieces_of(card: Card) -> Iterator[str]:
    """The ids of all copies of a card."""
    yield card.id
    for number in range(2, card.copies + 1):
        yield f"{card.id}#{number}"


def card_of(piece: str) -> str:
    """The id of the card of a piece, or of one of its powers."""
    return piece.partition("/")[0].partition("#")[0]


def stack_name(packs: Mapping[str, str]) -> str:
    """The name of a stack: its packs' hashes, lowest first."""
    return "+".join(packs.values())


def name_of(piece: str, names: Mapping[str, str]) -> str:
    """The printed name of a card; other words as they stand. Two tables may play with cards of the same id."""
    id_ = piece.partition("#")[0]
    return names.get(id_) or id_.replace("-", " ")


def names_in(stack: Stack) -> dict[str, str]:
    """The printed names of all cards of a stack of packs, by id."""
    return {id_: card.name for id_, card in stack.cards.items()}
