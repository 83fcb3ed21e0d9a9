"""CD-21: four players and the automated High Priest. Seats here: S0 to S3 are people, S4 is the High Priest."""

from __future__ import annotations

import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.box.components import BOARDS, ROLE_CARDS
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, B3, BASE, S0, S1, S2, S3, Driver

HP = 4
FAITHFUL, NEAR, HERETIC, FAR = S0, S1, S2, S3  # from the High Priest's left; NEAR and FAR are Cabalists


def four(cult: type[Driver], **life: int) -> Driver:
    """The table of the ledger's examples: 22 life, power symbol An, three rituals."""
    game = cult(players=4).roles(S0="faithful", S1="cabalist", S2="repentant", S3="cabalist").symbols(S4="An")
    game.with_life(**{"S4": 22, "S0": 14, "S1": 16, "S2": 15, "S3": 16, **life})
    return game.board(1, "Sirens", Co=4).board(2, "Lamia", Pa=4, An=4).board(3, "Ancient Chant", Pa=4, An=4)


def committed(game: Driver) -> list[tuple[str, str]]:
    """What was committed where, in order."""
    return [(event["face"], event["place"]) for event in game.events("committed")]


# Set-up


@rule("CD-21.1", "CD-21.2", "CD-21.3", "CD-21.4", "CD-21.6", "CD-Q-29", "CD-1.1", "CD-1.22")
def test_the_high_priest_sits_at_a_seat_of_its_own(cult: type[Driver]) -> None:
    game = cult.dealt(4, characters=["Assassin", "Tidecaller", "Sorceress", "Librarian", "Guardian"])
    table = game.table
    dealt = sorted(ROLE_CARDS[table.players[seat].role.cards[0]] for seat in table.people())
    assert table.people() == [0, 1, 2, 3]
    assert dealt == ["cabalist", "cabalist", "faithful", "repentant"]
    assert (table.priest, table.role(HP)) == (HP, "high-priest")
    assert [len(player.sigil) for player in table.players] == [1, 1, 1, 1, 0]
    assert game.player(HP).character == "guardian"
    assert game.life(HP) == BASE.characters["guardian"].life + 6
    assert len(table.altars) == BOARDS[4] == 3
    assert table.n == 4
    assert all(start == 4 for altar in table.altars for face, start in altar.tracks.items() if face != "own")
    game.go("RollPhase")
    assert table.active == HP


@rule("CD-21.20")
def test_its_character_brings_no_chant_coin(cult: type[Driver]) -> None:
    game = cult.dealt(4, characters=["Assassin", "Tidecaller", "Sorceress", "Librarian", "Merchant II"])
    assert game.coins_of(HP) == ("siren", "siren")


@rule("CD-21.20", "CD-21.18", "CD-Q-58a")
def test_altars_give_it_siren_coins_but_no_chant_coins(cult: type[Driver]) -> None:
    game = four(cult).board(2, "Blood Rites")
    game.turn(HP).rolls("Co Pa An Bl Bl Bl").resolve()
    assert (game.track(1, "Co"), game.track(3, "An")) == (3, 3)
    assert game.coins_of(HP) == ("siren",)


# Rolling


@rule("CD-21.5", "CD-21.7", "CD-21.8")
def test_six_dice_and_committable_ones_are_never_rolled_again(cult: type[Driver]) -> None:
    game = four(cult).turn(HP)
    assert (game.asked, game.question.ask.count) == (-1, 6)
    game.rolls("Dg Dg Bl Co Pa An")
    assert game.events("re-rolled") == []
    assert game.events("committed")


@rule("CD-EX-60", "CD-21.8", "CD-6.2")
def test_only_dice_that_fit_nowhere_are_rolled_again(cult: type[Driver]) -> None:
    game = four(cult).board(1, "Ancient Shadow")
    game.turn(HP).chance(["Co", "Dg"], ["Co"]).rolls("Co Co Dg Bl Pa An")
    game.go("ResponsePhase")
    assert [event["faces"] for event in game.events("re-rolled")] == [["Co", "Dg"], ["Co"]]
    assert sorted(die.face for die in game.table.dice if die.on) == ["An", "Bl", "Dg", "Dg", "Pa"]
    assert [die.face for die in game.table.dice if not die.on] == ["Co"]
    assert not game.script


# Committing


