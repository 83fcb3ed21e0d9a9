"""Every law over every game, number of players and a sample of its options."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from eschaton.kernel.ask import CHANCE
from eschaton.kernel.match import resume
from eschaton.kernel.record import from_bytes, to_bytes
from eschaton.kernel.save import save
from tests import LONG
from tests.laws.interference import together
from tests.laws.laws import ends, obey, replays
from tests.laws.play import World, play
from tests.laws.register import Case, cases, games, sampled
from tests.toys import GAMES as TOYS

CASES = cases()
OVERLAP = 3.0
"""Two worlds that a viewer cannot tell apart stay together for this many decisions on average, or the law is empty."""

each_case = pytest.mark.parametrize("case", sampled(CASES), ids=str)
each_game = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)


def some_case(game_id: str, number: int) -> Case:
    """One of the ways to play a game."""
    ways = [case for case in CASES if case.game.id == game_id]
    return ways[number % len(ways)]


def test_toys_and_games_are_all_under_the_laws():
    assert {case.game.id for case in CASES} == {game.id for game in games()}
    toys = {"toy-larder", "toy-parley", "toy-ordeal", "toy-contraband", "toy-vault", "toy-moot"}
    assert {game.id for game in TOYS} == toys
    for game in games():
        assert {case.players for case in CASES if case.game is game} == set(game.players)
        for switch in game.options:
            values = {case.options.get(switch.key, switch.default) for case in CASES if case.game is game}
            assert values == set(switch.choices or (True, False)), switch.key


@each_case
def test_every_law_holds_from_the_first_decisions_on(case):
    world = World.new(case, 1)
    checked = obey(world, Random(str(case)), 15)
    assert checked == 15 or world.table.outcome is not None


@each_game
@given(seed=st.integers(0, 2**32), skip=st.integers(0, 60))
@settings(max_examples=200 if LONG else 8)
def test_every_law_holds_wherever_random_play_leads(game, seed, skip):
    world = World.new(some_case(game.id, seed), seed)
    rng = Random(seed)
    play(world, rng, skip)
    checked = obey(world, rng, 2)
    assert checked == 2 or world.table.outcome is not None


@each_case
def test_every_game_ends_and_replays(case):
    world = World.new(case, 7)
    taken = ends(world, Random(7))
    assert taken == len(world.match.record.entries)
    replays(world)


def play_to_a_seat(world: World, rng: Random, decisions: int) -> None:
    """Play on, and let chance answer what it is asked."""
    play(world, rng, decisions)
    while world.question is not None and world.question.ask.seat == CHANCE:
        play(world, rng, 1)


@each_game
@given(seed=st.integers(0, 2**32))
@settings(max_examples=100 if LONG else 4)
def test_a_match_can_be_taken_up_and_rewound_anywhere(game, seed):
    world = World.new(some_case(game.id, seed), seed)
    rng = Random(seed)
    match = world.match
    play_to_a_seat(world, rng, rng.randrange(1, 40))
    at, then = len(match.record.entries), save(world.table)
    match.record.snapshots.append(match.snap())
    play_to_a_seat(world, rng, 30)
    now = save(world.table)
    assert save(resume(game, from_bytes(to_bytes(match.saved()))).table) == now
    forked = match.fork(at)
    assert save(forked.table) == then
    assert save(match.table) == now, "a fork leaves the match alone"
    match.rewind(at)
    assert match.record.entries == forked.record.entries


@each_game
def test_nothing_hidden_can_be_told_from_what_a_seat_is_sent(game):
    ways = [case for case in CASES if case.game is game]
    shared = []
    for seed in range(4000 if LONG else 50):
        rng = Random(seed)
        world = World.new(ways[seed % len(ways)], seed)
        play(world, rng, rng.choice((0, 5, 10, 20, 40)))
        if world.question is not None:
            shared.append(together(world, rng.choice([None, *world.table.people()]), rng))
    assert sum(shared) / len(shared) > OVERLAP, "worlds that look alike part too soon for this law to say anything"


@pytest.mark.parametrize("part", range(8 if LONG else 1))
@pytest.mark.parametrize("toy", TOYS, ids=lambda game: game.id)
def test_long_random_runs_keep_every_law(toy, part):
    """At full size 100,000 decisions of the toys with all laws on, non-interference too."""
    wanted = 100_000 // len(TOYS) // 8 + 1 if LONG else 120
    checked = seed = 0
    while checked < wanted:
        name = f"{toy.id} {part} {seed}"
        rng = Random(name)
        world = World.new(some_case(toy.id, rng.randrange(99)), seed)
        checked += obey(world, rng, min(200, wanted - checked))
        world = World.new(some_case(toy.id, rng.randrange(99)), seed)
        play(world, rng, rng.randrange(50))
        if world.question is not None:
            together(world, rng.choice([None, *world.table.people()]), rng)
        seed += 1
    assert checked == wanted
