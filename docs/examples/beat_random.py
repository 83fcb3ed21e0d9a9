"""Train a small policy by playing, on one core, with NumPy alone; then measure it against random play.

    python docs/examples/beat_random.py --game toy-larder --players 2 --games 8000

The policy is linear: a weight for every action and every number of the observation. The chance of an action is the
softmax of its score among those the mask offers. Learning is REINFORCE: after a game, what was done becomes likelier if
the game went better than games did lately, and less likely if it went worse; Adagrad sets the pace of each weight.
"""

from __future__ import annotations

import argparse
import math
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from eschaton.adapters.gym import SeatEnv

MEMORY = 0.99  # of the average result that a game is compared with
RATE = 0.05  # how far a weight goes at once
CONFIDENCE = 1.96  # standard deviations of a 95 % interval


@dataclass
class Decision:
    """One decision, as learning needs it: what was seen and offered, how likely each action was, what was done."""

    places: Any
    numbers: Any
    offered: Any
    chances: Any
    done: int


@dataclass
class Policy:
    """A linear policy over masked actions."""

    actions: int
    size: int
    rate: float = RATE
    usual: float = 0.0
    weights: Any = field(init=False)
    squares: Any = field(init=False)

    def __post_init__(self) -> None:
        self.weights = np.zeros((self.actions, self.size), np.float32)
        self.squares = np.full((self.actions, self.size), 1e-2, np.float32)

    def decide(self, seen: dict[str, Any], rng: np.random.Generator) -> Decision:
        """Draw an action among those offered."""
        offered = np.flatnonzero(seen["action_mask"])
        places = np.flatnonzero(seen["observation"])  # most of an observation is zero
        numbers = seen["observation"][places]
        scores = self.weights[np.ix_(offered, places)] @ numbers
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        return Decision(places, numbers, offered, chances, int(rng.choice(len(offered), p=chances)))

    def learn(self, decisions: list[Decision], result: float) -> None:
        """Make what was done likelier, or less likely, by how the game went."""
        surprise = result - self.usual
        self.usual = MEMORY * self.usual + (1 - MEMORY) * result
        for decision in decisions:
            push = -decision.chances
            push[decision.done] += 1.0
            gradient = surprise * np.outer(push, decision.numbers)
            where = np.ix_(decision.offered, decision.places)
            self.squares[where] += gradient**2
            self.weights[where] += self.rate * gradient / np.sqrt(self.squares[where])


def play(env: SeatEnv, policy: Policy | None, rng: np.random.Generator, seed: int) -> tuple[list[Decision], float]:
    """One game by the policy, or by chance if there is none: what was decided, and the result."""
    seen, _ = env.reset(seed=seed)
    decisions = []
    reward, over = env.play.rewards()[env.seat], env.play.over
    while not over:
        if policy is None:
            action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        else:
            decisions.append(policy.decide(seen, rng))
            action = int(decisions[-1].offered[decisions[-1].done])
        seen, reward, ended, cut, _ = env.step(action)
        over = ended or cut
    return decisions, reward


def interval(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson)."""
    rate, square = wins / games, CONFIDENCE**2 / games
    middle = (rate + square / 2) / (1 + square)
    half = CONFIDENCE * math.sqrt(rate * (1 - rate) / games + square / (4 * games)) / (1 + square)
    return middle - half, middle + half


def measure(env: SeatEnv, policy: Policy | None, games: int) -> tuple[float, float, float]:
    """The rate of games won, with its interval, over games that training has not seen."""
    rng = np.random.default_rng(1)
    wins = sum(play(env, policy, rng, seed=10**9 + game)[1] > 0 for game in range(games))
    return (wins / games, *interval(wins, games))


def train(env: SeatEnv, games: int, minutes: float, rate: float = RATE, quiet: bool = False) -> Policy:
    """A policy that has played so many games, or for so long, whichever comes first."""
    rng = np.random.default_rng(0)
    policy = Policy(int(env.action_space.n), env.encoder.size, rate)
    begun = said = time.monotonic()
    for game in range(games):
        now = time.monotonic()
        if now - begun > 60 * minutes:
            break
        if not quiet and now - said > 10:
            said = now
            print(f"{game} games in {now - begun:.0f} s, lately {(policy.usual + 1) / 2:.0%} won", flush=True)
        policy.learn(*play(env, policy, rng, seed=game))
    return policy


def main() -> None:
    """Train, measure, report."""
    parser = argparse.ArgumentParser(description="Train a small policy, and measure it against random play.")
    parser.add_argument("--game", default="toy-larder", help="which game (default: toy-larder)")
    parser.add_argument("--players", type=int, default=2, help="how many play (default: 2)")
    parser.add_argument("--games", type=int, default=8_000, help="train for at most so many games (default: 8000)")
    parser.add_argument("--minutes", type=float, default=10.0, help="train for at most so long (default: 10)")
    parser.add_argument("--rate", type=float, default=RATE, help=f"how fast it learns (default: {RATE})")
    parser.add_argument("--test", type=int, default=1_000, help="games to measure with (default: 1000)")
    given = parser.parse_args()
    env = SeatEnv(given.game, given.players, seat=None, bots="random")
    policy = train(env, given.games, given.minutes, given.rate)
    for name, who in (("random", None), ("trained", policy)):
        rate, low, high = measure(env, who, given.test)
        print(f"{name}: {rate:.1%} won (95 % interval {low:.1%} to {high:.1%}, {given.test} games)")


if __name__ == "__main__":
    main()
