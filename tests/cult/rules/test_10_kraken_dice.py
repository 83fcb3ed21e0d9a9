"""CD-10: Kraken dice."""

from __future__ import annotations

import pytest

from eschaton.games.cult.box.components import KRAKEN_DICE, KRAKEN_DIE
from eschaton.games.cult.rules.kraken import give_kraken_die, supply
from eschaton.kernel.errors import Refused
from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S2, S3, S4, Driver


@rule("CD-10.1", "CD-Q-33")
def test_there_are_seven_kraken_dice(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S0=2, S1=2, S2=2)
    assert KRAKEN_DICE == 7
    assert supply(game.table) == 1
    game.with_life(S3=12, S4=12)
    give_kraken_die(game.table, "CD-17.2")  # S3 and S4 are tied for one die: the first from the High Priest gets it
    assert (game.player(S3).kraken, game.player(S4).kraken) == (1, 0)
    give_kraken_die(game.table, "CD-17.2")
    assert sum(player.kraken for player in game.table.players) == 7


@rule("CD-10.2", "CD-4.3")
def test_all_dice_are_rolled_before_the_roll_phase_and_their_total_is_lost(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=3)
    game.turn(S2).chance([3, 0, 2]).rolls("Bl Bl Bl Bl Bl")
    assert game.life(S2) == 5
    assert [event.key for event in game.log if event.key in ("lost", "rolled")] == ["lost", "rolled"]


@rule("CD-10.2")
def test_kraken_dice_of_others_are_not_rolled(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S3=2)
    game.turn(S2).rolls("Bl Bl Bl Bl Bl")
    assert not game.events("kraken rolled")


@rule("CD-10.3", "CD-10.4", "CD-Q-35")
def test_dice_are_rolled_again_one_at_a_time_and_the_last_result_counts(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=2).turn(S2).chance([3, 1])
    game.go(until="KrakenResult")
    assert game.asked == S2
    assert game.offers(S2) == ["accept", "k1", "k2"]
    game.chance([1], [0], [2]).answer(S2, "k1")
    game.plan(S2, "k2", "k2").rolls("Bl Bl")
    assert game.life(S2) == 7  # the last, though it is worse
    assert [event["faces"] for event in game.events("kraken rolled")] == [[3, 1]]
    assert [(event["old"], event["new"]) for event in game.events("kraken re-rolled")] == [(3, 1), (1, 0), (0, 2)]


@rule("CD-10.2", "CD-10.3")
def test_who_has_rolled_nothing_to_lose_is_not_asked_to_roll_again(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=2).turn(S2).chance([0, 0]).go(until="RollPhase")
    assert (game.life(S2), game.question.ask.count) == (10, 5)


@rule("CD-10.5", "CD-Q-35", "CD-5.7", "CD-5.8")
@pytest.mark.parametrize("more", [0, 2, 3])
def test_the_limit_is_the_number_of_dice_after_all_else(cult: type[Driver], more: int) -> None:
    game = cult(players=5).kraken(S2=1)
    if more:
        game.keeper(S2="Sea Hydra")
    if more == 3:
        game.marks(S2)
    game.turn(S2).chance([1], *[[1]] * 9).plan(S2, *["k1"] * 9).rolls("")
    assert 9 - len(game.plans[S2]) == 5 + more


@rule("CD-10.6", "CD-10.7")
def test_the_price_is_paid_once_and_the_dice_stay(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=1)
    game.turn(S2).chance([3], [0]).plan(S2, "k1").rolls("Co Co Co Co").resolve()
    game.turn(S2).chance([1]).rolls("Co Co Co Co Co")
    assert game.life(S2) == 9
    assert game.player(S2).kraken == 1


@rule("CD-10.8", "CD-Q-31")
def test_the_dice_stay_when_the_kraken_gets_a_keeper(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=1, S3=2).board(1, "Kraken", An=0, Co=1).deck("Sirens")
    game.turn(S1).rolls("Co Dg Dg Dg Dg").commits(Co=B1).resolve()
    assert game.keeper_of("Kraken") == S1
    assert (game.player(S2).kraken, game.player(S3).kraken) == (1, 2)
    game.turn(S0)
    assert not game.events("kraken die")  # a kept Kraken gives out nothing by itself


@rule("CD-10.9", "CD-17.12")
def test_with_the_kraken_go_all_its_dice(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=1, S3=2, S0=1).keeper(S4="Kraken").with_life(S4=1)
    game.board(1, "Ancient Shadow")
    game.turn(S0).chance([0]).rolls("Co Co Co Co Co").resolve()
    assert game.dead(S4)
    assert "kraken" in game.table.discard
    assert supply(game.table) == 7


@rule("CD-10.10", "CD-17.11")
def test_wraiths_neither_keep_nor_gain_kraken_dice(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S4="Undertow").with_life(S0=8, S1=8, S2=1, S3=9).kraken(S2=2).board(1, "Kraken")
    game.turn(S1).rolls("Dg Co Co Co Co").commits(Dg=S2).resolve()
    assert game.player(S2).kraken == 0
    game.turn(S0)
    assert [event["who"] for event in game.events("kraken die")] == [S3]
    game.keeper(S1="Sea Hydra")
    game.turn(S1).rolls("Co Co Co Co Co Co Co")
    assert game.player(S4).kraken == 0


@rule("CD-10.11", "CD-4.5")
def test_a_kraken_loss_is_announced_as_a_loss_by_a_ritual_in_the_turn(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=1).keeper(S3="Kraken")
    game.turn(S2).chance([3])
    game.advance(lambda question: "kraken" in game.offers(S3))
    step = game.table.stack[-1]
    assert (step.timing, game.table.active) == ("ritual loss", S2)
    assert game.table.find(step.about).amounts == {S2: 3}