@rule("CD-EX-58", "CD-21.9", "CD-21.10", "CD-21.11", "CD-21.12", "CD-21.14", "CD-21.17", "CD-Q-58")
def test_above_fifteen_it_hurts_first(cult: type[Driver]) -> None:
    game = four(cult).turn(HP).rolls("DD Dg Dg Pa Bl An").go("ResponsePhase")
    assert committed(game) == [("DD", "S1"), ("Dg", "S3"), ("Dg", "S2"), ("Pa", B2), ("An", B2), ("Bl", "S4")]


@rule("CD-21.15", "CD-21.17", "CD-21.10", "CD-Q-58")
def test_at_fifteen_it_heals_first(cult: type[Driver]) -> None:
    game = four(cult, S4=15).turn(HP).rolls("Dg DD Pa Bl An Co").go("ResponsePhase")
    assert committed(game) == [("Bl", "S4"), ("An", "S4"), ("Pa", B2), ("Co", B1), ("DD", "S1"), ("Dg", "S3")]


@rule("CD-21.9", "CD-21.15")
@pytest.mark.parametrize(("life", "place"), [(16, B2), (15, "S4")])
def test_the_threshold_is_fifteen(cult: type[Driver], life: int, place: str) -> None:
    game = four(cult, S4=life).turn(HP).rolls("An Bl Bl Bl Bl Bl").go("ResponsePhase")
    assert ("An", place) in committed(game)


@rule("CD-21.17")
@pytest.mark.parametrize(("life", "place"), [(22, "S1"), (12, "S4")])
def test_a_dagger_that_is_its_power_symbol(cult: type[Driver], life: int, place: str) -> None:
    game = four(cult, S4=life).symbols(S4="Dg").turn(HP).rolls("Dg Bl Bl Bl Bl Bl").go("ResponsePhase")
    assert ("Dg", place) in committed(game)


@rule("CD-21.12", "CD-Q-58")
def test_rituals_by_the_number_of_the_board_with_over_commits(cult: type[Driver]) -> None:
    game = four(cult).board(2, "Lamia", Pa=1, An=0).turn(HP).rolls("Pa Pa Pa An Bl Bl").go("ResponsePhase")
    assert [place for face, place in committed(game) if face == "Pa"] == [B2, B2, B2]
    assert ("An", B3) in committed(game)


@rule("CD-21.14")
def test_a_power_symbol_that_no_ritual_takes_heals(cult: type[Driver]) -> None:
    game = four(cult).board(2, "Blood Rites").board(3, "Astral Rift").turn(HP)
    game.rolls("An Bl Bl Bl Bl Bl").go("ResponsePhase")
    assert committed(game)[0] == ("An", "S4")


@rule("CD-Q-58", "CD-6.10")
def test_wraiths_are_no_targets(cult: type[Driver]) -> None:
    game = four(cult).with_dead(NEAR).turn(HP).rolls("DD DD Bl Bl Bl Bl").go("ResponsePhase")
    assert committed(game)[:2] == [("DD", "S3"), ("DD", "S2")]


@rule("CD-Q-58", "CD-8.1")
def test_it_resolves_in_the_order_of_commitment_and_is_never_asked(cult: type[Driver]) -> None:
    game = four(cult).turn(HP).rolls("Bl An Dg DD Bl Pa").plan(HP, "never").resolve()
    own = [event for event in game.log if event.rule != "CD-17.49"]  # what Lamia does is not a die's own effect
    order = [event.key for event in own if event.key in ("lost", "advanced", "gained")]
    assert order == ["lost", "lost", "advanced", "advanced", "gained", "gained"]
    assert [event["life"] for event in game.events("lost")[:2]] == [2, 1]
    assert list(game.plans[HP]) == ["never"]


@rule("CD-7.5", "CD-21.10", "CD-Q-58")
def test_a_changed_die_is_committed_again_by_the_same_priorities(cult: type[Driver]) -> None:
    game = four(cult).characters(S1="Tidecaller").turn(HP).rolls("DD Bl Bl Bl Bl Bl")
    game.chance(["Dg"]).respond(NEAR, "Tidecaller", "Bl@S4").go("ResolvePhase")
    assert committed(game)[-1] == ("Dg", "S3")


@rule("CD-Q-58")
def test_optional_abilities_are_not_used(cult: type[Driver]) -> None:
    game = four(cult).characters(S4="Sorceress").board(1, "Ancient Shadow")
    game.turn(HP).chance(["Co", "Co"], ["Co", "Co"]).rolls("Co Co Bl Bl Bl Bl").resolve()
    assert game.events("explosion") == []
    assert not game.script, "what only an ability would let it commit is rolled again"


