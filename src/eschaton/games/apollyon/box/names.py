"""Keys of places, tokens and Assets as they read in labels, on cards and in the log."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from eschaton.games.apollyon.box.components import (
    AC,
    COG,
    COUNTER,
    GARRISON,
    INTERCEPT,
    LOSS,
    LOST,
    MET,
    MTF_1,
    MTF_2,
    NUMBERED,
    PUBLIC,
    SCOUTING,
    SLOT,
    SUBDUED,
    TC,
    THEFT,
    VACATION,
    WOUND,
)

PLACES: Final = {GARRISON: "Garrison", MTF_1: "MTF-01", MTF_2: "MTF-02", VACATION: "On Vacation", LOST: "Lost"}
"""The places of a site where its Characters stand."""

ZONES: Final = {GARRISON: "the Garrison", MTF_1: "MTF-01", MTF_2: "MTF-02", VACATION: "On Vacation"}
"""Where a Character goes."""

WHEREABOUTS: Final = {
    **ZONES,
    LOST: "Lost",
    MET: "out of containment",
    PUBLIC: "loose in the Public Zone",
    SUBDUED: "subdued, in an MTF's custody",
    TC: "in Temporary Containment",
    AC: "in Active Containment",
}
"""Where a Character or an anomaly is."""

TOKENS: Final = {
    WOUND: "a Wound",
    COG: "a Cognitohazard",
    COUNTER: "a Counter",
    LOSS: "a Lost Token",
    THEFT: "an Asset Token",
    "wounds": "Wounds",
    "cogs": "Cognitohazards",
    "counters": "Counters",
    "study": "Study Tokens",
    "medals": "Medals",
    "minions": "Minions",
}
SINGULAR: Final = {"resources": "Resource", "asset_cards": "Asset Card", "characters": "Character"}


@lru_cache(maxsize=4096)
def worded(key: str) -> str:
    """A key as it reads: "memetic-resistance" is "Memetic Resistance"."""
    return " ".join(word.capitalize() for word in key.replace("_", "-").split("-"))


def counted(many: int, key: str) -> str:
    """So many of something: "1 Resource", "2 Wounds"."""
    word = TOKENS.get(key) or worded(key)
    if many == 1:
        word = SINGULAR.get(key) or (word.removesuffix("s") if key in TOKENS else word)
    return f"{many} {word}"


def assets_in_words(assets: Mapping[Any, int]) -> str:
    """Assets as a card prints them."""
    return ", ".join(counted(many, kind) for kind, many in assets.items() if many) or "nothing"


def skill_in_words(skill: str, x: int) -> str:
    """A Skill as a card prints it."""
    return f"{worded(skill)} {x}" if skill in NUMBERED else worded(skill)


def skills_in_words(skills: Mapping[Any, int]) -> str:
    """Skills as a card prints them."""
    return ", ".join(skill_in_words(skill, x) for skill, x in skills.items())


def place_title(place: str) -> str:
    """A slot, an interception or Scouting by name."""
    if place.startswith(SLOT):
        return f"Slot {place.removeprefix(SLOT)}"
    if place.startswith(INTERCEPT):
        return f"Interception {place.removeprefix(INTERCEPT)}"
    return "Scouting" if place == SCOUTING else worded(place)


def faces_in_words(faces: Iterable[int]) -> str:
    """Dice as they lie."""
    return ", ".join(map(str, faces)) or "no dice"
