"""Texts that are on (SA-5.11, SA-6.4, SA-14.6, SA-24.5, SA-32.3): found once, kept until a card moves or gets a cog.

Which Situation is resolved changes without a move, so what is found is kept for each that is; it is looked for only
where a Situation can say anything at all (`Box.on_contact`).
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from eschaton.cardtext.data import Change, PowerData, Statement
from eschaton.cardtext.power import lasting
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.games.apollyon.box.cards import ALL_RATINGS, Box, Texts
from eschaton.games.apollyon.box.components import AC, ACTIVE, MET, PUBLIC
from eschaton.kernel.effect import Lasting
from eschaton.kernel.table import Kept
from eschaton.kernel.window import Power

if TYPE_CHECKING:
    from eschaton.games.apollyon.state import Apollyon

Speakers = list[tuple[str, Power]]
"""Powers with their cards, in the order they lie."""
Spoken = list[tuple[str, tuple[PowerData, ...]]]
"""Standing texts with their cards, in the order they lie."""

STEP_NAME, STANDING = attrgetter("step_name"), attrgetter("standing")
NOTHING: Mapping[str, Any] = MappingProxyType({})
NOBODY: frozenset[str] = frozenset()
BOTTOMLESS = 1_000_000
"""No rating is so high."""

LOOSE = frozenset({PUBLIC, MET})
"""Where an anomaly's text outside the Contained box is on."""


class Heard(NamedTuple):
    """The cards whose texts are on, and the ratings that their standing texts can change.

    Powers by timing and standing texts by rating are added as they are asked for.
    """

    talking: dict[str, Texts]
    ratings: frozenset[str]
    powers: dict[str, Speakers]
    standing: dict[str, Spoken]


class Found(Kept):
    """What was found of the texts in play, until a card that has any moves or gets a cog and `Table.forget` is called.

    The texts that are on, by the Situation that is resolved (empty: none); while nothing changes, what standing texts
    do to a rating; the ratings for which they are just being read; and whether no Character bears what can Destroy it.
    """

    heard = cast("Mapping[str, Heard]", NOTHING)
    standing = cast("dict[str, dict[str, list[Lasting]]] | None", None)
    reading = cast("tuple[str, ...]", ())
    unhurt = False
    stored = cast("dict[str, bool] | None", None)  # of which ratings an effect that lasts speaks


def speakers(table: Apollyon, timing: str) -> Speakers:
    """The texts of cards in play that are on at a timing, with their cards."""
    box = table.box
    on = heard(table, timing in box.on_contact)
    found = on.powers.get(timing)
    if found is None:
        about, talking = box.about.get(timing, NOBODY), on.talking
        found = on.powers[timing] = [
            (piece, power)
            for piece in (() if about.isdisjoint(talking) else talking)
            for power in talking[piece].powers.get(timing, ())
        ]
    return found


def spoken(table: Apollyon, rating: str) -> Spoken:
    """The standing texts that are on and can change a rating, with their cards."""
    box = table.box
    on = heard(table, rating in box.on_contact or ALL_RATINGS in box.on_contact)
    found = on.standing.get(rating)
    if found is None:
        found = on.standing[rating] = [*standing_in(on, box, rating), *standing_in(on, box, ALL_RATINGS)]
    return found


def standing_in(on: Heard, box: Box, rating: str) -> Spoken:
    """The standing texts among those that are on that can change a rating."""
    about, talking = box.about.get(rating, NOBODY), on.talking
    if about.isdisjoint(talking):
        return []
    return [(piece, texts.standing[rating]) for piece, texts in talking.items() if rating in texts.standing]


def silent(table: Apollyon, rating: str) -> bool:
    """Whether no text that is on can change a rating."""
    ratings = (table.kept.heard.get("") or heard(table, False)).ratings
    if rating in ratings or ALL_RATINGS in ratings:
        return False
    contact = table.box.on_contact
    if rating not in contact and ALL_RATINGS not in contact:
        return True
    return "Resolve" not in map(STEP_NAME, table.stack) or not spoken(table, rating)