@rule("CD-Q-58", "CD-18.10", "CD-18.12")
@pytest.mark.parametrize(("name", "explosions"), [("Sorceress", []), ("Sorceress II", [{"who": HP, "spared": HP}])])
def test_an_explosion_it_may_make_it_does_not_and_one_it_must_spares_it(
    cult: type[Driver], name: str, explosions: list[dict[str, int]]
) -> None:
    game = four(cult).characters(S4=name).coins(S0="siren", S1="siren")
    game.turn(HP).rolls("Co Co Bl Bl Bl Bl").respond(FAITHFUL, "siren", f"Co@{B1}", HP)
    game.respond(NEAR, "siren", f"Co@{B1}", HP).resolve()
    assert game.events("explosion") == explosions


@rule("CD-Q-58", "CD-18.17")
def test_nobody_trades_with_it(cult: type[Driver]) -> None:
    game = four(cult).characters(S0="Merchant II").coins(S0="siren chant", S4="siren")
    game.turn(FAITHFUL).rolls("Bl Bl Bl Bl Bl").go("Commit")
    offered = game.table.free(FAITHFUL)
    assert "trade:S1" in offered
    assert "trade:S4" not in offered


@rule("CD-Q-58", "CD-18.44")
def test_a_faceless_ii_marks_the_poorest(cult: type[Driver]) -> None:
    game = four(cult, S2=3, S3=3).characters(S4="Faceless II").turn(HP).rolls("Bl Bl Bl Bl Bl Bl")
    assert game.table.marked == HERETIC


# Altars


@rule("CD-21.13", "CD-21.16", "CD-Q-58")
@pytest.mark.parametrize(("life", "expected"), [(22, {NEAR: 15, HP: 27}), (9, {NEAR: 16, HP: 15})])
def test_sea_hydra(cult: type[Driver], life: int, expected: dict[int, int]) -> None:
    game = four(cult, S4=life).board(1, "Sea Hydra").symbols(S4="Pa").turn(HP).rolls("Co Bl Bl Bl Bl Bl").resolve()
    assert {seat: game.life(seat) for seat in expected} == expected


@rule("CD-Q-58", "CD-21.15")
def test_the_threshold_is_looked_at_again_for_each_ritual_choice(cult: type[Driver]) -> None:
    game = four(cult, S4=14).board(1, "Sea Hydra").symbols(S4="Pa").turn(HP).rolls("Co Co Bl Bl Bl Bl").resolve()
    assert game.life(HP) == 18  # both choices came after the blood, above 15
    assert (game.life(NEAR), game.life(FAR)) == (15, 15)


@rule("CD-21.13", "CD-Q-58")
def test_lamia_robs_the_richest_for_the_poorest(cult: type[Driver]) -> None:
    game = four(cult).turn(HP).rolls("Pa Bl Bl Bl Bl Bl").resolve()
    assert (game.life(NEAR), game.life(FAITHFUL), game.life(HP)) == (15, 15, 27)


@rule("CD-21.16", "CD-Q-58")
def test_lamia_robs_for_itself_where_it_may(cult: type[Driver]) -> None:
    game = four(cult, S4=8).with_dead(FAITHFUL, FAR).turn(HP).rolls("Pa Bl Bl Bl Bl Bl").resolve()
    assert (game.life(NEAR), game.life(HP)) == (15, 14)


@rule("CD-Q-58", "CD-17.61")
def test_it_declines_what_would_help_others(cult: type[Driver]) -> None:
    game = four(cult).board(2, "Blood Rites").turn(HP).rolls("Pa Bl Bl Bl Bl Bl").resolve()
    assert game.track(2, "Pa") == 3
    assert game.life(HP) == 27
    assert not [event for event in game.events("gained") if event["who"] != HP]


@rule("CD-Q-58", "CD-Q-58a", "CD-21.18")
def test_transmutation_gives_a_die_for_the_lowest_other_board(cult: type[Driver]) -> None:
    game = four(cult).board(3, "Transmutation").board(2, "Ancient Shadow", An=4)
    game.turn(HP).rolls("Pa Bl Bl Bl Bl Bl").resolve()
    assert (game.track(3, "Pa"), game.track(1, "Co")) == (3, 3)
    assert game.coins_of(HP) == ("siren",)


