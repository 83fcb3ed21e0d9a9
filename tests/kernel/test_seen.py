"""A table as a viewer sees it: what is blanked, what is shared, what is kept apart."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from eschaton.kernel.ask import ALL_SEEING, EVERYONE, NOBODY, Seat
from eschaton.kernel.pile import Pile, face_down, face_up, hand
from eschaton.kernel.save import save
from eschaton.kernel.seen import UNKNOWN, seen
from eschaton.kernel.step import Step
from eschaton.kernel.table import Kept, Open, Owner, Table
from eschaton.kernel.view import view


class Guest(msgspec.Struct):
    """A guest, with something of their own and something that nobody sees."""

    seat: Open[Seat]
    cards: Open[Pile]
    wish: Owner[str] = "none"
    fate: int = 0
    coins: Open[dict[str, int]] = {}


class Serve(Step):
    """A step with a hidden field."""

    course: Open[int]
    poison: str


class Banquet(Table, kw_only=True):
    """A table."""

    guests: Open[list[Guest]] = []
    by_name: Open[dict[str, Guest]] = {}
    shown: Open[Pile]
    deck: Open[Pile]
    secret: int = 3


def laid() -> Banquet:
    """Two guests with a card each."""
    guests = [Guest(seat, hand("card", seat), f"wish {seat}", 7, {"gold": seat}) for seat in (0, 1)]
    for guest in guests:
        guest.cards.put(f"card {guest.seat}", 1 << guest.seat)
    return Banquet(
        players_count=2,
        guests=guests,
        by_name={"a": Guest(0, face_down("card", ["deep"]))},
        shown=face_up("card", ["open"]),
        deck=face_down("card", ["low", "high"]),
        secret=9,
        stack=[Serve(2, "arsenic", serial=4)],
        counts={4: {"served": 1}},
        next_serial=12,
    )


def test_cards_and_fields_that_a_viewer_does_not_know_are_blank() -> None:
    known = seen(laid(), 0)
    assert isinstance(known, Banquet)
    mine, other = known.guests
    assert (mine.cards.cards, mine.wish, mine.fate) == (("card 0",), "wish 0", 0)
    assert (other.cards.cards, other.wish, other.fate) == ((UNKNOWN,), "none", 0)
    assert other.coins == {"gold": 1}
    assert known.by_name["a"].cards.cards == (UNKNOWN,)
    assert (known.shown.cards, known.deck.cards, known.secret) == (("open",), (UNKNOWN,) * 2, 3)
    (step,) = known.stack
    assert (step.course, step.poison, step.serial) == (2, "", 4), "what has no default is nothing of its kind"
    assert (known.counts, known.next_serial, known.scope("Serve")) == ({}, 1, 4)


@pytest.mark.parametrize("viewer", [0, 1, None, ALL_SEEING])
def test_it_is_viewed_like_the_true_table_which_does_not_change(viewer: Any) -> None:
    table = laid()
    before = save(table)
    known = seen(table, viewer)
    assert view(known, viewer) == view(table, viewer)
    known.guests[0].cards = hand("card", 0)
    known.secret = known.next_serial = 5
    known.stack.clear()
    assert save(table) == before


def test_what_was_found_on_the_true_table_is_not_taken_along() -> None:
    table = laid()
    table.kept = Kept()
    assert seen(table, 0).kept is not table.kept


def test_what_is_known_to_be_in_a_pile_lies_below_what_is_unknown() -> None:
    table = laid()
    table.deck = face_down("card", ["a", "b", "c"])
    table.deck.look(0, 2)  # c, then b
    table.deck.shuffled(["c", "a", "b"])
    known = seen(table, 0)
    assert known.deck.faces() == ["", "", ""], "nobody knows where"
    assert known.deck.cards == ("b", "c", UNKNOWN), "in no true order"
    assert (known.deck.known, known.deck.inside) == ((NOBODY,) * 3, (EVERYONE, EVERYONE, NOBODY))
    assert seen(table, 1).deck.cards == (UNKNOWN,) * 3
    assert view(known, 0) == view(table, 0)
