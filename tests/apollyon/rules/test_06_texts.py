"""SA-6, SA-14.7, SA-32.29 to SA-32.37: what texts pick, count and mark."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from eschaton.games.apollyon import GAME
from eschaton.games.apollyon.box.timings import MONTHLY
from eschaton.games.apollyon.rules.announce import announce
from eschaton.kernel.ask import CHANCE, Pick
from eschaton.kernel.chance import Seeded
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.save import copy
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, S2, Driver


def monthly(game: Driver) -> Driver:
    """The Monthly Effects, up to the first question."""
    return game.begin(*announce(game.table, MONTHLY))


@rule("SA-6.15")
def test_a_random_pick_is_even_and_from_the_seeded_generator(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).anomaly("Thing", "euclid", "1/2").text("thing", "Monthly: Mark 1 random character.")
    for name, seat in (("Ana", S0), ("Bo", S0), ("Cy", S1)):
        game.character(name, seat, "2/2")
    ask = monthly(game).question.ask
    assert isinstance(ask, Pick)
    assert ask.seat == CHANCE, "nobody picks"
    assert set(ask.keys()) == {"ana", "bo", "cy"}
    picked = Counter(Seeded(f"{seed}").answer(ask, "character", 0) for seed in range(900))
    assert all(240 < picked[name] < 360 for name in ("ana", "bo", "cy"))
    assert Seeded("7").answer(ask, "character", 3) == Seeded("7").answer(ask, "character", 3)


@rule("SA-14.7")
@pytest.mark.parametrize("away", ["vacation", "lost"])
def test_who_is_on_vacation_can_be_chosen_as_little_as_the_lost(apollyon: type[Driver], away: str) -> None:
    game = apollyon(players=1).anomaly("Thing", "euclid", "1/2").text("thing", "Monthly: Destroy 1 character.")
    for name in ("Ana", "Bo", "Cy"):
        game.character(name, S0, "2/2")
    game.who("cy").zone = away
    assert monthly(game).offers(S0) == ["ana", "bo"]
    game.answer(S0, "ana").play_on()
    assert game.at("ana") == "discard"
    wounded = game.anomaly("Other", "euclid", "1/2").text("other", "Monthly: Place 1 Wound on each character.")
    wounded.table.anomalies.pop("thing")
    monthly(wounded).play_on()
    assert (game.who("bo").wounds, game.who("cy").wounds) == (1, 0)


@rule("SA-32.36")
def test_a_card_marks_with_its_own_token(apollyon: type[Driver]) -> None:
    game = apollyon(players=1).character("Ana", S0, "2/2").character("Bo", S0, "2/2")
    for name in ("Thing", "Other"):
        game.anomaly(name, "euclid", "1/2")
    game.who("ana").marks = {"thing": 1}
    game.who("bo").marks = {"other": 1}
    game.text("thing", "Monthly: Place 1 Cognitohazard on each marked character.")
    monthly(game).play_on()
    assert (game.who("ana").cogs, game.who("bo").cogs) == (1, 0), "another card's token is not this one's"


@rule("SA-32.37")
def test_tokens_to_mark_with_never_run_out(apollyon: type[Driver]) -> None:
    game = apollyon(players=1).anomaly("Thing", "euclid", "1/2").masquerade(90)
    for number in range(40):
        game.character(f"Agent {number}", S0, "1/1")
    game.text(
        "thing", "Monthly: Mark each character, then lose X Masquerade, where X is the number of marked characters."
    )
    monthly(game).play_on()
    assert game.m == 50, "whatever stands in, each of forty is marked"


def strikes(apollyon: type[Driver], text: str, **options: bool) -> Driver:
    """Three sites with a Character each, and a loose anomaly that says something."""
    game = apollyon(players=3, **options).anomaly("Thing", "euclid", "1/2").text("thing", f"Monthly: {text}")
    for name, seat in (("Ana", S0), ("Bo", S1), ("Cy", S2)):
        game.character(name, seat, "2/2").pool(seat, personnel=1)
    return monthly(game)


@rule("SA-6.14")
def test_any_legal_target_is_picked_and_those_it_falls_on_agree(apollyon: type[Driver]) -> None:
    game = strikes(apollyon, "Place 1 Wound on 1 character.")
    assert game.offers(S0) == ["ana", "bo", "cy"], "any site"
    game.answer(S0, "bo")
    assert [seat for seat in (S0, S1, S2) if game.offers(seat)] == [S1], "only they are asked"
    assert (
        game.question.step.prompt(game.table) == "Thing: Place 1 Wound on 1 character. S0 proposes: Bo; do you agree?"
    )
    game.answer(S1, "agree")
    assert game.who("bo").wounds == 1


@rule("SA-6.14")
def test_who_refuses_picks_anew_and_each_does_so_once(apollyon: type[Driver]) -> None:
    game = strikes(apollyon, "Place 1 Wound on 1 character.").answer(S0, "bo").answer(S1, "refuse")
    assert game.offers(S1) == ["ana", "bo", "cy"]
    game.answer(S1, "cy").answer(S2, "refuse").answer(S2, "ana")
    assert [seat for seat in (S0, S1, S2) if game.offers(seat)] == [S0], (
        "who picked first has a say in the others' picks"
    )
    game.answer(S0, "refuse")
    assert game.who("ana").wounds == 1, "all three have picked, so the last pick holds"
    assert (game.who("bo").wounds, game.who("cy").wounds) == (0, 0)


@rule("SA-6.14")
def test_what_falls_on_oneself_or_is_left_to_silence_needs_nobodys_consent(apollyon: type[Driver]) -> None:
    game = strikes(apollyon, "Place 1 Wound on 1 character.").answer(S0, "ana")
    assert game.who("ana").wounds == 1
    silent = strikes(apollyon, "Place 1 Wound on 1 character.", agree_by_silence=True).answer(S0, "cy")
    assert silent.who("cy").wounds == 1


@rule("SA-6.14")
def test_several_are_agreed_to_by_all_whose_they_are(apollyon: type[Driver]) -> None:
    game = strikes(apollyon, "Place 1 Wound on 2 characters. Mark 1 character.").answer(S0, ["bo", "cy"])
    game.answer(S2, "agree").answer(S1, "agree")
    assert (game.who("bo").wounds, game.who("cy").wounds) == (1, 1)
    assert game.offers(S0) == ["ana", "bo", "cy"], "the next pick is the first proposer's again"


@rule("SA-6.14", "SA-7.13")
def test_assets_of_others_are_destroyed_with_their_consent(apollyon: type[Driver]) -> None:
    game = strikes(apollyon, "Destroy 1 Personnel.").answer(S0, "S1:personnel").answer(S1, "refuse")
    game.answer(S1, "S2:personnel").answer(S2, "agree")
    assert [game.pool_of(seat) for seat in (S0, S1, S2)] == [{"personnel": 1}, {"personnel": 1}, {}]


@rule("SA-6.15")
def test_what_chance_picks_needs_nobodys_consent(apollyon: type[Driver]) -> None:
    game = strikes(apollyon, "Place 1 Wound on 1 random character.").answer(CHANCE, "cy")
    assert game.who("cy").wounds == 1


@rule("SA-6.4")
@pytest.mark.parametrize("seed", range(6))
def test_whose_texts_are_on_is_never_out_of_date(seed: int) -> None:
    rng = Random(seed)
    table = GAME.table(GAME.checked(1 + seed % 4, {}))
    for _ in range(700):
        question = settle(table)
        if question is None:
            break
        twin, box = copy(table), table.box  # type: ignore[attr-defined]
        for about in box.about:  # timings and ratings
            assert table.speakers(about) == twin.speakers(about)
            assert table.spoken(about) == twin.spoken(about)
        answer(table, question, question.ask.seat, question.ask.sample(rng))
