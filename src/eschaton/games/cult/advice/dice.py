"""Advice on dice: rolling, committing, turning, moving and resolving them."""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.games.cult.advice.mind import Mind
from eschaton.games.cult.advice.worth import (
    Planned,
    best_place,
    face_worths,
    lying_worth,
    mean_worth,
    nearly_kept,
    place_worth,
    ritual_worth,
    sharpening,
    spoiling,
    tribute_worth,
    wraith_faces,
)
from eschaton.games.cult.box.components import BOARD_OF, DAGGERS, FACE_NAMES, HEAL, SEAT_KEYS, SEAT_OF
from eschaton.games.cult.state import Die
from eschaton.kernel.ask import Assign, Choose, ChooseSome
from eschaton.kernel.counsel import Answer, best
from eschaton.kernel.game import Advice
from eschaton.kernel.rules import Register

answers: Register[Answer[Mind]] = Register()

NONE = -1


@answers("RollPhase")
def roll_again(mind: Mind, step: Any, ask: ChooseSome, rng: Random) -> Advice:
    """CD-5.3: what is worth less than a fresh die is rolled again."""
    alive = mind.alive[mind.me]
    faces = [die.face for die in mind.table.dice] if alive else mind.players[mind.me].dice
    kept, planned = tribute_held(mind, faces) if alive else (NONE, None)
    worths = face_worths(mind, planned) if alive else wraith_faces(mind)
    bar = mean_worth(worths) * (1.0 if step.left > 1 else 0.9)
    again = [
        key for at, (key, face) in enumerate(zip(ask.options, faces, strict=True)) if worths[face] < bar and at != kept
    ]
    if not again:
        return Advice([], "Every die is worth keeping.")
    return Advice(again, f"{names(faces, ask, again)} would do less than a fresh roll.")


def tribute_held(mind: Mind, faces: list[str]) -> tuple[int, Planned | None]:
    """CD-17.54: the place of a die that is kept to pay the tribute; for that a second one is worth nothing."""
    for altar in mind.table.altars:
        for face in mind.table.box.rituals[ritual].accepts if (ritual := altar.ritual) else ():
            if face in faces and tribute_worth(mind, altar, None) > mean_worth(face_worths(mind)):
                planned = Planned()
                planned.put(mind, face, altar.key)
                return faces.index(face), planned
    return NONE, None


def names(faces: list[str], ask: ChooseSome, keys: list[str]) -> str:
    """The faces of some dice in words."""
    shown = dict.fromkeys(FACE_NAMES[face] for key, face in zip(ask.options, faces, strict=True) if key in keys)
    return ", ".join(shown).capitalize()


@answers("Commit")
def commit(mind: Mind, step: Any, ask: Assign, rng: Random) -> Advice:
    """CD-6.1: the heaviest dice first, each where it does most, counting what the others there will do."""
    dice = {die.id: die for die in mind.table.dice}
    planned = Planned()
    for key, die in dice.items():
        if key not in ask.places and die.on:
            planned.put(mind, die.face, die.on)
    given: dict[str, str] = {}
    for key in sorted((key for key in ask.places if ask.places[key]), key=lambda key: dice[key].face != "DD"):
        face = dice[key].face
        places = list(ask.places[key])
        rng.shuffle(places)
        _, place = best_place(mind, face, places, planned)
        given[key] = place
        planned.put(mind, face, place)
    return Advice(given, plan_in_words(mind, dice, given))


def plan_in_words(mind: Mind, dice: dict[str, Die], given: dict[str, str]) -> str:
    """Whom the plan hurts, whom it helps, what it works on."""
    whom = {key: seat for key, place in given.items() if (seat := place.rstrip(HEAL)) in SEAT_OF}
    hurt = [seat for key, seat in whom.items() if dice[key].face in DAGGERS and SEAT_OF[seat] != mind.me]
    helped = [seat for seat in whom.values() if seat not in hurt]
    worked = [place for place in given.values() if place in BOARD_OF]
    rituals = [mind.table.altars[BOARD_OF[place]].ritual for place in worked]
    own = SEAT_KEYS[mind.me]
    forced = all(mind.like[SEAT_OF[seat]] > 0 for seat in hurt)
    parts = [
        f"strike {', '.join(dict.fromkeys(hurt))}{', for blades must go somewhere' if forced else ''}" if hurt else "",
        f"strengthen {', '.join(dict.fromkeys('yourself' if seat == own else seat for seat in helped))}"
        if helped
        else "",
        f"work on {', '.join(dict.fromkeys(map(mind.table.box.title_of, rituals)))}" if worked else "",
    ]
    text = "; ".join(part for part in parts if part)
    return f"{text[0].upper()}{text[1:]}." if text else "The dice can do nothing better."


