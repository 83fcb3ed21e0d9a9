"""What the cards can say: when, how long, in which state, and the step that carries a text out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from eschaton.cardtext.box import name_of
from eschaton.cardtext.context import Context
from eschaton.cardtext.data import Act, Clause
from eschaton.cardtext.perform import WHO
from eschaton.cardtext.perform import Perform as CardPerform
from eschaton.cardtext.phrase import Cause
from eschaton.cardtext.vocabulary import Words
from eschaton.games.apollyon.box.components import AC, GARRISON, LOSS, SEAT_KEYS, STARTING_CLASSES, TEAMS
from eschaton.games.apollyon.box.timings import (
    APPEARS,
    BOUGHT,
    BREACHED,
    CAPTURED,
    DESTROYED,
    END_OF_TURN,
    ENGAGED,
    EVENT,
    EVENT_PHASE,
    EVERY_CONTACT,
    FIRST_CONTACT,
    GROWTH_PHASE,
    LOST_EFFECT,
    MONTHLY,
    SCOUTED,
    SET_UP,
    SITE_PHASE,
    START_OF_TURN,
    SUBDUES,
    WON,
)
from eschaton.games.apollyon.language.agreeing import (
    as_answer,
    is_harm,
    is_optional,
    is_paid_by_oneself,
    owners_of,
    put_to_others,
    shared_by,
    with_a_say,
)
from eschaton.games.apollyon.language.kinds import (
    ANOMALIES,
    ENEMY,
    ENGAGEMENT,
    FOES,
    MISSION,
    ON_MISSIONS,
    SCOUTS,
    STAYING,
    TEAM,
)
from eschaton.games.apollyon.rules.strikes import STRIKES, ToldInAnyOrder, administrator_first
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import CHANCE, Ask, Seat
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

words = Words()

# Stretches of the game.

words.scope("turn", step="Turn", rule="SA-1.3", about="One month: all six phases.")
words.scope("mission", step="Resolve", rule="SA-15", about="While a mission is being carried out.", needs=[MISSION])
words.scope(
    "engagement",
    step="Engagement",
    rule="SA-18",
    about="One exchange between a team and an anomaly.",
    needs=[ENGAGEMENT],
)

# Forms of card text (section 6). All of them must happen.

FORMS: Final = {
    "Start of Turn": (START_OF_TURN, "SA-6.9", "Once per turn, in the Intel Phase.", "Gain 1 Intel."),
    "Event Phase": (EVENT_PHASE, "SA-6.10", "Once per turn, after the Event.", "Gain 1 Resource."),
    "End of Turn": (END_OF_TURN, "SA-6.11", "Once per turn, first in the Recovery Phase.", "Gain 1 Personnel."),
    "Monthly": (MONTHLY, "SA-6.2", "In each Recovery Phase.", "Lose 1 Masquerade."),
    "First Contact": (FIRST_CONTACT, "SA-6.6", "Before the very first engagement.", "Mark each member."),
    "Every Contact": (EVERY_CONTACT, "SA-6.7", "Before every engagement.", "Place 1 Wound on the first member."),
    "Lost": (LOST_EFFECT, "SA-32.16", "To each character that stays Lost in this card: it.", "Place 1 Wound on it."),
    "on appearing": (APPEARS, "SA-31.2", "When the Apollyon is turned up.", "Each player loses 1 Asset."),
    "set-up": (SET_UP, "SA-9.2", "When the game is laid out.", "Gain 3 Intel."),
    "bought": (BOUGHT, "SA-22.2", "When an Intel Card is bought; need not be written there.", "Gain 2 Masquerade."),
    "Event": (EVENT, "SA-23.1", "When an Event is drawn; need not be written there.", "Deal 2 Situations."),
    "won": (WON, "SA-16.5", "When the Situation is won, with its rewards.", "Look at the top 3 Situations."),
    "engaged": (ENGAGED, "SA-18.1", "In an engagement, after contact effects.", "Place 2 Minions on the enemy."),
}

SAID_ON: Final = {
    FIRST_CONTACT: (*FOES, "situation"),
    EVERY_CONTACT: FOES,
    LOST_EFFECT: ANOMALIES,
    APPEARS: ("apollyon",),
    SET_UP: ("director", "character", *STARTING_CLASSES),
    BOUGHT: ("intel",),
    EVENT: ("event",),
    WON: ON_MISSIONS,
    ENGAGED: ON_MISSIONS,
}
"""The kinds of card that speak at a timing, where those are not all that stay in play."""

FIGHT: Final = (TEAM, ENEMY, ENGAGEMENT, MISSION)
GIVEN: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    FIRST_CONTACT: {"": FIGHT, "situation": (TEAM, MISSION)},
    EVERY_CONTACT: {"": FIGHT},
    ENGAGED: {"": FIGHT},
    WON: {"": (TEAM, ENEMY, MISSION)},
}
"""What is there at a timing, by kind of card: before a Situation's anomaly is drawn there is no enemy (SA-16.2)."""

