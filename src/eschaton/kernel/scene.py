"""Scenes: a view laid out for the eye, as zones with pieces. Browser and terminal draw this and nothing else."""

from __future__ import annotations

from typing import Any

import msgspec

from eschaton.kernel.ask import Seat


class Piece(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A card, die, token, pawn or marker, with a stable id that options refer to. Without a title it lies face down."""

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


class Zone(msgspec.Struct, omit_defaults=True, kw_only=True):
    """A deck, hand, row, grid, map, track or tray; `track` holds a marker's place and length.

    One that is folded is put away until somebody wants to look into it, or something in it can be chosen.
    """

    id: str
    kind: str
    title: str = ""
    owner: Seat | None = None
    pieces: list[Piece] = []
    zones: list[Zone] = []
    track: dict[str, int] = {}
    marks: dict[str, Any] = {}
    folded: bool = False


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
    `names` says, by number, what seats are called that the game plays itself.
    """

    title: str
    turn: Seat | None = None
    breadcrumb: list[str] = []
    zones: list[Zone] = []
    sheets: list[Sheet] = []
    legend: dict[str, str] = {}
    names: dict[str, str] = {}


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
