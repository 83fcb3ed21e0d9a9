"""CD-10, CD-17.1 to CD-17.12: Kraken dice: given out, rolled, re-rolled, lost to."""

from __future__ import annotations

from eschaton.games.cult.box.components import KRAKEN_DICE, KRAKEN_DIE, SEAT_KEYS
from eschaton.games.cult.powers import ANY, BEFORE_ROLL, RITUAL_LOSS, Abilities
from eschaton.games.cult.rules.dice import dice_allowed, seats_as_options, touch
from eschaton.games.cult.rules.life import NOBODY, Loss, ritual_loss
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Ask, Choose, Options, Roll, Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

abilities = Abilities()

KRAKEN = "kraken"


def supply(table: Cult) -> int:
    """CD-10.1: Kraken dice that lie on no Character."""
    return KRAKEN_DICE - sum(player.kraken for player in table.players)


def give_by_altar(table: Cult) -> None:
    """CD-17.2, CD-Q-31: before the High Priest's Roll phase a Kraken on an altar gives out a die."""
    if table.altar_of(KRAKEN) is not None:
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
    """CD-21.19: a living player gains a Kraken die, while there are any."""
    if supply(table) and table.players[seat].alive:
        table.players[seat].kraken += 1
        touch(table, seat)
        table.say(rule, "kraken die", who=seat)


class KrakenDice(Step):
    """CD-10.2, CD-10.7, CD-10.8: before their Roll phase a player rolls each Kraken die on their Character, if any are
    left there."""

    seat: Open[Seat]

    def ask(self, table: Cult) -> Ask | None:
        many = table.players[self.seat].kraken
        return Roll("kraken dice", KRAKEN_DIE, many, rule="CD-10.2") if many else None

    def run(self, table: Cult, faces: list[int] | None) -> Follow:
        if faces is None:
            return None
        table.say("CD-10.2", "kraken rolled", who=self.seat, faces=list(faces))
        return KrakenResult(self.seat, faces)


class KrakenResult(Step):
    """CD-10.3: the player re-rolls Kraken dice, one at a time, for a Cultist die each; then the total is lost."""

    seat: Open[Seat]
    faces: Open[list[int]]

    def ask(self, table: Cult) -> Ask | None:
        if not any(self.faces) or not dice_allowed(table, self.seat):  # nothing to lose; CD-10.5
            return None
        options: Options = {"accept": None}
        for place in range(len(self.faces)):
            options[f"k{place + 1}"] = place
        return Choose(self.seat, options, "accept", rule="CD-10.3", prompt="Roll a Kraken die again for one die less?")

    def run(self, table: Cult, place: int | None) -> Follow:
        if place is not None:
            table.last(Lasting("dice", "add", -1, on=self.seat, source=KRAKEN, until=table.scope("Turn")))
            return Stay(KrakenReroll(self.serial, place))
        total = sum(self.faces)
        if not total:
            return None
        keeper = table.keeper_of(KRAKEN)
        by = keeper if keeper != self.seat else NOBODY  # CD-Q-14
        return ritual_loss(table, {self.seat: total}, KRAKEN, by, "CD-10.2", faces=self.faces)


class KrakenReroll(Step):
    """CD-10.4: one Kraken die is rolled again, for one Cultist die fewer in the Roll phase that follows."""

    of: int
    place: Open[int]

    def ask(self, table: Cult) -> Ask:
        return Roll("kraken dice", KRAKEN_DIE, 1, rule="CD-10.4")

    def run(self, table: Cult, faces: list[int]) -> Follow:
        step: KrakenResult = table.find(self.of)
        old, step.faces[self.place] = step.faces[self.place], faces[0]
        table.say("CD-10.4", "kraken re-rolled", who=step.seat, old=old, new=faces[0])
        return None


def lose_kraken_dice(table: Cult, seat: Seat) -> None:
    """CD-14.10, CD-Q-36, CD-10.10: the dead hand in their Kraken dice, and what re-rolling them cost no longer
    matters."""
    table.players[seat].kraken = 0
    table.effects = [effect for effect in table.effects if effect.source != KRAKEN or effect.on != seat]


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


def rolled_dice(table: Cult) -> KrakenResult | Loss | None:
    """The Kraken dice that were rolled and not yet lost to: they lie before their player, or are a loss announced."""
    for step in reversed(table.stack):
        if isinstance(step, KrakenResult) or (isinstance(step, Loss) and step.source == KRAKEN):
            return step
    return None


def may_take_off(table: Cult, use: Use) -> bool:
    """CD-Q-36a: while there is a Kraken die; before a loss, while there is one that was rolled for it."""
    if table.scope("TakeOffKraken"):
        return False
    loss = table.find(use.about) if use.about else None
    if loss is not None:
        return isinstance(loss, Loss) and bool(loss.faces)
    return any(player.kraken for player in table.players)


def last_call(table: Cult, use: Use) -> bool:
    """The Keeper is waited for in the Response phase before the turn of one who will roll Kraken dice, and before their
    own Roll phase when none is left to be given out (CD-17.7). Once dice are rolled they are asked (CD-Q-36a)."""
    if table.stack[-1].timing == BEFORE_ROLL:
        return use.seat == table.active and not supply(table)
    return table.players[table.clockwise(table.active)[0]].kraken > 0


@abilities.power(
    KRAKEN,
    ANY,
    RITUAL_LOSS,
    rule="CD-17.6",
    label="Take a Kraken die off a player",
    condition=may_take_off,
    awaited=last_call,
)
def take_off(table: Cult, use: Use) -> Follow:
    """CD-17.6."""
    return TakeOffKraken(use.seat)


class TakeOffKraken(Step):
    """CD-17.6, CD-Q-36a: the Keeper takes a Kraken die off a player; one that was just rolled is not lost to."""

    seat: Open[Seat]

    def dice(self, table: Cult) -> Options:
        """Players by their seats; the dice just rolled one by one, as places in the row."""
        rolled = rolled_dice(table)
        roller = seat_of(rolled) if rolled is not None else NOBODY
        options: Options = {
            SEAT_KEYS[player.seat]: (player.seat, NOBODY)
            for player in table.players
            if player.kraken and player.seat != roller
        }
        if rolled is not None:
            options |= {f"k{place + 1}": (roller, place) for place in range(len(rolled.faces))}
        return options

    def ask(self, table: Cult) -> Ask:
        return Choose(self.seat, self.dice(table), rule="CD-17.6", prompt="Which Kraken die do you take off?")

    def run(self, table: Cult, chosen: tuple[Seat, int]) -> Follow:
        seat, place = chosen
        table.players[seat].kraken -= 1
        touch(table, seat)
        table.say("CD-17.6", "kraken taken off", who=self.seat, whom=seat)
        rolled = rolled_dice(table)
        if place < 0 or rolled is None:
            return None
        face = rolled.faces.pop(place)
        if isinstance(rolled, Loss):
            rolled.amounts[seat] = max(0, rolled.amounts[seat] - face)
        return None


def seat_of(rolled: KrakenResult | Loss) -> Seat:
    """Whose Kraken dice these are."""
    return rolled.seat if isinstance(rolled, KrakenResult) else next(iter(rolled.amounts))
