"""Scenario files: a position, some answers, and what must come of them. TOML; see docs/scenarios.md."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from eschaton.kernel.once import convert
from eschaton.ledger.marks import UnknownRule, checked
from eschaton.ledger.paths import BadScenario, nearest

ACTIONS = ("answer", "free", "stand", "withdraw", "roll", "shuffle", "pick", "auto", "refused", "set")
NEED_A_SEAT = ("answer", "free", "stand", "withdraw")
PACK = re.compile(r"^\s*\[pack\]", re.MULTILINE)
UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*)`")

T = TypeVar("T")


class ExpectedRefusal(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Something that must be refused: who tries what, and the error's name or a part of its message."""

    seat: int
    answer: Any = msgspec.UNSET
    free: str | list[Any] | msgspec.UnsetType = msgspec.UNSET
    error: str = ""


class Do(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """One thing that is done, and what must hold afterwards."""

    seat: int | msgspec.UnsetType = msgspec.UNSET
    answer: Any = msgspec.UNSET
    free: str | list[Any] | msgspec.UnsetType = msgspec.UNSET
    stand: list[Any] | bool | msgspec.UnsetType = msgspec.UNSET
    withdraw: bool | msgspec.UnsetType = msgspec.UNSET
    roll: list[int | str] | msgspec.UnsetType = msgspec.UNSET
    shuffle: list[str] | msgspec.UnsetType = msgspec.UNSET
    pick: str | msgspec.UnsetType = msgspec.UNSET
    auto: str | bool | msgspec.UnsetType = msgspec.UNSET
    refused: ExpectedRefusal | msgspec.UnsetType = msgspec.UNSET
    set: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    expect: dict[str, Any] = {}
    note: str = ""

    @property
    def action(self) -> str:
        """The name of what is done; empty if this only looks."""
        return next((name for name in ACTIONS if getattr(self, name) is not msgspec.UNSET), "")


class Expect(msgspec.Struct, kw_only=True):
    """What must hold after so many entries of `do`."""

    after: int
    place: str
    values: dict[str, Any]


class Scenario(msgspec.Struct, kw_only=True):
    """A scenario as written."""

    name: str
    game: str
    players: int
    seed: str = "0"
    packs: list[str] = []
    options: dict[str, Any] = {}
    rules: list[str] = []
    start: str = ""
    set: dict[str, Any] = {}
    do: list[Do] = []
    expect: list[Expect] = []
    note: str = ""
    folder: Path = Path()  # where its packs are looked for


def read_scenario(path: Path) -> Scenario:
    """The scenario in a file; BadScenario names the file and the place that is wrong."""
    try:
        found = parse(path.read_text("utf-8-sig"), path.as_posix())
        found.folder = path.parent
        return found
    except OSError as error:
        raise BadScenario(f"{path.as_posix()}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadScenario(f"{path.as_posix()}: is not a text in UTF-8") from None


def parse(text: str, name: str = "scenario") -> Scenario:
    """The scenario that a TOML text describes."""
    try:
        raw = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise BadScenario(f"{name}: {error}") from None
    try:
        dos = [read_do(entry, f"do[{number}]") for number, entry in enumerate(listed(raw, "do"), 1)]
        expects = [read_expect(entry, number, len(dos)) for number, entry in enumerate(listed(raw, "expect"), 1)]
        return read_head(raw, name, dos, expects)
    except BadScenario as error:
        raise BadScenario(f"{name}: {error}") from None


def read_head(raw: dict[str, Any], name: str, dos: list[Do], expects: list[Expect]) -> Scenario:
    """The scenario with everything that stands outside `do` and `expect`."""
    known = set(Scenario.__struct_fields__) - {"name", "folder"}
    for key in raw:
        if key not in known:
            raise BadScenario(f"{key}: is no part of a scenario{nearest(key, sorted(known))}")
    for key in ("game", "players"):
        if key not in raw:
            raise BadScenario(f"{key}: is missing")
    head = {key: value for key, value in raw.items() if key not in ("do", "expect")}
    if isinstance(head.get("seed"), int):
        head["seed"] = str(head["seed"])
    found = fitted(head | {"name": name}, Scenario, "")
    found.do, found.expect = dos, expects
    cited(found.rules)
    return found


def cited(rules: list[str]) -> None:
    """Refuse rules that no ledger has, as the mark of a test does."""
    try:
        if rules:
            checked(rules)
    except UnknownRule as error:
        raise BadScenario(f"rules: {error}") from None


def listed(raw: dict[str, Any], key: str) -> list[Any]:
    """An array of tables, or nothing."""
    found = raw.get(key, [])
    if not isinstance(found, list):
        raise BadScenario(f"{key}: expected entries that begin with [[{key}]]")
    return found


def read_do(entry: Any, place: str) -> Do:
    """One entry of `do`: exactly one action, or only something to expect."""
    done = fitted(entry, Do, place)
    given = [name for name in ACTIONS if getattr(done, name) is not msgspec.UNSET]
    if len(given) > 1:
        raise BadScenario(f"{place}: does {' and '.join(given)} at once; write one entry for each")
    if not given and not done.expect:
        raise BadScenario(f"{place}: does nothing; write one of {', '.join(ACTIONS)} or expect")
    refused = done.refused
    if isinstance(refused, ExpectedRefusal) and (refused.answer is msgspec.UNSET) == (refused.free is msgspec.UNSET):
        raise BadScenario(f"{place}.refused: what is refused? write answer or free")
    needs_seat = bool(given) and given[0] in NEED_A_SEAT
    if needs_seat and done.seat is msgspec.UNSET:
        raise BadScenario(f"{place}.seat: is missing; who does it?")
    if done.seat is not msgspec.UNSET and not needs_seat:
        raise BadScenario(f"{place}.seat: {given[0] if given else 'expect'} belongs to no seat")
    return done


def read_expect(entry: Any, number: int, end: int) -> Expect:
    """One entry of `expect`; `after` says after which `do` it is looked at, the last one unless said."""
    if not isinstance(entry, dict):
        raise BadScenario(f"expect[{number}]: expected a table of paths and values")
    values = dict(entry)
    after = values.pop("after", end)
    if type(after) is not int or not 0 <= after <= end:
        raise BadScenario(f"expect[{number}].after: expected a number of `do` entries from 0 to {end}, got {after!r}")
    return Expect(after=after, place=f"expect[{number}]", values=values)


def fitted(value: Any, kind: type[T], place: str) -> T:
    """A TOML table as a structure; the error names the place."""
    try:
        return convert(value, kind)
    except msgspec.ValidationError as error:
        message, _, inner = str(error).partition(" - at `$")
        where = f"{place}{inner.rstrip('`')}" if place else inner.strip(".`")
        unknown = UNKNOWN_FIELD.fullmatch(message)
        if unknown:
            known = (ExpectedRefusal if "refused" in inner else kind).__struct_fields__  # type: ignore[union-attr]
            raise BadScenario(f"{where}.{unknown[1]}: is no part of it{nearest(unknown[1], known)}") from None
        raise BadScenario(f"{where}: {message}") from None


def is_pack(path: Path) -> bool:
    """Whether a file in a folder of scenarios holds cards for them, and is none itself."""
    try:
        return PACK.search(path.read_text("utf-8-sig")) is not None
    except (OSError, UnicodeDecodeError):
        return False


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """The files named, and all scenarios in the folders named."""
    found: list[Path] = []
    for path in paths:
        inside = sorted(file for file in path.rglob("*.toml") if not is_pack(file)) if path.is_dir() else [path]
        if not inside:
            raise BadScenario(f"{path.as_posix()}: there are no scenarios (*.toml) in this folder")
        found += inside
    return found
