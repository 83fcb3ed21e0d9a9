"""Campaigns: frozen into a match's set-up, and changed by what the finished match says, once for each match."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from eschaton.kernel.errors import BadRecord, Illegal
from eschaton.kernel.match import Match
from eschaton.kernel.once import prepared
from eschaton.kernel.record import write_bytes


class Campaign(msgspec.Struct, kw_only=True):
    """A campaign by name: its state, and the patch each match has made to it, by the match's id."""

    name: str
    game: str
    state: dict[str, Any] = {}
    patches: dict[str, dict[str, Any]] = {}


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
    """The campaign after a finished match; the same match counts only once."""
    if match.game.id != campaign.game:
        raise Illegal(f"game: {campaign.name!r} is a campaign of {campaign.game!r}, not of {match.game.id!r}")
    if not match.over:
        raise Illegal("match: is not over yet")
    if match.record.id in campaign.patches:
        return campaign
    patch = match.table.patch()
    return Campaign(
        name=campaign.name,
        game=campaign.game,
        state=patched(campaign.state, patch),
        patches={**campaign.patches, match.record.id: patch},
    )


def save(campaign: Campaign, path: Path) -> None:
    """Put the campaign on disk."""
    write_bytes(msgspec.json.format(msgspec.json.encode(campaign), indent=1), path)


def load(path: Path) -> Campaign:
    """The campaign on disk."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=prepared(Campaign))
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from None
    except (msgspec.MsgspecError, RecursionError) as error:
        raise BadRecord(f"{path}: {error}") from None
