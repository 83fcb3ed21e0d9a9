"""The cards as the rules look them up. An Apollyon's numbers depend on how many play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path

from eschaton.cardtext.box import FRONT, Box, Boxes, Shelf, Texts
from eschaton.games.apollyon.box.components import CLASSES
from eschaton.games.apollyon.box.facts import (
    AnomalyCard,
    AssetCard,
    CharacterCard,
    DirectorCard,
    EventCard,
    IntelCard,
    PromotionCard,
    SituationCard,
)

CARDS = Path(__file__).parent / "packs"
BOX = CARDS / "box.toml"
CONTAINED = "contained"  # the state of texts that stand in the black box (SA-6.4)


class ApollyonBox(Box):
    """All cards of one match."""

    sides = (CONTAINED,)
    passing = ("situation",)

    directors: Shelf[DirectorCard]
    characters: Shelf[CharacterCard]
    situations: Shelf[SituationCard]
    anomalies: Shelf[AnomalyCard]
    assets: Shelf[AssetCard]
    intel: Shelf[IntelCard]
    events: Shelf[EventCard]
    promotions: Shelf[PromotionCard]

    @property
    def loose(self) -> Mapping[str, Texts]:
        """What pieces say outside the Contained box."""
        return self.texts[FRONT]

    @property
    def contained(self) -> Mapping[str, Texts]:
        """And inside it."""
        return self.texts[CONTAINED]

    def skills_of(self, piece: str, promotions: Iterable[str] = ()) -> dict[str, int]:
        """SA-33.19: the Skills of a Character, printed and promoted to, with their numbers."""
        found = Counter({str(skill): x for skill, x in self.characters[piece].skills.items()})
        for card in (self.promotions[promotion] for promotion in promotions):
            found[card.skill] += card.x
        return dict(found)

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


BOXES = Boxes(ApollyonBox)
cards_of = BOXES.box
