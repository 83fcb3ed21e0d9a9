"""CD-17: Kraken, Ancient Shadow, Ancient Chant, Altar Sacrifice, Transmutation (Sirens: CD-9)."""

from __future__ import annotations

import pytest

from eschaton.games.cult.rules.kraken import give_kraken_die, supply
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, B3, S0, S1, S2, S3, S4, Driver

# Kraken


def krakens(game: Driver) -> list[int]:
    return [player.kraken for player in game.table.players]


@rule("CD-17.3", "CD-17.4", "CD-17.5")
@pytest.mark.parametrize(
    ("dice", "life", "after"),
    [
        ((1, 1, 0, 1, 1), (20, 20, 1, 20, 20), [1, 1, 1, 1, 1]),  # the fewest dice, whatever the life
        ((0, 0, 1, 0, 1), (9, 12, 20, 11, 20), [0, 1, 1, 0, 1]),  # then the most life
        ((0, 0, 1, 0, 1), (12, 12, 20, 12, 20), [1, 1, 1, 1, 1]),  # then all who are tied
    ],
)
def test_who_gets_the_kraken_die(
    cult: type[Driver], dice: tuple[int, ...], life: tuple[int, ...], after: list[int]
) -> None:
    game = cult(players=5).kraken(**{f"S{seat}": many for seat, many in enumerate(dice)})
    game.with_life(**{f"S{seat}": many for seat, many in enumerate(life)})
    give_kraken_die(game.table, "CD-17.2")
    assert krakens(game) == after


