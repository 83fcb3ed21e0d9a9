"""What the cards speak of: nouns, adjectives, and the phrases that pick some of them."""

from __future__ import annotations

from typing import Any

from eschaton.cardtext.context import Context
from eschaton.cardtext.phrase import Range
from eschaton.cardtext.vocabulary import Words
from eschaton.games.apollyon.box.components import (
    AC,
    APOLLYON,
    EUCLID,
    GARRISON,
    KETER,
    LOST,
    MTFS,
    PUBLIC,
    SAFE,
    SKILLS,
    SLOT,
    SUBDUED,
    TC,
    THAUMIEL,
)
from eschaton.games.apollyon.language.kinds import ENEMY, TEAM
from eschaton.games.apollyon.rules.breach import Breach
from eschaton.games.apollyon.rules.damage import alive
from eschaton.games.apollyon.rules.engagement import Encounter, Engagement
from eschaton.games.apollyon.rules.finale import GiantEngagement
from eschaton.games.apollyon.state import Anomaly, Apollyon, Character
from eschaton.kernel.ask import Seat

words = Words()

# Sets of words.

ASSET_WORDS = {"Personnel": "personnel", "Resource": "resources", "Space": "space", "Intel": "intel", "Asset": ""}
"""Assets as cards name them; an Asset is of any kind."""

SKILL_WORDS = {name.replace("-", " ").title(): name for name in SKILLS}
TOKEN_WORDS = {
    "Wound": "wounds",
    "Cognitohazard": "cogs",
    "Medal": "medals",
    "Counter": "counters",
    "Study Token": "study",
    "Minion": "minions",
}
CLASS_WORDS = {"Safe": SAFE, "Euclid": EUCLID, "Keter": KETER, "Thaumiel": THAUMIEL}

words.words("asset", ["Personnel", "Resource(s)", "Space", "Intel", "Asset(s)"], "An Asset is any of the four kinds.")
words.words("skill", SKILL_WORDS, "The Skills of section 33.")
words.words("class", CLASS_WORDS, "The decks of anomalies that cards look into.")

words.otherwise |= {
    "pay": "spend",
    "heal": "remove <amount> Wounds from <character>",
    "hurt": "place <amount> Wounds on <character>",
    "kill": "destroy",
    "gets": "has",
    "get": "gain",
    "opponent": "other player",
    "cog": "Cognitohazard",
    "month": "Monthly: …",
}

PEOPLE = ("character", "member")
CREATURES = ("anomaly", "enemy")
ON_PEOPLE = (*PEOPLE, "lost_character")

words.words(
    "token",
    [f"{word}(s)" for word in TOKEN_WORDS],
    "What can lie on characters and anomalies; Cognitohazards and Medals only on characters.",
    of={"Cognitohazard": ON_PEOPLE, "Medal": ON_PEOPLE},
)


# Nouns.


def owner_of(table: Apollyon, thing: str) -> Seat | None:
    """The player of a Character, or of the site that holds an anomaly."""
    found = table.characters.get(thing) or table.anomalies.get(thing)
    return found.seat if found is not None else None


@words.noun("character(s)", rule="SA-4.7", owner=owner_of, example="Destroy 1 character.")
def character(table: Apollyon, context: Context) -> list[str]:
    """Characters in Garrisons and MTFs; those On Vacation or Lost cannot be chosen."""
    return table.active_characters()


@words.noun("Lost character(s)", rule="SA-32.8", owner=owner_of, example="Recover 1 of your Lost characters.")
def lost_character(table: Apollyon, context: Context) -> list[str]:
    """Characters that are Lost."""
    return [piece for piece, who in table.characters.items() if who.zone == LOST]


@words.noun(
    "member(s)",
    rule="SA-15.8",
    owner=owner_of,
    example="Place 1 Wound on each member.",
    needs=[TEAM],
    also=["character"],
)
def member(table: Apollyon, context: Context) -> list[str]:
    """The characters of the team that is on a mission or in an engagement now, in line; on a character: of its own."""
    found = team(table, context.source)
    return found if context.source not in table.characters or context.source in found else []


def team(table: Apollyon, source: str = "") -> list[str]:
    """The living members of the nearest team among the steps under way; for a Situation, of its own (SA-3.11)."""
    for step in under_way(table, source):
        members = team_of(table, step)
        if members is not None:
            return alive(table, members)
    return []


