"""SA-29: the Recovery Phase."""

from __future__ import annotations

from typing import Any

from eschaton.games.apollyon.box.components import AC, PUBLIC, SUBDUED, TC
from eschaton.games.apollyon.rules.damage import PlaceToken
from eschaton.games.apollyon.rules.ratings import threat
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.tracker import gain_masquerade, pay_masquerade
from eschaton.games.apollyon.rules.turn import PHASES, Turn
from eschaton.games.apollyon.rules.zones import move_character
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.yard import S0, S1, Yard


def costs(points: int) -> Any:
    """A text that costs M."""

    def effect(table: Any, use: Any) -> None:
        pay_masquerade(table, points, "SA-2.3")

    return effect


@rule("SA-29.1", "SA-6.11", "SA-29.5", "SA-29.6", "SA-11.4")
def test_the_steps_come_in_order(yard: type[Yard]) -> None:
    game = yard().holds("out", "keter 1/1", zone=PUBLIC, masquerade_cost=2).masquerade(30)
    game.staff("ana", zone="mtf-01")
    game.says("out", "end of turn", costs(1)).says("out", "monthly", costs(3)).begin(RecoveryPhase())
    assert [key for key in game.story if key in ("home", "masquerade paid")] == [
        "masquerade paid",
        "home",
        "masquerade paid",
        "masquerade paid",
    ]
    assert [paid["points"] for paid in game.events("masquerade paid")] == [1, 2, 3]


@rule("SA-29.2", "SA-29.4", "SA-32.7", "SA-29.8")
def test_wounds_go_and_everything_else_stays(yard: type[Yard]) -> None:
    game = yard().staff("ana", "2/5", zone="mtf-02", wounds=3, cogs=1, medals=2, study=1, promotions=["scout"])
    game.staff("lou", "2/5", zone="lost", source="out", wounds=2).begin(RecoveryPhase())
    ana = game.who("ana")
    assert (ana.wounds, ana.cogs, ana.medals, ana.study, ana.promotions) == (0, 1, 2, 1, ["scout"])
    assert (game.at("lou"), game.who("lou").wounds) == ("lost", 2)


@rule("SA-29.2")
def test_a_text_may_keep_a_character_from_healing(yard: type[Yard]) -> None:
    game = yard().staff("ana", "2/5", wounds=3)
    game.table.last(Lasting("may heal:ana", "forbid"))
    assert game.begin(RecoveryPhase()).who("ana").wounds == 3


@rule("SA-29.3", "SA-14.8")
def test_everybody_comes_home(yard: type[Yard]) -> None:
    game = yard(players=2).staff("ana", zone="mtf-01").staff("bo", seat=S1, zone="vacation")
    game.table.missions["scouting"] = ["S0-mtf-01"]
    game.begin(RecoveryPhase())
    assert (game.at("ana"), game.at("bo")) == ("garrison", "garrison")
    assert game.who("bo").seat == S1
    assert game.table.missions == {}


@rule("SA-EX-54", "SA-32.6", "SA-32.3")
def test_after_a_vacation_a_cog_may_be_left(yard: type[Yard]) -> None:
    game = yard().staff("ana", "3/2", cogs=2)
    move_character(game.table, "ana", "vacation")
    assert game.who("ana").cogs == 1
    assert "ana" not in game.table.active_characters()
    game.begin(RecoveryPhase())
    assert (game.at("ana"), game.who("ana").cogs) == ("garrison", 1)
    assert threat(game.table, "ana") == 0


@rule("SA-29.5", "SA-2.5", "SA-5.14", "SA-Q-62", "SA-18.20")
def test_only_what_is_loose_costs_masquerade(yard: type[Yard]) -> None:
    game = yard(players=2).masquerade(19)
    for zone, cost in [(PUBLIC, 1), (TC, 2), (AC, 4), (SUBDUED, 8)]:
        game.holds(zone, "keter 1/1", zone=zone, masquerade_cost=cost)
    game.holds("other", "safe 1/1", zone=PUBLIC, masquerade_cost=2).begin(RecoveryPhase())
    assert game.m == 16


@rule("SA-29.5", "SA-30.6", "SA-Q-91")
def test_once_broken_each_costs_one_less_but_never_below_0(yard: type[Yard]) -> None:
    game = yard().masquerade(9).broken()
    for at, cost in enumerate([0, 1, 3]):
        game.holds(f"out{at}", "keter 1/1", zone=PUBLIC, masquerade_cost=cost)
    assert game.begin(RecoveryPhase()).m == 7


@rule("SA-Q-64", "SA-30.1")
def test_the_sum_is_paid_in_one_go_and_a_break_comes_before_monthly_effects(yard: type[Yard]) -> None:
    game = yard().masquerade(13)
    for at in range(3):
        game.holds(f"out{at}", "keter 1/1", zone=PUBLIC, masquerade_cost=2)
    game.says("out0", "monthly", costs(1)).begin(RecoveryPhase())
    assert [paid["points"] for paid in game.events("masquerade paid")] == [6, 1], "the full sum, not 1 less from 10 on"
    assert game.story.index("masquerade broken") < game.story.index("uses")


@rule("SA-29.6", "SA-6.2", "SA-6.3", "SA-Q-62")
def test_monthly_effects_of_loose_anomalies_harm_or_help(yard: type[Yard]) -> None:
    game = yard().masquerade(15)
    game.holds("bad", "keter 1/1", zone=PUBLIC).holds("good", "safe 1/1", zone=PUBLIC)
    game.says("bad", "monthly", costs(3))
    game.says("good", "monthly", lambda table, use: gain_masquerade(table, 1, "SA-2.9"))
    for zone in (TC, AC, SUBDUED):
        game.holds(zone, "keter 1/1", zone=zone).says(zone, "monthly", costs(5))
    game.begin(RecoveryPhase()).answers(S0, "in-order")
    assert game.m == 13


@rule("SA-EX-15", "SA-29.7", "SA-33.9", "SA-Q-75")
def test_deflected_cogs_are_dismissed(yard: type[Yard]) -> None:
    game = yard().staff("eve", "2/3 memetic-resistance 1", zone="mtf-01")
    for _ in range(2):
        game.begin(PlaceToken("cog", "eve"))
    assert (game.who("eve").deflected, game.who("eve").cogs) == (1, 1), "with a cog the Skill is off"
    game.begin(RecoveryPhase())
    assert (game.who("eve").deflected, game.who("eve").cogs) == (0, 1)


@rule("SA-29.7", "SA-Q-75", "SA-29.8")
def test_who_is_lost_has_the_whole_of_memetic_resistance_again(yard: type[Yard]) -> None:
    game = yard().staff("eve", "2/3 memetic-resistance 1", zone="lost", deflected=1, wounds=1)
    game.begin(RecoveryPhase())
    assert (game.who("eve").deflected, game.who("eve").wounds, game.at("eve")) == (0, 1, "lost")


@rule("SA-29.9", "SA-11.1")
def test_then_the_next_turn_begins(yard: type[Yard]) -> None:
    game = yard().begin(Turn(phase=len(PHASES) - 1))
    assert game.table.turn == 2
    assert game.table.phase == "intel"
    assert game.table.turn_tracker == 5
