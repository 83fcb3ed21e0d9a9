"""CD-17: Sea Hydra, Astral Rift, Lamia, Tribute to Nycen, Blood Rites."""

from __future__ import annotations

import pytest

from eschaton.games.cult.rules.life import Loss
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, B3, S0, S1, S2, S3, S4, S5, Driver
from tests.cult.rules.test_13_sigils import quiet

# Sea Hydra


@rule("CD-17.35")
@pytest.mark.parametrize(("chosen", "seat", "life"), [("S1+1", S1, 11), ("S3-1", S3, 9), ("S3+1", S3, 11)])
def test_the_hydra_gives_or_takes_one_life(cult: type[Driver], chosen: str, seat: int, life: int) -> None:
    game = cult(players=5).wraith(S4="Undertow").board(1, "Sea Hydra")
    game.turn(S1).rolls("Co Pa Pa Pa Pa").commits(Co=B1).go(until="SeaHydra")
    assert game.offers(S1) == [f"S{who}{sign}1" for who in range(4) for sign in "+-"]
    game.answer(S1, chosen).resolve("")
    pa_on_self = 4 if seat == S1 else 0  # the other dice are the power symbol of S1
    assert game.life(seat) == life + pa_on_self


@rule("CD-17.35", "CD-Q-13")
def test_a_kill_by_the_hydra_belongs_to_the_owner_of_the_die(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1).board(1, "Sea Hydra")
    game.turn(S2).rolls("Co Pa Pa Pa Pa").plan(S2, "S3-1").resolve()
    assert game.killer_of(S3) == S2


