"""Which rules are proven: the committed baseline, how a test run changes it, and the count per game."""

from collections.abc import Collection, Iterable
from pathlib import Path

import msgspec
from msgspec import Struct

from eschaton.kernel.once import prepared
from eschaton.ledger.entry import Ledger, LedgerError, natural
from eschaton.ledger.shelf import every_entry, ledgers

BASELINE = Path("tests", "proven.json")


class NotACheckout(LedgerError):
    """Coverage was asked for outside the project's source tree."""


class Coverage(Struct, frozen=True):
    """How much of one ledger the tests prove."""

    rules: int
    proven: int
    examples: int
    golden: int
    rulings: int
    rulings_proven: int
    missing: list[str]


class Verdict(Struct, frozen=True):
    """How a whole test run compares with the baseline."""

    lost: list[str]
    gained: list[str]

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(self.lost or self.gained)


def coverage(ledger: Ledger, proven: Collection[str]) -> Coverage:
    """Count what is proven, and list the rules and examples that are not."""
    found = {kind: [entry.id for entry in ledger.to_prove(kind)] for kind in ("rule", "example", "ruling")}
    shown = {kind: [entry_id for entry_id in ids if entry_id in proven] for kind, ids in found.items()}
    missing = [entry_id for kind in ("rule", "example") for entry_id in found[kind] if entry_id not in proven]
    return Coverage(
        rules=len(found["rule"]),
        proven=len(shown["rule"]),
        examples=len(found["example"]),
        golden=len(shown["example"]),
        rulings=len(found["ruling"]),
        rulings_proven=len(shown["ruling"]),
        missing=missing,
    )


def coverage_of_all(proven: Collection[str]) -> dict[str, Coverage]:
    """The coverage of every ledger, by game."""
    return {game: coverage(found, proven) for game, found in ledgers().items()}


def compare(baseline: Collection[str], proven: Collection[str]) -> Verdict:
    """What the baseline has and the run has not, and the other way round."""
    known = set(baseline), set(proven)
    return Verdict(sorted(known[0] - known[1], key=natural), sorted(known[1] - known[0], key=natural))


def read_baseline(path: Path) -> set[str]:
    """The ids that a committed baseline calls proven; none if there is no file."""
    if not path.is_file():
        return set()
    try:
        games = msgspec.json.decode(path.read_bytes(), type=prepared(dict[str, list[str]]))
    except msgspec.DecodeError as error:
        raise LedgerError(f"{BASELINE.as_posix()} cannot be read: {error}") from None
    return {entry_id for ids in games.values() for entry_id in ids}


def write_baseline(path: Path, proven: Iterable[str]) -> None:
    """Write the proven ids, sorted, per game, one to a line."""
    game_of = {found.prefix: game for game, found in ledgers().items()}
    games: dict[str, list[str]] = {game: [] for game in game_of.values()}
    for entry_id in sorted(every_entry().keys() & set(proven), key=natural):
        games[game_of[entry_id[:2]]].append(entry_id)
    text = msgspec.json.format(msgspec.json.encode(games), indent=2)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text + b"\n")


def checkout(start: Path | None = None) -> Path:
    """The root of the source tree: around the present directory, else around this package."""
    for place in (start or Path.cwd(), Path(__file__)):
        for root in place.resolve().parents if place.is_file() else (place.resolve(), *place.resolve().parents):
            if (root / "src" / "eschaton").is_dir() and (root / BASELINE.parent).is_dir():
                return root
    raise NotACheckout(
        "Coverage is measured in the project's source tree, and this is not inside one: "
        f"no folder with src/eschaton and {BASELINE.parent.as_posix()} was found here or above."
    )
