"""SA-13.14 to SA-13.21: the Black Market; SA-22: Intel Cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from eschaton.games.apollyon.box.components import ANY, INTEL, MEDAL, RESOURCES, SPACE, SPACE_PRICE, market_size
from eschaton.games.apollyon.box.timings import BOUGHT
from eschaton.games.apollyon.labels import token_option
from eschaton.games.apollyon.rules.announce import announce
from eschaton.games.apollyon.rules.assets import can_pay, gain, pay
from eschaton.games.apollyon.rules.decks import Drawing
from eschaton.games.apollyon.rules.ratings import intel_price, may, price
from eschaton.games.apollyon.rules.zones import gain_character
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE, Ask, Choose, ChooseSome, Option, Options, Seat, keys
from eschaton.kernel.fit import Limit
from eschaton.kernel.pile import Pile, move
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

SIDES = ("character", "intel")


def side_of(table: Apollyon, deck: str) -> Pile:
    """The cards on offer on one side of the market."""
    return table.market_characters if deck == "character" else table.market_intel


def slots_of(table: Apollyon) -> int:
    """SA-Q-17: how many cards each side offers."""
    chosen = str(table.options["market_slots"])
    return int(chosen) if chosen.isdecimal() else market_size(table.players_count)


class RefreshMarket(Step):
    """SA-13.15: the Administrator may discard one Character and one Intel card on offer; then all slots are filled."""

    def ask(self, table: Apollyon) -> Ask | None:
        characters, intel = list(table.market_characters.cards), list(table.market_intel.cards)
        if not characters and not intel:
            return None
        limits = (Limit(tuple(characters), 1), Limit(tuple(intel), 1))
        most = 1 if table.options["refresh_discards"] == "one" else 2  # SA-Q-18
        prompt = "Which cards on offer do you discard?"
        return ChooseSome(
            table.administrator, keys([*characters, *intel]), 0, most, limits, rule="SA-13.15", prompt=prompt
        )

    def run(self, table: Apollyon, unwanted: list[str] | None) -> Follow:
        for piece in unwanted or ():
            deck = "character" if piece in table.market_characters else "intel"
            discard_offer(table, deck, piece)
        return [step for side in SIDES for step in refill(table, side)]


def discard_offer(table: Apollyon, deck: str, piece: str) -> None:
    """A card on offer goes to its discard."""
    side = side_of(table, deck)
    move(side, table.discards[deck], side.cards.index(piece))
    table.say("SA-13.15", "offer discarded", card=piece)


def refill(table: Apollyon, side: str) -> list[Step]:
    """SA-13.16: every empty slot of a side is filled from its deck."""
    return [FillSlot(side) for _ in range(slots_of(table) - len(side_of(table, side)))]


class FillSlot(Drawing):
    """SA-13.16: one empty slot of a side is filled; it stays empty if there are no cards (SA-Q-79)."""

    side: Open[str]

    def deck(self, table: Apollyon) -> str:
        return self.side

    def drawn(self, table: Apollyon) -> Follow:
        if table.decks[self.side].cards:
            move(table.decks[self.side], side_of(table, self.side), to=EVERYONE)
        return None


def shopping(table: Apollyon, seat: Seat) -> Options:
    """SA-13.17, SA-13.18: what a player can pay for."""
    found: Options = {}
    pool = table.sites[seat].pool
    box, changed, dearer = table.box, table.changes("character price"), table.changes("intel price")
    for piece in table.market_characters.cards if may(table, "buy characters", seat) else ():
        cost: Mapping[Any, int] = price(table, piece, seat) if changed else box.characters[piece].cost
        if can_pay(table, seat, cost) and (MEDAL not in cost or medals_of(table, seat) >= cost[MEDAL]):
            found[f"buy:{piece}"] = BuyCharacter(seat, piece)
    for piece in table.market_intel.cards if may(table, "buy intel cards", seat) else ():
        if pool[INTEL] >= (intel_price(table, piece, seat) if dearer else box.intel[piece].cost):
            found[f"buy:{piece}"] = BuyIntel(seat, piece)
    if pool.get(RESOURCES, 0) >= space_price(table, seat) and may(table, "buy space tokens", seat):
        found["buy:space"] = BuySpace(seat)
    return found


def bearers(table: Apollyon, seat: Seat) -> list[str]:
    """The Characters of a site with a Medal to spend."""
    return [piece for piece in table.characters_of(seat) if table.characters[piece].medals]


def medals_of(table: Apollyon, seat: Seat) -> int:
    """How many Medals the Characters of a site can spend."""
    return sum(table.characters[piece].medals for piece in bearers(table, seat))


def space_price(table: Apollyon, seat: Seat) -> int:
    """SA-13.18: what 1 Space costs a player in Resources; never nothing, or there would be no end of it."""
    return max(1, table.read("space price", seat, SPACE_PRICE))


class BuySpace(Step):
    """SA-13.18: 2 Resources for 1 Space."""

    seat: Open[Seat]

    def run(self, table: Apollyon) -> Follow:
        pay(table, self.seat, {RESOURCES: space_price(table, self.seat)}, "SA-13.18")
        gain(table, self.seat, {SPACE: 1}, "SA-13.18")
        return None


class BuyCharacter(Step):
    """SA-13.20: a Character for its price, to the buyer's Garrison. What may be any Asset, the buyer chooses."""

    seat: Open[Seat]
    piece: Open[str]
    paid: bool = False

    def run(self, table: Apollyon) -> Follow:
        if not self.paid:
            self.paid = True
            cost = price(table, self.piece, self.seat)
            pay(table, self.seat, cost, "SA-13.17")
            steps: list[Step] = []
            if cost.get(ANY):
                steps.append(PayAny(self.seat, cost[ANY]))
            steps += [PayMedal(self.seat) for _ in range(cost.get(MEDAL, 0))]
            return Stay(*steps)
        side = table.market_characters
        side.take(side.cards.index(self.piece))
        gain_character(table, self.piece, self.seat)
        return None