@rule("CD-EX-62", "CD-21.23", "CD-21.24", "CD-Q-15")
def test_a_ritual_it_completes_is_discarded(cult: type[Driver]) -> None:
    game = four(cult).board(1, "Kraken", An=0, Co=1).kraken(S1=2, S4=0, S2=1).deck("Astral Rift")
    game.turn(HP).chance([0]).rolls("Co Bl Bl Bl Bl Bl").resolve()
    assert "kraken" in game.table.discard
    assert game.keeper_of("Kraken") is None
    assert [player.kraken for player in game.table.players] == [0] * 5
    assert game.ritual(1) == "astral-rift"


@rule("CD-Q-67", "CD-19.12", "CD-21.24")
def test_portents_may_name_it_keeper_so_that_the_ritual_is_discarded(cult: type[Driver]) -> None:
    game = four(cult).board(1, "Kraken", An=0, Co=1).kraken(S1=2, S4=1).deck("Astral Rift").sigils(S1="Portents")
    game.turn(FAR).rolls("Bl Bl Bl Bl Bl").respond(NEAR, "portents").chance(["Pa", "An", "An"])
    game.plan(NEAR, "Pa", "one", f"Co>{B1}").advance(lambda question: game.waiting == "PortentKeeper")
    assert sorted(game.offers(NEAR)) == ["S0", "S1", "S2", "S3", "S4"]
    game.answer(NEAR, HP).resolve()
    assert game.keeper_of("Kraken") is None
    assert game.table.discard.cards == ("kraken",)
    assert [player.kraken for player in game.table.players] == [0] * 5
    assert game.ritual(1) == "astral-rift"


@rule("CD-21.23", "CD-Q-15")
def test_it_inherits_no_rituals_from_those_it_kills(cult: type[Driver]) -> None:
    game = four(cult, S1=1, S0=1, S2=1, S3=1).keeper(S1="Sea Hydra").turn(HP).rolls("Dg Bl Bl Bl Bl Bl")
    assert committed(game)[0] == ("Dg", "S0")
    game = four(cult, S1=2, S0=1, S2=1, S3=1).keeper(S1="Sea Hydra").turn(HP).rolls("DD Bl Bl Bl Bl Bl").resolve()
    assert game.dead(NEAR)
    assert game.keeper_of("Sea Hydra") is None
    assert "sea-hydra" in game.table.discard


@rule("CD-Q-58b")
def test_altar_sacrifice_after_its_kill_feeds_itself(cult: type[Driver]) -> None:
    game = four(cult, S1=2, S0=1, S2=1, S3=1).board(1, "Altar Sacrifice").deck("Astral Rift")
    game.turn(HP).rolls("DD Bl Bl Bl Bl Bl").resolve()
    assert game.dead(NEAR)
    assert game.life(HP) == 22 + 5 + 4
    assert "altar-sacrifice" in game.table.discard


@rule("CD-Q-58b", "CD-21.25", "CD-17.58")
def test_tribute_in_its_turn_takes_effect_on_its_neighbours(cult: type[Driver]) -> None:
    game = four(cult).board(1, "Tribute to Nycen", own=1).turn(HP).rolls("Bl Bl Bl Bl Bl Bl").resolve()
    assert [game.life(seat) for seat in (FAITHFUL, NEAR, HERETIC, FAR, HP)] == [10, 16, 15, 12, 24]
    assert "tribute-to-nycen" in game.table.discard


# Kraken dice and Siren coins


@rule("CD-21.19")
def test_it_rolls_kraken_dice_and_never_again(cult: type[Driver]) -> None:
    game = four(cult).kraken(S4=2).turn(HP).chance([3, 2]).rolls("Bl Bl Bl Bl Bl Bl")
    assert game.life(HP) == 17
    assert len(game.table.dice) == 6
    assert game.player(HP).kraken == 2


@rule("CD-21.19", "CD-17.4")
def test_it_can_receive_kraken_dice(cult: type[Driver]) -> None:
    game = four(cult).board(1, "Kraken").turn(HP)
    assert [event["who"] for event in game.events("kraken die")] == [HP]


