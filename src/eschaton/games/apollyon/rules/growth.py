"""SA-13: the Growth Phase: draw, transfer, shop and promote, all at once and in any mixture."""

from __future__ import annotations

import functools
from collections import Counter
from typing import Any

from eschaton.games.apollyon.box.components import AC, ASSETS, DRAW_EACH, MEASURE, SEAT_KEYS, TC
from eschaton.games.apollyon.box.names import counted, worded
from eschaton.games.apollyon.box.timings import GROWTH_PHASE
from eschaton.games.apollyon.labels import token_option
from eschaton.games.apollyon.rules.assets import gain
from eschaton.games.apollyon.rules.containment import has_free_field, rows_for_one_more
from eschaton.games.apollyon.rules.decks import Drawing
from eschaton.games.apollyon.rules.dice import rolling
from eschaton.games.apollyon.rules.market import RefreshMarket, shopping
from eschaton.games.apollyon.rules.promotion import promotions
from eschaton.games.apollyon.rules.ratings import measure, medal_cost
from eschaton.games.apollyon.rules.rewards import tokens_on
from eschaton.games.apollyon.rules.zones import place_anomaly, transfer_character, vacate
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE, Ask, Choose, ChooseSome, Option, Options, Seat, keys
from eschaton.kernel.council import AGREE, REFUSE
from eschaton.kernel.phase import Simultaneous, touch
from eschaton.kernel.pile import move
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open
from eschaton.kernel.window import Use

GIFTS = 12  # handing over, of any number of things at once, and offering in vain, so often a phase: so every phase ends


class GrowthPhase(Step):
    """SA-13.1: the Draw Pile is laid out and the Black Market refreshed; then all act; the rest is discarded."""

    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        if self.stage == 1:
            many = table.read("draw pile", None, DRAW_EACH * table.players_count)
            return Stay(*(ToDrawPile() for _ in range(many)), RefreshMarket())
        if self.stage == 2:
            return Stay(Growth())
        while table.draw_pile.cards:  # SA-13.4
            move(table.draw_pile, table.discards["asset"])
        return None


class ToDrawPile(Drawing):
    """SA-13.2, SA-13.5: an Asset Card face up to the shared Draw Pile."""

    def deck(self, table: Apollyon) -> str:
        return "asset"

    def drawn(self, table: Apollyon) -> Follow:
        if table.decks["asset"].cards:
            move(table.decks["asset"], table.draw_pile, to=EVERYONE)
        return None


class Growth(Simultaneous):
    """SA-13.1: Draw, Transfer, Shop and Promote, in any order and mixed freely."""

    def actions(self, table: Apollyon, seat: Seat) -> Options:
        found: Options = {}
        if not table.used(self.serial, "take", seat):
            for card in table.draw_pile.cards:
                found |= taking(card)
        if table.players_count > 1:
            found |= transfers(table, seat, self.serial)
        found |= shopping(table, seat)
        found |= promotions(table, seat)
        for power in table.powers(seat, GROWTH_PHASE):
            use = Use(seat, power.key)
            if power.usable(table, use):
                found[f"use:{power.key}"] = use
        return found

    def prompt(self, table: Apollyon) -> str:
        return "Growth: draw, transfer, shop, promote. What do you do?"

    def describe(self, table: Apollyon, key: str) -> Option:
        found = super().describe(table, key)
        if not key.startswith("promote:"):
            return found
        _, piece, promotion = key.split(":")
        price = counted(medal_cost(table, promotion, table.characters[piece].seat), "medals")
        return Option(key, f"{found.label} for {price}", found.pieces)

    def run(self, table: Apollyon, answer: tuple[Seat, Any] | None) -> Follow:
        if answer is not None and isinstance(answer[1], tuple):
            seat, (whole, card) = answer
            return Stay(TakeCard(seat, card) if whole else TakePart(seat, card))
        return super().run(table, answer)


# Draw.


@functools.lru_cache(maxsize=1024)
def taking(card: str) -> dict[str, tuple[bool, str]]:
    """SA-13.3, SA-Q-21: the options to take a card of the Draw Pile, with all its tokens or with some."""
    return {f"take:{card}": (True, card), f"part:{card}": (False, card)}


class TakeCard(Step):
    """SA-13.3, SA-7.4: a player takes one Asset Card of the pile, with all its tokens."""

    seat: Open[Seat]
    card: Open[str]

    def run(self, table: Apollyon) -> Follow:
        table.count(table.scope("Growth"), "take", self.seat)
        take_tokens(table, self.seat, self.card, tokens_on(table, self.card))
        return None


class TakePart(Step):
    """SA-Q-21: a player takes an Asset Card and declines some of its tokens."""

    seat: Open[Seat]
    card: Open[str]

    def ask(self, table: Apollyon) -> Ask:
        many = tokens_on(table, self.card)
        options = {f"{kind}#{n}": kind for kind in ASSETS for n in range(1, many[kind] + 1)}
        return ChooseSome(self.seat, dict(options), rule="SA-Q-21", prompt="Which tokens do you take?")

    def run(self, table: Apollyon, kinds: list[str]) -> Follow:
        table.count(table.scope("Growth"), "take", self.seat)
        take_tokens(table, self.seat, self.card, Counter(kinds))
        return None

    def describe(self, table: Apollyon, key: str) -> Option:
        return Option(key, worded(key.partition("#")[0]), (self.card,))


