"""The variants as options of the game, and which of them go together (CD-20 to CD-23, CD-Q-74)."""

from __future__ import annotations

from typing import Final

from eschaton.games.cult.box.components import HERESY_ROLES
from eschaton.kernel.game import Setup, Switch, seats_in_words

NECROMANCER, ASIDE, SHUFFLED, TO_HIGH_PRIEST = "necromancer", "aside", "shuffled", "high-priest"
TRULY, SELFISH = "truly_a_high_priest", "dont_be_so_selfish"
MERCHANT_OF_DEATH, HERESY = "merchant_of_death", "heresy"
AUTOMATED = 4  # with so few players the High Priest is an automaton (CD-21.2)

OPTIONS: Final = (
    Switch(
        key=NECROMANCER,
        title="The Necromancer stays aside, is shuffled among the Characters, or is the High Priest's",
        default=ASIDE,
        choices=(ASIDE, SHUFFLED, TO_HIGH_PRIEST),
        rule="CD-20.1",
    ),
    Switch(key=TRULY, title="Truly a High Priest: the High Priest may replace a ritual first", rule="CD-23.1"),
    Switch(key=SELFISH, title="Don't Be So Selfish: the last Faithful's death costs the High Priest", rule="CD-23.3"),
    Switch(key=MERCHANT_OF_DEATH, title="Merchant of Death: the High Priest lives on Wraiths", rule="CD-23.5"),
    Switch(key=HERESY, title="Heresy!: both Heretics are in the game", rule="CD-23.7"),
)


def refuse(setup: Setup) -> str | None:
    """CD-Q-74: why these options do not go together; the reason begins with the option that is in the way."""
    if setup.options[HERESY] and setup.players not in HERESY_ROLES:
        needed = seats_in_words(tuple(HERESY_ROLES))
        return f"{HERESY}: Heresy! needs {needed} players, not {setup.players} (CD-23.7)"
    if setup.players == AUTOMATED and setup.options[NECROMANCER] == TO_HIGH_PRIEST:
        reason = "the automated High Priest of four players cannot be the Necromancer, as it could not revive"
        return f"{NECROMANCER}: {reason} (CD-Q-74)"
    return None
