"""Packs carried along as text: kept in a study or a database, and laid on a game wherever it is played."""

from __future__ import annotations

import functools
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

import msgspec

from eschaton.cardtext.errors import BadCards
from eschaton.kernel.errors import BadSetup, EschatonError
from eschaton.kernel.game import Game, find_game

KEPT = 32
T = TypeVar("T")


class PackFile(msgspec.Struct, frozen=True):
    """A pack: the name of its file, and what stands in it."""

    name: str
    text: str


def laid(game: Game, packs: tuple[PackFile, ...]) -> Game:
    """The game with these packs laid on its own; BadCards or BadSetup names the file, never where it lay meanwhile."""
    if not packs:
        return game
    if game.with_packs is None:
        raise BadSetup(f"packs: {game.title} takes no packs beside its own")
    return with_packs(game.id, game.version, packs)


@functools.lru_cache(maxsize=KEPT)
def with_packs(game: str, version: int, packs: tuple[PackFile, ...]) -> Game:
    """The game made once for each choice of packs; the machine that plays need not be the one that read the files."""
    lay = find_game(game).with_packs
    assert lay is not None
    return as_files(packs, lay)


def forget(game: Game) -> None:
    """No longer hold a game with packs that nobody plays; whoever wants it again has it laid again."""
    with_packs.cache_clear()
    if game.forget_packs is not None:
        game.forget_packs(game.packs)


def as_files(packs: tuple[PackFile, ...], do: Callable[[list[Path]], T]) -> T:
    """Do something with packs as files in a folder of their own, with nothing else beside them."""
    with tempfile.TemporaryDirectory(prefix="eschaton-packs-") as folder, names_only(folder):
        files = [Path(folder) / pack.name for pack in packs]
        for file, pack in zip(files, packs, strict=True):
            file.write_text(pack.text, "utf-8")
        return do(files)


@contextmanager
def names_only(folder: str) -> Iterator[None]:
    """Faults name files, not the folder in which they lie for a moment."""
    try:
        yield
    except BadCards as error:
        faults = [msgspec.structs.replace(fault, file=Path(fault.file).name) for fault in error.faults]
        raise BadCards(faults) from None
    except EschatonError as error:
        raise BadSetup(str(error).replace(f"{folder}/", "")) from None
