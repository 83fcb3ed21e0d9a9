"""The cards as data: packs in TOML, read once into typed structures. What they do is in the modules here."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from typing import TypeVar

import msgspec


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A Character: life, power symbol, ability text; coins it begins with; the faces its ability names (CD-Q-1)."""

    id: str
    name: str
    life: int
    power: str
    text: str
    chant: int = 0
    siren: int = 0
    faces: tuple[str, ...] = ()
    into: tuple[str, ...] = ()


class Sigil(msgspec.Struct, frozen=True, kw_only=True):
    """A Sigil: when it may be used, what it does, and the faces it names (CD-Q-1)."""

    id: str
    name: str
    when: str
    text: str
    faces: tuple[str, ...] = ()


class Ritual(msgspec.Struct, frozen=True, kw_only=True):
    """A Ritual: the faces of its tracks; faces it takes without a track; whether it has a marker of its own rule."""

    id: str
    name: str
    text: str
    tracks: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    own: bool = False  # has a marker that only its own rule moves
    start: int = 0  # 0: the number of players (CD-1.16)
    keeper: bool = False
    faces: tuple[str, ...] = ()


class Wraith(msgspec.Struct, frozen=True, kw_only=True):
    """A Wraith card: its dice with their starting faces, and its ability."""

    id: str
    name: str
    dice: tuple[str, ...]
    text: str


class File(msgspec.Struct, forbid_unknown_fields=True):
    """A pack as it stands in its file."""

    character: list[Character] = []
    sigil: list[Sigil] = []
    ritual: list[Ritual] = []
    wraith: list[Wraith] = []


Card = TypeVar("Card", Character, Sigil, Ritual, Wraith)


def by_id(cards: list[Card]) -> dict[str, Card]:
    """Cards by their ids."""
    return {card.id: card for card in cards}


class Pack:
    """A pack of cards by kind and id."""

    def __init__(self, text: str) -> None:
        found = msgspec.toml.decode(text, type=File)
        self.characters = by_id(found.character)
        self.sigils = by_id(found.sigil)
        self.rituals = by_id(found.ritual)
        self.wraiths = by_id(found.wraith)
        self.hash = hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


BASE = Pack(files(__package__).joinpath("base.toml").read_text("utf-8"))


CARDS: dict[str, Character | Sigil | Ritual | Wraith] = {
    **BASE.characters,
    **BASE.sigils,
    **BASE.rituals,
    **BASE.wraiths,
}


def title_of(card: str) -> str:
    """The printed name of a card, or the id in words."""
    return CARDS[card].name if card in CARDS else card.replace("-", " ").replace(":", " ")
