"""Section 12, and 2.4 to 2.11: the Intel Phase and the tracker."""

from __future__ import annotations

from typing import Any

from eschaton.games.apollyon.box.timings import START_OF_TURN
from eschaton.games.apollyon.rules.situations import DealSituation
from eschaton.games.apollyon.rules.tracker import gain_masquerade, pay_masquerade
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.driver import S0, Driver


@rule("SA-EX-48", "SA-12.1", "SA-12.7", "SA-12.8", "SA-12.9", "SA-12.10", "SA-12.11", "SA-2.4", "SA-2.11", "SA-Q-14")
def test_an_intel_phase_of_four(apollyon: type[Driver]) -> None:
    game = apollyon(players=4).situations_dealt_next(1, 1, 2, 1, 2)
    game.dice("2", "6", "4", "3").intel()
    assert game.m == 17
    assert game.table.turn_tracker == 5
    assert [lying.tokens for lying in game.table.situations.values()] == [1, 1, 2, 1, 2]
    assert list(game.table.situations) == ["slot.1", "slot.2", "slot.3", "slot.4", "slot.5"]
    assert [event["left"] for event in game.events("masquerade paid")] == [22, 21, 19, 18, 17]


@rule("SA-12.9", "SA-8.2")
def test_the_intel_check_needs_a_four(apollyon: type[Driver]) -> None:
    assert len(apollyon().dice("4").intel().table.situations) == 1
    assert len(apollyon().dice("3").intel().table.situations) == 2


@rule("SA-Q-1", "SA-12.1")
def test_the_first_tick_is_a_switch(apollyon: type[Driver]) -> None:
    assert apollyon().dice("4").intel().table.turn_tracker == 5
    assert apollyon(first_intel_ticks=False).dice("4").intel().table.turn_tracker == 6


@rule("SA-12.2", "SA-1.4", "SA-12.3")
def test_at_one_the_tracker_is_discarded_and_the_apollyon_comes(apollyon: type[Driver]) -> None:
    game = apollyon()
    game.table.turn, game.table.turn_tracker = 6, 1
    piece = game.anomaly_card("The End", "apollyon", "8/10")
    game.table.apollyon.put(piece)
    game.dice("4").intel()
    assert game.table.turn_tracker == 0
    assert game.at("The End") == "public"
    game.dice("4").intel()
    assert game.table.turn_tracker == 0
    assert len(game.events("turn tracker")) == 1


@rule("SA-12.6", "SA-6.9", "SA-12.4")
def test_start_of_turn_effects_come_before_situations(apollyon: type[Driver]) -> None:
    def count(table: Any, use: Any) -> None:
        table.characters["ana"].counters = 10 + len(table.situations)

    game = apollyon().character("Ana", S0, "1/1").says("ana", START_OF_TURN, count).dice("4").intel()
    assert game.who("Ana").counters == 10


@rule("SA-Q-6", "SA-3.8")
def test_the_lowest_free_slot_is_filled(apollyon: type[Driver]) -> None:
    game = apollyon().situation("slot.1", "safe").situation("slot.3", "safe").play(DealSituation())
    assert set(game.table.situations) == {"slot.1", "slot.2", "slot.3"}


def full(apollyon: type[Driver], players: int = 3) -> Driver:
    game = apollyon(players=players)
    for number in range(1, 7 if players <= 3 else 9):
        game.situation(f"slot.{number}", "safe")
    return game


@rule("SA-12.12", "SA-Q-15", "SA-12.14", "SA-12.15")
def test_with_a_full_zone_the_top_card_is_charged_and_stays(apollyon: type[Driver]) -> None:
    game = full(apollyon).situations_dealt_next(2, 1)
    top = game.table.next_situation.cards[0]
    game.play(DealSituation(), DealSituation())
    assert game.m == 21 - 4
    assert game.table.next_situation.cards == (top,)
    assert len(game.table.situations) == 6


@rule("SA-EX-65", "SA-12.13", "SA-Q-16", "SA-30.5")
def test_overflow_after_the_break(apollyon: type[Driver]) -> None:
    game = full(apollyon).broken().masquerade(8)
    game.situation("top", "thaumiel").situation("top", "false-alarm").next_anomaly("Friend", "thaumiel", "1/3")
    alarms = len(game.table.decks["false-alarm"])
    game.play(DealSituation(), DealSituation())
    assert game.m == 8
    assert game.at("Friend") == "public"
    assert list(game.table.anomalies) == ["friend"]
    assert len(game.table.decks["false-alarm"]) == alarms
    assert len(game.table.discards["situation"]) == 2


