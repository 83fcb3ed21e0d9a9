"""Section 3: turn structure and precedence. Section 4: before the Roll phase."""

from __future__ import annotations

import pytest

from eschaton.games.cult.state import Cult
from eschaton.kernel.machine import Question
from eschaton.kernel.window import Window
from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S2, S3, S4, Driver


@rule("CD-3.1")
def test_roll_commit_response_resolve(cult: type[Driver]) -> None:
    game = cult(players=5).coins(S4="siren").chance(["Dg", "Bl", "Bl", "Bl", "Bl"]).turn(S1)
    seen: list[str] = []

    def look(question: Question) -> bool:
        seen.extend(type(step).__name__ for step in game.table.stack if type(step).__name__.endswith("Phase"))
        return game.turn_over(question)

    game.advance(look)
    assert list(dict.fromkeys(seen)) == ["RollPhase", "CommitPhase", "ResponsePhase", "ResolvePhase"]
    assert seen == [*sorted(seen[:-1], key=list(dict.fromkeys(seen)).index), "RollPhase"]
    assert game.table.active == S2


@rule("CD-3.2", "CD-1.25")
def test_the_left_neighbour_goes_next_living_or_wraith(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S2="Undertow")
    game.turn(S1).rolls("Bl Bl Bl Bl Bl").resolve()
    assert game.table.active == S2
    game.turn(S4).rolls("Bl Bl Bl Bl Bl").resolve()
    assert game.table.active == S0


@rule("CD-3.3")
def test_turns_go_on_until_somebody_has_won(cult: type[Driver]) -> None:
    game = cult(players=5).turn(S0)
    for _ in range(10):
        game.turn_serial = game.table.scope("Turn")
        game.rolls("Bl Bl Bl Bl Bl").resolve()
    assert not game.over
    assert len(game.events("turn")) == 11
    game.with_life(S0=1).turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.over
    assert len(game.events("turn")) == 12


@rule("CD-3.4", "CD-6.9", "CD-18.7")
def test_card_text_wins_over_the_general_rules(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Sorceress", S2="Guardian").board(1, "Sirens")
    game.turn(S1).rolls("Co Bl Bl Bl Bl").go(until="Commit")
    assert game.places_of("Co") == [B1, "S1"]
    game.turn(S2).rolls("Co Dg Bl Bl Bl").go(until="Commit")
    assert game.places_of("Co") == [B1]


@rule("CD-3.5")
def test_the_moments_outside_the_four_phases_exist_even_when_nothing_happens(
    cult: type[Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []

    def watch(table: Cult) -> None:
        """What is about to run."""
        step = table.stack[-1]
        name = step.timing if isinstance(step, Window) else type(step).__name__
        if name in ("before roll", "RollPhase", "AncientShadow") and name not in seen[-1:]:
            seen.append(name)

    game = cult(players=5).turn(S4).rolls("Bl Bl Bl Bl Bl").commits()
    monkeypatch.setattr(Cult, "due", watch)
    monkeypatch.setattr(type(game.table), "watched", True)
    game.resolve()
    game.turn_serial = game.table.scope("Turn")
    game.rolls("Bl Bl Bl Bl Bl").resolve()
    assert game.table.active == S1
    outside = ["before roll", "RollPhase", "AncientShadow", "before roll", "RollPhase"]
    assert seen == outside  # though nobody could act, and no such ritual lies on an altar
    holder = cult(players=5).sigils(S3="Ebb").turn(S0)
    holder.advance(holder.at_roll)
    plain = cult(players=5).turn(S0)
    assert holder.table.scope("RollPhase") == plain.table.scope("RollPhase")  # whoever holds what


@rule("CD-3.6", "CD-18.23")
def test_once_per_turn_is_once_in_each_turn_whoever_s(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian", S0="Alchemist")
    for seat in (S2, S3):
        game.turn(seat).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4).respond(S1, "Guardian", S4)
        assert "guardian" not in game.offers(S1)
        game.resolve()
    assert game.life(S1) == 8


# Section 4


@rule("CD-4.1", "CD-Q-34", "CD-17.2")
def test_the_kraken_gives_before_the_high_priests_dice_are_rolled(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=20).board(1, "Kraken")
    game.turn(S0)
    assert game.player(S0).kraken == 1
    assert game.waiting == "KrakenDice"  # and is rolled at once


@rule("CD-4.2", "CD-18.44")
def test_faceless_ii_marks_before_the_kraken_dice_are_rolled(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S2="Faceless II").kraken(S2=1).board(1, "Kraken")
    game.turn(S2)
    assert (game.waiting, game.asked) == ("MarkPlayer", S2)
    game.answer(S2, S3)
    assert game.waiting == "KrakenDice"
    assert game.table.marked == S3


@rule("CD-4.3", "CD-10.2")
def test_a_living_player_rolls_every_kraken_die_before_the_roll_phase(cult: type[Driver]) -> None:
    game = cult(players=5).kraken(S2=2).board(1, "Kraken")
    game.turn(S2).chance([1, 2]).rolls("Bl Bl Bl Bl Bl")
    assert game.life(S2) == 7
    game.resolve()
    game = cult(players=5).wraith(S2="Undertow").board(1, "Kraken").turn(S2)
    assert game.waiting == "RollPhase"


@rule("CD-4.4", "CD-14.1")
def test_a_player_at_zero_before_any_roll_phase_dies(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S3=0)
    game.turn(S2).rolls("Bl Bl Bl Bl Bl")
    assert game.dead(S3)
    assert game.events("died")[0]["who"] == S3


@rule("CD-4.5", "CD-18.28", "CD-18.29", "CD-10.11", "CD-18.32")
def test_guardian_ii_may_answer_a_kraken_loss_once_in_that_turn(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Guardian II").kraken(S2=1).board(1, "Kraken")
    game.board(2, "Sea Hydra")
    game.turn(S2).chance([3]).respond(S1, "guardian-2:lessen").rolls("Co DD Bl Bl Bl")
    assert game.life(S2) == 8
    game.commits(Co="board2", DD=S3, Bl=S2)
    assert "guardian-2" in game.offers(S1)  # the other ability has a limit of its own
    game.plan(S1, "guardian-2:lessen").plan(S2, "S3-1").resolve()
    assert game.life(S3) == 7  # the use before the Roll phase counts for the turn
    assert game.plans[S1]
    game.plan(S3, "S2-1").turn(S3).rolls("Co Bl Bl Bl Bl").commits(Co="board2").resolve()
    assert not game.plans[S1]  # a new turn


@rule("CD-4.5", "CD-18.36", "CD-18.37")
def test_assassin_ii_may_answer_a_kraken_loss(cult: type[Driver]) -> None:
    game = cult(players=5).characters(S1="Assassin II", S3="Guardian II").kraken(S2=1).board(1, "Kraken")
    game.turn(S2).chance([2]).respond(S1, "assassin-2:deepen").rolls("Bl Bl Bl Bl Bl")
    assert game.life(S2) == 7
