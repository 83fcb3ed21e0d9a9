"""What dice are worth to a player, by where they lie or might lie; and what rituals are worth working on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from eschaton.games.cult.advice.mind import Mind
from eschaton.games.cult.box.components import (
    BLOOD,
    BOARD_OF,
    COSMOS,
    CULTIST_DIE,
    DAGGERS,
    HEAL,
    RITUAL_SYMBOLS,
    SEAT_OF,
)
from eschaton.games.cult.state import Altar, Die
from eschaton.kernel.ask import Seat

COIN: Final = 0.6
DIE: Final = 0.6  # a Cultist die more or less
KEEPING: Final = {  # what being the Keeper is worth
    "kraken": 3.0,
    "ancient-chant": 1.5,
    "transmutation": 1.5,
    "sea-hydra": 3.0,
    "lamia": 2.5,
    "blood-rites": 1.5,
}
SHARE: Final = 0.4  # of what an Altar benefit is worth, when somebody else gains it


class Planned:
    """What the dice placed so far will do, so that nobody is killed twice and tracks are not overrun."""

    __slots__ = ("advanced", "explosion", "lost")

    def __init__(self) -> None:
        self.lost: dict[Seat, int] = {}
        self.advanced: dict[tuple[str, str], int] = {}
        self.explosion = 0

    def put(self, mind: Mind, face: str, place: str) -> None:
        """A die goes there."""
        seat = SEAT_OF.get(place)
        if seat is None:
            self.advanced[place, face] = self.advanced.get((place, face), 0) + 1
        elif face in DAGGERS and seat != mind.me:
            self.lost[seat] = self.lost.get(seat, 0) + DAGGERS[face]


def best_gain(mind: Mind, without: Seat = -1) -> float:
    """The most a point of life given to somebody is worth."""
    return max((mind.worth[seat] for seat in mind.living() if seat != without), default=0.0)


def best_loss(mind: Mind, without: Seat = -1) -> float:
    """The most a point of life taken from somebody is worth."""
    return max((mind.hurt(seat, 1) for seat in mind.living() if seat != without), default=0.0)


def total_worth(mind: Mind) -> float:
    """What a point of life for everybody is worth."""
    return sum(mind.worth)


def benefit_worth(mind: Mind, ritual: str) -> float:
    """What gaining a ritual's Altar benefit is worth to this player."""
    if ritual in ("sirens", "ancient-chant"):
        return COIN
    if ritual == "transmutation":
        return DIE
    if ritual == "sea-hydra":
        return max(best_gain(mind), best_loss(mind))
    if ritual == "lamia":
        others = mind.me if len(mind.living()) > 3 else -1
        return max(0.0, best_gain(mind, others) + best_loss(mind))
    if ritual == "blood-rites":
        return max(0.0, 2 * best_gain(mind, mind.me) - mind.worth[mind.me])
    if ritual == "astral-rift":
        return min(0.5, 0.3 - total_worth(mind) / 3)  # who wants all to lose life does not live by that alone
    return 0.0


def ritual_worth(mind: Mind, altar: Altar, face: str, planned: Planned | None = None) -> float:
    """What one die of this player on a ritual is worth: its benefit, and being nearer to its completion."""
    ritual = altar.ritual
    if not ritual:
        return 0.0
    if ritual == "tribute-to-nycen":
        return tribute_worth(mind, altar, planned)
    key = altar.key
    tracks = altar.tracks
    done = sum(many for (place, _), many in planned.advanced.items() if place == key) if planned else 0
    here = planned.advanced.get((key, face), 0) if planned else 0
    if here >= tracks.get(face, 0):
        return 0.05  # over-committed; it may still fit the next ritual
    left = max(1, sum(tracks.values()) - done)
    worth = benefit_worth(mind, ritual)
    if ritual in KEEPING:
        worth += KEEPING[ritual] * (1.0 if left == 1 else 0.6 / left)
    if ritual == "ancient-shadow":
        worth += max(-0.5, 2 * (altar.shadows + 1) * total_worth(mind) / left)
    elif ritual == "kraken":
        worth += 0.2
    return worth


