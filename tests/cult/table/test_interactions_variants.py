"""Variants together, possession in the middle of things, and the automated High Priest in trouble."""

from __future__ import annotations

from typing import Any

from eschaton.ledger import rule
from tests.cult.driver import B2, S0, S1, S2, S3, S4, S5, S6, S7, Driver
from tests.cult.rules.test_21_four_players import FAITHFUL, HERETIC, HP, NEAR, four


def variant(cult: type[Driver], **options: Any) -> Driver:
    """Four players with small variants, the seats as in the tests of the automated High Priest."""
    return cult(players=4, **options).roles(S0="faithful", S1="cabalist", S2="repentant", S3="cabalist")


# Possession


@rule("CD-22.1", "CD-Q-45", "CD-Q-15")
def test_the_priest_kills_the_faithful_and_the_shadow_falls_on_the_possessor(cult: type[Driver]) -> None:
    game = four(cult, S0=1, S1=9, S2=9, S3=9).board(1, "Ancient Shadow", shadows=1).coins(S1="siren")
    game.keeper(S0="Kraken").kraken(S2=1).turn(HP).rolls("Dg Bl Bl Bl Bl Bl")
    game.respond(S1, "siren", "Dg", S0).resolve()
    assert (game.killer_of(FAITHFUL), game.keeper_of("Kraken")) == (HP, None)
    assert game.player(S2).kraken == 0
    assert (game.table.priest, game.life(FAITHFUL)) == (FAITHFUL, 22 + 5 - 2)
    assert game.table.active == NEAR


@rule("CD-Q-59", "CD-Q-16")
def test_of_two_whom_the_shadow_kills_the_nearer_possesses_and_the_other_is_a_wraith(cult: type[Driver]) -> None:
    game = four(cult, S0=1, S2=1).board(1, "Ancient Shadow").turn(HP).rolls("Bl Bl Bl Bl Bl Bl").resolve()
    assert game.table.priest == FAITHFUL
    assert game.player(HERETIC).wraith


@rule("CD-22.3", "CD-Q-54")
def test_the_faceless_token_stays_on_the_possessed_priest(cult: type[Driver]) -> None:
    game = four(cult, S0=1).characters(S3="Faceless II", S4="Guardian").marks(HP)
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.table.marked == FAITHFUL
    assert game.table.has(S3, "guardian")
    game.turn(FAITHFUL)
    assert game.question.ask.count == 7


@rule("CD-22.5", "CD-5.10", "CD-22.7")
def test_dice_promised_by_portents_come_along(cult: type[Driver]) -> None:
    game = four(cult, S0=2).sigils(S0="Portents").turn(S1).rolls("DD Bl Bl Bl Bl").commits(DD=S0)
    game.chance(["An", "An", "An"]).plan(S0, "portents").resolve()
    game.turn(FAITHFUL)
    assert game.question.ask.count == 6 + 3


@rule("CD-Q-82", "CD-17.58")
def test_the_tribute_strikes_across_the_place_that_was_left(cult: type[Driver]) -> None:
    game = four(cult, S0=1).board(1, "Tribute to Nycen", own=2)
    game.turn(S3).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    game.turn(S1).rolls("Bl Bl Bl Bl Bl").commits().resolve()
    assert [game.life(seat) for seat in (S1, S2, S0)] == [16 + 5 - 4, 15 - 4, 22 - 4]


# The automated High Priest


@rule("CD-21.21", "CD-7.4", "CD-11.5")
def test_what_the_priest_has_sent_back_may_be_sent_on(cult: type[Driver]) -> None:
    game = four(cult, S4=2).coins(S4="siren", S2="siren").turn(S1).rolls("DD Bl Bl Bl Bl").commits(DD=HP)
    for seat in game.go(until="ResponsePhase").question.asks(game.table):
        game.answer(seat, "pass")
    assert game.on(S1)[0] == "DD"
    game.respond(S2, "siren", "DD", HP).resolve()
    assert game.winners == (S1, S3)


