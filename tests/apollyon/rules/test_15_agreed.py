"""Whose agreement a text needs, who speaks for a team, who must take what, and what nobody need be asked."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eschaton.games.apollyon.advice import advice
from eschaton.games.apollyon.rules.breach import Cascade
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.events import EventEffects, EventPhase, NameAnomalies
from eschaton.games.apollyon.rules.finale import GiantEngagement
from eschaton.games.apollyon.rules.lost import RecoveryChecks
from eschaton.games.apollyon.rules.market import BuyIntel
from eschaton.games.apollyon.rules.missions import Missions
from eschaton.games.apollyon.rules.placing import PlaceTokens
from eschaton.games.apollyon.rules.promotion import AwardMedal
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.site import SitePhase
from eschaton.games.apollyon.rules.strikes import InAnyOrder
from eschaton.kernel.ask import CHANCE
from eschaton.kernel.seen import seen
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, S2, Driver
from tests.apollyon.yard import Yard


def asked(game: Driver) -> list[int]:
    """The seats that are asked now."""
    question = game.settle()
    return [] if question is None else sorted(question.asks(game.table))


def drawn(yard: type[Yard], text: str, players: int = 3, **options: Any) -> Yard:
    """An Event is drawn where each site has a Character."""
    game = yard(players=players, **options).deck("event", "news").deck("character", "x 2/2", "y 2/2")
    for piece, seat in (("ana", S0), ("bo", S1), ("cy", S2))[:players]:
        game.staff(piece, seat=seat)
    game.text("news", text, "event")
    return game.begin(EventPhase())


def bought(
    apollyon: type[Driver], seat: int, text: str, players: int = 3, game: Driver | None = None, **options: Any
) -> Driver:
    """A player buys an Intel Card."""
    game = game or apollyon(players=players, **options)
    game.pool(seat, intel=5).anomaly("Kay", "keter", "4/5", "ac", seat, tokens="space")
    card = game.table.decks["intel"].take()[0]
    game.table.market_intel.put(card)
    game.box.loose.pop(card, None)
    return game.text(card, text, "intel").begin(BuyIntel(seat, card))


def joint(apollyon: type[Driver], text: str = "", **options: Any) -> Driver:
    """Ana of the first player and Bo of the second find a Situation that says something."""
    game = apollyon(players=3, **options).character("Ana", S0, "1/3").character("Bo", S1, "1/3")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").situation("slot.1", "safe").next_anomaly("T", "safe", "0/9")
    if text:
        game.text(game.table.situations["slot.1"].piece, text, "situation")
    return game.begin(Resolve("slot.1", ["S0-mtf-01", "S1-mtf-01"]))


def directed(game: Driver, seat: int, text: str) -> Driver:
    """A player's Director says something, and nothing else."""
    director = game.table.sites[seat].director
    game.box.loose.pop(director, None)
    return game.text(director, text, "director")


# An anomaly comes only to who will have it.

CONVOY = "Until the end of the turn, 1 of your held anomalies cannot breach. Transfer it to another player."


@rule("SA-Q-22", "SA-24.2")
def test_a_text_forces_no_anomaly_on_anybody(apollyon: type[Driver]) -> None:
    game = bought(apollyon, S0, CONVOY, players=2)
    assert asked(game) == [S1], "also the only one who could have it"
    game.answer(S1, "refuse")
    assert (game.at("Kay"), game.what("Kay").seat, game.what("Kay").tokens) == ("ac", S0, {"space": 1})
    assert game.events("nobody takes it")
    game = bought(apollyon, S0, CONVOY, players=2).answer(S1, "agree")
    assert (game.at("Kay"), game.what("Kay").seat, game.pool_of(S0)["space"]) == ("tc", S1, 1)


@rule("SA-Q-22")
def test_who_refuses_does_not_hand_it_on(apollyon: type[Driver]) -> None:
    game = bought(apollyon, S0, CONVOY).answer(S0, "S2").answer(S2, "refuse")
    assert asked(game) == [S1], "the other one"
    game.answer(S1, "refuse")
    assert game.what("Kay").seat == S0
    game = bought(apollyon, S0, CONVOY).answer(S0, "S2").answer(S2, "refuse").answer(S1, "agree")
    assert game.what("Kay").seat == S1


@rule("SA-Q-22", "SA-6.14")
def test_a_text_moves_it_at_once_where_silence_is_consent(apollyon: type[Driver]) -> None:
    assert bought(apollyon, S0, CONVOY, players=2, agree_by_silence=True).what("Kay").seat == S1


