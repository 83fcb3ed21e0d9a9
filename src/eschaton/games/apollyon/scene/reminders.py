"""Turn-order reminders: which cards in play speak in which phase (SA-5.15, SA-10.8). They change nothing."""

from __future__ import annotations

from typing import Final

from eschaton.cardtext.in_force import in_line
from eschaton.games.apollyon.box.cards import ApollyonBox
from eschaton.games.apollyon.box.components import AMNESTICS, GARRISON, SCIENTIST
from eschaton.games.apollyon.box.timings import END_OF_TURN, EVENT_PHASE, MONTHLY, START_OF_TURN
from eschaton.games.apollyon.state import Apollyon

MOMENTS: Final = {
    START_OF_TURN: "Start of Turn",
    EVENT_PHASE: "Event Phase",
    END_OF_TURN: "End of Turn",
    MONTHLY: "Monthly",
}
"""The moments of a turn at which cards speak by themselves, in order."""


def reminders(table: Apollyon) -> dict[str, list[str]]:
    """The names of the cards to be remembered at each moment; moments without any are left out."""
    box = table.box
    here = {*table.characters, *table.anomalies, *(site.director for site in table.sites)}
    found: dict[str, list[str]] = {}
    for timing, moment in MOMENTS.items():
        about = here & box.about.get(timing, set())
        speaking = [*speakers(table, box, timing, about), *(at_work(table, box) if timing == EVENT_PHASE else ())]
        if speaking:
            found[moment] = [named(box, piece) for piece in speaking]
    return found


def speakers(table: Apollyon, box: ApollyonBox, timing: str, about: set[str]) -> list[str]:
    """Of these cards in play, those whose text at this timing is on, in the order of the box."""
    return [
        piece
        for state, shelf in (("loose", box.loose), ("contained", box.contained))
        for piece in in_line(about, shelf)
        if timing in shelf[piece].powers and table.speaks(piece) == state
    ]


def at_work(table: Apollyon, box: ApollyonBox) -> list[str]:
    """SA-23.13: Garrisoned Scientists, and those who give Amnestics; a Promotion makes one too."""
    return [
        piece
        for piece, who in table.characters.items()
        if who.zone == GARRISON
        and not who.cogs
        and not box.skills_of(piece, who.promotions).keys().isdisjoint((SCIENTIST, AMNESTICS))
    ]


def named(box: ApollyonBox, piece: str) -> str:
    """A card by its name."""
    for shelf in (box.characters, box.anomalies, box.directors):
        if piece in shelf:
            return shelf[piece].name
    return piece
