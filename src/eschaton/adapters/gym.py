"""A game as a Gymnasium environment: one seat is the agent's, bots play the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from eschaton.adapters.actions import DEFAULT_SIZE, HOLD, Numbering
from eschaton.adapters.play import LOSS, OVER, GamePlay
from eschaton.adapters.start import chosen, seat_in
from eschaton.adapters.told import as_json, as_text
from eschaton.bots import Bot, Sight, make_bots, seated
from eschaton.kernel.ask import Seat
from eschaton.kernel.record import Record
from eschaton.terminal.menu import extra

with extra("rl"):
    import gymnasium
    from gymnasium import spaces

    from eschaton.adapters.aec import Seen, ending, seen, seen_space
    from eschaton.adapters.tensor import Encoder

SEAT_ENV = "eschaton/Seat-v0"


class SeatEnv(gymnasium.Env[Seen, Any]):
    """One seat of a game. `bots` names one bot for all other seats, or one for each; a `seat` of None is any.

    An action that is not offered loses the game at once: `info["illegal"]` says so.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        seat: Seat | None = 0,
        bots: str | Sequence[str] = "random",
        actions: int = DEFAULT_SIZE,
        render_mode: str | None = None,
    ) -> None:
        self.game, self.setup = chosen(game, players, options)
        self.numbering = Numbering(actions)
        self.render_mode = render_mode
        self.play = GamePlay(self.game, self.setup, self.numbering, "set-up")
        self.people = self.play.people
        self.wanted = None if seat is None else seat_in(self.people, seat)
        self.seat = self.people[0] if seat is None else seat
        self.names = [bots] if isinstance(bots, str) else list(bots)
        self.bots: dict[Seat, Bot] = self.seat_bots()
        self.streams: dict[Seat, Random] = {}
        self.encoder = Encoder(self.play)
        self.action_space = spaces.Discrete(actions)
        self.observation_space = seen_space(self.encoder.size, actions)

    def seat_bots(self) -> dict[Seat, Bot]:
        """New bots at all seats but the agent's."""
        return seated(make_bots(self.names, self.game), [other for other in self.people if other != self.seat])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin a new game, and play to the agent's first decision."""
        super().reset(seed=seed)
        episode = f"{int(self.np_random.integers(2**62)):016x}"
        if self.wanted is None:
            self.seat = self.people[int(self.np_random.integers(len(self.people)))]
        self.bots = self.seat_bots()
        self.streams = {other: Random(f"{episode}/{other}") for other in self.people}
        self.play = GamePlay(self.game, self.setup, self.numbering, episode)
        self.let_bots_play()
        return seen(self.play, self.encoder, self.seat), {"seat": self.seat}

    def step(self, action: Any) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Take the agent's action, and play to its next decision."""
        if int(action) not in self.play.actions():
            return seen(self.play, self.encoder, self.seat), LOSS, True, False, {"seat": self.seat, "illegal": True}
        self.play.act(int(action))
        self.let_bots_play()
        play = self.play
        reward = play.rewards()[self.seat]
        info = {"seat": self.seat, **ending(play, self.seat)}
        return seen(play, self.encoder, self.seat), reward, play.over, play.cut_short, info

    def let_bots_play(self) -> None:
        """Until the agent decides, or the game is over."""
        while self.play.seat not in (OVER, self.seat) and not self.play.cut_short:
            self.let_bot_decide(self.play.seat)

    def let_bot_decide(self, seat: Seat) -> None:
        """One decision of a bot: something unasked if it is eager to, else its answer."""
        play, bot, rng, ask = self.play, self.bots[seat], self.streams[seat], self.play.ask
        sight = Sight(play.game, play.table, seat)
        offered = list(play.table.free(seat)) if play.unasked and rng.random() < bot.eager else []
        unasked = bot.unasked(sight, offered, rng) if offered else None
        if unasked is not None:
            play.do_unasked(unasked)
        elif ask is None:
            play.make(HOLD)
        else:
            play.reply(bot.answer(sight, ask, rng))

    def observe_json(self) -> bytes:
        """What the agent is told, as structured data."""
        return as_json(self.play, self.seat)

    def observe_text(self) -> str:
        """What the agent is told, in words, with the actions by number."""
        return as_text(self.play, self.seat)

    def record(self) -> Record:
        """The game so far as a record, for `eschaton replay` and the web table."""
        return self.play.record()

    def render(self) -> str | None:
        """What the agent sees."""
        return self.observe_text() if self.render_mode == "ansi" else None


if SEAT_ENV not in gymnasium.registry:
    gymnasium.register(SEAT_ENV, f"{__name__}:{SeatEnv.__name__}")
