"""Cards without text are played too: every Character fights, every anomaly is met and contained, every card gives."""

from __future__ import annotations

from typing import Any

import pytest

from eschaton.games.apollyon.box.components import ASSETS, NUMBERED
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.containment import Contain
from eschaton.games.apollyon.rules.market import BuyCharacter, BuyIntel, shopping
from eschaton.games.apollyon.rules.promotion import Promote, promotions
from eschaton.games.apollyon.rules.ratings import containment_cost, skill, threat
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.rules.rewards import DrawAssetCard
from eschaton.kernel.ask import EVERYONE
from eschaton.ledger.marks import rule
from tests.apollyon.cards.stage import STACK, Stage, difference, drawn, played
from tests.apollyon.driver import S0, S1

CONTAINED = [id_ for kind in ("safe", "euclid", "keter", "thaumiel") for id_ in STACK.of_kind(kind)]
ANOMALIES = [*STACK.of_kind("false-alarm"), *CONTAINED, *STACK.of_kind("apollyon")]


def ids(kind: str) -> list[str]:
    return list(STACK.of_kind(kind))


def facts_of(card: str) -> Any:
    return STACK.cards[card]


@rule("SA-4.2", "SA-18.3", "SA-32.22")
@pytest.mark.parametrize("card", ids("character"))
def test_a_character_brings_its_threat_its_minions_and_its_skills(card: str) -> None:
    facts = facts_of(card)
    stage = Stage(mute=card).put(card, "mtf-01")
    stage.team(S0, "mtf-02", "Cy", "Di")
    for name, many in facts.skills.items():
        assert skill(stage.table, card, name) == (many if name in NUMBERED else 1)
    stage.end = ["TeamRoll"]
    stage.play(Capture(["S0-mtf-01"], anomaly="beast"))
    brought = facts.threat + sum(band.threat * band.count for band in facts.minions)
    led = min(facts.skills.get("leader", 0), sum(band.count for band in facts.minions))
    assert stage.table.stack[-1].dice == brought + led


@rule("SA-4.5", "SA-13.20")
@pytest.mark.parametrize("card", ids("character"))
def test_a_character_is_hired_for_its_price(card: str) -> None:
    stage = Stage(mute=card)
    stage.take(card)
    stage.table.market_characters.put(card, EVERYONE)
    stage.pool(S0, **{kind: facts_of(card).cost.get(kind, 0) for kind in ASSETS})
    assert f"buy:{card}" in shopping(stage.table, S0)
    stage.play(BuyCharacter(S0, card))
    assert (stage.at(card), stage.pool_of(S0)) == ("garrison", {})


@rule("SA-5.1", "SA-18.2")
@pytest.mark.parametrize("card", ANOMALIES)
def test_an_anomaly_rolls_its_threat_and_its_minions(card: str) -> None:
    stage = Stage(mute=card).put(card, "public")
    facts = stage.box.anomalies[card]
    stage.end = ["AnomalyRoll"]
    stage.play(Capture(["S1-mtf-01"], anomaly=card))
    dice = facts.threat + sum(band.threat * band.count for band in facts.minions)
    assert [step.dice for step in stage.table.stack if type(step).__name__ == "AnomalyRoll"] == [dice] * (dice > 0)


@rule("SA-24.8")
@pytest.mark.parametrize("card", [*CONTAINED, *STACK.of_kind("apollyon")])
def test_an_anomaly_is_contained_for_its_cost(card: str) -> None:
    stage = Stage(mute=card).put(card, "tc")
    cost = containment_cost(stage.table, card, S0)
    stage.pool(S0, **{kind: cost.get(kind, 0) for kind in ASSETS})
    stage.play(Contain(card, S0))
    assert stage.what(card).tokens == cost
    assert (stage.at(card), stage.pool_of(S0)) == ("ac", {})


@rule("SA-16.5", "SA-16.7")
@pytest.mark.parametrize("card", ids("situation"))
def test_a_situation_gives_its_rewards_when_it_is_won(card: str) -> None:
    stage = Stage(mute=card).put(card, "")
    stage.faces["team threat"] = 5
    stage.plan(S0, "engage")
    before = stage.facts()
    stage.play(Resolve("slot.1", ["S0-mtf-01"]))
    changed = difference(before, stage.facts())
    rewards = facts_of(card).rewards
    for kind in ASSETS if not rewards.asset_cards else ():
        assert changed.get(f"S0 {kind}", 0) == getattr(rewards, kind)
    assert changed.get("asset discarded", 0) == rewards.asset_cards
    assert changed["M"] == 1 + rewards.masquerade
    assert changed["cy medals"] + changed.get("di medals", 0) == 1 + rewards.medals
    assert len(stage.events("joined")) == rewards.characters


