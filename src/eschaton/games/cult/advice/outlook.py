"""How likely each seat is to win, as the table lies with all roles known: what a search weighs imagined tables by.

The chances are logistic in what `standing` reads off a table; the weights were fitted to games between rule-of-thumb
players of every number (see `docs/bots.md`). They are for players who imagine tables: on the true one they would tell.
"""

from __future__ import annotations

from math import exp, log1p, sqrt
from operator import mul
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


WEIGHTS: Final = (  # for the High Priest's side, the Cabalists, a living Repentant and a living Vengeful Heretic
    (0.90, -0.08, -1.49, 0.16),  # any table
    (0.07, -0.06, -0.02, -0.18),  # High Priest: life / 10
    (0.24, -0.25, 0.10, -0.10),  # High Priest: root of life
    (1.10, -1.24, 0.58, 0.04),  # High Priest: log of life
    (0.25, -0.12, -0.07, -0.22),  # Faithful: life / 10
    (0.02, -0.12, -0.08, -0.16),  # Faithful: root of life
    (0.22, -0.15, 0.01, 0.04),  # Faithful: alive
    (0.01, 0.02, -0.02, 0.08),  # Cabalists: life / 10
    (-0.06, 0.09, 0.03, 0.08),  # Cabalists: root of life
    (0.00, 0.02, 0.02, -0.02),  # Cabalists: alive
    (-0.32, 0.26, 0.22, 0.18),  # Cabalists: log of life
    (0.06, 0.11, -0.24, -0.22),  # Heretics: life / 10
    (-0.04, 0.03, -0.16, -0.05),  # Heretics: root of life
    (-0.33, -0.04, 0.00, 0.00),  # Heretics: alive
    (-1.30, 1.13, -0.07, 0.26),  # all enemies: log of life
    (-0.04, 0.07, -0.29, -0.04),  # High Priest: Kraken dice
    (-0.37, 0.31, -0.15, 0.12),  # Faithful: Kraken dice
    (0.08, -0.11, 0.17, -0.21),  # Cabalists: Kraken dice
    (-0.27, 0.03, 0.09, -0.32),  # Heretics: Kraken dice
    (0.62, -0.34, 0.16, 0.02),  # High Priest: coins / 5
    (0.43, -0.34, 0.06, -0.02),  # Faithful: coins / 5
    (-0.31, 0.32, -0.03, 0.09),  # Cabalists: coins / 5
    (-0.41, 0.33, -0.00, 0.27),  # Heretics: coins / 5
    (0.10, -0.10, 0.00, -0.10),  # High Priest: sigils (these four by judgement: they are kept for when they help most)
    (0.10, -0.10, 0.00, -0.10),  # Faithful: sigils
    (-0.10, 0.10, 0.00, 0.10),  # Cabalists: sigils
    (0.00, 0.00, 0.10, 0.10),  # Heretics: sigils
    (-0.12, 0.35, -0.76, -0.50),  # round / 10
    (-1.82, -0.39, 0.43, 0.00),  # 4 players
    (-0.00, 0.41, 0.00, -0.12),  # 5 players
    (1.07, -0.64, 0.06, 0.00),  # 6 players
    (-0.42, 0.72, 0.00, 0.12),  # 7 players
    (0.52, -0.21, -0.40, 0.00),  # 8 players
    (1.55, -1.63, 0.00, 0.00),  # Kraken: kept by the High Priest's side, less by Cabalists
    (0.19, -0.23, 0.00, 0.00),  # Sea Hydra: kept by the High Priest's side, less by Cabalists
    (0.25, -0.33, 0.00, 0.00),  # Lamia: kept by the High Priest's side, less by Cabalists
    (0.00, 0.00, 0.00, 0.00),  # Ancient Chant: kept by the High Priest's side, less by Cabalists
    (0.23, -0.21, 0.00, 0.00),  # Transmutation: kept by the High Priest's side, less by Cabalists
    (0.00, 0.00, 0.00, 0.00),  # Blood Rites: kept by the High Priest's side, less by Cabalists
    (0.95, -1.00, 0.00, 0.00),  # the Kraken is near to the next player
    (0.56, -0.62, 0.00, 0.00),  # Lamia and Sea Hydra are near
)
PRIESTLY, CABALISTIC, PENITENT, AVENGING = (tuple(column) for column in zip(*WEIGHTS, strict=True))


def chance(weights: tuple[float, ...], read: list[float]) -> float:
    """The chance that the weights give what was read off a table."""
    total = weights[0] + sum(map(mul, weights[1:], read))
    return 1.0 / (1.0 + exp(-max(-30.0, min(30.0, total))))


def outlook(table: Cult) -> list[float]:
    """The chance of each seat to win. A dead Heretic hopes with the side whose victory is theirs (CD-2.14, CD-2.19)."""
    if table.priest < 0 or any(not table.players[seat].role.cards for seat in table.places):
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
