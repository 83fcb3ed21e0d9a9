"""Packs of cards: every match plays and shows its own, whatever else is played in the process."""

from __future__ import annotations

from pathlib import Path

import pytest

from eschaton.cardtext.errors import BadCards
from eschaton.games.cult import GAME, with_packs
from eschaton.kernel.errors import BadSetup
from eschaton.kernel.game import Setup
from eschaton.kernel.match import Match
from eschaton.kernel.pile import move
from eschaton.kernel.scene import Scene
from eschaton.kernel.seen import seen
from eschaton.server.shelf import takes_packs

HEADING = """
[pack]
id = "mine"
name = "Mine"
version = "1"
author = "a test"
licence = "CC0-1.0"
game = "cult"
base = "base"
"""
CARDS = """
[[ritual]]
id = "kraken"
replace = true
name = "The Quiet Kraken"
tracks = ["Bl"]
keeper = false
text = "It sleeps."

[[character]]
name = "Lamplighter"
life = 42
power = "Co"
text = "Carries a light."
"""


def mine(tmp_path: Path, cards: str = CARDS):
    (tmp_path / "mine.toml").write_text(HEADING + cards, "utf-8")
    return with_packs([tmp_path / "mine.toml"])


def with_the_kraken(match: Match) -> Match:
    """The Kraken lies on the first altar."""
    table = match.table
    altar = table.altars[0]
    if altar.ritual != "kraken":
        if altar.card.cards:
            move(altar.card, table.discard, to=-1)
        pile = next(pile for pile in (table.deck, table.discard, *(a.card for a in table.altars)) if "kraken" in pile)
        move(pile, altar.card, list(pile.cards).index("kraken"), to=-1)
    table.laid(altar)
    return match


def shown(match: Match) -> Scene:
    return match.game.scene(seen(match.table, None), None)


def faces(match: Match) -> str:
    return str(shown(match))


def test_two_matches_with_other_packs_in_one_process_each_play_and_show_their_own(tmp_path: Path) -> None:
    first = with_the_kraken(Match.new(GAME, 5, seed="packs"))
    second = with_the_kraken(Match.new(mine(tmp_path), 5, seed="packs"))
    third = with_the_kraken(Match.new(GAME, 5, seed="packs"))
    for _ in range(2):  # neither order nor what was drawn before matters
        for match in (first, third):
            assert match.table.box.rituals["kraken"].keeper
            assert "lamplighter" not in match.table.box.characters
            assert "The Quiet Kraken" not in faces(match)
            assert match.game.name("card", "kraken") != "The Quiet Kraken"
        assert not second.table.box.rituals["kraken"].keeper
        assert second.table.takes(second.table.altars[0], "Bl")
        assert list(second.table.altars[0].tracks) == ["Bl"]
        assert list(first.table.altars[0].tracks) != ["Bl"]
        assert second.table.box.characters["lamplighter"].life == 42
        assert "The Quiet Kraken" in faces(second)
        assert "It sleeps." in faces(second)
        assert second.game.name("card", "kraken") == "The Quiet Kraken"


def test_a_card_that_a_pack_adds_is_dealt_with_the_others(tmp_path: Path) -> None:
    table = mine(tmp_path).table(mine(tmp_path).checked(5, {}))
    assert "lamplighter" in table.characters.cards
    assert "lamplighter" not in GAME.table(GAME.checked(5, {})).characters.cards


def test_packs_can_be_brought_to_a_table_in_the_browser() -> None:
    assert takes_packs(GAME)


def test_a_pack_that_was_never_read_here_is_refused() -> None:
    with pytest.raises(BadSetup, match="packs: not known here: base, other"):
        GAME.table(Setup(players=5, options=GAME.checked(5, {}).options, packs={"base": "0", "other": "1"}))


@pytest.mark.parametrize(
    ("card", "message"),
    [
        (CARDS.replace("life = 42", "life = 0"), "life: expected a whole number from 1 to 99"),
        (CARDS.replace('tracks = ["Bl"]', 'tracks = ["Xx"]'), "tracks"),
        (CARDS.replace("replace = true", ""), 'write "replace = true"'),
        (CARDS.replace("[[character]]", "[[charcter]]"), "charcter"),
    ],
)
def test_mistakes_in_a_pack_are_told_with_their_place(tmp_path: Path, card: str, message: str) -> None:
    with pytest.raises(BadCards, match=message) as refused:
        mine(tmp_path, card)
    assert "mine.toml:" in str(refused.value)
