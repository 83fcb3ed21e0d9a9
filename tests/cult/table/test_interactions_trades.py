"""Merchant II's trades in the middle of things: open offers, other Merchants, Kraken dice, possession."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.cards.test_18_trades import market, partners
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, Driver
from tests.cult.rules.test_21_four_players import FAITHFUL, FAR, HP, NEAR, four


@rule("CD-Q-52", "CD-18.19", "CD-Q-21")
@pytest.mark.parametrize(("coins", "met"), [("chant", False), ("chant chant chant", True)])
def test_a_tithe_while_an_offer_lies_open_may_take_what_was_asked_for(
    cult: type[Driver], coins: str, met: bool
) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren", S3=coins).sigils(S4="Tithe")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"])
    game.act(S4, "tithe").plan(S4, S3, "chant+chant").advance(lambda question: game.waiting in ("Offer", "Commit"))
    assert (game.waiting, game.events("offer withdrawn")) == (
        ("Offer", []) if met else ("Commit", [{"who": S1, "whom": S3}])
    )


@rule("CD-18.18", "CD-Q-52")
def test_a_counter_offer_asks_for_what_a_tithe_has_left(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren", S3="chant").sigils(S4="Tithe")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    game.act(S1, "trade:S3").answer(S1, ["give:life:1", "take:chant:1"])
    game.act(S4, "tithe").answer(S4, S1).answer(S3, "counter")
    kinds = {key.rpartition(":")[0] for key in game.offers(S3)} - {""}
    assert kinds == {"give:chant", "take:life"}, "no life for life"


@rule("CD-Q-54", "CD-Q-52", "CD-18.19")
def test_two_merchants_count_their_own_offers_and_one_trade_may_undo_anothers_offer(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II", S3="Faceless II").marks(S1)
    game.coins(S1="siren siren", S3="chant", S4="chant").turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"])
    game.act(S3, "trade:S4").answer(S3, ["give:chant:1", "take:chant:1"]).answer(S4, "refuse")
    assert (game.waiting, game.asked) == ("Offer", S3)
    game.act(S3, "trade:S4").answer(S3, ["give:chant:1", "take:life:4"]).answer(S4, "accept")
    assert game.events("offer withdrawn") == [{"who": S1, "whom": S3}]
    assert partners(game, S3) == []
    assert "S3" in partners(game, S1)


@rule("CD-Q-52", "CD-10.3", "CD-18.18")
def test_life_bought_after_the_kraken_dice_are_rolled_saves(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S2="chant").with_life(S2=2).kraken(S2=1)
    game.board(1, "Kraken").chance([3]).turn(S2).advance(lambda question: game.waiting == "KrakenResult")
    game.act(S1, "trade:S2").answer(S1, ["give:life:3", "take:chant:1"]).answer(S2, "accept")
    game.answer(S2, "accept").go(until="RollPhase")
    assert (game.life(S1), game.life(S2), game.dead(S2)) == (7, 2, False)


@rule("CD-Q-12", "CD-Q-72", "CD-14.2", "CD-18.18")
def test_who_has_paid_the_last_life_may_buy_some(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II", S3="Librarian II").with_life(S3=1)
    game.coins(S3="chant", S0="siren").board(1, "Sirens").board(2, "Astral Rift").turn(S2).rolls("Co Bl Bl Bl Bl")
    game.commits(Co=B1).respond(S3, "librarian-2", "Co", B2)
    assert game.life(S3) == 0
    game.act(S1, "trade:S3").answer(S1, ["give:life:1", "take:chant:1"]).answer(S3, "accept").chance(["Bl"]).resolve()
    assert (game.life(S3), game.dead(S3)) == (2, False)


@rule("CD-11.2", "CD-Q-70", "CD-18.17")
def test_a_coin_sold_after_ones_own_was_spent_moves_a_die_for_the_buyer(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren siren", S3="chant")
    game.turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S4, S4]).respond(S1, "siren", "Dg", S0)
    game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"]).answer(S3, "accept")
    assert "siren" not in game.offers(S1)
    game.respond(S3, "siren", "Dg@S4", S0).resolve()
    assert game.life(S0) == 8


@rule("CD-Q-53", "CD-18.39", "CD-18.17")
def test_a_faceless_who_takes_merchant_ii_trades_at_once_with_what_they_have(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless").coins(S1="siren", S3="chant")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    assert partners(game) == []
    game.act(S1, "faceless").answer(S1, "Merchant II")
    assert (game.coins_of(S1), partners(game)) == (("siren",), ["S0", "S2", "S3", "S4"])


@rule("CD-22.3", "CD-22.6", "CD-Q-82", "CD-18.17")
def test_whoever_possesses_a_merchant_ii_trades_and_nobody_with_the_place_they_left(cult: type[Driver]) -> None:
    game = four(cult, S0=1).characters(S4="Merchant II").coins(S4="siren siren", S0="chant", S1="chant")
    game.turn(FAR).rolls("Dg Bl Bl Bl Bl").commits(Dg=FAITHFUL)
    assert partners(game, HP) == []
    game.resolve()
    game.turn(NEAR).rolls("Bl Bl Bl Bl Bl").go(until="Commit")
    assert (game.coins_of(FAITHFUL), partners(game, FAITHFUL)) == (("siren", "siren", "chant"), ["S1", "S2", "S3"])


@rule("CD-18.1", "CD-18.19", "CD-Q-68")
def test_a_merchant_gains_nothing_by_giving_a_coin_away(cult: type[Driver]) -> None:
    game = market(cult, S3="chant").characters(S3="Merchant")
    game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"]).answer(S3, "accept")
    assert game.life(S3) == 10, "it was not spent"
