"""Cards and tokens as pieces of the scene: what is printed on them, and what lies on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

from eschaton.cardtext.box import name_of
from eschaton.cardtext.card import Card
from eschaton.games.apollyon.box.cards import ApollyonBox
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
    ApollyonLaid,
    AssetCard,
    DirectorCard,
    EventCard,
    IntelCard,
    PromotionCard,
    Rewards,
    SituationCard,
    unknown_side,
)
from eschaton.games.apollyon.box.names import assets_in_words, skills_in_words, worded
from eschaton.games.apollyon.rules.zones import minions_of
from eschaton.games.apollyon.state import Anomaly, Character, Minion
from eschaton.kernel.scene import Piece

Marks = dict[str, Any]

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


def minions_in_words(minions: Iterable[Minion]) -> str:
    """Minions by their stats."""
    counted = Counter(f"{threat}/{subdue}" for threat, subdue in minions)
    return ", ".join(f"{many} of {stats}" for stats, many in counted.items())


def card(
    piece: str, fact: Card, kind: str, icon: str, marks: Marks, owner: int | None = None, title: str = ""
) -> Piece:
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


def character_face(box: ApollyonBox, piece: str, who: Character | None = None) -> Piece:
    """A Character, in play or on offer."""
    fact = box.characters[piece]
    icon = SKILL_ICONS.get(next(iter(fact.skills), ""), "police-badge")
    skills = box.skills_of(piece, who.promotions if who is not None else ())
    marks: Marks = {worded(skill): str(x) if skill in NUMBERED else True for skill, x in skills.items()}
    if who is None:
        marks |= {"Minions": minions_in_words(minions_of(fact.minions)), "price": assets_in_words(dict(fact.cost))}
        return card(piece, fact, "character", icon, {"Threat": str(fact.threat), "Subdue": str(fact.subdue), **marks})
    marks = {
        "Threat": str(0 if who.cogs else fact.threat + who.medals),  # SA-32.3
        "Subdue": str(fact.subdue),
        **marks,
        "Medals": who.medals,
        "Wounds": who.wounds,
        "Cognitohazards": who.cogs,
        "Cognitohazards kept off": who.deflected,
        "Study Tokens": who.study,
        "Counters": who.counters,
        "Minions": minions_in_words(who.minions),
        "Lost in": name_of(who.source, box.names) if who.source else "",
        "Recovery Measure": who.measure,
        "marked": marked(box, who.marks),
    }
    return card(piece, fact, "character", icon, marks, who.seat)


def anomaly_face(box: ApollyonBox, piece: str, what: Anomaly | None = None) -> Piece:
    """An anomaly, wherever it is."""
    fact, lying = box.anomalies[piece], what or Anomaly()
    minions = minions_of(fact.minions) if what is None else what.minions
    marks: Marks = {
        "Threat": str(fact.threat),
        "Subdue": str(fact.subdue),
        "Masquerade Cost": str(fact.masquerade_cost),
        "Wounds": lying.wounds,
        "to contain": assets_in_words(dict(fact.containment)) if fact.containment and not lying.tokens else "",
        "held by": assets_in_words(lying.tokens) if lying.tokens else "",
        "Damage": DAMAGE[fact.damage],
        "Study Tokens": lying.study,
        "Counters": lying.counters,
        "Minions": minions_in_words(minions),
        "Recovery Measure": fact.recovery_measure,
        "cannot breach": not fact.can_breach,
        "Destroys Space": fact.destroys_space,
        "engages nobody by itself": isinstance(fact, ApollyonLaid) and not fact.engages_all,
        "has breached": lying.breached,
        "must make a Breach Check": lying.moved,
        "marked": marked(box, lying.marks),
    }
    title = f"{fact.name} {fact.nickname}".strip()
    return card(piece, fact, fact.object_class, CLASS_ICONS[fact.object_class], marks, title=title)


def marked(box: ApollyonBox, marks: Mapping[str, int]) -> str:
    """The Anomaly Tokens of other cards that lie on a card (SA-32.35)."""
    return ", ".join(f"{many} of {name_of(source, box.names)}" for source, many in marks.items())


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
    marks: Marks = {"Danger": DANGERS[int(danger) - 1], "Masquerade Cost": cost}
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
