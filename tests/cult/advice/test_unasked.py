"""What bots do unasked: the Merchant trades where both gain, the Faceless player takes a face."""

from random import Random
from typing import Any

from eschaton.bots import Sight, ThumbBot
from eschaton.games.cult import GAME
from eschaton.games.cult.advice.mind import Mind
from eschaton.games.cult.advice.unasked import best_trade, has_refused, unasked
from eschaton.kernel.machine import settle
from eschaton.kernel.match import Match
from eschaton.kernel.seen import seen
from eschaton.ledger import rule
from tests.cult.cards.test_18_trades import market
from tests.cult.driver import S1, S2, S3, Driver


def table_with(character: str, seat: int = 0) -> Any:
    """A game begun, in which this seat has a Character."""
    match = Match.new(GAME, 5, seed="unasked")
    table: Any = match.table
    while table.active < 0 or not table.free(seat):
        asks = match.asks()
        if table.active >= 0 and table.players[seat].character != character:
            table.players[seat].card.exchange({0: character})
            for player in table.players:
                player.siren = player.chant = 0
            table.players[seat].life = 20
            table.players[1].life, table.players[1].siren = 3, 1
            table.forget()
        asked = next(iter(asks))
        match.answer(asked, asks[asked].default())
    return table


def test_the_merchant_sells_life_to_whom_it_is_dear() -> None:
    table = table_with("merchant-2")
    mind = Mind(seen(table, 0), 0)
    mind.like[1] = 0.5
    mind.worth[0] = 0.7
    found = best_trade(mind, 1)
    assert found is not None
    assert (found.give, found.take) == ("life", "siren")


def test_nobody_trades_with_a_foe_or_for_nothing() -> None:
    table = table_with("merchant-2")
    mind = Mind(seen(table, 0), 0)
    mind.like[1] = -1.0
    assert best_trade(mind, 1) is None
    mind.like[1] = 0.5
    mind.worth[0] = 5.0  # life is worth more than any coin
    assert best_trade(mind, 1) is None


def test_an_advised_trade_is_proposed_and_taken() -> None:
    table = table_with("merchant-2")
    bot, sight, rng = ThumbBot(GAME), Sight(GAME, table, 0), Random(1)
    table.players[0].life = 30
    key = bot.unasked(sight, list(table.free(0)), rng)
    assert key is None or key.startswith("trade:")
    table.push([table.free(0)["trade:S1"]])
    question = settle(table)
    assert question is not None
    assert type(question.step).__name__ == "Propose"
    answer = bot.answer(sight, question.ask, rng)
    question.ask.check(answer)


def test_the_faceless_player_takes_a_face_when_it_shows_which_one_is_needed() -> None:
    table = table_with("faceless")
    offered = list(table.free(0))
    assert "faceless" in offered
    known = seen(table, 0)
    known.round = 1
    assert unasked(known, 0, offered, Random(1)) is None
    known.round = 3
    advice = unasked(known, 0, offered, Random(1))
    assert advice is not None
    assert advice.answer == "faceless"


@rule("CD-18.19", "CD-Q-52")
def test_whom_an_offer_was_refused_by_is_not_asked_again_in_that_phase(cult: type[Driver]) -> None:
    game = market(cult, S3="chant").with_life(S3=3).act(S1, "trade:S3").answer(S1, ["give:life:1", "take:chant:1"])
    mind = Mind(seen(game.table, S1), S1)
    assert not has_refused(mind, S3)
    game.answer(S3, "refuse")
    for viewer, other in ((S1, S3), (S3, S1)):
        assert has_refused(Mind(seen(game.table, viewer), viewer), other)
    mind = Mind(seen(game.table, S1), S1)
    mind.like[S3], mind.worth[S1] = 0.5, 0.1
    assert best_trade(mind, S3) is None
    assert not has_refused(mind, S2)
    assert "trade:S3" in game.table.free(S1), "it may be offered again all the same"
    game.go(until="ResponsePhase")
    assert not has_refused(Mind(seen(game.table, S1), S1), S3), "another phase"
