"""How likely each seat is to win, as the table lies with all roles known: what a search weighs imagined tables by.

The chances are logistic in what `standing` reads off a table; the weights were fitted to games between rule-of-thumb
players of every number (see `docs/bots.md`). They are for players who imagine tables: on the true one they would tell.
"""

from __future__ import annotations

from math import exp, log1p, sqrt
from pathlib import Path
from typing import Final

from eschaton.games.cult.box.components import (
    BLOOD,
    CABALIST,
    DAGGERS,
    FAITHFUL,
    HIGH_PRIEST,
    REPENTANT,
    SEAT_OF,
    VENGEFUL,
)
from eschaton.games.cult.rules.kraken import KRAKEN
from eschaton.games.cult.rules.resolve import counts_as_symbol
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Seat
from eschaton.kernel.outlook import Outlook

SIDES: Final = {HIGH_PRIEST: 0, FAITHFUL: 1, CABALIST: 2, REPENTANT: 3, VENGEFUL: 3}
FRIENDLY: Final = (1.0, 1.0, -1.0, 0.0)
"""What each side is to the High Priest."""
COVETED: Final = (KRAKEN, "sea-hydra", "lamia")
KEPT: Final = {
    ritual: place for place, ritual in enumerate((*COVETED, "ancient-chant", "transmutation", "blood-rites"))
}


def coming(table: Cult) -> list[int]:
    """The life of every seat when the dice that lie on players have been resolved."""
    life = [player.life for player in table.players]
    for die in table.dice:
        seat = SEAT_OF.get(die.on)
        if seat is None or not table.players[seat].alive:
            continue
        if counts_as_symbol(table, die, seat) or die.face == BLOOD:
            life[seat] += 1
        elif die.face in DAGGERS:
            life[seat] -= DAGGERS[die.face]
    return life


def standing(table: Cult) -> list[float]:
    """What the chances are read from: life, dice and coins of each kind of player, who keeps what, and the table.

    The game is a race: the High Priest's life against that of all enemies together. The fewer points are left, the
    more each of them counts; hence roots and logarithms.
    """
    life = coming(table)
    lasting, living, kraken, coins, sigils = ([0] * 4 for _ in range(5))
    kept = [0.0] * len(KEPT)
    for seat in table.places:
        player = table.players[seat]
        side = SIDES[table.role(seat)]
        coins[side] += player.siren + player.chant
        sigils[side] += len(player.sigil.cards)
        if player.alive:
            lasting[side] += max(0, life[seat])
            living[side] += 1
            kraken[side] += player.kraken
            for ritual in player.rituals:
                kept[KEPT[ritual]] += FRIENDLY[side]
    priest, faithful, cabal, heretics = lasting
    return [
        *(priest / 10, sqrt(priest), log1p(priest)),
        *(faithful / 10, sqrt(faithful), living[1]),
        *(cabal / 10, sqrt(cabal), living[2], log1p(cabal)),
        *(heretics / 10, sqrt(heretics), living[3], log1p(cabal + heretics)),
        *kraken,
        *(many / 5 for many in coins),
        *sigils,
        table.round / 10,
        *(1.0 if table.n == n else 0.0 for n in range(4, 9)),
        *kept,
        *within_reach(table),
    ]


def within_reach(table: Cult) -> tuple[float, float]:
    """How near the Kraken, and other rituals worth keeping, are to completion by the player whose turn it is."""
    friendly = FRIENDLY[SIDES[table.role(table.active)]] if table.active >= 0 else 0.0
    kraken = others = 0.0
    for altar in table.altars:
        if altar.ritual in COVETED:
            near = friendly / (1 + sum(altar.tracks.values()))
            if altar.ritual == KRAKEN:
                kraken += near
            else:
                others += near
    return kraken, others


