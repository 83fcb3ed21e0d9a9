"""The cards as the rules look them up: facts and texts by piece. Lives outside the table, found by its key.

A piece is one card of the box: the second copy of `field-agent` is `field-agent#2`. A box is made for a number of
players, since an Apollyon's numbers depend on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import msgspec

from eschaton.cardtext.card import Card
from eschaton.cardtext.data import PowerData, Statement
from eschaton.cardtext.pack import Stack
from eschaton.cardtext.power import powers_of
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.games.apollyon.box.components import CLASSES
from eschaton.games.apollyon.box.facts import (
    AnomalyCard,
    ApollyonCard,
    AssetCard,
    CharacterCard,
    DirectorCard,
    EventCard,
    IntelCard,
    PromotionCard,
    SituationCard,
)
from eschaton.kernel.once import once
from eschaton.kernel.window import Power

CARDS = Path(__file__).parent / "packs"
BOX = CARDS / "box.toml"
CONTAINED_BOX = "contained"  # the state of texts that stand in the black box (SA-6.4)
ALL_RATINGS = ""
ANYONE = "anyone"  # who may use a text that begins with "Any player"


class Texts(NamedTuple):
    """The texts of one piece: powers by timing, standing texts by rating."""

    powers: dict[str, tuple[Power, ...]]
    standing: dict[str, tuple[PowerData, ...]]


class Box:
    """All cards of one game: their facts, and their texts by piece."""

    def __init__(self, key: str, players: int, words: Vocabulary) -> None:
        self.words = words
        self.key = key
        self.players = players
        self.directors: dict[str, DirectorCard] = {}
        self.characters: dict[str, CharacterCard] = {}
        self.situations: dict[str, SituationCard] = {}
        self.anomalies: dict[str, AnomalyCard] = {}
        self.assets: dict[str, AssetCard] = {}
        self.intel: dict[str, IntelCard] = {}
        self.events: dict[str, EventCard] = {}
        self.promotions: dict[str, PromotionCard] = {}
        self.names: dict[str, str] = {}  # the printed names, by the ids of cards
        self.powers: dict[str, Power] = {}
        self.for_all: set[str] = set()  # powers that any player may use
        self.about: dict[str, set[str]] = {}  # the pieces that say anything at a timing, or of a rating
        self.loose: dict[str, Texts] = {}  # what pieces say outside the Contained box
        self.contained: dict[str, Texts] = {}  # and inside it
        self.on_contact: set[str] = set()  # timings and ratings of which Situations speak

    def add(self, piece: str, card: Card) -> None:
        """Put a piece into the box."""
        self.names[card.id] = card.name
        match card:
            case DirectorCard():
                self.directors[piece] = card
            case CharacterCard():
                self.characters[piece] = card
            case SituationCard():
                self.situations[piece] = card
            case ApollyonCard():
                self.anomalies[piece] = card.laid(self.players)
            case AnomalyCard():
                self.anomalies[piece] = card
            case AssetCard():
                self.assets[piece] = card
            case IntelCard():
                self.intel[piece] = card
            case EventCard():
                self.events[piece] = card
            case PromotionCard():
                self.promotions[piece] = card
            case _:
                raise TypeError(f"{card.id} is no card of this game: {type(card).__name__}")

    def empower(self, piece: str, powers: Iterable[Power], contained: bool = False) -> None:
        """Give a piece powers: from its text, or built by hand."""
        said = self.texts_of(piece, contained).powers
        for power in powers:
            self.powers[power.key] = power
            said[power.when] = (*said.get(power.when, ()), power)
            self.note(piece, power.when)

    def say(self, piece: str, kind: str, texts: Iterable[PowerData]) -> None:
        """Give a piece what its card says."""
        for at, text in enumerate(texts, 1):
            contained = CONTAINED_BOX in text.states
            if text.standing:
                self.stand(piece, text, contained)
            else:
                key = f"{piece}/{at}"
                self.empower(piece, powers_of(self.words, text, key=key, source=piece, kind=kind), contained)
                if text.who == ANYONE:
                    self.for_all.add(key)

    def stand(self, piece: str, text: PowerData, contained: bool) -> None:
        """Note a standing text under every rating that it can change, with what it says of that."""
        said = self.texts_of(piece, contained).standing
        about: dict[str, list[Statement]] = {}
        for statement in text.effect:
            if isinstance(statement, Statement):
                for rating in self.words.changed_by(statement) or (ALL_RATINGS,):
                    about.setdefault(rating, []).append(statement)
        for rating, statements in about.items():
            said[rating] = (*said.get(rating, ()), msgspec.structs.replace(text, effect=tuple(statements)))
            self.note(piece, rating)

    def note(self, piece: str, about: str) -> None:
        """A piece says something at a timing, or of a rating."""
        self.about.setdefault(about, set()).add(piece)
        if piece in self.situations:
            self.on_contact.add(about)

    def texts_of(self, piece: str, contained: bool) -> Texts:
        """All texts of a piece, outside or inside the Contained box."""
        return (self.contained if contained else self.loose).setdefault(piece, Texts({}, {}))

    def of_class(self, name: str) -> list[str]:
        """The pieces of one class of anomaly."""
        return [piece for piece, card in self.anomalies.items() if card.object_class == name]

    @cached_property
    def unknown_sides(self) -> list[str]:
        """The Unknown sides of all Situations, those that look alike numbered."""
        many = Counter(card.unknown for card in self.situations.values())
        return [f"{side} #{number}" for side, alike in many.items() for number in range(1, alike + 1)]

    def by_class(self) -> dict[str, list[str]]:
        """The pieces of all six anomaly decks."""
        return {name: self.of_class(name) for name in CLASSES}


def pieces_of(card: Card) -> list[str]:
    """The ids of all copies of a card."""
    return [card.id, *(f"{card.id}#{copy}" for copy in range(2, card.copies + 1))]


def made(stack: Stack, words: Vocabulary, key: str, players: int) -> Box:
    """A box with every card of a stack of packs."""
    box = Box(key, players, words)
    for id_, card in stack.cards.items():
        for piece in pieces_of(card):
            box.add(piece, card)
            box.say(piece, stack.kinds[id_], stack.powers[id_])
    return box


_stacks: dict[str, tuple[Stack, Vocabulary]] = {}
BOXES: dict[str, Box] = {}


def stack_key(packs: dict[str, str]) -> str:
    """The name of a stack: its packs' hashes, lowest first."""
    return "+".join(packs.values())


def lay(stack: Stack, words: Vocabulary) -> str:
    """Make a stack of packs known, so that games can be played with it; its name."""
    key = stack_key(stack.packs)
    _stacks[key] = stack, words
    return key


def keep(box: Box) -> Box:
    """Make a box known that was put together by hand."""
    BOXES[box.key] = box
    return box


def cards_of(key: str) -> Box:
    """The box with this key, "<stack>:<players>"; made when it is first asked for."""
    return BOXES.get(key) or made_for(key)


@once
def made_for(key: str) -> Box:
    """A box of a stack of packs, for so many players."""
    stack, _, players = key.rpartition(":")
    return keep(made(*_stacks[stack], key, int(players)))


def name_of(piece: str, names: Mapping[str, str]) -> str:
    """The printed name of a card; other words as they stand. Two tables may play with cards of the same id."""
    id_ = piece.partition("#")[0]
    return names.get(id_) or id_.replace("-", " ")


def names_in(stack: Stack) -> dict[str, str]:
    """The printed names of all cards of a stack of packs, by id."""
    return {id_: card.name for id_, card in stack.cards.items()}
