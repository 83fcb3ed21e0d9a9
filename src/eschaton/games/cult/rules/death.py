"""CD-14: the death check, burials, and the victory check that follows."""

from __future__ import annotations

from eschaton.games.cult.box.components import SEAT_KEYS
from eschaton.games.cult.powers import DYING
from eschaton.games.cult.rules.dice import seats_as_options
from eschaton.games.cult.rules.kraken import lose_kraken_dice
from eschaton.games.cult.rules.life import NOBODY, gain
from eschaton.games.cult.rules.necromancer import mourn
from eschaton.games.cult.rules.possession import Possess, possessor
from eschaton.games.cult.rules.rituals import Benefit, CompleteRitual, altar_benefit, discard_ritual, gained, may_keep
from eschaton.games.cult.rules.variants import weaken_priest
from eschaton.games.cult.rules.victory import verdict
from eschaton.games.cult.rules.wraiths import BecomeWraith
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import EVERYONE, Ask, ChooseSome, Seat
from eschaton.kernel.step import End, Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Window


def somebody_at_zero(table: Cult) -> bool:
    """Whether a death check would find anybody."""
    return bool([player for player in table.players if player.life == 0 and player.alive])


def dying(table: Cult) -> list[Seat]:
    """Living players at 0, in the order of the check."""
    return [seat for seat in order_of_check(table) if table.players[seat].alive and table.players[seat].life == 0]


def order_of_check(table: Cult) -> list[Seat]:
    """CD-Q-16: clockwise from the active player, or from the High Priest outside a turn."""
    start = table.active if table.scope("Turn") else table.priest
    return [start, *table.clockwise(start)]


class DeathCheck(Step):
    """CD-14.1: every living player at 0 life dies, unless a power saves them first.

    `dead` are already marked dead at this check, which is then a repeated one (CD-Q-60).
    """

    dead: Open[list[Seat]] = []

    def run(self, table: Cult) -> Follow:
        seats = dying(table)
        if seats:
            return [Window(DYING, seats, rule="CD-14.1"), MarkDead(self.dead)]
        return after_deaths(table, self.dead)


class MarkDead(Step):
    """CD-14.5: all at 0 die together; then burials, the victory check, and the dead become Wraiths (CD-14.4)."""

    dead: Open[list[Seat]] = []

    def run(self, table: Cult) -> Follow:
        seats = dying(table)
        for seat in seats:
            player = table.players[seat]
            player.alive = False
            lose_kraken_dice(table, seat)
            player.role.show(EVERYONE)  # CD-14.6
            if table.marked == seat or player.character == "faceless-2":
                table.marked = -1  # CD-Q-54
            table.forget()
            table.say("CD-14.1", "died", who=seat, by=player.blow, role=table.role(seat))
        mourn(table, seats)
        dead = [*self.dead, *seats]
        return DeathCheck(dead) if weaken_priest(table) else after_deaths(table, dead)


def after_deaths(table: Cult, dead: list[Seat]) -> list[Step]:
    """CD-Q-16: what follows once all are marked dead."""
    order = [seat for seat in order_of_check(table) if seat in dead]
    return [Burials(list(order)), VictoryCheck(order)] if order else []


class Burials(Step):
    """CD-14.11, CD-Q-16, CD-24.5: each victim's rituals are passed on, and the first kill finds the Altar Sacrifice."""

    dead: Open[list[Seat]]
    sacrificed: bool = False

    def run(self, table: Cult) -> Follow:
        if not self.dead:
            return None
        victim = self.dead.pop(0)
        killer = table.players[victim].blow
        pass_rituals_on(table, victim, killer)
        altar = table.altar_of("altar-sacrifice")
        if altar is None or self.sacrificed or killer in (NOBODY, victim):
            return Stay()
        self.sacrificed = True
        altar.tracks["own"] = 0
        benefit = Benefit(altar.ritual, altar.key, killer, killer)
        follow = (
            gained(table, benefit) if verdict(table, []) is None else []
        )  # CD-Q-16: else it has no meaning any more
        return Stay(*follow, CompleteRitual(altar.key, killer))


def pass_rituals_on(table: Cult, victim: Seat, killer: Seat) -> None:
    """CD-9.19 to CD-9.21, CD-Q-15: to the killer, if that is somebody who can be a Keeper, as no dead player can."""
    player = table.players[victim]
    rituals, player.rituals = player.rituals, []
    table.forget()
    for card in rituals:
        if may_keep(table, killer):
            table.players[killer].rituals.append(card)
            table.say("CD-9.19", "keeper", who=killer, card=card)
        else:
            discard_ritual(table, card)


@altar_benefit("altar-sacrifice")
def sacrifice(table: Cult, benefit: Benefit) -> Follow:
    """CD-17.21, CD-9.25, CD-17.26: the killer gains the Altar ability."""
    return AltarSacrifice(benefit.seat)


class AltarSacrifice(Step):
    """CD-17.22, CD-Q-46, CD-17.23, CD-17.24, CD-24.6: the killer chooses any living players; each gains life equal to
    N."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask:
        return ChooseSome(self.seat, seats_as_options(table.living()), rule="CD-17.22", prompt="Who gains life?")

    def run(self, table: Cult, seats: list[Seat]) -> Follow:
        for seat in seats:
            gain(table, seat, table.n, "CD-17.22")
        return None


class VictoryCheck(Step):
    """CD-14.4, CD-16.1: the game ends at once if somebody has won; else the dead become Wraiths, or one the High
    Priest (CD-22.1)."""

    died: Open[list[Seat]]

    def run(self, table: Cult) -> Follow:
        outcome = verdict(table, self.died)
        if outcome is None:
            ghost = possessor(table, self.died)
            wraiths: list[Step] = [BecomeWraith(seat) for seat in self.died if seat != ghost]
            return [*wraiths, Possess(ghost)] if ghost is not None else wraiths
        for player in table.players:  # who has won would tell much of it, and it is no secret any more
            player.role.show(EVERYONE)
        names = [SEAT_KEYS[seat] for seat in outcome.winners]
        table.say(outcome.rule, "game over", winners=list(outcome.winners), reason=outcome.reason, names=names)
        return End(outcome)
