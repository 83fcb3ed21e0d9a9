"""Section 18: Faceless and Faceless II."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, BASE, S0, S1, S2, S3, S4, Driver

ALL_BLOOD = "Bl Bl Bl Bl Bl"


@rule("CD-18.39", "CD-Q-53")
def test_faceless_takes_another_character_once(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless").with_life(S1=7).turn(S2).rolls(ALL_BLOOD)
    assert "faceless" in game.table.free(S1)  # in anybody's turn
    assert "faceless" not in game.table.free(S2)
    game.act(S1, "faceless").answer(S1, "Merchant II")
    assert game.player(S1).character == "merchant-2"
    assert game.table.symbol(S1) == "An"
    assert game.life(S1) == 7
    assert game.coins_of(S1) == ()  # no benefit of the start of the game
    assert "faceless" in game.table.characters
    assert "faceless" not in game.table.free(S1)


@rule("CD-18.39")
def test_one_time_in_the_game_even_if_the_card_comes_back(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless").turn(S2).rolls(ALL_BLOOD)
    game.act(S1, "faceless").answer(S1, "Sorceress").characters(S1="Faceless")
    game.turn(S3).rolls(ALL_BLOOD)
    assert "faceless" not in game.table.free(S1)


@rule("CD-18.8", "CD-Q-53")
def test_the_sorceress_is_fed_by_her_own_dice_only(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless", S2="Alchemist II")
    game.turn(S2).rolls("Co Co Dg Bl Bl").commits(Co=[S1, S1], Dg=S3, Bl=[S2, S2])
    game.go(until="ResolvePhase").act(S1, "faceless").answer(S1, "Sorceress").resolve()
    assert not game.events("explosion")  # committed to her as a power symbol, by another
    assert game.life(S1) == 10  # which it is no longer


@rule("CD-18.40", "CD-Q-53", "CD-1.11")
def test_faceless_takes_undealt_characters_and_those_of_the_dead(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless", S3="Sorceress").with_dead(S3).turn(S2).rolls(ALL_BLOOD)
    game.act(S1, "faceless")
    offered = set(game.offers(S1))
    living = {game.player(seat).character for seat in (S0, S1, S2, S4)}
    assert offered == set(BASE.characters) - living - {"necromancer"}
    game.answer(S1, "Sorceress")
    assert game.table.has(S1, "sorceress")
    assert game.player(S3).character == "faceless"  # the cards change places


@rule("CD-Q-53", "CD-Q-21")
def test_faceless_acts_at_decision_points_and_not_in_the_middle_of_an_effect(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless").coins(S3="siren")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl")
    assert "faceless" in game.table.free(S1)
    game.go(until="Commit")
    assert "faceless" in game.table.free(S1)
    game.commits(Dg=S4, Bl=[S2] * 4)
    assert "faceless" in game.table.free(S1)
    game.answer(S3, "siren")
    assert game.waiting == "MoveDie"
    assert "faceless" not in game.table.free(S1)


# Faceless II


@rule("CD-18.42", "CD-1.26", "CD-Q-55", "CD-Q-54")
def test_faceless_ii_marks_another_player_at_the_start_of_the_game(cult: type[Driver]) -> None:
    game = cult.dealt(5, characters=["Faceless II", "Merchant II"], roles=["faithful-1", "high-priest"])
    assert (game.waiting, game.asked) == ("MarkPlayer", S0)
    assert game.table.active == -1  # before the first turn
    assert game.offers(S0) == ["S1", "S2", "S3", "S4"]
    game.answer(S0, S1)
    assert game.table.marked == S1
    assert game.coins_of(S0) == ()
    assert len(game.coins_of(S1)) == 4


@rule("CD-18.43", "CD-18.44", "CD-18.46", "CD-Q-54")
def test_the_ability_is_borrowed_until_the_own_next_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless II", S3="Guardian II", S0="Alchemist").wraith(S4="Undertow")
    game.marks(S3).turn(S2).rolls("DD DD Bl Bl Bl").commits(DD=[S0, S3], Bl=[S2] * 3)
    assert "guardian-2" in game.offers(S1)
    game.respond(S1, "Guardian II", "DD@S0").answer(S2, {"d1": S0})
    assert "guardian-2" not in game.offers(S1)
    assert "guardian-2" in game.offers(S3)  # the marked player keeps it, with a limit of their own
    game.turn(S1)
    assert game.offers(S1) == ["S2", "S3", "S0"]  # the same one again, or another living player
    game.answer(S1, S2).rolls(ALL_BLOOD)
    game.turn(S3).rolls("DD Bl Bl Bl Bl").commits(DD=S0, Bl=[S3] * 4)
    assert "guardian-2" not in game.offers(S1)


@rule("CD-18.43", "CD-Q-54")
def test_only_the_ability_is_borrowed_not_life_or_power_symbol(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless II", S3="Sorceress").marks(S3)
    assert game.table.symbol(S1) == "Co"
    assert game.life(S1) == 10
    assert game.table.has(S1, "sorceress")
    assert not game.table.has(S3, "faceless-2")


@rule("CD-18.43", "CD-8.6", "CD-18.8")
def test_a_borrowed_sorceress_is_fed_by_dice_that_heal(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless II", S3="Sorceress").marks(S3)
    game.turn(S1).answer(S1, S3).rolls("Co Co Pa Pa Pa").commits(Co=[S1, S1]).plan(S1, S1).resolve()
    assert [game.life(seat) for seat in range(5)] == [8, 12, 8, 8, 8]


@rule("CD-Q-54", "CD-5.7")
@pytest.mark.parametrize("victim", [S1, S3])
def test_the_token_comes_off_when_the_marked_or_the_marking_player_dies(cult: type[Driver], victim: int) -> None:
    game = cult(players=5).characters(S1="Faceless II", S3="Guardian", S0="Alchemist").marks(S3)
    game.with_life(**{f"S{victim}": 1}).turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=victim, Bl=[S2] * 4).resolve()
    assert game.table.marked == -1
    assert not game.table.has(S1, "guardian")


@rule("CD-Q-54")
def test_borrowing_faceless_lets_it_swap_its_own_card_once(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless II", S3="Faceless").marks(S3).turn(S2).rolls(ALL_BLOOD)
    game.act(S1, "faceless").answer(S1, "Sorceress")
    assert game.player(S1).character == "sorceress"
    assert game.player(S3).character == "faceless"
    assert game.table.marked == -1
    assert "faceless" not in game.table.free(S1)
    assert "faceless" in game.table.free(S3)


@rule("CD-18.43", "CD-18.44", "CD-4.5", "CD-Q-54")
def test_what_was_borrowed_ends_before_the_own_turn_and_its_marking(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Faceless II", S3="Faceless").marks(S3).turn(S1).rolls(ALL_BLOOD)
    assert "faceless" in game.table.free(S2)
    game.resolve()
    assert (game.waiting, game.asked) == ("MarkPlayer", S2)
    assert "faceless" not in game.table.free(S2)
    assert "faceless" in game.table.free(S3)
    assert "S3" in game.offers(S2), "the same one again"
    game.answer(S2, S3).go(until="RollPhase")
    assert "faceless" in game.table.free(S2)


@rule("CD-18.43", "CD-18.13", "CD-18.12")
def test_a_borrowed_sorceress_ii_gains_by_the_same_explosion(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Faceless II", S4="Sorceress II").marks(S4).symbols(S1="An")
    game.turn(S1).rolls("Co Co Bl Bl Bl").commits(Co=[S2, S2], Bl=[S1] * 3).plan(S1, S1).resolve()
    assert [game.life(seat) for seat in range(5)] == [8, 13, 10 - 2 + 1, 8, 10 - 2 + 1]


@rule("CD-Q-54", "CD-18.43", "CD-18.25")
def test_a_borrowed_guardian_shields_besides_the_guardian(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S4="Faceless II").marks(S1).symbols(S2="An")
    game.turn(S2).rolls("DD DD Dg Pa Pa").commits(DD=[S3, S3], Dg=S3)
    game.respond(S1, "guardian", S3).respond(S4, "guardian", S3).resolve()
    assert (game.life(S3), game.life(S1), game.life(S4)) == (9, 9, 9), "four of five prevented, each paid one"


@rule("CD-Q-54", "CD-18.43")
def test_what_a_merchant_and_a_librarian_gain_a_borrower_gains_too(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Faceless II", S4="Merchant", S3="Librarian").marks(S4)
    game.coins(S2="siren", S4="siren").symbols(S1="An").board(1, "Sirens", Co=1).deck("Lamia")
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2, Bl=[S1] * 4)
    game.respond(S2, "siren", "Dg", S3).respond(S4, "siren", "Dg", S0).resolve()
    assert (game.life(S2), game.life(S4)) == (11, 11)
    game.answer(S2, S3).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S2] * 4).resolve()
    assert game.life(S2) == 11 + 4 + 2


@rule("CD-18.44", "CD-4.2", "CD-Q-53")
@pytest.mark.parametrize("active", [S2, S3])
def test_who_takes_faceless_ii_before_their_own_roll_phase_marks_at_once(cult: type[Driver], active: int) -> None:
    game = cult(players=5).characters(S3="Faceless", S4="Guardian").sigils(S1="Ebb").turn(active)
    game.act(S3, "faceless").answer(S3, "Faceless II")
    if active == S3:
        game.answer(S3, S4)
    assert (game.waiting, game.asked) == ("Window", S1)
    assert game.table.marked == (S4 if active == S3 else -1)
    assert game.table.has(S3, "guardian") == (active == S3)
