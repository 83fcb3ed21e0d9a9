"""The @rule mark: which rules a test proves. Tests that are not Python say it with `record`."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from msgspec import Struct

from eschaton.ledger.entry import LedgerError
from eschaton.ledger.shelf import every_entry, nearest_ids

MARK = "__rules__"

Marked = TypeVar("Marked", bound=Callable[..., object])


class UnknownRule(LedgerError):
    """A test cites an id that no ledger has in force."""


class MarkRecord(Struct, frozen=True):
    """What a test that is not Python has shown."""

    ids: tuple[str, ...]
    test_name: str
    passed: bool


_records: list[MarkRecord] = []


def rule(*ids: str) -> Callable[[Marked], Marked]:
    """Mark a test, or a class of tests, as proof of these rules, examples or rulings."""
    cited = checked(ids)

    def mark(target: Marked) -> Marked:
        setattr(target, MARK, tuple(dict.fromkeys((*cited, *rules_of(target)))))
        return target

    return mark


def checked(ids: Iterable[str]) -> tuple[str, ...]:
    """The ids, if every one of them is in force; otherwise an error that names the nearest."""
    cited = tuple(ids)
    if not cited:
        raise UnknownRule("no rule is cited; write the ids in the brackets, as in @rule('XX-1.1')")
    faults = [fault for entry_id in cited if (fault := _fault(entry_id))]
    if faults:
        raise UnknownRule("; ".join(faults))
    return cited


def _fault(entry_id: object) -> str | None:
    """Why an id may not be cited."""
    if not isinstance(entry_id, str):
        return f"{entry_id!r} is not the id of a rule; write @rule('XX-1.1'), with the ids as texts"
    entry = every_entry().get(entry_id)
    if entry is None:
        near = ", ".join(nearest_ids(entry_id))
        return f"no ledger defines {entry_id}" + (f"; nearest: {near}" if near else "")
    return f"{entry_id} is struck" if entry.struck else None


def rules_of(target: object) -> tuple[str, ...]:
    """The ids a test is marked with, also under decorators that wrap it."""
    while target is not None:
        if marked := getattr(target, MARK, ()):
            return tuple(marked)
        wrapped = getattr(target, "__wrapped__", None)
        target = wrapped or getattr(getattr(target, "hypothesis", None), "inner_test", None)
    return ()


def record(ids: Iterable[str], test_name: str, passed: bool) -> None:
    """Say that a test which is not Python cites these ids, and whether it passed."""
    _records.append(MarkRecord(checked(ids), test_name, passed))


def take_records() -> list[MarkRecord]:
    """Hand over what was recorded since the last time."""
    taken = _records.copy()
    _records.clear()
    return taken