def tribute_worth(mind: Mind, altar: Altar, planned: Planned | None) -> float:
    """What it is worth that the Tribute to Nycen does not advance in this turn: it will strike those round whose turn
    it is when it is complete, unless somebody pays before."""
    if planned and any(place == altar.key for place, _ in planned.advanced):
        return 0.0
    places, left = mind.table.places, altar.tracks.get("own", 1)
    at, many = places.index(mind.active), len(places)
    struck = {places[(at + left + side) % many] for side in (-2, -1, 0)}
    harm = -sum(mind.hurt(seat, mind.table.n) for seat in struck)
    if left == 1:
        return harm
    for later in range(at + 1, at + left):
        harm *= unpaid(mind, places[later % many])
    return max(0.25, harm)


def menace(mind: Mind, altar: Altar) -> float:
    """How much a ritual on an altar threatens what this player cares for; a tribute that is not paid strikes now."""
    ritual = altar.ritual
    if ritual == "tribute-to-nycen" and altar.tracks.get("own", 9) <= 1 and mind.active >= 0:
        return 0.0 if is_paid(mind, altar) else tribute_worth(mind, altar, None)
    side = sum(mind.worth)
    if ritual == "kraken" and mind.players[mind.me].kraken >= 2:
        return max(side, 2 * mind.worth[mind.me])
    weight = {"ancient-shadow": 1.0 + altar.shadows, "kraken": 1.0, "tribute-to-nycen": 0.8, "astral-rift": 0.5}
    return float(weight.get(ritual, -0.1) * side)


def is_paid(mind: Mind, altar: Altar) -> bool:
    """Whether a die of the active player lies on the Tribute to Nycen, or may still come there."""
    board = altar.key
    return any(die.on == board or (not die.on and mind.table.takes(altar, die.face)) for die in mind.table.dice)


def unpaid(mind: Mind, seat: Seat) -> float:
    """How likely it is that a player pays no tribute in their turn: a Wraith cannot, an automaton does not care."""
    if not mind.alive[seat]:
        return 1.0
    return 0.7 if seat in mind.table.automata else 0.35


def place_worth(mind: Mind, face: str, place: str, planned: Planned | None = None) -> float:
    """What a die of the active player is worth to this player on a place ("S2+": as a power symbol)."""
    bare = place.rstrip(HEAL)
    seat = SEAT_OF.get(bare)
    if seat is None:
        altar = mind.table.altars[BOARD_OF[bare]]
        if mind.active == mind.me:
            return ritual_worth(mind, altar, face, planned)
        return SHARE * mind.like[mind.active]
    if place != bare or face == BLOOD:
        return mind.heal(seat)
    owner = mind.active
    if face in DAGGERS:
        if seat == owner and mind.table.symbol(seat) == face:
            return mind.heal(seat)
        return mind.hurt(seat, DAGGERS[face], planned.lost.get(seat, 0) if planned else 0)
    if mind.table.symbol(seat) == face:
        return mind.heal(seat)
    return explosion_share(mind) if face == COSMOS else 0.0


def explosion_share(mind: Mind) -> float:
    """Half an arcane explosion, if there are dice enough for one."""
    cosmos = sum(die.face == COSMOS for die in mind.table.dice)
    if cosmos < 2:
        return -0.1
    return -sum(worth for seat, worth in enumerate(mind.worth) if seat != mind.me)


def lying_worth(mind: Mind, die: Die) -> float:
    """What a die is worth where it lies."""
    if not die.on:
        return 0.0
    return place_worth(mind, die.face, die.on + (HEAL if die.heals else ""))


def sharpening(mind: Mind, die: Die) -> float:
    """What it is worth that a die becomes a double dagger: it stays where its owner wants it, but blood goes where a
    blade may (CD-7.5), and nobody gives another player a blade for it."""
    if die.face != BLOOD:
        return place_worth(mind, "DD", die.on) - lying_worth(mind, die) if die.on else 0.0
    if mind.active != mind.me:
        return -1.0
    struck = max((mind.hurt(seat, DAGGERS["DD"]) for seat in mind.living() if seat != mind.me), default=0.0)
    return struck - lying_worth(mind, die)


