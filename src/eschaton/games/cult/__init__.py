"""Cult of the Deep: hidden roles, dice, responses and negotiation for four to eight players."""

from eschaton.games.cult import trade  # noqa: F401  (it registers powers, and so do these)
from eschaton.games.cult.advice import advice
from eschaton.games.cult.cards import (  # noqa: F401
    BASE,
    characters,
    dice_sigils,
    faceless,
    portents,
    rituals,
    sigils,
    wraiths,
)
from eschaton.games.cult.options import OPTIONS, refuse
from eschaton.games.cult.scene import scene
from eschaton.games.cult.setup import setup
from eschaton.games.cult.texts import TEXTS, name
from eschaton.kernel.game import Game

GAME = Game(
    id="cult",
    title="Cult of the Deep",
    version=1,
    players=(4, 5, 6, 7, 8),
    setup=setup,
    options=OPTIONS,
    refuse=refuse,
    packs={"base": BASE.hash},
    summary="Hidden roles round an altar: roll, commit, answer, resolve, and outlive your enemies, or do not.",
    minutes="60 to 90",
    texts=TEXTS,
    name=name,
    scene=scene,
    advice=advice,
)
