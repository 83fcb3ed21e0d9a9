"""Faces: what a card shows, wherever it lies."""

from __future__ import annotations

from eschaton.cardtext.stack import load_stack
from eschaton.games.apollyon.box.cards import ApollyonBox
from eschaton.games.apollyon.language import WORDS
from eschaton.games.apollyon.scene.faces import anomaly_face, character_face, situation_face
from tests.apollyon.yard import Yard


def test_a_card_shows_what_it_does_beside_its_text() -> None:
    """Facts that no sentence of the card says, on the table or on offer."""
    box = ApollyonBox("faces:2", 2, WORDS).fill(load_stack(WORDS, WORDS.packs))
    shown = {piece: anomaly_face(box, piece).marks for piece in box.anomalies}
    assert shown["scp-216"]["cannot breach"]
    assert "cannot breach" not in shown["scp-173"]
    assert shown["scp-106"]["Destroys Space"]
    assert shown["scp-106"]["Recovery Measure"] == 5
    assert shown["the-hollow-choir"]["engages nobody by itself"]
    assert shown["scp-262"]["Minions"] == "3 of 1/1"
    assert character_face(box, "k9-handler").marks["Minions"] == "2 of 1/1"
    assert situation_face("fog-on-the-ring-road", box.situations["fog-on-the-ring-road"]).marks["Recovery Measure"] == 5
    rewards = situation_face("the-dam-is-breathing", box.situations["the-dam-is-breathing"]).marks["rewards"]
    assert rewards == "2 Personnel, 1 Resource, 1 Character"


def test_a_cog_shows_in_the_threat(yard: type[Yard]) -> None:
    game = yard().staff("eve", "2/3 memetic-resistance 1", cogs=1, deflected=1, medals=1)
    marks = character_face(game.box, "eve", game.who("eve")).marks
    assert (marks["Threat"], marks["Cognitohazards"], marks["Cognitohazards kept off"]) == ("0", 1, 1)
