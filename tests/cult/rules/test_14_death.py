"""Section 14: death."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, BASE, S0, S1, S2, S3, S4, Driver


def kill(game: Driver, killer: int, *victims: int) -> Driver:
    """One player kills others, who have 1 life, with daggers."""
    game.with_life(**{f"S{victim}": 1 for victim in victims})
    faces = ["Dg"] * len(victims) + ["Bl"] * (5 - len(victims))
    game.turn(killer).rolls(" ".join(faces)).commits(Dg=list(victims), Bl=[killer] * (5 - len(victims)))
    return game


@rule("CD-14.1", "CD-8.10")
@pytest.mark.parametrize("turn_of", [S2, S3])
def test_death_comes_at_the_end_of_any_resolve_phase(cult: type[Driver], turn_of: int) -> None:
    game = kill(cult(players=5), turn_of, S1).resolve()
    told = [event.key for event in game.log if event.key in ("turn", "lost", "gained", "died")]
    assert told == ["turn", *sorted(["lost"] + ["gained"] * 4, reverse=True), "died", "turn"]


@rule("CD-14.2")
def test_who_was_at_zero_and_has_life_at_the_check_is_alive(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S1=2)
    game.turn(S2).rolls("DD Bl Co Co Co").commits(DD=S1, Bl=S1).resolve("DD")
    assert min(event["life"] for event in game.events("lost")) == 2
    assert game.life(S1) == 1
    assert not game.dead(S1)


@rule("CD-14.3", "CD-2.24", "CD-2.7")
def test_the_dead_can_still_win(cult: type[Driver]) -> None:
    game = kill(cult(players=5), S0, S2).resolve()
    assert game.dead(S2)
    assert not game.over
    kill(game, S3, S0).resolve()
    assert S2 in game.winners


@rule("CD-14.4")
@pytest.mark.parametrize(("victim", "ends"), [(S0, True), (S1, False)])
def test_only_if_nobody_has_won_does_the_dead_player_become_a_wraith(
    cult: type[Driver], victim: int, ends: bool
) -> None:
    game = kill(cult(players=5), S2, victim).resolve()
    assert game.over == ends
    assert bool(game.player(victim).wraith) != ends


@rule("CD-14.5", "CD-Q-16", "CD-Q-15")
def test_all_at_zero_die_together_before_the_victory_check(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S3, S4).keeper(S2="Lamia").with_life(S0=1, S2=1, S1=10)
    game.board(1, "Astral Rift").chance(["Dg"])
    game.turn(S0).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S1] * 4).resolve()
    assert game.over
    assert game.dead(S0)
    assert game.dead(S2)
    assert game.table.outcome.rule == "CD-16.5"  # one after the other would have been branch A or B1
    assert "lamia" in game.table.discard  # a killer who dies too keeps nothing


@rule("CD-14.6", "CD-1.7")
def test_the_dead_show_their_role_to_all(cult: type[Driver]) -> None:
    game = cult(players=5)
    for viewer in (S1, None):
        assert game.seen(viewer)["players"][S3]["role"]["cards"] == [None]
    kill(game, S2, S3).resolve()
    for viewer in (S1, None):
        assert game.seen(viewer)["players"][S3]["role"]["cards"] == ["cabalist-2"]


@rule("CD-14.7", "CD-18.2", "CD-15.22")
def test_the_ability_of_a_dead_player_is_lost(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian II", S4="Alchemist").turn(S2)
    game.rolls("DD Bl Bl Bl Bl").commits(DD=S3)
    assert "guardian-2" in game.offers(S1)
    kill(game, S2, S1).plan(S1, "Undertow").resolve()
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=S2)
    assert game.offers(S1) == ["undertow", "pass"]
    assert not game.table.has(S1, "guardian-2")


@rule("CD-14.8", "CD-14.9", "CD-24.5", "CD-13.7", "CD-11.10")
def test_the_dead_keep_sigil_and_coins_and_go_on_using_them(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S1="siren chant chant").sigils(S1="Revocation")
    kill(game, S2, S1).resolve()
    assert game.coins_of(S1) == ("siren", "chant", "chant")
    assert game.player(S1).sigil.cards == ("revocation",)
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3)
    assert {"siren", "revocation"} <= set(game.offers(S1))
    game.respond(S1, "siren", "DD", S4).resolve()
    assert game.life(S4) == 8


@rule("CD-14.10", "CD-10.10", "CD-24.5")
def test_the_dead_lose_their_kraken_dice(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S1=2, S3=1).keeper(S4="Kraken")
    kill(game, S2, S1).resolve()
    assert (game.player(S1).kraken, game.player(S3).kraken) == (0, 1)


@rule("CD-14.11", "CD-9.19", "CD-9.20")
@pytest.mark.parametrize(("killer", "keeper"), [(S2, S2), (S1, None)])
def test_rituals_go_to_the_killer_or_are_discarded(cult: type[Driver], killer: int, keeper: int | None) -> None:
    game = cult(players=5).keeper(S1=["Lamia", "Sea Hydra"]).characters(S1="Guardian", S0="Alchemist")
    if killer == S1:
        game.with_life(S1=1).turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4).respond(S1, "Guardian", S4)
    else:
        kill(game, S2, S1)
    game.resolve()
    assert game.dead(S1)
    assert game.keeper_of("Lamia") == game.keeper_of("Sea Hydra") == keeper
    assert ("lamia" in game.table.discard) == (keeper is None)


@rule("CD-14.12", "CD-14.13", "CD-15.5", "CD-15.6", "CD-15.20")
def test_the_dead_choose_any_wraith_that_is_left_and_take_its_dice(cult: type[Driver]) -> None:
    game = kill(cult(players=5).wraith(S3="Undertow"), S2, S1)
    game.go(until="BecomeWraith")
    assert game.asked == S1
    assert game.offers(S1) == [card for card in BASE.wraiths if card != "undertow"]
    game.answer(S1, "Grasping Tide")
    assert game.dice_of(S1) == "Dg Dg Bl Bl"
    game.turn(S1)
    assert game.question.ask.count == 4  # type: ignore[attr-defined]


@rule("CD-14.14", "CD-20.3", "CD-14.7")
@pytest.mark.parametrize(("name", "kept"), [("Necromancer", True), ("Alchemist", False)])
def test_the_necromancers_wraith_card_lies_beside_the_character(cult: type[Driver], name: str, kept: bool) -> None:
    game = kill(cult(players=5).characters(S1=name), S2, S1).resolve()
    assert game.player(S1).wraith
    game.player(S1).necromancy = 3
    game.turn(S1)
    assert (game.player(S1).necromancy == 4) == kept  # one coin before each Roll phase


@rule("CD-14.15", "CD-18.40", "CD-18.41")
@pytest.mark.parametrize(("name", "free"), [("Guardian", True), ("Necromancer", False)])
def test_a_dead_players_character_is_no_longer_in_play(cult: type[Driver], name: str, free: bool) -> None:
    game = cult(players=5).characters(S1=name, S3="Faceless").turn(S3).rolls("Bl Bl Bl Bl Bl")
    game.act(S3, "faceless")
    assert name.lower() not in game.offers(S3)
    game = cult(players=5).characters(S1=name, S3="Faceless").with_dead(S1).turn(S3).rolls("Bl Bl Bl Bl Bl")
    game.act(S3, "faceless")
    assert (name.lower() in game.offers(S3)) == free


@rule("CD-Q-16", "CD-17.21")
def test_victims_are_buried_clockwise_from_the_active_player(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Altar Sacrifice").keeper(S1="Lamia", S4="Sea Hydra").deck("Sirens")
    kill(game, S3, S1, S4).plan(S3, []).go(until="BecomeWraith")
    kept = [event["card"] for event in game.events("keeper")]
    assert kept == ["sea-hydra", "lamia"]
    assert "altar-sacrifice" in game.table.discard
    assert game.asked == S4


@rule("CD-Q-16")
def test_the_active_player_comes_first_among_the_dead(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=1, S4=1).board(1, "Astral Rift").chance(["Dg"])
    game.turn(S3).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S0] * 4).go(until="BecomeWraith")
    assert game.asked == S3
    game.answer(S3, "Undertow")
    assert game.asked == S4
