"""Advice on Situations and engagements: retreat, Firepower, who receives which token, Medals."""

from __future__ import annotations

from random import Random
from typing import Any

from eschaton.games.apollyon.advice.mind import HIT, Foe, Mind, mean_of_class
from eschaton.games.apollyon.box.components import COG, COGS_DESTROY, PERSONNEL, WOUND
from eschaton.games.apollyon.rules.damage import LAST_DITCH
from eschaton.kernel.ask import Amount, Choose, ChooseSome
from eschaton.kernel.council import AGREE, REFUSE
from eschaton.kernel.counsel import Answer, best
from eschaton.kernel.game import Advice
from eschaton.kernel.rules import Register
from eschaton.kernel.seen import UNKNOWN

answers: Register[Answer[Mind]] = Register()


def team_of(mind: Mind) -> list[str]:
    """The Characters on the mission that is being resolved."""
    fight = mind.table.nearest("Engagement")
    if fight is None:
        mission = mind.table.resolving()
        return mind.table.team(mission.mtfs) if mission is not None else []
    return [piece for piece in fight.team if piece in mind.characters]


def foe_of(mind: Mind) -> Foe:
    """What is behind the Situation that is being resolved, as far as its class tells."""
    mission = mind.table.resolving()
    card = mind.table.situations[mission.place].piece if mission is not None else UNKNOWN
    return mean_of_class(mind.box, mind.box.situations[card].object_class) if card else Foe(2.0, 3.0, 1.0)


@answers("EngageFalseAlarm")
def false_alarm(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-17.2: for the rewards, if the team is sure to win."""
    team, foe = team_of(mind), foe_of(mind)
    if mind.strength(team) >= 1.3 * foe.subdue and HIT * foe.threat < mind.endurance(team):
        return Advice("engage", "The rewards are easily won.")
    return Advice("decline", "There is nothing to be won that is worth a Wound.")


@answers("RetreatOrder")
def retreat(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-19.1: when the team can hardly win, and would hardly survive."""
    team, foe = team_of(mind), foe_of(mind)
    if mind.strength(team) >= 0.7 * foe.subdue:
        return Advice("stand", "The team can win.")
    if HIT * foe.threat > mind.endurance(team):
        return Advice("retreat", "What is behind it is too strong for this team.")
    return Advice("stand", "The team can stand what may be behind it.")


@answers("GiveUpDice")
def give_up(mind: Mind, step: Any, ask: Amount | Choose, rng: Random) -> Advice:
    """SA-33.4: dice that are not needed to win spare the team as many of the enemy's."""
    fight = mind.table.nearest("Engagement")
    spare = (mind.strength(team_of(mind)) - 1.3 * mind.anomaly(fight.anomaly).subdue) / HIT
    most = ask.most if isinstance(ask, Amount) else len(ask.options) - 1  # a number, or its key where it is proposed
    many = max(0, min(most, int(spare)))
    why = "So many are not needed to win." if many else "Every die is needed."
    return Advice(many if isinstance(ask, Amount) else str(many), why)


@answers("PlaceTokens")
def place(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-18.8: who can take it; else what can be given up; else who is worth least."""
    key, _ = best(ask.options, lambda key: -price_of_token(mind, step.kind, key), rng)
    return Advice(key, "It costs least there.")


@answers("Placement")
def propose(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-15.8: token by token where it costs least; what costs the team much more than that is not agreed to."""
    placing = mind.table.nearest("PlaceTokens")
    kind, placed = placing.kind, step.proposal
    if AGREE not in ask.options:
        key, _ = best(ask.options, lambda key: -price_of_token(mind, kind, key, placed.count(key)), rng)
        return Advice(key, "It costs least there.")
    if kind == WOUND and price_of_all(mind, kind, placed) > 1.0 + price_of_all(mind, kind, spread(mind, placing)):
        return Advice(REFUSE, "It would cost less elsewhere.")
    return Advice(AGREE, "It will do.")


def price_of_all(mind: Mind, kind: str, placed: list[str]) -> float:
    """What tokens placed one after the other cost together."""
    return sum(price_of_token(mind, kind, key, placed[:at].count(key)) for at, key in enumerate(placed))


def spread(mind: Mind, placing: Any) -> list[str]:
    """Wounds where each costs least, if nothing but Medals is given up for them."""
    kind, team = placing.kind, [piece for piece in placing.team if piece in mind.characters]
    placed: list[str] = []
    for _ in range(placing.many):
        left = [piece for piece in team if most_on(mind, piece) > placed.count(piece)]
        if left:
            placed.append(min(left, key=lambda piece: price_of_token(mind, kind, piece, placed.count(piece))))
    return placed


def most_on(mind: Mind, piece: str) -> int:
    """How many Wounds a Character takes until it is gone, one of them by a Last Ditch Effort (SA-32.39)."""
    return mind.room(piece) + bool(mind.characters[piece].medals)


def price_of_token(mind: Mind, kind: str, key: str, placed: int = 0) -> float:
    """What it costs that a token goes here, where so many have been placed before."""
    if key == PERSONNEL:
        return 1.2
    if ":" in key:  # a Minion or a Study Token is given up
        return 0.7
    if key not in mind.characters:
        return 1.0
    who = mind.characters[key]
    if kind == WOUND:
        left = mind.room(key) - placed
        return mind.worth(key) if left <= 1 else 0.1 + 0.5 / left
    if kind == COG:
        kept_off = max(0, mind.skill(key, "memetic-resistance") - who.deflected)
        if kept_off > placed:
            return 0.0
        cogs = who.cogs + placed - kept_off
        return mind.worth(key) if cogs + 1 >= COGS_DESTROY else 0.3 if cogs else 0.6 * mind.worth(key)
    return mind.worth(key)


@answers("PlaceToken")
def last_ditch(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-32.39: a Character is worth more than its Medals."""
    return Advice(LAST_DITCH, "A Character is worth more than its Medals.")


@answers("AwardMedal")
def medal(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-20.1: to the one who will last longest."""
    key, _ = best(
        (key for key in ask.options if key in mind.characters), lambda key: mind.room(key) + 0.1 * mind.worth(key), rng
    )
    return Advice(key, "They will carry it longest.")


@answers("HalveCharacters")
def halve_characters(mind: Mind, step: Any, ask: ChooseSome, rng: Random) -> Advice:
    """SA-30.3: those worth least."""
    return Advice(sorted(ask.options, key=mind.worth)[: ask.least], "They are worth least to the site.")


@answers("HalveAssets")
def halve_assets(mind: Mind, step: Any, ask: ChooseSome, rng: Random) -> Advice:
    """SA-30.2: what there is most of."""
    left = dict(mind.pool)
    chosen: list[str] = []
    by_kind: dict[str, list[str]] = {}
    for key, kind in ask.options.items():
        by_kind.setdefault(kind, []).append(key)
    while len(chosen) < ask.least:
        kind = max((kind for kind, keys in by_kind.items() if keys), key=lambda kind: left[kind])
        chosen.append(by_kind[kind].pop())
        left[kind] -= 1
    return Advice(chosen, "There is most of them.")
