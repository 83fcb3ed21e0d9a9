"""What the cards count and ask: measures of things, numbers of the table, conditions."""

from __future__ import annotations

from eschaton.cardtext.context import Context, seat_of
from eschaton.cardtext.phrase import Range
from eschaton.cardtext.vocabulary import Words
from eschaton.games.apollyon.box.components import AC, APOLLYON, PUBLIC
from eschaton.games.apollyon.language.kinds import ROLL
from eschaton.games.apollyon.language.things import ASSET_WORDS, CREATURES, PEOPLE, holder_of_tokens
from eschaton.games.apollyon.rules.ratings import masquerade_cost
from eschaton.games.apollyon.rules.ratings import subdue as subdue_of
from eschaton.games.apollyon.rules.ratings import threat as threat_of
from eschaton.games.apollyon.state import Apollyon

words = Words()

# Measures.


@words.measure(
    "Threat", of=(*PEOPLE, *CREATURES), rule="SA-4.2", example="Destroy the character with the lowest Threat."
)
def threat(table: Apollyon, context: Context, thing: str) -> int:
    """The Threat Rating as it is now."""
    return threat_of(table, thing)


@words.measure(
    "Subdue", of=(*PEOPLE, *CREATURES), rule="SA-4.2", example="Destroy the character with the highest Subdue."
)
def subdue(table: Apollyon, context: Context, thing: str) -> int:
    """The Subdue Rating as it is now."""
    return subdue_of(table, thing)


@words.measure("Wound(s)", of=PEOPLE, rule="SA-32.1", example="Destroy the character with the most Wounds.")
def wounds(table: Apollyon, context: Context, thing: str) -> int:
    """The Wounds on it."""
    return table.characters[thing].wounds


@words.measure(
    "Cognitohazard(s)", of=PEOPLE, rule="SA-32.3", example="Destroy 1 character with 2 or more Cognitohazards."
)
def cogs(table: Apollyon, context: Context, thing: str) -> int:
    """The cognitohazards on it."""
    return table.characters[thing].cogs


@words.measure("Medal(s)", of=PEOPLE, rule="SA-32.38", example="Promote 1 character with no Medals.")
def medals(table: Apollyon, context: Context, thing: str) -> int:
    """The Medals on it."""
    return table.characters[thing].medals


@words.measure(
    "Counter(s)",
    of=(*PEOPLE, *CREATURES),
    rule="SA-32.30",
    example="Lose X Masquerade, where X is the Counters of this anomaly.",
)
def counters(table: Apollyon, context: Context, thing: str) -> int:
    """The Counters on it."""
    return holder_of_tokens(table, thing).counters


@words.measure("Study Token(s)", of=CREATURES, rule="SA-32.32", example="Mark 1 anomaly with 2 or more Study Tokens.")
def study(table: Apollyon, context: Context, thing: str) -> int:
    """The Study Tokens on it."""
    return table.anomalies[thing].study


@words.measure(
    "Minion(s)", of=(*PEOPLE, *CREATURES), rule="SA-32.21", example="Destroy 1 character with 1 or more Minions."
)
def minions(table: Apollyon, context: Context, thing: str) -> int:
    """How many Minions it has."""
    return len(holder_of_tokens(table, thing).minions)


@words.measure(
    "Containment Token(s)",
    of=["anomaly"],
    rule="SA-7.5",
    example="Run a Breach Check on the anomaly with the fewest Containment Tokens.",
)
def containment_tokens(table: Apollyon, context: Context, thing: str) -> int:
    """The tokens that hold it."""
    return sum(table.anomalies[thing].tokens.values())


@words.measure(
    "Masquerade Cost",
    of=["anomaly", "situation"],
    rule="SA-2.3",
    example="Reveal the Situation with the highest Masquerade Cost.",
)
def cost(table: Apollyon, context: Context, thing: str) -> int:
    """What it costs on the Masquerade Tracker."""
    lying = table.situations.get(thing)
    return masquerade_cost(table, thing) if lying is None else lying.tokens


