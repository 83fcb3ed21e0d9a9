"""The worked examples of responses, coins and Sigils: CD-EX-5, 34, 36, 50, 51, 52."""

from __future__ import annotations

from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, Driver

ALICIA, KIM = S4, S2


@rule("CD-EX-5", "CD-13.8", "CD-15.15", "CD-15.16", "CD-13.4")
def test_a_sigil_in_a_wraiths_resolve_phase(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Drowned Choir").sigils(S4="Salt Ward", S2="Portents")
    game.turn(ALICIA).rolls("Dg Bl Co").go(until="ResolvePhase")
    assert game.table.stack[-1].seats == [S0, S1, S2, S3, S4], "the window is for all players"
    game.chance(["Bl", "Bl", "Bl"]).plan(KIM, S0, S0, S1).respond(KIM, "Portents")
    assert game.offers(ALICIA) == ["salt-ward", "pass"]
    game.answer(ALICIA, "pass").resolve()
    assert (game.life(S0), game.life(S1)) == (14, 12)
    assert game.table.removed.cards == ("portents",)
    assert game.player(ALICIA).sigil.cards == ("salt-ward",)
    assert game.dice_of(ALICIA) == "Dg Bl Co"


@rule("CD-EX-34", "CD-11.1", "CD-11.2", "CD-11.3", "CD-11.9", "CD-24.2")
def test_a_siren_redirects_what_another_has_redirected(cult: type[Driver]) -> None:
    game = cult(players=5).symbols(S2="Pa").coins(S1="siren siren", S3="siren")
    game.turn(S2).rolls("DD Pa Bl Co Co").commits(DD=S1, Pa=S2, Bl=S2)
    game.respond(S1, "siren", "DD@S1", S2)
    game.respond(S3, "siren", "DD@S2", S4)
    assert "siren" not in game.offers(S1)
    assert game.coins_of(S1) == ("siren",)
    game.resolve()
    assert game.life(S4) == 8
    assert game.life(S2) == 12
    assert game.life(S1) == 10


@rule("CD-EX-36", "CD-12.1", "CD-12.3", "CD-12.4", "CD-12.5")
def test_chant_limits(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S1="chant chant").turn(S1).rolls("Bl Bl Pa Dg DD")
    game.respond(S1, "chant", "Pa")
    assert game.refused(S1, "DD")
    game.answer(S1, "Dg").respond(S1, "chant", "DD", "Co")
    assert game.faces() == "Bl Bl Dg Dg Co"
    assert game.coins_of(S1) == ()
    game = cult(players=5).coins(S1="chant chant").turn(S1).rolls("Bl Bl Pa Dg DD").commits().go(until="ResponsePhase")
    assert game.waiting == "Window"
    assert "chant" not in [*game.offers(S1), *game.table.free(S1)]


@rule("CD-EX-50", "CD-19.1", "CD-13.9", "CD-Q-22")
def test_a_sigil_cancelled(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S1="Portents", S3="Revocation").turn(S2).rolls("Bl Bl Bl Bl Bl")
    game.go(until="ResolvePhase").respond(S1, "Portents").answer(S3, "revocation:cancel").resolve()
    assert not game.events("portents")
    assert sorted(game.table.removed.cards) == ["portents", "revocation"]


@rule("CD-EX-51", "CD-19.2", "CD-19.3", "CD-Q-65")
def test_revocation_re_rolls_a_die_given_by_a_wraith_too(cult: type[Driver]) -> None:
    game = cult(players=5).sigils(S1="Revocation").wraith(S4=("Drowned Choir", "Bl"))
    game.turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S0, S0])
    game.respond(S4, "Drowned Choir", "Bl").answer(S2, {"d6": S2}).respond(S1, "Revocation")
    assert game.question.ask.count == 6
    game.chance(["Bl", "Bl", "Dg", "Dg", "DD", "Bl"]).go(until="Commit")
    assert sorted(game.question.ask.places) == ["d1", "d2", "d3", "d4", "d5", "d6"]
    game.answer(S2, {"d1": S2, "d2": S3, "d3": S1, "d4": S1, "d5": S0, "d6": S2})
    assert game.waiting != "RollAgain"
    assert (game.on(S1), game.on(S0), game.on(S3)) == (["Dg", "Dg"], ["DD"], ["Bl"])
    game = cult(players=5).sigils(S1="Revocation", S3="Drowned Pacts").wraith(S4="Drowned Choir")
    game.turn(S4).rolls("Bl Bl Bl").go(until="ResponsePhase")
    assert game.offers(S3) == ["drowned-pacts", "pass"]
    assert game.offers(S1) == [], "never on a Wraith's dice"


@rule("CD-EX-52", "CD-19.5", "CD-19.7", "CD-19.8", "CD-19.9", "CD-19.11", "CD-19.13", "CD-19.14", "CD-13.7")
def test_portents_by_a_wraith(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Drowned Choir").sigils(S4="Portents")
    game.board(1, "Sirens", Co=3).board(2, "Ancient Chant", Pa=3, An=3)
    game.turn(S3).rolls("Bl Bl Bl Bl Bl").go(until="ResolvePhase")
    game.chance(["Pa", "Co", "Dg"], ["Bl", "An"]).respond(S4, "Portents")
    game.advance(lambda question: question.ask.seat == S4)
    game.answer(S4, "Pa")
    assert game.offers(S4) == [f"Co>{B1}", f"Pa>{B2}", f"An>{B2}"], "exactly one die, nothing to pay"
    game.answer(S4, f"Co>{B1}")
    assert game.offers(S4) == ["S0", "S1", "S2", "S3"]
    game.answer(S4, S1)
    assert game.coins_of(S1) == ("siren",)
    assert (game.track(1, "Co"), game.track(2, "Pa"), game.track(2, "An")) == (2, 3, 3)
    game.answer(S4, "Co")
    game.advance(lambda question: question.ask.seat == S4)
    assert game.offers(S4) == ["Dg", "Bl", "An"]
    game.answer(S4, "Dg").answer(S4, S0).answer(S4, "Bl").answer(S4, S2)
    assert (game.life(S0), game.life(S2)) == (8, 12)
    assert [event["who"] for event in game.events("lost")] == [S0], "the Wraith lost nothing"
    game.resolve()
    assert game.table.active == S4
    assert game.question.ask.count == 4