@rule("CD-Q-58", "CD-21.13", "CD-21.16")
def test_a_wound_in_mid_turn_changes_what_it_wants_of_the_hydra(cult: type[Driver]) -> None:
    game = four(cult, S4=16).board(1, "Sea Hydra").coins(S1="siren").turn(HP).rolls("Co Co Dg Dg Dg Dg")
    game.respond(S1, "siren", "Dg@S1", HP).resolve()
    assert game.life(HP) == 16, "15 by the dagger: it gains; with 16 it strikes again"
    assert sum(game.life(seat) for seat in range(4)) == 61 - 3 - 1


@rule("CD-Q-15", "CD-Q-58b", "CD-21.24")
def test_it_kills_a_keeper_and_gains_the_sacrifice(cult: type[Driver]) -> None:
    game = four(cult, S3=2, S0=1, S1=1, S2=1).keeper(S3="Kraken").kraken(S0=1).board(1, "Altar Sacrifice")
    game.deck("Sea Hydra").turn(HP).rolls("DD Bl Bl Bl Bl Bl").resolve()
    assert (game.killer_of(S3), game.keeper_of("Kraken"), game.player(S0).kraken) == (HP, None, 0)
    assert game.life(HP) == 22 + 5 + 4


# Small variants together


@rule("CD-23.3", "CD-Q-60", "CD-Q-61")
def test_the_faithful_weakens_the_priest_whom_they_then_possess(cult: type[Driver]) -> None:
    game = variant(cult, dont_be_so_selfish=True, merchant_of_death=True).with_life(S0=1, S4=10)
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert (game.table.priest, game.life(FAITHFUL)) == (FAITHFUL, 7)


@rule("CD-23.3", "CD-Q-59", "CD-16.4")
def test_a_priest_who_dies_of_lost_faith_is_possessed_by_nobody(cult: type[Driver]) -> None:
    game = variant(cult, dont_be_so_selfish=True).with_life(S0=1, S4=3)
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.winners == (S1, S3)


@rule("CD-23.6", "CD-Q-61")
def test_of_two_deaths_only_the_wraiths_feeds_the_priest(cult: type[Driver]) -> None:
    game = variant(cult, merchant_of_death=True).with_life(S0=1, S1=1, S4=10).board(1, "Ancient Shadow")
    game.turn(HP).rolls("Bl Bl Bl Bl Bl Bl").resolve()
    assert (game.table.priest, game.life(FAITHFUL)) == (FAITHFUL, 10 + 6 - 1 + 2)


@rule("CD-23.1", "CD-1.27", "CD-Q-63")
def test_a_kraken_that_the_high_priest_draws_gives_one_die_before_the_first_turn(cult: type[Driver]) -> None:
    rituals = ["Sirens", "Lamia", "Sea Hydra", "Kraken"]
    game = cult.dealt(5, {"truly_a_high_priest": True}, roles=["high-priest"], rituals=rituals)
    game.answer(S0, B2).chance([0]).go(until="RollPhase")
    assert game.ritual(2) == "kraken"
    assert len(game.events("kraken die")) == 1


@rule("CD-18.47", "CD-20.13", "CD-Q-16")
def test_a_necromancer_gains_coins_for_those_who_die_with_them(cult: type[Driver]) -> None:
    game = cult(players=6, necromancer="shuffled").characters(S2="Necromancer").with_life(S2=1, S3=1, S4=1)
    game.board(1, "Ancient Shadow").turn(S0).rolls("Bl Bl Bl Bl Bl").commits().resolve()
    assert game.player(S2).necromancy == 4


@rule("CD-20.6", "CD-20.9")
def test_a_priest_back_from_the_dead_ends_the_game_in_the_same_turn(cult: type[Driver]) -> None:
    game = cult(players=5, necromancer="high-priest").characters(S0="Necromancer").with_dead(S0, S2, S3)
    game.player(S0).necromancy = 4
    game.with_life(S4=1).plan(S0, "revive").turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4).resolve()
    assert game.winners == (S0, S1)