def threats(mind: Mind, most: int = 2) -> dict[str, int]:
    """How much life the dice that lie on players will take, so much at most each, by the player's key.

    A player's own power symbol takes nothing from them (CD-8.7).
    """
    found: dict[str, int] = {}
    for die in mind.table.dice:
        seat = SEAT_OF.get(die.on, -1)
        if die.face not in DAGGERS or seat < 0 or die.heals:
            continue
        if seat != mind.active or mind.table.symbol(seat) != die.face:
            found[die.on] = found.get(die.on, 0) + min(most, DAGGERS[die.face])
    return found


def saved(mind: Mind, seat: Seat, coming: int, left: int) -> float:
    """What it is worth that a player loses less than what is coming; nothing if that kills them all the same."""
    return mind.hurt(seat, left) - mind.hurt(seat, coming)


def best_place(mind: Mind, face: str, places: Iterable[str], planned: Planned | None = None) -> tuple[float, str]:
    """The best of some places for a die, and its worth."""
    found, best = "", -99.0
    for place in places:
        worth = place_worth(mind, face, place, planned)
        if worth > best:
            best, found = worth, place
    return best, found


def face_worths(mind: Mind, planned: Planned | None = None) -> dict[str, float]:
    """What each face is worth in this player's own hand, put where it does most, beside what is planned already."""
    seat = mind.me
    own = mind.worth[seat]
    found = {
        BLOOD: best_gain(mind),
        **{
            face: max((mind.hurt(other, hit) for other in mind.living() if other != seat), default=0.0)
            for face, hit in DAGGERS.items()
        },
    }
    altars = mind.table.altars
    for face in RITUAL_SYMBOLS:
        found[face] = max(
            (ritual_worth(mind, altar, face, planned) for altar in altars if mind.table.takes(altar, face)), default=0.0
        )
    symbol = mind.table.symbol(seat)
    if symbol and own > found[symbol]:
        found[symbol] = own
    if mind.players[seat].character == "sorceress":
        found[COSMOS] = max(found[COSMOS], explosion_share(mind))
    return found


def nearly_kept(altar: Altar) -> float:
    """How near a ritual is to being kept by somebody, by what keeping it is worth."""
    return KEEPING.get(altar.ritual, 0.0) / max(1, int(sum(altar.tracks.values())))


def spoiling(mind: Mind, die: Die) -> float:
    """What being the Keeper is worth that the active player misses if this die is moved to another ritual; 0 if they
    become none with it, or become one without it."""
    altars = mind.table.altars
    if die.on not in BOARD_OF or die.held:
        return 0.0
    altar, face = altars[BOARD_OF[die.on]], die.face
    there = [other.face for other in mind.table.dice if other.on == die.on]
    completes = all(there.count(symbol) >= left for symbol, left in altar.tracks.items())
    spoilt = there.count(face) == altar.tracks.get(face)
    if not (completes and spoilt and any(mind.table.takes(other, face) for other in altars if other is not altar)):
        return 0.0
    return KEEPING.get(altar.ritual, 0.0)


def wraith_faces(mind: Mind) -> dict[str, float]:
    """What faces are worth to a Wraith: those that can be given to friends or turned against foes."""
    harm = max((-mind.worth[seat] for seat in mind.living()), default=0.0)
    good = max((mind.worth[seat] for seat in mind.living()), default=0.0)
    return {"Dg": harm, "DD": 2 * harm, "Bl": good, "Pa": 0.4, "An": 0.4, "Co": 0.4}


def mean_worth(worths: dict[str, float]) -> float:
    """What a die about to be rolled is worth."""
    return sum(max(0.0, worths[face]) for face in CULTIST_DIE) / len(CULTIST_DIE)
