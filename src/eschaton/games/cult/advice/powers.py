"""When a power is worth using: the gain over keeping it; 0 or less means to pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from eschaton.games.cult.advice.mind import Mind
from eschaton.games.cult.advice.worth import (
    benefit_worth,
    face_worths,
    lying_worth,
    mean_worth,
    menace,
    place_worth,
    saved,
    sharpening,
    spoiling,
    threats,
    wraith_faces,
)
from eschaton.games.cult.box.components import BLOOD, CULTIST_DIE, DAGGERS, RITUAL_SYMBOLS, SEAT_KEYS, SEAT_OF
from eschaton.kernel.rules import Register

Judge = Callable[[Mind, Any], float]
judges: Register[Judge] = Register()
LATE = 10  # the round from which on nothing is kept for later


def worth_of_power(mind: Mind, window: Any, key: str) -> float:
    """What using a power now is worth."""
    judge = judges.known.get(key)
    return judge(mind, window) if judge is not None else 0.0


def lying(mind: Mind) -> list[float]:
    """What the dice that lie on places are worth to this player, the worst first."""
    return sorted(lying_worth(mind, die) for die in mind.table.dice if die.on and not die.held)


def price_of_life(mind: Mind) -> float:
    """What a point of one's own life costs; the last one costs most."""
    if mind.life[mind.me] <= 1 and mind.stance.own > 0:
        return 9.0
    return mind.worth[mind.me]


# Coins


def all_places(mind: Mind, face: str) -> list[str]:
    """Where somebody else may send a die of the active player, roughly."""
    if face in DAGGERS or face == BLOOD:
        return [SEAT_KEYS[seat] for seat in mind.living()]
    return [altar.key for altar in mind.table.altars if mind.table.takes(altar, face)]


@judges("siren")
def siren(mind: Mind, window: Any) -> float:
    """CD-11.1: a die that lies badly could lie well."""
    most = 0.0
    for die in mind.table.dice:
        if die.on in SEAT_OF and not die.held:
            now = lying_worth(mind, die)
            for place in all_places(mind, die.face):
                most = max(most, place_worth(mind, die.face, place) - now)
    return most - 1.8


@judges("chant")
def chant(mind: Mind, window: Any) -> float:
    """CD-12.1: the worst die could show the best face; a Wraith has little else to spend its coins on (CD-12.6)."""
    if not mind.alive[mind.me]:
        worths = wraith_faces(mind)
        worst = min((worths[face] for face in mind.players[mind.me].dice), default=0.0)
        return max(worths[face] for face in ("Dg", "Bl", *RITUAL_SYMBOLS)) - worst - 0.4
    return turning(mind, CULTIST_DIE, ("Dg", "Bl", *RITUAL_SYMBOLS)) - 0.6


@judges("alchemist", "ancient-chant")
def turn_own(mind: Mind, window: Any) -> float:
    """CD-18.1, CD-17.19: for nothing."""
    if window.timing == "commit" and any(die.face == "An" for die in mind.table.dice):
        keeps = "ancient-chant" in mind.players[mind.me].rituals
        if keeps:
            return turning(mind, ("An",), ("Dg", "Bl", *RITUAL_SYMBOLS)) - 0.1
    return turning(mind, RITUAL_SYMBOLS, RITUAL_SYMBOLS) - 0.1


@judges("bloodletter-2")
def turn_for_life(mind: Mind, window: Any) -> float:
    """CD-18.1: for a point of life."""
    return turning(mind, CULTIST_DIE, ("Dg", "Bl", *RITUAL_SYMBOLS)) - price_of_life(mind) - 0.2


def turning(mind: Mind, faces: tuple[str, ...], into: tuple[str, ...]) -> float:
    """What is gained by turning the worst die of some faces into the best of others."""
    if not mind.alive[mind.me]:
        return 0.0
    worths = face_worths(mind)
    mine = [worths[die.face] for die in mind.table.dice if die.face in faces]
    return max(worths[face] for face in into) - min(mine) if mine else 0.0


# Re-rolls


@judges("bloodletter")
def roll_for_life(mind: Mind, window: Any) -> float:
    """CD-18.1: several dice are worth less than fresh ones, by more than a point of life."""
    return short_of_fresh(mind) - price_of_life(mind)


@judges("quickening")
def roll_more(mind: Mind, window: Any) -> float:
    """Several dice are worth less than fresh ones."""
    return short_of_fresh(mind) - 0.3


def short_of_fresh(mind: Mind) -> float:
    """How much the dice that are worth less than fresh ones fall short of them."""
    if not mind.alive[mind.me]:
        return 0.0
    worths = face_worths(mind)
    mean = mean_worth(worths)
    return sum(max(0.0, mean - worths[die.face]) for die in mind.table.dice)


