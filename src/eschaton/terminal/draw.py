"""A scene as lines of text: one line a zone, in reading order, each making sense alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from eschaton.kernel.scene import Piece, Scene, Zone

LONG = 160  # simple zones that would make a longer line stand on lines of their own


class Line(msgspec.Struct, frozen=True):
    """One line of a drawing: how deep it stands, under which titles, and what it says."""

    depth: int
    under: tuple[str, ...]
    text: str

    def indented(self) -> str:
        """As a line of the whole drawing."""
        return "  " * self.depth + self.text

    def alone(self) -> str:
        """As a line that is read without those around it."""
        return ", ".join([*self.under, self.text])


FOR_THE_EYE = frozenset({"icon", "columns", "x", "y", "links"})  # marks that say how a zone looks


def draw(scene: Scene) -> list[Line]:
    """All lines of a scene."""
    lines = []
    for zone in scene.zones:
        lines += zone_lines(zone, 0, ())
    return lines


def drawing(scene: Scene) -> str:
    """The whole scene as text."""
    crumbs = [" > ".join(scene.breadcrumb)] if scene.breadcrumb else []
    return "\n".join([*crumbs, *(line.indented() for line in draw(scene))])


def changes(before: Iterable[Line], after: Iterable[Line]) -> list[str]:
    """The lines that are new or differ, readable alone."""
    known = set(before)
    return [line.alone() for line in after if line not in known]


def zone_lines(zone: Zone, depth: int, under: tuple[str, ...]) -> list[Line]:
    """A zone on one line with all its simple zones, and those with more to them on lines of their own."""
    simple = [inner for inner in zone.zones if not inner.zones]
    if sum(len(named(inner)) for inner in simple) > LONG:
        simple = []
    deeper = [inner for inner in zone.zones if inner not in simple]
    own = [part for part in (contents(zone), *(named(inner) for inner in simple)) if part]
    title = zone.title or zone.id
    lines = [Line(depth, under, f"{title}: {'; '.join(own)}" if own else f"{title}:" if deeper else f"{title}: empty")]
    for inner in deeper:
        lines += zone_lines(inner, depth + 1, (*under, title))
    return lines


def named(zone: Zone) -> str:
    """A simple zone inside a line."""
    inside = contents(zone)
    if not inside:
        return f"no {zone.title or zone.id}" if zone.kind in ("deck", "hand") else ""
    plain = set(zone.marks) == {"value"} and not zone.pieces
    return f"{zone.title or zone.id}{' ' if plain else ': '}{inside}"


def contents(zone: Zone) -> str:
    """What a zone itself holds: its track, its marks, its pieces."""
    parts = [track_text(zone.track)] if zone.track else []
    parts += marks_text(zone.marks)
    parts += pieces_text(zone.pieces, brief=zone.kind == "deck")
    return ", ".join(parts)


def track_text(track: Mapping[str, int]) -> str:
    """Where a marker stands."""
    values = list(track.values())
    return f"{values[0]} of {values[1]}" if len(values) == 2 else ", ".join(f"{key} {at}" for key, at in track.items())


def marks_text(marks: Mapping[str, Any]) -> list[str]:
    """Marks as words: a true one by its name alone, a false or empty one not at all."""
    words = []
    for key, value in marks.items():
        if key in FOR_THE_EYE or value is False or value is None or value == "" or value == []:
            continue
        said = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        words.append(key if value is True else said if key == "value" else f"{key} {said}")
    return words


def pieces_text(pieces: Iterable[Piece], brief: bool = False) -> list[str]:
    """Pieces by name, equal neighbours counted; in brief without marks and tags."""
    runs: list[tuple[str, int]] = []
    for piece in pieces:
        text = name_of(piece) if brief else piece_text(piece)
        if runs and runs[-1][0] == text:
            runs[-1] = (text, runs[-1][1] + piece.count)
        else:
            runs.append((text, piece.count))
    return [text if many == 1 else f"{many} × {text}" for text, many in runs]


def piece_text(piece: Piece) -> str:
    """One piece: its title, or its back when it lies face down, with marks and tags."""
    name = name_of(piece)
    notes = ", ".join([*marks_text(piece.marks), *piece.tags])
    where = f" on {piece.on}" if piece.on else ""
    return f"{name}{where} ({notes})" if notes else f"{name}{where}"


def name_of(piece: Piece) -> str:
    """The title of a piece, or its back when it lies face down."""
    return piece.title or (f"face-down {piece.back}" if piece.back else piece.kind)
