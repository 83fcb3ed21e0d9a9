"""The rule-of-thumb player: plays whole games, says why, sees what its seat sees, and wins as often as it should."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from eschaton.bots import make_bots
from eschaton.games.apollyon import GAME
from eschaton.games.apollyon.advice import advice, has_use
from eschaton.games.apollyon.advice.assignments import Muster, odds
from eschaton.games.apollyon.advice.mind import Foe, Mind
from eschaton.games.apollyon.advice.texts import in_vain, worth_of
from eschaton.games.apollyon.box.components import PUBLIC
from eschaton.games.apollyon.rules.events import EventPhase
from eschaton.kernel.game import Advice
from eschaton.kernel.knowledge import resample
from eschaton.kernel.machine import settle
from eschaton.kernel.match import Match
from eschaton.kernel.seen import seen
from eschaton.kernel.table import Table
from eschaton.lab.playout import Playout
from eschaton.lab.simulate import Job, Report, simulate
from eschaton.ledger import rule
from tests import LONG
from tests.apollyon.driver import S0
from tests.apollyon.yard import Yard

BANDS = {1: (0.30, 0.65), 2: (0.40, 0.55), 3: (0.40, 0.55), 4: (0.40, 0.55), 5: (0.30, 0.65), 6: (0.30, 0.65)}


def played(players: int, bot: str, games: int, **options: Any) -> Report:
    """Some games between bots, all without a defect."""
    report = simulate(Job(game="apollyon", players=players, games=games, bots=(bot,), options=options, seed="advice"))
    assert not report.errors, report.errors[0]
    return report


def won(report: Report) -> float:
    """The share of games that the players won."""
    return 1 - report.outcomes["winners"].get("nobody", 0) / report.games


@pytest.mark.parametrize("events", ["cards", "die"])
@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_advice_plays_whole_games_with_any_number_of_players(players: int, events: str) -> None:
    """Over 1,000 games the players win as often as the ledger wants (6.11); sampled, that games end in good time."""
    report = played(players, "thumb", 1000 if LONG else 1, event_mode=events)
    turns = report.outcomes.get("spread", {}).get("turns")
    assert turns is None or 5 <= turns["least"] <= turns["most"] <= 20
    if LONG:
        low, high = BANDS[players]
        assert low <= won(report) <= high


def test_advice_beats_chance_clearly() -> None:
    games = 200 if LONG else 12
    assert won(played(2, "random", games)) == 0
    assert won(played(2, "thumb", games)) > 0.15


def test_advice_is_legal_has_reasons_and_depends_on_nothing_the_seat_does_not_see() -> None:
    """What lies face down is dealt anew for the seat: it is advised alike."""
    looked = 0
    game = Playout(GAME, GAME.checked(3, {}), make_bots(("thumb",), GAME), "positions")

    def watch(table: Table) -> None:
        nonlocal looked
        question = settle(table)
        if question is None:
            return
        seat = question.ask.seat
        advised = advice(seen(table, seat), question.ask, Random(1))
        question.ask.check(advised.answer)
        assert advised.reason.endswith(".")
        if LONG or looked % 10 == 0:
            elsewhere = resample(table, seat, Random(looked))
            assert advice(seen(elsewhere, seat), question.ask, Random(1)) == advised
        looked += 1

    game.watch = watch
    game.run()
    assert looked >= 100


@pytest.mark.parametrize(
    ("text", "good"),
    [
        ("Gain 2 Masquerade", True),
        ("Place 1 Wound on 1 of your characters", False),
        ("Make 1 of your characters Lost, then gain 2 Intel", False),
        ("Spend 1 Resource, then draw 1 Asset Card", True),
        ("Choose 1: lose 3 Masquerade, or gain 1 Personnel", True),
        ("Remove 1 Cognitohazard from 1 character", True),
    ],
)
def test_a_text_is_judged_by_its_words(text: str, good: bool) -> None:
    assert (worth_of(text) > 0) is good


def test_more_dice_win_more_often() -> None:
    weak, strong = (odds(Muster(dice=dice, room=10, size=4), Foe(3, 6, 1))[0] for dice in (4, 12))
    assert weak < 0.3 < 0.8 < strong


@rule("SA-13.17", "SA-32.15")
def test_no_intel_is_bought_that_has_nothing_to_work_on() -> None:
    game = Match.new(GAME, 1, seed="1")
    for pick in ("the-mason", "safe"):
        game.answer(0, pick)
    mind = Mind(seen(game.table, 0), 0)
    assert not any(has_use(mind, card) for card in ("ethics-waiver", "search-party", "psych-evaluation", "wiretap"))
    assert has_use(mind, "forged-requisition")
    first, second = [*game.table.characters.values()][:2]
    first.cogs, second.zone = 1, "lost"
    mind = Mind(seen(game.table, 0), 0)
    assert has_use(mind, "psych-evaluation")
    assert has_use(mind, "search-party")
    assert not in_vain(mind, "Remove all Cognitohazards from each of your characters.")


@rule("SA-23.12", "SA-33.1")
def test_the_usual_order_of_the_event_phase_begins_with_amnestics_for_a_reason(yard: type[Yard]) -> None:
    game = yard(event_mode="die").staff("amy", "1/3 amnestics 1").holds("out", "keter 1/1", zone=PUBLIC)
    game.text("out", "Event Phase: Place 1 Cognitohazard on each character.").begin(EventPhase()).rolls(4)
    advised = advice(seen(game.table, S0), game.question.ask, Random(0))
    assert advised == Advice("in-order", "The Masquerade is raised before anything can lower it.")


@rule("SA-23.12")
def test_who_passes_a_text_that_may_speak_is_told_why(yard: type[Yard]) -> None:
    game = yard(event_mode="die").holds("out", "keter 1/1", zone=PUBLIC)
    game.text("out", "Event Phase - spend 1 Intel: Place 1 Wound on each character.").pool(S0, intel=1)
    game.begin(EventPhase()).rolls(4)
    assert game.offers(S0) == ["out/1", "pass"]
    assert advice(seen(game.table, S0), game.question.ask, Random(0)) == Advice("pass", "None of it is worth it now.")
