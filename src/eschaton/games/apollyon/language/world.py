"""Verbs about Situations, about anomalies and their cells, and about the engagement under way."""

from __future__ import annotations

from collections.abc import Sequence

from eschaton.cardtext.context import Context
from eschaton.cardtext.perform import Done
from eschaton.cardtext.vocabulary import Words
from eschaton.games.apollyon.box.components import AC
from eschaton.games.apollyon.language.kinds import ENGAGEMENT, MISSION
from eschaton.games.apollyon.language.steps import AddTokens, FaceStrongest, LookAhead, TransferAnomaly, deck_ahead
from eschaton.games.apollyon.language.things import ASSET_WORDS, CLASS_WORDS
from eschaton.games.apollyon.rules.breach import Cascade
from eschaton.games.apollyon.rules.decks import turn_up_next
from eschaton.games.apollyon.rules.engagement import Engagement
from eschaton.games.apollyon.rules.situations import DealSituation, discard_situation
from eschaton.games.apollyon.rules.strikes import checks
from eschaton.games.apollyon.rules.tracker import gain_masquerade
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import EVERYONE, Seat, only
from eschaton.kernel.step import Follow

words = Words()


def tell_seen(table: Apollyon, context: Context, rule: str, at: str, cards: Sequence[str]) -> None:
    """Everybody sees where somebody looks; only they are told what lies there, the next card first."""
    table.tell(only(context.actor), rule, "looked", {"cards": list(cards)}, who=context.actor, at=at)


# Situations.


@words.verb("deal {n:amount} Situation(s)", rule="SA-12.8", example="Deal 1 Situation.", cost=False)
def deal(table: Apollyon, context: Context, n: int) -> Done:
    """Situations are dealt and paid for."""
    return Done(n, [DealSituation() for _ in range(n)])


@words.verb("reveal {what:situation}", rule="SA-6.13", example="Reveal up to 2 Situations.", cost=False)
def reveal(table: Apollyon, context: Context, what: list[str]) -> int:
    """Situations are turned over for all to see; they stay where they are."""
    for place in what:
        table.situations[place].card.show(EVERYONE, 0)
        table.say("SA-6.13", "revealed", place=place, situation=table.situations[place].piece)
    return len(what)


@words.verb("look at {what:situation}", rule="SA-Q-81", example="Look at 1 Situation.", cost=False)
def look_at(table: Apollyon, context: Context, what: list[str]) -> int:
    """See the First Contact side of Situations for oneself."""
    for place in what:
        table.situations[place].card.show(only(context.actor), 0)
        tell_seen(table, context, "SA-Q-81", place, [table.situations[place].piece])
    return len(what)


@words.verb(
    "look at the top {n:number} Situation(s)", rule="SA-Q-81", example="Look at the top 2 Situations.", cost=False
)
def look_at_top(table: Apollyon, context: Context, n: int) -> int:
    """See the next Situations of the deck for oneself."""
    top, deck = table.next_situation, table.decks["situation"]
    seen: list[str] = []
    if n and top.cards:
        top.show(only(context.actor))
        seen = [*top.cards, *deck.look(context.actor, n - 1)]
    tell_seen(table, context, "SA-Q-81", "situation deck", seen)
    return n


@words.verb("look at the bottom Situation", rule="SA-Q-81", example="Look at the bottom Situation.", cost=False)
def look_at_bottom(table: Apollyon, context: Context) -> int:
    """See the last Situation of the deck for oneself."""
    deck = table.decks["situation"]
    pile = deck if deck.cards else table.next_situation  # the last one lies on top as well
    if pile.cards:
        pile.show(only(context.actor), 0)
    tell_seen(table, context, "SA-Q-81", "situation deck", pile.cards[:1])
    return len(pile.cards[:1])


@words.verb("bury the top Situation", rule="SA-10.4", example="You may bury the top Situation.", cost=False)
def bury(table: Apollyon, context: Context) -> int:
    """The next Situation goes under the deck."""
    top = table.next_situation
    if not top.cards or not table.decks["situation"].cards:
        return 0
    piece, known = top.take()
    table.decks["situation"].put(piece, known, 0)
    turn_up_next(table)
    table.say("SA-10.4", "buried")
    return 1


@words.verb(
    "swap the top Situation for {what:situation}",
    rule="SA-3.8",
    example="You may swap the top Situation for 1 Situation.",
    cost=False,
    able=lambda table, context, what: bool(what and table.next_situation.cards),
)
def swap(table: Apollyon, context: Context, what: list[str]) -> int:
    """The next Situation of the deck lies in the slot instead, with what was paid for the one that is now on top."""
    if not table.next_situation.cards:
        return 0
    for place in what:
        slot = table.situations[place]
        slot.card, table.next_situation = table.next_situation, slot.card
        table.say("SA-3.8", "swapped", place=place)
    return len(what)


