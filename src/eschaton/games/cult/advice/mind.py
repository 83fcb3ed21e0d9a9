"""What a player makes of the others: who they may be, and what a point of life of each is worth to this player.

Everything is read off the table as one seat sees it: the roles that are face up, and the deeds that everybody saw.
"""

from __future__ import annotations

from math import exp
from typing import Final, NamedTuple

from eschaton.games.cult.box.components import (
    CABALIST,
    FAITHFUL,
    HERETICS,
    HIGH_PRIEST,
    REPENTANT,
    ROLE_CARDS,
    VENGEFUL,
    roles_in_game,
)
from eschaton.games.cult.options import AUTOMATED, HERESY
from eschaton.games.cult.state import Cult
from eschaton.kernel.ask import Seat


class Stance(NamedTuple):
    """What a point of life is worth to a player: of the High Priest, of each kind of player, and of their own."""

    priest: float
    cabalist: float
    faithful: float
    heretic: float
    own: float


PRIEST: Final = Stance(1.2, -1.0, 0.5, -0.7, 1.2)
FOLLOWER: Final = Stance(1.2, -1.0, 0.5, -0.6, 0.9)
CONSPIRATOR: Final = Stance(-1.1, 0.5, -0.5, -0.1, 1.2)
HIDING: Final = CONSPIRATOR._replace(priest=0.15)  # in the first rounds: stray blades go to others, and tell nothing
PENITENT: Final = Stance(-0.3, -0.8, -0.2, 0.0, -0.3)  # alive: to be killed before the last Cabalist is
BALANCING: Final = Stance(-0.6, 0.5, -0.6, 0.0, -0.3)  # alive: the last Cabalist must not die yet
LAST_ONE: Final = Stance(-0.3, -1.0, -1.0, -1.0, 1.0)  # alive: only being the last one alive is left
CONFESSED: Final = Stance(0.6, -1.0, 0.3, 0.0, 0.0)
AVENGER: Final = Stance(-0.7, 0.2, -0.6, 0.0, -0.2)  # alive: to be killed before the High Priest is
SPARING: Final = Stance(0.6, -0.2, -0.5, 0.0, -0.4)  # alive: the High Priest must not die yet
AVENGED: Final = Stance(-1.0, 0.6, -0.4, 0.0, 0.0)

FEIGNED = 0.4  # what a Heretic's own life is worth in the first rounds: who asks for death too soon is spared by all
DOOMED = 12  # a High Priest with so little life may die any turn
TRUST = 0.3  # how much a point of life given or taken tells
CERTAIN = 10.0
BOLDEST = 3.0
CAREFUL, CARELESS = 8, 13  # the round until which one's own life is dearest, and that from which on it is as ever


class Pace(NamedTuple):
    """How the first rounds are played: strength is gathered, most of all where an automaton strikes at everybody."""

    hidden: int  # the rounds in which Cabalists spare the High Priest
    feigned: int  # those in which Heretics cling to their lives, as if they were not to lose them
    quiet: int  # those after which foes are fought ever more openly
    bold: float
    bolder: float
    dearest: float  # how much dearer one's own life is in the first rounds


PACE: Final = Pace(hidden=5, feigned=0, quiet=3, bold=0.05, bolder=0.004, dearest=2.0)
PACES: Final = {AUTOMATED: Pace(hidden=8, feigned=8, quiet=6, bold=0.03, bolder=0.006, dearest=4.0)}


class Mind:
    """One seat's opinion of everybody. `like[seat]`: what a point of their life is worth, by sign and size."""

    __slots__ = (
        "active",
        "alive",
        "known",
        "life",
        "like",
        "me",
        "pace",
        "players",
        "priest",
        "role",
        "stance",
        "table",
        "worth",
    )

    def __init__(self, table: Cult, seat: Seat) -> None:
        self.table = table
        self.me = seat
        players = self.players = table.players
        self.active: Seat = table.active
        self.priest: Seat = table.priest
        self.life: list[int] = [player.life for player in players]
        self.alive: list[bool] = [player.alive for player in players]
        self.known = [player.role_shown for player in players]
        self.role = self.known[seat]
        self.pace = PACES.get(table.n, PACE)
        self.stance = stance_of(self)
        bold = boldness(self.pace, table.round)
        self.like = [like if like > 0 else like * bold for like in likings(self)]
        if self.like[seat] > 0:
            self.like[seat] *= care(self.pace, table.round)
        self.worth = [
            like * dearness(life) if lives else 0.0
            for like, life, lives in zip(self.like, self.life, self.alive, strict=True)
        ]

    def living(self) -> list[Seat]:
        """The living seats."""
        return [seat for seat, lives in enumerate(self.alive) if lives]

    def hurt(self, seat: Seat, amount: int, before: int = 0) -> float:
        """What it is worth that a player loses so much, after losing some already; a death counts for more."""
        left = self.life[seat] - before
        lost = min(amount, left)
        if lost <= 0 or not self.alive[seat]:
            return 0.0
        worth = -self.worth[seat] * lost
        return worth - 1.5 * self.like[seat] if lost == left else worth

    def heal(self, seat: Seat, amount: int = 1) -> float:
        """What it is worth that a player gains so much."""
        return self.worth[seat] * amount


