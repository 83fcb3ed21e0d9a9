"""What a sensible player would answer, and why. It knows what the seat sees, and nothing else."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from eschaton.games.apollyon.advice import fight, site, texts
from eschaton.games.apollyon.advice.assignments import next_action
from eschaton.games.apollyon.advice.mind import PLENTY_OF_INTEL, SAVE_FROM, Mind, at_home, seat_of
from eschaton.games.apollyon.advice.site import risk, spare_token
from eschaton.games.apollyon.advice.texts import in_vain, pays
from eschaton.games.apollyon.box.components import AC, GARRISON, SCOUTING
from eschaton.games.apollyon.rules.ratings import medal_cost
from eschaton.games.apollyon.rules.rewards import EACH
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Ask, Choose, ChooseSome
from eschaton.kernel.council import AGREE
from eschaton.kernel.counsel import Answer, best
from eschaton.kernel.game import Advice
from eschaton.kernel.phase import READY
from eschaton.kernel.rules import Register

answers: Register[Answer[Mind]] = Register()

USUAL: Final = {
    "Lead": "As many are led as can be.",
    "ExtraDice": "Another die can only help.",
    "UseAmnestics": "It costs nothing, and may raise the Masquerade.",
}
"""Why the usual answer is right where there is hardly ever a better one."""


def advice(table: Apollyon, ask: Ask, rng: Random) -> Advice:
    """The advised answer to a question."""
    step = table.stack[-1]
    answer = counsel.known.get(step.step_name)
    if answer is not None:
        return answer(Mind(table, ask.seat), step, ask, rng)
    return Advice(ask.default(), USUAL.get(step.step_name, "Nothing speaks for anything else."))


# Set-up.


@answers("PickDirectors")
def director(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-9.2: any will do."""
    return Advice(ask.sample(rng), "Every Director is worth trying.")


