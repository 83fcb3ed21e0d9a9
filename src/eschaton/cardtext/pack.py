"""Packs: TOML files of cards. Facts are fields, checked by the game's structures; powers are text, parsed.

Reading a pack never stops at the first mistake: every fault is found in one run, with file, line and column. Packs
stack: a pack may name a base, add cards to it, replace cards by id and remove cards.
"""

from __future__ import annotations

import functools
import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from eschaton.cardtext.card import Card, Id
from eschaton.cardtext.data import PowerData, named_in
from eschaton.cardtext.errors import Fault, nearest
from eschaton.cardtext.parse import read_text
from eschaton.cardtext.positions import Path as Where
from eschaton.cardtext.positions import Positions
from eschaton.cardtext.vocabulary import Vocabulary

SHORT = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Heading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `[pack]` says: which pack this is, whose, under which licence, for which game, on which base."""

    id: Id
    name: SHORT
    version: SHORT
    author: SHORT
    licence: SHORT
    game: SHORT
    base: str = ""
    remove: tuple[str, ...] = ()
    about: str = ""


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """One pack as read: its heading, its cards by id, what they say, and where they stand in the file."""

    heading: Heading
    file: str
    hash: str
    cards: dict[str, Card]
    kinds: dict[str, str]
    powers: dict[str, tuple[PowerData, ...]]
    replaces: frozenset[str]
    lines: dict[str, int]
    positions: Positions

    def fault(self, path: Where, message: str, words: str, near: str = "") -> Fault:
        """A fault at a value of this pack that is only seen when packs are stacked."""
        return placed(self.positions, self.file, path, message, words, near)


class Stack(msgspec.Struct, frozen=True, kw_only=True):
    """Packs laid on one another: the cards in force. `packs` is what a `Game` keeps of them: id to hash."""

    cards: dict[str, Card]
    kinds: dict[str, str]
    powers: dict[str, tuple[PowerData, ...]]
    packs: dict[str, str]

    def of_kind(self, kind: str) -> dict[str, Card]:
        """The cards of one kind."""
        return {id_: card for id_, card in self.cards.items() if self.kinds[id_] == kind}

    def named(self) -> list[str]:
        """The cards with an ability that no sentence can say."""
        return [id_ for id_, powers in self.powers.items() if any(named_in(power.effect) for power in powers)]


def read_pack(words: Vocabulary, source: str, file: str = "pack.toml") -> tuple[Pack | None, list[Fault]]:
    """A pack and all its faults; no pack if it cannot be used even in part."""
    try:
        raw = tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        return None, [syntax_fault(source, file, error)]
    return PackReader(words, raw, Positions(source), file).pack()


def syntax_fault(source: str, file: str, error: tomllib.TOMLDecodeError) -> Fault:
    """What tomllib says, placed."""
    message = str(error)
    found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)$", message)
    lines = source.splitlines() or [""]
    line, column = (int(found[1]), int(found[2])) if found and found[1] else (len(lines), len(lines[-1]) + 1)
    said = message[: found.start()] if found else message
    excerpt = lines[line - 1] if line <= len(lines) else ""
    return Fault(message=f"not TOML: {said}.", file=file, line=line, column=column, excerpt=excerpt)


class PackReader:
    """One pack being read, collecting faults."""

    def __init__(self, words: Vocabulary, raw: dict[str, Any], positions: Positions, file: str) -> None:
        self.words = words
        self.raw = raw
        self.positions = positions
        self.file = file
        self.faults: list[Fault] = []
        self.cards: dict[str, Card] = {}
        self.kinds: dict[str, str] = {}
        self.powers: dict[str, tuple[PowerData, ...]] = {}
        self.replaces: set[str] = set()
        self.lines: dict[str, int] = {}

    def pack(self) -> tuple[Pack | None, list[Fault]]:
        """Read everything."""
        heading = self.heading()
        for kind, listed in self.raw.items():
            if kind != "pack":
                self.kind(kind, listed)
        self.faults.sort(key=lambda fault: (fault.line, fault.column))
        if heading is None:
            return None, self.faults
        pack = Pack(
            heading=heading,
            file=self.file,
            hash=hash_of(self.raw),
            cards=self.cards,
            kinds=self.kinds,
            powers=self.powers,
            replaces=frozenset(self.replaces),
            lines=self.lines,
            positions=self.positions,
        )
        return pack, self.faults

    def heading(self) -> Heading | None:
        """The heading, if it is whole."""
        raw = self.raw.get("pack")
        if not isinstance(raw, dict):
            self.fault((), "a pack begins with [pack]: id, name, version, author, licence, game")
            return None
        heading: Heading | None = self.converted(Heading, raw, ("pack",))
        if heading is not None and heading.game != self.words.game:
            message = f'this pack is for "{heading.game}", not for "{self.words.game}"'
            self.fault(("pack", "game"), message, heading.game)
        return heading

    def kind(self, kind: str, listed: Any) -> None:
        """All cards of one kind."""
        if kind not in self.words.kinds:
            first = (kind, 0) if isinstance(listed, list) else (kind,)
            message = f'{self.words.title} has no kind of card "{kind}"'
            self.fault(first, message, near=nearest(kind, self.words.kinds), expected=self.words.kinds)
            return
        if not isinstance(listed, list) or not all(isinstance(card, dict) for card in listed):
            self.fault((kind,), f"write each card as [[{kind}]]")
            return
        for at, card in enumerate(listed):
            self.card(kind, card, (kind, at))

    def card(self, kind: str, raw: dict[str, Any], path: Where) -> None:
        """One card: its facts, then what it says."""
        facts = dict(raw)
        replaces = facts.pop("replace", False)
        if not isinstance(replaces, bool):
            self.fault((*path, "replace"), "replace: expected true or false")
        if "id" not in facts and isinstance(facts.get("name"), str):
            facts["id"] = slug(facts["name"])
        card = self.converted(self.words.kinds[kind], facts, path)
        powers = self.said(self.words.kinds[kind], facts, path)
        if card is None:
            return
        if card.id in self.cards:
            key = "id" if "id" in raw else "name"
            message = f'"{card.id}" is in this pack already, on line {self.lines[card.id]}'
            self.fault((*path, key), message, str(facts[key]))
            return
        self.cards[card.id], self.kinds[card.id], self.powers[card.id] = card, kind, powers
        self.lines[card.id] = self.positions.key(path)[0]
        if replaces is True:
            self.replaces.add(card.id)

    def said(self, struct: type[Card], facts: Mapping[str, Any], path: Where) -> tuple[PowerData, ...]:
        """The powers of all fields of a card that hold text."""
        found: list[PowerData] = []
        for field in struct.said_in:
            text = facts.get(field, "")
            if isinstance(text, str):
                where = functools.partial(self.positions.letter, (*path, field))
                powers, faults = read_text(self.words, text, self.file, where, self.positions.source)
                found += powers
                self.faults += faults
        return tuple(found)

    def converted(self, struct: type[Any], raw: Mapping[str, Any], path: Where) -> Any:
        """A structure from its fields, each checked for itself; None if any of them is wrong."""
        before = len(self.faults)
        fields = {field.name: field for field in msgspec.structs.fields(struct)}
        for key in raw:
            if key not in fields:
                at = (*path, key)
                self.fault(at, f"{key}: there is no such field here", key, nearest(key, fields), fields, at_key=True)
        for name, field in fields.items():
            if name in raw:
                self.check(raw[name], field.type, (*path, name))
            elif field.required:
                self.fault(path, f"{name} is missing", expected=[name])
        return msgspec.convert(dict(raw), struct) if len(self.faults) == before else None

    def check(self, value: Any, kind: Any, path: Where) -> None:
        """Refuse a value that is not of its field's type or range."""
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            message, _, inner = str(error).partition(" - at `")
            if inner.startswith("$[...]") and isinstance(value, dict):
                self.check_each(value, kind, path, message)
                return
            full = (*path, *steps_of(inner))
            self.fault(full, complaint(full, message), said(value, full[len(path) :]))

    def check_each(self, value: Mapping[str, Any], kind: Any, path: Where, message: str) -> None:
        """Find which entries of a table were refused: msgspec does not say."""
        for key, item in value.items():
            try:
                msgspec.convert({key: item}, kind)
            except msgspec.ValidationError:
                self.fault((*path, key), complaint((*path, key), message), said(item, ()))

    def fault(
        self,
        path: Where,
        message: str,
        words: str = "",
        near: str = "",
        expected: Iterable[str] = (),
        at_key: bool = False,
    ) -> None:
        """Note a fault at a place of the file."""
        self.faults.append(placed(self.positions, self.file, path, message, words, near, expected, at_key))


