"""Piles know who knows each card."""

from eschaton.kernel.ask import ALL_SEEING, EVERYONE, NOBODY, only
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