@words.verb("recoup {what:situation}", rule="SA-2.11", example="Recoup 1 Situation, then discard it.", cost=False)
def recoup(table: Apollyon, context: Context, what: list[str]) -> int:
    """The Masquerade Tokens on Situations go back to the tracker."""
    points = sum(table.situations[place].tokens for place in what)
    for place in what:
        table.situations[place].tokens = 0
    gain_masquerade(table, points, "SA-2.11", context.source)
    return points


@words.verb("discard {what:situation}", rule="SA-3.10", example="Discard 1 Situation.", cost=False)
def discard(table: Apollyon, context: Context, what: list[str]) -> int:
    """Situations are taken from their slots unresolved."""
    for place in what:
        piece = table.situations.pop(place).card.take(to=EVERYONE)[0]
        discard_situation(table, piece)
        table.say("SA-3.10", "situation discarded", situation=piece)
    return len(what)


# Looking at anomalies.


@words.verb("look at the Apollyon", rule="SA-10.9", example="Look at the Apollyon.", cost=False)
def look_at_apollyon(table: Apollyon, context: Context) -> int:
    """See the Apollyon that is set aside, for oneself."""
    if table.apollyon.cards:
        table.apollyon.show(only(context.actor))
    tell_seen(table, context, "SA-10.9", "apollyon", table.apollyon.cards)
    return len(table.apollyon.cards)


@words.verb(
    "look at the top {kind:class} anomaly", rule="SA-16.4", example="Look at the top Keter anomaly.", cost=False
)
def look_at_deck(table: Apollyon, context: Context, kind: str) -> int:
    """See the next anomaly of a class for oneself."""
    deck = table.decks[CLASS_WORDS[kind]]
    if deck.cards:
        deck.show(only(context.actor))
    tell_seen(table, context, "SA-16.4", CLASS_WORDS[kind], deck.cards[-1:])
    return len(deck.cards[:1])


@words.verb(
    "face the strongest of the next {n:number 2..} anomalies",
    rule="SA-16.4",
    example="Face the strongest of the next 2 anomalies.",
    cost=False,
    needs=[MISSION],
)
def face_strongest(table: Apollyon, context: Context, n: int) -> Follow:
    """Of the next anomalies of the Situation's class, the one with the highest Threat is drawn first."""
    deck = deck_ahead(table)
    return FaceStrongest(table.resolving().serial, deck, n) if deck and n > 0 else None


@words.verb(
    "pick among the next {n:number 2..} anomalies",
    rule="SA-16.4",
    example="Pick among the next 2 anomalies.",
    cost=False,
    needs=[MISSION],
)
def pick_among(table: Apollyon, context: Context, n: int) -> Follow:
    """See the next anomalies of the Situation's class, all players of the team, and decide which is drawn first."""
    deck = deck_ahead(table)
    return LookAhead(table.resolving().serial, deck, n, context.actor) if deck and n > 0 else None


# Containment.


@words.verb(
    "add {n:amount} {kind:asset} to {what:anomaly}",
    rule="SA-24.14",
    example="Add 1 Resource to 1 of your contained anomalies.",
    cost=False,
    only=["in_containment"],
)
def add_tokens(table: Apollyon, context: Context, n: int, kind: str, what: list[str]) -> Follow:
    """Assets from the bank become Containment Tokens on anomalies in Active Containment."""
    cells = [piece for piece in what if table.anomalies[piece].zone == AC]
    return [AddTokens(context.actor, piece, n, ASSET_WORDS[kind]) for piece in cells]


@words.verb(
    "transfer {what:anomaly} to {who:player}",
    rule="SA-13.11",
    example="Transfer 1 of your anomalies to another player.",
    cost=False,
    only=["held"],
)
def transfer(table: Apollyon, context: Context, what: list[str], who: list[Seat]) -> Follow:
    """Anomalies at a site are moved to another without a roll, if its player agrees; if nobody does, they stay."""
    return [TransferAnomaly(piece, context.actor, who[0]) for piece in what] if who else None


# Breaches.


@words.verb(
    "run a Breach Check on {what:anomaly}",
    rule="SA-28.1",
    example="Run a Breach Check on 1 held anomaly.",
    only=["held"],
)
def check(table: Apollyon, context: Context, what: list[str]) -> Done:
    """Anomalies make Breach Checks, one after the other."""
    return Done(len(what), checks(table, what))


@words.verb("suffer {n:amount} Breach Cascade(s)", rule="SA-27.1", example="Each player suffers 1 Breach Cascade.")
def suffer(table: Apollyon, context: Context, n: int) -> Done:
    """Breach Cascades strike one's site."""
    return Done(n, [Cascade(context.actor) for _ in range(n)])


# Engagements.


@words.verb(
    "cancel the engagement",
    rule="SA-16.6",
    example="Every Contact: Roll 1 die. If the roll fails, cancel the engagement.",
    cost=False,
    needs=[ENGAGEMENT],
)
def cancel(table: Apollyon, context: Context) -> int:
    """The engagement under way ends with no winner."""
    fight: Engagement | None = table.nearest("Engagement")
    if fight is None:
        return 0
    fight.heal_anomaly(table)
    table.cancel(fight.serial, "SA-16.6")
    return 1
