"""What is so while a card says it. Every statement gives `Lasting` effects under the names that `ratings.py` reads."""

from __future__ import annotations

from typing import Final

from eschaton.cardtext.context import Context
from eschaton.cardtext.data import Every, Group, With
from eschaton.cardtext.vocabulary import Words
from eschaton.games.apollyon.language.kinds import ENGAGEMENT, TEAM
from eschaton.games.apollyon.language.things import (
    CREATURES,
    OBJECT_CLASSES,
    PEOPLE,
    SKILL_WORDS,
    concerns,
    holder_of_tokens,
)
from eschaton.games.apollyon.rules.ratings import minion_threat
from eschaton.games.apollyon.rules.resolve import Resolve
from eschaton.games.apollyon.state import OF_THE_TEAM, Apollyon
from eschaton.kernel.effect import Lasting

WHO = "|".join(PEOPLE)
CARDS = "|".join((*PEOPLE, *CREATURES))
LONGEST_SITE: Final = 9  # rows of a site that a card can speak of
KIND_OR_PLACE: Final = frozenset(
    {"garrisoned", "deployed", "loose", "in_containment", "stored", "held", "subdued", "beside"}
    | {f"is_{name}" for name in OBJECT_CLASSES}
)

words = Words()
"""What is so of a card's Minions if it is so of the card."""
LAST_WORD: Final = 1_000_000_000  # began so late that no other effect comes after it

ROLLS: Final = {
    "Intel Checks": "intel check",
    "Recovery Checks": "recovery check",
    "Amnestics rolls": "amnestics",
    "Scouting rolls": "scouting",
    "Neutralization Trials": "trial",
    "transfer rolls": "transfer",
    "Breach Checks": "breach check",
}
words.words("roll", ROLLS, "Kinds of roll whose measure a card can change.")
WARES: Final = ("Characters", "Intel Cards", "Space Tokens")
PRICES: Final = {"Characters": "character price", "Intel Cards": "intel price", "Space Tokens": "space price"}
words.words("ware", WARES, "What is bought in the Growth Phase.")


SKILL_RATINGS: Final = {word: f"skill {name}" for word, name in SKILL_WORDS.items()}
ROLL_RATINGS: Final = {word: f"measure {name}" for word, name in ROLLS.items()}

# Ratings of cards.


@words.statement(
    f"{{what:{CARDS}}} has/have {{by:change}} Threat",
    rule="SA-4.2",
    example="The enemy has +1 Threat.",
    changes=["threat", "minion"],
)
def changed_threat(table: Apollyon, context: Context, what: list[str], by: int) -> list[Lasting]:
    """Cards have more or less Threat; said of each card of a kind, of a class or in a place, so have their Minions."""
    return [Lasting(name, "add", by) for name in threats(table, context, what)]


@words.statement(
    f"{{what:{WHO}}} has/have {{by:change -20..-1}} Threat to a minimum of {{n:number 0..20}}",
    rule="SA-6.17",
    example="Each member has -1 Threat to a minimum of 1.",
    changes=["threat", "minion"],
)
def limited_threat(table: Apollyon, context: Context, what: list[str], by: int, n: int) -> list[Lasting]:
    """Characters have less Threat, but not less than so much; said of each of them, so have their Minions."""
    return [Lasting(name, "add", by, least=n, began=LAST_WORD) for name in threats(table, context, what)]


def threats(table: Apollyon, context: Context, what: list[str]) -> list[str]:
    """The names of the ratings that a change of Threat reaches: of these cards, and of their Minions if they share it.

    SA-32.42, SA-Q-100: a Minion is another card of its parent's kind and class, where its parent is. What is said of
    each such card is said of it too; what is said of one card, or of those with some token, Skill or place in line,
    is not, since a Minion has none of these.
    """
    names = [f"threat:{piece}" for piece in what]
    said = context.said.get("what")
    if not isinstance(said, Every) or not is_of_minions(said.group):
        return names
    for piece in what:
        if minions := holder_of_tokens(table, piece).minions:
            names += [minion_threat(piece, own) for own in sorted({own for own, _ in minions})]
    return names


def is_of_minions(group: Group) -> bool:
    """Whether all that a group asks of its cards is so of their Minions."""
    asked = (*group.adjectives, *group.which)
    return all(not isinstance(each, With) and each.name in KIND_OR_PLACE for each in asked)


@words.statement(
    f"{{what:{CARDS}}} has/have {{by:change}} Subdue",
    rule="SA-4.2",
    example="The enemy has +1 Subdue.",
    changes=["subdue"],
)
def changed_subdue(table: Apollyon, context: Context, what: list[str], by: int) -> list[Lasting]:
    """Cards have a higher or lower Subdue Rating."""
    return [Lasting(f"subdue:{piece}", "add", by) for piece in what]


