"""SA-23: the Event Phase."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.components import AC, PUBLIC, SUBDUED, TC
from eschaton.games.apollyon.rules.breach import Breach
from eschaton.games.apollyon.rules.events import EventPhase
from eschaton.games.apollyon.rules.growth import MoveAnomaly
from eschaton.games.apollyon.rules.tracker import gain_masquerade, pay_masquerade
from eschaton.kernel.effect import Lasting
from eschaton.ledger import rule
from tests.apollyon.yard import S0, S1, S2, Yard


def by_die(yard: type[Yard], players: int = 1, **options: object) -> Yard:
    """A table that rolls the Event Die."""
    game = yard(players=players, event_mode="die", **options)
    game.table.phase = "event"
    return game


@rule("SA-23.1", "SA-34.3")
def test_an_event_card_is_drawn_carried_out_and_discarded(yard: type[Yard]) -> None:
    game = yard().deck("event", "quake", "calm")
    game.says("quake", "event", lambda table, use: pay_masquerade(table, 2, "SA-2.3"))
    game.begin(EventPhase())
    assert game.done
    assert game.m == 15
    assert game.table.discards["event"].cards == ("quake",)
    assert "event die" not in game.story


@rule("SA-23.1", "SA-34.3")
def test_or_the_die_is_rolled(yard: type[Yard]) -> None:
    game = by_die(yard).deck("event", "quake").begin(EventPhase())
    assert game.waiting == "EventDie"
    game.rolls(4)
    assert game.done
    assert game.table.decks["event"].cards == ("quake",)


@rule("SA-Q-28", "SA-34.3")
@pytest.mark.parametrize(("said", "then"), [("cards", "event"), ("die", "event die")])
def test_or_the_players_choose_each_turn(yard: type[Yard], said: str, then: str) -> None:
    game = yard(players=2, event_mode="choice").deck("event", "quake").begin(EventPhase())
    assert game.offers(S0) == ["cards", "die"]
    game.answers(S0, said).answers(S1, "agree").rolls(4)
    assert then in game.story


@rule("SA-Q-79")
def test_an_event_deck_that_has_run_out_is_made_anew(yard: type[Yard]) -> None:
    game = yard().deck("event", "quake")
    game.begin(EventPhase()).begin(EventPhase())
    assert [card["card"] for card in game.events("event")] == ["quake", "quake"]
    assert yard().begin(EventPhase()).done, "and if there is none at all, nothing happens"


@rule("SA-23.2", "SA-Q-99")
def test_die_1_is_a_cascade_for_everybody_in_an_order_the_players_choose(yard: type[Yard]) -> None:
    game = by_die(yard, 3)
    for seat, piece in enumerate("abc"):
        game.holds(piece, "safe 0/2", seat=seat)
    game.begin(EventPhase()).rolls(1)
    assert game.offers(S0) == ["in-order", "S0", "S1", "S2"]
    game.answers(S0, "S1").answers(S1, "agree").answers(S2, "agree").rolls(1)
    game.answers(S0, "in-order").rolls(1, 1)  # to the usual order nobody need agree
    assert game.done
    assert [cascade["who"] for cascade in game.events("cascade")] == [S1, S0, S2]


@rule("SA-23.3", "SA-Q-30", "SA-Q-99")
def test_die_2_lets_each_player_name_a_different_dangerous_anomaly(yard: type[Yard]) -> None:
    game = by_die(yard, 2).holds("ed", "euclid 0/3").holds("kay", "keter 0/3", zone=TC)
    game.holds("end", "apollyon 0/3", seat=S1).holds("sal", "safe 0/2", seat=S1)
    game.holds("tha", "thaumiel 0/2", seat=S1).holds("out", "keter 0/3", zone=PUBLIC)
    game.begin(EventPhase()).rolls(2)
    assert game.asked == [S0]
    assert game.offers(S0) == ["ed", "kay", "end"], "at any site, in AC or TC, neither Safe nor Thaumiel"
    game.answers(S0, "end")
    assert game.offers(S1) == ["ed", "kay"]
    game.answers(S1, "kay")
    assert game.offers(S0) == ["in-order", "end", "kay"]
    assert game.events("breach check") == [], "no check before the list is fixed"
    game.answers(S0, "in-order")
    assert [check["anomaly"] for check in game.events("breach check")] == ["end", "kay"]
    assert game.at("kay") == PUBLIC


@rule("SA-Q-30")
def test_fewer_than_players_means_only_those(yard: type[Yard]) -> None:
    game = by_die(yard, 3).holds("ed", "euclid 0/3").begin(EventPhase()).rolls(2)
    assert game.done
    assert len(game.events("breach check")) == 1


@rule("SA-Q-104")
def test_what_cannot_breach_is_named_only_when_nothing_else_is_left(yard: type[Yard]) -> None:
    game = by_die(yard, 2).holds("ned", "euclid 2/3", can_breach=False).holds("ed", "euclid 0/3")
    game.holds("kay", "keter 0/3").holds("kit", "keter 0/3").begin(EventPhase()).rolls(2)
    assert game.offers(S0) == ["ed", "kay", "kit"]
    game = by_die(yard, 2).holds("ned", "euclid 2/3", can_breach=False).holds("ed", "euclid 0/3")
    game.begin(EventPhase()).rolls(2)
    assert [check["anomaly"] for check in game.events("breach check")] == ["ed"]


@rule("SA-23.4", "SA-Q-31")
def test_die_3_hits_as_many_in_temporary_containment_as_there_are_players(yard: type[Yard]) -> None:
    game = by_die(yard, 2).holds("sal", "safe 0/2", zone=TC).holds("ed", "euclid 0/2", zone=TC)
    game.holds("kay", "keter 0/2", zone=TC).holds("con", "keter 0/2", seat=S1)
    game.begin(EventPhase()).rolls(3)
    assert game.offers(S0) == ["sal", "ed", "kay"], "all three at one site; what is in AC is left alone"
    game.answers(S0, "sal").answers(S1, "kay").answers(S0, "in-order")
    assert [game.at(piece) for piece in ("sal", "ed", "kay", "con")] == [PUBLIC, TC, PUBLIC, AC]


@rule("SA-23.5", "SA-Q-29")
def test_die_4_is_a_quiet_month_unless_played_as_3(yard: type[Yard]) -> None:
    for option, ends in [("nothing", TC), ("as_3", PUBLIC)]:
        game = by_die(yard, event_die_4=option).holds("ed", "euclid 0/2", zone=TC).begin(EventPhase()).rolls(4)
        assert game.done
        assert game.at("ed") == ends


@rule("SA-23.6", "SA-12.15")
@pytest.mark.parametrize(("players", "dealt"), [(1, 1), (3, 1), (4, 2), (6, 2)])
def test_die_5_deals_situations(yard: type[Yard], players: int, dealt: int) -> None:
    game = by_die(yard, players).deck("situation", *(f"r{at} euclid 1" for at in range(4)))
    before = game.m
    game.begin(EventPhase()).rolls(5)
    assert len(game.table.situations) == dealt
    assert game.m == before - dealt


@rule("SA-23.7", "SA-23.8", "SA-15.10")
@pytest.mark.parametrize(("players", "given"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_die_6_hands_out_characters_on_vacation(yard: type[Yard], players: int, given: int) -> None:
    game = by_die(yard, players, agree_by_silence=True).deck("character", *(f"c{at} 2/2" for at in range(4)))
    game.begin(EventPhase()).rolls(6)
    last = f"S{players - 1}"
    for _ in range(given if players > 1 else 0):
        game.answers(S0, last)
    assert game.done
    assert list(game.table.characters) == [f"c{at}" for at in range(given)]
    assert {(who.seat, who.zone) for who in game.table.characters.values()} == {(players - 1, "vacation")}


@rule("SA-EX-11")
def test_the_event_die_with_five_players(yard: type[Yard]) -> None:
    game = by_die(yard, 5).deck("situation", *(f"r{at} euclid 1" for at in range(4))).begin(EventPhase()).rolls(5)
    assert len(game.table.situations) == 2
    game = by_die(yard, 5, agree_by_silence=True).deck("character", *(f"c{at} 2/2" for at in range(4)))
    game.begin(EventPhase()).rolls(6).answers(S0, "S0", "S0", "S0")
    assert len(game.table.characters) == 3


@rule("SA-23.9", "SA-23.10", "SA-Q-33", "SA-Q-32", "SA-31.3")
def test_the_loose_apollyon_engages_all_active_characters_instead_of_an_event(yard: type[Yard]) -> None:
    game = yard(players=2).deck("event", "quake").holds("end", "apollyon 3/9", zone=PUBLIC)
    game.staff("vic", "1/3 sentinel 1").staff("far", "2/3", seat=S1, zone="mtf-02").pool(S0, personnel=3)
    game.staff("off", "5/5", zone="vacation").staff("gone", "5/5", zone="lost", source="end")
    game.begin(EventPhase()).rolls(1, 1, 1, 1, 1)
    assert len(game.events("team rolled")[0]["faces"]) == 5, "3 of the Sentinel and 2; no Personnel"
    game.rolls(3, 3, 2)
    assert game.offers(S0) == ["vic", "far"], "measure 3: no home-field bonus"
    game.answers(S0, "far", "vic").answers(S1, "agree")
    assert game.done
    assert game.at("end") == PUBLIC
    assert "event" not in game.story


@rule("SA-23.11")
def test_an_apollyon_may_say_that_it_does_not_engage(yard: type[Yard]) -> None:
    game = yard().deck("event", "quake").holds("end", "apollyon 3/9", zone=PUBLIC, engages_all=False)
    game.staff("vic", "1/3").begin(EventPhase())
    assert game.done
    assert game.story == []


@rule("SA-EX-63", "SA-Q-32")
@pytest.mark.parametrize("zone", [SUBDUED, TC, AC])
def test_a_subdued_or_contained_apollyon_lets_events_resume(yard: type[Yard], zone: str) -> None:
    game = yard().deck("event", "quake").holds("end", "apollyon 3/9", zone=zone).staff("vic", "1/3")
    game.begin(EventPhase())
    assert game.done
    assert "event" in game.story
    assert "giant engagement" not in game.story


@rule("SA-EX-46", "SA-23.14", "SA-Q-22", "SA-13.10")
def test_a_badly_moved_anomaly_checks_after_the_event(yard: type[Yard]) -> None:
    game = by_die(yard, 2).holds("ed", "euclid 1/3", seat=S1, zone=TC, moved=True).staff("vic", "1/3", seat=S1)
    game.begin(EventPhase()).rolls(4).rolls(1).rolls(4)
    assert game.story.index("event die") < game.story.index("breach check")
    assert game.who("vic").wounds == 1
    assert game.at("ed") == PUBLIC
    assert not game.what("ed").moved
    game = by_die(yard, 2).holds("ed", "euclid 1/3", seat=S1, zone=TC).begin(EventPhase()).rolls(4)
    assert game.at("ed") == TC, "moved well, it stays"


@rule("SA-Q-22")
def test_one_that_has_breached_since_just_loses_the_counter(yard: type[Yard]) -> None:
    game = by_die(yard).holds("ed", "euclid 0/1", zone=TC, moved=True).staff("vic", "1/3")
    game.begin(Breach("ed")).rolls(3)
    assert game.at("ed") == TC, "Re-Contained"
    assert game.begin(EventPhase()).rolls(4).done
    assert game.at("ed") == TC
    assert game.story.count("breach") == 1


@rule("SA-Q-22", "SA-13.10")
def test_one_that_breached_before_it_was_moved_checks_all_the_same(yard: type[Yard]) -> None:
    game = by_die(yard, 2).holds("ed", "euclid 0/1", zone=TC).staff("vic", "1/3").begin(Breach("ed")).rolls(3)
    game.begin(MoveAnomaly(S0, "ed", S1)).rolls(2)
    assert game.what("ed").moved
    game.begin(EventPhase()).rolls(4)
    assert game.at("ed") == PUBLIC, "nobody is there to hold it"


@rule("SA-Q-22", "SA-13.8")
def test_handed_on_it_leaves_the_counter_behind(yard: type[Yard]) -> None:
    game = by_die(yard, 3).holds("ed", "euclid 1/3", zone=TC).begin(MoveAnomaly(S0, "ed", S1)).rolls(1)
    game.begin(MoveAnomaly(S1, "ed", S2)).rolls(3)
    assert game.begin(EventPhase()).rolls(4).done
    assert (game.at("ed"), game.what("ed").seat) == (TC, S2)


@rule("SA-Q-95")
def test_a_transfer_counter_is_no_counter_of_the_card(yard: type[Yard]) -> None:
    game = by_die(yard).holds("ed", "euclid 0/3", moved=True, counters=2).begin(EventPhase()).rolls(4)
    assert game.what("ed").counters == 2


@rule("SA-23.12", "SA-6.10", "SA-23.14")
def test_event_phase_texts_come_last(yard: type[Yard]) -> None:
    game = by_die(yard).holds("ed", "euclid 0/3", zone=TC, moved=True).holds("out", "keter 1/1", zone=PUBLIC)
    game.says("out", "event phase", lambda table, use: pay_masquerade(table, 1, "SA-2.3"))
    game.begin(EventPhase()).rolls(4)
    told = [key for key in game.story if key in ("event die", "breach", "masquerade paid")]
    assert told == ["event die", "breach", "masquerade paid"]


@rule("SA-23.13", "SA-33.11")
def test_garrisoned_scientists_gain_study_tokens(yard: type[Yard]) -> None:
    game = by_die(yard).staff("sol", "1/2 scientist 1", study=1).staff("mud", "1/2 scientist 1", cogs=1)
    game.staff("away", "1/2 scientist 1", zone="mtf-01").staff("bo", "2/2").begin(EventPhase()).rolls(4)
    assert [game.who(piece).study for piece in ("sol", "mud", "away", "bo")] == [2, 0, 0, 0]


@rule("SA-EX-56", "SA-23.13", "SA-33.1", "SA-8.13", "SA-Q-78")
def test_amnestics(yard: type[Yard]) -> None:
    game = by_die(yard).staff("amy", "1/2 amnestics 3").staff("away", "1/2 amnestics 2", zone="mtf-01")
    game.masquerade(12).begin(EventPhase()).rolls(4)
    assert game.offers(S0) == ["amy", "pass"]
    game.answers(S0, "amy").rolls(4, 6, 2)
    assert game.m == 14
    assert game.done, "once for each Event Phase"


@rule("SA-33.1", "SA-Q-78")
def test_amnestics_are_optional_and_work_beside_the_apollyon(yard: type[Yard]) -> None:
    game = yard().staff("amy", "0/2 amnestics 1").holds("end", "apollyon 1/9", zone=PUBLIC).masquerade(12)
    game.begin(EventPhase()).rolls(1)
    assert game.offers(S0) == ["amy", "pass"]
    game.answers(S0, "pass")
    assert game.m == 12


@rule("SA-Q-71")
def test_an_expert_adds_to_amnestics_of_several_dice(yard: type[Yard]) -> None:
    for words, faces, gained in [("amnestics 2 expert 1", (1, 1), 1), ("amnestics 1 expert 1", (1,), 0)]:
        game = by_die(yard).staff("amy", f"1/2 {words}").masquerade(12).begin(EventPhase()).rolls(4)
        game.answers(S0, "amy").rolls(*faces)
        assert game.m == 12 + gained


@rule("SA-23.12", "SA-11.4")
@pytest.mark.parametrize(("first", "m"), [("in-order", 22), ("amnestics:S0", 22), ("out/1", 21)])
def test_amnestics_and_texts_come_in_the_order_the_players_like(yard: type[Yard], first: str, m: int) -> None:
    def double(table: object, use: object) -> None:
        gain_masquerade(table, table.masquerade - 10, "SA-2.9")  # type: ignore[attr-defined,arg-type]

    game = by_die(yard).staff("amy", "1/2 amnestics 1").holds("out", "keter 1/1", zone=PUBLIC).masquerade(15)
    game.says("out", "event phase", double)
    game.begin(EventPhase()).rolls(4, 5).answers(S0, first, "amy")
    assert game.m == m


HEALS = "Contained, Event Phase: Remove 1 Cognitohazard from each of your Garrisoned characters."


@rule("SA-23.12", "SA-23.13", "SA-33.1", "SA-33.11")
def test_who_is_healed_by_an_event_phase_text_goes_on_to_work(yard: type[Yard]) -> None:
    game = by_die(yard).staff("amy", "1/2 amnestics 1", cogs=1).staff("sol", "1/2 scientist 1", cogs=1).staff("ian")
    game.holds("tick", "safe 0/2", tokens="space").text("tick", HEALS, "safe").masquerade(15)
    game.text("ian", "Event Phase: Gain 1 Intel.").who("ian").cogs = 1
    game.begin(EventPhase()).rolls(4).answers(S0, "in-order", "amy").rolls(4)
    assert game.done
    assert game.m == 16
    assert game.who("sol").study == 1
    assert game.assets(S0) == "intel"


@rule("SA-23.12", "SA-33.1", "SA-33.19")
def test_amnestics_may_come_between_two_texts(yard: type[Yard]) -> None:
    game = by_die(yard).staff("amy", "1/3 amnestics 1", cogs=1).staff("abe", "1/2 amnestics 1").masquerade(15)
    game.holds("tick", "safe 0/2", tokens="space").text("tick", HEALS, "safe")
    game.holds("out", "keter 1/1", zone=PUBLIC).text("out", "Event Phase: Place 1 Cognitohazard on each character.")
    game.begin(EventPhase()).rolls(4)
    assert game.offers(S0) == ["in-order", "amnestics:S0", "out/1", "tick/1"]
    game.answers(S0, "tick/1")
    assert game.offers(S0) == ["in-order", "amnestics:S0", "out/1"]
    game.answers(S0, "amnestics:S0", "amy").rolls(4).answers(S0, "abe").rolls(4)
    assert game.done
    assert game.m == 17
    assert game.who("amy").cogs == game.who("abe").cogs == 1


@rule("SA-33.1", "SA-Q-78")
def test_who_has_rolled_amnestics_or_will_not_is_asked_no_more(yard: type[Yard]) -> None:
    game = by_die(yard).staff("amy", "1/2 amnestics 1").staff("abe", "1/2 amnestics 1").masquerade(15)
    game.holds("tick", "safe 0/2", tokens="space").text("tick", HEALS, "safe")
    game.begin(EventPhase()).rolls(4).answers(S0, "in-order", "amy").rolls(4).answers(S0, "pass")
    assert game.done
    assert game.m == 16


@rule("SA-6.10", "SA-7.3")
def test_nobody_must_pay_the_price_of_a_text(yard: type[Yard]) -> None:
    def eel() -> Yard:
        game = by_die(yard).holds("eel", "thaumiel 2/4", tokens="space").masquerade(15).pool(S0, personnel=1)
        game.text("eel", "Contained, Event Phase, once per turn - spend 1 Personnel: Gain 2 Masquerade.", "thaumiel")
        game.begin(EventPhase()).rolls(4)
        return game

    game = eel().answers(S0, "pass")
    assert (game.done, game.m, game.assets(S0)) == (True, 15, "personnel")
    game = eel().answers(S0, "eel/1")
    assert (game.done, game.m, game.assets(S0)) == (True, 17, "")


@rule("SA-Q-63", "SA-6.5")
@pytest.mark.parametrize(("zone", "m"), [(AC, 16), (PUBLIC, 15), (TC, 17), (SUBDUED, 17)])
def test_a_phase_text_works_in_the_state_its_frame_says(yard: type[Yard], zone: str, m: int) -> None:
    game = by_die(yard).holds("ed", "euclid 1/3", zone=zone)
    game.says("ed", "event phase", lambda table, use: pay_masquerade(table, 1, "SA-2.3"), contained=True)
    game.says("ed", "event phase", lambda table, use: pay_masquerade(table, 2, "SA-2.3"))
    assert game.begin(EventPhase()).rolls(4).m == m


def test_a_text_may_cancel_the_event(yard: type[Yard]) -> None:
    game = by_die(yard)
    game.table.last(Lasting("may event", "forbid"))
    assert game.begin(EventPhase()).done


# Texts that strike several sites.


def struck(yard: type[Yard], text: str, zone: str = AC) -> Yard:
    """Three sites with an anomaly each, a text that strikes them, and S1 as the Administrator."""
    game = yard(players=3).masquerade(30)
    game.table.administrator = S1
    for seat, piece in enumerate("abc"):
        game.holds(piece, "euclid 1/2", seat=seat, zone=zone, tokens="space" if zone == AC else "")
    game.deck("event", "bad").text("bad", text, "event").begin(EventPhase())
    return game


@rule("SA-Q-99", "SA-23.1", "SA-27.1")
def test_an_event_that_strikes_all_sites_does_so_in_the_order_they_choose(yard: type[Yard]) -> None:
    game = struck(yard, "Each player suffers 1 Breach Cascade.")
    assert game.offers(S1) == ["in-order", "S1", "S2", "S0"]
    game.answers(S1, "in-order").rolls(1, 1, 1, 1, 1, 1)
    assert [event["who"] for event in game.events("cascade")] == [S1, S2, S0], "from the Administrator on"
    game = struck(yard, "Each player suffers 1 Breach Cascade.").answers(S1, "S0").answers(S0, "agree")
    game.answers(S2, "agree").rolls(1, 1).answers(S1, "in-order").rolls(1, 1, 1, 1)
    assert [event["who"] for event in game.events("cascade")] == [S0, S1, S2]
    assert game.done


@rule("SA-Q-99", "SA-28.1")
def test_breach_checks_at_several_sites_come_in_the_order_they_choose(yard: type[Yard]) -> None:
    game = struck(yard, "Run a Breach Check on each contained anomaly.")
    assert game.offers(S1) == ["in-order", "b", "c", "a"]
    game.answers(S1, "c").answers(S0, "agree").answers(S2, "agree").rolls(1).answers(S1, "in-order").rolls(1, 1)
    assert [event["anomaly"] for event in game.events("breach check")] == ["c", "b", "a"]
    assert game.done


@rule("SA-Q-99", "SA-Q-104")
def test_each_player_runs_a_check_in_the_order_they_choose(yard: type[Yard]) -> None:
    game = struck(yard, "Each player runs a Breach Check on 1 of their held anomalies.")
    game.answers(S1, "S2").answers(S0, "agree").answers(S2, "agree").rolls(1).answers(S1, "in-order").rolls(1, 1)
    assert [event["anomaly"] for event in game.events("breach check")] == ["c", "b", "a"]
    assert game.done


@rule("SA-Q-99", "SA-11.4")
def test_the_order_at_one_site_is_its_players(yard: type[Yard]) -> None:
    game = yard(players=2).holds("a", "euclid 1/2", S1, tokens="space").holds("b", "euclid 1/2", S1, tokens="space")
    game.deck("event", "bad").text("bad", "Run a Breach Check on each contained anomaly.", "event").begin(EventPhase())
    assert game.asked == [S1]
    game.answers(S1, "b").rolls(1, 1)
    assert [event["anomaly"] for event in game.events("breach check")] == ["b", "a"]


@rule("SA-Q-27", "SA-14.7")
def test_who_is_on_vacation_is_not_counted_among_a_players_characters(yard: type[Yard]) -> None:
    game = yard(players=2).staff("ana").staff("abe", zone="vacation").staff("al", zone="vacation")
    game.staff("bo", seat=S1).staff("ben", seat=S1).pool(S0, space=1).pool(S1, space=1).deck("event", "bad")
    game.text("bad", "The player with the highest headcount loses 1 Space.", "event").begin(EventPhase())
    assert (game.assets(S0), game.assets(S1)) == ("space", "")
