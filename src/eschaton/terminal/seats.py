"""Who sits where: people at this terminal, and bots."""

from __future__ import annotations

from collections.abc import Sequence

from eschaton.bots import Bot, default_bot, is_bot_name, make_bot
from eschaton.kernel.ask import Seat
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Game
from eschaton.kernel.table import Table

YOU = "you"
BOT = "bot"

Chairs = dict[Seat, Bot | None]
"""The bot on each seat; None where a person sits."""


def words_of(text: str) -> list[str]:
    """The seats as written: "you,bot,random"."""
    return [word.strip() for word in text.split(",")]


def players_for(game: Game, words: Sequence[str] | None, players: int | None) -> int:
    """How many play: as said, as many as seats are named, or as few as can."""
    if words is not None and players is not None and len(words) != players:
        raise BadSetup(f"seats: {len(words)} are named, but --players says {players}")
    return players if players is not None else len(words) if words is not None else min(game.players)


def seat_words(table: Table, words: Sequence[str] | None) -> list[str]:
    """A word for every seat; unless said, a person on the first and bots on all others."""
    people = table.people()
    if words is None:
        return [YOU, *[BOT] * (len(people) - 1)]
    if len(words) != len(people):
        raise BadSetup(f"seats: {len(words)} are named, but {len(people)} play")
    return list(words)


def chairs_for(game: Game, table: Table, words: Sequence[str]) -> Chairs:
    """Seat people and bots."""
    chairs: Chairs = {}
    for at, (seat, word) in enumerate(zip(table.people(), words, strict=True)):
        try:
            chairs[seat] = None if word == YOU else make_bot(default_bot(game) if word == BOT else word, game)
        except BadSetup as error:
            message = str(error).removeprefix("bots: ").replace("there are: ", f"there are: {YOU}, {BOT}, ")
            raise BadSetup(f"seats[{at}]: {message}") from None
    return chairs


def seats_in_record(names: Sequence[str], table: Table) -> list[str] | None:
    """The seats as a saved game names them; None if they were not seated here."""
    fits = len(names) == len(table.people()) and all(name in (YOU, BOT) or is_bot_name(name) for name in names)
    return list(names) if fits else None
