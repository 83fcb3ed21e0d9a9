"""How options read: cards by their names, players by their seats, places by what they are."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from eschaton.games.apollyon.box.cards import ApollyonBox
from eschaton.games.apollyon.box.components import ASSETS, ASSIGNMENTS, CLASSES, INTERCEPT, SEAT_KEYS, SLOT, TEAMS
from eschaton.games.apollyon.box.names import PLACES, ZONES, place_title, skill_in_words, worded
from eschaton.kernel.ask import Option, Seat

if TYPE_CHECKING:
    from eschaton.games.apollyon.state import Apollyon

SENTENCES: Final = {
    "assign": "Send {} to {}",
    "buy": "Buy {}",
    "contain": "Contain {}",
    "give": "Hand Assets or Characters over to {}",
    "minion": "Give up a Minion of {} ({})",
    "move": "Offer {} to {}",
    "over-contain": "Add to the containment of {}",
    "part": "Take part of {}",
    "promote": "Promote {}: {}",
    "send": "Assign {}: {}",
    "take": "Take {}",
    "trial": "Try to neutralize {}",
}
"""Sentences for keys of the form "verb:what:where"; other verbs are read as they stand."""

SPECIAL: Final = {
    "agree": "I agree",
    "cards": "An Event card",
    "decline": "Let it be",
    "die": "The Event Die",
    "each": "Each token and card for itself",
    "engage": "Engage it",
    "in-order": "In the usual order",
    "not-ready": "Not ready after all",
    "pass": "Pass",
    "ready": "I am ready",
    "refuse": "I do not agree",
    "retreat": "The team retreats",
    "roll": "Roll",
    "stand": "The team stands its ground",
    "stop": "No more dice",
}


def described(table: Apollyon, key: str) -> Option:
    """A key as words; the pieces are the cards and places of the scene that it names."""
    if key in SPECIAL:
        return Option(key, SPECIAL[key])
    verb, *what = key.split(":")
    if verb in SEAT_KEYS and what:
        return Option(key, owned(table, verb, *what), pieces(table, [*what[1:]] or [key]))
    if not what:
        return Option(key, capital(title(table, key)), pieces(table, [key]))
    return Option(key, capital(sentence(table, verb, what)), pieces(table, what))


def sentence(table: Apollyon, verb: str, what: list[str]) -> str:
    """An action in words."""
    if verb == "use":
        return power_in_words(table, what[0])
    words = [title(table, part) for part in what]
    if verb == "study":
        return f"{words[0]} studies {words[1]}" if len(words) > 1 else f"Give up a Study Token of {words[0]}"
    if what[-1] == "stand-by":
        return f"Let {words[0]} stand by"
    wanted = SENTENCES.get(verb, "")
    return wanted.format(*words) if wanted.count("{}") == len(words) else " ".join([title(table, verb), *words])


def owned(table: Apollyon, seat: str, kind: str, anomaly: str = "") -> str:
    """An Asset Token of a player's pool, or one that stands on an anomaly."""
    return f"{worded(kind)} on {title(table, anomaly)}" if anomaly else f"{worded(kind)} of {seat}"


def power_in_words(table: Apollyon, key: str) -> str:
    """A text of a card, after the card's name."""
    power = table.box.powers.get(key)
    name = title(table, key.rpartition("/")[0])
    return f"{name}: {power.label}" if power is not None and power.label else f"Use {name}"


def token_option(seat: Seat, key: str) -> Option:
    """An Asset Token of a player's pool, or one of several that are numbered."""
    kind = key.partition("#")[0]
    return Option(key, worded(kind), (f"{SEAT_KEYS[seat]}:{kind}",))


def capital(text: str) -> str:
    """A label begins like a sentence."""
    return text[:1].upper() + text[1:]