@rule("CD-23.12", "CD-Q-6", "CD-16.11")
def test_both_heretics_and_the_dead_cabalists_win_when_the_priest_falls_last(cult: type[Driver]) -> None:
    game = cult(players=6, heresy=True).with_dead(S1, S2, S3).with_life(S0=1)
    game.turn(S4).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.winners == (S2, S3, S4, S5)


@rule("CD-20.9", "CD-23.13", "CD-16.9", "CD-14.5")
def test_a_necromancer_priest_who_falls_with_the_last_heretic_wins_by_the_faithful(cult: type[Driver]) -> None:
    game = cult(8, heresy=True, necromancer="high-priest").characters(S0="Necromancer").with_dead(S3, S4, S5, S6)
    game.with_life(S0=2, S7=2).turn(S1).rolls("DD DD Bl Bl Bl").commits(DD=[S0, S7], Bl=[S1] * 3).resolve()
    assert game.winners == (S0, S1, S2, S6), "the Repentant Heretic had died before"


@rule("CD-23.3", "CD-20.8", "CD-Q-60")
def test_a_necromancer_priest_who_dies_of_lost_faith_has_no_faithful_left(cult: type[Driver]) -> None:
    game = cult(5, necromancer="high-priest", dont_be_so_selfish=True).characters(S0="Necromancer")
    game.with_life(S0=3, S1=1).turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.winners == (S2, S3)


@rule("CD-Q-59", "CD-Q-60", "CD-Q-61", "CD-18.47")
def test_the_shadow_takes_both_and_every_variant_has_its_share(cult: type[Driver]) -> None:
    options = {"dont_be_so_selfish": True, "merchant_of_death": True, "necromancer": "shuffled"}
    game = variant(cult, **options).characters(S2="Necromancer").with_life(S0=1, S2=1, S4=20)
    game.board(1, "Ancient Shadow").turn(HP).rolls("Bl Bl Bl Bl Bl Bl").resolve()
    assert (game.table.priest, game.life(FAITHFUL)) == (FAITHFUL, 20 + 6 - 1 - 3 + 2)
    assert (game.player(HERETIC).wraith != "", game.player(HERETIC).necromancy) == (True, 2)


@rule("CD-22.5", "CD-14.2", "CD-16.3")
def test_a_last_breath_brought_along_saves_the_possessed_priest(cult: type[Driver]) -> None:
    game = four(cult, S0=1, S4=1).sigils(S0="Last Breath").turn(S3).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).plan(S0, "last-breath").resolve()
    assert (game.over, game.table.priest, game.life(S0)) == (False, S0, 1)


@rule("CD-Q-14", "CD-22.1", "CD-17.21", "CD-9.19")
def test_the_krakens_keeper_kills_the_possessor_and_has_the_sacrifice(cult: type[Driver]) -> None:
    game = four(cult, S0=1).keeper(S3="Kraken", S0="Sea Hydra").kraken(S0=1).board(1, "Altar Sacrifice").deck("Sirens")
    game.chance([3]).plan(S3, ["S3"]).turn(S0).go(until="RollPhase")
    assert (game.table.priest, game.table.active) == (S0, S1)
    assert (game.life(S3), game.keeper_of("Sea Hydra")) == (16 + 4, S3)


@rule("CD-18.40", "CD-20.8", "CD-Q-53")
def test_a_priest_who_took_the_necromancers_face_outlives_their_death(cult: type[Driver]) -> None:
    game = cult(5, necromancer="shuffled").characters(S0="Faceless").with_life(S0=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").act(S0, "faceless").answer(S0, "Necromancer").commits(Dg=S0).resolve()
    assert not game.over
    assert game.player(S0).wraith
