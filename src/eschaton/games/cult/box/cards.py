"""The cards as data: packs in TOML, read once into typed structures. What they do is in `abilities/`.

A designer's pack changes facts of cards by their ids (`life = 18`). A process plays with one choice of packs at a time:
set-up puts the cards in force that the match names.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Final, TypeVar

import msgspec

from eschaton.kernel.errors import BadSetup
from eschaton.kernel.once import convert, prepared

Life = Annotated[int, msgspec.Meta(ge=1, le=99)]
Coins = Annotated[int, msgspec.Meta(ge=0, le=99)]


class Character(msgspec.Struct, frozen=True, kw_only=True):
    """A Character: life, power symbol, ability text; coins it begins with; the faces its ability names (CD-Q-1)."""

    id: str
    name: str
    life: Life
    power: str
    text: str
    chant: Coins = 0
    siren: Coins = 0
    faces: tuple[str, ...] = ()
    into: tuple[str, ...] = ()


class Sigil(msgspec.Struct, frozen=True, kw_only=True):
    """A Sigil: when it may be used, what it does, and the faces it names (CD-Q-1)."""

    id: str
    name: str
    when: str
    text: str
    faces: tuple[str, ...] = ()


class Ritual(msgspec.Struct, frozen=True, kw_only=True):
    """A Ritual: the faces of its tracks; faces it takes without a track; whether it has a marker of its own rule."""

    id: str
    name: str
    text: str
    tracks: tuple[str, ...] = ()
    accepts: tuple[str, ...] = ()
    own: bool = False  # has a marker that only its own rule moves
    start: int = 0  # 0: the number of players (CD-1.16)
    keeper: bool = False
    faces: tuple[str, ...] = ()


class Wraith(msgspec.Struct, frozen=True, kw_only=True):
    """A Wraith card: its dice with their starting faces, and its ability."""

    id: str
    name: str
    dice: tuple[str, ...]
    text: str


class PackFacts(msgspec.Struct, forbid_unknown_fields=True):
    """A pack as it stands in its file."""

    character: list[Character] = []
    sigil: list[Sigil] = []
    ritual: list[Ritual] = []
    wraith: list[Wraith] = []


KINDS: Final = {"character": Character, "sigil": Sigil, "ritual": Ritual, "wraith": Wraith}
Card = TypeVar("Card", Character, Sigil, Ritual, Wraith)


def by_id(cards: list[Card]) -> dict[str, Card]:
    """Cards by their ids."""
    return {card.id: card for card in cards}


class CultPack:
    """Cards by kind and id, and the packs they come from, each with the hash of its text."""

    def __init__(self, found: PackFacts, packs: dict[str, str]) -> None:
        self.packs = packs
        self.lay(found)

    def lay(self, found: PackFacts) -> None:
        """Let these be the cards."""
        self.file = found
        self.characters = by_id(found.character)
        self.sigils = by_id(found.sigil)
        self.rituals = by_id(found.ritual)
        self.wraiths = by_id(found.wraith)


def fingerprint(text: str) -> str:
    """What tells two texts of a pack apart."""
    return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


BOX = files(__package__).joinpath("packs/base.toml").read_text("utf-8")
BASE = CultPack(msgspec.toml.decode(BOX, type=prepared(PackFacts)), {"base": fingerprint(BOX)})
"""The cards in force: those of the box, unless a match is played with a designer's packs."""

CARDS: dict[str, Character | Sigil | Ritual | Wraith] = {
    **BASE.characters,
    **BASE.sigils,
    **BASE.rituals,
    **BASE.wraiths,
}
STACKS: dict[tuple[str, ...], PackFacts] = {tuple(BASE.packs.values()): BASE.file}


def put_in_force(packs: Mapping[str, str]) -> None:
    """Play with the cards of these packs, or of the box alone, from now on."""
    wanted = dict(packs) or {"base": fingerprint(BOX)}
    if wanted == BASE.packs:
        return
    if tuple(wanted.values()) not in STACKS:
        raise BadSetup(f"packs: not known here: {', '.join(wanted)}")
    BASE.packs = wanted
    BASE.lay(STACKS[tuple(wanted.values())])
    for shelf in (BASE.characters, BASE.sigils, BASE.rituals, BASE.wraiths):
        CARDS.update(shelf)


def stacked(paths: Sequence[Path]) -> dict[str, str]:
    """Make known what the cards are with these packs on the box; the packs by name. BadSetup names file and field."""
    found, packs = msgspec.toml.decode(BOX, type=prepared(PackFacts)), {"base": fingerprint(BOX)}
    for path in paths:
        text = path.read_text("utf-8")
        try:
            changes = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise BadSetup(f"{path}: {error}") from None
        found = changed(found, changes, str(path))
        packs[path.stem] = fingerprint(text)
    STACKS[tuple(packs.values())] = found
    return packs


def changed(cards: PackFacts, changes: Mapping[str, Any], file: str) -> PackFacts:
    """Cards with some facts changed, as a designer's pack says."""
    whole: dict[str, Any] = msgspec.to_builtins(cards)
    for kind, listed in changes.items():
        if kind not in whole or not isinstance(listed, list):
            raise BadSetup(f"{file}: {kind}: expected one of [[{']], [['.join(whole)}]]")
        there = {card["id"]: card for card in whole[kind]}
        for number, facts in enumerate(listed):
            where = f"{file}: {kind}[{number}]"
            card = facts.get("id") if isinstance(facts, dict) else None
            if card not in there:
                raise BadSetup(f"{where}.id: there is no {kind} {card!r} in the box")
            unknown = sorted(facts.keys() - there[card].keys())
            if unknown:
                raise BadSetup(f"{where}.{unknown[0]}: a {kind} has no such fact; it has: {', '.join(there[card])}")
            there[card].update(facts)
            try:
                convert(there[card], KINDS[kind])
            except msgspec.ValidationError as error:
                what, _, field = str(error).partition(" - at `$")
                raise BadSetup(f"{where}{field.rstrip('`')}: {what[0].lower()}{what[1:].replace('`', '')}") from None
    return convert(whole, PackFacts)


def title_of(card: str) -> str:
    """The printed name of a card, or the id in words."""
    return CARDS[card].name if card in CARDS else card.replace("-", " ").replace(":", " ")