def under_way(table: Apollyon, source: str) -> list[Any]:
    """The steps under way of which a card may speak, the nearest first; a breach is no Situation's affair."""
    if source not in table.box.situations:
        return table.stack[::-1]
    mission = table.resolving()
    own = [step for step in table.stack if isinstance(step, Engagement) and step.to == getattr(mission, "serial", 0)]
    return [*own, mission]


def encounter(table: Apollyon) -> Encounter | None:
    """The nearest encounter under way."""
    return next((step for step in reversed(table.stack) if isinstance(step, Encounter)), None)


def concerns(table: Apollyon, source: str) -> bool:
    """SA-3.11: whether the nearest encounter is one of which a card may speak."""
    nearest = encounter(table)
    return source not in table.box.situations or nearest is None or nearest is table.resolving()


def team_of(table: Apollyon, step: Any) -> list[str] | None:
    """The team of a step, be it an engagement, a mission, a breach or the Apollyon's engagement; None without one."""
    if isinstance(step, Breach):
        return table.in_zone(step.seat, GARRISON)
    if isinstance(step, GiantEngagement):
        return table.active_characters()
    mtfs = getattr(step, "mtfs", None)
    found: list[str] | None = getattr(step, "team", None)
    return table.team(mtfs) if found is None and mtfs is not None else found


@words.noun("anomaly/anomalies", name="anomaly", rule="SA-5.1", owner=owner_of, example="Mark 1 anomaly.")
def anomaly(table: Apollyon, context: Context) -> list[str]:
    """Anomalies in play, wherever they are."""
    return list(table.anomalies)


@words.noun(
    "enemy/enemies",
    rule="SA-18.2",
    example="The enemy has +1 Threat.",
    needs=[ENEMY],
    also=["anomaly"],
    range=Range(0, 1),
)
def enemy(table: Apollyon, context: Context) -> list[str]:
    """What the team is engaged with."""
    for step in under_way(table, context.source):
        if isinstance(step, Encounter) and step.anomaly in table.anomalies:
            return [step.anomaly]
    return []


@words.noun("Situation(s)", rule="SA-3.7", example="Reveal 1 Situation.")
def situation(table: Apollyon, context: Context) -> list[str]:
    """Situations in the slots of the Situation Zone, by their places; not one that is just being resolved."""
    mission = table.resolving()
    here = mission.place if mission is not None else ""
    return [place for place in table.situations if place.startswith(SLOT) and place != here]


# Adjectives.


@words.adjective(
    "Garrisoned", of=PEOPLE, rule="SA-14.4", example="Destroy 1 Garrisoned character.", excludes=["deployed"]
)
def garrisoned(table: Apollyon, context: Context, thing: str) -> bool:
    """In the Garrison of its site."""
    return table.characters[thing].zone == GARRISON


@words.adjective("wounded", of=PEOPLE, rule="SA-32.1", example="Send 1 wounded character on vacation.")
def wounded(table: Apollyon, context: Context, thing: str) -> bool:
    """With at least one Wound."""
    return table.characters[thing].wounds > 0


@words.adjective("first", of=PEOPLE, rule="SA-4.9", example="Place 1 Wound on the first member.")
def first(table: Apollyon, context: Context, thing: str) -> bool:
    """At the head of the team or zone it stands in."""
    return line_of(table, thing)[0] == thing


@words.adjective(
    "last", of=PEOPLE, rule="SA-4.9", example="While this character is last: This character has +1 Threat."
)
def last(table: Apollyon, context: Context, thing: str) -> bool:
    """At the end of the team or zone it stands in."""
    return line_of(table, thing)[-1] == thing


def line_of(table: Apollyon, thing: str) -> list[str]:
    """The line in which a Character stands: its team's if it is in one now, else its zone's."""
    found = team(table)
    who = table.characters[thing]
    return found if thing in found else table.in_zone(who.seat, who.zone) or [thing]


@words.adjective("deployed", of=PEOPLE, rule="SA-14.3", example="Place 1 Wound on 1 deployed character.")
def deployed(table: Apollyon, context: Context, thing: str) -> bool:
    """In an MTF."""
    return table.characters[thing].zone in MTFS


