"""Campaigns: frozen into a match's set-up, and changed by what the finished match says, once for each match.

A match may belong to a campaign of the whole table, and to characters, which are campaigns of single people: each has
an owner, and is in one match at a time.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadRecord, Illegal
from eschaton.kernel.match import Match
from eschaton.kernel.once import prepared
from eschaton.kernel.record import write_bytes


class Place(msgspec.Struct, frozen=True):
    """The match that a character is in, and its seat there."""

    match: str
    seat: Seat


class Campaign(msgspec.Struct, kw_only=True):
    """A campaign by name: its state, and the patch each match has made to it, by the match's id, in their order.

    `id` stays the same wherever it is carried; `at` is where a character is being played.
    """

    name: str
    game: str
    state: dict[str, Any] = {}
    patches: dict[str, dict[str, Any]] = {}
    id: str = msgspec.field(default_factory=lambda: secrets.token_hex(8))
    at: Place | None = None


def patched(state: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """The state after a patch: objects are merged, None takes a key away, anything else replaces."""
    merged = dict(state)
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        elif isinstance(value, dict):
            inner = merged.get(key)
            merged[key] = patched(inner if isinstance(inner, dict) else {}, value)
        else:
            merged[key] = value
    return merged


def come_back(campaign: Campaign, match: Match) -> Campaign:
    """The campaign of the table after a finished match; the same match counts only once."""
    require_finished(campaign, match)
    return entered(campaign, match.record.id, match.table.patch())


def require_finished(campaign: Campaign, match: Match) -> None:
    """Illegal unless this is a finished match of the campaign's game."""
    if match.game.id != campaign.game:
        raise Illegal(f"game: {campaign.name!r} is a campaign of {campaign.game!r}, not of {match.game.id!r}")
    if not match.over:
        raise Illegal("match: is not over yet")


def entered(campaign: Campaign, match: str, patch: dict[str, Any]) -> Campaign:
    """The campaign with what a match has changed; the same one if that is in it already."""
    if match in campaign.patches:
        return campaign
    state, patches = patched(campaign.state, patch), {**campaign.patches, match: patch}
    return msgspec.structs.replace(campaign, state=state, patches=patches)


# Characters.


def taken(character: Campaign, place: Place) -> Campaign:
    """The character as it goes into a match; Illegal while it is in another."""
    if character.at is not None and character.at.match != place.match:
        raise Illegal(f"character: {character.name!r} is in another match")
    return msgspec.structs.replace(character, at=place)


def released(character: Campaign, match: str) -> Campaign:
    """The character after a match that has changed nothing; the same one if it is not in that match."""
    if character.at is None or character.at.match != match:
        return character
    return msgspec.structs.replace(character, at=None)


def come_home(characters: Iterable[Campaign], match: Match) -> list[Campaign]:
    """Those of these characters that are in a finished match, with what it has made of each, and free again."""
    patches = match.table.patches()
    home = []
    for character in characters:
        if character.at is not None and character.at.match == match.record.id:
            require_finished(character, match)
            changed = entered(character, match.record.id, patches.get(character.at.seat, {}))
            home.append(released(changed, match.record.id))
    return home


def require_descent(known: Campaign, brought: Campaign) -> None:
    """Illegal unless what is brought is what is known, played on: no match is missing, and none came between."""
    if (known.id, known.game) != (brought.id, brought.game):
        raise Illegal(f"character: {brought.name!r} is another one than {known.name!r} here")
    if known.at is not None:
        raise Illegal(f"character: {known.name!r} is in a match here")
    ours, theirs = list(known.patches.items()), list(brought.patches.items())
    if theirs[: len(ours)] == ours:
        return
    if ours[: len(theirs)] == theirs:
        raise Illegal(f"character: {brought.name!r} is older than here, by {len(ours) - len(theirs)} matches")
    same = next(number for number, (one, other) in enumerate(zip(ours, theirs, strict=False)) if one != other)
    raise Illegal(f"character: {brought.name!r} has played other matches than here, after the first {same}")


def require_whole(brought: Campaign) -> None:
    """BadRecord unless the state of a campaign is what its matches have made of it."""
    state: dict[str, Any] = {}
    for patch in brought.patches.values():
        state = patched(state, patch)
    if state != brought.state:
        raise BadRecord("state: is not what the matches have made of it")


def save(campaign: Campaign, path: Path) -> None:
    """Put the campaign on disk."""
    write_bytes(msgspec.json.format(msgspec.json.encode(campaign), indent=1), path)


def load(path: Path) -> Campaign:
    """The campaign on disk."""
    try:
        return from_json(path.read_bytes())
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from None
    except BadRecord as error:
        raise BadRecord(f"{path}: {error}") from None


def from_json(data: bytes) -> Campaign:
    """A campaign as it was written."""
    try:
        return msgspec.json.decode(data, type=prepared(Campaign))
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRecord(str(error)) from None
