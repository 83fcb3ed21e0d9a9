"""Packs on packs: finding a pack's base, laying packs on one another, and loading them for play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from eschaton.cardtext.errors import BadCards, Fault, nearest
from eschaton.cardtext.grammar import grammar_of
from eschaton.cardtext.memory import memory_of
from eschaton.cardtext.pack import UNSAID, Pack, Stack, read_pack, read_part
from eschaton.cardtext.toml import text_of
from eschaton.cardtext.vocabulary import Vocabulary


def load_stack(words: Vocabulary, files: Iterable[Path]) -> Stack:
    """The cards of these packs and their bases, ready for play; BadCards with every fault of all of them."""
    stack, faults = check_stack(words, files)
    if faults:
        raise BadCards(faults)
    memory_of(grammar_of(words)).keep()
    return stack


def check_stack(words: Vocabulary, files: Iterable[Path]) -> tuple[Stack, list[Fault]]:
    """Packs with their bases under them, and all faults."""
    packs: list[Pack] = []
    faults: list[Fault] = []
    for file in files:
        found, wrong = with_bases(words, file, {pack.heading.id for pack in packs})
        packs += found
        faults += wrong
    stack, wrong = stacked(packs)
    return stack, in_order([*faults, *wrong])


def in_order(faults: Sequence[Fault]) -> list[Fault]:
    """Faults as one comes upon them: file by file, from top to bottom."""
    files = list(dict.fromkeys(fault.file for fault in faults))
    return sorted(faults, key=lambda fault: (files.index(fault.file), fault.line, fault.column))


def with_bases(words: Vocabulary, file: Path, above: set[str]) -> tuple[list[Pack], list[Fault]]:
    """A pack after the packs it is based on that are not there yet."""
    pack, faults = read_files(words, file)
    if pack is None or pack.heading.id in above:
        return [], faults
    base = pack.heading.base
    if not base or base in above:
        return [pack], faults
    known = {id_: path for id_, path in known_packs(words, file).items() if id_ != pack.heading.id}
    if base not in known:
        meant = nearest(base, known)
        own = base == pack.heading.id
        message = "base: a pack cannot lie on itself" if own else f'base: no pack is called "{base}"'
        faults = [*faults, pack.fault(("pack", "base"), message, base, meant, known)]
        if not meant:
            return [pack], faults
        base = meant  # so that the cards are checked against those below them all the same
    under, below = with_bases(words, known[base], above | {pack.heading.id})
    return [*under, pack], below + faults


def read_files(words: Vocabulary, file: Path) -> tuple[Pack | None, list[Fault]]:
    """A pack with all its parts, and the faults of all of them."""
    try:
        source = text_of(file)
    except (OSError, UnicodeDecodeError) as error:
        return None, [Fault(message=f"cannot be read: {reason_of(error)}.", file=str(file))]
    pack, faults = read_pack(words, source, str(file))
    for at, name in enumerate(pack.heading.parts if pack else ()):
        pack, wrong = with_part(words, pack, file.parent, at, name)
        faults += wrong
    return pack, faults


def with_part(
    words: Vocabulary, pack: Pack | None, folder: Path, at: int, name: str
) -> tuple[Pack | None, list[Fault]]:
    """A pack with one more of its files, which must stand beside its first."""
    if pack is None:
        return None, []
    where = ("pack", "parts", at)
    if Path(name).name != name:
        return pack, [pack.fault(where, "parts: name files that stand beside this one", name)]
    try:
        source = text_of(folder / name)
    except (OSError, UnicodeDecodeError) as error:
        return pack, [pack.fault(where, f"parts: {name} cannot be read: {reason_of(error)}", name)]
    return read_part(words, pack, source, str(folder / name))


def reason_of(error: OSError | UnicodeDecodeError) -> str:
    """Why a file cannot be read."""
    return error.strerror or str(error) if isinstance(error, OSError) else "not UTF-8 text"


def known_packs(words: Vocabulary, file: Path) -> dict[str, Path]:
    """The packs that can be a base: those of the game, and those beside the file, by id."""
    found: dict[str, Path] = {}
    for path in (*sorted(file.parent.glob("*.toml")), *words.packs):
        if path == file:
            continue
        try:
            pack, _ = read_pack(words, text_of(path), str(path))
        except (OSError, UnicodeDecodeError):
            continue
        if pack is not None and pack.heading.game == words.game and pack.heading.id != UNSAID["id"]:
            found[pack.heading.id] = path
    return found


def stacked(packs: Sequence[Pack]) -> tuple[Stack, list[Fault]]:
    """The cards in force when these packs lie on one another, the first lowest."""
    stack = Stack(cards={}, kinds={}, powers={}, packs={})
    faults: list[Fault] = []
    for pack in packs:
        faults += lay(stack, pack)
    return stack, faults


def lay(stack: Stack, pack: Pack) -> list[Fault]:
    """Lay one pack on the others: remove, replace, add."""
    faults = []
    for at, id_ in enumerate(pack.heading.remove):
        if id_ not in stack.cards:
            message = f'remove: there is no card "{id_}" under this pack'
            faults.append(pack.fault(("pack", "remove", at), message, id_, nearest(id_, stack.cards)))
            continue
        for shelf in (stack.cards, stack.kinds, stack.powers):
            del shelf[id_]
    for id_, spot in pack.spots.items():
        wrong = misfit(stack, pack, id_)
        if wrong:
            faults.append(spot.fault(wrong, nearest(id_, stack.cards) if id_ not in stack.cards else ""))
        elif id_ in pack.cards:
            stack.cards[id_], stack.kinds[id_], stack.powers[id_] = pack.cards[id_], pack.kinds[id_], pack.powers[id_]
    stack.packs[pack.heading.id] = pack.hash
    return faults


def misfit(stack: Stack, pack: Pack, id_: str) -> str:
    """Why a card cannot be added or replaced, or ""."""
    if id_ in pack.replaces and id_ not in stack.cards:
        return f'there is no card "{id_}" to replace'
    below, kind = stack.kinds.get(id_), pack.kinds.get(id_)
    if id_ in pack.replaces and kind is not None and kind != below:
        return f'"{id_}" below is a card of kind "{below}"; only one of its kind replaces it'
    if id_ in stack.cards and id_ not in pack.replaces:
        return f'the pack below has a card "{id_}" already; write "replace = true" to replace it, or another id'
    return ""
