"""The worked examples of rituals, Keepers, the Kraken, Wraiths and set-up (CD-EX-22 to CD-EX-67)."""

from __future__ import annotations

import pytest

from eschaton.games.cult.rules.kraken import supply
from eschaton.kernel.machine import Question
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, B3, S0, S1, S2, S3, S4, Driver


@rule("CD-EX-22", "CD-9.19", "CD-9.9", "CD-14.10", "CD-24.5", "CD-14.11", "CD-10.10")
def test_the_killer_becomes_keeper(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=2).keeper(S3=["Sea Hydra", "Lamia"]).coins(S3="siren siren").kraken(S3=1)
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3).resolve()
    assert game.dead(S3)
    assert game.killer_of(S3) == S2
    assert game.keeper_of("Sea Hydra") == game.keeper_of("Lamia") == S2
    assert game.coins_of(S3) == ("siren", "siren")
    assert game.player(S3).kraken == 0
    assert supply(game.table) == 7
    assert game.player(S3).wraith


@rule("CD-EX-23", "CD-9.21", "CD-9.18", "CD-17.17", "CD-17.21")
def test_who_dies_without_a_killer_leaves_nothing(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=2).keeper(S3=["Sea Hydra", "Lamia"]).coins(S3="siren siren").kraken(S3=1)
    game.board(1, "Ancient Shadow", shadows=1).board(2, "Altar Sacrifice")
    game.turn(S0).rolls("Bl Bl Bl Bl Bl").resolve()
    assert game.dead(S3)
    assert game.killer_of(S3) is None
    assert sorted(game.table.discard.cards) == ["lamia", "sea-hydra"]
    assert [game.ritual(number) for number in (1, 2, 3)] == ["ancient-shadow", "altar-sacrifice", ""]
    assert game.track(2, "own") == 1


@rule("CD-EX-24", "CD-9.23", "CD-24.7", "CD-9.22")
def test_the_owner_of_the_die_is_the_killer(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1).keeper(S3="Lamia").coins(S1="siren")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4).respond(S1, "siren", "Dg", S3).resolve()
    assert game.dead(S3)
    assert game.killer_of(S3) == S2
    assert game.keeper_of("Lamia") == S2


