"""Chance as answers: independent streams, scripts, typed dice, and fair deals."""

from collections import Counter

import pytest

from eschaton.kernel.ask import Amount, Pick, Roll, Shuffle, keys, only
from eschaton.kernel.chance import (
    Scripted,
    Seeded,
    Stream,
    Typed,
    audience_of,
    combined,
    commitment,
    new_secret,
    purpose_of,
    seed_bytes,
)
from eschaton.kernel.errors import Illegal

DICE = Roll("dice", (1, 2, 3, 4, 5, 6), 4)
DECK = Shuffle("deck", list("abcdefgh"))


def test_the_same_seed_draws_the_same_for_ever():
    assert Seeded("eschaton").answer(DICE, "dice", 0) == Seeded("eschaton").answer(DICE, "dice", 0)
    drawn = [Seeded("eschaton").answer(DICE, "dice", number) for number in range(3)]
    assert drawn == [[4, 6, 5, 6], [1, 4, 4, 2], [4, 6, 1, 1]], "a changed stream breaks every old record"


def test_streams_are_independent_of_each_other():
    chance = Seeded("x")
    shuffle = chance.answer(DECK, "deck", 0)
    for number in range(50):
        chance.answer(DICE, "dice", number)
    assert chance.answer(DECK, "deck", 0) == shuffle, "one die more never changes a later shuffle"
    assert chance.answer(DECK, "deck", 1) != shuffle
    assert chance.answer(DECK, "other deck", 0) != shuffle


def test_dice_are_fair_enough():
    chance = Seeded("fair")
    faces = Counter(face for number in range(3000) for face in chance.answer(DICE, "dice", number))
    assert all(abs(many - 2000) < 200 for many in faces.values())
    firsts = Counter(chance.answer(DECK, "deck", number)[0] for number in range(1600))
    assert all(140 < many < 260 for many in firsts.values())


def test_a_stream_yields_any_number_of_bits():
    stream = Stream(0).begin(seed_bytes("a"), "p", 0)
    bits = [stream.getrandbits(k) for k in (1, 8, 600, 1500)]
    assert [value.bit_length() <= k for value, k in zip(bits, (1, 8, 600, 1500), strict=True)] == [True] * 4
    assert 0 <= stream.random() < 1


def test_a_script_is_read_in_order_and_then_another_source_goes_on():
    chance = Scripted([[6, 6, 6, 6]], then=Seeded("x"))
    assert chance.answer(DICE, "dice", 0) == [6, 6, 6, 6]
    assert chance.answer(DICE, "dice", 1) == Seeded("x").answer(DICE, "dice", 1)
    with pytest.raises(Illegal, match="no result left for dice"):
        Scripted([]).answer(DICE, "dice", 0)


def test_people_type_dice_until_they_name_a_possible_result_and_hidden_draws_stay_hidden():
    typed = iter([[7, 1, 1, 1], "six", [6, 5, 4, 3]])
    chance = Typed(lambda ask: next(typed), Seeded("x"))
    assert chance.answer(DICE, "dice", 0) == [6, 5, 4, 3]
    assert chance.answer(DECK, "deck", 0) == Seeded("x").answer(DECK, "deck", 0)


def test_a_question_to_chance_has_a_purpose_and_an_audience():
    assert purpose_of(Pick("fate", keys("ab"))) == "fate"
    assert audience_of(Pick("fate", keys("ab"), only(1))) == only(1)
    with pytest.raises(Illegal, match="Amount is not a question to chance"):
        purpose_of(Amount(1, 0, 3))


def test_a_commitment_fixes_the_secret_and_every_contribution_counts():
    secret = new_secret()
    assert secret != new_secret()
    assert commitment(secret) == commitment(secret) != commitment(secret + "0")
    assert secret not in commitment(secret)
    seeds = {combined(secret, parts) for parts in (["a", "b"], ["b", "a"], ["a\nb"], ["ab"], ["a"], [])}
    assert len(seeds) == 6