@rule("CD-17.6", "CD-Q-36a")
def test_the_keeper_takes_off_any_die_at_any_decision(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S3="Kraken").kraken(S1=2, S2=1, S3=1, S4=1)
    game.turn(S4).chance([0]).rolls("Bl Bl Bl Bl Bl")
    assert game.waiting == "RollPhase"
    game.act(S3, "kraken")
    assert game.asked == S3
    assert game.offers(S3) == ["S1", "S2", "S3", "S4"]  # also off oneself and the active player
    game.answer(S3, S4).act(S3, "kraken").answer(S3, S3).act(S3, "kraken")
    assert game.offers(S3) == ["S1", "S2"]
    game.answer(S3, S1)
    assert (game.player(S1).kraken, game.player(S2).kraken) == (1, 1)
    assert game.waiting == "RollPhase"  # and the question goes on where it was
    game.act(S3, "kraken").answer(S3, S1).act(S3, "kraken").answer(S3, S2)
    assert supply(game.table) == 7
    with pytest.raises(Refused):
        game.act(S3, "kraken")
    game = cult(players=5).keeper(S3="Kraken").kraken(S1=2)
    game.turn(S4).rolls("Bl Bl Bl Bl Bl")
    with pytest.raises(Refused):
        game.act(S2, "kraken")


@rule("CD-17.6", "CD-Q-36a")
def test_the_keeper_takes_off_a_die_that_was_rolled_but_not_lost_to(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S3="Kraken").kraken(S2=2)
    game.turn(S2).chance([3, 2]).go(until="KrakenResult")
    game.act(S3, "kraken")
    assert game.offers(S3) == ["k1", "k2"]
    game.answer(S3, "k1")
    assert game.offers(S2) == ["accept", "k1"]
    game.rolls("Bl Bl Bl Bl Bl")
    assert game.life(S2) == 8
    assert game.player(S2).kraken == 1


@rule("CD-17.6", "CD-Q-36a")
@pytest.mark.parametrize(("taken", "life"), [(["k1"], 8), (["k2"], 7), (["k1", "k1"], 10)])
def test_the_keeper_is_asked_before_the_loss_is_taken(cult: type[Driver], taken: list[str], life: int) -> None:
    game = cult(players=5).keeper(S3="Kraken").kraken(S2=2)
    game.turn(S2).chance([3, 2])
    for die in taken:
        game.respond(S3, "kraken", die)
    game.rolls("Bl Bl Bl Bl Bl")
    assert game.life(S2) == life
    assert game.player(S2).kraken == 2 - len(taken)


@rule("CD-Q-36a")
def test_who_is_rid_of_all_kraken_dice_loses_nothing_and_rolls_none_again(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S3="Kraken").kraken(S2=1)
    game.turn(S2).chance([3]).go(until="KrakenResult")
    game.act(S3, "kraken").answer(S3, "k1").rolls("Bl Bl Bl Bl Bl")
    assert game.life(S2) == 10
    assert len(game.events("kraken rolled")) == 1


@rule("CD-Q-36a", "CD-Q-34", "CD-10.2")
def test_who_is_rid_of_their_last_kraken_die_before_it_is_rolled_rolls_none(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S4="Kraken").kraken(S2=1).characters(S2="Faceless II").turn(S2)
    assert game.waiting == "MarkPlayer"
    game.act(S4, "kraken").answer(S4, S2).answer(S2, S1).rolls("Bl Bl Bl Bl Bl")
    assert game.life(S2) == 10
    assert not game.events("kraken rolled")


@rule("CD-Q-14")
@pytest.mark.parametrize(("keeper", "killer"), [(S3, S3), (S2, None), (None, None)])
def test_the_killer_by_kraken_dice_is_the_keeper(cult: type[Driver], keeper: int | None, killer: int | None) -> None:
    game = cult(players=5).kraken(S2=1).with_life(S2=2)
    if keeper is not None:
        game.keeper(**{f"S{keeper}": "Kraken"})
    game.turn(S2).chance([3]).plan(S2, "Drowned Choir").rolls("Bl Bl Bl")
    assert game.dead(S2)
    assert game.killer_of(S2) == killer


def test_the_faces_of_a_kraken_die() -> None:
    assert sorted(KRAKEN_DIE) == [0, 1, 1, 2, 2, 3]


@rule("CD-Q-76", "CD-Q-14", "CD-9.19", "CD-Q-36")
def test_the_point_that_kills_is_assassin_iis_and_not_the_krakens_keepers(cult: type[Driver]) -> None:
    game = cult(players=6).characters(S4="Assassin II").keeper(S1="Kraken", S2="Lamia").kraken(S2=1).with_life(S2=3)
    game.plan(S4, "assassin-2:deepen").plan(S2, "lantern-shade").turn(S2).chance([2]).go(until="RollPhase")
    assert (game.killer_of(S2), game.keeper_of("Lamia")) == (S4, S4)
    assert game.question.ask.count == 3, "the turn goes on with the Wraith's dice"


@rule("CD-10.5", "CD-5.7", "CD-5.8", "CD-5.2")
def test_more_dice_fewer_dice_and_the_ebb_add_up(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S2="Sea Hydra").characters(S1="Faceless II").marks(S2).kraken(S2=2).sigils(S4="Ebb")
    game.turn(S2).chance([3, 3], [2], [1]).plan(S2, "k1", "k2", "accept").respond(S4, "ebb").go(until="RollPhase")
    assert game.life(S2) == 7
    assert game.question.ask.count == 5 + 2 + 1 - 2 - 2