@judges("tidecaller", "lantern-shade")
def spoil(mind: Mind, window: Any) -> float:
    """The worst die might show something better."""
    found = lying(mind)
    return -found[0] - 0.7 if found else 0.0


@judges("revocation")
def spoil_all(mind: Mind, window: Any) -> float:
    """CD-19.2: all dice together do too much harm."""
    return -sum(lying(mind)) - 4.0


@judges("revocation:cancel")
def cancel(mind: Mind, window: Any) -> float:
    """CD-19.1: a foe's Sigil; most of all one that keeps a foe alive."""
    effect = mind.table.nearest("SigilEffect")
    return -float(mind.like[effect.seat]) * (3.0 if effect.power == "last-breath" else 1.0) - 0.5


# Guardians and assassins


@judges("guardian")
def guard(mind: Mind, window: Any) -> float:
    """CD-18.23: somebody who matters is about to lose 2."""
    return threatened(mind, 2) - price_of_life(mind) - 0.3


@judges("salt-ward")
def ward(mind: Mind, window: Any) -> float:
    """A double dagger or two lie on somebody who matters."""
    coming, left = threats(mind), threats(mind, 1)
    most = max((saved(mind, SEAT_OF[key], many, left[key]) for key, many in coming.items()), default=0.0)
    return most - (0.9 if mind.table.round >= LATE else 1.5)


def threatened(mind: Mind, much: int) -> float:
    """The most that could be saved by preventing so much loss to one player."""
    coming = threats(mind).items()
    return max((saved(mind, SEAT_OF[key], many, max(0, many - much)) for key, many in coming), default=0.0)


@judges("assassin")
def strike(mind: Mind, window: Any) -> float:
    """CD-18.33: 2 life of somebody who stands in the way, for 1."""
    phase = mind.table.resolving()
    victims = [seat for seat in phase.lost if seat != mind.me and mind.alive[seat]]
    return max((mind.hurt(seat, 2) for seat in victims), default=0.0) - price_of_life(mind) - 0.4


@judges("guardian-2")
def soften(mind: Mind, window: Any) -> float:
    """CD-18.27: a double dagger on a friend."""
    found = [lying_worth(mind, die) for die in mind.table.dice if die.face == "DD" and die.on]
    return -min(found, default=0.0) - 0.3


@judges("assassin-2")
def sharpen(mind: Mind, window: Any) -> float:
    """CD-18.35: a dagger on a foe, or blood of one's own that would do more as a blade."""
    found = [sharpening(mind, die) for die in mind.table.dice if die.face in ("Dg", BLOOD) and not die.held]
    return max(found, default=0.0) - 0.3


@judges("guardian-2:lessen", "kraken")
def lessen(mind: Mind, window: Any) -> float:
    """CD-18.28, CD-17.6: a friend is about to lose life."""
    return max((mind.worth[seat] for seat in losers(mind)), default=0.0) - 0.2


@judges("assassin-2:deepen")
def deepen(mind: Mind, window: Any) -> float:
    """CD-18.36: a foe is about to lose life."""
    return max((-mind.worth[seat] for seat in losers(mind)), default=0.0) - 0.2


def losers(mind: Mind) -> list[int]:
    """Who is about to lose life due to a ritual."""
    loss = mind.table.nearest("Loss")
    return [seat for seat, amount in loss.amounts.items() if amount > 0] if loss is not None else []


@judges("blood-rites")
def sharpen_own(mind: Mind, window: Any) -> float:
    """CD-17.61: one point more for one of yours."""
    found = [sharpening(mind, die) for die in mind.table.dice if die.face == "Dg" and not die.held]
    return max(found, default=0.0) - price_of_life(mind) - 0.2


# Rituals


@judges("librarian")
def look(mind: Mind, window: Any) -> float:
    """CD-18.1: it costs nothing to know."""
    return 0.1


@judges("librarian-2")
def refile(mind: Mind, window: Any) -> float:
    """CD-18.1: a foe's die is about to complete a ritual that is kept."""
    missed = max((spoiling(mind, die) for die in mind.table.dice), default=0.0)
    return -mind.like[mind.active] * missed - price_of_life(mind) - 0.3


@judges("transmutation")
def transmute(mind: Mind, window: Any) -> float:
    """CD-17.32: many dice of one face do harm."""
    by_face: dict[str, float] = {}
    for die in mind.table.dice:
        by_face[die.face] = by_face.get(die.face, 0.0) + lying_worth(mind, die)
    return -min(by_face.values(), default=0.0) - 2.5


