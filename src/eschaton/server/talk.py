"""What is said at a table, and who may read it."""

from __future__ import annotations

from eschaton.kernel.plain import cleaned
from eschaton.server import news
from eschaton.server import protocol as said
from eschaton.server.effects import Effects
from eschaton.server.lobby import Lobby, Refusal
from eschaton.server.storage import KEPT_CHAT, write_said


class Talk:
    """The chat of a table: how many lines there are, and the last of them."""

    def __init__(self, count: int = 0, lines: list[news.Said] | None = None) -> None:
        self.count = count
        self.lines = lines or []

    def say(self, lobby: Lobby, person: int, message: said.Say, silent: bool, now: float) -> Effects:
        """Say something to all, or whisper to some where the game allows it."""
        guest = lobby.guest(person)
        if guest is None or not lobby.settings.chat:
            raise Refusal("forbidden", "type", "there is no chat at this table")
        if message.to and not lobby.rules().whispers:
            raise Refusal("forbidden", "to", f"{lobby.rules().title} is played without whispering")
        if silent:
            raise Refusal("conflict", "type", "the rules want silence at this moment")
        hearers = [lobby.chair(seat).person for seat in message.to]
        ears = sorted({hearer for hearer in hearers if hearer is not None})
        text = cleaned(message.text)
        if not text:
            raise Refusal("illegal", "text", "there is nothing to read in this")
        line = news.Said(person=person, name=guest.name, text=text, at=now, to=message.to, ears=ears)
        job = write_said(lobby.id, self.count, line)
        self.count += 1
        self.lines = [*self.lines[1 - KEPT_CHAT :], line]
        return Effects(jobs=[job], posts=[([person, *ears] if message.to else None, line)])

    def heard_by(self, person: int) -> list[news.Said]:
        """The lines a person may read: a whisper is for who sat there, not for who took the seat later."""
        return [line for line in self.lines if not line.to or line.person == person or person in line.ears]
