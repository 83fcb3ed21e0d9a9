"""The @rule mark and the record of tests that are not Python."""

import functools
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as some

from eschaton.ledger import UnknownRule, record, rule
from eschaton.ledger.marks import MarkRecord, rules_of, take_records


def wrapping(function: Callable[[], None]) -> Callable[[], None]:
    @functools.wraps(function)
    def wrapper() -> None:
        function()

    return wrapper


def test_a_mark_stays_on_the_function() -> None:
    @rule("CD-1.1", "CD-EX-1")
    def proof() -> None: ...

    assert rules_of(proof) == ("CD-1.1", "CD-EX-1")
    assert rules_of(test_a_mark_stays_on_the_function) == ()


def test_marks_stack_and_repeat_once() -> None:
    @rule("CD-1.1")
    @rule("CD-Q-16a", "CD-1.1")
    def proof() -> None: ...

    assert rules_of(proof) == ("CD-1.1", "CD-Q-16a")


def test_a_mark_is_seen_under_decorators() -> None:
    @wrapping
    @rule("HU-EX-D1")
    def wrapped() -> None: ...

    @given(some.integers())
    @rule("BB-R-1.1")
    def drawn(number: int) -> None: ...

    assert rules_of(wrapped) == ("HU-EX-D1",)
    assert rules_of(drawn) == ("BB-R-1.1",)


def test_a_class_may_be_marked() -> None:
    @rule("CD-1.1")
    class Base: ...

    @rule("CD-1.2")
    class Below(Base): ...

    assert rules_of(Base) == ("CD-1.1",)
    assert rules_of(Below) == ("CD-1.2", "CD-1.1")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("CD-9.99", "no ledger defines CD-9.99; nearest: CD-9.9"),
        ("cd-9.16", "no ledger defines cd-9.16; nearest: CD-9.16"),
        ("BB-R-4", "no ledger defines BB-R-4; nearest: BB-R-4.1, BB-R-4.2, BB-R-4.3"),
        ("nonsense", "no ledger defines nonsense"),
    ],
)
def test_an_unknown_id_is_refused_with_the_nearest(wrong: str, message: str) -> None:
    with pytest.raises(UnknownRule, match=re.escape(message)):
        rule("CD-1.1", wrong)


def test_a_mark_without_ids_is_refused() -> None:
    with pytest.raises(UnknownRule, match="no rule is cited"):
        rule()
    with pytest.raises(UnknownRule, match=r"is not the id of a rule; write @rule\('XX-1.1'\)"):
        rule(test_a_mark_without_ids_is_refused)  # type: ignore[arg-type]


def test_records_are_handed_over_once() -> None:
    take_records()
    record(["CD-EX-1"], "opening.toml", True)
    assert take_records() == [MarkRecord(("CD-EX-1",), "opening.toml", True)]
    assert take_records() == []


def test_a_record_of_an_unknown_id_is_refused() -> None:
    with pytest.raises(UnknownRule, match="no ledger defines CD-EX-99"):
        record(["CD-EX-99"], "opening.toml", True)
    assert take_records() == []
