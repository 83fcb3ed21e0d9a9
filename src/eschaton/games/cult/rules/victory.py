"""CD-2, CD-16: who has won."""

from __future__ import annotations

from eschaton.games.cult.box.components import CABALIST, FAITHFUL, HERETICS, HIGH_PRIEST, REPENTANT
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Seat
from eschaton.kernel.step import Outcome


class Sides:
    """Who lives, by role, at the moment of the check."""

    def __init__(self, table: Cult, died: list[Seat]) -> None:
        self.died = died  # at this very check
        self.roles = {seat: table.role(seat) for seat in table.places}  # CD-Q-59: not the role a possessor left behind
        self.living = {player.seat for player in table.players if player.alive}
        self.priest_stands = self.alive(HIGH_PRIEST) or (
            table.players[table.priest].character == "necromancer" and self.alive(FAITHFUL)  # CD-20.8, CD-20.9
        )
        self.enemies_dead = not self.alive(CABALIST, *HERETICS)

    def alive(self, *roles: str) -> bool:
        """Whether a player with one of these roles lives."""
        return any(self.roles[seat] in roles for seat in self.living)

    def only_heretics(self) -> bool:
        """CD-2.12, CD-2.17, CD-23.12: nobody lives but a Heretic, or both."""
        return bool(self.living) and all(self.roles[seat] in HERETICS for seat in self.living)


def verdict(table: Cult, died: list[Seat]) -> Outcome | None:
    """CD-16, CD-14.3, CD-16.13: whether the game has ended, by which branch, and who has won (CD-Q-6)."""
    now = Sides(table, died)
    ended = branch(now)
    if ended is None:
        return None
    winners = tuple(seat for seat in sorted(now.roles) if wins(now, seat))
    return Outcome(winners, *ended, {"rounds": table.round})


def branch(now: Sides) -> tuple[str, str] | None:
    """CD-16.2 to CD-16.8, CD-2.3, CD-16.14, CD-16.15: the branch of the list that ends the game, as rule and reason."""
    if now.priest_stands:
        return ("CD-16.2", "the enemies of the High Priest are dead") if now.enemies_dead else None
    if now.alive(CABALIST):
        return "CD-16.4", "the High Priest is dead and a Cabalist lives"
    if now.alive(FAITHFUL):
        return "CD-16.5", "the High Priest is dead and a Faithful lives"
    if now.only_heretics():
        return "CD-16.6", "only the Heretic is alive"
    if not now.living:
        return "CD-16.7", "everyone is dead"
    return "CD-16.8", "the High Priest is dead"


def wins(now: Sides, seat: Seat) -> bool:
    """CD-2.23, CD-2.5, CD-2.11, CD-2.15, CD-2.20 to CD-2.22, CD-2.24, CD-16.9 to CD-16.12, CD-20.10, CD-20.11,
    CD-23.11, CD-23.13: whether this player's own condition holds at the end."""
    role = now.roles[seat]
    if role in (HIGH_PRIEST, FAITHFUL):
        return now.priest_stands and now.enemies_dead  # CD-2.2, CD-2.4
    if role == CABALIST:
        return not now.priest_stands  # CD-2.6 to CD-2.10
    if seat in now.living:
        return now.only_heretics()  # CD-2.12, CD-2.17
    if not now.living:
        return True  # CD-2.13, CD-2.18
    if role == REPENTANT:
        return not now.alive(CABALIST) and not (now.priest_stands and seat in now.died)  # CD-2.14, CD-2.16
    return not now.priest_stands and now.alive(CABALIST)  # CD-2.19
