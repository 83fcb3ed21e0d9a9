"""What a seat is told as numbers, as data and as text: fixed in form, the same everywhere, and nothing hidden in it."""

import json
from random import Random

import msgspec
import numpy as np
import pytest

from eschaton.adapters.actions import Move, Numbering
from eschaton.adapters.parts import (
    Bag,
    CardsPart,
    Fields,
    Loose,
    Maybe,
    NumberPart,
    Row,
    TensorPart,
    WordPart,
    fields_for,
    part_for,
)
from eschaton.adapters.play import GamePlay
from eschaton.adapters.tensor import Encoder
from eschaton.adapters.told import as_json, as_text, told
from eschaton.kernel.ask import ALL_SEEING, Open, Owner, Seat
from eschaton.kernel.pile import Pile, hand
from eschaton.kernel.view import structure
from tests.adapters.worlds import WAYS, begun, play_on, way_id
from tests.laws.register import cases, sampled
from tests.toys import larder, parley

each_way = pytest.mark.parametrize(("game", "players"), WAYS, ids=way_id)


def written(part: TensorPart, value: object) -> list[float]:
    out = np.zeros(part.size, np.float32)
    part.write(out, 0, value)
    return [round(float(number), 3) for number in out]


def test_numbers_keep_their_order_within_bounds():
    found = [written(NumberPart(), number)[0] for number in (-(10**9), -3, 0, 1, 8, 10**9)]
    assert found == sorted(found)
    assert found[2] == 0.0
    assert found[4] == 0.5
    assert all(-1 <= number <= 1 for number in found)
    assert written(NumberPart(), True) == [1.0]


def test_a_word_has_one_bucket_and_no_word_none():
    assert sorted(written(WordPart(), "gift"))[-2:] == [0.0, 1.0]
    assert written(WordPart(), "gift") != written(WordPart(), "coin")
    assert not any(written(WordPart(), ""))


def test_what_may_be_absent_says_whether_it_is_there():
    assert written(Maybe(NumberPart()), None) == [0.0, 0.0]
    assert written(Maybe(NumberPart()), 0) == [1.0, 0.0]


def test_a_list_has_places_and_a_length():
    row = Row(NumberPart(), 2)
    assert written(row, [8, 8, 8]) == [round(3 / 11, 3), 0.5, 0.5], "what is too much for it still counts"
    assert written(Row(NumberPart(), 2), []) == [0.0, 0.0, 0.0]


def test_a_pile_tells_known_faces_known_contents_and_the_top():
    cards = CardsPart()
    hidden = written(cards, {"back": "card", "cards": [None, None]})
    assert hidden[0] == hidden[1] == 0.2
    assert not any(hidden[2:])
    top = written(cards, {"back": "card", "cards": [None, "gift-1"]})
    under = written(cards, {"back": "card", "cards": ["gift-1", None]})
    inside = written(cards, {"back": "card", "cards": [None, None], "contents": ["gift-1"]})
    assert sum(top[2:34]) == sum(under[2:34]) == 0.5
    assert sum(inside[2:34]) == 0.25
    assert any(top[34:])
    assert not any(under[34:])


class Inner(msgspec.Struct):
    seat: Open[Seat]
    shown: Open[int] = 0
    mine: Owner[int] = 0
    secret: int = 0


class Value(msgspec.Struct, frozen=True):
    one: int
    two: str = ""


class Outer(msgspec.Struct):
    players: Open[list[Inner]]
    pile: Open[Pile]
    value: Open[Value | None] = None
    names: Open[list[str]] = []
    many: Open[dict[str, int]] = {}
    odd: Open[dict[str, list[int]]] = {}


def test_a_structure_is_laid_out_by_its_declarations():
    outer = Outer([Inner(0), Inner(1)], hand("card", 0))
    fields = fields_for(Outer, outer, 0)
    kinds = {name: type(part) for name, part in fields.parts.items()}
    assert kinds == {"players": Row, "pile": CardsPart, "value": Maybe, "names": Bag, "many": Bag, "odd": Loose}
    players = fields.parts["players"]
    assert isinstance(players, Row)
    assert isinstance(players.inner, Fields)
    assert list(players.inner.parts) == ["seat", "shown", "mine"], "what nobody may see has no place"
    assert players.places == 2, "there are as many players as at set-up"


def test_an_owners_field_is_written_for_the_owner_only():
    outer = Outer([Inner(0, mine=5), Inner(1, mine=7)], hand("card", 0))
    part = part_for(Outer, outer)
    seen = [written(part, structure(outer, viewer, None)) for viewer in (0, 1, None)]
    outer.players[1].mine = 3
    again = [written(part, structure(outer, viewer, None)) for viewer in (0, 1, None)]
    assert [old == new for old, new in zip(seen, again, strict=True)] == [True, False, True]


