"""How options read, and which pieces of the scene they can be clicked on."""

from __future__ import annotations

from typing import Any

from eschaton.games.cult.box.components import BOARD_OF, DIE_KEYS, FACE_NAMES, HEAL, SEAT_KEYS, SEAT_OF
from eschaton.kernel.ask import Option

WORDS = {
    "accept": "Accept",
    "refuse": "Refuse",
    "counter": "Make another offer",
    "decline": "No",
    "none": "None",
    "keep": "Keep them all",
    "leave": "Leave it on top",
    "under": "Put it under the deck",
    "stay": "Stay a Wraith",
    "revive": "Return to life",
    "one": "One die",
    "two": "Two dice, for 1 life",
}


def described(table: Any, key: str) -> Option:
    """An option by its key: a player, an altar, a die, a face, a card, a power, or one of these with more to it."""
    bare = key.rstrip(HEAL)
    if bare in SEAT_OF:
        return Option(key, bare if bare == key else f"{bare}, as their power symbol", (bare,))
    if bare in BOARD_OF:
        return Option(key, place_name(table, bare), (bare,))
    if bare in DIE_KEYS:
        return die_option(table, key)
    if key in FACE_NAMES:
        return Option(key, FACE_NAMES[key])
    power = table.abilities.powers.get(key)
    if power is not None and power.label:
        cards = table.box.cards
        return Option(key, power.label, tuple(part for part in key.split(":") if part in cards or part in SEAT_OF))
    if key in table.box.cards:
        return Option(key, table.box.title_of(key), (key,))
    return Option(key, WORDS[key]) if key in WORDS else compound(table, key)


def card_option(table: Any, card: str, shown: bool = True) -> Option:
    """A card to be chosen as such, not for a power it gives; one that lies face down cannot be pointed at."""
    return Option(card, table.box.title_of(card), (card,) if shown else ())


def compound(table: Any, key: str) -> Option:
    """Keys of several parts: a die for a board, life for a player, a Kraken or Wraith die, a verb and a face."""
    face, _, board = key.partition(">")
    if board in BOARD_OF:
        return Option(key, f"{FACE_NAMES[face]} on {place_name(table, board)}", (board,))
    if key[:-2] in SEAT_OF:
        return Option(key, f"{key[:-2]} {'gains' if key[-2] == '+' else 'loses'} 1 life", (key[:-2],))
    if key[:1] == "w" and key[1:].isdigit():
        place, dice = int(key[1:]) - 1, table.players[table.active].dice
        piece = f"{SEAT_KEYS[table.active]}:w{place}"
        return Option(key, FACE_NAMES[dice[place]] if place < len(dice) else key, (piece,))
    if key[:1] == "k" and key[1:].isdigit():
        return Option(key, kraken_die(table, int(key[1:]) - 1))
    verb, _, shown = key.partition(":")
    return Option(key, f"{verb} {FACE_NAMES[shown]}" if shown in FACE_NAMES else table.box.title_of(key))


def kraken_die(table: Any, place: int) -> str:
    """One of the Kraken dice just rolled."""
    for step in reversed(table.stack):
        faces = getattr(step, "faces", None)
        if faces is not None and place < len(faces):
            return f"the Kraken die showing {faces[place]}"
    return f"Kraken die {place + 1}"


def die_option(table: Any, key: str) -> Option:
    """A die by its face, and by where it lies once it is committed."""
    die = table.die(key)
    if die is None:
        return Option(key, key)
    where = f" on {place_name(table, die.on)}" if die.on else ""
    return Option(key, FACE_NAMES[die.face] + where, (key,))


def place_name(table: Any, place: str) -> str:
    """A player by seat, an altar by its ritual."""
    if place not in BOARD_OF:
        return place
    ritual = table.altars[BOARD_OF[place]].ritual
    return table.box.title_of(ritual) if ritual else f"altar {place[-1]}"
