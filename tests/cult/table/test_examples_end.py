"""The worked examples of the end of the game (CD-EX-10 to CD-EX-21)."""

from __future__ import annotations

import pytest

from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S2, S3, S4, S5, Driver


@rule("CD-EX-10", "CD-16.2", "CD-2.2", "CD-2.4", "CD-2.16", "CD-16.9", "CD-14.4", "CD-9.22")
def test_branch_a_by_killing_the_repentant_heretic(cult: type[Driver]) -> None:
    game = cult(players=6).with_dead(S2, S3, S4).with_life(S0=8, S1=5, S5=2)
    game.turn(S0).rolls("DD Bl Bl Bl Bl").commits(DD=S5).resolve()
    assert (game.life(S0), game.life(S5)) == (12, 0)
    assert game.dead(S5)
    assert game.killer_of(S5) == S0
    assert game.winners == (S0, S1)
    assert game.player(S5).wraith == ""


@rule("CD-EX-12", "CD-16.4", "CD-16.10", "CD-2.6", "CD-2.7", "CD-2.19")
def test_b1_with_a_dead_vengeful_heretic(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S3, S4).with_life(S0=3, S1=4, S2=6)
    game.turn(S2).rolls("DD Dg Bl Bl Bl").commits(DD=S0, Dg=S0).resolve()
    assert game.dead(S0)
    assert game.winners == (S2, S3, S4)


@rule("CD-EX-13", "CD-2.21", "CD-2.22")
def test_b1_with_a_living_vengeful_heretic(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S3).with_life(S0=3, S1=4, S2=6, S4=5)
    game.turn(S2).rolls("DD Dg Bl Bl Bl").commits(DD=S0, Dg=S0).resolve()
    assert game.winners == (S2, S3)


@rule("CD-EX-14", "CD-16.5", "CD-2.10")
def test_b2(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S2, S3).with_life(S0=1, S1=4, S4=7)
    game.turn(S4).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert game.dead(S0)
    assert game.winners == (S2, S3)


@rule("CD-EX-15", "CD-16.6", "CD-16.11", "CD-2.8", "CD-2.17", "CD-Q-6")
def test_b3(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S1, S2, S3).with_life(S0=2, S4=9)
    game.turn(S4).rolls("DD Bl Bl Bl Bl").commits(DD=S0).resolve()
    assert game.winners == (S2, S3, S4)


@rule("CD-EX-16", "CD-16.7", "CD-14.5", "CD-2.9", "CD-17.41")
def test_b4(cult: type[Driver]) -> None:
    game = cult(players=6).with_dead(S1, S2, S3, S4).with_life(S0=2, S5=2).board(1, "Astral Rift", Co=5)
    game.symbols(S5="Pa").turn(S5).chance(["DD"])
    game.rolls("Co Co Co Co Co").rerolls("2 3 4 5", "An An An An")
    game.commits(Co=B1).resolve()
    assert (game.life(S0), game.life(S5)) == (0, 0)
    assert game.winners == (S2, S3, S4, S5)


@rule("CD-EX-18", "CD-17.13", "CD-17.14", "CD-Q-45", "CD-Q-8", "CD-16.5")
def test_high_priest_and_last_cabalist_die_together(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S3, S4).with_life(S0=2, S1=5, S2=2).board(1, "Ancient Shadow", shadows=1)
    game.turn(S0).rolls("Co Co Co Co Co").resolve()
    assert game.dead(S0)
    assert game.dead(S2)
    assert game.winners == (S2, S3)


@rule("CD-EX-19", "CD-16.14", "CD-14.13", "CD-16.9", "CD-2.14", "CD-16.13")
def test_a_dead_heretic_ends_nothing_while_a_cabalist_lives(cult: type[Driver]) -> None:
    game = cult(players=6).with_life(S5=1, S4=1).with_dead(S2, S3)
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S5).resolve()
    assert not game.over
    assert game.events("died")[-1]["role"] == "repentant"
    assert game.player(S5).wraith
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4).resolve()
    assert game.winners == (S0, S1, S5)


@rule("CD-EX-21", "CD-20.8", "CD-20.9", "CD-Q-57")
@pytest.mark.parametrize(("last", "winners"), [("enemies", (S0, S1)), ("faithful", (S2, S3))])
def test_a_high_priest_necromancer_falls_only_with_the_faithful(
    cult: type[Driver], last: str, winners: tuple[int, ...]
) -> None:
    game = cult(players=5).characters(S0="Necromancer").with_life(S0=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S0).resolve()
    assert not game.over
    assert game.player(S0).wraith
    assert game.player(S0).character == "necromancer"
    if last == "enemies":
        game.with_life(S2=1, S3=1, S4=1)
        game.turn(S1).rolls("Dg Dg Dg Bl Bl").commits(Dg=[S2, S3, S4]).resolve()
    else:
        game.with_life(S1=1).turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert game.winners == winners
