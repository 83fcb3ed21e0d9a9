"""The kinds of card, and the settings in which their texts can be."""

from __future__ import annotations

from eschaton.cardtext.vocabulary import Words
from eschaton.games.apollyon.box.facts import KINDS
from eschaton.games.apollyon.box.timings import BOUGHT, EVENT, FIRST_CONTACT, GROWTH_PHASE

DEFAULT_TIMINGS = {"intel": BOUGHT, "event": EVENT, "situation": FIRST_CONTACT}

words = Words()

ANOMALIES = ("safe", "euclid", "keter", "thaumiel", "apollyon")
FOES = ("false-alarm", *ANOMALIES)
PASSING = ("asset", "intel", "event", "promotion")
"""Cards that are carried out or worn and never lie in play with a text of their own."""
STAYING = ("director", "character", *ANOMALIES)
"""Cards that lie in play from phase to phase; Situations and False Alarms speak only while they are resolved."""
ON_MISSIONS = ("situation", *STAYING)
NOUNS = {"character": ("character", "member"), **dict.fromkeys(FOES, ("anomaly", "enemy"))}

for kind, facts in KINDS.items():
    timing = DEFAULT_TIMINGS.get(kind, GROWTH_PHASE).replace(" ", "_")
    words.kind(kind, facts, timing, this=NOUNS.get(kind, ()), passing=kind in PASSING)

TEAM, ENEMY, ENGAGEMENT, MISSION, SCOUTS, ROLL = "team", "enemy", "engagement", "mission", "scouts", "roll"
words.setting(TEAM, "a team on a mission or in an engagement")
words.setting(ENEMY, "an enemy that a team has met")
words.setting(ENGAGEMENT, "an engagement under way")
words.setting(MISSION, "a Situation that is being resolved")
words.setting(SCOUTS, "a Scouting mission that was rolled")
words.setting(ROLL, "dice that this card has just rolled", brief=True)
