"""CD-14: the death check, what the dead keep, and what passes on."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S2, S3, S4, Driver


@rule("CD-14.1", "CD-8.10", "CD-Q-12")
def test_who_falls_to_zero_dies_only_at_the_end_of_the_resolve_phase(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1).board(1, "Sirens")
    game.turn(S1).rolls("Dg Co Bl An An").commits(Dg=S3, Co=B1, Bl=S3).go(until="ResolvePhase")
    game.advance(lambda question: game.life(S3) == 0)
    assert not game.dead(S3)
    game.resolve()
    assert game.life(S3) == 1
    assert not game.dead(S3)


@rule("CD-14.1", "CD-4.4")
def test_who_is_at_zero_before_a_roll_phase_dies(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=0)
    game.turn(S1).rolls("Co Co Co Co Co")
    assert game.dead(S3)
    assert [event.key for event in game.log if event.key in ("died", "rolled")] == ["died", "rolled"]


@rule("CD-EX-26", "CD-14.2", "CD-Q-11")
def test_who_is_healed_before_the_check_lives(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=2)
    game.turn(S2).rolls("DD DD Bl Co Co").commits(DD=[S3, S3], Bl=S3).resolve("DD DD")
    assert game.life(S3) == 1  # 2, 0, still 0, then 1
    assert not game.dead(S3)
    assert game.killer_of(S3) is None


@rule("CD-14.3", "CD-2.24", "CD-2.5")
def test_the_dead_can_still_win(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S1, S3, S4).with_life(S2=1)
    game.turn(S0).rolls("Dg Co Co Co Co").commits(Dg=S2).resolve()
    assert game.winners == (S0, S1)


@rule("CD-14.8", "CD-14.9", "CD-24.5", "CD-11.10")
def test_the_dead_keep_sigil_and_coins_and_use_them(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1).sigils(S3="Stillness").coins(S3="siren chant chant")
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S3).resolve()
    assert game.dead(S3)
    assert game.player(S3).sigil.cards == ["stillness"]
    assert game.coins_of(S3) == ("siren", "chant", "chant")
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S2).respond(S3, "siren", "Dg", S4)
    assert game.on(S4) == ["Dg"]
    game.respond(S3, "Stillness", "Dg")
    assert game.player(S3).sigil.cards == []


@rule("CD-14.7", "CD-15.22")
@pytest.mark.parametrize("alive", [True, False])
def test_a_dead_players_character_has_no_ability(cult: type[Driver], alive: bool) -> None:
    game = cult(players=5).characters(S3="Tidecaller")
    if not alive:
        game.wraith(S3="Undertow")
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S2)
    game.advance(lambda question: "tidecaller" in game.offers(S3) or game.turn_over(question))
    assert (game.table.active == S1) is alive


@rule("CD-14.14")
@pytest.mark.parametrize("character", ["Assassin", "Necromancer"])
def test_the_character_card_stays_with_the_dead(cult: type[Driver], character: str) -> None:
    game = cult(players=5).characters(S3=character).with_life(S3=1)
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S3).plan(S3, "Pale Usher").resolve()
    assert game.player(S3).wraith == "pale-usher"
    assert game.player(S3).character == character.lower()


@rule("CD-14.12")
def test_the_dead_roll_wraith_dice(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1)
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S3).plan(S3, "Pale Usher").resolve()
    game.turn(S3).rolls("Co Co Co")
    assert game.dice_of(S3) == "Co Co Co"
    assert game.table.dice == []


@rule("CD-14.4", "CD-14.5")
def test_all_die_before_anybody_has_won(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S1, S3, S4).with_life(S0=1, S2=1).board(1, "Astral Rift")
    game.turn(S2).rolls("Co An An An An").chance(["Dg"]).commits().resolve()
    assert game.over
    assert [event["who"] for event in game.events("died")] == [S2, S0]
    assert not game.events("wraith")
