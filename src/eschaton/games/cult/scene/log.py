"""What happened, in sentences."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eschaton.games.cult.abilities import ABILITIES
from eschaton.games.cult.box.cards import title_of
from eschaton.games.cult.box.components import ANCIENT, BOARD_OF, FACE_NAMES, ROLE_NAMES
from eschaton.games.cult.rules.trade import in_words

TEXTS = {
    "high priest": "{who:seat} is the High Priest.",
    "character": "{who:seat} is the {card}.",
    "bonus": "{who:seat} begins with {life} life more.",
    "turn": "It is the turn of {who:seat}.",
    "rolled": "{who:seat} rolls {faces}.",
    "re-rolled": "{who:seat} re-rolls: {faces}.",
    "amended": "{field:amended}.",
    "committed": "{face:one} goes to {place}.",
    "uses": "{who:seat}: {power}.",
    "marked": "{who:seat} marks {whom:seat}.",
    "shielded": "{who:seat} shields {whom:seat}.",
    "gained": "{who:seat} gains {life} life.",
    "lost": "{who:seat} loses {life} life{by:doer}.",
    "paid": "{who:seat} pays {life} life.",
    "prevented": "{card} saves {who:seat} {life} life.",
    "coin gained": "{who:seat} gains a {coin} coin.",
    "coin taken": "{who:seat} takes a {coin} coin from {whom:seat}.",
    "coin spent": "{who:seat} spends a {coin} coin.",
    "die removed": "The {face} is removed.",
    "die changed": "The {old:face} becomes {face}.",
    "die unchanged": "The {face} shows the same again.",
    "die gained": "{who:seat} gains a die on {place}: {face}.",
    "die lost": "{who:seat} gains a die that no other ritual takes: it is lost.",
    "die to come": "{who:seat} will roll one die more in their next Roll phase.",
    "transmuted": "Until the end of this turn every {old:face} of {who:seat} counts as {face}.",
    "dice given": "{who:seat} gains {faces}.",
    "held": "The {face} is held fast.",
    "advanced": "{who:seat} advances {card}: {face} at {left}.",
    "completed": "{card} is completed.",
    "keeper": "{who:seat} is the Keeper of {card}.",
    "ritual placed": "{card} lies on {place}.",
    "ritual discarded": "{card} is discarded.",
    "tribute paid": "{who:seat} pays the tribute.",
    "tribute missed": "No tribute was paid: the marker of the Tribute to Nycen goes to {left}.",
    "shadow grows": "The Ancient Shadow grows: everybody loses {tokens} life.",
    "rift": "{who:seat} rolls {faces} on the Astral Rift.",
    "explosion": "An arcane explosion; it spares {spared:seat}.",
    "kraken die": "{who:seat} gets a Kraken die.",
    "kraken taken off": "{who:seat} takes a Kraken die off {whom:seat}.",
    "kraken dice gone": "{who:seat} is rid of all Kraken dice.",
    "kraken rolled": "{who:seat} rolls {faces} with the Kraken dice.",
    "kraken re-rolled": "{who:seat} gives up a die to re-roll a Kraken die: {new} instead of {old}.",
    "portents": "{who:seat} reads the portents: {faces}.",
    "sigil used": "{who:seat} uses the {card}.",
    "cancelled": "It is cancelled.",
    "died": "{who:seat} dies{by:killer}: {role}.",
    "necromancer coins": "{who:seat} gains {coins} Necromancer coins.",
    "revived": "{who:seat} returns to life with {life} life.",
    "looked": "{who:seat} looks at the next ritual: {card|nobody else sees it}.",
    "put under": "{who:seat} puts the card under the ritual deck.",
    "passed on": "{who:seat} passes the benefit to {whom:seat}.",
    "deepened": "{who:seat} makes {whom:seat} lose 1 more.",
    "offered": "{who:seat} offers {whom:seat} {give:terms} for {take:terms}.",
    "no trade": "{who:seat} and {whom:seat} do not trade.",
    "offer withdrawn": "The offer of {who:seat} to {whom:seat} can no longer be met.",
    "traded": "{who:seat} gives {whom:seat} {give:terms} for {take:terms}.",
    "wraith": "{who:seat} becomes the {card}.",
    "possessed": "{who:seat} possesses the High Priest.",
    "wraith die spent": "{who:seat} spends a die: {face}.",
    "game over": "The game is over: {reason}. Winners: {winners:seats}.",
}


AMENDED = {  # what a power has changed of something that is about to happen, by the field
    "left": "One more re-roll is allowed",
    "seat": "The benefit goes to another player",
    "mirrored": "The blade is mirrored",
    "deepened": "The loss grows",
}
BY = {"doer": " (by S{})", "killer": ", killed by S{}"}  # said only of what somebody has done


def name(names: Mapping[str, str], kind: str, value: Any) -> str:
    """How a value reads in a sentence."""
    if kind in ("seat", "by"):
        return f"S{value}" if value >= 0 else "nobody"
    if kind in BY:
        return BY[kind].format(value) if value >= 0 else ""
    if kind == "seats":
        return ", ".join(f"S{seat}" for seat in value) or "nobody"
    if kind == "place":
        return f"Altar {BOARD_OF[value] + 1}" if value in BOARD_OF else str(value)
    if kind == "amended":
        return AMENDED.get(value, "Something is changed")
    if kind == "card":
        return title_of(value, names)
    if kind == "role":
        return ROLE_NAMES[value]
    if kind == "face":
        return FACE_NAMES.get(value, str(value))
    if kind == "one":
        return f"A{'n' * (value == ANCIENT)} {FACE_NAMES[value]}"
    if kind == "faces":
        return ", ".join(FACE_NAMES.get(face, str(face)) for face in value) or "nothing"
    if kind == "power":
        label = ABILITIES.powers[value].label if value in ABILITIES.powers else str(value)
        return label[:1].lower() + label[1:]
    if kind == "terms":
        return in_words(value)
    if kind == "coin":
        return str(value).title()
    return str(value)
