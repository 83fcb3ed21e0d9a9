"""The rules, a file for each chapter."""

UNWRITTEN = {
    "CD-1.28": "a reference card has no effect",
    "CD-3.4": "what cards do is carried out beside the general rules, and nothing asks these for leave",
    "CD-3.6": "the limit of a power counts in the turn of the game, whoever is active",
    "CD-9.9": "nothing limits how many rituals a player keeps",
    "CD-11.10": "nothing takes coins from the dead, and spending one asks only whose turn it is",
    "CD-13.4": "a window can always be passed",
    "CD-13.7": "nothing takes a Sigil from the dead",
    "CD-14.8": "nothing takes a Sigil from the dead",
    "CD-14.9": "nothing takes coins and tokens from the dead",
    "CD-15.16": "a Wraith's dice lie with its card, and nothing takes them away at the end of a turn",
    "CD-17.55": "it is printed on the card, and read as of any ritual",
    "CD-21.7": "chance rolls for everybody",
    "CD-21.18": "an automaton is a player like any other where benefits are gained",
}
"""Rules that no line of code states, because nothing does otherwise; each with the reason."""
