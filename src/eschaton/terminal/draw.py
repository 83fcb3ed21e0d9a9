"""A scene as lines of text: one line a zone, in reading order, each making sense alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from eschaton.kernel.ask import Seat
from eschaton.kernel.scene import Page, Piece, Scene, Sheet, Zone
from eschaton.terminal.chart import (
    chart_facts,
    find_place,
    is_chart,
    overlay_text,
    place_facts,
    place_name,
    reachable_text,
)
from eschaton.terminal.dice import die_name, die_text, is_pooled, needs_text, net_text, pools_text

FEW = 8  # zones whose contents are counted one by one
SMALL = 12  # places of a map that are all told; of a larger one only those where something lies
LONG = 160  # simple zones that would make a longer line stand on lines of their own


class DrawnPart(msgspec.Struct, frozen=True):
    """One of the things that a line says: what it is about, and the words."""

    about: str
    text: str


class DrawnLine(msgspec.Struct, frozen=True):
    """One line of a drawing: how deep it stands, under which titles, and what it says.

    `parts` is what it says of one thing after the other, where each makes sense without the others.
    """

    depth: int
    under: tuple[str, ...]
    title: str
    text: str
    parts: tuple[DrawnPart, ...] = ()

    def indented(self) -> str:
        """As a line of the whole drawing."""
        return "  " * self.depth + self.text

    def alone(self, before: DrawnLine | None = None) -> str:
        """As a line that is read without those around it; only what is new, if it was read before."""
        news = self.news(before) if before is not None else []
        return ", ".join([*self.under, f"{self.title}: {', '.join(news)}" if news else self.text])

    def news(self, before: DrawnLine) -> list[str]:
        """The parts that were not there before, and those that are there no more."""
        if not (self.parts and before.parts):
            return []
        new = (Counter(self.parts) - Counter(before.parts)).elements()
        gone = {part.about for part in before.parts} - {part.about for part in self.parts} - {ELSEWHERE}
        return [*(part.text for part in new), *(f"no {about}" for about in sorted(gone))]


ELSEWHERE = ""  # what a part is about that may stand on a line of its own another time
FOR_THE_EYE = frozenset({"icon", "columns"})  # marks that say how a zone looks


def draw(scene: Scene) -> list[DrawnLine]:
    """All lines of a scene."""
    lines = sequence_lines(scene)
    for zone in folded_maps(named_places(scene)):
        lines += zone_lines(zone, 0, ())
    lines += [DrawnLine(0, (), "ties", text) for text in ties_text(scene)]
    return lines + [DrawnLine(0, (), sheet.title, sheet_text(sheet)) for sheet in scene.sheets]


def ties_text(scene: Scene) -> list[str]:
    """Arrows between seats, all of them on one line."""
    ties = [f"S{tie.start} {tie.title or 'to'} S{tie.end}" for tie in scene.ties]
    return [f"between players: {', '.join(ties)}"] if ties else []


def sequence_lines(scene: Scene) -> list[DrawnLine]:
    """Where we are in a fixed order of steps: the present one stands in brackets."""
    if scene.sequence is None:
        return []
    title, now = scene.sequence.title, scene.sequence.at
    steps = [f"[{step}]" if at == now else step for at, step in enumerate(scene.sequence.steps)]
    return [DrawnLine(0, (), title, f"{title}: {' > '.join(steps)}")]


def named_places(scene: Scene) -> list[Zone]:
    """The zones of a scene, with pieces that lie on others by the titles of those."""
    titles = {zone.id: zone.title or zone.id for zone in every_zone(scene.zones)}

    def titled(zone: Zone) -> Zone:
        pieces = [replace(piece, on=titles.get(piece.on, piece.on)) if piece.on else piece for piece in zone.pieces]
        return replace(zone, pieces=pieces, zones=[titled(inner) for inner in zone.zones])

    return [titled(zone) for zone in scene.zones]


def folded_maps(zones: list[Zone]) -> list[Zone]:
    """Zones in which a map is folded away while an arena is open."""
    open_arena = any(zone.kind == "arena" and not zone.folded for zone in zones)
    return [replace(zone, folded=True) if open_arena and zone.kind == "map" else zone for zone in zones]


def sheet_text(sheet: Sheet) -> str:
    """A sheet of what is hidden: how many of each kind, and who is certain to be what."""
    hidden = [f"{sheet.kinds[kind]} {many}" for kind, many in sheet.hidden.items()]
    certain = [suspect for suspect in sheet.suspects if len(suspect.may_be) == 1]
    known = [f"S{suspect.seat} is {sheet.kinds[suspect.may_be[0]]}" for suspect in certain]
    return f"{sheet.title}: hidden: {', '.join(hidden) or 'none'}; certain: {', '.join(known) or 'nothing'}"


def drawing(scene: Scene) -> str:
    """The whole scene as text."""
    crumbs = [" > ".join(scene.breadcrumb)] if scene.breadcrumb else []
    goals = [f"Your goal: {scene.goal}"] if scene.goal else []
    return "\n".join([*crumbs, *goals, *(line.indented() for line in draw(scene))])


def changes(before: Iterable[DrawnLine], after: Iterable[DrawnLine]) -> list[str]:
    """The lines that are new or differ, readable alone; a heading over others says nothing alone."""
    known = dict.fromkeys(before)
    places = Counter((line.under, line.title) for line in known)
    former = {(line.under, line.title): line for line in known if places[line.under, line.title] == 1}
    return [
        line.alone(former.get((line.under, line.title)))
        for line in after
        if line not in known and not line.text.endswith(":")
    ]


def zone_lines(zone: Zone, depth: int, under: tuple[str, ...], unfold: bool = False) -> list[DrawnLine]:
    """A zone on one line with all its simple zones, and those with more to them on lines of their own.

    A folded one only says what there is to see; of a row inside another zone nothing is said while it is empty.
    """
    if zone.folded and not unfold:
        title = zone.title or zone.id
        return [DrawnLine(depth, under, title, f"{title}: {summary(zone)}")]
    if is_chart(zone):
        return chart_lines(zone, depth, under, unfold)
    if zone.page is not None:
        return page_lines(zone, zone.page, depth, under)
    simple = [inner for inner in zone.zones if not inner.zones]
    if sum(len(named(inner)) for inner in simple) > LONG:
        simple = []
    deeper = [inner for inner in zone.zones if inner not in simple and not (inner.kind == "row" and is_empty(inner))]
    inside = [part for part in map(named, simple) if part]
    own = [part for part in (contents(zone), *inside) if part]
    title = zone.title or zone.id
    text = f"{title}: {'; '.join(own)}" if own else f"{title}:" if deeper else f"{title}: empty"
    parts = (*held(zone), *(DrawnPart(ELSEWHERE, part) for part in inside)) if zone.kind == "row" else ()
    lines = [DrawnLine(depth, under, title, text, parts)]
    for inner in deeper:
        lines += zone_lines(inner, depth + 1, (*under, title))
    return lines


def page_lines(zone: Zone, page: Page, depth: int, under: tuple[str, ...]) -> list[DrawnLine]:
    """A page of a book: paragraph by paragraph, entry by entry, then its choices."""
    title = zone.title or zone.id
    reader = f" (S{page.reader} reads it out)" if page.reader is not None else ""
    inside = (*under, title)
    texts = [("", line) for text in page.paragraphs for line in text.splitlines()]
    for entry in page.entries:
        lines = [line for text in entry.paragraphs for line in text.splitlines()]
        texts += [(entry.title, line) for line in lines or ["(closed)"]]
    said = [f"{heading}: {text}" if heading else text for heading, text in texts]
    said += [f"choice: {piece_text(piece)}{f': {piece.text}' if piece.text else ''}" for piece in zone.pieces]
    head = DrawnLine(depth, under, title, f"{title}{f', {page.number}' if page.number else ''}{reader}:")
    return [head, *(DrawnLine(depth + 1, inside, title, text) for text in said)]


def chart_lines(zone: Zone, depth: int, under: tuple[str, ...], whole: bool) -> list[DrawnLine]:
    """A map: what there is, where one may go now, and the places; of many only those where something lies."""
    title = zone.title or zone.id
    shown = [place for place in zone.zones if whole or len(zone.zones) <= SMALL or held(place)]
    left = f" (type: look {title}, look NAME, path NAME)" if len(shown) < len(zone.zones) else ""
    lines = [DrawnLine(depth, under, title, f"{title}: {'; '.join(chart_facts(zone))}{left}")]
    inside = (*under, title)
    lines += [DrawnLine(depth + 1, inside, each.title, overlay_text(zone, each)) for each in zone.overlays]
    if reachable_text(zone):
        lines.append(DrawnLine(depth + 1, inside, "reachable", f"reachable: {reachable_text(zone)}"))
    return lines + [place_line(zone, place, depth + 1, inside) for place in shown]


def place_line(chart: Zone, place: Zone, depth: int, under: tuple[str, ...]) -> DrawnLine:
    """A place of a map: where one can go from it, what it does, what lies there."""
    facts = [DrawnPart(fact, fact) for fact in place_facts(chart, place)]
    parts = (*facts, *held(place))
    said = [*(part.text for part in facts), *filter(None, [contents(place)])]
    name = place_name(place)
    return DrawnLine(depth, under, name, f"{name}: {'; '.join(said) or 'empty'}", parts)


def is_empty(zone: Zone) -> bool:
    """Whether nothing lies in a zone, and nothing is to be said of it."""
    return not (zone.zones or contents(zone))


def summary(zone: Zone) -> str:
    """What lies in a zone that is folded away: how many pieces, by the zones inside it if they are few."""
    if is_chart(zone):
        return f"{len(zone.zones)} places (type: look {zone.title or zone.id})"
    inner = [(each.title or each.id, pieces_in(each)) for each in zone.zones]
    there = [f"{title} {many}" for title, many in inner if many]
    what = ", ".join(there) if 0 < len(there) <= FEW else f"{len(there)} piles" if there else f"{pieces_in(zone)}"
    return f"{what} (type: look {zone.title or zone.id})"


def pieces_in(zone: Zone) -> int:
    """How many pieces lie in a zone and those inside it."""
    return sum(piece.count for piece in zone.pieces) + sum(map(pieces_in, zone.zones))


def look(scene: Scene, words: str) -> list[str]:
    """Zones whose titles begin with these words, unfolded, and pieces whose titles have them, with all they say.

    A place of a map is found by its number too. Where a few cards lie in such a zone, each is read out too.
    """
    low = words.lower()
    found: list[str] = []
    for zone in every_zone(named_places(scene)):
        cards = [piece for piece in zone.pieces if low in piece.title.lower()]
        place = find_place(zone, words) if is_chart(zone) else None
        if place is not None:
            found.append(place_line(zone, place, 0, ()).text)
        if not zone.spot and (zone.title or zone.id).lower().startswith(low):
            found += [line.indented() for line in zone_lines(zone, 0, (), unfold=True)]
            cards += [piece for piece in zone.pieces if piece.text and len(zone.pieces) <= FEW]
        found += [f"{piece_text(piece)}{f': {piece.text}' if piece.text else ''}".replace("\n", " ") for piece in cards]
        found += [net_text(piece) for piece in zone.pieces if piece.die and low in die_text(piece).lower()]
    return list(dict.fromkeys(found))


def printed(scene: Scene, ids: Iterable[str]) -> dict[str, str]:
    """What the cards among these pieces say, by what is printed on them; a place with one card on it stands for it."""
    wanted = set(ids)
    found: dict[str, str] = {}
    for zone in every_zone(scene.zones):
        alone = zone.id in wanted and len(zone.pieces) == 1
        cards = [piece for piece in zone.pieces if piece.text and (alone or piece.id in wanted)]
        found |= {f"{piece.title}: {piece.text}": f"{piece_text(piece)}: {piece.text}" for piece in cards}
    return {card: text.replace("\n", " ") for card, text in found.items()}


def face_up(scene: Scene) -> set[str]:
    """All cards of which the face is to be seen, those put away too."""
    return {piece.id for piece in face_up_pieces(scene) if piece.kind == "card"}


def face_up_pieces(scene: Scene) -> list[Piece]:
    """All pieces that have a name to be seen."""
    return [piece for zone in every_zone(scene.zones) for piece in zone.pieces if piece.title]


def in_play(zones: Iterable[Zone]) -> list[str]:
    """The cards with a text that lie in rows, neither put away nor in a deck."""
    found: list[str] = []
    for zone in zones:
        if not zone.folded:
            found += [piece.id for piece in zone.pieces if piece.text and zone.kind == "row"]
            found += in_play(zone.zones)
    return found


def cards_of(scene: Scene, seat: Seat) -> list[str]:
    """The cards that lie before a player and say something."""
    return [piece.id for zone in every_zone(scene.zones) for piece in zone.pieces if piece.owner == seat and piece.text]


def every_zone(zones: Iterable[Zone]) -> Iterator[Zone]:
    """All zones, those inside others too."""
    for zone in zones:
        yield zone
        yield from every_zone(zone.zones)


def named(zone: Zone) -> str:
    """A simple zone inside a line."""
    inside = contents(zone)
    if not inside:
        return f"no {zone.title or zone.id}" if zone.kind in ("deck", "hand") else ""
    plain = set(zone.marks) == {"value"} and not zone.pieces
    name = " ".join(filter(None, (zone.side, zone.title or zone.id)))
    return f"{name}{' ' if plain else ': '}{inside}"


def contents(zone: Zone) -> str:
    """What a zone itself holds."""
    return ", ".join(part.text for part in held(zone))


def held(zone: Zone) -> list[DrawnPart]:
    """What a zone itself holds, one by one: its track, its marks, its pieces; dice in a row are one thing."""
    parts = [DrawnPart("track", track_text(zone.track))] if zone.track else []
    parts += marks_text(zone.marks)
    parts += [DrawnPart("text", zone.text)] if zone.text and not zone.spot else []
    parts += [DrawnPart("needs", needs_text(zone.needs))] if zone.needs else []
    if is_pooled(zone):
        return [*parts, *(DrawnPart(name, f"{name}: {text}") for name, text in pools_text(zone))]
    if is_large_hand(zone):
        return [*parts, *(DrawnPart(kind, f"{kind}: {text}") for kind, text in kinds_text(zone))]
    if zone.kind != "row":
        return [*parts, *pieces_text(zone.pieces, brief=zone.kind == "deck")]
    parts += pieces_text(piece for piece in zone.pieces if piece.kind != "die")
    dice = [part.text for part in pieces_text(piece for piece in zone.pieces if piece.kind == "die")]
    return [*parts, *([DrawnPart("dice", f"dice: {', '.join(dice)}")] if dice else [])]


def is_large_hand(zone: Zone) -> bool:
    """Whether a hand has so many cards of several kinds that they are told by kind."""
    return zone.kind == "hand" and len(zone.pieces) > FEW and len({kind_of(piece) for piece in zone.pieces}) > 1


def kind_of(piece: Piece) -> str:
    """The kind of a card in a hand: its first tag."""
    return piece.tags[0] if piece.tags else "others"


def kinds_text(zone: Zone) -> list[tuple[str, str]]:
    """The cards of a hand by kind, in the order in which kinds first lie there."""
    kinds = dict.fromkeys(map(kind_of, zone.pieces))
    of = {kind: [piece for piece in zone.pieces if kind_of(piece) == kind] for kind in kinds}
    return [(kind, ", ".join(part.text for part in pieces_text(cards))) for kind, cards in of.items()]


def track_text(track: Mapping[str, int]) -> str:
    """Where a marker stands."""
    values = list(track.values())
    return f"{values[0]} of {values[1]}" if len(values) == 2 else ", ".join(f"{key} {at}" for key, at in track.items())


def marks_text(marks: Mapping[str, Any]) -> list[DrawnPart]:
    """Marks as words: a true one by its name alone, a false or empty one not at all."""
    words = []
    for key, value in marks.items():
        if key in FOR_THE_EYE or value is False or value is None or value == "" or value == []:
            continue
        said = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        words.append(DrawnPart(key, key if value is True else said if key == "value" else f"{key} {said}"))
    return words


def pieces_text(pieces: Iterable[Piece], brief: bool = False) -> list[DrawnPart]:
    """Pieces by name, equal neighbours counted; in brief without marks."""
    pieces = list(pieces)
    names = {piece.id: name_of(piece) for piece in pieces}
    runs: list[tuple[str, int]] = []
    about: dict[str, str] = {}
    for piece in pieces:
        text = name_of(piece) if brief else piece_text(piece, names)
        about[text] = name_of(piece)
        if runs and runs[-1][0] == text:
            runs[-1] = (text, runs[-1][1] + piece.count)
        else:
            runs.append((text, piece.count))
    counted = {name_of(piece) for piece in pieces if piece.kind == "token"}
    return [
        DrawnPart(about[text], text if many == 1 and text not in counted else f"{many} × {text}") for text, many in runs
    ]


def piece_text(piece: Piece, names: Mapping[str, str] = {}) -> str:
    """One piece: its title, or its back when it lies face down, what it lies on, its marks; tags are for the eye."""
    if piece.die is not None:
        return f"{die_text(piece)}{f' on {names.get(piece.on, piece.on)}' if piece.on else ''}"
    name = name_of(piece)
    sides = [f"{side} {value}" for side, value in piece.sides.items()]
    notes = ", ".join([*(part.text for part in marks_text(piece.marks)), *sides])
    where = f" on {names.get(piece.on, piece.on)}" if piece.on else ""
    return f"{name}{where} ({notes})" if notes else f"{name}{where}"


def name_of(piece: Piece) -> str:
    """The title of a piece, or its back when it lies face down."""
    if piece.die is not None:
        return die_name(piece)
    return piece.title or (f"face-down {piece.back}" if piece.back else piece.kind)
