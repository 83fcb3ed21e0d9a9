"""Vault: three sites to dig in. Mixed decks by public lists, cards seeded among them, and heroes that outlive a match.

TOY-21 set-up: gold and traps have the same back. Every site is built unseen by its list; then an idol and two traps are
shuffled and seeded, one into each site. Everybody holds two cards from a mixed bag. TOY-22 a turn: dig, peek or sift.
TOY-23 the idol slips away once: it is seeded anew. TOY-24 the end; what a hero has found stays with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from eschaton.kernel.ask import EVERYONE, Ask, Choose, Option, Order, Seat, Shuffle, keys, only
from eschaton.kernel.game import Game, Setup, Switch
from eschaton.kernel.knowledge import seed
from eschaton.kernel.pile import Pile, face_down, face_up, hand, move
from eschaton.kernel.step import End, Follow, Outcome, Stay, Step
from eschaton.kernel.table import Open, Table

LISTS = ({"gold": 3, "trap": 1}, {"gold": 2, "trap": 2}, {"gold": 1, "trap": 3})
"""TOY-21.1: what lies in each site, as everybody can read."""
BAG = {"gold": 5, "trap": 3}
GOLD = [f"gold-{number}" for number in range(1, 14)]
TRAPS = [f"trap-{number}" for number in range(1, 16)]
IDOL = "idol"
ROUNDS = 5


class Hero(msgspec.Struct):
    """One player's side of the table."""

    seat: Open[Seat]
    bag: Open[Pile]
    gold: Open[int] = 0
    wounds: Open[int] = 0


class Vault(Table):
    """The table."""

    home = __name__

    heroes: Open[list[Hero]]
    sites: Open[list[Pile]]
    boxes: Open[dict[str, Pile]]
    bag: Open[Pile]
    aside: Open[Pile]
    found: Open[Pile]
    rounds: Open[int]
    round: Open[int] = 0
    slipped: Open[bool] = False

    def sort_of(self, card: str) -> str:
        """Gold, a trap, or the idol."""
        return card.partition("-")[0]

    def public(self) -> dict[str, Any]:
        """What the lists tell: the gold left in each site, what bag and hands hold, and that one idol is left."""
        bag = Counter(self.sort_of(card) for pile in (self.bag, *self.hands()) for card in pile.cards)
        gold = [sum(self.sort_of(card) == "gold" for card in site.cards) for site in self.sites]
        boxes = {name: {self.sort_of(card) for card in box.cards} for name, box in self.boxes.items()}
        return {"bag": dict(bag), "gold": gold, "boxes": boxes, "idols": sum(IDOL in site for site in self.sites)}

    def hands(self) -> list[Pile]:
        """What everybody holds."""
        return [hero.bag for hero in self.heroes]

    def describe(self, key: str) -> Option:
        """Where a hero does what."""
        return Option(key, key.replace(":", " at site "))

    def patches(self) -> dict[Seat, dict[str, Any]]:
        """TOY-24.2: a hero keeps its gold."""
        return {hero.seat: {"gold": hero.gold} for hero in self.heroes}


class Deal(Step):
    """TOY-21.1: a box, or the bag, is shuffled."""

    left: Open[list[str]]

    def pile(self, table: Vault) -> Pile:
        return table.bag if self.left[0] == "bag" else table.boxes[self.left[0]]

    def ask(self, table: Vault) -> Ask:
        return self.pile(table).asking(self.left[0])

    def run(self, table: Vault, order: list[str]) -> Follow:
        self.pile(table).shuffled(order)
        if self.left[1:]:
            return Deal(self.left[1:])
        for site, listed in zip(table.sites, LISTS, strict=True):
            for sort, many in listed.items():
                for _ in range(many):
                    move(table.boxes[sort], site)
        for hero in table.heroes:
            for _ in range(2):
                move(table.bag, hero.bag, to=only(hero.seat))
        return [Sow(), Turn(table.places[0])]


class Sow(Step):
    """TOY-21.2, TOY-23.1: the idol and a trap less than there are sites are shuffled; one goes into each."""

    mixed: Open[bool] = False

    def ask(self, table: Vault) -> Ask | None:
        return table.aside.asking("aside") if self.mixed else None

    def run(self, table: Vault, order: list[str] | None) -> Follow:
        if order is None:
            while len(table.aside) < len(table.sites):
                move(table.boxes["trap"], table.aside)
            self.mixed = True
            return Stay()
        table.aside.shuffled(order)
        seed(table, table.aside, table.sites)
        return [Mix(number) for number in range(len(table.sites))]


class Mix(Step):
    """TOY-21.3: a site is shuffled."""

    site: Open[int]

    def ask(self, table: Vault) -> Shuffle:
        return table.sites[self.site].asking("site")

    def run(self, table: Vault, order: list[str]) -> Follow:
        table.sites[self.site].shuffled(order)
        return None


