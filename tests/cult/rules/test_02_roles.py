"""Section 2: roles and victory conditions. Five players: S0 High Priest, S1 Faithful, S2 S3 Cabalists, S4 Vengeful;
six: S0 High Priest, S1 Faithful, S2 S3 S4 Cabalists, S5 Repentant."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.cult.box.components import ROLE_CARDS, ROLES
from eschaton.games.cult.rules.victory import verdict
from eschaton.ledger import rule
from tests.cult.driver import S0, S1, S2, S3, S4, S5, Driver

ALL = ()


def winners(cult: type[Driver], players: int, living: tuple[int, ...], died: tuple[int, ...] = ()) -> Any:
    """Who has won when exactly these live and those died at this very check; None when the game goes on."""
    game = cult(players=players)
    for player in game.table.players:
        player.alive = player.seat in living
    outcome = verdict(game.table, list(died))
    return outcome.winners if outcome is not None else None


@rule("CD-2.1")
def test_there_are_five_types_of_role() -> None:
    types = {"high-priest", "faithful", "cabalist", "repentant", "vengeful"}
    assert set(ROLE_CARDS.values()) == types
    assert {ROLE_CARDS[card] for cards in ROLES.values() for card in cards} == types


@rule("CD-2.2", "CD-2.4", "CD-2.23")
@pytest.mark.parametrize(
    ("living", "won"),
    [
        ((S0, S1), (S0, S1)),
        ((S0, S1, S2), None),  # a Cabalist lives
        ((S0, S1, S4), None),  # the Heretic lives
    ],
)
def test_high_priest_and_faithful_win_when_all_enemies_have_died(
    cult: type[Driver], living: tuple[int, ...], won: Any
) -> None:
    assert winners(cult, 5, living) == won


@rule("CD-2.3", "CD-2.4", "CD-Q-7")
def test_a_dead_high_priest_does_not_win_and_neither_do_the_faithful(cult: type[Driver]) -> None:
    assert winners(cult, 5, (S1,), died=(S0, S2)) == (S2, S3)


@rule("CD-2.5", "CD-2.24")
def test_a_dead_faithful_wins_with_the_high_priest(cult: type[Driver]) -> None:
    game = cult(players=5).wraith(S1="Undertow").with_dead(S2, S3).with_life(S4=1)
    game.turn(S0).rolls("Dg Bl Bl Bl Bl").commits(Dg=S4).resolve()
    assert game.winners == (S0, S1)


@rule("CD-2.6", "CD-2.7", "CD-2.11")
def test_all_cabalists_win_when_the_high_priest_is_dead_and_one_of_them_lives(cult: type[Driver]) -> None:
    assert winners(cult, 6, (S1, S3, S5)) == (S2, S3, S4)
    assert winners(cult, 6, (S0, S3)) is None  # a living comrade: no Grave Vengeance for the dead ones


@rule("CD-2.8", "CD-2.12", "CD-2.17")
@pytest.mark.parametrize(("players", "heretic", "cabalists"), [(5, S4, (S2, S3)), (6, S5, (S2, S3, S4))])
def test_the_last_player_alive_being_the_heretic(
    cult: type[Driver], players: int, heretic: int, cabalists: tuple[int, ...]
) -> None:
    assert winners(cult, players, (heretic,)) == (*cabalists, heretic)
    assert heretic not in winners(cult, players, (S1, heretic))  # not the last one


@rule("CD-2.9", "CD-2.13", "CD-2.15", "CD-2.18", "CD-2.20", "CD-16.7")
@pytest.mark.parametrize("died", ["at this check", "before"])
@pytest.mark.parametrize(("players", "heretic", "cabalists"), [(5, S4, (S2, S3)), (6, S5, (S2, S3, S4))])
def test_when_everyone_is_dead_the_heretic_and_the_cabalists_win(
    cult: type[Driver], players: int, heretic: int, cabalists: tuple[int, ...], died: str
) -> None:
    last = (S0, heretic) if died == "at this check" else (S0, S1)
    assert winners(cult, players, (), died=last) == (*cabalists, heretic)


@rule("CD-2.10", "CD-16.5")
def test_grave_vengeance_when_the_high_priest_dies_before_anybody_has_won(cult: type[Driver]) -> None:
    assert winners(cult, 5, (S1, S4), died=(S0,)) == (S2, S3)


@rule("CD-2.14", "CD-16.9", "CD-2.16", "CD-Q-9")
@pytest.mark.parametrize(
    ("died", "won"),
    [
        ((S4,), (S0, S1, S5)),  # the last Cabalist dies; the Heretic was dead before
        ((S5,), (S0, S1)),  # the Heretic's own death gives the High Priest the victory
        ((S4, S5), (S0, S1)),
    ],
)
def test_deathbed_confession(cult: type[Driver], died: tuple[int, ...], won: tuple[int, ...]) -> None:
    assert winners(cult, 6, (S0, S1), died=died) == won


@rule("CD-2.14", "CD-16.12", "CD-2.21", "CD-2.22")
def test_deathbed_confession_is_for_the_dead(cult: type[Driver]) -> None:
    assert winners(cult, 6, (S1,), died=(S0,)) == (S2, S3, S4, S5)
    assert winners(cult, 6, (S1,), died=(S0, S5)) == (S2, S3, S4, S5)  # no High Priest's victory to give way to
    assert winners(cult, 6, (S1, S5), died=(S0,)) == (S2, S3, S4)


@rule("CD-2.19", "CD-2.21", "CD-2.22", "CD-16.10")
def test_wrathful_retribution_is_for_the_dead_while_a_cabalist_lives(cult: type[Driver]) -> None:
    assert winners(cult, 5, (S1, S2), died=(S0,)) == (S2, S3, S4)
    assert winners(cult, 5, (S1, S2), died=(S0, S4)) == (S2, S3, S4)  # dead at the check is dead
    assert winners(cult, 5, (S1, S2, S4), died=(S0,)) == (S2, S3)
    assert winners(cult, 5, (S1,), died=(S0, S2)) == (S2, S3)  # no Cabalist lives
