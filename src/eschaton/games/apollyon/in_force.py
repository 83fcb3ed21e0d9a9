"""Which texts of a card are on (SA-5.11, SA-6.4, SA-14.6, SA-24.5, SA-32.3)."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

from eschaton.cardtext.box import Texts
from eschaton.cardtext.in_force import KeptTexts, in_line
from eschaton.games.apollyon.box.components import AC, ACTIVE, MET, PUBLIC

if TYPE_CHECKING:
    from eschaton.games.apollyon.state import Apollyon

STEP_NAME = attrgetter("step_name")
LOOSE = frozenset({PUBLIC, MET})
"""Where an anomaly's text outside the Contained box is on."""


class Found(KeptTexts):
    """What was found of the cards in play; besides, whether no Character bears what can Destroy it."""

    unhurt = False


def listen(table: Apollyon, situation: str) -> dict[str, Texts]:
    """The cards whose texts are on: Characters, anomalies, directors, a Situation; then those in Contained boxes."""
    characters, anomalies = table.characters, table.anomalies
    loose, contained = table.box.loose, table.box.contained
    found: dict[str, Texts] = {}
    for piece in in_line(loose.keys(), characters):
        who = characters[piece]
        if of_character(who.zone, who.cogs):
            found[piece] = loose[piece]
    free = [piece for piece, what in anomalies.items() if what.zone in LOOSE]
    for piece in (*free, *(site.director for site in table.sites), situation):
        if piece in loose:
            found[piece] = loose[piece]
    for piece in in_line(contained.keys(), anomalies):
        if anomalies[piece].zone == AC:
            found[piece] = contained[piece]
    return found


def situation(table: Apollyon) -> str:
    """The Situation that is resolved now, if any."""
    return table.situations[resolving(table).place].piece if "Resolve" in map(STEP_NAME, table.stack) else ""


def resolving(table: Apollyon) -> Any:
    """The step that resolves a Situation now, if any."""
    return next((step for step in table.stack if step.step_name == "Resolve"), None)


def of_character(zone: str, cogs: int) -> str:
    """SA-14.6, SA-32.3: a Character's, while it is active and has no cog."""
    return "loose" if zone in ACTIVE and not cogs else ""


def of_anomaly(zone: str) -> str:
    """SA-5.11, SA-6.4, SA-24.5, SA-6.1, SA-24.16: an anomaly's, by whether it is loose, contained, or neither."""
    return "loose" if zone in LOOSE else "contained" if zone == AC else ""
