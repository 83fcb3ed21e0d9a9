"""SCP: Apollyon: a co-operative game of sites, task forces and containment for one to six players."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from eschaton.cardtext.box import names_in
from eschaton.cardtext.pack import Stack
from eschaton.cardtext.stack import load_stack
from eschaton.cardtext.usage import AtWork
from eschaton.games.apollyon.advice import advice
from eschaton.games.apollyon.advice.outlook import DOUBT, OUTLOOK, chapter, habit, outlook
from eschaton.games.apollyon.box.cards import BOX, BOXES, CONTAINED
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.options import OPTIONS
from eschaton.games.apollyon.rules.assignments import early
from eschaton.games.apollyon.rules.damage import fallen
from eschaton.games.apollyon.rules.masquerade import breaking
from eschaton.games.apollyon.rules.setup import chronicle, refuse, setup
from eschaton.games.apollyon.rules.study import study_moves
from eschaton.games.apollyon.rules.tracker import exposure
from eschaton.games.apollyon.scene import scene
from eschaton.games.apollyon.scene.at_work import SHOWS
from eschaton.games.apollyon.scene.log import TEXTS, name
from eschaton.games.apollyon.state import Apollyon
from eschaton.kernel.game import Game, Look
from eschaton.kernel.phase import taking_back
from eschaton.kernel.rules import Rules

LOOK = Look(
    accent="#e07a45",
    emblem="biohazard",
    art=("surrounded-eye", "circle-cage", "biohazard"),
    mood="Cooperative. Contain the anomaly that ends all others.",
)


RULES = Rules(
    due=(exposure, fallen, breaking),
    unasked=(taking_back, study_moves, early),
)


def game_with(stack: Stack, id_: str = "apollyon", title: str = "SCP: Apollyon") -> Game:
    """The game, played with these cards."""
    BOXES.lay(stack, WORDS)
    names = names_in(stack)
    return Game(
        id=id_,
        title=title,
        version=5,
        players=(1, 2, 3, 4, 5, 6),
        setup=setup,
        kind=Apollyon,
        rules=RULES,
        options=OPTIONS,
        refuse=refuse,
        packs=stack.packs,
        summary="Sites, task forces and things that must not be seen: contain what comes, and then the Apollyon.",
        minutes="90 to 150",
        texts=TEXTS,
        name=partial(name, names),
        scene=scene,
        advice=advice,
        worth=outlook,
        outlook=OUTLOOK,
        doubt=DOUBT,
        chapter=chapter,
        habit=habit,
        look=LOOK,
        shared=True,
        campaign=partial(chronicle, names),
        together=True,
        plays=("took", "intel bought", "event"),
        cards=frozenset(stack.cards),
        works=AtWork(stack, SHOWS, [CONTAINED]).works,
        with_packs=with_packs,
        forget_packs=BOXES.forget,
    )


def with_packs(files: Sequence[Path]) -> Game:
    """The game with a designer's packs laid on the box."""
    return game_with(load_stack(WORDS, [BOX, *files]))


GAME = game_with(load_stack(WORDS, [BOX]))
