"""Cult of the Deep: hidden roles, dice, responses and negotiation for four to eight players."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from eschaton.cardtext.box import names_in
from eschaton.cardtext.pack import Stack
from eschaton.cardtext.stack import load_stack
from eschaton.games.cult.abilities import ABILITIES
from eschaton.games.cult.advice import advice
from eschaton.games.cult.advice.outlook import OUTLOOK, likelihood, outlook
from eschaton.games.cult.advice.unasked import unasked
from eschaton.games.cult.box.cards import BOX, BOXES
from eschaton.games.cult.language import WORDS
from eschaton.games.cult.options import OPTIONS, refuse
from eschaton.games.cult.rules.automaton import policy
from eschaton.games.cult.rules.setup import setup
from eschaton.games.cult.scene import scene
from eschaton.games.cult.scene.log import TEXTS, name
from eschaton.games.cult.state import Cult
from eschaton.kernel.game import Game, Look
from eschaton.kernel.rules import Rules

LOOK = Look(
    accent="#5cb8a4",
    emblem="giant-squid",
    art=("evil-moon", "giant-squid", "candles"),
    mood="Hidden roles, dice and daggers beneath the tide.",
)

RULES = Rules(automatic=policy.known, abilities=ABILITIES)


def game_with(stack: Stack) -> Game:
    """The game, played with these cards."""
    BOXES.lay(stack, WORDS)
    return Game(
        id="cult",
        title="Cult of the Deep",
        version=6,
        players=(4, 5, 6, 7, 8),
        setup=setup,
        kind=Cult,
        rules=RULES,
        options=OPTIONS,
        refuse=refuse,
        packs=stack.packs,
        summary="Hidden roles round an altar: roll, commit, answer, resolve, and outlive your enemies, or do not.",
        minutes="60 to 90",
        texts=TEXTS,
        name=partial(name, names_in(stack)),
        scene=scene,
        advice=advice,
        worth=outlook,
        outlook=OUTLOOK,
        likelihood=likelihood,
        unasked=unasked,
        plays=("keeper",),
        look=LOOK,
        with_packs=with_packs,
        forget_packs=BOXES.forget,
    )


def with_packs(files: Sequence[Path]) -> Game:
    """The game with a designer's packs laid on the box."""
    return game_with(load_stack(WORDS, [BOX, *files]))


GAME = game_with(load_stack(WORDS, [BOX]))
