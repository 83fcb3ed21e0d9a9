"""All that cards and coins can do, joined from the files that say it."""

from __future__ import annotations

from eschaton.games.cult.abilities import characters, dice_sigils, faceless, portents, rituals, sigils, wraiths
from eschaton.games.cult.powers import Abilities
from eschaton.games.cult.rules import commit, kraken, response, trade

ABILITIES = Abilities(
    trade.abilities,
    commit.abilities,
    kraken.abilities,
    response.abilities,
    characters.abilities,
    dice_sigils.abilities,
    faceless.abilities,
    portents.abilities,
    rituals.abilities,
    sigils.abilities,
    wraiths.abilities,
)
