"""Advice on what card texts leave open. A text is judged by its words: what it brings, less what it costs.

The player sees the question as it is put, so that this serves cards nobody has seen before as well.
"""

from __future__ import annotations

import re
from random import Random
from typing import Any, Final

from eschaton.cardtext.box import name_of
from eschaton.games.apollyon.advice.fight import price_of_token
from eschaton.games.apollyon.advice.mind import SKILL_WORTH, Mind, seat_of
from eschaton.games.apollyon.advice.site import risk
from eschaton.games.apollyon.box.components import AC, COG, LOST, WOUND
from eschaton.games.apollyon.rules.events import AMNESTICS_OF
from eschaton.kernel.ask import Amount, Ask, Choose, ChooseSome
from eschaton.kernel.counsel import Answer, best
from eschaton.kernel.game import Advice
from eschaton.kernel.rules import Register

answers: Register[Answer[Mind]] = Register()

YES, NO, PASS = "yes", "no", "pass"
THE_ORDER_IS_FINE: Final = "The order hardly matters."

WORDS: Final = tuple(
    (re.compile(pattern), worth)
    for pattern, worth in (
        (r"win the game", 100.0),
        (r"lose the game", -100.0),
        (r"gain (\d+) masquerade", 1.0),
        (r"loses? (\d+) masquerade", -1.0),
        (r"gain (\d+) (?:personnel|asset)", 1.1),
        (r"gain (\d+) (?:resource|space|intel)", 0.7),
        (r"(?:spend|loses?|destroys?) (\d+) (?:personnel|asset)", -1.1),
        (r"(?:spend|loses?|destroys?) (\d+) (?:resource|space|intel)", -0.7),
        (r"loses half", -1.5),
        (r"draw (\d+) asset card", 2.2),
        (r"draw (\d+) intel card", 1.2),
        (r"recruit", 2.5),
        (r"recover", 2.0),
        (r"promote", 1.5),
        (r"recoup", 1.2),
        (r"destroys? .*character", -3.0),
        (r"destroys? .*member", -3.0),
        (r"\blost\b", -2.0),
        (r"remove .*cognitohazard", 1.2),
        (r"place (\d+) cognitohazard", -1.2),
        (r"place (\d+) wounds? on each", -1.0),
        (r"place (\d+) wound", -0.4),
        (r"place (\d+) medal", 1.2),
        (r"minions? on this anomaly", -0.7),
        (r"place (\d+) minion", 0.6),
        (r"breach check", -1.0),
        (r"deal (\d+) situation", -1.2),
        (r"on vacation", -0.3),
        (r"masquerade cost", 1.0),
        (r"\+(\d+) threat", 0.5),
        (r"look|reveal|replace|cannot breach|no breach|add|study token|mark|cancel", 0.2),
    )
)  # fmt: skip
"""What a clause is worth, in points of Masquerade: the first that is found in it counts, times its number."""


def worth_of(text: str) -> float:
    """What a text is worth to who carries it out; of several choices the best."""
    before, found, choices = text.lower().partition("choose 1:")
    if found:
        return worth_of(before) + max(map(worth_of, choices.split(", or ")))
    return sum(map(worth_of_clause, re.split(r"[.;:,]|\bthen\b| - ", before)))


def worth_of_clause(clause: str) -> float:
    """What one clause is worth."""
    for pattern, worth in WORDS:
        found = pattern.search(clause)
        if found:
            return worth * (int(found[1]) if found.groups() else 1)
    return 0.0


def pays(mind: Mind, power: str) -> bool:
    """Whether a power that may be used is worth using now."""
    text = mind.box.powers[power].label
    return worth_of(text) > 0 and not in_vain(mind, text)


def in_vain(mind: Mind, text: str) -> bool:
    """Whether what a text is for is to be found nowhere: a Cognitohazard to remove, somebody Lost to recover."""
    low, everybody = text.lower(), mind.characters.values()
    if re.search(r"remove .*cognitohazard", low):
        return not any(who.cogs for who in everybody)
    return bool(re.search(r"recover .*lost", low)) and not any(who.zone == LOST for who in everybody)


@answers("Perform")
def text_choice(mind: Mind, step: Any, ask: Ask, rng: Random) -> Advice:
    """SA-6.14: harm goes where it hurts least, help where it does most good."""
    said = ask.prompt.removeprefix(f"{name_of(step.source, mind.box.names)}: ")
    if isinstance(ask, Choose):
        if YES in ask.options or NO in ask.options:
            return may_do(ask, said)
        if all(key.isdigit() for key in ask.options):
            return one_of(ask, said)
        key, _ = best(ask.options, lambda key: good_at(mind, said, key), rng)
        return Advice(key, "It does most good there." if worth_of(said) >= 0 else "It does least harm there.")
    if isinstance(ask, ChooseSome):
        return some_of(mind, ask, said)
    return Advice(ask.default(), "Nothing speaks for anything else.")


