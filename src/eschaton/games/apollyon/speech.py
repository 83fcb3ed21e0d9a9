"""Which texts of a card are on where it lies: "loose" (all outside the Contained box), "contained", or none."""

from __future__ import annotations

from eschaton.games.apollyon.components import AC, ACTIVE, MET, PUBLIC

LOOSE = frozenset({PUBLIC, MET})
"""Where an anomaly's text outside the Contained box is on."""


def of_character(zone: str, cogs: int) -> str:
    """SA-14.6, SA-32.3: a Character's, while it is active and has no cog."""
    return "loose" if zone in ACTIVE and not cogs else ""


def of_anomaly(zone: str) -> str:
    """SA-5.11, SA-6.4, SA-24.5: an anomaly's, by whether it is loose, contained, or neither."""
    return "loose" if zone in LOOSE else "contained" if zone == AC else ""
