"""The dice in play: making, turning, moving and removing them; where a die may lie (CD-6)."""

from __future__ import annotations

from eschaton.games.cult.box.components import (
    AUTOMATED_PRIEST_DICE,
    BLOOD,
    BOARD_OF,
    CULTIST_DICE,
    DAGGERS,
    DIE_KEYS,
    HEAL,
    RITUAL_SYMBOLS,
    SEAT_KEYS,
    SEAT_OF,
)
from eschaton.games.cult.options import AUTOMATED
from eschaton.games.cult.state import Altar, Cult, Die
from eschaton.kernel.ask import Options, Seat

ADD_PLACES = ("sorceress", "sorceress-2", "alchemist-2")  # whose abilities let dice be committed to more places


def dice_allowed(table: Cult, seat: Seat) -> int:
    """CD-5.1, CD-5.2, CD-5.11, CD-5.9, CD-10.6, CD-17.36, CD-18.45: how many dice this player rolls, after all
    effects."""
    player = table.players[seat]
    base = cultist_dice(table, seat) if player.alive else len(table.box.wraiths[player.wraith].dice)
    return max(0, table.read("dice", seat, base))


def cultist_dice(table: Cult, seat: Seat) -> int:
    """CD-5.1, CD-21.5: how many dice a living player rolls; the High Priest of four players one more."""
    return AUTOMATED_PRIEST_DICE if table.n == AUTOMATED and seat == table.priest else CULTIST_DICE


def new_die(table: Cult, face: str, on: str = "") -> Die:
    """A die more for the active player."""
    table.dice_made += 1
    die = Die(DIE_KEYS[table.dice_made], transmuted(table, face), on)
    table.dice.append(die)
    return die


def touch(table: Cult, place: str | Seat) -> None:
    """Remember that a player, or their dice, have just been touched: a standing pass until then ends."""
    seat = SEAT_OF.get(place, -1) if isinstance(place, str) else place
    if seat >= 0:
        table.players[seat].touched = table.next_serial


def remove(table: Cult, die: Die, rule: str) -> None:
    """Take a die out of play without effect."""
    table.dice.remove(die)
    touch(table, table.active)
    table.say(rule, "die removed", die=die.id, face=die.face)


def turn_to(table: Cult, die: Die, face: str, rule: str) -> None:
    """Give a die a new face."""
    old = die.face
    die.face = transmuted(table, face)
    die.heals = False
    touch(table, die.on)
    touch(table, table.active)
    table.say(rule, "die changed" if die.face != old else "die unchanged", die=die.id, old=old, face=die.face)


def hold_fast(table: Cult, die: Die, rule: str) -> None:
    """A die cannot be changed or moved for the rest of the turn."""
    die.held = True
    touch(table, die.on)
    touch(table, table.active)
    table.say(rule, "held", die=die.id, face=die.face)


def transmuted(table: Cult, face: str) -> str:
    """CD-Q-64: the face as it counts until the end of the turn."""
    for effect in table.effects:
        if effect.name == "transmuted" and effect.source.startswith(face + ">"):
            return effect.source[len(face) + 1 :]
    return face


def as_counted(table: Cult, face: str, seat: Seat) -> str:
    """CD-17.32, CD-Q-64: the face as it counts on a die of this player: only the active player's are transmuted."""
    return transmuted(table, face) if seat == table.active else face


def put_on(table: Cult, die: Die, place: str, rule: str, by: Seat | None = None) -> None:
    """Commit a die to a place, by the active player's will or another's."""
    die.heals = place.endswith(HEAL)
    die.on = place[:-1] if die.heals else place
    seat = SEAT_OF.get(die.on)
    if seat is not None:
        wished = 1 if die.heals or die.face == BLOOD else -DAGGERS.get(die.face, 0)
        table.deed(table.active if by is None else by, seat, wished)
    if die.on != SEAT_KEYS[table.active]:
        touch(table, die.on)
    table.say(rule, "committed", die=die.id, face=die.face, place=die.on)


