"""What a sensible player would answer, and why. It knows what the seat sees, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from eschaton.games.cult.cards import title_of
from eschaton.games.cult.components import BOARD_OF, FACE_NAMES, RITUAL_SYMBOLS, SEAT_OF
from eschaton.games.cult.judgement import worth_of_power
from eschaton.games.cult.mind import Mind, View
from eschaton.games.cult.worth import (
    Planned,
    best_place,
    face_worths,
    lying_worth,
    mean_worth,
    place_worth,
    ritual_worth,
)
from eschaton.kernel.ask import Amount, Ask, Assign, Choose, ChooseSome
from eschaton.kernel.game import Advice
from eschaton.kernel.window import PASS

Answers = Callable[[Mind, View, Any, Random], Advice]
ANSWERS: dict[str, Answers] = {}
"""How the question of a step is answered, by the step's name."""


def advice(view: View, ask: Ask, rng: Random) -> Advice:
    """The advised answer to a question."""
    mind = Mind(view, ask.seat)
    step = view["stack"][-1]
    answer = ANSWERS.get(step["step"])
    if answer is not None:
        return answer(mind, step, ask, rng)
    if isinstance(ask, Assign):
        return commit(mind, step, ask, rng)
    if isinstance(ask, Choose):
        if PASS in ask.options:
            return use_or_pass(mind, step, ask, rng)
        if all(key in SEAT_OF for key in ask.options):
            return somebody(mind, step, ask, rng)
    return Advice(ask.default(), "Nothing speaks for anything else.")


def answers(*steps: str) -> Callable[[Answers], Answers]:
    """The decorated function answers the questions of these steps."""

    def known(found: Answers) -> Answers:
        for step in steps:
            ANSWERS[step] = found
        return found

    return known


def best(options: list[str], worth: Callable[[str], float], rng: Random) -> tuple[str, float]:
    """The option worth most; one of those that are equal."""
    worths = [worth(key) + 1e-6 * rng.random() for key in options]
    most = max(worths)
    return options[worths.index(most)], most


def who(key: str) -> str:
    """A seat in a reason."""
    return key.rstrip("+")


# Dice


@answers("RollPhase")
def roll_again(mind: Mind, step: View, ask: ChooseSome, rng: Random) -> Advice:
    """CD-5.3: what is worth less than a fresh die is rolled again."""
    alive = mind.alive[mind.me]
    faces = [die["face"] for die in mind.view["dice"]] if alive else mind.players[mind.me]["dice"]
    worths = face_worths(mind) if alive else wraith_faces(mind)
    bar = mean_worth(worths) * (1.0 if step["left"] > 1 else 0.9)
    again = [key for key, face in zip(ask.options, faces, strict=True) if worths[face] < bar]
    if not again:
        return Advice([], "Every die is worth keeping.")
    return Advice(again, f"{names(faces, ask, again)} would do less than a fresh roll.")


def names(faces: list[str], ask: ChooseSome, keys: list[str]) -> str:
    """The faces of some dice in words."""
    shown = dict.fromkeys(FACE_NAMES[face] for key, face in zip(ask.options, faces, strict=True) if key in keys)
    return ", ".join(shown).capitalize()


def wraith_faces(mind: Mind) -> dict[str, float]:
    """What faces are worth to a Wraith: those that can be given to friends or turned against foes."""
    harm = max((-mind.worth[seat] for seat in mind.living()), default=0.0)
    good = max((mind.worth[seat] for seat in mind.living()), default=0.0)
    return {"Dg": harm, "DD": 2 * harm, "Bl": good, "Pa": 0.4, "An": 0.4, "Co": 0.4}


@answers("Commit")
def commit(mind: Mind, step: View, ask: Assign, rng: Random) -> Advice:
    """CD-6.1: the heaviest dice first, each where it does most, counting what the others there will do."""
    dice = {die["id"]: die for die in mind.view["dice"]}
    planned = Planned()
    for key, die in dice.items():
        if key not in ask.places and die["on"]:
            planned.put(mind, die["face"], die["on"])
    given: dict[str, str] = {}
    for key in sorted((key for key in ask.places if ask.places[key]), key=lambda key: dice[key]["face"] != "DD"):
        face = dice[key]["face"]
        places = list(ask.places[key])
        rng.shuffle(places)
        _, place = best_place(mind, face, places, planned)
        given[key] = place
        planned.put(mind, face, place)
    return Advice(given, plan_in_words(mind, dice, given))


