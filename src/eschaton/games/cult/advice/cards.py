"""Advice on players, Kraken dice and cards."""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.games.cult.advice.mind import Mind
from eschaton.games.cult.advice.worth import face_worths, lying_worth, mean_worth, menace, saved, threats
from eschaton.games.cult.box.components import BOARD_OF, KRAKEN_DIE, RITUAL_SYMBOLS, SEAT_OF
from eschaton.kernel.ask import Amount, Choose, ChooseSome
from eschaton.kernel.counsel import Answer, best
from eschaton.kernel.game import Advice
from eschaton.kernel.rules import Register

answers: Register[Answer[Mind]] = Register()


@answers("Shield", "SaltWard")
def shield(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-18.23: who is about to lose most of what is worth most."""
    threat = threats(mind)
    left = threats(mind, 1) if step.step_name == "SaltWard" else {key: max(0, many - 2) for key, many in threat.items()}

    def worth(key: str) -> float:
        return saved(mind, SEAT_OF[key], threat.get(key, 0), left.get(key, 0))

    key, _ = best(list(ask.options), worth, rng)
    return Advice(key, f"{'You are' if SEAT_OF[key] == mind.me else f'{key} is'} about to lose life that you need.")


@answers("OneLoser")
def one_loser(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-18.28, CD-18.36: a friend's loss is lessened, a foe's deepened."""
    sign = 1.0 if step.how == "lessen" else -1.0
    key, _ = best(list(ask.options), lambda key: sign * mind.worth[SEAT_OF[key]], rng)
    return Advice(key, f"{key} matters most to you." if sign > 0 else f"{key} stands in your way most.")


@answers("SeaHydra")
def sea_hydra(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-17.35."""

    def worth(key: str) -> float:
        seat = SEAT_OF[key[:-2]]
        return mind.heal(seat) if key[-2] == "+" else mind.hurt(seat, 1)

    key, _ = best(list(ask.options), worth, rng)
    if key[-2] == "-":
        return Advice(key, f"{key[:-2]} stands in your way most.")
    whose = "yours" if SEAT_OF[key[:-2]] == mind.me else f"{key[:-2]}'s"
    return Advice(key, f"No point of life is worth more to you than {whose}.")


@answers("LamiaSteal")
def lamia(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-17.49: from a foe to a friend."""
    sign = 1.0 if step.thief < 0 else -1.0
    key, _ = best(list(ask.options), lambda key: sign * mind.worth[SEAT_OF[key]], rng)
    if SEAT_OF[key] == mind.me:
        return Advice(key, "No point of life is worth more to you than yours." if sign > 0 else "You can bear it best.")
    return Advice(key, f"{key} serves your cause most." if sign > 0 else f"{key} stands in your way most.")


@answers("ArcaneExplosion")
def explosion(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-18.8: sparing whom you like best, if it is worth it at all."""
    spared, most = best([key for key in ask.options if key != "none"], lambda key: 2 * mind.worth[SEAT_OF[key]], rng)
    blast = sum(mind.hurt(seat, 2) for seat in mind.living()) + most
    if "none" in ask.options and blast <= 0:
        return Advice("none", "It would hurt you more than the others.")
    return Advice(spared, f"{'You are' if SEAT_OF[spared] == mind.me else f'{spared} is'} worth sparing most.")


@answers("BloodRites")
def blood_rites(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-17.61: a friend's two points for one of yours."""
    others = [key for key in ask.options if key in SEAT_OF]
    key, worth = best(others, lambda key: 2 * mind.worth[SEAT_OF[key]], rng)
    if worth <= mind.worth[mind.me] or (mind.life[mind.me] < 2 and mind.stance.own > 0):
        return Advice("decline", "Your own life is worth more to you.")
    return Advice(key, f"Two points for {key} are worth more than one of yours.")


@answers("AltarSacrifice")
def sacrifice(mind: Mind, step: Any, ask: ChooseSome, rng: Random) -> Advice:
    """CD-17.22: all friends."""
    friends = [key for key in ask.options if mind.like[SEAT_OF[key]] > 0]
    return Advice(
        friends, "Those who serve your cause gain life." if friends else "Nobody who lives serves your cause."
    )


# Kraken dice


@answers("KrakenResult")
def kraken(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-10.3: the worst die is rolled again when the life that saves is dearer than a Cultist die, or is the last."""
    faces: list[int] = step.faces
    worst = max(range(len(faces)), key=lambda place: faces[place])
    spared = faces[worst] - sum(KRAKEN_DIE) / len(KRAKEN_DIE)
    if sum(faces) >= mind.life[mind.me] and mind.stance.own > 0:
        return Advice(f"k{worst + 1}", "It would take your last life.")
    if spared > 0 and mind.worth[mind.me] * spared > mean_worth(face_worths(mind)):
        return Advice(f"k{worst + 1}", "The loss is worth more than a die.")
    return Advice("accept", "The loss is worth less than a die.")


@answers("KeeperGivesKraken")
def give_kraken(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-17.7: foes share the dice: who heaps them on one shows their colours, and is answered in kind."""

    def worth(key: str) -> float:
        seat = SEAT_OF[key]
        return -mind.worth[seat] / (1 + int(mind.players[seat].kraken))

    key, most = best(list(ask.options), worth, rng)
    if most <= 0:
        return Advice(key, f"It must go to somebody, and {key} can bear it best.")
    few = "" if mind.players[SEAT_OF[key]].kraken else ", and has no Kraken die yet"
    return Advice(key, f"{key} stands in your way{few}.")


@answers("TakeOffKraken")
def take_off(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-17.6: off a friend."""

    def worth(key: str) -> float:
        return mind.worth[SEAT_OF[key]] if key in SEAT_OF else 2 * mind.worth[mind.active]

    key, _ = best(list(ask.options), worth, rng)
    spared = SEAT_OF.get(key, mind.active)
    return Advice(key, "It spares you." if spared == mind.me else "It spares a friend.")


# Cards


@answers("PutUnder")
def put_under(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-18.1: a ritual that harms everybody stays away as long as you like your side's lives better."""
    bad = mind.table.deck.cards[-1] in ("kraken", "ancient-shadow", "tribute-to-nycen", "astral-rift")
    under = bad == (sum(mind.worth) > 0)
    why = "It would hurt your side." if bad else "It would serve the others more than you."
    return Advice("under" if under else "leave", why if under else "It may well come.")


@answers("BecomeWraith")
def become_wraith(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-14.13: the most useful one left."""
    order = ("grasping-tide", "hollow-mimic", "undertow", "drowned-choir", "lantern-shade", "pale-usher")
    key = next((card for card in order if card in ask.options), next(iter(ask.options)))
    return Advice(key, f"The {mind.table.box.title_of(key)} is the strongest one left.")


@answers("TakeFace")
def take_face(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-18.39: the most useful one."""
    order = ("assassin", "guardian", "sorceress", "assassin-2", "bloodletter-2", "alchemist-2", "guardian-2")
    key = next((card for card in order if card in ask.options), next(iter(ask.options)))
    return Advice(key, f"The {mind.table.box.title_of(key)} is the strongest one there is.")


@answers("Revive")
def revive(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-20.4."""
    if mind.stance.own > 0:
        return Advice("revive", "The living do more than Wraiths.")
    return Advice("stay", "Your role wins by being dead.")


@answers("Unmake", "ReplaceRitual")
def unmake(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """The ritual that does your cause most harm."""
    boards = [key for key in ask.options if key in BOARD_OF]
    harm = {key: menace(mind, mind.table.altars[BOARD_OF[key]]) for key in boards}
    key = max(boards, key=lambda key: harm[key])
    if "keep" in ask.options and harm[key] <= 0:
        return Advice("keep", "They suit you as they lie.")
    return Advice(key, "It does your cause the most harm.")


@answers("ReplaceSymbol")
def replace_symbol(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """CD-17.32: what the active player's dice do worst becomes what hurts nobody."""
    if not step.old:
        by_face: dict[str, float] = {}
        for die in mind.table.dice:
            by_face[die.face] = by_face.get(die.face, 0.0) + lying_worth(mind, die)
        key, _ = best(list(ask.options), lambda face: -by_face.get(face, 0.0), rng)
        return Advice(key, "Those dice hurt your cause most.")
    harmless = [face for face in ("Bl", *RITUAL_SYMBOLS) if face in ask.options]
    return Advice(harmless[0], "So they hurt nobody.")


@answers("Bleed")
def bleed(mind: Mind, step: Any, ask: Amount, rng: Random) -> Advice:
    """Open Vein: as much as you can spare."""
    spare = mind.life[mind.me] - 1 if mind.stance.own > 0 else ask.most
    return Advice(max(ask.least, min(ask.most, spare)), "So much you can spare.")


@answers("AstralRift", "Portents")
def in_order(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """What helps comes first; else the first is as good as any."""
    wanted = next((key for key in ("Bl", "Pa", "An") if key in ask.options), "")
    if wanted:
        return Advice(wanted, "What helps comes first.")
    return Advice(next(iter(ask.options)), "None of these helps you by coming first.")


@answers("TakeCoins", "TakeRitual", "PortentDice")
def the_first(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """The first is as good as any."""
    return Advice(next(iter(ask.options)), FIRST[step.step_name])


FIRST = {
    "TakeCoins": "As many as you can, and a Siren coin does most.",
    "TakeRitual": "Whatever you take serves them no longer.",
    "PortentDice": "A second die is not worth a point of your life.",
}
