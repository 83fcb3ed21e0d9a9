"""Which events show a card at work, for those who count what cards do (SA-6)."""

from __future__ import annotations

from eschaton.cardtext.box import FRONT
from eschaton.cardtext.usage import Shows
from eschaton.games.apollyon.box.cards import CONTAINED
from eschaton.games.apollyon.box.components import AC

SHOWS = (
    Shows("took", "card"),
    Shows("intel bought", "card"),
    Shows("event", "card"),
    Shows("promoted", "promotion"),
    Shows("joined", "character", FRONT),
    Shows("found", "anomaly", FRONT),
    Shows("apollyon", "anomaly", FRONT),
    Shows("director", "card", FRONT),
    Shows("first contact", "situation", FRONT),
    Shows("moved", "anomaly", CONTAINED, where=("zone", AC)),
)
