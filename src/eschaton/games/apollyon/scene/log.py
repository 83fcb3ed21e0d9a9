"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from eschaton.cardtext.box import name_of
from eschaton.games.apollyon.box.components import APOLLYON, CLASSES, INTERCEPT, SCOUTING, SEAT_KEYS, SLOT, TEAMS
from eschaton.games.apollyon.box.names import (
    TOKENS,
    WHEREABOUTS,
    ZONES,
    assets_in_words,
    counted,
    faces_in_words,
    place_title,
    worded,
)

TEXTS = {
    "administrator": "{who:seat} is the Administrator.",
    "director": "{who:seat}'s site is directed by {card:card}.",
    "apollyon known": "The Apollyon of this game is {anomaly:card}.",
    "turn": "Month {number} begins.",
    "turn tracker": "The Turn Tracker shows {left}.",
    "dealt": "A Situation is dealt to {place:place}.",
    "swapped": "The Situation in {place:place} and the one on top of the deck change places.",
    "zone full": "There is no room for another Situation; its cost of {cost} is paid all the same.",
    "overflow": "There is no room for {situation:card}: it is revealed and discarded.",
    "intel check": "{who:seat}'s Intel Check shows {face}.",
    "masquerade paid": "The Masquerade falls by {points} to {left}{why:why}.",
    "masquerade gained": "The Masquerade rises by {points} to {left}{why:why}.",
    "reshuffled": "The {deck:word} discard becomes a new deck.",
    "offer discarded": "{card:card} leaves the Black Market.",
    "took": "{who:seat} takes {card:card}.",
    "not agreed": "{who:seat} does not agree to what {to:seat} proposes.",
    "gained": "{who:seat} gains {assets:assets}.",
    "paid": "{who:seat} pays {assets:assets}.",
    "asset destroyed": "{who:seat} loses {kind:one}.",
    "assets destroyed": "{who:seat} loses {assets:assets}.",
    "assets handed over": "{who:seat} hands {assets:assets} over to {to:seat}.",
    "handed over": "{character:card} joins {to:seat}'s site.",
    "transfer": "{anomaly:card} is moved to {to:seat}'s site; the die shows {face}.",
    "offer refused": "{who:seat} does not take {anomaly:card}.",
    "nobody takes it": "{anomaly:card} stays where it is.",
    "intel bought": "{who:seat} buys {card:card}.",
    "promoted": "{character:card} is promoted: {promotion:card}.",
    "joined": "{character:card} joins {who:seat}'s site ({zone:zone}).",
    "assigned": "Assignments are fixed: {missions:missions}.",
    "mission": "{teams:teams}: {mission:mission}.",
    "first contact": "First contact: {situation:card}.",
    "stand": "The team stands its ground.",
    "retreat": "The team retreats.",
    "found": "{anomaly:card} is found.",
    "team rolled": "The team rolls {faces:dice}.",
    "anomaly rolled": "{anomaly:card} rolls {faces:dice}.",
    "exchange": "Hits on {anomaly:card}: {ours}. Hits on the team: {theirs}.",
    "token": "{character:card} receives {kind:token}.",
    "last ditch": "{character:card} makes a last ditch effort.",
    "minion given up": "{character:card} gives up a Minion.",
    "study given up": "{character:card} gives up a Study Token.",
    "destroyed": "{character:card} is Destroyed.",
    "lost": "{character:card} is Lost in {source:card}.",
    "subdued": "{anomaly:card} is subdued.",
    "not subdued": "{anomaly:card} is not subdued.",
    "moved": "{anomaly:card} is now {zone:zone}.",
    "discarded": "{anomaly:card} is discarded.",
    "medal": "{character:card} gets a Medal.",
    "scouting": "The Scouts roll {faces:dice}.",
    "caught": "The Scouts stumble upon {situation:card}.",
    "no event": "No Event this month.",
    "event": "Event: {card:card}.",
    "event die": "The Event Die shows {face}.",
    "giant engagement": "{anomaly:card} engages everybody at once.",
    "studied": "{character:card} gains a Study Token.",
    "study moved": "{character:card} studies {anomaly:card}.",
    "amnestics": "{character:card} rolls {faces:dice} for Amnestics.",
    "breach check": "{anomaly:card} makes a Breach Check.",
    "tested": "{anomaly:card} rolls {face} against {token:asset}, which {end}.",
    "held": "{anomaly:card} stays contained.",
    "breach": "{anomaly:card} breaches containment at {who:seat}'s site!",
    "cascade": "Breach Cascade at {who:seat}'s site: {face} counts to {anomaly:card}.",
    "fizzled": "The Breach Cascade at {who:seat}'s site fizzles out.",
    "trial": "Neutralization Trial of {anomaly:card}: successes needed: {target}.",
    "neutralizing": "{who:seat}'s Neutralizers roll {faces:dice}; successes: {successes}.",
    "trial failed": "The trial of {anomaly:card} fails; 2 Study Tokens.",
    "home": "Everybody comes home and recovers.",
    "masquerade broken": "SK-Class scenario: the Masquerade is broken.",
    "recovery check": "{character:card}'s Recovery Check shows {face}.",
    "recovered": "{character:card} is Recovered.",
    "apollyon": "The Apollyon appears: {anomaly:card}.",
    "rolled": "The dice show {faces:dice}; {measure} or more succeeds.",
    "tokens": "{on:card} gets tokens, {kind:tokens}: {many}.",
    "tokens removed": "{on:card} loses tokens, {kind:tokens}: {many}.",
    "marked": "{by:card} marks {piece:card}.",
    "revealed": "{situation:card} is revealed in {place:place}.",
    "looked": "{who:seat} looks at {at:sight}{cards:sights|; nobody else sees it}.",
    "buried": "The next Situation goes under the deck.",
    "situation discarded": "{situation:card} is discarded unresolved.",
    "over-contained": "{anomaly:card} is held by further tokens, {kind:asset}: {many}.",
    "uses": "{power:power} takes effect.",
    "amended": "{step:step} is changed.",
    "replaced": "{step:step} becomes something else.",
    "cancelled": "{step:step} does not happen.",
}