@words.adjective("marked", of=(*PEOPLE, "anomaly"), rule="SA-32.36", example="Destroy 1 marked character.")
def marked(table: Apollyon, context: Context, thing: str) -> bool:
    """Bearing this card's own Anomaly Token."""
    return context.source in holder_of_tokens(table, thing).marks


OBJECT_CLASSES = (SAFE, EUCLID, KETER, THAUMIEL, APOLLYON)


def of_class(name: str) -> None:
    """Declare a class as an adjective."""

    def is_of_class(table: Apollyon, context: Context, thing: str) -> bool:
        return table.box.anomalies[thing].object_class == name

    is_of_class.__name__ = f"is_{name}"
    is_of_class.__doc__ = f"Of class {name.title()}."
    others = [f"is_{other}" for other in OBJECT_CLASSES if other != name]
    example = f"Mark 1 {name.title()} anomaly."
    words.adjective(name.title(), of=CREATURES, rule="SA-5.2", example=example, excludes=others)(is_of_class)


for name in OBJECT_CLASSES:
    of_class(name)


@words.adjective(
    "loose",
    of=["anomaly"],
    rule="SA-5.14",
    example="Each loose anomaly has -1 Masquerade Cost.",
    excludes=["in_containment", "stored", "held", "subdued"],
    unowned=True,
)
def loose(table: Apollyon, context: Context, thing: str) -> bool:
    """In the Public Zone."""
    return table.anomalies[thing].zone == PUBLIC


@words.adjective(
    "contained",
    of=["anomaly"],
    rule="SA-24.8",
    example="Add 1 Resource to 1 contained anomaly.",
    excludes=["stored", "subdued"],
)
def in_containment(table: Apollyon, context: Context, thing: str) -> bool:
    """In Active Containment."""
    return table.anomalies[thing].zone == AC


@words.adjective("stored", of=["anomaly"], rule="SA-24.4", example="Run a Breach Check on 1 stored anomaly.")
def stored(table: Apollyon, context: Context, thing: str) -> bool:
    """In Temporary Containment."""
    return table.anomalies[thing].zone == TC


@words.adjective(
    "held",
    of=["anomaly"],
    rule="SA-28.1",
    example="Run a Breach Check on 1 of your held anomalies.",
    excludes=["subdued"],
)
def held(table: Apollyon, context: Context, thing: str) -> bool:
    """In Active or Temporary Containment."""
    return table.anomalies[thing].zone in (AC, TC)


@words.adjective("subdued", of=["anomaly"], rule="SA-18.16", example="Mark 1 subdued anomaly.", excludes=["stored"])
def subdued(table: Apollyon, context: Context, thing: str) -> bool:
    """Subdued and on its way to a site."""
    return table.anomalies[thing].zone == SUBDUED


def holder_of_tokens(table: Apollyon, thing: str) -> Character | Anomaly:
    """The Character or anomaly in play."""
    return table.characters.get(thing) or table.anomalies[thing]


# Phrases after the noun.


@words.which("with {skill:skill}", of=PEOPLE, rule="SA-33", example="Place 1 Medal on 1 character with Scout.")
def with_skill(table: Apollyon, context: Context, thing: str, skill: str) -> bool:
    """Who have a Skill on their card or by Promotion, whether or not it works now."""
    name, box = SKILL_WORDS[skill], table.box
    promotions = table.characters[thing].promotions
    return name in box.characters[thing].skills or any(box.promotions[each].skill == name for each in promotions)


@words.which("beside {what:anomaly}", of=["anomaly"], rule="SA-24.9", example="Mark each anomaly beside this anomaly.")
def beside(table: Apollyon, context: Context, thing: str, what: list[str]) -> bool:
    """Next to it in a row of Active Containment."""
    here = table.anomalies[thing]
    return here.zone == AC and any(
        there.row == here.row and there.seat == here.seat and thing in neighbours(table, each)
        for each in what
        if (there := table.anomalies[each]).zone == AC
    )


def neighbours(table: Apollyon, piece: str) -> list[str]:
    """The anomalies left and right of one in its row."""
    what = table.anomalies[piece]
    if what.zone != AC:
        return []
    row = table.rows(what.seat)[what.row]
    at = row.index(piece)
    return row[max(0, at - 1) : at] + row[at + 1 : at + 2]
