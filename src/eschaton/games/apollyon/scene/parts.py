"""Characters and anomalies in play, drawn once for all who see them alike."""

from __future__ import annotations

from eschaton.games.apollyon.box.cards import cards_of
from eschaton.games.apollyon.scene.faces import anomaly_face, character_face
from eschaton.games.apollyon.state import Anomaly, Character
from eschaton.kernel.parts import alike
from eschaton.kernel.scene import Piece


@alike
def character(cards: str, piece: str, who: Character) -> Piece:
    """A Character in play, with what lies on it."""
    return character_face(cards_of(cards), piece, who)


@alike
def anomaly(cards: str, piece: str, what: Anomaly) -> Piece:
    """An anomaly in play, with what lies on it."""
    return anomaly_face(cards_of(cards), piece, what)
