"""How the table is laid out for the eye: the trackers, the Situation Zone, the Public Zone, the market, a site each.

Made from the table as its viewer sees it, so it shows nothing else. Ids of pieces and zones are those that options
refer to.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from eschaton.games.apollyon.box.cards import ApollyonBox
from eschaton.games.apollyon.box.components import (
    INTERCEPT,
    MET,
    PUBLIC,
    RESOURCES,
    SCOUTING,
    SEAT_KEYS,
    TEAMS,
    TURN_DIE,
    next_intercept,
    slot_key,
    slots_for,
    starting_masquerade,
)
from eschaton.games.apollyon.box.names import PLACES, place_title, worded
from eschaton.games.apollyon.scene.faces import (
    ASSET_ICONS,
    SKILL_ICONS,
    anomaly_face,
    asset_face,
    back_of_situation,
    character_face,
    director_face,
    event_face,
    intel_face,
    promotion_face,
    situation_face,
)
from eschaton.games.apollyon.scene.parts import anomaly
from eschaton.games.apollyon.scene.reminders import reminders
from eschaton.games.apollyon.scene.sites import sites
from eschaton.games.apollyon.state import Anomaly, Apollyon
from eschaton.kernel.ask import ALL_SEEING, Viewer
from eschaton.kernel.parts import kept
from eschaton.kernel.pile import Pile
from eschaton.kernel.scene import Piece, Scene, Zone

LEGEND = {
    **{worded(skill): icon for skill, icon in SKILL_ICONS.items()},
    **{worded(kind): icon for kind, icon in ASSET_ICONS.items()},
    "Resource": ASSET_ICONS[RESOURCES],
    "Any": "coins",
    "Threat": "crossed-swords",
    "Subdue": "handcuffs",
    "Masquerade Cost": "domino-mask",
    "Danger": "hazard-sign",
    "Wounds": "drop",
    "Cognitohazards": "psychic-waves",
    "Medals": "medal",
    "Medal": "medal",
    "Study Tokens": "microscope",
    "Counters": "token",
    "Minions": "minions",
    "price": "price-tag",
    "gives": "check-mark",
    "held by": "circle-cage",
    "to contain": "padlock",
}
"""Words that are drawn as icons."""

UNNAMED = frozenset(
    {
        "Turn",
        "Decide",
        "Offer",
        "Picked",
        "Missions",
        "Window",
        "Use",
        "Growth",
        "Perform",
        "Announcement",
        "StepEffects",
        "CarryOut",
        "AnomalyRoll",
    }
)  # pending steps that tell a player nothing


def scene(table: Apollyon, viewer: Viewer) -> Scene:
    """The whole table for one viewer."""
    ready = [seat for step in table.stack for seat in getattr(step, "ready", ())]
    zones = [
        trackers(table),
        situation_zone(table),
        *free_directors(table),
        market(table, not table.scope("GrowthPhase")),
        *(own if viewer in (seat, None, ALL_SEEING) else folded for seat, own, folded in sites(table, ready)),
        stores(table),
    ]
    return Scene(title="SCP: Apollyon", breadcrumb=breadcrumb(table), zones=zones, legend=LEGEND, goal=goal(viewer))


def goal(viewer: Viewer) -> str:
    """SA-1.5, SA-1.7: what all play for, in our words."""
    is_player = viewer is not None and viewer >= 0
    return "Together: subdue and contain the Apollyon before the Masquerade reaches 0." if is_player else ""


def breadcrumb(table: Apollyon) -> list[str]:
    """Which month it is, and which phase and step of it."""
    titles = [step.title() for step in table.stack if step.step_name not in UNNAMED]
    steps = [title for title, before in zip(titles, ["", *titles], strict=False) if title != before]
    return [f"Month {table.turn}", *steps] if table.turn else steps


@kept(
    "cards",
    "players_count",
    "masquerade",
    "broken",
    "turn_tracker",
    "administrator",
    "sites",
    "characters",
    "anomalies",
)
def trackers(table: Apollyon) -> Zone:
    """The Masquerade Tracker, the Turn Tracker and the Turn Order Board (SA-2.1, SA-10.7, SA-10.8)."""
    start = starting_masquerade(table.players_count)
    at = table.masquerade
    masquerade = Zone(
        id="masquerade",
        kind="track",
        title="Masquerade",
        track={"at": at, "length": max(at, start)},
        marks={"icon": "domino-mask", "broken": table.broken},
    )
    left = table.turn_tracker
    turns = Zone(
        id="turn-tracker",
        kind="track",
        title="Turn Tracker",
        track={"at": left, "length": TURN_DIE},
        marks={"icon": "sands-of-time"},
    )
    marks = {"Administrator": SEAT_KEYS[table.administrator]} if table.players_count > 1 else {}
    zones = [masquerade, *([turns] if left else [])]
    marks |= {phase: ", ".join(names) for phase, names in reminders(table).items()}
    return Zone(id="trackers", kind="row", title="The world", zones=zones, marks=marks)


# The shared boards.


@kept("cards", "players_count", "situations", "missions", "anomalies", "aside")
def situation_zone(table: Apollyon) -> Zone:
    """A card being carried out, what is loose, the slots from the first on (ledger 6.10), what is intercepted."""
    slots = [slot_key(number) for number in range(1, slots_for(table.players_count) + 1)]
    intercepted = [place for place in {**table.situations, **table.missions} if INTERCEPT in place]
    places = [*slots, SCOUTING, *intercepted, next_intercept(intercepted)]
    carried_out = Zone(id="aside", kind="row", title="Being carried out", pieces=aside(table))
    zones = [
        carried_out,
        *met(table),
        public_zone(table),
        *(mission_place(table, place) for place in dict.fromkeys(places)),
    ]
    return Zone(id="situations", kind="row", title="Situation Zone", zones=zones)


def mission_place(table: Apollyon, place: str) -> Zone:
    """A slot, an interception, or where the Scouting teams gather: its Situation and the markers of its MTFs."""
    pieces = []
    found = table.situations.get(place)
    if found is not None:
        pieces.append(situation(table.box, found.card, place, found.tokens))
    on = pieces[0].id if pieces else ""
    pieces += [marker(team, on) for team in table.missions.get(place, ())]
    return Zone(id=place, kind="row", title=place_title(place), pieces=pieces)


def situation(box: ApollyonBox, pile: Pile, place: str, tokens: int = 0) -> Piece:
    """A Situation as this viewer sees it: turned over, or from its Unknown side."""
    card = pile.cards[0]
    if not card:
        return back_of_situation(f"{place}:situation", pile.back, tokens)
    return situation_face(card, box.situations[card], tokens)


def marker(team: str, on: str = "") -> Piece:
    """An MTF Marker on its mission (SA-9.3)."""
    seat, mtf = TEAMS[team]
    return Piece(id=f"{team}:marker", kind="marker", title=f"{PLACES[mtf]} of {SEAT_KEYS[seat]}", owner=seat, on=on)


def public_zone(table: Apollyon) -> Zone:
    """What is loose."""
    loose = anomalies_in(table, PUBLIC)
    hunters = [marker(team, piece) for piece in loose for team in table.missions.get(piece, ())]
    pieces = [anomaly(table.cards, piece, what) for piece, what in loose.items()]
    return Zone(id="public", kind="row", title="Public Zone", pieces=[*pieces, *hunters])


def met(table: Apollyon) -> list[Zone]:
    """What is just being engaged and lies nowhere yet (SA-17.5, SA-26.1)."""
    pieces = [anomaly(table.cards, piece, what) for piece, what in anomalies_in(table, MET).items()]
    return [Zone(id="met", kind="row", title="Engaged", pieces=pieces)] if pieces else []


def set_aside(table: Apollyon) -> Zone:
    """The Apollyon until it appears (SA-10.9)."""
    pieces = [
        anomaly_face(table.box, card) if card else Piece(id="apollyon#0", kind="card", back="Apollyon")
        for card in table.apollyon.cards
    ]
    return Zone(id="apollyon", kind="deck", title="Set aside", pieces=pieces)


def anomalies_in(table: Apollyon, zone: str) -> dict[str, Anomaly]:
    """The anomalies in a zone."""
    return {piece: what for piece, what in table.anomalies.items() if what.zone == zone}


@kept("cards", "market_characters", "market_intel", "draw_pile")
def market(table: Apollyon, folded: bool) -> Zone:
    """The Black Market and the Draw Pile (SA-13.2, SA-13.14), put away but in the Growth Phase."""
    box = table.box
    characters = [face_in(box, "character", piece) for piece in known(table.market_characters)]
    intel = [face_in(box, "intel", piece) for piece in known(table.market_intel)]
    assets = [face_in(box, "asset", piece) for piece in known(table.draw_pile)]
    promotions = [promotion_face(piece, card) for piece, card in box.promotions.items()]
    return Zone(
        id="market",
        kind="row",
        title="Black Market",
        folded=folded,
        zones=[
            Zone(id="market:characters", kind="row", title="Characters for hire", pieces=characters),
            Zone(id="market:intel", kind="row", title="Intel for sale", pieces=intel),
            Zone(id="draw-pile", kind="row", title="Draw Pile", pieces=assets),
            Zone(id="promotions", kind="row", title="Promotions", pieces=promotions, folded=True),
        ],
    )


@lru_cache(maxsize=2048)
def face_in(box: ApollyonBox, deck: str, card: str) -> Piece:
    """A card of a deck, face up."""
    match deck:
        case "character":
            return character_face(box, card)
        case "situation":
            return situation_face(card, box.situations[card])
        case "asset":
            return asset_face(card, box.assets[card])
        case "intel":
            return intel_face(card, box.intel[card])
        case "event":
            return event_face(card, box.events[card])
    return anomaly_face(box, card)


@kept("cards", "sites", "directors")
def free_directors(table: Apollyon) -> list[Zone]:
    """Site Directors to pick from, while somebody has none."""
    if all(found.director for found in table.sites):
        return []
    free = [director_face(card, table.box.directors[card]) for card in known(table.directors)]
    return [Zone(id="directors", kind="row", title="Site Directors", pieces=free)]


@kept("cards", "apollyon", "next_situation", "decks", "discards")
def stores(table: Apollyon) -> Zone:
    """Decks with their sizes, discards, and the Promotions to be had."""
    box = table.box
    zones = [set_aside(table)] if table.apollyon.cards else []
    top = table.next_situation
    if top.cards:
        next_up = situation(box, top, "next")
        zones.append(Zone(id="next-situation", kind="deck", title="Top Situation", pieces=[next_up]))
    for name, pile in table.decks.items():
        pieces = [
            face_in(box, name, card) if card else blank
            for card, blank in zip(pile.faces(), face_down(name, len(pile.cards)), strict=True)
        ]
        if pieces:
            zones.append(Zone(id=f"{name}-deck", kind="deck", title=f"{worded(name)} deck", pieces=pieces))
    for name, pile in table.discards.items():
        gone = [face_in(box, name, card) for card in known(pile)]
        if gone:
            zones.append(Zone(id=f"{name}-discard", kind="deck", title=f"{worded(name)} discard", pieces=gone))
    return Zone(id="stores", kind="row", title="Decks and discards", zones=zones, folded=True)


@cache
def face_down(name: str, many: int) -> list[Piece]:
    """The cards of a deck that nobody knows."""
    return [Piece(id=f"{name}-deck#{place}", kind="card", back=worded(name)) for place in range(many)]


def aside(table: Apollyon) -> list[Piece]:
    """Cards that are just being carried out."""
    box = table.box
    shelves: dict[str, Any] = {"intel": box.intel, "event": box.events, "situation": box.situations}
    return [face_in(box, deck, card) for card in known(table.aside) for deck, shelf in shelves.items() if card in shelf]


def known(pile: Pile) -> list[str]:
    """The faces this viewer knows."""
    return [card for card in pile.faces() if card]
