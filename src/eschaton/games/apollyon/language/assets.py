"""Verbs about Assets, the Masquerade Tracker, drawing cards, dice, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from eschaton.cardtext.context import Context
from eschaton.cardtext.perform import Done
from eschaton.cardtext.vocabulary import Words
from eschaton.games.apollyon.box.components import ANY, ASSETS
from eschaton.games.apollyon.language.kinds import ROLL, SCOUTS
from eschaton.games.apollyon.language.steps import (
    DestroyAssets,
    GainAssets,
    ReadIntel,
    RollForSuccess,
    SpendAssets,
)
from eschaton.games.apollyon.language.things import ASSET_WORDS, owner_of
from eschaton.games.apollyon.rules.assets import can_pay, destructible, gain, pay
from eschaton.games.apollyon.rules.dice import pops
from eschaton.games.apollyon.rules.finale import LoseTheGame, WinTheGame
from eschaton.games.apollyon.rules.market import discard_offer, refill, side_of
from eschaton.games.apollyon.rules.rewards import DrawAssetCard, DrawCharacter
from eschaton.games.apollyon.rules.scouting import Scouting
from eschaton.games.apollyon.rules.tracker import gain_masquerade, pay_masquerade
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Seat
from eschaton.kernel.step import Follow

words = Words()

SIDES = {"Characters": "character", "Intel Cards": "intel"}
words.words("side", SIDES, "The two sides of the Black Market.")


@words.verb("gain {n:amount} {kind:asset}", rule="SA-7.2", example="Gain 2 Resources.", cost=False)
def gain_assets(table: Apollyon, context: Context, n: int, kind: str) -> Follow | int:
    """Take Assets from the bank into one's pool."""
    if not ASSET_WORDS[kind]:
        return GainAssets(context.actor, n)
    gain(table, context.actor, {ASSET_WORDS[kind]: n})
    return n


def held(table: Apollyon, seat: Seat, kind: str) -> int:
    """How many Assets of a kind, or of any, lie in a pool."""
    pool = table.sites[seat].pool
    return pool.get(ASSET_WORDS[kind], 0) if ASSET_WORDS[kind] else sum(pool.values())


def price_of(parts: Iterable[Mapping[str, Any]]) -> dict[str, int]:
    """What is to be spent in all; Assets of any kind come on top of the others."""
    price: dict[str, int] = {}
    for part in parts:
        kind = ASSET_WORDS[part["kind"]] or ANY
        price[kind] = price.get(kind, 0) + part["n"]
    return price


@words.verb(
    "spend {n:amount} {kind:asset}",
    rule="SA-7.3",
    example="Growth Phase - spend 1 Intel: Gain 1 Resource.",
    able=lambda table, context, n, kind: held(table, context.actor, kind) >= n,
    together=lambda table, context, parts: can_pay(table, context.actor, price_of(parts)),
)
def spend_assets(table: Apollyon, context: Context, n: int, kind: str) -> Follow | int:
    """Give Assets of one's pool back to the bank."""
    many = min(n, held(table, context.actor, kind))
    if not ASSET_WORDS[kind]:
        return SpendAssets(context.actor, many)
    pay(table, context.actor, {ASSET_WORDS[kind]: many})
    return many


@words.verb(
    "lose {n:amount} {kind:asset}",
    rule="SA-7.13",
    example="Each player loses 1 Resource.",
    cost=False,
    able=lambda table, context, n, kind: destroyable(table, [context.actor], kind) >= n,
)
def lose_assets(table: Apollyon, context: Context, n: int, kind: str) -> Follow:
    """Destroy Assets of one's own; Containment Tokens only if no other is left."""
    return DestroyAssets(context.actor, [context.actor], kinds_of(kind), n)


@words.verb(
    "destroy {n:amount} {kind:asset}",
    rule="SA-6.14",
    example="Destroy 1 Personnel.",
    cost=False,
    able=lambda table, context, n, kind: destroyable(table, table.people(), kind) >= n,
)
def destroy_assets(table: Apollyon, context: Context, n: int, kind: str) -> Follow:
    """Destroy Assets at any site, as the players choose."""
    return DestroyAssets(context.actor, table.people(), kinds_of(kind), n)


def destroyable(table: Apollyon, seats: Sequence[Seat], kind: str) -> int:
    """SA-7.7: how many Assets of a kind, or of any, can be Destroyed at these sites: in pools, then on anomalies."""
    kinds = destructible(table, kinds_of(kind))
    pools = [table.sites[seat].pool for seat in seats]
    held_by = [what.tokens for what in table.anomalies.values() if what.seat in seats]
    return sum(tokens.get(each, 0) for tokens in (*pools, *held_by) for each in kinds)


def kinds_of(kind: str) -> list[str]:
    """The kinds that a word for Assets means."""
    return [ASSET_WORDS[kind]] if ASSET_WORDS[kind] else list(ASSETS)


