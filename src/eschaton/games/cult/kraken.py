"""CD-10, CD-17.1 to CD-17.12: Kraken dice: given out, rolled, re-rolled, lost to."""

from __future__ import annotations

from eschaton.games.cult.components import KRAKEN_DICE, KRAKEN_DIE, SEAT_KEYS
from eschaton.games.cult.dice import dice_allowed, seats_as_options
from eschaton.games.cult.life import NOBODY, ritual_loss
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Options, Roll, Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open


def supply(table: Cult) -> int:
    """Kraken dice that lie on no Character."""
    return KRAKEN_DICE - sum(player.kraken for player in table.players)


def give_by_altar(table: Cult) -> None:
    """CD-17.2, CD-Q-31: before the High Priest's Roll phase a Kraken on an altar gives out a die."""
    if table.altar_of("kraken") is not None:
        give_kraken_die(table, "CD-17.2")


def give_kraken_die(table: Cult, rule: str) -> None:
    """CD-17.3 to CD-17.5: to the fewest Kraken dice, then the most life, then all who are tied, clockwise (CD-Q-33)."""
    start = table.places.index(table.priest)
    order = [seat for seat in table.places[start:] + table.places[:start] if table.players[seat].alive]
    if not order:
        return
    fewest = min(table.players[seat].kraken for seat in order)
    order = [seat for seat in order if table.players[seat].kraken == fewest]
    most = max(table.players[seat].life for seat in order)
    for seat in [seat for seat in order if table.players[seat].life == most]:
        put_kraken_die(table, seat, rule)


def put_kraken_die(table: Cult, seat: Seat, rule: str) -> None:
    """A living player gains a Kraken die, while there are any."""
    if supply(table) and table.players[seat].alive:
        table.players[seat].kraken += 1
        table.say(rule, "kraken die", who=seat)


class KrakenDice(Step):
    """CD-10.2, CD-10.3: a player rolls their Kraken dice, re-rolls some one at a time, and loses the total."""

    seat: Open[Seat]
    faces: Open[list[int]] = []

    def ask(self, table: Cult) -> Ask | None:
        player = table.players[self.seat]
        if not self.faces:
            return Roll("kraken dice", KRAKEN_DIE, player.kraken, rule="CD-10.2")
        faces = self.faces[: player.kraken]  # the Keeper may have taken some off (CD-Q-36a)
        if not any(faces) or not dice_allowed(table, self.seat):
            return None
        options: Options = {"accept": None}
        for place, face in enumerate(faces):
            if face:
                options[f"k{place + 1}"] = place
        return Choose(self.seat, options, "accept", rule="CD-10.3", prompt="Roll a Kraken die again for one die less?")

    def run(self, table: Cult, answer: list[int] | int | None) -> Follow:
        if isinstance(answer, list):
            self.faces = answer
            table.say("CD-10.2", "kraken rolled", who=self.seat, faces=list(answer))
            return Stay()
        if isinstance(answer, int):
            table.last(Lasting("dice", "add", -1, on=self.seat, source="kraken", until=table.scope("Turn")))
            return Stay(KrakenReroll(self.serial, answer))
        total = sum(self.faces[: table.players[self.seat].kraken])
        keeper = table.keeper_of("kraken")
        by = keeper if keeper != self.seat else NOBODY  # CD-Q-14
        return ritual_loss(table, {self.seat: total}, "kraken", by, "CD-10.2") if total else None


class KrakenReroll(Step):
    """CD-10.4: one Kraken die is rolled again, for one Cultist die fewer in the Roll phase that follows."""

    of: int
    place: Open[int]

    def ask(self, table: Cult) -> Ask:
        return Roll("kraken dice", KRAKEN_DIE, 1, rule="CD-10.4")

    def run(self, table: Cult, faces: list[int]) -> Follow:
        step = table.find(self.of)
        step.faces[self.place] = faces[0]
        table.say("CD-10.4", "kraken rolled", who=step.seat, faces=list(faces))
        return None


class KeeperGivesKraken(Step):
    """CD-5.12, CD-17.7: when their Roll phase begins, the Kraken's Keeper puts a die on a living player."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask | None:
        if not supply(table):
            return None
        options = seats_as_options(table.living())
        return Choose(self.seat, options, SEAT_KEYS[self.seat], rule="CD-17.7", prompt="Who gets a Kraken die?")

    def run(self, table: Cult, seat: Seat | None) -> Follow:
        if seat is not None:
            put_kraken_die(table, seat, "CD-17.7")
        return None
