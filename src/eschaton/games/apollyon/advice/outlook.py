"""How likely the players are to win, as the table lies: what a search weighs imagined tables by.

The chance is logistic in what `standing` reads off a table; the weights were fitted to games between rule-of-thumb
players (see `docs/bots.md`). All hope alike, since all win together (SA-1.1).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import log1p
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from eschaton.games.apollyon.advice import counsel
from eschaton.games.apollyon.advice.mind import HIT
from eschaton.games.apollyon.box.components import AC, ACTIVE, APOLLYON, LOST, MATERIAL, MET, PUBLIC, SUBDUED, TC, TEAMS
from eschaton.games.apollyon.rules.missions import IN_ORDER
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.ask import Amount, Ask, Choose, Seat
from eschaton.kernel.council import AGREE
from eschaton.kernel.outlook import Outlook

FLAT: Final = ("expert", "tranquilizer")  # Skills that place Wounds without dice
SURE: Final = 1.3  # so many times the Wounds that are needed, and a team is sure to win


def fighting(table: Apollyon) -> tuple[float, float]:
    """What the Characters can do: Wounds they may place when all fight, and Wounds they can still take."""
    facts = table.box.characters
    strength, room = 0.0, 0.0
    for piece, who in table.characters.items():
        card = facts[piece]
        fit = 0.0 if who.cogs or who.zone == LOST else 1.0 if who.zone in ACTIVE else 0.7
        skills: dict[str, int] = card.skills  # type: ignore[assignment]
        flat = sum(skills.get(name, 0) for name in FLAT)
        strength += fit * (HIT * (card.threat + who.medals + sum(minion[0] for minion in who.minions)) + flat)
        if who.zone != LOST:
            room += max(0, card.subdue - who.wounds) + skills.get("defender", 0)
    return strength, room


class Custody(NamedTuple):
    """Where the anomalies are, the Apollyon apart."""

    loose_cost: float = 0.0  # what those in the Public Zone cost each turn
    captured: float = 0.0  # subdued, or in Temporary Containment
    contained: float = 0.0
    apollyon: str = ""  # the Apollyon, once it has appeared
    zone: str = ""  # where it is


def held(table: Apollyon) -> Custody:
    """Where the anomalies are."""
    facts = table.box.anomalies
    cost, captured, contained, apollyon, zone = 0.0, 0.0, 0.0, "", ""
    for piece, what in table.anomalies.items():
        if facts[piece].object_class == APOLLYON:
            apollyon, zone = piece, what.zone
        elif what.zone == PUBLIC:
            cost += facts[piece].masquerade_cost
        elif what.zone == AC:
            contained += 1
        else:
            captured += 1
    return Custody(cost, captured, contained, apollyon, zone)


def lacking(table: Apollyon, apollyons: Sequence[str]) -> float:
    """How many Assets the containment of the Apollyon still lacks; of several that it may be, on average."""
    saved = {kind: sum(site.pool.get(kind, 0) for site in table.sites) for kind in MATERIAL}
    total = 0
    for card in apollyons:
        wanted: dict[str, int] = table.box.anomalies[card].containment  # type: ignore[assignment]
        total += sum(max(0, wanted.get(kind, 0) - many) for kind, many in saved.items())
    return total / max(1, len(apollyons))


def standing(table: Apollyon) -> list[float]:
    """What the chance is read from: the Masquerade, the Characters, what is loose or held, the Assets, the Apollyon."""
    n = len(table.sites)
    facts = table.box.anomalies
    strength, room = fighting(table)
    there = held(table)
    apollyons = [there.apollyon] if there.apollyon else table.apollyon.cards or table.box.of_class(APOLLYON)
    lacks = lacking(table, apollyons) / n / 5
    late = 1.0 if there.zone else 0.0
    behind = sum(log1p(strength) - log1p(facts[card].subdue) for card in apollyons) / max(1, len(apollyons))
    return [
        table.masquerade / 10,
        log1p(table.masquerade),
        float(table.broken),
        table.turn_tracker / 6,
        1.0 if there.zone in (PUBLIC, MET) else 0.0,
        1.0 if there.zone in (SUBDUED, TC, AC) else 0.0,
        1.0 if there.zone == AC else 0.0,
        strength / n / 5,
        room / n / 5,
        late * behind,
        there.loose_cost / n / 3,
        sum(situation.tokens for situation in table.situations.values()) / n / 3,
        len(table.situations) / n / 3,
        there.captured / n,
        there.contained / n,
        sum(sum(site.pool.values()) for site in table.sites) / n / 5,
        lacks,
        late * lacks,
        *(1.0 if n == players else 0.0 for players in range(1, 5)),
    ]


FEATURES: Final = (
    "Masquerade / 10",
    "Masquerade: logarithm",
    "the Masquerade is broken",
    "Turn Tracker / 6",
    "the Apollyon is loose",
    "the Apollyon is subdued or held",
    "the Apollyon is contained",
    "Wounds the Characters may place, per site / 5",
    "Wounds they can still take, per site / 5",
    "how much more they may place than subdue the Apollyon, once it is there",
    "cost of what is loose, per site / 3",
    "Masquerade Tokens on Situations, per site / 3",
    "Situations, per site / 3",
    "anomalies subdued or in Temporary Containment, per site",
    "anomalies contained, per site",
    "Assets, per site / 5",
    "Assets lacking for the Apollyon, per site / 5",
    "the same, once it is there",
    "1 player",
    "2 players",
    "3 players",
    "4 players",
)
ALL: Final = "all players"


def cases(table: Apollyon) -> dict[str, Seat]:
    """All win together, so anybody's victory shows it."""
    return {ALL: 0}


