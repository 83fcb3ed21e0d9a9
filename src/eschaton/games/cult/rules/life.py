"""Gaining, losing and paying life; who struck the last blow (CD-8, CD-9.22, CD-Q-11 to CD-Q-14, CD-Q-68)."""

from __future__ import annotations

from collections.abc import Sequence

from eschaton.games.cult.box.components import CHANT_COINS, SEAT_KEYS, SIREN_COINS
from eschaton.games.cult.powers import RITUAL_LOSS
from eschaton.games.cult.rules.dice import touch
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Seat
from eschaton.kernel.effect import Lasting
from eschaton.kernel.step import Follow, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Window, before

NOBODY = -1


def gain(table: Cult, seat: Seat, amount: int, rule: str) -> int:
    """CD-1.23, CD-15.1, CD-8.9: a living player gains life, without limit; a Wraith none."""
    player = table.players[seat]
    if not player.alive or amount <= 0:
        return 0
    player.life += amount
    touch(table, seat)
    table.say(rule, "gained", who=seat, life=amount)
    return amount


def pay(table: Cult, seat: Seat, amount: int, rule: str) -> None:
    """CD-Q-68, CD-Q-72: a payment is no loss; it may take the payer to 0."""
    player = table.players[seat]
    player.life -= amount
    if player.life == 0:
        player.blow = seat
    table.say(rule, "paid", who=seat, life=amount)


def lose(table: Cult, seat: Seat, amount: int, by: Seat, rule: str) -> int:
    """CD-Q-11, CD-Q-13: a living player loses life, down to 0; who takes it to 0 strikes the last blow."""
    player = table.players[seat]
    if not player.alive:
        return 0  # CD-15.2
    if table.effects:
        amount = after_prevention(table, seat, amount)
    lost = min(amount, player.life)
    if lost <= 0:
        return 0
    player.life -= lost
    touch(table, seat)
    if player.life == 0:
        player.blow = by
    table.say(rule, "lost", who=seat, life=lost, by=by)
    phase = table.resolving()
    if phase is not None and seat not in phase.lost:
        phase.lost.append(seat)
        if "lamia" in table.players[table.active].rituals:
            gain(table, table.active, 1, "CD-17.52")
    return lost


def preventions(table: Cult, seat: Seat, amount: int) -> list[tuple[Lasting, int]]:
    """CD-Q-78: how much of a loss each protection would prevent; the loser's own first, then from the active player
    clockwise."""
    guards = [effect for effect in table.effects if effect.on == seat and effect.name in ("shield", "ward")]
    if not guards:
        return []
    order = [seat, table.active, *table.clockwise(table.active)]
    guards.sort(key=lambda effect: order.index(effect.rank))
    found = []
    for guard in guards:
        prevented = min(guard.amount, amount) if guard.name == "shield" else max(0, amount - guard.amount)
        if prevented:
            amount -= prevented
            found.append((guard, prevented))
    return found


def after_prevention(table: Cult, seat: Seat, amount: int) -> int:
    """CD-Q-78: what is left of a loss; a shield is used up by what it prevents."""
    for guard, prevented in preventions(table, seat, amount):
        amount -= prevented
        if guard.name == "shield":
            guard.amount -= prevented
        table.say("CD-Q-78", "prevented", who=seat, life=prevented, card=guard.source)
    return amount


def protect(table: Cult, seat: Seat, name: str, amount: int, card: str, by: Seat, until: int = 0) -> None:
    """A shield (prevents `amount` in all) or a ward (lets `amount` through per source) until the phase ends."""
    until = until or table.scope("ResolvePhase")
    table.last(Lasting(name, "set", amount, on=seat, source=card, rank=by, until=until))
    touch(table, seat)


class Loss(Step):
    """CD-10.11, CD-18.30: life is lost due to a ritual. `thief` gains what is really lost (CD-17.53).

    `deepened` lists who makes a player lose 1 more: a plain loss of its own, if there was any to deepen (CD-Q-76).
    """

    amounts: Open[dict[int, int]]
    source: Open[str]
    by: Open[Seat] = NOBODY
    thief: Open[Seat] = NOBODY
    rule: str = ""
    faces: Open[list[int]] = []  # of the Kraken dice that were rolled for it
    deepened: Open[dict[int, list[Seat]]] = {}

    def run(self, table: Cult) -> Follow:
        for seat, amount in self.amounts.items():
            lost = lose(table, seat, amount, self.by, self.rule)
            if lost and self.thief >= 0:
                gain(table, self.thief, lost, self.rule)
            for assassin in self.deepened.get(seat, ()) if lost else ():
                lose(table, seat, 1, assassin, "CD-18.36")
        return None

    def in_words(self, table: Cult) -> str:
        losses = [f"{amount} from {SEAT_KEYS[seat]}" for seat, amount in self.amounts.items() if amount]
        return f"{table.box.title_of(self.source)} is about to take life: {', '.join(losses)}."

    def losers(self, table: Cult, more: bool = False) -> list[Seat]:
        """Who is about to lose life by it; with `more`, who could lose 1 more: nobody who has but 1 (CD-Q-11), or who
        is shielded from all of it (CD-Q-76)."""
        losing = {seat: amount for seat, amount in self.amounts.items() if amount > 0 and table.players[seat].life > 0}
        if not more:
            return list(losing)
        return [
            seat
            for seat, amount in losing.items()
            if table.players[seat].life > 1 and amount > sum(by for _, by in preventions(table, seat, amount))
        ]


def ritual_loss(
    table: Cult,
    amounts: dict[int, int],
    source: str,
    by: Seat,
    rule: str,
    thief: Seat = NOBODY,
    faces: Sequence[int] = (),
) -> list[Step]:
    """CD-17.38, CD-18.29, CD-18.31, CD-18.37, CD-18.38: announce a loss due to a ritual in a turn, so that it can be
    softened or deepened (CD-18.28, CD-18.36)."""
    window = Window(RITUAL_LOSS, table.around(table.active), rule="CD-4.5")
    return before(table, window, Loss(amounts, source, by, thief, rule, list(faces)))


def everyone(table: Cult) -> list[Seat]:
    """CD-Q-71: all living players for a loss they take together, the active one first: what Lamia gives its Keeper for
    the others' losses comes after the Keeper's own (CD-Q-42)."""
    return [seat for seat in (table.active, *table.clockwise(table.active)) if table.players[seat].alive]


def give_coin(table: Cult, seat: Seat, kind: str, rule: str) -> None:
    """Gain a Siren or Chant coin, while the supply lasts (CD-Q-33); an automaton no Chant coin (CD-21.20)."""
    if kind == "chant" and seat in table.automata:
        return
    total = SIREN_COINS if kind == "siren" else CHANT_COINS
    if sum(getattr(player, kind) for player in table.players) < total:
        player = table.players[seat]
        coins = getattr(player, kind) + 1
        setattr(player, kind, coins)
        if coins == 1:
            table.forget()
        table.say(rule, "coin gained", who=seat, coin=kind)


def spend_coin(table: Cult, seat: Seat, kind: str, rule: str) -> None:
    """CD-11.11, CD-12.7: a coin goes back to the supply; a Merchant gains by it once per turn."""
    player = table.players[seat]
    coins = getattr(player, kind) - 1
    setattr(player, kind, coins)
    if not coins:
        table.forget()
    table.say(rule, "coin spent", who=seat, coin=kind)
    if table.has(seat, "merchant") and not table.used(table.scope("Turn"), seat, "merchant"):
        table.count(table.scope("Turn"), seat, "merchant")
        gain(table, seat, 1, "CD-18.1")