def name(names: Mapping[str, str], kind: str, value: Any) -> str:
    """How a value reads in a sentence, with the printed names of the cards in play."""
    told = CARD_KINDS.get(kind)
    if told:
        return told(value, names)
    spoken = KINDS.get(kind)
    return spoken(value) if spoken else str(value)


def seat_name(seat: int) -> str:
    """A player by the seat."""
    return f"S{seat}"


def power_name(power: str, names: Mapping[str, str]) -> str:
    """A power by its card."""
    return name_of(power.rpartition("/")[0], names)


def team_name(team: str) -> str:
    """An MTF with its player."""
    seat, mtf = TEAMS[team]
    return f"{ZONES[mtf]} of {SEAT_KEYS[seat]}"


def mission_name(mission: str, names: Mapping[str, str]) -> str:
    """What a team sets out for."""
    is_place = mission.startswith((SLOT, INTERCEPT)) or mission == SCOUTING
    return place_title(mission) if is_place else name_of(mission, names)


def missions_in_words(missions: dict[str, list[str]], names: Mapping[str, str]) -> str:
    """Who goes where."""
    going = [f"{teams_in_words(teams)} to {mission_name(mission, names)}" for mission, teams in missions.items()]
    return "; ".join(going) or "no missions"


def teams_in_words(teams: list[str]) -> str:
    """MTFs that act as one."""
    return " and ".join(map(team_name, teams))


def tokens_name(kind: str) -> str:
    """A kind of tokens."""
    return TOKENS.get(kind) or worded(kind)


def reason(why: str, names: Mapping[str, str]) -> str:
    """What the Masquerade Tracker moves for, if it was told: a card, or a word or two."""
    return f" ({name_of(why, names)})" if why else ""


def sight(at: str) -> str:
    """What somebody looks at."""
    if at in CLASSES:
        return f"the next {worded(at)} anomaly" if at != APOLLYON else "the Apollyon"
    return place_title(at) if at.startswith(SLOT) else f"the {at}"


def seen_there(cards: list[str], names: Mapping[str, str]) -> str:
    """What lies where somebody looks."""
    return f": {', then '.join(name_of(card, names) for card in cards) or 'nothing'}"


def one(kind: str) -> str:
    """One Asset of a kind."""
    return counted(1, kind)


def zone_name(zone: str) -> str:
    """Where a card is."""
    return WHEREABOUTS.get(zone, zone)


KINDS: Final[dict[str, Callable[[Any], str]]] = {
    "seat": seat_name,
    "zone": zone_name,
    "place": place_title,
    "teams": teams_in_words,
    "asset": worded,
    "assets": assets_in_words,
    "token": tokens_name,
    "tokens": tokens_name,
    "word": worded,
    "dice": faces_in_words,
    "one": one,
    "sight": sight,
}
"""How a value of each kind reads."""

CARD_KINDS: Final[dict[str, Callable[[Any, Mapping[str, str]], str]]] = {
    "card": name_of,
    "power": power_name,
    "mission": mission_name,
    "missions": missions_in_words,
    "why": reason,
    "sights": seen_there,
}
"""How a value reads that names cards."""
