"""Decks: made anew from the discard, under what is left of them, and looked through."""

from eschaton.kernel.ask import EVERYONE, NOBODY, only
from eschaton.kernel.deck import anew, refill
from eschaton.kernel.pile import face_down, face_up


def test_chance_is_asked_only_where_the_deck_has_too_few_and_the_discard_any():
    deck, discard = face_down("c", ["a"]), face_up("c", ["b", "c"])
    assert anew(deck, discard, "deck") is None
    asked = anew(deck, discard, "deck", "XX-1", wanted=2)
    assert asked is not None
    assert (asked.items, asked.rule) == (["b", "c"], "XX-1")
    assert anew(face_down("c"), face_up("c"), "deck") is None


def test_the_discard_lies_shuffled_under_what_is_left():
    deck, discard = face_down("c", ["a", "b"]), face_up("c", ["x", "y", "z"])
    deck.show(only(1))
    refill(deck, discard, ["z", "x", "y"])
    assert list(deck.cards) == ["z", "x", "y", "a", "b"]
    assert list(deck.known) == [NOBODY, NOBODY, NOBODY, NOBODY, only(1)]
    assert list(deck.inside)[:3] == [EVERYONE] * 3, "everybody has seen what was discarded"
    assert not discard.cards
    discard.put("n", EVERYONE)
    assert list(deck.cards) == ["z", "x", "y", "a", "b"]


def test_a_discard_keeps_its_own_back_and_place():
    deck, discard = face_down("c"), face_up("c", ["x"])
    refill(deck, discard, ["x"])
    assert (deck.back, discard.back, list(deck.cards), list(discard.cards)) == ("c", "c", ["x"], [])
