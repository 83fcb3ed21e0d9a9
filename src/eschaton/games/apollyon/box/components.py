"""What is in the box: kinds of Asset, Skills, classes, places, and the numbers of the rules (ledger, Part 2)."""

from __future__ import annotations

from typing import Final, Literal

DIE: Final = (1, 2, 3, 4, 5, 6)
POP: Final = 6  # SA-8.7

# Assets (SA-7.1, SA-7.10).

PERSONNEL, RESOURCES, SPACE, INTEL = "personnel", "resources", "space", "intel"
ASSETS: Final = (PERSONNEL, RESOURCES, SPACE, INTEL)
MATERIAL: Final = (PERSONNEL, RESOURCES, SPACE)
ASSET_CARDS, CHARACTERS = "asset_cards", "characters"  # what else is gained, by number
ANY, MEDAL = "any", "medal"  # in prices: any one Asset (SA-Q-19); a Medal

AssetKind = Literal["personnel", "resources", "space", "intel"]
PriceKind = Literal["personnel", "resources", "space", "intel", "any", "medal"]

# Classes (SA-5, C.6).

FALSE_ALARM, SAFE, EUCLID, KETER, THAUMIEL, APOLLYON = "false-alarm", "safe", "euclid", "keter", "thaumiel", "apollyon"
CLASSES: Final = (FALSE_ALARM, SAFE, EUCLID, KETER, THAUMIEL, APOLLYON)
STARTING_CLASSES: Final = (SAFE, EUCLID, KETER)  # SA-9.6
BREACH_MEASURE: Final = {SAFE: 6, THAUMIEL: 6, EUCLID: 5, KETER: 4, APOLLYON: 2}  # SA-28.5
NEXT_CLASS: Final = {  # SA-Q-79: from which deck one draws when both deck and discard of a class are empty
    SAFE: (EUCLID, KETER),
    EUCLID: (KETER, SAFE),
    KETER: (EUCLID, SAFE),
    THAUMIEL: (SAFE, EUCLID, KETER),
    FALSE_ALARM: (),
}

ClassName = Literal["false-alarm", "safe", "euclid", "keter", "thaumiel"]

DANGERS: Final = ("Notice", "Caution", "Warning", "Danger", "Critical")  # SA-3.3

# Skills (section 33, C.10).

AMNESTICS, DEFENDER, EXPERT, FIREPOWER, LEADER = "amnestics", "defender", "expert", "firepower", "leader"
MEMETIC_RESISTANCE, NEUTRALIZER, SCIENTIST = "memetic-resistance", "neutralizer", "scientist"
SCOUT, SENTINEL, TRANQUILIZER = "scout", "sentinel", "tranquilizer"
SKILLS: Final = (
    AMNESTICS, DEFENDER, EXPERT, FIREPOWER, LEADER, MEMETIC_RESISTANCE, NEUTRALIZER, SCIENTIST, SCOUT, SENTINEL,
    TRANQUILIZER,
)  # fmt: skip
NUMBERED: Final = frozenset(
    {AMNESTICS, DEFENDER, EXPERT, LEADER, MEMETIC_RESISTANCE, NEUTRALIZER, TRANQUILIZER}
)  # these add up; of the others a Character has one or none (SA-Q-23)

SkillName = Literal[
    "amnestics",
    "defender",
    "expert",
    "firepower",
    "leader",
    "memetic-resistance",
    "neutralizer",
    "scientist",
    "scout",
    "sentinel",
    "tranquilizer",
]

# Tokens that damage places (SA-Q-89).

WOUND, COG, LOSS, COUNTER, THEFT = "wound", "cog", "lost", "counter", "asset"
DamageType = Literal["wound", "cog", "lost", "counter", "asset"]
COGS_DESTROY: Final = 3  # SA-32.5

# Where a Character is (SA-4.7), and where an anomaly is.

GARRISON, MTF_1, MTF_2, VACATION, LOST = "garrison", "mtf-01", "mtf-02", "vacation", "lost"
MTFS: Final = (MTF_1, MTF_2)
ASSIGNMENTS: Final = (GARRISON, MTF_1, MTF_2, VACATION)  # SA-14.2
ACTIVE: Final = frozenset({GARRISON, MTF_1, MTF_2})  # SA-23.10

MET, PUBLIC, SUBDUED, TC, AC = "met", "public", "subdued", "tc", "ac"
"""Just drawn and being engaged; loose in the Public Zone; subdued, on its way; Temporary and Active Containment."""

# Missions (section 15).

SCOUTING: Final = "scouting"
SLOT, INTERCEPT = "slot.", "intercept."  # no id of a card has a dot

# Measures (C.8).

MEASURE: Final = 3
INTEL_MEASURE: Final = 4
AMNESTICS_MEASURE: Final = 4
BREACH_HOME: Final = 1  # SA-26.2: the anomaly's measure is so much higher in a breach
ONLY_POPS: Final = 6  # SA-19.4

# Numbers of the set-up and of the phases.

TURN_DIE: Final = 6
THRESHOLD: Final = 10  # SA-2.6
STARTING_ASSETS: Final = {SPACE: 1, PERSONNEL: 1, RESOURCES: 1, INTEL: 0}  # SA-9.4
STARTING_CHARACTERS: Final = 2
SLOT_COVERS: Final = 2
DRAW_EACH: Final = 2  # SA-13.2
SPACE_PRICE: Final = 2  # SA-13.18
STUDY_DICE: Final = 2  # SA-32.32
SENTINEL_THREAT: Final = 2  # SA-33.16
PRINTED_ROWS: Final = 2  # SA-24.10


def starting_masquerade(players: int) -> int:
    """SA-2.2., SA-10.6"""
    return 15 + 2 * players


def slots_for(players: int) -> int:
    """SA-3.7: six slots for three or fewer players, else eight."""
    return 6 if players <= 3 else 8


def base_situations(players: int) -> int:
    """SA-12.7."""
    return players // 2 + 1


def market_size(players: int) -> int:
    """SA-Q-17: slots on each side of the Black Market."""
    return 3 if players <= 3 else 4


def slot_key(number: int) -> str:
    """A slot as a place of the Situation Zone and as a mission."""
    return f"{SLOT}{number}"


def next_intercept(taken: list[str]) -> str:
    """A name for one more interception."""
    number = 1
    while f"{INTERCEPT}{number}" in taken:
        number += 1
    return f"{INTERCEPT}{number}"


SEAT_KEYS: Final = tuple(f"S{seat}" for seat in range(6))
TEAMS: Final = {f"S{seat}-{mtf}": (seat, mtf) for seat in range(6) for mtf in MTFS}
"""Every MTF of every player, by its key."""
