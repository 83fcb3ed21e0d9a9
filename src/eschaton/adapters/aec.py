"""A game as a PettingZoo environment, in which the agents decide one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from eschaton.adapters.actions import DEFAULT_SIZE, Numbering
from eschaton.adapters.play import LOSS, OVER, GamePlay
from eschaton.adapters.start import agent_name, chosen
from eschaton.adapters.told import as_json, as_text
from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.record import Record
from eschaton.terminal.menu import extra

with extra("rl"):
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

    from eschaton.adapters.tensor import Encoder

Seen = dict[str, Any]


def env(game: str, players: int | None = None, **settings: Any) -> Any:
    """The environment as PettingZoo's own are: an illegal action loses and ends the game, calls must be in order."""
    raw = GameEnv(game, players, **settings)
    return wrappers.OrderEnforcingWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=LOSS))


class GameEnv(AECEnv[str, Seen, int]):  # type: ignore[misc]
    """A game for one agent at each seat. Observations are a vector and the mask of the actions that are offered.

    `recall` keeps keys of perfect recall, at the price of a view for each seat at each moment. An action that is not
    offered raises Illegal and changes nothing.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        actions: int = DEFAULT_SIZE,
        recall: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise BadSetup(f"render_mode: expected ansi or nothing, got {render_mode!r}")
        self.game, self.setup = chosen(game, players, options)
        self.metadata = {
            "name": f"{self.game.id}_v{self.game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.numbering = Numbering(actions)
        self.recall = recall
        self.seeds = Random()
        self.play = self.new_play("set-up")
        self.encoder = Encoder(self.play)
        self.seats: dict[str, Seat] = {agent_name(seat): seat for seat in self.play.people}
        self.possible_agents = list(self.seats)
        self.agents: list[str] = []
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.seats}
        self.observation_spaces = {agent: seen_space(self.encoder.size, actions) for agent in self.seats}

    def new_play(self, seed: str) -> GamePlay:
        """The game from the beginning."""
        return GamePlay(self.game, self.setup, self.numbering, seed, self.recall)

    def observation_space(self, agent: str) -> Any:
        """What an agent's observations look like."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers of the actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a new game; without a seed the next one of the same series."""
        if seed is not None:
            self.seeds = Random(seed)
        self.play = self.new_play(f"{self.seeds.getrandbits(64):016x}")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.select()

    def step(self, action: int | None) -> None:
        """Take the selected agent's action; None removes an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.play.act(-1 if action is None else int(action))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.select()
        self._accumulate_rewards()

    def select(self) -> None:
        """The agent that decides is the next; or the game is over, and everybody gets what it is worth."""
        if self.play.seat != OVER and not self.play.cut_short:
            self.agent_selection = agent_name(self.play.seat)
            return
        self.rewards = {agent_name(seat): reward for seat, reward in self.play.rewards().items()}
        self.terminations = dict.fromkeys(self.agents, self.play.over)
        self.truncations = dict.fromkeys(self.agents, not self.play.over)
        self.infos = {agent: ending(self.play, self.seats[agent]) for agent in self.agents}

    def observe(self, agent: str) -> Seen:
        """The vector and the mask; an agent that does not decide has no actions."""
        return seen(self.play, self.encoder, self.seats[agent])

    def observe_json(self, agent: str) -> bytes:
        """The same observation as structured data."""
        return as_json(self.play, self.seats[agent])

    def observe_text(self, agent: str) -> str:
        """The same observation in words, with the actions by number."""
        return as_text(self.play, self.seats[agent])

    def information_state(self, agent: str) -> str:
        """The agent's key of perfect recall."""
        if not self.recall:
            raise BadSetup("recall: this environment keeps no keys of perfect recall; make it with recall=True")
        return self.play.key(self.seats[agent])

    def record(self) -> Record:
        """The game so far as a record, for `eschaton replay` and the web table."""
        return self.play.record()

    def render(self) -> str | None:
        """The table as a spectator sees it."""
        return as_text(self.play, None) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held open."""


def seen_space(size: int, actions: int) -> spaces.Dict:
    """What observations look like: a vector and a mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (size,), np.float32),
            "action_mask": spaces.MultiBinary(actions),
        }
    )


def seen(play: GamePlay, encoder: Encoder, seat: Seat) -> Seen:
    """What a seat is told, as a vector and a mask."""
    mask = np.zeros(play.numbering.size, np.int8)
    if seat == play.seat:
        mask[list(play.actions())] = 1
    return {"observation": encoder.encode(play, seat), "action_mask": mask}


def ending(play: GamePlay, seat: Seat) -> dict[str, Any]:
    """How the game ended for a seat; empty if it was cut short."""
    outcome = play.table.outcome
    if outcome is None:
        return {}
    return {"won": play.game.won(outcome, seat), "reason": outcome.reason, "side": play.table.side(seat)}