OUTLOOK: Final = Outlook(
    file=Path(__file__).with_suffix(".toml"), features=FEATURES, columns=(ALL,), read=standing, cases=cases
).loaded()


def outlook(table: Apollyon) -> list[float]:
    """The chance to win, the same for every seat."""
    return [OUTLOOK.chance(ALL, standing(table))] * len(table.sites)


DOUBT: Final = 0.03
"""How far the chance may be off: what a turn brings is hard to tell from the table alone."""


MISSION: Final = frozenset({"Resolve", "Capture", "Scouting"})


def chapter(table: Apollyon) -> tuple[tuple[int, bool], str, str]:
    """A turn has two: up to the Growth Phase a site is built; then it is seen what comes of it, and all recover.

    Their pages are the phases and, in the MTF Phase, each mission.
    """
    phase = table.phase
    mission = (
        next((mission_of(step) for step in table.stack if step.step_name in MISSION), "") if phase == "mtf" else ""
    )
    return (table.turn, phase in ("intel", "growth")), phase, mission


def mission_of(step: Any) -> str:
    """What tells a mission from others of the turn."""
    name: str = step.step_name
    return f"{name}:{getattr(step, 'place', '') or getattr(step, 'anomaly', '')}"


def habit(table: Apollyon, ask: Ask, rng: Random) -> Any:
    """What players do without a thought: contain what they can, and spare whom the next Wound would Destroy.

    In a fight they give up the dice they do not need, and roll again what has failed. Where an answer has many parts
    and nothing is advised, they do the usual. Missions come in the order in which most can be learnt of them.
    """
    top = table.stack[-1]
    step = top.step_name
    if isinstance(ask, Choose):
        return usual_choice(table, ask, top, rng)
    if isinstance(ask, Amount):
        return (
            unneeded_dice(table, top, ask.most) if step == "GiveUpDice" else ask.most if step == "RerollDice" else None
        )
    return None if step in counsel.known else ask.default()


def usual_choice(table: Apollyon, ask: Choose, top: Any, rng: Random) -> str | None:
    """What is chosen without a thought, alone or as a proposal; everybody agrees to what is proposed."""
    if IN_ORDER in ask.options and table.missions:
        return next_mission(table, ask, rng)
    match top.step_name:
        case "SitePhase":
            return next((key for key in ask.options if key.startswith("contain:")), None)
        case "PlaceTokens":
            return max(ask.options, key=lambda key: room_of(table, key))
        case "Placement" if AGREE not in ask.options:
            placed = Counter(top.proposal)
            return max(ask.options, key=lambda key: room_of(table, key) - placed[key])
        case "Decide" if AGREE not in ask.options and table.stack[-2].step_name == "GiveUpDice":
            return str(unneeded_dice(table, table.stack[-2], len(ask.options) - 1))
    return None


def next_mission(table: Apollyon, ask: Choose, rng: Random) -> str:
    """SA-15.6: the order hardly matters, so what a player is just thinking about comes first.

    That is any mission of the site which has planned last: not all may be played before the table is weighed.
    """
    left = [mission for mission in table.missions if mission in ask.options]
    seats = {mission: {TEAMS[team][0] for team in table.missions[mission]} for mission in left}
    last = TEAMS[table.missions[left[-1]][-1]][0] if left else -1
    return rng.choice([mission for mission in left if last in seats[mission]] or [ask.default()])


def unneeded_dice(table: Apollyon, step: Any, most: int) -> int:
    """SA-33.4: how many dice a team can give up and still expect to subdue what it fights."""
    fight = table.pending(step.fight)
    spare = fight.dice_of_team(table) - SURE * fight.endurance(table) / HIT
    return max(0, min(most, int(spare)))


def room_of(table: Apollyon, key: str) -> float:
    """How well a token is placed here: on whom has most room; what can be given up instead counts as a little."""
    who = table.characters.get(key)
    return 1.5 if who is None else table.box.characters[key].subdue - who.wounds - 2 * who.cogs