@rule("CD-17.11", "CD-17.3")
def test_wraiths_are_not_counted(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow").kraken(S0=1, S1=1, S2=2, S3=2).with_life(S1=11)
    give_kraken_die(game.table, "CD-17.2")
    assert krakens(game) == [1, 2, 2, 2, 0]


@rule("CD-17.2", "CD-4.1", "CD-Q-34", "CD-Q-31")
def test_the_kraken_gives_before_the_high_priest_rolls_kraken_dice(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=20).board(1, "Kraken")
    game.turn(S0).chance([2]).rolls("Co Co Co Co Co")
    assert krakens(game) == [1, 0, 0, 0, 0]
    assert game.life(S0) == 18  # the new die is rolled at once
    game.turn(S1).rolls("Co Co Co Co Co")
    assert krakens(game) == [1, 0, 0, 0, 0]  # not before anybody else's Roll phase


@rule("CD-17.7", "CD-5.12")
def test_the_keeper_gives_a_kraken_die_when_the_roll_phase_begins(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Kraken").wraith(S4="Undertow").kraken(S2=1)
    game.turn(S1).go(until="KeeperGivesKraken")
    assert game.asked == S1
    assert game.offers(S1) == ["S0", "S1", "S2", "S3"]
    game.answer(S1, S2).rolls("Co Co Co Co Co")
    assert krakens(game) == [0, 0, 2, 0, 0]
    game.turn(S3).rolls("Co Co Co Co Co")  # in nobody else's turn
    assert krakens(game) == [0, 0, 2, 0, 0]


@rule("CD-17.7", "CD-Q-33")
def test_a_keeper_with_no_kraken_die_in_the_supply_gives_none(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Kraken").kraken(S2=4, S3=3)
    game.turn(S1).rolls("Co Co Co Co Co")
    assert supply(game.table) == 0


@rule("CD-17.7")
def test_a_keeper_who_dies_before_the_roll_phase_gives_none(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Kraken").kraken(S1=1).with_life(S1=1)
    game.turn(S1).chance([3]).plan(S1, "Drowned Choir").rolls("Co Co Co")
    assert not game.events("kraken die")


# Ancient Shadow


@rule("CD-17.13", "CD-17.14")
def test_the_shadow_grows_after_the_high_priests_turn_only(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow").board(1, "Ancient Shadow", shadows=2)
    game.turn(S2).rolls("Co Co Co Co Co").resolve()
    assert game.table.altars[0].shadows == 2
    game.turn(S0).rolls("Co Co Co Co Co").resolve()
    assert game.table.altars[0].shadows == 3
    assert [game.life(seat) for seat in range(5)] == [7, 7, 7, 7, 0]


@rule("CD-17.14", "CD-Q-33")
def test_a_seventh_shadow_is_not_added(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Ancient Shadow", shadows=6)
    game.turn(S0).rolls("Co Co Co Co Co").resolve()
    assert game.table.altars[0].shadows == 6
    assert game.life(S1) == 4


@rule("CD-17.15", "CD-17.52", "CD-18.38")
def test_the_shadow_falls_in_nobodys_resolve_phase(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II").keeper(S0="Lamia").board(1, "Ancient Shadow")
    game.turn(S0).rolls("Co Co Co Co Co").resolve()
    assert [game.life(seat) for seat in range(5)] == [9] * 5  # Lamia's Keeper gains nothing


@rule("CD-17.16")
def test_a_completed_shadow_takes_its_tokens_along(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Ancient Shadow", An=1, shadows=4).deck("Sirens")
    game.turn(S2).rolls("An Co Co Co Co").resolve()
    assert game.ritual(1) == "sirens"
    assert game.table.altars[0].shadows == 0
    assert game.keeper_of("Ancient Shadow") is None


@rule("CD-Q-45")
def test_tribute_deaths_and_shadow_come_in_this_order(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S1=5, S3=1).board(1, "Ancient Shadow").board(2, "Tribute to Nycen", own=1)
    game.deck("Sirens").turn(S0).rolls("Co Co Co Co Co").resolve()
    wanted = ("tribute missed", "died", "wraith", "shadow grows")
    story = [event.key for event in game.log if event.key in wanted]
    assert story == ["tribute missed", "died", "wraith", "shadow grows", "died", "wraith"]
    assert [event["who"] for event in game.events("died")] == [S1, S3]


# Ancient Chant


@rule("CD-17.18", "CD-Q-33")
def test_no_chant_coin_is_gained_when_all_are_taken(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S0=" ".join(["chant"] * 17)).board(1, "Ancient Chant")
    game.turn(S2).rolls("Pa An Co Co Co").resolve()
    assert game.coins_of(S2) == ("chant",)


@rule("CD-17.19", "CD-Q-4")
def test_the_keeper_of_ancient_chant_acts_in_the_own_commit_phase_only(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Ancient Chant")
    game.turn(S2).rolls("An An An Bl Bl")
    offered = []

    def note(question: object) -> bool:
        offered.extend(game.offers(S1))
        return game.turn_over(question)  # type: ignore[arg-type]

    game.advance(note)
    assert "ancient-chant" not in offered


# Altar Sacrifice


@rule("CD-17.21", "CD-17.26", "CD-9.25")
def test_only_killing_another_player_moves_the_altar_sacrifice(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian").with_life(S1=1).board(1, "Altar Sacrifice")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S3).respond(S1, "Guardian", S2).resolve()
    assert game.dead(S1)
    assert game.killer_of(S1) == S1
    assert game.track(1, "own") == 1


@rule("CD-17.25", "CD-17.21")
def test_the_owner_of_a_moved_die_decides_about_the_sacrifice(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S1="siren").with_life(S3=1).board(1, "Altar Sacrifice").deck("Sirens")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S4).respond(S1, "siren", "Dg", S3).go(until="AltarSacrifice")
    assert game.asked == S2


@rule("CD-17.22", "CD-17.24", "CD-9.25", "CD-Q-46", "CD-Q-16a")
@pytest.mark.parametrize(("chosen", "life"), [([], [10, 10, 10]), ([S0, S2, S4], [15, 15, 15]), ([S2], [10, 15, 10])])
def test_any_living_players_or_none_gain_by_the_sacrifice(
    cult: type[Driver], chosen: list[int], life: list[int]
) -> None:
    game = cult(players=5).wraith(S1="Undertow").with_life(S3=1).board(1, "Altar Sacrifice").deck("Sirens")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S3).go(until="AltarSacrifice")
    assert game.offers(S2) == ["S0", "S2", "S4"]  # no Wraith, and not the one who has just died
    game.answer(S2, chosen)
    assert [game.life(seat) for seat in (S0, S2, S4)] == life


@rule("CD-Q-77")
def test_a_killer_who_dies_too_chooses_but_not_themselves(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S1=2, S2=2).board(1, "Astral Rift").board(2, "Altar Sacrifice").deck("Sirens")
    game.turn(S1).rolls("Co An An An An").chance(["DD"]).go(until="AltarSacrifice")
    assert game.asked == S1
    assert game.offers(S1) == ["S0", "S3", "S4"]


# Transmutation


@rule("CD-17.30", "CD-17.31", "CD-Q-48")
def test_a_die_of_transmutation_goes_to_another_ritual(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Transmutation").board(2, "Ancient Chant", Pa=0).board(3, "Tribute to Nycen")
    game.turn(S2).rolls("Pa Dg Dg Dg Dg").commits(Pa=B1, Dg=[S3] * 4).go(until="GainDie")
    assert game.offers(S2) == [f"An>{B2}", f"An>{B3}"]  # not to its own board, and not onto a track at 0
    game.answer(S2, f"An>{B2}").resolve()
    assert game.track(2, "An") == 4
    assert game.coins_of(S2) == ("chant",)


@rule("CD-Q-48")
def test_a_gained_die_that_fits_nowhere_is_lost(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Transmutation").board(2, "Altar Sacrifice")
    game.turn(S2).rolls("Pa Dg Dg Dg Dg").commits(Pa=B1).resolve()
    assert game.track(1, "Pa") == 4
    assert not game.events("die gained")


@rule("CD-17.32", "CD-Q-18", "CD-Q-64")
def test_transmutation_serves_in_any_living_players_response_phase(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation")
    game.turn(S1).rolls("Bl Bl Dg Dg Dg").commits(Dg=[S2] * 3).respond(S1, "Transmutation")  # in one's own too
    assert game.offers(S1) == ["Dg", "DD", "Bl", "Pa", "An", "Co"]
    game.answer(S1, "Dg")
    assert game.offers(S1) == ["DD", "Bl", "Pa", "An", "Co"]  # a double dagger may be chosen
    game.answer(S1, "DD").resolve()
    assert game.life(S2) == 4


@rule("CD-Q-64", "CD-17.32")
def test_the_replaced_symbol_stays_replaced_for_the_turn(cult: type[Driver]) -> None:
    game = cult(players=5).watched().keeper(S1="Transmutation").wraith(S4=("Drowned Choir", "Dg Pa An"))
    game.characters(S3="Tidecaller")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).respond(S1, "Transmutation", "Dg", "Bl")
    game.answer(S2, {"d1": S2}).respond(S4, "Drowned Choir", "Dg")
    assert game.faces() == "Bl Bl Bl Bl Bl Bl"  # the dagger given counts as blood
    game.answer(S2, {"d6": S2}).chance(["Dg"]).respond(S3, "Tidecaller", "d1")
    game.go(until="Commit").answer(S2, {"d1": S2})
    assert game.faces() == "Bl Bl Bl Bl Bl Bl"  # so does one re-rolled
    game.resolve()
    assert game.life(S2) == 16
    game.turn(S3).rolls("Dg Bl Bl Bl Bl")
    assert game.faces() == "Dg Bl Bl Bl Bl"  # and no longer in the next turn


@rule("CD-Q-64", "CD-17.39")
def test_the_replaced_symbol_counts_on_the_astral_rift_too(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation").board(1, "Astral Rift")
    game.turn(S2).rolls("Co Dg An An An").commits(Co=B1, Dg=S1).respond(S1, "Transmutation", "Dg", "Bl")
    game.chance(["Dg"]).go(until="Commit").answer(S2, {"d2": S2}).resolve()
    assert game.life(S1) == 11


@rule("CD-17.33", "CD-9.18")
def test_transmutation_is_used_up(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation").board(1, "Sirens")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3).respond(S1, "Transmutation", "Pa", "Bl")
    assert game.offers(S1) == [] or "transmutation" not in game.offers(S1)
    assert game.table.discard.cards == ("transmutation",)
    assert [game.ritual(number) for number in (1, 2, 3)] == ["sirens", "", ""]


@rule("CD-17.34", "CD-7.6", "CD-Q-19")
def test_the_owner_of_replaced_dice_may_commit_them_anew(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation")
    game.turn(S2).rolls("Bl Dg Co Co Co").commits(Bl=S3, Dg=S3).respond(S1, "Transmutation", "Bl", "DD")
    assert game.asked == S2
    assert game.offers(S2) == ["d1", "S3", "S0", "S1", "S4"]  # only the replaced die; it may stay
    game.answer(S2, {"d1": S3}).resolve()
    assert game.life(S3) == 7


@rule("CD-Q-64", "CD-17.30")
def test_a_gained_die_is_not_set_to_a_symbol_that_counts_as_another(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation").board(1, "Astral Rift").board(2, "Ancient Chant")
    game.turn(S2).rolls("Co Dg Dg Dg Dg").commits(Co=B1).respond(S1, "Transmutation", "Pa", "Bl")
    game.chance(["An"]).advance(lambda question: game.had_only(S2, f"An>{B2}", "GainDie"))
    assert game.had_only(S2, f"An>{B2}", "GainDie")


@rule("CD-17.30", "CD-17.31")
def test_a_die_gained_by_another_player_is_resolved_as_theirs(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Tidecaller II").deck("Sirens")
    game.board(1, "Transmutation").board(2, "Ancient Chant", Pa=1, An=0)
    game.plan(S2, "tidecaller-2", S3).plan(S3, f"Pa>{B2}")
    game.turn(S2).rolls("Co Dg Dg Dg Dg").commits(Co=B1, Dg=[S4] * 4).resolve("Co")
    assert game.coins_of(S3) == ("chant",)
    assert game.keeper_of("Ancient Chant") == S3


@rule("CD-Q-16", "CD-17.21")
@pytest.mark.parametrize("victim", [S0, S3])
def test_who_gains_life_is_asked_only_while_the_game_goes_on(cult: type[Driver], victim: int) -> None:
    game = cult(players=5).with_life(**{f"S{victim}": 1}).board(1, "Altar Sacrifice").deck("Sirens").symbols(S2="An")
    game.turn(S2).rolls("Dg Pa Pa Pa Pa").commits(Dg=victim)
    if victim == S3:
        game.advance(lambda question: game.waiting == "AltarSacrifice")
        assert game.offers(S2) == ["S0", "S1", "S2", "S4"]
    else:
        game.resolve()
        assert game.over
        assert game.ritual(1) == "sirens", "completed all the same"