FEATURES: Final = (
    "High Priest: life / 10",
    "High Priest: root of life",
    "High Priest: log of life",
    "Faithful: life / 10",
    "Faithful: root of life",
    "Faithful: alive",
    "Cabalists: life / 10",
    "Cabalists: root of life",
    "Cabalists: alive",
    "Cabalists: log of life",
    "Heretics: life / 10",
    "Heretics: root of life",
    "Heretics: alive",
    "all enemies: log of life",
    "High Priest: Kraken dice",
    "Faithful: Kraken dice",
    "Cabalists: Kraken dice",
    "Heretics: Kraken dice",
    "High Priest: coins / 5",
    "Faithful: coins / 5",
    "Cabalists: coins / 5",
    "Heretics: coins / 5",
    "High Priest: sigils",
    "Faithful: sigils",
    "Cabalists: sigils",
    "Heretics: sigils",
    "round / 10",
    "4 players",
    "5 players",
    "6 players",
    "7 players",
    "8 players",
    "Kraken: kept by the High Priest's side, less by Cabalists",
    "Sea Hydra: kept by the High Priest's side, less by Cabalists",
    "Lamia: kept by the High Priest's side, less by Cabalists",
    "Ancient Chant: kept by the High Priest's side, less by Cabalists",
    "Transmutation: kept by the High Priest's side, less by Cabalists",
    "Blood Rites: kept by the High Priest's side, less by Cabalists",
    "the Kraken is near to the next player",
    "Lamia and Sea Hydra are near",
)
JUDGED: Final = frozenset(feature for feature in FEATURES if feature.endswith(": sigils"))
"""Sigils are kept for when they help most, so that those who hold many are those who need them: set by judgement."""
PRIESTLY, CABALISTIC, PENITENT, AVENGING = COLUMNS = (
    "High Priest's side",
    "Cabalists",
    "living Repentant Heretic",
    "living Vengeful Heretic",
)
COLUMN_OF: Final = {
    HIGH_PRIEST: PRIESTLY,
    FAITHFUL: PRIESTLY,
    CABALIST: CABALISTIC,
    REPENTANT: PENITENT,
    VENGEFUL: AVENGING,
}


def cases(table: Cult) -> dict[str, Seat]:
    """Whose victory shows each column's: the High Priest's, or where nobody plays it, a Faithful's; else who lives."""
    if not dealt(table):
        return {}
    found: dict[str, Seat] = {}
    for seat in sorted(table.people(), key=lambda seat: table.role(seat) == HIGH_PRIEST):
        role, alive = table.role(seat), table.players[seat].alive
        if alive or (role in (HIGH_PRIEST, FAITHFUL, CABALIST) and COLUMN_OF[role] not in found):
            found[COLUMN_OF[role]] = seat
    return found


def dealt(table: Cult) -> bool:
    """Whether everybody has a role."""
    return table.priest >= 0 and all(table.players[seat].role.cards for seat in table.places)


OUTLOOK: Final = Outlook(
    file=Path(__file__).with_suffix(".toml"),
    features=FEATURES,
    columns=COLUMNS,
    read=standing,
    cases=cases,
    judged=JUDGED,
).loaded()
chance = OUTLOOK.chance


def outlook(table: Cult) -> list[float]:
    """The chance of each seat to win. A dead Heretic hopes with the side whose victory is theirs (CD-2.14, CD-2.19)."""
    if not dealt(table):
        return [0.5] * len(table.players)  # before the roles are dealt
    read = standing(table)
    priest, cabal = chance(PRIESTLY, read), chance(CABALISTIC, read)
    found = [0.5] * len(table.players)
    for seat in table.places:
        role, alive = table.role(seat), table.players[seat].alive
        if role == REPENTANT:
            found[seat] = chance(PENITENT, read) if alive else priest
        elif role == VENGEFUL:
            found[seat] = chance(AVENGING, read) if alive else cabal
        else:
            found[seat] = cabal if role == CABALIST else priest
    return found


TELLING: Final = {  # how a point of life given tells of a role rather than of a Faithful: to the High Priest and others
    CABALIST: (-0.59, 0.11, 0.20, 0.12),
    REPENTANT: (-0.37, 0.05, -0.21, 0.12),
    VENGEFUL: (-0.54, -0.14, 0.43, 0.10),
}
MOST_TOLD: Final = 12


def likelihood(table: Cult, viewer: Seat) -> float:
    """How well the roles of an imagined table explain what everybody has seen the players do to each other.

    The numbers are half of what was fitted to games of rule-of-thumb players: people bluff.
    """
    if table.priest < 0:
        return 1.0
    told = 0.0
    many = len(table.players)
    sides = {seat: SIDES[table.role(seat)] for seat in table.places}
    for seat, side in sides.items():
        weights = TELLING.get(table.role(seat)) if side else None
        if weights is not None:
            done = [0, 0, 0, 0]
            for other, theirs in sides.items():
                if other != seat:
                    done[theirs] += table.deeds[seat * many + other]
            told += sum(
                weight * max(-MOST_TOLD, min(MOST_TOLD, life)) for weight, life in zip(weights, done, strict=True)
            )
    return exp(max(-60.0, min(60.0, told)))
