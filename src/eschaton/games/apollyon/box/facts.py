"""The facts of each kind of card, as packs write them (ledger 6.3). What a card says is its text, parsed elsewhere."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from eschaton.cardtext.card import Card
from eschaton.games.apollyon.box.components import (
    APOLLYON,
    EUCLID,
    FALSE_ALARM,
    KETER,
    SAFE,
    THAUMIEL,
    AssetKind,
    ClassName,
    DamageType,
    PriceKind,
    SkillName,
)

Few = Annotated[int, msgspec.Meta(ge=0, le=20)]
Rating = Annotated[int, msgspec.Meta(ge=0, le=99)]
Endurance = Annotated[int, msgspec.Meta(ge=1, le=99)]
Many = Annotated[int, msgspec.Meta(ge=1, le=20)]
ByPlayers = Annotated[
    tuple[Rating, ...], msgspec.Meta(min_length=6, max_length=6, description="a number for each of 1 to 6 players")
]
Measure = Annotated[int, msgspec.Meta(ge=1, le=7)] | None
CanBreach = Annotated[bool, msgspec.Meta(description="whether it makes Breach Checks (section 28)")]
DestroysSpace = Annotated[bool, msgspec.Meta(description="whether a Breach Check can destroy its Space (SA-28.7)")]
Recovery = Annotated[Measure, msgspec.Meta(description="measure of those Lost in it; left out: as the game is set up")]


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Equal Minions that a card comes with: 1/1 unless it says otherwise (SA-32.21)."""

    threat: Rating = 1
    subdue: Endurance = 1
    count: Many = 1


Bands = Annotated[tuple[Band, ...], msgspec.Meta(description="Minions it comes with: 1/1 and one of them, unless said")]


