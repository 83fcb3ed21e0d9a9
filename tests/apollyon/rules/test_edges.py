"""Rules at their edges: Minions and what is said of their like, who stays in a fight, what a step of the turn sees."""

from __future__ import annotations

import pytest

from eschaton.games.apollyon.box.components import AC, GARRISON, PUBLIC, SUBDUED, TC
from eschaton.games.apollyon.box.timings import END_OF_TURN, START_OF_TURN
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.breach import Breach, BreachCheck
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.events import EventPhase
from eschaton.games.apollyon.rules.finale import GiantEngagement
from eschaton.games.apollyon.rules.lost import RecoveryChecks
from eschaton.games.apollyon.rules.market import PayAny
from eschaton.games.apollyon.rules.ratings import minions_threat
from eschaton.games.apollyon.rules.recovery import RecoveryPhase
from eschaton.games.apollyon.rules.zones import destroy_character, discard_anomaly, lose_character
from eschaton.kernel.ask import EVERYONE
from eschaton.kernel.pile import move
from eschaton.ledger import rule
from tests.apollyon.driver import S0, Driver
from tests.apollyon.yard import Yard

# Minions (SA-32.42, SA-Q-100).


def at_home_and_away(yard: type[Yard], text: str) -> Yard:
    """Kim at home and Lee away, each with a Minion 2/1; a Keter and a Safe anomaly with one each; the text is loose."""
    game = yard().staff("kim", "2/2", minions=[(2, 1)]).staff("lee", "2/2", zone="mtf-01", minions=[(2, 1)])
    game.holds("gate", "keter 3/9", zone=PUBLIC, minions=[(2, 1)]).holds("doll", "safe 3/9", minions=[(2, 1)])
    game.holds("fog", "safe 0/1", zone=PUBLIC).text("fog", text, "safe")
    return game


@rule("SA-32.42", "SA-Q-100")
@pytest.mark.parametrize(
    ("text", "kim", "lee", "gate", "doll"),
    [
        ("Each Garrisoned character has -1 Threat.", 1, 2, 2, 2),
        ("Each non-Garrisoned character has -1 Threat.", 2, 1, 2, 2),
        ("Each character has +1 Threat.", 3, 3, 2, 2),
        ("Each of your Garrisoned characters has +1 Threat.", 3, 2, 2, 2),
        ("Each Keter anomaly has +1 Threat.", 2, 2, 3, 2),
        ("Each loose anomaly has -1 Threat.", 2, 2, 1, 2),
        ("Each contained anomaly has -1 Threat.", 2, 2, 2, 1),
        ("Each character with Scout has +1 Threat.", 2, 2, 2, 2),  # a Minion has no Skills
        ("Each marked character has +1 Threat.", 2, 2, 2, 2),  # nor tokens
        ("Each character with exactly 0 Medals has +1 Threat.", 2, 2, 2, 2),
    ],
)
def test_what_is_said_of_each_of_a_kind_or_place_is_said_of_minions(
    yard: type[Yard], text: str, kim: int, lee: int, gate: int, doll: int
) -> None:
    game = at_home_and_away(yard, text)
    game.who("kim").marks["fog"] = 1
    game.settle()
    found = [minions_threat(game.table, piece) for piece in ("kim", "lee", "gate", "doll")]
    assert found == [kim, lee, gate, doll]


@rule("SA-32.42", "SA-Q-100", "SA-Q-33")
@pytest.mark.parametrize("giant", [True, False])
def test_minions_are_reached_in_every_kind_of_fight(yard: type[Yard], giant: bool) -> None:
    game = yard().staff("kim", "2/2", minions=[(2, 1)]).staff("lee", "2/2", zone="mtf-01", minions=[(2, 1)])
    game.holds("fog", "safe 0/1", zone=PUBLIC).text("fog", "Each Garrisoned character has -1 Threat.", "safe")
    game.holds("end", "apollyon 0/99", zone=PUBLIC).holds("doll", "safe 0/99", zone=TC)
    dice = 1 + 1 + (2 + 2 if giant else 0)
    game.begin(GiantEngagement(anomaly="end") if giant else Breach("doll")).rolls(*[1] * dice)
    assert game.events("team rolled") == [{"faces": [1] * dice}]


@rule("SA-Q-100")
def test_the_only_member_is_still_one_card(yard: type[Yard]) -> None:
    game = yard().staff("kim", "2/2", zone="mtf-01", minions=[(1, 1)]).holds("thing", "safe 0/9", zone=PUBLIC)
    game.text("thing", "Every Contact: Until the end of the engagement, the first member has +1 Threat.", "safe")
    game.begin(Capture(["S0-mtf-01"], anomaly="thing")).rolls(1, 1, 1, 1)
    assert game.events("team rolled") == [{"faces": [1] * 4}]


