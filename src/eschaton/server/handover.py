"""A seat with secrets that changes hands in mid-game: asked for by one person, allowed by all others who play.

Whoever has seen the secrets of a seat plays no other (`Lobby.vacant`). The server knows people only by their tokens and
browsers; where somebody comes back as a stranger, the leave of the others is what protects them.
"""

from __future__ import annotations

import msgspec

from eschaton.kernel.ask import Seat
from eschaton.server import news
from eschaton.server import protocol as said
from eschaton.server.lobby import Lobby, Refusal


class Asking(msgspec.Struct):
    """Somebody asks for a seat, and who has agreed so far."""

    number: int
    seat: Seat
    person: int
    agreed: set[int] = set()


class Handover:
    """The seat that is asked for at a table, if one is; what its methods return is told to everybody."""

    def __init__(self) -> None:
        self.asking: Asking | None = None
        self.count = 0

    def ask(self, lobby: Lobby, person: int, seat: Seat | None, here: set[int]) -> list[news.FromServer]:
        """Ask for a seat; who knows its secrets already has it back at once, as has one whom nobody could refuse."""
        seat = lobby.vacant(person, seat)
        if self.asking is not None:
            raise Refusal("conflict", "seat", "somebody asks for a seat already; wait until that is decided")
        self.count += 1
        self.asking = Asking(self.count, seat, person)
        if seat in lobby.secrets_seen(person):
            return self.give(lobby)
        return self.settle(lobby, here) or [self.asked(lobby)]

    def answer(self, lobby: Lobby, person: int, message: said.Allow, here: set[int]) -> list[news.FromServer]:
        """Agree, or not."""
        asking = self.asking
        if asking is None or asking.number != message.asking:
            raise Refusal("stale", "asking", "nobody asks for that seat any more")
        if person not in self.needed(lobby, here) and (message.agree or person != asking.person):
            raise Refusal("forbidden", "asking", "you are not asked")
        if not message.agree:
            return [self.close(lobby, given=False)]
        asking.agreed.add(person)
        return self.settle(lobby, here)

    def settle(self, lobby: Lobby, here: set[int]) -> list[news.FromServer]:
        """Give the seat if everybody has agreed; let it be if it cannot be given any more."""
        asking = self.asking
        if asking is None:
            return []
        gone = lobby.guest(asking.person) is None or lobby.chair(asking.seat).person is not None
        if gone or lobby.phase != "playing" or lobby.seats_of(asking.person):
            return [self.close(lobby, given=False)]
        return [] if self.needed(lobby, here) - asking.agreed else self.give(lobby)

    def needed(self, lobby: Lobby, here: set[int]) -> set[int]:
        """Whose leave is needed: of all others who have a seat, unless they are away and a bot plays for them."""
        assert self.asking is not None
        have = {chair.person for chair in lobby.chairs if chair.person is not None}
        replaced = {chair.person for chair in lobby.chairs if chair.person is not None and chair.bot is not None}
        return have - (replaced - here) - {self.asking.person}

    def give(self, lobby: Lobby) -> list[news.FromServer]:
        """The seat changes hands."""
        assert self.asking is not None
        lobby.sit(self.asking.person, self.asking.seat, "")
        return [self.close(lobby, given=True)]

    def asked(self, lobby: Lobby) -> news.SeatAsked:
        """What everybody is told while it is being decided."""
        assert self.asking is not None
        number, seat, person = self.asking.number, self.asking.seat, self.asking.person
        name, plays = lobby.called(person), lobby.name_of(seat)
        return news.SeatAsked(asking=number, seat=seat, person=person, name=name, plays=plays)

    def close(self, lobby: Lobby, given: bool) -> news.SeatClosed:
        """It is decided."""
        assert self.asking is not None
        asking, self.asking = self.asking, None
        name = lobby.called(asking.person)
        return news.SeatClosed(asking=asking.number, seat=asking.seat, person=asking.person, name=name, given=given)
