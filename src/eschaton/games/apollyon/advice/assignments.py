"""Advice on assignments: who stays at home, who goes on which mission (SA-14, SA-15).

Everything that matters lies open, so each player works out the same plan for all sites and does the own part of it.
Players who are ready have settled their part; the others plan around it.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from copy import copy
from math import erf, exp, pi, sqrt
from typing import Final, NamedTuple

from msgspec.structs import replace

from eschaton.games.apollyon.advice.mind import HIT, Foe, Mind, able, everybody_active
from eschaton.games.apollyon.box.components import GARRISON, MTFS, PUBLIC, SCOUTING, SEAT_KEYS, SLOT, TEAMS, VACATION
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Seat
from eschaton.kernel.parts import Glance, encode

HOME_SKILLS: Final = ("amnestics", "scientist", "sentinel")
LIFE: Final = 2.5  # what a Character Destroyed costs, in points of Masquerade
VICTORY: Final = 2.5  # what rewards and a Medal are worth
CAPTURED: Final = 0.5  # what an anomaly taken is worth in itself
SLOT_FREED: Final = 0.5  # what a free slot is worth
MONTHS: Final = 2.0  # how long an anomaly that gets away stays loose
EACH: Final = 0.15  # what one more Character on a team must be worth,
PER_DIE: Final = 0.1  # and each of its dice
FOUND: Final = 0.8  # what one Character brings home from Scouting: Intel, now and then an Asset Card
ENOUGH: Final = 0.4  # the same when Intel is plenty
ALL_IN: Final = 0.2  # how likely all together must subdue the Apollyon before they go out to meet it
TEAM_SIZES: Final = 8
PASSES: Final = 4  # how often all think again where they go,
REMEMBERED: Final = 1 << 14  # how many teams on how many missions are weighed only once
WORTH_A_CHANGE: Final = 0.01  # and for how little they do not
SEEN: Final = (
    *("cards", "players_count", "administrator", "turn", "sites", "anomalies", "situations", "next_situation"),
    *("characters", "missions", "effects"),
)


class Muster(NamedTuple):
    """What a team can do: its dice, successes without rolling, the Wounds it can take, and how many it is."""

    dice: float = 0.0
    flat: float = 0.0
    room: float = 0.0
    spare: float = 0.0  # Wounds it can take before anybody is Destroyed
    shield: float = 0.0
    size: int = 0


Choice = tuple[float, str, list[str]]
"""What a mission brings, the mission, and who goes."""

Orders = tuple[dict[str, str], dict[str, str]]
"""The zone of each Character, and the mission of each MTF."""


class Deployment:
    """Who goes on which mission, at every site whose player is not ready."""

    def __init__(self, mind: Mind, ready: Iterable[Seat]) -> None:
        self.mind = mind
        self.settled = set(ready)
        here = [
            piece
            for piece, who in sorted(mind.characters.items())  # not in line, since sending changes that
            if who.zone == GARRISON and who.seat not in self.settled
        ]
        self.resting = [piece for piece in here if not able(mind, piece)]
        self.at_hand = [piece for piece in here if able(mind, piece)]
        self.going: dict[str, str] = {}  # missions by Character
        self.values: dict[tuple[str, frozenset[str]], float] = {}
        self.make()

    def make(self) -> None:
        """All against the Apollyon if they may subdue it; else teams for the best missions, and then what is better."""
        mind = self.mind
        if mind.apollyon() and subdues(mind) >= ALL_IN:
            for piece in self.at_hand:
                if self.can_go(piece, mind.apollyon()):
                    self.going[piece] = mind.apollyon()
            return
        fighters = sorted((piece for piece in self.at_hand if not home_bound(mind, piece)), key=mind.threat)
        missions = targets(mind)
        self.form_teams(missions, list(fighters))
        for _ in range(PASSES):
            if not sum(self.change_of_mind(piece, missions) for piece in fighters):
                return

    def form_teams(self, missions: list[str], free: list[str]) -> None:
        """The best team for a mission goes, as long as any gains something."""
        choices = [self.best_team(mission, free) for mission in missions]
        while choices:
            best = max(choices)
            choices.remove(best)
            gain, mission, team = best
            if gain <= 0:
                return
            if all(piece in free and self.can_go(piece, mission) for piece in team):
                for piece in team:
                    self.going[piece] = mission
                    free.remove(piece)
            else:  # somebody of it has gone elsewhere since
                choices.append(self.best_team(mission, free))

    def change_of_mind(self, piece: str, missions: list[str]) -> bool:
        """Send a Character where it adds more than where it is to go, or keep it at home; whether it does."""
        now = self.going.pop(piece, "")
        best, where = 0.0, ""
        for mission in missions:
            if self.can_go(piece, mission):
                team = self.team(mission)
                gain = self.value(mission, [*team, piece]) - self.value(mission, team) - price(self.mind, piece)
                gain += WORTH_A_CHANGE * (mission == now)
                if gain > best:
                    best, where = gain, mission
        if where:
            self.going[piece] = where
        return where != now

    def can_go(self, piece: str, mission: str) -> bool:
        """Whether an MTF of the Character's site has, or can be given, this mission (SA-14.11)."""
        missions = self.missions_of(self.mind.characters[piece].seat)
        return mission in missions or len(missions) < len(MTFS)

    def missions_of(self, seat: Seat) -> list[str]:
        """The missions of a site, each once."""
        characters = self.mind.characters
        return list(dict.fromkeys(self.going[piece] for piece in self.going if characters[piece].seat == seat))

    def team(self, mission: str) -> list[str]:
        """All who go on a mission, those of players who are ready included."""
        return [*(piece for piece, where in self.going.items() if where == mission), *self.helpers(mission)]

    def helpers(self, mission: str) -> list[str]:
        """The Characters that players who are ready send on a mission."""
        mind = self.mind
        teams = [TEAMS[team] for team in mind.table.missions.get(mission, ())]
        return [
            piece
            for piece, who in mind.characters.items()
            if who.seat in self.settled and (who.seat, who.plan or who.zone) in teams
        ]

    def value(self, mission: str, team: list[str]) -> float:
        """What a team is expected to bring in on a mission; worked out once for each team."""
        if not team:
            return 0.0
        key = mission, frozenset(team)
        found = self.values.get(key)
        if found is None:
            found = self.values[key] = expected(self.mind, mission, muster(self.mind, team))
        return found

    def best_team(self, mission: str, free: list[str]) -> Choice:
        """The team of these fighters that gains most on a mission: of the strongest, or of the weakest."""
        helpers = self.helpers(mission)
        alone = self.value(mission, helpers)
        able_to = [piece for piece in free if self.can_go(piece, mission)]
        best: Choice = (0.0, mission, [])
        for team in teams_of(able_to):
            cost = sum(price(self.mind, piece) for piece in team)
            gain = self.value(mission, [*team, *helpers]) - alone - cost
            if gain > best[0]:
                best = gain, mission, team
        return best

    def orders(self) -> Orders:
        """The zone of each Character, and the mission of each MTF."""
        zones = {**dict.fromkeys(self.resting, VACATION), **dict.fromkeys(self.at_hand, GARRISON)}
        missions: dict[str, str] = {}
        for piece, mission in self.going.items():
            seat = self.mind.characters[piece].seat
            mtf = MTFS[self.missions_of(seat).index(mission)]
            zones[piece], missions[f"{SEAT_KEYS[seat]}-{mtf}"] = mtf, mission
        return zones, missions