class PayAny(Step):
    """SA-Q-19: any Assets, as many as are wanted; where all are of one kind, nobody is asked which."""

    seat: Open[Seat]
    many: Open[int]

    def ask(self, table: Apollyon) -> Ask | None:
        pool = table.sites[self.seat].pool
        options: Options = {f"{kind}#{n}": kind for kind, many in pool.items() for n in range(1, many + 1)}
        if len({*options.values()}) == 1:
            return None
        return ChooseSome(self.seat, options, self.many, self.many, rule="SA-Q-19", prompt="With what do you pay?")

    def run(self, table: Apollyon, kinds: list[str] | None) -> Follow:
        pool = table.sites[self.seat].pool
        only = [kind for kind, many in pool.items() if many]
        pay(table, self.seat, Counter(only * self.many if kinds is None else kinds), "SA-13.17")
        return None

    def describe(self, table: Apollyon, key: str) -> Option:
        return token_option(self.seat, key)


class PayMedal(Step):
    """SA-32.41: a purchase that asks for a Medal takes it from a Character of the buyer."""

    seat: Open[Seat]

    def ask(self, table: Apollyon) -> Ask:
        return Choose(self.seat, keys(bearers(table, self.seat)), rule="SA-32.41", prompt="Whose Medal do you spend?")

    def run(self, table: Apollyon, piece: str) -> Follow:
        table.characters[piece].medals -= 1
        return None


class BuyIntel(Step):
    """SA-22.2, SA-7.11: an Intel Card for its price in Intel; it takes effect at once."""

    seat: Open[Seat]
    piece: Open[str]

    def run(self, table: Apollyon) -> Follow:
        pay(table, self.seat, {INTEL: intel_price(table, self.piece, self.seat)}, "SA-22.1")
        side = table.market_intel
        move(side, table.aside, side.cards.index(self.piece))
        table.say("SA-22.2", "intel bought", who=self.seat, card=self.piece)
        return CarryOut("intel", self.piece, BOUGHT, self.seat)


class CarryOut(Step):
    """SA-22.2, SA-23.1: a card that is used once says what it says, and is discarded."""

    deck: Open[str]
    piece: Open[str]
    timing: Open[str]
    seat: Open[Seat]
    said: bool = False

    def run(self, table: Apollyon) -> Follow:
        if not self.said:
            self.said = True
            return Stay(*announce(table, self.timing, about=self.serial, sources=[self.piece], seat=self.seat))
        move(table.aside, table.discards[self.deck], table.aside.cards.index(self.piece))
        return None
