"""Packs: TOML files of cards. Facts are fields, checked by the game's structures; powers are text, parsed.

Reading a pack never stops at the first mistake: every fault is found in one run, with file, line and column. Packs
stack: a pack may name a base, add cards to it, replace cards by id and remove cards.
"""

from __future__ import annotations

import copy
import functools
import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

import msgspec

from eschaton.cardtext.card import Card, Id
from eschaton.cardtext.data import PowerData, named_in
from eschaton.cardtext.errors import Fault, Place, nearest
from eschaton.cardtext.facts import keys_within, shown, takes, takes_within
from eschaton.cardtext.parse import read_text
from eschaton.cardtext.positions import Path as Where
from eschaton.cardtext.positions import Positions, placed
from eschaton.cardtext.sense import never_due
from eschaton.cardtext.toml import Source, read_toml
from eschaton.cardtext.vocabulary import Vocabulary, vocabularies
from eschaton.kernel.once import convert
from eschaton.kernel.plain import UNSEEN

NO_HEADING = "a pack begins with [pack]: id, name, version, author, licence, game"
SHORT = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class Heading(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What `[pack]` says: which pack this is, whose, under which licence, for which game, on which base.

    A large pack names its other files, which stand beside it and hold nothing but cards, as `parts`.
    """

    id: Id
    name: SHORT
    version: SHORT
    author: SHORT
    licence: SHORT
    game: SHORT
    base: str = ""
    remove: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    about: str = ""


class Spot(msgspec.Struct, frozen=True):
    """Where a card stands: its file, its path in it, the field that says its id, and how it says it."""

    file: str
    positions: Positions
    path: Where
    called: str
    said: str

    @property
    def line(self) -> int:
        """The line of its first word."""
        return self.positions.key(self.path)[0]

    def fault(self, message: str, near: str = "") -> Fault:
        """A fault of a card that is only seen beside others, at its id or name."""
        return placed(self.positions, self.file, (*self.path, self.called), message, self.said, near)


class Pack(msgspec.Struct, frozen=True, kw_only=True):
    """One pack as read: its heading, its cards by id, what they say, and where they (and faulty ones) stand."""

    heading: Heading
    file: str
    hash: str
    cards: dict[str, Card]
    kinds: dict[str, str]
    powers: dict[str, tuple[PowerData, ...]]
    replaces: frozenset[str]
    spots: dict[str, Spot]
    positions: Positions

    def fault(self, path: Where, message: str, words: str, near: str = "", expected: Iterable[str] = ()) -> Fault:
        """A fault at a value of this pack that is only seen when packs are stacked."""
        return placed(self.positions, self.file, path, message, words, near, expected)


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
    found = read_toml(source, file)
    if found.raw is None:
        return None, list(found.faults)
    return PackReader(words, found, file).pack()


def read_part(words: Vocabulary, pack: Pack, source: str, file: str) -> tuple[Pack, list[Fault]]:
    """A pack with the cards of one of its other files, and the faults of that file."""
    found = read_toml(source, file)
    if found.raw is None:
        return pack, list(found.faults)
    return PackReader(words, found, file).added_to(pack)


class PackReader:
    """One pack being read, collecting faults."""

    def __init__(self, words: Vocabulary, source: Source, file: str) -> None:
        self.words = words
        self.raw = source.raw or {}
        self.positions = Positions(source.text)
        self.file = file
        self.faults: list[Fault] = list(source.faults)
        self.whole = not source.faults  # otherwise what is missing may stand on a line that was left out
        self.cards: dict[str, Card] = {}
        self.kinds: dict[str, str] = {}
        self.powers: dict[str, tuple[PowerData, ...]] = {}
        self.replaces: set[str] = set()
        self.spots: dict[str, Spot] = {}

    def pack(self) -> tuple[Pack | None, list[Fault]]:
        """Read everything."""
        heading = self.heading()
        self.all_cards()
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
            spots=self.spots,
            positions=self.positions,
        )
        return pack, self.faults

    def added_to(self, pack: Pack) -> tuple[Pack, list[Fault]]:
        """The pack with the cards of this file, which is one of its parts."""
        self.spots = dict(pack.spots)
        self.all_cards()
        if "pack" in self.raw:
            self.fault(("pack",), "a part of a pack has no heading of its own")
        added = msgspec.structs.replace(
            pack,
            hash=hash_of({"before": pack.hash, **self.raw}),
            cards=pack.cards | self.cards,
            kinds=pack.kinds | self.kinds,
            powers=pack.powers | self.powers,
            replaces=pack.replaces | self.replaces,
            spots=self.spots,
        )
        return added, self.faults

    def all_cards(self) -> None:
        """Read all cards of all kinds."""
        for kind, listed in self.raw.items():
            if kind != "pack":
                self.kind(kind, listed)
        self.faults.sort(key=lambda fault: (fault.line, fault.column))

    def heading(self) -> Heading | None:
        """The heading; of one that has faults what is right, so that the pack is still checked against its base."""
        raw = self.raw.get("pack")
        if not isinstance(raw, dict):
            self.fault((), NO_HEADING)
            return None
        self.unseen(raw, ("pack",))
        heading: Heading | None = self.converted(Heading, raw, ("pack",))
        if heading is None:
            heading = convert(UNSAID | rightful(Heading, raw), Heading)
        if heading.game not in (self.words.game, UNSAID["game"]):
            self.wrong_game(heading.game)
        return heading

    def unseen(self, raw: dict[str, Any], path: Where) -> None:
        """What would stand on the screen of everybody at the table must be what they see there."""
        for field, value in raw.items():
            found = UNSEEN.search(re.sub(r"[\r\n\t]", " ", value)) if isinstance(value, str) else None
            if found is not None:
                self.fault((*path, field), f"{field}: has a character that cannot be seen, U+{ord(found[0]):04X}")

    def wrong_game(self, game: str) -> None:
        """The pack is for another game, or for none that there is."""
        known = [words.game for words in vocabularies()]
        message = f'this pack is for "{game}", not for "{self.words.game}"'
        if game not in known:
            message = f'game: no game with cards is called "{game}"'
        self.fault(("pack", "game"), message, game, nearest(game, known), known)

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
        self.unseen(raw, path)
        replaces = facts.pop("replace", False)
        if not isinstance(replaces, bool):
            self.fault((*path, "replace"), "replace: expected true or false")
        if "id" not in facts and isinstance(facts.get("name"), str):
            facts["id"] = slug(facts["name"]) or UNSAID["id"]
            if facts["name"] and not slug(facts["name"]):
                message = "name: no id can be made of it without letters or digits"
                self.fault((*path, "name"), message, facts["name"], expected=['id = "…"'])
        card = self.converted(self.words.kinds[kind], facts, path)
        powers = self.said(kind, facts, path)
        id_ = facts.get("id")
        if not isinstance(id_, str) or not facts.get("name"):
            return
        key = "id" if "id" in raw else "name"
        spot = Spot(self.file, self.positions, path, key, str(facts[key]))
        if id_ in self.spots:
            self.faults.append(spot.fault(f'"{id_}" is in this pack already, {self.place_of(id_)}'))
            return
        self.spots[id_] = spot
        if replaces is True:
            self.replaces.add(id_)
        if card is not None:
            self.cards[id_], self.kinds[id_], self.powers[id_] = card, kind, powers

    def place_of(self, id_: str) -> str:
        """Where a card stands, as a fault of this file says it."""
        spot = self.spots[id_]
        return f"on line {spot.line}" if spot.file == self.file else f"in {spot.file}, line {spot.line}"

    def said(self, kind: str, facts: Mapping[str, Any], path: Where) -> tuple[PowerData, ...]:
        """The powers of all fields of a card that hold text."""
        found: list[PowerData] = []
        for field in self.words.kinds[kind].said_in:
            text = facts.get(field, "")
            if isinstance(text, str):
                where = functools.partial(self.positions.letter, (*path, field))
                powers, faults = read_text(self.words, text, self.file, where, self.positions.source, kind)
                found += powers
                self.faults += faults or self.never_due(facts, powers, text, where)
        return tuple(found)

    def never_due(
        self, facts: Mapping[str, Any], powers: tuple[PowerData, ...], text: str, where: Callable[[int], Place]
    ) -> list[Fault]:
        """Timings that never come on this card, placed."""
        found: list[Fault] = []
        for start, fault in never_due(self.words, facts, powers, text):
            line, column = where(start + fault.column - 1)
            excerpt = self.positions.line(line)
            found.append(msgspec.structs.replace(fault, file=self.file, line=line, column=column, excerpt=excerpt))
        return found

    def converted(self, struct: type[Any], raw: Mapping[str, Any], path: Where) -> Any:
        """A structure from its fields, each checked for itself; None if any of them is wrong."""
        before = len(self.faults)
        fields = fields_of(struct)  # type: ignore[arg-type]
        for key in raw:
            if key not in fields:
                at = (*path, key)
                self.fault(at, f"{key}: there is no such field here", key, nearest(key, fields), fields, at_key=True)
        for name, field in fields.items():
            if name in raw:
                self.check(raw[name], field.type, (*path, name))
            elif field.required and self.whole:
                self.fault(path, f"{name} is missing", expected=[f"{name} = {takes(field.type)}"])
        if len(self.faults) > before or any(field.required and name not in raw for name, field in fields.items()):
            return None
        return convert(dict(raw), struct)

    def check(self, value: Any, kind: Any, path: Where, rest: bool = False) -> None:
        """Refuse a value that is not of its field's type or range; of a table, every entry that is wrong.

        What is left of a table without a wrong entry is the `rest`; what it lacks was there.
        """
        try:
            convert(value, kind)
        except msgspec.ValidationError as error:
            message, _, inside = str(error).partition(" - at `")
            unknown = NO_SUCH_WORD.fullmatch(message)
            if inside.startswith("$[...]") and isinstance(value, dict) and not unknown:
                self.check_each(value, kind, path)
                return
            steps = steps_of(inside)
            if unknown:
                word, at = unknown[1] or unknown[2], within(value, steps)
                self.no_such_word(word, at, kind, path, steps)
                steps = (*steps, word) if isinstance(at, dict) and word in at else steps
            elif not message.startswith(INCOMPLETE) or not rest:
                self.refuse(value, kind, path, steps)
            else:
                return
            if steps and isinstance(steps[-1], str):
                self.check(without(value, steps), kind, path, rest=True)

    def refuse(self, value: Any, kind: Any, path: Where, steps: Where) -> None:
        """Say what should have stood at a place, and what does."""
        full, found = (*path, *steps), within(value, steps)
        message = f"{name_of(full)}: expected {takes_within(kind, steps)}, not {shown(found)}"
        self.fault(full, message, said(found))

    def no_such_word(self, word: str, value: Any, kind: Any, path: Where, steps: Where) -> None:
        """Refuse a word, or the key of a table, that is none of those a field knows."""
        known = keys_within(kind, steps)
        in_table = isinstance(value, dict) and word in value
        full = (*path, *steps, word) if in_table else (*path, *steps)
        message = f'{name_of((*path, *steps))}: "{word}" is not known here'
        self.fault(full, message, word, nearest(word, known), known, at_key=in_table)

    def check_each(self, value: Mapping[str, Any], kind: Any, path: Where) -> None:
        """Find which entries of a table were refused: msgspec does not say."""
        for key, item in value.items():
            try:
                convert({key: item}, kind)
            except msgspec.ValidationError:
                self.refuse(value, kind, path, (key,))

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


UNSAID: dict[str, Any] = dict.fromkeys(("name", "version", "author", "licence", "game"), "?") | {"id": "unnamed"}
"""What a heading says where it should say something."""

INCOMPLETE = "Object missing required field"
NO_SUCH_WORD = re.compile(r"Invalid enum value '(.*)'|Object contains unknown field `(.*)`")


def rightful(struct: type[Any], raw: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a structure that are as they should be."""
    found = {}
    for name, field in fields_of(struct).items():  # type: ignore[arg-type]
        try:
            found[name] = convert(raw[name], field.type)
        except (KeyError, msgspec.ValidationError):
            continue
    return found


@functools.cache
def fields_of(struct: type[Any]) -> dict[str, msgspec.structs.FieldInfo]:
    """The fields of a structure by name."""
    return {field.name: field for field in msgspec.structs.fields(struct)}


def name_of(path: Where) -> str:
    """The name of a field, as a fault says it: without the card that it belongs to."""
    return ".".join(str(step) for step in path[2 if isinstance(path[1], int) else 1 :])


def steps_of(path: str) -> Where:
    """msgspec's `$.cost[0]` as steps."""
    found = re.findall(r"\.(\w+)|\[(\d+)\]", path)
    return tuple(int(index) if index else name for name, index in found)


def within(value: Any, steps: Where) -> Any:
    """What stands at a place inside a value; None where there is nothing."""
    for step in steps:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def without(value: Any, steps: Where) -> Any:
    """A value without the entry of a table inside it."""
    left = copy.deepcopy(value)
    del within(left, steps[:-1])[steps[-1]]
    return left


def said(value: Any) -> str:
    """The value that was refused, as written, if it is short."""
    return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, int | float | str) else ""


def slug(name: str) -> str:
    """A name as an id: "The Cook's Knife" is the-cooks-knife, "A Séance" is a-seance."""
    plain = "".join(letter for letter in unicodedata.normalize("NFKD", name) if not unicodedata.combining(letter))
    plain = re.sub(r"['’]", "", plain.lower())
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def hash_of(raw: Mapping[str, Any]) -> str:
    """A fingerprint of what a pack says, whatever its layout and comments."""
    return hashlib.blake2b(msgspec.json.encode(raw, order="sorted"), digest_size=12).hexdigest()
