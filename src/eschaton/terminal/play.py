"""Starting and resuming play at a terminal."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from eschaton.bots import bot_names
from eschaton.kernel import record
from eschaton.kernel.ask import Ask, Roll
from eschaton.kernel.chance import Chance, Seeded, Typed
from eschaton.kernel.errors import BadRecord, BadSetup, Refused
from eschaton.kernel.game import Game, find_game
from eschaton.kernel.match import Match, chance_of, resume
from eschaton.terminal.answers import read_roll
from eschaton.terminal.client import Client
from eschaton.terminal.console import Console, EndOfInput
from eschaton.terminal.replay import require_same_rules
from eschaton.terminal.seats import chairs_for, players_for, seat_words, seats_in_record, words_of


class Dice:
    """Dice that people roll at a real table and type in."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.client: Client | None = None

    def __call__(self, ask: Ask) -> Any:
        """What was rolled."""
        assert isinstance(ask, Roll)
        if self.client is not None and self.client.at is not None:
            self.client.news(self.client.at)
        faces = ", ".join(map(str, ask.faces))
        while True:
            line = self.console.ask(f"Roll {ask.count} for {ask.purpose} ({faces}):")
            if line.lower() in ("quit", "exit"):
                raise EndOfInput
            try:
                return read_roll(ask, line)
            except Refused as error:
                self.console.say(f"Not a roll: {error}")


def play(
    game: Game,
    console: Console,
    *,
    seats: str | None = None,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: str = "",
    hand_dice: bool = False,
    keep: Path | None = None,
) -> None:
    """Play a new game."""
    words = words_of(seats) if seats is not None else None
    many = players_for(game, words, players)
    setup = game.checked(many, options or {})
    table = game.table(setup)
    seated = seat_words(table, words)
    chairs = chairs_for(game, table, seated)
    seed = seed or secrets.token_hex(16)
    dice = Dice(console)
    try:
        chance: Chance | None = Typed(dice, Seeded(seed)) if hand_dice else None
        match = Match.new(game, many, options, seed=seed, chance=chance, names=seated)
    except EndOfInput:
        console.say("End of input: the game has not begun.")
        return
    match.record.deal.typed = hand_dice
    dice.client = Client(match, chairs, console, keep)
    dice.client.run()


def play_on(path: Path, console: Console, *, game: Game | None = None, seats: str | None = None) -> None:
    """Go on with a saved game; it is saved again in the same file."""
    saved = record.read(path)
    found = find_game(saved.game)
    if game is not None and game.id != found.id:
        raise BadSetup(f"game: {path} is a game of {found.id!r}, not of {game.id!r}")
    dice = Dice(console)
    deal = saved.deal
    if deal.commitment and not deal.secret:
        raise BadRecord(f"{path}: deal.secret: is not revealed, so chance cannot go on here")
    chance: Chance | None = Typed(dice, chance_of(deal)) if deal.typed else None
    if saved.version == found.version:
        require_same_rules(found, saved)
    match = resume(found, saved, chance)
    named = words_of(seats) if seats is not None else seats_in_record(saved.names, match.table, bot_names())
    words = seat_words(match.table, named)
    match.record.names = words
    dice.client = Client(match, chairs_for(found, match.table, words), console, path)
    dice.client.run()
