"""Cult of the Deep: hidden roles, dice, responses and negotiation for four to eight players."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from eschaton.games.cult.abilities import ABILITIES
from eschaton.games.cult.advice import advice
from eschaton.games.cult.advice.outlook import OUTLOOK, likelihood, outlook
from eschaton.games.cult.advice.unasked import unasked
from eschaton.games.cult.box.cards import BASE, stacked
from eschaton.games.cult.options import OPTIONS, refuse
from eschaton.games.cult.rules.automaton import policy
from eschaton.games.cult.rules.setup import setup
from eschaton.games.cult.scene import scene
from eschaton.games.cult.scene.log import TEXTS, name
from eschaton.games.cult.state import Cult
from eschaton.kernel.game import Game, Look
from eschaton.kernel.rules import Rules


def with_packs(files: Sequence[Path]) -> Game:
    """The game with a designer's packs laid on the box."""
    return replace(GAME, packs=stacked(files))


LOOK = Look(
    accent="#5cb8a4",
    emblem="giant-squid",
    art=("evil-moon", "giant-squid", "candles"),
    mood="Hidden roles, dice and daggers beneath the tide.",
)

RULES = Rules(automatic=policy.known, abilities=ABILITIES)

GAME = Game(
    id="cult",
    title="Cult of the Deep",
    version=5,
    players=(4, 5, 6, 7, 8),
    setup=setup,
    kind=Cult,
    rules=RULES,
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
    outlook=OUTLOOK,
    likelihood=likelihood,
    unasked=unasked,
    plays=("keeper",),
    look=LOOK,
    with_packs=with_packs,
)