@words.verb("lose half their {kind:asset}", rule="SA-7.13", example="Each player loses half their Intel.", cost=False)
def lose_half(table: Apollyon, context: Context, kind: str) -> Follow:
    """Destroy half of one's Assets of a kind, rounded down."""
    return DestroyAssets(context.actor, [context.actor], kinds_of(kind), held(table, context.actor, kind) // 2)


@words.verb("gain {n:amount} Masquerade", rule="SA-2.9", example="Gain 2 Masquerade.", cost=False)
def raise_tracker(table: Apollyon, context: Context, n: int) -> int:
    """The Masquerade Tracker goes up."""
    gain_masquerade(table, n, "SA-2.9", context.source)
    return n


@words.verb("lose {n:amount} Masquerade", rule="SA-2.8", example="Lose 1 Masquerade.", cost=False)
def lower_tracker(table: Apollyon, context: Context, n: int) -> int:
    """The Masquerade Tracker goes down."""
    pay_masquerade(table, n, "SA-2.8", context.source)
    return n


@words.verb("draw {n:amount} Asset Card(s)", rule="SA-7.4", example="Draw 1 Asset Card.", cost=False)
def draw_asset_cards(table: Apollyon, context: Context, n: int) -> Done:
    """Draw Asset Cards and take their tokens."""
    return Done(n if left_in(table, "asset") else 0, [DrawAssetCard(context.actor) for _ in range(n)])


def left_in(table: Apollyon, deck: str) -> int:
    """SA-Q-79: how many cards can be drawn from a deck, its discard included."""
    return len(table.decks[deck]) + len(table.discards[deck])


@words.verb("draw {n:amount} Intel Card(s)", rule="SA-22.2", example="Draw 1 Intel Card.", cost=False)
def draw_intel_cards(table: Apollyon, context: Context, n: int) -> Done:
    """Draw Intel Cards, which take effect at once at no cost."""
    return Done(min(n, left_in(table, "intel")), [ReadIntel(context.actor) for _ in range(n)])


@words.tally("pop(s)", rule="SA-21.3", example="Scouted: For each pop, gain 1 Resource.", needs=[SCOUTS])
def pop(table: Apollyon, context: Context) -> int:
    """The dice of one's own characters that showed 6 in the Scouting mission under way."""
    mission = scouting(table)
    if mission is None:
        return 0
    own = [
        face for piece, face in zip(mission.team, mission.dice, strict=False) if owner_of(table, piece) == context.seat
    ]
    return pops(own)


def scouting(table: Apollyon) -> Scouting | None:
    """The Scouting mission under way."""
    mission: Scouting | None = table.nearest("Scouting")
    return mission


@words.verb(
    "draw {n:amount} Intel Card(s) instead",
    rule="SA-Q-9",
    example="Scouted: For each pop, you may draw 1 Intel Card instead.",
    cost=False,
    needs=[SCOUTS],
)
def draw_instead(table: Apollyon, context: Context, n: int) -> Done:
    """Give up Asset Cards found by Scouting for Intel Cards (or, as the game was set up, for characters)."""
    mission = scouting(table)
    many = min(n, mission.cards) if mission is not None else 0
    if mission is not None:
        mission.cards -= many
    kind = DrawCharacter if table.options["ambassador_draw"] == "character" else ReadIntel
    return Done(many, [kind(context.actor) for _ in range(many)])


@words.verb("recruit {n:amount} character(s)", rule="SA-4.8", example="Recruit 1 character.", cost=False)
def recruit(table: Apollyon, context: Context, n: int) -> Done:
    """Characters from the deck join one's site at no cost."""
    return Done(min(n, left_in(table, "character")), [DrawCharacter(context.actor) for _ in range(n)])


@words.verb(
    "replace the {kind:side} on offer",
    rule="SA-13.16",
    example="Growth Phase, once per turn: Replace the Intel Cards on offer.",
    cost=False,
)
def replace_offer(table: Apollyon, context: Context, kind: str) -> Follow:
    """Discard one side of the Black Market and fill its slots with new cards."""
    deck = SIDES[kind]
    for piece in list(side_of(table, deck).cards):
        discard_offer(table, deck, piece)
    return refill(table, deck)


@words.verb(
    "roll {n:amount 1..30} die/dice",
    rule="SA-8.3",
    example="Roll 2 dice. Gain that many Intel.",
    cost=False,
    gives=[ROLL],
)
def roll(table: Apollyon, context: Context, n: int) -> Follow:
    """Roll dice; 3 or more is a success. "That many" are the successes."""
    return RollForSuccess(n) if n else None


@words.verb(
    "roll {n:amount 1..30} die/dice at {measure:number 2..6}",
    rule="SA-8.2",
    example="Roll 1 die at 5. If the roll succeeds, gain 1 Masquerade.",
    cost=False,
    gives=[ROLL],
)
def roll_at(table: Apollyon, context: Context, n: int, measure: int) -> Follow:
    """Roll dice with a measure of their own."""
    return RollForSuccess(n, measure) if n else None


@words.verb("win the game", rule="SA-1.7", example="If this anomaly has 9 or more Counters, win the game.", cost=False)
def win(table: Apollyon, context: Context) -> Follow:
    """All players win at once."""
    return WinTheGame(context.source)


@words.verb(
    "lose the game", rule="SA-1.7", example="If this anomaly has 7 or more Counters, lose the game.", cost=False
)
def lose(table: Apollyon, context: Context) -> Follow:
    """All players lose at once."""
    return LoseTheGame(context.source)
