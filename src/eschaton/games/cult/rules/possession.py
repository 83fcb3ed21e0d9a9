"""CD-22: the first of Faithful and Heretic to die possesses the automated High Priest.

A seat is a person and keeps its number: the possessor's seat moves to the High Priest's place and takes over what lies
there. The automaton's seat is left with what the possessor was: their former role and Character, dead, at no place.
"""

from __future__ import annotations

from eschaton.games.cult.box.components import FAITHFUL, HERETICS
from eschaton.games.cult.options import NECROMANCER
from eschaton.games.cult.rules.dice import touch
from eschaton.games.cult.state import Cult, Player
from eschaton.kernel.ask import Seat
from eschaton.kernel.pile import move
from eschaton.kernel.step import Follow, Step, Unwind
from eschaton.kernel.table import Open


def possessor(table: Cult, died: list[Seat]) -> Seat | None:
    """CD-22.1, CD-22.9, CD-Q-59, CD-22.10: of those who died now, who possesses; the nearer to the High Priest's
    left."""
    if not table.automata:
        return None
    for seat in table.clockwise(table.priest):
        if seat in died and table.role(seat) in (FAITHFUL, *HERETICS):
            return seat
    return None


class Possess(Step):
    """CD-22.2 to CD-22.6: a player who died plays the High Priest from now on; their old place is gone (CD-Q-82)."""

    seat: Open[Seat]

    def run(self, table: Cult) -> Follow:
        left = table.automata.pop()
        take_over(table, table.players[self.seat], table.players[left])
        for effect in table.effects:
            if effect.on == left:
                effect.on = self.seat
        if table.marked == left:
            table.marked = self.seat
        table.priest = self.seat
        touch(table, self.seat)
        table.forget()
        table.say("CD-22.1", "possessed", who=self.seat)
        return change_places(table, self.seat, left)


def take_over(table: Cult, player: Player, priest: Player) -> None:
    """CD-22.2, CD-22.3, CD-22.6, CD-22.8: role, Character, life, Kraken dice and coins of the High Priest; own coins
    stay."""
    player.role, priest.role = priest.role, player.role
    player.card, priest.card = priest.card, player.card
    player.alive, priest.alive = True, False
    player.life, priest.life = priest.life, 0
    player.kraken, priest.kraken = priest.kraken, 0
    player.siren, priest.siren = player.siren + priest.siren, 0
    player.blow = -1
    player.necromancy = 0
    table.counts.get(0, {}).pop(table.power("faceless").counted(player.seat), None)  # CD-18.39: of another card
    if priest.character == NECROMANCER:
        move(priest.card, table.aside)  # CD-Q-83


def change_places(table: Cult, seat: Seat, left: Seat) -> Follow:
    """CD-22.4, CD-Q-82: to the High Priest's place; a turn that was the old place's own is over."""
    old = table.places.index(seat)
    before = table.places[old - 1]
    table.places[table.places.index(left)] = seat
    del table.places[old]
    if table.active == seat:
        table.active = seat if before == left else before
        table.dice.clear()
        return Unwind(table.scope("Play"))
    if table.active == left:
        table.active = seat
    return None
