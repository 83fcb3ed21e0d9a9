"""Section 18: Characters. Guardians and Assassins, Faceless and trades have files of their own."""

from __future__ import annotations

from collections import Counter

import pytest

from eschaton.games.cult.box.components import CULTIST_DIE, RITUAL_SYMBOLS
from eschaton.kernel.ask import only
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, BASE, S0, S1, S2, S3, S4, S5, Driver


@rule("CD-18.1", "CD-Q-2")
def test_every_character_has_life_a_power_symbol_and_a_text() -> None:
    cards = BASE.characters
    assert len(cards) == 19
    assert all(14 <= card.life <= 20 and card.text for card in cards.values())
    assert Counter(card.power for card in cards.values()) == {"Pa": 5, "An": 5, "Co": 5, "Dg": 3, "DD": 1}
    assert cards["sorceress"].faces == cards["sorceress-2"].faces == ("Co",)
    assert "Co" not in (cards["sorceress"].power, cards["sorceress-2"].power)


@rule("CD-18.2")
def test_the_ability_may_be_used_until_the_player_becomes_a_wraith(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II").turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3, Bl=S2)
    assert "assassin-2" in game.offers(S1)
    game.wraith(S1="Undertow")
    assert "assassin-2" not in game.offers(S1)


# Alchemists


@rule("CD-18.1")
def test_alchemist_turns_one_ritual_symbol_into_another_once(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Alchemist").turn(S1).rolls("Pa An Bl Bl Dg").answer(S1, [])
    game.respond(S1, "Alchemist")
    assert game.offers(S1) == ["d1", "d2"]
    game.answer(S1, "Pa")
    assert game.offers(S1) == ["An", "Co"]
    game.answer(S1, "Co")
    assert game.faces() == "Co An Bl Bl Dg"
    assert game.waiting == "Commit"


@rule("CD-18.3", "CD-18.6", "CD-6.8")
def test_alchemist_ii_commits_dice_to_others_as_their_power_symbol(cult: type[Driver]) -> None:
    game = (
        cult(players=5).characters(S1="Alchemist II", S0="Guardian", S2="Faceless", S4="Assassin").wraith(S3="Undertow")
    )
    game.turn(S1).rolls("An Co Pa Bl Bl").go(until="Commit")
    assert game.places_of("An") == ["S0"]
    assert game.places_of("Co") == ["S2"]
    assert game.places_of("Pa") == ["S1"]
    game.commits(An=S0, Co=S2).resolve()
    assert (game.life(S0), game.life(S2)) == (11, 11)
    game.turn(S2).rolls("An Bl Bl Bl Bl").go(until="Commit")
    assert game.places_of("An") == []  # nobody else may


@rule("CD-18.4", "CD-Q-50")
def test_alchemist_ii_gains_one_extra_once_per_resolve_phase(cult: type[Driver]) -> None:
    game = cult(players=5).watched().characters(S1="Alchemist II")
    game.turn(S1).rolls("Pa Pa Pa Co Co").commits(Pa=[S1] * 3).resolve()
    assert game.life(S1) == 14
    game.turn(S1).rolls("Bl Bl Co Co Co").commits(Bl=[S1] * 2).resolve()
    assert game.life(S1) == 16  # blood is no power symbol


@rule("CD-18.5", "CD-18.6", "CD-Q-50")
def test_others_commit_the_alchemists_power_symbol_to_the_alchemist(cult: type[Driver]) -> None:
    game = cult(players=5).watched().characters(S1="Alchemist II", S4="Guardian II")
    game.turn(S2).rolls("Pa Co Co Co Co").commits()
    assert game.on(S1) == ["Pa"]  # the only place
    game.resolve()
    assert game.life(S1) == 12  # 1 from the die, 1 extra
    assert game.life(S4) == 10  # though Pa is their symbol too


@rule("CD-Q-50", "CD-18.3")
@pytest.mark.parametrize(("place", "life"), [("S2+", 11), ("S2", 9)])
def test_the_alchemist_says_whether_a_dagger_that_is_a_symbol_heals_or_hurts(
    cult: type[Driver], place: str, life: int
) -> None:
    game = cult(players=5).characters(S1="Alchemist II", S2="Assassin")
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=place).resolve()
    assert game.life(S2) == life


# Sorceresses


@rule("CD-18.7", "CD-6.9")
def test_the_sorceress_may_commit_cosmos_to_herself_and_others_may_not(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress").board(1, "Sirens")
    game.turn(S1).rolls("Co Bl Bl Bl Bl").go(until="Commit")
    assert game.places_of("Co") == [B1, "S1"]
    game.turn(S2).rolls("Co Bl Bl Bl Bl").go(until="Commit")
    assert game.places_of("Co") == [B1]


@rule("CD-18.8", "CD-18.9", "CD-18.10", "CD-Q-51")
def test_the_explosion_comes_with_the_second_die_and_only_once(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress").turn(S1).rolls("Co Co Co Co Bl")
    game.commits(Co=[S1] * 4, Bl=S1).go(until="ArcaneExplosion")
    assert game.on(S1) == ["Co", "Co", "Bl"]
    assert game.offers(S1) == ["S0", "S1", "S2", "S3", "S4", "none"]
    assert game.question.step.describe(game.table, "none").label == "No explosion", "not: nobody is spared"
    game.answer(S1, S2).resolve()
    assert [game.life(seat) for seat in range(5)] == [8, 9, 10, 8, 8]
    assert len(game.events("explosion")) == 1


@rule("CD-18.10")
def test_the_sorceress_may_do_without(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress").turn(S1).rolls("Co Co Bl Bl Bl")
    game.commits(Co=[S1] * 2, Bl=[S1] * 3).plan(S1, "none").resolve()
    assert [game.life(seat) for seat in range(5)] == [10, 13, 10, 10, 10]


@rule("CD-18.11", "CD-18.12", "CD-18.13", "CD-18.14", "CD-Q-13")
def test_all_may_feed_sorceress_ii_and_the_owner_of_the_dice_chooses(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress II").with_life(S3=2)
    game.turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=[S1] * 2, Bl=[S4] * 3).go(until="ArcaneExplosion")
    assert game.asked == S2
    assert "none" not in game.offers(S2)  # not optional
    game.answer(S2, S1).resolve()
    assert game.life(S1) == 11  # spared, and gains 1
    assert game.dead(S3)
    assert game.killer_of(S3) == S2


@rule("CD-18.13")
def test_sorceress_ii_gains_by_any_arcane_explosion(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress", S2="Sorceress II")
    game.turn(S1).rolls("Co Co Bl Bl Bl").commits(Co=[S1] * 2, Bl=[S1] * 3).plan(S1, S1).resolve()
    assert game.life(S2) == 9


@rule("CD-18.14", "CD-14.2")
def test_sorceress_ii_is_saved_by_the_life_her_explosion_gives(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress II").with_life(S1=1)
    game.turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=[S1] * 2, Bl=[S2] * 3).plan(S2, S2).resolve()
    assert game.life(S1) == 1


# Merchants


@rule("CD-18.1")
def test_merchant_gains_once_per_turn_by_spending_a_coin(cult: type[Driver]) -> None:
    assert (BASE.characters["merchant"].chant, BASE.characters["merchant"].siren) == (1, 1)
    game = cult(players=5).characters(S1="Merchant").coins(S1="chant chant siren")
    game.turn(S1).rolls("Dg Bl Co Co Co").respond(S1, "chant", "Dg", "Bl").respond(S1, "chant", "d1", "Dg")
    assert game.life(S1) == 11
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S1).respond(S1, "siren", "Dg", S3)
    assert game.life(S1) == 12


@rule("CD-18.16", "CD-1.26")
def test_merchant_ii_begins_with_two_coins_of_each_kind(cult: type[Driver]) -> None:
    game = cult.dealt(5, characters=["Merchant II", "Alchemist", "Guardian"])
    game.advance(game.at_roll)
    assert game.coins_of(S0) == ("siren", "siren", "chant", "chant")
    assert game.coins_of(S1) == ()


# Ours


@rule("CD-18.1")
def test_librarian_looks_under_the_lid_of_the_deck(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Librarian").board(1, "Sirens", Co=1).deck("Kraken", "Lamia")
    game.turn(S1).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S1] * 4).respond(S1, "Librarian")
    assert game.table.deck.known[-1] == only(S1)
    assert game.seen(S1)["deck"]["cards"][-1] == "kraken"
    assert game.seen(S2)["deck"]["cards"][-1] is None
    assert game.offers(S1) == ["leave", "under"]
    game.answer(S1, "under").resolve()
    assert game.ritual(1) == "lamia"
    assert game.table.deck.cards[0] == "kraken"
    assert game.life(S1) == 16  # four blood, and 2 for completing a ritual


@rule("CD-18.1")
def test_librarian_looks_once_per_turn_also_where_no_marker_moves(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Librarian").board(1, "Tribute to Nycen").deck("Kraken", "Lamia")
    game.turn(S1).rolls("An An Bl Bl Bl").commits(An=[B1, B1], Bl=[S1] * 3).respond(S1, "Librarian")
    game.answer(S1, "leave").plan(S1, "librarian").resolve()
    assert game.plans[S1]
    assert game.table.deck.cards[-1] == "kraken"


@rule("CD-18.1")
def test_librarian_ii_pays_to_move_a_die_between_rituals(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Librarian II").board(1, "Lamia").board(2, "Ancient Chant", Pa=1, An=0)
    game.turn(S2).rolls("Pa An Bl Bl Bl").commits(Pa=B1, An=B1, Bl=[S2] * 3).respond(S1, "Librarian II")
    assert game.had_only(S1, "d1")  # board 2 takes no An
    game.answer(S1, "Pa").answer(S1, B2)
    assert game.on(B2) == ["Pa"]
    assert game.life(S1) == 9
    assert "librarian-2" not in game.offers(S1)


@rule("CD-18.1", "CD-Q-12")
def test_bloodletter_ii_pays_to_turn_dice_twice_per_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Bloodletter II").turn(S1).rolls("Pa An Co Bl Bl").answer(S1, [])
    game.respond(S1, "Bloodletter II", "Pa")
    assert game.offers(S1) == ["Dg", "Bl", "An", "Co"]
    game.answer(S1, "Dg").respond(S1, "Bloodletter II", "An", "Dg")
    assert game.faces() == "Dg Dg Co Bl Bl"
    assert game.life(S1) == 8
    assert game.waiting == "Commit"
    game.with_life(S1=1).turn(S1).rolls("Pa An Co Bl Bl").respond(S1, "Bloodletter II", "Pa", "Bl")
    assert game.waiting == "Commit"  # at 0 there is nothing left to pay with


@rule("CD-18.1", "CD-7.5")
def test_tidecaller_makes_another_re_roll_one_die(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Tidecaller").chance(["Bl"])
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=[S2] * 4).respond(S1, "Tidecaller", "DD")
    game.go(until="Commit")
    assert game.faces() == "Bl Bl Bl Bl Bl"
    assert game.asked == S2
    game.answer(S2, {"d1": S2})
    assert "tidecaller" not in game.offers(S1)  # once per turn
    game.turn(S1).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=[S1] * 4)
    assert "tidecaller" not in game.offers(S1)  # not one's own


@rule("CD-18.1", "CD-9.2")
def test_tidecaller_ii_passes_an_altar_benefit_on_once_per_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Tidecaller II").board(1, "Sirens").wraith(S4="Undertow")
    game.turn(S1).rolls("Co Co Bl Bl Bl").commits(Co=[B1, B1], Bl=[S0] * 3).respond(S1, "Tidecaller II")
    assert game.offers(S1) == ["S0", "S2", "S3"]
    game.answer(S1, S3).plan(S1, "tidecaller-2").resolve()
    assert game.coins_of(S3) == ("siren",)
    assert game.coins_of(S1) == ("siren",)
    assert game.life(S1) == 11
    assert game.plans[S1]


# Necromancer


@rule("CD-18.47", "CD-20.13")
def test_the_necromancer_gains_coins_when_others_die_and_holds_eight_at_most(cult: type[Driver]) -> None:
    game = cult(players=7).characters(S1="Necromancer", S5="Faceless II", S0="Alchemist").marks(S1)
    game.with_life(S3=1, S4=1).turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S3, S4], Bl=[S2] * 3).resolve()
    assert game.player(S1).necromancy == 4
    assert game.player(S5).necromancy == 0  # the coins belong to the card's holder
    game.player(S1).necromancy = 7
    game.with_life(S1=1, S5=1).turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S1, S5], Bl=[S2] * 3).resolve()
    assert game.player(S1).necromancy == 8  # dead, but still the Necromancer


