"""How the table is laid out for the eye: the trackers, the Situation Zone, the Public Zone, the market, a site each.

Made from a view only, so it shows what its viewer may see. Ids of pieces and zones are those that options refer to.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

from eschaton.games.apollyon.box.cards import Cards, cards_of
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
from eschaton.games.apollyon.scene.parts import View, anomaly, kept
from eschaton.games.apollyon.scene.reminders import reminders
from eschaton.games.apollyon.scene.sites import sites
from eschaton.kernel.ask import ALL_SEEING, Viewer
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


def scene(view: View, viewer: Viewer) -> Scene:
    """The whole table for one viewer."""
    box = cards_of(view["cards"])
    steps = {step["step"] for step in view["stack"]}
    ready = [seat for step in view["stack"] for seat in step.get("ready", ())]
    zones = [
        trackers(view, box),
        situation_zone(view, box),
        *free_directors(view, box),
        market({**view, "folded": "GrowthPhase" not in steps}, box),
        *(
            own if viewer in (seat, None, ALL_SEEING) else folded
            for seat, own, folded in sites({**view, "ready": ready}, box)
        ),
        stores(view, box),
    ]
    return Scene(title="SCP: Apollyon", breadcrumb=breadcrumb(view), zones=zones, legend=LEGEND)


def breadcrumb(view: View) -> list[str]:
    """Which month it is, and which phase and step of it."""
    titles = [step["title"] for step in view["stack"] if step["step"] not in UNNAMED]
    steps = [title for title, before in zip(titles, ["", *titles], strict=False) if title != before]
    return [f"Month {view['turn']}", *steps] if view["turn"] else steps


@kept("players_count", "masquerade", "broken", "turn_tracker", "administrator", "sites", "characters", "anomalies")
def trackers(view: View, box: Cards) -> Zone:
    """The Masquerade Tracker, the Turn Tracker and the Turn Order Board (SA-2.1, SA-10.7, SA-10.8)."""
    start = starting_masquerade(view["players_count"])
    at = view["masquerade"]
    masquerade = Zone(
        id="masquerade",
        kind="track",
        title="Masquerade",
        track={"at": at, "length": max(at, start)},
        marks={"icon": "domino-mask", "broken": view["broken"]},
    )
    left = view["turn_tracker"]
    turns = Zone(
        id="turn-tracker",
        kind="track",
        title="Turn Tracker",
        track={"at": left, "length": TURN_DIE},
        marks={"icon": "sands-of-time"},
    )
    marks = {"Administrator": SEAT_KEYS[view["administrator"]]} if view["players_count"] > 1 else {}
    zones = [masquerade, *([turns] if left else [])]
    marks |= {phase: ", ".join(names) for phase, names in reminders(view, box).items()}
    return Zone(id="trackers", kind="row", title="The world", zones=zones, marks=marks)


# The shared boards.


@kept("players_count", "situations", "missions", "anomalies", "aside")
def situation_zone(view: View, box: Cards) -> Zone:
    """A card being carried out, what is loose, the slots from the first on (ledger 6.10), what is intercepted."""
    slots = [slot_key(number) for number in range(1, slots_for(view["players_count"]) + 1)]
    intercepted = [place for place in {**view["situations"], **view["missions"]} if INTERCEPT in place]
    places = [*slots, SCOUTING, *intercepted, next_intercept(intercepted)]
    carried_out = Zone(id="aside", kind="row", title="Being carried out", pieces=aside(view, box))
    zones = [
        carried_out,
        *met(view, box),
        public_zone(view, box),
        *(mission_place(view, box, place) for place in dict.fromkeys(places)),
    ]
    return Zone(id="situations", kind="row", title="Situation Zone", zones=zones)


def mission_place(view: View, box: Cards, place: str) -> Zone:
    """A slot, an interception, or where the Scouting teams gather: its Situation and the markers of its MTFs."""
    pieces = []
    found = view["situations"].get(place)
    if found is not None:
        pieces.append(situation(box, found["card"], place, found["tokens"]))
    on = pieces[0].id if pieces else ""
    pieces += [marker(team, on) for team in view["missions"].get(place, ())]
    return Zone(id=place, kind="row", title=place_title(place), pieces=pieces)


def situation(box: Cards, pile: View, place: str, tokens: int = 0) -> Piece:
    """A Situation as this viewer sees it: turned over, or from its Unknown side."""
    card = pile["cards"][0]
    if card is None:
        return back_of_situation(f"{place}:situation", pile["back"], tokens)
    return situation_face(card, box.situations[card], tokens)


def marker(team: str, on: str = "") -> Piece:
    """An MTF Marker on its mission (SA-9.3)."""
    seat, mtf = TEAMS[team]
    return Piece(id=f"{team}:marker", kind="marker", title=f"{PLACES[mtf]} of {SEAT_KEYS[seat]}", owner=seat, on=on)


def public_zone(view: View, box: Cards) -> Zone:
    """What is loose."""
    loose = anomalies_in(view, PUBLIC)
    hunters = [marker(team, piece) for piece in loose for team in view["missions"].get(piece, ())]
    pieces = [anomaly(box, piece, what) for piece, what in loose.items()]
    return Zone(id="public", kind="row", title="Public Zone", pieces=[*pieces, *hunters])


def met(view: View, box: Cards) -> list[Zone]:
    """What is just being engaged and lies nowhere yet (SA-17.5, SA-26.1)."""
    pieces = [anomaly(box, piece, what) for piece, what in anomalies_in(view, MET).items()]
    return [Zone(id="met", kind="row", title="Engaged", pieces=pieces)] if pieces else []


def set_aside(view: View, box: Cards) -> Zone:
    """The Apollyon until it appears (SA-10.9)."""
    pieces = [
        anomaly_face(card, box.anomalies[card], {}) if card else Piece(id="apollyon#0", kind="card", back="Apollyon")
        for card in view["apollyon"]["cards"]
    ]
    return Zone(id="apollyon", kind="deck", title="Set aside", pieces=pieces)


def anomalies_in(view: View, zone: str) -> dict[str, View]:
    """The anomalies in a zone."""
    return {piece: what for piece, what in view["anomalies"].items() if what["zone"] == zone}


@kept("market_characters", "market_intel", "draw_pile", "folded")
def market(view: View, box: Cards) -> Zone:
    """The Black Market and the Draw Pile (SA-13.2, SA-13.14), put away but in the Growth Phase."""
    characters = [face_in(box, "character", piece) for piece in known(view["market_characters"])]
    intel = [face_in(box, "intel", piece) for piece in known(view["market_intel"])]
    assets = [face_in(box, "asset", piece) for piece in known(view["draw_pile"])]
    promotions = [promotion_face(piece, card) for piece, card in box.promotions.items()]
    return Zone(
        id="market",
        kind="row",
        title="Black Market",
        folded=view["folded"],
        zones=[
            Zone(id="market:characters", kind="row", title="Characters for hire", pieces=characters),
            Zone(id="market:intel", kind="row", title="Intel for sale", pieces=intel),
            Zone(id="draw-pile", kind="row", title="Draw Pile", pieces=assets),
            Zone(id="promotions", kind="row", title="Promotions", pieces=promotions, folded=True),
        ],
    )


@lru_cache(maxsize=2048)
def face_in(box: Cards, deck: str, card: str) -> Piece:
    """A card of a deck, face up."""
    match deck:
        case "character":
            return character_face(card, box.characters[card], {})
        case "situation":
            return situation_face(card, box.situations[card])
        case "asset":
            return asset_face(card, box.assets[card])
        case "intel":
            return intel_face(card, box.intel[card])
        case "event":
            return event_face(card, box.events[card])
    return anomaly_face(card, box.anomalies[card], {})


@kept("sites", "directors")
def free_directors(view: View, box: Cards) -> list[Zone]:
    """Site Directors to pick from, while somebody has none."""
    if all(found["director"] for found in view["sites"]):
        return []
    free = [director_face(card, box.directors[card]) for card in known(view["directors"])]
    return [Zone(id="directors", kind="row", title="Site Directors", pieces=free)]


@kept("apollyon", "next_situation", "decks", "discards")
def stores(view: View, box: Cards) -> Zone:
    """Decks with their sizes, discards, and the Promotions to be had."""
    zones = [set_aside(view, box)] if view["apollyon"]["cards"] else []
    top = view["next_situation"]
    if top["cards"]:
        next_up = situation(box, top, "next")
        zones.append(Zone(id="next-situation", kind="deck", title="Top Situation", pieces=[next_up]))
    for name, pile in view["decks"].items():
        pieces = [
            face_in(box, name, card) if card else blank
            for card, blank in zip(pile["cards"], face_down(name, len(pile["cards"])), strict=True)
        ]
        if pieces:
            zones.append(Zone(id=f"{name}-deck", kind="deck", title=f"{worded(name)} deck", pieces=pieces))
    for name, pile in view["discards"].items():
        gone = [face_in(box, name, card) for card in known(pile)]
        if gone:
            zones.append(Zone(id=f"{name}-discard", kind="deck", title=f"{worded(name)} discard", pieces=gone))
    return Zone(id="stores", kind="row", title="Decks and discards", zones=zones, folded=True)


@cache
def face_down(name: str, many: int) -> list[Piece]:
    """The cards of a deck that nobody knows."""
    return [Piece(id=f"{name}-deck#{place}", kind="card", back=worded(name)) for place in range(many)]


def aside(view: View, box: Cards) -> list[Piece]:
    """Cards that are just being carried out."""
    shelves: dict[str, Any] = {"intel": box.intel, "event": box.events, "situation": box.situations}
    return [
        face_in(box, deck, card) for card in known(view["aside"]) for deck, shelf in shelves.items() if card in shelf
    ]


def known(pile: View) -> list[str]:
    """The faces this viewer knows."""
    return [card for card in pile["cards"] if card]