def places_for(table: Cult, face: str, sent: bool = False) -> tuple[str, ...]:
    """CD-6.4 to CD-6.12, CD-6.3, CD-6.13, CD-15.3: where the active player's die with this face may be committed.

    `sent`: somebody else chooses (CD-Q-20), so that daggers may go to their owner (CD-11.9).
    """
    owner = table.active
    if face == BLOOD:
        return table.living_keys()
    if face in DAGGERS:
        found = list(table.living_keys())
        if not sent and table.symbol(owner) != face and table.players[owner].alive:
            found.remove(SEAT_KEYS[owner])
    else:
        found = [altar.key for altar in table.altars if table.takes(altar, face)]
        if table.symbol(owner) == face and table.players[owner].alive:
            found.append(SEAT_KEYS[owner])
    if owner in table.automata and not sent:
        return tuple(found)  # CD-Q-58: it uses no optional abilities
    return tuple(found + allowed_by_abilities(table, face, found))


def allowed_by_abilities(table: Cult, face: str, found: list[str]) -> list[str]:
    """CD-18.3, CD-18.5, CD-18.6, CD-18.7, CD-18.11: places that Sorceress, Sorceress II and Alchemist II add."""
    bearers = table.bearers()
    if bearers.keys().isdisjoint(ADD_PLACES):
        return []
    owner = table.active
    fed = list(bearers.get("sorceress-2", ())) if face in table.box.characters["sorceress-2"].faces else []
    if owner in bearers.get("sorceress", ()) and face in table.box.characters["sorceress"].faces:
        fed.append(owner)
    alchemists = bearers.get("alchemist-2", ())
    more: list[str] = []
    for seat in table.living() if fed or alchemists else ():
        shared = alchemists and seat != owner and (owner in alchemists or seat in alchemists)
        as_symbol = shared and table.symbol(seat) == face
        key = SEAT_KEYS[seat]
        if (as_symbol or seat in fed) and key not in found:
            more.append(key)
        elif as_symbol:
            more.append(key + HEAL)
    return more


def legal_here(table: Cult, die: Die) -> bool:
    """Whether a die may lie where it lies."""
    return die.on in places_for(table, die.face) or (die.heals and die.on + HEAL in places_for(table, die.face))


def altar_at(table: Cult, place: str) -> Altar | None:
    """The altar of a board key; None for a seat key."""
    at = BOARD_OF.get(place)
    return table.altars[at] if at is not None else None


def seat_at(place: str) -> Seat:
    """The seat of a seat key; -1 for a board key."""
    return SEAT_OF.get(place, -1)


def dice_options(table: Cult, faces: tuple[str, ...] = (), *, committed: bool = False, into: str = "") -> Options:
    """CD-7.14, CD-15.17, CD-24.1: the dice that can be changed or moved, of these faces if any are named.

    Equal dice count once.

    `into`: the face to which one is turned; a die that shows already what this face counts as is left out (CD-Q-64).
    """
    seen: set[tuple[str, str, bool]] = set()
    options: Options = {}
    shown = transmuted(table, into) if into else ""
    for die in table.dice:
        if die.held or (faces and die.face not in faces) or (committed and not die.on) or die.face == shown:
            continue
        like = (die.face, die.on, die.heals)
        if like not in seen:
            seen.add(like)
            options[die.id] = die.id
    return options


def has_dice(table: Cult, faces: tuple[str, ...] = (), *, committed: bool = False, into: str = "") -> bool:
    """Whether there is a die that can be changed or moved, of these faces if any are named, or turned `into` one."""
    shown = transmuted(table, into) if into else ""
    for die in table.dice:  # no generator: it is asked often
        if die.held or (faces and die.face not in faces) or (committed and not die.on) or die.face == shown:
            continue
        return True
    return False


def seats_as_options(seats: list[Seat]) -> Options:
    """Seats to choose from."""
    return {SEAT_KEYS[seat]: seat for seat in seats}


def open_tracks(table: Cult, seat: Seat, without: str = "") -> dict[str, tuple[str, ...]]:
    """For each symbol that a player's new die may show the boards that take it, leaving one board out.

    Symbols that no board takes are left out, and so are those that count as another one (CD-Q-64).
    """
    found = {
        face: tuple(altar.key for altar in table.altars if altar.key != without and table.takes(altar, face))
        for face in RITUAL_SYMBOLS
        if as_counted(table, face, seat) == face
    }
    return {face: boards for face, boards in found.items() if boards}


def dice_to_move(table: Cult) -> dict[str, list[str]]:
    """The dice on rituals that another board takes too, each with those boards."""
    found = {}
    for key in dice_options(table, RITUAL_SYMBOLS, committed=True):
        die = table.die(key)
        if die is not None and die.on in BOARD_OF:
            boards = [altar.key for altar in table.altars if altar.key != die.on and table.takes(altar, die.face)]
            if boards:
                found[key] = boards
    return found