def price(mind: Mind, piece: str) -> float:
    """What a Character on a mission must at least be worth, since it is missed at home."""
    return EACH + PER_DIE * mind.fighter(piece).dice


def teams_of(free: list[str]) -> Iterable[list[str]]:
    """Teams worth thinking of, of fighters in the order of their strength: the strongest, and the weakest."""
    for many in range(1, min(len(free), TEAM_SIZES) + 1):
        yield free[-many:]
        if many < len(free):
            yield free[:many]


def muster(mind: Mind, team: list[str]) -> Muster:
    """What a team can do."""
    dice = flat = room = spare = shield = leaders = 0.0
    for piece in team:
        fighter = mind.fighter(piece)
        dice += fighter.dice
        leaders += min(fighter.leader, len(team) - 1)
        flat += fighter.flat
        room += fighter.room
        spare += fighter.room - 1
        shield += fighter.shield
    return Muster(dice + min(leaders, len(team)), flat, room, spare, shield, len(team))


def home_bound(mind: Mind, piece: str) -> bool:
    """Whether a Character does more at home: no great fighter, and with a Skill that works there."""
    return mind.threat(piece) <= 2 and any(mind.skill(piece, name) for name in HOME_SKILLS)


def subdues(mind: Mind) -> float:
    """How likely all together subdue the Apollyon this month."""
    return odds(muster(mind, everybody_active(mind)), mind.anomaly(mind.apollyon()))[0]


def targets(mind: Mind) -> list[str]:
    """Where teams may be sent: Situations in slots, anomalies that are loose but for the Apollyon, Scouting."""
    loose = [piece for piece, what in mind.anomalies.items() if what.zone == PUBLIC and piece != mind.apollyon()]
    slots = [place for place in mind.table.situations if place.startswith(SLOT)]
    return [*loose, *slots, *([] if mind.apollyon() else [SCOUTING])]


Foes = tuple[tuple[float, Foe], ...]
"""What a mission may lead to, and how likely each of it is."""


def expected(mind: Mind, mission: str, team: Muster) -> float:
    """What a team is expected to bring in on a mission, in points of Masquerade; each loss counted."""
    foes = mind.foes(mission)
    if mission == SCOUTING:
        return (ENOUGH if mind.plenty_of_intel() else FOUND) * team.size + scouting(team, foes)
    if mission in mind.anomalies:
        return capture(team, foes)
    return investigation(team, foes, mind.table.situations[mission].tokens)


