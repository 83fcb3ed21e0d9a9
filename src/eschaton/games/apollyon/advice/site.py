"""Advice on breaches, Breach Checks, Cascades and what the Lost are to do."""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.games.apollyon.advice.mind import Mind
from eschaton.games.apollyon.box.components import AC, ASSETS, BREACH_MEASURE, SPACE
from eschaton.games.apollyon.rules.containment import DONE
from eschaton.kernel.ask import Choose
from eschaton.kernel.counsel import Answer, best
from eschaton.kernel.game import Advice
from eschaton.kernel.rules import Register

answers: Register[Answer[Mind]] = Register()


@answers("BreachCheck")
def measure_token(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-28.4, SA-28.10: Space cannot be Destroyed, so it stands first."""
    key = SPACE if SPACE in ask.options else ask.default()
    return Advice(key, "Space cannot be Destroyed." if key == SPACE else "One is as good as another.")


@answers("Cascade")
def cascade(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-27.1: the row in which a Breach Check is least to be feared."""
    seat = step.seat

    def danger(key: str) -> float:
        row = int(key.removeprefix("row")) - 1
        there = [p for p, w in mind.anomalies.items() if w.zone == AC and w.seat == seat and w.row == row]
        return sum(risk(mind, piece) for piece in there) / max(1, len(there))

    key, _ = best(ask.options, lambda key: -danger(key), rng)
    return Advice(key, "Least can get out there.")


def risk(mind: Mind, piece: str) -> float:
    """How likely, roughly, an anomaly in Active Containment breaches, times the harm it would do."""
    card, what = mind.box.anomalies[piece], mind.anomalies[piece]
    chance = (7 - BREACH_MEASURE.get(card.object_class, 4)) / 6
    tokens = sum(what.tokens.values())
    return float(max(0.0, card.threat * chance - tokens + 1.5) * card.threat)


@answers("NameAnomalies")
def name_one(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-23.3: the one that is least likely to get out."""
    key, _ = best(ask.options, lambda key: -risk(mind, key), rng)
    return Advice(key, "It is the least likely to get out.")


def spare_token(mind: Mind) -> str:
    """SA-24.14: the Asset there is most of beyond what the Apollyon's containment wants; empty if there is none."""
    wanted = mind.wanted()
    spare = {kind: mind.pool[kind] - wanted.get(kind, 0) for kind in ASSETS if mind.pool[kind]}
    kind = max(spare, key=lambda kind: spare[kind], default="")
    return kind if kind and spare[kind] > 0 else ""


@answers("OverContain")
def hold_better(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-24.14: a token that nobody misses, until it can hardly get out."""
    kind = spare_token(mind)
    if kind in ask.options and risk(mind, step.anomaly):
        return Advice(kind, "What holds it has grown weak.")
    return Advice(DONE, "That will hold it.")


@answers("ContainAtOnce")
def contain(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-26.10: if the players can spare the cost."""
    card = mind.box.anomalies[step.anomaly]
    if card.object_class == "apollyon" or mind.can_spare(dict(card.containment)):
        return Advice("contain", "What is contained does no harm.")
    return Advice("leave", "The Assets are needed for something worse.")


@answers("PersonnelAlone")
def personnel(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-26.8: Personnel alone subdue nothing."""
    return Advice("hide", "Alone they can subdue nothing.")