@rule("CD-17.38")
def test_a_loss_by_the_hydras_altar_is_due_to_a_ritual_and_by_its_keepers_dice_is_not(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sea Hydra").keeper(S3="Kraken")
    game.turn(S2).rolls("Co Pa Pa Pa Pa").commits().go(until="SeaHydra")
    announced = game.table.stack[-1].run(game.table, (S3, -1))
    assert isinstance(announced[-1], Loss)
    assert announced[-1].source == "sea-hydra"
    game = cult(players=5).keeper(S1="Sea Hydra")
    game.turn(S1).rolls("Dg Dg Dg Dg Dg Dg Dg").plan(S1, "d1").commits(Dg=[S2] * 6).resolve()
    assert {event.rule for event in game.log if event.key == "lost"} == {"CD-8.3"}
    assert game.life(S2) == 4


@rule("CD-17.36", "CD-5.8", "CD-5.2")
def test_the_hydras_keeper_rolls_two_dice_more(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Sea Hydra")
    game.turn(S1).rolls("Bl Bl Bl Bl Bl Bl Bl")
    assert len(game.table.dice) == 7
    game.turn(S2).rolls("Bl Bl Bl Bl Bl")
    assert len(game.table.dice) == 5


@rule("CD-17.37", "CD-6.15", "CD-Q-49")
def test_the_hydras_keeper_discards_any_die_before_chant_coins(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Sea Hydra").coins(S1="chant")
    game.turn(S1).rolls("Dg DD Bl Pa An Co Bl").go(until="DiscardDie")
    assert game.asked == S1
    assert game.offers(S1) == ["d1", "d2", "d3", "d4", "d5", "d6", "d7"]
    game.answer(S1, "d2").respond(S1, "chant", "d1", "Bl")
    assert game.faces() == "Bl Bl Pa An Co Bl"


@rule("CD-Q-49")
def test_a_single_die_is_discarded_too(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Sea Hydra").kraken(S1=1)
    game.turn(S1).chance([1], *[[1]] * 6).plan(S1, *["k1"] * 6).rolls("Bl").plan(S1, "d1").resolve()
    assert game.life(S1) == 9


# Astral Rift


@rule("CD-17.40", "CD-17.41", "CD-17.42", "CD-Q-71")
@pytest.mark.parametrize(("face", "life"), [("Dg", 9), ("DD", 8), ("Bl", 11)])
def test_the_rift_strikes_or_heals_everyone(cult: type[Driver], face: str, life: int) -> None:
    game = cult(players=5).board(1, "Astral Rift")
    game.turn(S2).rolls("Co Pa Pa Pa Pa").chance([face]).resolve()
    assert [game.life(seat) for seat in range(5)] == [life] * 5


@rule("CD-17.43", "CD-17.44", "CD-17.47", "CD-Q-48")
@pytest.mark.parametrize(("face", "many"), [("Pa", 1), ("An", 2)])
def test_the_rift_gives_dice_for_other_rituals(cult: type[Driver], face: str, many: int) -> None:
    game = cult(players=5).board(1, "Astral Rift").board(2, "Ancient Shadow").board(3, "Ancient Chant")
    game.turn(S2).rolls("Co Dg Dg Dg Dg").commits(Co=B1).chance([face])
    game.go(until="GainDie")
    assert game.offers(S2) == [f"Pa>{B3}", f"An>{B2}", f"An>{B3}"]
    game.answer(S2, f"Pa>{B3}")
    assert game.track(3, "Pa") == 5  # placed now, resolved later
    if many == 2:
        game.go(until="GainDie").answer(S2, f"Pa>{B3}")  # both may go to the same one
    game.resolve()
    assert game.track(3, "Pa") == 5 - many
    assert game.coins_of(S2) == ("chant",) * many


@rule("CD-17.45", "CD-Q-47")
def test_a_cosmos_rolls_two_more_at_most_three_times(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Astral Rift")
    game.turn(S2).rolls("Co Co Pa Pa Pa").commits()
    rolls = [["Co"], ["Co", "Bl"], ["Co", "Bl"], ["Bl", "Bl"], ["Co"]]  # the fourth cosmos rolls none
    game.chance(*rolls).plan(S2, "Co", "Co").resolve()
    assert [event["faces"] for event in game.events("rift")] == rolls
    assert game.life(S2) == 14


@rule("CD-17.46")
def test_the_faces_of_the_rift_are_carried_out_in_any_order(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=1).board(1, "Astral Rift")
    game.turn(S2).rolls("Co Pa Pa Pa Pa").chance(["Co"], ["Dg", "Bl"]).go(until="AstralRift")
    game.advance(lambda question: game.asked == S2 and game.waiting == "AstralRift")
    assert game.offers(S2) == ["Dg", "Bl"]
    game.answer(S2, "Bl").resolve()
    assert game.life(S0) == 1  # 2, then 1 again: the dagger follows by itself


# Lamia


@rule("CD-17.49", "CD-Q-43")
def test_the_resolver_may_be_robbed_but_nobody_at_zero(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=0).board(1, "Lamia")
    game.turn(S1).rolls("Pa Co Co Co Co").commits(Pa=B1)
    game.player(S4).life = 0  # struck down in this very phase
    game.go(until="LamiaSteal").answer(S1, S0)
    assert game.offers(S1) == ["S1", "S2"]
    game.answer(S1, S1).resolve()
    assert (game.life(S0), game.life(S1)) == (11, 9)


@rule("CD-17.53", "CD-18.23")
def test_what_is_prevented_is_not_stolen(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Guardian").board(1, "Lamia")
    game.turn(S1).rolls("Pa Co Co Co Co").commits(Pa=B1).respond(S3, "Guardian", S2).plan(S1, S0, S2).resolve()
    assert (game.life(S0), game.life(S2)) == (10, 10)


@rule("CD-17.52", "CD-Q-42")
def test_lamias_keeper_counts_too_and_only_in_the_own_phase(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Lamia").board(1, "Astral Rift")
    game.turn(S1).rolls("Co An An An An").commits().chance(["DD"]).resolve()
    assert game.life(S1) == 13  # 2 lost, 5 gained: one for each player, herself included
    game.turn(S2).rolls("Dg Dg An An An").commits(Dg=[S3, S4]).resolve()
    assert game.life(S1) == 13


# Tribute to Nycen


@rule("CD-17.54", "CD-17.56", "CD-Q-44")
@pytest.mark.parametrize(("dice", "left"), [("An Co Co Co Co", 5), ("Co Co Co Co Co", 4)])
def test_the_tribute_advances_unless_a_die_was_resolved_on_it(cult: type[Driver], dice: str, left: int) -> None:
    game = cult(players=5).watched().board(1, "Tribute to Nycen")
    game.turn(S2).rolls(dice).commits().resolve()
    assert game.track(1, "own") == left


@rule("CD-17.55", "CD-Q-5")
def test_the_tribute_takes_ancients_only(cult: type[Driver]) -> None:
    game = cult(players=5).symbols(S2="Dg").board(1, "Tribute to Nycen")
    game.turn(S2).rolls("Pa An Co Bl Dg").go(until="Commit")
    assert game.places_of("An") == [B1]
    assert game.places_of("Pa") == game.places_of("Co") == []


@rule("CD-Q-44")
def test_a_die_moved_away_is_no_tribute_and_one_moved_there_is(cult: type[Driver]) -> None:
    for first, second, left in ((B1, B2, 4), (B2, B1, 5)):
        game = cult(players=5).board(1, "Tribute to Nycen").board(2, "Ancient Shadow").coins(S3="siren")
        game.turn(S2).rolls("An Co Co Co Co").commits(An=first).respond(S3, "siren", "An", second).resolve()
        assert game.track(1, "own") == left


@rule("CD-17.58", "CD-17.60", "CD-Q-44")
def test_a_completed_tribute_strikes_the_active_player_and_both_neighbours(cult: type[Driver]) -> None:
    game = cult(players=6).board(1, "Tribute to Nycen", own=1).deck("Sirens")
    game.turn(S5).rolls("Co Co Co Co Co").resolve()
    assert [game.life(seat) for seat in range(6)] == [4, 10, 10, 10, 4, 4]
    assert "tribute-to-nycen" in game.table.discard
    assert game.ritual(1) == "sirens"


@rule("CD-17.59", "CD-17.57", "CD-Q-44")
def test_a_tribute_completed_in_a_wraiths_turn_strikes_its_living_neighbours(cult: type[Driver]) -> None:
    game = cult(players=6).wraith(S2="Undertow", S3="Drowned Choir").board(1, "Tribute to Nycen", own=1)
    game.deck("Sirens").turn(S2).rolls("An An").resolve()
    assert [game.life(seat) for seat in range(6)] == [10, 4, 0, 0, 10, 10]


@rule("CD-Q-81")
def test_a_tribute_revealed_in_mid_turn_advances_in_that_turn(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens", Co=1).deck("Tribute to Nycen")
    game.turn(S2).rolls("Co Dg Dg Dg Dg").commits(Co=B1).resolve()
    assert game.track(1, "own") == 4


@rule("CD-Q-81")
def test_a_tribute_revealed_by_a_death_waits_for_the_next_turn(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1).board(1, "Altar Sacrifice").deck("Tribute to Nycen")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S3).plan(S2, []).resolve()
    assert game.ritual(1) == "tribute-to-nycen"
    assert game.track(1, "own") == 5


# Blood Rites


@rule("CD-17.61", "CD-Q-68")
def test_blood_rites_gives_two_life_for_one(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow").keeper(S2="Lamia").board(1, "Blood Rites")
    game.turn(S2).rolls("Pa Co Co Co Co").commits().go(until="BloodRites")
    assert game.offers(S2) == ["decline", "S0", "S1", "S3"]
    game.answer(S2, S3).resolve()
    assert (game.life(S2), game.life(S3)) == (9, 12)  # a payment is no loss: Lamia gives nothing


@rule("CD-17.61", "CD-Q-12")
def test_who_has_no_life_is_not_asked_for_blood(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S3="siren").with_life(S2=1).board(1, "Blood Rites")
    game.turn(S2).rolls("Dg Pa Bl Co Co").commits(Dg=S4, Bl=S0).respond(S3, "siren", "Dg", S2)
    game.symbols(S2="Co").resolve("Dg")
    assert game.dead(S2)
    assert game.track(1, "Pa") == 4
    assert not game.events("paid")


@rule("CD-17.61", "CD-9.8")
def test_the_keeper_of_blood_rites_sharpens_a_dagger(cult: type[Driver]) -> None:
    game = cult(players=5).symbols(S1="Pa").keeper(S1="Blood Rites")
    game.turn(S1).rolls("Dg Dg DD Co Co").commits(Dg=[S2, S3], DD=S4).respond(S1, "Blood Rites")
    assert game.life(S1) == 9
    assert game.offers(S1) == ["d1", "d2"]
    game.answer(S1, "Dg@S3")
    assert "blood-rites" not in game.offers(S1)  # once per turn
    game.resolve()
    assert (game.life(S2), game.life(S3), game.life(S4)) == (9, 8, 8)


@rule("CD-17.61")
def test_blood_rites_serves_in_the_keepers_own_resolve_phase_only(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Blood Rites")
    game.turn(S2).rolls("Dg Dg Co Co Co").commits(Dg=[S3, S3])
    offered = []

    def note(question: object) -> bool:
        offered.extend(game.offers(S1))
        return game.turn_over(question)  # type: ignore[arg-type]

    game.advance(note)
    assert "blood-rites" not in offered


@rule("CD-Q-42", "CD-17.52", "CD-Q-71", "CD-Q-11")
@pytest.mark.parametrize("keeper", [S0, S3])
def test_lamias_keeper_gains_after_a_loss_taken_together_wherever_they_sit(cult: type[Driver], keeper: int) -> None:
    game = cult(players=5).with_life(**{f"S{keeper}": 1}).keeper(**{f"S{keeper}": "Lamia"}).symbols(S0="Dg", S3="Dg")
    game.board(1, "Astral Rift").turn(keeper).rolls("Co Pa Pa Pa Pa").chance(["DD"]).resolve()
    assert game.life(keeper) == 5, "the last life is lost, then five players have lost life"


@rule("CD-17.58", "CD-17.52", "CD-Q-44")
def test_lamias_keeper_gains_by_a_tribute_that_strikes_them_too(cult: type[Driver]) -> None:
    game = cult(players=6).board(1, "Tribute to Nycen", own=1).keeper(S2="Lamia").with_life(S1=6, S2=9, S3=20)
    game.deck("Sirens").turn(S2).rolls("Bl Bl Bl Bl Bl").commits(Bl=[S2] * 5).resolve()
    assert (game.life(S1), game.life(S2), game.life(S3)) == (0, 9 + 5 - 6 + 3, 14)
    assert game.killer_of(S1) is None


@rule("CD-17.58", "CD-13.2", "CD-17.59")
def test_a_ward_lets_one_life_of_the_tribute_through_in_a_wraiths_turn(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Salt Ward").wraith(S4="Undertow").board(1, "Tribute to Nycen", own=1).deck("Sirens")
    game.turn(S4).rolls("Bl Bl").respond(S1, "salt-ward", S3).resolve()
    assert (game.life(S3), game.life(S0)) == (9, 5)


@rule("CD-17.40", "CD-Q-77", "CD-Q-15", "CD-Q-16", "CD-Q-16a")
def test_a_rift_that_kills_its_roller_too(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=20, S1=2, S2=2, S3=2).keeper(S1="Lamia", S2="Kraken").symbols(S2="An")
    game.board(1, "Astral Rift").board(2, "Altar Sacrifice").deck("Sirens")
    game.turn(S2).rolls("Co Pa Pa Pa Pa").chance(["DD"]).advance(lambda question: game.waiting == "AltarSacrifice")
    assert (game.asked, game.offers(S2)) == (S2, ["S0", "S4"]), "the killer chooses, dead or not, among the living"
    game.answer(S2, [S4])
    assert game.life(S4) == 8 + 5
    assert (game.keeper_of("Lamia"), game.keeper_of("Kraken")) == (None, None)
    chosen = []
    while game.waiting == "BecomeWraith":
        chosen.append(game.asked)
        game.answer(game.asked, game.offers(game.asked)[0])
    assert chosen == [S2, S3, S1], "clockwise from the active player"