@functools.lru_cache(maxsize=REMEMBERED)
def scouting(team: Muster, foes: Foes) -> float:
    """SA-21.4: what it brings to run into these foes, which happens when any die fails."""
    met = sum(share * outcome(team, foe, odds(team, foe)[0], CAPTURED, 0.0) for share, foe in foes)
    return (1 - (2 / 3) ** team.size) * met


@functools.lru_cache(maxsize=REMEMBERED)
def capture(team: Muster, foes: Foes) -> float:
    """SA-15.4: what it brings to go after what is loose."""
    return sum(
        share * outcome(team, foe, odds(team, foe)[0], CAPTURED + MONTHS * foe.cost, MONTHS * foe.cost)
        for share, foe in foes
    )


@functools.lru_cache(maxsize=REMEMBERED)
def investigation(team: Muster, foes: Foes, tokens: int) -> float:
    """SA-16: what the Situation before these foes brings: its tokens if anybody returns, its rewards on a win."""
    found = SLOT_FREED
    for share, foe in foes:
        if not foe.threat and not foe.subdue:
            found += share * tokens
            continue
        wins, returns = odds(team, foe)
        found += share * (returns * tokens + outcome(team, foe, wins, VICTORY, 0.0))
    return found


def outcome(team: Muster, foe: Foe, wins: float, prize: float, loose: float) -> float:
    """The prize of a win, less what it costs if the foe gets away (but for what it costs `loose` now), and lives."""
    wounds = HIT * foe.threat - team.shield - team.spare
    deaths = min(float(team.size), excess(wounds, 0.9 * foe.threat + 0.1))
    return wins * prize - (1 - wins) * (MONTHS * foe.cost - loose) - LIFE * deaths


def odds(team: Muster, foe: Foe) -> tuple[float, float]:
    """How likely a team subdues what it meets, and how likely any of it comes back; both by the normal curve."""
    wins = above(HIT * team.dice + team.flat - foe.subdue + 0.5, 0.5 * team.dice + 0.3)
    returns = above(team.room + team.shield - HIT * foe.threat - 0.5, 0.5 * foe.threat + 0.3)
    return wins * returns, returns


def above(margin: float, variance: float) -> float:
    """The chance that something with this mean margin and variance is above 0."""
    return 0.5 * (1 + erf(margin / sqrt(2 * variance)))


def excess(margin: float, variance: float) -> float:
    """The mean of what something with this mean margin and variance has above 0."""
    spread = sqrt(variance)
    return margin * above(margin, variance) + spread * exp(-0.5 * (margin / spread) ** 2) / sqrt(2 * pi)


def next_action(mind: Mind, options: dict[str, object]) -> str:
    """The first thing in which what is planned for my site differs from what has been assigned; empty if nothing."""
    zones, missions = agreed_plan(mind)
    for piece, zone in zones.items():
        if (mind.characters[piece].plan or GARRISON) != zone and f"send:{piece}:{zone}" in options:
            return f"send:{piece}:{zone}"
    for mtf in MTFS:
        team = f"{SEAT_KEYS[mind.me]}-{mtf}"
        mission = missions.get(team, "")
        now = next((there for there, teams in mind.table.missions.items() if team in teams), "")
        key = f"assign:{team}:{mission or 'stand-by'}"
        if now != mission and key in options:
            return key
    return ""


def agreed_plan(mind: Mind) -> Orders:
    """The plan for all sites; if a player who is ready has done otherwise, one made around those who are."""
    ready: list[Seat] = mind.table.stack[-1].ready
    orders = plan_for(circumstances(mind, []))
    return orders if all(carried_out(mind, orders, seat) for seat in ready) else plan_for(circumstances(mind, ready))


def carried_out(mind: Mind, orders: Orders, seat: Seat) -> bool:
    """Whether a site does what was planned for it."""
    zones, missions = orders
    teams = {team: mission for mission, teams in mind.table.missions.items() for team in teams}
    return all(
        (mind.characters[piece].plan or GARRISON) == zone
        for piece, zone in zones.items()
        if mind.characters[piece].seat == seat
    ) and all(teams.get(team := f"{SEAT_KEYS[seat]}-{mtf}", "") == missions.get(team, "") for mtf in MTFS)


def circumstances(mind: Mind, ready: list[Seat]) -> Glance[tuple[Apollyon, list[Seat]]]:
    """Everything on which the plan depends, and nothing else: not what the players to plan for have assigned so far."""
    table = copy(mind.table)
    table.characters = {
        piece: who if who.seat in ready or not who.plan else replace(who, plan="")
        for piece, who in sorted(mind.characters.items())
    }
    settled = {
        mission: [team for team in teams if TEAMS[team][0] in ready] for mission, teams in table.missions.items()
    }
    table.missions = {mission: teams for mission, teams in settled.items() if teams}
    return Glance(encode([*(getattr(table, name) for name in SEEN), ready]), (table, ready))


@functools.lru_cache(maxsize=64)
def plan_for(seen: Glance[tuple[Apollyon, list[Seat]]]) -> Orders:
    """The zones and missions that are best in these circumstances; worked out once for all who plan in them."""
    table, ready = seen.taken()
    return Deployment(Mind(table, table.administrator), ready).orders()