@words.statement(
    f"{{what:{WHO}}} has/have {{by:change}} {{skill:skill}}",
    rule="SA-33",
    example="Each of your Garrisoned characters has +1 Amnestics.",
    changes=SKILL_RATINGS,
)
def changed_skill(table: Apollyon, context: Context, what: list[str], by: int, skill: str) -> list[Lasting]:
    """Characters have more or less of a Skill."""
    return [Lasting(f"skill {SKILL_WORDS[skill]}:{piece}", "add", by) for piece in what]


@words.statement(
    "your team may reroll {n:number} die/dice each engagement",
    rule="SA-8.2",
    example="Your team may reroll 1 die each engagement.",
    changes=["rerolls"],
)
def rerolls(table: Apollyon, context: Context, n: int) -> list[Lasting]:
    """Teams that this player leads may roll so many failed dice again."""
    return [Lasting("rerolls", "add", n, on=context.seat)]


@words.statement(
    "{skill:skill} does not work",
    rule="SA-33.19",
    example="Every Contact: Until the end of the engagement, Leader does not work.",
    changes=SKILL_RATINGS,
)
def skill_off(table: Apollyon, context: Context, skill: str) -> list[Lasting]:
    """Nobody has the use of a Skill."""
    name = SKILL_WORDS[skill]
    return [Lasting(f"skill {name}:{piece}", "set", 0, began=LAST_WORD) for piece in table.active_characters()]


@words.statement(
    "{what:anomaly} has/have {by:change} Masquerade Cost",
    rule="SA-2.3",
    example="Each loose anomaly has -1 Masquerade Cost.",
    only=["loose"],
    changes=["masquerade"],
)
def changed_cost(table: Apollyon, context: Context, what: list[str], by: int) -> list[Lasting]:
    """Loose anomalies cost more or less each month."""
    return [Lasting(f"masquerade:{piece}", "add", by) for piece in what]


# Measures.


@words.statement(
    "your {roll:roll} have {by:change -5..5} measure",
    rule="SA-8.6",
    example="Your Intel Checks have -1 measure.",
    changes=ROLL_RATINGS,
)
def own_measure(table: Apollyon, context: Context, roll: str, by: int) -> list[Lasting]:
    """A kind of roll of this player succeeds more or less easily."""
    return [Lasting(f"measure {ROLLS[roll]}", "add", by, on=context.seat)]


@words.statement(
    "all {roll:roll} have {by:change -5..5} measure",
    rule="SA-8.6",
    example="All Breach Checks have -1 measure.",
    changes=ROLL_RATINGS,
)
def every_measure(table: Apollyon, context: Context, roll: str, by: int) -> list[Lasting]:
    """A kind of roll succeeds more or less easily for everybody."""
    return [Lasting(f"measure {ROLLS[roll]}", "add", by)]


@words.statement(
    "the team rolls with {by:change -5..5} measure",
    rule="SA-18.2",
    example="The team rolls with +1 measure.",
    changes=["measure team"],
)
def team_measure(table: Apollyon, context: Context, by: int) -> list[Lasting]:
    """The team's dice succeed more or less easily."""
    return [Lasting("measure team", "add", by, condition=OF_THE_TEAM)] if concerns(table, context.source) else []


@words.statement(
    "{what:enemy} rolls with {by:change -5..5} measure",
    rule="SA-18.2",
    example="The enemy rolls with -1 measure.",
    changes=["measure anomaly"],
)
def enemy_measure(table: Apollyon, context: Context, what: list[str], by: int) -> list[Lasting]:
    """The enemy's dice succeed more or less easily."""
    return [Lasting(f"measure anomaly:{piece}", "add", by) for piece in what]


@words.statement(
    "the team rolls twice its Threat",
    rule="SA-8.5",
    example="If there is exactly 1 member, until the end of the mission, the team rolls twice its Threat.",
    needs=[TEAM],
    changes=["dice per threat"],
)
def twice_threat(table: Apollyon, context: Context) -> list[Lasting]:
    """The team rolls two dice for each point of Threat that it has when it rolls."""
    return [Lasting("dice per threat", "set", 2, condition=OF_THE_TEAM)] if concerns(table, context.source) else []


# What is allowed.


@words.statement(
    "{what:anomaly} cannot breach",
    rule="SA-Q-104",
    example="Contained: Each marked anomaly cannot breach.",
    only=["held"],
    changes=["may breach"],
)
def no_breach(table: Apollyon, context: Context, what: list[str]) -> list[Lasting]:
    """Breach Checks do nothing to these anomalies."""
    return [Lasting(f"may breach:{piece}", "forbid") for piece in what]


@words.statement(
    "{what:character} cannot go on vacation",
    rule="SA-14.5",
    example="This character cannot go on vacation.",
    changes=["may vacation"],
)
def no_vacation(table: Apollyon, context: Context, what: list[str]) -> list[Lasting]:
    """Players cannot put these characters On Vacation."""
    return [Lasting(f"may vacation:{piece}", "forbid") for piece in what]


