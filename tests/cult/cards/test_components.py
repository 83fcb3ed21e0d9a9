"""The box: counts, dice, cards, as the ledger's tables say."""

from __future__ import annotations

from collections import Counter

import pytest

from eschaton.games.cult.box.components import (
    ALTAR_BOARDS,
    BOARDS,
    BOX,
    CULTIST_DICE,
    CULTIST_DIE,
    RE_ROLLS,
    ROLE_CARDS,
    ROLES,
    WRAITH_DIE,
)
from eschaton.games.cult.state import SUPPLIES
from eschaton.kernel.machine import Question
from eschaton.ledger import rule
from tests.cult.driver import B2, BASE, S1, S3, S4, Driver


def test_the_cards_are_all_there() -> None:
    assert len(ROLE_CARDS) == BOX["role card"] == 9
    assert len(BASE.characters) == BOX["character card"] == 19
    assert len(BASE.wraiths) == BOX["wraith card"] == 6
    assert len(BASE.sigils) == BOX["sigil card"] == 14
    assert len(BASE.rituals) == BOX["ritual card"] == 11
    assert sum(len(wraith.dice) for wraith in BASE.wraiths.values()) == BOX["wraith die"] == 18
    assert BOX["altar board"] == ALTAR_BOARDS == max(BOARDS.values()) == 4
    assert {name: BOX[name] for name in SUPPLIES} == SUPPLIES


@rule("CD-10.1", "CD-11.11", "CD-12.7", "CD-20.13")
def test_finite_supplies() -> None:
    assert SUPPLIES == {
        "siren coin": 10,
        "chant coin": 18,
        "necromancer coin": 8,
        "kraken die": 7,
        "shadow token": 6,
    }


@rule("CD-2.1")
def test_the_role_cards_are_the_largest_set_of_each_kind() -> None:
    most: Counter[str] = Counter()
    for cards in ROLES.values():
        most |= Counter(ROLE_CARDS[card] for card in cards)
    assert most == Counter(ROLE_CARDS.values())
    assert len(set(ROLE_CARDS.values())) == 5


@rule("CD-5.1", "CD-5.3", "CD-Q-1")
def test_dice() -> None:
    assert CULTIST_DIE == ("Dg", "DD", "Bl", "Pa", "An", "Co")
    assert WRAITH_DIE == CULTIST_DIE
    assert (CULTIST_DICE, RE_ROLLS) == (5, 2)


@rule("CD-Q-1", "CD-Q-5", "CD-17.55")
@pytest.mark.parametrize(
    ("ritual", "tracks", "accepts", "keeper"),
    [
        ("kraken", "An Co", "", True),
        ("ancient-shadow", "An", "", False),
        ("ancient-chant", "Pa An", "", True),
        ("altar-sacrifice", "", "", False),
        ("sirens", "Co", "", False),
        ("transmutation", "Pa Co", "", True),
        ("sea-hydra", "An Co", "", True),
        ("astral-rift", "Co", "", False),
        ("lamia", "Pa An", "", True),
        ("tribute-to-nycen", "", "An", False),
        ("blood-rites", "Pa", "", True),
    ],
)
def test_rituals(ritual: str, tracks: str, accepts: str, keeper: bool) -> None:
    found = BASE.rituals[ritual]
    assert found.tracks == tuple(tracks.split())
    assert found.accepts == tuple(accepts.split())
    assert found.keeper is keeper
    assert len(found.tracks) <= 2
    assert BOX["ritual marker"] == 2 * ALTAR_BOARDS


CHARACTERS = """
alchemist 17 Pa / alchemist-2 16 Pa / sorceress 16 An / sorceress-2 17 Pa / merchant 17 Co / merchant-2 16 An
guardian 20 An / guardian-2 18 Pa / assassin 16 Dg / assassin-2 15 Dg / faceless 17 Co / faceless-2 15 Co
librarian 18 Pa / librarian-2 17 An / bloodletter 19 DD / bloodletter-2 18 Dg / tidecaller 17 Co / tidecaller-2 16 An
necromancer 14 Co
"""


@rule("CD-18.1", "CD-Q-2")
def test_characters() -> None:
    printed = [line.split() for line in CHARACTERS.strip().replace("\n", "/").split("/")]
    assert {card: (int(life), power) for card, life, power in printed} == {
        card: (found.life, found.power) for card, found in BASE.characters.items()
    }
    spread = Counter(found.power for found in BASE.characters.values())
    assert spread == {"Pa": 5, "An": 5, "Co": 5, "Dg": 3, "DD": 1}
    for sorceress in ("sorceress", "sorceress-2"):
        assert BASE.characters[sorceress].faces == ("Co",)
        assert BASE.characters[sorceress].power != "Co"


def test_every_card_says_what_it_does() -> None:
    for kind in (BASE.characters, BASE.sigils, BASE.rituals, BASE.wraiths):
        texts = [found.text for found in kind.values()]
        assert all(texts)
        assert len(set(texts)) == len(texts)


@rule("CD-Q-39", "CD-Q-40")
def test_cultist_dice_and_life_have_no_limit(cult: type[Driver]) -> None:
    game = cult(players=5).keeper(S1="Sea Hydra").marks(S1).with_life(S1=BOX["life token"])
    game.wraith(S3=("Pale Usher", "Bl Bl Co"), S4=("Drowned Choir", "Bl Pa An")).with_life(S1=BOX["life token"])
    game.board(1, "Astral Rift").board(2, "Ancient Chant")
    game.turn(S1).rolls("Bl Bl Bl Bl Bl Bl Bl Co").plan(S1, "d1").commits(Bl=[S1] * 6)
    game.respond(S3, "Pale Usher", "give:Bl").answer(S1, {"d9": S1, "d10": S1})
    game.respond(S4, "Drowned Choir", "Bl").answer(S1, {"d11": S1})
    rift = ["Co"], ["An", "Co"], ["An", "An"]
    game.chance(*rift).plan(S1, "Co", "Co", *[f"Pa>{B2}"] * 6)
    most = 0

    def note(question: Question) -> bool:
        nonlocal most
        most = max(most, len(game.table.dice))
        return game.turn_over(question)

    game.advance(note)
    assert most == 15 > BOX["cultist die"]
    assert game.life(S1) == BOX["life token"] + 9
