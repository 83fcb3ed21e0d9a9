"""SA-4.10, SA-5.15, SA-10.8: the Turn Order Board reminds of cards that act in a phase; it changes nothing."""

from __future__ import annotations

from eschaton.games.apollyon.scene import scene
from eschaton.games.apollyon.scene.reminders import reminders
from eschaton.kernel.machine import answer
from eschaton.kernel.save import digest
from eschaton.kernel.seen import seen
from eschaton.ledger import rule
from tests.apollyon.driver import S0, Driver


def board(game: Driver) -> dict[str, list[str]]:
    """What the Turn Order Board shows."""
    return reminders(seen(game.table, None))


@rule("SA-4.10")
def test_a_character_with_a_phase_is_on_the_turn_order_board_like_an_anomaly(apollyon: type[Driver]) -> None:
    game = apollyon(players=1).character("Ana", S0, "2/2").character("Bo", S0, "2/2")
    game.text("ana", "Start of Turn: Gain 1 Intel.")
    assert board(game) == {"Start of Turn": ["Ana"]}
    game.who("ana").zone = "vacation"
    assert board(game) == {}


@rule("SA-5.15")
def test_an_anomalys_token_lies_at_its_phase_while_its_text_is_on(apollyon: type[Driver]) -> None:
    game = apollyon(players=1).anomaly("Thing", "euclid", "1/2").anomaly("Calm", "euclid", "1/2")
    game.text("thing", "Monthly: Lose 1 Masquerade.\nContained, Event Phase: Gain 1 Intel.")
    for zone, shown in (("public", {"Monthly": ["Thing"]}), ("ac", {"Event Phase": ["Thing"]}), ("tc", {})):
        game.what("thing").zone = zone
        assert board(game) == shown


@rule("SA-5.15")
def test_reminders_change_nothing(apollyon: type[Driver]) -> None:
    game = apollyon(players=1).anomaly("Thing", "euclid", "1/2", masquerade_cost=1)
    game.text("thing", "Monthly: Lose 1 Masquerade.")
    before = digest(game.table)
    assert board(game)
    assert digest(game.table) == before


@rule("SA-10.8")
def test_cards_in_play_after_set_up_are_on_the_board_at_once(apollyon: type[Driver]) -> None:
    game = apollyon.dealt(1)
    for piece in game.box.of_class("safe"):
        game.text(piece, "Contained, End of Turn: Gain 1 Masquerade.", "safe")
    while not game.table.anomalies:
        question = game.question
        answer(game.table, question, question.ask.seat, question.ask.default())
        game.settle()
    (first,) = game.table.anomalies
    name = game.box.anomalies[first].name
    assert board(game) == {"End of Turn": [name]}
    assert any(zone.marks.get("End of Turn") == name for zone in scene(seen(game.table, None), None).zones)
