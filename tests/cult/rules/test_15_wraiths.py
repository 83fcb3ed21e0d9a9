"""CD-15: Wraiths, and what each of the six does."""

from __future__ import annotations

import pytest

from eschaton.games.cult.box.components import WRAITH_DIE
from eschaton.games.cult.state import Cult
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, BASE, S0, S1, S2, S3, S4, Driver, card

FIVE_BLOODS = "Bl Bl Bl Bl Bl"


@rule("CD-15.1", "CD-15.2", "CD-Q-71")
@pytest.mark.parametrize(("face", "life"), [("Bl", 11), ("DD", 8)])
def test_a_wraith_neither_gains_nor_loses_life(cult: type[Driver], face: str, life: int) -> None:
    game = cult(players=5).wraith(S4="Undertow").board(1, "Astral Rift")
    game.turn(S1).rolls("Co An An An An").chance([face]).commits().resolve()
    assert [game.life(seat) for seat in range(5)] == [life, life, life, life, 0]
    assert all(event["who"] != S4 for event in game.events("gained") + game.events("lost"))


@rule("CD-15.3", "CD-6.10")
def test_no_die_goes_to_a_wraith(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow")
    game.turn(S1).rolls("Bl Dg DD Co Co").go(until="Commit")
    for face in ("Bl", "Dg", "DD"):
        assert "S4" not in game.places_of(face)
        assert "S3" in game.places_of(face)
    assert game.refused(S1, {"Bl": S4, "Dg": S2, "DD": S2})


@rule("CD-15.5", "CD-15.6", "CD-14.13")
@pytest.mark.parametrize(
    ("name", "dice"),
    [
        ("Drowned Choir", "Bl Pa An"),
        ("Hollow Mimic", "Dg Bl Co"),
        ("Undertow", "Dg Bl"),
        ("Lantern Shade", "Pa An Co"),
        ("Grasping Tide", "Dg Dg Bl Bl"),
        ("Pale Usher", "Dg Pa Co"),
    ],
)
def test_a_new_wraith_has_the_dice_of_its_card(cult: type[Driver], name: str, dice: str) -> None:
    game = cult(players=5).with_life(S2=1)
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S2).plan(S2, name).resolve()
    assert game.player(S2).wraith == card(name)
    assert game.dice_of(S2) == dice
    assert card(name) not in game.table.wraiths
    game.turn(S2).rolls(" ".join(["DD"] * len(dice.split())))  # as many are rolled
    assert game.dice_of(S2) == " ".join(["DD"] * len(dice.split()))


@rule("CD-15.6", "CD-15.16")
def test_the_dice_of_a_new_wraith_serve_from_the_next_response_phase_on(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S2=1)
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S2).plan(S2, "Undertow").resolve()
    game.turn(S3).rolls(FIVE_BLOODS).commits().respond(S2, "Undertow", "Bl", "d1")
    assert game.faces() == "Bl Bl Bl Bl"


@rule("CD-15.7", "CD-15.8")
def test_a_wraith_acts_once_in_a_response_phase_while_it_has_dice(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Drowned Choir", "Bl Bl"))
    for seat, left in ((S1, "Bl"), (S2, "")):
        game.turn(seat).rolls(FIVE_BLOODS).commits().respond(S4, "Drowned Choir", "Bl")
        game.answer(seat, {"d6": seat})
        assert game.dice_of(S4) == left
        assert "drowned-choir" not in game.offers(S4)
        game.resolve()
    game.turn(S3).rolls(FIVE_BLOODS).commits()
    game.advance(lambda question: "drowned-choir" in game.offers(S4) or game.turn_over(question))
    assert game.table.active == S4  # it had no die left to act with


@rule("CD-15.7", "CD-7.11")
@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("Drowned Choir", ["Bl"]),
        ("Hollow Mimic", ["Dg", "d1"]),
        ("Undertow", ["Bl", "d1"]),
        ("Lantern Shade", ["Dg", "d1"]),
        ("Grasping Tide", ["Bl", "d1", S2]),
        ("Pale Usher", ["hold:Bl", "d1"]),
    ],
)
def test_each_wraith_acts_once_though_it_has_dice_left(cult: type[Driver], name: str, answers: list[str | int]) -> None:
    game = cult(players=5).wraith(S4=(name, "Dg Dg Bl Bl")).chance(["Bl"])
    game.turn(S1).rolls(FIVE_BLOODS).commits(Bl=[S1, S2, S2, S2, S2]).respond(S4, name, *answers)
    game.advance(lambda question: game.waiting == "Window" or not game.table.scope("ResponsePhase"))
    assert len(game.player(S4).dice) == 3
    assert card(name) not in game.offers(S4)


