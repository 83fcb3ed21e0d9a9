"""Games played as sequences of small decisions: complete, recorded, copied, and hiding what is hidden."""

import pickle
from collections import Counter
from copy import deepcopy
from random import Random

import pytest

from eschaton.adapters.actions import DONE, HOLD, MORE, Move, Numbering
from eschaton.adapters.play import OVER, GamePlay
from eschaton.kernel.ask import CHANCE
from eschaton.kernel.errors import Illegal
from eschaton.kernel.match import resume
from eschaton.kernel.record import from_bytes, to_bytes
from eschaton.kernel.save import save
from tests.adapters.worlds import WAYS, begun, play_on, way_id
from tests.toys import larder, ordeal, parley

each_way = pytest.mark.parametrize(("game", "players"), WAYS, ids=way_id)
LONG_ENOUGH = 20_000


@each_way
def test_every_game_is_played_to_its_end_and_can_be_watched_as_a_record(game, players):
    play = begun(game, players)
    play_on(play, Random(3), LONG_ENOUGH)
    assert play.over
    assert play.seat == OVER
    assert not play.actions()
    match = resume(game, from_bytes(to_bytes(play.record())))
    assert match.over
    assert save(match.table) == save(play.table)


@each_way
def test_the_same_seed_and_actions_are_the_same_game(game, players):
    one, two = begun(game, players), begun(game, players)
    rngs = Random(5), Random(5)
    for _ in range(60):
        play_on(one, rngs[0], 1)
        play_on(two, rngs[1], 1)
        assert save(one.table) == save(two.table)
        assert one.seat == two.seat
        assert one.actions() == two.actions()


def test_every_kind_of_move_occurs():
    met: Counter[str] = Counter()

    def watch(play: GamePlay) -> None:
        met.update(move.what for move in play.actions().values())

    for game in (larder.GAME, parley.GAME, ordeal.GAME):
        play_on(begun(game, 3, size=9), Random(1), LONG_ENOUGH, watch)
    assert set(met) == {"pick", "free", "hold", "done", "more"}


def test_few_numbers_reach_the_same_answers_page_by_page():
    play = begun(parley.GAME, 4, size=8)
    pages = 0
    rng = Random(2)
    while play.seat != OVER:
        if MORE in play.actions().values() and rng.random() < 0.5:
            seen = set(play.actions().values())
            page = play.page
            play.make(MORE)
            pages += 1
            assert play.page != page
            assert set(play.actions().values()) != seen
        play_on(play, rng, 1)
    assert pages


def test_an_action_that_is_not_offered_changes_nothing():
    play = begun(larder.GAME, 2)
    before = save(play.table), play.seat, play.decisions
    wrong = next(number for number in range(512) if number not in play.actions())
    with pytest.raises(Illegal, match=f"action: {wrong} is not offered to seat {play.seat} now; these are: "):
        play.act(wrong)
    assert (save(play.table), play.seat, play.decisions) == before


# Several seats at once.


def to_step(play: GamePlay, name: str, rng: Random) -> None:
    """Play at random until a step of this name asks."""
    while type(play.question.step).__name__ != name:
        play_on(play, rng, 1)


def test_in_a_race_a_seat_without_a_pass_may_hold_until_nobody_else_is_left():
    play = begun(parley.GAME, 2, recall=True)
    to_step(play, "Ready", Random(1))
    while HOLD not in play.moves():
        play.reply("ready")
    first = play.seat  # is ready, and may only say "not yet"
    assert play.moves()[0] == Move("pick", "not yet")
    play.make(HOLD)
    assert play.seat != first, "holding lets the other one go first"


def test_when_all_have_held_the_first_must_answer():
    play = begun(parley.GAME, 2, recall=True)
    to_step(play, "Ready", Random(1))
    asked = list(play.question.asks(play.table))
    key = play.key(asked[0])
    play.held = frozenset(asked)
    play.begin_choice()
    assert play.seat == asked[0]
    assert play.pressed
    assert HOLD not in play.moves()
    assert play.key(asked[0]) != key, "that nobody answers is something to remember"


def test_sealed_answers_are_given_one_after_the_other_and_stay_hidden():
    play = begun(parley.GAME, 3, recall=True)
    to_step(play, "Bids", Random(1))
    seats = []
    keys = {seat: play.key(seat) for seat in play.people}
    while type(play.question.step).__name__ == "Bids":
        if play.ask is None:
            play.make(HOLD)
            continue
        seats.append(play.seat)
        others = {seat: play.key(seat) for seat in play.people if seat != play.seat}
        play.reply(1)
        if type(play.question.step).__name__ == "Bids":
            assert {seat: play.key(seat) for seat in others} == others, "nobody learns of a sealed answer"
    assert sorted(seats) == [0, 1, 2]
    assert all(play.key(seat) != keys[seat] for seat in play.people)