@judges("tidecaller-2")
def pass_on(mind: Mind, window: Any) -> float:
    """CD-18.1: a friend gains the benefit and you a point of life."""
    friend = max((mind.like[seat] for seat in mind.living() if seat != mind.me), default=0.0)
    benefit = benefit_worth(mind, mind.table.nearest("Benefit").ritual)
    return mind.worth[mind.me] - benefit * (1 - max(0.0, friend))


@judges("echoes")
def echo(mind: Mind, window: Any) -> float:
    """The benefit is worth having twice."""
    return benefit_worth(mind, mind.table.nearest("Benefit").ritual) - 0.8


# Sigils


@judges("portents")
def portents(mind: Mind, window: Any) -> float:
    """CD-19.4: when a death is near on the right side, or one's own turn comes late in the game."""
    weakest = min((mind.life[seat] for seat in mind.living() if mind.like[seat] < -0.3), default=99)
    return 1.0 if weakest <= 3 or mind.table.round >= LATE else 0.0


@judges("stillness")
def still(mind: Mind, window: Any) -> float:
    """A die lies very well, and somebody could move it."""
    found = lying(mind)
    coins = any(player.siren for seat, player in enumerate(mind.players) if seat != mind.me)
    return found[-1] - 2.5 if found and coins else 0.0


@judges("ebb")
def ebb(mind: Mind, window: Any) -> float:
    """A foe is about to roll."""
    return -mind.like[mind.active] - 0.6


@judges("open-vein")
def open_vein(mind: Mind, window: Any) -> float:
    """A friend needs life more than you."""
    friends = [mind.worth[seat] for seat in mind.living() if seat != mind.me]
    return 4 * max(friends, default=0.0) - 2 * price_of_life(mind) - 2.0


@judges("mirrored-blades")
def mirror(mind: Mind, window: Any) -> float:
    """A foe strikes hard."""
    struck = mind.table.nearest("ResolveDie")
    die = mind.table.die(struck.die) if struck is not None else None
    hit = DAGGERS.get(die.face, 0) if die is not None else 0
    return mind.hurt(mind.active, hit) - (0.5 if mind.table.round >= LATE else 1.0)


@judges("turning-tide")
def turn_tide(mind: Mind, window: Any) -> float:
    """Two dice that hurt become two that heal."""
    return -sum(found for found in lying(mind)[:2] if found < 0) - 2.0


@judges("unmaking")
def unmake(mind: Mind, window: Any) -> float:
    """A ritual does your side harm, and soon more: the tribute in this turn, the others ever more."""
    most = 0.0
    for altar in mind.table.altars:
        ritual = altar.ritual
        urgent = (
            (ritual == "ancient-shadow" and altar.shadows >= 2)
            or (ritual == "tribute-to-nycen" and altar.tracks.get("own", 9) <= 1)
            or (ritual == "kraken" and mind.players[mind.me].kraken >= 2)
        )
        most = max(most, menace(mind, altar) if urgent else 0.0)
    return most


@judges("tithe")
def tithe(mind: Mind, window: Any) -> float:
    """A foe has two coins or more."""
    rich = [seat for seat, found in enumerate(mind.players) if found.siren + found.chant >= 2 and seat != mind.me]
    return max((-mind.like[seat] for seat in rich), default=0.0)


@judges("last-breath")
def last_breath(mind: Mind, window: Any) -> float:
    """To live on, unless your role wants death."""
    return mind.stance.own


@judges("drowned-pacts")
def drowned_pact(mind: Mind, window: Any) -> float:
    """Life when it is needed; a ritual when there is one."""
    kept = any(len(player.rituals) > 1 for seat, player in enumerate(mind.players) if seat != mind.me)
    if not mind.alive[mind.me]:
        return max(mind.worth, default=0.0) - 0.9
    return 1.0 if kept else 3 * mind.worth[mind.me] - 3.0


# Wraiths


@judges("drowned-choir")
def give_die(mind: Mind, window: Any) -> float:
    """CD-15.21: to a friend."""
    return mind.like[mind.active] - 0.2


@judges("hollow-mimic", "undertow", "grasping-tide")
def meddle(mind: Mind, window: Any) -> float:
    """CD-15.7: a die lies badly and can be made harmless."""
    mine = set(mind.players[mind.me].dice)
    own = window.timing == "response" and mind.players[mind.me].wraith != "hollow-mimic"
    found = [
        lying_worth(mind, die) for die in mind.table.dice if die.on and not die.held and (not own or die.face in mine)
    ]
    return -min(found, default=0.0) - 0.4


@judges("pale-usher")
def usher(mind: Mind, window: Any) -> float:
    """CD-15.7: two dice for a friend."""
    dice = mind.players[mind.me].dice
    return mind.like[mind.active] - 0.3 if len(set(dice)) < len(dice) else 0.0