@rule("CD-EX-61", "CD-21.21", "CD-11.9", "CD-Q-58")
def test_a_siren_coin_sends_the_double_dagger_back(cult: type[Driver]) -> None:
    game = four(cult).symbols(S1="Pa").coins(S4="siren")
    game.turn(NEAR).rolls("Dg DD Bl Bl Bl").commits(DD=HP, Dg=HP).go("ResolvePhase")
    assert game.on(NEAR) == ["DD", "Bl", "Bl", "Bl"]
    assert game.on(HP) == ["Dg"]
    assert game.coins_of(HP) == ()


@rule("CD-21.21", "CD-11.2")
def test_one_siren_coin_a_turn_and_only_against_daggers(cult: type[Driver]) -> None:
    game = four(cult).symbols(S1="Pa").coins(S4="siren siren")
    game.turn(NEAR).rolls("Dg Dg Bl Bl Bl").commits(Dg=[HP, HP], Bl=HP)
    game.go("ResolvePhase")
    assert game.on(HP).count("Dg") == 1
    assert game.on(NEAR).count("Dg") == 1
    assert game.coins_of(HP) == ("siren",)
    game.resolve()
    game.turn(NEAR).rolls("Bl Bl Bl Bl Bl").commits(Bl=HP).resolve()
    assert game.coins_of(HP) == ("siren",)


@rule("CD-21.22", "CD-7.4")
def test_its_own_dagger_turned_on_it_goes_to_the_richest(cult: type[Driver]) -> None:
    game = four(cult).coins(S4="siren", S0="siren").turn(HP).rolls("Dg Bl Bl Bl Bl Bl")
    game.respond(FAITHFUL, "siren", "Dg", HP).go("ResolvePhase")
    assert game.on(HP).count("Dg") == 0
    assert game.on(NEAR) == ["Dg"]


@rule("CD-7.4", "CD-21.21")
def test_others_may_answer_its_siren_coin(cult: type[Driver]) -> None:
    game = four(cult).symbols(S1="Pa").coins(S4="siren", S1="siren")
    game.turn(NEAR).rolls("DD Bl Bl Bl Bl").commits(DD=HP)
    game.advance(lambda question: game.on(NEAR).count("DD") == 1)
    game.respond(NEAR, "siren", "DD@S1", FAR).go("ResolvePhase")
    assert game.on(FAR) == ["DD"]


@rule("CD-21.2", "CD-Q-58")
def test_nobody_is_asked_for_it_in_a_whole_turn(cult: type[Driver]) -> None:
    game = four(cult).characters(S4="Guardian").coins(S4="siren").kraken(S4=1).turn(HP)
    game.chance([1]).rolls("Dg DD Bl Pa An Co")
    assert game.offers(HP) == []
    game.resolve()
    assert game.table.active == FAITHFUL
    assert HP not in game.table.people()


@rule("CD-21.2", "CD-3.2", "CD-1.24")
def test_it_has_its_place_in_the_turn_order(cult: type[Driver]) -> None:
    game = four(cult).turn(FAR).rolls("Bl Bl Bl Bl Bl").resolve()
    assert game.table.active == HP
    assert game.table.clockwise(HP) == [FAITHFUL, NEAR, HERETIC, FAR]


@rule("CD-1.1")
def test_four_to_eight_players() -> None:
    assert GAME.players == (4, 5, 6, 7, 8)


@rule("CD-5.2", "CD-21.5", "CD-5.7")
def test_its_six_dice_are_lessened_and_raised_like_anybodys(cult: type[Driver]) -> None:
    game = four(cult).sigils(S1="Ebb").characters(S3="Faceless II").marks(HP).turn(HP).respond(NEAR, "ebb")
    game.go(until="RollPhase")
    assert game.question.ask.count == 6 + 1 - 2


@rule("CD-17.32", "CD-7.5", "CD-21.14")
def test_its_daggers_turned_into_blood_heal_it(cult: type[Driver]) -> None:
    game = four(cult).keeper(S1="Transmutation").turn(HP).rolls("DD DD Dg Bl Bl Bl")
    game.respond(NEAR, "transmutation", "DD", "Bl").resolve()
    assert game.life(HP) == 22 + 5


@rule("CD-Q-14", "CD-16.4")
def test_killed_by_a_kept_kraken_before_its_roll_it_ends_the_game(cult: type[Driver]) -> None:
    game = four(cult, S4=2).kraken(S4=1).keeper(S1="Kraken").turn(HP).chance([3]).go()
    assert (game.killer_of(HP), game.winners) == (NEAR, (NEAR, FAR))
