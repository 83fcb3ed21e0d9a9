"""Checks of an OpenSpiel game, run in a process of their own: what OpenSpiel does not like may end the process.

`python -m tests.adapters.spiel_checks CHECK GAME PLAYERS CHANCE` ends with code 0 if all is well.
"""

import sys
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation

from eschaton.adapters import spiel
from eschaton.games import brought_along, installed
from eschaton.kernel.save import save

STEPS = 150


def walk(game, seed: int, steps: int = STEPS):
    """States of a random game, one after the other."""
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    for _ in range(steps):
        yield state
        if state.is_terminal():
            return
        state.apply_action(some_action(state, rng))


def some_action(state, rng) -> int:
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        assert abs(sum(chances) - 1) < 1e-9
        return int(rng.choice(outcomes, p=chances))
    return int(rng.choice(state.legal_actions()))


def simulate(game) -> None:
    """OpenSpiel's own check of a whole random game: legal actions, observations, copies, histories, saved states."""
    explicit = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=1, serialize=explicit, verbose=False)


def copies(game) -> None:
    """Copies and saved states go on alike."""
    for place, state in enumerate(walk(game, 1)):
        if place % 10 or state.is_terminal():
            continue
        twins = [state.clone(), game.deserialize_state(state.serialize())]
        before = str(state)
        rngs = [np.random.RandomState(place) for _ in twins]
        for twin, rng in zip(twins, rngs, strict=True):
            for _ in range(10):
                if not twin.is_terminal():
                    twin.apply_action(some_action(twin, rng))
        assert str(state) == before
        assert str(twins[0]) == str(twins[1])
        assert twins[0].history() == twins[1].history()


def observers(game) -> None:
    """The observers see with a player's eyes, a spectator's or everybody's."""
    kinds = {
        "own": pyspiel.IIGObservationType(perfect_recall=False),
        "public": pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE),
        "all": pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS),
        "recall": pyspiel.IIGObservationType(perfect_recall=True),
    }
    found = {name: make_observation(game, kind) for name, kind in kinds.items()}
    for state in walk(game, 2):
        for player in range(game.num_players()):
            for observer in found.values():
                observer.set_from(state, player)
            assert list(found["own"].tensor) == state.observation_tensor(player)
            assert found["own"].string_from(state, player) == state.observation_string(player)
            assert found["recall"].string_from(state, player) == state.information_state_string(player)
        others = [found["public"].string_from(state, player) for player in range(game.num_players())]
        assert len(set(others)) == 1
    assert not (found["all"].tensor == found["own"].tensor).all()
    assert sum(part.size for part in found["own"].dict.values()) == game.observation_tensor_size()


def resampling(game) -> None:
    """A resampled state is the same to the player who decides, and hides the true deal from it."""
    rng = np.random.RandomState(3)
    looked = differing = 0
    for state in walk(game, 3, 2 * STEPS):
        if state.is_terminal() or state.is_chance_node() or rng.rand() < 0.7:
            continue
        looked += 1
        player = state.current_player()
        other = state.resample_from_infostate(player, rng.rand)
        assert other.current_player() == player
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.observation_tensor(player) == state.observation_tensor(player)
        assert other.history() == []
        differing += save(other.play.table) != save(state.play.table)
        for _ in range(20):
            if not other.is_terminal():
                other.apply_action(some_action(other, rng))
    assert differing > 3 or looked < 10, "a game that begins with long shuffles has few decisions here"


def search(game) -> None:
    """OpenSpiel's search over information sets plays with our resampler, unchanged."""
    rng = np.random.RandomState(4)
    bot = ismcts.ISMCTSBot(game, Even(), 1.4, 8, random_state=rng)
    searched = 0
    state = game.new_initial_state()
    while searched < 8 and not state.is_terminal():
        if not state.is_chance_node() and len(state.legal_actions()) > 1:
            searched += 1
            action = bot.step(state)
            assert action in state.legal_actions()
            state.apply_action(action)
        else:
            state.apply_action(some_action(state, rng))
    assert searched


class Even(mcts.Evaluator):
    """Knows nothing about a state; so no game is played out."""

    def evaluate(self, state):
        return np.zeros(state.num_players())

    def prior(self, state):
        actions = state.legal_actions()
        return [(action, 1 / len(actions)) for action in actions]


CHECKS = {check.__name__: check for check in (simulate, copies, observers, resampling, search)}


def main(names: str, game: str, players: str, chance: str) -> None:
    installed()
    brought_along(Path(__file__).resolve().parent.parent.parent)
    loaded = pyspiel.load_game(f"{spiel.NAME}(game={game},players={players},chance={chance})")
    for name in names.split(","):
        CHECKS[name](loaded)
        print(f"{name}: fine")


if __name__ == "__main__":
    main(*sys.argv[1:])
