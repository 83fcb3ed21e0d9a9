"""Scenes: a view laid out for the eye, as zones with pieces. Browser and terminal draw this and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from eschaton.kernel.ask import Seat


class Side(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One side of a die: a number, up to two symbols (words of the scene's legend), and drops."""

    number: int | None = None
    symbols: list[str] = []
    drops: int = 0


class Die(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What a die is made of, what it shows, and all its sides.

    `now` is what its number has come to when it was lowered or raised; one that is crossed out shows it for nothing.
    """

    colour: str = "bone"
    shows: Side | None = None
    now: int | None = None
    crossed: bool = False
    sides: list[Side] = []


class Piece(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A card, die, token, pawn, marker or choice, with a stable id that options refer to. Without a title it lies face
    down.

    `sides` are short words on the sides of a card by direction: north, east, south and west.
    """

    id: str
    kind: str
    title: str = ""
    text: str = ""
    icon: str = ""
    back: str = ""
    count: int = 1
    owner: Seat | None = None
    on: str = ""
    tags: list[str] = []
    marks: dict[str, Any] = {}
    die: Die | None = None
    sides: dict[str, str] = {}


class Spot(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Where a place lies on the ground of a map or an arena, in the ground's own units, and how it is drawn there.

    `label` is its number or a short name; `price` what going there costs or brings now; `modifier` what counts on it.
    The shapes are circle, square, diamond, hexagon, triangle and star.
    """

    x: float
    y: float
    label: str = ""
    shape: str = "circle"
    icon: str = ""
    price: str = ""
    modifier: str = ""
    exit: bool = False


class Way(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A way between two places: a road, a cliff, a closed one, or an arrow. A route takes those that have steps.

    `label` is written on it, as the number on an arrow is.
    """

    start: str
    end: str
    kind: str = "road"
    one_way: bool = False
    label: str = ""
    steps: int = 1


class Region(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A stretch of ground: land, water, wood, hills or waste, inside an outline that is drawn as a curve."""

    outline: list[tuple[float, ...]]
    title: str = ""
    kind: str = "land"


class Ground(msgspec.Struct, omit_defaults=True, kw_only=True):
    """What a map is drawn on: how wide and high it is, its regions, the meshes of its grid, and what its signs mean."""

    width: float = 160
    height: float = 100
    regions: list[Region] = []
    grid: float = 0
    legend: dict[str, str] = {}


class Overlay(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A diagram laid on a board, as a card shows it: ways, and short words on places."""

    title: str
    ways: list[Way] = []
    notes: dict[str, str] = {}


class Entry(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A part of a page under a title of its own; without paragraphs it is still closed."""

    id: str
    title: str = ""
    paragraphs: list[str] = []


class Page(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A page of a book: its number, its paragraphs, and the entries opened so far. Its choices are pieces of its zone.

    Where the rules have somebody read it to another player, `reader` is who; others are shown it without paragraphs.
    """

    number: str = ""
    paragraphs: list[str] = []
    entries: list[Entry] = []
    reader: Seat | None = None


class Need(msgspec.Struct, omit_defaults=True, kw_only=True):
    """One thing that dice must show, and the die that counts for it, if there is one."""

    title: str
    met_by: str = ""


class Zone(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A deck, hand, row, grid, halo, map, arena, page, track or tray; `track` holds a marker's place and length.

    One that is folded is put away until somebody wants to look into it, or something in it can be chosen. `text` says
    what a place does, or what is known of a deck. Zones with a `spot` are places of the map or arena that holds them,
    those with a `side` (north, northeast, … northwest) stand round the others in a halo.
    """

    id: str
    kind: str
    title: str = ""
    text: str = ""
    owner: Seat | None = None
    pieces: list[Piece] = []
    zones: list[Zone] = []
    track: dict[str, int] = {}
    marks: dict[str, Any] = {}
    folded: bool = False
    spot: Spot | None = None
    ground: Ground | None = None
    ways: list[Way] = []
    overlays: list[Overlay] = []
    page: Page | None = None
    needs: list[Need] = []
    side: str = ""


class Sequence(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A fixed order of steps that is gone through, and at which of them we are, counted from 0."""

    title: str
    steps: list[str]
    at: int = 0


class Tie(msgspec.Struct, omit_defaults=True, kw_only=True):
    """An arrow from one seat to another, and what it says, as in "can help"."""

    start: Seat
    end: Seat
    title: str = ""


class Suspect(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A seat on a sheet, with everything that it may be as far as the viewer can know; one thing alone is certain."""

    seat: Seat
    may_be: list[str] = []


class Sheet(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Something hidden about the players that one wonders about, to be kept beside a viewer's own suspicions.

    `kinds` are what there is, by key, and what each is called; `hidden` is how many of each the viewer has not seen.
    """

    id: str
    title: str
    kinds: dict[str, str] = {}
    hidden: dict[str, int] = {}
    suspects: list[Suspect] = []


class Scene(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Everything to be drawn for one viewer, in reading order.

    `legend` names icons for words: marks that have one are a card's most important numbers, and are drawn small.
    `names` says, by number, what seats are called that the game plays itself. `ties` are arrows between seats.
    `goal` is what the viewer is to reach, in a sentence, as far as they know it; whoever only watches has none.
    """

    title: str
    turn: Seat | None = None
    breadcrumb: list[str] = []
    zones: list[Zone] = []
    sheets: list[Sheet] = []
    legend: dict[str, str] = {}
    names: dict[str, str] = {}
    sequence: Sequence | None = None
    ties: list[Tie] = []
    goal: str = ""


THE_KERNELS = frozenset({"stack", "players_count", "places"})
"""Fields that say how a table works, not what lies on it."""


def plain_scene(title: str, view: dict[str, Any]) -> Scene:
    """A scene for a game that has not laid one out: each visible field of its own as a zone of what it holds."""
    crumbs = [step["title"] for step in view.get("stack", ())]
    zones = [zone_of(name, name.replace("_", " "), value) for name, value in view.items() if name not in THE_KERNELS]
    return Scene(title=title, breadcrumb=crumbs, zones=[zone for zone in zones if zone is not None])


def zone_of(path: str, title: str, value: Any) -> Zone | None:
    """A zone for one visible value; nothing for an empty one."""
    if isinstance(value, dict) and "back" in value and "cards" in value:
        pieces = [
            Piece(id=f"{path}#{place}", kind="card", title=card or "", back=value["back"])
            for place, card in enumerate(value["cards"])
        ]
        return Zone(id=path, kind="deck", title=title, pieces=pieces)
    if isinstance(value, dict):
        inner = [zone_of(f"{path}.{key}", key.replace("_", " "), item) for key, item in value.items()]
        return Zone(id=path, kind="row", title=title, owner=value.get("seat"), zones=[zone for zone in inner if zone])
    if isinstance(value, list) and value and isinstance(value[0], dict):
        inner = [zone_of(f"{path}.{place}", f"{title} {place}", item) for place, item in enumerate(value)]
        return Zone(id=path, kind="row", title=title, zones=[zone for zone in inner if zone])
    if value is None or value == [] or value == "":
        return None
    shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
    return Zone(id=path, kind="row", title=title, marks={"value": shown})
