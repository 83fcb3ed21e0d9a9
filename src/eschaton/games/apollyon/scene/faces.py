"""Cards and tokens as pieces of the scene: what is printed on them, and what lies on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from eschaton.cardtext.box import name_of
from eschaton.cardtext.card import Card
from eschaton.games.apollyon.box.components import (
    APOLLYON,
    ASSETS,
    DANGERS,
    EUCLID,
    FALSE_ALARM,
    INTEL,
    KETER,
    NUMBERED,
    PERSONNEL,
    RESOURCES,
    SAFE,
    SPACE,
    THAUMIEL,
)
from eschaton.games.apollyon.box.facts import (
    AnomalyCard,
    ApollyonLaid,
    AssetCard,
    Band,
    CharacterCard,
    DirectorCard,
    EventCard,
    IntelCard,
    PromotionCard,
    Rewards,
    SituationCard,
    unknown_side,
)
from eschaton.games.apollyon.box.names import assets_in_words, skills_in_words, worded
from eschaton.kernel.scene import Piece

View = dict[str, Any]
Names = Mapping[str, str]
NO_NAMES: Final[Names] = {}

ASSET_ICONS: Final = {PERSONNEL: "person", RESOURCES: "cardboard-box", SPACE: "strongbox", INTEL: "spy"}
CLASS_ICONS: Final = {
    FALSE_ALARM: "ringing-bell",
    SAFE: "padlock",
    EUCLID: "uncertainty",
    KETER: "death-skull",
    THAUMIEL: "angel-wings",
    APOLLYON: "sun",
}
SKILL_ICONS: Final = {
    "amnestics": "medicines",
    "defender": "shield",
    "expert": "star-medal",
    "firepower": "machine-gun",
    "leader": "rank-3",
    "memetic-resistance": "brain",
    "neutralizer": "crossed-air-flows",
    "scientist": "microscope",
    "scout": "binoculars",
    "sentinel": "watchtower",
    "tranquilizer": "syringe",
}
DAMAGE: Final = {
    "wound": "Wounds",
    "cog": "Cognitohazards",
    "lost": "makes Lost",
    "counter": "Counters",
    "asset": "takes Assets",
}


def printed(bands: Iterable[Band]) -> list[list[int]]:
    """The Minions that a card comes with."""
    return [[band.threat, band.subdue] for band in bands for _ in range(band.count)]


def minions_in_words(minions: list[list[int]]) -> str:
    """Minions by their stats."""
    counted = Counter(f"{threat}/{subdue}" for threat, subdue in minions)
    return ", ".join(f"{many} of {stats}" for stats, many in counted.items())


def card(piece: str, fact: Card, kind: str, icon: str, marks: View, owner: int | None = None, title: str = "") -> Piece:
    """A card face up."""
    return Piece(
        id=piece,
        kind="card",
        title=title or fact.name,
        text=fact.text,
        icon=icon,
        owner=owner,
        tags=[kind],
        marks={name: value for name, value in marks.items() if value not in (0, "", None, False)},
    )


def skills_of(fact: CharacterCard, promotions: Iterable[PromotionCard]) -> View:
    """The Skills a Character has, printed or promoted to, as marks."""
    found = Counter({str(skill): x for skill, x in fact.skills.items()})
    for promotion in promotions:
        found[promotion.skill] += promotion.x
    return {worded(skill): str(x) if skill in NUMBERED else True for skill, x in found.items()}


def character_face(
    piece: str, fact: CharacterCard, who: View, promotions: Iterable[PromotionCard] = (), names: Names = NO_NAMES
) -> Piece:
    """A Character, in play or on offer."""
    medals = who.get("medals", 0)
    icon = SKILL_ICONS.get(next(iter(fact.skills), ""), "police-badge")
    marks: View = {
        "Threat": str(0 if who.get("cogs") else fact.threat + medals),  # SA-32.3
        "Subdue": str(fact.subdue),
        **skills_of(fact, promotions),
        "Medals": medals,
        "Wounds": who.get("wounds", 0),
        "Cognitohazards": who.get("cogs", 0),
        "Cognitohazards kept off": who.get("deflected", 0),
        "Study Tokens": who.get("study", 0),
        "Counters": who.get("counters", 0),
        "Minions": minions_in_words(who.get("minions", printed(fact.minions))),
        "Lost in": name_of(who["source"], names) if who.get("source") else "",
        "Recovery Measure": who.get("measure", 0),
        "marked": marked(who, names),
    }
    if not who:
        marks["price"] = assets_in_words(dict(fact.cost))
    return card(piece, fact, "character", icon, marks, who.get("seat"))


def anomaly_face(piece: str, fact: AnomalyCard, what: View, names: Names = NO_NAMES) -> Piece:
    """An anomaly, wherever it is."""
    marks: View = {
        "Threat": str(fact.threat),
        "Subdue": str(fact.subdue),
        "Masquerade Cost": str(fact.masquerade_cost),
        "Wounds": what.get("wounds", 0),
        "to contain": assets_in_words(dict(fact.containment)) if fact.containment and not what.get("tokens") else "",
        "held by": assets_in_words(what["tokens"]) if what.get("tokens") else "",
        "Damage": DAMAGE[fact.damage],
        "Study Tokens": what.get("study", 0),
        "Counters": what.get("counters", 0),
        "Minions": minions_in_words(what.get("minions", printed(fact.minions))),
        "Recovery Measure": fact.recovery_measure,
        "cannot breach": not fact.can_breach,
        "Destroys Space": fact.destroys_space,
        "engages nobody by itself": isinstance(fact, ApollyonLaid) and not fact.engages_all,
        "has breached": what.get("breached", False),
        "must make a Breach Check": what.get("moved", False),
        "marked": marked(what, names),
    }
    title = f"{fact.name} {fact.nickname}".strip()
    return card(piece, fact, fact.object_class, CLASS_ICONS[fact.object_class], marks, title=title)


def marked(what: View, names: Names) -> str:
    """The Anomaly Tokens of other cards that lie on a card (SA-32.35)."""
    return ", ".join(f"{many} of {name_of(source, names)}" for source, many in what.get("marks", {}).items())


def situation_face(piece: str, fact: SituationCard, tokens: int = 0) -> Piece:
    """A Situation from its First Contact side."""
    marks = {
        "class": worded(fact.object_class),
        "Danger": DANGERS[fact.danger - 1],
        "Masquerade Cost": str(fact.masquerade_cost),
        "Masquerade Tokens": tokens,
        "rewards": rewards_in_words(fact.rewards),
        "Recovery Measure": fact.recovery_measure,
    }
    return card(piece, fact, "situation", CLASS_ICONS[fact.object_class], marks)


def back_of_situation(key: str, back: str, tokens: int = 0) -> Piece:
    """A Situation from its Unknown side: Danger and cost (SA-3.2)."""
    danger, _, cost = unknown_side(back).rpartition(" ")[2].partition("/")
    marks: View = {"Danger": DANGERS[int(danger) - 1], "Masquerade Cost": cost}
    if tokens:
        marks["Masquerade Tokens"] = tokens
    return Piece(
        id=key,
        kind="card",
        title="Unknown Situation",
        icon="uncertainty",
        back="situation",
        tags=["unknown"],
        marks=marks,
    )


def rewards_in_words(rewards: Rewards) -> str:
    """What winning gives."""
    return assets_in_words({name: getattr(rewards, name) for name in rewards.__struct_fields__})


def director_face(piece: str, fact: DirectorCard, owner: int | None = None) -> Piece:
    """A Site Director."""
    return card(
        piece, fact, "director", "overlord-helm", {"Council": f"O5-{fact.o5}", "favours": worded(fact.favoured)}, owner
    )


def asset_face(piece: str, fact: AssetCard) -> Piece:
    """An Asset Card by its tokens."""
    given = {kind: getattr(fact, kind) for kind in ASSETS}
    most = max(given, key=lambda kind: given[kind])
    return card(piece, fact, "asset", ASSET_ICONS[most], {"gives": assets_in_words(given)})


def intel_face(piece: str, fact: IntelCard) -> Piece:
    """An Intel Card with its price."""
    return card(piece, fact, "intel", ASSET_ICONS[INTEL], {"price": f"{fact.cost} Intel"})


def event_face(piece: str, fact: EventCard) -> Piece:
    """An Event."""
    return card(piece, fact, "event", "lightning-storm", {})


def promotion_face(piece: str, fact: PromotionCard) -> Piece:
    """A Promotion with its price."""
    skill = skills_in_words({fact.skill: fact.x})
    return card(piece, fact, "promotion", SKILL_ICONS[fact.skill], {"gives": skill, "Medals": fact.medals})


def token(key: str, kind: str, many: int, owner: int) -> Piece:
    """Asset Tokens of one kind in a pool."""
    return Piece(id=key, kind="token", title=worded(kind), icon=ASSET_ICONS[kind], count=many, owner=owner)
