"""Card packs in a study: read once, carried along as text, and laid on the game wherever it is played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from eschaton.cardtext import carried
from eschaton.cardtext.carried import PackFile
from eschaton.cardtext.errors import BadCards
from eschaton.cardtext.toml import text_of
from eschaton.kernel.errors import BadSetup, EschatonError
from eschaton.kernel.game import Game


def read_packs(folder: Path, names: Sequence[str | Path]) -> tuple[PackFile, ...]:
    """The packs of these files, named from the folder of the study."""
    found: list[PackFile] = []
    for number, name in enumerate(names):
        if Path(name).name in {pack.name for pack in found}:
            raise BadSetup(f"packs[{number}]: there is a {Path(name).name} already")
        try:
            found.append(PackFile(Path(name).name, text_of(folder / name)))
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not UTF-8 text"
            raise BadSetup(f"packs[{number}]: {name} cannot be read: {reason}") from None
    return tuple(found)


def laid(game: Game, packs: tuple[PackFile, ...]) -> Game:
    """The game with these packs laid on its own; what is wrong with them is wrong with the study."""
    try:
        return carried.laid(game, packs)
    except BadCards as error:
        raise BadSetup(f"packs: {error.brief}") from None
    except EschatonError as error:
        raise BadSetup(f"packs: {str(error).removeprefix('packs: ')}") from None
