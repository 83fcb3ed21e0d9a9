"""Two or three cards at once: dice, blows, Sigils and rituals that get in each other's way."""

from __future__ import annotations

import pytest

from eschaton.kernel.ask import Choose
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, S5, Driver


def re_rolling(game: Driver, seat: int, times: int) -> Driver:
    """The player re-rolls their first Kraken die so often."""
    for _ in range(times):
        game.go(until="KrakenResult").answer(seat, "k1")
        game.advance(lambda question: game.waiting != "KrakenReroll")
    return game


# Blows


@rule("CD-Q-15", "CD-Q-16a", "CD-Q-72", "CD-Q-77")
def test_an_assassin_who_pays_with_their_last_life_kills_but_keeps_nothing(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin").with_life(S1=1, S3=3).board(1, "Altar Sacrifice").deck("Sirens")
    game.keeper(S1="Sea Hydra", S3="Lamia").turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3)
    game.plan(S2, "Dg").plan(S1, "assassin", [S0]).resolve()
    assert (game.killer_of(S1), game.killer_of(S3)) == (S1, S1)
    assert game.keeper_of("Lamia") is game.keeper_of("Sea Hydra") is None
    assert (game.life(S0), game.ritual(1)) == (15, "sirens")


@rule("CD-Q-13", "CD-Q-16", "CD-9.24")
def test_two_killers_at_one_check_each_take_their_victims_rituals(cult: type[Driver]) -> None:
    game = cult(players=6).characters(S1="Assassin").with_life(S3=1, S4=3).board(1, "Altar Sacrifice").deck("Sirens")
    game.keeper(S3="Lamia", S4="Sea Hydra").turn(S5).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S3, S4])
    game.plan(S1, "assassin", S4).plan(S5, "Dg@S4", "Dg@S3", [S5]).resolve()
    assert (game.keeper_of("Lamia"), game.keeper_of("Sea Hydra")) == (S5, S1)
    assert (game.life(S5), game.life(S1)) == (10 + 3 + 6, 9), "S3 is the first from the active player: S5 chooses"


@rule("CD-Q-14", "CD-10.9", "CD-9.20")
def test_the_krakens_keeper_who_dies_of_it_takes_all_kraken_dice_along(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S2=2).kraken(S2=1, S4=2).keeper(S2=["Kraken", "Lamia"])
    game.chance([3]).turn(S2).go(until="RollPhase")
    assert game.dead(S2)
    assert game.killer_of(S2) is None
    assert game.player(S4).kraken == 0


@rule("CD-Q-76", "CD-Q-14", "CD-17.21")
def test_who_deepens_a_kraken_loss_kills_in_the_keepers_stead(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S2=2).kraken(S2=1).keeper(S0="Kraken").board(1, "Altar Sacrifice").deck("Sirens")
    game.plan(S3, "assassin-2:deepen", [S3]).chance([1]).turn(S2).go(until="RollPhase")
    assert game.killer_of(S2) == S3
    assert game.life(S3) == 15


@rule("CD-Q-13", "CD-17.35", "CD-18.1")
def test_a_benefit_passed_on_kills_for_the_dies_owner(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Tidecaller II").board(1, "Sea Hydra", Co=3).with_life(S4=1)
    game.keeper(S4="Lamia").turn(S2).rolls("Co Pa Pa Pa Pa").commits(Co=B1)
    game.plan(S2, "tidecaller-2", S3).plan(S3, "S4-1").resolve()
    assert game.killer_of(S4) == game.keeper_of("Lamia") == S2


@rule("CD-13.9", "CD-19.1", "CD-14.1")
def test_a_last_breath_that_is_revoked_saves_nobody(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1).sigils(S3="Last Breath", S1="Revocation").keeper(S3="Lamia")
    game.plan(S3, "last-breath").plan(S1, "revocation:cancel")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3).resolve()
    assert game.keeper_of("Lamia") == S2