@rule("SA-7.4")
@pytest.mark.parametrize("card", ids("asset"))
def test_an_asset_card_gives_its_tokens(card: str) -> None:
    stage = Stage()
    stage.take(card)
    stage.table.decks["asset"].put(card)
    before = stage.facts()
    stage.play(DrawAssetCard(S0))
    listed = {f"S0 {kind}": getattr(facts_of(card), kind) for kind in ASSETS if getattr(facts_of(card), kind)}
    assert difference(before, stage.facts()) == {**listed, "asset discarded": 1}


@rule("SA-22.1")
@pytest.mark.parametrize("card", ids("intel"))
def test_an_intel_card_costs_its_price(card: str) -> None:
    stage = Stage(mute=card)
    stage.take(card)
    stage.table.market_intel.put(card, EVERYONE)
    stage.pool(S0, intel=facts_of(card).cost)
    assert f"buy:{card}" in shopping(stage.table, S0)
    stage.play(BuyIntel(S0, card))
    assert stage.table.sites[S0].pool["intel"] == 0
    assert card in stage.table.discards["intel"].cards


@rule("SA-20.3", "SA-20.5")
@pytest.mark.parametrize("card", ids("promotion"))
def test_a_promotion_costs_its_medals_and_gives_its_skill(card: str) -> None:
    facts = facts_of(card)
    stage = Stage().character("Vet", S0, "2/2", medals=facts.medals)
    stage.take(card)
    assert f"promote:vet:{card}" in promotions(stage.table, S0)
    assert threat(stage.table, "vet") == 2 + facts.medals
    stage.play(Promote(S0, "vet", card))
    assert (skill(stage.table, "vet", facts.skill), stage.who("vet").medals) == (facts.x, 0)
    assert f"promote:vet:{card}" not in promotions(stage.table, S0)


@rule("SA-20.9")
@pytest.mark.parametrize("card", ids("director"))
def test_a_promotion_of_the_favoured_class_costs_one_medal_less(card: str) -> None:
    stage = Stage(mute=card).put(card, "")
    favoured = next(id_ for id_ in ids("promotion") if facts_of(id_).skill == facts_of(card).favoured)
    stage.take(favoured)
    stage.character("Vet", S0, "2/2", medals=facts_of(favoured).medals - 1)
    assert f"promote:vet:{favoured}" in promotions(stage.table, S0)


@rule("SA-20.10")
def test_the_ambassador_replaces_the_intel_on_offer_once_a_turn() -> None:
    stage = Stage().put("the-ambassador", "")
    stage.growth()
    offer = list(stage.table.market_intel.cards)
    assert len(offer) == 3
    stage.answer(S0, "use:the-ambassador/1")
    assert set(stage.table.discards["intel"].cards) == set(offer)
    assert len(stage.table.market_intel) == 3
    assert not set(offer) & set(stage.table.market_intel.cards)
    assert not stage.offers(S0, "use:the-ambassador")


@rule("SA-1.7")
def test_any_player_may_work_on_the_solution_each_once_a_turn() -> None:
    stage = Stage().put("scp-001-mi", "public")
    stage.growth()
    for seat in (S0, S1):
        stage.answer(seat, "use:scp-001-mi/2")
        assert not stage.offers(seat, "use:scp-001-mi")
    assert stage.what("scp-001-mi").counters == 2
    assert stage.pool_of(S1)["intel"] == 1


@pytest.mark.parametrize(("captor", "medals"), [("S0-mtf-01", 1), ("S1-mtf-01", 0)])
def test_the_american_honours_captures_of_the_own_teams_only(captor: str, medals: int) -> None:
    stage = Stage().put("the-american", "")
    stage.faces["team threat"] = 5
    stage.what("beast").wounds = 3
    stage.capture("beast", captor)
    assert stage.at("beast") == "subdued"
    assert len([event for event in stage.events("tokens") if event["kind"] == "medals"]) == medals


@pytest.mark.parametrize(("asked", "rolls"), [(0, [6]), (1, [6, 1])])
def test_the_kids_team_rolls_a_failed_die_again(asked: int, rolls: list[int]) -> None:
    stage = Stage().put("the-kid", "")
    stage.plan(S0, 0, asked)  # no dice given up for Firepower; then how many are rolled again
    stage.capture("beast", "S0-mtf-01")
    assert [len(event["faces"]) for event in stage.events("team rolled")] == rolls
    assert stage.events("exchange")[0]["ours"] == 0


def test_a_quiet_event_does_nothing() -> None:
    assert played("a-quiet-month", "", drawn) == {}


def test_where_there_is_nothing_to_report_other_intel_is_on_offer() -> None:
    stage = Stage().put("nothing-to-report", "")
    stage.growth()
    offer = list(stage.table.market_intel.cards)
    stage.table.stack.clear()
    drawn(stage, "nothing-to-report")
    assert set(stage.table.discards["intel"].cards) == set(offer)
    assert len(stage.table.market_intel) == len(offer) == 3
    assert not set(offer) & set(stage.table.market_intel.cards)