# Whole games.


@each_way
def test_vectors_have_one_length_and_stay_in_bounds(game, players):
    play = begun(game, players)
    encoder = Encoder(play)
    assert sum(size for _, size in encoder.layout.values()) == encoder.size

    def watch(play: GamePlay) -> None:
        for viewer in (play.seat, None, ALL_SEEING):
            found = encoder.encode(play, viewer)
            assert found.shape == (encoder.size,)
            assert np.isfinite(found).all()
            assert abs(found).max() <= 1.0

    play_on(play, Random(1), 120, watch)


@pytest.mark.parametrize("case", sampled(cases()), ids=str)
def test_every_way_to_lay_out_a_game_can_be_told(case):
    play = GamePlay(case.game, case.game.checked(case.players, case.options), Numbering(), "1")
    encoder = Encoder(play)
    for _ in range(5):
        play_on(play, Random(str(case)), 10)
        assert [encoder.encode(play, viewer).any() for viewer in play.people] == [True] * len(play.people)


@each_way
def test_the_same_game_gives_the_same_vectors_in_another_encoder(game, players):
    one, two = begun(game, players), begun(game, players)
    play_on(one, Random(2), 30)
    play_on(two, Random(2), 30)
    for viewer in one.people:
        assert (Encoder(begun(game, players)).encode(one, viewer) == Encoder(two).encode(two, viewer)).all()


@each_way
def test_nothing_hidden_is_in_what_a_seat_is_told(game, players):
    """Two worlds that a seat cannot tell apart are told alike as numbers, as data and as text."""
    encoder = Encoder(begun(game, players))
    rng = Random(3)
    differing = 0

    def watch(play: GamePlay) -> None:
        nonlocal differing
        if play.seat < 0 or rng.random() > 0.25:
            return
        seat = play.seat
        play.log, play.read = [], {}  # an imagined world has no past, so none is told
        other = play.imagined(seat, rng)
        assert (encoder.encode(other, seat) == encoder.encode(play, seat)).all()
        assert as_json(other, seat) == as_json(play, seat)
        assert as_text(other, seat) == as_text(play, seat)
        differing += not (encoder.encode(other, ALL_SEEING) == encoder.encode(play, ALL_SEEING)).all()

    play_on(begun(game, players), Random(4), 150, watch)
    assert differing, "the worlds do differ in what is hidden"


def test_an_encoder_that_peeks_is_found(monkeypatch):
    """The law above has teeth: a view that shows a neighbour's hand breaks it."""
    monkeypatch.setattr(Pile, "seen_by", lambda pile, viewer: list(pile.cards))
    play = begun(larder.GAME, 2)
    encoder = Encoder(play)
    others = [play.imagined(play.seat, Random(seed)) for seed in range(5)]
    assert not all((encoder.encode(other, play.seat) == encoder.encode(play, play.seat)).all() for other in others)


def test_the_picks_so_far_are_told_to_the_one_who_picks():
    play = begun(parley.GAME, 2)
    encoder = Encoder(play)
    rng = Random(5)
    while type(play.question.step).__name__ != "Seating":
        play_on(play, rng, 1)
    seat = play.seat
    before = [encoder.encode(play, viewer) for viewer in play.people]
    play.chosen = (play.moves()[0].key,)
    after = [encoder.encode(play, viewer) for viewer in play.people]
    at, size = encoder.layout["picked"]
    for viewer in play.people:
        told_to = (before[viewer][at : at + size] != after[viewer][at : at + size]).any()
        assert told_to == (viewer == seat)


# Data and text.


def test_data_has_the_view_the_question_and_the_actions():
    play = begun(larder.GAME, 2)
    seat = play.seat
    found = json.loads(as_json(play, seat))
    assert found["decides"] is True
    assert found["observation"]["view"]["players"][seat]["hand"]["cards"][0] is not None
    assert found["observation"]["view"]["players"][1 - seat]["hand"]["cards"] == [None] * 3
    assert {action["number"]: Move(action["what"], action["key"]) for action in found["actions"]} == play.actions()
    assert json.loads(as_json(play, 1 - seat))["actions"] == []


def test_events_are_told_until_the_seat_has_decided():
    play = begun(larder.GAME, 2)
    seat = play.seat
    assert [event.key for event in told(play, seat).observation.events][-1] == "drew"
    play_on(play, Random(1), 1)
    assert "drew" not in [event.key for event in told(play, seat).observation.events if event.args.get("who") == seat]


def test_text_can_be_read_and_answered_by_number():
    play = begun(larder.GAME, 2)
    text = as_text(play, play.seat)
    assert "Play card (TOY-2.4)" in text
    assert all(f"  {number}  " in text for number in play.actions())
    play_on(play, Random(3), 10_000)
    assert "The game is over" in as_text(play, 0)