@rule("CD-Q-42", "CD-17.52", "CD-14.2")
def test_lamias_keeper_rises_from_0_by_what_all_lose_together(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S2=2).keeper(S2="Lamia").board(1, "Astral Rift", Co=4)
    game.turn(S2).rolls("Co Pa Pa Pa Pa").commits(Co=B1).chance(["DD"]).resolve()
    assert game.life(S2) == 5


# Dice that are changed


@rule("CD-Q-64", "CD-17.34", "CD-15.21")
def test_blood_given_after_a_transmutation_hurts_too(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation").wraith(S4="Drowned Choir")
    game.turn(S2).rolls("Bl Bl Dg Pa Co").commits(Bl=S2, Dg=S3).respond(S1, "transmutation", "Bl", "DD")
    assert "S2" not in game.places_of("d1")
    game.answer(S2, {"d1": S3, "d2": S1}).respond(S4, "drowned-choir", "Bl").answer(S2, {"d6": S3}).resolve()
    assert (game.life(S3), game.life(S1), game.life(S2)) == (10 - 1 - 2 - 2, 8, 10)


@rule("CD-13.2", "CD-17.32")
def test_a_stilled_die_is_not_transmuted(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation").sigils(S3="Stillness")
    game.turn(S2).rolls("DD DD Pa Pa Pa").commits(DD=[S3, S4]).respond(S3, "stillness", "DD@S4")
    game.respond(S1, "transmutation", "DD", "Bl")
    assert list(game.question.ask.places) == ["d1"]
    game.answer(S2, {"d1": S2}).resolve()
    assert (game.life(S2), game.life(S4)) == (11, 8)


@rule("CD-18.35", "CD-8.7", "CD-7.6")
def test_blood_made_a_double_dagger_may_stay_on_one_whose_symbol_it_is(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Bloodletter").turn(S2).rolls("Bl Pa Pa Pa Pa").commits(Bl=S2)
    game.respond(S3, "Assassin II", "Bl")
    assert game.places_of("DD")[0] == "S2"
    game.answer(S2, {"DD": S2}).resolve()
    assert game.life(S2) == 11


@rule("CD-Q-51", "CD-11.3", "CD-18.12")
def test_two_sirens_send_dice_to_sorceress_ii_and_their_owner_spares_somebody(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Sorceress II").board(1, "Sirens").coins(S0="siren", S1="siren")
    game.turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=[B1, B1])
    game.respond(S0, "siren", "Co@board1", S3).respond(S1, "siren", "Co@board1", S3).plan(S2, S4).resolve()
    assert [game.life(seat) for seat in range(5)] == [8, 8, 11, 9, 10]


@rule("CD-Q-54", "CD-18.8", "CD-8.6")
def test_faceless_ii_borrows_the_sorceress_and_feeds_on_the_same_dice(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Faceless II", S3="Sorceress").board(1, "Sirens")
    game.plan(S2, S3).turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=[S2, S2]).plan(S2, S2).resolve()
    assert (game.life(S2), game.life(S3)) == (15, 8), "its power symbol is cosmos, and it is spared"


@rule("CD-Q-53", "CD-8.8")
def test_a_symbol_that_is_ones_own_no_more_gives_nothing(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Faceless").coins(S1="siren").board(1, "Sirens")
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=S2).go(until="ResponsePhase")
    game.act(S2, "faceless").answer(S2, "sorceress-2").resolve()
    assert game.life(S2) == 14


# Dice that are fewer or more


@rule("CD-5.11", "CD-10.5", "CD-5.2")
def test_who_gave_up_all_dice_may_still_quicken_one(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=1).board(1, "Kraken").sigils(S2="Quickening").with_life(S2=20)
    re_rolling(game.chance(*[[1]] * 6).turn(S2), S2, 5).rolls("").chance(["DD"])
    game.respond(S2, "quickening").commits(DD=S3).resolve()
    assert game.life(S3) == 8


@rule("CD-5.2", "CD-10.4")
def test_the_ebb_leaves_one_die_to_who_gave_up_three(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=1).board(1, "Kraken").sigils(S3="Ebb")
    re_rolling(game.chance(*[[1]] * 4).turn(S2), S2, 3).respond(S3, "ebb").rolls("DD")
    assert game.faces() == "DD"


@rule("CD-Q-49", "CD-6.15")
def test_the_hydra_takes_the_only_die(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S2="Sea Hydra").kraken(S2=1).board(1, "Kraken").with_life(S2=20)
    re_rolling(game.chance(*[[1]] * 7).turn(S2), S2, 6).rolls("DD").resolve()
    assert game.life(S3) == 10


@rule("CD-5.2", "CD-18.1")
def test_quickening_gives_the_bloodletter_a_last_call_again(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Bloodletter").sigils(S2="Quickening").turn(S2).rolls("Dg Dg Dg Dg Dg")
    assert "bloodletter" not in game.table.free(S2), "re-rolls are left"
    game.answer(S2, [])
    assert "bloodletter" not in game.offers(S2), "who stops wants no more"
    game.chance(["Pa"]).plan(S2, "quickening").go(until="OneMoreDie").advance(
        lambda question: game.waiting != "OneMoreDie"
    )
    game.rerolls("1", "Pa")
    assert "bloodletter" in game.offers(S2)
    game.answer(S2, "bloodletter").rerolls("1 2", "Bl Bl")
    assert game.faces() == "Bl Bl Dg Dg Dg Pa"


# Rituals


@rule("CD-Q-27", "CD-19.11", "CD-9.15")
def test_portents_complete_a_ritual_under_anothers_dice(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens", Co=1).deck("Astral Rift").sigils(S4="Portents")
    game.turn(S2).rolls("Co Co Pa Pa Pa").commits(Co=[B1, B1]).chance(["Pa", "An", "An"], ["Bl"], ["Bl"])
    game.plan(S4, "portents", "Pa", "one", "Co>board1", S4).resolve()
    assert game.coins_of(S4) == ("siren",)
    assert (game.track(1, "Co"), game.life(S0)) == (3, 12)


@rule("CD-17.31", "CD-9.15", "CD-9.17")
def test_a_gained_die_left_over_works_on_the_next_ritual(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Transmutation").board(2, "Sirens", Co=1).deck("Sea Hydra")
    game.turn(S1).rolls("Pa Co Bl Bl Bl").commits(Pa=B1, Co=B2).plan(S1, "Co>board2", "S2+1").resolve("Pa@board1")
    assert game.coins_of(S1) == ("siren",)
    assert (game.ritual(2), game.track(2, "Co"), game.life(S2)) == ("sea-hydra", 4, 11)


@rule("CD-Q-44", "CD-17.54")
def test_a_tribute_that_a_siren_leads_astray_is_not_paid(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Tribute to Nycen", own=3).board(2, "Ancient Shadow").coins(S3="siren")
    game.turn(S1).rolls("An Bl Bl Bl Bl").commits(An=B1).respond(S3, "siren", "An", B2).resolve()
    assert game.track(1, "own") == 2


@rule("CD-Q-16", "CD-17.22")
def test_nobody_is_asked_about_a_sacrifice_that_comes_after_the_end(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=1).sigils(S2="Echoes").board(1, "Altar Sacrifice").deck("Sirens")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0)
    asked: list[str] = []
    game.advance(lambda question: asked.append(game.waiting) or "echoes" in game.offers(S2))  # type: ignore[func-returns-value]
    assert game.over
    assert "AltarSacrifice" not in asked


@rule("CD-17.21", "CD-9.2")
def test_a_sacrifice_may_echo_for_others(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1).sigils(S2="Echoes").board(1, "Altar Sacrifice").deck("Sirens")
    game.plan(S2, "echoes", [S2], [S2, S4]).turn(S2).rolls("Dg Pa Pa Pa Pa").commits(Dg=S3).resolve()
    assert (game.life(S2), game.life(S4)) == (20, 15)


@rule("CD-Q-36", "CD-15.7", "CD-19.9", "CD-19.14")
def test_who_dies_before_their_roll_haunts_with_what_they_roll_then(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S2=1).kraken(S2=1).board(1, "Kraken").sigils(S2="Portents").chance([2]).turn(S2)
    game.go(until="BecomeWraith").answer(S2, "drowned-choir").rolls("DD DD Dg").answer(S2, [])
    game.chance(["An", "An", "Bl"]).plan(S2, "portents", "Bl", S0).go()
    game.rolls("Bl Bl Bl Bl Bl").commits().respond(S2, "drowned-choir", "DD").answer(S3, {"DD": S4}).resolve()
    assert (game.life(S0), game.life(S4), game.dice_of(S2)) == (12, 8, "DD Dg")
    game.turn(S2)
    assert game.question.ask.count == 5


# Trades


@rule("CD-Q-52", "CD-18.19")
def test_what_is_traded_away_meanwhile_withdraws_the_first_offer(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren", S3="chant", S4="chant")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"])
    game.act(S1, "trade:S4").answer(S1, ["give:siren:1", "take:chant:1"]).answer(S4, "accept")
    assert game.waiting == "Commit"
    assert [event["whom"] for event in game.events("offer withdrawn")] == [S3]
    assert (game.coins_of(S1), game.coins_of(S3)) == (("chant",), ("chant",))


@rule("CD-Q-52", "CD-13.2")
def test_a_tithe_taken_from_the_merchant_withdraws_the_offer(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").coins(S1="siren", S3="chant").sigils(S4="Tithe")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    game.act(S1, "trade:S3").answer(S1, ["give:siren:1", "take:chant:1"])
    game.act(S4, "tithe").answer(S4, S1)
    assert (game.waiting, game.coins_of(S4)) == ("Commit", ("siren",))
    assert game.events("offer withdrawn")


@rule("CD-7.5", "CD-7.13", "CD-11.5", "CD-18.27")
def test_a_die_two_coins_have_moved_is_softened_and_then_goes_where_its_owner_likes(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S3="siren", S4="siren").turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S4)
    game.respond(S4, "siren", "DD", S2).respond(S3, "siren", "DD", S1).respond(S1, "Guardian II", "DD")
    assert game.places_of("Dg")[0] == "S1"
    game.answer(S2, {"Dg": S4}).resolve()
    assert (game.life(S4), game.life(S1)) == (9, 10)


def happened(game: Driver, *keys: str) -> list[str]:
    """What happened of these kinds, in order."""
    return [event.key for event in game.log if event.key in keys]


@rule("CD-17.47", "CD-9.11", "CD-24.4")
def test_dice_gained_by_a_passed_on_rift_are_resolved_after_its_last_face(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Tidecaller II").board(1, "Astral Rift", Co=5).board(2, "Sirens", Co=1)
    game.deck("Lamia").chance(["Co"], ["Pa", "Dg"]).plan(S2, "tidecaller-2", S3).plan(S3, "Pa", f"Co>{B2}")
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).resolve("Co")
    order = happened(game, "die gained", "lost", "completed")
    assert order == ["die gained", *["lost"] * 5, "completed"]
    assert game.coins_of(S3) == ("siren",)


@rule("CD-17.44", "CD-17.47", "CD-9.15", "CD-9.16")
def test_both_dice_of_a_passed_on_rift_are_placed_before_either_is_resolved(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Tidecaller II").board(1, "Astral Rift", Co=5).board(2, "Sirens", Co=1)
    game.deck("Lamia").chance(["An"]).plan(S2, "tidecaller-2", S3).plan(S3, f"Co>{B2}", f"Co>{B2}")
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).resolve("Co")
    assert happened(game, "die gained", "completed") == ["die gained", "die gained", "completed"]
    assert game.coins_of(S3) == ("siren",), "the second die fits Lamia no more"
    assert game.events("die removed")[-1]["face"] == "Co"


@rule("CD-17.47", "CD-24.4", "CD-9.11")
def test_a_completed_ritual_is_replaced_before_the_dice_it_gave_are_resolved(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Tidecaller II").board(1, "Transmutation", Pa=0, Co=1).board(2, "Sirens", Co=1)
    game.deck("Lamia", "Kraken").plan(S2, "tidecaller-2", S3).plan(S3, f"Co>{B2}")
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).resolve("Co")
    assert game.keeper_of("Transmutation") == S2
    assert (game.ritual(1), game.ritual(2)) == ("lamia", "kraken")


@rule("CD-17.47", "CD-19.11", "CD-24.4")
def test_dice_gained_through_portents_are_resolved_after_the_rift(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S1="Portents").board(1, "Astral Rift", Co=5).board(2, "Sirens", Co=3)
    game.chance(["Pa", "An", "An"], ["Co"], ["Pa", "Dg"]).plan(S1, "portents", "Pa", "one", f"Co>{B1}", S3)
    game.plan(S3, "Pa", f"Co>{B2}").turn(S2).rolls("Bl Bl Bl Bl Bl").resolve()
    assert happened(game, "die gained", "lost", "advanced") == [
        *("die gained", "advanced"),  # by Portents, on the Rift
        *("die gained", *["lost"] * 5, "advanced"),
    ]
    assert game.coins_of(S3) == ("siren",)


@rule("CD-Q-64", "CD-17.32", "CD-19.4", "CD-Q-66")
@pytest.mark.parametrize("user", [S2, S3])
def test_portents_of_the_active_player_are_transmuted_too(cult: type[Driver], user: int) -> None:
    game = cult(players=5).keeper(S1="Transmutation").sigils(**{f"S{user}": "Portents"})
    game.board(1, "Blood Rites", Pa=3).board(2, "Sirens", Co=3).turn(S2).rolls("Pa Bl Bl Bl Bl").commits(Pa=B1)
    game.respond(S1, "transmutation", "Pa", "Co").chance(["Pa", "An", "An"]).respond(user, "portents")
    game.advance(lambda question: game.waiting == "Portents" and isinstance(question.ask, Choose))
    assert set(game.offers(user)) == ({"Co", "An"} if user == S2 else {"Pa", "An"})


@rule("CD-Q-64", "CD-17.32", "CD-Q-66")
@pytest.mark.parametrize(("user", "dice"), [(S2, [f"Pa>{B1}"]), (S3, [f"Pa>{B1}", f"Co>{B2}"])])
def test_a_die_added_shows_no_face_that_counts_as_another(cult: type[Driver], user: int, dice: list[str]) -> None:
    game = cult(players=5).keeper(S1="Transmutation").sigils(**{f"S{user}": "Portents"})
    game.board(1, "Blood Rites", Pa=3).board(2, "Sirens", Co=3).turn(S2).rolls("An Bl Bl Bl Bl").commits()
    game.respond(S1, "transmutation", "Co", "Dg").chance(["Pa", "An", "An"]).plan(user, "portents", "Pa", "one")
    game.advance(lambda question: game.waiting == "PortentDie" or game.had_only(user, dice[0], "PortentDie"))
    assert game.had_only(user, dice[0]) if len(dice) == 1 else game.offers(user) == dice


@rule("CD-13.2", "CD-18.14", "CD-18.12", "CD-Q-13")
@pytest.mark.parametrize(("spared", "life"), [(S4, (9, 6)), (S3, (11, 8)), (S2, (9, 8))])
def test_mirrored_blades_return_an_arcane_explosion(cult: type[Driver], spared: int, life: tuple[int, int]) -> None:
    game = cult(players=5).characters(S3="Sorceress II").sigils(S3="Mirrored Blades").symbols(S2="An")
    game.plan(S2, spared).turn(S2).rolls("Co Co Pa Pa Pa").commits(Co=[S3, S3])
    game.advance(lambda question: "mirrored-blades" in game.offers(S3))
    assert [die.face for die in game.table.dice if die.on == "S3"] == ["Co"], "before the second one only"
    game.answer(S3, "mirrored-blades").resolve()
    assert (game.life(S3), game.life(S2)) == life


@rule("CD-13.2", "CD-15.7", "CD-15.17")
def test_a_stilled_die_can_be_discarded_but_not_changed_or_moved(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow").sigils(S1="Stillness").coins(S0="siren")
    game.turn(S2).rolls("Dg Bl Pa Pa Pa").commits(Dg=S3, Bl=S2).respond(S1, "stillness", "Dg@S3")
    game.respond(S0, "siren")
    assert game.had_only(S0, "d2")
    game.answer(S0, "d2").answer(S0, S1).respond(S4, "undertow", "Dg", "d1").resolve()
    assert game.life(S3) == 10


@rule("CD-Q-13", "CD-9.19", "CD-17.31", "CD-18.1")
def test_who_got_a_transmutation_passed_on_kills_with_the_die_it_gave(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Tidecaller II").board(1, "Transmutation").board(2, "Sea Hydra")
    game.with_life(S4=1).keeper(S4="Lamia").plan(S2, "tidecaller-2", S3).plan(S3, f"Co>{B2}", "S4-1")
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).resolve()
    assert game.killer_of(S4) == game.keeper_of("Lamia") == S3, "the die that killed was S3's"


@rule("CD-Q-44", "CD-17.54", "CD-17.44")
@pytest.mark.parametrize(("passed", "left"), [(False, 2), (True, 1)])
def test_dice_of_the_rift_are_tribute_only_by_the_active_player(cult: type[Driver], passed: bool, left: int) -> None:
    game = cult(players=5).characters(S2="Tidecaller II").board(1, "Astral Rift", Co=3).chance(["An"])
    game.board(2, "Tribute to Nycen", own=2).plan(S2, *["tidecaller-2", S3] if passed else ["pass"])
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).resolve()
    assert len(game.events("tribute paid")) == 2
    assert game.track(2, "own") == left


@rule("CD-Q-47", "CD-17.45", "CD-9.2")
def test_an_echoed_rift_shares_the_limit_of_extra_rolls(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S2="Echoes").board(1, "Astral Rift", Co=3).plan(S2, "echoes", "Co")
    game.chance(["Co"], ["Co", "Co"], ["Bl", "Bl"], ["Bl", "Bl"], ["Co"])
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).resolve()
    assert game.life(S0) == 14, "the cosmos of the second benefit rolls nothing more"


@rule("CD-Q-36a", "CD-Q-76", "CD-17.6")
def test_a_deepened_kraken_loss_whose_die_is_taken_off_takes_nothing(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Assassin II").keeper(S0="Kraken").kraken(S2=1).with_life(S2=3).chance([2])
    game.turn(S2).respond(S3, "assassin-2:deepen").respond(S0, "kraken").go(until="RollPhase")
    assert (game.life(S2), game.player(S2).kraken) == (3, 0)


@rule("CD-Q-78", "CD-Q-76", "CD-9.19")
def test_a_kraken_loss_lessened_and_deepened_kills_for_the_assassin(cult: type[Driver]) -> None:
    game = (
        cult(players=5).characters(S1="Guardian II", S3="Assassin II").keeper(S0="Kraken", S2="Lamia").with_life(S2=2)
    )
    game.kraken(S2=1).chance([2]).plan(S1, "guardian-2:lessen").plan(S3, "assassin-2:deepen")
    game.turn(S2).go(until="RollPhase")
    assert game.killer_of(S2) == game.keeper_of("Lamia") == S3


@rule("CD-9.8", "CD-17.32", "CD-17.33", "CD-7.13")
def test_a_transmutation_taken_by_a_pact_serves_in_the_same_phase(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S1="Drowned Pacts").keeper(S3=["Transmutation", "Lamia"])
    game.turn(S2).rolls("DD Pa Pa Pa Pa").commits(DD=S1).respond(S1, "drowned-pacts", "Transmutation")
    game.respond(S1, "transmutation", "DD", "Bl").answer(S2, {"Bl": S2}).resolve()
    assert (game.life(S1), game.life(S2)) == (10, 11)
    assert (game.keeper_of("Transmutation"), game.keeper_of("Lamia")) == (None, S3)


@rule("CD-17.13", "CD-9.12", "CD-Q-45")
def test_a_shadow_revealed_by_the_high_priests_kill_falls_at_once(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Altar Sacrifice").deck("Ancient Shadow").with_life(S3=1).plan(S0, [S0])
    game.turn(S0).rolls("Dg Pa Pa Pa Pa").commits(Dg=S3).resolve()
    assert (game.life(S0), game.life(S1)) == (14, 9)
