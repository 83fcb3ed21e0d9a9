"""CD-11: Siren coins."""

from __future__ import annotations

from eschaton.games.cult.box.components import SIREN_COINS
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, Driver
from tests.cult.rules.test_07_response import responding


def sirens(cult: type[Driver], **coins: str) -> Driver:
    """A table where nobody but the owners of Siren coins can respond."""
    return cult(players=5).characters(S1="Guardian", S3="Librarian II").coins(**(coins or {"S0": "siren"}))


@rule("CD-11.1", "CD-Q-20", "CD-11.8")
def test_a_coin_moves_a_die_to_any_place_legal_for_its_face(cult: type[Driver]) -> None:
    game = sirens(cult).wraith(S4="Undertow").board(1, "Sirens", Co=2).board(2, "Transmutation", Pa=3, Co=0)
    responding(game, faces="Dg Bl Co Bl Bl", Dg=S1, Co=B1).respond(S0, "siren")
    assert game.offers(S0) == ["d1", "d2"], "equal dice count once; the cosmos could go nowhere else"
    game.answer(S0, "Dg")
    assert game.offers(S0) == ["S0", "S2", "S3"], "its owner too, but no Wraith, and not where it lies"


@rule("CD-11.8", "CD-6.9")
def test_a_ritual_symbol_is_sent_to_rituals_only(cult: type[Driver]) -> None:
    game = sirens(cult).characters(S4="Faceless").board(1, "Sirens", Co=2).board(2, "Transmutation", Pa=3, Co=3)
    responding(game, faces="Co Bl Bl Bl Bl", Co=B1).respond(S0, "siren", "Co")
    assert game.had_only(S0, B2)  # not to S4, whose power symbol it is
    game.answer(S0, B2)
    assert game.on(B2) == ["Co"]


@rule("CD-11.3", "CD-11.5", "CD-24.2")
def test_several_players_may_move_the_same_die(cult: type[Driver]) -> None:
    game = sirens(cult, S0="siren", S1="siren", S3="siren")
    responding(game, DD=S1).respond(S1, "siren", "DD", S0).respond(S0, "siren", "DD", S3)
    game.respond(S3, "siren", "DD", S1).resolve()
    assert game.life(S1) == 8


@rule("CD-11.4", "CD-Q-20")
def test_a_power_symbol_on_its_owner_can_be_moved_away(cult: type[Driver]) -> None:
    game = sirens(cult)  # S2 is the Assassin, power Dg
    responding(game, faces="Dg Bl Bl Bl Bl", Dg=S2).respond(S0, "siren", "Dg@S2", S3).resolve()
    assert game.life(S3) == 9
    assert game.life(S2) == 14


@rule("CD-11.9")
def test_a_dagger_may_be_sent_to_its_owner(cult: type[Driver]) -> None:
    game = sirens(cult)
    responding(game, faces="DD DD DD DD DD", DD=[S1] * 5).respond(S0, "siren", "DD", S2).resolve()
    assert game.life(S2) == 8


@rule("CD-Q-20a")
def test_a_dagger_sent_to_its_owner_heals_as_their_power_symbol(cult: type[Driver]) -> None:
    game = sirens(cult)
    responding(game, faces="Dg Dg Dg Dg Dg", Dg=[S1] * 5).respond(S0, "siren", "Dg", S2).resolve()
    assert game.life(S2) == 11
    assert game.life(S1) == 6


@rule("CD-11.10")
def test_a_wraith_may_spend_its_coins(cult: type[Driver]) -> None:
    game = sirens(cult, S4="siren").wraith(S4=("Undertow", "Pa"))
    responding(game, DD=S1).respond(S4, "siren", "DD", S0)
    assert game.on(S0) == ["DD"]
    assert game.coins_of(S4) == ()


@rule("CD-11.7", "CD-24.1")
def test_no_coin_in_a_wraiths_response_phase(cult: type[Driver]) -> None:
    game = sirens(cult).wraith(S4="Undertow").turn(S4).rolls("DD Bl")
    game.resolve()
    assert game.coins_of(S0) == ("siren",)
    assert not game.events("coin spent")


@rule("CD-11.11", "CD-Q-33")
def test_a_spent_coin_is_back_in_the_supply(cult: type[Driver]) -> None:
    game = sirens(cult, S0="siren " * SIREN_COINS).board(1, "Sirens", Co=4)
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).go(until="ResolvePhase").resolve()
    assert game.coins_of(S2) == (), "all ten coins are taken"
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).respond(S0, "siren", "Bl", S3).resolve()
    assert game.coins_of(S2) == ("siren",)


@rule("CD-11.1")
def test_nobody_without_a_coin_or_without_a_die_to_move_is_asked(cult: type[Driver]) -> None:
    game = sirens(cult).characters(S1="Tidecaller")  # so that somebody is asked at all
    responding(game, faces="Co Co Co Co Co")
    assert game.offers(S1) == ["tidecaller", "pass"]
    assert game.offers(S0) == game.offers(S4) == []


@rule("CD-11.1")
def test_a_die_committed_nowhere_cannot_be_moved(cult: type[Driver]) -> None:
    game = sirens(cult)
    responding(game, faces="Co Bl Bl Bl DD", DD=S1).respond(S0, "siren")
    assert game.offers(S0) == ["d2", "d5"]


@rule("CD-6.5", "CD-11.9", "CD-Q-18")
def test_by_their_own_coin_nobody_sends_their_daggers_to_themselves(cult: type[Driver]) -> None:
    game = sirens(cult, S2="siren")  # S2 is the Assassin, power Dg
    responding(game, faces="DD Dg Bl Bl Bl", DD=S1, Dg=S1).respond(S2, "siren", "DD")
    assert game.offers(S2) == ["S0", "S3", "S4"]
    game = sirens(cult, S2="siren")
    responding(game, faces="DD Dg Bl Bl Bl", DD=S1, Dg=S1).respond(S2, "siren", "Dg", S2).resolve()
    assert game.life(S2) == 14, "as their power symbol they may"
