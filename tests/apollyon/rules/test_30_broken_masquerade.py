"""SA-30: the Broken Masquerade."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.box.components import PUBLIC, TC
from eschaton.games.apollyon.rules.masquerade import BrokenMasquerade
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.situations import DealSituation
from eschaton.games.apollyon.rules.tracker import gain_masquerade, pay_masquerade
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.step import Follow, Step
from eschaton.ledger import rule
from tests.apollyon.yard import S0, S1, Yard


class PayForTest(Step):
    """Pays M."""

    points: int

    def run(self, table: Apollyon) -> Follow:
        if self.points < 0:
            gain_masquerade(table, -self.points, "SA-2.9")
        else:
            pay_masquerade(table, self.points, "SA-2.3")
        return None


def two_sites(yard: type[Yard], **options: Any) -> Yard:
    """The position of SA-EX-50."""
    game = yard(players=2, **options).masquerade(12).deck("situation", "rumour euclid 3", "other euclid 1")
    game.pool(S0, space=2, personnel=2, resources=1, intel=4).pool(S1, resources=3, intel=5)
    for at in range(5):
        game.staff(f"p{at}", zone="mtf-01" if at == 4 else "garrison")
    return game.staff("q0", seat=S1).staff("q1", seat=S1)


@rule("SA-EX-50", "SA-30.1", "SA-30.2", "SA-30.3", "SA-30.4", "SA-Q-10", "SA-Q-9", "SA-2.6", "SA-Q-8", "SA-7.10")
def test_breaking(yard: type[Yard]) -> None:
    game = two_sites(yard).begin(DealSituation())
    assert game.m == 9
    assert "intel1" not in game.offers(S0), "Intel is not Material"
    assert game.refused(S0, ["space#1"]), "half of five, rounded down, is two"
    assert game.refused(S0, ["space#1", "space#2", "personnel#1"])
    game.answers(S0, ["space#1", "personnel#2"])  # of three Resources nobody is asked which
    game.answers(S0, ["p0", "p4"]).answers(S1, ["q1"])
    assert game.done
    assert game.assets(S0) == "personnel resources space intel intel intel intel"
    assert game.assets(S1) == "resources resources intel intel intel intel intel"
    assert list(game.table.characters) == ["p1", "p2", "p3", "q0"]
    assert game.m == 10, "three Assets Destroyed: 1 M"


@rule("SA-EX-50", "SA-2.7", "SA-30.8")
def test_it_breaks_once_and_for_all(yard: type[Yard]) -> None:
    game = yard().masquerade(12).begin(PayForTest(3))
    assert game.table.broken
    game.begin(PayForTest(-3))
    assert (game.m, game.table.broken) == (12, True)
    game.begin(PayForTest(3))
    assert game.story.count("masquerade broken") == 1


@rule("SA-2.6", "SA-Q-8")
@pytest.mark.parametrize(("paid", "broken"), [(6, False), (7, True), (9, True)])
def test_the_threshold_is_10(yard: type[Yard], paid: int, broken: bool) -> None:
    assert yard().masquerade(17).begin(PayForTest(paid)).table.broken == broken


@rule("SA-EX-51", "SA-Q-7", "SA-2.8", "SA-1.6")
def test_the_loss_comes_first(yard: type[Yard]) -> None:
    game = yard(players=2).masquerade(11).staff("ana").staff("bo").begin(PayForTest(11))
    assert game.over
    assert game.table.outcome.winners == ()
    assert game.table.outcome.rule == "SA-2.8"
    assert not game.table.broken
    assert len(game.table.characters) == 2


@rule("SA-30.1")
def test_it_happens_in_the_middle_of_whatever_is_going_on(yard: type[Yard]) -> None:
    game = yard().masquerade(12).staff("ana").staff("bo").begin(PayForTest(2), PayForTest(1))
    assert game.waiting == "HalveCharacters"
    assert game.m == 10, "the second payment waits"
    game.answers(S0, ["ana"])
    assert game.m == 9


@rule("SA-Q-11", "SA-30.3")
def test_lost_and_resting_characters_do_not_count(yard: type[Yard]) -> None:
    game = yard().masquerade(12).staff("ana", medals=3, minions=[(1, 1)]).staff("bo", zone="mtf-01")
    game.staff("off", zone="vacation").staff("gone", zone="lost", source="x").begin(PayForTest(2))
    assert game.offers(S0) == ["ana", "bo"]
    game.answers(S0, ["ana"])
    assert game.done, "no Last Ditch Effort: no token is placed"
    assert list(game.table.characters) == ["bo", "off", "gone"]


@rule("SA-Q-10")
def test_containment_tokens_are_not_counted(yard: type[Yard]) -> None:
    game = yard().masquerade(12).holds("ed", "euclid 1/1", tokens="space space space").pool(S0, space=1)
    assert game.begin(PayForTest(2)).done
    assert game.tokens("ed") == "space space space"
    assert game.assets(S0) == "space"


@rule("SA-Q-10")
def test_a_table_may_halve_each_kind_for_itself(yard: type[Yard]) -> None:
    game = yard(break_half_per_kind=True).masquerade(12).pool(S0, space=3, personnel=1, resources=4)
    assert game.begin(PayForTest(4)).done
    assert game.assets(S0) == "personnel resources resources space space"
    assert game.m == 9, "three Destroyed: 1 M"


@rule("SA-18.17", "SA-Q-11")
def test_what_an_emptied_mtf_carries_stays_theirs(yard: type[Yard]) -> None:
    game = yard().masquerade(12).staff("ana", zone="mtf-01").staff("bo")
    game.holds("ed", "euclid 1/1", zone="subdued", mtf="S0-mtf-01").begin(PayForTest(2)).answers(S0, ["ana"])
    assert (game.at("ed"), game.what("ed").seat) == ("subdued", S0)


@rule("SA-30.5", "SA-EX-65", "SA-12.13", "SA-12.14", "SA-Q-16")
def test_overflow_after_the_break(yard: type[Yard]) -> None:
    game = (
        yard(players=3)
        .masquerade(8)
        .broken()
        .deck("thaumiel", "tha thaumiel 1/1")
        .deck("false-alarm", "hoax false-alarm 1/1")
    )
    game.deck("situation", *(f"s{at} safe 1" for at in range(6)), "prank false-alarm 1", "aid thaumiel 2")
    for _ in range(6):
        game.begin(DealSituation())
    before = game.m
    game.begin(DealSituation(), DealSituation())
    assert game.m == before
    assert game.table.discards["situation"].cards == ("prank", "aid")
    assert game.table.anomalies_in("public") == ["tha"]
    assert game.table.decks["false-alarm"].cards == ("hoax",)


@rule("SA-30.7")
def test_situations_still_cost_the_same(yard: type[Yard]) -> None:
    game = yard().masquerade(9).broken().deck("situation", "rumour euclid 3").begin(DealSituation())
    assert game.m == 6


def test_a_break_by_hand_asks_nobody_who_has_nothing(yard: type[Yard]) -> None:
    assert yard(players=3).begin(BrokenMasquerade()).done


@rule("SA-30.1", "SA-Q-64", "SA-29.6", "SA-26.1")
def test_a_break_and_a_breach_in_one_recovery_phase(yard: type[Yard]) -> None:
    game = yard().masquerade(12).staff("a").staff("b").holds("cell", "euclid 1/9", zone=TC)
    game.holds("out", "euclid 1/1", zone=PUBLIC, masquerade_cost=2)
    game.text("out", "Monthly: Run a Breach Check on 1 stored anomaly.").begin(RecoveryPhase())
    game.answers(S0, ["a"]).rolls(1, 1, 4)
    assert game.done, "only B is left to meet it"
    assert (game.who("b").wounds, game.at("cell"), game.m) == (1, PUBLIC, 10)
