"""CD-19: what each Sigil does: the two of the source, and our own twelve."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, B2, S0, S1, S2, S3, S4, Driver
from tests.cult.rules.test_07_response import responding
from tests.cult.rules.test_13_sigils import quiet, resolving


def reading(cult: type[Driver], *rolls: str, user: str = "S1") -> Driver:
    """S1 has read the portents in S2's Resolve phase; the dice lie there."""
    game = quiet(cult, **{user: "Portents"}).board(1, "Sirens", Co=3).board(2, "Ancient Chant", Pa=1, An=1)
    resolving(game, faces="Bl Bl Bl Bl Bl").chance(*(roll.split() for roll in rolls))
    return game.respond(int(user[1]), "portents")


def upto(game: Driver, step: str) -> Driver:
    """On until this step asks a player."""
    game.advance(lambda question: type(question.step).__name__ == step and question.ask.seat >= 0)
    return game


# Revocation


@rule("CD-19.2", "CD-19.3", "CD-Q-65")
def test_revocation_re_rolls_every_die_and_each_may_be_re_committed(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Revocation").board(1, "Sirens", Co=3)
    responding(game, faces="Dg Dg Co Bl Bl", Dg=[S0, S0], Co=B1).respond(S1, "revocation")
    assert game.question.ask.count == 5
    game.chance(["Dg", "Bl", "Co", "Co", "DD"]).go(until="Commit")
    assert sorted(game.question.ask.places) == ["d1", "d2", "d3", "d4", "d5"]
    game.answer(S2, {"d1": S4, "d2": S2, "d3": B1, "d4": B1, "d5": S1})
    assert game.on(B1) == ["Co", "Co"]
    assert (game.on(S4), game.on(S1)) == (["Dg"], ["DD"])


@rule("CD-Q-65", "CD-Q-18")
def test_revocation_can_be_followed_by_responses_and_used_on_oneself(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Revocation").characters(S1="Tidecaller")
    responding(game).respond(S2, "revocation").chance(["DD"] * 5, ["Bl"]).go(until="Commit")
    game.answer(S2, {f"d{number}": S0 for number in range(1, 6)})
    game.respond(S1, "Tidecaller", "DD").go(until="Commit").answer(S2, {"Bl": S2})
    assert sorted(game.faces().split()) == ["Bl", "DD", "DD", "DD", "DD"]


# Portents


@rule("CD-19.4")
def test_portents_rolls_three_dice_carried_out_one_after_the_other(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Portents")
    resolving(game).respond(S1, "portents")
    assert game.question.ask.count == 3
    upto(game.chance(["Bl", "Dg", "An"]), "Portents")
    assert game.offers(S1) == ["Bl", "Dg", "An"], "in any order"
    game.answer(S1, "Dg").answer(S1, S3)
    assert game.offers(S1) == ["Bl", "An"]
    game.answer(S1, "Bl")
    assert game.waiting == "Boon"


@rule("CD-19.5", "CD-Q-66", "CD-9.22")
def test_portents_dagger_takes_2_from_any_living_player_and_the_user_is_the_killer(cult: type[Driver]) -> None:
    game = reading(cult, "Dg Dg An").wraith(S4="Undertow").with_life(S3=2)
    upto(game, "Portents").answer(S1, "Dg")
    assert game.waiting == "Doom"
    assert sorted(game.offers(S1)) == ["S0", "S1", "S2", "S3"]
    game.answer(S1, S3)
    assert game.life(S3) == 0
    game.plan(S1, "Dg", S1).resolve()
    assert game.life(S1) == 8
    assert game.killer_of(S3) == S1


@rule("CD-19.6")
def test_portents_double_dagger_takes_2_from_all(cult: type[Driver]) -> None:
    game = reading(cult, "DD An An").plan(S1, "DD").resolve()
    assert [game.life(seat) for seat in range(5)] == [8, 8, 13, 8, 8], "S2 had five blood"


@rule("CD-19.7", "CD-Q-66")
def test_portents_blood_gives_2(cult: type[Driver]) -> None:
    game = reading(cult, "Bl An An").plan(S1, "Bl", S3).resolve()
    assert game.life(S3) == 12


@rule("CD-19.8", "CD-19.11", "CD-Q-66")
def test_portents_parchment_puts_a_die_on_a_ritual_and_the_user_chooses_who_gains(cult: type[Driver]) -> None:
    game = reading(cult, "Pa An An").plan(S1, "Pa")
    upto(game, "PortentDice").answer(S1, "one")
    assert game.offers(S1) == [f"Co>{B1}", f"Pa>{B2}", f"An>{B2}"]
    game.answer(S1, f"Co>{B1}")
    assert game.waiting == "PortentReceiver"
    game.answer(S1, S3)
    assert game.coins_of(S3) == ("siren",)
    assert game.track(1, "Co") == 2
    assert game.life(S1) == 10


@rule("CD-19.8", "CD-19.12", "CD-Q-67")
def test_portents_parchment_puts_two_dice_for_1_life_and_the_user_chooses_the_keeper(cult: type[Driver]) -> None:
    game = reading(cult, "Pa An An").plan(S1, "Pa", "two", f"Pa>{B2}", S1, f"An>{B2}", S1).wraith(S4="Undertow")
    upto(game, "PortentKeeper")
    assert game.life(S1) == 9
    assert sorted(game.offers(S1)) == ["S0", "S1", "S2", "S3"], "no Wraith"
    game.answer(S1, S3).resolve()
    assert game.keeper_of("Ancient Chant") == S3
    assert game.coins_of(S1) == ("chant", "chant")


@rule("CD-Q-66")
def test_portents_takes_no_track_at_zero_and_no_marker_of_its_own_rule(cult: type[Driver]) -> None:
    game = (
        quiet(cult, S1="Portents")
        .board(1, "Tribute to Nycen")
        .board(2, "Altar Sacrifice")
        .board(3, "Lamia", Pa=0, An=2)
    )
    resolving(game).chance(["Pa", "Pa", "Pa"]).respond(S1, "portents").plan(S1, "one")
    upto(game, "PortentReceiver")
    assert game.table.stack[-1].board == "board3"
    assert game.table.stack[-1].face == "An"


@rule("CD-19.9", "CD-5.10")
def test_portents_ancient_adds_a_die_to_the_next_roll_phase_only(cult: type[Driver]) -> None:
    game = reading(cult, "An An An", user="S3")
    game.resolve()
    assert game.question.ask.count == 8
    game.rolls("Bl Bl Bl Bl Bl Bl Bl Bl").resolve().turn(S3)
    assert game.question.ask.count == 5


@rule("CD-19.10")
def test_portents_cosmos_rolls_two_more_at_once_for_1_life(cult: type[Driver]) -> None:
    game = reading(cult, "Co An An", "Co An", "An An").plan(S1, "Co", "Co").resolve()
    assert game.life(S1) == 8
    assert len(game.events("portents")) == 3


@rule("CD-Q-12", "CD-19.8")
def test_portents_second_die_is_not_for_who_has_no_life_to_lose(cult: type[Driver]) -> None:
    game = reading(cult, "Pa An An").with_life(S1=0).plan(S1, "Pa")
    upto(game, "PortentDie")
    assert game.life(S1) == 0


@rule("CD-19.13", "CD-19.14")
def test_portents_of_a_wraith_take_no_second_die_and_cost_no_life(cult: type[Driver]) -> None:
    game = quiet(cult, S4="Portents").wraith(S4="Undertow").board(1, "Sirens", Co=3).board(2, "Ancient Shadow", An=3)
    resolving(game).chance(["Pa", "Co", "An"], ["An", "An"]).respond(S4, "portents")
    upto(game, "Portents").answer(S4, "Pa")
    assert game.waiting == "PortentDie", "one die, and nothing to ask about it"
    game.answer(S4, f"An>{B2}").answer(S4, "Co").resolve()
    assert len(game.events("portents")) == 2
    assert game.life(S4) == 0
    assert game.track(2, "An") == 2


# Our own


@rule("CD-13.2", "CD-11.1")
def test_stillness_holds_a_die(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Stillness").characters(S0="Guardian II").coins(S4="siren").board(1, "Sirens", Co=2)
    responding(game, faces="DD Co Co Co Co", DD=S1, Co=[B1] * 4).respond(S1, "stillness")
    game.answer(S1, "DD")
    assert "guardian-2" not in game.offers(S0), "it cannot be changed"
    assert "siren" not in game.offers(S4), "nor moved"
    game.resolve()
    assert game.life(S1) == 8


@rule("CD-13.2")
def test_stillness_needs_a_committed_die(cult: type[Driver]) -> None:
    game = responding(quiet(cult, S1="Stillness").characters(S0="Tidecaller"), faces="Co Co Co Co Co")
    assert game.offers(S0) == ["tidecaller", "pass"]
    assert game.offers(S1) == []


@rule("CD-13.2", "CD-19.2")
def test_a_held_die_is_not_re_rolled_by_revocation(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Stillness", S3="Revocation")
    responding(game, DD=S1).respond(S1, "stillness")
    game.answer(S3, "pass").answer(S1, "DD").respond(S3, "revocation")
    assert game.question.ask.count == 4


@rule("CD-5.2", "CD-13.2")
def test_the_ebb_takes_two_dice_but_leaves_one(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Ebb").turn(S2)
    assert game.offers(S2) == []
    assert game.offers(S1) == ["ebb", "pass"]
    game.answer(S1, "ebb")
    assert game.question.ask.count == 3
    game.rolls("Bl Bl Bl").resolve().turn(S2)
    assert game.question.ask.count == 5, "this turn only"


@rule("CD-5.2")
def test_the_ebb_leaves_at_least_one_die(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Ebb").kraken(S2=1).board(1, "Kraken").chance([3], [3], [3], [3], [0])
    game.plan(S2, "k1", "k1", "k1", "accept").turn(S2).respond(S1, "ebb")
    assert game.question.ask.count == 1


@rule("CD-13.8", "CD-5.2")
def test_the_ebb_is_for_another_living_players_roll_phase(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Ebb").turn(S1)
    assert game.waiting == "RollPhase"
    game = quiet(cult, S1="Ebb").wraith(S4="Undertow").turn(S4)
    assert game.waiting == "RollPhase"


@rule("CD-13.2", "CD-Q-72", "CD-Q-68")
def test_the_open_vein_gives_another_twice_what_is_paid(cult: type[Driver]) -> None:
    game = resolving(quiet(cult, S2="Open Vein"), faces="Co Co Co Co Co").respond(S2, "open-vein")
    assert game.offers(S2) == ["S3", "S4", "S0", "S1"]
    game.answer(S2, S0)
    assert (game.question.ask.least, game.question.ask.most) == (1, 3)
    game.answer(S2, 3)
    assert (game.life(S2), game.life(S0)) == (7, 16)
    assert game.table.resolving() is None or S2 not in game.table.resolving().lost


@rule("CD-13.2", "CD-Q-12")
@pytest.mark.parametrize("life", [0, 1])
def test_the_open_vein_is_for_the_own_resolve_phase_and_who_has_life(cult: type[Driver], life: int) -> None:
    game = quiet(cult, S2="Open Vein", S4="Portents")
    resolving(game, S3, faces="Co Co Co Co Co")
    assert game.offers(S2) == []
    game = quiet(cult, S2="Open Vein", S4="Portents")
    game.turn(S2).with_life(S2=life).rolls("Co Co Co Co Co").go(until="ResolvePhase")
    assert ("open-vein" in game.offers(S2)) == (life > 0)


@rule("CD-13.2", "CD-Q-13", "CD-9.22")
def test_mirrored_blades_strike_the_owner_of_the_die(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Mirrored Blades").with_life(S2=2, S1=5)
    resolving(game, faces="DD Co Co Co Co", DD=S1)
    assert game.offers(S1) == ["mirrored-blades", "pass"]
    game.respond(S1, "mirrored-blades").resolve()
    assert game.life(S1) == 3
    assert game.dead(S2)
    assert game.killer_of(S2) == S1


@rule("CD-13.2", "CD-Q-78")
def test_mirrored_blades_return_what_is_really_lost(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Mirrored Blades", S0="Salt Ward")
    resolving(game, faces="DD Co Co Co Co", DD=S1).respond(S0, "salt-ward", S1)
    game.respond(S1, "mirrored-blades").resolve()
    assert (game.life(S1), game.life(S2)) == (9, 9)


@rule("CD-13.2")
def test_mirrored_blades_are_offered_only_before_a_die_that_hurts(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Mirrored Blades")
    game.turn(S2).rolls("Bl Bl Co Co Co").commits(Bl=[S1, S1]).resolve()
    assert game.life(S1) == 12, "and nobody was asked"


@rule("CD-5.2", "CD-13.2")
def test_quickening_rolls_one_more_die_and_gives_one_more_re_roll(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Quickening").turn(S2).rolls("Bl Bl Bl Bl Bl").rerolls("1", "Dg").rerolls("2", "Dg")
    assert game.offers(S2) == ["quickening", "pass"]
    game.chance(["Co"]).respond(S2, "quickening").go(until="RollPhase")
    upto(game, "RollPhase").rerolls("6", "Pa")
    assert game.faces() == "Dg Dg Bl Bl Bl Pa"
    assert not game.table.scope("RollPhase")


@rule("CD-5.2", "CD-Q-21")
def test_quickening_may_come_before_the_re_rolls_and_for_a_wraith(cult: type[Driver]) -> None:
    game = quiet(cult, S4="Quickening").wraith(S4="Undertow").turn(S4).rolls("Bl Bl").act(S4, "quickening")
    game.chance(["Co"])
    upto(game, "RollPhase")
    assert game.dice_of(S4) == "Bl Bl Co"
    game.rerolls("1", "Dg").rerolls("1", "Pa").rerolls("1", "An")
    assert game.dice_of(S4) == "An Bl Co"
    assert game.table.active == S0, "no fourth re-roll"
    assert "quickening" not in quiet(cult, S1="Quickening").turn(S2).rolls("Bl Bl Bl Bl Bl").table.free(S1)


@rule("CD-13.6")
def test_the_turning_tide_turns_up_to_two_dice_that_are_free(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Turning Tide")
    resolving(game, faces="Dg Dg DD Bl Co", Dg=[S0, S0], DD=S3)
    game.table.dice[2].held = True
    game.respond(S1, "turning-tide")
    assert game.offers(S1) == ["d1", "d2"], "no blood, nothing held, nothing uncommitted"
    game.answer(S1, ["d2"]).resolve()
    assert (game.life(S0), game.life(S3)) == (10, 8)


@rule("CD-9.12", "CD-Q-27")
def test_unmaking_discards_a_ritual_reveals_another_and_the_dice_there_are_re_committed(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Unmaking").board(1, "Sirens", Co=3).board(2, "Transmutation", Pa=3, Co=3).deck("Astral Rift")
    game.turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=[B1, B1])
    assert game.offers(S1) == ["unmaking", "pass"]
    game.respond(S1, "unmaking", B1)
    assert game.ritual(1) == "astral-rift"
    assert "sirens" in game.table.discard
    assert game.offers(S2) == ["bloodletter-2", "pass"], "before they are committed (CD-12.2)"
    game.answer(S2, "pass")
    assert game.places_of("Co") == [B1, B2]
    game.answer(S2, {"d1": B1, "d2": B2})
    assert (game.on(B1), game.on(B2)) == (["Co"], ["Co"])


@rule("CD-Q-21", "CD-10.9")
def test_unmaking_before_the_dice_are_committed_and_in_a_wraiths_commit_phase(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Unmaking").board(1, "Kraken").kraken(S0=2).deck("Sirens").turn(S2).rolls("Bl Bl Bl Bl Bl")
    game.go(until="Commit").act(S1, "unmaking").answer(S1, B1)
    assert game.waiting == "Commit"
    assert game.player(S0).kraken == 0
    game = quiet(cult, S1="Unmaking").board(1, "Kraken").deck("Sirens").wraith(S4="Undertow").turn(S4).rolls("Bl Bl")
    game.respond(S1, "unmaking", B1)
    assert game.ritual(1) == "sirens"


@rule("CD-13.2")
def test_the_tithe_takes_up_to_two_coins_from_one_other_player(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Tithe").coins(S0="siren chant chant", S3="siren").turn(S2).rolls("Bl Bl Bl Bl Bl")
    game.act(S1, "tithe")
    assert game.offers(S1) == ["S3", "S0"]
    game.answer(S1, S0)
    offered = {"siren+chant": "1 Siren coin and 1 Chant coin", "chant+chant": "2 Chant coins"}
    offered |= {"siren": "1 Siren coin", "chant": "1 Chant coin"}
    step = game.question.step
    assert {key: step.describe(game.table, key).label for key in game.offers(S1)} == offered
    game.answer(S1, "siren+chant")
    assert game.coins_of(S1) == ("siren", "chant")
    assert game.coins_of(S0) == ("chant",)


@rule("CD-13.2")
def test_the_tithe_takes_no_necromancer_coins_and_is_not_offered_for_nothing(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Tithe").turn(S2)
    game.player(S0).necromancy = 4
    game.player(S1).siren = 1
    assert "tithe" not in game.rolls("Bl Bl Bl Bl Bl").table.free(S1)


@rule("CD-13.2", "CD-Q-78")
def test_the_salt_ward_lets_1_through_from_each_source_until_the_phase_ends(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Salt Ward").board(1, "Ancient Shadow", An=3, shadows=2)
    resolving(game, S0, faces="DD DD Dg Co Co", DD=[S3, S3], Dg=S3).respond(S1, "salt-ward", S3)
    game.resolve()
    assert game.life(S3) == 10 - 3 - 3, "three dice, 1 each; then the Ancient Shadow in full"


@rule("CD-9.2", "CD-13.2")
def test_echoes_gives_an_altar_benefit_twice(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Echoes").board(1, "Sirens", Co=3)
    resolving(game, faces="Co Co Bl Bl Bl", Co=[B1, B1])
    game.order = ["Co"]
    game.respond(S2, "echoes").resolve()
    assert game.coins_of(S2) == ("siren",) * 3
    assert game.track(1, "Co") == 1, "the marker moved only once for it"


@rule("CD-9.2", "CD-17.21")
def test_echoes_of_an_altar_sacrifice(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Echoes").board(1, "Altar Sacrifice").with_life(S4=1).deck("Sirens")
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S4).respond(S2, "echoes")
    game.answer(S2, [S2]).answer(S2, [S2, S1])
    assert (game.life(S2), game.life(S1)) == (20, 15)


@rule("CD-14.2", "CD-13.2")
def test_the_last_breath_saves_its_holder_at_the_death_check(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Last Breath").with_life(S1=1, S3=1)
    resolving(game, faces="Dg Dg Co Co Co", Dg=[S1, S3])
    game.respond(S1, "last-breath")
    assert not game.dead(S1)
    assert game.life(S1) == 1
    assert game.dead(S3), "the other one died"


@rule("CD-13.9")
def test_a_last_breath_may_be_revoked(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Last Breath", S0="Revocation").with_life(S1=1)
    game.turn(S2).rolls("Dg Co Co Co Co").commits(Dg=S1).respond(S1, "last-breath").answer(S0, "revocation:cancel")
    assert game.dead(S1)


@rule("CD-9.8", "CD-13.2")
def test_drowned_pacts_take_a_ritual_from_who_keeps_two(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Drowned Pacts").keeper(S0=["Lamia", "Sea Hydra"], S3="Ancient Chant")
    responding(game).respond(S1, "drowned-pacts")
    assert game.offers(S1) == ["lamia", "sea-hydra"]
    game.answer(S1, "Lamia")
    assert game.keeper_of("Lamia") == S1
    assert game.life(S1) == 10


@rule("CD-13.2")
def test_drowned_pacts_give_3_life_when_nobody_else_keeps_two(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Drowned Pacts").keeper(S1=["Lamia", "Blood Rites"], S3="Ancient Chant")
    responding(game).respond(S1, "drowned-pacts")
    assert game.life(S1) == 13


@rule("CD-9.10", "CD-15.1", "CD-15.4", "CD-13.8")
@pytest.mark.parametrize("kept", [["Lamia"], ["Lamia", "Blood Rites"]])
def test_drowned_pacts_of_a_wraith_are_for_a_living_player_also_in_its_own_turn(
    cult: type[Driver], kept: list[str]
) -> None:
    game = quiet(cult, S4="Drowned Pacts").keeper(S0=kept).wraith(S4="Undertow").turn(S4).rolls("Bl Bl")
    game.respond(S4, "drowned-pacts")
    assert game.offers(S4) == (["S0", "S1", "S2", "S3"] if len(kept) == 1 else ["S1", "S2", "S3"])
    game.answer(S4, S2)
    if len(kept) == 1:
        assert game.life(S2) == 13
    else:
        game.answer(S4, "Lamia")
        assert game.keeper_of("Lamia") == S2


@rule("CD-Q-77", "CD-Q-15", "CD-17.25")
def test_a_wraith_kills_with_portents(cult: type[Driver]) -> None:
    game = (
        quiet(cult, S4="Portents").wraith(S4="Undertow").board(1, "Altar Sacrifice").with_life(S3=2).keeper(S3="Lamia")
    )
    resolving(game, faces="Co Co Co Co Co").chance(["Dg", "An", "An"]).respond(S4, "portents")
    game.plan(S4, "Dg", S3).go(until="AltarSacrifice")
    assert game.asked == S4
    assert game.offers(S4) == ["S0", "S1", "S2"]
    game.answer(S4, [S0])
    assert game.life(S0) == 15
    assert game.keeper_of("Lamia") is None
    assert "lamia" in game.table.discard


@rule("CD-13.2", "CD-Q-13", "CD-17.25", "CD-9.19")
def test_who_mirrors_a_blade_to_death_is_the_killer(cult: type[Driver]) -> None:
    game = quiet(cult, S3="Mirrored Blades").with_life(S2=1, S3=5).keeper(S2="Kraken").symbols(S2="An")
    game.board(1, "Altar Sacrifice").deck("Sirens").plan(S2, "S4").turn(S2)
    game.rolls("DD Pa Pa Pa Pa").commits(DD=S3).plan(S3, "mirrored-blades", ["S3"]).resolve()
    assert (game.killer_of(S2), game.keeper_of("Kraken")) == (S3, S3)
    assert game.life(S3) == 5 - 2 + 5


@rule("CD-9.2", "CD-18.1")
def test_a_benefit_is_echoed_and_the_first_is_passed_on(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Echoes").characters(S2="Tidecaller II").board(1, "Sirens", Co=3)
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S2] * 4)
    game.plan(S2, "echoes", "tidecaller-2", S3).resolve()
    assert (game.coins_of(S2), game.coins_of(S3)) == (("siren",), ("siren",))
    assert game.life(S2) == 10 + 4 + 1


@rule("CD-19.2", "CD-13.2")
def test_a_die_that_is_held_is_not_re_rolled_by_revocation(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Stillness", S3="Revocation").symbols(S2="An")
    game.turn(S2).rolls("DD Bl Bl Bl Bl").commits(DD=S3, Bl=[S2] * 4)
    game.respond(S1, "stillness").answer(S3, "pass").answer(S1, "DD").respond(S3, "revocation")
    assert game.question.ask.count == 4
    game.chance(["Dg", "Dg", "Bl", "Bl"]).go(until="Commit")
    assert "d1" not in game.question.ask.places
    game.answer(S2, {"d2": S4, "d3": S4, "d4": S2, "d5": S2}).resolve()
    assert (game.life(S3), game.life(S4), game.life(S2)) == (8, 8, 12)


@rule("CD-13.2", "CD-11.2")
def test_a_coin_just_taken_may_be_spent_at_once(cult: type[Driver]) -> None:
    game = quiet(cult, S3="Tithe").coins(S1="siren siren siren", S4="chant").symbols(S2="An")
    game.turn(S2).rolls("DD Pa Pa Pa Pa").commits(DD=S3)
    game.respond(S3, "tithe", S1, "siren+siren").respond(S3, "siren", "DD", S2)
    assert "siren" not in game.offers(S3)
    game.resolve()
    assert (game.life(S2), game.coins_of(S3), game.coins_of(S1)) == (8, ("siren",), ("siren",))


@rule("CD-Q-41", "CD-18.23", "CD-13.2")
def test_the_owner_of_a_mirrored_blade_may_still_be_shielded(cult: type[Driver]) -> None:
    game = resolving(quiet(cult, S1="Mirrored Blades").characters(S3="Guardian"), S2, "DD Bl Bl Bl Bl", DD=S1)
    game.respond(S1, "mirrored-blades").respond(S3, "guardian", S2).resolve()
    assert [game.life(seat) for seat in (S1, S2, S3)] == [8, 14, 9]


@rule("CD-Q-41", "CD-13.6")
def test_a_mirrored_blade_turned_into_blood_mirrors_nothing(cult: type[Driver]) -> None:
    game = resolving(quiet(cult, S1="Mirrored Blades", S3="Turning Tide"), S2, "DD Bl Bl Bl Bl", DD=S1)
    game.respond(S1, "mirrored-blades").respond(S3, "turning-tide", ["DD"]).resolve()
    assert [game.life(seat) for seat in (S1, S2)] == [11, 14]


@rule("CD-12.1", "CD-12.2", "CD-6.14", "CD-Q-27")
def test_dice_on_an_unmade_ritual_may_be_changed_before_they_are_committed_anew(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Unmaking").coins(S2="chant chant").board(1, "Sirens").deck("Ancient Shadow")
    game.turn(S2).rolls("Co Co Bl Bl Bl").commits(Co=[B1, B1]).respond(S1, "unmaking", B1)
    game.respond(S2, "chant")
    assert game.had_only(S2, "d1"), "not what lies elsewhere; d2 is alike"
    game.answer(S2, "d1").answer(S2, "An").resolve()
    assert (game.track(1, "An"), game.coins_of(S2)) == (4, ("chant",))


@rule("CD-19.8", "CD-19.13", "CD-17.52", "CD-18.33")
def test_the_life_for_a_second_portent_die_is_lost_not_paid(cult: type[Driver]) -> None:
    game = quiet(cult, S2="Portents").keeper(S2="Lamia").characters(S3="Assassin").board(1, "Ancient Shadow", An=5)
    resolving(game, faces="Bl Bl Bl Bl Bl").chance(["Pa", "An", "An"])
    assert game.offers(S3) == []
    game.respond(S2, "portents").plan(S2, "Pa", "two")
    game.advance(lambda question: bool(game.offers(S3)))
    assert game.life(S2) == 10, "1 lost, and 1 gained by Lamia for it"
    assert "assassin" in game.offers(S3)
    assert game.track(1, "An") == 3


@rule("CD-19.8", "CD-18.25")
def test_who_is_shielded_from_the_loss_puts_no_second_portent_die(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Portents").characters(S1="Guardian").board(1, "Ancient Shadow", An=5)
    resolving(game, faces="Dg Bl Bl Bl Bl", Dg=S3).chance(["Pa", "An", "An"])
    game.respond(S1, "guardian", S1).respond(S1, "portents").plan(S1, "Pa", "two").resolve()
    assert game.life(S1) == 9, "paid for the shield; nothing was lost"
    assert game.track(1, "An") == 4


@rule("CD-Q-27", "CD-6.2", "CD-9.12", "CD-18.1")
def test_a_die_of_an_unmade_ritual_that_fits_nowhere_stays_uncommitted(cult: type[Driver]) -> None:
    game = quiet(cult, S1="Unmaking").characters(S3="Tidecaller").board(1, "Sirens").deck("Ancient Shadow")
    game.turn(S2).rolls("Co Bl Bl Bl Bl").commits(Co=B1).respond(S1, "unmaking", B1).go(until="ResponsePhase")
    assert (game.faces(), game.on("")) == ("Co Bl Bl Bl Bl", ["Co"]), "it is there, and does nothing"
    game.chance(["An"]).respond(S3, "tidecaller", "Co").resolve()
    assert game.track(1, "An") == 4, "with a face that fits it is committed"
