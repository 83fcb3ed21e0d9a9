"""Turn-order reminders: which cards in play speak in which phase (SA-5.15, SA-10.8). They change nothing."""

from __future__ import annotations

from typing import Any, Final

from eschaton.cardtext.in_force import in_line
from eschaton.games.apollyon import in_force
from eschaton.games.apollyon.box.cards import Cards
from eschaton.games.apollyon.box.components import AMNESTICS, GARRISON, SCIENTIST
from eschaton.games.apollyon.box.timings import END_OF_TURN, EVENT_PHASE, MONTHLY, START_OF_TURN

View = dict[str, Any]

MOMENTS: Final = {
    START_OF_TURN: "Start of Turn",
    EVENT_PHASE: "Event Phase",
    END_OF_TURN: "End of Turn",
    MONTHLY: "Monthly",
}
"""The moments of a turn at which cards speak by themselves, in order."""


def reminders(view: View, box: Cards) -> dict[str, list[str]]:
    """The names of the cards to be remembered at each moment; moments without any are left out."""
    here = {*view["characters"], *view["anomalies"], *(site["director"] for site in view["sites"])}
    found: dict[str, list[str]] = {}
    for timing, moment in MOMENTS.items():
        about = here & box.about.get(timing, set())
        speaking = [*speakers(view, box, timing, about), *(at_work(view, box) if timing == EVENT_PHASE else ())]
        if speaking:
            found[moment] = [named(box, piece) for piece in speaking]
    return found


def speakers(view: View, box: Cards, timing: str, about: set[str]) -> list[str]:
    """Of these cards in play, those whose text at this timing is on, in the order of the box."""
    return [
        piece
        for state, shelf in (("loose", box.loose), ("contained", box.contained))
        for piece in in_line(about, shelf)
        if timing in shelf[piece].powers and speaks(view, piece) == state
    ]


def speaks(view: View, piece: str) -> str:
    """Which texts of a card are on, as `Apollyon.speaks` says of the table itself."""
    who = view["characters"].get(piece)
    if who is not None:
        return in_force.of_character(who["zone"], who["cogs"])
    what = view["anomalies"].get(piece)
    if what is not None:
        return in_force.of_anomaly(what["zone"])
    return "loose" if any(site["director"] == piece for site in view["sites"]) else ""


def at_work(view: View, box: Cards) -> list[str]:
    """SA-23.13: Garrisoned Scientists, and those who give Amnestics; a Promotion makes one too."""
    return [
        piece
        for piece, who in view["characters"].items()
        if who["zone"] == GARRISON
        and not who["cogs"]
        and not skills(box, piece, who).isdisjoint((SCIENTIST, AMNESTICS))
    ]


def skills(box: Cards, piece: str, who: View) -> set[str]:
    """The Skills a Character has, printed or promoted to."""
    return {*box.characters[piece].skills, *(box.promotions[card].skill for card in who["promotions"])}


def named(box: Cards, piece: str) -> str:
    """A card by its name."""
    for shelf in (box.characters, box.anomalies, box.directors):
        if piece in shelf:
            return shelf[piece].name
    return piece
