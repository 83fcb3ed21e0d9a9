"""Section 8: the Resolve phase, dice on players. Power symbols: S0 An, S1 Pa, S2 Dg, S3 Dg, S4 DD."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S2, S3, S4, Driver


@rule("CD-8.1", "CD-8.2")
def test_the_active_player_chooses_the_next_die_when_the_one_before_is_resolved(cult: type[Driver]) -> None:
    game = cult(players=5).turn(S1).rolls("Dg DD Bl Bl Pa").commits(Dg=S3, DD=S2, Bl=S0, Pa=S1)
    game.go(until="ResolvePhase")
    game.advance(lambda question: game.waiting == "ResolvePhase")
    assert game.asked == S1
    game.answer(S1, "DD@S2")
    game.advance(lambda question: game.waiting == "ResolvePhase")
    assert (game.life(S2), game.life(S3)) == (8, 10)
    assert game.refused(S1, "d2")  # gone
    game.answer(S1, "Dg@S3")
    assert game.life(S3) == 9


@rule("CD-8.3", "CD-8.4", "CD-8.5", "CD-8.6")
@pytest.mark.parametrize(("face", "target", "change"), [("Dg", S0, -1), ("DD", S0, -2), ("Bl", S0, 1), ("Pa", S1, 1)])
def test_what_a_die_does_on_a_player(cult: type[Driver], face: str, target: int, change: int) -> None:
    game = cult(players=5).watched().turn(S1).rolls(f"{face} Co Co Co Co").commits(**{face: target}).resolve()
    expected = [10] * 5
    expected[target] += change
    assert [game.life(seat) for seat in range(5)] == expected


@rule("CD-8.6", "CD-8.7")
@pytest.mark.parametrize(("seat", "face"), [(S2, "Dg"), (S4, "DD")])
def test_a_dagger_as_power_symbol_on_oneself_gains_one(cult: type[Driver], seat: int, face: str) -> None:
    game = cult(players=5).turn(seat).rolls(f"{face} Co Co Co Co").commits(**{face: seat}).resolve()
    assert game.life(seat) == 11


@rule("CD-8.7", "CD-Q-20a")
def test_a_dagger_sent_back_to_an_owner_whose_symbol_it_is_heals_them(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S0="siren")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S0).respond(S0, "siren", "Dg", S2).resolve()
    assert game.life(S2) == 11


@rule("CD-8.8")
@pytest.mark.parametrize("face", ["Pa", "An", "Co"])
def test_ritual_symbols_on_a_player_do_nothing_by_themselves(cult: type[Driver], face: str) -> None:
    game = cult(players=5).characters(S1="Guardian II").turn(S4).rolls("Bl Bl Bl Bl Bl").commits(Bl=[S3] * 5)
    for die in game.table.dice:
        die.face = face  # as a Sigil might turn them in the Resolve phase (CD-Q-80)
    game.resolve()
    assert [game.life(seat) for seat in range(5)] == [10] * 5


@rule("CD-8.9", "CD-1.23")
def test_gains_may_go_above_starting_life(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S1=40).turn(S1).rolls("Bl Bl Bl Bl Bl").resolve()
    assert game.life(S1) == 45


@rule("CD-8.10", "CD-14.2", "CD-Q-12")
def test_a_player_at_zero_is_alive_until_the_end_of_the_phase(cult: type[Driver]) -> None:
    game = cult(players=5).watched().with_life(S3=1).turn(S1).rolls("Dg Bl Co Co Co").commits(Dg=S3, Bl=S3)
    game.go(until="ResolvePhase")
    game.advance(lambda question: game.waiting == "ResolvePhase")
    game.answer(S1, "Dg")
    assert game.life(S3) == 0
    assert not game.dead(S3)
    game.resolve()
    assert game.life(S3) == 1
    assert not game.dead(S3)


@rule("CD-8.11", "CD-Q-41", "CD-18.33")
def test_abilities_of_the_resolve_phase_are_used_between_dice(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S0="Assassin", S2="Guardian")
    game.turn(S1).rolls("Dg DD Co Co Co").commits(Dg=S3, DD=S3)
    assert game.waiting == "Window"  # before the first die
    assert "assassin" not in game.offers(S0)  # nobody has lost life yet
    game.respond(S0, "Assassin", S3)  # after it
    assert game.life(S3) in (6, 7)
    assert game.on(S3)  # before the last


@rule("CD-8.12", "CD-18.15")
def test_nothing_stays_for_a_later_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress II").board(1, "Ancient Chant", Pa=1, An=1)
    game.turn(S2).rolls("Co An An Bl Bl").commits(Co=S1, An=[B1, B1]).resolve()
    assert game.table.dice == []
    game.turn(S3).rolls("Co Bl Bl Bl Bl").commits(Co=S1).resolve()
    assert not game.events("explosion")  # one die in each of two turns


@rule("CD-Q-11")
def test_life_stops_at_zero(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1).turn(S1).rolls("DD DD Bl Co Co").commits(DD=[S3, S3], Bl=S3)
    game.resolve("DD DD")
    assert game.life(S3) == 1


@rule("CD-14.2", "CD-Q-13", "CD-9.24", "CD-17.25")
def test_who_was_saved_and_is_struck_down_again_was_killed_by_the_last_blow(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin").with_life(S3=2).keeper(S3="Lamia").symbols(S2="An")
    game.board(1, "Altar Sacrifice").deck("Sirens")
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=[S3, S2, S2, S2])
    game.order = ["DD@S3", "Bl@S3"]
    game.advance(lambda question: game.life(S3) == 1)
    game.respond(S1, "assassin").plan(S1, ["S1", "S4"]).resolve()
    assert (game.killer_of(S3), game.keeper_of("Lamia")) == (S1, S1)
    assert (game.life(S1), game.life(S4)) == (10 - 1 + 5, 15)


@rule("CD-8.1", "CD-13.6", "CD-13.2")
def test_of_two_daggers_the_one_that_can_still_be_turned_may_be_resolved_first(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S1="Stillness", S3="Turning Tide").symbols(S2="An")
    game.turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S3, S3], Bl=[S2] * 3).respond(S1, "stillness", "d1")
    game.advance(lambda question: game.waiting == "ResolvePhase")
    assert game.offers(S2) == ["d1", "d2", "d3"], "blood is all alike"
    game.answer(S2, "d2")
    assert "turning-tide" not in game.offers(S3), "what is left is held fast, or blood"


@rule("CD-8.11", "CD-18.39", "CD-Q-41", "CD-Q-53")
def test_a_new_face_taken_between_two_dice_can_be_used_before_the_next(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S0="Librarian II", S3="Faceless").symbols(S2="An")
    game.turn(S2).rolls("DD Dg Bl Bl Bl").commits(DD=S3, Dg=S3, Bl=[S2] * 3)
    game.advance(lambda question: game.waiting == "ResolvePhase")
    game.act(S3, "faceless").answer(S3, "guardian")
    assert "guardian" in game.offers(S3)
    game.answer(S3, "guardian").answer(S3, S3).resolve("DD@S3 Dg@S3")
    assert game.life(S3) == 10 - 1 - 1
