"""Worked examples of coins and Sigils, dice and all."""

from __future__ import annotations

import pytest

from eschaton.kernel.errors import Refused
from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, Driver
from tests.cult.test_13_sigils import quiet, resolving
from tests.cult.test_19_sigil_cards import upto

ALICIA, KIM = S4, S2


@rule("CD-EX-5", "CD-13.8", "CD-13.4", "CD-15.15", "CD-15.16")
def test_a_wraiths_resolve_phase(cult: type[Driver]) -> None:
    game = quiet(cult, S4="Salt Ward", S2="Portents").wraith(S4="Undertow")
    game.turn(ALICIA).rolls("Dg Bl").go(until="ResolvePhase")
    assert game.table.stack[-1].seats == [S0, S1, S2, S3, S4]
    assert game.offers(ALICIA) == ["salt-ward", "pass"]
    game.answer(ALICIA, "pass").chance(["DD", "DD", "DD"]).respond(KIM, "portents").resolve()
    assert [game.life(seat) for seat in (S0, S1, S2, S3)] == [4, 4, 4, 4]
    assert game.table.removed.cards == ["portents"]
    assert game.player(ALICIA).sigil.cards == ["salt-ward"]
    assert game.dice_of(ALICIA) == "Dg Bl"


@rule("CD-EX-34", "CD-11.2", "CD-11.3", "CD-11.5", "CD-11.9", "CD-7.12")
def test_siren_redirect(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II", S3="Librarian II").symbols(S2="Pa")
    game.coins(S1="siren siren", S3="siren").turn(S2).rolls("DD Pa Bl Co Co").commits(DD=S1, Pa=S2, Bl=S2)
    game.respond(S1, "siren", "DD", S2).respond(S3, "siren", "DD@S2", S4)
    assert game.coins_of(S1) == ("siren",)
    assert game.refused(S1, "siren")
    assert "siren" not in game.table.free(S1)
    game.resolve()
    assert (game.life(S4), game.life(S2), game.life(S1)) == (8, 12, 10)


@rule("CD-EX-36", "CD-12.1", "CD-12.3", "CD-12.4", "CD-12.5")
def test_chant_limits(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S1="chant chant").turn(S1).rolls("Bl Bl Pa Dg DD")
    game.respond(S1, "chant", "Pa")
    assert game.refused(S1, "DD")
    game.answer(S1, "Dg").respond(S1, "chant", "DD", "Co")
    assert game.faces() == "Bl Bl Dg Dg Co"
    assert game.coins_of(S1) == ()
    game = cult(players=5).coins(S1="chant", S3="siren").turn(S1).rolls("Bl Bl Pa Dg DD")
    game.commits(Bl=S1, Dg=S2, DD=S2).go(until="ResponsePhase")
    assert game.refused(S1, "chant")
    with pytest.raises(Refused):
        game.act(S1, "chant")


@rule("CD-EX-50", "CD-13.9", "CD-19.1", "CD-13.3")
def test_a_sigil_is_cancelled(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Portents", S3="Revocation")
    resolving(game, S2).respond(S1, "portents").answer(S3, "revocation:cancel").resolve()
    assert not game.events("portents")
    assert sorted(game.table.removed.cards) == ["portents", "revocation"]


@rule("CD-EX-51", "CD-19.2", "CD-19.3", "CD-7.5", "CD-Q-65")
def test_revocation_re_rolls_also_what_a_wraith_has_given(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Revocation").wraith(S4=("Drowned Choir", "Bl Pa An"))
    game.turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S0, S0], Bl=S2).respond(S4, "Drowned Choir", "Bl")
    game.answer(S2, {"d6": S2}).respond(S1, "revocation")
    assert game.question.ask.count == 6  # type: ignore[attr-defined]
    game.chance(["DD", "Bl", "Bl", "Bl", "Bl", "Dg"]).go(until="Commit")
    assert game.asked == S2
    assert list(game.question.ask.places) == ["d1", "d2", "d3", "d4", "d5", "d6"]  # type: ignore[attr-defined]
    game.answer(S2, {"d1": S3, "d2": S2, "d3": S2, "d4": S2, "d5": S2, "d6": S3}).resolve()
    assert (game.life(S0), game.life(S2), game.life(S3)) == (10, 14, 7)


@rule("CD-EX-51", "CD-Q-65", "CD-15.17")
def test_revocation_is_refused_on_a_wraiths_dice(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Revocation", S3="Drowned Pacts").wraith(S4="Undertow")
    game.turn(S4).rolls("Dg Bl").go(until="ResponsePhase")
    assert game.offers(S3) == ["drowned-pacts", "pass"]
    assert game.refused(S1, "revocation")


@rule("CD-EX-52", "CD-19.5", "CD-19.7", "CD-19.9", "CD-19.11", "CD-19.13", "CD-19.14", "CD-5.10")
def test_portents_of_a_wraith(cult: type[Driver]) -> None:
    game = quiet(cult, S4="Portents").wraith(S4="Undertow").board(1, "Sirens", Co=3).board(2, "Ancient Chant", An=3)
    resolving(game, S2, "Co Co Dg Dg Dg", Dg=S0, Co=B1).chance(["Pa", "Co", "Dg"], ["Bl", "An"])
    upto(game.respond(S4, "portents"), "Portents").answer(S4, "Pa").answer(S4, f"An>{B2}")
    assert game.waiting == "PortentReceiver"
    assert game.offers(S4) == ["S0", "S1", "S2", "S3"]  # living players only
    game.answer(S4, S3)
    assert game.track(2, "An") == 2
    assert game.coins_of(S3) == ("chant",)
    upto(game, "Portents").answer(S4, "Co")
    assert game.life(S4) == 0
    upto(game, "Portents").answer(S4, "Dg").answer(S4, S1)
    upto(game, "Portents").answer(S4, "Bl").answer(S4, S3).resolve()
    assert (game.life(S1), game.life(S3)) == (8, 12)
    for dice in (3, 2):  # one die more, in the next Roll phase only
        game.turn(S4)
        assert game.question.ask.count == dice  # type: ignore[attr-defined]
        game.rolls(" ".join(["Bl"] * dice)).resolve()