def test_what_may_be_done_unasked_is_offered_when_it_is_new_and_not_again():
    play = GamePlay(ordeal.GAME, ordeal.GAME.checked(3, {"guide": True}), Numbering(), "1")
    guide = play.table.guide
    rng = Random(4)
    offers = 0
    while play.seat != OVER and offers < 3:
        if play.seat == guide:
            assert play.ask is None, "nobody ever asks the guide"
            offers += 1
            offered = tuple(play.table.free(guide))
            play.make(HOLD)
            assert play.declined[guide] == offered
            assert play.seat != guide, "it has declined"
        play_on(play, rng, 1)
    assert offers == 3


# Rewards.


def test_winners_win_and_all_others_lose():
    play = begun(larder.GAME, 3)
    assert play.rewards() == {0: 0.0, 1: 0.0, 2: 0.0}
    play_on(play, Random(3), LONG_ENOUGH)
    winners = play.table.outcome.winners
    assert play.rewards() == {seat: 1.0 if seat in winners else -1.0 for seat in range(3)}


def test_a_game_that_goes_on_for_too_long_is_cut_short_and_worth_nothing():
    play = begun(larder.GAME, 3)
    play.decisions = 4 * larder.GAME.limit
    assert play.cut_short
    assert set(play.rewards().values()) == {0.0}


# Copies.


@each_way
def test_copies_share_nothing_and_go_on_alike(game, players):
    play = begun(game, players, recall=True)
    play_on(play, Random(6), 40)
    twins = [play.clone(), deepcopy(play), pickle.loads(pickle.dumps(play))]
    before = save(play.table), {seat: play.key(seat) for seat in play.people}
    for twin in twins:
        play_on(twin, Random(7), 30)
    assert (save(play.table), {seat: play.key(seat) for seat in play.people}) == before
    play_on(play, Random(7), 30)
    for twin in twins:
        assert save(twin.table) == save(play.table)
        assert [twin.key(seat) for seat in twin.people] == [play.key(seat) for seat in play.people]


@each_way
def test_chance_can_play_like_a_seat(game, players):
    play = begun(game, players, seed=None)
    rng = Random(8)
    while play.seat != CHANCE:  # some set-ups ask a player first
        play_on(play, rng, 1)
    with pytest.raises(Illegal, match="cannot come about"):
        play.draw(10_000)
    play_on(play, rng, 300)
    assert any(entry.seat == CHANCE for entry in play.entries)


# What a seat remembers.


def test_the_key_of_a_seat_grows_with_what_it_does_and_sees():
    play = begun(larder.GAME, 2, recall=True)
    keys = {play.key(play.seat)}
    rng = Random(1)
    decisions = 0
    while play.seat != OVER:
        seat = play.seat
        play_on(play, rng, 1)
        keys.add(play.key(seat))
        decisions += 1
    assert len(keys) == decisions + 1, "no decision leaves the key as it was"


def test_the_key_tells_apart_what_was_picked_so_far():
    play = begun(larder.GAME, 2, recall=True)
    rng = Random(1)
    while not (play.ask is not None and DONE in play.moves()):
        play_on(play, rng, 1)
        if play.seat == OVER:
            play = begun(larder.GAME, 2, seed=str(rng.random()), recall=True)
    key = play.key(play.seat)
    play.make(next(move for move in play.moves() if move.what == "pick"))
    assert play.chosen == () or play.key(play.seat).startswith(key + "/")


@each_way
def test_two_worlds_that_a_seat_cannot_tell_apart_have_the_same_key_and_actions(game, players):
    rng = Random(9)
    checked = 0

    def watch(play: GamePlay) -> None:
        nonlocal checked
        if rng.random() < 0.5 and play.seat >= 0:
            checked += 1
            before = save(play.table)
            other = play.imagined(play.seat, Random(checked))
            assert other.seat == play.seat
            assert other.key(play.seat) == play.key(play.seat)
            assert other.actions() == play.actions()
            assert [*other.entries, *other.log] == [], "an imagined game has no past that could tell"
            assert save(play.table) == before
            play_on(other, rng, 20)

    play_on(begun(game, players, recall=True), Random(10), 150, watch)
    assert checked > 5


def test_an_imagined_game_depends_on_nothing_hidden():
    play = begun(larder.GAME, 3, recall=True)
    play_on(play, Random(11), 12)
    seat = play.seat
    other = play.imagined(seat, Random(1))
    assert save(play.table) != save(other.table)
    again = [save(one.imagined(seat, Random(2)).table) for one in (play, other)]
    assert again[0] == again[1]


def test_chance_falls_differently_in_an_imagined_game():
    play = begun(larder.GAME, 2)
    assert play.imagined(play.seat, Random(1)).seed not in (play.seed, play.imagined(play.seat, Random(2)).seed)