# Sent home.


@rule("SA-14.4", "SA-26.1", "SA-4.9")
def test_who_is_sent_home_from_a_breach_steps_back_and_keeps_the_place_in_line(yard: type[Yard]) -> None:
    game = yard().staff("ana", "3/2").staff("bo", "2/2").holds("doll", "safe 0/1", zone=TC)
    game.text("doll", "Every Contact: Send the first member home. For each member, gain 1 Intel.", "safe")
    game.begin(Breach("doll")).rolls(1, 1)
    assert game.events("team rolled") == [{"faces": [1, 1]}]
    assert game.table.in_zone(S0, GARRISON) == ["ana", "bo"]
    assert game.assets(S0) == "intel"


@rule("SA-23.10", "SA-6.17")
def test_a_garrisoned_member_can_be_sent_home_from_the_giant_engagement(yard: type[Yard]) -> None:
    game = yard().staff("ana", "3/2").staff("bo", "2/2", zone="mtf-01").holds("end", "apollyon 0/99", zone=PUBLIC)
    game.text("end", "Every Contact: You may send the first member home, then gain 1 Intel.", "apollyon")
    game.begin(GiantEngagement(anomaly="end")).answers(S0, "yes").rolls(1, 1)
    assert game.assets(S0) == "intel"


# Anomaly Tokens of a card that leaves play.


@rule("SA-32.35", "SA-32.36", "SA-Q-94")
def test_a_discarded_anomaly_takes_its_marks_along(yard: type[Yard]) -> None:
    game = yard().staff("ana", "2/2", marks={"shy": 1, "other": 1}).holds("doll", "safe 1/1", marks={"shy": 1})
    game.holds("shy", "euclid 3/5", zone=PUBLIC)
    discard_anomaly(game.table, "shy", "SA-25.8")
    assert (game.who("ana").marks, game.what("doll").marks) == ({"other": 1}, {})


@rule("SA-32.35", "SA-18.11")
def test_a_destroyed_character_takes_its_marks_along(yard: type[Yard]) -> None:
    game = yard().staff("ana", "2/2").staff("bo", "2/2", marks={"ana": 1})
    destroy_character(game.table, "ana", "SA-18.9")
    assert game.who("bo").marks == {}


# The texts of a step of the turn.


@rule("SA-6.2", "SA-29.6")
def test_what_comes_loose_amid_monthly_effects_has_its_own(yard: type[Yard]) -> None:
    game = yard().holds("key", "safe 1/1", zone=PUBLIC).holds("doll", "safe 0/9", zone=TC)
    game.text("key", "Monthly: Run a Breach Check on each stored anomaly.", "safe")
    game.text("doll", "Monthly: Lose 3 Masquerade.", "safe")
    game.begin(RecoveryPhase()).settle()
    assert game.at("doll") == PUBLIC
    assert game.m == 17 - 3


@rule("SA-6.9", "SA-6.11", "SA-32.3")
@pytest.mark.parametrize(("form", "timing"), [("Start of Turn", START_OF_TURN), ("End of Turn", END_OF_TURN)])
def test_who_comes_to_themselves_in_a_step_still_speaks_in_it_once(yard: type[Yard], form: str, timing: str) -> None:
    game = yard().staff("ana", "1/2").staff("bo", "1/2", cogs=1)
    game.text("ana", f"{form}: Remove 1 Cognitohazard from each character.").text("bo", f"{form}: Gain 1 Intel.")
    game.begin(*announce(game.table, timing)).settle()
    assert game.assets(S0) == "intel"


@rule("SA-6.11")
def test_texts_that_speak_when_something_happens_are_those_of_that_moment(yard: type[Yard]) -> None:
    game = yard().staff("ana", "1/2").staff("bo", "1/2", cogs=1).staff("cy", "1/1")
    game.text("ana", "When anybody is destroyed: Remove 1 Cognitohazard from each character.")
    game.text("bo", "When anybody is destroyed: Gain 1 Intel.")
    game.holds("axe", "safe 1/1", zone=PUBLIC)
    game.text("axe", "Monthly: Destroy the character with the lowest Subdue.", "safe")
    game.begin(RecoveryPhase()).settle()
    assert (game.at("cy"), game.assets(S0)) == ("discard", "")


# Dice.