def placed(
    positions: Positions,
    file: str,
    path: Where,
    message: str,
    words: str = "",
    near: str = "",
    expected: Iterable[str] = (),
    at_key: bool = False,
) -> Fault:
    """A fault at a key, or at the words of a value, of a file."""
    line, column = positions.key(path) if at_key or not words else positions.value(path)
    excerpt = positions.line(line)
    if words and excerpt[column - 1 : column] in "\"'" and excerpt[column : column + len(words)] == words:
        column += 1  # past the quote
    return Fault(
        message=f"{message.rstrip('.')}.",
        file=file,
        line=line,
        column=column,
        words=words,
        excerpt=excerpt,
        nearest=near,
        expected=tuple(expected),
    )


def complaint(path: Where, message: str) -> str:
    """What msgspec says, with the name of the field."""
    name = ".".join(str(step) for step in path[2 if isinstance(path[1], int) else 1 :])
    return f"{name}: {message[0].lower()}{message[1:].replace('`', '')}"


def steps_of(path: str) -> Where:
    """msgspec's `$.cost[0]` as steps."""
    found = re.findall(r"\.(\w+)|\[(\d+)\]", path)
    return tuple(int(index) if index else name for name, index in found)


def said(value: Any, path: Where) -> str:
    """The value that was refused, as written, if it is short."""
    for step in path:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return ""
    return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, int | float | str) else ""


def slug(name: str) -> str:
    """A name as an id: "The Cook's Knife" is the-cooks-knife."""
    plain = re.sub(r"['’]", "", name.lower())
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def hash_of(raw: Mapping[str, Any]) -> str:
    """A fingerprint of what a pack says, whatever its layout and comments."""
    return hashlib.blake2b(msgspec.json.encode(raw, order="sorted"), digest_size=12).hexdigest()
