"""The cards: their facts, and the box of a match, found by a key on the table. What they do is in `abilities/`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar

import msgspec

from eschaton.cardtext.box import Box, Boxes, Shelf
from eschaton.cardtext.card import Card
from eschaton.games.cult.box.components import Face

BOX = Path(__file__).parent / "packs" / "base.toml"

Life = Annotated[int, msgspec.Meta(ge=1, le=99)]
Coins = Annotated[int, msgspec.Meta(ge=0, le=99)]
Spaces = Annotated[int, msgspec.Meta(ge=0, le=99, description="where its markers begin; 0: the number of players")]


class Printed(Card, frozen=True, kw_only=True):
    """A card whose text is for people to read; what it does is written as code, under its id."""

    said_in: ClassVar[tuple[str, ...]] = ()


class CharacterCard(Printed, frozen=True, kw_only=True):
    """A Character: life, power symbol, ability; coins it begins with; the faces its ability names (CD-Q-1)."""

    life: Life
    power: Annotated[Face, msgspec.Meta(description="its power symbol")]
    chant: Annotated[Coins, msgspec.Meta(description="Chant coins it begins with")] = 0
    siren: Annotated[Coins, msgspec.Meta(description="Siren coins it begins with")] = 0
    faces: Annotated[tuple[Face, ...], msgspec.Meta(description="the faces that its ability names")] = ()
    into: Annotated[tuple[Face, ...], msgspec.Meta(description="the faces into which its ability turns dice")] = ()


class SigilCard(Printed, frozen=True, kw_only=True):
    """A Sigil: when it may be used, what it does, and the faces it names (CD-Q-1)."""

    when: Annotated[str, msgspec.Meta(description="when it may be used, in words")]
    faces: Annotated[tuple[Face, ...], msgspec.Meta(description="the faces that it names")] = ()


class RitualCard(Printed, frozen=True, kw_only=True):
    """A Ritual: the faces of its tracks; faces it takes without a track; whether it has a marker of its own rule."""

    tracks: Annotated[tuple[Face, ...], msgspec.Meta(description="the faces of its tracks")] = ()
    accepts: Annotated[tuple[Face, ...], msgspec.Meta(description="faces it takes without a track")] = ()
    own: Annotated[bool, msgspec.Meta(description="whether it has a marker that only its own rule moves")] = False
    start: Spaces = 0  # 0: the number of players (CD-1.16)
    keeper: Annotated[bool, msgspec.Meta(description="whether who completes it keeps it")] = False
    faces: Annotated[tuple[Face, ...], msgspec.Meta(description="the faces that it names besides")] = ()


class WraithCard(Printed, frozen=True, kw_only=True):
    """A Wraith card: its dice with their starting faces, and its ability."""

    dice: Annotated[tuple[Face, ...], msgspec.Meta(description="its dice, each with its starting face")]


KINDS: dict[str, type[Card]] = {
    "character": CharacterCard,
    "sigil": SigilCard,
    "ritual": RitualCard,
    "wraith": WraithCard,
}


class CultBox(Box):
    """All cards of one match."""

    characters: Shelf[CharacterCard]
    sigils: Shelf[SigilCard]
    rituals: Shelf[RitualCard]
    wraiths: Shelf[WraithCard]

    def title_of(self, key: str) -> str:
        """The printed name of a card, or the key in words."""
        return title_of(key, self.names)


def title_of(key: str, names: Mapping[str, str]) -> str:
    """The printed name of a card, or the key in words."""
    return names.get(key) or key.replace("-", " ").replace(":", " ")


BOXES = Boxes(CultBox)
