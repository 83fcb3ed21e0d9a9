"""CD-13: using Sigils: once, at once, announced, revocable; by the dead too; and when."""

from __future__ import annotations

import pytest

from eschaton.games.cult.abilities import ABILITIES
from eschaton.ledger import rule
from tests.cult.driver import B1, BASE, S0, S1, S2, S3, S4, Driver


def quiet(cult: type[Driver], **sigils: str) -> Driver:
    """A table at which nobody but the holders of Sigils can act outside their turn."""
    return (
        cult(players=5)
        .characters(S0="Alchemist", S1="Bloodletter", S2="Bloodletter II", S3="Merchant")
        .sigils(**sigils)
    )


def resolving(game: Driver, seat: int = S2, faces: str = "DD Bl Bl Bl Bl", **commits: object) -> Driver:
    """The Resolve phase of a player's turn."""
    return game.turn(seat).rolls(faces).commits(**commits).go(until="ResolvePhase")


@rule("CD-13.1", "CD-13.3", "CD-13.5")
def test_a_sigil_is_used_once_shown_and_out_of_the_game(cult: type[Driver]) -> None:
    game = resolving(quiet(cult, S1="Salt Ward"))
    assert game.seen(S0)["players"][S1]["sigil"]["cards"] == [None]
    game.respond(S1, "salt-ward", S0)
    assert game.player(S1).sigil.cards == ()
    assert game.seen(S0)["removed"]["cards"] == ["salt-ward"]
    assert "salt-ward" not in game.table.sigils
    assert "salt-ward" not in game.offers(S1)
    game.resolve()
    game.turn(S3).rolls("Bl Bl Bl Bl Bl").resolve()
    assert len(game.events("sigil used")) == 1


@rule("CD-13.2")
def test_a_sigil_takes_effect_at_once(cult: type[Driver]) -> None:
    game = resolving(quiet(cult, S1="Turning Tide"), faces="Dg DD Dg Bl Bl", Dg=[S0, S3], DD=S0)
    game.respond(S1, "turning-tide", ["Dg@S0", "DD@S0"])
    assert game.on(S0) == ["Bl", "Bl"]


@rule("CD-13.4")
def test_using_a_sigil_is_never_forced(cult: type[Driver]) -> None:
    game = resolving(quiet(cult, S1="Salt Ward"))
    assert game.question.of(game.table, S1).default() == "pass"
    game.resolve()
    assert game.player(S1).sigil.cards == ("salt-ward",)


