"""Section 18: Guardians and Assassins."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S2, S3, S4, Driver

ALL_BLOOD = "Bl Bl Bl Bl Bl"


# Guardians


@rule("CD-18.23", "CD-18.24", "CD-18.25", "CD-Q-41")
def test_the_shield_prevents_two_life_in_all(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S0="Alchemist")
    game.turn(S2).rolls("Dg Dg Dg Co Co").commits(Dg=[S1] * 3).respond(S1, "Guardian", S1).resolve()
    assert game.life(S1) == 8  # 1 paid, 1 of 3 lost
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S1).resolve()
    assert game.life(S1) == 7  # the shield ended with its phase


@rule("CD-18.23", "CD-Q-12", "CD-Q-79")
def test_the_guardian_must_be_able_to_pay_and_may_act_in_any_resolve_phase(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S0="Alchemist").wraith(S4="Undertow").sigils(S3="Portents")
    game.turn(S4).rolls("Dg Dg").respond(S3, "Portents")
    assert game.offers(S1) == ["guardian", "pass"]
    game.respond(S1, "Guardian")
    assert game.offers(S1) == ["S0", "S1", "S2", "S3"]  # a living player
    game = cult(players=5).characters(S1="Guardian", S0="Alchemist").with_life(S1=0)
    game.plan(S1, "guardian").turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3).resolve()
    assert game.plans[S1]


@rule("CD-18.26", "CD-18.31", "CD-18.38", "CD-17.15")
def test_kraken_dice_and_ancient_shadow_are_no_losses_of_a_resolve_phase(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S0="Guardian II", S3="Assassin II").kraken(S2=1).board(1, "Kraken")
    game.turn(S2).chance([2])
    game.advance(lambda question: game.waiting == "Window")
    assert "guardian-2:lessen" in game.offers(S0)
    assert "guardian" not in game.offers(S1)
    game = cult(players=5).characters(S1="Guardian", S2="Guardian II", S3="Assassin II").board(1, "Ancient Shadow")
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4, Bl=[S0] * 4)
    for seat, power in ((S1, "guardian"), (S2, "guardian-2:lessen"), (S3, "assassin-2:deepen")):
        game.plan(seat, power)
    game.respond(S1, "Guardian", S4)
    game.plans[S1].clear()
    game.resolve()
    assert [game.life(seat) for seat in range(5)] == [13, 8, 9, 9, 9]
    assert game.plans[S2]
    assert game.plans[S3]


@rule("CD-18.27", "CD-7.5", "CD-Q-18")
def test_guardian_ii_turns_a_double_dagger_into_a_dagger_once_per_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian II")
    game.turn(S2).rolls("DD DD Dg Bl Bl").commits(DD=[S3, S4], Dg=S3, Bl=S2).respond(S1, "Guardian II")
    assert game.offers(S1) == ["d1", "d2"]
    game.answer(S1, "DD@S3")
    assert game.waiting == "Commit"
    assert game.asked == S2
    game.answer(S2, {"d1": S3})
    assert sorted(game.on(S3)) == ["Dg", "Dg"]
    assert "guardian-2" not in game.offers(S1)
    game.turn(S1).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=S1)
    assert "guardian-2" in game.offers(S1)  # also one's own


@rule("CD-18.28", "CD-18.29")
def test_guardian_ii_softens_a_ritual_loss_for_one_player_only(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian II").board(1, "Astral Rift").chance(["DD"])
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S2] * 4).respond(S1, "guardian-2:lessen", S3).resolve()
    assert [game.life(seat) for seat in range(5)] == [8, 8, 12, 9, 8]


@rule("CD-18.28", "CD-18.29", "CD-Q-44")
def test_guardian_ii_softens_the_tribute_in_a_wraiths_turn_too(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian II").wraith(S2="Undertow").board(1, "Tribute to Nycen", own=1)
    game.turn(S2).rolls("Dg Dg").respond(S1, "guardian-2:lessen", S3).resolve()
    assert [game.life(seat) for seat in range(5)] == [10, 5, 0, 6, 10]


@rule("CD-18.30", "CD-17.53")
def test_guardian_ii_stops_a_lamia_steal_and_its_gain(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian II").board(1, "Lamia")
    game.turn(S2).rolls("Pa Co Co Co Co").commits(Pa=B1).plan(S2, S3, S4).respond(S1, "guardian-2:lessen").resolve()
    assert [game.life(seat) for seat in range(5)] == [10] * 5


@rule("CD-18.32")
def test_guardian_iis_two_abilities_have_separate_limits(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian II").board(1, "Sea Hydra")
    game.turn(S2).rolls("DD Co Bl Bl Bl").commits(DD=S3, Co=B1, Bl=S2).respond(S1, "Guardian II", "DD")
    game.answer(S2, {"d1": S3}).plan(S2, "S4-1").respond(S1, "guardian-2:lessen").resolve()
    assert (game.life(S3), game.life(S4)) == (9, 10)


# Assassins


@rule("CD-18.33", "CD-Q-41", "CD-Q-68")
def test_the_assassin_strikes_another_who_has_lost_life_in_this_phase(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin", S2="Alchemist", S4="Guardian")
    game.turn(S2).rolls("Dg Dg Co Co Co").commits(Dg=[S1, S3])
    game.respond(S4, "Guardian", S0)  # a payment is no loss
    game.order = ["Dg@S1"]
    game.respond(S1, "Assassin")
    assert game.life(S1) == 8  # 1 lost, 1 paid
    assert game.had_only(S1, S3)  # not themselves, who have lost life too
    game.answer(S1, S3).resolve()
    assert [game.life(seat) for seat in range(5)] == [10, 8, 10, 7, 9]
    assert "assassin" not in game.offers(S1)


@rule("CD-18.33")
def test_the_assassin_strikes_once_per_turn_and_not_what_was_prevented(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin", S2="Alchemist", S4="Guardian")
    game.turn(S2).rolls("Dg Dg Co Co Co").commits(Dg=[S3, S3]).respond(S4, "Guardian", S3)
    game.plan(S1, "assassin").resolve()
    assert game.plans[S1]  # both prevented: nobody has really lost life
    game.turn(S2).rolls("Dg Dg Co Co Co").commits(Dg=[S3, S3]).respond(S1, "Assassin", S3)
    game.plan(S1, "assassin").resolve()
    assert game.plans[S1]


@rule("CD-18.34", "CD-9.24", "CD-17.25")
def test_a_kill_by_the_assassin_is_the_assassins(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin", S2="Alchemist").with_life(S3=3).keeper(S3="Lamia")
    game.board(1, "Altar Sacrifice").deck("Sirens")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S3).respond(S1, "Assassin", S3).plan(S1, [S1]).resolve()
    assert game.killer_of(S3) == S1
    assert game.keeper_of("Lamia") == S1
    assert game.life(S1) == 14


@rule("CD-18.35", "CD-Q-3")
def test_assassin_ii_turns_a_dagger_or_a_blood_into_a_double_dagger(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II").board(1, "Sirens")
    game.turn(S2).rolls("Dg Bl DD Co Co").commits(Dg=S3, Bl=S2, DD=S4, Co=[B1, B1]).respond(S1, "Assassin II")
    assert game.offers(S1) == ["d1", "d2"]
    game.answer(S1, "Bl")
    assert game.waiting == "Commit"
    assert "S2" not in game.places_of("DD")  # not to its owner
    game.answer(S2, {"d2": S0})
    assert "assassin-2" not in game.offers(S1)
    game.resolve()
    assert game.life(S0) == 8


@rule("CD-18.36", "CD-18.37", "CD-Q-76", "CD-9.22")
def test_assassin_ii_deepens_a_ritual_loss_and_is_the_killer_by_the_added_point(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II", S3="Guardian II").with_life(S4=2).keeper(S4="Kraken")
    game.board(1, "Sea Hydra", Co=2)
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S2] * 4).plan(S2, "S4-1")
    game.respond(S1, "assassin-2:deepen").resolve()
    assert game.killer_of(S4) == S1
    assert game.keeper_of("Kraken") == S1


@rule("CD-Q-76", "CD-18.36")
def test_the_point_added_to_a_lamia_steal_is_not_stolen(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II", S3="Guardian II").board(1, "Lamia")
    game.turn(S2).rolls("Pa Co Co Co Co").commits(Pa=B1).plan(S2, S0, S4).respond(S1, "assassin-2:deepen").resolve()
    assert (game.life(S0), game.life(S4)) == (11, 8)


@rule("CD-Q-76", "CD-Q-78")
def test_a_ritual_loss_that_is_prevented_altogether_cannot_be_raised(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II", S3="Guardian II").board(1, "Lamia")
    game.turn(S2).rolls("Pa Co Co Co Co").commits(Pa=B1).plan(S2, S0, S4)
    game.respond(S1, "assassin-2:deepen").respond(S3, "guardian-2:lessen").resolve()
    assert (game.life(S0), game.life(S4)) == (10, 10)


@rule("CD-18.36")
def test_assassin_ii_deepens_once_per_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II", S3="Guardian II").board(1, "Sea Hydra")
    game.turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=[B1, B1], Bl=[S2] * 3).plan(S2, "S4-1", "S4-1")
    game.respond(S1, "assassin-2:deepen").plan(S1, "assassin-2:deepen").resolve()
    assert game.life(S4) == 7
    assert game.plans[S1]


@rule("CD-18.37", "CD-17.38")
def test_dice_of_the_sea_hydra_keeper_are_no_ritual_loss(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II", S3="Guardian II").keeper(S2="Sea Hydra")
    game.turn(S2).rolls("DD Bl Bl Bl Bl Bl Bl").plan(S2, "d7").commits(DD=S4, Bl=[S2] * 5)
    game.plan(S1, "assassin-2:deepen").plan(S3, "guardian-2:lessen").resolve()
    assert game.life(S4) == 8
    assert game.plans[S1]
    assert game.plans[S3]


@rule("CD-Q-78")
@pytest.mark.parametrize(
    ("guardian", "guardian_2", "first"),
    [
        ("S4", "S3", "guardian"),  # the loser's own
        ("S1", "S4", "guardian-2"),
        ("S1", "S3", "guardian-2"),  # clockwise from S2: S2, S3, S4, S0, S1
        ("S1", "S0", "guardian-2"),
        ("S3", "S0", "guardian"),
        ("S2", "S3", "guardian"),  # beginning with the active player
    ],
)
def test_the_losers_own_protection_comes_first_then_clockwise_from_the_active_player(
    cult: type[Driver], guardian: str, guardian_2: str, first: str
) -> None:
    """S4 loses 1 by a ritual, shielded by the Guardian and softened by Guardian II: the first one prevents it."""
    game = cult(players=5).characters(S0="Alchemist", S1="Merchant", S2="Bloodletter")
    game.characters(**{guardian: "Guardian", guardian_2: "Guardian II"}).board(1, "Sea Hydra")
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S2] * 4).plan(S2, "S4-1")
    game.respond(int(guardian[1]), "Guardian", S4).respond(int(guardian_2[1]), "guardian-2:lessen").resolve()
    assert [event["card"] for event in game.events("prevented")] == [first]