def plan_in_words(mind: Mind, dice: dict[str, View], given: dict[str, str]) -> str:
    """Whom the plan hurts, whom it helps, what it works on."""
    hurt = [
        who(place)
        for key, place in given.items()
        if dice[key]["face"] in ("Dg", "DD") and SEAT_OF[who(place)] != mind.me
    ]
    helped = [who(place) for key, place in given.items() if place[0] == "S" and who(place) not in hurt]
    worked = [place for place in given.values() if place in BOARD_OF]
    altars = mind.view["altars"]
    parts = [
        f"strike {', '.join(dict.fromkeys(hurt))}" if hurt else "",
        f"strengthen {', '.join(dict.fromkeys(helped))}" if helped else "",
        f"work on {', '.join(dict.fromkeys(title_of(altars[BOARD_OF[place]]['card']['cards'][0]) for place in worked))}"
        if worked
        else "",
    ]
    text = "; ".join(part for part in parts if part)
    return f"{text.capitalize() if not text.startswith('S') else text}." if text else "The dice can do nothing better."


@answers("DiscardDie")
def discard_die(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-6.15: the die that does least."""
    worths, faces = face_worths(mind), die_faces(mind)
    key, _ = best(list(ask.options), lambda key: -worths[faces[key]], rng)
    return Advice(key, "It is the die that would do least.")


def die_faces(mind: Mind) -> dict[str, str]:
    """The active player's dice by key; a Wraith's Wraith dice too."""
    found = {die["id"]: die["face"] for die in mind.view["dice"]}
    found.update((f"w{place}", face) for place, face in enumerate(mind.players[mind.active]["dice"], 1))
    return found


@answers("ChangeDie")
def change_die(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-12.2: the worst die becomes the best face."""
    worths = face_worths(mind) if mind.alive[mind.me] else wraith_faces(mind)
    if not step["die"]:
        faces = die_faces(mind)
        key, _ = best(list(ask.options), lambda key: -worths[faces[key]], rng)
        return Advice(key, "It is the die that would do least.")
    key, _ = best(list(ask.options), lambda face: worths[face], rng)
    return Advice(key, f"A {FACE_NAMES[key]} would do most.")


@answers("ResolvePhase")
def resolve_next(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-8.1: life first, then blades, then rituals."""
    dice = {die["id"]: die for die in mind.view["dice"]}

    def order(key: str) -> float:
        die = dice[key]
        if die["on"] in BOARD_OF:
            return -1.0
        return 1.0 if die["face"] not in ("Dg", "DD") or die["heals"] else 0.0

    key, _ = best(list(ask.options), order, rng)
    return Advice(key, "Life first, then blades, then rituals.")


@answers("MoveDie", "Refile")
def move_die(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-11.1: the die that lies worst goes where it does most."""
    dice = {die["id"]: die for die in mind.view["dice"]}
    if not step["die"]:
        key, _ = best(list(ask.options), lambda key: -lying_worth(mind, dice[key]), rng)
        return Advice(key, "It lies where it hurts your cause most.")
    face = dice[step["die"]]["face"]
    key, _ = best(list(ask.options), lambda place: place_worth(mind, face, place), rng)
    return Advice(key, "There it serves you best.")


@answers("LanternChoice")
def lantern(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-15.7: where the re-rolled die does most."""
    face = die_faces(mind)[step["die"]]
    key, _ = best(list(ask.options), lambda place: place_worth(mind, face, place), rng)
    return Advice(key, "There it serves you best.")


@answers("TurnDie", "CallTide", "WraithOnDie", "HoldDie", "Sharpen")
def which_die(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """The die whose change helps most: one that does harm is spoilt, one that does good is deepened or held."""
    dice = {die["id"]: die for die in mind.view["dice"]}
    deepen = step.get("into") == "DD" or step["step"] in ("HoldDie", "Sharpen") or step.get("card") == "pale-usher"
    sign = 1.0 if deepen else -1.0
    key, _ = best(list(ask.options), lambda key: sign * lying_worth(mind, dice[key]), rng)
    return Advice(key, "It does your cause the most good." if deepen else "It does your cause the most harm.")


@answers("TurningTide")
def turning_tide(mind: Mind, step: View, ask: ChooseSome, rng: Random) -> Advice:
    """The two dice that hurt most become blood."""
    dice = {die["id"]: die for die in mind.view["dice"]}
    worst = sorted(ask.options, key=lambda key: lying_worth(mind, dice[key]))[:2]
    return Advice([key for key in worst if lying_worth(mind, dice[key]) < 0], "They hurt your side most.")


@answers("SpendDie")
def spend_die(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-15.8: the face that serves best, or the one that serves least as a price."""
    worths = wraith_faces(mind)
    if step["card"] == "grasping-tide":
        return Advice(worst_lying_face(mind, list(ask.options)), "A die with this face lies badly for you.")
    sign = -1.0 if step["card"] == "lantern-shade" or mind.like[mind.active] < 0 else 1.0
    key, _ = best(list(ask.options), lambda face: sign * worths[face], rng)
    return Advice(key, "It is the right price.")


def worst_lying_face(mind: Mind, faces: list[str]) -> str:
    """The face, of some, of the active player's die that lies worst."""
    lying = [(lying_worth(mind, die), die["face"]) for die in mind.view["dice"] if die["face"] in faces]
    return min(lying)[1] if lying else faces[0]


@answers("PaleUsher")
def usher(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-15.7: gifts to friends, fetters on dice that lie well."""
    friend = mind.like[mind.active] > 0
    key, _ = best(list(ask.options), lambda key: float(key.startswith("give") == friend), rng)
    return Advice(key, "A friend gets dice; a foe's die that serves you is held.")


@answers("GainDie", "PortentDie")
def gained_die(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-17.30: the ritual that is worth most."""
    altars = mind.view["altars"]

    def worth(key: str) -> float:
        face, _, board = key.partition(">")
        return ritual_worth(mind, altars[BOARD_OF[board]], face)

    key, _ = best(list(ask.options), worth, rng)
    return Advice(key, "That ritual is worth most to you.")


# Players


GOOD = frozenset(
    {
        "Shield",
        "PassBenefit",
        "OpenVein",
        "SaltWard",
        "Boon",
        "PortentReceiver",
        "PortentKeeper",
        "DrownedPact",
        "MarkPlayer",
    }
)


def somebody(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """A player is chosen: for something good the one you like best, else the one you like least."""
    sign = 1.0 if step["step"] in GOOD else -1.0
    key, _ = best(list(ask.options), lambda key: sign * mind.worth[SEAT_OF[key]], rng)
    return Advice(key, f"{key} serves your cause most." if sign > 0 else f"{key} stands in your way most.")


@answers("Shield", "SaltWard")
def shield(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-18.23: who is about to lose most of what is worth most."""
    threat = threats(mind)
    key, _ = best(list(ask.options), lambda key: mind.worth[SEAT_OF[key]] * threat.get(key, 0), rng)
    return Advice(key, f"{key} is about to be hurt, and you would rather not.")


def threats(mind: Mind) -> dict[str, int]:
    """How much life the dice that lie on players will take."""
    found: dict[str, int] = {}
    for die in mind.view["dice"]:
        hit = {"Dg": 1, "DD": 2}.get(die["face"], 0)
        if hit and die["on"] in SEAT_OF and not die["heals"]:
            found[die["on"]] = found.get(die["on"], 0) + hit
    return found


@answers("OneLoser")
def one_loser(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-18.28, CD-18.36: a friend's loss is lessened, a foe's deepened."""
    sign = 1.0 if step["how"] == "lessen" else -1.0
    key, _ = best(list(ask.options), lambda key: sign * mind.worth[SEAT_OF[key]], rng)
    return Advice(key, f"{key} is the one who matters most to you.")


@answers("SeaHydra")
def sea_hydra(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-17.35."""

    def worth(key: str) -> float:
        seat = SEAT_OF[key[:-2]]
        return mind.heal(seat) if key[-2] == "+" else mind.hurt(seat, 1)

    key, _ = best(list(ask.options), worth, rng)
    return Advice(key, f"A point of life of {key[:-2]} matters most to you.")


@answers("LamiaSteal")
def lamia(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-17.49: from a foe to a friend."""
    sign = 1.0 if step["thief"] < 0 else -1.0
    key, _ = best(list(ask.options), lambda key: sign * mind.worth[SEAT_OF[key]], rng)
    return Advice(key, "From a foe to a friend.")


@answers("ArcaneExplosion")
def explosion(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-18.8: sparing whom you like best, if it is worth it at all."""
    spared, most = best([key for key in ask.options if key != "none"], lambda key: 2 * mind.worth[SEAT_OF[key]], rng)
    blast = sum(mind.hurt(seat, 2) for seat in mind.living()) + most
    if "none" in ask.options and blast <= 0:
        return Advice("none", "It would hurt you more than the others.")
    return Advice(spared, f"{spared} is worth sparing most.")


@answers("BloodRites")
def blood_rites(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-17.61: a friend's two points for one of yours."""
    others = [key for key in ask.options if key in SEAT_OF]
    key, worth = best(others, lambda key: 2 * mind.worth[SEAT_OF[key]], rng)
    if worth <= mind.worth[mind.me] or mind.life[mind.me] < 2 < 1 + mind.stance.own + 1:
        return Advice("decline", "Your own life is worth more to you.")
    return Advice(key, f"Two points for {key} are worth more than one of yours.")


@answers("AltarSacrifice")
def sacrifice(mind: Mind, step: View, ask: ChooseSome, rng: Random) -> Advice:
    """CD-17.22: all friends."""
    friends = [key for key in ask.options if mind.like[SEAT_OF[key]] > 0]
    return Advice(friends, "Those who serve your cause gain life.")


# Kraken dice


@answers("KrakenResult")
def kraken(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-10.3: a bad die is rolled again when life is dear."""
    faces: list[int] = step["faces"]
    worst = max(range(len(faces)), key=lambda place: faces[place])
    deadly = sum(faces) >= mind.life[mind.me]
    if mind.stance.own > 0 and faces[worst] >= 2 and (deadly or (faces[worst] == 3 and mind.life[mind.me] <= 8)):
        return Advice(f"k{worst + 1}", "The loss is worth more than a die.")
    return Advice("accept", "The loss is worth less than a die.")


@answers("TakeOffKraken")
def take_off(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-17.6: off a friend."""

    def worth(key: str) -> float:
        return mind.worth[SEAT_OF[key]] if key in SEAT_OF else 2 * mind.worth[mind.active]

    key, _ = best(list(ask.options), worth, rng)
    return Advice(key, "It spares a friend.")


# Cards


@answers("PutUnder")
def put_under(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-18.1: a ritual that harms everybody stays away as long as you like your side's lives better."""
    top = mind.view["deck"]["cards"][0] if mind.view["deck"]["cards"] else None
    bad = top in ("kraken", "ancient-shadow", "tribute-to-nycen", "astral-rift")
    under = bad == (sum(mind.worth) > 0)
    return Advice("under" if under else "leave", "It would hurt your side." if under else "It may well come.")


@answers("BecomeWraith")
def become_wraith(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-14.13: the most useful one left."""
    order = ("grasping-tide", "hollow-mimic", "undertow", "drowned-choir", "lantern-shade", "pale-usher")
    key = next((card for card in order if card in ask.options), next(iter(ask.options)))
    return Advice(key, f"The {title_of(key)} is the strongest one left.")


@answers("TakeFace")
def take_face(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-18.39: the most useful one."""
    order = ("assassin", "guardian", "sorceress", "assassin-2", "bloodletter-2", "alchemist-2", "guardian-2")
    key = next((card for card in order if card in ask.options), next(iter(ask.options)))
    return Advice(key, f"The {title_of(key)} is the strongest one there is.")


@answers("Revive")
def revive(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-20.4."""
    if mind.stance.own >= 0:
        return Advice("revive", "The living do more than Wraiths.")
    return Advice("stay", "Your role wins by being dead.")


@answers("Unmake", "ReplaceRitual")
def unmake(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """The ritual that does your cause most harm."""
    boards = [key for key in ask.options if key in BOARD_OF]
    harm = {key: menace(mind, mind.view["altars"][BOARD_OF[key]]) for key in boards}
    key = max(boards, key=lambda key: harm[key])
    if "keep" in ask.options and harm[key] <= 0:
        return Advice("keep", "They suit you as they lie.")
    return Advice(key, "It does your cause the most harm.")


def menace(mind: Mind, altar: View) -> float:
    """How much a ritual on an altar threatens what this player cares for."""
    ritual = altar["card"]["cards"][0] if altar["card"]["cards"] else ""
    side = sum(mind.worth)
    weight = {"ancient-shadow": 1.0 + altar["shadows"], "kraken": 1.0, "tribute-to-nycen": 0.8, "astral-rift": 0.5}
    return float(weight.get(ritual, -0.1) * side)


@answers("ReplaceSymbol")
def replace_symbol(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-17.32: what the active player's dice do worst becomes what hurts nobody."""
    if not step["old"]:
        by_face: dict[str, float] = {}
        for die in mind.view["dice"]:
            by_face[die["face"]] = by_face.get(die["face"], 0.0) + lying_worth(mind, die)
        key, _ = best(list(ask.options), lambda face: -by_face.get(face, 0.0), rng)
        return Advice(key, "Those dice hurt your cause most.")
    harmless = [face for face in ("Bl", *RITUAL_SYMBOLS) if face in ask.options]
    return Advice(harmless[0], "So they hurt nobody.")


@answers("Bleed")
def bleed(mind: Mind, step: View, ask: Amount, rng: Random) -> Advice:
    """Open Vein: as much as you can spare."""
    spare = mind.life[mind.me] - 1 if mind.stance.own > 0 else ask.most
    return Advice(max(ask.least, min(ask.most, spare)), "So much you can spare.")


@answers("TakeCoins", "TakeRitual", "AstralRift", "Portents", "PortentDice")
def in_order(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """The first is as good as any."""
    wanted = next((key for key in ("Bl", "Pa", "An") if key in ask.options), next(iter(ask.options)))
    return Advice(wanted, "What helps comes first.")


# Trades


@answers("Propose")
def propose(mind: Mind, step: View, ask: ChooseSome, rng: Random) -> Advice:
    """CD-18.20: no trade, unless somebody thinks of a better one."""
    return Advice(["none"], "There is nothing you need that badly.")


@answers("Offer")
def offer(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """CD-18.19: a trade with no foe, that gives more than it takes."""
    gain, price = worth_of_terms(mind, step["give"]), worth_of_terms(mind, step["take"])
    if mind.like[step["by"]] > -0.3 and gain > price:
        return Advice("accept", "You gain more than you give.")
    return Advice("refuse", "It would serve them better than you.")


def worth_of_terms(mind: Mind, terms: dict[str, int]) -> float:
    """What coins and life of a trade are worth."""
    life = max(0.1, mind.worth[mind.me])
    return sum(many * {"siren": 0.9, "chant": 0.7, "life": life}[kind] for kind, many in terms.items())


# Powers


def use_or_pass(mind: Mind, step: View, ask: Choose, rng: Random) -> Advice:
    """A power is used when that is worth more than keeping it."""
    found, most = PASS, 0.0
    for key in ask.options:
        if key != PASS:
            worth = worth_of_power(mind, step, key)
            if worth > most:
                found, most = key, worth
    if found == PASS:
        return Advice(PASS, "There is nothing worth answering.")
    return Advice(found, "It does more now than it would later.")
