"""Section 16: the order of the checks at the end of the game."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.cult.rules.victory import Sides, branch, verdict
from eschaton.ledger import rule
from tests.cult.driver import B1, S0, S1, S2, S3, S4, S5, Driver


def outcome(cult: type[Driver], players: int, living: tuple[int, ...], died: tuple[int, ...] = ()) -> Any:
    """The verdict when exactly these live."""
    game = cult(players=players)
    for player in game.table.players:
        player.alive = player.seat in living
    return verdict(game.table, list(died))


@rule("CD-16.2", "CD-16.3", "CD-16.4", "CD-16.5", "CD-16.6", "CD-16.7", "CD-16.13", "CD-16.14", "CD-16.15")
@pytest.mark.parametrize(
    ("living", "branch_rule"),
    [
        ((S0, S1), "CD-16.2"),
        ((S0,), "CD-16.2"),
        ((S1, S2, S4), "CD-16.4"),
        ((S2,), "CD-16.4"),
        ((S1, S4), "CD-16.5"),
        ((S1,), "CD-16.5"),
        ((S4,), "CD-16.6"),
        ((), "CD-16.7"),
        ((S0, S1, S2), None),  # the Heretic and a Cabalist dead
        ((S0, S1, S4), None),  # the Heretic lives
        ((S0, S2, S3, S4), None),  # all Faithful dead
    ],
)
def test_the_branches_in_order(cult: type[Driver], living: tuple[int, ...], branch_rule: str | None) -> None:
    found = outcome(cult, 5, living)
    assert (found.rule if found is not None else None) == branch_rule


@rule("CD-16.8", "CD-Q-10")
def test_the_guard_of_the_list_cannot_be_reached_with_standard_roles(cult: type[Driver]) -> None:
    game = cult(players=5)
    now = Sides(game.table, [])
    now.living, now.priest_stands = {S0}, False  # nobody's branch: neither Cabalist, nor Faithful, nor only Heretics
    found = branch(now)
    assert found is not None
    assert found[0] == "CD-16.8"
    for mask in range(32):
        living = tuple(seat for seat in range(5) if mask >> seat & 1)
        found_all = outcome(cult, 5, living)
        assert found_all is None or found_all.rule != "CD-16.8"


@rule("CD-16.11", "CD-2.8", "CD-2.9")
@pytest.mark.parametrize("living", [(S4,), ()])
def test_dead_cabalists_share_the_heretics_victory(cult: type[Driver], living: tuple[int, ...]) -> None:
    assert outcome(cult, 5, living).winners == (S2, S3, S4)


@rule("CD-16.1", "CD-14.4")
def test_a_fulfilled_check_ends_the_game_at_the_end_of_the_resolve_phase(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=1)
    game.turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S0, S3])
    game.resolve("Dg@S0 Dg@S3")
    assert game.life(S3) == 9  # not in the middle of the phase
    assert game.over
    assert game.table.stack == []
    assert game.player(S0).wraith == ""


@rule("CD-16.1", "CD-Q-8", "CD-4.4")
def test_a_fulfilled_check_ends_the_game_before_a_roll_phase(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=2).kraken(S0=1).board(1, "Kraken")
    game.with_life(S1=30)  # so that the Kraken's own die goes elsewhere
    game.turn(S0).chance([3]).resolve()
    assert game.over
    assert game.winners == (S2, S3)
    assert not game.events("rolled")


@rule("CD-16.13", "CD-14.13")
def test_if_neither_branch_holds_the_dead_become_wraiths_and_play_goes_on(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S1=1)
    game.turn(S2).rolls("Dg Bl Bl Bl Bl").commits(Dg=S1).resolve()
    assert not game.over
    assert game.player(S1).wraith
    assert game.table.active == S3


@rule("CD-16.9", "CD-2.16")
def test_a_repentant_heretic_who_completes_branch_a_by_dying_does_not_win(cult: type[Driver]) -> None:
    assert outcome(cult, 6, (S0,), died=(S5,)).winners == (S0, S1)
    assert outcome(cult, 6, (S0,), died=(S4,)).winners == (S0, S1, S5)


@rule("CD-2.19", "CD-2.22", "CD-14.5")
def test_a_vengeful_heretic_who_dies_with_the_high_priest_is_dead_at_the_check(cult: type[Driver]) -> None:
    game = cult(players=5).with_life(S0=1, S4=1).symbols(S2="An")
    game.turn(S2).rolls("Dg Dg Bl Bl Bl").commits(Dg=[S0, S4], Bl=[S2] * 3).resolve()
    assert game.winners == (S2, S3, S4)


@rule("CD-16.12", "CD-2.14", "CD-2.16", "CD-Q-7")
def test_a_repentant_heretic_who_dies_with_the_high_priest_gives_nobody_the_victory(cult: type[Driver]) -> None:
    game = cult(players=6).with_dead(S2, S3, S4).with_life(S0=2, S5=2, S1=5).board(1, "Astral Rift").chance(["DD"])
    game.turn(S1).rolls("Co Bl Bl Bl Bl").commits(Co=B1, Bl=[S1] * 4).resolve()
    assert game.winners == (S2, S3, S4, S5), "a Faithful lives, but no High Priest"


def by_the_cards(roles: dict[int, str], living: set[int], priest: int, died: list[int], revives: bool) -> set[int]:
    """Who wins, read off the role cards one by one (CD-2); nobody while neither branch of the list holds."""
    alive = {roles[seat] for seat in living}
    stands = priest in living or (revives and "faithful" in alive)
    heretics, cabal = {"repentant", "vengeful"}, "cabalist" in alive
    if stands and (cabal or alive & heretics):
        return set()
    last = bool(living) and alive <= heretics
    conditions = {
        "high-priest": lambda seat: stands,
        "faithful": lambda seat: stands,
        "cabalist": lambda seat: not stands if cabal else last or not living or not stands,
        "repentant": lambda seat: last if seat in living else not living or not (cabal or (stands and seat in died)),
        "vengeful": lambda seat: last if seat in living else not living or (not stands and cabal),
    }
    return {seat for seat, role in roles.items() if conditions[role](seat)}


@rule("CD-2.23", "CD-Q-6", "CD-16.3", "CD-20.8", "CD-20.9", "CD-23.11", "CD-23.12", "CD-23.13")
@pytest.mark.parametrize("players", [4, 5, 6, 7, 8])
@pytest.mark.parametrize(("revives", "heresy"), [(False, False), (True, False), (False, True), (True, True)])
def test_the_winners_of_every_end_there_can_be(cult: type[Driver], players: int, revives: bool, heresy: bool) -> None:
    heresy, revives = heresy and players > 5, revives and players > 4  # CD-Q-74
    game = cult(players, heresy=heresy, necromancer="high-priest" if revives else "aside")
    table = game.characters(S0="Necromancer").table if revives else game.table
    roles = {seat: table.role(seat) for seat in table.places}
    for mask in range(2 ** len(roles) - 1):
        living = {seat for seat in roles if mask >> seat & 1}
        for player in table.players:
            player.alive = player.seat in living
        dead = [seat for seat in roles if seat not in living]
        for died in [*([seat] for seat in dead), dead]:
            found = verdict(table, died)
            assert set(found.winners if found else ()) == by_the_cards(roles, living, table.priest, died, revives)
