"""Whether a shield or a ward is of any use now, as everybody can see.

Everybody may act before every die of a Resolve phase, after its last one, and again whenever somebody has done
something there (CD-8.11). So a shield is early enough before the very thing that takes life (CD-Q-41).
"""

from __future__ import annotations

from eschaton.games.cult.box.components import BLOOD, DAGGERS, SEAT_OF
from eschaton.games.cult.rules.dice import altar_at
from eschaton.games.cult.rules.resolve import can_resolve, harm
from eschaton.games.cult.state import Cult, Die
from eschaton.kernel.ask import Seat
from eschaton.kernel.window import Use

ALTARS_TAKE = {"sea-hydra": 1, "lamia": 1, "astral-rift": 2}
"""The most life that a die resolved on a ritual takes from a player at a time (CD-17.35, CD-17.41, CD-17.49)."""


def is_needed(table: Cult, use: Use, least: int) -> bool:
    """Whether somebody may lose this much life at a time, by announced Portents or before everybody may act again."""
    return use.about > 0 or by_a_die(table, least) or by_an_assassin(table) or by_the_tribute(table)


def by_a_die(table: Cult, least: int) -> bool:
    """Whether any of the dice that may be resolved next can take this much."""
    for die in table.dice:
        face = die.face
        if face == BLOOD or (face in DAGGERS and DAGGERS[face] < least):
            continue
        seat = SEAT_OF.get(die.on)
        taken = on_player(table, die, seat) if seat is not None else on_altar(table, die)
        if taken >= least:
            return True
    return False


def on_player(table: Cult, die: Die, seat: Seat) -> int:
    """The most life that this die takes from a player; a dagger takes nothing from one who has none."""
    return harm(table, die, seat) if table.players[seat].life or die.face not in DAGGERS else 0


def on_altar(table: Cult, die: Die) -> int:
    """The most life that this die takes from a player if it is resolved on its ritual now.

    The die gained from a Transmutation is resolved later, unless the benefit is passed on to somebody else (CD-18.1).
    """
    altar = altar_at(table, die.on)
    if altar is None or not table.takes(altar, die.face):
        return 0
    if altar.ritual == "transmutation":
        return 2 if table.has(table.active, "tidecaller-2") else 0
    return ALTARS_TAKE.get(altar.ritual, 0)


def by_an_assassin(table: Cult) -> bool:
    """CD-18.33: whether an Assassin may strike."""
    power = table.power("assassin")
    return any(
        seat not in table.automata and power.usable(table, Use(seat, power.key))
        for seat in table.bearers().get("assassin", ())
    )


def by_the_tribute(table: Cult) -> bool:
    """CD-17.58: whether the Tribute to Nycen takes effect when the dice are resolved, as they are now."""
    altar = table.altar_of("tribute-to-nycen")
    if altar is None or altar.tracks["own"] != 1 or table.used(table.scope("ResolvePhase"), "tribute", table.active):
        return False
    return not any(can_resolve(table, die) for die in table.dice)