def may_do(ask: Choose, said: str) -> Advice:
    """ "You may …": if it is worth more than what happens otherwise."""
    done, _, otherwise = said.partition("if you do not,")
    if YES in ask.options and worth_of(done) > worth_of(otherwise):
        return Advice(YES, "It brings more than it costs.")
    return Advice(NO, "It costs more than it brings.")


def one_of(ask: Choose, said: str) -> Advice:
    """ "Choose 1": the best of the options, or the lesser evil."""
    texts = said.lower().partition("choose 1:")[2].split(", or ")
    key = max(ask.options, key=lambda key: worth_of(texts[int(key) - 1]) if int(key) <= len(texts) else 0.0)
    return Advice(key, "It is the best of them.")


def some_of(mind: Mind, ask: ChooseSome, said: str) -> Advice:
    """As many as help, as few as harm."""
    order = sorted(ask.options, key=lambda key: -good_at(mind, said, key))
    useful = [key for key in order if good_at(mind, said, key) > 0]
    many = max(ask.least, min(ask.most, len(useful)))
    return Advice(order[:many], "They gain most by it." if useful else "It does least harm there.")


def good_at(mind: Mind, prompt: str, key: str) -> float:
    """How good it is that what the question says happens to this card, site or place."""
    worth = worth_of(prompt)
    if key in mind.characters:
        return for_character(mind, prompt, key, worth)
    if key in mind.anomalies:
        return for_anomaly(mind, key, worth)
    if key in mind.table.situations:
        return float(mind.table.situations[key].tokens)
    if seat_of(key) >= 0:
        strength = sum(mind.worth(piece) for piece, who in mind.characters.items() if who.seat == seat_of(key))
        return strength if worth < 0 else -strength
    return 0.0


def for_character(mind: Mind, prompt: str, key: str, worth: float) -> float:
    """What a text does to a Character: tokens where they cost least, rest for who needs it, the rest to the best."""
    who = mind.characters[key]
    if "vacation" in prompt or "Remove" in prompt:
        return float(who.cogs) - 0.1 * mind.worth(key) * (not who.cogs)
    if "Wound" in prompt:
        return -price_of_token(mind, WOUND, key)
    if "Cognitohazard" in prompt:
        return -price_of_token(mind, COG, key)
    return mind.worth(key) if worth >= 0 else -mind.worth(key)


def for_anomaly(mind: Mind, key: str, worth: float) -> float:
    """What a text does to an anomaly: protection to the most dangerous, harm to the least."""
    what, card = mind.anomalies[key], mind.box.anomalies[key]
    danger = risk(mind, key) if what.zone == AC else float(card.threat + 3 * card.masquerade_cost)
    return danger if worth >= 0 else -danger


@answers("Announcement", "StepEffects", "EventEffects")
def announced(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-23.12: what must be done in the usual order; what may be done if it is worth it."""
    if PASS in ask.options:
        worthy = next((key for key in ask.options if key != PASS and pays(mind, key)), None)
        return (
            Advice(worthy, "It brings more than it costs.") if worthy else Advice(PASS, "None of it is worth it now.")
        )
    if any(key.startswith(AMNESTICS_OF) for key in ask.options):
        return Advice(ask.default(), "The Masquerade is raised before anything can lower it.")
    return Advice(ask.default(), THE_ORDER_IS_FINE)


@answers("DestroyAssets")
def give_up_assets(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-7.13: what there is most of."""

    def plenty(key: str) -> int:
        seat, _, kind = key.partition(":")
        at = seat_of(seat)
        pool: dict[str, int] = mind.table.sites[at].pool if at >= 0 else mind.pool
        return pool.get(kind or key, 0)

    key, _ = best(ask.options, plenty, rng)
    return Advice(key, "There is most of it.")


@answers("RerollDice")
def roll_again(mind: Mind, step: Any, ask: Amount, rng: Random) -> Advice:
    """SA-6.17: a failed die can only get better."""
    return Advice(ask.most, "A failed die can only get better.")


@answers("FreePromotion")
def promotion(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-20.5: the most useful Skill."""
    cards = mind.box.promotions
    key, _ = best(ask.options, lambda key: SKILL_WORTH[cards[key].skill] * cards[key].x, rng)
    return Advice(key, "It is the most useful Skill.")


@answers("RecoverAnother")
def recover(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-32.17: the one worth most."""
    key, _ = best(ask.options, mind.worth, rng)
    return Advice(key, "They are worth most.")


@answers("PickNext")
def meet(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-16.4: the one that is beaten most easily."""
    seen = mind.table.decks[step.deck].cards
    faced = {key: mind.box.anomalies[seen[-at]] for at, key in enumerate(ask.options, 1)}
    key, _ = best(ask.options, lambda key: -faced[key].threat - faced[key].subdue, rng)
    return Advice(key, "It is beaten most easily.")
