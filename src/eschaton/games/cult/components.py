"""What is in the box: dice, tokens, boards and counts. What is printed on cards lives in `cards/`."""

from __future__ import annotations

from typing import Final

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
RE_ROLLS: Final = 2
ALTAR_BOARDS: Final = 4
SIREN_COINS: Final = 10
CHANT_COINS: Final = 18
NECROMANCER_COINS: Final = 8
KRAKEN_DICE: Final = 7
SHADOW_TOKENS: Final = 6

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
    """The role cards of one row of the set-up table."""
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
BOARDS: Final = {4: 3, 5: 3, 6: 3, 7: 4, 8: 4}
PRIEST_LIFE_PER_CABALIST: Final = 3  # CD-1.21

MOST_SEATS: Final = 8
SEAT_KEYS: Final = tuple(f"S{seat}" for seat in range(MOST_SEATS))
BOARD_KEYS: Final = tuple(f"board{number}" for number in range(1, ALTAR_BOARDS + 1))
SEAT_OF: Final = {key: seat for seat, key in enumerate(SEAT_KEYS)}
BOARD_OF: Final = {key: place for place, key in enumerate(BOARD_KEYS)}  # place in the list of altars
DIE_KEYS: Final = tuple(f"d{number}" for number in range(100))
