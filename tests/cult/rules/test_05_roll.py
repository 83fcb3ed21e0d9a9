"""Section 5: the Roll phase."""

from __future__ import annotations

import pytest

from eschaton.games.cult.rules.roll import NEXT_ROLL
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.cult.driver import S0, S1, S2, S3, S4, Driver


def dice_rolled(game: Driver) -> int:
    """How many dice the open question rolls."""
    ask = game.question.ask
    assert game.waiting == "RollPhase"
    return int(ask.count)  # type: ignore[attr-defined]


@rule("CD-5.1", "CD-5.13")
def test_a_living_player_rolls_five_dice_a_wraith_its_own(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S3="Undertow").turn(S2)
    assert dice_rolled(game) == 5
    assert game.question.ask.purpose == "cultist dice"  # type: ignore[attr-defined]
    game.turn(S3)
    assert dice_rolled(game) == 2
    assert game.question.ask.purpose == "wraith dice"  # type: ignore[attr-defined]


@rule("CD-5.3", "CD-5.4", "CD-5.5")
def test_at_most_two_re_rolls_of_any_dice(cult: type[Driver]) -> None:
    game = cult(players=5).turn(S2).rolls("Dg DD Bl Pa An")
    assert game.offers(S2) == ["d1", "d2", "d3", "d4", "d5"]
    game.rerolls("1", "Co")
    assert game.offers(S2) == ["d1", "d2", "d3", "d4", "d5"]  # also the one just rolled, and the ones kept
    game.rerolls("1 2 3 4 5", "Bl Bl Bl Bl Bl")
    assert game.faces() == "Bl Bl Bl Bl Bl"
    assert game.waiting == "Commit"


@rule("CD-5.3")
def test_none_need_be_re_rolled(cult: type[Driver]) -> None:
    game = cult(players=5).turn(S2).rolls("Dg DD Bl Pa An").answer(S2, [])
    assert game.faces() == "Dg DD Bl Pa An"
    assert game.waiting == "Commit"


@rule("CD-5.6")
def test_only_the_active_player_decides_what_is_re_rolled(cult: type[Driver]) -> None:
    game = cult(players=5).turn(S2).rolls("Dg DD Bl Pa An")
    assert game.asked == S2
    for seat in (S0, S1, S3, S4):
        assert game.refused(seat, ["d1"])


@rule("CD-5.2", "CD-5.7", "CD-18.45")
def test_the_marked_player_rolls_one_die_more(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Faceless II").marks(S3)
    assert dice_rolled(game.turn(S3)) == 6
    assert dice_rolled(game.turn(S2)) == 5


@rule("CD-5.2", "CD-5.8")
def test_the_keeper_of_sea_hydra_rolls_two_more(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S3="Sea Hydra")
    assert dice_rolled(game.turn(S3)) == 7
    assert dice_rolled(game.turn(S2)) == 5


@rule("CD-5.9")
def test_a_kraken_re_roll_takes_a_die_from_this_roll_phase_only(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=1).board(1, "Kraken")
    game.turn(S2).chance([3], [2], [0]).plan(S2, "k1", "k1")
    game.advance(game.at_roll)
    assert dice_rolled(game) == 3
    game.rolls("Bl Bl Bl").resolve()
    game.turn(S2).chance([0]).advance(game.at_roll)
    assert dice_rolled(game) == 5


@rule("CD-5.10")
def test_a_die_for_the_next_roll_phase_is_for_exactly_one(cult: type[Driver]) -> None:
    game = cult(players=5)
    for _ in range(2):
        game.table.last(Lasting("dice", "add", 1, on=S2, source=NEXT_ROLL))
    assert dice_rolled(game.turn(S3)) == 5
    assert dice_rolled(game.turn(S2)) == 7
    game.rolls("Bl Bl Bl Bl Bl Bl Bl").resolve()
    assert dice_rolled(game.turn(S2)) == 5


@rule("CD-5.11", "CD-10.5")
def test_the_number_of_dice_cannot_go_below_zero(cult: type[Driver]) -> None:
    game = cult(players=5).watched().turn(S3)
    game.table.last(Lasting("dice", "add", -9, on=S2, source=NEXT_ROLL))
    assert dice_rolled(game.turn(S2)) == 0
    game.rolls("")
    assert game.waiting != "RollPhase"  # nothing to re-roll


@rule("CD-5.12", "CD-17.7")
def test_the_keeper_of_the_kraken_gives_a_die_when_their_roll_phase_begins(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S2="Kraken").wraith(S4="Undertow").turn(S2)
    assert game.waiting == "KeeperGivesKraken"
    assert game.offers(S2) == ["S0", "S1", "S2", "S3"]
    game.answer(S2, S3)
    assert game.player(S3).kraken == 1
    assert dice_rolled(game) == 5


@rule("CD-5.2", "CD-18.1", "CD-18.2")
def test_bloodletter_pays_for_one_more_re_roll(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Bloodletter").turn(S2)
    game.rolls("Dg DD Bl Pa An").rerolls("1", "DD").rerolls("1", "DD")
    game.respond(S2, "Bloodletter").rerolls("1", "Bl")
    assert game.faces() == "Bl DD Bl Pa An"
    assert game.life(S2) == 9
    assert game.waiting == "Commit"  # once in the Roll phase


@rule("CD-18.1")
@pytest.mark.parametrize("why", ["stopped early", "at zero", "somebody else's turn"])
def test_bloodletter_is_not_asked_in_vain(cult: type[Driver], why: str) -> None:
    game = cult(players=5).characters(S2="Bloodletter").turn(S3 if why == "somebody else's turn" else S2)
    game.rolls("Dg DD Bl Pa An")
    if why == "stopped early":
        game.answer(S2, [])
    else:
        game.with_life(S2=0 if why == "at zero" else 9).rerolls("1", "DD").rerolls("1", "DD")
    assert game.waiting == "Commit"
