"""The knowledge sheet says all that is certain about roles, and nothing else: checked against every possible deal."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from eschaton.games.cult import GAME
from eschaton.games.cult.box.components import HERESY_ROLES, ROLE_CARDS, ROLES
from eschaton.games.cult.scene.roles import RoleSheet, knowledge
from eschaton.kernel.knowledge import resample
from eschaton.kernel.machine import answer, settle
from eschaton.kernel.seen import seen
from eschaton.kernel.view import view
from eschaton.ledger import rule
from tests import LONG
from tests.cult.driver import S0, S1, S2, S3, S4, Driver
from tests.cult.rules.test_22_possession import killed

CASES = [(4, False), (5, False), (6, False), (6, True), (7, False), (7, True), (8, False), (8, True)]


def deals(sight: dict[str, Any], cards: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every deal of the kinds of role that agrees with a view, seat by seat: by trying them all."""
    shown = [player["role"]["cards"][0] for player in sight["players"]]
    kinds = {tuple(ROLE_CARDS[card] for card in deal) for deal in permutations(cards)}
    wanted = [ROLE_CARDS[card] if card else None for card in shown]
    return {deal for deal in kinds if all(want in (None, kind) for want, kind in zip(wanted, deal, strict=True))}


def by_brute_force(sight: dict[str, Any], cards: tuple[str, ...]) -> tuple[dict[int, set[str]], Counter[str]]:
    """For each seat the kinds it has in some deal, and how many of each kind are hidden in every deal."""
    found = deals(sight, cards)
    may_be = {seat: {deal[seat] for deal in found} for seat in range(len(sight["players"]))}
    unseen = [player["seat"] for player in sight["players"] if player["role"]["cards"][0] is None]
    counts = {tuple(sorted(Counter(deal[seat] for seat in unseen).items())) for deal in found}
    assert len(counts) == 1
    return may_be, Counter(dict(counts.pop()))


def check(table: Any, viewer: int | None, heresy: bool) -> RoleSheet:
    """The sheet of a viewer, compared with brute force."""
    sheet = knowledge(seen(table, viewer))
    may_be, hidden = by_brute_force(view(table, viewer), HERESY_ROLES[table.n] if heresy else ROLES[table.n])
    assert {seat: set(kinds) for seat, kinds in sheet.may_be.items()} == may_be
    assert sheet.must == {seat: next(iter(kinds)) for seat, kinds in may_be.items() if len(kinds) == 1}
    assert {seat: set(kinds) for seat, kinds in sheet.cannot.items()} == {
        seat: set(sheet.in_game) - kinds for seat, kinds in may_be.items() if len(kinds) > 1
    }
    assert {kind: many for kind, many in sheet.hidden.items() if many} == dict(hidden)
    return sheet


@rule("CD-1.6", "CD-1.7", "CD-2.23", "CD-Q-73")
@pytest.mark.parametrize(("players", "heresy"), CASES)
def test_the_sheet_is_exact_in_random_games(players: int, heresy: bool) -> None:
    for seed in range(5 if LONG else 1):
        table, rng = GAME.table(GAME.checked(players, {"heresy": heresy})), Random(seed)
        dead = -1
        while (question := settle(table)) is not None:
            died = sum(len(player.role) == 1 and player.role.known[0] == -1 for player in table.players)
            if table.priest >= 0 and died != dead:
                dead = died
                for viewer in rng.sample([None, *table.people()], 2):
                    check(table, viewer, heresy)
            seat, ask = rng.choice(list(question.asks(table).items()))
            answer(table, question, seat, ask.sample(rng))
        assert dead > 1
        assert set(knowledge(seen(table, None)).must) == {player.seat for player in table.players}, "no secret any more"


@rule("CD-1.7", "CD-14.6")
def test_a_lone_hidden_role_is_certain(cult: type[Driver]) -> None:
    game = cult(players=5).with_dead(S1, S2)
    sheet = check(game.table, S4, heresy=False)
    assert sheet.must == {S0: "high-priest", S1: "faithful", S2: "cabalist", S3: "cabalist", S4: "vengeful"}
    assert sheet.hidden == {"high-priest": 0, "faithful": 0, "cabalist": 1, "vengeful": 0}
    assert sheet.cannot == {}


@rule("CD-1.7")
def test_who_cannot_be_what(cult: type[Driver]) -> None:
    sheet = check(cult(players=5).table, S1, heresy=False)
    assert sheet.must == {S0: "high-priest", S1: "faithful"}
    assert sheet.cannot == dict.fromkeys((S2, S3, S4), ("high-priest", "faithful"))
    assert sheet.may_be[S2] == ("cabalist", "vengeful")


@rule("CD-22.2", "CD-Q-59")
def test_a_possessor_is_the_high_priest_and_their_old_role_lies_open(cult: type[Driver]) -> None:
    sheet = check(killed(cult, S0).table, S1, heresy=False)
    assert sheet.must == {S0: "high-priest", S1: "cabalist", 4: "faithful"}


@pytest.mark.parametrize("viewer", [None, S0, S2])
def test_the_sheet_depends_on_nothing_hidden(cult: type[Driver], viewer: int | None) -> None:
    table = cult(players=8).with_dead(S3).table
    for seed in range(5):
        imagined = resample(table, viewer, Random(seed))
        assert knowledge(seen(imagined, viewer)) == knowledge(seen(table, viewer))
