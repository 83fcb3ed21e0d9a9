"""What is in the box: dice, tokens, boards and counts. What is printed on cards lives in `packs/`."""

from __future__ import annotations

from typing import Final, Literal

Face = Literal["Dg", "DD", "Bl", "Pa", "An", "Co"]
DAGGER, DOUBLE, BLOOD, PARCHMENT, ANCIENT, COSMOS = "Dg", "DD", "Bl", "Pa", "An", "Co"
CULTIST_DIE: Final = (DAGGER, DOUBLE, BLOOD, PARCHMENT, ANCIENT, COSMOS)
WRAITH_DIE: Final = CULTIST_DIE
KRAKEN_DIE: Final = (0, 1, 1, 2, 2, 3)
RITUAL_SYMBOLS: Final = (PARCHMENT, ANCIENT, COSMOS)
DAGGERS: Final = {DAGGER: 1, DOUBLE: 2}  # life lost by a die on a player (CD-8.3, CD-8.4)
FACE_NAMES: Final = {
    DAGGER: "dagger",
    DOUBLE: "double dagger",
    BLOOD: "blood",
    PARCHMENT: "parchment",
    ANCIENT: "ancient",
    COSMOS: "cosmos",
}

CULTIST_DICE: Final = 5
AUTOMATED_PRIEST_DICE: Final = 6  # CD-21.5, CD-22.7
RE_ROLLS: Final = 2
ALTAR_BOARDS: Final = 4
SIREN_COINS: Final = 10
CHANT_COINS: Final = 18
NECROMANCER_COINS: Final = 8
KRAKEN_DICE: Final = 7
SHADOW_TOKENS: Final = 6

BOX: Final = {  # what lies in the box, by kind
    "role card": 9,
    "character card": 19,
    "wraith card": 6,
    "sigil card": 14,
    "ritual card": 11,
    "reference card": 8,
    "altar board": ALTAR_BOARDS,
    "ritual marker": 8,
    "cultist die": 12,
    "wraith die": 18,
    "kraken die": KRAKEN_DICE,
    "siren coin": SIREN_COINS,
    "chant coin": CHANT_COINS,
    "necromancer coin": NECROMANCER_COINS,
    "shadow token": SHADOW_TOKENS,
    "faceless token": 1,
    "life token": 68,
}

HIGH_PRIEST, FAITHFUL, CABALIST, REPENTANT, VENGEFUL = "high-priest", "faithful", "cabalist", "repentant", "vengeful"
ROLE_CARDS: Final = {
    "high-priest": HIGH_PRIEST,
    "faithful-1": FAITHFUL,
    "faithful-2": FAITHFUL,
    "cabalist-1": CABALIST,
    "cabalist-2": CABALIST,
    "cabalist-3": CABALIST,
    "cabalist-4": CABALIST,
    "repentant": REPENTANT,
    "vengeful": VENGEFUL,
}
ROLE_NAMES: Final = {
    HIGH_PRIEST: "High Priest",
    FAITHFUL: "Faithful",
    CABALIST: "Cabalist",
    REPENTANT: "Repentant Heretic",
    VENGEFUL: "Vengeful Heretic",
}
HERETICS: Final = (REPENTANT, VENGEFUL)


def role_cards(faithful: int, cabalists: int, *heretics: str) -> tuple[str, ...]:
    """CD-2.1: the role cards of one row of the set-up table."""
    return (
        HIGH_PRIEST,
        *(f"faithful-{number}" for number in range(1, faithful + 1)),
        *(f"cabalist-{number}" for number in range(1, cabalists + 1)),
        *heretics,
    )


ROLES: Final = {  # CD-1.2 to CD-1.5; CD-21.1
    4: role_cards(1, 2, REPENTANT),
    5: role_cards(1, 2, VENGEFUL),
    6: role_cards(1, 3, REPENTANT),
    7: role_cards(2, 3, VENGEFUL),
    8: role_cards(2, 4, REPENTANT),
}
HERESY_ROLES: Final = {  # CD-23.8 to CD-23.10
    6: role_cards(1, 2, *HERETICS),
    7: role_cards(1, 3, *HERETICS),
    8: role_cards(2, 3, *HERETICS),
}
BOARDS: Final = {4: 3, 5: 3, 6: 3, 7: 4, 8: 4}
PRIEST_LIFE_PER_CABALIST: Final = 3  # CD-1.21
MERCHANT_OF_DEATH_LIFE: Final = 2  # CD-23.5, CD-23.6
SELFISH_LOSS: Final = 3  # CD-23.3

MOST_SEATS: Final = 8
SEAT_KEYS: Final = tuple(f"S{seat}" for seat in range(MOST_SEATS))
BOARD_KEYS: Final = tuple(f"board{number}" for number in range(1, ALTAR_BOARDS + 1))
SEAT_OF: Final = {key: seat for seat, key in enumerate(SEAT_KEYS)}
BOARD_OF: Final = {key: place for place, key in enumerate(BOARD_KEYS)}  # place in the list of altars
HEAL: Final = "+"  # a place written "S2+": the die is committed to S2 as a power symbol
DIE_KEYS: Final = tuple(f"d{number}" for number in range(100))


def roles_in_game(n: int, heresy: bool) -> tuple[str, ...]:
    """CD-1.6, CD-1.1: exactly the role cards of a game for this many players."""
    return HERESY_ROLES[n] if heresy else ROLES[n]
