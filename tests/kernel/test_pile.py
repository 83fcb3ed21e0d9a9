"""Piles know who knows each card."""

import msgspec
import pytest

from eschaton.kernel.ask import ALL_SEEING, EVERYONE, NOBODY, only
from eschaton.kernel.errors import RulesError
from eschaton.kernel.pile import Pile, face_down, face_up, hand, move


def test_face_up_everybody_knows_and_face_down_nobody():
    assert face_up("red", "ab").seen_by(None) == ["a", "b"]
    assert face_down("red", "ab").seen_by(0) == [None, None]
    assert face_down("red", "ab", only(1)).seen_by(1) == ["a", "b"]
    assert face_down("red", "ab").seen_by(ALL_SEEING) == ["a", "b"]


def test_looking_at_the_top_cards_lets_one_seat_know_them():
    deck = face_down("red", "abc")
    assert deck.look(1, 2) == ["c", "b"], "the topmost first"
    assert deck.seen_by(1) == [None, "b", "c"]
    assert deck.seen_by(0) == [None, None, None]
    assert deck.look(0, 9) == ["c", "b", "a"]


def test_moving_keeps_who_knows_a_card_and_may_let_others_know():
    deck, row = face_down("red", "abc"), Pile("red")
    deck.look(1, 1)
    assert move(deck, row, to=only(2)) == "c"
    assert row.seen_by(1) == row.seen_by(2) == ["c"]
    assert row.seen_by(0) == [None]
    assert len(deck) == 2
    assert "c" in row
    assert "c" not in deck


def test_cards_can_go_under_a_pile_and_come_from_anywhere():
    deck, row = face_down("red", "abc"), face_up("red", "x")
    move(row, deck, bottom=True)
    assert deck.cards == ("x", "a", "b", "c")
    assert deck.seen_by(None) == ["x", None, None, None], "everybody saw where it went"
    move(deck, row, at=1)
    assert row.cards == ("a",)


def test_shuffling_forgets_places_but_keeps_the_contents():
    deck = face_down("red", "abcd")
    deck.look(1, 1)
    deck.show(EVERYONE, at=0)
    ask = deck.asking("deck")
    assert sorted(ask.items) == list("abcd")
    deck.shuffled(["c", "d", "a", "b"])
    assert deck.seen_by(1) == [None] * 4
    assert deck.contents_for(1) == ["a", "d"]
    assert deck.contents_for(None) == ["a"]


def test_when_an_unseen_card_leaves_nobody_knows_what_is_left():
    deck = face_down("red", "abc", only(0, 1))
    deck.shuffled(["c", "a", "b"])
    deck.take(to=only(1))
    assert deck.contents_for(1) == ["a", "c"], "seat 1 saw which one left"
    assert deck.contents_for(0) == []


def test_who_sees_a_card_itself_goes_on_knowing_it():
    deck = face_down("red", "abc")
    deck.show(only(0), at=0)
    deck.take()
    assert deck.seen_by(0) == ["a", None]


def test_a_hand_has_no_order_that_others_could_see():
    held = hand("red", 0)
    for card, known in [("c", only(0)), ("b", only(0, 1)), ("a", only(0))]:
        held.put(card, known)
    assert held.seen_by(0) == ["a", "b", "c"]
    assert held.seen_by(1) == ["b", None, None]
    held.lay(held.cards[::-1], held.known[::-1], held.inside[::-1])
    assert held.seen_by(1) == ["b", None, None]


def test_a_card_given_from_a_hand_could_be_any_of_it():
    mine, theirs = hand("red", 0), hand("red", 2)
    for card in "abc":
        mine.put(card, only(0, 1))
    move(mine, theirs, mine.cards.index("b"), to=only(2))
    assert theirs.seen_by(0) == theirs.seen_by(2) == ["b"]
    assert mine.seen_by(0) == ["a", "c"]
    assert mine.seen_by(1) == [None, None], "seat 1 has seen the hand, but not which card left it"
    assert theirs.seen_by(1) == [None]


def test_a_card_played_openly_from_a_hand_takes_no_knowledge_away():
    mine, heap = hand("red", 0), face_up("red")
    for card in "abc":
        mine.put(card, only(0, 1))
    move(mine, heap, mine.cards.index("b"), to=EVERYONE)
    assert heap.seen_by(None) == ["b"]
    assert mine.seen_by(1) == ["a", "c"]


def test_putting_a_card_tells_who_knows_it():
    pile = Pile("red")
    pile.put("a")
    pile.put("b", only(3), at=0)
    assert pile.cards == ("b", "a")
    assert pile.known == pile.inside == (only(3), NOBODY)


def test_what_somebody_arranges_others_only_know_to_be_inside():
    deck = face_down("red", "abcd")
    deck.look(0, 3)
    deck.look(1, 1)
    deck.show(EVERYONE, at=1)
    deck.arranged(["d", "b", "c"], by=0)
    assert deck.cards == ("a", "d", "b", "c")
    assert deck.seen_by(0) == [None, "d", "b", "c"]
    assert deck.seen_by(1) == deck.seen_by(None) == [None] * 4
    assert deck.contents_for(1) == ["b", "d"]
    assert deck.contents_for(None) == ["b"]


def test_one_card_alone_is_not_arranged():
    deck = face_down("red", "ab", only(0, 1))
    deck.arranged(["b"], by=0)
    assert deck.seen_by(1) == ["a", "b"]


@pytest.mark.parametrize(
    ("order", "said"),
    [("ba", "no order of the 2 cards on top"), ("cba", "does not know"), ("dcba", "no order"), ("cc", "no order")],
)
def test_only_cards_on_top_that_one_knows_can_be_arranged(order, said):
    deck = face_down("red", "abc")
    deck.look(0, 2)
    with pytest.raises(RulesError, match=said):
        deck.arranged(order, by=0)
    assert deck.cards == ("a", "b", "c")


def test_cards_can_be_taken_from_any_place_with_what_is_known_of_them():
    for at, left in [(0, "bc"), (1, "ac"), (2, "ab"), (-1, "ab"), (-2, "ac"), (-3, "bc")]:
        deck = face_down("red", "abc")
        deck.look(1, 3)
        deck.shuffled(["a", "b", "c"])
        deck.show(only(0), at)
        card, known = deck.take(at, to=EVERYONE)
        assert (card, known) == ("abc"[at], EVERYONE)
        assert deck.cards == tuple(left)
        assert deck.known == (NOBODY, NOBODY)
        assert deck.inside == (only(1), only(1))


def test_a_pile_saved_when_all_that_is_known_was_written_out_is_the_same():
    older = msgspec.msgpack.encode(["red", ["a", "b"], [0, 1], [0, 1], -1])
    pile = msgspec.msgpack.decode(older, type=Pile)
    assert pile.seen_by(0) == [None, "b"]
    pile.lay(pile.cards, pile.known, pile.inside)
    newer = Pile("red")
    newer.put("a")
    newer.put("b", only(0))
    assert pile == newer