def take_tokens(table: Apollyon, seat: Seat, card: str, tokens: dict[str, int]) -> None:
    """The tokens go into the pool, the card to the discard."""
    table.say("SA-13.3", "took", who=seat, card=card)
    gain(table, seat, tokens, "SA-7.4")
    move(table.draw_pile, table.discards["asset"], table.draw_pile.cards.index(card))


# Transfer.


def transfers(table: Apollyon, seat: Seat, scope: int) -> Options:
    """SA-13.6 to SA-13.8, SA-13.13: what a player may hand over, and to whom."""
    found: Options = {}
    others = [other for other in table.places if other != seat]
    gifts = table.used(scope, "gift", seat) < GIFTS
    if gifts and (any(table.sites[seat].pool.values()) or table.characters_of(seat)):
        for other in others:
            found[f"give:{SEAT_KEYS[other]}"] = Give(seat, other)
    if not table.used(scope, "move", seat) and table.used(scope, "offer", seat) < GIFTS:
        for piece, what in table.anomalies.items():
            if what.seat == seat and what.zone in CONTAINED:
                for other in others:
                    if has_room(table, other, what.zone):
                        found[f"move:{piece}:{SEAT_KEYS[other]}"] = OfferAnomaly(seat, piece, other)
    return found


CONTAINED = frozenset({TC, AC})


def has_room(table: Apollyon, seat: Seat, zone: str) -> bool:
    """SA-Q-22, SA-Q-34: whether a site can take in an anomaly that comes from such a zone."""
    return (zone == AC and bool(table.options["transfer_keeps_containment"])) or has_free_field(table, seat)


class Give(Step):
    """SA-13.6, SA-13.7: any number of Asset Tokens and Characters go from site to site."""

    seat: Open[Seat]
    to: Open[Seat]

    def ask(self, table: Apollyon) -> Ask:
        options: Options = keys(table.characters_of(self.seat))
        for kind, many in table.sites[self.seat].pool.items():
            options |= {f"{kind}#{n}": kind for n in range(1, many + 1)}
        return ChooseSome(self.seat, options, rule="SA-13.6")

    def run(self, table: Apollyon, given: list[str]) -> Follow:
        table.count(table.scope("Growth"), "gift", self.seat)
        for thing in given:
            if thing in table.characters:
                transfer_character(table, thing, self.to)
        tokens = Counter(thing for thing in given if thing in ASSETS)
        for kind, many in tokens.items():
            table.sites[self.seat].pool[kind] -= many
            table.sites[self.to].pool[kind] += many
        if tokens:
            touch(table, self.to)
            table.say("SA-13.6", "assets handed over", who=self.seat, to=self.to, assets=dict(tokens))
        return None

    def prompt(self, table: Apollyon) -> str:
        return f"What do you hand over to {SEAT_KEYS[self.to]}?"

    def describe(self, table: Apollyon, key: str) -> Option:
        return super().describe(table, key) if key in table.characters else token_option(self.seat, key)


class OfferAnomaly(Step):
    """SA-13.8, SA-Q-22: one anomaly of a site, once a turn, to another whose player agrees."""

    seat: Open[Seat]
    anomaly: Open[str]
    to: Open[Seat]

    def ask(self, table: Apollyon) -> Ask | None:
        if table.agrees_by_silence():
            return None
        return Choose(self.to, keys([AGREE, REFUSE]), REFUSE, rule="SA-Q-22")

    def prompt(self, table: Apollyon) -> str:
        return f"{SEAT_KEYS[self.seat]} offers {table.describe(self.anomaly).label}. Do you take it to your site?"

    def run(self, table: Apollyon, answer: str | None) -> Follow:
        scope = table.scope("Growth")
        if answer == REFUSE:
            table.count(scope, "offer", self.seat)
            table.say("SA-Q-22", "offer refused", who=self.to, anomaly=self.anomaly)
            return None
        table.count(scope, "move", self.seat)
        return MoveAnomaly(self.seat, self.anomaly, self.to)


class MoveAnomaly(Step):
    """SA-13.9 to SA-13.12: one die; it arrives in TC either way, after a failure with a Counter."""

    seat: Open[Seat]
    anomaly: Open[str]
    to: Open[Seat]

    def ask(self, table: Apollyon) -> Ask:
        return rolling("transfer", 1, "SA-13.9")

    def run(self, table: Apollyon, faces: list[int]) -> Follow:
        failed = faces[0] < measure(table, "transfer", MEASURE, self.seat)
        table.say("SA-13.9", "transfer", anomaly=self.anomaly, face=faces[0], to=self.to)
        what = table.anomalies[self.anomaly]
        if what.zone == AC and table.options["transfer_keeps_containment"]:
            row = rows_for_one_more(table, self.to)[0]  # SA-24.9, SA-24.11
            place_anomaly(table, self.anomaly, AC, self.to, row=row, rule="SA-Q-22")
        else:
            vacate(table, self.anomaly)
            place_anomaly(table, self.anomaly, TC, self.to, rule="SA-13.12")
        what.moved = failed
        return None
