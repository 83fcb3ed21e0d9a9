"""CD-9: dice on rituals, altars, Keepers, killers."""

from __future__ import annotations

import pytest

from eschaton.games.cult.rules.rituals import Reveal, discard_from_altar
from eschaton.kernel.pile import face_down
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, BASE, S0, S1, S2, S3, S4, Driver, card


def empty_deck(game: Driver) -> Driver:
    """All rituals that lie in the deck are kept out of the way."""
    game.table.deck = face_down("ritual")
    return game


@rule("CD-9.1", "CD-9.2")
def test_each_die_moves_its_own_marker_and_earns_the_benefit(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Ancient Chant")
    game.turn(S2).rolls("Pa An An Co Co").commits(Pa=B1, An=[B1, B1]).resolve()
    assert (game.track(1, "Pa"), game.track(1, "An")) == (4, 3)
    assert game.coins_of(S2) == ("chant", "chant", "chant")


@rule("CD-9.2")
def test_a_ritual_without_a_benefit_gives_none(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Ancient Shadow")
    game.turn(S2).rolls("An Co Co Co Co").resolve()
    assert game.track(1, "An") == 4
    assert (game.life(S2), game.coins_of(S2)) == (10, ())


@rule("CD-9.3", "CD-9.25", "CD-17.56", "CD-17.20")
def test_two_rituals_are_moved_by_their_own_rules_only(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Tribute to Nycen").board(2, "Altar Sacrifice").board(3, "Ancient Shadow")
    game.turn(S2).rolls("An Pa Co Bl Dg").go(until="Commit")
    assert game.places_of("An") == [B1, "board3"]
    assert game.places_of("Pa") == game.places_of("Co") == []
    assert not any("board2" in game.places_of(die) for die in ("Bl", "Dg"))
    game.commits(An=B1).resolve()
    assert game.track(1, "own") == 5
    assert game.track(2, "own") == 1


@rule("CD-9.4", "CD-9.5")
@pytest.mark.parametrize(("other", "keeper"), [(1, None), (0, S2)])
def test_a_ritual_is_complete_when_all_markers_are_at_zero(cult: type[Driver], other: int, keeper: int | None) -> None:
    game = cult(players=5).board(1, "Ancient Chant", Pa=1, An=other)
    game.turn(S2).rolls("Pa Co Co Co Co").resolve()
    assert game.keeper_of("Ancient Chant") == keeper


@rule("CD-9.6", "CD-17.29", "CD-17.48", "CD-17.16")
@pytest.mark.parametrize(("name", "face"), [("Sirens", "Co"), ("Ancient Shadow", "An"), ("Astral Rift", "Co")])
def test_a_ritual_without_keeper_is_discarded(cult: type[Driver], name: str, face: str) -> None:
    game = cult(players=5).board(1, name, **{face: 1}).deck("Transmutation").chance(["Bl"])
    game.turn(S2).rolls(f"{face} Dg Dg Dg Dg").commits(**{face: B1}).resolve()
    assert game.table.discard.cards == (card(name),)
    assert game.keeper_of(name) is None
    assert game.ritual(1) == "transmutation"


@rule("CD-9.5", "CD-9.7")
@pytest.mark.parametrize("name", ["Kraken", "Ancient Chant", "Transmutation", "Sea Hydra", "Lamia", "Blood Rites"])
def test_a_ritual_with_a_keeper_effect_is_kept(cult: type[Driver], name: str) -> None:
    assert BASE.rituals[card(name)].keeper
    face, *others = BASE.rituals[card(name)].tracks
    game = cult(players=5).board(1, name, **{face: 1}, **dict.fromkeys(others, 0)).deck("Sirens")
    game.plan(S2, *{"Lamia": (S0, S1), "Sea Hydra": ("S0+1",)}.get(name, ()))
    game.turn(S2).rolls(f"{face} Dg Dg Dg Dg").commits(**{face: B1}).resolve()
    assert game.player(S2).rituals == [card(name)]
    assert game.ritual(1) == "sirens"
    assert card(name) not in game.table.discard


@rule("CD-9.8", "CD-9.19")
def test_a_keepers_ability_goes_with_the_ritual(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S3="Ancient Chant").with_life(S3=1)
    game.turn(S3).rolls("An Co Co Co Co").respond(S3, "Ancient Chant", "d1", "Co")
    game.turn(S2).rolls("Dg An Co Co Co")
    game.go(until="Commit")
    assert game.faces() == "Dg An Co Co Co"  # not the Keeper: nothing was offered before committing
    game.commits(Dg=S3).resolve()
    game.turn(S2).rolls("An Co Co Co Co").respond(S2, "Ancient Chant", "d1", "Bl")
    assert game.faces() == "Bl Co Co Co Co"


@rule("CD-9.10", "CD-15.4", "CD-Q-15")
def test_a_wraith_is_no_keeper(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow").keeper(S2="Lamia").with_life(S2=0)
    game.player(S2).blow = S4  # say, by a Sigil
    game.turn(S1).rolls("Co Co Co Co Co")
    assert game.killer_of(S2) == S4
    assert game.player(S4).rituals == []
    assert "lamia" in game.table.discard


@rule("CD-Q-15", "CD-14.5")
def test_a_killer_who_dies_too_is_no_keeper(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S2="Lamia").with_life(S1=2, S2=2).board(1, "Astral Rift")
    game.turn(S1).rolls("Co An An An An").chance(["DD"]).commits().resolve()
    assert game.killer_of(S2) == S1
    assert game.dead(S1)
    assert "lamia" in game.table.discard


@rule("CD-9.11", "CD-24.4")
def test_the_benefit_comes_before_the_new_ritual(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens", Co=1).deck("Kraken")
    game.turn(S1).rolls("Co An An An An").resolve()
    story = [event.key for event in game.log]
    assert story.index("coin gained") < story.index("ritual discarded") < story.index("ritual placed")


@rule("CD-9.12")
def test_the_new_ritual_comes_with_fresh_markers(cult: type[Driver]) -> None:
    game = cult(players=6).board(1, "Sirens", Co=1).deck("Lamia")
    game.turn(S1).rolls("Co Dg Dg Dg Dg").resolve()
    assert game.ritual(1) == "lamia"
    assert (game.track(1, "Pa"), game.track(1, "An")) == (6, 6)


@rule("CD-9.13", "CD-9.14", "CD-9.26")
def test_an_empty_deck_is_made_anew_from_the_discard_pile(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens", Co=1).board(2, "Astral Rift").keeper(S4="Lamia")
    empty_deck(game)
    game.turn(S1).rolls("Co Dg Dg Dg Dg").commits(Co=B1).resolve()
    assert game.ritual(1) == "sirens"  # the only one discarded comes straight back
    assert game.track(1, "Co") == 5
    assert game.keeper_of("Lamia") == S4
    assert not game.table.deck.cards
    assert not game.table.discard.cards


@rule("CD-9.26")
def test_there_are_always_enough_rituals() -> None:
    kept = [ritual for ritual in BASE.rituals.values() if ritual.keeper]
    assert len(kept) == 6
    assert len(BASE.rituals) - len(kept) == 5


@rule("CD-9.13")
def test_who_knew_the_discard_pile_knows_what_is_in_the_deck_but_not_where(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens", Co=1)
    game.table.discard.put("lamia", known=-1)
    empty_deck(game)
    game.turn(S1).rolls("Co Dg Dg Dg Dg").resolve()
    assert game.table.deck.seen_by(None) == [None]
    assert len(game.table.deck) == 1
    assert not game.table.discard.cards


@rule("CD-9.15", "CD-9.16", "CD-9.17", "CD-24.3")
def test_dice_left_over_may_complete_the_new_ritual_too(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens", Co=1).deck("Astral Rift", "Lamia")
    game.turn(S1).rolls("Co Co Co Co Co").commits().chance(["Bl"])
    game.go(until="ResolvePhase")
    game.advance(lambda question: game.ritual(1) == "astral-rift")
    game.table.altars[0].tracks["Co"] = 1
    game.resolve()
    assert game.ritual(1) == "lamia"
    assert (game.track(1, "Pa"), game.track(1, "An")) == (5, 5)  # the last three fit nothing
    assert game.coins_of(S1) == ("siren",)
    assert len([event for event in game.log if event.rule == "CD-9.16"]) == 3


@rule("CD-9.15", "CD-Q-28")
@pytest.mark.parametrize(("new", "left"), [("Tribute to Nycen", 5), ("Altar Sacrifice", 1)])
def test_dice_left_over_on_rituals_of_their_own_rule(cult: type[Driver], new: str, left: int) -> None:
    game = cult(players=5).board(1, "Ancient Shadow", An=1).deck(new)
    game.turn(S1).rolls("An An Co Co Co").resolve()
    assert game.track(1, "own") == left  # the leftover counts as tribute, or is removed
    assert len(game.events("tribute paid")) == (new == "Tribute to Nycen")


@rule("CD-Q-25")
def test_dice_on_a_finished_track_wait_and_are_removed(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Ancient Chant", Pa=1, An=3)
    game.turn(S2).rolls("Pa Pa Co Co Co").resolve()
    assert game.track(1, "Pa") == 0
    assert game.coins_of(S2) == ("chant",)
    assert game.faces() == ""


@rule("CD-Q-25", "CD-9.15")
def test_dice_that_waited_pass_on_when_the_ritual_is_completed(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Ancient Chant", Pa=1, An=1).deck("Blood Rites")
    game.turn(S2).rolls("Pa Pa An Co Co").resolve("Pa")
    assert game.keeper_of("Ancient Chant") == S2
    assert game.track(1, "Pa") == 4


@rule("CD-9.20", "CD-Q-72", "CD-17.26")
def test_who_kills_themselves_leaves_their_rituals_to_nobody(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S2="Lamia").with_life(S2=1).board(1, "Blood Rites").board(2, "Altar Sacrifice")
    game.turn(S2).rolls("Pa Co Co Co Co").commits().plan(S2, S4).resolve()
    assert game.dead(S2)
    assert game.killer_of(S2) == S2
    assert game.life(S4) == 12
    assert game.table.discard.cards == ("lamia",)
    assert game.track(2, "own") == 1


@rule("CD-9.22", "CD-Q-13", "CD-9.24")
def test_the_killer_struck_the_last_blow(cult: type[Driver]) -> None:
    game = cult(players=5).watched().characters(S1="Assassin").with_life(S3=2).keeper(S3="Lamia")
    game.turn(S2).rolls("DD Bl Co Co Co").commits(DD=S3, Bl=S3)
    game.go(until="ResolvePhase")
    game.advance(lambda question: game.life(S3) == 0)
    game.advance(lambda question: game.life(S3) == 1)
    game.respond(S1, "Assassin", S3).resolve()
    assert game.killer_of(S3) == S1
    assert game.keeper_of("Lamia") == S1


@rule("CD-9.23", "CD-24.7")
def test_who_changed_the_die_is_not_the_killer(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II").with_life(S3=2).keeper(S3="Lamia")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S3).respond(S1, "Assassin II", "d1")
    game.go(until="Commit").answer(S2, {"d1": S3}).resolve()
    assert game.killer_of(S3) == S2
    assert game.keeper_of("Lamia") == S2


@rule("CD-Q-26")
def test_dice_stay_where_they_were_committed_though_the_track_is_at_zero(cult: type[Driver]) -> None:
    game = cult(players=5).watched().board(1, "Ancient Chant", Pa=1, An=1)
    game.turn(S2).rolls("Pa Pa Pa Co Co").commits()
    assert game.on(B1) == ["Pa"] * 3
    game.go(until="ResolvePhase")
    game.advance(lambda question: game.track(1, "Pa") == 0)
    assert game.on(B1) == ["Pa"] * 2


@rule("CD-9.21", "CD-17.58", "CD-Q-44")
def test_a_ritual_alone_is_nobodys_kill(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=5).keeper(S3="Lamia").board(1, "Tribute to Nycen", own=1)
    game.turn(S2).rolls("Co Co Co Co Co").resolve()
    assert game.dead(S3)
    assert game.killer_of(S3) is None
    assert "lamia" in game.table.discard


@rule("CD-Q-16", "CD-9.19")
def test_the_dead_are_buried_from_the_active_player_on(cult: type[Driver]) -> None:
    game = cult(players=6).with_life(S0=20, S1=1, S3=1, S4=1).keeper(S1="Lamia", S3="Kraken", S4="Sea Hydra")
    game.turn(S2).rolls("Dg Dg Dg Co Co").commits(Dg=[S1, S3, S4]).resolve()
    assert [event["who"] for event in game.events("died")] == [S3, S4, S1]
    assert [event["card"] for event in game.events("keeper")] == ["kraken", "sea-hydra", "lamia"]
    assert [event["who"] for event in game.events("wraith")] == [S3, S4, S1]
    assert game.player(S2).rituals == ["kraken", "sea-hydra", "lamia"]


@rule("CD-Q-16")
def test_an_altar_sacrifice_that_comes_straight_back_waits_for_another_kill(cult: type[Driver]) -> None:
    game = empty_deck(cult(players=5).with_life(S2=1, S3=1).board(1, "Altar Sacrifice"))
    game.turn(S1).rolls("Dg Dg Co Co Co").commits(Dg=[S2, S3]).plan(S1, [S0]).resolve()
    assert game.ritual(1) == "altar-sacrifice"
    assert game.track(1, "own") == 1
    assert game.life(S0) == 15
    assert len(game.events("completed")) == 1


def discarded_by_somebody(game: Driver) -> None:
    """Somebody's effect discards the ritual of board 1, just now."""
    discard_from_altar(game.table, game.table.altars[0])
    game.table.push([Reveal(B1)])


@rule("CD-Q-27")
def test_before_the_resolve_phase_dice_of_a_discarded_ritual_are_committed_anew(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens").board(2, "Astral Rift").deck("Transmutation").coins(S3="siren")
    game.turn(S2).rolls("Co Co Dg Dg Dg").commits(Co=[B1, B2]).go(until="ResponsePhase")
    discarded_by_somebody(game)
    assert game.waiting == "Commit"
    assert game.asked == S2
    assert game.offers(S2) == ["d1", B1, B2]  # only the die that lay there
    game.answer(S2, {"d1": B2})
    assert game.on(B2) == ["Co", "Co"]


@rule("CD-Q-27", "CD-9.15")
def test_in_the_resolve_phase_dice_of_a_discarded_ritual_stay_if_they_match(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sirens").board(2, "Astral Rift").deck("Transmutation")
    game.turn(S2).rolls("Co Dg Dg Dg Dg").commits(Co=B1, Dg=[S3] * 4).go(until="ResolvePhase")
    game.advance(lambda question: game.waiting == "ResolvePhase")
    discarded_by_somebody(game)
    game.plan(S2, f"Co>{B2}").chance(["Bl"]).resolve()
    assert game.track(1, "Co") == 4
    assert game.coins_of(S2) == ()
    assert game.track(2, "Co") == 4


@rule("CD-Q-25", "CD-9.15", "CD-9.5", "CD-17.35")
def test_waiting_dice_pass_to_a_ritual_of_their_face_when_the_other_track_is_done(cult: type[Driver]) -> None:
    game = cult(players=5).board(1, "Sea Hydra", An=1, Co=2).deck("Ancient Shadow").symbols(S2="Dg")
    game.turn(S2).rolls("An An An Co Co").commits(An=[B1] * 3, Co=[B1] * 2)
    game.plan(S2, "S3-1", "S3-1", "S2+1").resolve("An")
    assert game.keeper_of("Sea Hydra") == S2
    assert (game.ritual(1), game.track(1, "An")) == ("ancient-shadow", 3)
    assert (game.life(S3), game.life(S2)) == (8, 11), "three dice moved a marker, three benefits"


@rule("CD-9.20", "CD-9.19", "CD-10.9", "CD-Q-16")
def test_one_pays_with_their_last_life_and_another_is_killed_at_one_check(cult: type[Driver]) -> None:
    game = cult(players=6).characters(S3="Guardian").with_life(S3=1, S4=2).keeper(S3="Kraken", S4="Lamia")
    game.kraken(S0=2, S1=1).symbols(S2="An")
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S4, Bl=[S2] * 4).respond(S3, "guardian", S1).resolve()
    assert (game.killer_of(S3), game.killer_of(S4)) == (S3, S2)
    assert (game.keeper_of("Kraken"), game.keeper_of("Lamia")) == (None, S2)
    assert [player.kraken for player in game.table.players] == [0] * 6
