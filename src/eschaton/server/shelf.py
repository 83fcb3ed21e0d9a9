"""Games with the packs that people bring to a table: read from the database, and laid on the game's own cards.

All of this blocks: call it off the event loop.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Container, Sequence

import msgspec

from eschaton.cardtext.carried import PackFile, forget, laid
from eschaton.cardtext.vocabulary import vocabularies
from eschaton.kernel.errors import EschatonError
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.record import Record
from eschaton.server.lobby import Lobby, Refusal
from eschaton.server.storage import Store

log = logging.getLogger("eschaton.server.shelf")

HELD_SECONDS = 600.0
"""So long packs are held at least after they were laid: a match with them may be on its way to a table."""


class Laid(msgspec.Struct, frozen=True):
    """A game with packs on its own cards, and the packs as text, for whoever plays it elsewhere."""

    rules: Game
    files: tuple[PackFile, ...] = ()


_held: dict[tuple[str, ...], tuple[Game, float]] = {}
"""Games with packs that are held in memory, by the hashes of all their packs, and when they were last laid."""
_laying = threading.Lock()


def lay(game: Game, files: tuple[PackFile, ...]) -> Laid:
    """The game with these packs, held in memory until nobody plays with them."""
    if not files:
        return Laid(game)
    with _laying:
        rules = laid(game, files)
        _held[tuple(rules.packs.values())] = rules, time.monotonic()
    return Laid(rules, files)


def forget_unused(in_use: Container[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Forget the packs that no table plays with and that were not laid a moment ago; those that are still held."""
    with _laying:
        before = time.monotonic() - HELD_SECONDS
        for key, (rules, when) in list(_held.items()):
            if key not in in_use and when < before:
                del _held[key]
                forget(rules)
        return list(_held)


def takes_packs(game: Game) -> bool:
    """Whether people may bring packs: only where cards are written in a language, whose checker trusts nothing."""
    return game.with_packs is not None and any(words.game == game.id for words in vocabularies())


def chosen(store: Store, lobby: Lobby, hashes: Sequence[str]) -> Laid:
    """The game of a table with some of the packs that lie on it."""
    known = store.packs(lobby.id) if hashes else {}
    lying = {pack.hash for pack in lobby.packs} & known.keys()
    for at, digest in enumerate(hashes):
        if digest not in lying or digest in hashes[:at]:
            raise Refusal("not-found", f"packs[{at}]", "no such pack lies on the game, or it is named twice")
    return lay(lobby.rules(), tuple(known[digest] for digest in hashes))


def of_table(store: Store, lobby: Lobby) -> Laid:
    """The game of a table as its next match will be dealt; without its packs if they no longer fit the rules."""
    try:
        return chosen(store, lobby, [pack.hash for pack in lobby.packs])
    except (Refusal, EschatonError):
        log.exception("packs cannot be laid any more", extra={"table": lobby.id})
        lobby.packs = []
        return Laid(lobby.rules())


def of_record(store: Store, record: Record) -> Game:
    """The game that a match was dealt with; the one in the box if its packs are not known here."""
    box = find_game(record.game)
    brought = [digest for digest in record.setup.packs.values() if digest not in box.packs.values()]
    table = store.table_of(record.id) if brought else None
    known = store.packs(table) if table is not None else {}
    if not brought or not set(brought) <= known.keys():
        return box
    try:
        return lay(box, tuple(known[digest] for digest in brought)).rules
    except EschatonError:
        return box
