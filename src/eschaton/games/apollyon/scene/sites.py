"""The Site Facility Boards in the scene: each player's Assets, Characters and anomalies (SA-9)."""

from __future__ import annotations

from msgspec.structs import replace

from eschaton.games.apollyon.box.cards import ApollyonBox, cards_of
from eschaton.games.apollyon.box.components import (
    AC,
    ASSETS,
    GARRISON,
    LOST,
    MTFS,
    PRINTED_ROWS,
    SEAT_KEYS,
    SUBDUED,
    TC,
)
from eschaton.games.apollyon.box.names import PLACES, place_title
from eschaton.games.apollyon.scene.faces import director_face, token
from eschaton.games.apollyon.scene.parts import anomaly, character
from eschaton.games.apollyon.state import Anomaly, Apollyon, Character, Site
from eschaton.kernel.ask import Seat
from eschaton.kernel.parts import alike, kept
from eschaton.kernel.scene import Piece, Zone

Drawn = tuple[Seat, Zone, Zone]
"""A seat, and its site as its own player sees it and as the others do, to whom most of it is folded away."""


@kept("cards", "sites", "characters", "anomalies", "missions")
def sites(table: Apollyon, ready: list[Seat]) -> list[Drawn]:
    """All Site Facility Boards."""
    missions = {team: mission for mission, teams in table.missions.items() for team in teams}
    return [
        site(
            table.cards,
            one,
            {piece: who for piece, who in table.characters.items() if who.seat == one.seat},
            {piece: what for piece, what in table.anomalies.items() if what.seat == one.seat},
            {mtf: missions.get(f"{SEAT_KEYS[one.seat]}-{mtf}", "") for mtf in MTFS},
            one.seat in ready,
        )
        for one in table.sites
    ]


@alike
def site(
    cards: str,
    one: Site,
    characters: dict[str, Character],
    anomalies: dict[str, Anomaly],
    missions: dict[str, str],
    ready: bool,
) -> Drawn:
    """One player's Site Facility Board."""
    seat, key, box = one.seat, SEAT_KEYS[one.seat], cards_of(cards)
    zones = [
        *directed(box, seat, one.director),
        *(place(box, seat, zone, characters, anomalies, missions.get(zone, "")) for zone in PLACES),
        Zone(id=f"{key}-tc", kind="row", title="Temporary Containment", pieces=held(box, anomalies, TC)),
        *rows(box, seat, anomalies),
    ]
    zones = [zone for zone in zones if shown(zone)]
    own = Zone(
        id=key,
        kind="row",
        title=key,
        owner=seat,
        marks={"ready": ready},  # SA-11.3
        pieces=[token(f"{key}:{kind}", kind, one.pool.get(kind, 0), seat) for kind in ASSETS],
        zones=zones,
    )
    away = Zone(id=f"{key}-site", kind="row", title="Site", owner=seat, zones=zones, folded=True)
    return seat, own, replace(own, zones=[away])


def directed(box: ApollyonBox, seat: Seat, director: str) -> list[Zone]:
    """The Site Director, once there is one."""
    if not director:
        return []
    face = director_face(director, box.directors[director], seat)
    return [Zone(id=f"{SEAT_KEYS[seat]}-director", kind="deck", title="Director", pieces=[face])]


def shown(zone: Zone) -> bool:
    """Whether a place of a site is worth drawing: if nobody is Lost, there is no place for them."""
    return bool(zone.pieces) or not zone.id.endswith(LOST)


def place(
    box: ApollyonBox, seat: Seat, zone: str, people: dict[str, Character], anomalies: dict[str, Anomaly], mission: str
) -> Zone:
    """A Garrison, an MTF, and so on: its Characters in line, planned ones too (SA-14.12), and what an MTF carries.

    What the giant engagement has subdued no MTF carries (SA-Q-102): the Garrison keeps it.
    """
    line = [character(box.key, piece, who) for piece, who in people.items() if (who.plan or who.zone) == zone]
    carried = [
        anomaly(box.key, piece, what)
        for piece, what in anomalies.items()
        if what.zone == SUBDUED and (what.mtf.partition("-")[2] or GARRISON) == zone
    ]
    return Zone(
        id=f"{SEAT_KEYS[seat]}-{zone}",
        kind="row",
        title=PLACES[zone],
        owner=seat,
        pieces=[*line, *carried],
        marks={"mission": mission_title(box, mission)} if mission else {},
    )


def mission_title(box: ApollyonBox, mission: str) -> str:
    """A mission by name: the anomaly to be captured, or the place."""
    return box.anomalies[mission].name if mission in box.anomalies else place_title(mission)


def held(box: ApollyonBox, anomalies: dict[str, Anomaly], zone: str, row: int | None = None) -> list[Piece]:
    """The anomalies of a site in a zone, and in one row of it if that is said."""
    return [
        anomaly(box.key, piece, what)
        for piece, what in anomalies.items()
        if what.zone == zone and row in (None, what.row)
    ]


def rows(box: ApollyonBox, seat: Seat, anomalies: dict[str, Anomaly]) -> list[Zone]:
    """The rows of Active Containment: two printed ones and those that are in use (SA-24.10, SA-24.11)."""
    used = [what.row for what in anomalies.values() if what.zone == AC]
    many = max([PRINTED_ROWS, *(row + 1 for row in used)])
    return [
        Zone(
            id=f"{SEAT_KEYS[seat]}-row{row + 1}",
            kind="row",
            title=f"Containment, row {row + 1}",
            owner=seat,
            pieces=held(box, anomalies, AC, row),
        )
        for row in range(many)
    ]
