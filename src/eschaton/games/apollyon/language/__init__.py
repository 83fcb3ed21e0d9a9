"""What the cards can say, joined from the files of this room."""

from __future__ import annotations

from eschaton.cardtext.phrase import Range
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.games.apollyon.box.cards import BOX
from eschaton.games.apollyon.language import assets, forms, kinds, measures, pieces, statements, things, world

WORDS = Vocabulary(
    "apollyon",
    "SCP: Apollyon",
    default="growth_phase",
    packs=[BOX],
    players=Range(1, 6),
    words=[
        kinds.words,
        things.words,
        measures.words,
        assets.words,
        pieces.words,
        world.words,
        statements.words,
        forms.words,
    ],
)