@answers("DiscardDie")
def discard_die(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-6.15: the die that does least."""
    worths, faces = face_worths(mind), die_faces(mind)
    key, _ = best(list(ask.options), lambda key: -worths[faces[key]], rng)
    return Advice(key, "It is the die that would do least.")


def die_faces(mind: Mind) -> dict[str, str]:
    """The active player's dice by key; a Wraith's Wraith dice too."""
    found = {die.id: die.face for die in mind.table.dice}
    found.update((f"w{place}", face) for place, face in enumerate(mind.players[mind.active].dice, 1))
    return found


@answers("ChangeDie")
def change_die(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-12.2: the worst die becomes the best face."""
    worths = face_worths(mind) if mind.alive[mind.me] else wraith_faces(mind)
    if not step.die:
        faces = die_faces(mind)
        key, _ = best(list(ask.options), lambda key: -worths[faces[key]], rng)
        return Advice(key, "It is the die that would do least.")
    key, _ = best(list(ask.options), lambda face: worths[face], rng)
    return Advice(key, f"{FACE_NAMES[key].capitalize()} would do most.")


@answers("ResolvePhase")
def resolve_next(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-8.1: life first, then blades, then rituals."""
    dice = {die.id: die for die in mind.table.dice}

    def order(key: str) -> float:
        die = dice[key]
        if die.on in BOARD_OF:
            return -1.0
        return 1.0 if die.face not in ("Dg", "DD") or die.heals else 0.0

    key, first = best(list(ask.options), order, rng)
    if first > 0.5:
        return Advice(key, "Life first: nobody should fall before it comes.")
    if first > -0.5:
        return Advice(key, "Blades first: once they have struck, nobody can turn them.")
    return Advice(key, "Only rituals are left, and they work in any order.")


@answers("MoveDie")
def move_die(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-11.1: the die that lies worst goes where it does most."""
    dice = {die.id: die for die in mind.table.dice}
    if not step.die:
        key, _ = best(list(ask.options), lambda key: -lying_worth(mind, dice[key]), rng)
        return Advice(key, "It lies where it hurts your cause most.")
    face = dice[step.die].face
    key, _ = best(list(ask.options), lambda place: place_worth(mind, face, place), rng)
    return Advice(key, "There it serves you best.")


@answers("Refile")
def refile(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-18.1: off the ritual that is about to be kept, to the one that is farthest from it."""
    dice = {die.id: die for die in mind.table.dice}
    altars = mind.table.altars
    if not step.die:
        key, most = best(list(ask.options), lambda key: spoiling(mind, dice[key]), rng)
        return Advice(key, "Without it they do not become a Keeper." if most > 0.5 else "It can go elsewhere.")
    key, _ = best(list(ask.options), lambda board: -nearly_kept(altars[BOARD_OF[board]]), rng)
    return Advice(key, "There it is farthest from making them a Keeper.")


@answers("LanternChoice")
def lantern(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-15.7: where the re-rolled die does most."""
    face = die_faces(mind)[step.die]
    key, _ = best(list(ask.options), lambda place: place_worth(mind, face, place), rng)
    return Advice(key, "There it serves you best.")


@answers("TurnDie", "CallTide", "WraithOnDie", "HoldDie", "Sharpen")
def which_die(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """The die whose change helps most: one that does harm is spoilt, one that does good is deepened or held."""
    dice = {die.id: die for die in mind.table.dice}
    if getattr(step, "into", "") == "DD" or step.step_name == "Sharpen":
        key, _ = best(list(ask.options), lambda key: sharpening(mind, dice[key]), rng)
        return Advice(key, "As a double dagger it does your cause the most good.")
    hold = step.step_name == "HoldDie" or getattr(step, "card", "") == "pale-usher"
    sign = 1.0 if hold else -1.0
    key, _ = best(list(ask.options), lambda key: sign * lying_worth(mind, dice[key]), rng)
    return Advice(key, "It does your cause the most good." if hold else "It does your cause the most harm.")


@answers("TurningTide")
def turning_tide(mind: Mind, step: Any, ask: ChooseSome, rng: Random) -> Advice:
    """The two dice that hurt most become blood."""
    dice = {die.id: die for die in mind.table.dice}
    worst = sorted(ask.options, key=lambda key: lying_worth(mind, dice[key]))[:2]
    return Advice([key for key in worst if lying_worth(mind, dice[key]) < 0], "They hurt your side most.")


@answers("SpendDie")
def spend_die(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-15.8: the face that serves best, or the one that serves least as a price."""
    worths = wraith_faces(mind)
    if step.card in ("grasping-tide", "undertow"):
        return Advice(worst_lying_face(mind, list(ask.options)), "A die with this face lies badly for you.")
    sign = -1.0 if step.card == "lantern-shade" or mind.like[mind.active] < 0 else 1.0
    key, _ = best(list(ask.options), lambda face: sign * worths[face], rng)
    if step.card == "lantern-shade":
        return Advice(key, "You can spare this face best.")
    return Advice(key, "It does most in a friend's hands." if sign > 0 else "It does least in a foe's hands.")


def worst_lying_face(mind: Mind, faces: list[str]) -> str:
    """The face, of some, of the active player's die that lies worst."""
    dice = mind.table.dice
    lying = [(lying_worth(mind, die), die.face) for die in dice if die.face in faces and not die.held]
    return min(lying)[1] if lying else faces[0]


@answers("PaleUsher")
def usher(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-15.7: gifts to friends, fetters on dice that lie well."""
    friend = mind.like[mind.active] > 0
    key, _ = best(list(ask.options), lambda key: float(key.startswith("give") == friend), rng)
    return Advice(key, "A friend gets dice; a foe's die that serves you is held.")


@answers("GainDie", "PortentDie")
def gained_die(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-17.30: the ritual that is worth most."""
    altars = mind.table.altars

    def worth(key: str) -> float:
        face, _, board = key.partition(">")
        return ritual_worth(mind, altars[BOARD_OF[board]], face)

    key, _ = best(list(ask.options), worth, rng)
    return Advice(key, "That ritual is worth most to you.")
