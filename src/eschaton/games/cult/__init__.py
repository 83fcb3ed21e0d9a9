"""Cult of the Deep: hidden roles, dice, responses and negotiation for four to eight players."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from eschaton.games.cult import trade  # noqa: F401  (it registers powers, and so do these)
from eschaton.games.cult.advice import advice
from eschaton.games.cult.advice_free import unasked
from eschaton.games.cult.cards import (  # noqa: F401
    BASE,
    characters,
    dice_sigils,
    faceless,
    portents,
    rituals,
    sigils,
    stacked,
    wraiths,
)
from eschaton.games.cult.options import OPTIONS, refuse
from eschaton.games.cult.outlook import likelihood, outlook
from eschaton.games.cult.scene import scene
from eschaton.games.cult.setup import setup
from eschaton.games.cult.texts import TEXTS, name
from eschaton.kernel.game import Game, Look


def with_packs(files: Sequence[Path]) -> Game:
    """The game with a designer's packs laid on the box."""
    return replace(GAME, packs=stacked(files))


LOOK = Look(
    accent="#5cb8a4",
    emblem="giant-squid",
    art=("evil-moon", "giant-squid", "candles"),
    mood="Hidden roles, dice and daggers beneath the tide.",
)

GAME = Game(
    id="cult",
    title="Cult of the Deep",
    version=5,
    players=(4, 5, 6, 7, 8),
    setup=setup,
    options=OPTIONS,
    refuse=refuse,
    packs=dict(BASE.packs),
    summary="Hidden roles round an altar: roll, commit, answer, resolve, and outlive your enemies, or do not.",
    minutes="60 to 90",
    texts=TEXTS,
    name=name,
    scene=scene,
    advice=advice,
    worth=outlook,
    likelihood=likelihood,
    unasked=unasked,
    plays=("keeper",),
    look=LOOK,
    with_packs=with_packs,
)
