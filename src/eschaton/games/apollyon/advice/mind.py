"""What a player makes of the table: how strong Characters and anomalies are, and what is still missing to win.

Everything is read off the table as one seat sees it, as the rules read it. What lies behind a Situation is guessed from
the cards of the box that look alike from the Unknown side, as anybody who knows the box would.
"""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any, Final, NamedTuple

from eschaton.games.apollyon.box.cards import ApollyonBox
from eschaton.games.apollyon.box.components import (
    ACTIVE,
    APOLLYON,
    FALSE_ALARM,
    GARRISON,
    KETER,
    MATERIAL,
    NUMBERED,
    PUBLIC,
    SCOUTING,
    SEAT_KEYS,
    SUBDUED,
    TC,
    VACATION,
)
from eschaton.games.apollyon.box.facts import unknown_side
from eschaton.games.apollyon.rules.ratings import masquerade_cost, minions_threat, skill, subdue, threat
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Seat
from eschaton.kernel.seen import UNKNOWN

HIT: Final = 0.8  # successes per die of an engagement, extra dice included (ledger 6.12)
SKILL_WORTH: Final = {
    "amnestics": 0.8,
    "defender": 0.9,
    "expert": 1.2,
    "firepower": 0.8,
    "leader": 0.7,
    "memetic-resistance": 0.4,
    "neutralizer": 0.4,
    "scientist": 0.6,
    "scout": 0.4,
    "sentinel": 0.8,
    "tranquilizer": 1.1,
}
SAVE_FROM: Final = 4  # from this turn on the Apollyon's containment is saved for
PLENTY_OF_INTEL: Final = 8
APPEARS: Final = 6  # the turn in which it comes
TO_COME: Final = 1.0  # how many of the tokens it wants a site gets in a turn


class Foe(NamedTuple):
    """What a team is to meet: its dice, the Wounds that subdue it, its cost while loose."""

    threat: float
    subdue: float
    cost: float


class Fighter(NamedTuple):
    """What a Character adds to a team."""

    dice: int
    leader: int
    flat: int  # successes without rolling, or Subdue taken off
    room: int
    shield: int


class Mind:
    """One seat's opinion of the table."""

    def __init__(self, table: Apollyon, seat: Seat) -> None:
        table.stand_still(True)  # it is one's own, and only looked at
        self.table = table
        self.me = seat
        self.box = table.box
        self.characters = table.characters
        self.anomalies = table.anomalies
        self.pool = table.sites[seat].pool
        self.turn = table.turn
        self.alone = table.players_count == 1
        self._fighters: dict[str, Fighter] = {}

    # Characters.

    def mine(self, *zones: str) -> list[str]:
        """My Characters in these zones, in line."""
        return [piece for piece, who in self.characters.items() if who.seat == self.me and who.zone in zones]

    def skill(self, piece: str, name: str) -> int:
        """A Skill that a Character can use."""
        return skill(self.table, piece, name)

    def threat(self, piece: str) -> int:
        """The dice a Character adds on a mission, with its Minions; none with a cog."""
        if self.characters[piece].cogs:
            return 0
        return threat(self.table, piece, away=True) + minions_threat(self.table, piece)

    def room(self, piece: str) -> int:
        """How many more Wounds a Character takes before it is Destroyed."""
        return subdue(self.table, piece) - self.characters[piece].wounds

    def skills_of(self, piece: str) -> dict[str, int]:
        """The Skills of a Character, in play or on offer, whether it can use them or not."""
        who = self.characters.get(piece)
        return self.box.skills_of(piece, who.promotions if who is not None else ())

    def worth(self, piece: str) -> float:
        """What a Character is worth to the site, in play or on offer."""
        card, who = self.box.characters[piece], self.characters.get(piece)
        skills = sum(SKILL_WORTH[name] * x for name, x in self.skills_of(piece).items())
        tokens = who.medals - 0.5 * who.cogs if who is not None else 0.0
        return card.threat + 0.6 * card.subdue + skills + tokens

    def promotion_worth(self, piece: str, promotion: str) -> float:
        """What a Promotion adds to a Character; a Skill without a number is had only once (SA-Q-23)."""
        card = self.box.promotions[promotion]
        had = card.skill not in NUMBERED and card.skill in self.skills_of(piece)
        return 0.0 if had else card.x * SKILL_WORTH[card.skill]

    def fighter(self, piece: str) -> Fighter:
        """What a Character adds to a team; worked out once."""
        found = self._fighters.get(piece)
        if found is None:
            found = self._fighters[piece] = Fighter(
                self.threat(piece),
                self.skill(piece, "leader"),
                self.skill(piece, "expert") + self.skill(piece, "tranquilizer"),
                self.room(piece),
                self.skill(piece, "defender"),
            )
        return found

    def strength(self, team: list[str]) -> float:
        """The Wounds a team may be expected to place."""
        leaders = sum(min(self.skill(piece, "leader"), len(team) - 1) for piece in team)
        flat = sum(self.skill(piece, "expert") + self.skill(piece, "tranquilizer") for piece in team)
        return HIT * (sum(map(self.threat, team)) + min(leaders, len(team))) + flat

    def endurance(self, team: list[str]) -> float:
        """The Wounds a team can take before half of it is gone."""
        return sum(max(0, self.room(piece) - 1) + self.skill(piece, "defender") for piece in team) + 0.5 * len(team)

    # Foes.

    def foes(self, mission: str) -> tuple[tuple[float, Foe], ...]:
        """What a mission may lead to, and how likely: a loose anomaly, what a Situation is known to hide, or may."""
        if mission in self.anomalies:
            return ((1.0, self.anomaly(mission)),)
        if mission == SCOUTING:
            return scouted(self.box)
        lying = self.table.situations.get(mission)
        pile = lying.card if lying else self.table.next_situation
        card = pile.cards[0] if pile.cards else UNKNOWN
        if card:
            return ((1.0, mean_of_class(self.box, self.box.situations[card].object_class)),)
        return behind(self.box, unknown_side(pile.back) if pile.cards else "")

    def anomaly(self, piece: str) -> Foe:
        """An anomaly in play, with its Minions."""
        table, what = self.table, self.anomalies[piece]
        left = subdue(table, piece) + sum(minion[1] for minion in what.minions) - what.wounds
        dice = threat(table, piece) + minions_threat(table, piece)
        return Foe(float(dice), float(max(1, left)), float(masquerade_cost(table, piece)))

    def apollyon(self) -> str:
        """The Apollyon, if it is loose."""
        for piece, what in self.anomalies.items():
            if what.zone == PUBLIC and self.box.anomalies[piece].object_class == APOLLYON:
                return piece
        return ""

    def plenty_of_intel(self) -> bool:
        """Whether the players have more Intel than the market lets them spend."""
        intel = sum(site.pool["intel"] for site in self.table.sites)
        return intel >= PLENTY_OF_INTEL

    # Saving up for the Apollyon.

    def held_apollyon(self) -> str:
        """The Apollyon, if it has been subdued and waits for its containment."""
        for piece, what in self.anomalies.items():
            if what.zone in (SUBDUED, TC) and self.box.anomalies[piece].object_class == APOLLYON:
                return piece
        return ""

    def banker(self) -> Seat:
        """Where the Apollyon is to be contained: where it is held, else where it comes by itself (SA-Q-102)."""
        held = self.held_apollyon()
        return self.anomalies[held].seat if held else self.table.administrator

    def wanted(self) -> dict[str, int]:
        """What the Apollyon's containment costs, or may cost: of those in the box the dearest."""
        found = self.apollyon() or self.held_apollyon()
        known = [found] if found else [card for card in self.table.apollyon.cards if card]
        cards = known or self.box.of_class(APOLLYON)
        costs = [self.box.anomalies[card].containment for card in cards]
        return {kind: max((cost.get(kind, 0) for cost in costs), default=0) for kind in MATERIAL}  # type: ignore[call-overload]

    def saved(self) -> dict[str, int]:
        """What all sites have together."""
        return {kind: sum(site.pool.get(kind, 0) for site in self.table.sites) for kind in MATERIAL}

    def lacking(self, cost: dict[Any, int]) -> int:
        """How many tokens the Apollyon's containment would still lack if this were paid."""
        wanted, saved = self.wanted(), self.saved()
        return sum(max(0, wanted[kind] - saved[kind] + cost.get(kind, 0)) for kind in MATERIAL)

    def can_spare(self, cost: dict[Any, int]) -> bool:
        """Whether the players can pay this: freely at first, then so much that what is to come makes up for it.

        Once the Apollyon is held, nothing that its containment wants is spent on anything else.
        """
        if self.held_apollyon():
            wanted, saved = self.wanted(), self.saved()
            return all(saved[kind] - many >= wanted[kind] for kind, many in cost.items() if kind in MATERIAL)
        if self.turn < SAVE_FROM:
            return True
        to_come = TO_COME * max(0, APPEARS + 1 - self.turn) * self.table.players_count
        return self.lacking(cost) <= to_come