@answers("PickClasses")
def first_class(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-34.4: what is easy to hold."""
    return Advice("safe", "A Safe anomaly hardly ever breaches.")


# Decisions of all players.


@answers("Decide", "Offer", "Picked")
def together(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-6.14: sensible proposals are agreed to; who proposes takes the usual course, or helps the weakest site."""
    if AGREE in ask.keys():  # noqa: SIM118  (not every question has options)
        return Advice(AGREE, "It will do.")
    deciding = mind.table.stack[-2]
    if deciding.step_name in counsel.known:  # as if it were for me alone to say
        return counsel.known[deciding.step_name](mind, deciding, ask, rng)
    seats = [key for key in ask.options if seat_of(key) >= 0]
    if seats and {*ask.options} <= {*seats, EACH}:
        key, _ = best(seats, lambda key: -site_strength(mind, seat_of(key)), rng)
        return Advice(key, f"{key} needs it most.")
    return Advice(ask.default(), "That is the usual course.")


def site_strength(mind: Mind, seat: int) -> float:
    """What the Characters of a site are worth together."""
    return sum(mind.worth(piece) for piece, who in mind.characters.items() if who.seat == seat)


# The Growth Phase.

MEDAL_WORTH = 1.0  # a die in every engagement, and a life in a last ditch effort
ASSET_WORTH = {"personnel": 1.6, "resources": 1.2, "space": 0.5, "intel": 0.8}


@answers("Growth")
def growth(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-13.1: all take the best Asset Card and pool what they have; who holds the purse hires and buys for all."""
    options = ask.options
    cards = [key for key in options if key.startswith("take:")]
    if cards:
        key, _ = best(cards, lambda key: tokens_worth(mind, key.removeprefix("take:")), rng)
        return Advice(key, "It brings what is needed most.")
    for key in options:
        if key.startswith("use:") and pays(mind, key.removeprefix("use:")):
            return Advice(key, "It brings more than it costs.")
    promoted = promotion_to_buy(mind, options, rng)
    if promoted:
        return Advice(promoted, "At this price the Skill does more than the Medals.")
    if mind.me != mind.banker():
        purse = f"give:S{mind.banker()}"
        if purse in options and any(mind.pool.values()):
            return Advice(purse, "One purse buys more than several.")
        return Advice(READY, "There is nothing more to do for now.")
    return shopping(mind, options, rng)


def promotion_to_buy(mind: Mind, options: dict[str, Any], rng: Random) -> str:
    """SA-13.22: the Promotion that is worth most beyond its Medals."""

    def gain(key: str) -> float:
        _, piece, promotion = key.split(":")
        return mind.promotion_worth(piece, promotion) - MEDAL_WORTH * medal_cost(mind.table, promotion, mind.me)

    offers = [key for key in options if key.startswith("promote:") and gain(key) > 0]
    return best(offers, gain, rng)[0] if offers else ""


def shopping(mind: Mind, options: dict[str, Any], rng: Random) -> Advice:
    """SA-13.17: hire, buy Intel, make Space; then send some of the Characters where there are fewer."""
    hired = hiring(mind, options, rng)
    if hired:
        return Advice(hired, "Another pair of hands is worth the price.")
    bought = intel_to_buy(mind, options)
    if bought:
        useful = has_use(mind, bought.removeprefix("buy:"))
        return Advice(bought, "The Intel is worth its price." if useful else "There is Intel to spare; it makes room.")
    if "buy:space" in options and short_of_space(mind):
        return Advice("buy:space", "Without Space nothing can be contained.")
    poorest = poorest_site(mind)
    if f"give:S{poorest}" in options and surplus(mind, poorest):
        return Advice(f"give:S{poorest}", f"S{poorest} has fewer Characters.")
    return Advice(READY, "There is nothing more to do for now.")


def short_of_space(mind: Mind) -> bool:
    """Whether Resources are plenty and Space is not, or the Apollyon's containment lacks nothing but Space."""
    if mind.held_apollyon():
        wanted = mind.wanted()
        return mind.pool["space"] < wanted["space"] and mind.pool["resources"] - 2 >= wanted["resources"]
    return mind.pool.get("space", 0) < 2 and mind.pool.get("resources", 0) >= 4


def poorest_site(mind: Mind) -> int:
    """The site with the fewest Characters, mine apart."""
    others = [site.seat for site in mind.table.sites if site.seat != mind.me]
    return min(others, key=lambda seat: len(there(mind, seat)), default=mind.me)


def there(mind: Mind, seat: int) -> list[str]:
    """The Characters of a site that can be handed over, in line."""
    return [piece for piece, who in mind.characters.items() if who.seat == seat and who.zone == GARRISON]


def surplus(mind: Mind, seat: int) -> list[str]:
    """Half of those Characters that I have more than this site, the last in line first."""
    mine = there(mind, mind.me)
    many = (len(mine) - len(there(mind, seat))) // 2
    return mine[len(mine) - many :] if many > 0 else []


def tokens_worth(mind: Mind, card: str) -> float:
    """What the tokens of an Asset Card are worth; more, if the Apollyon's containment still lacks them."""
    fact = mind.box.assets[card]
    wanted, saved = mind.wanted(), mind.saved()
    total = 0.0
    for kind, worth in ASSET_WORTH.items():
        lacking = mind.turn >= SAVE_FROM and saved.get(kind, 0) < wanted.get(kind, 0)
        total += getattr(fact, kind) * (worth + (0.8 if lacking else 0.0))
    return total


def hiring(mind: Mind, options: dict[str, Any], rng: Random) -> str:
    """The Character on offer that is worth most for its price, if the players can spare it."""
    offers = [key for key in options if key.removeprefix("buy:") in mind.box.characters]
    spare = [key for key in offers if mind.can_spare(dict(mind.box.characters[key.removeprefix("buy:")].cost))]
    if not spare:
        return ""
    return best(spare, lambda key: value_for_price(mind, key.removeprefix("buy:")), rng)[0]


def value_for_price(mind: Mind, piece: str) -> float:
    """Worth per Asset."""
    return mind.worth(piece) / (1 + sum(mind.box.characters[piece].cost.values()))


def intel_to_buy(mind: Mind, options: dict[str, Any]) -> str:
    """The dearest Intel Card that would do something; any, to make room, when there is Intel to spare."""
    offers = [key for key in options if key.removeprefix("buy:") in mind.box.intel]
    rich = mind.pool["intel"] >= PLENTY_OF_INTEL
    useful = [key for key in offers if rich or has_use(mind, key.removeprefix("buy:"))]
    return max(useful, key=lambda key: mind.box.intel[key.removeprefix("buy:")].cost, default="")


def has_use(mind: Mind, card: str) -> bool:
    """Whether an Intel Card would do something now, more than to show cards, which helps a bot little.

    A further trial needs a second anomaly that can be neutralized.
    """
    text = mind.box.intel[card].text
    if "Neutralization Trial" in text:
        cells = [piece for piece, what in mind.anomalies.items() if what.zone == AC and what.seat == mind.me]
        return sum(trial_is_safe(mind, piece) for piece in cells) > 1
    return not only_shows(mind, card) and not in_vain(mind, text)


def only_shows(mind: Mind, card: str) -> bool:
    """Whether an Intel Card does nothing but show cards."""
    return mind.box.intel[card].text.startswith(("Look", "Reveal"))


@answers("Give")
def hand_over(mind: Mind, step: Any, ask: ChooseSome, rng: Random) -> Advice:
    """SA-13.6, SA-13.7: all Assets to the one purse, or Characters from there to a site that has few."""
    if mind.me == mind.banker():
        return Advice(surplus(mind, step.to), "There are too few there.")
    return Advice([key for key in ask.options if key not in mind.characters], "One purse buys more than several.")


@answers("RefreshMarket")
def refresh(mind: Mind, step: Any, ask: ChooseSome, rng: Random) -> Advice:
    """SA-13.15: the least useful Character makes room, and an Intel Card that only shows cards."""
    characters = [key for key in ask.options if key in mind.box.characters]
    worst = sorted(characters, key=lambda key: value_for_price(mind, key))[: len(characters) > 1]
    idle = [key for key in ask.options if key in mind.box.intel and only_shows(mind, key)]
    unwanted = [*worst, *idle[:1]][: ask.most]
    if not unwanted:
        return Advice([], "What is on offer will do.")
    return Advice(unwanted, "It is the least useful on offer.")


# The MTF Phase.


@answers("Assignments")
def assign(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-14: as planned (assignments.py)."""
    key = next_action(mind, ask.options)
    if not key:
        return Advice(READY, "Everybody is where they are needed.")
    verb, what, where = key.split(":")
    if verb == "assign":
        scouting = where == SCOUTING
        return Advice(key, "Scouts bring Intel." if scouting else "They can win there, and it is worth most.")
    rest = bool(mind.characters[what].cogs)
    return Advice(key, "Only rest helps against a Cognitohazard." if rest else "They are wanted there.")


@answers("Deliver")
def deliver(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-24.2: home, unless the Apollyon can be contained only elsewhere."""
    cost = mind.box.anomalies[step.anomaly].containment
    for key in ask.options:
        pool = mind.table.sites[seat_of(key)].pool
        if all(pool.get(kind, 0) >= many for kind, many in cost.items()):
            return Advice(key, f"{key} can contain it at once.")
    return Advice(ask.default(), "Nobody else can do more with it.")


@answers("SitePhase")
def site_phase(mind: Mind, step: Any, ask: Choose, rng: Random) -> Advice:
    """SA-24.7: contain what can be contained, the Apollyon first; try what is nearly certain."""
    options = ask.options
    in_tc = sorted(
        (key for key in options if key.startswith("contain:")),
        key=lambda key: -mind.box.anomalies[key.removeprefix("contain:")].threat,
    )
    for key in in_tc:
        card = mind.box.anomalies[key.removeprefix("contain:")]
        if card.object_class == "apollyon" or mind.can_spare(dict(card.containment)):
            return Advice(key, "What is contained does no harm.")
    for key in options:
        if key.startswith("study:") and not key.endswith(tuple(at_home(mind))):
            return Advice(key, "Study it, and it will be easier to neutralize.")
        if key.startswith("trial:") and trial_is_safe(mind, key.removeprefix("trial:")):
            return Advice(key, "It can be neutralized, and its tokens come back.")
        if key.startswith("over-contain:") and risk(mind, key.removeprefix("over-contain:")) and spare_token(mind):
            return Advice(key, "What holds it has grown weak.")
        if key in mind.box.powers and pays(mind, key):
            return Advice(key, "It brings more than it costs.")
    return Advice(READY, "The site is in order.")


def trial_is_safe(mind: Mind, piece: str) -> bool:
    """SA-25: whether a trial is more likely to succeed than not."""
    study = mind.anomalies[piece].study
    dice = sum(mind.skill(who, "neutralizer") for who in mind.mine(GARRISON)) + 2 * study
    foe = mind.anomaly(piece)
    return dice * 0.67 >= foe.threat + foe.subdue


counsel = Register(answers, fight.answers, site.answers, texts.answers)
"""All that is known: how the questions of each step are answered."""
