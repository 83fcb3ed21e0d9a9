"""Parley: a market of simultaneous choices that can be taken back.

TOY-11 a round: roll the goods, sealed bids, the winner shares them out, everybody boasts in secret, names a colour in
turn, gets ready (or not yet), and stores goods. TOY-12 trades are offered unasked. TOY-13 the end.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec

from eschaton.kernel.ask import (
    Amount,
    Ask,
    Assign,
    Choose,
    ChooseSome,
    Face,
    Option,
    Order,
    Pick,
    Roll,
    Seat,
    Viewer,
    in_turn,
    keys,
    only,
    race,
    sealed,
)
from eschaton.kernel.fit import Limit
from eschaton.kernel.game import Game, Setup, Switch
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Owner, Table

GOODS = ("wood", "stone", "wheat")
WEIGHTS = {"wood": 1, "stone": 3, "wheat": 2}
COLOURS = ("red", "green", "blue", "white", "black")
SUPPLY = 9
COINS = 8


class Trader(msgspec.Struct):
    """One player's side of the table; the favour is the good that counts twice for them."""

    seat: Open[Seat]
    coins: Open[int] = COINS
    goods: Open[dict[str, int]] = {}
    stored: Open[dict[str, int]] = {}
    colour: Open[str] = ""
    favour: Owner[str] = ""


class Parley(Table):
    """The table."""

    home = __name__

    traders: Open[list[Trader]]
    supply: Open[dict[str, int]]
    rounds: Open[int]
    bank: Open[int] = 0
    round: Open[int] = 0
    prize: Open[list[str]] = []

    def free(self, seat: Seat) -> dict[str, Step]:
        """TOY-12.1: once a round, offer a good for another one, unless an offer is open."""
        scope = self.scope("Round")
        if not scope or self.used(scope, "offer", seat) or self.scope("Offer"):
            return {}
        mine = self.traders[seat].goods
        return {
            f"offer:S{other}:{give}:{take}": Offer(seat, other, give, take)
            for other in self.clockwise(seat)
            for give in GOODS
            for take in GOODS
            if give != take and mine.get(give) and self.traders[other].goods.get(take)
        }

    def imagine(self, viewer: Viewer, rng: Random) -> None:
        """Favours are dealt freely."""
        for trader in self.traders:
            if trader.seat != viewer and trader.favour:
                trader.favour = rng.choice(GOODS)

    def inventory(self) -> Counter[str]:
        """Goods and coins are finite."""
        found = Counter(self.supply) + Counter(self.prize)
        found["coin"] += self.bank
        for trader in self.traders:
            found += Counter(trader.goods) + Counter(trader.stored)
            found["coin"] += trader.coins
        return found

    def describe(self, key: str) -> Option:
        """Offers as sentences, players and goods as pieces."""
        if key.startswith("offer:"):
            _, other, give, take = key.split(":")
            return Option(key, f"Offer {other} {give} for {take}", (f"traders.{other[1:]}",))
        if key[:1] == "S" and key[1:].isdigit():
            return Option(key, f"Player {key[1:]}", (f"traders.{key[1:]}",))
        return Option(key, key.replace(":", " "), (key,) if key in GOODS else ())


def shift(source: dict[str, int], target: dict[str, int], good: str) -> None:
    """Move one piece of a good."""
    source[good] -= 1
    if not source[good]:
        del source[good]
    target[good] = target.get(good, 0) + 1


class SetUp(Step):
    """TOY-11.1: everybody gets a secret favour."""

    seat: Open[Seat] = 0

    def ask(self, table: Parley) -> Ask:
        return Pick("favour", keys(GOODS), only(self.seat), rule="TOY-11.1")

    def run(self, table: Parley, favour: str) -> Follow:
        table.traders[self.seat].favour = favour
        self.seat += 1
        return Stay() if self.seat < table.players_count else Round()


class Round(Step):
    """TOY-11.2: the parts of a round, one after the other."""

    phase: Open[int] = 0
    winner: Open[Seat] = 0

    def run(self, table: Parley) -> Follow:
        if self.phase < len(PARTS):
            part = PARTS[self.phase]
            self.phase += 1
            return Stay(part(self.winner) if issubclass(part, Led) else part())
        table.round += 1
        if table.round < table.rounds:
            return Round()
        return End(outcome(table))


class Led(Step):
    """A part of a round in which the winner of the bidding comes first."""

    seat: Open[Seat]


