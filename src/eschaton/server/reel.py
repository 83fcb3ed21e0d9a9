"""A part of a film as it is sent: a whole state, then differences."""

from __future__ import annotations

from typing import Any

import msgspec

from eschaton.kernel.ask import CHANCE
from eschaton.kernel.film import Frame
from eschaton.kernel.record import Record
from eschaton.server import web
from eschaton.server.news import Crumb, State, Told
from eschaton.server.patch import difference

MOST_FRAMES = 200


def some_frames(record: Record, film: list[Frame], start: int, first: int, last: int) -> list[web.Frame]:
    """The moments from `first` to `last` of a film, of which `film` holds those from `start` on."""
    made: list[web.Frame] = []
    before: Any = None
    for moment in range(first, min(last + 1, start + len(film))):
        frame = film[moment - start]
        crumbs = [Crumb(step="", title=title) for title in frame.scene.breadcrumb]
        outcome = record.outcome if moment == len(record.entries) else None
        state = State(scene=frame.scene, breadcrumb=crumbs, outcome=outcome)
        document = msgspec.to_builtins(state, str_keys=True)
        patch = difference(before, document) if before is not None else None
        made.append(
            web.Frame(
                moment=moment,
                seat=acting(record, film, moment, start),
                events=[Told(text=text, rule=rule) for rule, text in frame.log],
                state=state if patch is None else None,
                patch=patch,
            )
        )
        before = document
    return made


def acting(record: Record, film: list[Frame], moment: int, start: int) -> int | None:
    """Who did what led to a moment, if this viewer noticed anything."""
    if moment == 0 or moment > len(record.entries):
        return None
    seat, frame = record.entries[moment - 1].seat, film[moment - start]
    noticed = frame.log or frame.scene != film[moment - 1 - start].scene
    return seat if noticed or seat == CHANCE else None