@rule("CD-15.9", "CD-15.10")
def test_on_its_turn_a_wraith_rolls_all_its_dice(cult: type[Driver]) -> None:
    game = cult(players=5).watched().wraith(S4=("Grasping Tide", "Dg"))
    game.turn(S4).rolls("Dg Bl Co An")
    assert game.asked == S4
    game.rerolls("1 2", "Pa Pa").rerolls("1", "DD")
    assert game.dice_of(S4) == "DD Pa Co An"
    assert game.waiting != "RollPhase"


@rule("CD-15.11", "CD-15.12", "CD-3.1")
def test_a_wraith_has_all_four_phases_and_commits_nothing(cult: type[Driver], monkeypatch: pytest.MonkeyPatch) -> None:
    game = cult(players=5).wraith(S4="Undertow").board(1, "Sirens")
    seen: list[str] = []

    def watch(table: Cult) -> None:
        phases = [type(step).__name__ for step in table.stack if type(step).__name__.endswith("Phase")]
        seen.extend(phase for phase in phases if phase not in seen and table.active == S4)

    monkeypatch.setattr(Cult, "due", watch)
    monkeypatch.setattr(type(game.table), "watched", True)
    game.turn(S4).rolls("Co Co").resolve()
    assert seen == ["RollPhase", "CommitPhase", "ResponsePhase", "ResolvePhase"]
    assert not game.events("committed")
    assert game.track(1, "Co") == 5
    assert game.dice_of(S4) == "Co Co"


@rule("CD-15.13", "CD-15.22", "CD-14.7")
def test_a_wraith_has_the_ability_of_its_card_instead_of_the_characters(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S4="Assassin II").board(1, "Sirens")
    game.turn(S1).rolls(FIVE_BLOODS).commits().go(until="ResponsePhase")
    assert "assassin-2" in game.offers(S4)
    game = cult(players=5).characters(S4="Assassin II").wraith(S4="Undertow")
    game.turn(S1).rolls(FIVE_BLOODS).commits().go(until="ResponsePhase")
    assert game.offers(S4) == ["undertow", "pass"]


@rule("CD-15.16", "CD-15.18", "CD-15.17", "CD-24.1", "CD-7.14", "CD-11.7")
def test_in_a_wraiths_turn_nobody_touches_its_dice(cult: type[Driver]) -> None:
    game = cult(players=6).wraith(S4="Undertow", S3=("Hollow Mimic", "Bl Bl Bl"))
    game.characters(S1="Tidecaller", S2="Guardian II").coins(S0="siren", S5="siren").keeper(S2="Transmutation")
    game.turn(S4).rolls("DD Bl")
    asked = set()

    def note(question: object) -> bool:
        if game.table.scope("ResponsePhase"):
            asked.update(key for seat in range(6) for key in game.offers(seat))
        return game.turn_over(question)  # type: ignore[arg-type]

    game.advance(note)
    assert not asked & {"siren", "tidecaller", "guardian-2", "hollow-mimic", "undertow", "transmutation"}
    assert game.dice_of(S4) == "DD Bl"