@words.statement("the team cannot retreat", rule="SA-19.1", example="The team cannot retreat.", changes=["may retreat"])
def no_retreat(table: Apollyon, context: Context) -> list[Lasting]:
    """No Retreat Order can be given."""
    return [Lasting("may retreat", "forbid")]


@words.statement(
    "the team retreats unharmed",
    rule="SA-19.4",
    example="The team retreats unharmed.",
    needs=[ENGAGEMENT],
    changes=["anomaly dice"],
)
def free_retreat(table: Apollyon, context: Context) -> list[Lasting]:
    """The anomaly rolls no dice against a team that retreats."""
    fights = [step for step in table.stack if isinstance(step, Resolve) and step.retreat]
    return [Lasting(f"anomaly dice:{step.anomaly}", "set", 0, began=LAST_WORD) for step in fights]


@words.statement(
    "{ware:ware} cannot be bought",
    rule="SA-13.17",
    example="Characters cannot be bought.",
    changes={ware: f"may buy {ware.lower()}" for ware in WARES},
)
def no_buying(table: Apollyon, context: Context, ware: str) -> list[Lasting]:
    """Nobody can buy these."""
    return [Lasting(f"may buy {ware.lower()}", "forbid")]


@words.statement("{ware:ware} cost {by:change}", rule="SA-13.17", example="Intel Cards cost +1.", changes=PRICES)
def changed_price(table: Apollyon, context: Context, ware: str, by: int) -> list[Lasting]:
    """Everybody pays more or less Assets."""
    return [Lasting(PRICES[ware], "add", by)]


@words.statement("{ware:ware} cost you {by:change}", rule="SA-13.17", example="Characters cost you -1.", changes=PRICES)
def own_price(table: Apollyon, context: Context, ware: str, by: int) -> list[Lasting]:
    """You pay more or less Assets."""
    return [Lasting(PRICES[ware], "add", by, on=context.seat)]


# Numbers of the site and of the phases.


@words.statement(
    "the Draw Pile has {by:change} Asset Card(s)",
    rule="SA-13.2",
    example="The Draw Pile has +1 Asset Card.",
    changes=["draw pile"],
)
def draw_pile(table: Apollyon, context: Context, by: int) -> list[Lasting]:
    """More or fewer Asset Cards are shown in the Growth Phase."""
    return [Lasting("draw pile", "add", by)]


@words.statement(
    "{by:change} Situation(s) is/are dealt each turn",
    rule="SA-12.7",
    example="+1 Situation is dealt each turn.",
    changes=["situations"],
)
def situations_dealt(table: Apollyon, context: Context, by: int) -> list[Lasting]:
    """More or fewer Situations are dealt in the Intel Phase."""
    return [Lasting("situations", "add", by)]


@words.statement(
    "your site has {by:change} Neutralization Trial(s) each turn",
    rule="SA-25.2",
    example="Your site has +1 Neutralization Trial each turn.",
    changes=["trials"],
)
def more_trials(table: Apollyon, context: Context, by: int) -> list[Lasting]:
    """The site may run more trials."""
    return [Lasting("trials", "add", by, on=context.seat)]


@words.statement(
    "your rows hold {by:change} anomaly/anomalies",
    rule="SA-Q-35",
    example="Your rows hold +1 anomaly.",
    changes=["row capacity"],
)
def longer_rows(table: Apollyon, context: Context, by: int) -> list[Lasting]:
    """The rows of Active Containment of this site are longer."""
    return [Lasting("row capacity", "add", by, on=context.seat)]


@words.statement(
    f"row {{n:number 1..{LONGEST_SITE}}} of each site is closed",
    rule="SA-24.9",
    example="For the rest of the game, row 2 of each site is closed.",
    changes=[*(f"may row {n}" for n in range(1, LONGEST_SITE + 1))],
)
def closed_row(table: Apollyon, context: Context, n: int) -> list[Lasting]:
    """Nothing more can be contained in this row of Active Containment; what is there stays."""
    return [Lasting(f"may row {n}", "forbid")]


@words.statement(
    "there is no Event", rule="SA-23.1", example="Until the end of the turn, there is no Event.", changes=["may event"]
)
def no_event(table: Apollyon, context: Context) -> list[Lasting]:
    """No Event is drawn or rolled."""
    return [Lasting("may event", "forbid")]


@words.statement(
    "your site suffers no Breach Cascades",
    rule="SA-27.3",
    example="Until the end of the turn, your site suffers no Breach Cascades.",
    changes=["may cascade"],
)
def no_cascades(table: Apollyon, context: Context) -> list[Lasting]:
    """Breach Cascades at this site fizzle."""
    return [Lasting("may cascade", "forbid", on=context.seat)]
