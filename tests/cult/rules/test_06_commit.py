"""Section 6: the Commit phase. Power symbols here: S0 An, S1 Pa, S2 Dg, S3 Dg, S4 DD."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, B2, B3, S0, S1, S2, S3, S4, Driver

LIVING = ["S0", "S1", "S2", "S3", "S4"]


def committing(game: Driver, seat: int, faces: str) -> Driver:
    """The open question is where these dice go."""
    return game.turn(seat).rolls(faces).go(until="Commit")


@rule("CD-6.1", "CD-Q-24")
def test_every_die_with_a_legal_target_must_be_committed(cult: type[Driver]) -> None:
    game = committing(cult(players=5), S1, "Dg Bl Bl Bl Bl")
    assert game.refused(S1, {"d2": S1, "d3": S1, "d4": S1, "d5": S1})  # the dagger is left out
    game.answer(S1, {"d1": S0, "d2": S1, "d3": S1, "d4": S1, "d5": S1})
    assert game.on(S0) == ["Dg"]


@rule("CD-6.2")
def test_a_die_with_no_legal_target_stays_uncommitted_and_does_nothing(cult: type[Driver]) -> None:
    game = committing(cult(players=5), S1, "Co Bl Bl Bl Bl")
    assert game.places_of("Co") == []
    assert game.refused(S1, {"d1": S1, "d2": S1, "d3": S1, "d4": S1, "d5": S1})
    game.answer(S1, {"d2": S1, "d3": S1, "d4": S1, "d5": S1})
    assert [die.on for die in game.table.dice] == ["", "S1", "S1", "S1", "S1"]
    game.resolve()
    assert [game.life(seat) for seat in range(5)] == [10, 14, 10, 10, 10]


@rule("CD-6.3", "CD-6.13")
def test_any_number_of_dice_may_lie_on_a_player_or_a_ritual(cult: type[Driver]) -> None:
    game = committing(cult(players=5).board(1, "Sirens", Co=1), S1, "Dg Dg Co Co Co")
    game.answer(S1, {"d1": S4, "d2": S4, "d3": B1, "d4": B1, "d5": B1})
    assert game.on(S4) == ["Dg", "Dg"]
    assert game.on(B1) == ["Co", "Co", "Co"]


@rule("CD-6.4", "CD-6.5", "CD-6.10", "CD-15.3")
def test_daggers_go_to_any_other_living_player(cult: type[Driver]) -> None:
    game = committing(cult(players=5).wraith(S4="Undertow"), S1, "Dg DD Bl Bl Bl")
    assert game.places_of("Dg") == game.places_of("DD") == ["S0", "S2", "S3"]


@rule("CD-6.5", "CD-6.7")
@pytest.mark.parametrize(("seat", "own", "other"), [(S2, "Dg", "DD"), (S4, "DD", "Dg")])
def test_daggers_go_to_oneself_only_as_the_own_power_symbol(
    cult: type[Driver], seat: int, own: str, other: str
) -> None:
    game = committing(cult(players=5), seat, f"{own} {other} Bl Bl Bl")
    assert game.places_of(own) == LIVING
    assert f"S{seat}" not in game.places_of(other)


@rule("CD-6.6", "CD-6.10")
def test_blood_goes_to_any_living_player(cult: type[Driver]) -> None:
    game = committing(cult(players=5).wraith(S4="Undertow"), S1, "Bl Bl Bl Bl Bl")
    assert game.places_of("Bl") == ["S0", "S1", "S2", "S3"]


@rule("CD-6.7", "CD-6.8", "CD-6.9")
def test_a_ritual_symbol_goes_to_its_owner_alone_and_only_as_their_power_symbol(cult: type[Driver]) -> None:
    game = committing(cult(players=5).board(1, "Lamia"), S1, "Pa An Bl Bl Bl")
    assert game.places_of("Pa") == [B1, "S1"]
    assert game.places_of("An") == [B1]  # the symbol of S0, who is not the Alchemist II


@rule("CD-6.11", "CD-6.12")
def test_a_ritual_takes_the_faces_it_asks_for_while_the_track_is_above_zero(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Ancient Chant", Pa=0, An=2).board(2, "Sirens").board(3, "Altar Sacrifice")
    committing(game, S2, "Pa An Co Bl Bl")
    assert game.places_of("Pa") == []
    assert game.places_of("An") == [B1]
    assert game.places_of("Co") == [B2]
    assert B3 not in game.offers(S2)


@rule("CD-6.14", "CD-12.2")
def test_dice_are_changed_before_they_are_committed(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S1="chant").keeper(S1="Ancient Chant")
    game.turn(S1).rolls("An Pa Bl Bl Bl").answer(S1, [])
    assert sorted(game.offers(S1)) == ["ancient-chant", "chant", "pass"]
    assert all(die.on == "" for die in game.table.dice)
    game.respond(S1, "Ancient Chant", "An", "Dg").respond(S1, "chant", "Pa", "Bl")
    assert game.faces() == "Dg Bl Bl Bl Bl"
    game.go(until="Commit")
    assert game.waiting == "Commit"


@rule("CD-6.15", "CD-17.37", "CD-Q-49")
def test_the_keeper_of_sea_hydra_discards_any_die_first(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Sea Hydra").coins(S1="chant")
    game.turn(S1).rolls("Dg DD Bl Bl Bl Bl Pa").answer(S1, [])
    assert game.waiting == "DiscardDie"
    assert game.offers(S1) == ["d1", "d2", "d3", "d4", "d5", "d6", "d7"]
    game.answer(S1, "DD")
    assert game.faces() == "Dg Bl Bl Bl Bl Pa"
    assert "chant" in game.offers(S1)


@rule("CD-6.16")
def test_commitments_are_seen_by_all(cult: type[Driver]) -> None:
    game = committing(cult(players=5).coins(S3="siren"), S1, "Dg Bl Bl Bl Bl")
    game.answer(S1, {"d1": S0, "d2": S1, "d3": S1, "d4": S1, "d5": S1})
    for viewer in (S0, S3, None):
        assert game.seen(viewer)["dice"][0]["on"] == "S0"


@rule("CD-6.17")
def test_commitments_stand_unless_a_response_changes_them(cult: type[Driver]) -> None:
    game = committing(cult(players=5).coins(S3="siren"), S1, "Dg Bl Bl Bl Bl")
    game.answer(S1, {"d1": S0, "d2": S1, "d3": S1, "d4": S1, "d5": S1})
    assert game.refused(S1, {"d1": S2, "d2": S1, "d3": S1, "d4": S1, "d5": S1})
    game.respond(S3, "siren", "Dg", S2).resolve()
    assert (game.life(S0), game.life(S2)) == (10, 9)


@rule("CD-6.1", "CD-6.2", "CD-9.12")
def test_a_die_set_aside_is_committed_when_a_place_for_it_comes_in_the_commit_phase(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S3="Unmaking").board(1, "Blood Rites").board(2, "Lamia").deck("Sirens")
    committing(game, S2, "Co Pa Bl Bl Bl").commits(Pa=B2)
    assert game.table.dice[0].on == ""
    game.plan(S2, S0, S1).respond(S3, "unmaking", B1).resolve()
    assert (game.track(1, "Co"), game.coins_of(S2)) == (4, ("siren",))


@rule("CD-6.1", "CD-12.2", "CD-Q-53")
def test_of_all_dice_only_the_one_set_aside_can_still_be_changed(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S4="Faceless").coins(S1="chant").sigils(S3="Unmaking")
    committing(game.board(1, "Blood Rites").deck("Sirens"), S1, "Co Bl Bl Bl Bl").commits()
    game.act(S4, "faceless").answer(S4, "sorceress-2").answer(S3, "unmaking").answer(S3, B1)
    assert (game.waiting, game.asked) == ("Commit", S1)
    assert game.places_of("Co") == [B1, "S4"]
    game.act(S1, "chant")
    assert game.had_only(S1, "d1")
    game.answer(S1, "d1").answer(S1, "Dg").answer(S1, {"Dg": S0})
    assert game.on(S0) == ["Dg"]