@rule("CD-13.6", "CD-7.10", "CD-Q-80")
def test_a_die_turned_in_the_resolve_phase_stays_where_it_is(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Turning Tide").board(1, "Sirens", Co=3)
    resolving(game, faces="Co Dg Dg Bl Bl", Co=B1, Dg=[S0, S3])
    game.respond(S1, "turning-tide", ["Co", "Dg@S0"])
    assert game.waiting == "ResolvePhase", "nobody is asked to re-commit"
    assert game.on(B1) == ["Bl"]
    game.resolve()
    assert game.life(S0) == 11
    assert game.track(1, "Co") == 3, "on the ritual it does nothing"
    assert game.coins_of(S2) == ()


@rule("CD-Q-80")
def test_a_dagger_turned_onto_its_owner_would_hurt_them(cult: type[Driver]) -> None:
    game = resolving(quiet(cult, S1="Salt Ward"), faces="Bl Bl Bl Bl DD", DD=S0)
    game.table.dice[0].face = "DD"  # as a Sigil might
    game.resolve()
    assert game.life(S2) == 10 - 2 + 3


@rule("CD-13.7", "CD-14.8", "CD-24.5", "CD-14.9")
def test_the_dead_keep_their_sigil_and_coins_and_use_them(cult: type[Driver]) -> None:
    game = quiet(cult, S3="Salt Ward").coins(S3="siren").with_life(S3=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S3).resolve()
    assert game.dead(S3)
    assert game.player(S3).sigil.cards == ("salt-ward",)
    assert game.coins_of(S3) == ("siren",)
    resolving(game, S4, DD=S0).respond(S3, "salt-ward", S0)
    assert game.player(S3).sigil.cards == ()


@rule("CD-13.8", "CD-15.15", "CD-15.13")
@pytest.mark.parametrize("who", [S1, S4])
def test_sigils_are_used_in_a_wraiths_resolve_phase_by_others_and_by_the_wraith(cult: type[Driver], who: int) -> None:
    game = quiet(cult, **{f"S{who}": "Portents"}).wraith(S4="Undertow")
    game.turn(S4).rolls("Bl Bl").go(until="ResolvePhase")
    assert game.offers(who) == ["portents", "pass"]
    game.chance(["An", "An", "An"]).respond(who, "portents").resolve()
    assert game.table.removed.cards == ("portents",)


@rule("CD-13.8")
def test_sigils_of_a_living_players_phase_are_not_for_a_wraiths(cult: type[Driver]) -> None:
    game = quiet(cult, S0="Ebb", S1="Turning Tide", S2="Stillness", S3="Revocation").wraith(S4="Undertow")
    game.turn(S4).rolls("Bl Bl").resolve()
    assert not game.events("sigil used")
    assert game.table.active == S0, "nobody was ever asked"


@rule("CD-13.9", "CD-19.1", "CD-Q-23", "CD-Q-22")
def test_a_revoked_sigil_is_used_up_without_effect_before_anything_is_chosen_or_paid(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Open Vein", S3="Revocation")
    resolving(game, faces="Co Co Co Co Co").respond(S2, "open-vein")
    assert game.waiting == "Window"
    assert game.table.stack[-1].seats == [S3, S4, S0, S1], "all others, clockwise from its user"
    assert game.offers(S3) == ["revocation:cancel", "pass"]
    game.answer(S3, "revocation:cancel")
    assert game.waiting != "OpenVein"
    assert game.life(S2) == 10
    assert sorted(game.table.removed.cards) == ["open-vein", "revocation"]


@rule("CD-Q-22")
def test_a_sigil_that_is_not_revoked_takes_effect(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Open Vein", S3="Revocation").with_life(S2=5)
    resolving(game, faces="Co Co Co Co Co").respond(S2, "open-vein").answer(S3, "pass")
    assert game.waiting == "OpenVein"
    assert game.player(S3).sigil.cards == ("revocation",)


@rule("CD-Q-22")
def test_a_second_revocation_would_revoke_the_first(cult: type[Driver], monkeypatch: pytest.MonkeyPatch) -> None:
    game = quiet(cult, S2="Salt Ward", S3="Revocation")
    game.player(S4).sigil.put("revocation", 1 << S4)  # as if there were a copy, and everybody knew
    hidden_in = ABILITIES.hidden_in
    monkeypatch.setattr(ABILITIES, "hidden_in", lambda timing, gone: hidden_in(timing, ()))
    resolving(game).respond(S2, "salt-ward").answer(S3, "revocation:cancel")
    assert game.offers(S4) == ["revocation:cancel", "pass"]
    game.answer(S4, "revocation:cancel")
    assert game.waiting == "SaltWard", "so the first Sigil takes effect"


@rule("CD-Q-22")
def test_a_sigil_is_revoked_once(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Salt Ward", S3="Revocation")
    resolving(game).respond(S2, "salt-ward").answer(S3, "revocation:cancel")
    assert game.waiting != "SaltWard"
    assert game.waiting == "ResolvePhase", "nobody is asked about it any more"


@rule("CD-Q-22")
def test_once_revocation_is_gone_nobody_is_waited_for(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Salt Ward", S3="Stillness")
    game.table.removed.put("revocation", -1)
    game.table.sigils.take(game.table.sigils.cards.index("revocation"))
    resolving(game).respond(S2, "salt-ward")
    assert game.waiting == "SaltWard"


@rule("CD-Q-21")
def test_any_time_is_between_two_steps_never_in_the_middle_of_an_effect(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Tithe", S4="Salt Ward").coins(S0="siren")
    game.turn(S2).rolls("DD Bl Bl Bl Bl")
    assert "tithe" in game.table.free(S1), "between rolls"
    game.go(until="CommitPhase")
    assert "tithe" in game.table.free(S1), "before the dice are committed"
    game.commits(DD=S0)
    assert game.waiting == "Window"
    assert "tithe" in game.table.free(S1), "among responses"
    game.go(until="ResolvePhase").respond(S4, "salt-ward")
    assert game.waiting == "SaltWard"
    assert game.table.free(S1) == {}, "but not while a Sigil takes effect"
    game.answer(S4, S0)
    assert "tithe" in game.table.free(S1), "between dice"


@rule("CD-Q-21")
def test_an_announced_sigil_and_a_re_commit_are_in_the_middle_of_an_effect(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Tithe", S2="Salt Ward", S3="Revocation").coins(S0="siren")
    resolving(game).respond(S2, "salt-ward")
    assert game.offers(S3) == ["revocation:cancel", "pass"]
    assert game.table.free(S1) == {}
    game = quiet(cult, S1="Tithe").characters(S4="Guardian II").coins(S0="siren")
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S0).respond(S4, "Guardian II", "DD")
    assert game.waiting == "Commit"
    assert game.table.free(S1) == {}


@rule("CD-Q-21")
def test_any_time_is_also_on_a_wraiths_turn_with_a_last_call(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Tithe").coins(S0="chant").wraith(S4="Undertow").turn(S4).rolls("Bl Bl")
    assert "tithe" in game.table.free(S1)
    game.go(until="ResponsePhase")
    assert game.offers(S1) == ["tithe", "pass"]
    game.respond(S1, "tithe", S0, "chant")
    assert game.coins_of(S1) == ("chant",)


@rule("CD-Q-21")
def test_nothing_may_be_done_unasked_before_the_first_turn(cult: type[Driver]) -> None:
    game = cult.dealt(5, roles=["high-priest"], characters=["Faceless II", "Merchant"], sigils=["Tithe"])
    assert game.waiting == "MarkPlayer"
    assert game.table.free(S0) == {}


@rule("CD-1.8")
def test_there_are_fourteen_sigils_each_with_a_power() -> None:
    assert len(BASE.sigils) == 14
    assert set(BASE.sigils) <= ABILITIES.by_card.keys()