def dearness(life: int) -> float:
    """How much a point of life counts: more the fewer are left."""
    return 0.6 + 4.0 / (life + 2)


def boldness(pace: Pace, round_number: int) -> float:
    """How openly foes are fought: who strikes early is known early, and when few are left only blows end the game."""
    since = max(0, round_number - pace.quiet)
    return min(BOLDEST, pace.bold + pace.bolder * since * since)


def care(pace: Pace, round_number: int) -> float:
    """How much dearer one's own life is than late in the game: the first rounds are for gathering strength."""
    left = (CARELESS - round_number) / (CARELESS - CAREFUL)
    return 1.0 + (pace.dearest - 1.0) * max(0.0, min(1.0, left))


def stance_of(mind: Mind) -> Stance:
    """What this player wants now: by role, by being alive, and for a Heretic by how things stand."""
    role, round_number = mind.role, mind.table.round
    if role == HIGH_PRIEST:
        return PRIEST
    if role == FAITHFUL:
        return FOLLOWER
    if role == CABALIST:
        return HIDING if round_number <= mind.pace.hidden else CONSPIRATOR
    if role in HERETICS:
        if not mind.alive[mind.me]:
            return CONFESSED if role == REPENTANT else AVENGED
        stance = heretical(mind)
        return stance._replace(own=FEIGNED) if round_number <= mind.pace.feigned and stance.own < 0 else stance
    return Stance(0.0, 0.0, 0.0, 0.0, 1.0)  # a spectator, or before the roles are dealt


def heretical(mind: Mind) -> Stance:
    """What a living Heretic wants: to die while the right ones live."""
    if mind.role == VENGEFUL:
        return SPARING if mind.life[mind.priest] <= DOOMED else AVENGER
    cabalists = cabalists_left(mind)
    if not cabalists:
        return LAST_ONE
    return BALANCING if cabalists == 1 else PENITENT


def roles_of(table: Cult) -> list[str]:
    """The roles of this game, as the set-up table gives them."""
    return [ROLE_CARDS[card] for card in roles_in_game(table.n, table.options[HERESY])]


def cabalists_left(mind: Mind) -> int:
    """How many Cabalists live; the dead have shown their roles."""
    dead = sum(role == CABALIST and not lives for role, lives in zip(mind.known, mind.alive, strict=True))
    return roles_of(mind.table).count(CABALIST) - dead


def likings(mind: Mind) -> list[float]:
    """What a point of life of each player is worth, by what they may be."""
    stance, me = mind.stance, mind.me
    hidden = roles_of(mind.table)
    for role in mind.known:
        if role in hidden:
            hidden.remove(role)
    cabalists, faithful = hidden.count(CABALIST), hidden.count(FAITHFUL)
    heretics = len(hidden) - cabalists - faithful
    by_role = {
        HIGH_PRIEST: stance.priest,
        CABALIST: stance.cabalist,
        FAITHFUL: stance.faithful,
        REPENTANT: stance.heretic,
        VENGEFUL: stance.heretic,
    }
    found = []
    for seat, role in enumerate(mind.known):
        if seat == me:
            found.append(stance.own)
        elif role:
            found.append(by_role[role])
        else:
            tilt = exp(TRUST * loyalty(mind, seat))
            for_faithful, for_cabal = faithful * tilt, cabalists / tilt
            total = (for_faithful + for_cabal + heretics) or 1.0
            found.append(
                (for_faithful * stance.faithful + for_cabal * stance.cabalist + heretics * stance.heretic) / total
            )
    return found


def loyalty(mind: Mind, seat: Seat) -> float:
    """How a player has shown themselves: kind to the High Priest and hard on the High Priest's foes, or not."""
    deeds, many = mind.table.deeds, len(mind.players)
    priest = mind.priest
    shown = float(deeds[seat * many + priest])
    for other in range(many):
        if other not in (seat, priest):
            done = deeds[seat * many + other]
            if done:
                role = mind.known[other] if other != mind.me else ""
                theirs = FRIENDSHIP.get(role, 0.0) if role else deeds[other * many + priest] / 8
                shown += 0.5 * done * max(-1.0, min(1.0, theirs))
    return max(-CERTAIN, min(CERTAIN, shown))


FRIENDSHIP: Final = {CABALIST: -1.0, FAITHFUL: 1.0, REPENTANT: -0.3, VENGEFUL: -0.6}
