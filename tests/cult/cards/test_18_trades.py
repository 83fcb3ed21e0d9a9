"""Section 18: Merchant II's trades (CD-18.16 to CD-18.22, CD-Q-52)."""

from __future__ import annotations

from random import Random

import pytest

from eschaton.ledger import rule
from tests.cult.driver import S0, S1, S2, S3, S4, Driver


def market(cult: type[Driver], **coins: str) -> Driver:
    """S1 is Merchant II with two coins of each kind; S2 is about to commit."""
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren siren chant chant", **coins)
    return game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")


def partners(game: Driver, seat: int = S1) -> list[str]:
    """Whom this player may offer a trade now."""
    game.table.forget()
    return [key.removeprefix("trade:") for key in game.table.free(seat) if key.startswith("trade:")]


@rule("CD-18.17", "CD-18.19", "CD-18.20")
@pytest.mark.parametrize(
    ("terms", "merchant", "partner"),
    [
        (["give:siren:1", "take:chant:1"], (10, "siren chant chant chant"), (10, "siren")),
        (["give:siren:2", "give:chant:1", "take:life:7"], (17, "chant"), (3, "siren siren chant chant")),
        (["give:life:9", "take:chant:1"], (1, "siren siren chant chant chant"), (19, "")),
        (["give:life:1", "give:siren:1", "take:chant:1"], (9, "siren chant chant chant"), (11, "siren")),
    ],
)
def test_any_agreed_numbers_of_coins_for_coins_or_life_and_of_life_for_coins(
    cult: type[Driver], terms: list[str], merchant: tuple[int, str], partner: tuple[int, str]
) -> None:
    game = market(cult, S3="chant").act(S1, "trade:S3").answer(S1, terms)
    assert (game.waiting, game.asked) == ("Offer", S3)
    assert game.life(S1) == 10  # nothing yet
    game.answer(S3, "accept")
    assert (game.life(S1), game.coins_of(S1)) == (merchant[0], tuple(merchant[1].split()))
    assert (game.life(S3), game.coins_of(S3)) == (partner[0], tuple(partner[1].split()))
    assert game.waiting == "Commit"  # and play goes on


@rule("CD-18.17", "CD-18.18", "CD-18.20")
@pytest.mark.parametrize(
    "terms",
    [
        ["give:life:2", "take:life:1"],
        ["give:life:1", "give:siren:1", "take:life:1"],
        ["give:siren:1"],
        ["take:chant:1"],
        [],
        ["none", "give:siren:1", "take:chant:1"],
        ["give:siren:1", "give:siren:2", "take:chant:1"],
        ["give:siren:3", "take:chant:1"],
        ["give:siren:1", "take:siren:1"],
    ],
)
def test_no_life_for_life_no_gifts_and_nothing_that_is_not_there(cult: type[Driver], terms: list[str]) -> None:
    game = market(cult, S3="chant").act(S1, "trade:S3")
    assert game.refused(S1, terms)


@rule("CD-18.19")
def test_a_refused_offer_changes_nothing(cult: type[Driver]) -> None:
    game = market(cult, S3="chant").act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"])
    game.answer(S3, "refuse")
    assert len(game.coins_of(S1)) == 4
    assert game.coins_of(S3) == ("chant",)
    assert game.waiting == "Commit"


@rule("CD-18.19", "CD-Q-52")
def test_an_agreed_trade_cannot_be_taken_back(cult: type[Driver]) -> None:
    game = market(cult, S3="chant").act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"])
    assert game.refused(S1, ["none"])  # the offer lies with the partner
    game.answer(S3, "accept")
    for seat in (S1, S3):
        assert game.refused(seat, "refuse")
    assert game.coins_of(S3) == ("siren",)


@rule("CD-Q-52", "CD-18.22")
def test_counter_offers_go_back_and_forth_but_not_for_ever(cult: type[Driver]) -> None:
    game = market(cult, S3="chant").act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:life:5"])
    seats = [S3, S1, S3, S1]
    terms = {S3: ["give:chant:1", "take:siren:1"], S1: ["give:siren:1", "take:chant:1"]}
    for number in range(3):
        assert game.offers(seats[number]) == ["refuse", "accept", "counter"]
        game.answer(seats[number], "counter").answer(seats[number], terms[seats[number]])
    assert game.offers(seats[3]) == ["refuse", "accept"]
    game.answer(seats[3], "accept")
    assert game.coins_of(S3) == ("siren",)
    assert game.life(S3) == 10  # the last offer counts, not the first


@rule("CD-Q-52")
def test_whoever_has_nothing_better_may_make_no_counter_offer_after_all(cult: type[Driver]) -> None:
    game = market(cult, S3="chant").act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:life:5"])
    game.answer(S3, "counter")
    ask = game.question.ask
    assert ask.default() == ["none"]  # what a time-out answers
    game.answer(S3, ["none"])
    assert game.waiting == "Commit"
    assert game.life(S3) == 10


