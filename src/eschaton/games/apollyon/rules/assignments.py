"""SA-14: assignments: Characters to places, MTFs to missions; fixed when all players are ready."""

from __future__ import annotations

import functools

from eschaton.games.apollyon.box.components import (
    ASSIGNMENTS,
    GARRISON,
    INTERCEPT,
    MTFS,
    PUBLIC,
    SCOUTING,
    SEAT_KEYS,
    SLOT,
    TEAMS,
    VACATION,
    next_intercept,
)
from eschaton.games.apollyon.rules.decks import Drawing
from eschaton.games.apollyon.rules.missions import Missions
from eschaton.games.apollyon.rules.ratings import may
from eschaton.games.apollyon.rules.situations import take_top
from eschaton.games.apollyon.rules.zones import move_character
from eschaton.games.apollyon.state import Apollyon, Situation
from eschaton.kernel.ask import Options, Seat
from eschaton.kernel.phase import Simultaneous
from eschaton.kernel.step import Follow, Stay, Step
from eschaton.kernel.table import Open

STAND_BY = "stand-by"


class MTFPhase(Step):
    """SA-14.1: assignments, which are then fixed; missions."""

    stage: Open[int] = 0

    def run(self, table: Apollyon) -> Follow:
        self.stage += 1
        if self.stage == 1:
            return Stay(Assignments())
        if self.stage == 2:
            return Stay(*fix_assignments(table))
        return Missions()


class Assignments(Simultaneous):
    """SA-14.2, SA-14.11, SA-14.14, SA-14.15: each Character goes to an MTF, the Garrison or On Vacation; each MTF
    may get a mission."""

    def actions(self, table: Apollyon, seat: Seat) -> Options:
        return dict(plans(table, seat))

    def act(self, table: Apollyon, action: tuple[str, str]) -> Follow:
        plan(table, *action)
        return Stay()

    def prompt(self, table: Apollyon) -> str:
        return "Where do your Characters and MTFs go?"


Plans = dict[str, tuple[str, str]]
"""Options: a Character and its zone, or an MTF and its mission."""


def plans(table: Apollyon, seat: Seat) -> Plans:
    """What a player may plan for the Characters and MTFs of the site."""
    found: Plans = {}
    characters, filled = table.characters, set()
    line = table.in_zone(seat, GARRISON)
    for piece in line:
        planned = characters[piece].plan or GARRISON
        filled.add(planned)
        found |= sends(piece, planned)
    if table.changes("may vacation"):
        for piece in line:
            if characters[piece].plan != VACATION and not may(table, "vacation", seat, piece):
                del found[f"send:{piece}:{VACATION}"]
    if not filled.isdisjoint(MTFS):
        missions = standing_missions(table), interceptions(table)
        for mtf in MTFS:
            if mtf in filled:  # SA-Q-24
                add_assignments(found, table, f"{SEAT_KEYS[seat]}-{mtf}", *missions)
    return found


@functools.lru_cache(maxsize=4096)
def sends(piece: str, planned: str) -> Plans:
    """SA-14.2, SA-14.16, SA-14.17: where a Character may go other than planned."""
    return {f"send:{piece}:{zone}": (piece, zone) for zone in ASSIGNMENTS if zone != planned}


def add_assignments(found: Plans, table: Apollyon, team: str, *missions: tuple[str, ...]) -> None:
    """SA-15: the missions an MTF may be assigned to, other than the one it has now."""
    for some in missions:
        found |= on_the_board(team, some)
    now = table.mission_of(team)
    if now:
        found.pop(f"assign:{team}:{now}", None)
        found[f"assign:{team}:{STAND_BY}"] = (team, "")


@functools.lru_cache(maxsize=4096)
def on_the_board(team: str, missions: tuple[str, ...]) -> Plans:
    """An MTF on each of these missions."""
    return {f"assign:{team}:{mission}": (team, mission) for mission in missions}