@rule("CD-15.19", "CD-17.57", "CD-17.54")
def test_a_wraiths_turn_counts_as_a_turn(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow").board(1, "Tribute to Nycen")
    game.turn(S4).rolls("An An").resolve()
    assert game.track(1, "own") == 4


@rule("CD-15.20", "CD-14.13")
def test_a_wraith_card_is_held_by_one_player(cult: type[Driver]) -> None:
    game = cult(players=6).wraith(S4="Undertow").with_life(S2=1, S3=1)
    game.turn(S1).rolls("Dg Dg Co Co Co").commits(Dg=[S2, S3]).go(until="BecomeWraith")
    assert game.asked == S2
    assert sorted(game.offers(S2)) == sorted(set(BASE.wraiths) - {"undertow"})
    game.answer(S2, "Pale Usher")
    assert game.asked == S3
    assert sorted(game.offers(S3)) == sorted(set(BASE.wraiths) - {"undertow", "pale-usher"})


@rule("CD-15.21", "CD-11.6", "CD-24.2", "CD-7.13")
def test_a_given_die_belongs_to_the_active_player_and_may_be_moved(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Drowned Choir", "Dg Pa An")).coins(S2="siren").with_life(S3=1)
    game.turn(S1).rolls(FIVE_BLOODS).commits().respond(S4, "Drowned Choir", "Dg")
    game.answer(S1, {"d6": S2}).respond(S2, "siren", "d6", S3).resolve()
    assert game.killer_of(S3) == S1


@rule("CD-7.9", "CD-Q-75")
def test_a_given_die_must_be_committed(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Drowned Choir", "Dg Pa An"))
    game.turn(S1).rolls(FIVE_BLOODS).commits().respond(S4, "Drowned Choir", "Dg")
    assert game.refused(S1, {})


# The six cards


@rule("CD-15.7", "CD-7.5", "CD-7.6")
def test_a_hollow_mimic_replaces_a_die(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Hollow Mimic", "Dg Bl Co"))
    game.turn(S1).rolls(FIVE_BLOODS).commits(Bl=[S2, S1, S1, S1, S1]).respond(S4, "Hollow Mimic")
    assert game.offers(S4) == ["Dg", "Co"]  # a blood would replace a blood
    game.answer(S4, "Dg").answer(S4, "Bl@S2")
    assert game.asked == S1
    assert game.places_of("d1")[0] == "S2"  # it may stay: a dagger is legal there
    assert "S1" not in game.places_of("d1")
    game.answer(S1, {"d1": S3}).resolve()
    assert game.life(S3) == 9
    assert game.dice_of(S4) == "Bl Co"


@rule("CD-15.7")
def test_an_undertow_discards_a_die_of_its_face(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Undertow", "Dg Bl")).board(1, "Sirens")
    game.turn(S1).rolls("Dg Dg DD Co Co").commits(Dg=[S2, S3], DD=S2).respond(S4, "Undertow")
    assert game.had_only(S4, "Dg")  # nobody shows a blood
    game.answer(S4, "Dg")
    assert game.offers(S4) == ["d1", "d2"]
    game.answer(S4, "Dg@S3").resolve()
    assert (game.life(S2), game.life(S3)) == (7, 10)


@rule("CD-15.7")
def test_an_undertow_without_an_equal_die_cannot_act(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Undertow", "Dg"))
    game.turn(S1).rolls(FIVE_BLOODS).commits()
    game.advance(lambda question: "undertow" in game.offers(S4) or game.turn_over(question))
    assert game.table.active == S2


@rule("CD-15.7")
@pytest.mark.parametrize(("shown", "chooser"), [("Dg", S4), ("DD", S1)])
def test_a_lantern_shade_has_a_die_rolled_again(cult: type[Driver], shown: str, chooser: int) -> None:
    game = cult(players=5).wraith(S4=("Lantern Shade", "Dg An Co"))
    game.turn(S1).rolls(FIVE_BLOODS).commits().chance([shown])
    game.respond(S4, "Lantern Shade", "Dg", "d1").go(until="LanternChoice" if chooser == S4 else "Commit")
    assert game.asked == chooser
    if chooser == S4:
        assert game.offers(S4) == ["S0", "S1", "S2", "S3"]  # its owner too, but no Wraith
        game.answer(S4, S1).resolve()
        assert game.life(S1) == 13
    else:
        assert "S1" not in game.places_of("d1")
        game.answer(S1, {"d1": S2}).resolve()
        assert game.life(S2) == 8


@rule("CD-15.7", "CD-Q-19")
def test_a_lantern_shade_chooses_only_where_the_new_face_is_legal(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Lantern Shade", "Co An Co")).board(1, "Sirens").board(2, "Astral Rift")
    game.turn(S1).rolls(FIVE_BLOODS).commits().chance(["Co"])
    game.respond(S4, "Lantern Shade", "Co", "d1").go(until="LanternChoice")
    assert game.offers(S4) == [B1, B2]
    game.answer(S4, B1).resolve()
    assert game.track(1, "Co") == 4


@rule("CD-15.7", "CD-7.8")
def test_a_grasping_tide_moves_a_die_of_its_face(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Grasping Tide", "Dg Bl Co Co")).board(1, "Sirens")
    game.turn(S1).rolls("Dg Dg Co Co Bl").commits(Dg=[S2, S2], Bl=S1).respond(S4, "Grasping Tide")
    assert game.offers(S4) == ["Dg", "Bl"]  # the cosmos dice could go nowhere else
    game.answer(S4, "Dg").answer(S4, "Dg@S2")
    assert game.offers(S4) == ["S0", "S1", "S3"]
    game.answer(S4, S1)
    assert game.waiting != "Commit"
    game.resolve()
    assert game.life(S1) == 10  # one blood, one dagger
    assert game.life(S2) == 9


@rule("CD-15.7", "CD-7.9")
def test_a_pale_usher_gives_a_pair(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Pale Usher", "Dg Dg Co"))
    game.turn(S1).rolls("Bl Bl Bl Bl DD").commits(DD=S2).respond(S4, "Pale Usher")
    assert game.had_only(S4, "give:Dg")  # to hold a die it needs one that shows its face
    game.answer(S4, "give:Dg")
    assert game.asked == S1
    game.answer(S1, {"d6": S2, "d7": S3}).resolve()
    assert (game.life(S2), game.life(S3)) == (7, 9)
    assert game.dice_of(S4) == "Co"


@rule("CD-15.7")
def test_a_pale_usher_holds_a_die(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Pale Usher", "Dg Pa Co")).coins(S3="siren").characters(S2="Tidecaller")
    game.turn(S1).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3).respond(S4, "Pale Usher", "hold:Dg", "d1")
    assert game.dice_of(S4) == "Pa Co"
    game.respond(S3, "siren")
    assert "d1" not in game.offers(S3)
    game.answer(S3, "Bl").answer(S3, S3).respond(S2, "Tidecaller")
    assert "d1" not in game.offers(S2)
    game.chance(["Bl"]).answer(S2, "Bl@S1").resolve()
    assert game.life(S3) == 10  # one dagger, one blood


@rule("CD-15.5")
def test_eighteen_wraith_dice_with_the_faces_of_cultist_dice() -> None:
    assert sum(len(wraith.dice) for wraith in BASE.wraiths.values()) == 18
    assert all(face in WRAITH_DIE for wraith in BASE.wraiths.values() for face in wraith.dice)


@rule("CD-Q-38")
def test_the_wraith_cards_suffice(cult: type[Driver]) -> None:
    game = cult(players=8).with_dead(S1, S2, S3, S4, 5, 6)
    assert game.table.wraiths == []
    game.with_life(S0=1).turn(7).rolls("Dg Co Co Co Co").commits(Dg=S0).resolve()
    assert game.over


@rule("CD-Q-37")
def test_every_wraith_card_names_its_starting_faces() -> None:
    assert all(2 <= len(wraith.dice) <= 4 for wraith in BASE.wraiths.values())
