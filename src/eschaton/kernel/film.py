"""Films: what each viewer saw of a finished match, stored with it, so that a replay needs no code of old rules."""

from __future__ import annotations

import zlib
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace as replaced

from eschaton.kernel.ask import ALL_SEEING, Viewer
from eschaton.kernel.errors import BadRecord
from eschaton.kernel.game import Game
from eschaton.kernel.match import begun
from eschaton.kernel.record import Record
from eschaton.kernel.scene import Scene, plain_scene
from eschaton.kernel.seen import seen
from eschaton.kernel.story import sentence
from eschaton.kernel.table import Table
from eschaton.kernel.view import view


class Frame(msgspec.Struct):
    """One moment of a film: after how many entries, the scene, and what had just happened (rule and sentence)."""

    at: int
    scene: Scene
    log: list[tuple[str, str]]


_decoder = msgspec.json.Decoder(list[Frame])


def scene_of(game: Game, table: Table, viewer: Viewer) -> Scene:
    """The table laid out for a viewer's eyes as the game says, or plainly."""
    return game.scene(seen(table, viewer), viewer) if game.scene else plain_scene(game.title, view(table, viewer))


def frames(game: Game, record: Record, viewer: Viewer, first: int = 0, last: int | None = None) -> Iterator[Frame]:
    """Replay a record, as far back as these rules can, and film it (or some moments) through one viewer's eyes."""
    match = begun(game, record)
    shown = 0
    for moment, _ in enumerate(match.replay(record.entries[record.floor :])):
        if moment < first:
            shown = len(match.log)
            continue
        if last is not None and moment > last:
            return
        told = [event.seen_by(viewer) for _, event in match.log[shown:]]
        shown = len(match.log)
        log = [(event.rule, sentence(game, event)) for event in told if event is not None]
        yield Frame(len(match.record.entries), scene_of(game, match.table, viewer), log)


def viewers(record: Record) -> list[Viewer]:
    """Everybody whose eyes a finished match can be seen through."""
    return [*range(record.setup.players), None, ALL_SEEING]


def reel(viewer: Viewer) -> str:
    """The name of a viewer's film in a record."""
    return {None: "spectator", ALL_SEEING: "all"}.get(viewer, str(viewer))


def filmed(game: Game, record: Record) -> Record:
    """A finished record with everybody's film."""
    if record.outcome is None:
        raise BadRecord("outcome: only a finished match can be filmed")
    films = {
        reel(viewer): zlib.compress(msgspec.json.encode(list(frames(game, record, viewer))), 6)
        for viewer in viewers(record)
    }
    return replaced(record, films=films)


def show(record: Record, viewer: Viewer) -> list[Frame]:
    """A stored film."""
    data = record.films.get(reel(viewer))
    if data is None:
        raise BadRecord(f"films: this record has no film for {reel(viewer)}")
    try:
        return _decoder.decode(zlib.decompress(data))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise BadRecord(f"films.{reel(viewer)}: {error}") from None
