"""The toy that uses all shared parts at once: its voyage, its odds and its council, as they are played."""

from __future__ import annotations

from eschaton.kernel.ask import CHANCE
from eschaton.kernel.council import AGREE, REFUSE
from eschaton.kernel.odds import in_words, odds_of
from eschaton.kernel.seen import seen
from tests.driver import Driver
from tests.toys.contraband import GAME, Anchor, Contraband


def dealt() -> Driver[Contraband]:
    game: Driver[Contraband] = Driver(GAME.table(GAME.checked(3, {})))  # type: ignore[arg-type]
    game.advance(lambda question: question.ask.seat != CHANCE)
    game.table.push([Anchor()])
    return game


def test_the_smugglers_agree_where_the_ship_lies() -> None:
    game = dealt().answer(0, "fort").answer(1, AGREE)
    assert game.asks(0) is None
    game.answer(2, AGREE)
    assert game.table.ship == "fort"


def test_without_agreement_it_stays() -> None:
    game = (
        dealt()
        .answer(0, "fort")
        .answer(1, REFUSE)
        .answer(1, "cove")
        .answer(2, REFUSE)
        .answer(2, "fort")
        .answer(0, REFUSE)
    )
    assert game.table.ship == "quay"


def test_a_voyage_is_one_roll_of_two_different_dice() -> None:
    game = dealt().answer(0, "cove").answer(1, AGREE).answer(2, AGREE)
    sailor = game.question.ask.seat
    gold = game.table.players[sailor].gold
    game.chance([2, 2]).answer(sailor, "sail").advance(lambda question: question.ask.seat != CHANCE)
    assert game.table.players[sailor].gold == gold + 3


def test_the_odds_of_a_voyage_are_exact_and_off_the_view() -> None:
    game = dealt().answer(0, "fort").answer(1, AGREE).answer(2, AGREE)
    seat = game.question.ask.seat
    told = odds_of(GAME, game.table, seat, ["draw", "sail"])
    assert [in_words(one) for one in told["sail"]] == [
        "at least 3 Gold: 16.7 % (1/6)",
        "at least 4 Gold: 12.5 % (1/8)",
        "at least 5 Gold: 4.2 % (1/24)",
    ]
    assert "draw" not in told


def test_the_coast_is_a_map_with_the_ship_on_it() -> None:
    game = dealt()
    assert GAME.scene is not None
    coast = GAME.scene(seen(game.table, 0), 0).zones[0]
    assert coast.kind == "map"
    assert {zone.id: [piece.id for piece in zone.pieces] for zone in coast.zones} == {
        "cove": [],
        "quay": ["ship"],
        "fort": [],
    }
    assert [(way.start, way.end) for way in coast.ways] == [("cove", "quay"), ("quay", "fort")]