@rule("CD-18.21", "CD-Q-52", "CD-18.18")
def test_wraiths_trade_coins_only(cult: type[Driver]) -> None:
    game = (
        cult(players=5)
        .characters(S1="Merchant II")
        .coins(S1="siren", S4="chant")
        .wraith(S4="Undertow", S3="Drowned Choir")
    )
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    assert partners(game) == ["S0", "S2", "S4"]  # S3 has nothing that could be traded
    game.act(S1, "trade:S4")
    assert game.offers(S1) == ["none", "give:siren:1", "take:chant:1"]
    game.answer(S1, ["give:siren:1", "take:chant:1"]).answer(S4, "accept")
    assert game.coins_of(S4) == ("siren",)


@rule("CD-Q-52", "CD-Q-72")
def test_nobody_trades_away_the_last_life(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren", S2="chant").with_life(S1=3, S2=2, S3=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    assert partners(game) == ["S0", "S2", "S4"]
    game.act(S1, "trade:S2")
    assert game.offers(S1) == ["none", "give:siren:1", "give:life:1", "give:life:2", "take:chant:1", "take:life:1"]


@rule("CD-18.17", "CD-18.18")
def test_life_is_not_on_offer_to_one_who_has_only_life_to_give(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren").with_life(S1=3, S2=2)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit").act(S1, "trade:S2")
    assert game.offers(S1) == ["none", "give:siren:1", "take:life:1"]


@rule("CD-18.17", "CD-Q-52")
def test_only_merchant_ii_opens_trades(cult: type[Driver]) -> None:
    game = market(cult, S2="chant", S3="siren")
    assert partners(game) == ["S0", "S2", "S3", "S4"]
    for seat in (S0, S2, S3, S4):
        assert partners(game, seat) == []
    game.with_dead(S1)
    assert partners(game) == []


@rule("CD-Q-55", "CD-Q-54")
def test_who_borrows_merchant_ii_trades_with_their_own(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II", S3="Faceless II").marks(S1).coins(S4="chant")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    assert partners(game, S3) == ["S4"]


@rule("CD-Q-52")
def test_trades_are_made_before_a_roll_phase_and_in_commit_and_response_phases(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II", S2="Faceless II").coins(S1="siren", S3="siren")
    game.turn(S2)
    assert (game.waiting, bool(partners(game))) == ("MarkPlayer", True)
    game.answer(S2, S3).rolls("Dg DD Bl Bl Bl")
    assert (game.waiting, bool(partners(game))) == ("RollPhase", False)
    game.go(until="Commit")
    assert partners(game)
    game.commits(Dg=S4, DD=S0, Bl=[S2] * 3)
    assert game.table.scope("ResponsePhase")
    assert partners(game)
    game.answer(S3, "siren")
    assert (game.waiting, bool(partners(game))) == ("MoveDie", False)  # in the middle of an effect
    game.answer(S3, "Dg").answer(S3, S0).go(until="ResolvePhase")
    assert (game.table.scope("ResolvePhase") > 0, bool(partners(game))) == (True, False)


@rule("CD-Q-52")
def test_a_trade_is_possible_in_a_wraiths_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren", S4="chant").wraith(S4="Undertow")
    game.turn(S4).rolls("Dg Bl").go(until="CommitPhase")
    assert partners(game)


@rule("CD-Q-52", "CD-18.22")
def test_two_offers_per_phase(cult: type[Driver]) -> None:
    game = market(cult, S3="chant")
    for _ in range(2):
        game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"]).answer(S3, "refuse")
    assert partners(game) == []
    game.commits(Dg=S4, Bl=[S2] * 4)
    assert game.table.scope("ResponsePhase")
    assert partners(game)  # a new phase


@rule("CD-Q-52")
def test_an_offer_that_can_no_longer_be_met_is_withdrawn(cult: type[Driver]) -> None:
    game = market(cult, S3="chant", S4="chant")
    game.act(S1, "trade:S3").answer(S1, ["give:siren:2", "take:chant:1"])
    game.act(S1, "trade:S4").answer(S1, ["give:siren:1", "take:chant:1"])
    assert game.asked == S4
    game.answer(S4, "accept")
    assert game.waiting == "Commit"  # S3 is not asked any more
    assert game.events("offer withdrawn") == [{"who": S1, "whom": S3}]
    assert game.coins_of(S3) == ("chant",)


@rule("CD-Q-52")
def test_an_offer_that_can_still_be_met_stays_open_beside_another(cult: type[Driver]) -> None:
    game = market(cult, S3="chant", S4="chant")
    game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"])
    game.act(S1, "trade:S4").answer(S1, ["give:siren:1", "take:chant:1"]).answer(S4, "accept")
    assert (game.waiting, game.asked) == ("Offer", S3)
    game.answer(S3, "accept")
    assert game.coins_of(S1) == ("chant",) * 4


@rule("CD-7.4", "CD-18.19")
def test_who_has_passed_may_use_what_a_trade_has_brought(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II", S3="Guardian II", S2="Alchemist").coins(S1="siren")
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=[S2] * 4).answer(S3, "pass")
    assert game.offers(S3) == []
    game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:life:2"]).answer(S3, "accept")
    game.respond(S3, "siren", "DD", S4).resolve()
    assert (game.life(S1), game.life(S3), game.life(S4)) == (12, 8, 8)


def test_random_terms_are_legal(cult: type[Driver]) -> None:
    game = market(cult, S3="chant").with_life(S1=30, S3=30).act(S1, "trade:S3")
    for seed in range(50):
        ask = game.question.ask
        ask.check(ask.sample(Random(seed)))
