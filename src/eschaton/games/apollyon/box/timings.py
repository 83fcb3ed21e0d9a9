"""The moments at which card texts take effect; `announce` (announce.py) collects who speaks at them.

A vocabulary gives each of them words: `words.timing("monthly", key=MONTHLY, mandatory=True, ...)`.
"""

from __future__ import annotations

from typing import Final

# Forms of card text (section 6).
START_OF_TURN: Final = "start of turn"  # SA-6.9, SA-12.6
EVENT_PHASE: Final = "event phase"  # SA-6.10, SA-23.12
END_OF_TURN: Final = "end of turn"  # SA-6.11, SA-29.1
MONTHLY: Final = "monthly"  # SA-6.2, SA-29.6
FIRST_CONTACT: Final = "first contact"  # SA-6.6: of an anomaly just found; of a Situation being resolved
EVERY_CONTACT: Final = "every contact"  # SA-6.7
LOST_EFFECT: Final = "lost effect"  # SA-32.16: about a Character that stays Lost in this Source
APPEARS: Final = "appears"  # SA-31.2: an Apollyon is turned up
BOUGHT: Final = "bought"  # SA-22.2: an Intel Card; the default of its kind
EVENT: Final = "event"  # SA-23.1: an Event card is drawn; the default of its kind

# Phases in which texts may be used, as one of the things players do there.
SET_UP: Final = "set-up"
GROWTH_PHASE: Final = "growth phase"
SITE_PHASE: Final = "site phase"

# Things that happen. `about` is the serial of the step that tells of it.
DEALT: Final = "situation dealt"  # about DealSituation
ENGAGED: Final = "engaged"  # about Engagement, after contact effects and before any roll
WON: Final = "situation won"  # about ResolveSituation, with its rewards
SCOUTED: Final = "scouted"  # about Scouting, after its dice
SUBDUES: Final = "anomaly subdued"  # about Engagement
CAPTURED: Final = "captured"  # about Capture, won
DESTROYED: Final = "character destroyed"  # about Destroyed
CONTAINED: Final = "contained"  # about the step that contained an anomaly
BREACHED: Final = "breached"  # about Breach
NEUTRALIZED: Final = "neutralized"  # about the trial