@rule("SA-28.7", "SA-Q-13")
@pytest.mark.parametrize(("kind", "left"), [("euclid", "resources"), ("safe", "personnel resources")])
def test_a_pop_destroys_the_measure_token_even_where_no_die_can_succeed(yard: type[Yard], kind: str, left: str) -> None:
    game = yard().holds("doll", f"{kind} 1/2", tokens="personnel resources").holds("lock", "thaumiel 0/2")
    game.text("lock", "Contained: Your Breach Checks have +2 measure.", "thaumiel")
    game.begin(BreachCheck("doll"))
    if kind == "euclid":
        game.answers(S0, "personnel")
    game.rolls(6)
    assert (game.at("doll"), game.tokens("doll")) == (AC, left)


@rule("SA-18.7", "SA-18.13")
def test_who_falls_in_the_exchange_has_still_made_the_anomaly_weaker(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/1").character("Bo", S0, "2/2").team(S0, "mtf-01", "Ana", "Bo")
    game.text("ana", "The enemy has -1 Subdue.").anomaly("Thing", "euclid", "1/4")
    game.dice("3 3 3", "3").plan(S0, "ana").capture("thing")
    assert (game.at("Ana"), game.at("Thing")) == ("discard", SUBDUED)


# The break.


@rule("SA-30.3", "SA-18.9", "SA-30.1")
def test_who_falls_with_another_is_gone_before_the_break_halves(yard: type[Yard]) -> None:
    game = yard().staff("ana", "1/2", wounds=1).staff("bo", "1/2", wounds=1).staff("cy", "1/2").masquerade(11)
    game.holds("axe", "safe 1/1").text("axe", "When anybody is destroyed: Lose 1 Masquerade.", "safe")
    game.holds("rot", "euclid 1/1", zone=PUBLIC).text("rot", "Each character has -1 Subdue.", "euclid")
    game.what("axe").zone = PUBLIC
    game.table.forget()
    game.begin(EventPhase()).settle()
    assert game.table.broken
    assert (game.at("ana"), game.at("bo"), game.at("cy")) == ("discard", "discard", GARRISON)


# Questions that would change nothing.


def struck(apollyon: type[Driver], **options: bool) -> Driver:
    """Ana, whose Director lets her roll a failed die again, against a Thing of Subdue 2."""
    game = apollyon(**options).character("Ana", S0, "3/2").anomaly("Thing", "euclid", "0/2")
    return game.team(S0, "mtf-01", "Ana").text("ana", "Your team may reroll 1 die each engagement.")


@rule("SA-18.5", "SA-8.12", "SA-18.13")
def test_nobody_is_asked_for_dice_that_can_do_nothing(apollyon: type[Driver]) -> None:
    game = struck(apollyon).begin(Capture(["S0-mtf-01"], anomaly="thing")).roll("6 3 1")
    assert game.waiting == "TeamRoll", "the extra die is rolled without a question"
    game.roll("1")
    assert game.at("Thing") == SUBDUED


@rule("SA-18.5", "SA-Q-38", "SA-Q-68")
@pytest.mark.parametrize(
    ("options", "minions", "dice"),
    [({}, [], "6 1 1"), ({}, [(1, 2)], "6 3 1"), ({"anomaly_wounds_persist": True}, [], "6 3 1")],
)
def test_where_a_hit_can_count_an_extra_die_may_be_declined(
    apollyon: type[Driver], options: dict[str, bool], minions: list[tuple[int, int]], dice: str
) -> None:
    game = struck(apollyon, **options)
    game.what("thing").minions = minions
    game.begin(Capture(["S0-mtf-01"], anomaly="thing")).roll(dice)
    assert game.waiting == "ExtraDice"
    assert game.offers(S0) == ["roll", "stop"]
    assert game.answer(S0, "stop").waiting == "RerollDice"


@rule("SA-28.4", "SA-28.8")
@pytest.mark.parametrize(("kind", "asked"), [("safe", [-1]), ("thaumiel", [-1]), ("euclid", [S0])])
def test_which_token_stands_is_asked_only_where_one_can_be_destroyed(
    yard: type[Yard], kind: str, asked: list[int]
) -> None:
    game = yard().holds("doll", f"{kind} 3/2", tokens="space personnel resources").begin(BreachCheck("doll"))
    assert game.asked == asked


@rule("SA-33.7", "SA-Q-72")
@pytest.mark.parametrize(("cogs", "step"), [(1, "TeamRoll"), (0, "Lead")])
def test_nobody_is_asked_whom_to_lead_where_nobody_gains_by_it(yard: type[Yard], cogs: int, step: str) -> None:
    game = yard().staff("ned", "2/2 leader 2", zone="mtf-01").staff("pat", "2/2", zone="mtf-01", cogs=cogs)
    game.holds("thing", "safe 0/9", zone=PUBLIC).begin(Capture(["S0-mtf-01"], anomaly="thing")).settle()
    assert game.waiting == step


@rule("SA-Q-19", "SA-13.17")
@pytest.mark.parametrize(("pool", "left"), [({"personnel": 3}, "personnel"), ({"personnel": 2}, "")])
def test_what_may_be_any_asset_is_not_asked_for_where_all_are_alike(
    yard: type[Yard], pool: dict[str, int], left: str
) -> None:
    game = yard().pool(S0, **pool).begin(PayAny(S0, 2))
    assert (game.done, game.assets(S0)) == (True, left)


# Situations that change places.


@rule("SA-3.8", "SA-2.11", "SA-Q-81")
def test_a_swapped_situation_takes_the_slot_with_what_was_paid(apollyon: type[Driver]) -> None:
    game = apollyon().situation("slot.1", "keter", tokens=3).situation("top", "safe").character("Ana", S0, "2/2")
    before, top = game.table.situations["slot.1"].piece, game.table.next_situation.cards[0]
    game.text("ana", "Start of Turn: Look at 1 Situation. Swap the top Situation for 1 Situation.")
    game.play(*announce(game.table, START_OF_TURN))
    assert (game.table.situations["slot.1"].piece, game.table.situations["slot.1"].tokens) == (top, 3)
    assert game.table.next_situation.cards == (before,)
    assert game.seen(S0)["next_situation"]["cards"] == [before], "whoever had seen it still knows it"
    assert game.seen(None)["next_situation"]["cards"] != [before]


# The next anomalies, where the deck has too few.


@rule("SA-Q-79", "SA-16.4")
@pytest.mark.parametrize(("text", "plan"), [("Face the strongest of", []), ("Pick among", ["next2"])])
def test_where_too_few_anomalies_are_left_the_discard_is_shuffled_in_beneath(
    apollyon: type[Driver], text: str, plan: list[str]
) -> None:
    game = apollyon().character("Ana", S0, "1/2").team(S0, "mtf-01", "Ana").situation("slot.1", "euclid")
    while game.table.decks["euclid"].cards:
        game.table.decks["euclid"].take()
    game.next_anomaly("Small", "euclid", "0/9")
    game.table.discards["euclid"].put(game.anomaly_card("Big", "euclid", "3/9"), EVERYONE)
    game.text(game.table.situations["slot.1"].piece, f"{text} the next 2 anomalies.", "situation")
    game.plan(S0, *plan).dice("1", "1 1 1").investigate("slot.1")
    assert (game.at("Big"), game.at("Small")) == (PUBLIC, "")
    assert game.table.decks["euclid"].cards == ("small",)
    assert not game.table.discards["euclid"].cards


@rule("SA-Q-79", "SA-Q-81")
def test_looking_shuffles_nothing_in(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "1/2").text("ana", "Start of Turn: Look at the top Keter anomaly.")
    deck, discard = game.table.decks["keter"], game.table.discards["keter"]
    while deck.cards:
        move(deck, discard, to=EVERYONE)
    discard.put(game.anomaly_card("Big", "keter", "3/9"), EVERYONE)
    game.play(*announce(game.table, START_OF_TURN))
    assert (deck.cards, "big" in discard) == ((), True)


# Leaders, and those who are Lost.


@rule("SA-33.7", "SA-Q-42", "SA-EX-6", "SA-Q-66")
def test_a_leader_adds_to_what_contact_effects_have_left(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ned", S0, "1/2", "leader 2").character("Pat", S0, "1/2").character("Quin", S0, "3/2")
    game.team(S0, "mtf-01", "Ned", "Pat", "Quin").situation("slot.1", "euclid").next_anomaly("Thing", "euclid", "0/9")
    game.text(game.table.situations["slot.1"].piece, "Each member has -1 Threat to a minimum of 1.", "situation")
    game.dice("1 1 1 1 1 1").investigate("slot.1")  # 1, 1 + 1, 2 + 1
    assert game.events("exchange")


@rule("SA-32.14", "SA-12.4", "SA-Q-67")
def test_who_becomes_lost_amid_recovery_checks_rolls_next_month(yard: type[Yard]) -> None:
    game = yard().staff("xia").staff("yan").holds("maze", "keter 1/3", zone=PUBLIC)
    game.text("maze", "Lost: Make 1 of your Garrisoned characters Lost.", "keter")
    lose_character(game.table, "xia", "maze")
    game.begin(RecoveryChecks()).rolls(1)
    assert (game.at("xia"), game.at("yan"), game.done) == ("lost", "lost", True)
