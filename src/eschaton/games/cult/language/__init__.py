"""The words of the cards: their kinds. What they say is prose as yet; what they do is code, in `abilities/`."""

from __future__ import annotations

from eschaton.cardtext.phrase import Range
from eschaton.cardtext.vocabulary import Vocabulary
from eschaton.games.cult.box.cards import BOX, KINDS

WORDS = Vocabulary("cult", "Cult of the Deep", packs=[BOX], players=Range(4, 8))
for kind, facts in KINDS.items():
    WORDS.kind(kind, facts)