@rule("SA-Q-22", "SA-6.14", "SA-Q-34")
def test_an_event_moves_it_as_all_agree_and_never_to_who_will_not(yard: type[Yard]) -> None:
    game = yard(players=3, tc_fields="2").holds("a", "euclid 3/4", tokens="space").deck("event", "news")
    for piece in ("b", "c"):
        game.holds(piece, "safe 1/1", zone="tc", seat=S2)
    game.text("news", "Transfer 1 of your contained anomalies to another player.", "event").begin(EventPhase())
    game.answers(S0, "S1")
    assert game.asked == [S2], "S1 is asked by itself"
    game.answers(S2, "agree").answers(S1, "refuse")
    assert game.what("a").seat == S0, "S2 has no room"


# Whose agreement a pick needs.


@rule("SA-6.14")
def test_who_picks_anew_picks_over_nobodys_head(yard: type[Yard]) -> None:
    game = drawn(yard, "Destroy 1 character.").answers(S0, "bo").answers(S1, "refuse").answers(S1, "ana")
    assert game.asked == [S0]
    game.answers(S0, "refuse")
    assert game.asked == [S2], "who has not picked yet"
    game.answers(S2, "bo").answers(S1, "refuse")
    assert (game.at("ana"), game.at("bo")) == ("garrison", "discard"), "each has picked once"


@rule("SA-6.14", "SA-7.13")
def test_assets_too(yard: type[Yard]) -> None:
    game = yard(players=3).deck("event", "news").pool(S0, space=1).pool(S1, intel=1)
    game.text("news", "Destroy 1 Asset.", "event").begin(EventPhase())
    game.answers(S0, "S1:intel").answers(S1, "refuse").answers(S1, "S0:space")
    assert game.asked == [S0]
    game.answers(S0, "agree")
    assert (game.assets(S0), game.assets(S1)) == ("", "intel")


@rule("SA-6.14", "SA-23.8")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 player recruits 1 character.", "S0"),
        ("Place 1 Medal on 1 character.", "ana"),
        ("Send up to 1 character on vacation.", []),
        ("Mark up to 2 characters.", ["ana"]),
        ("You may place 1 Wound on each character, then gain 3 Masquerade.", "yes"),
        ("Gain up to 3 Masquerade.", 2),
        ("Remove 1 Wound from the character with the most Threat.", "ana"),
    ],
)  # fmt: skip
def test_what_an_event_gives_or_leaves_open_all_decide(yard: type[Yard], text: str, said: Any) -> None:
    game = drawn(yard, text).answers(S0, said)
    assert game.asked == [S1, S2]
    game.answers(S1, "agree").answers(S2, "refuse")
    assert game.asked == [S2], "who refuses is the next to pick"
    alone = drawn(yard, text, agree_by_silence=True).answers(S0, said)
    assert alone.settle() is None


@rule("SA-6.14")
def test_what_need_not_be_done_is_not_done_without_agreement(yard: type[Yard]) -> None:
    text = "You may place 1 Wound on each character, then gain 3 Masquerade."
    game = (
        drawn(yard, text, players=2).answers(S0, "yes").answers(S1, "refuse").answers(S1, "yes").answers(S0, "refuse")
    )
    assert game.who("bo").wounds == 0
    game = drawn(yard, "Destroy up to 1 character.", players=2)
    game.answers(S0, ["bo"]).answers(S1, "refuse").answers(S1, ["ana"]).answers(S0, "refuse")
    assert (game.at("ana"), game.at("bo")) == ("garrison", "garrison")
    game = drawn(yard, "Gain up to 3 Masquerade.", players=2)
    before = game.m
    game.answers(S0, 2).answers(S1, "refuse").answers(S1, 3).answers(S0, "refuse")
    assert game.m == before
    assert drawn(yard, "Gain up to 3 Masquerade.", players=2).answers(S0, 2).answers(S1, "agree").m == before + 2


@rule("SA-6.14", "SA-6.2")
def test_what_each_is_told_to_do_each_decides(yard: type[Yard]) -> None:
    game = drawn(yard, "Each player may place 1 Medal on 1 of their characters.", players=2)
    game.answers(S0, "yes").answers(S1, "no")
    assert game.settle() is None
    assert (game.who("ana").medals, game.who("bo").medals) == (1, 0)