@rule("CD-18.47", "CD-20.4", "CD-20.5", "CD-20.6", "CD-20.7")
def test_the_necromancer_returns_to_life(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Necromancer").wraith(S1="Grasping Tide")
    game.player(S1).necromancy = 3
    game.turn(S1)
    assert (game.waiting, game.offers(S1)) == ("Revive", ["stay", "revive"])
    assert "grasping-tide" not in game.table.wraiths
    game.answer(S1, "revive")
    assert game.player(S1).necromancy == 0
    assert game.life(S1) == 5
    assert not game.dead(S1)
    assert "grasping-tide" in game.table.wraiths
    assert game.dice_of(S1) == ""
    assert game.question.ask.count == 5  # type: ignore[attr-defined]
    assert game.question.ask.purpose == "cultist dice"  # type: ignore[attr-defined]
    assert game.seen(None)["players"][S1]["role"]["cards"] == ["faithful-1"]
    assert S1 in game.table.living()


@rule("CD-20.4", "CD-20.12")
def test_the_necromancer_needs_four_coins_and_may_stay_a_wraith(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Necromancer").wraith(S1="Grasping Tide")
    game.player(S1).necromancy = 2
    game.turn(S1)
    assert game.waiting == "RollPhase"
    game.turn(S1)
    assert game.waiting == "Revive"
    game.answer(S1, "stay")
    assert game.dead(S1)
    assert game.player(S1).necromancy == 4
    assert game.question.ask.count == 4  # type: ignore[attr-defined]


def test_faces_named_by_cards_exist() -> None:
    for card in BASE.characters.values():
        assert {*card.faces, *card.into, card.power} <= set(CULTIST_DIE)
    assert set(BASE.characters["alchemist"].faces) == set(RITUAL_SYMBOLS)
