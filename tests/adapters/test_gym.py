"""The Gymnasium environment, checked by Gymnasium."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from eschaton.adapters.gym import SEAT_ENV, SeatEnv
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import find_game
from eschaton.kernel.match import resume
from tests.adapters.worlds import WAYS, way_id

each_way = pytest.mark.parametrize(("game", "players"), WAYS, ids=way_id)


@each_way
def test_gymnasium_finds_nothing_wrong(game, players):
    check_env(gymnasium.make(SEAT_ENV, game=game.id, players=players, seat=None).unwrapped)


def played(environment: SeatEnv, seed: int) -> tuple[float, dict[str, object]]:
    seen, _ = environment.reset(seed=seed)
    rng = np.random.default_rng(seed)
    reward, over, info = environment.play.rewards()[environment.seat], environment.play.over, {}
    while not over:
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, ended, cut, info = environment.step(action)
        over = ended or cut
    return reward, info


@each_way
def test_a_game_is_played_to_the_end_against_bots(game, players):
    environment = SeatEnv(game.id, players, seat=players - 1)
    reward, info = played(environment, 3)
    assert environment.play.over
    assert reward == (1.0 if info["won"] else -1.0)
    assert resume(find_game(game.id), environment.record()).over


def test_the_same_seed_is_the_same_game():
    one, two = SeatEnv("toy-ordeal", 3, seat=None), SeatEnv("toy-ordeal", 3, seat=None)
    assert played(one, 5) == played(two, 5)
    assert one.play.entries == two.play.entries


def test_a_seat_of_none_is_any():
    environment = SeatEnv("toy-larder", 4, seat=None)
    assert {environment.reset(seed=seed)[1]["seat"] for seed in range(30)} == {0, 1, 2, 3}


def test_an_illegal_action_loses():
    environment = SeatEnv("toy-larder", 2)
    seen, _ = environment.reset(seed=1)
    wrong = int(np.flatnonzero(seen["action_mask"] == 0)[0])
    _, reward, ended, cut, info = environment.step(wrong)
    assert (reward, ended, cut, info["illegal"]) == (-1.0, True, False, True)


def test_a_bot_for_each_seat_can_be_named():
    games = [game for game, _ in WAYS if game.advice is not None]
    players = games[0].players[-1]
    environment = SeatEnv(games[0].id, players, bots=["thumb"] + ["random"] * (players - 2))
    assert [bot.name for bot in environment.bots.values()] == ["thumb"] + ["random"] * (players - 2)
    played(environment, 1)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"seat": 2}, "seat: expected one of 0, 1, got 2"),
        ({"bots": "randm"}, "bots: no bot is called 'randm'"),
        ({"bots": ["random"] * 3}, "bots: name one for all or 1"),
    ],
)
def test_a_wrong_setting_is_named(settings, complaint):
    with pytest.raises(BadSetup) as refused:
        SeatEnv("toy-larder", 2, **settings)
    assert str(refused.value).startswith(complaint)


def test_what_the_agent_sees_can_be_read():
    environment = gymnasium.make(SEAT_ENV, game="toy-larder", players=2, render_mode="ansi").unwrapped
    environment.reset(seed=1)
    assert "hand" in environment.render()
    assert b'"actions"' in environment.observe_json()