@functools.lru_cache(maxsize=64)
def mean_of_class(box: ApollyonBox, object_class: str) -> Foe:
    """The middle of a class of anomaly; a False Alarm need not be met at all (SA-17.2)."""
    cards = [box.anomalies[piece] for piece in box.of_class(object_class)]
    if not cards or object_class == FALSE_ALARM:
        return Foe(0.0, 0.0, 0.0)
    many = len(cards)
    return Foe(
        sum(card.threat for card in cards) / many,
        sum(card.subdue for card in cards) / many,
        sum(card.masquerade_cost for card in cards) / many,
    )


@functools.lru_cache(maxsize=256)
def behind(box: ApollyonBox, unknown: str) -> tuple[tuple[float, Foe], ...]:
    """What is to be expected behind an Unknown side, class by class."""
    alike = [card for card in box.situations.values() if card.unknown == unknown] or [*box.situations.values()]
    many = Counter(card.object_class for card in alike)
    return tuple((count / len(alike), mean_of_class(box, name)) for name, count in many.items())


@functools.lru_cache(maxsize=16)
def scouted(box: ApollyonBox) -> tuple[tuple[float, Foe], ...]:
    """What a Scouting team may run into; a Keter it does not meet (SA-21.5)."""
    many = Counter(card.object_class for card in box.situations.values())
    total = many.total()
    return tuple((count / total, mean_of_class(box, name)) for name, count in many.items() if name != KETER)


def able(mind: Mind, piece: str) -> bool:
    """Whether a Character can do anything this turn."""
    return not mind.characters[piece].cogs


def at_home(mind: Mind) -> list[str]:
    """My Characters that stand, or will stand, in the Garrison."""
    return [piece for piece in mind.mine(GARRISON) if (mind.characters[piece].plan or GARRISON) == GARRISON]


def everybody_active(mind: Mind) -> list[str]:
    """All Characters that would meet the Apollyon (SA-23.10)."""
    return [
        piece for piece, who in mind.characters.items() if who.zone in ACTIVE and who.plan != VACATION and not who.cogs
    ]


def seat_of(key: str) -> Seat:
    """The seat of a seat key; -1 for anything else."""
    return SEAT_KEYS.index(key) if key in SEAT_KEYS else -1
