"""CD-12: Chant coins."""

from __future__ import annotations

from eschaton.games.cult.box.components import CHANT_COINS
from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S2, S4, Driver


def chanting(cult: type[Driver], faces: str, coins: str = "chant", **more: str) -> Driver:
    """S1's Commit phase with Chant coins."""
    return cult(players=5).coins(S1=coins, **more).turn(S1).rolls(faces).go(until="CommitPhase")


@rule("CD-12.1")
def test_each_coin_turns_one_die_as_often_as_there_are_coins(cult: type[Driver]) -> None:
    game = chanting(cult, "Bl Bl Bl Bl Bl", "chant chant chant")
    for key in ("d1", "d2", "d3"):
        game.respond(S1, "chant", key, "Dg")
    assert game.faces() == "Dg Dg Dg Bl Bl"
    assert game.coins_of(S1) == ()
    assert game.waiting == "Commit"


@rule("CD-12.1", "CD-12.2")
def test_one_die_may_be_turned_twice_and_only_before_it_is_committed(cult: type[Driver]) -> None:
    game = chanting(cult, "Bl Bl Bl Bl Bl", "chant chant chant")
    game.respond(S1, "chant", "d1", "Dg").respond(S1, "chant", "d1", "Pa")
    assert game.faces() == "Pa Bl Bl Bl Bl"
    game.commits()
    assert game.coins_of(S1) == ("chant",)
    assert "chant" not in game.offers(S1)
    assert "chant" not in game.table.free(S1)


@rule("CD-12.2", "CD-Q-21")
def test_who_passed_may_still_chant_while_asked_where_the_dice_go(cult: type[Driver]) -> None:
    game = chanting(cult, "Dg Bl Bl Bl Bl").answer(S1, "pass")
    assert game.waiting == "Commit"
    assert "chant" in game.table.free(S1)
    game.act(S1, "chant").answer(S1, "d1").answer(S1, "Bl")
    assert game.waiting == "Commit"
    assert set(game.places_of("d1")) == {"S0", "S1", "S2", "S3", "S4"}


@rule("CD-12.3", "CD-12.4")
def test_no_die_is_turned_into_a_double_dagger_but_one_may_be_turned_away(cult: type[Driver]) -> None:
    game = chanting(cult, "DD Bl Pa Bl Bl", "chant chant").respond(S1, "chant", "d2")
    assert game.offers(S1) == ["Dg", "Pa", "An", "Co"]
    assert game.refused(S1, "DD")
    game.answer(S1, "Co").respond(S1, "chant", "d1")
    assert game.offers(S1) == ["Dg", "Bl", "Pa", "An", "Co"]


@rule("CD-12.5", "CD-Q-69")
def test_coins_are_spent_in_the_own_commit_phase_only(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S1="chant", S2="chant").wraith(S4=("Drowned Choir", "Dg")).sigils(S2="Salt Ward")
    game.turn(S1).rolls("Bl Bl Bl Bl Bl")
    assert "chant" not in game.table.free(S1), "not in the Roll phase"
    game.go(until="CommitPhase")
    assert game.offers(S1) == ["chant", "pass"]
    assert game.offers(S2) == []
    game.commits()
    assert "chant" not in game.offers(S2), "nor on somebody else's dice, once they lie"
    game.respond(S4, "Drowned Choir", "Dg")
    assert game.waiting == "Commit"
    assert "chant" not in game.table.free(S1), "nor on a die gained in the Response phase"
    game.answer(S1, {"Dg": S0}).go(until="ResolvePhase")
    assert game.waiting == "Window"
    assert "chant" not in [*game.offers(S1), *game.offers(S2), *game.table.free(S1)]


@rule("CD-12.6")
def test_a_wraith_turns_its_own_dice_and_commits_nothing(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow").coins(S4="chant")
    game.turn(S4).rolls("Co Co").respond(S4, "chant", "w1", "Bl")
    assert game.dice_of(S4) == "Bl Co"
    assert game.waiting != "Commit"


@rule("CD-12.7", "CD-Q-33")
def test_a_spent_coin_is_back_in_the_supply(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S1="chant", S0="chant " * (CHANT_COINS - 1)).board(1, "Ancient Chant", Pa=3, An=3)
    game.turn(S2).rolls("Pa Bl Bl Bl Bl").commits(Pa=B1).resolve()
    assert game.coins_of(S2) == (), "all eighteen coins are taken"
    game.turn(S1).rolls("Bl Pa Bl Bl Bl").respond(S1, "chant", "d1", "Pa").commits(Pa=[B1, B1]).resolve()
    assert game.coins_of(S1) == ("chant",), "one was spent, so one of two was left to gain"
