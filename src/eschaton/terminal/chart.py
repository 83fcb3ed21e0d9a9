"""Maps and arenas in words: what is to be said of a place, and the way from one to another."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence

from eschaton.kernel.ask import Viewer
from eschaton.kernel.scene import Overlay, Scene, Way, Zone

CHARTS = ("map", "arena")
CLOSED = "closed"
PLAIN_WAY = "road"
PLAIN_SHAPE = "circle"


def is_chart(zone: Zone) -> bool:
    """Whether a zone is drawn as places with ways between them."""
    return zone.kind in CHARTS and any(place.spot for place in zone.zones)


def place_name(place: Zone) -> str:
    """A place by its number and its title."""
    label = place.spot.label if place.spot else ""
    return " ".join(filter(None, (label, place.title))) or place.id


def short_name(place: Zone) -> str:
    """A place by its number, or by its title if it has none."""
    return (place.spot.label if place.spot else "") or place.title or place.id


def way_notes(way: Way) -> str:
    """What is to be said of a way that is not a plain road."""
    kind = way.kind if way.kind not in (PLAIN_WAY, "arrow") else ""
    notes = [kind, "one way" if way.one_way else "", way.label]
    return f" ({', '.join(filter(None, notes))})" if any(notes) else ""


def ways_text(chart: Zone, place: Zone) -> list[str]:
    """Where one can go from a place, and from where one only comes to it."""
    order = {each.id: at for at, each in enumerate(chart.zones)}
    named = {each.id: short_name(each) for each in chart.zones}
    out: list[tuple[int, str]] = []
    back: list[tuple[int, str]] = []
    for way in chart.ways:
        if place.id not in (way.start, way.end) or way.start not in named or way.end not in named:
            continue
        other = way.end if way.start == place.id else way.start
        listed = back if way.one_way and way.end == place.id else out
        listed.append((order[other], f"{named[other]}{way_notes(way)}"))
    said = (("to", out), ("from", back))
    return [f"{word} {', '.join(text for _, text in sorted(listed))}" for word, listed in said if listed]


def place_facts(chart: Zone, place: Zone) -> list[str]:
    """Everything that is to be said of a place but what lies there now and what it costs to go there."""
    spot = place.spot
    facts = [*ways_text(chart, place), place.text]
    if spot is not None:
        sign = chart.ground.legend.get(spot.icon, "") if chart.ground else ""
        facts += [
            spot.shape if spot.shape != PLAIN_SHAPE else "",
            sign,
            f"modifier {spot.modifier}" if spot.modifier else "",
            "exit" if spot.exit else "",
        ]
    facts += [f"{overlay.title}: {overlay.notes[place.id]}" for overlay in chart.overlays if place.id in overlay.notes]
    return [fact for fact in facts if fact]


def chart_facts(chart: Zone) -> list[str]:
    """What is to be said of a map as a whole: how many places, and what land they lie in."""
    regions = [f"{each.title} ({each.kind})" for each in (chart.ground.regions if chart.ground else []) if each.title]
    return [f"{len(chart.zones)} places", *([f"with {', '.join(regions)}"] if regions else [])]


def reachable_text(chart: Zone) -> str:
    """Where one may go now, and what it costs or brings."""
    there = [f"{place_name(place)} ({place.spot.price})" for place in chart.zones if place.spot and place.spot.price]
    return ", ".join(there)


def overlay_text(chart: Zone, overlay: Overlay) -> str:
    """A diagram laid on a board: its arrows; what it says of places is told with them."""
    named = {each.id: short_name(each) for each in chart.zones}
    arrows = [
        f"{named.get(way.start, way.start)} to {named.get(way.end, way.end)}{way_notes(way)}" for way in overlay.ways
    ]
    return f"laid on it: {overlay.title}{': ' if arrows else ''}{', '.join(arrows)}"


def charts_of(zones: Iterable[Zone]) -> Iterator[Zone]:
    """All maps and arenas of a scene, an arena before the map that it stands on."""
    found = [zone for zone in zones if is_chart(zone)]
    yield from sorted(found, key=lambda zone: zone.kind == "map")
    for zone in zones:
        yield from charts_of(zone.zones)


def find_place(chart: Zone, words: str) -> Zone | None:
    """The place with this number or name, or whose name alone begins so."""
    low = words.strip().lower()
    for place in chart.zones:
        if low in (short_name(place).lower(), place.title.lower(), place_name(place).lower()):
            return place
    near = [place for place in chart.zones if low and place.title.lower().startswith(low)]
    return near[0] if len(near) == 1 else None


def standing(chart: Zone, scene: Scene, viewer: Viewer) -> Zone | None:
    """Where a viewer's own figure stands, or else that of whose turn it is."""
    for seat in (viewer, scene.turn):
        for place in chart.zones:
            if seat is not None and any(piece.kind == "pawn" and piece.owner == seat for piece in place.pieces):
                return place
    return None


def ways_from(ways: Sequence[Way]) -> Mapping[str, list[tuple[int, str]]]:
    """Where ways lead that can be gone, and how many steps they take."""
    found: dict[str, list[tuple[int, str]]] = {}
    for way in ways:
        if way.steps <= 0 or way.kind == CLOSED:
            continue
        found.setdefault(way.start, []).append((way.steps, way.end))
        if not way.one_way:
            found.setdefault(way.end, []).append((way.steps, way.start))
    return found


def route(chart: Zone, start: str, end: str) -> tuple[int, list[str]] | None:
    """The shortest way from one place to another, and how many steps it takes; of equal ones the first by number."""
    roads = ways_from(chart.ways)
    order = {place.id: at for at, place in enumerate(chart.zones)}
    ahead: list[tuple[int, list[int], list[str]]] = [(0, [], [start])]
    done: set[str] = set()
    while ahead:
        steps, ranks, path = heapq.heappop(ahead)
        here = path[-1]
        if here == end:
            return steps, path
        if here in done:
            continue
        done.add(here)
        for cost, there in roads.get(here, ()):
            if there not in done and there in order:
                heapq.heappush(ahead, (steps + cost, [*ranks, order[there]], [*path, there]))
    return None


def route_text(chart: Zone, start: Zone, end: Zone) -> str:
    """The way from one place to another in words."""
    found = route(chart, start.id, end.id)
    whole = f"{place_name(start)} to {place_name(end)}"
    if found is None:
        return f"{whole}: no way leads there."
    steps, path = found
    named = {place.id: short_name(place) for place in chart.zones}
    return f"{whole}: {', '.join(named[each] for each in path)}; {steps} step{'' if steps == 1 else 's'}."


def path_lines(scene: Scene, viewer: Viewer, words: str) -> list[str]:
    """The way to a place from where the viewer stands, or between two places: `25`, or `3 to 25`."""
    first, between, last = words.partition(" to ")
    wanted = last if between else words
    for chart in charts_of(scene.zones):
        end = find_place(chart, wanted)
        if end is None:
            continue
        start = find_place(chart, first) if between else standing(chart, scene, viewer)
        if start is not None:
            return [route_text(chart, start, end)]
        return [f"No place is called {first!r}." if between else f"From where? Type: path START to {wanted}."]
    return [f"No place is called {wanted!r}."]
