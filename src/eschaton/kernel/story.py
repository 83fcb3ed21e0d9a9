"""A match told in sentences: what was answered, and what happened."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from eschaton.kernel.ask import ALL_SEEING, CHANCE, Seat, Viewer
from eschaton.kernel.event import Event, Namer, told
from eschaton.kernel.game import Game, plain_name
from eschaton.kernel.match import Match
from eschaton.kernel.record import Entry

LONG = 12
STOCK = {
    "uses": "{who:seat} uses {power}.",
    "amended": "{step}: {field} becomes {new} instead of {old}.",
    "replaced": "{step} is replaced by {by}.",
    "cancelled": "{step} is cancelled.",
    "not agreed": "{who:seat} does not agree with {to:seat}.",
    "obvious": "{who:seat} had only one answer to “{question}”: {choice}.",
}


class Told(msgspec.Struct, frozen=True):
    """One line of a story: after how many entries, the sentence, and the rule it happened by."""

    at: int
    text: str
    rule: str = ""


def sentence(game: Game, event: Event, name: Namer | None = None) -> str:
    """An event, as its viewer sees it, in the game's words; what the kernel itself says has stock texts."""
    texts = game.texts if event.key in game.texts or event.key not in STOCK else STOCK
    return told(event, texts, name or names(game))


def names(game: Game, you: Seat | None = None) -> Namer:
    """The game's names, with a note beside the seat that is being told; plain lists are read out item by item."""

    def name(kind: str, value: Any) -> str:
        if isinstance(value, list | tuple) and game.name is plain_name:
            return ", ".join(name(kind, item) for item in value) or "nothing"
        text = game.name(kind, value)
        return f"{text} (you)" if kind == "seat" and you is not None and value == you else text

    return name


def happened(match: Match, viewer: Viewer, since: int = 0, name: Namer | None = None) -> list[Told]:
    """What a viewer may know to have happened, from a place in the log on."""
    seen = ((at, event.seen_by(viewer)) for at, event in match.log[since:])
    return [Told(at, sentence(match.game, event, name), event.rule) for at, event in seen if event is not None]


def story(match: Match, viewer: Viewer = ALL_SEEING) -> Iterator[Told]:
    """The whole match: each answer this viewer may know, followed by what came of it."""
    events = happened(match, viewer)
    upto = 0
    for at in range(len(match.record.entries) + 1):
        if at:
            entry = match.record.entries[at - 1]
            if viewer in (ALL_SEEING, entry.seat):
                yield Told(at, answer_text(match.game, entry))
        while upto < len(events) and events[upto].at <= at:
            yield events[upto]
            upto += 1


def answer_text(game: Game, entry: Entry) -> str:
    """An entry of a record as one line."""
    who = "chance" if entry.seat == CHANCE else game.name("seat", entry.seat)
    given = entry.answer
    if isinstance(given, list) and len(given) > LONG:
        given = f"{json.dumps(given[:3], ensure_ascii=False)[:-1]}, … {len(given) - 3} more]"
    given = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    how = {"free": " (unasked)", "withdraw": " (takes back)", "stand": " (standing pass)", "wish": " (wishes)"}
    return f"{who}: {given}{how.get(entry.how, '')}"
