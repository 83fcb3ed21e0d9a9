"""The PettingZoo environment, checked by PettingZoo."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from eschaton.adapters.aec import GameEnv, env
from eschaton.kernel.errors import BadSetup, Illegal
from eschaton.kernel.game import find_game
from eschaton.kernel.match import resume
from tests.adapters.worlds import WAYS, way_id

# PettingZoo knows by name which of its own environments pair a vector with a mask, and warns of all others; nobody who
# does not decide, or whose game is over, has any legal action.
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{message}:UserWarning")
    for message in (
        "Observation space for each agent probably should be",
        "Observation is not a NumPy array",
        "Observations between agents are different classes",
        "Action mask numpy array is all zeros",
    )
]
each_way = pytest.mark.parametrize(("game", "players"), WAYS, ids=way_id)


@each_way
def test_pettingzoo_finds_nothing_wrong(game, players, capsys):
    api_test(GameEnv(game.id, players), num_cycles=150)
    assert "Passed API test" in capsys.readouterr().out


@each_way
def test_pettingzoo_finds_it_deterministic(game, players):
    seed_test(lambda: GameEnv(game.id, players), num_cycles=30)


def played(environment, seed: int) -> dict[str, float]:
    """A whole game at random; what everybody got."""
    environment.reset(seed=seed)
    rng = np.random.default_rng(seed)
    total = dict.fromkeys(environment.possible_agents, 0.0)
    for agent in environment.agent_iter():
        seen, reward, ended, cut, info = environment.last()
        total[agent] += reward
        if ended or cut:
            assert info.keys() == {"won", "reason", "side"}
            environment.step(None)
        else:
            environment.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return total


@each_way
def test_everybody_gets_what_the_outcome_is_worth(game, players):
    environment = GameEnv(game.id, players)
    total = played(environment, 2)
    outcome = environment.play.table.outcome
    winners = environment.play.people if game.together and outcome.winners else outcome.winners
    assert total == {f"seat_{seat}": 1.0 if seat in winners else -1.0 for seat in environment.play.people}


def test_a_series_of_games_goes_on_without_a_seed():
    environment = GameEnv("toy-larder", 2)
    deals = []
    for seed in (1, None, 1, None):
        environment.reset(seed=seed)
        deals.append(environment.play.seed)
    assert deals[:2] == deals[2:]
    assert deals[0] != deals[1]


def test_the_game_is_kept_as_a_record():
    environment = GameEnv("toy-parley", 3, {"short": True})
    played(environment, 4)
    match = resume(find_game("toy-parley"), environment.record())
    assert match.table.outcome == environment.play.table.outcome
    assert match.record.setup.options == {"short": True}


def test_only_the_one_who_decides_has_actions():
    environment = GameEnv("toy-larder", 3)
    environment.reset(seed=1)
    for agent in environment.agents:
        assert environment.observe(agent)["action_mask"].any() == (agent == environment.agent_selection)


def test_an_illegal_action_changes_nothing_in_the_raw_environment():
    environment = GameEnv("toy-larder", 2)
    environment.reset(seed=1)
    with pytest.raises(Illegal, match="action: 0 is not offered"):
        environment.step(0)
    with pytest.raises(Illegal, match="action: -1 is not offered"):
        environment.step(None)
    assert not environment.play.entries[-1].seat >= 0


def test_an_illegal_action_loses_in_the_wrapped_environment(caplog):
    environment = env("toy-larder", 2)
    environment.reset(seed=1)
    agent = environment.agent_selection
    environment.last()
    environment.step(0)
    assert environment.rewards[agent] == -1.0
    assert all(environment.terminations.values())


def test_observations_come_as_data_and_as_text_too():
    environment = GameEnv("toy-larder", 2, render_mode="ansi", recall=True)
    environment.reset(seed=1)
    agent = environment.agent_selection
    assert b'"decides":true' in environment.observe_json(agent)
    assert "Play card" in environment.observe_text(agent)
    assert "Play card" in environment.render()
    assert environment.information_state(agent) == environment.information_state(agent)
    assert environment.information_state("seat_0") != environment.information_state("seat_1")


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"game": "toy-lader"}, "game: no game is called 'toy-lader'; did you mean toy-larder?"),
        ({"players": 9}, "players: Larder takes 2 to 4 players, not 9"),
        ({"options": {"shor": True}}, "options.shor: no such option"),
        ({"actions": 3}, "actions: expected a whole number"),
        ({"render_mode": "human"}, "render_mode: expected ansi"),
    ],
)
def test_a_wrong_setting_is_named(settings, complaint):
    with pytest.raises(BadSetup) as refused:
        GameEnv(**{"game": "toy-larder", **settings})
    assert str(refused.value).startswith(complaint)


def test_keys_of_perfect_recall_must_be_asked_for():
    environment = GameEnv("toy-larder", 2)
    environment.reset(seed=1)
    with pytest.raises(BadSetup, match="recall=True"):
        environment.information_state("seat_0")