LOSING: Final = Cause(verb="make_lost", field="damage", value=LOSS, about="nobody is ever Lost in this card")
"""SA-32.8: how Characters come to be Lost in an anomaly, which speaks to them then."""

for template, (key, rule, about, example) in FORMS.items():
    words.timing(
        template,
        key=key,
        mandatory=True,
        rule=rule,
        about=about,
        example=f"{template}: {example}",
        on=SAID_ON.get(key, STAYING),
        brings="lost_character" if key == LOST_EFFECT else "",
        gives=GIVEN.get(key, {}),
        open=False,
        anywhere=key == LOST_EFFECT,
        state="contained" if key == SET_UP else "",
        due_to=LOSING if key == LOST_EFFECT else None,
    )

# Things that a player may do in a phase.

words.timing(
    "Growth Phase",
    key=GROWTH_PHASE,
    rule="SA-13.1",
    about="Whenever its player likes, in the Growth Phase.",
    example="Growth Phase, once per turn - spend 1 Intel: Gain 1 Resource.",
    on=STAYING,
    endless=True,
)
words.timing(
    "Site Phase",
    key=SITE_PHASE,
    rule="SA-24.7",
    about="Whenever its player likes, in the Site Phase.",
    example="Site Phase, once per turn: Add 1 Resource to 1 of your contained anomalies.",
    on=STAYING,
    endless=True,
)

# Things that happen.


def is_own_mission(table: Apollyon, context: Context) -> bool:
    """Whether an MTF of the card's player is on the mission."""
    step = table.find(context.about)
    return step is not None and any(TEAMS[mtf][0] == context.seat for mtf in step.mtfs)


def is_own_site(table: Apollyon, context: Context) -> bool:
    """Whether the breach is at the site of the card's player."""
    step = table.find(context.about)
    return step is not None and step.seat == context.seat


def is_about(table: Apollyon, context: Context, what: list[str]) -> bool:
    """Whether the anomaly that this is about is one of these."""
    step = table.find(context.about)
    return step is not None and step.anomaly in what


words.timing(
    "captured",
    key=CAPTURED,
    mandatory=True,
    rule="SA-15.4",
    about="When a Capture mission with an MTF of its player is won.",
    example="Captured: Place 1 Medal on 1 member.",
    on=STAYING,
    test=is_own_mission,
    gives=[TEAM, ENEMY],
    open=False,
)
words.timing(
    "scouted",
    key=SCOUTED,
    mandatory=True,
    rule="SA-21",
    about="When a Scouting mission with an MTF of its player has been rolled.",
    example="Scouted: Gain 1 Intel.",
    on=STAYING,
    test=is_own_mission,
    gives=[TEAM, SCOUTS],
    open=False,
)
words.timing(
    "when anybody is destroyed",
    key=DESTROYED,
    mandatory=True,
    rule="SA-18.9",
    about="After a character was destroyed, whoever's.",
    example="When anybody is destroyed: Place 1 Minion on this anomaly.",
    on=ON_MISSIONS,
    gives=FIGHT,
    open=False,
)
words.timing(
    "when your site is breached",
    key=BREACHED,
    mandatory=True,
    rule="SA-26.1",
    about="When an anomaly breaches containment at its player's site.",
    example="When your site is breached: Suffer 1 Breach Cascade.",
    on=STAYING,
    test=is_own_site,
    gives=[TEAM, ENEMY],
    open=False,
)
words.timing(
    "when {what:anomaly} is subdued",
    key=SUBDUES,
    mandatory=True,
    rule="SA-18.13",
    about="When an anomaly is subdued in an engagement.",
    example="When this anomaly is subdued: Place 1 Study Token on this anomaly.",
    on=ON_MISSIONS,
    test=is_about,
    gives=FIGHT,
    only=["loose"],
    open=False,
)


