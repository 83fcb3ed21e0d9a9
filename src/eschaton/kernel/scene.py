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
    """A deck, hand, row, grid, map, track or tray; `track` holds a marker's place and length."""

    id: str
    kind: str
    title: str = ""
    owner: Seat | None = None
    pieces: list[Piece] = []
    zones: list[Zone] = []
    track: dict[str, int] = {}
    marks: dict[str, Any] = {}


class Scene(msgspec.Struct, omit_defaults=True, kw_only=True):
    """Everything to be drawn for one viewer, in reading order."""

    title: str
    turn: Seat | None = None
    breadcrumb: list[str] = []
    zones: list[Zone] = []


def plain_scene(title: str, view: dict[str, Any]) -> Scene:
    """A scene for a game that has not laid one out: each visible field as a zone of what it holds."""
    crumbs = [step["title"] for step in view.get("stack", ())]
    zones = [zone_of(name, name.replace("_", " "), value) for name, value in view.items() if name != "stack"]
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
