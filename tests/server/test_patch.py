"""Differences of documents: applied, they give the new document; nothing is sent for what has not changed."""

import copy
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from eschaton.server import news
from eschaton.server.patch import apply, difference

scalars = st.none() | st.booleans() | st.integers(-3, 3) | st.text("ab~/1é", max_size=3)
items = st.builds(lambda name, value: {"id": name, "value": value}, st.sampled_from("pqrst"), scalars)
documents = st.recursive(
    scalars | st.lists(items, max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text("ab~/1", max_size=3), inner, max_size=4),
    max_leaves=20,
)


def over_the_wire(ops: list[news.PatchOp]) -> list[news.PatchOp]:
    return msgspec.json.decode(msgspec.json.encode(ops), type=list[news.PatchOp])


def exactly(value: Any) -> bytes:
    """As JSON, so that 1 and true are not the same."""
    return msgspec.json.encode(value, order="sorted")


@given(documents, documents)
def test_a_patch_leads_from_one_document_to_the_other(old: Any, new: Any) -> None:
    before = copy.deepcopy((old, new))
    ops = difference(old, new)
    assert (old, new) == before
    assert exactly(apply(copy.deepcopy(old), over_the_wire(ops))) == exactly(new)


@given(documents)
def test_nothing_is_said_of_what_has_not_changed(document: Any) -> None:
    assert difference(document, copy.deepcopy(document)) == []


@given(st.lists(items, max_size=8), st.data())
def test_a_piece_that_leaves_or_comes_is_one_operation(row: list[Any], data: st.DataObject) -> None:
    row = [{**item, "id": str(number)} for number, item in enumerate(row)]
    place = data.draw(st.integers(0, len(row)))
    longer = [*row[:place], {"id": "new", "value": 1}, *row[place:]]
    assert [op.op for op in difference(row, longer)] == ["add"]
    assert [op.op for op in difference(longer, row)] == ["remove"]