@rule("SA-6.14", "SA-22.2")
def test_on_ones_own_card_only_those_agree_on_whom_it_falls(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").character("Bo", S1, "1/2")
    text = "Place 1 Medal on 1 character. You may lose 1 Masquerade, then gain 1 Resource."
    bought(apollyon, S1, text, game=game).answer(S1, "bo").answer(S1, "yes")
    assert (game.settle(), game.who("Bo").medals, game.pool_of(S1)["resources"]) == (None, 1, 1)
    game = apollyon(players=2).character("Ana", S0, "1/2").character("Bo", S1, "1/2")
    assert asked(bought(apollyon, S1, text, game=game).answer(S1, "ana")) == [S0]


@rule("SA-15.8", "SA-6.14")
def test_what_a_situation_leaves_open_the_joint_team_decides(apollyon: type[Driver]) -> None:
    game = joint(apollyon, "Choose 1: place 1 Wound on each member, or lose 2 Masquerade.").answer(S0, "1")
    assert asked(game) == [S1], "S2 has nobody there"
    game.answer(S1, "refuse").answer(S1, "2").answer(S0, "agree")
    assert (game.who("Ana").wounds, game.who("Bo").wounds) == (0, 0)
    game = joint(apollyon, "Place 1 Medal on 1 member.").answer(S0, "ana").answer(S1, "agree")
    assert game.who("Ana").medals == 1


@rule("SA-15.8", "SA-6.14", "SA-6.8")
def test_what_an_anomaly_leaves_open_when_it_is_met_the_joint_team_decides(apollyon: type[Driver]) -> None:
    def met() -> Driver:
        game = joint(apollyon).text("t", "Every Contact: You may place 1 Wound on each member, then gain 3 Intel.")
        return game.answer(S0, "stand").answer(S1, "agree").answer(S0, "yes")

    assert asked(met()) == [S1]
    assert met().answer(S1, "agree").who("Bo").wounds == 1
    game = met().answer(S1, "refuse").answer(S1, "yes").answer(S0, "refuse")
    assert game.who("Bo").wounds == 0, "without agreement nobody does what need not be done"


@rule("SA-15.8", "SA-6.14")
def test_harm_on_a_joint_team_is_agreed_to_by_whom_it_falls_on(apollyon: type[Driver]) -> None:
    assert joint(apollyon, "Place 1 Wound on 1 member.").answer(S0, "ana").who("Ana").wounds == 1
    assert asked(joint(apollyon, "Place 1 Wound on 1 member.").answer(S0, "bo")) == [S1]


@rule("SA-15.8", "SA-7.3")
def test_what_one_pays_for_the_team_one_decides(apollyon: type[Driver]) -> None:
    text = "You may spend 1 Personnel, then place 1 Minion on the first member."
    game = apollyon(players=2).character("Ana", S0, "1/3").character("Bo", S1, "1/3").pool(S0, personnel=1)
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").situation("slot.1", "safe")
    game.text(game.table.situations["slot.1"].piece, text, "situation")
    game.begin(Resolve("slot.1", ["S0-mtf-01", "S1-mtf-01"])).answer(S0, "yes")
    assert game.who("Ana").minions == [(1, 1)]


def test_bots_agree_to_what_others_pick_and_pick_themselves(yard: type[Yard]) -> None:
    game = drawn(yard, "Place 1 Medal on 1 character.").answers(S0, "ana")
    ask = game.question.asks(game.table)[S1]
    assert advice(seen(game.table, S1), ask, Random(1)).answer == "agree"
    game.answers(S1, "refuse")
    ask = game.question.ask
    assert advice(seen(game.table, ask.seat), ask, Random(1)).answer in ("ana", "bo", "cy")
    game = drawn(yard, "Gain up to 3 Masquerade.").answers(S0, 2).answers(S1, "refuse")
    ask = game.question.ask
    assert advice(seen(game.table, ask.seat), ask, Random(1)).answer in range(4)


# The Apollyon comes to the site that all agree on.


@rule("SA-Q-102", "SA-EX-67")
def test_nobody_must_take_the_apollyon_but_the_administrator(yard: type[Yard]) -> None:
    def subdued() -> Yard:
        return yard(players=3).holds("end", "apollyon 3/3", zone="subdued", cost="space").begin(SitePhase())

    assert subdued().answers(S0, "S0").asked == [S1, S2]
    game = subdued().answers(S0, "S2").answers(S2, "refuse").answers(S2, "S1").answers(S1, "refuse")
    game.answers(S1, "S2").answers(S0, "agree").answers(S2, "refuse")
    assert game.what("end").seat == S0
    game = subdued().answers(S0, "S2").answers(S1, "agree").answers(S2, "agree")
    assert (game.at("end"), game.what("end").seat) == ("tc", S2)


# Who speaks for a team, and whose team it is.


@rule("SA-15.8", "SA-20.1")
@pytest.mark.parametrize("silence", [False, True])
def test_who_has_nobody_left_in_a_team_does_not_speak_for_it(apollyon: type[Driver], silence: bool) -> None:
    game = apollyon(players=3, agree_by_silence=silence).character("Bo", S1, "1/3").character("Cy", S2, "1/3")
    assert game.begin(AwardMedal(["ana", "bo", "cy"], S0)).question.ask.seat == S1
    assert game.begin(PlaceTokens("wound", 1, ["ana", "bo", "cy"], S0)).question.ask.seat == S1


@rule("SA-15.8", "SA-19.1", "SA-33.7")
@pytest.mark.parametrize("silence", [False, True])
def test_who_has_lost_everybody_orders_no_retreat(apollyon: type[Driver], silence: bool) -> None:
    game = (
        apollyon(players=2, agree_by_silence=silence).character("Ana", S0, "1/2").character("Bo", S1, "1/3", "leader 1")
    )
    game.character("Ben", S1, "1/3").team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo", "Ben")
    game.situation("slot.1", "safe").next_anomaly("Thing", "safe", "0/1").text(
        "thing", "Every Contact: You may gain 1 Intel."
    )
    game.text(game.table.situations["slot.1"].piece, "Make the first member Lost.", "situation")
    game.begin(Resolve("slot.1", ["S0-mtf-01", "S1-mtf-01"]))
    assert asked(game) == [S1]
    game.answer(S1, "stand")
    assert asked(game) == [S1], "what it may do when it meets it"
    game.answer(S1, "yes")
    assert (game.waiting, asked(game)) == ("Lead", [S1])


@rule("SA-15.8", "SA-20.7", "SA-6.17")
@pytest.mark.parametrize("mtfs", [["S0-mtf-01", "S1-mtf-01"], ["S1-mtf-01", "S0-mtf-01"]])
def test_your_team_is_any_team_in_which_one_has_somebody(apollyon: type[Driver], mtfs: list[str]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/5").character("Bo", S1, "1/5").anomaly("A", "safe", "0/9")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo")
    directed(game, S1, "Your team may reroll 1 die each engagement.").begin(Capture(mtfs, anomaly="a")).roll("1 1")
    assert game.waiting == "RerollDice"
    assert game.question.ask.most == 1


@rule("SA-20.7", "SA-23.9")
def test_your_team_is_the_giant_one_too(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/5").character("Bo", S1, "1/5").anomaly("End", "apollyon", "0/9")
    for seat in (S0, S1):
        directed(game, seat, "Your team may reroll 1 die each engagement.")
    game.begin(GiantEngagement("end")).roll("1 1")
    assert (game.waiting, game.question.ask.most) == ("RerollDice", 2)


# What nobody need be asked.


def missions(apollyon: type[Driver], *seats: int) -> Driver:
    """Missions of these players, one each."""
    game = apollyon(players=3)
    for at, seat in enumerate(seats, 1):
        name = f"C{at}"
        game.character(name, seat, "1/3").team(seat, f"mtf-0{at}", name).situation(f"slot.{at}", "false-alarm")
        game.table.missions[f"slot.{at}"] = [f"S{seat}-mtf-0{at}"]
    return game.begin(Missions())


@rule("SA-15.6", "SA-15.7")
def test_missions_of_one_player_are_ordered_by_that_player(apollyon: type[Driver]) -> None:
    game = missions(apollyon, S1, S1)
    assert asked(game) == [S1]
    assert game.answer(S1, "slot.2").events("mission")[0]["mission"] == "slot.2"


@rule("SA-15.6", "SA-15.7")
def test_the_suggested_order_is_not_voted_on(apollyon: type[Driver]) -> None:
    game = missions(apollyon, S1, S2)
    assert asked(game) == [S0]
    assert game.answer(S0, "in-order").events("mission")[0]["mission"] == "slot.1"
    assert asked(missions(apollyon, S1, S2).answer(S0, "slot.2")) == [S1, S2]


@rule("SA-23.4", "SA-Q-31", "SA-Q-99")
def test_as_many_as_are_named_need_not_be_named(yard: type[Yard]) -> None:
    game = yard(players=2).holds("a", "euclid 1/2", seat=S1, zone="tc").holds("b", "euclid 1/2", zone="tc")
    game.begin(NameAnomalies([S0, S1]))
    assert game.waiting == "Decide", "only the order is left to choose"
    assert game.offers(S0) == ["in-order", "a", "b"]


@rule("SA-Q-99", "SA-27.3")
def test_the_order_of_what_fizzles_is_not_asked(yard: type[Yard]) -> None:
    game = yard(players=3).holds("a", "euclid 0/2", seat=S1, tokens="space")
    game.begin(InAnyOrder([Cascade(seat) for seat in (S0, S1, S2)])).rolls(1)
    assert game.done
    assert [fizzled["who"] for fizzled in game.events("fizzled")] == [S0, S2]
    game = (
        yard(players=3)
        .holds("a", "euclid 0/2", seat=S1, tokens="space")
        .holds("b", "euclid 0/2", seat=S2, tokens="space")
    )
    game.begin(InAnyOrder([Cascade(seat) for seat in (S0, S1, S2)]))
    assert game.offers(S0) == ["in-order", "S1", "S2"]


@rule("SA-Q-26", "SA-24.2", "SA-Q-37")
def test_a_joint_catch_is_not_asked_about_twice(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/3").character("Bo", S1, "1/3").anomaly("T", "safe", "0/1")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").begin(Capture(["S0-mtf-01", "S1-mtf-01"], anomaly="t"))
    game.roll("3 3").answer(S0, "S1-mtf-01").answer(S1, "agree").begin(SitePhase())
    assert (game.at("T"), game.what("T").seat) == ("tc", S1)
    assert game.waiting == "SitePhase"


@rule("SA-Q-39", "SA-18.9")
def test_alone_too_nobody_is_asked_when_everybody_falls_anyway(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/1").character("Bo", S0, "1/1")
    game.begin(PlaceTokens("wound", 5, ["ana", "bo"], S0))
    assert game.settle() is None
    assert not game.table.characters


@rule("SA-Q-67", "SA-32.17", "SA-32.16")
@pytest.mark.parametrize(
    ("source", "text", "matters"), [("pot", "", False), ("pit", "", True), ("pot", "Lost: Lose 1 Masquerade.", True)]
)
def test_recovery_checks_are_ordered_only_where_it_can_matter(
    apollyon: type[Driver], source: str, text: str, matters: bool
) -> None:
    game = apollyon(players=2).anomaly("Pit", "keter", "3/3").anomaly("Pot", "keter", "3/3")
    game.character("Xia", S0, "1/3", zone="lost", source="pit", measure=4)
    game.character("Yan", S1, "1/3", zone="lost", source=source, measure=4)
    if text:
        game.text("pot", text)
    assert (game.begin(RecoveryChecks()).question.ask.seat == CHANCE) is not matters


@rule("SA-23.12", "SA-11.4")
def test_the_lines_of_one_card_speak_as_printed(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).character("Bo", S1, "1/3").team(S1, "mtf-01", "Bo").anomaly("T", "safe", "1/9")
    game.text("t", "Every Contact: Place 1 Wound on the first member.\nEvery Contact: Mark each member.")
    game.begin(Capture(["S1-mtf-01"], anomaly="t"))
    assert game.question.ask.seat == CHANCE
    assert (game.who("Bo").wounds, game.who("Bo").marks) == (1, {"t": 1})


@rule("SA-23.12")
def test_one_players_cards_speak_in_that_players_order(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Bo", S1, "1/2").character("Ben", S1, "1/2")
    game.text("bo", "Event Phase: Gain 1 Intel.").text("ben", "Event Phase: Gain 1 Resource.").begin(EventEffects())
    assert asked(game) == [S1]
    game.answer(S1, "ben/1")
    assert [gained["assets"] for gained in game.events("gained")] == [{"resources": 1}, {"intel": 1}]


@rule("SA-6.14", "SA-6.2")
def test_what_is_loose_gives_as_all_agree(yard: type[Yard]) -> None:
    game = yard(players=3).holds("a", "euclid 3/4", zone="public").masquerade(30)
    game.text("a", "Monthly: You may gain 1 Masquerade.").begin(RecoveryPhase())
    assert game.answers(S0, "yes").asked == [S1, S2]
