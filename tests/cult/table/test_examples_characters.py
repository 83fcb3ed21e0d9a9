"""The worked examples of Characters and of the Resolve phase (CD-EX-25, 26, 42 to 44, 53, 54, 66)."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import S0, S1, S2, S3, S4, Driver


@rule("CD-EX-25", "CD-18.33", "CD-18.34", "CD-9.24")
def test_the_assassin_kills(cult: type[Driver]) -> None:
    game = cult(players=5).watched().characters(S1="Assassin", S2="Alchemist").with_life(S1=5, S3=3).keeper(S3="Lamia")
    game.board(1, "Altar Sacrifice").deck("Sirens")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S3).plan(S1, "assassin")
    game.advance(lambda question: game.had_only(S1, S3, "Strike"))
    assert (game.life(S1), game.life(S3)) == (4, 0)
    assert not game.dead(S3)
    game.go(until="AltarSacrifice")
    assert game.asked == S1
    game.answer(S1, []).resolve()
    assert game.dead(S3)
    assert game.killer_of(S3) == S1
    assert game.keeper_of("Lamia") == S1


@rule("CD-EX-25", "CD-18.33")
def test_the_assassin_is_refused_while_the_target_has_lost_nothing(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin", S2="Alchemist").with_life(S1=5, S3=3)
    game.turn(S2).rolls("Bl Co Co Co Co").commits(Bl=S3).plan(S1, "assassin").resolve()
    assert game.plans[S1]
    assert game.life(S3) == 4


@rule("CD-EX-26", "CD-14.2", "CD-8.10")
def test_saved_in_the_same_phase(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=2)
    game.turn(S2).rolls("DD Bl Co Co Co").commits(DD=S3, Bl=S3).resolve("DD")
    assert [event["life"] for event in game.events("lost")] == [2]
    assert game.life(S3) == 1
    assert not game.dead(S3)
    assert game.killer_of(S3) is None


@rule("CD-EX-42", "CD-18.8", "CD-18.9")
@pytest.mark.parametrize(("spared", "life"), [(S1, [10, 7, 3, 0]), (S3, [10, 5, 3, 2])])
def test_arcane_explosion(cult: type[Driver], spared: int, life: list[int]) -> None:
    game = cult(players=5).characters(S1="Sorceress").with_life(S0=12, S1=7, S2=5, S3=2).with_dead(S4)
    game.turn(S1).rolls("Co Co Pa Pa Pa").commits(Co=[S1, S1]).plan(S1, spared).resolve()
    assert [game.life(seat) for seat in range(4)] == life
    assert game.dead(S3) == (spared == S1)
    assert game.killer_of(S3) == (S1 if spared == S1 else None)
    assert game.life(S4) == 0


@rule("CD-EX-42", "CD-18.8")
def test_one_cosmos_makes_no_explosion(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress").with_life(S0=12, S1=7, S2=5, S3=2).with_dead(S4)
    game.turn(S1).rolls("Co Pa Pa Pa Pa").commits(Co=S1).resolve()
    assert [game.life(seat) for seat in range(4)] == [12, 7, 5, 2]


@rule("CD-EX-43", "CD-18.11", "CD-18.12", "CD-18.13", "CD-18.14")
def test_sorceress_ii(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress II").with_life(S1=6, S3=2)
    game.turn(S2).rolls("Co Co Pa Pa Pa").commits(Co=[S1, S1]).go(until="ArcaneExplosion")
    assert game.refused(S2, "none")
    game.answer(S2, S2).resolve()
    assert [game.life(seat) for seat in range(5)] == [8, 5, 10, 0, 8]
    assert game.killer_of(S3) == S2


@rule("CD-EX-44", "CD-18.23", "CD-18.25", "CD-Q-41")
def test_guardian_shield(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S0="Alchemist").with_life(S1=6, S3=3)
    game.turn(S2).rolls("Dg DD Co Co Co").commits(Dg=S3, DD=S3).respond(S1, "Guardian", S3)
    assert game.life(S1) == 5
    game.plan(S1, "guardian").resolve("Dg")
    assert [event["life"] for event in game.events("lost")] == [1]
    assert [event["life"] for event in game.events("prevented")] == [1, 1]
    assert game.life(S3) == 2
    assert game.plans[S1]  # a second use in this turn was never offered


@rule("CD-EX-53", "CD-18.3", "CD-18.4", "CD-18.5")
def test_alchemist_ii(cult: type[Driver]) -> None:
    game = cult(players=5).watched().characters(S1="Alchemist II", S2="Guardian").with_life(S1=10, S2=5)
    game.turn(S1).rolls("Pa Pa An Co Co").commits(Pa=[S1, S1], An=S2).resolve()
    assert (game.life(S1), game.life(S2)) == (13, 6)
    game.turn(S3).rolls("Pa Co Co Co Co").commits(Pa=S1).resolve()
    assert game.life(S1) == 15


@rule("CD-EX-54", "CD-18.43", "CD-18.44", "CD-18.45", "CD-18.46", "CD-Q-54")
def test_faceless_ii_borrows_the_guardians_ability(cult: type[Driver]) -> None:
    game = cult(players=5).watched().characters(S1="Faceless II", S3="Guardian", S0="Alchemist")
    game.turn(S1).answer(S1, S3).rolls("Pa Pa Pa Pa Pa").resolve()
    game.turn(S2).rolls("Dg DD Co Co Co").commits(Dg=S0, DD=S4)
    assert "guardian" in game.offers(S1)
    assert "guardian" in game.offers(S3)
    game.respond(S1, "Guardian", S0)
    assert "guardian" not in game.offers(S1)
    game.respond(S3, "Guardian", S4).resolve()
    assert [game.life(seat) for seat in range(5)] == [10, 9, 10, 9, 10]
    assert game.table.active == S3
    assert game.question.ask.count == 6  # type: ignore[attr-defined]
    game.turn(S1)
    assert game.waiting == "MarkPlayer"
    game.answer(S1, S2).rolls("Pa Pa Pa Pa Pa").go(until="ResolvePhase")
    assert "guardian" not in game.offers(S1)


@rule("CD-EX-66", "CD-18.17", "CD-18.18", "CD-18.21", "CD-Q-52")
def test_merchant_ii_trades(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Merchant II").wraith(S4="Undertow").with_life(S1=9)
    game.coins(S1="chant chant siren siren", S4="siren", S2="chant")
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").go(until="Commit")
    game.act(S1, "trade:S4")
    assert game.refused(S1, ["give:life:1", "take:siren:1"])
    game.answer(S1, ["give:chant:1", "take:siren:1"]).answer(S4, "accept")
    game.act(S1, "trade:S2").answer(S1, ["give:life:2", "take:chant:1"]).answer(S2, "accept")
    assert (game.life(S1), game.coins_of(S1)) == (7, ("siren",) * 3 + ("chant",) * 2)
    assert game.coins_of(S4) == ("chant",)
    assert (game.life(S2), game.coins_of(S2)) == (12, ())
    game.commits(Dg=S3, Bl=[S0] * 4).go(until="ResolvePhase")
    assert not any(key.startswith("trade") for key in game.table.free(S1))