@rule("CD-EX-28", "CD-9.15", "CD-24.3", "CD-17.30", "CD-17.31", "CD-6.13")
def test_dice_left_over_count_on_the_new_ritual(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens", Co=1).board(2, "Ancient Chant", Pa=3, An=3).deck("Transmutation")
    game.turn(S1).rolls("Co Co Co Bl Bl").commits(Co=[B1, B1, B1])
    game.plan(S1, f"Pa>{B2}", f"An>{B2}").resolve("Co Co Co")
    assert game.ritual(1) == "transmutation"
    assert game.track(1, "Co") == 3
    assert (game.track(2, "Pa"), game.track(2, "An")) == (2, 2)
    assert game.coins_of(S1) == ("siren", "chant", "chant")
    assert "sirens" in game.table.discard


@rule("CD-EX-30", "CD-6.12", "CD-6.13", "CD-6.11")
def test_a_track_at_zero_takes_no_die_and_one_above_takes_any_number(cult: type[Driver]) -> None:
    game = cult(players=5).watched().board(1, "Ancient Chant", Pa=0, An=2).board(2, "Ancient Shadow")
    game.turn(S2).rolls("Pa An An An An").go(until="Commit")
    assert game.places_of("Pa") == []
    four = {"d2": B1, "d3": B1, "d4": B1, "d5": B1}
    assert game.refused(S2, {"d1": B1, **four})
    game.answer(S2, four)
    assert game.on(B1) == ["An"] * 4


@rule("CD-EX-31", "CD-10.3", "CD-10.4", "CD-10.6", "CD-10.7", "CD-5.9", "CD-10.2")
def test_a_kraken_die_is_rolled_again_for_a_cultist_die(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S2=9).kraken(S2=2)
    game.turn(S2).chance([3, 2], [3], [0]).plan(S2, "k1", "k1").rolls("Bl Bl Bl")
    assert game.life(S2) == 7
    assert game.faces() == "Bl Bl Bl"
    game.commits(Bl=[S0, S0, S0]).resolve()
    assert game.player(S2).kraken == 2
    game.turn(S2).chance([0, 0]).rolls("Bl Bl Bl Bl Bl")
    assert game.life(S2) == 7


@rule("CD-EX-31", "CD-10.5", "CD-Q-35", "CD-5.11")
def test_there_are_no_more_kraken_re_rolls_than_dice(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S2=9).kraken(S2=2)
    game.turn(S2).chance([3, 2], [3], [3], [3], [3], [1]).plan(S2, "k1", "k1", "k1", "k1", "k1", "k1")
    game.rolls("")
    assert list(game.plans[S2]) == ["k1"]  # five were taken; a sixth was never offered
    assert game.life(S2) == 6


@rule("CD-EX-33", "CD-4.3", "CD-4.4", "CD-Q-14", "CD-Q-36", "CD-9.21", "CD-14.12")
@pytest.mark.parametrize("re_roll", [False, True])
def test_who_dies_by_the_kraken_plays_the_turn_as_a_wraith(cult: type[Driver], re_roll: bool) -> None:
    game = cult(players=5).with_life(S2=2).keeper(S2="Lamia").kraken(S2=1).board(1, "Kraken")
    game.turn(S2)
    if re_roll:
        game.chance([2], [3]).plan(S2, "k1")
    else:
        game.chance([3])
    game.plan(S2, "Drowned Choir").rolls("Bl Dg Co")  # all three dice: what the re-roll cost no longer matters
    assert game.dead(S2)
    assert game.killer_of(S2) is None
    assert "lamia" in game.table.discard
    assert supply(game.table) == 7
    assert game.table.active == S2
    game.resolve()
    assert game.dice_of(S2) == "Bl Dg Co"
    assert game.table.active == S3


@rule("CD-EX-37", "CD-17.19", "CD-6.14", "CD-Q-4")
def test_the_keeper_of_ancient_chant_turns_ancients(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Ancient Chant")
    game.turn(S1).rolls("An An Bl Dg Pa").respond(S1, "Ancient Chant")
    assert game.had_only(S1, "d1"), "the other ancient is alike"
    game.answer(S1, "d1")
    assert sorted(game.offers(S1)) == ["Bl", "Co", "Dg", "Pa"]
    game.answer(S1, "Bl").respond(S1, "Ancient Chant", "d2", "Dg")
    assert game.faces() == "Bl Dg Bl Dg Pa"
    assert game.waiting == "Commit"


@rule("CD-EX-38", "CD-15.7", "CD-15.8", "CD-15.9", "CD-7.9", "CD-7.11", "CD-15.21")
def test_a_drowned_choir_gives_a_die(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Drowned Choir", "Bl Pa An")).board(1, "Ancient Chant")
    game.turn(S1).rolls("Bl Bl Bl Bl Bl").commits().respond(S4, "Drowned Choir", "Bl")
    assert game.waiting == "Commit"
    assert game.asked == S1
    game.answer(S1, {"d6": S1})
    assert game.on(S1) == ["Bl"] * 6
    assert game.dice_of(S4) == "Pa An"
    assert game.offers(S4) == []
    game.resolve()
    assert game.life(S1) == 16
    game.turn(S2).rolls("Bl Bl Bl Bl Bl").commits().respond(S4, "Drowned Choir", "Pa")
    assert game.dice_of(S4) == "An"
    game.turn(S4).rolls("Dg Dg Co")
    assert game.dice_of(S4) == "Dg Dg Co"


@rule("CD-EX-39", "CD-17.13", "CD-17.14", "CD-17.15", "CD-18.26", "CD-18.31", "CD-3.5", "CD-16.1")
def test_ancient_shadow_falls_between_two_turns(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S3="Guardian II").with_life(S4=1).board(1, "Ancient Shadow")
    game.turn(S0).rolls("Co Co Co Co Co")
    asked = []

    def in_nobodys_turn(question: Question) -> bool:
        if not game.table.scope("Turn"):
            asked.append((type(question.step).__name__, question.ask.seat))
        return game.turn_over(question)

    game.advance(in_nobodys_turn)
    assert game.table.altars[0].shadows == 1
    assert [game.life(seat) for seat in range(5)] == [9, 9, 9, 9, 0]
    assert game.dead(S4)
    assert asked == [("BecomeWraith", S4)]
    assert game.table.active == S1
    game.turn(S0).rolls("Co Co Co Co Co").resolve()
    assert [game.life(seat) for seat in range(4)] == [7, 7, 7, 7]


@rule("CD-EX-39", "CD-Q-8")
def test_ancient_shadow_may_end_the_game(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=1).board(1, "Ancient Shadow")
    game.turn(S0).rolls("Co Co Co Co Co").resolve()
    assert game.winners == (S2, S3)


@rule("CD-EX-41", "CD-17.20", "CD-17.21", "CD-17.22", "CD-17.27", "CD-Q-16", "CD-Q-46")
def test_altar_sacrifice_is_found_by_the_first_kill_only(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S1=3, S2=1, S3=1).board(1, "Altar Sacrifice").deck("Sirens")
    game.turn(S1).rolls("Dg Dg Co Co Co").commits(Dg=[S2, S3]).plan(S1, [S1], [S1]).resolve()
    assert game.dead(S2)
    assert game.dead(S3)
    assert game.life(S1) == 8
    assert list(game.plans[S1]) == [[S1]]
    assert "altar-sacrifice" in game.table.discard
    assert game.ritual(1) == "sirens"


@rule("CD-EX-46", "CD-17.49", "CD-17.50", "CD-17.51", "CD-Q-43")
def test_lamia_steals_for_the_resolver_among_three_only(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S3, S4).board(1, "Lamia")
    game.turn(S1).rolls("Pa Co Co Co Co").commits(Pa=B1).go(until="LamiaSteal")
    assert game.offers(S1) == ["S0", "S1", "S2"]
    game.answer(S1, S1)
    assert game.offers(S1) == ["S0", "S2"]
    game.answer(S1, S2).resolve()
    assert (game.life(S1), game.life(S2)) == (11, 9)
    game = cult(players=5).with_dead(S4).board(1, "Lamia")
    game.turn(S1).rolls("Pa Co Co Co Co").commits(Pa=B1).go(until="LamiaSteal")
    assert game.offers(S1) == ["S0", "S2", "S3"]
    assert game.refused(S1, S1)


@rule("CD-EX-47", "CD-17.52", "CD-Q-42")
def test_lamias_keeper_gains_one_for_each_player_who_loses(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Lamia")
    game.turn(S1).rolls("Dg DD DD Co Co").commits(Dg=S2, DD=[S2, S3]).resolve("Dg DD@S2")
    assert (game.life(S2), game.life(S3)) == (7, 8)
    assert game.life(S1) == 12


@rule("CD-EX-48", "CD-17.32", "CD-17.33", "CD-17.34", "CD-9.18")
def test_transmutations_keeper_replaces_a_symbol(cult: type[Driver]) -> None:
    game = cult(players=5).symbols(S2="Pa").keeper(S1="Transmutation").board(1, "Blood Rites").board(2, "Sirens")
    game.turn(S2).rolls("Dg Dg Bl Pa Co").commits(Dg=[S1, S1], Bl=S2, Pa=B1, Co=B2)
    game.respond(S1, "Transmutation", "Dg", "Pa")
    assert game.waiting == "Commit"
    assert game.asked == S2
    game.answer(S2, {"d1": B1, "d2": B1})
    assert game.on(B1) == ["Pa"] * 3
    assert "transmutation" in game.table.discard
    assert game.keeper_of("Transmutation") is None
    assert game.ritual(3) == ""


@rule("CD-EX-55", "CD-1.20", "CD-1.21", "CD-1.22", "CD-23.5")
@pytest.mark.parametrize(("merchant_of_death", "life"), [(False, 25), (True, 22)])
def test_the_high_priest_begins_with_life_for_each_cabalist(
    cult: type[Driver], merchant_of_death: bool, life: int
) -> None:
    options = {"merchant_of_death": merchant_of_death}
    game = cult.dealt(6, options, roles=["high-priest"], characters=["Assassin"])
    assert game.asked == -1
    assert game.table.priest == S0
    assert game.life(S0) == life


@rule("CD-EX-65", "CD-6.1", "CD-6.2", "CD-17.55", "CD-17.20", "CD-Q-24")
def test_a_die_that_fits_nowhere_is_set_aside(cult: type[Driver]) -> None:
    game = cult(players=5).symbols(S1="Pa").board(1, "Ancient Shadow", An=3)
    game.board(2, "Altar Sacrifice").board(3, "Tribute to Nycen")
    game.turn(S1).rolls("Co Dg Bl Pa An").go(until="Commit")
    assert game.places_of("Co") == []
    assert game.places_of("An") == [B1, B3]
    assert game.refused(S1, {"Bl": S1, "Pa": S1, "An": B3})
    game.answer(S1, {"Dg": S2, "Bl": S1, "Pa": S1, "An": B3})
    assert game.on(S2) == ["Dg"]
    game.resolve()
    assert game.life(S1) == 12


@rule("CD-EX-67", "CD-17.1", "CD-17.2", "CD-17.3", "CD-17.4")
def test_a_kraken_revealed_in_mid_turn_gives_at_once(cult: type[Driver]) -> None:
    game = cult(players=5).watched().with_life(S0=20, S1=9, S2=12, S3=9, S4=9).board(1, "Sirens", Co=1).deck("Kraken")
    game.turn(S1).rolls("Co Co An An An").commits(Co=[B1, B1]).resolve()
    story = [event.key for event in game.log if event.key in ("advanced", "kraken die")]
    assert story == ["advanced", "kraken die", "advanced"]
    assert game.player(S0).kraken == 1
    game.turn(S0)
    assert [event["who"] for event in game.events("kraken die")] == [S0, S2]
