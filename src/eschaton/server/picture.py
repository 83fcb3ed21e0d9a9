"""A state ready to be sent, in parts: parts that are the same, byte for byte, need not be looked into."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from eschaton.kernel.scene import Zone
from eschaton.server import news
from eschaton.server.patch import difference

Known = dict[tuple[str, bytes, bytes], list[bytes]]
"""The operations found so far: many viewers see the same part change in the same way."""


class Encoded:
    """Zones as bytes. A game may show the very same zone to several viewers, and again at the next moment."""

    __slots__ = ("before", "now")

    def __init__(self) -> None:
        self.before: dict[int, tuple[Zone, bytes]] = {}  # by identity, with the zone itself: it stays the same one
        self.now: dict[int, tuple[Zone, bytes]] = {}

    def next_moment(self) -> None:
        """Zones that are not drawn any more need not be kept."""
        self.before, self.now = self.now, {}

    def once(self, zone: Zone) -> bytes:
        """A zone as bytes, encoded once for all who see it, for as long as it is drawn."""
        key = id(zone)
        found = self.now.get(key) or self.before.get(key) or (zone, news.encode(zone))
        self.now[key] = found
        return found[1]


_fields = tuple(name for name in news.State.__struct_fields__ if name != "scene")


class Picture:
    """A state as bytes: its zones, the rest of its scene, its other fields; and how many events the log had then."""

    __slots__ = ("fields", "head", "ids", "read", "zones")

    def __init__(self, state: news.State, read: int, encoded: Encoded) -> None:
        zones = state.scene.zones
        self.ids = [zone.id for zone in zones]
        self.zones = [encoded.once(zone) for zone in zones]
        self.head = news.encode(replace(state.scene, zones=[]))
        self.fields = [news.encode(getattr(state, name)) for name in _fields]
        self.read = read

    @property
    def scene(self) -> bytes:
        """The scene as bytes; like every default, an empty list of zones is left out."""
        return b'%s,"zones":[%s]}' % (self.head[:-1], b",".join(self.zones)) if self.zones else self.head

    @property
    def data(self) -> bytes:
        """The whole state as bytes."""
        named = zip(_fields, self.fields, strict=True)
        return b'{"scene":%s,%s}' % (self.scene, b",".join(b'"%s":%s' % (name.encode(), part) for name, part in named))

    @property
    def size(self) -> int:
        """About how large the whole is."""
        return sum(map(len, self.zones)) + len(self.head) + sum(map(len, self.fields))


def changes(old: Picture, new: Picture, known: Known) -> list[bytes]:
    """The operations that turn one picture into another, each as bytes."""
    ops: list[bytes] = []
    if old.ids != new.ids:
        ops += between("/scene", old.scene, new.scene, known)
    else:
        if old.head != new.head:
            ops += between("/scene", old.head, new.head, known)
        for place, (before, after) in enumerate(zip(old.zones, new.zones, strict=True)):
            if before != after:
                ops += between(f"/scene/zones/{place}", before, after, known)
    for name, before, after in zip(_fields, old.fields, new.fields, strict=True):
        if before != after:
            ops += between(f"/{name}", before, after, known)
    return ops


def between(path: str, before: bytes, after: bytes, known: Known) -> list[bytes]:
    """The operations that turn one part into another."""
    found = known.get((path, before, after))
    if found is None:
        old: Any = msgspec.json.decode(before)
        found = [news.encode(op) for op in difference(old, msgspec.json.decode(after), path)]
        known[path, before, after] = found
    return found
