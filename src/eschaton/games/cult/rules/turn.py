"""CD-3, CD-4: the turns, the four phases of a turn, and what comes before the Roll phase."""

from __future__ import annotations

from eschaton.games.cult.options import NECROMANCER
from eschaton.games.cult.powers import BEFORE_ROLL
from eschaton.games.cult.rules.commit import CommitPhase
from eschaton.games.cult.rules.death import DeathCheck, somebody_at_zero
from eschaton.games.cult.rules.dice import seats_as_options, touch
from eschaton.games.cult.rules.kraken import KrakenDice, give_by_altar
from eschaton.games.cult.rules.necromancer import Revive
from eschaton.games.cult.rules.resolve import ResolvePhase
from eschaton.games.cult.rules.response import ResponsePhase
from eschaton.games.cult.rules.roll import RollPhase
from eschaton.games.cult.rules.shadow import AncientShadow
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Window


class Play(Step):
    """CD-3.3, CD-1.24, CD-1.25, CD-21.6: turns go on, clockwise from the High Priest, until a victory is established.

    A position laid before the first turn may say whose it is.
    """

    def run(self, table: Cult) -> Follow:
        last = table.active
        if last < 0:
            table.active = table.priest
        elif table.round:
            table.active = table.clockwise(last)[0]
        if table.active == table.priest or not table.round:
            table.round += 1
            return Stay(Turn(), AncientShadow())
        return Stay(Turn())


class Turn(Step):
    """CD-3.1, CD-15.11 to CD-15.13: Roll, Commit, Response, Resolve; before them what CD-4 lists, after them the death
    check."""

    phase: Open[int] = 0

    def run(self, table: Cult) -> Follow:
        phase = self.phase
        self.phase += 1
        if phase < len(PHASES):
            if phase == 0:
                table.dice_made = 0
                touch(table, table.active)
                table.say("CD-3.2", "turn", who=table.active)
            return Stay(PHASES[phase]())
        table.dice.clear()
        return None


class BeforeRoll(Step):
    """CD-4, CD-4.1 to CD-4.4: Kraken gives, Faceless II marks, Kraken dice are rolled, the death check, a dead
    Necromancer may return; then anybody may act."""

    begun: bool = False

    def run(self, table: Cult) -> Follow:
        if self.begun:
            return None
        self.begun = True
        seat = table.active
        player = table.players[seat]
        if seat == table.priest:
            give_by_altar(table)
        follow: list[Step] = []
        if player.alive:
            if player.character == "faceless-2":
                follow.append(MarkPlayer(seat))
                table.forget()
            if player.kraken:
                follow.append(KrakenDice(seat))
        if follow or somebody_at_zero(table):
            follow.append(DeathCheck())
        if player.character == NECROMANCER:
            follow.append(Revive(seat))
        return Stay(*follow, Window(BEFORE_ROLL, table.around(seat), rule="CD-3.5"))


class MarkPlayer(Step):
    """CD-18.42, CD-18.44: the Faceless II player puts the Faceless token on another living player. While they choose
    they have nobody's ability but their own (CD-18.43). In a position laid here that card may be elsewhere."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask | None:
        if table.players[self.seat].character != "faceless-2":
            return None
        others = [seat for seat in table.clockwise(self.seat) if table.players[seat].alive]
        return Choose(self.seat, seats_as_options(others), rule="CD-18.44", prompt="Whom do you mark?")

    def run(self, table: Cult, marked: Seat | None) -> Follow:
        if marked is not None:
            table.marked = marked
            touch(table, marked)
            table.forget()
            table.say("CD-18.44", "marked", who=self.seat, whom=marked)
        return None


class EndOfTurn(Step):
    """CD-14.1: the death check at the end of the Resolve phase."""

    def run(self, table: Cult) -> Follow:
        return DeathCheck() if somebody_at_zero(table) else None


PHASES: tuple[type[Step], ...] = (BeforeRoll, RollPhase, CommitPhase, ResponsePhase, ResolvePhase, EndOfTurn)
