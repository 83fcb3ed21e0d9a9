"""A game as an OpenSpiel game: `pyspiel.load_game("eschaton(game=…,players=…)")` once this module is imported.

Chance is a player. With `chance=explicit` it draws die by die and card by card, so that every chance node has few
outcomes, all listed; with `chance=sampled` a whole roll or shuffle is one node with one outcome, drawn from a seed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from eschaton.adapters.actions import DEFAULT_SIZE, Numbering
from eschaton.adapters.draft import names_of_outcomes
from eschaton.adapters.play import LOSS, OVER, SMALL_DECISIONS, WIN, GamePlay
from eschaton.adapters.start import chosen
from eschaton.adapters.told import as_text
from eschaton.games import every_game
from eschaton.kernel.ask import ALL_SEEING, CHANCE, Viewer
from eschaton.kernel.chance import Seeded, purpose_of
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import registered
from eschaton.kernel.machine import require_open
from eschaton.kernel.record import Entry
from eschaton.terminal.menu import extra, options_typed

with extra("openspiel"):
    import numpy as np
    import pyspiel  # type: ignore[import-not-found]

    from eschaton.adapters.tensor import Encoder

NAME = "eschaton"
EXPLICIT, SAMPLED = "explicit", "sampled"
MODES = {
    EXPLICIT: pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    SAMPLED: pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC,
}
FEWEST_OUTCOMES = 64
DEFAULTS = {"game": "", "players": 0, "options": "", "actions": DEFAULT_SIZE, "chance": EXPLICIT, "seed": 0}


def game_type(chance: str, title: str = "a game of Eschaton") -> pyspiel.GameType:
    """What OpenSpiel needs to know of all these games."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name=title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=MODES[chance],
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=8,
        min_num_players=1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with a set-up. `options` are written `key:value;key:value`; 0 players are the usual number."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = {**DEFAULTS, **(params or {})}
        if given["chance"] not in MODES:
            raise BadSetup(f"chance: expected {' or '.join(MODES)}, got {given['chance']!r}")
        name = given["game"] or (registered() or every_game())[0].id
        game, _ = chosen(name, None, None)
        options = options_typed(game, [part.replace(":", "=", 1) for part in given["options"].split(";") if part])
        self.game, self.setup = chosen(name, given["players"] or None, options)
        self.numbering = Numbering(given["actions"])
        self.sampled = given["chance"] == SAMPLED
        self.seeds = Random(given["seed"])
        self.first = first = GamePlay(self.game, self.setup, self.numbering, recall=True)
        self.encoder = Encoder(first)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbering.size,
            max_chance_outcomes=max(FEWEST_OUTCOMES, first.table.inventory().total()),
            num_players=len(first.people),
            min_utility=LOSS,
            max_utility=WIN,
            utility_sum=None,
            max_game_length=SMALL_DECISIONS * self.game.limit,
        )
        super().__init__(game_type(given["chance"], self.game.title), info, dict(params or {}))

    def new_initial_state(self) -> SpielState:
        """The table before anything is dealt."""
        return SpielState(self, None, f"{self.seeds.getrandbits(64):016x}" if self.sampled else "")

    def observation_tensor_shape(self) -> list[int]:
        """How long the vector is."""
        return [self.encoder.size]

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> SpielObserver:
        """Who looks at states from outside."""
        return SpielObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A moment of a game. Players are numbered like the seats that somebody plays.

    A copy of a state is made from an initial one, whose fields are then overwritten: so a new state lays out no table
    of its own before somebody looks at it.
    """

    def __init__(self, game: SpielGame, play: GamePlay | None, seed: str) -> None:
        super().__init__(game)
        self.begun = play
        self.sampled = game.sampled
        self.seed = seed

    @property
    def play(self) -> GamePlay:
        """The game at this moment."""
        if self.begun is None:
            self.begun = self.get_game().first.clone()
        return self.begun

    def current_player(self) -> int:
        """Who decides: a player, chance, or nobody any more."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        if self.play.seat == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return self.play.people.index(self.play.seat)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.play.actions()) if self.play.seat == self.play.people[player] else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may come next, with how likely it is."""
        return [(0, 1.0)] if self.sampled else list(self.play.outcomes().items())

    def _apply_action(self, action: int) -> None:
        if self.play.seat != CHANCE:
            self.play.act(action)
        elif self.sampled:
            ask = require_open(self.play.question).ask
            purpose = purpose_of(ask)
            number = self.play.draws.get(purpose, 0)
            self.play.enter(Entry(CHANCE, Seeded(self.seed).answer(ask, purpose, number)))
        else:
            self.play.draw(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            ask = require_open(self.play.question).ask
            drawn = "drawn" if self.sampled else names_of_outcomes(ask, len(self.play.drawn))[action]
            return f"{purpose_of(ask)}: {drawn}"
        return str(self.play.actions().get(action, action))

    def is_terminal(self) -> bool:
        """Whether the game is over, by its rules or because it has gone on for too long."""
        return self.play.seat == OVER or self.play.cut_short

    def returns(self) -> list[float]:
        """What the outcome is worth to each player."""
        rewards = self.play.rewards()
        return [rewards[seat] for seat in self.play.people]

    def information_state_string(self, player: int | None = None) -> str:
        """The key of everything a player has seen and done."""
        return self.play.key(self.play.people[self.current_player() if player is None else player])

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> SpielState:
        """A state that the player cannot tell from this one; it has no history, which would tell the true deal."""
        source = Random(rng())
        imagined = self.play.imagined(self.play.people[player], source)
        return SpielState(self.get_game(), imagined, f"{source.getrandbits(64):016x}")

    def __str__(self) -> str:
        return as_text(self.play, ALL_SEEING)


class SpielObserver:
    """Sees a state with a player's eyes; without private information, as a spectator; with everybody's, all of it.

    With perfect recall there is only the string.
    """

    def __init__(self, game: SpielGame, kind: Any, params: Mapping[str, Any] | None) -> None:
        if params:
            raise BadSetup(f"observer: takes no parameters, got {dict(params)!r}")
        self.encoder = game.encoder
        self.kind = kind
        self.tensor = None if kind.perfect_recall else np.zeros(self.encoder.size, np.float32)
        self.dict = (
            {}
            if self.tensor is None
            else {name: self.tensor[at : at + size] for name, (at, size) in self.encoder.layout.items()}
        )

    def viewer(self, state: SpielState, player: int) -> Viewer:
        """Whose eyes these are."""
        if self.kind.private_info == pyspiel.PrivateInfoType.NONE:
            return None
        return (
            ALL_SEEING if self.kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS else state.play.people[player]
        )

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the vector."""
        if self.tensor is not None:
            self.tensor[:] = self.encoder.encode(state.play, self.viewer(state, player))

    def string_from(self, state: SpielState, player: int) -> str:
        """What is seen, in words; the key of perfect recall where that is asked for."""
        if self.kind.perfect_recall:
            return state.information_state_string(player)
        return as_text(state.play, self.viewer(state, player))


if NAME not in pyspiel.registered_names():
    pyspiel.register_game(game_type(EXPLICIT), SpielGame)
