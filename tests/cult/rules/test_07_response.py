"""CD-7: the Response phase: who may answer, re-commits, new dice, and when it is over."""

from __future__ import annotations

from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, S5, Driver


def responding(game: Driver, seat: int = S2, faces: str = "DD Bl Bl Bl Bl", **commits: object) -> Driver:
    """The Response phase of a player's turn."""
    return game.turn(seat).rolls(faces).commits(**commits).go(until="ResponsePhase")


def asked(game: Driver) -> list[int]:
    """The seats that are really asked now."""
    return list(game.question.asks(game.table))


@rule("CD-7.1", "CD-7.2")
def test_everybody_who_can_answer_is_asked_at_once_before_anything_is_resolved(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S0="siren", S4="siren")
    responding(game, DD=S1)  # S1 is Guardian II, S3 Assassin II
    assert game.waiting == "Window"
    assert sorted(asked(game)) == [S0, S1, S3, S4]
    assert game.life(S1) == 10


@rule("CD-7.3", "CD-7.4", "CD-Q-17")
def test_a_response_gives_all_who_passed_another_chance_and_the_phase_ends_when_all_pass(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Librarian II").coins(S0="siren", S4="siren")
    responding(game, DD=S1)
    game.answer(S1, "pass").answer(S0, "pass")
    assert asked(game) == [S4]
    game.answer(S4, "siren").answer(S4, "DD").answer(S4, S3)
    assert sorted(asked(game)) == [S0, S1], "S4 has spent the one coin of this turn"
    game.answer(S0, "pass")
    assert game.table.scope("ResponsePhase")
    game.answer(S1, "pass")
    assert not game.table.scope("ResponsePhase")


@rule("CD-Q-18", "CD-7.1")
def test_the_active_player_may_respond_too_and_is_named_last(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Librarian II").coins(S2="siren")
    responding(game, DD=S1)
    assert game.table.stack[-1].seats == [S3, S4, S0, S1, S2]
    game.respond(S2, "siren", "DD", S3)
    assert game.on(S3) == ["DD"]


@rule("CD-7.5", "CD-7.6")
def test_a_changed_die_may_stay_where_its_new_face_is_legal(cult: type[Driver]) -> None:
    game = responding(cult(players=5), DD=S4).respond(S1, "Guardian II", "DD")
    assert game.waiting == "Commit"
    assert game.asked == S2
    assert game.places_of("Dg@S4")[0] == "S4"
    assert list(game.question.ask.places) == ["d1"], "no other die may be moved"
    game.answer(S2, {"Dg@S4": S4})
    assert game.on(S4) == ["Dg"]


@rule("CD-7.6", "CD-7.7")
def test_a_changed_die_goes_only_where_its_new_face_is_legal(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Tidecaller").board(1, "Ancient Shadow", An=3).board(2, "Lamia", Pa=2, An=2)
    game.board(3, "Ancient Chant", Pa=0, An=0)
    responding(game, DD=S4).chance(["An"]).respond(S1, "Tidecaller", "DD").go(until="Commit")
    assert game.places_of("An") == [B1, B2]
    game.answer(S2, {"An": B2})
    assert game.on(B2) == ["An"]
    game = cult(players=5).characters(S1="Tidecaller").board(1, "Ancient Shadow", An=3)
    responding(game, DD=S4).chance(["An"]).respond(S1, "Tidecaller", "DD").go(until="ResolvePhase")
    assert game.on(B1) == ["An"], "with only one place nobody is asked"


@rule("CD-Q-19")
def test_a_die_whose_new_face_fits_nowhere_is_removed(cult: type[Driver]) -> None:
    game = cult(players=5).watched().characters(S1="Tidecaller")
    responding(game, DD=S4).chance(["Co"]).respond(S1, "Tidecaller", "DD").go(until="ResolvePhase")
    assert game.faces() == "Bl Bl Bl Bl"
    game.resolve()
    assert game.life(S4) == 10


@rule("CD-7.8")
def test_a_die_that_was_only_moved_gives_no_right_to_re_commit(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Librarian II").coins(S0="siren")
    responding(game, DD=S4).respond(S0, "siren", "DD", S2)
    assert game.waiting == "Window"
    assert game.on(S2) == ["DD", "Bl", "Bl", "Bl", "Bl"]


@rule("CD-7.9", "CD-Q-75", "CD-15.21")
def test_new_dice_must_be_committed(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Drowned Choir", "Dg"))
    responding(game, DD=S0).respond(S4, "Drowned Choir", "Dg")
    assert game.waiting == "Commit"
    assert game.asked == S2
    assert game.refused(S2, {})
    game.answer(S2, {"Dg": S1})
    assert game.on(S1) == ["Dg"]


@rule("CD-7.9", "CD-6.2")
def test_a_new_die_that_fits_nowhere_stays_uncommitted(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Drowned Choir", "Co"))
    responding(game, DD=S0).respond(S4, "Drowned Choir", "Co")
    assert game.table.dice[-1].face == "Co"
    assert game.table.dice[-1].on == ""


@rule("CD-7.11", "CD-15.7")
def test_a_wraith_answers_once_in_a_response_phase(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Undertow", "DD Bl"))
    responding(game, DD=S0).respond(S4, "Undertow", "DD", "DD")
    assert "undertow" not in game.offers(S4)
    assert "DD" not in game.faces()


@rule("CD-7.12", "CD-11.2", "CD-Q-70")
def test_each_player_may_spend_one_siren_coin_per_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Librarian II").coins(S0="siren siren", S4="siren")
    responding(game, DD=S1).respond(S0, "siren", "DD", S3)
    assert "siren" not in game.offers(S0)
    assert "siren" in game.offers(S4)
    game.resolve()
    responding(game, S3, "DD Bl Bl Bl Bl", DD=S1)
    assert "siren" in game.offers(S0), "the next turn has its own limit"


@rule("CD-7.13", "CD-24.2", "CD-11.6", "CD-15.21")
def test_what_one_response_added_or_moved_another_may_change_or_move(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Drowned Choir", "Dg")).coins(S0="siren", S1="siren")
    responding(game, faces="Bl Bl Bl Bl Bl").respond(S4, "Drowned Choir", "Dg").answer(S2, {"Dg": S1})
    game.respond(S1, "siren", "Dg", S0).respond(S0, "siren", "Dg", S2)
    assert game.on(S2)[-1] == "Dg"
    game.respond(S3, "Assassin II", "Dg")
    assert "DD" in game.faces()


@rule("CD-7.14", "CD-24.1", "CD-15.17", "CD-11.7", "CD-15.18")
def test_nobody_touches_a_wraiths_dice_in_its_own_response_phase(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4=("Drowned Choir", "Dg"), S0="Undertow")
    game.characters(S1="Tidecaller").coins(S2="siren").sigils(S3="Revocation", S4="Drowned Pacts")
    game.turn(S4).rolls("DD Bl Dg").go(until="ResponsePhase")
    assert game.waiting == "Window"
    assert game.offers(S4) == ["drowned-pacts", "pass"]
    assert not any(game.offers(seat) for seat in (S0, S1, S2, S3))
    game.resolve()
    assert game.dice_of(S4) == "DD Bl Dg"


@rule("CD-Q-26")
def test_dice_committed_before_a_track_came_to_zero_stay(cult: type[Driver]) -> None:
    game = cult(players=5).watched().board(1, "Ancient Chant", Pa=1, An=2)
    responding(game, faces="Pa Pa Pa Bl Bl", Pa=[B1, B1, B1])
    game.table.altars[0].tracks["Pa"] = 0
    game.go(until="ResolvePhase")
    assert game.on(B1) == ["Pa", "Pa", "Pa"]


@rule("CD-7.5", "CD-7.7", "CD-11.9")
def test_a_double_dagger_sent_onto_its_owner_and_then_softened_must_go_elsewhere(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian II").coins(S3="siren").symbols(S2="An")
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=[S2] * 4).respond(S3, "siren", "DD", S2)
    game.respond(S1, "Guardian II", "DD")
    assert game.places_of("Dg") == ["S0", "S1", "S3", "S4"], "by its owner's own will it may not stay"
    game.answer(S2, {"Dg": S4}).resolve()
    assert (game.life(S4), game.life(S2)) == (9, 14)


@rule("CD-7.13", "CD-15.7", "CD-15.21", "CD-9.23")
def test_two_wraiths_answer_the_same_dice(cult: type[Driver]) -> None:
    game = cult(players=6).wraith(S4=("Drowned Choir", "Dg"), S5=("Hollow Mimic", "Bl Bl")).with_life(S3=1)
    game.symbols(S2="An").turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=[S2] * 4)
    game.respond(S4, "drowned-choir", "Dg").answer(S2, {"Dg": S3})
    game.respond(S5, "hollow-mimic", "Bl", "DD").answer(S2, {"d1": S2}).resolve()
    assert game.killer_of(S3) == S2, "with the die that one Wraith gave; the other took the double dagger away"
    assert (game.dice_of(S4), game.dice_of(S5)) == ("", "Bl")


@rule("CD-7.3", "CD-7.4", "CD-18.39", "CD-Q-17", "CD-Q-53")
def test_a_new_face_reopens_the_chance_for_all_and_for_its_bearer(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S3="Faceless").coins(S0="siren", S3="siren", S4="siren").board(1, "Sirens")
    responding(game, faces="Co Bl Bl Bl Bl", Co=B1).answer(S0, "pass").answer(S3, "pass")
    assert asked(game) == [S4]
    game.act(S3, "faceless").answer(S3, "sorceress-2")
    assert sorted(asked(game)) == [S0, S3, S4]
    game.answer(S0, "siren").answer(S0, "Co").answer(S0, S3)
    assert game.on(S3) == ["Co"]


@rule("CD-7.3", "CD-7.4", "CD-Q-17", "CD-Q-21")
def test_coins_taken_unasked_reopen_the_chance_for_all_and_for_who_takes_them(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S3="Librarian II").sigils(S4="Tithe")
    responding(game.coins(S0="siren siren", S1="siren"), DD=S4).answer(S1, "pass").answer(S4, "pass")
    assert asked(game) == [S0]
    game.act(S4, "tithe").answer(S4, S0).answer(S4, "siren+siren")
    assert sorted(asked(game)) == [S0, S1, S4]
    game.respond(S4, "siren", "DD", S0)
    assert game.on(S0) == ["DD"]