class RollGoods(Step):
    """TOY-11.3: three dice say which goods come from the supply."""

    def ask(self, table: Parley) -> Ask:
        return Roll("goods", GOODS, 3, rule="TOY-11.3")

    def run(self, table: Parley, faces: list[Face]) -> Follow:
        for face in map(str, faces):
            if table.supply.get(face):
                table.supply[face] -= 1
                table.prize.append(face)
        table.say("TOY-11.3", "goods", goods=list(table.prize))
        return None


class Bids(Step):
    """TOY-11.4: all bid in secret, who has coins; the highest wins, the earlier place among equals."""

    def ask(self, table: Parley) -> Ask:
        return sealed(list(table.places), "TOY-11.4")

    def ask_of(self, table: Parley, seat: Seat) -> Ask | None:
        coins = table.traders[seat].coins
        return Amount(seat, 0, coins, rule="TOY-11.4", prompt="Your bid") if coins else None

    def run(self, table: Parley, bids: dict[Seat, int]) -> Follow:
        winner = max(table.places, key=lambda seat: bids.get(seat, 0))
        table.traders[winner].coins -= bids.get(winner, 0)
        table.bank += bids.get(winner, 0)
        table.pending(table.scope("Round")).winner = winner
        table.say("TOY-11.4", "bids", winner=winner, bids={f"S{seat}": bids[seat] for seat in sorted(bids)})
        return None


class Share(Led):
    """TOY-11.5: the winner gives every good to a player, at most two to one."""

    def ask(self, table: Parley) -> Ask | None:
        if not table.prize:
            return None
        everybody = tuple(f"S{seat}" for seat in table.places)
        return Assign(
            self.seat,
            {f"{good}#{place}": everybody for place, good in enumerate(table.prize)},
            dict.fromkeys(everybody, 2),
            rule="TOY-11.5",
        )

    def run(self, table: Parley, given: dict[str, str] | None) -> Follow:
        for item, place in (given or {}).items():
            good = item.partition("#")[0]
            goods = table.traders[int(place[1:])].goods
            goods[good] = goods.get(good, 0) + 1
        table.prize = []
        return None


class Boast(Step):
    """TOY-11.6: whoever favours wood may boast of it for a coin of the bank; nobody sees who could have."""

    def ask(self, table: Parley) -> Ask:
        return sealed(list(table.places), "TOY-11.6")

    def ask_of(self, table: Parley, seat: Seat) -> Ask | None:
        if table.traders[seat].favour != "wood":
            return None
        return Choose(seat, keys(("silence", "boast")), "silence", rule="TOY-11.6")

    def run(self, table: Parley, said: dict[Seat, str]) -> Follow:
        for seat in table.places:
            if said.get(seat) == "boast" and table.bank:
                table.bank -= 1
                table.traders[seat].coins += 1
                table.say("TOY-11.6", "boast", who=seat)
        return None


class Colours(Led):
    """TOY-11.7: in turn, from the winner on, everybody names a colour that nobody has named yet."""

    def ask(self, table: Parley) -> Ask:
        return in_turn([self.seat, *table.clockwise(self.seat)], "TOY-11.7")

    def ask_of(self, table: Parley, seat: Seat) -> Ask:
        taken = [answer for other, answer in table.answered(self).items() if other != seat]
        return Choose(seat, keys([colour for colour in COLOURS if colour not in taken]), rule="TOY-11.7")

    def run(self, table: Parley, named: dict[Seat, str]) -> Follow:
        for seat, colour in named.items():
            table.traders[seat].colour = colour
        table.say("TOY-11.7", "colours", colours={f"S{seat}": colour for seat, colour in named.items()})
        return None