# States of the card.


@words.state(
    "Contained",
    rule="SA-6.4",
    example="Contained, Event Phase: Gain 1 Resource.",
    on=ANOMALIES,
    means="in_containment",
    silent=[FIRST_CONTACT, EVERY_CONTACT, LOST_EFFECT, APPEARS],
    without=["in_containment", "stored", "held", "subdued"],
)
def contained(table: Apollyon, context: Context) -> bool:
    """While this anomaly is in Active Containment; all other text of an anomaly is off then."""
    what = table.anomalies.get(context.source)
    return what is not None and what.zone == AC


@words.state(
    "Garrisoned",
    rule="SA-14.4",
    example="Garrisoned, Event Phase: Gain 1 Resource.",
    on=("character",),
    means="garrisoned",
)
def garrisoned_card(table: Apollyon, context: Context) -> bool:
    """While this character is in its Garrison."""
    who = table.characters.get(context.source)
    return who is not None and who.zone == GARRISON


@words.performing
class Perform(CardPerform):
    """SA-6.17: a card's text is carried out, clause by clause."""

    own: bool = False  # somebody was told to do this part: they decide about what is theirs
    decision: Open[list[str] | None] = None  # what all have agreed on (SA-6.14)

    def ask(self, table: Apollyon) -> Ask | None:
        return None if self.decision is not None else super().ask(table)

    def run(self, table: Apollyon, answer: Any = None) -> Follow:
        """What a text at a timing is about is in hand at first: the Character that stays Lost, say (SA-32.16)."""
        if not self.it and self.about:
            subject = getattr(table.find(self.about), "character", "")
            self.it = [subject] if subject else []
        if self.decision is not None:
            decision, self.decision = self.decision, None
            question = self.picking(table)
            return super().run(table, as_answer(question, decision) if question is not None else None)
        if answer is None or table.players_count == 1:
            return super().run(table, answer)
        question = self.picking(table)
        agreeing = None if question is None else put_to_others(table, self, question, answer)
        return super().run(table, answer) if agreeing is None else Stay(agreeing)

    def picking(self, table: Apollyon) -> Ask | None:
        """The open choice; what chance picks needs nobody's consent (SA-6.15)."""
        wish = self.wish(table)
        return None if wish is None or wish.ask.seat == CHANCE else wish.ask

    def must_agree(self, table: Apollyon, picked: list[str]) -> list[Seat]:
        """SA-6.14: who has a say in what is picked for the clause in hand."""
        wish = self.wish(table)
        if wish is None or is_paid_by_oneself(self.todo[0]):
            return []
        sharing = [] if self.is_ones_own(table) else shared_by(table, self.source)
        falls_on = owners_of(table, picked)
        if sharing and (is_optional(wish.ask) or not is_harm(self.todo[0])):
            falls_on = with_a_say(table, sharing, wish.ask.keys() or [""])
        if wish.slot == WHO and is_transfer(self.todo[0]):  # who is to have it is asked by itself (SA-Q-22)
            falls_on = [seat for seat in falls_on if SEAT_KEYS[seat] not in picked]
        return falls_on

    def is_ones_own(self, table: Apollyon) -> bool:
        """Whether one player acts for the card: as it tells them, for a Character they lost, or using it by choice."""
        about = table.find(self.about) if self.about else None
        if self.own or (about is not None and about.step_name == "RecoveryCheck"):
            return True
        return bool(self.power) and not table.power(self.power).mandatory

    def told(self, table: Apollyon, clause: Clause, seats: list[Seat]) -> list[Step]:
        """SA-Q-99: from the Administrator on; what strikes several sites does so in any order the players choose."""
        line = administrator_first(table, seats)
        if len(line) > 1 and isinstance(clause, Act) and clause.verb in STRIKES:
            return [ToldInAnyOrder(line, self.serial, clause)]
        return super().told(table, clause, line)

    def child(self, clauses: Iterable[Clause], **changed: Any) -> CardPerform:
        return super().child(clauses, own=self.own or "actor" in changed, **changed)

    def worded(self, table: Apollyon, clause: Clause) -> str:
        return f"{name_of(self.source, table.box.names)}: {super().worded(table, clause)}"


def is_transfer(clause: Clause) -> bool:
    """Whether a clause moves an anomaly to another site."""
    return isinstance(clause, Act) and clause.verb == "transfer"