class Turn(Step):
    """TOY-22.1: dig, peek at the next card, or sift the next two."""

    seat: Open[Seat]

    def ask(self, table: Vault) -> Ask:
        left = [number for number, site in enumerate(table.sites) if site.cards]
        return Choose(self.seat, keys(f"{verb}:{site}" for verb in DOES for site in left), rule="TOY-22.1")

    def run(self, table: Vault, chosen: str) -> Follow:
        verb, _, site = chosen.partition(":")
        return [DOES[verb](self.seat, int(site)), Next(self.seat)]


class Next(Step):
    """TOY-22.2, TOY-24.1: clockwise, until the rounds are over or nothing is left."""

    seat: Open[Seat]

    def run(self, table: Vault) -> Follow:
        following = table.clockwise(self.seat)[0]
        table.round += following == table.places[0]
        if table.round >= table.rounds or not any(site.cards for site in table.sites):
            return End(outcome(table, "out of time"))
        return Turn(following)


class Dig(Step):
    """TOY-22.3: the next card is turned up: gold is kept, a trap wounds, the idol ends the game."""

    seat: Open[Seat]
    site: Open[int]

    def run(self, table: Vault) -> Follow:
        hero = table.heroes[self.seat]
        card = move(table.sites[self.site], table.found, to=EVERYONE)
        table.say("TOY-22.3", "dug", who=self.seat, card=card, site=self.site)
        hero.gold += table.sort_of(card) == "gold"
        hero.wounds += table.sort_of(card) == "trap"
        if card != IDOL:
            return None
        if table.slipped:
            return End(outcome(table, "the idol"))
        table.slipped = True
        move(table.found, table.aside)
        return Sow()


class Peek(Step):
    """TOY-22.4: see the next card for oneself."""

    seat: Open[Seat]
    site: Open[int]

    def run(self, table: Vault) -> Follow:
        cards = table.sites[self.site].look(self.seat, 1)
        table.tell(only(self.seat), "TOY-22.4", "peeked", {"cards": cards}, who=self.seat, site=self.site)
        return None


class Sift(Step):
    """TOY-22.5: see the next two cards and put them back in any order."""

    seat: Open[Seat]
    site: Open[int]
    looked: Open[bool] = False

    def ask(self, table: Vault) -> Ask | None:
        if not self.looked:
            return None
        return Order(self.seat, keys(sorted(table.sites[self.site].cards[-2:])), rule="TOY-22.5", prompt="Next last")

    def run(self, table: Vault, order: list[str] | None) -> Follow:
        site = table.sites[self.site]
        if order is None:
            self.looked = True
            site.look(self.seat, 2)
            return Stay()
        site.arranged(order, by=self.seat)
        table.say("TOY-22.5", "sifted", who=self.seat, site=self.site)
        return None


DOES: dict[str, type[Step]] = {"dig": Dig, "peek": Peek, "sift": Sift}


def outcome(table: Vault, reason: str) -> Outcome:
    """TOY-24.1: gold less wounds, with the gold held."""
    scores = {f"S{hero.seat}": hero.gold - hero.wounds + gold_among(table, hero.bag.cards) for hero in table.heroes}
    most = max(scores.values())
    return Outcome(tuple(int(seat[1:]) for seat in scores if scores[seat] == most), "TOY-24.1", reason, scores)


def gold_among(table: Vault, cards: Iterable[str]) -> int:
    """How many of these are gold."""
    return sum(table.sort_of(card) == "gold" for card in cards)


def setup(setup: Setup) -> Vault:
    """TOY-21: the table before the deal; heroes come with the gold they have."""
    seats = list(range(setup.players))
    gold, traps = GOLD[BAG["gold"] :], TRAPS[BAG["trap"] :]
    return Vault(
        players_count=len(seats),
        places=seats,
        heroes=[Hero(seat, hand("card", seat, "bag"), setup.characters.get(seat, {}).get("gold", 0)) for seat in seats],
        sites=[face_down("card", stock=f"site {number}") for number in range(len(LISTS))],
        boxes={"gold": face_down("card", gold, stock="gold"), "trap": face_down("card", traps, stock="trap")},
        bag=face_down("card", [*GOLD[: BAG["gold"]], *TRAPS[: BAG["trap"]]], stock="bag"),
        aside=Pile("card", (IDOL,), (EVERYONE,), stock="aside"),
        found=face_up("card"),
        rounds=2 if setup.options["short"] else ROUNDS,
        stack=[Deal(["gold", "trap", "bag"])],
    )


TEXTS = {
    "dug": "{who:seat} digs up {card} at site {site}.",
    "peeked": "{who:seat} peeks into site {site}{cards|}.",
    "sifted": "{who:seat} sifts site {site}.",
}

GAME = Game(
    id="toy-vault",
    title="Vault",
    version=1,
    players=(2, 3),
    setup=setup,
    options=(Switch(key="short", title="Two rounds"),),
    summary="Mixed decks, an idol seeded among them, and heroes that outlive a match.",
    texts=TEXTS,
    limit=500,
    characters=lambda state: [f"{state.get('gold', 0)} gold"],
)