@rule("SA-Q-79")
def test_an_empty_deck_is_made_anew_from_its_discard(apollyon: type[Driver]) -> None:
    game = apollyon().situation("top", "safe", cost=3)
    table = game.table
    table.discards["situation"].put(table.next_situation.take()[0], -1)
    while table.decks["situation"].cards:
        table.decks["situation"].take()
    game.play(DealSituation())
    assert game.m == 14
    assert not table.discards["situation"].cards
    game.play(DealSituation())  # nothing is left: nothing is dealt, nothing paid
    assert game.m == 14
    assert len(table.situations) == 1


@rule("SA-2.9", "SA-2.10", "SA-Q-7", "SA-Q-86")
def test_the_tracker_has_no_top_and_never_shows_less_than_nothing(apollyon: type[Driver]) -> None:
    table = apollyon().table
    gain_masquerade(table, 60, "SA-2.9")
    assert table.masquerade == 77
    pay_masquerade(table, 100, "SA-2.3")
    assert table.masquerade == 0


@rule("SA-1.6", "SA-2.8", "SA-1.7", "SA-EX-51")
def test_at_nothing_all_lose_at_once_even_before_a_break(apollyon: type[Driver]) -> None:
    game = apollyon().masquerade(11).situation("top", "safe", cost=11).play(DealSituation(), DealSituation())
    assert game.table.outcome is not None
    assert game.table.outcome.winners == ()
    assert not game.table.broken
    assert len(game.table.situations) == 1


@rule("SA-2.6", "SA-Q-8", "SA-30.1")
def test_at_ten_the_masquerade_breaks_in_the_middle_of_things(apollyon: type[Driver]) -> None:
    game = apollyon().masquerade(12).situation("top", "safe", cost=1).play(DealSituation())
    assert not game.table.broken
    game.masquerade(12).situation("top", "safe", cost=2).play(DealSituation())
    assert game.table.broken


@rule("SA-6.17", "SA-1.9")
def test_texts_change_what_a_situation_costs(apollyon: type[Driver]) -> None:
    game = apollyon().situation("top", "safe", cost=2)
    game.table.last(Lasting(f"masquerade:{game.table.next_situation.cards[0]}", "add", -5))
    assert game.play(DealSituation()).m == 17  # never below 0


@rule("SA-Q-81", "SA-3.1", "SA-3.2", "SA-3.6")
def test_all_see_unknown_sides_and_nobody_a_first_contact_side(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).situation("top", "keter", cost=2, danger=3).play(DealSituation())
    for viewer in (0, 1, None):
        seen = game.seen(viewer)
        assert seen["situations"]["slot.1"]["card"] == {"back": "situation 3/2 #1", "cards": [None]}
        assert seen["situations"]["slot.1"]["tokens"] == 2
        assert seen["next_situation"]["cards"] == [None]
        assert seen["next_situation"]["back"].startswith("situation ")


@rule("SA-12.14", "SA-12.8", "SA-12.13", "SA-30.5")
def test_each_deal_looks_at_the_zone_and_the_masquerade_afresh(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).masquerade(11).situations_dealt_next(1, 3, object_class="euclid")
    for number in range(1, 6):
        game.situation(f"slot.{number}", "safe")
    game.next_anomaly("Thing", "euclid", "1/1").play(DealSituation(), DealSituation())
    assert "slot.6" in game.table.situations, "the first fills the zone, and breaks the Masquerade"
    assert (game.m, game.table.broken, game.at("thing")) == (10, True, "public"), "the second breaks out"


@rule("SA-12.12", "SA-12.13", "SA-12.14", "SA-Q-15")
def test_a_card_that_was_charged_in_vain_may_break_out_next(apollyon: type[Driver]) -> None:
    game = apollyon().masquerade(11).situations_dealt_next(2, 1, object_class="keter")
    for number in range(1, 7):
        game.situation(f"slot.{number}", "safe")
    charged = game.table.next_situation.cards[0]
    game.next_anomaly("Thing", "keter", "1/1").play(DealSituation(), DealSituation())
    assert (game.m, game.at("thing")) == (9, "public")
    assert game.table.discards["situation"].cards == (charged,)


@rule("SA-Q-14", "SA-12.9")
def test_intel_checks_go_round_from_the_administrator(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).situations_dealt_next(1, 1, 1, 1)
    game.table.administrator, game.table.turn_tracker = 2, 6
    game.dice("6", "1", "4").intel()
    assert [check["who"] for check in game.events("intel check")] == [2, 0, 1]
    assert game.m == 21 - 2 + 1 - 1