def pieces(table: Apollyon, named: list[str]) -> tuple[str, ...]:
    """The cards and places in the scene; a zone of a site is that of the Character named before it."""
    found: list[str] = []
    for part in named:
        if part in ASSIGNMENTS:
            if found and found[-1] in table.characters:
                found.append(f"{SEAT_KEYS[table.characters[found[-1]].seat]}-{part}")
        elif part in CLASSES:
            found += [f"{part}-deck"] if table.decks[part].cards else []
        elif is_place(table, part) or is_card(table, part):
            found.append(part)
        elif "~" in part:
            found += pieces(table, [part.partition("~")[0]])
        elif "/" in part:
            found += pieces(table, [part.rpartition("/")[0]])
    return tuple(found)


def is_place(table: Apollyon, word: str) -> bool:
    """Whether this is a zone, or an Asset of a player's pool."""
    if word in SEAT_KEYS or word in TEAMS or word == "scouting" or word.partition(":")[0] in SEAT_KEYS:
        return True
    return word in table.situations or word in table.missions or word.startswith(INTERCEPT)


def is_card(table: Apollyon, word: str) -> bool:
    """Whether this is a card that lies face up somewhere."""
    if word in table.characters or word in table.anomalies:
        return True
    box = table.box
    shelves = (box.characters, box.intel, box.assets, box.promotions, box.directors, box.events)
    return any(word in shelf for shelf in shelves)


def title(table: Apollyon, word: str) -> str:
    """A card by its name; a place or token by what it is; anything else as it stands."""
    if word in table.characters:
        return character_in_words(table, word)
    bare, sign, number = word.partition("~")
    if sign:
        return f"{worded(bare)} {number}" if bare in ASSETS else f"Minion {number} of {title(table, bare)}"
    return title_of(table.box, word, table.players_count)


@lru_cache(maxsize=4096)
def title_of(box: ApollyonBox, word: str, players: int) -> str:
    """A card that is no Character in play, a place or a token: they read the same all game long."""
    shelves = (box.characters, box.anomalies, box.intel, box.assets, box.directors, box.events, box.situations)
    for shelf in shelves:
        if word in shelf:
            return shelf[word].name
    if word in box.promotions:
        return promotion_in_words(box, word)
    if word in ZONES:
        return ZONES[word]
    if word in TEAMS:
        return team_in_words(word, players)
    if word.startswith((SLOT, INTERCEPT)):
        return place_title(word)
    bare, _, number = word.partition("#")
    if bare in ASSETS:
        return worded(bare)
    return (f"{bare} {number}" if number else bare).replace("-", " ")


def character_in_words(table: Apollyon, piece: str) -> str:
    """A Character in play by its name; one of several alike also by where it stands, planned moves included."""
    facts, who = table.box.characters, table.characters[piece]
    name = facts[piece].name
    if name not in shared_names(table.box, tuple(table.characters)):
        return name
    alike = [other for other in table.characters if facts[other].name == name]
    place = who.plan or who.zone
    line = [other for other, its in table.characters.items() if (its.seat, its.plan or its.zone) == (who.seat, place)]
    where = PLACES[place] if table.players_count == 1 else f"{PLACES[place]} of {SEAT_KEYS[who.seat]}"
    number = f", {line.index(piece) + 1} in line" if sum(other in line for other in alike) > 1 else ""
    return f"{name} ({where}{number})"


@lru_cache(maxsize=256)
def shared_names(box: ApollyonBox, pieces: tuple[str, ...]) -> frozenset[str]:
    """The names that several of these Characters have."""
    many = Counter(box.characters[piece].name for piece in pieces)
    return frozenset(name for name, copies in many.items() if copies > 1)


def promotion_in_words(box: ApollyonBox, word: str) -> str:
    """A Promotion by its name and what it gives."""
    fact = box.promotions[word]
    return f"{fact.name} ({skill_in_words(fact.skill, fact.x)})"


def team_in_words(word: str, players: int) -> str:
    """An MTF, with its player where there are several."""
    seat, mtf = TEAMS[word]
    return ZONES[mtf] if players == 1 else f"{ZONES[mtf]} of {SEAT_KEYS[seat]}"