class Ready(Step):
    """TOY-11.8: all change goods with the supply at once, say when they are ready, and may take that back."""

    ready: Open[list[Seat]] = []

    def ask(self, table: Parley) -> Ask | None:
        return race(list(table.places), "TOY-11.8") if len(self.ready) < table.players_count else None

    def ask_of(self, table: Parley, seat: Seat) -> Ask | None:
        if seat in self.ready:
            back = table.used(self.serial, "not yet", seat) < 2
            return Choose(seat, {"not yet": ("not yet", "")}, rule="TOY-11.8") if back else None
        options = {"ready": ("ready", "")}
        if not table.used(self.serial, "change", seat):
            options |= {f"change:{good}": ("change", good) for good in GOODS if table.traders[seat].goods.get(good)}
        return Choose(seat, options, "ready", rule="TOY-11.8")

    def run(self, table: Parley, answer: tuple[Seat, tuple[str, str]] | None) -> Follow:
        if answer is None:
            return None
        seat, (what, good) = answer
        table.count(self.serial, what, seat)
        if what == "ready":
            self.ready.append(seat)
        elif what == "not yet":
            self.ready.remove(seat)
        else:
            most = max(GOODS, key=lambda other: table.supply.get(other, 0))
            if table.supply.get(most):
                shift(table.traders[seat].goods, table.supply, good)
                shift(table.supply, table.traders[seat].goods, most)
        return Stay()


class StoreGoods(Step):
    """TOY-11.9: in secret, all choose up to three goods to store, at most 5 in weight and at most one of stone."""

    def ask(self, table: Parley) -> Ask:
        return sealed(list(table.places), "TOY-11.9")

    def ask_of(self, table: Parley, seat: Seat) -> Ask | None:
        goods = table.traders[seat].goods
        items = {f"{good}#{n}": good for good in GOODS for n in range(goods.get(good, 0))}
        if not items:
            return None
        limits = (
            Limit(tuple(items), 5, 0, tuple(WEIGHTS[good] for good in items.values()), "at most 5 in weight"),
            Limit(tuple(item for item in items if items[item] == "stone"), 1, reason="at most one stone"),
        )
        return ChooseSome(seat, items, 0, 3, limits, rule="TOY-11.9")

    def run(self, table: Parley, stored: dict[Seat, list[str]]) -> Follow:
        for seat, goods in stored.items():
            for good in goods:
                shift(table.traders[seat].goods, table.traders[seat].stored, good)
        return None


class Seating(Led):
    """TOY-11.10: the winner says in which order the next round goes."""

    def ask(self, table: Parley) -> Ask:
        return Order(self.seat, {f"S{seat}": seat for seat in table.places}, rule="TOY-11.10")

    def run(self, table: Parley, order: list[Seat]) -> Follow:
        table.places = order
        return None


PARTS: tuple[type[Step], ...] = (RollGoods, Bids, Share, Boast, Colours, Ready, StoreGoods, Seating)


class Offer(Step):
    """TOY-12.2: the other accepts or declines."""

    seat: Open[Seat]
    other: Open[Seat]
    give: Open[str]
    take: Open[str]

    def ask(self, table: Parley) -> Ask:
        return Choose(self.other, keys(("decline", "accept")), "decline", rule="TOY-12.2")

    def run(self, table: Parley, said: str) -> Follow:
        table.count(table.scope("Round"), "offer", self.seat)
        if said == "accept":
            mine, theirs = table.traders[self.seat].goods, table.traders[self.other].goods
            shift(mine, theirs, self.give)
            shift(theirs, mine, self.take)
        table.say("TOY-12.2", said, who=self.other)
        return None


def outcome(table: Parley) -> Outcome:
    """TOY-13.1: one point for a stored good, two for the favoured one; coins break no tie."""
    scores = {
        f"S{trader.seat}": sum(many * (1 + (good == trader.favour)) for good, many in trader.stored.items())
        for trader in table.traders
    }
    most = max(scores.values())
    return Outcome(tuple(int(seat[1:]) for seat in scores if scores[seat] == most), "TOY-13.1", "stores", scores)


def setup(setup: Setup) -> Parley:
    """TOY-11: the table before the first round."""
    seats = list(range(setup.players))
    return Parley(
        players_count=len(seats),
        places=seats,
        traders=[Trader(seat) for seat in seats],
        supply=dict.fromkeys(GOODS, SUPPLY),
        rounds=1 if setup.options["short"] else 3,
        stack=[SetUp()],
    )


GAME = Game(
    id="toy-parley",
    title="Parley",
    version=1,
    players=(2, 3, 4),
    setup=setup,
    options=(Switch(key="short", title="One round"),),
    summary="Sealed bids, take-backs and trades.",
    texts={
        "goods": "The market has {goods}.",
        "bids": "{winner:seat} wins the bidding: {bids}.",
        "boast": "{who:seat} boasts.",
        "colours": "Colours are named: {colours}.",
        "accept": "{who:seat} accepts.",
        "decline": "{who:seat} declines.",
    },
    limit=2_000,
)
