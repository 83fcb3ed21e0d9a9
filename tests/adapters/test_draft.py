"""Every legal answer can be put together pick by pick, and no sequence of picks goes astray."""

from itertools import permutations, product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eschaton.adapters import draft
from eschaton.kernel.ask import Amount, Ask, Assign, Choose, ChooseSome, Order, Pick, Roll, Shuffle, keys
from eschaton.kernel.errors import Malformed, Refused
from eschaton.kernel.fit import Limit


def reached(ask: Ask) -> list[object]:
    """All answers that picks lead to, walking every way."""
    found = []
    waiting: list[draft.Chosen] = [()]
    while waiting:
        chosen = waiting.pop()
        picks = draft.picks(ask, chosen)
        legal = draft.is_legal(ask, chosen)
        assert picks or legal, f"{chosen} goes nowhere"
        if legal:
            found.append(draft.answer_so_far(ask, chosen))
        waiting += [draft.settled(ask, (*chosen, key)) for key in picks]
    return found


def legal(ask: Ask, answers: list[object]) -> list[object]:
    kept = []
    for answer in answers:
        try:
            ask.check(answer)
        except Refused:
            continue
        kept.append(answer)
    return kept


def same(one: list[object], other: list[object]) -> bool:
    return sorted(map(repr, one)) == sorted(map(repr, other))


def test_one_option_is_one_pick():
    assert reached(Choose(0, keys(("a", "b")))) == ["b", "a"]


def test_a_number_is_one_pick():
    assert sorted(reached(Amount(0, 2, 5))) == [2, 3, 4, 5]


def test_an_order_is_picked_from_the_front_and_the_last_follows():
    ask = Order(0, keys("abc"))
    assert same(reached(ask), [list(order) for order in permutations("abc")])
    assert draft.settled(ask, ("c", "a")) == ("c", "a", "b")


def subsets(names: str) -> list[object]:
    return [list(order) for size in range(len(names) + 1) for order in permutations(names, size)]


@given(
    least=st.integers(0, 3),
    most=st.integers(0, 4),
    limits=st.lists(
        st.builds(
            lambda names, least, most, weights: Limit(tuple(names), most, least, tuple(weights[: len(names)])),
            st.lists(st.sampled_from("abcd"), min_size=1, unique=True),
            st.integers(0, 3),
            st.integers(0, 5),
            st.lists(st.integers(-2, 3), min_size=4, max_size=4),
        ),
        max_size=2,
    ),
)
def test_some_options_are_picked_in_any_order_within_all_limits(least, most, limits):
    ask = ChooseSome(0, keys("abcd"), least, most, tuple(limits))
    wanted = legal(ask, subsets("abcd"))
    if wanted:  # an ask that no answer fits is a defect of the rules
        assert same(reached(ask), wanted)


@given(places=st.lists(st.sets(st.sampled_from("xyz")), min_size=1, max_size=4), most=st.integers(1, 3))
def test_items_are_placed_one_after_the_other_where_all_still_fit(places, most):
    ask = Assign(0, {f"item{n}": tuple(sorted(where)) for n, where in enumerate(places)}, {"x": most, "y": 1})
    items = draft.items(ask)
    wanted = legal(ask, [dict(zip(items, where, strict=True)) for where in product("xyz", repeat=len(items))])
    if wanted:
        assert same(reached(ask), wanted)


def picks_for(ask: Ask, answer: object) -> draft.Chosen:
    """The picks that make up a whole answer."""
    match ask:
        case Choose() | Amount():
            return (str(answer),)
        case Assign():
            return tuple(answer[item] for item in draft.items(ask))
    return tuple(answer)


@pytest.mark.parametrize(
    "ask",
    [
        Choose(0, keys("ab")),
        ChooseSome(0, keys("abcd"), 1, 3),
        Assign(0, {"one": ("x", "y"), "none": (), "two": ("y",)}),
        Order(0, keys("abc")),
        Amount(0, -3, 3),
    ],
    ids=lambda ask: type(ask).__name__,
)
def test_any_sampled_answer_can_be_taken_apart_into_picks(ask):
    for seed in range(20):
        answer = ask.sample(Random(seed))
        chosen: draft.Chosen = ()
        for key in picks_for(ask, answer):
            assert key in draft.picks(ask, chosen)
            chosen = (*chosen, key)
        assert draft.answer_so_far(ask, chosen) == answer


def test_many_limits_on_many_options_are_searched_quickly():
    names = [f"n{n}" for n in range(60)]
    groups = [names[at : at + 20] for at in range(0, 60, 20)]
    limits = [Limit(tuple(group), 1, 1) for group in groups]
    ask = ChooseSome(0, keys(names), 0, 99, tuple(limits))
    assert len(draft.picks(ask, ())) == 60
    assert draft.picks(ask, ("n0", "n20")) == names[40:]
    assert draft.picks(ask, ("n0", "n20", "n40")) == []


# Chance.


def drawn(ask: Ask, rng: Random) -> object:
    so_far: draft.Drawn = ()
    while (found := draft.result(ask, so_far)) is None:
        outcomes = draft.outcomes(ask, so_far)
        assert abs(sum(outcomes.values()) - 1) < 1e-9
        so_far = (*so_far, rng.choice(list(outcomes)))
    ask.check(found)
    return found


def test_chance_draws_die_by_die_and_card_by_card():
    rng = Random(1)
    dice = Roll("dice", ("a", "b"), 2)
    assert {tuple(drawn(dice, rng)) for _ in range(50)} == set(product("ab", repeat=2))
    cards = Shuffle("deck", list("cab"))
    assert {tuple(drawn(cards, rng)) for _ in range(200)} == set(permutations("abc"))
    assert {drawn(Pick("one", keys("xy")), rng) for _ in range(50)} == {"x", "y"}


def test_equal_faces_are_one_outcome_with_their_common_likelihood():
    assert draft.outcomes(Roll("die", (0, 1, 1, 2)), ()) == {0: 0.25, 1: 0.5, 3: 0.25}


def test_the_numbers_of_cards_do_not_tell_how_they_lie():
    one, two = Shuffle("deck", list("abc")), Shuffle("deck", list("cba"))
    assert draft.names_of_outcomes(one) == draft.names_of_outcomes(two)


def test_chance_and_seats_are_not_mixed_up():
    with pytest.raises(Malformed, match="no question to a seat"):
        draft.picks(Roll("die", (1, 2)), ())
    with pytest.raises(Malformed, match="no question to chance"):
        draft.outcomes(Choose(0, keys("ab")), ())


def test_walks_find_blind_alleys(monkeypatch):
    """The walk above would notice a pick after which nothing legal can follow."""
    monkeypatch.setattr(draft.Completion, "possible", lambda search, chosen: len(chosen) <= 2)
    ask = ChooseSome(0, keys("abc"), 2, 2, (Limit(tuple("ab"), 1, 1),))
    with pytest.raises(AssertionError, match="goes nowhere"):
        reached(ask)
