"""Asks test, sample and default an answer, and say precisely what is wrong with it."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from eschaton.kernel.ask import (
    ALL_SEEING,
    CHANCE,
    EVERYONE,
    NOBODY,
    Amount,
    Ask,
    Assign,
    Choose,
    ChooseSome,
    Order,
    Pick,
    Roll,
    Shuffle,
    Together,
    first,
    in_turn,
    keys,
    may_see,
    only,
    race,
    sealed,
)
from eschaton.kernel.errors import BreaksLimit, Malformed, NotAnOption
from eschaton.kernel.fit import Limit

CHOOSE = Choose(1, {"a": 10, "b": 20, "pass": None}, "pass", rule="TOY-1")
SOME = ChooseSome(1, keys("abcde"), 1, 3, (Limit(("a", "b"), 1, reason="not both"), Limit(("c", "d"), 9, 1)))
ASSIGN = Assign(1, {"x": ("p", "q"), "y": ("p",), "z": ()}, {"p": 1})
ORDER = Order(1, {"a": 1, "b": 2, "c": 3})
AMOUNT = Amount(1, 2, 5)
ROLL = Roll("dice", (1, 2, "star"), 2)
SHUFFLE = Shuffle("deck", ["a", "b", "c"])
PICK = Pick("fate", {"a": 1, "b": 2})
ALL = [CHOOSE, SOME, ASSIGN, ORDER, AMOUNT, ROLL, SHUFFLE, PICK]


@pytest.mark.parametrize("ask", ALL, ids=lambda ask: type(ask).__name__)
@given(seed=st.integers())
def test_what_an_ask_samples_it_accepts(ask, seed):
    ask.check(ask.sample(Random(seed)))
    assert ask.check(ask.default()) == ask.check(ask.default())


@pytest.mark.parametrize(
    ("ask", "answer", "value"),
    [
        (CHOOSE, "b", 20),
        (SOME, ["c", "a"], ["c", "a"]),
        (ASSIGN, {"y": "p", "x": "q"}, {"x": "q", "y": "p"}),
        (ORDER, ["c", "a", "b"], [3, 1, 2]),
        (AMOUNT, 5, 5),
        (ROLL, ["star", 1], ["star", 1]),
        (SHUFFLE, ["c", "b", "a"], ["c", "b", "a"]),
        (PICK, "b", 2),
    ],
)
def test_run_gets_the_value_of_a_legal_answer(ask, answer, value):
    assert ask.check(answer) == value


@pytest.mark.parametrize(
    ("ask", "answer", "error", "words"),
    [
        (CHOOSE, "z", NotAnOption, "'z' is not one of: a, b, pass"),
        (CHOOSE, ["a"], Malformed, "expected one option's key"),
        (SOME, [], BreaksLimit, "choose 1 to 3 options, not 0"),
        (SOME, ["a", "c", "d", "e"], BreaksLimit, "not 4"),
        (SOME, ["a", "b", "c"], BreaksLimit, "not both"),
        (SOME, ["a"], BreaksLimit, "1 to 9 of"),
        (SOME, ["c", "c"], Malformed, "named twice"),
        (SOME, ["c", "z"], NotAnOption, r"answer\[1\]: 'z'"),
        (SOME, "c", Malformed, "expected a list"),
        (ASSIGN, {"x": "p", "y": "p"}, BreaksLimit, "at most 1 on p"),
        (ASSIGN, {"y": "p"}, BreaksLimit, "answer.x: must be put somewhere"),
        (ASSIGN, {"x": "z", "y": "p"}, NotAnOption, "answer.x: 'z' is not one of: p, q"),
        (ASSIGN, {"z": "p"}, NotAnOption, "answer.z"),
        (ASSIGN, ["x"], Malformed, "from item to place"),
        (ORDER, ["a", "b"], BreaksLimit, "all 3 options"),
        (ORDER, ["a", "b", "b"], Malformed, "named twice"),
        (AMOUNT, 6, NotAnOption, "6 is not between 2 and 5"),
        (AMOUNT, True, Malformed, "whole number"),
        (AMOUNT, 2.0, Malformed, "whole number"),
        (ROLL, [1], Malformed, "a list of 2 faces"),
        (ROLL, [1, 3], NotAnOption, r"roll\[1\]: 3 is not one of: 1, 2, star"),
        (ROLL, [True, 1], NotAnOption, r"roll\[0\]: True"),
        (ROLL, [1.0, 1], NotAnOption, r"roll\[0\]: 1.0"),
        (SHUFFLE, ["a", "b"], NotAnOption, "the same items"),
        (SHUFFLE, ["a", "b", 3], Malformed, "a list of items"),
        (PICK, "z", NotAnOption, "'z' is not one of: a, b"),
        (race([1]), "a", Malformed, "cannot be answered"),
    ],
)
def test_what_is_wrong_with_an_answer_is_said_precisely(ask, answer, error, words):
    with pytest.raises(error, match=words) as caught:
        ask.check(answer)
    assert type(caught.value) is error


def test_defaults_are_neutral():
    assert CHOOSE.default() == "pass"
    assert Choose(1, keys("ab")).default() == "a"
    assert SOME.default() == ["c"], "the smallest legal subset, earliest first"
    assert ASSIGN.default() == {"x": "q", "y": "p"}, "x makes room for y"
    assert ORDER.default() == ["a", "b", "c"]
    assert AMOUNT.default() == 2


def test_limits_weigh_what_they_name():
    limit = Limit(("a", "b", "c"), 5, 2, (1, 2, 4))
    assert limit.weigh(["a", "c", "z"]) == 5
    assert limit.allows(["b"])
    assert not limit.allows(["a"])
    assert not limit.allows(["b", "c"])


@given(st.data())
def test_a_choice_of_some_is_found_whenever_there_is_one(data):
    names = data.draw(st.lists(st.sampled_from("abcdef"), unique=True))
    least = data.draw(st.integers(0, len(names)))
    limits = tuple(
        Limit(tuple(some), data.draw(st.integers(-2, 4)), data.draw(st.integers(-3, 2)), weights)
        for some in data.draw(st.lists(st.lists(st.sampled_from("abcdef"), unique=True), max_size=2))
        for weights in [tuple(data.draw(st.integers(-2, 3)) for _ in some)]
    )
    ask = ChooseSome(0, keys(names), least, data.draw(st.integers(least, 6)), limits)
    subsets = [[name for place, name in enumerate(names) if bits >> place & 1] for bits in range(1 << len(names))]
    legal = [some for some in subsets if accepts(ask, some)]
    if legal:
        assert len(ask.default()) == min(map(len, legal))
        assert accepts(ask, ask.sample(Random(1)))
    else:
        with pytest.raises(BreaksLimit):
            ask.default()


def accepts(ask: Ask, answer: object) -> bool:
    try:
        ask.check(answer)
    except BreaksLimit:
        return False
    return True


@given(
    st.dictionaries(st.sampled_from("uvwxyz"), st.lists(st.sampled_from("pqr"), unique=True, min_size=1).map(tuple)),
    st.dictionaries(st.sampled_from("pqr"), st.integers(0, 3)),
)
def test_items_are_assigned_whenever_they_fit(places, most):
    ask = Assign(0, places, most)
    fits = any_assignment(list(places.items()), most)
    if fits:
        assert accepts(ask, ask.default())
        assert accepts(ask, ask.sample(Random(1)))
    else:
        with pytest.raises(BreaksLimit):
            ask.default()


def any_assignment(items: list[tuple[str, tuple[str, ...]]], room: dict[str, int]) -> bool:
    if not items:
        return True
    (_, places), *rest = items
    return any(
        room.get(place, 9) > 0 and any_assignment(rest, {**room, place: room.get(place, 9) - 1}) for place in places
    )


def test_a_question_is_named_by_what_its_seat_is_asked_and_has_answered():
    ask = Choose(1, keys("ab"), rule="TOY-1")
    assert ask.id(3) == Choose(1, {"a": "other value", "b": 2}, rule="TOY-1").id(3)
    others = [
        ask.id(4),
        Choose(2, keys("ab"), rule="TOY-1").id(3),
        Choose(1, keys("abc"), rule="TOY-1").id(3),
        Choose(1, keys("ab"), rule="TOY-2").id(3),
        Order(1, keys("ab"), rule="TOY-1").id(3),
    ]
    assert len({ask.id(3), *others}) == 6
    assert Amount(1, 0, 4).id(0) != Amount(1, 0, 5).id(0)
    assert ChooseSome(1, keys("ab"), 1, 2).id(0) != ChooseSome(1, keys("ab"), 0, 2).id(0)
    assert ASSIGN.id(0) != Assign(1, {"x": ("p", "q"), "y": ("p",), "z": ()}, {"p": 2}).id(0)


def test_the_name_of_a_shuffle_tells_nothing_of_the_cards():
    assert Shuffle("deck", ["a", "b"]).id(0) == Shuffle("deck", ["c", "d"]).id(0)
    assert Pick("fate", keys("ab")).id(0) == Pick("fate", keys("cd")).id(0)


def test_audiences():
    assert may_see(only(0, 2), 2)
    assert not may_see(only(0, 2), 1)
    assert may_see(EVERYONE, None)
    assert not may_see(only(0, 1, 2, 3), None), "a spectator sees only what everybody sees"
    assert may_see(NOBODY, ALL_SEEING)
    assert not may_see(NOBODY, 0)


def test_chance_is_asked_like_a_player():
    assert {ask.seat for ask in (ROLL, SHUFFLE, PICK)} == {CHANCE}
    assert ROLL.audience == EVERYONE
    assert SHUFFLE.audience == NOBODY


def test_several_are_asked_in_one_of_four_ways():
    asks = [race([1, 2], "TOY-1"), first([1]), sealed([1, 2]), in_turn([2, 1])]
    assert [ask.mode for ask in asks] == ["race", "first", "sealed", "turn"]
    assert [ask.seats for ask in asks] == [[1, 2], [1], [1, 2], [2, 1]]
    assert all(isinstance(ask, Together) for ask in asks)