class Rewards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What winning a Situation gives (SA-16.5)."""

    personnel: Few = 0
    resources: Few = 0
    space: Few = 0
    intel: Few = 0
    asset_cards: Few = 0
    characters: Few = 0
    medals: Few = 0
    masquerade: Few = 0
    study: Few = 0


class DirectorCard(Card, frozen=True, kw_only=True):
    """SA-20.8: a Site Director (SA-20.10)."""

    o5: Annotated[int, msgspec.Meta(ge=1, le=13, description="the number on the Council: O5-1 to O5-13")]
    favoured: Annotated[
        SkillName, msgspec.Meta(description="the Skill whose Promotions cost this site less (SA-20.10)")
    ]


class CharacterCard(Card, frozen=True, kw_only=True):
    """SA-4.1, SA-4.3, SA-4.6: a Character (section 4). Its Damage Type is always the Wound (SA-4.4)."""

    threat: Rating
    subdue: Endurance
    cost: Annotated[dict[PriceKind, Few], msgspec.Meta(description="`any` may be paid with any Assets")]
    skills: dict[SkillName, Many] = {}
    minions: Bands = ()


class SituationCard(Card, frozen=True, kw_only=True):
    """SA-3.1, SA-3.4, SA-3.5, SA-3.12: a Situation (section 3): `danger` and `masquerade_cost` are its Unknown side,
    all else its First Contact side."""

    danger: Annotated[int, msgspec.Meta(ge=1, le=5, description="on its Unknown side")]
    masquerade_cost: Annotated[Few, msgspec.Meta(description="on its Unknown side")]
    object_class: Annotated[ClassName, msgspec.Meta(description="the deck from which an anomaly is drawn")]
    rewards: Rewards = Rewards()
    recovery_measure: Recovery = None

    @property
    def unknown(self) -> str:
        """The Unknown side, as the back of a card: two that look alike cannot be told apart (SA-3.2)."""
        return f"situation {self.danger}/{self.masquerade_cost}"


def unknown_side(back: str) -> str:
    """What the back of a Situation shows; backs on the table are numbered, so that each stays the same one."""
    return back.partition(" #")[0]


class AnomalyCard(Card, frozen=True, kw_only=True):
    """SA-5.9: an anomaly (section 5). Each class is a kind of card of its own."""

    object_class: ClassVar[str] = ""

    nickname: Annotated[str, msgspec.Meta(description="what people call it")] = ""
    threat: Rating
    subdue: Endurance
    damage: Annotated[DamageType, msgspec.Meta(description="what its successes place")] = "wound"
    masquerade_cost: Annotated[Few, msgspec.Meta(description="each month while it is loose")] = 0
    containment: Annotated[dict[AssetKind, Few], msgspec.Meta(description="the tokens that hold it")] = {}
    minions: Bands = ()
    recovery_measure: Recovery = None
    can_breach: CanBreach = True
    destroys_space: DestroysSpace = False


class FalseAlarmCard(AnomalyCard, frozen=True, kw_only=True):
    """A False Alarm: ordinary trouble, no anomaly (SA-5.3)."""

    object_class: ClassVar[str] = FALSE_ALARM


class SafeCard(AnomalyCard, frozen=True, kw_only=True):
    """SA-5.4: a Safe anomaly."""

    object_class: ClassVar[str] = SAFE


class EuclidCard(AnomalyCard, frozen=True, kw_only=True):
    """SA-5.5: a Euclid anomaly."""

    object_class: ClassVar[str] = EUCLID


class KeterCard(AnomalyCard, frozen=True, kw_only=True):
    """SA-5.6: a Keter anomaly."""

    object_class: ClassVar[str] = KETER


class ThaumielCard(AnomalyCard, frozen=True, kw_only=True):
    """SA-5.7: a Thaumiel anomaly."""

    object_class: ClassVar[str] = THAUMIEL


class ApollyonCard(Card, frozen=True, kw_only=True):
    """SA-5.8: an Apollyon: its numbers depend on how many play (ledger 6.8).

    In play it is an `ApollyonLaid`.
    """

    nickname: str = ""
    threat: ByPlayers
    subdue: Annotated[tuple[Endurance, ...], msgspec.Meta(min_length=6, max_length=6)]
    masquerade_cost: ByPlayers
    space: ByPlayers
    personnel: ByPlayers
    resources: ByPlayers
    damage: DamageType = "wound"
    minions: Bands = ()
    recovery_measure: Recovery = None
    can_breach: CanBreach = True
    destroys_space: DestroysSpace = False
    engages_all: Annotated[bool, msgspec.Meta(description="whether it engages everybody in the Event Phase")] = True

    def laid(self, players: int) -> ApollyonLaid:
        """The card as it is with this many players."""
        at = players - 1
        return ApollyonLaid(
            name=self.name,
            id=self.id,
            text=self.text,
            flavour=self.flavour,
            attribution=self.attribution,
            nickname=self.nickname,
            threat=self.threat[at],
            subdue=self.subdue[at],
            damage=self.damage,
            masquerade_cost=self.masquerade_cost[at],
            containment={
                "space": self.space[at],
                "personnel": self.personnel[at],
                "resources": self.resources[at],
            },
            minions=self.minions,
            recovery_measure=self.recovery_measure,
            can_breach=self.can_breach,
            destroys_space=self.destroys_space,
            engages_all=self.engages_all,
        )


class ApollyonLaid(AnomalyCard, frozen=True, kw_only=True):
    """An Apollyon with the numbers of this game."""

    object_class: ClassVar[str] = APOLLYON

    engages_all: bool = True


class AssetCard(Card, frozen=True, kw_only=True):
    """An Asset Card: the tokens its taker may take (SA-7.4)."""

    personnel: Few = 0
    resources: Few = 0
    space: Few = 0
    intel: Few = 0


class IntelCard(Card, frozen=True, kw_only=True):
    """An Intel Card, and its price in Intel (section 22)."""

    cost: Annotated[int, msgspec.Meta(ge=0, le=9, description="its price in Intel")]


class EventCard(Card, frozen=True, kw_only=True):
    """An Event (SA-23.1)."""


class PromotionCard(Card, frozen=True, kw_only=True):
    """A Promotion: a Skill for good, and its price in Medals (SA-20.4)."""

    skill: SkillName
    x: Annotated[Many, msgspec.Meta(description="how much of the Skill")] = 1
    medals: Annotated[int, msgspec.Meta(ge=2, le=9, description="its price in Medals: never free (SA-20.9)")]


KINDS: dict[str, type[Card]] = {
    "director": DirectorCard,
    "character": CharacterCard,
    "situation": SituationCard,
    "false-alarm": FalseAlarmCard,
    "safe": SafeCard,
    "euclid": EuclidCard,
    "keter": KeterCard,
    "thaumiel": ThaumielCard,
    "apollyon": ApollyonCard,
    "asset": AssetCard,
    "intel": IntelCard,
    "event": EventCard,
    "promotion": PromotionCard,
}
"""The kinds of card: `[[character]]` in a pack, and so on."""
