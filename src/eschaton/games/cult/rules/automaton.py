"""CD-21: the automated High Priest of four players: every choice it meets is made by these rules (CD-Q-58).

It is never asked. Its optional abilities are not used: what has no policy here it answers by the neutral answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from eschaton.games.cult.box.components import BLOOD, BOARD_OF, DAGGER, DAGGERS, DOUBLE, SEAT_KEYS, SEAT_OF
from eschaton.games.cult.powers import SIREN
from eschaton.games.cult.rules.dice import places_for, put_on
from eschaton.games.cult.rules.life import spend_coin
from eschaton.games.cult.state import Cult, Die
from eschaton.kernel.ask import Choose, ChooseSome, Seat
from eschaton.kernel.rules import Register

WARY = 15  # CD-21.15: with this much life or less it cares for itself first

Places = dict[str, tuple[str, ...]]
Policy = Callable[[Cult, Any, Any], Any]


def is_wary(table: Cult, seat: Seat) -> bool:
    """CD-21.9, CD-21.15: which priorities hold; looked at anew for each choice."""
    return table.players[seat].life <= WARY


def most_life(table: Cult, seats: Iterable[Seat]) -> Seat:
    """CD-Q-58: who must lose: the most life, of those tied the nearest on the left (they come in that order)."""
    return max(seats, key=lambda seat: table.players[seat].life)


def least_life(table: Cult, seats: Iterable[Seat]) -> Seat:
    """CD-Q-58: who must receive: the least life, of those tied the nearest on the left."""
    return min(seats, key=lambda seat: table.players[seat].life)


def others(table: Cult, seat: Seat) -> list[Seat]:
    """The other living players from its left on; Wraiths are no targets."""
    return [other for other in table.clockwise(seat) if table.players[other].alive]


# Committing


def commit_by_priority(table: Cult, places: Places) -> dict[str, str]:
    """CD-21.9, CD-21.15, CD-21.17: where its dice go, in the order of commitment, which is that of resolution too."""
    seat = table.active
    given: dict[str, str] = {}
    dice = [die for die in table.dice if places.get(die.id)]
    priorities = (gain_life, to_rituals, to_players) if is_wary(table, seat) else (to_players, to_rituals, gain_life)
    for priority in priorities:
        priority(table, [die for die in dice if die.id not in given], places, given)
    order = list(given)
    table.dice.sort(key=lambda die: order.index(die.id) if die.id in given else -1)
    return given


def to_players(table: Cult, dice: list[Die], places: Places, given: dict[str, str]) -> None:
    """CD-21.10, CD-21.11: double daggers first, each to whoever would have the most life left."""
    targets = others(table, table.active)
    left = {seat: table.players[seat].life for seat in targets}
    for die in table.dice:
        if die.id not in places and SEAT_OF.get(die.on) in left and not die.heals:
            left[SEAT_OF[die.on]] -= DAGGERS.get(die.face, 0)
    for die in sorted(dice, key=lambda die: -DAGGERS.get(die.face, 0)):
        if die.face in DAGGERS and targets:
            target = max(targets, key=lambda seat: left[seat])
            left[target] -= DAGGERS[die.face]
            given[die.id] = SEAT_KEYS[target]


def to_rituals(table: Cult, dice: list[Die], places: Places, given: dict[str, str]) -> None:
    """CD-21.12: the lowest-numbered board that takes the die."""
    for die in dice:
        boards = [place for place in places[die.id] if place in BOARD_OF]
        if boards:
            given[die.id] = min(boards)


def gain_life(table: Cult, dice: list[Die], places: Places, given: dict[str, str]) -> None:
    """CD-21.14: blood and its power symbol go to itself."""
    for die in dice:
        if die.face in (BLOOD, table.symbol(table.active)):
            given[die.id] = SEAT_KEYS[table.active]


# Siren coins


def send_back(table: Cult) -> bool:
    """CD-21.21, CD-Q-58: for a Siren coin the first double dagger on it, else the first dagger, goes back."""
    for seat in table.automata:
        die = aimed_at(table, seat)
        if die is None or not table.players[seat].siren or table.used(table.scope("Turn"), seat, SIREN):
            return False
        table.count(table.scope("Turn"), seat, SIREN)  # CD-11.2
        spend_coin(table, seat, SIREN, "CD-11.11")
        back = table.active if table.active != seat else most_life(table, others(table, seat))  # CD-21.22
        put_on(table, die, SEAT_KEYS[back], "CD-21.21", seat)
        return True
    return False


def aimed_at(table: Cult, seat: Seat) -> Die | None:
    """The die on it that would hurt most and can be moved."""
    harmless = table.symbol(seat) if seat == table.active else ""
    for face in (DOUBLE, DAGGER):
        for die in table.dice:
            if die.face == face != harmless and die.on == SEAT_KEYS[seat] and not (die.held or die.heals):
                return die
    return None


# Choices


policy: Register[Policy] = Register()
"""Answers for the automaton, by step."""


@policy("RollPhase")
def re_roll(table: Cult, step: Any, ask: ChooseSome) -> list[str]:
    """CD-21.8: only dice that cannot be committed are rolled again."""
    return [die.id for die in table.dice if not places_for(table, die.face)]


@policy("MarkPlayer")
def mark(table: Cult, step: Any, ask: Choose) -> str:
    """CD-Q-58: a Faceless II among the Characters must mark somebody."""
    return SEAT_KEYS[least_life(table, ask.options.values())]


@policy("GainDie")
def gained_die(table: Cult, step: Any, ask: Choose) -> str:
    """CD-Q-58, CD-Q-58a: an open track of the lowest-numbered other board."""
    return min(ask.options, key=lambda key: BOARD_OF[ask.options[key][1]])


@policy("SeaHydra")
def sea_hydra(table: Cult, step: Any, ask: Choose) -> str:
    """CD-21.13, CD-21.16: another player loses, or it gains itself."""
    if is_wary(table, ask.seat):
        return f"{SEAT_KEYS[ask.seat]}+1"
    return f"{SEAT_KEYS[most_life(table, others(table, ask.seat))]}-1"


@policy("LamiaSteal")
def lamia(table: Cult, step: Any, ask: Choose) -> str:
    """CD-21.13, CD-21.16: it steals itself if it may, else the poorest does; from the richest of the others."""
    own = SEAT_KEYS[ask.seat]
    seats = [seat for seat in others(table, ask.seat) if SEAT_KEYS[seat] in ask.options]
    if not seats or (step.thief < 0 and own in ask.options):
        return own
    return SEAT_KEYS[least_life(table, seats) if step.thief < 0 else most_life(table, seats)]


@policy("ArcaneExplosion")
def explosion(table: Cult, step: Any, ask: Choose) -> str:
    """CD-Q-58: it makes none by its own will, and spares itself in one that must be."""
    return "none" if "none" in ask.options else SEAT_KEYS[ask.seat]


@policy("AltarSacrifice")
def sacrifice(table: Cult, step: Any, ask: ChooseSome) -> list[str]:
    """CD-Q-58b: it gains the life itself."""
    return [key for key in ask.options if key == SEAT_KEYS[ask.seat]]