def possible_missions(table: Apollyon) -> list[str]:
    """Every Situation in a slot, every loose anomaly, Scouting, each interception planned and one more."""
    return [*standing_missions(table), *interceptions(table)]


def standing_missions(table: Apollyon) -> tuple[str, ...]:
    """Every Situation in a slot, every loose anomaly, and Scouting."""
    return (*slots_in(tuple(table.situations)), *table.anomalies_in(PUBLIC), SCOUTING)


@functools.lru_cache(maxsize=256)
def slots_in(places: tuple[str, ...]) -> tuple[str, ...]:
    """The places that are slots."""
    return tuple(place for place in places if place.startswith(SLOT))


def interceptions(table: Apollyon) -> tuple[str, ...]:
    """SA-15.2: each interception planned, and one more if there are Situations left."""
    planned, one_more = intercepts_in(tuple(table.missions))
    return one_more if len(planned) < situations_left(table) else planned


@functools.lru_cache(maxsize=1024)
def intercepts_in(missions: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The interceptions among missions; and these with the next one."""
    planned = [mission for mission in missions if mission.startswith(INTERCEPT)]
    return tuple(planned), (*planned, next_intercept(planned))


def situations_left(table: Apollyon) -> int:
    """How many Situations can still be drawn."""
    return (
        len(table.next_situation.cards) + len(table.decks["situation"].cards) + len(table.discards["situation"].cards)
    )


def plan(table: Apollyon, who: str, where: str) -> None:
    """SA-14.12: note where a Character is to go when assignments close, or which mission an MTF is to have.

    The Character goes to the end of the line at once, so that whoever is sent first stands first (SA-14.10).
    """
    if who in table.characters:
        character = table.characters.pop(who)
        table.characters[who] = character
        character.plan = "" if where == GARRISON else where
        table.forget_order(who)
        return
    unassign(table, who)
    if where:
        table.missions.setdefault(where, []).append(who)


class PlanEarly(Step):
    """SA-14.12: a Character or a marker is moved before its time, without commitment."""

    who: Open[str]
    where: Open[str]

    def run(self, table: Apollyon) -> Follow:
        plan(table, self.who, self.where)
        return None


def unassign(table: Apollyon, team: str) -> None:
    """Take an MTF off its mission."""
    mission = table.mission_of(team)
    if mission:
        table.missions[mission].remove(team)
        if not table.missions[mission]:
            del table.missions[mission]


def fix_assignments(table: Apollyon) -> list[Step]:
    """SA-14.13: plans become assignments; MTFs without Characters, or without a target left, have no mission."""
    for piece in list(table.characters):
        who = table.characters[piece]
        barred = who.plan == VACATION and not may(table, "vacation", who.seat, piece)  # since it was planned
        if who.plan and who.zone == GARRISON:
            move_character(table, piece, GARRISON if barred else who.plan)
    open_to = set(possible_missions(table))
    for mission in list(table.missions):
        for team in list(table.missions[mission]):
            if mission not in open_to or not table.in_zone(*TEAMS[team]):
                unassign(table, team)
    table.say("SA-14.13", "assigned", missions={mission: list(teams) for mission, teams in table.missions.items()})
    return [Intercept(mission) for mission in table.missions if mission.startswith(INTERCEPT)]


class Intercept(Drawing):
    """SA-15.2, SA-Q-25: the top Situation is set aside with the marker, Unknown side up; no M is paid (SA-15.3)."""

    mission: Open[str]

    def deck(self, table: Apollyon) -> str:
        return "situation"

    def drawn(self, table: Apollyon) -> Follow:
        if table.next_situation.cards:
            table.situations[self.mission] = Situation(take_top(table))
        else:
            table.missions.pop(self.mission)
        return None


def early(table: Apollyon, seat: Seat) -> dict[str, Step]:
    """SA-14.12: in the Intel and Growth Phases Characters and markers may be moved without commitment."""
    if table.phase not in ("intel", "growth"):
        return {}
    return {key: PlanEarly(*planned) for key, planned in plans(table, seat).items()}
