"""What a joint team decides together: one proposes, those agree whom it falls on, and who refuses proposes next."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eschaton.games.apollyon.advice import advice
from eschaton.games.apollyon.advice.outlook import habit
from eschaton.games.apollyon.box.components import THEFT
from eschaton.games.apollyon.rules.breach import Cascade
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.engagement import Encounter, Engagement
from eschaton.games.apollyon.rules.events import EventEffects, EventPhase
from eschaton.games.apollyon.rules.finale import GiantEngagement
from eschaton.games.apollyon.rules.lost import RecoverAnother, RecoveryChecks
from eschaton.games.apollyon.rules.placing import PlaceTokens
from eschaton.games.apollyon.rules.promotion import AwardMedal
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.strikes import InAnyOrder
from eschaton.kernel.ask import Choose
from eschaton.kernel.seen import seen
from eschaton.kernel.view import asked
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, S2, Driver
from tests.apollyon.yard import Yard


def pair(apollyon: type[Driver], **options: Any) -> Driver:
    """Ana and Abe of the first player, Bo of the second, on one mission."""
    game = apollyon(players=2, **options).character("Ana", S0, "1/2").character("Abe", S0, "1/2")
    return game.character("Bo", S1, "1/3").team(S0, "mtf-01", "Ana", "Abe").team(S1, "mtf-01", "Bo")


def hit(game: Driver, many: int, *team: str, kind: str = "wound") -> Driver:
    """So many tokens on a team that the first player leads."""
    return game.begin(PlaceTokens(kind, many, list(team), S0))


def is_over(game: Driver) -> bool:
    """Whether nobody is asked any more."""
    return game.settle() is None


def prompt(game: Driver, seat: int) -> str:
    """The question as this player reads it."""
    question = game.question
    return asked(game.table, question, question.asks(game.table)[seat], 0).prompt


# Who receives which token.


@rule("SA-15.8", "SA-18.8", "SA-6.14")
def test_the_lead_proposes_who_receives_each_token_and_whoever_is_hit_agrees(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 3, "ana", "abe", "bo")
    assert game.offers(S0) == ["ana", "abe", "bo"]
    game.answer(S0, "bo").answer(S0, "ana").answer(S0, "bo")
    assert not game.events("token"), "nothing is placed before it is agreed"
    assert list(game.question.asks(game.table)) == [S1]
    assert prompt(game, S1) == "Who receives a Wound? S0 proposes: 2 on Bo, 1 on Ana; do you agree?"
    game.answer(S1, "agree")
    assert [token["character"] for token in game.events("token")] == ["bo", "ana", "bo"]
    assert is_over(game)


@rule("SA-15.8", "SA-18.8")
def test_who_refuses_proposes_and_the_first_must_agree(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 2, "ana", "abe", "bo").answer(S0, "bo").answer(S0, "bo").answer(S1, "refuse")
    assert game.events("not agreed") == [{"who": S1, "to": S0}]
    assert not game.events("token")
    assert game.offers(S1) == ["ana", "abe", "bo"]
    game.answer(S1, "ana").answer(S1, "bo").answer(S0, "agree")
    assert (game.who("Ana").wounds, game.who("Bo").wounds) == (1, 1)


@rule("SA-15.8", "SA-18.8")
def test_if_nothing_is_agreed_tokens_are_spread_evenly(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 1, "ana", "abe", "bo").answer(S0, "bo").answer(S1, "refuse")
    game.answer(S1, "abe").answer(S0, "refuse")
    assert (game.who("Abe").wounds, game.who("Bo").wounds) == (0, 1), "refusing gains nothing: Bo can bear most"
    assert is_over(game)
    game = hit(pair(apollyon), 4, "ana", "abe", "bo")
    for seat, piece in ((S0, "bo"), (S0, "bo"), (S0, "bo"), (S0, "ana")):
        game.answer(seat, piece)
    game.answer(S1, "refuse")
    for piece in ("ana", "ana", "abe", "abe"):
        game.answer(S1, piece)
    game.answer(S0, "refuse")
    assert [game.who(name).wounds for name in ("Ana", "Abe", "Bo")] == [1, 1, 2], "nobody falls"


@rule("SA-18.8", "SA-32.24", "SA-32.25", "SA-Q-89")
def test_an_even_spread_gives_up_what_it_can_before_anybody_falls(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2", minions="1/1").character("Bo", S1, "1/3", study=1)
    placing = PlaceTokens("wound", 3, ["ana", "bo"], S0)
    assert placing.evenly(game.table) == ["bo", "ana", "bo"]
    spread = PlaceTokens("wound", 6, ["ana", "bo"], S0).evenly(game.table)
    assert spread == ["bo", "ana", "bo", "minion:ana:1/1", "study:bo", "ana"]
    assert PlaceTokens("lost", 1, ["ana", "bo"], S0).evenly(game.table) == ["ana"]
    game.pool(S0, space=1).pool(S1, intel=3)
    assert PlaceTokens(THEFT, 2, ["ana", "bo"], S0).evenly(game.table) == ["S1:intel", "S1:intel"]


@rule("SA-15.8", "SA-18.8")
def test_of_three_who_refuses_is_the_next_to_propose(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).character("Ana", S0, "1/3").character("Bo", S1, "1/3").character("Cy", S2, "1/3")
    hit(game, 2, "ana", "bo", "cy").answer(S0, "bo").answer(S0, "cy")
    assert set(game.question.asks(game.table)) == {S1, S2}
    game.answer(S1, "agree").answer(S2, "refuse")
    assert game.question.ask.seat == S2
    game.answer(S2, "ana").answer(S2, "bo")
    assert set(game.question.asks(game.table)) == {S0, S1}, "who agreed to another proposal has not agreed to this one"
    game.answer(S1, "refuse")
    assert game.question.ask.seat == S1
    game.answer(S1, "ana").answer(S1, "ana").answer(S0, "refuse")
    assert [who.wounds for who in game.table.characters.values()] == [1, 1, 0], "all three have proposed"


@rule("SA-15.8", "SA-18.8")
def test_what_falls_on_the_proposer_alone_needs_nobodys_consent(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 2, "ana", "abe", "bo").answer(S0, "ana").answer(S0, "abe")
    assert is_over(game)
    assert (game.who("Ana").wounds, game.who("Abe").wounds) == (1, 1)


@rule("SA-18.8")
def test_a_team_of_one_player_is_asked_token_by_token(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 2, "ana", "abe").answer(S0, "ana")
    assert game.who("Ana").wounds == 1, "it is placed at once"
    assert game.waiting == "PlaceTokens"
    assert is_over(game.answer(S0, "abe"))


@rule("SA-18.8", "SA-6.14")
def test_where_silence_agrees_the_lead_places_them(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon, agree_by_silence=True), 2, "ana", "abe", "bo").answer(S0, "bo")
    assert game.who("Bo").wounds == 1, "at once, as if they were all theirs"
    assert is_over(game.answer(S0, "bo"))


@rule("SA-18.8")
def test_when_only_one_player_is_left_in_the_team_they_place_what_is_left(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/1").character("Bo", S1, "1/3").character("Ben", S1, "1/3")
    game.table.characters["ana"].zone = "lost"
    hit(game, 2, "ana", "bo", "ben")
    assert game.offers(S1) == ["bo", "ben"]
    assert is_over(game.answer(S1, "bo").answer(S1, "ben"))


@rule("SA-18.9", "SA-Q-39", "SA-18.8")
def test_a_proposal_counts_who_falls(apollyon: type[Driver]) -> None:
    game = pair(apollyon)
    hit(game, 4, "ana", "abe", "bo").answer(S0, "ana").answer(S0, "ana")
    assert game.offers(S0) == ["abe", "bo"], "Ana can take no more"
    game.answer(S0, "bo").answer(S0, "bo")
    assert "2 on Ana (who falls), 2 on Bo;" in prompt(game, S1)
    game.answer(S1, "agree")
    assert "ana" not in game.table.characters
    assert game.who("Bo").wounds == 2


@rule("SA-32.39", "SA-18.8")
@pytest.mark.parametrize(("said", "placed"), [("last-ditch", ["bo"]), ("let-it", ["ana", "bo"])])
def test_medals_are_still_their_players_to_spend(apollyon: type[Driver], said: str, placed: list[str]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/1", medals=1).character("Bo", S1, "1/3")
    hit(game, 2, "bo", "ana").answer(S0, "ana")
    assert game.offers(S0) == ["bo", "ana"], "a Last Ditch Effort may let her live to take another"
    game.answer(S0, "bo").answer(S1, "agree")
    assert game.waiting == "PlaceToken"
    game.answer(S0, said)
    assert [token["character"] for token in game.events("token")] == placed


@rule("SA-18.8", "SA-Q-39", "SA-32.39")
def test_what_can_no_longer_be_done_is_decided_anew(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/1", medals=1).character("Bo", S1, "1/3")
    game.character("Ben", S1, "1/3")
    hit(game, 3, "ana", "bo", "ben").answer(S0, "ana").answer(S0, "ana").answer(S0, "bo").answer(S1, "agree")
    game.answer(S0, "let-it")  # so the second Wound has nobody to go to
    assert "ana" not in game.table.characters
    assert game.offers(S1) == ["bo", "ben"], "of those left only S1 has any"
    game.answer(S1, "ben").answer(S1, "ben")
    assert (game.who("Bo").wounds, game.who("Ben").wounds) == (0, 2)


@rule("SA-32.24", "SA-32.26", "SA-32.34", "SA-18.8")
def test_what_is_given_up_belongs_to_a_proposal_too(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").character("Bo", S1, "1/2", minions="1/2", study=1)
    hit(game, 3, "ana", "bo")
    assert game.offers(S0) == ["ana", "bo", "minion:bo:1/2", "study:bo"]
    game.answer(S0, "minion:bo:1/2")
    assert game.offers(S0) == ["ana", "bo", "study:bo"], "it cancels two, and there is only one"
    game.answer(S0, "study:bo")
    assert list(game.question.asks(game.table)) == [S1], "they are Bo's"
    game.answer(S1, "agree")
    assert (game.who("Bo").minions, game.who("Bo").study, game.who("Bo").wounds) == ([], 0, 0)
    assert not game.events("token")


@rule("SA-33.9", "SA-32.5", "SA-18.8")
def test_cogs_count_what_memetic_resistance_keeps_off(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2", "memetic-resistance 1", cogs=0)
    hit(game.character("Bo", S1, "1/2"), 5, "ana", "bo", kind="cog")
    for _ in range(4):
        assert "ana" in game.offers(S0)
        game.answer(S0, "ana")
    game.settle()
    assert list(game.question.asks(game.table)) == [S1], "one was kept off, three Destroy her; Bo must take the fifth"
    game.answer(S1, "agree")
    assert "ana" not in game.table.characters
    assert game.who("Bo").cogs == 1


@rule("SA-Q-39", "SA-18.9")
def test_nobody_is_asked_when_everybody_falls_anyway(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 7, "ana", "abe", "bo")
    assert is_over(game)
    assert not game.table.characters
    game = hit(pair(apollyon), 6, "ana", "abe", "bo")
    assert game.offers(S0) == ["ana", "abe", "bo"]


@rule("SA-Q-89", "SA-15.8")
def test_whose_asset_is_taken_is_agreed_too(apollyon: type[Driver]) -> None:
    game = pair(apollyon).pool(S0, space=1).pool(S1, resources=1)
    hit(game, 1, "ana", "abe", "bo", kind=THEFT)
    assert game.offers(S0) == ["S0:space", "S1:resources"]
    game.answer(S0, "S1:resources")
    assert prompt(game, S1) == "Which Asset is taken? S0 proposes: Resources of S1; do you agree?"
    game.answer(S1, "agree")
    assert game.pool_of(S1) == {}


@rule("SA-23.9", "SA-Q-33", "SA-18.8")
def test_in_the_giant_engagement_the_administrator_proposes_first(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).character("Ana", S0, "0/3").character("Bo", S1, "0/3").character("Cy", S2, "0/3")
    game.table.administrator = S1
    game.anomaly("End", "apollyon", "3/30").dice("3 3 3").begin(GiantEngagement("end")).play_on(until="Placement")
    game.answer(S1, "ana").answer(S1, "bo").answer(S1, "cy")
    assert set(game.question.asks(game.table)) == {S0, S2}
    game.answer(S2, "agree").answer(S0, "agree")
    assert [who.wounds for who in game.table.characters.values()] == [1, 1, 1]


@rule("SA-33.12", "SA-18.8")
def test_a_study_token_that_was_handed_on_meanwhile_is_no_shield(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2", "scientist", study=1).character("Bo", S1, "1/2")
    game.anomaly("Thing", "safe", "1/1", "ac", S0, tokens="space")
    hit(game, 2, "ana", "bo").answer(S0, "study:ana").answer(S0, "bo")
    game.act(S0, "study:ana:thing")
    assert prompt(game, S1) == "Who receives a Wound? S0 proposes: 1 on Bo; do you agree?"
    game.answer(S1, "agree")
    assert game.offers(S0) == ["ana", "bo"], "all is decided anew"
    game.answer(S0, "ana").answer(S0, "ana")
    assert "ana" not in game.table.characters


def test_an_agreed_placement_is_shown_on_the_cards_it_falls_on(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 1, "ana", "abe", "bo")
    assert prompt(game, S0) == "Who receives a Wound? (1 left)"
    game.answer(S0, "bo")
    assert game.question.step.describe(game.table, "agree").pieces == ("bo",)


def test_the_proposer_reads_what_is_placed_so_far(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 3, "ana", "abe", "bo").answer(S0, "bo").answer(S0, "ana")
    assert prompt(game, S0) == "Who receives a Wound? (1 left) So far: 1 on Bo, 1 on Ana."


# What else a joint team decides.


def joint_mission(apollyon: type[Driver], object_class: str = "safe", **options: Any) -> Driver:
    game = pair(apollyon, **options).situation("slot.1", object_class).next_anomaly("Thing", object_class, "0/1")
    return game.begin(Resolve("slot.1", ["S0-mtf-01", "S1-mtf-01"]))


@rule("SA-16.3", "SA-19.1", "SA-15.8")
def test_a_joint_team_agrees_on_its_retreat(apollyon: type[Driver]) -> None:
    game = joint_mission(apollyon)
    assert game.offers(S0) == ["stand", "retreat"]
    game.answer(S0, "retreat")
    assert prompt(game, S1).endswith("does the team retreat? S0 proposes: The team retreats; do you agree?")
    game.answer(S1, "refuse").answer(S1, "stand").answer(S0, "agree")
    assert game.events("stand")
    game = joint_mission(apollyon).answer(S0, "retreat").answer(S1, "agree").play_on()
    assert game.events("retreat")
    assert game.at("Thing") == "public"
    game = joint_mission(apollyon).answer(S0, "retreat").answer(S1, "refuse").answer(S1, "retreat")
    assert game.answer(S0, "refuse").events("stand"), "if nothing is agreed, they stand their ground"


@rule("SA-17.2", "SA-15.8")
def test_a_joint_team_agrees_whether_to_engage_a_false_alarm(apollyon: type[Driver]) -> None:
    game = joint_mission(apollyon, "false-alarm").answer(S0, "engage").answer(S1, "refuse").answer(S1, "decline")
    assert is_over(game.answer(S0, "agree").play_on())
    assert not game.events("team rolled")
    game = joint_mission(apollyon, "false-alarm", agree_by_silence=True).answer(S0, "decline")
    assert not game.events("team rolled")


@rule("SA-33.4", "SA-15.8")
def test_a_joint_team_agrees_on_the_dice_it_gives_up(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "3/2", "firepower").character("Bo", S1, "1/3")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").anomaly("Thing", "keter", "2/9")
    game.begin(Capture(["S0-mtf-01", "S1-mtf-01"], anomaly="thing"))
    assert game.offers(S0) == ["0", "1", "2"]
    game.answer(S0, "2")
    assert prompt(game, S1).endswith("for as many of its 2? S0 proposes: 2; do you agree?")
    game.answer(S1, "refuse").answer(S1, "1").answer(S0, "agree")
    game.dice("1 1 1", "1").play_on()
    assert len(game.events("team rolled")[0]["faces"]) == 3


@rule("SA-20.1", "SA-Q-44", "SA-Q-26")
def test_a_joint_team_agrees_who_gets_the_medal(apollyon: type[Driver]) -> None:
    game = pair(apollyon).begin(AwardMedal(["ana", "abe", "bo"], S0)).answer(S0, "ana").answer(S1, "refuse")
    game.answer(S1, "bo").answer(S0, "agree")
    assert (game.who("Ana").medals, game.who("Bo").medals) == (0, 1)
    game = pair(apollyon).begin(AwardMedal(["ana", "abe"], S0)).answer(S0, "abe")
    assert game.who("Abe").medals == 1, "a team of one player asks nobody else"


@rule("SA-32.17", "SA-6.14")
def test_who_else_is_recovered_is_agreed_by_those_who_have_lost_somebody(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).anomaly("Pit", "keter", "3/3")
    for name, seat in (("Ana", S0), ("Bo", S1), ("Cy", S2)):
        game.character(name, seat, "1/2", zone="lost", source="pit", measure=4)
    game.begin(RecoverAnother("pit", "ana"))
    assert game.offers(S0) == ["bo", "cy"]
    game.answer(S0, "bo")
    assert set(game.question.asks(game.table)) == {S1, S2}
    game.answer(S1, "agree").answer(S2, "agree")
    assert (game.at("Bo"), game.at("Cy")) == ("garrison", "lost")


@rule("SA-6.14", "SA-23.1")
def test_what_an_event_leaves_open_all_decide(yard: type[Yard]) -> None:
    def drawn(players: int, **options: Any) -> Yard:
        game = yard(players=players, **options).deck("event", "strike").pool(S0, space=1).pool(players - 1, space=1)
        game.text("strike", "Choose 1: lose 2 Masquerade, or each player loses 1 Asset.", "event")
        return game.begin(EventPhase())

    game = drawn(3)
    assert game.offers(S0) == ["1", "2"]
    game.answers(S0, "2")
    assert game.asked == [S1, S2]
    assert prompt(game, S1).endswith(
        "or each player loses 1 Asset. S0 proposes: Each player loses 1 Asset; do you agree?"
    )
    game.answers(S1, "refuse").answers(S1, "1").answers(S0, "agree")
    assert game.m == 21, "not before the last one has agreed"
    assert is_over(game.answers(S2, "agree"))
    assert (game.m, game.assets(S0)) == (19, "space")
    assert drawn(1).answers(S0, "1").m == 15
    assert drawn(3, agree_by_silence=True).answers(S0, "1").m == 19


# In which order things happen.


@rule("SA-Q-67", "SA-6.14")
def test_another_order_of_recovery_checks_is_agreed_by_their_players(apollyon: type[Driver]) -> None:
    def lost() -> Driver:
        game = apollyon(players=2).anomaly("Pit", "keter", "3/3")
        game.character("Ana", S0, "1/2", zone="lost", source="pit", measure=4)
        return game.character("Bo", S1, "1/2", zone="lost", source="pit", measure=4).begin(RecoveryChecks())

    game = lost().answer(S0, "bo")
    assert list(game.question.asks(game.table)) == [S1]
    game.dice("1", "1").answer(S1, "agree").play_on()
    assert [check["character"] for check in game.events("recovery check")] == ["bo", "ana"]
    game = lost().answer(S0, "in-order").dice("1", "1").play_on()
    assert [check["character"] for check in game.events("recovery check")] == ["ana", "bo"], (
        "the usual one is not voted on"
    )


@rule("SA-Q-99", "SA-6.14")
def test_another_order_of_sites_is_agreed_by_those_that_are_struck(yard: type[Yard]) -> None:
    game = yard(players=3).holds("a", "safe 0/2", seat=S0).holds("b", "safe 0/2", seat=S1)
    game.begin(InAnyOrder([Cascade(S0), Cascade(S1)])).answers(S0, "S1")
    assert game.asked == [S1], "S2 is not struck"
    game.answers(S1, "refuse").answers(S1, "S0").answers(S0, "refuse").rolls(1, 1)
    assert [cascade["who"] for cascade in game.events("cascade")] == [S0, S1], (
        "in the usual order, if nothing is agreed"
    )


@rule("SA-23.12", "SA-11.4")
def test_another_order_of_effects_is_agreed_by_the_players_of_the_cards(apollyon: type[Driver]) -> None:
    def effects() -> Driver:
        game = apollyon(players=2).character("Ana", S0, "1/2").character("Bo", S1, "1/2")
        game.text("ana", "Event Phase: Gain 1 Intel.").text("bo", "Event Phase: Gain 1 Intel.")
        return game.begin(EventEffects())

    game = effects()
    assert game.offers(S0) == ["in-order", "ana/1", "bo/1"]
    game.answer(S0, "bo/1")
    assert prompt(game, S1) == "Which effect comes next? S0 proposes: Bo: Event Phase: Gain 1 Intel; do you agree?"
    game.answer(S1, "agree").play_on()
    assert [gained["who"] for gained in game.events("gained")] == [S1, S0]
    game = effects().answer(S0, "bo/1").answer(S1, "refuse").answer(S1, "ana/1").answer(S0, "refuse").play_on()
    assert [gained["who"] for gained in game.events("gained")] == [S0, S1]
    assert is_over(effects().answer(S0, "in-order"))


@rule("SA-23.12", "SA-33.1")
def test_texts_before_amnestics_only_as_those_agree_who_have_them(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/2").character("Bo", S1, "1/2", "amnestics 1")
    game.text("ana", "Event Phase: Gain 1 Intel.").begin(EventEffects())
    assert game.offers(S0) == ["in-order", "amnestics:S1", "ana/1"]
    game.answer(S0, "ana/1")
    assert list(game.question.asks(game.table)) == [S1]
    assert game.answer(S1, "agree").events("gained")


# Bots.


def advised(game: Driver) -> Any:
    """What a rule-of-thumb player would answer now."""
    ask = game.question.ask
    return advice(seen(game.table, ask.seat), ask, Random(1)).answer


def test_bots_propose_what_costs_least_and_agree_to_it(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 4, "ana", "abe", "bo")
    while game.question.ask.seat == S0:
        game.answer(S0, advised(game))
    assert advised(game) == "agree"
    game.answer(S1, "agree")
    assert [who.wounds for who in game.table.characters.values()] == [1, 1, 2], "nobody falls"


def test_bots_do_not_agree_to_needless_losses(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 3, "ana", "abe", "bo").answer(S0, "bo").answer(S0, "bo").answer(S0, "bo")
    assert advised(game) == "refuse"
    game.answer(S1, "refuse")
    for _ in range(3):
        game.answer(S1, advised(game))
    assert advised(game) == "agree"


@rule("SA-19.1")
def test_bots_propose_for_the_team_what_they_would_do_alone(apollyon: type[Driver]) -> None:
    def met(seat: int) -> Driver:
        game = apollyon(players=2).character("Ana", S0, "0/1").character("Bo", seat, "0/1").situation("slot.1", "keter")
        game.team(S0, "mtf-01", "Ana").team(seat, "mtf-02", "Bo")
        return game.begin(Resolve("slot.1", ["S0-mtf-01", f"S{seat}-mtf-02"]))

    assert met(S0).waiting == "RetreatOrder"
    assert met(S1).waiting == "Decide"
    assert advised(met(S0)) == advised(met(S1)) == "retreat"


def test_habit_spreads_a_proposal_and_gives_up_dice_for_a_team(apollyon: type[Driver]) -> None:
    game = hit(pair(apollyon), 3, "ana", "abe", "bo")
    for _ in range(3):
        game.answer(S0, habit(game.table, game.question.ask, Random(1)))
    game.answer(S1, "agree")
    assert sorted(who.wounds for who in game.table.characters.values()) == [1, 1, 1]
    game = apollyon(players=2).character("Ana", S0, "6/2", "firepower").character("Bo", S1, "1/3")
    game.anomaly("Thing", "safe", "2/1")
    encounter = Encounter(anomaly="thing")
    game.begin(encounter)
    game.begin(Engagement("thing", ["ana", "bo"], S0, encounter.serial))
    ask = game.question.ask
    assert isinstance(ask, Choose)
    assert habit(game.table, ask, Random(1)) == "2"


# Which anomaly the team meets.


def ahead(apollyon: type[Driver], *lying: str) -> Driver:
    """Ana of the first player and Bo of the second may pick what they meet; the topmost comes last."""
    game = apollyon(players=3).character("Ana", S0, "1/3").character("Bo", S1, "1/3").character("Cy", S2, "1/3")
    game.team(S0, "mtf-01", "Ana").team(S1, "mtf-01", "Bo").situation("slot.1", "euclid")
    for name in lying:
        game.next_anomaly(name, "euclid", "0/9")
    game.text(game.table.situations["slot.1"].piece, "Pick among the next 2 anomalies.", "situation")
    return game.begin(Resolve("slot.1", ["S0-mtf-01", "S1-mtf-01"]))


def seen_ahead(game: Driver, viewer: int | None) -> list[str]:
    """What somebody knows of the next Euclid anomalies, the topmost first."""
    return [card or "?" for card in reversed(game.seen(viewer)["decks"]["euclid"]["cards"][-3:])]


@rule("SA-16.4", "SA-6.14")
def test_all_of_the_team_see_what_they_may_meet_and_nobody_else(apollyon: type[Driver]) -> None:
    game = ahead(apollyon, "Wyrm", "Eel", "Moth")
    for member in (S0, S1):
        assert seen_ahead(game, member) == ["moth", "eel", "?"]
    for stranger in (S2, None):
        assert seen_ahead(game, stranger) == ["?", "?", "?"]
        assert "moth" not in str(game.seen(stranger)), "nor does what is asked tell it"
    game.answer(S0, "next2")
    for stranger in (S2, None):
        assert "eel" not in str(game.seen(stranger)), "nor what is proposed"


@rule("SA-16.4", "SA-6.14")
def test_the_team_meets_what_all_of_it_agree_on(apollyon: type[Driver]) -> None:
    game = ahead(apollyon, "Eel", "Moth").answer(S0, "next2")
    assert prompt(game, S1) == "Which anomaly does the team meet? S0 proposes: Eel; do you agree?"
    game.answer(S1, "agree").plan(S1, "agree").dice("1 1").play_on()
    assert game.at("Eel") == "public"
    assert game.at("Moth") == ""


@rule("SA-16.4", "SA-6.14")
def test_who_will_not_meet_it_proposes_another(apollyon: type[Driver]) -> None:
    game = ahead(apollyon, "Eel", "Moth").answer(S0, "next2").answer(S1, "refuse")
    assert prompt(game, S1) == "Which anomaly does the team meet?"
    game.answer(S1, "next1").answer(S0, "agree")
    assert game.table.decks["euclid"].cards[-1] == "moth"


@rule("SA-16.4", "SA-6.14")
def test_a_team_of_one_player_picks_alone(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/3").team(S0, "mtf-01", "Ana").situation("slot.1", "euclid")
    for name in ("Wyrm", "Eel", "Moth"):
        game.next_anomaly(name, "euclid", "0/9")
    game.text(game.table.situations["slot.1"].piece, "Pick among the next 3 anomalies.", "situation")
    game.begin(Resolve("slot.1", ["S0-mtf-01"])).answer(S0, "next3")
    assert game.table.decks["euclid"].cards[-3:] == ("eel", "moth", "wyrm")
