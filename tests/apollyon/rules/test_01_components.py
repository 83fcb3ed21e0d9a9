"""What the box commits the game to (sections 1, 3 to 8), and how texts are in force."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from eschaton.games.apollyon.box.cards import ApollyonBox
from eschaton.games.apollyon.box.components import ASSETS, CLASSES, DANGERS, MATERIAL, MTFS, TEAMS
from eschaton.games.apollyon.box.facts import KINDS, AnomalyCard, CharacterCard, DirectorCard, SituationCard
from eschaton.games.apollyon.box.timings import EVENT_PHASE, MONTHLY, START_OF_TURN
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.assets import gain
from eschaton.games.apollyon.rules.capture import Capture
from eschaton.games.apollyon.rules.turn import PHASES
from eschaton.games.apollyon.rules.zones import transfer_character
from eschaton.ledger import rule
from tests.apollyon.driver import S0, S1, STACK, Driver


@rule("SA-1.3", "SA-11.1")
def test_a_turn_has_six_phases_in_order(apollyon: type[Driver]) -> None:
    names = ["intel", "growth", "mtf", "event", "site", "recovery"]
    assert [name for name, _ in PHASES] == names
    game = apollyon.dealt(1, event_mode="die")
    seen: list[tuple[int, str]] = []
    while game.table.turn < 2:
        question = game.question
        phase = (game.table.turn, game.table.phase)
        if game.table.turn and phase not in seen:
            seen.append(phase)
        ask = question.ask
        given = [4] * ask.count if hasattr(ask, "faces") else ask.default()
        game.answer(ask.seat, given)
    assert [phase for turn, phase in seen if turn == 1] == names[:5]
    assert game.table.phase == "intel"  # nothing was to be decided in the Recovery Phase


@rule("SA-7.1", "SA-7.10", "SA-3.3", "SA-5.2", "SA-9.3")
def test_kinds_of_things() -> None:
    assert set(ASSETS) == {"personnel", "resources", "space", "intel"} == {*MATERIAL, "intel"}
    assert DANGERS == ("Notice", "Caution", "Warning", "Danger", "Critical")
    assert CLASSES == ("false-alarm", "safe", "euclid", "keter", "thaumiel", "apollyon")
    assert [TEAMS[f"S2-{mtf}"] for mtf in MTFS] == [(2, "mtf-01"), (2, "mtf-02")]
    assert set(KINDS) >= set(CLASSES)


@rule("SA-4.1", "SA-4.3", "SA-4.4", "SA-5.1", "SA-20.10")
def test_the_facts_of_cards() -> None:
    def facts(kind: type[msgspec.Struct]) -> set[str]:
        return {field.name for field in msgspec.structs.fields(kind)}

    assert facts(CharacterCard) >= {"threat", "subdue", "cost", "skills", "text"}
    assert "damage" not in facts(CharacterCard)  # always the Wound
    assert facts(AnomalyCard) >= {"threat", "subdue", "damage", "masquerade_cost", "containment", "text"}
    assert facts(DirectorCard) >= {"name", "o5", "favoured", "text", "flavour"}


@rule("SA-3.4", "SA-Q-83")
def test_danger_is_only_shown(apollyon: type[Driver]) -> None:
    def resolved(danger: int) -> tuple[int, str]:
        game = apollyon().character("Ana", S0, "2/2").team(S0, "mtf-01", "Ana")
        game.situation("slot.1", "safe", danger=danger).next_anomaly("Thing", "safe", "1/1")
        game.plan(S0, "ana").dice("3 1", "3").investigate("slot.1")
        return game.m, game.at("Thing")

    assert len({resolved(danger) for danger in range(1, 6)}) == 1
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"name": "x", "danger": 6, "masquerade_cost": 1, "object_class": "safe"}, SituationCard)


@rule("SA-3.9")
def test_a_situation_stays_in_its_slot_and_is_paid_once(apollyon: type[Driver]) -> None:
    game = apollyon().situations_dealt_next(2, 1).dice("4").intel()
    first = game.table.situations["slot.1"].piece
    game.table.turn = 2
    game.dice("4").intel()
    assert game.table.situations["slot.1"].piece == first
    assert game.m == 17 - 2 - 1


def counting(piece: str) -> Any:
    def count(table: Any, use: Any) -> None:
        holder = table.anomalies.get(piece) or table.characters[piece]
        holder.counters += 1

    return count


@rule("SA-5.11", "SA-6.1", "SA-6.4", "SA-24.5", "SA-24.16", "SA-Q-63")
@pytest.mark.parametrize(("zone", "loose", "contained"), [
    ("public", 1, 0), ("met", 1, 0), ("subdued", 0, 0), ("tc", 0, 0), ("ac", 0, 1),
])  # fmt: skip
def test_where_an_anomalys_texts_are_on(apollyon: type[Driver], zone: str, loose: int, contained: int) -> None:
    game = apollyon().anomaly("Thing", "safe", "1/1", zone, S0 if zone in ("subdued", "tc", "ac") else -1)
    game.says("thing", EVENT_PHASE, counting("thing")).says("thing", MONTHLY, counting("thing"), contained=True)
    game.play(*announce(game.table, EVENT_PHASE))
    assert game.what("Thing").counters == loose
    game.play(*announce(game.table, MONTHLY))
    assert game.what("Thing").counters == loose + contained


@rule("SA-14.6", "SA-32.3", "SA-32.9")
@pytest.mark.parametrize(("zone", "cogs", "speaks"), [
    ("garrison", 0, 1), ("mtf-01", 0, 1), ("vacation", 0, 0), ("lost", 0, 0), ("garrison", 1, 0),
])  # fmt: skip
def test_where_a_characters_texts_are_on(apollyon: type[Driver], zone: str, cogs: int, speaks: int) -> None:
    game = apollyon().character("Ana", S0, "1/1", zone=zone, cogs=cogs).says("ana", EVENT_PHASE, counting("ana"))
    game.play(*announce(game.table, EVENT_PHASE))
    assert game.who("Ana").counters == speaks


@rule("SA-23.12", "SA-11.4")
def test_effects_of_one_moment_come_in_any_order(apollyon: type[Driver]) -> None:
    order: list[str] = []

    def note(name: str) -> Any:
        return lambda table, use: order.append(name)

    game = apollyon()
    for name in ("ana", "bo", "cy"):
        game.character(name, S0, "1/1").says(name, START_OF_TURN, note(name))
    game.plan(S0, "bo/1", "cy/1").play(*announce(game.table, START_OF_TURN))
    assert order == ["bo", "cy", "ana"]
    order.clear()
    game.play(*announce(game.table, START_OF_TURN))  # nobody chooses: as they stand
    assert order == ["ana", "bo", "cy"]
    order.clear()
    game.begin(*announce(game.table, START_OF_TURN)).answer(S0, "in-order")  # said once, it is so to the end
    assert order == ["ana", "bo", "cy"]


@rule("SA-6.14", "SA-1.9")
def test_what_may_be_used_is_offered_to_its_holder(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S1, "1/1").says("ana", START_OF_TURN, counting("ana"), may=True)
    game.begin(*announce(game.table, START_OF_TURN))
    assert game.question.ask.seat == S1
    game.answer(S1, "pass")
    assert game.who("Ana").counters == 0
    game.begin(*announce(game.table, START_OF_TURN)).answer(S1, "ana/1")
    assert game.who("Ana").counters == 1


@rule("SA-9.9")
def test_the_starting_anomalys_contained_text_is_on_from_the_first_turn(apollyon: type[Driver]) -> None:
    game = apollyon().anomaly("Thing", "safe", "1/1", "ac", S0)
    game.says("thing", START_OF_TURN, counting("thing"), contained=True).dice("4").intel()
    assert game.what("Thing").counters == 1


@rule("SA-15.11")
def test_an_effect_that_begins_in_one_mission_reaches_the_next(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.box.timings import CAPTURED
    from eschaton.games.apollyon.rules.missions import Missions
    from eschaton.kernel.effect import Lasting

    def stronger(table: Any, use: Any) -> None:
        table.last(Lasting("threat:bo", "add", 3))

    game = apollyon().character("Ana", S0, "1/1").character("Bo", S0, "1/1").says("ana", CAPTURED, stronger)
    game.team(S0, "mtf-01", "Ana").team(S0, "mtf-02", "Bo")
    game.anomaly("One", "safe", "0/1").anomaly("Two", "safe", "0/9")
    game.table.missions = {"one": ["S0-mtf-01"], "two": ["S0-mtf-02"]}
    game.dice("3", "1 1 1 1").play(Missions())
    assert game.at("One") == "subdued"


@rule("SA-14.9", "SA-18.3", "SA-8.5")
def test_teams_of_any_size_roll_all_their_threat(apollyon: type[Driver]) -> None:
    game = apollyon().anomaly("Thing", "safe", "0/9")
    for number in range(9):
        game.character(f"Agent {number}", S0, "2/1", medals=1, minions="1/1").team(S0, "mtf-01", f"Agent {number}")
    game.begin(Capture(["S0-mtf-01"], anomaly="thing"))
    assert game.question.ask.count == 9 * (2 + 1 + 1)  # type: ignore[attr-defined]


@rule("SA-14.14")
def test_nothing_is_resolved_before_all_are_assigned(apollyon: type[Driver]) -> None:
    from eschaton.games.apollyon.rules.assignments import MTFPhase

    game = apollyon(players=2).character("Ana", S0, "1/1").anomaly("Thing", "safe", "0/1").begin(MTFPhase())
    game.answer(S0, "send:ana:mtf-01").answer(S0, "assign:S0-mtf-01:thing").answer(S0, "ready")
    assert game.waiting == "Assignments"
    game.answer(S1, "ready")
    assert game.waiting == "TeamRoll"


@rule("SA-Q-80")
def test_the_bank_never_runs_out(apollyon: type[Driver]) -> None:
    game = apollyon()
    gain(game.table, S0, {"space": 500})
    assert game.pool_of(S0) == {"space": 500}


@rule("SA-Q-101", "SA-4.7", "SA-4.9")
def test_a_character_handed_over_stands_last_in_the_new_line(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).character("Ana", S0, "1/1").character("Bo", S1, "1/1")
    transfer_character(game.table, "ana", S1)
    assert game.table.in_zone(S1, "garrison") == ["bo", "ana"]
    assert not game.table.in_zone(S0, "garrison")


@rule("SA-8.8", "SA-8.13", "SA-13.11")
def test_a_six_means_nothing_where_no_rule_says_so(apollyon: type[Driver]) -> None:
    game = apollyon(players=2).anomaly("Thing", "safe", "1/1", "ac", S0).growth()
    game.answer(S0, "move:thing:S1").answer(S1, "agree").roll("6")
    assert game.waiting == "Growth"
    assert not game.what("Thing").moved
    assert game.m == 19


@rule("SA-18.4", "SA-Q-82")
def test_nobody_chooses_for_the_anomaly(apollyon: type[Driver]) -> None:
    game = apollyon().character("Ana", S0, "0/9").team(S0, "mtf-01", "Ana").anomaly("Thing", "safe", "2/9")
    game.begin(Capture(["S0-mtf-01"], anomaly="thing")).roll("6 6")
    assert game.waiting == "AnomalyRoll"


@rule("SA-11.5")
def test_every_seat_sees_the_same(apollyon: type[Driver]) -> None:
    game = apollyon(players=3).character("Ana", S0, "1/1").dice("4", "4", "4").intel()
    assert game.seen(S0) == game.seen(S1) == game.seen(None)


def test_a_small_box_is_a_whole_one() -> None:
    box = ApollyonBox("small", 2, WORDS)
    for card in STACK.cards.values():
        box.add(card.id, card)
    assert all(box.by_class().values())