def heard(table: Apollyon, on_contact: bool) -> Heard:
    """All texts that are on; `on_contact`: with those of the Situation that is resolved."""
    situation = ""
    if on_contact and "Resolve" in map(STEP_NAME, table.stack):
        situation = table.situations[resolving(table).place].piece
    kept = table.kept
    found = kept.heard.get(situation)
    if found is None:
        talking = listen(table, situation)
        found = Heard(talking, frozenset().union(*map(STANDING, talking.values())), {}, {})
        kept.heard = {**kept.heard, situation: found}
    return found


def listen(table: Apollyon, situation: str) -> dict[str, Texts]:
    """The cards whose texts are on: Characters, anomalies, directors, a Situation; then those in Contained boxes."""
    box, characters, anomalies = table.box, table.characters, table.anomalies
    found: dict[str, Texts] = {}
    for piece in in_line(box.loose.keys(), characters):
        who = characters[piece]
        if of_character(who.zone, who.cogs):
            found[piece] = box.loose[piece]
    loose = [piece for piece, what in anomalies.items() if what.zone in LOOSE]
    for piece in (*loose, *(site.director for site in table.sites), situation):
        if piece in box.loose:
            found[piece] = box.loose[piece]
    for piece in in_line(box.contained.keys(), anomalies):
        if anomalies[piece].zone == AC:
            found[piece] = box.contained[piece]
    return found


def in_line(some: Set[str], line: dict[str, Any]) -> Set[str] | list[str]:
    """Those that stand in a line, in the order of the line."""
    both = some & line.keys()
    return both if len(both) < 2 else [piece for piece in line if piece in both]


def resolving(table: Apollyon) -> Any:
    """The step that resolves a Situation now, if any."""
    return next((step for step in table.stack if step.step_name == "Resolve"), None)


def lowered(table: Apollyon, rating: str) -> int:
    """By how much all standing texts together can lower a rating of one card, read off what they say."""
    return sum(
        lowers(table.box.words, statement, rating)
        for _, texts in spoken(table, rating)
        for text in texts
        for statement in text.effect
        if isinstance(statement, Statement)
    )


def lowers(words: Vocabulary, statement: Statement, rating: str) -> int:
    """By how much a statement can lower a rating: by what it says ("-1 Subdue"), or, if it says no number, by any."""
    told = words.changed_by(statement)
    if told and rating not in told:
        return 0
    by = statement.args.get("by")
    return max(0, -by.by) if isinstance(by, Change) else BOTTOMLESS


def lowering(effect: Lasting) -> int:
    """By how much an effect can lower a rating."""
    return max(0, -effect.amount) if effect.how == "add" else BOTTOMLESS


def effects_on(table: Apollyon, name: str) -> list[Lasting]:
    """What all standing texts do to the rating of one card, or to one that no card has; kept while nothing changes."""
    rating = name.partition(":")[0]
    still = table.kept.standing
    if still is None:
        return said_of(table, rating)
    if rating not in still:
        still[rating] = {}
        for effect in said_of(table, rating):
            still[rating].setdefault(effect.name, []).append(effect)
    return still[rating].get(name, [])


def said_of(table: Apollyon, rating: str) -> list[Lasting]:
    """What all standing texts do to a rating, of whichever card; a text that asks for that rating sees it without."""
    kept, before = table.kept, table.kept.reading
    if rating in before:
        return []
    kept.reading = (*before, rating)
    try:
        return [
            effect
            for piece, texts in spoken(table, rating)
            for text in texts
            for effect in lasting(table.box.words, text, table, seat=table.holder(piece), source=piece)
        ]
    finally:
        kept.reading = before


def of_character(zone: str, cogs: int) -> str:
    """SA-14.6, SA-32.3: a Character's, while it is active and has no cog."""
    return "loose" if zone in ACTIVE and not cogs else ""


def of_anomaly(zone: str) -> str:
    """SA-5.11, SA-6.4, SA-24.5: an anomaly's, by whether it is loose, contained, or neither."""
    return "loose" if zone in LOOSE else "contained" if zone == AC else ""