@words.measure(
    "Danger",
    of=["situation"],
    rule="SA-Q-83",
    example="Reveal the Situation with the highest Danger.",
    range=Range(1, 5),
)
def danger(table: Apollyon, context: Context, thing: str) -> int:
    """The Danger rating of a Situation, 1 to 5."""
    return table.box.situations[table.situations[thing].piece].danger


@words.measure(
    "headcount",
    of=["player"],
    rule="SA-4.7",
    example="The player with the highest headcount loses 1 Asset.",
)
def headcount(table: Apollyon, context: Context, thing: str) -> int:
    """How many characters a player has in Garrison and MTFs; those On Vacation are not counted (SA-Q-27)."""
    return sum(table.characters[piece].seat == seat_of(thing) for piece in table.active_characters())


@words.measure(
    "occupied cell(s)",
    of=["player"],
    rule="SA-24.8",
    example="Each player with 3 or more occupied cells suffers 1 Breach Cascade.",
)
def occupied_cells(table: Apollyon, context: Context, thing: str) -> int:
    """How many anomalies a player's site has in Active Containment."""
    return len(table.anomalies_in(AC, seat_of(thing)))


@words.measure("Asset(s)", of=["player"], rule="SA-7.2", example="The player with the most Assets loses 1 Asset.")
def assets(table: Apollyon, context: Context, thing: str) -> int:
    """How many Assets lie in a player's pool."""
    return sum(table.sites[seat_of(thing)].pool.values())


# Numbers and conditions.


@words.value(
    "the Masquerade Tracker", rule="SA-2.1", example="If the Masquerade Tracker is 10 or fewer, gain 1 Masquerade."
)
def tracker(table: Apollyon, context: Context) -> int:
    """The points on the Masquerade Tracker."""
    return table.masquerade


@words.value("your {kind:asset}", rule="SA-7.2", example="If your Intel is 3 or more, gain 1 Resource.")
def pool(table: Apollyon, context: Context, kind: str) -> int:
    """How many of an Asset lie in your pool."""
    held_by = table.sites[context.seat].pool
    return held_by.get(ASSET_WORDS[kind], 0) if ASSET_WORDS[kind] else sum(held_by.values())


@words.condition("the Masquerade is broken", rule="SA-30.8", example="If the Masquerade is broken, gain 1 Masquerade.")
def broken(table: Apollyon, context: Context) -> bool:
    """Whether the Masquerade was broken in this game."""
    return table.broken


@words.condition(
    "the roll succeeds", rule="SA-8.2", example="Roll 1 die. If the roll succeeds, gain 1 Intel.", needs=[ROLL]
)
def roll_succeeds(table: Apollyon, context: Context) -> bool:
    """Whether the dice just rolled had at least one success."""
    return context.that > 0


@words.condition(
    "the roll fails", rule="SA-8.2", example="Roll 2 dice at 4. If the roll fails, lose 1 Masquerade.", needs=[ROLL]
)
def roll_fails(table: Apollyon, context: Context) -> bool:
    """Whether the dice just rolled had no success."""
    return context.that == 0


@words.condition("the Apollyon is loose", rule="SA-31.1", example="If the Apollyon is loose, gain 1 Personnel.")
def apollyon_loose(table: Apollyon, context: Context) -> bool:
    """Whether the Apollyon has appeared and is in the Public Zone."""
    return any(table.box.anomalies[piece].object_class == APOLLYON for piece in table.anomalies_in(PUBLIC))


@words.condition(
    "{what:anomaly} bears {n:number} Counters for each player",
    rule="SA-32.30",
    example="If this anomaly bears 3 Counters for each player, win the game.",
)
def counters_for_each(table: Apollyon, context: Context, what: list[str], n: int) -> bool:
    """Whether it bears so many Counters for every player in the game."""
    return any(table.anomalies[piece].counters >= n * table.players_count for piece in what)
