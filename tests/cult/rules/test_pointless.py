"""Nobody is asked what could not matter: shields and wards without a loss to come, strikes at nobody, dice alike."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, Driver


def guarded(cult: type[Driver], **sigils: str) -> Driver:
    """S1 is the Guardian, S0 holds the Salt Ward; S4 may act at any moment of a Resolve phase, so that all come up."""
    return (
        cult(players=5)
        .characters(S0="Alchemist", S1="Guardian", S2="Tidecaller", S3="Librarian II")
        .sigils(S0="Salt Ward", S4="Portents", **sigils)
    )


def offered(game: Driver) -> tuple[bool, bool]:
    """Whether the shield and the ward are offered in the Resolve window now open."""
    assert game.waiting == "Window"
    assert game.table.scope("ResolvePhase")
    return "guardian" in game.offers(S1), "salt-ward" in game.offers(S0)


@rule("CD-18.23", "CD-Q-41", "CD-13.2", "CD-8.3", "CD-8.4", "CD-8.5")
@pytest.mark.parametrize(
    ("face", "shield", "ward"), [("Bl", False, False), ("Dg", True, False), ("DD", True, True), ("Pa", False, False)]
)
def test_a_shield_needs_a_loss_to_come_and_a_ward_one_of_two(
    cult: type[Driver], face: str, shield: bool, ward: bool
) -> None:
    game = guarded(cult).turn(S2).rolls(f"{face} Bl Bl Bl Bl")
    game.commits(**{face: S3} if face != "Pa" else {}).go(until="ResolvePhase")
    assert offered(game) == (shield, ward)


@rule("CD-18.23", "CD-8.7", "CD-Q-12")
def test_a_die_that_takes_nothing_needs_no_shield(cult: type[Driver]) -> None:
    game = guarded(cult).symbols(S2="Dg").turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S2).go(until="ResolvePhase")
    assert offered(game) == (False, False), "it heals its owner"
    game = guarded(cult).turn(S2).rolls("DD Bl Bl Bl Bl").with_life(S3=0).commits(DD=S3).go(until="ResolvePhase")
    assert offered(game) == (False, False), "who has nothing loses nothing"


@rule("CD-18.23", "CD-17.35", "CD-17.41", "CD-17.49", "CD-17.30", "CD-17.28")
@pytest.mark.parametrize(
    ("ritual", "shield", "ward"),
    [
        ("Sea Hydra", True, False),
        ("Lamia", True, False),
        ("Astral Rift", True, True),
        ("Transmutation", False, False),
        ("Sirens", False, False),
        ("Ancient Chant", False, False),
    ],
)
def test_a_die_on_a_ritual_may_take_life(cult: type[Driver], ritual: str, shield: bool, ward: bool) -> None:
    face = "An" if ritual in ("Lamia", "Ancient Chant") else "Co"
    game = guarded(cult).board(1, ritual).turn(S2).rolls(f"{face} Bl Bl Bl Bl").commits(**{face: B1})
    game.go(until="ResolvePhase")
    assert offered(game) == (shield, ward)


@rule("CD-17.30", "CD-17.47", "CD-18.23")
def test_the_die_gained_from_a_transmutation_gives_another_moment_unless_it_is_passed_on(cult: type[Driver]) -> None:
    game = guarded(cult).board(1, "Transmutation").board(2, "Lamia").turn(S2)
    game.rolls("Co Bl Bl Bl Bl").commits(Co=B1).go(until="ResolvePhase")
    assert offered(game) == (False, False)
    game.answer(S4, "pass").answer(S2, "Co").answer(S2, f"An>{B2}")
    assert offered(game) == (True, False), "now a die lies on Lamia"
    game = guarded(cult).characters(S2="Tidecaller II").board(1, "Transmutation").board(2, "Lamia").turn(S2)
    game.rolls("Co Bl Bl Bl Bl").commits(Co=B1).go(until="ResolvePhase")
    assert offered(game) == (True, True), "it might be resolved on Lamia before anybody can act"


@rule("CD-18.8", "CD-18.12", "CD-Q-51", "CD-18.23")
def test_the_second_cosmos_on_a_sorceress_may_take_life(cult: type[Driver]) -> None:
    game = guarded(cult).characters(S3="Sorceress II").turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=[S3, S3])
    game.go(until="ResolvePhase")
    assert offered(game) == (False, False), "not the first"
    game.answer(S4, "pass").answer(S2, "Co")
    assert offered(game) == (True, True)


@rule("CD-17.54", "CD-17.58", "CD-17.59", "CD-Q-44", "CD-18.23")
@pytest.mark.parametrize(("left", "due"), [(1, True), (2, False)])
def test_a_tribute_about_to_be_missed_takes_life(cult: type[Driver], left: int, due: bool) -> None:
    game = guarded(cult).wraith(S4="Undertow").board(1, "Tribute to Nycen", own=left).turn(S4).rolls("Bl Bl")
    assert offered(game.go(until="ResolvePhase")) == (due, due)
    game = guarded(cult).board(1, "Tribute to Nycen", own=left).turn(S2).rolls("An Bl Bl Bl Bl").commits(An=B1)
    assert offered(game.go(until="ResolvePhase")) == (False, False), "dice come first"
    game.answer(S4, "pass").answer(S2, "An").answer(S4, "pass")
    for _ in range(4):
        game.answer(S4, "pass")
    assert not game.table.dice
    assert game.table.active != S2 or offered(game) == (False, False), "the tribute was paid"


@rule("CD-18.33", "CD-Q-41", "CD-18.23")
def test_an_assassin_may_strike_whoever_has_lost_life_and_has_some_left(cult: type[Driver]) -> None:
    game = guarded(cult).characters(S3="Assassin").turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4)
    game.go(until="ResolvePhase").answer(S1, "pass").answer(S4, "pass").answer(S2, "Dg")
    assert "assassin" in game.offers(S3)
    assert offered(game) == (True, True), "no die takes life any more, but the Assassin might"
    game.respond(S3, "assassin", S4)
    assert offered(game) == (False, False)


@rule("CD-18.33", "CD-Q-41")
def test_an_assassin_is_not_asked_to_strike_one_who_has_nothing_left(cult: type[Driver]) -> None:
    game = guarded(cult).characters(S3="Assassin").with_life(S0=1).turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0)
    game.go(until="ResolvePhase").answer(S1, "pass").answer(S4, "pass").answer(S2, "Dg")
    assert game.offers(S3) == []


@rule("CD-Q-79", "CD-Q-41", "CD-18.23", "CD-19.4", "CD-13.2")
def test_shields_and_wards_answer_portents_before_they_are_read(cult: type[Driver]) -> None:
    game = guarded(cult).wraith(S3="Undertow").chance(["DD", "Dg", "An"]).plan(S4, "DD", "Dg", S2)
    game.turn(S3).rolls("Bl Bl").go(until="ResolvePhase")
    assert offered(game) == (False, False)
    game.answer(S4, "portents")
    assert offered(game) == (True, True), "both answer the Sigil"
    assert game.table.free(S1) == {}, "which takes effect already (CD-Q-21)"
    game.respond(S1, "guardian", S0).respond(S0, "salt-ward", S2).resolve()
    assert [game.life(seat) for seat in (S0, S1, S2)] == [10, 7, 8]


@rule("CD-Q-79", "CD-19.4")
def test_who_reads_the_portents_may_shield_as_well(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S0="Alchemist").sigils(S1="Portents").wraith(S3="Undertow")
    game.chance(["DD", "An", "An"]).plan(S1, "DD").turn(S3).rolls("Bl Bl").respond(S1, "portents")
    game.respond(S1, "guardian", S1).resolve()
    assert game.life(S1) == 9


@rule("CD-13.6", "CD-8.6", "CD-18.4", "CD-17.61", "CD-Q-25")
def test_the_turning_tide_needs_a_die_that_would_do_something_else(cult: type[Driver]) -> None:
    def tide(game: Driver, faces: str, **commits: object) -> bool:
        game.sigils(S1="Turning Tide", S4="Portents").turn(S2).rolls(faces).commits(**commits).go(until="ResolvePhase")
        return "turning-tide" in game.offers(S1)

    assert tide(cult(players=5).symbols(S2="Pa"), "Dg Bl Bl Bl Bl", Dg=S3)
    assert not tide(cult(players=5).symbols(S2="Pa"), "Pa Bl Bl Bl Bl", Pa=S2), "a symbol heals as blood does"
    assert tide(cult(players=5).characters(S2="Alchemist II"), "Pa Bl Bl Bl Bl", Pa=S2), "but gives an Alchemist more"
    assert tide(cult(players=5).symbols(S2="Dg"), "Dg Bl Bl Bl Bl", Dg=S2), "and the Blood Rites sharpen daggers"
    assert tide(cult(players=5).board(1, "Sirens"), "Co Bl Bl Bl Bl", Co=B1)


@rule("CD-13.2", "CD-Q-12")
def test_mirrored_blades_mirror_nothing_where_there_is_nothing_to_lose(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S3="Mirrored Blades").plan(S3, "mirrored-blades")
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").with_life(S3=0).commits(Dg=S3).resolve("Dg")
    assert game.plans[S3]


@rule("CD-8.1", "CD-8.5", "CD-8.6")
def test_dice_that_only_heal_the_same_player_are_resolved_in_any_order(cult: type[Driver]) -> None:
    game = cult(players=5).symbols(S2="Pa").turn(S2).rolls("Pa Bl Bl Dg Bl").commits(Pa=S2, Bl=[S2, S3, S2], Dg=S4)
    game.advance(lambda question: game.waiting == "ResolvePhase")
    assert game.offers(S2) == ["d1", "d3", "d4"], "one that heals S2, one that heals S3, the dagger"
    game = cult(players=5).symbols(S2="Pa").turn(S2).rolls("Pa Bl Bl Bl Bl").commits(Pa=S2, Bl=[S2] * 4).resolve()
    assert game.life(S2) == 15


@rule("CD-18.4", "CD-17.61", "CD-18.39", "CD-18.8", "CD-Q-64", "CD-8.2")
@pytest.mark.parametrize("why", ["alchemist", "dagger", "faceless", "sorceress", "transmutation"])
def test_dice_whose_face_may_matter_are_not_alike(cult: type[Driver], why: str) -> None:
    game = cult(players=5)
    face = "Pa"
    if why == "alchemist":
        game.characters(S2="Alchemist II")
    elif why == "dagger":
        game.symbols(S2="Dg")
        face = "Dg"
    elif why == "faceless":
        game.characters(S2="Faceless")
        face = "Co"
    elif why == "sorceress":
        game.characters(S2="Faceless II", S3="Sorceress II").marks(S3).plan(S2, S3)
        face = "Co"
    else:
        game.symbols(S2="Pa").keeper(S1="Transmutation")
    game.turn(S2).rolls(f"{face} Bl Bl Bl Bl").commits(**{face: S2}, Bl=[S2] * 4)
    if why == "transmutation":
        game.respond(S1, "transmutation", "An", "Co")
    game.advance(lambda question: game.waiting == "ResolvePhase")
    assert game.offers(S2) == ["d1", "d2"]


@rule("CD-18.33", "CD-Q-11", "CD-Q-68")
def test_an_assassin_chooses_among_those_who_have_life_left(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Assassin").with_life(S1=1).turn(S2).rolls("Dg Dg Bl Bl Bl")
    game.commits(Dg=[S1, S4]).plan(S2, "Dg@S1", "Dg@S4").respond(S3, "assassin")
    assert game.had_only(S3, S4), "S1 has lost life too, but has nothing more to lose"
    game.answer(S3, S4).resolve()
    assert (game.life(S4), game.life(S3), game.killer_of(S1)) == (7, 9, S2)


@rule("CD-18.36", "CD-Q-76", "CD-Q-11")
@pytest.mark.parametrize(("life", "asked"), [(1, False), (2, True)])
def test_nobody_deepens_the_loss_of_a_last_life(cult: type[Driver], life: int, asked: bool) -> None:
    game = cult(players=5).characters(S1="Assassin II").board(1, "Sea Hydra").with_life(S4=life)
    game.plan(S2, "S4-1").plan(S1, "assassin-2:deepen").turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).resolve()
    assert bool(game.events("deepened")) == asked
    assert game.killer_of(S4) == (S1 if asked else S2)


@rule("CD-18.36", "CD-Q-76", "CD-Q-78")
def test_what_is_prevented_altogether_is_not_offered_to_be_deepened_but_may_be_lessened(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S0="Guardian", S1="Assassin II", S3="Guardian II").board(1, "Astral Rift", Co=5)
    game.turn(S2).rolls("Co Pa Pa Pa Pa").commits(Co=B1).respond(S0, "guardian", S4).chance(["DD"])
    game.respond(S1, "assassin-2:deepen")
    assert game.offers(S1) == ["S2", "S3", "S0", "S1"], "all but S4, whom the shield keeps from the whole loss"
    game.answer(S1, S3).respond(S3, "guardian-2:lessen")
    assert "S4" in game.offers(S3), "so that the shield is not used up"
    game.answer(S3, S4).resolve()
    assert [game.life(seat) for seat in range(5)] == [7, 8, 8, 7, 10]


@rule("CD-Q-64", "CD-18.27", "CD-18.35", "CD-15.7")
def test_nobody_turns_a_die_to_what_it_counts_as_already(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S0="Guardian II", S3="Assassin II").keeper(S1="Transmutation")
    game.wraith(S4=("Hollow Mimic", "Dg")).turn(S2).rolls("DD Pa Pa Pa Pa").commits(DD=S3)
    assert "guardian-2" in game.offers(S0)
    game.respond(S1, "transmutation", "Dg", "DD").go(until="ResponsePhase")
    assert game.offers(S0) == [], "the dagger would count as a double dagger again"
    game.respond(S4, "hollow-mimic", "Dg")
    assert game.had_only(S4, "d2"), "and so would the Mimic's"
    game = cult(players=5).characters(S3="Assassin II").keeper(S1="Transmutation")
    game.turn(S2).rolls("Dg Bl Pa Pa Pa").commits(Dg=S3, Bl=S2).respond(S1, "transmutation", "DD", "Bl")
    game.respond(S3, "assassin-2").resolve()
    assert [event["old"] for event in game.events("die changed")] == ["Dg"], "never the blood"


@rule("CD-Q-64", "CD-17.61", "CD-Q-68")
def test_nobody_pays_to_sharpen_a_dagger_to_no_avail(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation", S2="Blood Rites").turn(S2).rolls("Dg Pa Pa Pa Pa").commits(Dg=S3)
    game.respond(S1, "transmutation", "DD", "Dg").plan(S2, "blood-rites").resolve()
    assert game.plans[S2], "a double dagger counts as a dagger in this turn"
    assert game.life(S2) == 10


@rule("CD-Q-64", "CD-13.6")
def test_the_turning_tide_turns_no_die_to_what_it_counts_as_already(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Transmutation").sigils(S3="Turning Tide").turn(S2)
    game.rolls("DD Dg Pa Pa Pa").commits(DD=S3, Dg=S4).respond(S1, "transmutation", "Bl", "DD")
    game.respond(S3, "turning-tide")
    assert game.offers(S3) == ["d2"], "blood counts as a double dagger"


@rule("CD-18.1")
def test_a_librarian_is_not_asked_where_the_only_card_of_the_deck_goes(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Librarian").board(1, "Ancient Shadow", An=5)
    while len(game.table.deck.cards) > 1:
        game.table.discard.put(game.table.deck.take()[0])
    game.turn(S2).rolls("An Bl Bl Bl Bl").commits(An=B1).plan(S2, "librarian", "under").resolve()
    assert game.events("looked")
    assert game.plans[S2], "nobody asked for the second answer"


@rule("CD-6.15", "CD-12.1")
def test_nobody_is_asked_which_of_equal_dice_is_changed_or_discarded(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S2="chant").turn(S2).rolls("Bl Bl Bl Bl Bl").respond(S2, "chant")
    assert game.had_only(S2, "d1")
    game = cult(players=5).coins(S2="chant").turn(S2).rolls("Bl Bl Bl Bl Dg").respond(S2, "chant")
    assert len(game.offers(S2)) == 5, "any of them can be pointed at"
    game = cult(players=5).keeper(S2="Sea Hydra").turn(S2).rolls("Bl Bl Bl Bl Bl Bl Bl").go(until="CommitPhase")
    assert game.had_only(S2, "d1", "DiscardDie")
