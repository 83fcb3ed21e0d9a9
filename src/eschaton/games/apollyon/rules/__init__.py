"""The rules, a file for each chapter."""

UNWRITTEN = {
    "SA-1.8": "nothing looks for Characters when it asks whether the game is over",
    "SA-1.9": "texts change ratings and leave through `table.read`, which every general rule asks",
    "SA-4.10": "a Character's text speaks at its timing like an anomaly's; a token for it is cosmetic",
    "SA-6.3": "a Monthly Effect is whatever the card says",
    "SA-6.5": "a Contained Effect is whatever the card says",
    "SA-6.12": "a card that is shown stays in its pile, and texts of piles are not on",
    "SA-7.6": "Containment Tokens lie on the anomaly, and prices are paid from the pool",
    "SA-11.5": "players may talk as they like; nothing of the table is hidden from some of them",
    "SA-14.7": "who is On Vacation is in no group that effects choose from, like the Lost",
    "SA-14.9": "nothing limits how many Characters are in one place",
    "SA-32.7": "the Recovery Phase takes off Wounds alone",
    "SA-32.23": "a Minion is part of its card and goes where it goes",
    "SA-32.31": "the pool is what prices and containment are paid from",
    "SA-32.37": "tokens do not run out (SA-Q-80)",
}
"""Rules that no line of code states, because nothing does otherwise; each with the reason."""
